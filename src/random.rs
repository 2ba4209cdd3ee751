//! Random choices that depend on a seed only, on every machine.

/// A stream of random numbers: SplitMix64 (Steele, Lea, Flood 2014). It is written out here so that no update of a library
/// changes a sample.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number, uniform over all 64 bits.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must not be 0; the bias is below `bound` / 2⁶⁴.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(bound)) >> 64) as u64
    }

    /// One of the items, all equally likely; `None` if there are none.
    pub fn one_of<T>(&mut self, items: impl IntoIterator<Item = T>) -> Option<T> {
        let mut items: Vec<T> = items.into_iter().collect();
        (!items.is_empty()).then(|| items.swap_remove(self.below(items.len() as u64) as usize))
    }
}

/// Draws `count` different items, or all if there are fewer, and keeps their order.
pub fn sample<T: Clone>(items: &[T], count: usize, seed: u64) -> Vec<T> {
    let mut random = Random::new(seed);
    let mut wanted = count.min(items.len()) as u64;
    let mut chosen = Vec::with_capacity(wanted as usize);
    // Selection sampling (Knuth, algorithm S): of k items that are left, one of which w are wanted, the next is chosen with
    // chance w/k.
    for (index, item) in items.iter().enumerate() {
        if random.below((items.len() - index) as u64) < wanted {
            chosen.push(item.clone());
            wanted -= 1;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        assert_eq!([random.draw(), random.draw()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn samples_are_fair_and_the_same_for_a_seed() {
        let items: Vec<usize> = (0..10).collect();
        let mut taken = [0; 10];
        for seed in 0..5_000 {
            let chosen = sample(&items, 3, seed);
            assert_eq!(chosen.len(), 3);
            chosen.into_iter().for_each(|k| taken[k] += 1);
        }
        assert!(taken.iter().all(|n| (1_350..1_650).contains(n)), "{taken:?}");
        assert_eq!(sample(&items, 20, 5), items);
        assert_eq!(sample(&items, 4, 5), sample(&items, 4, 5));
    }
}
