//! What the environment asks of the program. The library reads no environment variable.
use crate::generate::{BIT_GATHERING_VARIABLE, BitGathering, BitGatheringError};

/// How bits are gathered: as the environment variable `GRIDLOCK_BIT_GATHERING` says (`bmi2` or `portable`), otherwise in the fastest way.
///
/// # Errors
/// [`BitGatheringError`] if the variable has another value, or asks for instructions that the processor lacks.
pub fn bit_gathering() -> Result<BitGathering, BitGatheringError> {
    BitGathering::named(std::env::var_os(BIT_GATHERING_VARIABLE).as_deref())
}
