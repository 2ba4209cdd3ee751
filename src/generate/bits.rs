//! Gathering and scattering bits, by the processor where it can (PEXT and PDEP of BMI2), else by loops.
//!
//! The search is compiled once for each of the two; [`has_bmi2`] chooses at run time.

/// Two ways to move bits; the answers are the same.
pub trait Bits {
    /// The bits of `word` at the places of `mask`, packed together at the low end.
    fn extract(word: u64, mask: u64) -> u64;
    /// The low bits of `word`, spread over the places of `mask`.
    fn deposit(word: u64, mask: u64) -> u64;
}

/// For every processor.
pub struct Portable;

impl Bits for Portable {
    #[inline(always)]
    fn extract(word: u64, mut mask: u64) -> u64 {
        let (mut found, mut place) = (0, 0);
        while mask != 0 {
            found |= (word >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        found
    }

    #[inline(always)]
    fn deposit(word: u64, mut mask: u64) -> u64 {
        let (mut found, mut place) = (0, 0);
        while mask != 0 {
            found |= (word >> place & 1) << mask.trailing_zeros();
            place += 1;
            mask &= mask - 1;
        }
        found
    }
}

/// For x86-64 with BMI2. To be used only in functions that are compiled for it, behind [`has_bmi2`].
#[cfg(target_arch = "x86_64")]
pub struct Bmi2;

#[cfg(target_arch = "x86_64")]
impl Bits for Bmi2 {
    #[inline(always)]
    fn extract(word: u64, mask: u64) -> u64 {
        // SAFETY: the type is only used behind `has_bmi2`
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn deposit(word: u64, mask: u64) -> u64 {
        // SAFETY: the type is only used behind `has_bmi2`
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }
}

/// Whether this processor has PEXT, PDEP, and the bit counts that every processor with them has.
pub fn has_bmi2() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        let detected = std::arch::is_x86_feature_detected!("bmi2") && std::arch::is_x86_feature_detected!("bmi1");
        detected && std::arch::is_x86_feature_detected!("popcnt") && std::arch::is_x86_feature_detected!("lzcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

/// The `count` lowest bits, up to all 64.
#[inline(always)]
pub fn ones(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// Every `period`-th bit from bit 0 on; period 1 to 64.
#[inline(always)]
pub fn every(period: u32) -> u64 {
    EVERY[period as usize & 127]
}

static EVERY: [u64; 128] = {
    let mut table = [1; 128];
    let mut period = 1;
    while period < 64 {
        let mut bit = period;
        while bit < 64 {
            table[period] |= 1 << bit;
            bit += period;
        }
        period += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_agree() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let (word, mask) = (rng.u64(..), rng.u64(..) & rng.u64(..));
            let packed = Portable::extract(word, mask);
            assert_eq!(Portable::deposit(packed, mask), word & mask);
            assert_eq!(packed >> mask.count_ones().min(63) >> (mask == u64::MAX) as u32, 0);
            #[cfg(target_arch = "x86_64")]
            if has_bmi2() {
                assert_eq!(Bmi2::extract(word, mask), packed);
                assert_eq!(Bmi2::deposit(word, mask), Portable::deposit(word, mask));
            }
        }
    }

    #[test]
    fn every_and_ones() {
        assert_eq!((every(1), every(2), every(64)), (u64::MAX, 0x5555_5555_5555_5555, 1));
        assert_eq!((ones(0), ones(3), ones(64)), (0, 7, u64::MAX));
    }
}
