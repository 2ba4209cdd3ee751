//! How far runs in shards are, from their descriptions and run folders.
//!
//! ```text
//! shards/                       shard 0 done, 1 running or stopped, 2 missing; 3 done, its rows are elsewhere
//!   0.txt.gz  0.txt.gz.json
//!   1.txt.gz.run/
//!   3.txt.gz.json
//! ```
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use serde::Serialize;

use crate::board::{Metric, Rules, WallRange};
use crate::errors::{Classified, ErrorClass, reworded, stopped, wrong_input};
use crate::files::{FileSum, FolderState, MANIFEST, display_path, run_folder_of};
use crate::gauge::Gauge;
use crate::generate::Counts;
use crate::rows::LeastDepth;
use crate::run::{Description, KeptRun, RunIdentity, Shard, as_size, description_path, is_description};

/// The state of one run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunStatus {
    /// The rules of the boards.
    #[serde(rename = "size", serialize_with = "as_size::serialize")]
    pub rules: Rules,
    /// Walls, in total.
    pub walls: WallRange,
    /// What depths count.
    pub metric: Metric,
    /// The depth from which on rows are kept. Absent if all are.
    #[serde(skip_serializing_if = "LeastDepth::is_none")]
    pub moves: LeastDepth,
    /// How many shards the run has.
    pub shards: u64,
    /// The shards that are complete.
    pub done: Vec<u64>,
    /// Those of them whose rows are not beside their description.
    pub elsewhere: Vec<u64>,
    /// The shards on which a process is at work.
    pub running: Vec<u64>,
    /// The shards that were begun, and on which no process is at work, as far as locks tell.
    pub stopped: Vec<u64>,
    /// The shards whose rows differ from their description.
    pub damaged: Vec<u64>,
    /// The shards that were not found.
    pub missing: Vec<u64>,
    /// Candidates searched or pruned so far, without those of damaged shards.
    pub candidates: u64,
    /// Rows so far.
    pub rows: u64,
    /// The greatest depth of a row so far.
    pub deepest: u32,
    /// The share of the candidates; on large boards with walls unknown until a shard is done.
    pub share: Option<f64>,
    /// The time left at the pace so far, in seconds; unknown if nothing tells the pace.
    pub seconds_left: Option<f64>,
    /// Why files can't be used.
    pub problems: Vec<String>,
}

impl RunStatus {
    /// Whether all shards are done.
    pub fn is_complete(&self) -> bool {
        self.done.len() as u64 == self.shards
    }
}

/// How far a shard is; of two copies the one that is further counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Done,
    Elsewhere,
    Running,
    Stopped,
    Damaged,
}

/// A shard that was found, whole or in part.
struct SeenShard {
    run: RunIdentity,
    stage: Stage,
    counts: Counts,
    /// When candidates were saved, and how many.
    saved: Vec<(SystemTime, u64)>,
    problem: Option<String>,
}

/// The states of the runs whose shards are found at `paths`: files of rows, descriptions, run folders, and folders that hold them. Rows that are there are read to their end. `gauge` shows how many shards were looked at; `stop` ends the work.
///
/// # Errors
/// A path does not exist, or nothing of a run is found; a signal came. What is wrong with one of several files is a problem in
/// the state of its run or, if that is unknown, of the first run.
pub fn run_statuses(paths: &[PathBuf], gauge: &Gauge, stop: &AtomicBool) -> io::Result<Vec<RunStatus>> {
    let mut outputs = Vec::new();
    for path in paths {
        outputs.append(&mut outputs_at(path)?);
    }
    outputs.sort();
    outputs.dedup();
    let mut runs: Vec<Vec<SeenShard>> = Vec::new();
    let mut homeless = Vec::new();
    for (done, output) in (0..).zip(&outputs) {
        gauge.count("looking at shards", "shards", done, Some(outputs.len() as u64));
        match SeenShard::of(output, stop) {
            Err(error) if error.class() == ErrorClass::Stopped => return Err(error),
            Err(error) => homeless.push(error.to_string()),
            Ok(shard) => match runs.iter_mut().find(|run| whole_of(&run[0].run) == whole_of(&shard.run)) {
                Some(run) => run.push(shard),
                None => runs.push(vec![shard]),
            },
        }
    }
    let mut statuses: Vec<RunStatus> = runs.into_iter().map(status).collect();
    match statuses.first_mut() {
        Some(first) => first.problems.append(&mut homeless),
        None if homeless.is_empty() => {
            return Err(wrong_input("there is no description (FILE.json) and no run folder (FILE.run)"));
        }
        None => return Err(wrong_input(homeless.join("; "))),
    }
    Ok(statuses)
}

/// The run of which a shard is a part. The rows of a shard are the same whether or not all candidates were searched.
fn whole_of(shard: &RunIdentity) -> RunIdentity {
    let first = Shard::new(0, shard.shard.of()).expect("there is a first shard");
    RunIdentity { shard: first, exhaustive: false, ..*shard }
}

