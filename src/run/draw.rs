//! Random draws that are the same everywhere for a seed.

/// A uniform random draw of some things out of a stream of unknown length.
pub(super) struct Draw<T> {
    most: usize,
    random: SplitMix,
    offered: u64,
    drawn: Vec<T>,
}

impl<T> Draw<T> {
    pub(super) fn new(most: usize, seed: u64) -> Draw<T> {
        Draw { most, random: SplitMix(seed), offered: 0, drawn: Vec::new() }
    }

    pub(super) fn offer(&mut self, item: T) {
        self.offered += 1;
        if self.drawn.len() < self.most {
            self.drawn.push(item);
        } else if let Some(place) = self.drawn.get_mut(self.random.below(self.offered) as usize) {
            *place = item;
        }
    }

    /// What was drawn, in no order.
    pub(super) fn drawn(self) -> Vec<T> {
        self.drawn
    }
}

/// Random numbers that are the same everywhere for a seed: SplitMix64.
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ z >> 31) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_is_drawn_about_as_often() {
        let mut drawn = [0u32; 20];
        for seed in 0..4000 {
            let mut draw = Draw::new(5, seed);
            (0..20usize).for_each(|thing| draw.offer(thing));
            draw.drawn().into_iter().for_each(|thing| drawn[thing] += 1);
        }
        // 1000 expected, with a standard deviation of 27.
        assert!(drawn.iter().all(|n| (850..1150).contains(n)), "{drawn:?}");
    }
}
