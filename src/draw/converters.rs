//! Conversion of SVG to PNG and PDF, and to animated GIF, for places that can't show SVG.
use super::PictureError;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use pdf_writer::types::TextRenderingMode;
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Group, Node, Options, Text, Tree, WriteOptions};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use svg::Document;

/// The program's own copy of DejaVu Sans. No font of the system is used, so a picture is the same on every machine.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for font in [dejavu::sans::regular(), dejavu::sans::bold()] {
        fonts.load_font_source(Source::Binary(Arc::new(font)));
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// Parses an SVG document.
fn tree(svg: &str) -> Result<Tree, PictureError> {
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| PictureError(error.to_string()))
}

/// Draws an SVG document, `width` pixels wide.
///
/// # Errors
/// A [`PictureError`] if the document cannot be read or drawn.
pub(super) fn pixels(svg: &str, width: u32) -> Result<Pixmap, PictureError> {
    let tree = tree(svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| PictureError("it has no pixels".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

/// Converts an SVG document to a PNG picture, `width` pixels wide.
///
/// # Errors
/// A [`PictureError`] if the document cannot be read or drawn.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
    pixels(svg, width)?.encode_png().map_err(|error| PictureError(error.to_string()))
}

/// Converts SVG documents to the pages of a PDF, each as large as the paper allows; `paper` is its width and height in
/// points.
///
/// The text is drawn as outlines, since svg2pdf needs further libraries to embed fonts and writes them in a different order
/// on every run. An invisible layer of text lies over it, which can be searched, selected and copied.
///
/// # Errors
/// A [`PictureError`] if a document cannot be read or converted.
pub fn pdf(title: &str, pages: &[String], paper: (f32, f32)) -> Result<Vec<u8>, PictureError> {
    let mut next = Ref::new(1);
    let (catalog, page_tree, font) = (next.bump(), next.bump(), next.bump());
    let ids: Vec<Ref> = pages.iter().map(|_| next.bump()).collect();
    let mut pdf = Pdf::new();
    let mut root = pdf.catalog(catalog);
    root.pages(page_tree).viewer_preferences().display_doc_title(true);
    root.finish();
    pdf.document_info(next.bump()).title(TextStr(title));
    pdf.pages(page_tree).kids(ids.iter().copied()).count(ids.len() as i32);
    pdf.type1_font(font).base_font(Name(b"Courier")).encoding_predefined(Name(b"WinAnsiEncoding"));
    for (svg, id) in pages.iter().zip(ids) {
        let with_text = tree(svg)?;
        let outlines = tree(&with_text.to_string(&WriteOptions::default()))?;
        let (chunk, picture) = svg2pdf::to_chunk(&outlines, svg2pdf::ConversionOptions::default())
            .map_err(|error| PictureError(error.to_string()))?;
        let mut new = HashMap::new();
        let chunk = chunk.renumber(|old| *new.entry(old).or_insert_with(|| next.bump()));
        let (picture, content_id) = (new[&picture], next.bump());
        let (width, height) = (outlines.size().width(), outlines.size().height());
        let scale = (paper.0 / width).min(paper.1 / height);
        let (width, height) = (width * scale, height * scale);
        let mut page = pdf.page(id);
        page.media_box(Rect::new(0.0, 0.0, paper.0, paper.1)).parent(page_tree).contents(content_id);
        let mut resources = page.resources();
        resources.x_objects().pair(Name(b"S"), picture);
        resources.fonts().pair(FONT_NAME, font);
        resources.finish();
        page.finish();
        // svg2pdf makes the picture 1 by 1 units large, with its lower left corner at the origin
        let mut content = Content::new();
        let (left, bottom) = ((paper.0 - width) / 2.0, paper.1 - height);
        content.save_state().transform([width, 0.0, 0.0, height, left, bottom]).x_object(Name(b"S")).restore_state();
        text_layer(&mut content, &with_text, scale, left, paper.1);
        pdf.stream(content_id, &content.finish());
        pdf.extend(&chunk);
    }
    Ok(pdf.finish())
}

/// The name of the layer's font among the resources of a page. It is Courier, which every viewer has. All its characters have the
/// same width, so a text can be stretched to the width of the outlines below it.
pub(super) const FONT_NAME: Name<'static> = Name(b"F");
/// The width of a character of Courier, as a share of its size.
const CHARACTER: f32 = 0.6;
/// The height of a line of DejaVu Sans, and the part of it below the baseline, as shares of the size.
const LINE: (f32, f32) = (1.164, 0.236);

/// Writes every text of a document. A unit of the document has `scale` points; the document begins at `left`, and at `top` from
/// below.
pub(super) fn text_layer(content: &mut Content, document: &Tree, scale: f32, left: f32, top: f32) {
    content.begin_text();
    content.set_text_rendering_mode(TextRenderingMode::Invisible);
    write_group(content, document.root(), scale, left, top);
    content.end_text();
}

fn write_group(content: &mut Content, group: &Group, scale: f32, left: f32, top: f32) {
    for node in group.children() {
        match node {
            Node::Group(group) => write_group(content, group, scale, left, top),
            Node::Text(text) => write_text(content, text, scale, left, top),
            _ => {}
        }
    }
}

fn write_text(content: &mut Content, text: &Text, scale: f32, left: f32, top: f32) {
    let characters: Vec<u8> = text.chunks().iter().flat_map(|chunk| chunk.text().chars()).map(win_ansi).collect();
    let area = text.abs_bounding_box();
    if characters.is_empty() || area.width() <= 0.0 {
        return;
    }
    let size = area.height() * scale / LINE.0;
    let width = characters.len() as f32 * CHARACTER * size;
    content.set_font(FONT_NAME, size);
    content.set_horizontal_scaling(100.0 * area.width() * scale / width);
    let baseline = top - area.bottom() * scale + LINE.1 * size;
    content.set_text_matrix([1.0, 0.0, 0.0, 1.0, left + area.left() * scale, baseline]);
    content.show(Str(&characters));
}

/// A character in the encoding WinAnsi, which is Latin-1 where it has printable characters. Arrows become `<`, `>`, `^` and `v`,
/// other characters `?`.
fn win_ansi(character: char) -> u8 {
    match character {
        ' '..='~' | '\u{a0}'..='\u{ff}' => character as u8,
        '…' => 0x85,
        '–' => 0x96,
        '—' => 0x97,
        '←' => b'<',
        '→' => b'>',
        '↑' => b'^',
        '↓' => b'v',
        _ => b'?',
    }
}

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
