//! Rows of a board without what stands around them: its border, and the mark or the gap that is its exit.
use super::text_line::TextLine;
use crate::notation::Exit;

/// The sides of borders, and the marks of an exit at each side of a board.
const SIDES: [char; 4] = ['│', '║', '┃', '|'];
const CORNERS: [char; 9] = ['+', '┐', '┘', '╗', '╝', '┓', '┛', '╮', '╯'];
/// Borders of one sign.
const BORDERS: [char; 3] = ['#', '*', '-'];

/// The signs that mark an exit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Marks {
    /// `>`, `<`, `^` and `v`, or arrows.
    Arrows,
    /// `K`, on any side.
    K,
}

impl Marks {
    fn is(self, sign: char, side: Exit) -> bool {
        let arrows = match side {
            Exit::Right => ['>', '→'],
            Exit::Left => ['<', '←'],
            Exit::Up => ['^', '↑'],
            Exit::Down => ['v', '↓'],
        };
        if self == Marks::K { sign == 'K' } else { arrows.contains(&sign) }
    }
}

/// A row of a board as it was typed.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Its line, from 1.
    pub(super) line: u64,
    /// The place of its first character in the line.
    pub(super) start: usize,
    /// The characters from there on.
    pub(super) text: Vec<char>,
}

/// Where an exit is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// At an end of the row with this index.
    Row(Exit, usize),
    /// Above or below the places `.1` to `.2` of the lines.
    Column(Exit, usize, usize),
}

/// The rows of a board, and its exit.
#[derive(Debug)]
pub(super) struct Bare {
    pub(super) rows: Vec<Row>,
    pub(super) mark: Option<Mark>,
    pub(super) has_border: bool,
}

/// Whether a line is the upper or lower edge of a border with corners.
pub(super) fn is_edge(text: &str) -> bool {
    is_upper_edge(text) || is_lower_edge(text)
}

/// Whether it is the upper edge; `+` stands at both.
pub(super) fn is_upper_edge(text: &str) -> bool {
    is_edge_with(text, ['+', '┌', '╔', '┏', '╭'])
}

/// Whether it is the lower edge.
pub(super) fn is_lower_edge(text: &str) -> bool {
    is_edge_with(text, ['+', '└', '╚', '┗', '╰'])
}

fn is_edge_with(text: &str, corners: [char; 5]) -> bool {
    let text = text.trim();
    text.starts_with(corners) && text.chars().count() > 2 && text.ends_with(CORNERS)
}

/// Whether a line is an edge of one sign, perhaps with a gap.
fn is_edge_of(sign: char, text: &str) -> bool {
    let is_sign = |c: char| c == sign || matches!(c, ' ' | '.' | '^' | '↑' | 'v' | '↓');
    let text = text.trim();
    text.chars().all(is_sign) && text.chars().filter(|&c| c == sign).count() > 2
}

