//! Bytes as text inside a page: 13 bits in two signs, so 16/13 characters a byte where base64 has 4/3. `engine/unpacked.js` reads it.
//!
//! Two of 91 signs can say 8,281 values, 13 bits say 8,192. (The method is that of basE91 by Joachim Henke, without its 14th bit: so the
//! length is known beforehand.) The signs are `#` to `~` without `<`, so no element of HTML ends in the text.

const BITS: usize = 13;

const SIGNS: usize = 91;

/// A last sign alone can say 64 of 91 values: 6 bits.
const BITS_OF_ONE: usize = 6;

/// The text of bytes. Their bits are taken from the lowest of the first byte on.
pub fn dense_text(bytes: &[u8]) -> String {
    let sign = |value: usize| char::from(b'#' + value as u8 + u8::from(value >= usize::from(b'<' - b'#')));
    let mut text = String::with_capacity(dense_length(bytes.len()));
    let (mut bits, mut count) = (0, 0);
    for &byte in bytes {
        bits |= usize::from(byte) << count;
        count += 8;
        if count >= BITS {
            let value = bits & ((1 << BITS) - 1);
            text.extend([sign(value % SIGNS), sign(value / SIGNS)]);
            bits >>= BITS;
            count -= BITS;
        }
    }
    if count > 0 {
        text.push(sign(bits % SIGNS));
    }
    if count > BITS_OF_ONE {
        text.push(sign(bits / SIGNS));
    }
    text
}

/// The number of characters of the text, from the number of bytes.
pub fn dense_length(bytes: usize) -> usize {
    let (pairs, rest) = (bytes * 8 / BITS, bytes * 8 % BITS);
    2 * pairs + usize::from(rest > 0) + usize::from(rest > BITS_OF_ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the text by the definition: a number of bits after the other.
    fn bytes_of(text: &str) -> Vec<u8> {
        let values: Vec<usize> = text.bytes().map(|b| usize::from(b - b'#') - usize::from(b > b'<')).collect();
        let bits = |signs: &[usize]| match *signs {
            [low, high] => (0..BITS).map(|k| (low + SIGNS * high) >> k & 1).collect::<Vec<_>>(),
            [low] => (0..BITS_OF_ONE).map(|k| low >> k & 1).collect(),
            _ => unreachable!("one or two signs"),
        };
        let bits: Vec<usize> = values.chunks(2).flat_map(bits).collect();
        bits.chunks_exact(8).map(|byte| byte.iter().rev().fold(0, |value, &bit| 2 * value + bit as u8)).collect()
    }

    #[test]
    fn bytes_come_back_and_no_element_ends() {
        let mut signs = [false; 128];
        for length in 0..300 {
            let every = (0..length).map(|k| (k * k * 31 + k / 7 * 83 + length) as u8).collect();
            for bytes in [every, vec![0; length], vec![255; length]] {
                let text = dense_text(&bytes);
                assert_eq!(text.len(), dense_length(length), "{length}");
                assert_eq!(bytes_of(&text), bytes, "{length}");
                text.bytes().for_each(|sign| signs[usize::from(sign)] = true);
            }
        }
        let used: String = (0..128).filter(|&sign| signs[usize::from(sign)]).map(char::from).collect();
        assert_eq!(used, ('#'..='~').filter(|&sign| sign != '<').collect::<String>());
    }
}
