//! `gridlock render` and `gridlock sheet`: pictures of boards.
use crate::board::{Metric, Move, View};
use crate::cli::board_argument::{BoardArgumentError, BoardSource, ExitArgument, first_board};
use crate::cli::exit::{ExitCode, UsageError};
use crate::cli::written::{Written, check_json, tell_json, write};
use crate::draw::{self, Card, Look, Theme, cards, solutions};
use crate::files::OutputFile;
use crate::solve::{self, Algorithm, Heuristic};
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// `--theme`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThemeName {
    Light,
    Dark,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Theme {
        match name {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
        }
    }
}

/// Arguments of `gridlock render`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
                  gridlock render IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM -o board.png --labels\n  \
                  gridlock render oBBoAAoCoooCoooo --solution -o solution.svg\n  \
                  gridlock render oBBoAAoCoooCoooo --solution --strip 4 -o frames.png --theme dark")]
pub struct RenderArgs {
    /// A board, or a file whose first board is taken; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: String,
    /// Write the picture to FILE, .svg or .png; - is SVG on standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Show the letters of the pieces
    #[arg(short, long)]
    pub labels: bool,
    /// Colours
    #[arg(short, long, value_enum, default_value_t = ThemeName::Light)]
    pub theme: ThemeName,
    /// Draw a shortest solution too: as an animated SVG, or as a strip of frames for PNG and with --strip
    #[arg(short, long)]
    pub solution: bool,
    /// Draw the solution as numbered frames, K in a row
    #[arg(long, value_name = "K", requires = "solution")]
    pub strip: Option<NonZeroUsize>,
    #[command(flatten)]
    pub exit: ExitArgument,
    /// Width of a PNG in pixels
    #[arg(short, long, value_name = "PIXELS", default_value_t = 800, value_parser = clap::value_parser!(u32).range(16..=16_384))]
    pub width: u32,
    /// Give up when the search for the solution meets more states than this
    #[arg(long, value_name = "K", default_value_t = 50_000_000)]
    pub max_states: usize,
    /// Tell what was written as one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// Replace the output if it exists
    #[arg(short, long)]
    pub force: bool,
}

/// Arguments of `gridlock sheet`.
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Example:\n  gridlock select rush6.txt.bz2 --inventory box --sample 12 -o - | gridlock sheet - -o cards.pdf"
)]
pub struct SheetArgs {
    /// A file of boards or rows, any codec; - is standard input
    #[arg(value_name = "FILE")]
    pub input: String,
    /// How many of its boards, from the first on
    #[arg(short = 'k', long, value_name = "K", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=60))]
    pub count: u16,
    /// Write the cards to FILE: .pdf with the solutions on a second page, or .svg with the solutions in FILE-solutions.svg beside it
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub exit: ExitArgument,
    /// Leave the letters of the pieces away; the solutions name the pieces by them
    #[arg(long)]
    pub no_labels: bool,
    /// Colours
    #[arg(short, long, value_enum, default_value_t = ThemeName::Light)]
    pub theme: ThemeName,
    /// Give up when the search for a solution meets more states than this
    #[arg(long, value_name = "K", default_value_t = 50_000_000)]
    pub max_states: usize,
    /// Tell what was written as one JSON object on standard output
    #[arg(long)]
    pub json: bool,
    /// Replace the output if it exists
    #[arg(short, long)]
    pub force: bool,
}

/// The ending of a file's name.
pub(crate) fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// A shortest solution, replayed; `None` if there is none.
fn solution(view: &View, max_states: usize) -> Result<Option<Vec<Move>>> {
    let solved = solve::solve(view.state(), Metric::Moves, Algorithm::Breadth, Heuristic::Zero, max_states)
        .context("gave up on the solution; --max-states K allows more states")?;
    if let Some(moves) = &solved.solution {
        solve::replay(view.state(), moves).context("the solution found is wrong: this is a fault of the program")?;
    }
    Ok(solved.solution)
}

/// The JSON object about the picture of a board.
#[derive(Serialize)]
struct Drawn {
    #[serde(flatten)]
    written: Written,
    board: String,
    /// `board`, `animation` or `strip`.
    picture: &'static str,
    /// States that it shows.
    frames: usize,
    /// The solution; `null` if none was asked for.
    moves: Option<usize>,
    solution: Option<Vec<String>>,
}

