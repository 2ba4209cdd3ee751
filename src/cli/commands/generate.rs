//! `gridlock generate`: all rows of some rules, or one shard of them.
use crate::cli::arguments::{FolderArguments, ForceArgument, ROWS_OUTPUT, RunArguments, ShardArgument, ThreadsArgument};
use crate::cli::{Context, Failure, Result, listen, print_message};
use crate::engine::{GRACE, Progress, ProgressMode, counted, grouped};
use crate::errors::ErrorClass;
use crate::files::{
    Destination, FileSum, OutputFile, display_path, has_run_folder, is_same_file, must_be_new, names_ranks, remove_left_over_of,
    run_folder_of,
};
use crate::gauge::Gauge;
use crate::ranks::RankSettings;
use crate::run::{
    Description, EarlierSummary, KeptRun, RowOrder, RowSink, RunIdentity, RunOutcome, RunSummary, description_path, known_rows,
    run_shard, was_published,
};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Arguments of `gridlock generate`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock generate --size 6 --walls 0..2 --sorted -o rush6.txt.bz2   the database published in 2018\n  \
                  gridlock generate --size 5 --walls 0..2 -o rush5.txt.gz\n  \
                  gridlock generate --size 5 --metric steps -o steps5.txt.gz\n  \
                  gridlock generate --size 6 --moves 40.. -o hard6.txt.gz\n  \
                  gridlock generate --size 6 --shard 7/1000 --json shard7.json -o shard7.txt.bz2\n  \
                  gridlock generate --size 6 --shard auto/400 -o 'shards/{shard}.txt.gz'\n  \
                  gridlock generate --size 6x5 --primary-row 1 --lengths 2..4 -o buses.txt.gz\n  \
                  gridlock generate --size 4 -o - | head -3")]
pub struct GenerateArgs {
    #[command(flatten)]
    pub run: RunArguments,
    #[command(flatten)]
    pub threads: ThreadsArgument,
    /// Generate only shard I of M, I from 0 to M-1; each is a fair sample of the whole. With auto/M the number is that of the task
    /// of AWS Batch, Google Batch, Kubernetes or Slurm. {shard} in the name of the output stands for the number
    #[arg(short, long, value_name = "I/M|auto/M", default_value = "0/1")]
    pub shard: ShardArgument,
    #[arg(short, long, value_name = "FILE", help = ROWS_OUTPUT)]
    pub output: PathBuf,
    /// Put the rows into the published order, hardest first, and compare them with what is known of this database
    #[arg(long)]
    pub sorted: bool,
    /// Print all counters at the end
    #[arg(short, long)]
    pub verbose: bool,
    /// Write the summary to FILE as JSON; - is standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    #[command(flatten)]
    pub force: ForceArgument,
    /// If the output is complete already, read it and compare it with its description
    #[arg(long, conflicts_with = "force")]
    pub check: bool,
    #[command(flatten)]
    pub folder: FolderArguments,
}

impl GenerateArgs {
    /// The same with the number of the shard in the name of the output.
    fn with_the_number_of_the_shard(&self) -> GenerateArgs {
        let mut args = self.clone();
        if let Some(name) = self.output.to_str() {
            args.output = name.replace("{shard}", &self.shard.shard.index().to_string()).into();
        }
        args
    }
}

/// A run, and what was asked for.
struct GeneratePlan<'a> {
    args: &'a GenerateArgs,
    kept: KeptRun,
    quiet: bool,
    stop: Arc<AtomicBool>,
}

