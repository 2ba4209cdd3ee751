//! The databases in the program, by moves: all rows of 4×4 to 6×6, those of them with 0 to 2 walls, as in the database of 2018, and the
//! rows of 7×7 without walls from 60 moves on.
use std::path::Path;
use std::sync::OnceLock;

use super::file::RankFile;
use crate::files::bytes_of_hex;

/// A rank file in the program, and the part of it that has a name of its own.
struct BuiltIn {
    name: &'static str,
    file: &'static [u8],
    /// The name of its rows with 0 to 2 walls, and the SHA-256 of these.
    few_walls: Option<(&'static str, &'static str)>,
    /// The rank file of these, built on first use.
    made: OnceLock<Vec<u8>>,
}

/// All of them; none without the feature `database`.
static BUILT_IN: [BuiltIn; if cfg!(feature = "database") { 4 } else { 0 }] = [
    #[cfg(feature = "database")]
    BuiltIn {
        name: "@rush4-all",
        file: include_bytes!("../../data/rush4-all.ranks"),
        few_walls: Some(("@rush4", "a2ef2461734b5ebcd42cf80c3e4869c9715a4bf35bb2a5870c967cb6751bd337")),
        made: OnceLock::new(),
    },
    #[cfg(feature = "database")]
    BuiltIn {
        name: "@rush5-all",
        file: include_bytes!("../../data/rush5-all.ranks"),
        few_walls: Some(("@rush5", "af8c36e041577dc7712349d86eae7d780eb26950d0e365be514a8908d34d5497")),
        made: OnceLock::new(),
    },
    #[cfg(feature = "database")]
    BuiltIn {
        name: "@rush6-all",
        file: include_bytes!("../../data/rush6-all.ranks"),
        few_walls: Some(("@rush6", "fca9f04db491415ac257416cd25b304670f2859f5f1bb1f4948c7f30ba14626f")),
        made: OnceLock::new(),
    },
    #[cfg(feature = "database")]
    BuiltIn { name: "@rush7-60", file: include_bytes!("../../data/rush7-60.ranks"), few_walls: None, made: OnceLock::new() },
];

impl BuiltIn {
    fn up_to_two_walls(&self, sha256: &str) -> &[u8] {
        self.made.get_or_init(|| {
            let sha256 = bytes_of_hex(sha256).expect("64 digits");
            RankFile::of_bytes(self.file).expect("a whole rank file").up_to_walls(2, sha256)
        })
    }
}

/// The words that stand for the built-in databases in place of file names, those with few walls first. None without the feature
/// `database`.
pub fn built_in_databases() -> Vec<&'static str> {
    let few_walls = BUILT_IN.iter().filter_map(|database| database.few_walls).map(|(name, _)| name);
    few_walls.chain(BUILT_IN.iter().map(|database| database.name)).collect()
}

/// The rank file that a name stands for; `None` if it is the name of a file. A file with such a name is `./@rush5`.
pub fn built_in(path: &Path) -> Option<&'static [u8]> {
    let wanted = path.to_str()?;
    BUILT_IN.iter().find_map(|database| match database.few_walls {
        _ if wanted == database.name => Some(database.file),
        Some((name, sha256)) if wanted == name => Some(database.up_to_two_walls(sha256)),
        _ => None,
    })
}

/// The length in bytes of the rank file that a name stands for.
pub fn built_in_size(path: &Path) -> Option<u64> {
    built_in(path).map(|bytes| bytes.len() as u64)
}

/// A tip that follows the message about a missing file: `@rush6` for the name `rush6`, or what there is instead of `@rush8`.
/// Empty for other names.
pub fn built_in_tip(path: &Path) -> String {
    let name = path.to_str().unwrap_or_default();
    let names = built_in_databases();
    if let Some(meant) = names.iter().find(|known| known[1..] == *name) {
        return format!("; the built-in database is {meant}");
    }
    if name.starts_with('@') && !names.is_empty() {
        return format!("; the built-in databases are {}", names.join(", "));
    }
    String::new()
}

/// Whether a name stands for a database in the program.
pub fn is_built_in(path: &Path) -> bool {
    built_in_databases().iter().any(|name| path == Path::new(name))
}

