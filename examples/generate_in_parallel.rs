//! The rows of 5×5 without walls on all cores: the threads share the tables of one generator, and each has a worker of its own.
use gridlock::{ClusterTooLarge, Generator, Puzzle, Size, WallRange};
use rayon::prelude::*;
use std::error::Error;

/// How many candidates a thread analyses before it takes the next ones.
const BATCH: u64 = 4096;

fn main() -> Result<(), Box<dyn Error>> {
    let generator = Generator::new(Size::square(5)?, WallRange::new(0, 0)?)?;
    let candidates = generator.candidates();
    let batches = (0..candidates.div_ceil(BATCH)).into_par_iter().map_init(
        || generator.worker(),
        |worker, number| {
            let first = number * BATCH;
            let mut rows = Vec::new();
            let ranks = first..candidates.min(first + BATCH);
            worker.analyse(ranks, &mut |row, _| rows.push(row.clone()))?;
            Ok::<_, ClusterTooLarge>(rows)
        },
    );
    let mut rows: Vec<Puzzle> = batches.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    rows.sort(); // hardest first
    assert_eq!(rows.len(), 1_730);
    println!("{} rows, the hardest is {}", rows.len(), rows[0]);
    Ok(())
}