/// The JSON object about a sheet.
#[derive(Serialize)]
struct SheetDrawn {
    /// The pages, in one file or two.
    files: Vec<Written>,
    pages: usize,
    cards: usize,
    /// Of each card.
    moves: Vec<u32>,
}

/// Draws one board.
///
/// # Errors
/// What is wrong with the board or the output; no solution although one is to be drawn.
pub fn run(args: &RenderArgs) -> Result<ExitCode> {
    let to_png = match ending(&args.output) {
        "png" => true,
        "svg" => false,
        _ if args.output == Path::new("-") => false,
        _ => return Err(UsageError("pictures are written as .svg or .png").into()),
    };
    check_json(args.json, &args.output)?;
    let output = OutputFile::text(&args.output, args.force)?;
    let given = first_board(&args.board)?;
    let view = given.view(args.exit.into())?;
    let look = Look { theme: args.theme.into(), labels: args.labels };
    let moves = if args.solution { solution(&view, args.max_states)? } else { None };
    let (picture, document) = match (&moves, args.strip) {
        (None, _) if args.solution => bail!("the board can't be solved: draw it without --solution"),
        (None, _) => ("board", draw::board(&view, look)),
        (Some(moves), None) if !to_png => ("animation", draw::animation(&view, look, moves)),
        (Some(moves), columns) => ("strip", draw::strip(&view, look, moves, columns.map_or(5, NonZeroUsize::get))),
    };
    let svg = document.to_string();
    let bytes = if to_png { draw::png(&svg, args.width)? } else { format!("{svg}\n").into_bytes() };
    let written = write(output, &args.output, &bytes)?;
    if args.json {
        let frames = moves.as_ref().map_or(0, Vec::len) + 1;
        let solution = moves.as_ref().map(|moves| moves.iter().map(|&step| view.describe(step)).collect());
        tell_json(&Drawn { written, board: given.text, picture, frames, moves: moves.map(|moves| moves.len()), solution })?;
    }
    Ok(ExitCode::Success)
}

/// Draws a page of cards and their solutions.
///
/// # Errors
/// What is wrong with the boards or the output; a board without a solution.
pub fn run_sheet(args: &SheetArgs) -> Result<ExitCode> {
    let to_pdf = match ending(&args.output) {
        "pdf" => true,
        "svg" => false,
        _ => return Err(UsageError("sheets are written as .pdf or .svg").into()),
    };
    let output = OutputFile::text(&args.output, args.force)?;
    let second =
        args.output.with_file_name(format!("{}-solutions.svg", args.output.file_stem().unwrap_or_default().to_string_lossy()));
    let other = if to_pdf { None } else { Some(OutputFile::text(&second, args.force)?) };
    let mut all = Vec::new();
    for (index, given) in BoardSource::of(&args.input).boards()?.take(args.count.into()).enumerate() {
        let given = given?;
        let view = given.view(args.exit.into())?;
        let Some(moves) = solution(&view, args.max_states)? else {
            bail!("board {} of {} can't be solved", index + 1, args.input)
        };
        all.push(Card { number: index + 1, moves: moves.len() as u32, solution: view.describe_all(&moves), view });
    }
    if all.is_empty() {
        return Err(BoardArgumentError::none_in(&args.input).into());
    }
    let look = Look { theme: args.theme.into(), labels: !args.no_labels };
    let pages = [cards(&all, look).to_string(), solutions(&all, look).to_string()];
    let bytes = if to_pdf { draw::pdf(&pages)? } else { pages[0].clone().into_bytes() };
    let mut files = Vec::new();
    if let Some(other) = other {
        files.push(write(other, &second, pages[1].as_bytes())?);
    }
    files.insert(0, write(output, &args.output, &bytes)?);
    if args.json {
        let moves = all.iter().map(|card| card.moves).collect();
        tell_json(&SheetDrawn { files, pages: pages.len(), cards: all.len(), moves })?;
    }
    Ok(ExitCode::Success)
}
