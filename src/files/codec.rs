//! Compression: which codec a file has, how it is written, and how it is read.
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use bzip2::bufread::MultiBzDecoder;
use bzip2::write::BzEncoder;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

/// Bytes collected before they are written or after they are read.
const BUFFER: usize = 1 << 16;

/// How a file is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Codec {
    /// Not at all.
    Plain,
    /// gzip, one or more members.
    Gzip,
    /// bzip2, one or more streams.
    Bzip2,
}

/// A file whose codec can't be told, or is not what its name says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodecError {
    /// A file ending other than the known ones.
    #[error("the ending of {} is unknown: use .txt for plain text, .gz or .bz2 for compressed", .0.display())]
    UnknownEnding(PathBuf),
    /// A file that does not begin as its ending promises.
    #[error("{} is not a {codec} file, though its ending says so: it is empty, damaged or misnamed", path.display())]
    NotWhatItSays {
        /// The file.
        path: PathBuf,
        /// What its ending promises.
        codec: Codec,
    },
}

impl std::fmt::Display for Codec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Codec::Plain => "plain text",
            Codec::Gzip => "gzip",
            Codec::Bzip2 => "bzip2",
        })
    }
}

impl Codec {
    /// The codec that a file's ending asks for: `.txt`, `.gz` or `.bz2`.
    ///
    /// # Errors
    /// [`CodecError::UnknownEnding`] for any other ending, or none.
    pub fn of_path(path: &Path) -> Result<Codec, CodecError> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("txt") => Ok(Codec::Plain),
            Some("gz") => Ok(Codec::Gzip),
            Some("bz2") => Ok(Codec::Bzip2),
            _ => Err(CodecError::UnknownEnding(path.to_owned())),
        }
    }

    /// The codec that a file's first bytes show; rows begin with a digit, so plain text is never mistaken.
    fn of_start(start: &[u8]) -> Codec {
        match start {
            [0x1f, 0x8b, ..] => Codec::Gzip,
            [b'B', b'Z', b'h', ..] => Codec::Bzip2,
            _ => Codec::Plain,
        }
    }
}

/// Compresses what is written to it.
pub enum Encoder<W: Write> {
    /// Passes bytes on, buffered.
    Plain(BufWriter<W>),
    /// Writes one gzip member.
    Gzip(GzEncoder<W>),
    /// Writes one bzip2 stream.
    Bzip2(BzEncoder<W>),
}

impl<W: Write> Encoder<W> {
    /// An encoder that writes to `inner`. The same bytes in give the same bytes out: no time or name is stored.
    pub fn new(codec: Codec, inner: W) -> Encoder<W> {
        match codec {
            Codec::Plain => Encoder::Plain(BufWriter::with_capacity(BUFFER, inner)),
            Codec::Gzip => Encoder::Gzip(GzEncoder::new(inner, flate2::Compression::default())),
            Codec::Bzip2 => Encoder::Bzip2(BzEncoder::new(inner, bzip2::Compression::best())),
        }
    }

    /// A gzip encoder that saves time, not space: for files that are read once and go.
    pub fn quick(inner: W) -> Encoder<W> {
        Encoder::Gzip(GzEncoder::new(inner, flate2::Compression::fast()))
    }

    /// The inner writer.
    pub fn get_ref(&self) -> &W {
        match self {
            Encoder::Plain(plain) => plain.get_ref(),
            Encoder::Gzip(gzip) => gzip.get_ref(),
            Encoder::Bzip2(bzip2) => bzip2.get_ref(),
        }
    }

    /// Ends the stream and gives the inner writer back.
    ///
    /// # Errors
    /// Those of the inner writer.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Encoder::Plain(plain) => plain.into_inner().map_err(io::IntoInnerError::into_error),
            Encoder::Gzip(gzip) => gzip.finish(),
            Encoder::Bzip2(bzip2) => bzip2.finish(),
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Encoder::Plain(plain) => plain.write(bytes),
            Encoder::Gzip(gzip) => gzip.write(bytes),
            Encoder::Bzip2(bzip2) => bzip2.write(bytes),
        }
    }

    /// Hands on what is buffered. Compressed streams pay for it with a worse ratio.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Encoder::Plain(plain) => plain.flush(),
            Encoder::Gzip(gzip) => gzip.flush(),
            Encoder::Bzip2(bzip2) => bzip2.flush(),
        }
    }
}

/// Opens a file, or standard input for `-`, for reading its text, whatever the codec its first bytes show.
///
/// # Errors
/// Those of opening and of the first read; inside them a [`CodecError::NotWhatItSays`] if the ending is that of a
/// compressed file and the first bytes are not. Truncation shows while reading, see [`is_truncation`].
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return decoder(path, io::stdin());
    }
    decoder(path, File::open(path)?)
}

