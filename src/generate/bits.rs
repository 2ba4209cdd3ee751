//! Gathering and scattering the bits of a word: by the processor's PEXT and PDEP (BMI2) where they are fast, else by loops.
//!
//! The search is compiled once for each type that implements [`Bits`]. A value of [`Bmi2`] exists only if the processor has the
//! instructions, so the functions that take one are sound to call.
/// Moves bits between the positions of a mask and the low end of a word. Implementations differ in speed only.
pub trait Bits: Copy {
    /// Gathers the bits of `word` at the positions of `mask` at the low end: `extract(0b1010, 0b1100) = 0b10`.
    fn extract(self, word: u64, mask: u64) -> u64;
    /// Scatters the low bits of `word` to the positions of `mask`: `deposit(0b10, 0b1100) = 0b1000`.
    fn deposit(self, word: u64, mask: u64) -> u64;
    /// Puts bit `k` of `digits` at bit `k * stride`; no bit may lie beyond the word.
    fn spread(self, digits: u64, stride: u32) -> u64;
    /// Puts `stride` copies of bit `k` of `digits` at the bits from `k * stride` on; no bit may lie beyond the word.
    fn widen(self, digits: u64, stride: u32) -> u64;
}

/// Loops over the *runs* of the mask, for every processor. A run is a series of adjacent bits; it moves as a whole.
///
/// The masks of the search choose digits of a mixed radix number (see `state_index`). These are mostly neighbouring digits, whose
/// bits are adjacent, so there are few runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Portable;

impl Bits for Portable {
    #[inline(always)]
    fn extract(self, word: u64, mut mask: u64) -> u64 {
        let (mut gathered, mut position) = (0, 0);
        while mask != 0 {
            let start = mask.trailing_zeros();
            // the lowest run carries into the bit after it
            let rest = mask & mask.wrapping_add(1 << start);
            let run = mask ^ rest;
            gathered |= (word & run) >> start << position;
            // `position` stays below 64 as long as a bit of the mask is left
            position += (!(run >> start)).trailing_zeros();
            mask = rest;
        }
        gathered
    }

    #[inline(always)]
    fn deposit(self, word: u64, mut mask: u64) -> u64 {
        let (mut scattered, mut rest_of_word) = (0, word);
        while mask != 0 {
            let start = mask.trailing_zeros();
            let rest = mask & mask.wrapping_add(1 << start);
            let run = mask ^ rest;
            scattered |= rest_of_word << start & run;
            // a run of all 64 bits is the last one, whatever is left of the word
            rest_of_word = rest_of_word.wrapping_shr((!(run >> start)).trailing_zeros());
            mask = rest;
        }
        scattered
    }

    #[inline(always)]
    fn spread(self, digits: u64, stride: u32) -> u64 {
        let (mut rest, mut spread) = (digits, 0);
        while rest != 0 {
            spread |= 1 << (rest.trailing_zeros() * stride);
            rest &= rest - 1;
        }
        spread
    }

    #[inline(always)]
    fn widen(self, digits: u64, stride: u32) -> u64 {
        let (mut rest, mut widened) = (digits, 0);
        while rest != 0 {
            let start = rest.trailing_zeros();
            let after = rest & rest.wrapping_add(1 << start);
            let length = ((rest ^ after) >> start).trailing_ones();
            widened |= ones(length * stride) << (start * stride);
            rest = after;
        }
        widened
    }
}