/// Takes border and marks off the lines of a board. Of drawings side by side only the first is read if `takes_first`.
///
/// # Errors
/// What is wrong with border or exit.
pub(super) fn bare(lines: &[TextLine], marks: Marks, takes_first: bool) -> Result<Bare, String> {
    let mut lines: Vec<(u64, Vec<char>)> = lines.iter().map(|line| (line.line, line.text.chars().collect())).collect();
    let text = |line: &(u64, Vec<char>)| line.1.iter().collect::<String>();
    let (Some(first), Some(last)) = (lines.first().map(text), lines.last().map(text)) else { return Err(String::new()) };
    let has_corners = is_upper_edge(&first);
    if has_corners != is_lower_edge(&last) || lines.len() < 3 && has_corners || is_edge(&first) && !has_corners {
        return Err("the drawing of the board is not complete".to_owned());
    }
    let is_side = |sign: Option<char>, other: Option<char>| sign.is_some_and(|sign| SIDES.contains(&sign) || Some(sign) == other);
    if has_corners && let Some(end) = first.chars().skip_while(|c| *c == ' ').position(|c| matches!(c, '┐' | '╗' | '┓' | '╮'))
    {
        let end = end + first.chars().take_while(|c| *c == ' ').count() + 1;
        if lines.iter().any(|(_, text)| text.get(end..).is_some_and(|rest| rest.iter().any(|c| !c.is_whitespace()))) {
            if !takes_first {
                return Err("several boards are drawn side by side: give one, or boards as text, one per line".to_owned());
            }
            lines.iter_mut().for_each(|(_, text)| text.truncate(end));
        }
    }
    let inner = || lines.get(1..lines.len().max(2) - 1).unwrap_or_default();
    let ends = |text: &str| [text.trim().chars().next(), text.trim().chars().next_back()];
    let has_sides =
        |of: Option<char>| inner().iter().filter(|line| ends(&text(line)).iter().all(|&end| is_side(end, of))).count();
    let border_sign = BORDERS.into_iter().find(|&sign| {
        let is_closed = is_edge_of(sign, &first) && is_edge_of(sign, &last);
        !has_corners && is_closed && has_sides(Some(sign)) + 1 >= inner().len() && inner().len() > 2
    });
    let has_border = has_corners || border_sign.is_some();
    // sides without edges
    let has_bars = !has_border
        && lines.iter().filter(|line| ends(&text(line)).iter().all(|&end| is_side(end, None))).count() + 1 >= lines.len();
    let mut found: Vec<Mark> = Vec::new();
    let mut gaps: Vec<Mark> = Vec::new();
    let (mut from, mut to) = (0, usize::MAX);
    if has_border {
        from = first.chars().take_while(|c| c.is_whitespace()).count();
        to = first.trim_end().chars().count() - 1;
        for (edge, side) in [(&first, Exit::Up), (&last, Exit::Down)] {
            let places: Vec<(usize, char)> = edge.chars().enumerate().filter(|&(at, _)| at > from && at < to).collect();
            found.extend(places.iter().filter(|(_, c)| marks.is(*c, side)).map(|&(at, _)| Mark::Column(side, at, at)));
            let open: Vec<usize> = places.iter().filter(|(_, c)| matches!(c, ' ' | '.')).map(|&(at, _)| at).collect();
            gaps.extend(open.first().zip(open.last()).map(|(&first, &last)| Mark::Column(side, first, last)));
        }
        lines.remove(0);
        lines.pop();
    } else {
        for (at, side) in [(0, Exit::Up), (lines.len() - 1, Exit::Down)] {
            let text = lines[if side == Exit::Up { 0 } else { lines.len() - 1 }].1.clone();
            let at_mark = text.iter().position(|c| !c.is_whitespace());
            let is_alone = text.iter().filter(|c| !c.is_whitespace()).count() == 1;
            if let Some(place) = at_mark.filter(|&place| is_alone && marks.is(text[place], side) && lines.len() > 1) {
                found.push(Mark::Column(side, place, place));
                lines.remove(if at == 0 { 0 } else { lines.len() - 1 });
            }
        }
    }
    let mut rows = Vec::new();
    for (index, (line, text)) in lines.into_iter().enumerate() {
        let is_border = has_border || has_bars;
        let side = |sign: char| is_border && is_side(Some(sign), border_sign);
        let mut start = text.iter().position(|c| !c.is_whitespace()).unwrap_or(text.len());
        let mut end = text.iter().rposition(|c| !c.is_whitespace()).map_or(start, |last| last + 1);
        let (indent, mut is_whole) = (start, true);
        if start < end && marks.is(text[start], Exit::Left) {
            found.push(Mark::Row(Exit::Left, index));
            start += 1;
        }
        if end > start && marks.is(text[end - 1], Exit::Right) {
            found.push(Mark::Row(Exit::Right, index));
            end -= 1;
        }
        if is_border {
            match text.get(start..end).and_then(|rest| rest.first()) {
                Some(&sign) if side(sign) => start += 1,
                _ if start > indent => {} // the mark stands in the border
                _ => {
                    gaps.push(Mark::Row(Exit::Left, index));
                    is_whole &= !has_border || indent > from;
                    start = if has_border { from + 1 } else { 0 };
                }
            }
            let inside: Vec<char> = text.get(start..end).unwrap_or_default().to_vec();
            let is_marked = found.last() == Some(&Mark::Row(Exit::Right, index));
            match inside.iter().rposition(|c| !c.is_whitespace()) {
                Some(last) if side(inside[last]) && last > 0 => end = start + last,
                _ if is_marked => {}
                last => {
                    gaps.push(Mark::Row(Exit::Right, index));
                    is_whole &= !has_border || last.is_none_or(|last| start + last < to);
                    end = if has_border { to.max(start) } else { text.len().max(start) };
                }
            }
        } else {
            // white space may be cells
            start = if start > indent { start } else { 0 };
            end = if found.last() == Some(&Mark::Row(Exit::Right, index)) { end } else { text.len() };
        }
        let mut own: Vec<char> = text.get(start..end.min(text.len())).unwrap_or_default().to_vec();
        own.resize(end.max(start) - start, ' ');
        if !is_whole || own.iter().any(|&sign| SIDES.contains(&sign) || matches!(sign, '→' | '←')) {
            return Err("the drawing of the board is not complete".to_owned());
        }
        rows.push(Row { line, start, text: own });
    }
    let marks = if found.is_empty() { gaps } else { found };
    match marks[..] {
        [] => Ok(Bare { rows, mark: None, has_border }),
        [mark] => Ok(Bare { rows, mark: Some(mark), has_border }),
        _ => Err(format!("{} exits are marked, but a board has one", marks.len())),
    }
}
