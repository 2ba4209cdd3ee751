//! `gridlock sheet`: pages of puzzle cards, and pages with their solutions.
use super::play::{choice_settings, given_puzzles};
use super::{extension, shortest_solution};
use crate::cli::arguments::board::BoardSource;
use crate::cli::arguments::filter::FilterArguments;
use crate::cli::arguments::given_board::BoardArgumentError;
use crate::cli::arguments::shared::{ForceArgument, SearchArguments};
use crate::cli::exit::{ExitCode, NegativeAnswer, UsageError};
use crate::cli::failure::Result;
use crate::cli::file_summary::{FileSummary, print_json, write_file};
use crate::cli::interruptible::InterruptibleOutputs;
use crate::cli::message::print_message;
use crate::draw::{self, Card, Look, Paper, Sheet, Theme};
use crate::engine::counted;
use crate::files::OutputFile;
use crate::jobs::{Choice, choose_boards};
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;

/// Arguments of `gridlock sheet`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Ranges are inclusive and may be open: 20..30, 20.., ..30, or one number.\n\n\
                  Example:\n  gridlock sheet rush6.txt.bz2 --moves 20..30 --inventory box --sample 12 --title Hard -o cards.pdf")]
pub struct SheetArgs {
    /// File of boards or rows, plain or compressed; - is standard input
    #[arg(value_name = "FILE")]
    pub input: OsString,
    /// Draw at most K boards: the first ones that pass
    #[arg(long, alias = "count", value_name = "K", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..))]
    pub limit: u16,
    /// Cards on a page
    #[arg(long, value_name = "K", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=60))]
    pub per_page: u16,
    /// Heading of every page
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Size of the paper
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    pub paper: Paper,
    /// Write the cards to FILE: .pdf, with the solutions after the cards; or .svg, a file per page: FILE.svg, FILE-2.svg, and so
    /// on, and FILE-solutions.svg for the solutions
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Leave out the letters of the pieces; the solutions name the pieces by them
    #[arg(long)]
    pub no_labels: bool,
    /// Colours
    #[arg(long, value_enum, default_value_t = Theme::Light)]
    pub theme: Theme,
    #[command(flatten)]
    pub rows: FilterArguments,
    #[command(flatten)]
    pub search: SearchArguments,
    #[command(flatten)]
    pub force: ForceArgument,
}

/// What `--json` prints.
#[derive(Serialize)]
struct SheetSummary {
    /// One file, or one for each page.
    files: Vec<FileSummary>,
    pages: usize,
    cards: usize,
    /// Boards that passed the filters but are beyond `--limit`.
    left_out: u64,
    /// Moves of the solution of each card.
    moves: Vec<u32>,
}

/// Draws pages of cards and pages with their solutions.
///
/// # Errors
/// A board can't be read or solved, none passes, or an output can't be written.
pub fn run(args: &SheetArgs, quiet: bool) -> Result<ExitCode> {
    let to_pdf = match extension(&args.output) {
        "pdf" => true,
        "svg" => false,
        _ => return Err(UsageError("sheets are written as .pdf or .svg").into()),
    };
    let outputs = InterruptibleOutputs::install()?;
    // Try the first name before the work.
    let first = outputs.text(&args.output, args.force.force)?;
    let Choice { chosen: all, left_out, .. } = read_cards(args)?;
    let look = Look { theme: args.theme, labels: !args.no_labels };
    let sheet = Sheet { title: args.title.as_deref(), per_page: args.per_page.into(), paper: args.paper, look };
    let (card_pages, solution_pages) = sheet.draw(&all);
    let (card_pages, solution_pages) = (texts(&card_pages), texts(&solution_pages));
    let pages = card_pages.len() + solution_pages.len();
    let mut files = Vec::new();
    if to_pdf {
        let content = draw::pdf(&[card_pages, solution_pages].concat(), args.paper.points())?;
        files.push(write_file(first, &args.output, &content)?);
    } else {
        let name = |part: &str, k: usize| {
            let stem = args.output.file_stem().unwrap_or_default().to_string_lossy();
            let number = if k == 0 { String::new() } else { format!("-{}", k + 1) };
            args.output.with_file_name(format!("{stem}{part}{number}.svg"))
        };
        let paths: Vec<PathBuf> =
            (0..card_pages.len()).map(|k| name("", k)).chain((0..solution_pages.len()).map(|k| name("-solutions", k))).collect();
        // Write no file unless all names are free.
        let others: Vec<OutputFile> =
            paths[1..].iter().map(|path| outputs.text(path, args.force.force)).collect::<Result<_, _>>()?;
        let outputs = std::iter::once(first).chain(others);
        for ((output, path), page) in outputs.zip(&paths).zip(card_pages.iter().chain(&solution_pages)) {
            files.push(write_file(output, path, page.as_bytes())?);
        }
    }
    if left_out > 0 && !quiet {
        let drawn = counted(all.len() as u64, "card");
        print_message(&format!("{drawn}; {} left out, --limit K takes more", counted(left_out, "board")));
    }
    if args.search.json {
        let moves = all.iter().map(|card| card.moves).collect();
        print_json(&SheetSummary { files, pages, cards: all.len(), left_out, moves })?;
    }
    Ok(ExitCode::Success)
}

fn texts(pages: &[svg::Document]) -> Vec<String> {
    pages.iter().map(ToString::to_string).collect()
}

/// The first boards of the input that pass, each with a solution.
fn read_cards(args: &SheetArgs) -> Result<Choice<Card>> {
    let (source, reading) = (BoardSource::of(&args.input), &args.search.reading);
    let settings = choice_settings(&args.rows, reading, &source, args.limit.into(), args.search.max_states)?;
    let mut number = 0;
    let choice = choose_boards(&settings, given_puzzles(&source, reading, &settings, true)?, |given| -> Result<Card> {
        number += 1;
        let view = given.to_view(settings.exit)?;
        let Some(moves) = shortest_solution(&view, args.search.max_states)? else {
            return Err(NegativeAnswer(format!("{} can't be solved", given.place)).into());
        };
        let title = given.name.unwrap_or_else(|| number.to_string());
        Ok(Card { title, moves: moves.len() as u32, solution: view.describe_all(&moves), view })
    })?;
    match choice.read {
        0 => Err(BoardArgumentError::none_in(&args.input).into()),
        read if choice.chosen.is_empty() => {
            let answer = format!("none of {} passes the filters, so there is nothing to draw", counted(read, "board"));
            Err(NegativeAnswer(answer).into())
        }
        _ => Ok(choice),
    }
}
