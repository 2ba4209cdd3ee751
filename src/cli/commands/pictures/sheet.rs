//! `gridlock sheet`: pages of puzzle cards, and pages with their solutions.
use super::play::{choice_settings, given_puzzles};
use super::{check_chosen, extension, print_made, shortest_solution};
use crate::cli::arguments::{BoardSource, FilterArguments, ForceArgument, SearchArguments};
use crate::cli::{Failure, Result, end_on_signal, print_json};
use crate::draw::{self, Card, Look, Paper, Sheet, Theme};
use crate::engine::counted;
use crate::files::{OutputFile, display_path};
use crate::jobs::{Choice, choose_boards};
use crate::notation::MoveNotation;
use crate::rows::SampleSize;
use serde_json::json;
use std::cmp::Reverse;
use std::ffi::OsString;
use std::path::PathBuf;

/// Arguments of `gridlock sheet`.
#[derive(clap::Args, Clone, Debug)]
// the filter on the number of empty cells is called --empty
#[command(mut_arg("empty_signs", |arg| arg.long("empty-sign")))]
#[command(after_help = "Ranges are inclusive and may be open: 20..30, 20.., ..30, or one number.\n\n\
                  Examples:\n  \
                  gridlock sheet rush6.txt.bz2 --moves 20..30 --inventory box --sample 12 --title Hard -o cards.pdf\n  \
                  gridlock sheet @rush6 --moves 4..10 --sample 20 --per-page 4 --backs -o children.pdf")]
pub struct SheetArgs {
    /// File of boards or rows, plain or compressed; - is standard input
    #[arg(value_name = "FILE")]
    pub input: OsString,
    /// Draw at most K boards: the first ones that pass [default: a whole sample, otherwise 200]
    #[arg(long, alias = "count", value_name = "K", value_parser = clap::value_parser!(u16).range(1..))]
    pub limit: Option<u16>,
    /// Order of the cards
    #[arg(long, value_enum, default_value_t = CardOrder::Easy)]
    pub sort: CardOrder,
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
    /// Put the solutions on the backs of the cards: print on both sides, turned over the long edge
    #[arg(long)]
    pub backs: bool,
    /// Write the moves of solutions as text [default: the letter of a piece on its colour, and an arrow]
    #[arg(long, value_enum)]
    pub notation: Option<MoveNotation>,
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

/// `--sort`
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardOrder {
    /// Fewest moves first
    Easy,
    /// Most moves first
    Hard,
    /// As in the file
    File,
}

/// Draws pages of cards and pages with their solutions.
///
/// # Errors
/// A board can't be read or solved, none passes, or an output can't be written.
pub fn run(args: &SheetArgs, quiet: bool) -> Result<()> {
    let to_pdf = match extension(&args.output) {
        "pdf" => true,
        "svg" => false,
        _ => return Err(Failure::of_input("sheets are written as .pdf or .svg")),
    };
    end_on_signal()?;
    // Try the first name before the work.
    let first = OutputFile::text(&args.output, args.force.force)?;
    let Choice { chosen: all, left_out, unsolvable, .. } = read_cards(args)?;
    let look = Look { theme: args.theme, labels: !args.no_labels };
    let (per_page, paper, notation, backs) = (args.per_page.into(), args.paper, args.notation, args.backs);
    let sheet = Sheet { title: args.title.as_deref(), per_page, paper, look, notation, backs };
    let (card_pages, solution_pages) = sheet.draw(&all);
    let [card_pages, solution_pages] =
        [card_pages, solution_pages].map(|pages| pages.iter().map(ToString::to_string).collect::<Vec<_>>());
    let pages = card_pages.len() + solution_pages.len();
    let files: Vec<(PathBuf, Vec<u8>)> = if to_pdf {
        let in_order = if backs {
            card_pages.into_iter().zip(solution_pages).flat_map(|(front, back)| [front, back]).collect()
        } else {
            [card_pages, solution_pages].concat()
        };
        vec![(args.output.clone(), draw::pdf(sheet.name(), &in_order, paper.points())?)]
    } else {
        let stem = args.output.file_stem().unwrap_or_default().to_string_lossy();
        let named = |part: &str, pages: Vec<String>| -> Vec<_> {
            let name = |k| if k == 0 { format!("{stem}{part}.svg") } else { format!("{stem}{part}-{}.svg", k + 1) };
            let path = |k| args.output.with_file_name(name(k));
            pages.into_iter().enumerate().map(|(k, page)| (path(k), page.into_bytes())).collect()
        };
        [named("", card_pages), named(if backs { "-backs" } else { "-solutions" }, solution_pages)].concat()
    };
    // Write no file unless all names are free.
    let others = files[1..].iter().map(|(path, _)| OutputFile::text(path, args.force.force));
    let outputs = std::iter::once(Ok(first)).chain(others).collect::<Result<Vec<_>, _>>()?;
    for (output, (_, content)) in outputs.into_iter().zip(&files) {
        output.finish_with(content)?;
    }
    print_made(&counted(all.len() as u64, "card"), &args.output, left_out, quiet);
    if args.search.json {
        let summary = |(path, content): &(PathBuf, Vec<u8>)| json!({ "file": display_path(path), "bytes": content.len() });
        print_json(&json!({
            // one, or one for each page
            "files": files.iter().map(summary).collect::<Vec<_>>(),
            "pages": pages,
            "cards": all.len(),
            // boards that passed the filters but are beyond `--limit`
            "left_out": left_out,
            // of the solution of each card
            "moves": all.iter().map(|card| card.solution.len()).collect::<Vec<_>>(),
            // boards that can't be solved, and have no card
            "unsolvable": unsolvable.len(),
        }))?;
    }
    Failure::check_left_out(&unsolvable, &[])
}

/// How many cards there are at most by default, without a sample.
const CARDS: usize = 200;

/// The first boards of the input that pass, each with a solution, in the order of the cards.
fn read_cards(args: &SheetArgs) -> Result<Choice<Card>> {
    let (source, reading) = (BoardSource::of(&args.input), &args.search.reading);
    let default = if args.rows.sampling().size == SampleSize::All { CARDS } else { usize::MAX };
    let limit = args.limit.map_or(default, usize::from);
    let settings = choice_settings(&args.rows, reading, &source, limit, args.search.max_states)?;
    let mut choice =
        choose_boards(&settings, given_puzzles(&source, reading, &settings, true)?, |given| -> Result<Option<Card>> {
            let view = given.to_view(settings.exit)?;
            let Some(moves) = shortest_solution(&view, args.search.max_states)? else { return Ok(None) };
            Ok(Some(Card { title: given.name.unwrap_or_default(), solution: moves, view }))
        })?;
    check_chosen(&choice, &args.input, &args.rows, "draw")?;
    match args.sort {
        CardOrder::Easy => choice.chosen.sort_by_key(|card| card.solution.len()),
        CardOrder::Hard => choice.chosen.sort_by_key(|card| Reverse(card.solution.len())),
        CardOrder::File => {}
    }
    let unnamed = choice.chosen.iter_mut().enumerate().filter(|(_, card)| card.title.is_empty());
    unnamed.for_each(|(index, card)| card.title = (index + 1).to_string());
    Ok(choice)
}
