//! How long batches, the units of work of `generate`, take: a random sample of them, one after the other. And how busy many threads would be
//! with them, as far as waiting for a slow batch goes.
//!
//! `cargo bench --bench batches`. Outcomes are written in order, so a thread waits if the batch that is next to be written takes as long as all
//! batches that may be in flight. The end of a run is at most as long as the longest batch.
use gridlock::internals::board::Size;
use gridlock::internals::generate::Ranks;
use gridlock::internals::rows::LeastDepth;
use gridlock::internals::run::{BATCHES_AHEAD, RunIdentity, Shard, usual_batch_size};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Size, walls, least depth, and batches sampled.
const SAMPLES: [(usize, &str, u32, usize); 4] = [(6, "0", 0, 250), (6, "0..2", 0, 500), (7, "0", 0, 2000), (7, "0", 60, 2000)];
/// Batches per thread in flight that are simulated: a few, and as many as in `generate`.
const AHEAD: [usize; 2] = [16, BATCHES_AHEAD];
/// Batches of a simulated run per batch of the sample, so that the end matters little.
const REPEATED: usize = 40;

fn main() {
    println!(
        "{:>4} {:>6} {:>5} {:>10} {:>8} {:>9} {:>9} {:>9} {:>9}   busy: threads, batches per thread in flight",
        "size", "walls", "moves", "candidates", "batches", "mean ms", "median", "99 %", "longest"
    );
    for (n, walls, least_depth, count) in SAMPLES {
        let run = RunIdentity::new(Size::square(n).expect("a size"), walls.parse().expect("a range"), Shard::WHOLE);
        let run = RunIdentity { moves: LeastDepth(least_depth), ..run };
        let candidates = usual_batch_size(&run);
        let generator = run.generator(&AtomicBool::new(false)).expect("few enough candidates");
        let mut worker = generator.worker();
        let mut random = fastrand::Rng::with_seed(1);
        let batches = generator.candidates() / candidates;
        let times: Vec<f64> = (0..count)
            .map(|_| {
                let first = random.u64(..batches) * candidates;
                let start = Instant::now();
                worker.analyse(Ranks { first, step: 1, count: candidates }, &mut |_, _| {}).expect("no cluster is too large");
                start.elapsed().as_secs_f64() * 1000.0
            })
            .collect();
        let mut sorted = times.clone();
        sorted.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / count as f64;
        let at = |share: usize| sorted[(count * share / 100).min(count - 1)];
        print!("{n:>4} {walls:>6} {least_depth:>5} {candidates:>10} {count:>8} {mean:>9.2}");
        print!(" {:>9.2} {:>9.2} {:>9.2}  ", at(50), at(99), at(100));
        for threads in [2, 16, 64] {
            for ahead in AHEAD {
                print!(" {threads}, {ahead}: {:.2};", busy(&times, threads, ahead));
            }
        }
        println!();
    }
}

/// The share of time in which threads work, if batches are handed out in order, and batch k only when batch k - window and all before it are done.
fn busy(times: &[f64], threads: usize, ahead: usize) -> f64 {
    let window = ahead * (threads + 1);
    let (mut free, mut all_done) = (vec![0.0_f64; threads], Vec::new());
    let mut end = 0.0_f64;
    for (k, time) in times.iter().cycle().take(REPEATED * times.len()).enumerate() {
        let first = (0..threads).min_by(|&a, &b| free[a].total_cmp(&free[b])).expect("a thread");
        let begin = if k < window { free[first] } else { free[first].max(all_done[k - window]) };
        free[first] = begin + time;
        end = end.max(free[first]);
        all_done.push(end);
    }
    let work = REPEATED as f64 * times.iter().sum::<f64>();
    work / (threads as f64 * end)
}