/// Proof that this processor has PEXT, PDEP, and the bit counts that accompany them. Only [`Bmi2::detect`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// The token, if the processor has BMI1, BMI2, POPCNT and LZCNT.
    pub fn detect() -> Option<Bmi2> {
        let bmi = std::arch::is_x86_feature_detected!("bmi1") && std::arch::is_x86_feature_detected!("bmi2");
        let counts = std::arch::is_x86_feature_detected!("popcnt") && std::arch::is_x86_feature_detected!("lzcnt");
        (bmi && counts).then_some(Bmi2(()))
    }

    /// Calls a function compiled for these instructions, including what is inlined into it.
    #[inline(always)]
    pub fn call<R>(self, function: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
        fn compiled<R>(function: impl FnOnce() -> R) -> R {
            function()
        }
        // SAFETY: `self` proves that the processor has what the function is compiled for
        unsafe { compiled(function) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Bits for Bmi2 {
    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        // SAFETY: `self` proves that the processor has BMI2
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn deposit(self, word: u64, mask: u64) -> u64 {
        // SAFETY: `self` proves that the processor has BMI2
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }

    #[inline(always)]
    fn spread(self, digits: u64, stride: u32) -> u64 {
        self.deposit(digits, every(stride))
    }

    #[inline(always)]
    fn widen(self, digits: u64, stride: u32) -> u64 {
        self.spread(digits, stride).wrapping_mul(ones(stride))
    }
}

/// Which implementation of `Bits` a search uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitGathering {
    /// Loops.
    Portable,
    /// The processor's instructions.
    #[cfg(target_arch = "x86_64")]
    Bmi2(Bmi2),
}

impl BitGathering {
    /// The loops if the environment variable `GRIDLOCK_BIT_GATHERING` is `portable`, else [`BitGathering::fastest`]. Only the
    /// program calls this: the library reads no environment variable.
    #[cfg(feature = "cli")]
    pub(crate) fn of_environment() -> BitGathering {
        match std::env::var_os("GRIDLOCK_BIT_GATHERING") {
            Some(asked) if asked == "portable" => BitGathering::Portable,
            _ => BitGathering::fastest(),
        }
    }

    /// The faster implementation on this processor: its instructions, unless it lacks them or has them in slow microcode.
    pub fn fastest() -> BitGathering {
        #[cfg(target_arch = "x86_64")]
        if let Some(bmi2) = Bmi2::detect().filter(|_| !has_slow_pext()) {
            return BitGathering::Bmi2(bmi2);
        }
        BitGathering::Portable
    }

    /// Calls a function with the chosen implementation, compiled for each as far as it is inlined.
    #[inline(always)]
    pub fn call<R>(self, function: impl FnOnce() -> R) -> R {
        match self {
            BitGathering::Portable => function(),
            #[cfg(target_arch = "x86_64")]
            BitGathering::Bmi2(token) => token.call(function),
        }
    }
}

/// Whether this processor has PEXT and PDEP in microcode, where each takes tens to hundreds of cycles.
#[cfg(target_arch = "x86_64")]
fn has_slow_pext() -> bool {
    #[allow(unused_unsafe)] // older compilers demand the block, newer ones do not
    // SAFETY: every x86-64 processor has CPUID with leaves 0 and 1
    let (vendor, version) = unsafe { (std::arch::x86_64::__cpuid(0), std::arch::x86_64::__cpuid(1)) };
    let mut name = [0; 12];
    for (bytes, register) in name.chunks_exact_mut(4).zip([vendor.ebx, vendor.edx, vendor.ecx]) {
        bytes.copy_from_slice(&register.to_le_bytes());
    }
    is_slow_at_pext(&name, version.eax)
}

/// Whether a processor with this vendor and version (EAX of CPUID leaf 1) has PEXT in microcode: AMD before Zen 3, which is
/// family 0x19, and Hygon, whose family 0x18 is a Zen 1.
#[cfg(target_arch = "x86_64")]
fn is_slow_at_pext(vendor: &[u8; 12], version: u32) -> bool {
    let (base, extended) = (version >> 8 & 15, version >> 20 & 255);
    let family = if base == 15 { base + extended } else { base };
    match vendor {
        b"AuthenticAMD" => family < 0x19,
        b"HygonGenuine" => family <= 0x18,
        _ => false,
    }
}

/// The `count` lowest bits, up to all 64.
#[inline(always)]
pub fn ones(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// Every `period`-th bit, starting with bit 0; period 1 to 64.
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
    fn both_implementations_agree() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let (word, mask) = (rng.u64(..), rng.u64(..) & rng.u64(..));
            let gathered = Portable.extract(word, mask);
            assert_eq!(Portable.deposit(gathered, mask), word & mask);
            assert_eq!(gathered >> mask.count_ones().min(63) >> (mask == u64::MAX) as u32, 0);
            #[cfg(target_arch = "x86_64")]
            if let Some(bmi2) = Bmi2::detect() {
                assert_eq!(bmi2.extract(word, mask), gathered);
                assert_eq!(bmi2.deposit(word, mask), Portable.deposit(word, mask));
            }
        }
    }

    #[test]
    fn runs_of_any_length_move() {
        for (start, end) in (0..64).flat_map(|start| (start + 1..=64).map(move |end| (start, end))) {
            let mask = ones(end) & !ones(start);
            assert_eq!(Portable.extract(u64::MAX, mask), ones(end - start), "{mask:x}");
            assert_eq!(Portable.deposit(u64::MAX, mask), mask);
            assert_eq!(Portable.extract(0x0123_4567_89ab_cdef, mask | 1), {
                let above = if start == 0 { 0 } else { (0x0123_4567_89ab_cdef & mask) >> start << 1 };
                if start == 0 { 0x0123_4567_89ab_cdef & mask } else { above | 1 }
            });
        }
    }

    #[test]
    fn digits_are_spread_and_widened() {
        fn check<B: Bits>(gather: B) {
            let mut rng = fastrand::Rng::with_seed(2);
            for stride in 1..=64 {
                for digits in (0..200).map(|_| rng.u64(..) & ones(64 / stride)) {
                    let digit = |k: u32| digits >> k & 1 == 1;
                    let spread = (0..64 / stride).filter(|&k| digit(k)).fold(0, |bits, k| bits | 1 << (k * stride));
                    let widened =
                        (0..64 / stride * stride).filter(|bit| digit(bit / stride)).fold(0, |bits, bit| bits | 1 << bit);
                    assert_eq!(
                        (gather.spread(digits, stride), gather.widen(digits, stride)),
                        (spread, widened),
                        "{digits:x} {stride}"
                    );
                }
            }
        }
        check(Portable);
        #[cfg(target_arch = "x86_64")]
        if let Some(bmi2) = Bmi2::detect() {
            check(bmi2);
        }
    }

    #[test]
    fn every_and_ones() {
        assert_eq!((every(1), every(2), every(64)), (u64::MAX, 0x5555_5555_5555_5555, 1));
        assert_eq!((ones(0), ones(3), ones(64)), (0, 7, u64::MAX));
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn processors_with_slow_pext_are_known() {
        // version numbers as CPUID gives them
        let cases: [(&[u8; 12], u32, bool); 6] = [
            (b"AuthenticAMD", 0x0080_0F11, true),  // Zen 1, family 0x17
            (b"AuthenticAMD", 0x0083_0F10, true),  // Zen 2, family 0x17
            (b"AuthenticAMD", 0x0066_0F01, true),  // Excavator, family 0x15
            (b"AuthenticAMD", 0x00A2_0F10, false), // Zen 3, family 0x19
            (b"HygonGenuine", 0x0090_0F02, true),  // family 0x18
            (b"GenuineIntel", 0x0003_06C3, false), // Haswell
        ];
        for (vendor, version, slow) in cases {
            assert_eq!(is_slow_at_pext(vendor, version), slow, "{version:#x}");
        }
    }
}
