//! What the program reads may be anything: no bytes make a parser panic, go on for ever, or take memory without bound.
#![cfg(feature = "cli")]

use std::io::Write;
use std::time::Duration;

use gridlock::board::{Exit, Size, View, WallRange};
use gridlock::database::{BoardReader, InputError, NumberRange, RowLine, RowReader, Vehicles};
use gridlock::files::{Codec, Encoder, JournalLine, lines_of};
use gridlock::job::Shard;
use gridlock::job::{Description, MANIFEST, RunFolder, RunIdentity, run_folder_of};
use proptest::prelude::*;

/// Texts near a row: some bytes of a good one replaced, left out or doubled.
fn near_a_row() -> impl Strategy<Value = String> {
    let good = "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332";
    prop::collection::vec((0..good.len(), any::<char>(), 0..3), 0..4).prop_map(move |edits| {
        let mut text: Vec<char> = good.chars().collect();
        for (place, character, kind) in edits {
            let place = place.min(text.len() - 1);
            match kind {
                0 => text[place] = character,
                1 => text.insert(place, character),
                _ => drop(text.remove(place)),
            }
        }
        text.into_iter().collect()
    })
}

/// Bytes near a compressed file of rows: bits flipped, and the end cut or followed by garbage.
fn near_a_file() -> impl Strategy<Value = (usize, Vec<u8>)> {
    let flips = prop::collection::vec(any::<(prop::sample::Index, u8)>(), 0..5);
    (0..3usize, 0..300usize, flips, any::<Option<prop::sample::Index>>(), prop::collection::vec(any::<u8>(), 0..20)).prop_map(
        |(codec, rows, flips, cut, garbage)| {
            let codec_of = [Codec::Plain, Codec::Gzip, Codec::Bzip2][codec];
            let mut encoder = Encoder::new(codec_of, Vec::new());
            for row in 0..rows {
                writeln!(encoder, "07 AAooBBooooooxooo {}", row + 1).unwrap();
            }
            let mut bytes = encoder.finish().unwrap();
            for (place, bits) in flips.into_iter().filter(|_| !bytes.is_empty()).collect::<Vec<_>>() {
                let place = place.index(bytes.len());
                bytes[place] ^= bits;
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len() + 1));
            }
            bytes.extend(garbage);
            (codec, bytes)
        },
    )
}

/// Texts like a list of vehicles: the right columns, mostly with right fields.
fn near_a_list() -> impl Strategy<Value = String> {
    let number = prop_oneof![6 => (0..9u64).prop_map(|n| n.to_string()), 1 => any::<u64>().prop_map(|n| n.to_string()), 1 => "[-0-9a.\" ]{0,4}"];
    let line = ("[A-D]?", "[HVhvx]", number.clone(), number.clone(), number)
        .prop_map(|(a, b, c, d, e)| format!("{a},{b},{c},{d},{e}\n"));
    prop::collection::vec(line, 0..6).prop_map(|lines| format!("id,orientation,col,row,length\nA,H,1,3,2\n{}", lines.concat()))
}

/// Reads a file to its end: row by row, on behind lines that are no rows; then board by board.
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
    let mut boards = BoardReader::open(&path).unwrap();
    while let Some(Ok(board)) = boards.next() {
        assert!(!board.board.is_empty());
    }
}

fn identity() -> RunIdentity {
    RunIdentity::new(Size::new(4).unwrap(), WallRange::new(0, 0).unwrap(), Shard::WHOLE)
}

proptest! {
    #[test]
    fn any_text_is_a_row_or_refused(text in any::<String>()) {
        let _ = text.parse::<RowLine>();
    }

    #[test]
    fn a_text_near_a_row_is_a_row_or_refused(text in near_a_row()) {
        if let Ok(row) = text.parse::<RowLine>() {
            prop_assert_eq!(row.to_string(), text.replace('.', "o"));
        }
    }

    #[test]
    fn any_bytes_are_read_as_a_file_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400), name in 0..3usize) {
        read(["rows.txt", "rows.gz", "rows.bz2"][name], &bytes);
    }

    #[test]
    fn damaged_files_are_read_or_refused((codec, bytes) in near_a_file()) {
        read(["rows.txt", "rows.gz", "rows.bz2"][codec], &bytes);
    }

    #[test]
    fn any_text_is_a_description_or_refused(text in any::<String>()) {
        let _ = Description::parse(&text);
    }

    #[test]
    fn any_bytes_are_lines_of_a_journal(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let sound = lines_of(&bytes[..]).filter(|line| matches!(line, Ok(JournalLine::Sound(_)))).count();
        prop_assert_eq!(sound, 0, "chance does not make a checksum");
    }

    #[test]
    fn any_text_near_a_list_of_vehicles_is_a_board_or_refused(text in prop_oneof![4 => near_a_list(), 1 => any::<String>()], n in 4..=7usize) {
        let size = Size::new(n).unwrap();
        if let Ok(Vehicles { pieces, walls }) = Vehicles::read(text.as_bytes(), size) {
            for exit in [Exit::Right, Exit::Left, Exit::Up, Exit::Down] {
                if let Ok(view) = View::new(size, &pieces, walls, "A", exit) {
                    prop_assert_eq!(view.state().pieces().count(), pieces.len());
                }
            }
        }
    }

    #[test]
    fn any_other_settings_are_read_or_refused(text in "[-0-9./= x]{0,12}") {
        let _ = text.parse::<NumberRange>();
        let _ = text.parse::<Shard>();
        let _ = text.parse::<WallRange>();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_damaged_run_folder_is_used_or_refused_and_never_counts_twice(
        flips in prop::collection::vec(any::<(prop::sample::Index, u8)>(), 0..4), cut in any::<Option<prop::sample::Index>>(), part in 0..4usize
    ) {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("rows.txt");
        let open = || RunFolder::open(&output, &identity(), false, Duration::MAX);
        let counts = |candidates| gridlock::generate::Counts { candidates, rows: 1, ..Default::default() };
        let mut run = open().unwrap();
        for position in [0, 10, 20] {
            run.add(position, counts(10), b"row\n").unwrap();
            run.save().unwrap();
        }
        drop(run);
        // The manifest or one of the parts is damaged.
        let name = match part { 0 => MANIFEST.to_owned(), _ => format!("{:020}.txt.gz", (part - 1) * 10) };
        let path = run_folder_of(&output).join(name);
        let mut bytes = std::fs::read(&path).unwrap();
        for (place, bits) in flips {
            let place = place.index(bytes.len());
            bytes[place] ^= bits;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len() + 1));
        }
        std::fs::write(&path, bytes).unwrap();
        if let Ok(mut run) = open() {
            let gaps = run.gaps(30);
            prop_assert_eq!(gaps.iter().map(|gap| gap.end - gap.start).sum::<u64>() + run.done().candidates, 30);
            for gap in gaps {
                run.add(gap.start, counts(gap.end - gap.start), b"row\n").unwrap();
            }
            run.save().unwrap();
            prop_assert_eq!(run.done().candidates, 30);
        }
    }
}
