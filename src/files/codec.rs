//! Codecs: recognises how a file is compressed, compresses and decompresses it.
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use bzip2::bufread::MultiBzDecoder;
use bzip2::write::BzEncoder;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::paths::{open_regular, resolve_links};
use crate::errors::wrong_input;
use crate::gauge::Gauge;

/// Size of the buffers for reading and writing, in bytes.
const BUFFER: usize = 1 << 16;

/// Endings of files that hold no rows as text. So `hard.csv.gz` is refused as the name of a file of rows.
const NO_ROWS: [&str; 9] = ["csv", "json", "jsonl", "ndjson", "sqlite", "sqlite3", "db", "parquet", "ranks"];

/// The first bytes of a rank file.
const RANKS_START: &[u8] = b"\x89gr";

/// How a file is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Codec {
    /// Not compressed.
    Plain,
    /// gzip, one or more members.
    Gzip,
    /// bzip2, one or more streams.
    Bzip2,
}

/// Whether the name of a file, or of the one that a link leads to, says that it holds the ranks of rows instead of their text.
pub fn names_ranks(path: &Path) -> bool {
    ending(&resolve_links(path)) == Some("ranks")
}

impl Codec {
    /// The codec of rows as text that the ending of a file name stands for: `.txt`, `.gz` or `.bz2`; `None` for any other, and for
    /// a compressed table or rank file, like `.csv.gz`.
    pub fn of_path(path: &Path) -> Option<Codec> {
        match ending(path)? {
            "txt" => Some(Codec::Plain),
            _ => Codec::compressing(path).filter(|_| Codec::inner_ending(path).is_none_or(|inner| !NO_ROWS.contains(&inner))),
        }
    }

    /// The codec of a file name that ends in `.gz` or `.bz2`.
    pub fn compressing(path: &Path) -> Option<Codec> {
        match ending(path)? {
            "gz" => Some(Codec::Gzip),
            "bz2" => Some(Codec::Bzip2),
            _ => None,
        }
    }

    /// The ending before `.gz` or `.bz2`: `csv` of `hard.csv.gz`.
    pub fn inner_ending(path: &Path) -> Option<&str> {
        Codec::compressing(path).and_then(|_| ending(Path::new(path.file_stem()?)))
    }

    /// The codec of a file that begins with these bytes. A row begins with a digit, so a plain file of rows is never mistaken for
    /// a compressed one.
    fn of_start(start: &[u8]) -> Codec {
        match start {
            [0x1f, 0x8b, ..] => Codec::Gzip,
            [b'B', b'Z', b'h', ..] => Codec::Bzip2,
            _ => Codec::Plain,
        }
    }
}

