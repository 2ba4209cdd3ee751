//! The headers of the pages of a Parquet file, which are read here before the Parquet library believes them.
//!
//! The library allocates what a header promises before it looks at the page: up to 2 GiB, and 32 bytes for each value of a dictionary. A
//! header is a struct in the compact protocol of Thrift. The library takes a field by its number, whatever type it has. So the types are
//! checked here, or both would read different numbers.
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};

use parquet::file::metadata::ColumnChunkMetaData;

/// The longest page, in bytes, compressed or not. Programs write pages of 1 MiB, and DuckDB one of some MiB for 122,880 rows.
const LONGEST_PAGE: i64 = 64 << 20;
/// The most values of a dictionary, which is 1 MiB long as a rule.
const LARGEST_DICTIONARY: i64 = 1 << 20;
/// The longest header, in bytes. It may hold the smallest and the greatest value of its page.
const LONGEST_HEADER: u64 = 1 << 16;

/// Checks the headers of all pages of a column in one group of rows; the error says what is wrong.
///
/// # Errors
/// Those of reading; [`ErrorKind::InvalidData`] for a header that can't be one; [`ErrorKind::Unsupported`] for a page that is too large,
/// or in an encoding whose pages may grow without limit.
pub(super) fn check_pages(file: &File, column: &ColumnChunkMetaData) -> io::Result<()> {
    let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
    let (Ok(mut offset), Ok(length)) = (u64::try_from(start), u64::try_from(column.compressed_size())) else {
        return Err(damaged());
    };
    let end = offset.checked_add(length).ok_or_else(damaged)?;
    let mut file = BufReader::new(file.try_clone()?);
    while offset < end {
        file.seek(SeekFrom::Start(offset))?;
        let mut header = file.by_ref().take(LONGEST_HEADER);
        let compressed = check_header(&Fields::read(&mut header, 2)?)?;
        offset += LONGEST_HEADER - header.limit() + compressed;
    }
    Ok(())
}

/// Checks a header and gives the length of its page in the file.
fn check_header(header: &Fields) -> io::Result<u64> {
    let too_large = |what: &str, most: i64, how: &str| {
        let problem = format!("{what}, and at most {most} are read: write the file again with smaller {how}");
        Err(io::Error::new(ErrorKind::Unsupported, problem))
    };
    let [kind, plain, compressed] = header.integers_from_1()?;
    if header.integers.iter().any(|field| field.0 > 4) {
        return Err(damaged());
    }
    let longest = plain.max(compressed);
    if longest > LONGEST_PAGE {
        return too_large(&format!("a page would take {longest} bytes"), LONGEST_PAGE, "pages");
    }
    // A page of data, of an index, of a dictionary, and of data in the second version.
    let [(number, page)] = &header.structs[..] else { return Err(damaged()) };
    let encoding = match (kind, number) {
        (0, 5) => page.integers_from_1::<4>()?[1],
        (1, 6) => 0,
        (2, 7) => {
            let [values, encoding] = page.integers_from_1()?;
            if values > LARGEST_DICTIONARY {
                return too_large(&format!("a dictionary would have {values} values"), LARGEST_DICTIONARY, "groups of rows");
            }
            encoding
        }
        (3, 8) => page.integers_from_1::<6>()?[3],
        _ => return Err(damaged()),
    };
    // Plain; a dictionary, by its old and its new number; differences of integers. Others may repeat a long value at the cost of a byte, or
    // promise any number of lengths.
    if ![0, 2, 8, 5].contains(&encoding) {
        let problem = format!("encoding {encoding} of pages is not read: write the file again, plain or with dictionaries");
        return Err(io::Error::new(ErrorKind::Unsupported, problem));
    }
    u64::try_from(compressed).map_err(|_| damaged())
}

fn damaged() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the header of a page is damaged")
}

/// The fields of a Thrift struct that matter here: its 32-bit integers and structs, by number.
struct Fields {
    integers: Vec<(u8, i64)>,
    structs: Vec<(u8, Fields)>,
}

impl Fields {
    /// Reads a struct that holds structs down to `depth`. Numbers ascend, as every program writes them.
    fn read(source: &mut impl BufRead, depth: u8) -> io::Result<Fields> {
        let mut fields = Fields { integers: Vec::new(), structs: Vec::new() };
        let mut number = 0u8;
        loop {
            let (step, kind) = match byte(source)? {
                0 => return Ok(fields),
                head => (head >> 4, head & 15),
            };
            number = number.checked_add(step).filter(|_| step > 0).ok_or_else(damaged)?;
            match kind {
                1 | 2 if depth < 2 => {} // a Boolean, whose type is its value
                5 => fields.integers.push((number, i32::try_from(integer(source)?).map_err(|_| damaged())?.into())),
                12 if depth > 0 => fields.structs.push((number, Fields::read(source, depth - 1)?)),
                // Statistics, which are skipped by their types.
                6 if depth == 0 => drop(varint(source)?),
                8 if depth == 0 => {
                    let length = varint(source)?;
                    if io::copy(&mut source.by_ref().take(length), &mut io::sink())? < length {
                        return Err(damaged());
                    }
                }
                _ => return Err(damaged()),
            }
        }
    }

    /// The integers with the numbers 1 to N; a field with one of these numbers must be an integer.
    fn integers_from_1<const N: usize>(&self) -> io::Result<[i64; N]> {
        let mut values = [0; N];
        for (value, number) in values.iter_mut().zip(1u8..) {
            *value = self.integers.iter().find(|field| field.0 == number).ok_or_else(damaged)?.1;
        }
        Ok(values)
    }
}

fn byte(source: &mut impl BufRead) -> io::Result<u8> {
    let mut byte = [0];
    source.read_exact(&mut byte).map_err(|_| damaged())?;
    Ok(byte[0])
}

/// A number in groups of seven bits, the lowest first.
fn varint(source: &mut impl BufRead) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let bits = byte(source)?;
        number |= u64::from(bits & 0x7f) << shift;
        if bits < 0x80 {
            return Ok(number);
        }
    }
    Err(damaged())
}

/// A number with its sign in the lowest bit.
fn integer(source: &mut impl BufRead) -> io::Result<i64> {
    let bits = varint(source)?;
    Ok((bits >> 1) as i64 ^ -((bits & 1) as i64))
}
