//! The description next to a complete file of rows: `db.txt.gz.json` says what `db.txt.gz` holds, and that it is complete.
//!
//! It is made, written and found here. `json.rs` has its form and its digest.
mod json;

pub use self::json::description_digest;
use super::run_identity::{ROWS_VERSION, RunIdentity, Shard};
use super::tables::ExactTotals;
use super::totals_check::TotalsCheck;
use crate::board::{Metric, Rules, Size};
use crate::engine::number_ranges;
use crate::errors::{reworded, wrong_input};
use crate::files::{
    COMPLETE, Checksum, Destination, EndedOutput, FileSum, PROGRAM, check_companion, display_path, open_regular,
    remove_if_exists, resolve_links, run_folder_of,
};
use crate::generate::Counts;
use crate::inputs::stated_metric;
use crate::ranks::{is_built_in, rank_header};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// The order of the rows in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowOrder {
    /// The order of their candidates, as `generate` writes them.
    Candidates,
    /// Most moves first, as `merge` writes them.
    Published,
    /// By rank: `generate` wrote a rank file, which is read in the published order.
    Ranks,
}

/// What a complete file of rows holds. It names no time and no machine, so the same rows have the same description.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Description {
    /// The program that wrote the file.
    pub program: String,
    /// The run that the rows come from. For a merge of shards it is the whole run, shard 0/1.
    #[serde(flatten)]
    pub identity: RunIdentity,
    /// The order of the rows.
    pub order: RowOrder,
    /// The shards that `merge --partial` left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<MissingShards>,
    /// Whether the counters agree with the totals that were counted without enumerating.
    pub check: TotalsCheck,
    /// The counters of the run.
    pub counts: Counts,
    /// The rows, uncompressed.
    pub rows: Checksum,
    /// The file itself, compressed.
    #[serde(flatten)]
    pub file: FileSum,
}

/// The shards that a partial merge left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissingShards {
    /// How many shards there are.
    pub of: u64,
    /// The numbers of the missing shards.
    pub shards: Vec<u64>,
}

impl fmt::Display for MissingShards {
    /// `2 of 7 shards are missing: 1,3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let are = if self.shards.len() == 1 { "is" } else { "are" };
        write!(f, "{} of {} shards {are} missing: {}", self.shards.len(), self.of, number_ranges(&self.shards))
    }
}

impl MissingShards {
    /// The missing shard to which `rank` belongs, in a run of `total` candidates; `None` if that shard is not missing.
    pub(crate) fn owner(&self, total: u64, rank: u64) -> Option<Shard> {
        let owner = Shard::new(0, self.of).ok()?.owner(total, rank);
        self.shards.binary_search(&owner.index()).is_ok().then_some(owner)
    }
}

/// Whether an error of [`Description::load`] says that the file is not a description of this version.
pub(super) fn is_other_format(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::InvalidData
}

/// `db.txt.gz` → `db.txt.gz.json`. If `db.txt.gz` is a symbolic link, the description is next to its target.
pub fn description_path(rows: &Path) -> PathBuf {
    let mut name = resolve_links(rows).into_os_string();
    name.push(".json");
    name.into()
}

/// Whether an earlier process of this run gave the output its name, but ended before it could give it its description.
pub fn was_published(output: &Path, run: &RunIdentity) -> bool {
    let description = Description::load(&run_folder_of(output).join(COMPLETE));
    matches!(description, Ok(Some(description)) if description.describes(output, run))
}

impl Description {
    /// The description of an output that is complete but does not have its name yet; `None` for streams.
    pub fn of(
        output: &EndedOutput,
        identity: RunIdentity,
        order: RowOrder,
        counts: Counts,
        check: TotalsCheck,
    ) -> Option<Description> {
        let file = output.file()?.1.clone();
        let program = PROGRAM.to_owned();
        Some(Description { program, identity, order, missing: None, check, counts, rows: output.checksum().clone(), file })
    }

    /// Removes the description of an older file, gives the file of an output its name, then puts the description next to it. See
    /// [`EndedOutput::publish_with`] for what a crash can leave.
    ///
    /// # Errors
    /// As [`EndedOutput::publish_with`].
    pub fn publish(&self, output: EndedOutput) -> io::Result<()> {
        match output.file().map(|(rows, _)| description_path(rows)) {
            Some(path) => output.publish_with(&path, &self.to_text(), is_description),
            None => output.publish(),
        }
    }

    /// Reads the description next to a file of rows; `None` if there is none.
    ///
    /// # Errors
    /// There is one that cannot be read.
    pub fn beside(rows: &Path) -> io::Result<Option<Description>> {
        if is_built_in(rows) {
            return Ok(None);
        }
        Description::load(&description_path(rows))
    }

    /// Reads the description in a file; `None` if there is no such file.
    ///
    /// # Errors
    /// The description can't be read. If it is not one of this version, the error has the kind `InvalidData`.
    pub fn load(path: &Path) -> io::Result<Option<Description>> {
        let name = display_path(path);
        match read_text(path).and_then(|text| Description::parse(&text)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(why) if is_other_format(&why) => {
                let text = format!("{name} does not describe a file of rows ({why}): remove it, or write the rows again");
                Err(io::Error::new(io::ErrorKind::InvalidData, text))
            }
            description => description.map(Some).map_err(|why| {
                let way_out = "make it readable, restore it, or remove it and write the rows again";
                reworded(why, |why| format!("cannot use {name}: {why}; {way_out}"))
            }),
        }
    }