impl GeneratePlan<'_> {
    /// Opens the output; `None` if it is already complete.
    fn sink(&self) -> Result<Option<RowSink>> {
        let (args, force) = (self.args, self.args.force.force);
        let RunIdentity { rules, walls, metric, moves, shard, .. } = self.kept.identity;
        let whole = (shard.is_whole() && moves.is_none()).then_some(walls);
        let (threads, stop) = (args.threads.threads, self.stop.clone());
        let ranks = RankSettings { metric, rules: Some(rules), whole, threads, stop, gauge: Gauge::default() };
        let ranks = |path: &Path| self.kept.with_ranks.then(|| ranks.encoder(path));
        let path = match Destination::of_rows(&args.output)? {
            Destination::Stream(_) if args.sorted || args.check || args.folder.restart => {
                return Err(Failure::of_input("--sorted, --check and --restart need a file: name one with -o"));
            }
            Destination::Stream(path) => return Ok(Some(RowSink::Stream(OutputFile::rows(&path, force, ranks(&path))?))),
            Destination::File(path) => path,
        };
        if args.sorted && self.kept.with_ranks {
            return Err(Failure::of_input(
                "a rank file has the order of the ranks, and is read in the published one: leave out --sorted",
            ));
        }
        remove_left_over_of(&description_path(&path));
        let is_done = || Ok::<_, Failure>(!force && self.description_of_complete(&path)?.is_some());
        if is_done()? {
            if !has_run_folder(&path) {
                return Ok(None);
            }
        } else if !force && !was_published(&path, &self.kept.identity) {
            // Had a process given the rows their name before it ended, only their description would be left to do.
            must_be_new(&path)?;
        }
        let folder = args.folder.open(&path, &self.kept, "candidates", self.quiet)?;
        // Another process may have completed the output meanwhile, or ended before it could remove the folder.
        if is_done()? {
            folder.remove()?;
            return Ok(None);
        }
        let ranks = ranks(&path);
        Ok(Some(RowSink::Folder { folder, path, force, sorted: args.sorted, ranks }))
    }

    /// The summary of an output that is already complete, unless a complete run has written one to `json`.
    fn summary_of_complete(&self, json: &Path) -> Result<Option<RunSummary>> {
        let Destination::File(path) = Destination::of_rows(&self.args.output)? else { return Ok(None) };
        match Description::beside(&path)? {
            Some(description) if !EarlierSummary::load(json).is_some_and(|earlier| earlier.complete) => {
                let threads = self.args.threads.threads;
                Ok(Some(RunSummary::of_complete(self.kept.identity, threads, &description, &self.stop)?))
            }
            _ => Ok(None),
        }
    }

    /// The description of the output, if that is complete.
    fn description_of_complete(&self, path: &Path) -> Result<Option<Description>> {
        let says_so = |description: &Description| match self.args.check {
            // The file itself is checked later.
            true => description.is_of_complete(&self.kept.identity) && path.exists(),
            false => description.describes(path, &self.kept.identity),
        };
        let has_order = |description: &Description| !self.args.sorted || description.order == RowOrder::Published;
        Ok(Description::beside(path)?.filter(says_so).filter(has_order))
    }

    /// Reports that the output is already complete; with `--check`, only if its bytes match the description.
    fn report_complete(&self) -> Result<()> {
        let name = display_path(&self.args.output);
        let Some(description) = self.description_of_complete(&self.args.output)? else {
            return Err(Failure::of_input(format!("another program has just changed {name}: run the command again")));
        };
        let rows = format!("{name} is complete already: {}", counted(description.rows.lines, "row"));
        if !self.args.check {
            print_message(&format!("{rows}; its size is as described, --check reads it"));
            return Ok(());
        }
        let sum = FileSum::of(&self.args.output, &self.stop).context(format_args!("cannot read {name}"))?;
        let sum = sum.ok_or(Failure::new(ErrorClass::Stopped, "stopped before the output was read to its end"))?;
        if sum != description.file {
            return Err(Failure::negative(format_args!(
                "{name} is damaged: its {} bytes have the SHA-256 {}, but its description says {}; generate it again with --force",
                sum.bytes, sum.sha256, description.file.sha256
            )));
        }
        print_message(&format!("{rows}; its SHA-256 is as described"));
        Ok(())
    }
}

/// Says what a complete run has found, where it is, and what to do next. Sorted rows are compared with what is known of them.
///
/// # Errors
/// They differ.
fn report_end(args: &GenerateArgs, summary: &RunSummary, quiet: bool) -> Result<()> {
    let RunIdentity { rules, walls, metric, shard, .. } = summary.identity;
    let (name, rows) = (display_path(&args.output), summary.counts.rows);
    let are = if rows == 1 { "is" } else { "are" };
    let place = if args.output == Path::new("-") { "went to standard output".to_owned() } else { format!("{are} in {name}") };
    let mut text = format!("{} {place}", counted(rows, "puzzle"));
    if !shard.is_whole() {
        text += &format!(": shard {shard} of {} with {walls} walls", rules.in_words());
    }
    text += ".";
    let description = Description::beside(&args.output).ok().flatten();
    let known = description.as_ref().map_or(Ok(""), compare_with_known);
    text += known.as_ref().unwrap_or(&"");
    if rows > 0 {
        text += &format!(" The hardest takes {}.", counted(summary.counts.deepest, metric.noun()));
    }
    text += &match (args.sorted || args.output == Path::new("-"), shard.is_whole()) {
        (_, false) => format!(" When all {} shards are there, `gridlock merge` makes one file of them.", shard.of()),
        (true, true) => String::new(),
        (false, true) => format!(" They are in the order of the search; `gridlock merge {name} -o FILE` puts the hardest first."),
    };
    if !quiet {
        print_message(&text);
    }
    known.map(drop)
}

