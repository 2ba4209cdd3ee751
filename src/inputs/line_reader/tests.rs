use std::fs;
use std::io::Write;

use super::*;
use crate::files::{Codec, Encoder};
use crate::forms::TextLine;
use crate::rows::RowLine;

const CODECS: [(Codec, &str); 3] = [(Codec::Plain, "rows.txt"), (Codec::Gzip, "rows.gz"), (Codec::Bzip2, "rows.txt.bz2")];

fn encoded(codec: Codec, text: &str) -> Vec<u8> {
    let mut encoder = Encoder::new(codec, Vec::new());
    encoder.write_all(text.as_bytes()).expect("written");
    encoder.finish().expect("finished")
}

fn text(rows: usize) -> String {
    (0..rows).map(|k| format!("07 AAooBBooooooxooo {}\n", k + 1)).collect()
}

/// Everything that a reader gives for a file of these bytes.
fn all<T: FromLine>(name: &str, bytes: &[u8]) -> Vec<Result<T, InputError>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("written");
    match LineReader::open(&path) {
        Ok(reader) => reader.collect(),
        Err(error) => vec![Err(error)],
    }
}

/// The rows of a file of these bytes, as text, or the first error.
fn read(name: &str, bytes: &[u8]) -> Result<String, InputError> {
    all::<RowLine>(name, bytes).into_iter().map(|row| row.map(|row| format!("{row}\n"))).collect()
}

#[test]
fn every_codec_comes_back_in_one_or_several_streams() {
    for (codec, name) in CODECS {
        assert_eq!(Codec::of_path(Path::new(name)), Some(codec));
        for rows in [0, 1, 5000] {
            assert!(read(name, &encoded(codec, &text(rows))).expect("rows") == text(rows), "{rows} rows in {name}");
        }
        let streams = [encoded(codec, &text(3)), encoded(codec, &text(400)), encoded(codec, "")].concat();
        assert!(read(name, &streams).expect("rows") == text(3) + &text(400), "streams in {name}");
    }
}

#[test]
fn the_first_bytes_count_more_than_the_ending() {
    assert_eq!(read("rows", &encoded(Codec::Bzip2, &text(2))).expect("rows"), text(2));
    assert_eq!(read("rows.txt", &encoded(Codec::Gzip, &text(2))).expect("rows"), text(2));
    assert_eq!(read("rows.gz", &encoded(Codec::Bzip2, &text(2))).expect("rows"), text(2));
    for bytes in [&b""[..], b"07 AAooBBooooooxooo 3\n", b"B"] {
        assert!(read("rows.gz", bytes).expect_err("misnamed").to_string().contains("as its ending says"));
    }
}

fn is_truncated(result: &Result<String, InputError>) -> bool {
    matches!(result, Err(InputError::File { problem, .. }) if problem.contains("truncated"))
}

#[test]
fn no_truncation_goes_unnoticed() {
    for (codec, name) in CODECS {
        let whole = encoded(codec, &text(20));
        let ends_of_rows: Vec<usize> = (0..=20).map(|rows| text(rows).len()).collect();
        for length in 0..whole.len() {
            let result = read(name, &whole[..length]);
            match codec {
                Codec::Plain if ends_of_rows.contains(&length) => assert!(result.is_ok()),
                _ if length < 3 && codec != Codec::Plain => assert!(result.is_err()),
                _ => assert!(is_truncated(&result), "{length} bytes of {name}: {result:?}"),
            }
        }
        let second = [&whole[..], &whole[..whole.len() - 5]].concat();
        assert!(is_truncated(&read(name, &second)), "second stream of {name}");
    }
}

#[test]
fn no_damage_goes_unnoticed() {
    for (codec, name) in &CODECS[1..] {
        let whole = encoded(*codec, &text(20));
        let mut unnoticed = 0;
        for bit in 0..whole.len() * 8 {
            let mut damaged = whole.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            // Time (32 bits), system (8), level (8) and the mark of text (1) in the gzip header, and at most 7 padding bits, have no meaning.
            if let Ok(rows) = read(name, &damaged) {
                assert!(rows == text(20), "bit {bit} of {name}");
                unnoticed += 1;
            }
        }
        assert!(unnoticed <= 56, "{unnoticed} flipped bits of {name} did not matter");
        let garbage = [&whole[..], b"garbage"].concat();
        assert!(read(name, &garbage).is_err(), "garbage after {name}");
    }
}

/// Whether nothing follows an error, unless the error is a line that is not a row.
fn ends_with_its_first_error<T>(results: &[Result<T, InputError>]) -> bool {
    let fatal = |result: &Result<T, InputError>| matches!(result, Err(error) if !matches!(error, InputError::Row { .. }));
    results.iter().position(fatal).is_none_or(|first| first + 1 == results.len())
}

#[test]
fn rows_and_boards_end_with_the_first_error_of_a_decoder() {
    // A bzip2 decoder that is read again after this header panics.
    let header = b"BZh91AY&SY\xab\xbe\xb6\0\0\x07\x5d\0\0\x10";
    assert!(matches!(all::<RowLine>("a.bz2", header)[..], [Err(_)]));
    assert!(matches!(all::<TextLine>("a.bz2", header)[..], [Err(_)]));
    for (codec, name) in &CODECS[1..] {
        let whole = encoded(*codec, &text(20));
        for byte in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[byte] ^= 0x55;
            assert!(ends_with_its_first_error(&all::<RowLine>(name, &damaged)), "rows: byte {byte} of {name}");
            assert!(ends_with_its_first_error(&all::<TextLine>(name, &damaged)), "boards: byte {byte} of {name}");
        }
    }
}

#[test]
fn a_line_that_is_not_a_row_is_not_the_end() {
    let results = all::<RowLine>("rows.txt", format!("{}no row\n{}", text(1), text(1)).as_bytes());
    assert!(matches!(results[..], [Ok(_), Err(InputError::Row { line: 2, .. }), Ok(_)]), "{results:?}");
}

#[test]
fn a_line_without_end_is_not_read_into_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards.gz");
    let mut file = Encoder::new(Codec::Gzip, fs::File::create(&path).expect("a file"));
    file.write_all(b"AAoooooooooooooo the first\n").expect("written");
    (0..1 << 9).for_each(|_| file.write_all(&[b'A'; 1 << 16]).expect("written"));
    file.finish().expect("finished");
    let mut boards = LineReader::<TextLine>::open(&path).expect("opened");
    assert_eq!(boards.next().expect("a line").expect("a board").line, 1);
    assert!(boards.next().expect("an error").expect_err("an error").to_string().contains("line 2: not a board"));
    assert!(boards.buffer.len() <= TextLine::LONGEST_LINE);
}

#[test]
fn errors_name_file_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.txt");
    let good = "07 AAooBBooooooxooo 3\n";
    let error = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("written");
        let rows: Result<Vec<_>, _> = RowReader::open(&path).expect("opened").collect();
        rows.expect_err("an error")
    };
    assert!(matches!(error(format!("{good}{good}nonsense\n").as_bytes()), InputError::Row { line: 3, .. }));
    assert!(matches!(error(format!("{good}\n").as_bytes()), InputError::Row { line: 2, .. }));
    assert!(
        error(format!("{good}07 AAoo").as_bytes())
            .to_string()
            .contains("truncated: it ends after line 1, in the middle of a row")
    );
    assert!(error(b"\xfe\xfe\n").to_string().contains("line 1: not a row"));
    assert!(error(&[b'7'; 4096]).to_string().contains("line 1: not a row"));
    assert!(matches!(RowReader::open(&folder.path().join("none.txt")), Err(InputError::Read { .. })));
}