#[cfg(feature = "database")]
#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::board::{Rules, WallRange};
    use crate::files::hex;
    use crate::ranks::{Database, RankHeader};
    use crate::rows::{Filter, NumberRange};

    /// The SHA-256 of the rank files with 0 to 2 walls, and of the rows in them.
    const FEW_WALLS: [(&str, u64, &str, &str); 3] = [
        (
            "@rush4",
            32,
            "a2ef2461734b5ebcd42cf80c3e4869c9715a4bf35bb2a5870c967cb6751bd337",
            "aa5a753d90c01a6e6b99219ab1ce81446146a92c5ca1d63fc55e691571b04f34",
        ),
        (
            "@rush5",
            7_320,
            "af8c36e041577dc7712349d86eae7d780eb26950d0e365be514a8908d34d5497",
            "7f381b92ab4a53ad1c511a369e6b12149706dbb9b0fd6d34cb8675b443ea438d",
        ),
        (
            "@rush6",
            2_577_412,
            "fca9f04db491415ac257416cd25b304670f2859f5f1bb1f4948c7f30ba14626f",
            "60319af4c4b9a40a5b59866854ad8be114b773933e90e23c61b36ff9d43a0558",
        ),
    ];

    #[test]
    fn the_databases_with_few_walls_are_the_published_files() {
        for (name, rows, sha256, file) in FEW_WALLS {
            let bytes = built_in(Path::new(name)).expect("built in");
            assert_eq!(hex(&Sha256::digest(bytes)), file, "{name}");
            let database = Database::open(name).expect("a rank file");
            assert_eq!((database.len(), hex(&database.sha256())), (rows, sha256.to_owned()), "{name}");
            assert!(database.is_whole() && database.walls() == WallRange::new(0, 2).expect("a range"));
        }
    }

    #[test]
    fn the_rows_of_7x7_are_those_from_60_moves() {
        let database = Database::open("@rush7-60").expect("a rank file");
        assert_eq!(
            (database.len(), hex(&database.sha256()).as_str()),
            (200_756, "39af36cc5d1d55cda28f041bf19dd2c6390975385a1d48dd1b6d3f61e697d9c1")
        );
        assert!(!database.is_whole() && database.rules() == Rules::classic(7).expect("a size"));
        assert_eq!(database.walls(), WallRange::new(0, 0).expect("a range"));
        let moves = |row: u64| database.entry(row).expect("a block").map(|entry| entry.moves);
        assert!((0..database.len()).step_by(1_001).all(|row| moves(row) >= Some(60)));
        assert_eq!((database.easier_than(60).expect("blocks"), database.easier_than(145).expect("blocks")), (0, 200_754));
    }

    /// The runs of 6×6 with one number of walls: the rows, the SHA-256 of these, and that of the rank file.
    const WALLS_OF_6: [(u8, u64, &str, &str); 7] = [
        (
            3,
            533_928,
            "1e14f4866abd771cbd6dc284bef8345960d6016b98827e9fe4b3740a2c61d25c",
            "b3fe96fbff5b3e010034b281081d22a4ab4eb16cacceca15e4c9a1cec90c7381",
        ),
        (
            4,
            203_296,
            "b1bd6a3ce027cd76f0f578bfc4a055cc66647f32595b9e84bf7cc4854a96e349",
            "894c9b04f3e5a84a1ad92de88641bc8860489e92f8eddd38158a952431f78521",
        ),
        (
            5,
            54_775,
            "33725023cf8d9f443f9321f18066da9e5b6b8f09286e684d6aafec2c8decf948",
            "4db40a9481fb93cce1d0e7aab34dd801502b28a3e5f11a7fd22d020191ae8853",
        ),
        (
            6,
            9_847,
            "70a51b83725b8d7ec39b6be25cb8a7a35af8b723a2b93c83877c6c16244ca5cd",
            "f32a930150467ed50d12a4ee537fb469f152f62abbb7ea76df7bc9839f2776dc",
        ),
        (
            7,
            913,
            "38c486b7cfe014eaee2995c7dd436425ad79c6ef618863837449338bf10bbeeb",
            "b1874f108ff120f92ae2512b17cfe22ad63764108ddaffa2f4ffc942cd9b0fba",
        ),
        (
            8,
            36,
            "855f3535418220690c853cfa29dfc1006d04599965ac0f5578786cb062ca2425",
            "90c70dc441fdb0f8fd90ce5d49e0ba669394302ef7d6b896d015ceedb7e8d681",
        ),
        (
            9,
            2,
            "ecd14c8d965a273f0793d664a86fb880b185b67b98621b3d87f758985e7bb126",
            "ca87176f336fd744725a8ccbcfd07c3ab3118bc5793e4f8abdf3598d0f1e6444",
        ),
    ];

    #[test]
    fn the_database_of_all_walls_has_the_rank_files_of_all_runs_at_length() {
        let all = Database::open("@rush6-all").expect("built in");
        let rows: u64 = WALLS_OF_6.iter().map(|part| part.1).sum();
        assert_eq!(all.len(), 2_577_412 + rows);
        assert!(all.is_whole() && all.walls() == WallRange::new(0, 34).expect("a range"));
        for (walls, rows, sha256, file) in WALLS_OF_6 {
            let filter = Filter { walls: NumberRange::exactly(walls.into()), ..Filter::ALL };
            let part = all.selection(&filter).expect("blocks");
            let header = RankHeader {
                rules: Rules::classic(6).expect("a size"),
                metric: all.metric(),
                walls: WallRange::new(walls, walls).expect("a range"),
                is_whole: true,
                has_classes: false,
                rows,
                sha256: bytes_of_hex(sha256).expect("64 digits"),
            };
            let mut bytes = part.bytes;
            let header = header.to_bytes();
            bytes[..header.len()].copy_from_slice(&header);
            assert_eq!((part.rows, hex(&Sha256::digest(bytes)).as_str()), (rows, file), "{walls} walls");
        }
    }
}
