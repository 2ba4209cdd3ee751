//! The inputs of a merge. If they are all the shards of one run, the result can be described as complete.
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::description::{Description, MissingShards, RowOrder, common_rules, description_path, remove_old_description};
use super::run_identity::{RunIdentity, Shard};
use super::tables::ExactTotals;
use super::totals_check::TotalsCheck;
use crate::board::{Rules, WallRange};
use crate::errors::{ErrorClass, failure, wrong_input};
use crate::files::{Checksum, EndedOutput, display_path};
use crate::generate::Counts;
use crate::inputs::MergedInput;
use crate::ranks::{RankHeader, rank_header};

/// How a merge uses the descriptions next to its inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MergeMode {
    /// All shards must be among the inputs.
    Whole,
    /// Shards may be missing; the description of the result names them.
    Partial,
    /// Not at all: the inputs are plain rows, and the result has no description.
    Plain,
}

/// The inputs of a merge, checked before it begins.
#[derive(Debug)]
pub enum MergeInputs {
    /// Plain rows.
    Plain {
        /// The first input that has no description, if that is the reason: none has one, or [`MergeMode::Partial`] allows it.
        undescribed: Option<PathBuf>,
        /// The walls of the database that the inputs make together, if they are whole rank files.
        whole: Option<WallRange>,
    },
    /// Shards of one run, or whole databases whose ranges of walls follow one another, each with its description, in the order of
    /// the inputs.
    Shards {
        /// File and description.
        described: Vec<(PathBuf, Description)>,
        /// The numbers of the missing shards.
        missing: Vec<u64>,
        /// The walls of all inputs together.
        walls: WallRange,
        /// The totals of the whole run.
        totals: ExactTotals,
    },
}

impl MergeInputs {
    /// Reads the descriptions next to the inputs of a merge. Compares each with the exact totals, and all with one another.
    /// `stop` ends the counting of the totals.
    ///
    /// # Errors
    /// The first reason why they are not shards of one run, or not all of them if the mode is not [`MergeMode::Partial`].
    pub fn look_at(paths: &[PathBuf], mode: MergeMode, stop: &AtomicBool) -> io::Result<MergeInputs> {
        if mode == MergeMode::Plain {
            return Ok(MergeInputs::Plain { undescribed: None, whole: None });
        }
        let (mut described, mut undescribed): (Vec<(PathBuf, Description)>, Vec<PathBuf>) = (Vec::new(), Vec::new());
        for path in paths {
            match Description::beside(path)? {
                Some(description) => described.push((path.clone(), description)),
                None => undescribed.push(path.clone()),
            }
        }
        check_metrics(&described)?;
        let whole = if undescribed.is_empty() { None } else { whole_of_ranks(paths) };
        if !undescribed.is_empty() && !described.is_empty() && mode == MergeMode::Whole && whole.is_none() {
            let described: Vec<PathBuf> = described.into_iter().map(|(path, _)| path).collect();
            return Err(wrong_input(format!(
                "there is no description beside {}, but there is one beside {}, so shards may be missing. Copy {} too; \
                 --partial and --plain merge rows that may be incomplete",
                list(&undescribed),
                list(&described),
                list(&undescribed.iter().map(|path| description_path(path)).collect::<Vec<_>>())
            )));
        }
        if let Some(first) = undescribed.into_iter().next() {
            return Ok(MergeInputs::Plain { undescribed: Some(first), whole });
        }
        for (path, description) in &described {
            check_one(path, description)?;
        }
        let Some((_, Description { identity: first, .. })) = described.first() else {
            return Ok(MergeInputs::Plain { undescribed: None, whole: None });
        };
        let (first, of) = (*first, first.shard.of());
        let walls = joined_walls(&described).unwrap_or(first.walls);
        let missing = check_together(&described, walls)?;
        if mode == MergeMode::Whole && !missing.is_empty() {
            let missing = MissingShards { of, shards: missing };
            let why = format!("{missing}; generate what is missing, or merge what there is with --partial");
            return Err(wrong_input(why));
        }
        let totals = ExactTotals::count(first.rules, walls, stop)?;
        for (path, description) in &described {
            let own = description.identity.walls;
            let totals = if own == walls { totals } else { ExactTotals::count(first.rules, own, stop)? };
            description.check_numbers(&totals).map_err(|wrong| {
                let description = display_path(&description_path(path));
                wrong_input(format!("{description} can't be right: {wrong}; generate this shard again"))
            })?;
        }
        Ok(MergeInputs::Shards { described, missing, walls, totals })
    }

