//! Arbitrary input: no bytes make a parser panic, loop for ever or take unbounded memory, and what is read is written back
//! unchanged.
//!
//! Most inputs are valid ones with a few edits, so that they pass the first checks.

use std::time::Duration;

use gridlock::internals::board::{CellSet, Size, State, WallRange};
use gridlock::internals::files::{MANIFEST, RunFolder, run_folder_of, sha256};
use gridlock::internals::inputs::{InputError, LineReader, RowReader, Vehicles, boards_of};
use gridlock::internals::notation::{Exit, NamedBoard, View};
use gridlock::internals::rows::{NumberRange, RowLine};
use gridlock::internals::run::{Description, KeptRun, RunIdentity, Shard, description_digest};
use proptest::prelude::*;

/// Published rows, some with walls.
const ROWS: &str = concat!(include_str!("../../data/top23.txt"), include_str!("../../data/rows45.txt"));

/// A description as `generate` writes it, with all fields except `missing`.
const DESCRIPTION: &str = r#"{
  "program": "gridlock 0.2.0", "rows_version": 2, "size": 4, "walls": "0..2", "shard": "0/1", "order": "candidates", "check": "passed",
  "counts": {
    "candidates": 18526, "solvable": 15739, "goal_states": 55176, "rows": 32, "states": 109016, "states_in_rows": 514, "deepest": 7
  },
  "rows": { "lines": 32, "bytes": 736, "sha256": "2c59898ddce8ac30d1b8018d1bfc4b327ac25095884720ad1ddadcfe6f39047a" },
  "file_bytes": 301, "file_sha256": "2c59898ddce8ac30d1b8018d1bfc4b327ac25095884720ad1ddadcfe6f39047a", "digest": ""
}"#;

/// A text with the right digest, if it is a JSON object.
fn sealed(text: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(mut value) if value.is_object() => {
            value["digest"] = description_digest(&value).into();
            value.to_string()
        }
        _ => text.to_owned(),
    }
}

/// A text with up to three characters replaced, inserted or removed. Most new characters already occur in the text.
fn edited(text: String) -> impl Strategy<Value = String> {
    let characters: Vec<char> = text.chars().collect();
    let new = prop_oneof![4 => prop::sample::select(characters.clone()), 1 => any::<char>()];
    prop::collection::vec((any::<prop::sample::Index>(), new, 0..3), 0..4).prop_map(move |edits| {
        let mut text = characters.clone();
        for (place, character, kind) in edits {
            if text.is_empty() {
                break;
            }
            let place = place.index(text.len());
            match kind {
                0 => text[place] = character,
                1 => text.insert(place, character),
                _ => drop(text.remove(place)),
            }
        }
        text.into_iter().collect()
    })
}

/// One of the published rows, edited.
fn near_a_row() -> impl Strategy<Value = String> {
    prop::sample::select(ROWS.lines().collect::<Vec<_>>()).prop_flat_map(|row| edited(row.to_owned()))
}

/// The board of a published row, edited.
fn near_a_board() -> impl Strategy<Value = String> {
    let boards: Vec<&str> = ROWS.lines().filter_map(|row| row.split(' ').nth(1)).collect();
    prop::sample::select(boards).prop_flat_map(|board| edited(board.to_owned()))
}

/// The board of a published row as a list of vehicles, edited.
fn near_a_list() -> impl Strategy<Value = String> {
    let lists: Vec<String> = ROWS.lines().filter_map(|row| row.split(' ').nth(1)).map(list_of_vehicles).collect();
    prop::sample::select(lists).prop_flat_map(edited)
}

/// A list of vehicles of a 6×6 board with a primary `A`: one line each, columns and rows counted from 1.
fn list_of_vehicles(board: &str) -> String {
    let cells: Vec<char> = board.chars().collect();
    let mut list = "id,orientation,col,row,length\n".to_owned();
    let mut letters: Vec<char> = cells.iter().copied().filter(char::is_ascii_uppercase).collect();
    letters.sort_unstable();
    letters.dedup();
    for letter in letters {
        let of_piece: Vec<usize> = (0..36).filter(|&cell| cells[cell] == letter).collect();
        let orientation = if of_piece[1] == of_piece[0] + 1 { "H" } else { "V" };
        list += &format!("{letter},{orientation},{},{},{}\n", of_piece[0] % 6 + 1, of_piece[0] / 6 + 1, of_piece.len());
    }
    list
}

/// Reads a file to its end, row by row and past lines that are not rows, then board by board.
fn read(name: &str, bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let Ok(reader) = RowReader::open(&path) else { return };
    let mut last = 0;
    for row in reader {
        match row {
            Ok(row) => assert!(row.board.len() <= 49),
            Err(InputError::Row { line, .. }) => assert!(line > std::mem::replace(&mut last, line)),
            Err(_) => last = u64::MAX - 1,
        }
    }
    let mut boards = boards_of(LineReader::open(&path).unwrap(), None);
    while let Some(Ok(board)) = boards.next() {
        assert!(!board.cells.is_empty());
    }
}

fn identity() -> RunIdentity {
    RunIdentity::new(Size::square(4).unwrap(), WallRange::new(0, 0).unwrap(), Shard::WHOLE)
}

/// Whether `written` shows the same board as `given`: the same empty cells and walls, and pieces on the same cells.
fn is_same_board(written: &str, given: &str) -> bool {
    let (written, given): (Vec<char>, Vec<char>) = (written.chars().collect(), given.replace('.', "o").chars().collect());
    let same = |a: usize, b: usize| (written[a] == written[b]) == (given[a] == given[b]);
    written.len() == given.len()
        && (0..given.len())
            .all(|a| (0..a).all(|b| same(a, b)) && ['o', 'x'].iter().all(|c| (written[a] == *c) == (given[a] == *c)))
}

