//! How the states of a box are numbered: the *state index*.
//!
//! A state of a box chooses one configuration for each inner line. Its number is mixed radix: the *digit* of a line is the
//! position of its configuration in the line's component, counted from 0. The lines have an *order*, the same for all boxes of a
//! cluster. The first lines, as many as have at most 64 states together, are the *low* lines: their digits number a bit within a
//! word. The digits of the others, the *high* lines, number the word.
//!
//! ```text
//! components of sizes 2, 3, 1, 4, 5:   bit = d0 + 2·d1 + 6·d2 + 6·d3   (24 bits per word)      word = d4   (5 words)
//! in the order 3, 4, 1, 0, 2:          bit = d3 + 4·d4 + 20·d1         (60 bits per word)      word = d0   (2 words)
//! ```
//!
//! On 6×6 nine boxes in ten are one word. For the others [`choose_order`](super::line_order::choose_order) looks for an order
//! with few words.
//!
//! When an outer piece takes a step, every state that allows it keeps its configurations in the next box, but their digits
//! change: line `p`, which the piece enters, loses the configurations on that cell, and line `q`, which it leaves, may gain some.
//! So the states are carried over by extracting bits with one mask and depositing them with another. Both masks are products of
//! small patterns, computed when needed.
use super::line_order::LineOrder;
use crate::generate::bits::{Bits, every, ones};
use crate::lines::ConfigSet;

/// Per size: 2^63 divided by it, rounded up. Double a number, times this, divided by 2^64 is the number divided by the size.
static RECIPROCALS: [u64; 16] = {
    let mut table = [0; 16];
    let mut size = 1;
    while size < 16 {
        table[size] = (1u64 << 63).div_ceil(size as u64);
        size += 1;
    }
    table
};

/// Quotient and remainder of a number by a size from 1 to 15. Numbers of words and of chunks may be any 32-bit numbers: a box of
/// 8×8 has up to 15^8 states.
#[inline(always)]
pub fn split_digit(number: u32, size: u32) -> (u32, u32) {
    // Rounding up adds less than 1 to the reciprocal, and so less than 2^32 / 2^63 to the quotient: too little to reach the next
    // multiple of 1/15.
    let quotient = ((u128::from(2 * u64::from(number)) * u128::from(RECIPROCALS[size as usize & 15])) >> 64) as u32;
    (quotient, number - quotient * size)
}

/// The numbers of one box's states.
#[derive(Clone, Copy, Debug)]
pub struct StateIndex {
    /// The box's first word; the others follow.
    pub first_word: u32,
    /// The low lines, as bits.
    pub low: u8,
    /// The number of states in each word.
    states: u8,
    /// Per low line: the product of the sizes of the lines before it.
    pub strides: [u8; 8],
    /// Per line: the size of its component.
    pub sizes: [u8; 8],
}

impl StateIndex {
    /// The state index of a box with these components, and its number of words.
    #[inline(always)]
    pub fn new<const N: usize>(components: &[ConfigSet; 8], order: &LineOrder<N>, first_word: u32) -> (StateIndex, u32) {
        let mut index = StateIndex { first_word, low: 0, states: 1, strides: [0; 8], sizes: [1; 8] };
        // A line has at most 15 configurations, so the first line is low, and a box has at most 15^7 words on 8×8: they fit 32
        // bits.
        let (mut product, mut words) = (1, 1);
        for i in 0..N {
            let line = order[i] as usize & 7;
            let size = components[line].count_ones();
            index.sizes[line] = size as u8;
            index.strides[line] = product as u8;
            if words == 1 && product * size <= 64 {
                product *= size;
                index.low |= 1 << line;
            } else {
                words *= size;
            }
        }
        index.states = product as u8;
        (index, words)
    }

    /// Whether all lines are low, and so all states in one word.
    #[inline(always)]
    pub fn is_one_word<const N: usize>(&self) -> bool {
        self.low.count_ones() as usize == N
    }