    /// The rules of the rows, if the inputs say them: by their descriptions, or, if all are rank files, by these.
    pub fn rules(&self, paths: &[PathBuf]) -> Option<Rules> {
        match self {
            MergeInputs::Shards { described, .. } => Some(described.first()?.1.identity.rules),
            MergeInputs::Plain { .. } => common_rules(paths, None).ok().flatten(),
        }
    }

    /// The walls of the database, if the inputs are all its rows: all shards, or whole databases whose ranges of walls
    /// follow one another.
    pub fn whole(&self) -> Option<WallRange> {
        match self {
            MergeInputs::Plain { whole, .. } => *whole,
            MergeInputs::Shards { described, missing, walls, .. } => {
                let RunIdentity { moves, .. } = described.first()?.1.identity;
                (missing.is_empty() && moves.is_none()).then_some(*walls)
            }
        }
    }

    /// Gives the merged output its name and, if the inputs were shards, its description. `read` is what each input held; only
    /// counters that agree with it are added up. Returns the description.
    ///
    /// # Errors
    /// An input was not what its description says, or the counters of all inputs together are wrong.
    pub fn publish(self, output: EndedOutput, force: bool, read: &[MergedInput]) -> io::Result<Option<Description>> {
        let MergeInputs::Shards { described, missing, walls, totals } = self else {
            output.file().map_or(Ok(()), |(rows, _)| remove_old_description(rows, force))?;
            output.publish()?;
            return Ok(None);
        };
        let mut counts = Counts::default();
        for ((path, description), MergedInput { checksum, states, deepest }) in described.iter().zip(read) {
            if description.rows != *checksum {
                let Checksum { lines, bytes, sha256 } = checksum;
                return Err(not_as_described(path, &format!("it holds {lines} rows of {bytes} bytes with SHA-256 {sha256}")));
            }
            if (description.counts.states_in_rows, description.counts.deepest) != (*states, *deepest) {
                return Err(not_as_described(path, &format!("its rows have {states} states and at most {deepest} moves")));
            }
            counts += description.counts;
        }
        let RunIdentity { shard, .. } = described[0].1.identity;
        // the goal states of all clusters are known only if no shard pruned candidates
        let exhaustive = described.iter().all(|(_, description)| description.identity.exhaustive);
        if missing.is_empty() {
            check_totals("candidates", counts.candidates, totals.candidates.into())?;
            if exhaustive {
                check_totals("goal states", counts.goal_states, totals.goal_states)?;
            }
            check_totals("rows", counts.rows, output.checksum().lines.into())?;
        }
        let check = match (missing.is_empty(), exhaustive) {
            (true, true) => TotalsCheck::Passed,
            (true, false) => TotalsCheck::PassedForCandidates,
            (false, _) => TotalsCheck::NotDone,
        };
        let whole = RunIdentity { shard: Shard::WHOLE, walls, exhaustive, ..described[0].1.identity };
        let Some(mut description) = Description::of(&output, whole, RowOrder::Published, counts, check) else {
            output.publish()?;
            return Ok(None);
        };
        description.missing = (!missing.is_empty()).then(|| MissingShards { of: shard.of(), shards: missing });
        description.publish(output)?;
        Ok(Some(description))
    }
}

/// The names of some files; only the first ones if there are many.
fn list(paths: &[PathBuf]) -> String {
    const MOST: usize = 5;
    let names: Vec<String> = paths.iter().take(MOST).map(|path| display_path(path)).collect();
    let more = if paths.len() > MOST { format!(" and {} more", paths.len() - MOST) } else { String::new() };
    format!("{}{more}", names.join(", "))
}

/// Checks that the rows of all files count the same.
fn check_metrics(described: &[(PathBuf, Description)]) -> io::Result<()> {
    let differs = |pair: &&[(PathBuf, Description)]| pair[0].1.identity.metric != pair[1].1.identity.metric;
    let Some([(first, one), (second, other)]) = described.windows(2).find(differs) else { return Ok(()) };
    let other = RunIdentity { metric: other.identity.metric, ..one.identity };
    Err(mixed(first, second, &one.identity.differences(&other)))
}

/// The error of two files from different runs.
fn mixed(first: &Path, second: &Path, differences: &str) -> io::Error {
    let [first, second] = [first, second].map(display_path);
    wrong_input(format!("{first} and {second} are not shards of one run: {differences}; --plain merges rows whatever they are"))
}

