//! The databases in the program: with 0 to 2 walls, by moves.
use std::path::Path;

/// The databases that are built in: the word that stands for each in place of a file name, and its rank file. None without the
/// feature `database`.
pub fn built_in_databases() -> &'static [(&'static str, &'static [u8])] {
    #[cfg(feature = "database")]
    {
        &[
            ("@rush4", include_bytes!("../../data/rush4.ranks")),
            ("@rush5", include_bytes!("../../data/rush5.ranks")),
            ("@rush6", include_bytes!("../../data/rush6.ranks")),
        ]
    }
    #[cfg(not(feature = "database"))]
    &[]
}

/// The rank file that a name stands for; `None` if it is the name of a file. A file with such a name is `./@rush5`.
pub(crate) fn built_in(path: &Path) -> Option<&'static [u8]> {
    built_in_databases().iter().find(|(name, _)| path == Path::new(name)).map(|&(_, bytes)| bytes)
}

/// The length in bytes of the rank file that a name stands for.
pub fn built_in_size(path: &Path) -> Option<u64> {
    built_in(path).map(|bytes| bytes.len() as u64)
}

/// A tip that follows the message about a missing file: `@rush6` for the name `rush6`, or what there is instead of `@rush7`.
/// Empty for other names.
pub fn built_in_tip(path: &Path) -> String {
    let name = path.to_str().unwrap_or_default();
    let names: Vec<&str> = built_in_databases().iter().map(|&(name, _)| name).collect();
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
    built_in(path).is_some()
}
