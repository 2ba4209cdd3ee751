//! Animated GIF pictures, for places that can't show SVG.
use super::output::{PictureError, pixels};
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
    let failed = |error: gif::EncodingError| PictureError::Convert(error.to_string());
    let drawn = |document: &Document| pixels(&document.to_string(), width.into());
    let Some((first, _)) = frames.first() else { return Err(PictureError::Convert("it has no frames".to_owned())) };
    let first = drawn(first)?;
    let height = first.height() as u16;
    // All frames show the same pieces, so the first has their colours.
    let mut palette = Palette::of(&first);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.colours.concat()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut before: Vec<u8> = Vec::new();
    for (document, hundredths) in frames {
        let indices = palette.indices(&drawn(document)?);
        encoder.write_frame(&changed(&before, &indices, width, height, *hundredths)).map_err(failed)?;
        before = indices;
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

/// The colours of an animation.
struct Palette {
    colours: Vec<Colour>,
    /// The index of each colour met so far, or of the nearest colour in the palette.
    indices: HashMap<Colour, u8>,
}

impl Palette {
    /// The most frequent colours of a picture.
    fn of(picture: &Pixmap) -> Palette {
        let mut counts: HashMap<Colour, usize> = HashMap::new();
        colours(picture).for_each(|colour| *counts.entry(colour).or_default() += 1);
        let mut counts: Vec<(Colour, usize)> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let colours: Vec<Colour> = counts.into_iter().take(MOST_COLOURS).map(|(colour, _)| colour).collect();
        let indices = colours.iter().enumerate().map(|(index, &colour)| (colour, index as u8)).collect();
        Palette { colours, indices }
    }

    /// The index of each pixel's colour.
    fn indices(&mut self, picture: &Pixmap) -> Vec<u8> {
        let Palette { colours: known, indices } = self;
        let distance = |a: &Colour, b: &Colour| -> i32 { (0..3).map(|k| (i32::from(a[k]) - i32::from(b[k])).pow(2)).sum() };
        let nearest = |colour: Colour| {
            let nearest = known.iter().enumerate().min_by_key(|(_, other)| distance(other, &colour));
            nearest.map_or(0, |(index, _)| index as u8)
        };
        colours(picture).map(|colour| *indices.entry(colour).or_insert_with(|| nearest(colour))).collect()
    }
}

/// The colours of the pixels, row by row. The pages of our pictures are opaque.
fn colours(picture: &Pixmap) -> impl Iterator<Item = Colour> + '_ {
    picture.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
}