    /// Whether a line is low.
    #[inline(always)]
    pub fn is_low(&self, line: usize) -> bool {
        self.low >> line & 1 == 1
    }

    /// The high lines, in order.
    #[inline(always)]
    pub fn high_lines<'o, const N: usize>(&self, order: &'o LineOrder<N>) -> &'o [u8] {
        &order[self.low.count_ones() as usize..]
    }

    /// The number of states in each word.
    #[inline(always)]
    pub fn states_per_word(&self) -> u32 {
        self.states as u32
    }

    /// The number of states of the first lines, some or all of the low ones, given as bits.
    #[inline(always)]
    pub fn states_of<const N: usize>(&self, first: u8, order: &LineOrder<N>) -> u32 {
        match first == self.low {
            true => self.states as u32,
            false => self.strides[order[first.count_ones() as usize] as usize] as u32,
        }
    }

    /// The states of a word in which the digit of a low line is one of `digits`. Bits above the last state may also be set.
    ///
    /// ```text
    /// stride 2, size 3, digits {0, 2}:   deposit  10 00 01 → 01 00 01,  fill each stride → 11 00 11,  repeat every 6 bits
    /// ```
    #[inline(always)]
    pub fn with_digits<B: Bits>(&self, gather: B, line: usize, digits: u64) -> u64 {
        let (stride, size) = (self.strides[line] as u32, self.sizes[line] as u32);
        let one_period = gather.widen(digits, stride);
        one_period.wrapping_mul(every(stride * size))
    }

    /// The states one move of low line `line` away from one of `bits`. `moves` lists, per digit, the digits one move away; `None`
    /// if every digit is one move from every other (lines with one piece, of at most 8 digits), and then `bits` themselves are
    /// included.
    #[inline(always)]
    pub fn smear<B: Bits>(&self, gather: B, line: usize, bits: u64, moves: Option<&[u16]>) -> u64 {
        let (stride, size) = (self.strides[line] as u32, self.sizes[line] as u32);
        debug_assert!(moves.is_some() || size <= 8, "three shifts fold 8 digits");
        // the states with digit 0
        let zero = ones(stride).wrapping_mul(every(stride * size));
        match moves {
            // fold all digits onto digit 0, twice as many with each shift, and copy that to all of them; without branches that
            // depend on the size, which the processor could not predict
            None => {
                let mut folded = bits | bits >> (stride * (size - 1).min(1));
                folded |= folded >> (stride * size.saturating_sub(2).min(2));
                folded |= folded >> (stride * size.saturating_sub(4).min(4));
                (folded & zero).wrapping_mul(every(stride) & ones(stride * size))
            }
            // take the states with each digit, as if it were 0, and copy them to the digits one move away
            Some(moves) => {
                let (mut smeared, mut shift) = (0, 0);
                for &to in &moves[..size as usize] {
                    smeared |= (bits >> shift & zero).wrapping_mul(gather.spread(to as u64, stride));
                    shift += stride;
                }
                smeared
            }
        }
    }

    /// The states whose digit of low line `line` is one more or one less than in one of `bits`. Bits above the last state may
    /// also be set.
    #[inline(always)]
    pub fn neighbouring_digits(&self, line: usize, bits: u64) -> u64 {
        let (stride, size) = (self.strides[line] as u32, self.sizes[line] as u32);
        // the states with digit 0
        let zero = ones(stride).wrapping_mul(every(stride * size));
        // beyond the last digit lies digit 0 of the next period
        bits << stride & !zero | (bits & !zero) >> stride
    }

    /// The digit of a high line in `word`, counted from the box's first word.
    pub fn high_digit<const N: usize>(&self, order: &LineOrder<N>, word: u32, line: usize) -> u32 {
        let before = self.high_lines(order).iter().take_while(|&&other| other as usize != line);
        let stride: u32 = before.map(|&other| self.sizes[other as usize] as u32).product();
        word / stride % self.sizes[line] as u32
    }

    /// The word and bit of a state, given by its inner configurations.
    #[inline]
    pub fn locate<const N: usize>(&self, components: &[ConfigSet; 8], order: &LineOrder<N>, inner: &[u8; 8]) -> (u32, u32) {
        let (mut word, mut stride, mut bit) = (self.first_word, 1, 0);
        for &line in order {
            let p = line as usize & 7;
            let digit = digit_of(components[p], inner[p] as u32);
            if self.is_low(p) {
                bit += digit * self.strides[p] as u32;
            } else {
                word += digit * stride;
                stride *= self.sizes[p] as u32;
            }
        }
        (word, bit)
    }

    /// The inner configurations of a state, by its bit and its word, counted from the box's first word.
    pub fn decode<const N: usize>(&self, components: &[ConfigSet; 8], order: &LineOrder<N>, bit: u32, word: u32) -> [u8; 8] {
        let (mut inner, mut bit, mut word) = ([0; 8], bit, word);
        for &line in order {
            let p = line as usize;
            let rest = if self.is_low(p) { &mut bit } else { &mut word };
            let (quotient, digit) = split_digit(*rest, self.sizes[p] as u32);
            inner[p] = config_at(components[p], digit) as u8;
            *rest = quotient;
        }
        inner
    }
}

