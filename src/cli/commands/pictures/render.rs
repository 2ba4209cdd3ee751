//! `gridlock render`: a picture of a board, or of its solution.
use super::{extension, print_made, shortest_solution};
use crate::board::Move;
use crate::cli::arguments::{BoardSource, ForceArgument, GivenBoard, SearchArguments, first_board};
use crate::cli::{Failure, Result, check_json, end_on_signal, print_json, print_message};
use crate::draw::{self, Look, SvgTheme};
use crate::engine::{counted, drive, grouped};
use crate::files::{OutputFile, display_path};
use crate::notation::View;
use serde_json::json;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Arguments of `gridlock render`.
#[derive(clap::Args, Clone, Debug)]
#[command(group(clap::ArgGroup::new("solved").multiple(true)), mut_arg("max_states", |arg| arg.requires("solved")))]
#[command(after_help = "Examples:\n  \
                  gridlock render IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM -o board.png --labels\n  \
                  gridlock render oBBoAAoCoooCoooo --solution -o solution.svg\n  \
                  gridlock render oBBoAAoCoooCoooo --solution -o solution.gif\n  \
                  gridlock render oBBoAAoCoooCoooo --strip 4 -o frames.png --theme dark\n  \
                  gridlock render @rush4 -o %02d.png")]
pub struct RenderArgs {
    /// Board, or file whose first board is drawn, or every board if the output has a place for numbers; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: OsString,
    /// Write the picture to FILE, .svg or .png, or a solution to .gif; - is SVG on standard output; %04d in the name stands for the
    /// number of the board, from 0001
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Show the letters of the pieces
    #[arg(short, long)]
    pub labels: bool,
    /// Colours
    #[arg(long, value_enum, default_value_t = SvgTheme::Light)]
    pub theme: SvgTheme,
    /// Draw a shortest solution too: animated in an SVG or GIF, as a strip of frames in a PNG or with --strip
    #[arg(long, group = "solved")]
    pub solution: bool,
    /// Draw the solution, also without --solution, as numbered frames, at most K to a row; in a PNG each is at least 120 pixels
    /// wide
    #[arg(long, value_name = "K", group = "solved")]
    pub strip: Option<NonZeroUsize>,
    /// Width of the picture in pixels; if not given, 800 of a PNG and 400 of a GIF
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16_384))]
    pub width: Option<u32>,
    #[command(flatten)]
    pub search: SearchArguments,
    #[command(flatten)]
    pub force: ForceArgument,
}

/// The width of a PNG in pixels.
const PNG_WIDTH: u32 = 800;
/// The width of a frame of a PNG, and its least width if a number of frames in a row is given.
const FRAME_WIDTH: usize = 190;
const LEAST_FRAME_WIDTH: usize = 120;
/// The width of a GIF in pixels.
const GIF_WIDTH: u16 = 400;
/// The largest width of a GIF.
const LARGEST_GIF: u16 = 2000;

/// A picture of a board.
struct Drawn {
    /// What it shows: `board`, `animation` or `strip`.
    kind: &'static str,
    /// The solution that it shows, if one is wanted.
    moves: Option<Vec<Move>>,
    content: Vec<u8>,
}

/// Draws one board, or every board of a file if the name of the output has a place for its number.
///
/// # Errors
/// The board can't be read, has no solution to draw, or the output can't be written.
pub fn run(args: &RenderArgs, quiet: bool) -> Result<()> {
    let format = if args.output == Path::new("-") { "svg" } else { extension(&args.output) };
    if !["svg", "png", "gif"].contains(&format) {
        return Err(Failure::of_input("pictures are written as .svg or .png, solutions also as .gif"));
    }
    if format == "gif" && (!args.solution || args.strip.is_some()) {
        return Err(Failure::of_input("a GIF shows a solution: add --solution, without --strip"));
    }
    if args.theme == SvgTheme::Auto && format != "svg" {
        return Err(Failure::of_input(
            "only SVG changes with the screen: choose --theme light, dark or contrast for this picture",
        ));
    }
    check_json(args.search.json, &args.output)?;
    end_on_signal()?;
    if let Some(name) = NumberedName::of(&args.output)? {
        return draw_all(args, format, &name, quiet);
    }
    let output = OutputFile::text(&args.output, args.force.force)?;
    let given = first_board(&args.board, &args.search.reading, quiet)?;
    let view = given.view()?;
    let Some(Drawn { kind, moves, content }) = draw_one(args, format, &view)? else {
        return Err(Failure::negative("the board can't be solved: draw it without --solution and --strip"));
    };
    output.finish_with(&content)?;
    let count = moves.as_ref().map(Vec::len);
    let made = count.map_or("picture".to_owned(), |count| format!("solution of {}", counted(count as u64, "move")));
    print_made(&made, &args.output, Some(0), quiet);
    if args.search.json {
        let described = |moves: &Vec<Move>| moves.iter().map(|&step| view.describe(step)).collect::<Vec<_>>();
        print_json(&json!({
            "file": display_path(&args.output),
            "bytes": content.len(),
            "board": given.text(&view),
            "picture": kind,
            // states that the picture shows
            "frames": count.unwrap_or(0) + 1,
            // of the solution; `null` without `--solution`
            "moves": count,
            "solution": moves.as_ref().map(described),
        }))?;
    }
    Ok(())
}

