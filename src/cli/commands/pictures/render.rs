//! `gridlock render`: a picture of one board, or of its solution.
use super::{extension, print_made, shortest_solution};
use crate::board::Move;
use crate::cli::arguments::{ForceArgument, SearchArguments, first_board};
use crate::cli::{Failure, Result, check_json, end_on_signal, print_json};
use crate::draw::{self, Look, SvgTheme};
use crate::engine::counted;
use crate::files::{OutputFile, display_path};
use serde_json::json;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Arguments of `gridlock render`.
#[derive(clap::Args, Clone, Debug)]
#[command(group(clap::ArgGroup::new("solved").multiple(true)), mut_arg("max_states", |arg| arg.requires("solved")))]
#[command(after_help = "Examples:\n  \
                  gridlock render IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM -o board.png --labels\n  \
                  gridlock render oBBoAAoCoooCoooo --solution -o solution.svg\n  \
                  gridlock render oBBoAAoCoooCoooo --solution -o solution.gif\n  \
                  gridlock render oBBoAAoCoooCoooo --strip 4 -o frames.png --theme dark")]
pub struct RenderArgs {
    /// Board, or file whose first board is drawn; - is standard input
    #[arg(value_name = "BOARD|FILE")]
    pub board: OsString,
    /// Write the picture to FILE, .svg or .png, or a solution to .gif; - is SVG on standard output
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

/// Draws one board.
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
        return Err(Failure::of_input("only SVG changes with the screen: choose --theme light or dark for this picture"));
    }
    check_json(args.search.json, &args.output)?;
    end_on_signal()?;
    let output = OutputFile::text(&args.output, args.force.force)?;
    let given = first_board(&args.board, &args.search.reading)?;
    let view = given.view()?;
    let look = Look { theme: args.theme.drawn(), labels: args.labels };
    let wants_solution = args.solution || args.strip.is_some();
    let moves = if wants_solution { shortest_solution(&view, args.search.max_states)? } else { None };
    let (picture, document) = match (&moves, args.strip) {
        (None, _) if wants_solution => {
            return Err(Failure::negative("the board can't be solved: draw it without --solution and --strip"));
        }
        (None, _) => ("board", draw::board(&view, look)),
        (Some(moves), None) if format == "svg" => ("animation", draw::animation(&view, look, moves)),
        (Some(_), None) if format == "gif" => ("animation", draw::board(&view, look)),
        (Some(moves), columns) => {
            let (columns, width) = (columns.map(NonZeroUsize::get), args.width.unwrap_or(PNG_WIDTH) as usize);
            let columns = match format {
                "png" => columns.unwrap_or(width / FRAME_WIDTH).min(width / LEAST_FRAME_WIDTH),
                _ => columns.unwrap_or(5),
            };
            ("strip", draw::strip(&view, look, moves, columns))
        }
    };
    let content = match (format, &moves) {
        ("gif", Some(moves)) => {
            let width = args.width.map_or(Ok(GIF_WIDTH), u16::try_from).ok().filter(|&width| width <= LARGEST_GIF);
            let width = width.ok_or(Failure::of_input("a GIF is at most 2000 pixels wide: choose a smaller --width"))?;
            draw::gif(&draw::animation_frames(&view, look, moves), width)?
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
            "picture": picture,
            // states that the picture shows
            "frames": count.unwrap_or(0) + 1,
            // of the solution; `null` without `--solution`
            "moves": count,
            "solution": moves.as_ref().map(described),
        }))?;
    }
    Ok(())
}