/// What is said of the rows of a file if its database is known; empty if it is not, or if the rows have another order.
///
/// # Errors
/// They are not the known ones.
pub(super) fn compare_with_known(found: &Description) -> Result<&'static str> {
    let is_whole = found.missing.is_none() && found.order == RowOrder::Published;
    let Some(known) = known_rows(&found.identity).filter(|_| is_whole) else { return Ok("") };
    if (known.rows, known.sha256) != (found.rows.lines, found.rows.sha256.as_str()) {
        return Err(Failure::negative(format_args!(
            "the rows are not the known ones: {} with the SHA-256 {}, where {} with {} are known; please report it",
            counted(found.rows.lines, "row"),
            found.rows.sha256,
            counted(known.rows, "row"),
            known.sha256
        )));
    }
    Ok(match known.is_published {
        true => " They are the bytes published in 2018.",
        false => " They are the bytes of earlier runs, whose rows were verified one by one.",
    })
}

/// Writes the summary.
fn write_summary(json: OutputFile, summary: &RunSummary) -> Result<()> {
    Ok(json.finish_with(serde_json::to_string_pretty(summary)? + "\n")?)
}

/// Generates rows.
///
/// # Errors
/// The output can't be completed.
pub fn run(args: &GenerateArgs, quiet: bool) -> Result<()> {
    let args = &args.with_the_number_of_the_shard();
    if let (ShardArgument { shard, variable: Some(variable) }, false) = (args.shard, quiet) {
        print_message(&format!("shard {shard}: {variable} is {}", shard.index()));
    }
    let description = description_path(&args.output);
    if let Some(json) = &args.json
        && [&args.output, &description].iter().any(|taken| is_same_file(json, taken))
    {
        return Err(Failure::of_input(
            "rows, description (FILE.json) and summary can't share one file: give --json another name",
        ));
    }
    // The work for a file is saved, however long that takes. For a stream nothing is, and its reader may keep the program
    // waiting.
    let (path, patience) = match Destination::of(&args.output)? {
        Destination::File(path) => (path, Duration::MAX),
        Destination::Stream(path) => (path, GRACE),
    };
    let kept = KeptRun { identity: args.run.shard(args.shard.shard)?, with_ranks: names_ranks(&path) };
    // From here on a signal does not kill the program, which would leave temporary files.
    let plan = GeneratePlan { args, kept, quiet, stop: listen(patience)? };
    // A summary of an earlier run of the same command is replaced.
    let is_own = |path: &Path| EarlierSummary::load(path).is_some_and(|earlier| earlier.identity == kept.identity);
    let open_json = |path| OutputFile::text(path, args.force.force || is_own(path));
    let json = args.json.as_deref().map(open_json).transpose()?;
    let Some(sink) = plan.sink()? else {
        if let (Some(path), Some(json)) = (&args.json, json) {
            let summary = plan.summary_of_complete(path);
            let written = summary.and_then(|summary| summary.map_or(Ok(()), |summary| write_summary(json, &summary)));
            written.context("the rows are complete, but the summary is not written")?;
        }
        return plan.report_complete();
    };
    let gauge = Gauge::default();
    let progress = Progress::begin(ProgressMode::for_stderr(quiet, args.output == Path::new("-")), &gauge);
    let generated = run_shard(&kept, args.threads.threads, sink, &gauge, &plan.stop);
    drop(progress);
    let folder = run_folder_of(&args.output);
    let generated = match generated.map_err(Failure::from) {
        Err(failure) if failure.class == ErrorClass::Stopped && folder.exists() => Err(failure).context(format_args!(
            "all that was found is saved in {}, and the same command continues from there",
            display_path(&folder)
        )),
        generated => generated,
    };
    let RunOutcome { summary, saved } = generated?;
    if let Some(json) = json {
        write_summary(json, &summary).context("the rows are written, but the summary is not")?;
    }
    if args.verbose && !quiet {
        print_message(summary.to_string().trim_end());
    }
    summary.verdict()?;
    if summary.complete {
        return report_end(args, &summary, quiet);
    }
    let Some(folder) = saved else { return Err(Failure::silent(ErrorClass::Stopped)) };
    Err(Failure::new(
        ErrorClass::Stopped,
        format_args!(
            "{} is not complete: {} of {} saved in {}; the same command continues from there",
            display_path(&args.output),
            grouped(summary.counts.candidates),
            counted(summary.candidates_expected, "candidate"),
            display_path(&folder)
        ),
    ))
}