/// The picture of a board; `None` if its solution is wanted and it has none.
fn draw_one(args: &RenderArgs, format: &str, view: &View) -> Result<Option<Drawn>> {
    let look = Look { theme: args.theme.drawn(), labels: args.labels };
    let wants_solution = args.solution || args.strip.is_some();
    let moves = if wants_solution { shortest_solution(view, args.search.max_states)? } else { None };
    let (kind, document) = match (&moves, args.strip) {
        (None, _) if wants_solution => return Ok(None),
        (None, _) => ("board", draw::board(view, look)),
        (Some(moves), None) if format == "svg" => ("animation", draw::animation(view, look, moves)),
        (Some(_), None) if format == "gif" => ("animation", draw::board(view, look)),
        (Some(moves), columns) => {
            let (columns, width) = (columns.map(NonZeroUsize::get), args.width.unwrap_or(PNG_WIDTH) as usize);
            let columns = match format {
                "png" => columns.unwrap_or(width / FRAME_WIDTH).min(width / LEAST_FRAME_WIDTH),
                _ => columns.unwrap_or(5),
            };
            ("strip", draw::strip(view, look, moves, columns))
        }
    };
    let content = match (format, &moves) {
        ("gif", Some(moves)) => {
            let width = args.width.map_or(Ok(GIF_WIDTH), u16::try_from).ok().filter(|&width| width <= LARGEST_GIF);
            let width = width.ok_or(Failure::of_input("a GIF is at most 2000 pixels wide: choose a smaller --width"))?;
            draw::gif(&draw::animation_frames(view, look, moves), width)?
        }
        ("png", _) => draw::png(&document.to_string(), args.width.unwrap_or(PNG_WIDTH))?,
        _ => {
            let document = match args.width {
                Some(width) => draw::of_width(document, width),
                None => document,
            };
            format!("{}\n", args.theme.finish(document)).into_bytes()
        }
    };
    Ok(Some(Drawn { kind, moves, content }))
}

/// Draws every board of the argument, on all processors. The first one has the number 1.
fn draw_all(args: &RenderArgs, format: &str, name: &NumberedName, quiet: bool) -> Result<()> {
    let boards = BoardSource::of(&args.board).boards(&args.search.reading, None, None)?;
    let draw = |_: &mut (), (number, given): (u64, Result<GivenBoard>)| {
        let given = given?;
        Ok((number, draw_one(args, format, &given.view()?)?, given.place))
    };
    let (mut drawn, mut unsolvable) = (0, 0);
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    drive(
        || (),
        draw,
        (1..).zip(boards),
        threads,
        &AtomicBool::new(false),
        |made: Result<_>| {
            let (number, picture, place) = made?;
            match picture {
                Some(Drawn { content, .. }) => {
                    OutputFile::text(&name.of_number(number), args.force.force)?.finish_with(&content)?;
                    drawn += 1;
                }
                None => {
                    print_message(&format!("{place}: can't be solved, so it is not drawn"));
                    unsolvable += 1;
                }
            }
            Ok::<_, Failure>(())
        },
    )?;
    let all = drawn + unsolvable;
    if all == 0 {
        return Err(Failure::no_board_in(&args.board));
    }
    let (first, last) = (display_path(&name.of_number(1)), display_path(&name.of_number(all)));
    if !quiet {
        print_message(&format!("{}: {first} to {last}", counted(drawn, "picture")));
    }
    if args.search.json {
        print_json(&json!({ "pictures": drawn, "unsolvable": unsolvable, "first": first, "last": last }))?;
    }
    if unsolvable > 0 {
        return Err(Failure::negative(format!("{} of {} can't be solved", grouped(unsolvable), counted(all, "board"))));
    }
    Ok(())
}

/// A file name with a place for a number, like `thumbs/%04d.png`.
struct NumberedName {
    before: String,
    width: usize,
    after: String,
}

impl NumberedName {
    /// The parts of a name; `None` if it has no `%`.
    ///
    /// # Errors
    /// What follows the `%` is not the place of a number, or there are several.
    fn of(path: &Path) -> Result<Option<NumberedName>> {
        let Some((before, rest)) = path.to_str().and_then(|name| name.split_once('%')) else { return Ok(None) };
        let parts = rest.split_once('d').filter(|(digits, after)| {
            digits.len() < 3 && digits.bytes().all(|byte| byte.is_ascii_digit()) && !after.contains('%')
        });
        let (digits, after) =
            parts.ok_or(Failure::of_input("a number in the name of the pictures is written %d or %04d, once"))?;
        Ok(Some(NumberedName { before: before.to_owned(), width: digits.parse().unwrap_or(0), after: after.to_owned() }))
    }

    fn of_number(&self, number: u64) -> PathBuf {
        let NumberedName { before, width, after } = self;
        format!("{before}{number:0width$}{after}").into()
    }
}
