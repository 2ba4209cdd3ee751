//! The databases in the program, by moves: all rows of a size, and those with 0 to 2 walls, as in the database of 2018.
use std::path::Path;
#[cfg(feature = "database")]
use std::sync::OnceLock;

#[cfg(feature = "database")]
use super::file::RankFile;
#[cfg(feature = "database")]
use crate::files::bytes_of_hex;

/// The databases of a size: their names, the rank file of all rows, and the SHA-256 of the rows with 0 to 2 walls.
#[cfg(feature = "database")]
struct BuiltIn {
    all: (&'static str, &'static [u8]),
    few_walls: &'static str,
    sha256: &'static str,
    /// The rank file of the rows with 0 to 2 walls, once somebody asks for it.
    made: OnceLock<Vec<u8>>,
}

#[cfg(feature = "database")]
static BUILT_IN: [BuiltIn; 3] = [
    BuiltIn {
        all: ("@rush4-all", include_bytes!("../../data/rush4-all.ranks")),
        few_walls: "@rush4",
        sha256: "a2ef2461734b5ebcd42cf80c3e4869c9715a4bf35bb2a5870c967cb6751bd337",
        made: OnceLock::new(),
    },
    BuiltIn {
        all: ("@rush5-all", include_bytes!("../../data/rush5-all.ranks")),
        few_walls: "@rush5",
        sha256: "af8c36e041577dc7712349d86eae7d780eb26950d0e365be514a8908d34d5497",
        made: OnceLock::new(),
    },
    BuiltIn {
        all: ("@rush6-all", include_bytes!("../../data/rush6-all.ranks")),
        few_walls: "@rush6",
        sha256: "fca9f04db491415ac257416cd25b304670f2859f5f1bb1f4948c7f30ba14626f",
        made: OnceLock::new(),
    },
];

#[cfg(feature = "database")]
impl BuiltIn {
    fn few_walls(&self) -> &[u8] {
        self.made.get_or_init(|| {
            let sha256 = bytes_of_hex(self.sha256).expect("64 digits");
            let made = RankFile::of_bytes(self.all.1).and_then(|all| all.up_to_walls(2, sha256));
            made.expect("a whole rank file")
        })
    }
}

/// The words that stand for the built-in databases in place of file names, those with few walls first. None without the feature
/// `database`.
pub fn built_in_databases() -> Vec<&'static str> {
    #[cfg(feature = "database")]
    {
        let few_walls = BUILT_IN.iter().map(|database| database.few_walls);
        few_walls.chain(BUILT_IN.iter().map(|database| database.all.0)).collect()
    }
    #[cfg(not(feature = "database"))]
    Vec::new()
}

/// The rank file that a name stands for; `None` if it is the name of a file. A file with such a name is `./@rush5`.
pub fn built_in(path: &Path) -> Option<&'static [u8]> {
    #[cfg(feature = "database")]
    {
        let is_named = |name| path == Path::new(name);
        let few_walls = BUILT_IN.iter().find(|database| is_named(database.few_walls)).map(BuiltIn::few_walls);
        few_walls.or_else(|| BUILT_IN.iter().find(|database| is_named(database.all.0)).map(|database| database.all.1))
    }
    #[cfg(not(feature = "database"))]
    {
        let _ = path;
        None
    }
}

/// The length in bytes of the rank file that a name stands for.
pub fn built_in_size(path: &Path) -> Option<u64> {
    built_in(path).map(|bytes| bytes.len() as u64)
}

/// A tip that follows the message about a missing file: `@rush6` for the name `rush6`, or what there is instead of `@rush7`.
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

#[cfg(all(test, feature = "database"))]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::board::WallRange;
    use crate::files::hex;
    use crate::ranks::Database;

    /// The SHA-256 of the rank files with 0 to 2 walls, and of the rows in them.
    const FEW_WALLS: [(&str, u64, &str, &str); 3] = [
        (
            "@rush4",
            32,
            "a2ef2461734b5ebcd42cf80c3e4869c9715a4bf35bb2a5870c967cb6751bd337",
            "778ede34ca990a22c6e9b914075739f2f8ea3dd24d60c20012e35d58b23af7fc",
        ),
        (
            "@rush5",
            7_320,
            "af8c36e041577dc7712349d86eae7d780eb26950d0e365be514a8908d34d5497",
            "311926861988c43aaebfd1368307877b01f1a57dc004b7d101767944cdc08475",
        ),
        (
            "@rush6",
            2_577_412,
            "fca9f04db491415ac257416cd25b304670f2859f5f1bb1f4948c7f30ba14626f",
            "5795b7dba45cfc23400eec2d82f70179e5bd0c69d65a017c33202b8b96a5ba43",
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
}