    /// Compares it with what is known without the rows: their version, the candidates, and for a whole exhaustive run the goal
    /// states.
    ///
    /// # Errors
    /// What is wrong with the first wrong number. Rows of another version are not compared further, since their numbers may mean
    /// something else.
    pub fn check_numbers(&self, totals: &ExactTotals) -> Result<(), String> {
        let equal = |what, said: u128, right: u128| match said == right {
            true => Ok(()),
            false => Err(format!("{what}: the description says {said}, but it is {right}")),
        };
        equal("rows_version", self.identity.rows_version.into(), ROWS_VERSION.into())?;
        equal("candidates", self.counts.candidates.into(), self.candidates_expected(totals.candidates).into())?;
        if self.identity.exhaustive && self.identity.shard.is_whole() && self.missing.is_none() {
            equal("goal states", self.counts.goal_states.into(), totals.goal_states)?;
        }
        Ok(())
    }

    /// The number of candidates of the shards that it covers, out of `total`.
    fn candidates_expected(&self, total: u64) -> u64 {
        match &self.missing {
            None => self.identity.shard.share(total),
            Some(MissingShards { of, shards }) => {
                let share = |&shard: &u64| Shard::new(shard, *of).map_or(0, |shard| shard.share(total));
                shards.iter().map(share).fold(total, u64::saturating_sub)
            }
        }
    }

    /// Whether it describes `rows` as the complete output of a run of this identity. Compares only the length of the file itself;
    /// [`FileSum::of`] reads it.
    pub fn describes(&self, rows: &Path, identity: &RunIdentity) -> bool {
        let has_its_length = || rows.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == self.file.bytes);
        self.is_of_complete(identity) && has_its_length()
    }

    /// Whether it says that its rows are the complete output of a run of this identity, or of the exhaustive run, which has the
    /// same rows.
    pub fn is_of_complete(&self, identity: &RunIdentity) -> bool {
        let has_its_rows = self.identity == *identity || self.identity == identity.with_exhaustive(true);
        has_its_rows && self.missing.is_none() && self.check != TotalsCheck::Failed
    }
}

fn read_text(path: &Path) -> io::Result<String> {
    io::read_to_string(open_regular(path)?)
}

/// Removes the description of an older file of rows at `output`, before another file gets that name without a description. With
/// `force` the older file may still be there. A file that is not a description stays.
///
/// # Errors
/// As `Destination::of`; it can't be removed.
pub fn remove_old_description(output: &Path, force: bool) -> io::Result<()> {
    let Destination::File(rows) = Destination::of(output)? else { return Ok(()) };
    let path = description_path(&rows);
    if !is_description(&path) || !force && std::fs::symlink_metadata(&rows).is_ok() {
        return Ok(());
    }
    remove_if_exists(&path)
}

/// Checks, before the work, that rows at `output` can get their description: its place is free or holds an older description.
/// With `force` whatever is there is replaced.
///
/// # Errors
/// As `Destination::of`; something else has its name.
pub fn check_description_place(output: &Path, force: bool) -> io::Result<()> {
    let Destination::File(rows) = Destination::of(output)? else { return Ok(()) };
    check_companion(&description_path(&rows), force, is_description)
}

/// Whether the file at `path` is a description that this program wrote, perhaps an older version of it.
pub fn is_description(path: &Path) -> bool {
    read_text(path).is_ok_and(|text| json::is_of_gridlock(&text))
}

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

/// The rules of the rows of some files, as far as they are known: what their descriptions say, else those of boards of the size
/// that is `asked` for.
///
/// # Errors
/// A description contradicts what is `asked` for; it was altered, or can't be read.
pub(crate) fn rules_of_files(paths: &[PathBuf], asked: Option<Size>) -> io::Result<HashMap<PathBuf, Rules>> {
    let mut known = HashMap::new();
    for path in paths {
        let described = if path == Path::new("-") { None } else { known_description(path)? };
        let rules = described.map(|description| description.identity.rules);
        if let Some((size, asked)) = rules.map(Rules::size).zip(asked).filter(|(size, asked)| size != asked) {
            let name = display_path(path);
            return Err(wrong_input(format!("the boards of {name} are {size} by its description, not {asked}")));
        }
        known.extend(rules.or(asked.map(Rules::of_size)).map(|rules| (path.clone(), rules)));
    }
    Ok(known)
}

/// The rules of the rows of some files, if they are known and the same for all. `asked` and the errors are as in
/// [`rules_of_files`].
pub(crate) fn common_rules(paths: &[PathBuf], asked: Option<Size>) -> io::Result<Option<Rules>> {
    let known = rules_of_files(paths, asked)?;
    let of = |path: &PathBuf| rank_header(path).map(|header| header.rules).or(known.get(path).copied());
    let first = paths.first().and_then(of);
    Ok(first.filter(|_| paths.iter().all(|path| of(path) == first)))
}

/// The description beside a file; `None` if it is missing or of another version.
fn known_description(path: &Path) -> io::Result<Option<Description>> {
    match Description::beside(path) {
        Err(error) if is_other_format(&error) => Ok(None),
        read => read,
    }
}