proptest! {
    #![proptest_config(crate::cases(1024))]

    #[test]
    fn rows_come_back_or_are_refused(text in prop_oneof![9 => near_a_row(), 1 => any::<String>()]) {
        if let Ok(row) = text.parse::<RowLine>() {
            prop_assert_eq!(row.to_string(), text.replace('.', "o"));
        }
    }

    #[test]
    fn boards_come_back_or_are_refused(text in near_a_board()) {
        if let Ok(state) = text.parse::<State>() {
            let written = state.to_string();
            prop_assert_eq!(written.parse::<State>(), Ok(state));
            prop_assert!(is_same_board(&written, &text), "{} became {}", text, written);
        }
    }

    #[test]
    fn descriptions_come_back_or_are_refused(text in edited(DESCRIPTION.to_owned())) {
        for text in [sealed(&text), text] {
            if let Ok(description) = Description::parse(&text) {
                prop_assert_eq!(Description::parse(&description.to_text()).unwrap(), description);
            }
        }
    }

    #[test]
    fn lists_of_vehicles_are_boards_or_refused(text in near_a_list(), n in prop_oneof![3 => Just(6), 1 => 4..=7usize]) {
        let size = Size::square(n).unwrap();
        let list = Vehicles::records(text.as_bytes());
        if let Ok(Vehicles { pieces, walls, .. }) = list.and_then(|list| Vehicles::read(&list, size, None)) {
            let lines = text.split(['\r', '\n']).filter(|line| !line.is_empty()).count();
            prop_assert_eq!(pieces.len() + walls.len(), lines - 1);
            for exit in [Exit::Right, Exit::Left, Exit::Up, Exit::Down] {
                let board = NamedBoard { size, vehicles: pieces.clone(), walls };
                if let Ok(view) = View::of_named(&board, "A", exit) {
                    prop_assert_eq!(view.state().pieces().count(), pieces.len());
                    prop_assert_eq!(view.state().items().len(), pieces.len() + walls.len());
                    prop_assert_eq!(&view.state().to_string().parse::<State>().unwrap(), view.state());
                }
            }
        }
    }

    #[test]
    fn any_other_settings_come_back_or_are_refused(
        text in prop_oneof!["[0-9]{1,3}", "[0-9]{0,3}\\.\\.=?[0-9]{0,3}", "[0-9]{1,3}/[0-9]{1,3}", "[-0-9./= x]{0,12}"]
    ) {
        if let Ok(range) = text.parse::<NumberRange>() {
            prop_assert_eq!(range.to_string().parse::<NumberRange>().unwrap(), range);
        }
        if let Ok(shard) = text.parse::<Shard>() {
            prop_assert_eq!(shard.to_string().parse::<Shard>().unwrap(), shard);
        }
        if let Ok(walls) = text.parse::<WallRange>() {
            prop_assert_eq!(walls.to_string().parse::<WallRange>().unwrap(), walls);
        }
    }
}

#[test]
fn the_valid_inputs_that_are_edited_are_valid() {
    Description::parse(&sealed(DESCRIPTION)).unwrap();
    for row in ROWS.lines() {
        assert_eq!(row.parse::<RowLine>().unwrap().to_string(), row);
        let board = row.split(' ').nth(1).unwrap();
        let state: State = board.parse().unwrap();
        let size = Size::square(6).unwrap();
        let list = Vehicles::records(list_of_vehicles(board).as_bytes()).unwrap();
        let Vehicles { pieces, walls, .. } = Vehicles::read(&list, size, None).unwrap();
        assert_eq!((pieces.len(), walls), (state.pieces().count(), CellSet::EMPTY), "{board}");
        let view = View::of_named(&NamedBoard { size, vehicles: pieces, walls }, "A", Exit::Right).unwrap();
        assert!(view.state().pieces().eq(state.pieces()), "{board}");
    }
}

proptest! {
    #![proptest_config(crate::cases(256))]

    #[test]
    fn any_bytes_are_read_as_a_file_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400), name in 0..3usize) {
        read(["rows.txt", "rows.gz", "rows.bz2"][name], &bytes);
    }
}

/// A line of a journal.
fn with_checksum(json: &str) -> String {
    format!("{} {json}\n", &sha256(json.as_bytes())[..16])
}

proptest! {
    #![proptest_config(crate::cases(64))]

    #[test]
    fn a_manifest_with_edited_numbers_is_used_or_refused_and_never_counts_twice(
        part in edited("{\"first\":10,\"counts\":{\"candidates\":10,\"solvable\":0,\"goal_states\":0,\"rows\":1,\"states\":0,\"states_in_rows\":0,\"deepest\":0},\"bytes\":0,\"sha256\":\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"}".to_owned())
    ) {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("rows.txt");
        let open = || RunFolder::open(&output, &KeptRun { identity: identity(), with_ranks: false }, false, Duration::MAX);
        drop(open().unwrap());
        let path = run_folder_of(&output);
        let header = std::fs::read_to_string(path.join(MANIFEST)).unwrap();
        // Each line has its right checksum, so that the numbers themselves are judged. The file of the part is empty and matches.
        std::fs::write(path.join(MANIFEST), header + &with_checksum(&part)).unwrap();
        std::fs::write(path.join("00000000000000000010.txt.gz"), "").unwrap();
        let run = open().unwrap();
        let gaps = run.gaps(30);
        prop_assert!(gaps.iter().all(|gap| gap.start < gap.end && gap.end <= 30) && gaps.is_sorted_by(|a, b| a.end < b.start));
        let left: u64 = gaps.iter().map(|gap| gap.end - gap.start).sum();
        prop_assert!(run.done().candidates >= 30 - left);
    }
}