/// The error of a file that differs from its description.
fn not_as_described(path: &Path, why: &str) -> io::Error {
    let [file, description] = [display_path(path), display_path(&description_path(path))];
    wrong_input(format!("{file} is not what {description} describes ({why}): generate this shard again"))
}

/// Checks that a file can be a shard and has the length that its description says.
fn check_one(path: &Path, description: &Description) -> io::Result<()> {
    if description.missing.is_some() {
        return Err(wrong_input(format!("{} is a partial merge; merge the original shards instead", display_path(path))));
    }
    if description.order == RowOrder::Ranks && rank_header(path).is_none() {
        return Err(not_as_described(path, "it is not a rank file"));
    }
    match path.metadata() {
        Ok(metadata) if metadata.is_file() && metadata.len() != description.file.bytes => {
            let (found, described) = (metadata.len(), description.file.bytes);
            Err(not_as_described(path, &format!("it has {found} bytes instead of {described}")))
        }
        _ => Ok(()),
    }
}

/// The walls of ranges that follow one another, in any order: 3..3 and 0..2 make 0..3.
fn joined(mut ranges: Vec<WallRange>) -> Option<WallRange> {
    ranges.sort_by_key(|walls| walls.min());
    let follow = ranges.windows(2).all(|pair| pair[0].max() + 1 == pair[1].min());
    let (first, last) = (ranges.first().filter(|_| follow)?, ranges.last()?);
    WallRange::new(first.min() as u8, last.max() as u8).ok() // below 64
}

/// The walls of all files together, if they are whole databases whose ranges follow one another.
fn joined_walls(described: &[(PathBuf, Description)]) -> Option<WallRange> {
    let whole =
        |(_, description): &(PathBuf, Description)| description.identity.shard.is_whole().then_some(description.identity.walls);
    joined(described.iter().map(whole).collect::<Option<Vec<_>>>()?)
}

/// The walls of the database that some files make together, if they are whole rank files whose ranges of walls follow one
/// another.
fn whole_of_ranks(paths: &[PathBuf]) -> Option<WallRange> {
    let headers = paths.iter().map(|path| rank_header(path).filter(|header| header.is_whole)).collect::<Option<Vec<_>>>()?;
    let first = headers.first()?;
    let is_alike = |header: &RankHeader| (header.rules, header.metric) == (first.rules, first.metric);
    let walls = joined(headers.iter().map(|header| header.walls).collect())?;
    headers.iter().all(is_alike).then_some(walls)
}

/// Checks that the files are different shards of one run, or different whole databases that have the `walls` together, and
/// returns the numbers of the missing shards.
fn check_together(described: &[(PathBuf, Description)], walls: WallRange) -> io::Result<Vec<u64>> {
    let Some((first, run)) = described.first().map(|(path, description)| (path, description.identity)) else {
        return Ok(Vec::new());
    };
    let is_joined = walls != run.walls;
    let of = run.shard.of();
    let mut by_shard: Vec<(u64, &PathBuf)> = Vec::new();
    for (path, Description { identity, .. }) in described {
        // the rows of an exhaustive run are those of any other
        let mut alike = RunIdentity { exhaustive: run.exhaustive, ..*identity };
        if identity.shard.of() == of {
            alike.shard = run.shard;
        }
        if is_joined {
            alike.walls = run.walls;
        }
        if alike != run {
            let differences = run.differences(&alike);
            return Err(mixed(first, path, &differences));
        }
        by_shard.push((identity.shard.index(), path));
    }
    if is_joined {
        return Ok(Vec::new());
    }
    by_shard.sort();
    if let Some(pair) = by_shard.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let (shard, [first, second]) = (pair[0].0, [pair[0].1, pair[1].1].map(|path| display_path(path)));
        return Err(wrong_input(format!("{first} and {second} are both shard {shard}/{of}: give each shard once")));
    }
    let mut there = by_shard.iter().map(|&(shard, _)| shard).peekable();
    Ok((0..of).filter(|shard| there.next_if_eq(shard).is_none()).collect())
}

fn check_totals(what: &'static str, found: u64, expected: u128) -> io::Result<()> {
    if u128::from(found) == expected {
        return Ok(());
    }
    let wrong = format!("{found} {what} where {expected} were counted without enumerating them");
    Err(failure(
        ErrorClass::Defect,
        format!(
            "the totals of all shards are wrong: {wrong}; this is an error in gridlock, please report it, and don't use the rows"
        ),
    ))
}
