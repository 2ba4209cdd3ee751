//! Valid streams of each codec, then damaged: rows and boards are read to the first error, and never beyond it.
//!
//! Random bytes die at the magic number or at the first checksum. This target compresses the rows itself and damages the result,
//! so the decoders get far into a stream before they fail.
#![no_main]
mod folder;

use std::io::Write;
use std::path::Path;

use gridlock::internals::files::{Codec, Encoder};
use gridlock::internals::forms::TextLine;
use gridlock::internals::inputs::{InputError, LineReader};
use gridlock::internals::rows::{FromLine, RowLine};
use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;

/// A stream and its damage.
#[derive(Debug)]
struct DamagedStream {
    bytes: Vec<u8>,
}

impl<'a> Arbitrary<'a> for DamagedStream {
    fn arbitrary(input: &mut Unstructured<'a>) -> Result<DamagedStream> {
        let codec = *input.choose(&[Codec::Plain, Codec::Gzip, Codec::Bzip2])?;
        let mut bytes = Vec::new();
        for _ in 0..input.int_in_range(1..=3)? {
            bytes.extend(stream(codec, input.int_in_range(0..=200)?));
        }
        for _ in 0..input.int_in_range(0..=4)? {
            let place = input.choose_index(bytes.len().max(1))?;
            match input.int_in_range(0..=3)? {
                0 => bytes.truncate(place),
                1 => bytes.iter_mut().skip(place).take(1).try_for_each(|byte| input.arbitrary().map(|bits: u8| *byte ^= bits))?,
                2 => drop(bytes.splice(place.min(bytes.len())..place.min(bytes.len()), input.arbitrary::<[u8; 4]>()?)),
                _ => bytes.extend(input.arbitrary::<[u8; 8]>()?),
            }
        }
        Ok(DamagedStream { bytes })
    }
}

/// A complete stream of this many rows.
fn stream(codec: Codec, rows: u32) -> Vec<u8> {
    let mut encoder = Encoder::new(codec, Vec::new());
    for row in 0..rows {
        writeln!(encoder, "07 AAooBBooooooxooo {}", row + 1).expect("memory takes every row");
    }
    encoder.finish().expect("memory takes every row")
}

fuzz_target!(|stream: DamagedStream| {
    // Without an ending, only the first bytes choose the codec.
    let path = folder::of_this_process().join("damaged");
    std::fs::write(&path, &stream.bytes).expect("written");
    read::<RowLine>(&path);
    read::<TextLine>(&path);
});

/// Reads to the end; nothing may follow an error, unless the error is a line that is not a row.
fn read<T: FromLine>(path: &Path) {
    let Ok(mut reader) = LineReader::<T>::open(path) else { return };
    while let Some(result) = reader.next() {
        if matches!(result, Err(error) if !matches!(error, InputError::Row { .. })) {
            assert!(reader.next().is_none(), "the reader continued after an error");
        }
    }
}
