//! States, moves and puzzles as their text, in the formats of serde.
use super::moves::Move;
use super::puzzle::Puzzle;
use super::rules::Rules;
use super::size::WallRange;
use super::state::State;

/// Writes values of these types as their `Display` text, and reads them by `FromStr`.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                <String as ::serde::Deserialize>::deserialize(deserializer)?.parse().map_err(::serde::de::Error::custom)
            }
        }
    )*};
}
#[cfg(feature = "files")]
pub(crate) use as_text;

as_text!(Move, Puzzle, Rules, State, WallRange);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_from_their_text_and_wrong_texts_are_errors() {
        let puzzle: Puzzle = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332".parse().expect("a row");
        let mv = Move { item: 2, distance: -1 };
        let text = serde_json::to_string(&(&puzzle, &puzzle.board, mv)).expect("JSON");
        let expected = r#"["60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332","IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM","C-1"]"#;
        assert_eq!(text, expected);
        let read: (Puzzle, State, Move) = serde_json::from_str(&text).expect("what was written");
        assert_eq!(read, (puzzle.clone(), puzzle.board, mv));
        let error = serde_json::from_str::<State>("\"ooo\"").expect_err("no board has three cells").to_string();
        assert!(error.contains("3"), "{error}");
        assert!(serde_json::from_str::<Move>("\"C1\"").is_err() && serde_json::from_str::<Puzzle>("7").is_err());
    }
}
