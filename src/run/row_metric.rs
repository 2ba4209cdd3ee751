//! Whether the rows of files count moves or steps, and the size of their boards, by their descriptions.
use std::io;
use std::path::{Path, PathBuf};

use super::description::{Description, is_other_format};
use crate::board::{Metric, Size};
use crate::files::{display_path, wrong_input};
use crate::inputs::stated_metric;

/// What the rows of a file count: by its description, else by the file itself, else what is `asked` for, else moves.
///
/// # Errors
/// The file has another metric.
pub(crate) fn described_metric(path: &Path, description: Option<&Description>, asked: Option<Metric>) -> io::Result<Metric> {
    let described = description.map(|description| description.identity.metric);
    match (described.or_else(|| stated_metric(path)), asked) {
        (Some(described), Some(asked)) if described != asked => Err(wrong_input(format!(
            "the rows of {} count {described}, not {asked}, by the file or its description: leave --metric out",
            display_path(path)
        ))),
        (described, asked) => Ok(described.or(asked).unwrap_or_default()),
    }
}

/// What the rows of some files count. A neighbouring file that is not a description of this version is ignored.
///
/// # Errors
/// The files differ, or one of them contradicts what is `asked` for; a description was altered, or can't be read.
pub(crate) fn metric_of_files(paths: &[PathBuf], asked: Option<Metric>) -> io::Result<Metric> {
    let mut known: Option<(&PathBuf, Metric)> = None;
    for path in paths.iter().filter(|path| *path != Path::new("-")) {
        let metric = described_metric(path, known_description(path)?.as_ref(), asked)?;
        let (first, one) = *known.get_or_insert((path, metric));
        if one != metric {
            let [first, second] = [first, path].map(|path| display_path(path));
            return Err(wrong_input(format!(
                "the rows of {first} count {one}, but the rows of {second} count {metric}: give files of one metric"
            )));
        }
    }
    Ok(known.map(|(_, metric)| metric).or(asked).unwrap_or_default())
}

/// The board size of the rows of some files: what is `asked` for or, if boards are not square, what the descriptions say.
///
/// # Errors
/// The files differ, or one of them contradicts what is `asked` for; a description was altered, or can't be read.
pub(crate) fn size_of_files(paths: &[PathBuf], asked: Option<Size>) -> io::Result<Option<Size>> {
    let mut known = asked;
    for path in paths.iter().filter(|path| *path != Path::new("-")) {
        let Some(size) = known_description(path)?.map(|description| description.identity.rules.size()) else { continue };
        match known {
            Some(first) if first != size => {
                let name = display_path(path);
                return Err(wrong_input(format!("the boards of {name} are {size} by its description, not {first}")));
            }
            _ if size.is_square() => {} // squares of several sizes may be read together
            _ => known = Some(size),
        }
    }
    Ok(known)
}

/// The description beside a file; `None` if there is none of this version.
fn known_description(path: &Path) -> io::Result<Option<Description>> {
    match Description::beside(path) {
        Err(error) if is_other_format(&error) => Ok(None),
        read => read,
    }
}
