//! How long batches, the units of work of `generate`, take: a random sample of them, one after the other.
//!
//! `cargo bench --bench batches`. A run keeps all threads busy until fewer batches than threads are left, so its end is at most
//! as long as the longest batch.
use gridlock::internals::board::{Size, WallRange};
use gridlock::internals::generate::{Generator, Ranks};
use std::time::Instant;

/// Size, walls, candidates of a batch as in `generate`, and batches sampled.
const SAMPLES: [(usize, &str, u64, usize); 4] =
    [(6, "0", 2048, 1000), (6, "0..2", 2048, 2000), (7, "0", 64, 1000), (7, "0", 128, 500)];

fn main() {
    println!(
        "{:>4} {:>6} {:>10} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "size", "walls", "candidates", "batches", "mean ms", "median", "99 %", "longest", "shortest"
    );
    for (n, walls, candidates, count) in SAMPLES {
        let walls_range: WallRange = walls.parse().expect("a range");
        let generator = Generator::new(Size::new(n).expect("a size"), walls_range).expect("few enough candidates");
        let mut worker = generator.worker();
        let mut random = fastrand::Rng::with_seed(1);
        let batches = generator.candidates() / candidates;
        let mut milliseconds: Vec<f64> = (0..count)
            .map(|_| {
                let first = random.u64(..batches) * candidates;
                let start = Instant::now();
                worker.analyse(Ranks { first, step: 1, count: candidates }, &mut |_| {}).expect("no cluster is too large");
                start.elapsed().as_secs_f64() * 1000.0
            })
            .collect();
        milliseconds.sort_by(f64::total_cmp);
        let mean = milliseconds.iter().sum::<f64>() / count as f64;
        let at = |share: usize| milliseconds[(count * share / 100).min(count - 1)];
        println!(
            "{n:>4} {walls:>6} {candidates:>10} {count:>8} {mean:>9.2} {:>9.2} {:>9.2} {:>9.2} {:>9.2}",
            at(50),
            at(99),
            at(100),
            at(0)
        );
    }
}
