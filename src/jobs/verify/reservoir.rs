//! A uniform sample of a stream of unknown length (reservoir sampling, algorithm R).
use crate::random::Random;

/// Draws `most` items uniformly out of a stream of unknown length.
pub(crate) struct Reservoir<T> {
    most: usize,
    random: Random,
    offered: u64,
    drawn: Vec<T>,
}

impl<T> Reservoir<T> {
    pub(crate) fn new(most: usize, seed: u64) -> Reservoir<T> {
        Reservoir { most, random: Random::new(seed), offered: 0, drawn: Vec::new() }
    }

    pub(crate) fn offer(&mut self, item: T) {
        self.offered += 1;
        if self.drawn.len() < self.most {
            self.drawn.push(item);
        } else if let Some(slot) = self.drawn.get_mut(self.random.below(self.offered) as usize) {
            *slot = item;
        }
    }

    /// The items drawn, in no particular order.
    pub(crate) fn drawn(self) -> Vec<T> {
        self.drawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_drawn_about_as_often() {
        let mut drawn = [0u32; 20];
        for seed in 0..4000 {
            let mut draw = Reservoir::new(5, seed);
            (0..20usize).for_each(|item| draw.offer(item));
            draw.drawn().into_iter().for_each(|item| drawn[item] += 1);
        }
        // 1000 expected, with a standard deviation of 27.
        assert!(drawn.iter().all(|n| (850..1150).contains(n)), "{drawn:?}");
    }
}
