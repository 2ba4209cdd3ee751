//! Random samples of rows, in total or for each number of moves.
use super::row::RowLine;
use super::seeded_hash::seeded_hash;
use std::collections::{BTreeMap, BinaryHeap};

/// The number of rows to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SampleSize {
    /// All rows.
    All,
    /// At most this many in total.
    Total(usize),
    /// At most this many for each number of moves.
    PerMoves(usize),
}

/// Keeps a random sample of rows: those with the smallest [`seeded_hash`]. So the sample does not depend on the order of the rows, unless
/// two rows have the same hash.
pub struct Sampler {
    sample_size: SampleSize,
    seed: u64,
    offered: u64,
    all: Vec<(u64, RowLine)>,
    /// A heap for each number of moves, or a single one under 0, of (hash, place in the input, row): the largest hash is on top.
    heaps: BTreeMap<u32, BinaryHeap<(u64, u64, RowLine)>>,
}

impl Sampler {
    /// An empty sample.
    pub fn new(sample_size: SampleSize, seed: u64) -> Sampler {
        Sampler { sample_size, seed, offered: 0, all: Vec::new(), heaps: BTreeMap::new() }
    }

    /// Offers a row.
    pub fn offer(&mut self, row: RowLine) {
        self.offered += 1;
        let (class, most) = match self.sample_size {
            SampleSize::All => return self.all.push((self.offered, row)),
            SampleSize::Total(most) => (0, most),
            SampleSize::PerMoves(most) => (row.moves, most),
        };
        let hash = seeded_hash(self.seed, "sample", &row);
        let heap = self.heaps.entry(class).or_default();
        if heap.len() < most || heap.peek().is_some_and(|top| hash < top.0) {
            heap.push((hash, self.offered, row));
            if heap.len() > most {
                heap.pop();
            }
        }
    }

    /// The number of rows offered so far.
    pub fn offered(&self) -> u64 {
        self.offered
    }

    /// The rows of the sample, in the order in which they were offered.
    pub fn finish(self) -> Vec<RowLine> {
        let mut chosen = self.all;
        chosen.extend(self.heaps.into_values().flatten().map(|(_, place, row)| (place, row)));
        chosen.sort_unstable_by_key(|&(place, _)| place);
        chosen.into_iter().map(|(_, row)| row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<RowLine> {
        let rows = include_str!("../../data/rows45.txt").lines().chain(include_str!("../../data/top23.txt").lines());
        rows.map(|line| line.parse().expect("a row")).collect()
    }

    fn choose(rows: &[RowLine], sample_size: SampleSize, seed: u64) -> Vec<RowLine> {
        let mut sampler = Sampler::new(sample_size, seed);
        rows.iter().for_each(|row| sampler.offer(row.clone()));
        assert_eq!(sampler.offered(), rows.len() as u64);
        sampler.finish()
    }

    #[test]
    fn samples_do_not_depend_on_the_order() {
        let mut rows = rows();
        let mut first = choose(&rows, SampleSize::Total(10), 3);
        rows.reverse();
        let mut second = choose(&rows, SampleSize::Total(10), 3);
        first.sort();
        second.sort();
        assert_eq!((first.len(), &first), (10, &second));
        assert_ne!(first, {
            let mut other = choose(&rows, SampleSize::Total(10), 4);
            other.sort();
            other
        });
        assert_eq!(choose(&rows, SampleSize::All, 3), rows);
    }

    #[test]
    fn every_number_of_moves_gets_its_share() {
        let rows = rows();
        let chosen = choose(&rows, SampleSize::PerMoves(1), 0);
        let mut moves: Vec<u32> = rows.iter().map(|row| row.moves).collect();
        moves.dedup();
        moves.sort_unstable();
        moves.dedup();
        let mut found: Vec<u32> = chosen.iter().map(|row| row.moves).collect();
        found.sort_unstable();
        assert_eq!(found, moves);
    }
}