/// The configuration with this digit in a component.
#[inline(always)]
pub fn config_at(component: ConfigSet, digit: u32) -> u32 {
    let mut rest = component;
    for _ in 0..digit {
        rest &= rest - 1;
    }
    rest.trailing_zeros()
}

/// The digit of a configuration in a component: how many of its members are smaller.
#[inline(always)]
pub fn digit_of(component: ConfigSet, config: u32) -> u32 {
    (component & ((1 << config) - 1)).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::bits::Portable;

    /// Random components of a 7×7 board's lines, at most 10 configurations each.
    fn random_components(rng: &mut fastrand::Rng) -> [ConfigSet; 8] {
        let most = rng.u16(1..=10);
        std::array::from_fn(|_| rng.u16(1..1 << most))
    }

    fn random_order(rng: &mut fastrand::Rng) -> LineOrder<7> {
        let mut order = [0, 1, 2, 3, 4, 5, 6];
        rng.shuffle(&mut order);
        order
    }

    /// All states of a box in the order of their numbers, by counting: the plain twin of the state index.
    fn plain_states(components: &[ConfigSet; 8], order: &LineOrder<7>) -> Vec<[u8; 8]> {
        let mut states = vec![[0; 8]];
        for p in order.map(usize::from) {
            let members = (0..16u8).filter(|c| components[p] >> c & 1 == 1);
            states = members
                .flat_map(|c| {
                    states.iter().map(move |s| {
                        let mut s = *s;
                        s[p] = c;
                        s
                    })
                })
                .collect();
        }
        states
    }

    /// Calls a test with each implementation of [`Bits`] that this processor has.
    macro_rules! with_each_gathering {
        ($test:ident) => {
            $test(Portable);
            #[cfg(target_arch = "x86_64")]
            if let Some(bmi2) = crate::generate::bits::Bmi2::detect() {
                $test(bmi2);
            }
        };
    }

    #[test]
    fn digits_and_configurations_by_counting() {
        for component in 1..1u16 << 10 {
            let members: Vec<u32> = (0..10).filter(|c| component >> c & 1 == 1).collect();
            for (digit, &config) in members.iter().enumerate() {
                assert_eq!((config_at(component, digit as u32), digit_of(component, config)), (config, digit as u32));
            }
        }
    }

    #[test]
    fn digits_are_split_without_division() {
        for size in 1..16 {
            let near_powers = (0..32).flat_map(|bit| (1u32 << bit).saturating_sub(1000)..=(1u32 << bit).saturating_add(1000));
            for number in near_powers.chain(u32::MAX - 1000..=u32::MAX) {
                assert_eq!(split_digit(number, size), (number / size, number % size));
            }
        }
    }

    #[test]
    fn every_state_has_its_place() {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut several_words = 0;
        for _ in 0..200 {
            let components = random_components(&mut rng);
            let order = random_order(&mut rng);
            let (index, words) = StateIndex::new::<7>(&components, &order, 5);
            let states = plain_states(&components, &order);
            if states.len() > 20_000 {
                continue;
            }
            let per_word = index.states_per_word();
            let high = index.high_lines(&order);
            assert!(per_word <= 64 && high.first().is_none_or(|&line| per_word * index.sizes[line as usize] as u32 > 64));
            assert_eq!(states.len() as u32, words * per_word);
            several_words += usize::from(words > 1);
            for (number, state) in states.iter().enumerate() {
                let (word, bit) = (number as u32 / per_word, number as u32 % per_word);
                assert_eq!(index.locate(&components, &order, state), (5 + word, bit));
                assert_eq!(index.decode(&components, &order, bit, word), *state);
                for line in high.iter().map(|&line| line as usize) {
                    assert_eq!(index.high_digit(&order, word, line), digit_of(components[line], state[line] as u32));
                }
            }
        }
        assert!(several_words > 20, "{several_words}");
    }

    fn masks_by_digit<B: Bits>(gather: B) {
        let mut rng = fastrand::Rng::with_seed(12);
        for _ in 0..500 {
            let components = random_components(&mut rng);
            let (index, _) = StateIndex::new::<7>(&components, &random_order(&mut rng), 0);
            let states = index.states_per_word();
            for line in (0..7).filter(|&line| index.is_low(line)) {
                let (stride, size) = (index.strides[line] as u32, index.sizes[line] as u32);
                let digits = rng.u64(..) & ones(size);
                let expected =
                    (0..states).filter(|bit| digits >> (bit / stride % size) & 1 == 1).fold(0, |bits, bit| bits | 1 << bit);
                assert_eq!(index.with_digits(gather, line, digits) & ones(states), expected, "{index:?} {line} {digits:b}");
            }
        }
    }

    fn smears_by_digit<B: Bits>(gather: B) {
        let mut rng = fastrand::Rng::with_seed(13);
        for _ in 0..500 {
            let components = random_components(&mut rng);
            let (index, _) = StateIndex::new::<7>(&components, &random_order(&mut rng), 0);
            let states = index.states_per_word();
            let bits = rng.u64(..) & rng.u64(..) & ones(states);
            for line in (0..7).filter(|&line| index.is_low(line)) {
                let (stride, size) = (index.strides[line] as u32, index.sizes[line] as u32);
                let moves: Vec<u16> = (0..size).map(|_| rng.u16(..) & ones(size) as u16).collect();
                let plain = |reaches: &dyn Fn(u32, u32) -> bool| {
                    let mut reached = 0u64;
                    for from in (0..states).filter(|from| bits >> from & 1 == 1) {
                        let digit = from / stride % size;
                        let zero = from - digit * stride;
                        (0..size).filter(|&to| reaches(digit, to)).for_each(|to| reached |= 1 << (zero + to * stride));
                    }
                    reached
                };
                if size <= 8 {
                    assert_eq!(index.smear(gather, line, bits, None) & ones(states), plain(&|_, _| true), "{index:?} {line}");
                }
                let expected = plain(&|digit, to| moves[digit as usize] >> to & 1 == 1);
                assert_eq!(index.smear(gather, line, bits, Some(&moves)) & ones(states), expected, "{index:?} {line} {moves:?}");
                if size > 1 {
                    let neighbours = index.neighbouring_digits(line, bits) & ones(states);
                    assert_eq!(neighbours, plain(&|digit, to| digit.abs_diff(to) == 1), "{index:?} {line}");
                }
            }
        }
    }

    #[test]
    fn masks_and_smears_by_definition() {
        with_each_gathering!(masks_by_digit);
        with_each_gathering!(smears_by_digit);
    }
}
