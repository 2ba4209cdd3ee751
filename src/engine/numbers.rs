//! Numbers as text for people.

/// A number with a comma before every third digit: `27,103,652,326`.
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// A number and its noun in the right form: `1 state`, `24,132 states`.
pub fn counted(number: impl Into<u128>, noun: &str) -> String {
    let number = number.into();
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Sorted numbers as people and schedulers write them: `0,3-5,9`.
pub fn number_ranges(sorted: &[u64]) -> String {
    let runs = sorted.chunk_by(|a, b| a + 1 == *b);
    let texts = runs.map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    texts.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_threes() {
        let texts = [0u64, 7, 999, 1000, 123_456, 27_103_652_326].map(grouped);
        assert_eq!(texts, ["0", "7", "999", "1,000", "123,456", "27,103,652,326"]);
    }

    #[test]
    fn numbers_become_ranges() {
        for (numbers, text) in [(vec![], ""), (vec![7], "7"), (vec![0, 1], "0-1"), (vec![0, 3, 4, 5, 9], "0,3-5,9")] {
            assert_eq!(number_ranges(&numbers), text);
        }
    }
}
