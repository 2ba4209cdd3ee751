//! Turns lines made one by one into a source of bytes.
use std::io::{self, BufRead, Read};

/// The text of an iterator of lines, each with its end. Ends with the first error.
pub(super) struct Lines<I> {
    lines: I,
    /// The bytes of the current lines, and how many of them were read.
    held: Vec<u8>,
    read: usize,
}

impl<I: Iterator<Item = io::Result<String>>> Lines<I> {
    pub(super) fn new(lines: I) -> Lines<I> {
        Lines { lines, held: Vec::new(), read: 0 }
    }
}

impl<I: Iterator<Item = io::Result<String>>> BufRead for Lines<I> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.read == self.held.len() {
            let Some(next) = self.lines.next() else { break };
            self.held = next?.into_bytes();
            self.read = 0;
        }
        Ok(&self.held[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}

impl<I: Iterator<Item = io::Result<String>>> Read for Lines<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}
