//! Animated GIF pictures, for places that can't show SVG.
use super::converters::pixels;
use super::output::PictureError;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use std::borrow::Cow;
use std::collections::HashMap;
use svg::Document;

/// A colour: red, green, blue.
type Colour = [u8; 3];

/// The most colours of a GIF.
const MOST_COLOURS: usize = 256;

/// Converts SVG documents to the frames of an animated GIF that repeats for ever. Each frame has its duration in hundredths of a
/// second.
///
/// # Errors
/// A [`PictureError`] if a document cannot be read or drawn.
pub fn gif(frames: &[(Document, u16)], width: u16) -> Result<Vec<u8>, PictureError> {
    let failed = |error: gif::EncodingError| PictureError(error.to_string());
    let drawn = |document: &Document| pixels(&document.to_string(), width.into());
    let first = drawn(&frames[0].0)?;
    let height = first.height() as u16;
    // All frames show the same pieces, so the first has their colours.
    let palette = palette(&first);
    // the index of each colour met so far, or of the nearest colour in the palette
    let mut indices: HashMap<Colour, u8> = HashMap::new();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.concat()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut before: Vec<u8> = Vec::new();
    for (document, hundredths) in frames {
        let picture = drawn(document)?;
        let index_of = |colour| *indices.entry(colour).or_insert_with(|| nearest(&palette, colour));
        let now: Vec<u8> = colours(&picture).map(index_of).collect();
        encoder.write_frame(&changed(&before, &now, width, height, *hundredths)).map_err(failed)?;
        before = now;
    }
    drop(encoder);
    Ok(bytes)
}

/// The frame that changes one picture into the next: the smallest rectangle with all pixels that differ.
fn changed(before: &[u8], now: &[u8], width: u16, height: u16, hundredths: u16) -> Frame<'static> {
    let (w, h) = (usize::from(width), usize::from(height));
    let differs = |x: usize, y: usize| before.get(y * w + x) != Some(&now[y * w + x]);
    let rows: Vec<usize> = (0..h).filter(|&y| (0..w).any(|x| differs(x, y))).collect();
    let columns: Vec<usize> = (0..w).filter(|&x| rows.iter().any(|&y| differs(x, y))).collect();
    // A frame has at least one pixel.
    let span = |lines: &[usize]| lines.first().zip(lines.last()).map_or((0, 1), |(&first, &last)| (first, last + 1));
    let ((left, right), (top, bottom)) = (span(&columns), span(&rows));
    let pixels: Vec<u8> = (top..bottom).flat_map(|y| now[y * w + left..y * w + right].iter().copied()).collect();
    Frame {
        delay: hundredths,
        dispose: DisposalMethod::Keep,
        left: left as u16,
        top: top as u16,
        width: (right - left) as u16,
        height: (bottom - top) as u16,
        buffer: Cow::Owned(pixels),
        ..Frame::default()
    }
}

/// The most frequent colours of a picture.
fn palette(picture: &Pixmap) -> Vec<Colour> {
    let mut counts: HashMap<Colour, usize> = HashMap::new();
    colours(picture).for_each(|colour| *counts.entry(colour).or_default() += 1);
    let mut counts: Vec<(Colour, usize)> = counts.into_iter().collect();
    counts.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
    counts.into_iter().take(MOST_COLOURS).map(|(colour, _)| colour).collect()
}

/// The index of the colour in the palette that is nearest to a colour.
fn nearest(palette: &[Colour], colour: Colour) -> u8 {
    let distance = |other: &Colour| -> i32 { (0..3).map(|k| (i32::from(colour[k]) - i32::from(other[k])).pow(2)).sum() };
    (0..palette.len()).min_by_key(|&index| distance(&palette[index])).expect("a picture has pixels") as u8
}

/// The colours of the pixels, row by row. The pages of our pictures are opaque.
fn colours(picture: &Pixmap) -> impl Iterator<Item = Colour> + '_ {
    picture.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
}