/// The ending of a file name, without its dot.
fn ending(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

/// Compresses what is written to it.
pub enum Encoder<W: Write> {
    /// Writes the bytes as they are.
    Plain(W),
    /// Writes one gzip member.
    Gzip(GzEncoder<W>),
    /// Writes one bzip2 stream.
    Bzip2(BzEncoder<W>),
}

debug_as_name!([W: Write] Encoder<W>);

impl<W: Write> Encoder<W> {
    /// An encoder that writes to `inner`. The output depends on the input alone: no time and no file name are stored.
    pub fn new(codec: Codec, inner: W) -> Encoder<W> {
        match codec {
            Codec::Plain => Encoder::Plain(inner),
            Codec::Gzip => Encoder::Gzip(GzEncoder::new(inner, flate2::Compression::default())),
            Codec::Bzip2 => Encoder::Bzip2(BzEncoder::new(inner, bzip2::Compression::best())),
        }
    }

    /// A gzip encoder that favours speed over size, for temporary files.
    pub fn quick(inner: W) -> Encoder<W> {
        Encoder::Gzip(GzEncoder::new(inner, flate2::Compression::fast()))
    }

    /// The inner writer.
    pub fn get_ref(&self) -> &W {
        match self {
            Encoder::Plain(plain) => plain,
            Encoder::Gzip(gzip) => gzip.get_ref(),
            Encoder::Bzip2(bzip2) => bzip2.get_ref(),
        }
    }

    /// Completes the compressed stream and returns the inner writer.
    ///
    /// # Errors
    /// Errors of the inner writer.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Encoder::Plain(plain) => Ok(plain),
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

    /// Does nothing: a compressed stream would become larger, and the others keep nothing back.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens a file, or standard input for `-`, and decompresses it. The first bytes choose the codec, not the name. Behind a
/// symbolic link, the name is the target's. `gauge` counts the bytes of the file as they are read.
///
/// # Errors
/// The errors of opening the file and of the first read. A wrong input if the file has the ending of a compressed file but does
/// not begin like one. While reading, a stream that ends early is an
/// error of the kind `UnexpectedEof`, and a damaged one `InvalidInput` or `InvalidData`; after such an error the reader must not
/// be read again, because some decoders panic then.
pub fn open(path: &Path, gauge: &Gauge) -> io::Result<Box<dyn BufRead + Send>> {
    if path == Path::new("-") {
        return decoder(path, io::stdin());
    }
    decoder(&resolve_links(path), Gauged { source: File::open(path)?, gauge: gauge.clone() })
}

/// A source whose bytes are counted.
struct Gauged<R> {
    source: R,
    gauge: Gauge,
}

impl<R: Read> Read for Gauged<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.gauge.add(read as u64);
        Ok(read)
    }
}

fn decoder(path: &Path, mut source: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    // A pipe may deliver its first bytes one by one.
    let mut start = Vec::new();
    source.by_ref().take(3).read_to_end(&mut start)?;
    let codec = Codec::of_start(&start);
    let is_misnamed = match Codec::of_path(path) {
        Some(named) => named != Codec::Plain && codec == Codec::Plain,
        None => names_ranks(path) && !start.starts_with(RANKS_START),
    };
    let raw = BufReader::with_capacity(BUFFER, io::Cursor::new(start).chain(source));
    if is_misnamed {
        return Err(wrong_input("it does not begin as its ending says: it is empty, damaged or misnamed"));
    }
    Ok(match codec {
        Codec::Plain => Box::new(raw),
        Codec::Gzip => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(raw))),
        Codec::Bzip2 => Box::new(BufReader::with_capacity(BUFFER, MultiBzDecoder::new(raw))),
    })
}

/// A compressed regular file from its beginning; `None` for anything else.
pub fn open_compressed(path: &Path) -> Option<Box<dyn BufRead + Send>> {
    let open = || open_regular(path).ok();
    let mut start = Vec::new();
    open()?.take(3).read_to_end(&mut start).ok()?;
    if Codec::of_start(&start) == Codec::Plain {
        return None;
    }
    decoder(path, open()?).ok()
}

/// Decompresses gzip data.
pub fn gunzip(bytes: &[u8]) -> impl Read + '_ {
    MultiGzDecoder::new(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODECS: [Codec; 3] = [Codec::Plain, Codec::Gzip, Codec::Bzip2];

    fn encoded(codec: Codec, text: &str) -> Vec<u8> {
        let mut encoder = Encoder::new(codec, Vec::new());
        encoder.write_all(text.as_bytes()).expect("written");
        encoder.finish().expect("finished")
    }

    fn text(rows: usize) -> String {
        (0..rows).map(|k| format!("07 AAooBBooooooxooo {}\n", k + 1)).collect()
    }

    #[test]
    fn a_source_that_gives_a_byte_at_a_time_is_recognised() {
        struct ByteByByte(io::Cursor<Vec<u8>>);
        impl Read for ByteByByte {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let most = buffer.len().min(1);
                self.0.read(&mut buffer[..most])
            }
        }
        for codec in CODECS {
            let source = ByteByByte(io::Cursor::new(encoded(codec, &text(3))));
            let mut read = String::new();
            decoder(Path::new("-"), source).expect("opened").read_to_string(&mut read).expect("text");
            assert_eq!(read, text(3), "{codec:?}");
        }
    }
}