fn decoder(path: &Path, mut source: impl Read + 'static) -> io::Result<Box<dyn BufRead>> {
    // A pipe may hand over its first bytes one by one.
    let mut start = Vec::new();
    source.by_ref().take(3).read_to_end(&mut start)?;
    let codec = Codec::of_start(&start);
    let raw = BufReader::with_capacity(BUFFER, io::Cursor::new(start).chain(source));
    if let Ok(promised @ (Codec::Gzip | Codec::Bzip2)) = Codec::of_path(path)
        && codec == Codec::Plain
    {
        return Err(io::Error::other(CodecError::NotWhatItSays { path: path.to_owned(), codec: promised }));
    }
    Ok(match codec {
        Codec::Plain => Box::new(raw),
        Codec::Gzip => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(raw))),
        Codec::Bzip2 => Box::new(BufReader::with_capacity(BUFFER, MultiBzDecoder::new(raw))),
    })
}

/// The text of some gzip bytes.
pub fn gunzip(bytes: &[u8]) -> impl Read + '_ {
    MultiGzDecoder::new(bytes)
}

/// Whether a read failed because the compressed stream ends too early.
pub fn is_truncation(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::UnexpectedEof
}

/// Whether a read failed because the compressed stream is damaged: a wrong checksum, garbage behind it, an impossible code.
pub fn is_damage(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::database::{InputError, RowReader};

    const CODECS: [(Codec, &str); 3] = [(Codec::Plain, "rows.txt"), (Codec::Gzip, "rows.gz"), (Codec::Bzip2, "rows.txt.bz2")];

    fn encoded(codec: Codec, text: &str) -> Vec<u8> {
        let mut encoder = Encoder::new(codec, Vec::new());
        encoder.write_all(text.as_bytes()).expect("written");
        encoder.finish().expect("finished")
    }

    fn text(rows: usize) -> String {
        (0..rows).map(|k| format!("07 AAooBBooooooxooo {}\n", k + 1)).collect()
    }

    /// What reading a file of these bytes gives.
    fn read(name: &str, bytes: &[u8]) -> Result<String, InputError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("written");
        RowReader::open(&path)?.map(|row| row.map(|row| format!("{row}\n"))).collect()
    }

    #[test]
    fn every_codec_comes_back_in_one_or_several_streams() {
        for (codec, name) in CODECS {
            assert_eq!(Codec::of_path(Path::new(name)), Ok(codec));
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
            assert!(matches!(read("rows.gz", bytes), Err(InputError::Codec(CodecError::NotWhatItSays { .. }))));
        }
    }

    #[test]
    fn a_source_that_gives_a_byte_at_a_time_is_told_too() {
        struct ByteByByte(io::Cursor<Vec<u8>>);
        impl Read for ByteByByte {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let most = buffer.len().min(1);
                self.0.read(&mut buffer[..most])
            }
        }
        for (codec, _) in CODECS {
            let source = ByteByByte(io::Cursor::new(encoded(codec, &text(3))));
            let mut read = String::new();
            decoder(Path::new("-"), source).expect("opened").read_to_string(&mut read).expect("text");
            assert_eq!(read, text(3), "{codec}");
        }
    }

    #[test]
    fn no_truncation_goes_unnoticed() {
        for (codec, name) in CODECS {
            let whole = encoded(codec, &text(60));
            let ends_of_rows: Vec<usize> = (0..=60).map(|rows| text(rows).len()).collect();
            for length in 0..whole.len() {
                let result = read(name, &whole[..length]);
                match codec {
                    Codec::Plain if ends_of_rows.contains(&length) => assert!(result.is_ok()),
                    _ if length < 3 && codec != Codec::Plain => assert!(result.is_err()),
                    _ => assert!(matches!(result, Err(InputError::Truncated { .. })), "{length} bytes of {name}: {result:?}"),
                }
            }
            let second = [&whole[..], &whole[..whole.len() - 5]].concat();
            assert!(matches!(read(name, &second), Err(InputError::Truncated { .. })), "second stream of {name}");
        }
    }

    #[test]
    fn no_damage_goes_unnoticed() {
        for (codec, name) in &CODECS[1..] {
            let whole = encoded(*codec, &text(60));
            let mut unnoticed = 0;
            for bit in 0..whole.len() * 8 {
                let mut damaged = whole.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                // Time and system in the gzip header, and padding bits, mean nothing; the text must be right all the same.
                if let Ok(rows) = read(name, &damaged) {
                    assert!(rows == text(60), "bit {bit} of {name}");
                    unnoticed += 1;
                }
            }
            assert!(unnoticed < 100, "{unnoticed} flipped bits of {name} did not matter");
            let garbage = [&whole[..], b"garbage"].concat();
            assert!(read(name, &garbage).is_err(), "garbage behind {name}");
        }
    }
}
