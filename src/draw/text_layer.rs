//! The invisible layer of text in a PDF, over text that is drawn as outlines.
use pdf_writer::types::TextRenderingMode;
use pdf_writer::{Content, Name, Str};
use resvg::usvg::{Group, Node, Text, Tree};

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
