//! Rank files hold whole databases, exactly: they are written from rows in any order, and every row comes back.
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

use gridlock::internals::files::OutputFile;
use gridlock::internals::inputs::RowReader;
use gridlock::internals::ranks::{RankFile, RankSettings};
use gridlock::{Database, Filter, Generator, Metric, Puzzle, Ranks, Size, WallRange};

fn size(n: usize) -> Size {
    Size::square(n).expect("a size")
}

/// The rows of some candidates, in the published order.
fn rows(n: usize, walls: &str, metric: Metric, ranks: Option<Ranks>) -> Vec<Puzzle> {
    let generator =
        Generator::new(size(n), walls.parse().expect("a range")).expect("few candidates").with_metric(metric).pruning();
    let ranks = ranks.unwrap_or(Ranks { first: 0, step: 1, count: generator.candidates() });
    let mut rows = Vec::new();
    generator.worker().analyse(ranks, &mut |row, _| rows.push(row.clone())).expect("small clusters");
    rows.sort();
    rows
}

/// Writes rows to a rank file, in the order given.
fn write(path: &Path, rows: &[Puzzle], metric: Metric, whole: Option<WallRange>) -> Result<(), String> {
    let threads = NonZeroUsize::new(2).expect("not 0");
    let settings = RankSettings { metric, rules: None, whole, threads, stop: Default::default(), gauge: Default::default() };
    let mut output = OutputFile::rows(path, true, Some(settings.encoder(path))).expect("an output");
    let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
    // pieces of lines, too
    text.as_bytes().chunks(1000).try_for_each(|bytes| output.write(bytes)).map_err(|error| error.to_string())?;
    output.finish().map_err(|error| error.to_string())
}

/// A rank file gives its rows in the published order, by number, and by every filter.
fn check(n: usize, walls: &str, metric: Metric, ranks: Option<Ranks>, least: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.ranks");
    let expected = rows(n, walls, metric, ranks);
    assert!(expected.len() >= least, "{n} {walls} {metric}: {}", expected.len());
    let mut mixed = expected.clone();
    fastrand::Rng::with_seed(3).shuffle(&mut mixed);
    let whole = ranks.is_none().then(|| walls.parse().expect("a range"));
    write(&path, &mixed, metric, whole).expect("written");
    let first = fs::read(&path).expect("a file");
    write(&path, &expected, metric, whole).expect("written");
    assert!(first == fs::read(&path).expect("a file"), "the file does not depend on the order of the rows");
    let read: Vec<String> = RowReader::open(&path).expect("opened").map(|row| row.expect("a row").to_string()).collect();
    assert!(read.iter().zip(&expected).all(|(read, row)| *read == row.to_string()) && read.len() == expected.len());

    let database = Database::open(&path).expect("a rank file");
    assert_eq!((database.len(), database.size(), database.metric()), (expected.len() as u64, size(n), metric));
    assert_eq!(database.is_whole(), ranks.is_none());
    let mut all: Vec<Puzzle> = database.iter().map(|row| row.expect("a row")).collect();
    for row in [0, all.len() / 2, all.len() - 1] {
        assert_eq!(database.get(row as u64).expect("sound"), Some(all[row].clone()));
    }
    assert_eq!(database.get(all.len() as u64).expect("sound"), None);
    let last = database.len() - 1;
    let some = [0, last, last / 2, last / 2, 0];
    let one_by_one = some.map(|row| database.entry(row).expect("sound").expect("a row"));
    assert!(database.entries_of(some.into_iter()).map(|entry| entry.expect("sound")).eq(one_by_one));
    let filter = Filter {
        moves: "4..9".parse().expect("a range"),
        pieces: "..7".parse().expect("a range"),
        trucks: "1..".parse().expect("a range"),
        empty: "8..".parse().expect("a range"),
        ..Filter::ALL
    };
    let accepted = |row: &Puzzle| {
        filter.accepts(&gridlock::internals::rows::Row::of(row.to_string().parse().expect("a row")).expect("pieces"))
    };
    let wanted: Vec<u64> = (0..).zip(&all).filter(|(_, row)| accepted(row)).map(|(number, _)| number).collect();
    assert_eq!(database.select(&filter).expect("sound"), wanted);
    assert!(wanted.len() < all.len() && (!wanted.is_empty() || n == 4 || ranks.is_some()), "{n} {walls} {metric}");
    all.sort();
    assert!(all == expected, "{n} {walls} {metric}");
}

#[test]
fn whole_databases_and_shards_come_back() {
    for metric in [Metric::Moves, Metric::Steps] {
        check(4, "0..2", metric, None, 32);
        check(5, "0", metric, None, 1_600);
        check(5, "0..2", metric, Some(Ranks { first: 7, step: 97, count: 80_000 }), 30);
        check(6, "0..2", metric, Some(Ranks { first: 200_000_000, step: 1, count: 200_000 }), 10);
        check(7, "0", metric, Some(Ranks { first: 7, step: 8_000_003, count: 22_000 }), 10);
    }
}

#[test]
#[ignore = "minutes: all rows of 5×5 with 0 to 2 walls"]
fn the_database_of_5x5_with_walls_comes_back() {
    check(5, "0..2", Metric::Moves, None, 7_320);
    check(5, "0..2", Metric::Steps, None, 7_000);
}

#[test]
fn a_file_without_rows_is_a_rank_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("none.ranks");
    write(&path, &[], Metric::Moves, None).expect("written");
    assert!(Database::open(&path).expect("a rank file").is_empty());
    assert_eq!(RowReader::open(&path).expect("opened").count(), 0);
}

#[test]
fn rows_without_a_rank_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.ranks");
    let row = |text: &str| -> Puzzle { text.parse().expect("a row") };
    let right = rows(4, "0", Metric::Moves, None)[0].clone();
    let state: String = "o".repeat(16 * 4);
    for (others, reason) in [
        (vec![Puzzle { moves: right.moves + 1, ..right.clone() }], "the row of the cluster is '"),
        (vec![right.clone(), right.clone()], "it occurs twice"),
        (vec![right.clone(), row("60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332")], "of another size"),
        (vec![row(&format!("02 {}AA{}B{}B{} 9", &state[..24], &state[..5], &state[..7], &state[..24]))], "not enumerated"),
        (vec![row("02 oooxAAoxoooooooo 9")], "has no solution"),
    ] {
        let message = write(&path, &others, Metric::Moves, None).expect_err("no rank");
        assert!(message.contains(reason) && message.contains("has no rank"), "{message}");
        assert!(!path.exists(), "nothing that looks complete");
    }
}

/// Reads all of a rank file in memory as the program does, without its threads.
fn read_all(bytes: Vec<u8>) -> io::Result<Vec<Puzzle>> {
    Database::of_bytes(bytes)?.iter().collect()
}

#[test]
fn no_damage_goes_unnoticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.ranks");
    let expected = rows(4, "0..1", Metric::Moves, None);
    write(&path, &expected, Metric::Moves, None).expect("written");
    let whole = fs::read(&path).expect("a file");
    assert_eq!(read_all(whole.clone()).expect("sound").len(), expected.len());
    for bit in 0..whole.len() * 8 {
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(read_all(damaged).is_err(), "bit {bit} of {}", whole.len() * 8);
    }
    for length in 0..whole.len() {
        assert!(RankFile::of_bytes(whole[..length].to_vec()).is_err(), "{length} bytes");
    }
    assert!(RankFile::of_bytes([&whole[..], b"x"].concat()).is_err());
}
