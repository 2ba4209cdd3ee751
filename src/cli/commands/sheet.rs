//! `gridlock sheet`: a page of puzzle cards, and a page with their solutions.
use crate::cli::board_argument::{BoardArgumentError, BoardSource};
use crate::cli::exit::{ExitCode, NegativeAnswer, UsageError};
use crate::cli::file_summary::{FileSummary, print_json, write_file};
use crate::cli::interruptible::InterruptibleOutputs;
use crate::cli::picture_arguments::{ThemeName, extension, shortest_solution};
use crate::cli::shared_arguments::{ForceArgument, SearchArguments};
use crate::draw::{self, Card, Look, cards, solutions};
use crate::files::shown;
use anyhow::Result;
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;

/// Arguments of `gridlock sheet`.
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Example:\n  gridlock select rush6.txt.bz2 --inventory box --sample 12 -o - | gridlock sheet - -o cards.pdf"
)]
pub struct SheetArgs {
    /// File of boards or rows, plain or compressed; - is standard input
    #[arg(value_name = "FILE")]
    pub input: OsString,
    /// Draw the first K boards of the file
    #[arg(long, value_name = "K", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=60))]
    pub count: u16,
    /// Write the cards to FILE: .pdf with the solutions on a second page, or .svg with the solutions in FILE-solutions.svg beside it
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Leave out the letters of the pieces; the solutions name the pieces by them
    #[arg(long)]
    pub no_labels: bool,
    /// Colours
    #[arg(long, value_enum, default_value_t = ThemeName::Light)]
    pub theme: ThemeName,
    #[command(flatten)]
    pub search: SearchArguments,
    #[command(flatten)]
    pub force: ForceArgument,
}

/// What `--json` prints.
#[derive(Serialize)]
struct SheetSummary {
    /// The pages, in one file or two.
    files: Vec<FileSummary>,
    pages: usize,
    cards: usize,
    /// Moves of the solution of each card.
    moves: Vec<u32>,
}

/// Draws a page of cards and a page with their solutions.
///
/// # Errors
/// A board can't be read or solved, or an output can't be written.
pub fn run(args: &SheetArgs) -> Result<ExitCode> {
    let to_pdf = match extension(&args.output) {
        "pdf" => true,
        "svg" => false,
        _ => return Err(UsageError("sheets are written as .pdf or .svg").into()),
    };
    let outputs = InterruptibleOutputs::install()?;
    let cards_output = outputs.text(&args.output, args.force.force)?;
    let stem = args.output.file_stem().unwrap_or_default().to_string_lossy();
    let solutions_path = args.output.with_file_name(format!("{stem}-solutions.svg"));
    let solutions_output = if to_pdf { None } else { Some(outputs.text(&solutions_path, args.force.force)?) };
    let all = read_cards(args)?;
    let look = Look { theme: args.theme.into(), labels: !args.no_labels };
    let pages = [cards(&all, look).to_string(), solutions(&all, look).to_string()];
    let content = if to_pdf { draw::pdf(&pages)? } else { pages[0].clone().into_bytes() };
    let mut files = Vec::new();
    if let Some(output) = solutions_output {
        files.push(write_file(output, &solutions_path, pages[1].as_bytes())?);
    }
    files.insert(0, write_file(cards_output, &args.output, &content)?);
    if args.search.json {
        let moves = all.iter().map(|card| card.moves).collect();
        print_json(&SheetSummary { files, pages: pages.len(), cards: all.len(), moves })?;
    }
    Ok(ExitCode::Success)
}

/// The first boards of the input, each with a solution.
fn read_cards(args: &SheetArgs) -> Result<Vec<Card>> {
    let mut all = Vec::new();
    for (index, given) in BoardSource::of(&args.input).boards(&args.search.reading, None)?.take(args.count.into()).enumerate() {
        let view = given?.view()?;
        let Some(moves) = shortest_solution(&view, args.search.max_states)? else {
            let answer = format!("board {} of {} can't be solved", index + 1, shown(args.input.as_ref()));
            return Err(NegativeAnswer(answer).into());
        };
        all.push(Card { number: index + 1, moves: moves.len() as u32, solution: view.describe_all(&moves), view });
    }
    if all.is_empty() {
        return Err(BoardArgumentError::none_in(&args.input).into());
    }
    Ok(all)
}