/// The outputs found at a path: their names with their folders. An output is found by its rows, its description or its run folder.
fn outputs_at(path: &Path) -> io::Result<Vec<PathBuf>> {
    let without = |path: &Path, ending: &str| path.to_str()?.strip_suffix(ending).map(PathBuf::from);
    let is_run_folder = |path: &Path| path.join(MANIFEST).exists();
    let cannot_read = |source| reworded(source, |source| format!("cannot read {}: {source}", display_path(path)));
    if !path.is_dir() {
        let is_begun = is_run_folder(&run_folder_of(path)) || description_path(path).exists();
        return match fs::metadata(path) {
            Ok(_) => Ok(vec![without(path, ".json").filter(|_| is_description(path)).unwrap_or(path.to_owned())]),
            Err(_) if is_begun => Ok(vec![path.to_owned()]),
            Err(error) => Err(cannot_read(error)),
        };
    }
    if is_run_folder(path) {
        return Ok(without(path, ".run").into_iter().collect());
    }
    let mut outputs = Vec::new();
    for entry in fs::read_dir(path).map_err(cannot_read)? {
        let path = entry.map_err(cannot_read)?.path();
        // a description that can't be read any more still lies beside its rows
        let of_description = without(&path, ".json").filter(|rows| rows.exists() || is_description(&path));
        outputs.extend(of_description.or_else(|| without(&path, ".run").filter(|_| is_run_folder(&path))));
    }
    Ok(outputs)
}

impl SeenShard {
    /// What there is of the shard with this output.
    fn of(output: &Path, stop: &AtomicBool) -> io::Result<SeenShard> {
        let (name, folder) = (display_path(output), run_folder_of(output));
        let description = Description::beside(output)?;
        // a description without rows is the first trace of an output that is being given its name
        if folder.join(MANIFEST).exists() && (description.is_none() || !output.exists()) {
            let FolderState { run, done, saved, is_locked } = FolderState::<KeptRun>::of(&folder)?;
            let stage = if is_locked { Stage::Running } else { Stage::Stopped };
            return Ok(SeenShard { run: run.identity, stage, counts: done, saved, problem: None });
        }
        let Some(Description { identity: run, counts, file, missing, .. }) = description else {
            return Err(wrong_input(format!("{name} has no description: copy {name}.json too")));
        };
        if missing.is_some() {
            return Err(wrong_input(format!("{name} is a partial merge: name its shards instead")));
        }
        let (mut stage, mut problem) = (Stage::Elsewhere, None);
        if output.exists() {
            stage = Stage::Done;
            let found = FileSum::of(output, stop)?.ok_or_else(stopped)?;
            if found != file {
                stage = Stage::Damaged;
                let differs = match found.bytes == file.bytes {
                    true => "other bytes than".to_owned(),
                    false => format!("{} bytes instead of the {} of", found.bytes, file.bytes),
                };
                problem = Some(format!("{name} is damaged: it has {differs} its description; generate it again with --force"));
            }
        }
        let written = fs::metadata(description_path(output)).and_then(|metadata| metadata.modified());
        let saved = written.map(|time| (time, counts.candidates)).into_iter().collect();
        Ok(SeenShard { run, stage, counts, saved, problem })
    }
}

/// The state of a run whose shards these are, as far as they were found.
fn status(mut seen: Vec<SeenShard>) -> RunStatus {
    seen.sort_by_key(|shard| shard.stage);
    let problems = seen.iter_mut().filter_map(|shard| shard.problem.take()).collect();
    let run = seen[0].run;
    let RunIdentity { rules, walls, metric, moves, shard, .. } = run;
    let mut shards: BTreeMap<u64, SeenShard> = BTreeMap::new();
    for shard in seen {
        shards.entry(shard.run.shard.index()).or_insert(shard);
    }
    let at = |stages: &[Stage]| -> Vec<u64> {
        shards.iter().filter(|(_, shard)| stages.contains(&shard.stage)).map(|(&index, _)| index).collect()
    };
    let mut counts = Counts::default();
    let mut saved = Vec::new();
    let (mut complete, mut of_complete) = (0u64, 0u64);
    for shard in shards.values().filter(|shard| shard.stage != Stage::Damaged) {
        counts += shard.counts;
        saved.extend(&shard.saved);
        if shard.stage <= Stage::Elsewhere {
            (complete, of_complete) = (complete + 1, of_complete + shard.counts.candidates);
        }
    }
    // the shards have equally many candidates, but for a block; counting them takes long on large boards with walls
    let is_quick = rules.size().cells() <= 36 || walls.max() <= 1;
    let all = match complete {
        0 => is_quick.then(|| run.candidates() as f64),
        _ => Some(of_complete as f64 / complete as f64 * shard.of() as f64),
    };
    RunStatus {
        rules,
        walls,
        metric,
        moves,
        shards: shard.of(),
        done: at(&[Stage::Done, Stage::Elsewhere]),
        elsewhere: at(&[Stage::Elsewhere]),
        running: at(&[Stage::Running]),
        stopped: at(&[Stage::Stopped]),
        damaged: at(&[Stage::Damaged]),
        missing: (0..shard.of()).filter(|index| !shards.contains_key(index)).collect(),
        candidates: counts.candidates,
        rows: counts.rows,
        deepest: counts.deepest,
        share: all.map(|all| (counts.candidates as f64 / all).min(1.0)),
        seconds_left: all.and_then(|all| Some((all - counts.candidates as f64).max(0.0) / pace(saved)?)),
        problems,
    }
}

/// Candidates per second: those saved after the first time, over the time from there to the last.
fn pace(mut saved: Vec<(SystemTime, u64)>) -> Option<f64> {
    saved.sort();
    let (&(first, _), &(last, _)) = (saved.first()?, saved.last()?);
    let candidates: u64 = saved.iter().filter(|(time, _)| *time > first).map(|(_, candidates)| candidates).sum();
    let seconds = last.duration_since(first).ok()?.as_secs_f64();
    (seconds > 0.0).then(|| candidates as f64 / seconds)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_pace_is_that_of_what_was_saved_after_the_first_time() {
        let at = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(pace(vec![(at(30), 300), (at(10), 999), (at(20), 100)]), Some(20.0));
        assert_eq!(pace(vec![(at(10), 1), (at(10), 2)]), None);
        assert_eq!(pace(vec![]), None);
    }
}
