//! Simple charts, legible on a phone: bars, bars with a curve, and a heat map.
use super::board::{Look, text};
use super::theme::Theme;
use svg::Document;
use svg::node::element::{Group, Line, Path, Rectangle, Text};

/// The width and height of every chart.
pub const CHART: (f64, f64) = (WIDTH, HEIGHT);
const WIDTH: f64 = 540.0;
const HEIGHT: f64 = 310.0;
/// The margins around the plot; those at the left and below hold the labels, that above the title.
const LEFT: f64 = 62.0;
const BELOW: f64 = 52.0;
const ABOVE: f64 = 40.0;
const RIGHT: f64 = 14.0;
/// The font size of the numbers along the axes.
const LABEL_SIZE: f64 = 12.5;

/// One bar of a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// The label below it.
    pub label: String,
    /// Its height.
    pub value: f64,
}

/// Round numbers for an axis from 0 to at least `max`: their distance (1, 2 or 5 times a power of ten), and how many there are above 0.
fn round_steps(max: f64) -> (f64, u32) {
    let power = 10f64.powf((max / 5.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * power).into_iter().find(|step| step * 5.0 >= max).unwrap_or(max);
    (step, (max / step).ceil().max(1.0) as u32)
}

/// The round number at the top of an axis from 0 to at least `max`.
fn round_top(max: f64) -> f64 {
    let (step, count) = round_steps(max);
    step * f64::from(count)
}

/// The title, and horizontal lines with their values. `top` is the greatest value, or its decimal logarithm on a logarithmic axis.
fn frame(title: &str, theme: Theme, top: f64, logarithmic: bool) -> Document {
    let colours = theme.colours();
    let mut document = super::board::page(WIDTH, HEIGHT, Look { theme, labels: false })
        .add(text(title, WIDTH / 2.0, 22.0, 16.0, colours.text).set("font-weight", "bold"));
    let ticks = if logarithmic { top as u32 } else { round_steps(top).1 };
    for k in 0..=ticks {
        let share = f64::from(k) / f64::from(ticks);
        let y = HEIGHT - BELOW - share * (HEIGHT - BELOW - ABOVE);
        let value = if logarithmic { 10f64.powf(share * top) } else { share * top };
        let line = Line::new().set("x1", LEFT).set("x2", WIDTH - RIGHT).set("y1", y).set("y2", y);
        let label = text(&short(value), LEFT - 8.0, y + 4.5, LABEL_SIZE, colours.text).set("text-anchor", "end");
        document = document.add(line.set("stroke", colours.cell)).add(label);
    }
    document
}

/// A number in a few characters, as `20 k` or `1.5 M`.
fn short(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{:.1} M", v / 1e6),
        v if v >= 1e4 => format!("{:.0} k", v / 1e3),
        v if v >= 100.0 || (v - v.round()).abs() < 1e-9 => format!("{v:.0}"),
        v => format!("{v:.1}"),
    }
}

/// A bar chart; `below` is the title of the horizontal axis.
pub fn bar_chart(title: &str, below: &str, theme: Theme, bars: &[Bar]) -> Document {
    let top = round_top(bars.iter().map(|bar| bar.value).fold(1.0, f64::max));
    let document = frame(title, theme, top, false);
    columns(document, below, theme, bars, top)
}

/// Draws the bars, with as many labels as have room, and the title of the horizontal axis.
fn columns(mut document: Document, below: &str, theme: Theme, bars: &[Bar], top: f64) -> Document {
    let colours = theme.colours();
    let step = (WIDTH - LEFT - RIGHT) / bars.len().max(1) as f64;
    let widest = bars.iter().map(|bar| bar.label.len()).max().unwrap_or(0) as f64;
    let labelled = ((widest + 1.0) * LABEL_SIZE * 0.65 / step).ceil().max(1.0) as usize;
    for (index, bar) in bars.iter().enumerate() {
        let height = bar.value / top * (HEIGHT - BELOW - ABOVE);
        let x = LEFT + index as f64 * step;
        let body = Rectangle::new().set("x", format!("{:.2}", x + step * 0.1)).set("width", format!("{:.2}", step * 0.8));
        let body = body.set("y", format!("{:.2}", HEIGHT - BELOW - height)).set("height", format!("{height:.2}"));
        document = document.add(body.set("fill", colours.cars[0]));
        if index % labelled == 0 {
            document = document.add(text(&bar.label, x + step / 2.0, HEIGHT - BELOW + 17.0, LABEL_SIZE, colours.text));
        }
    }
    document.add(axis(below, colours.text))
}

/// A bar chart with a curve over it, which has one value for each bar.
pub fn curve_chart(title: &str, below: &str, theme: Theme, bars: &[Bar], curve: &[f64]) -> Document {
    let top = round_top(bars.iter().map(|bar| bar.value).chain(curve.iter().copied()).fold(1.0, f64::max));
    let step = (WIDTH - LEFT - RIGHT) / bars.len().max(1) as f64;
    let point = |(index, value): (usize, &f64)| {
        let y = HEIGHT - BELOW - value / top * (HEIGHT - BELOW - ABOVE);
        format!("{}{:.2} {y:.2}", if index == 0 { 'M' } else { 'L' }, LEFT + (index as f64 + 0.5) * step)
    };
    let path: String = curve.iter().enumerate().map(point).collect();
    let line = Path::new().set("d", path).set("fill", "none").set("stroke", theme.colours().primary).set("stroke-width", 2.5);
    columns(frame(title, theme, top, false), below, theme, bars, top).add(line)
}

/// A field of a heat map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HeatField {
    /// Its column, from 0.
    pub column: u32,
    /// The decimal logarithm of the value at its lower edge.
    pub low: f64,
    /// Its weight, on which the strength of its colour depends.
    pub weight: f64,
}

/// A heat map with a logarithmic vertical axis. Each field is `height` powers of ten high; a heavier one has a stronger colour.
pub fn heat_map(title: &str, below: &str, theme: Theme, fields: &[HeatField], height: f64) -> Document {
    let colours = theme.colours();
    let last = fields.iter().map(|field| field.column).max().unwrap_or(1);
    let top = fields.iter().map(|field| field.low + height).fold(1.0, f64::max).ceil(); // one line for each power of ten
    let heaviest = fields.iter().map(|field| field.weight).fold(1.0, f64::max);
    let (step, decade) = ((WIDTH - LEFT - RIGHT) / f64::from(last + 1), (HEIGHT - BELOW - ABOVE) / top);
    let mut document = frame(title, theme, top, true);
    let mut group = Group::new().set("fill", colours.cars[0]);
    for &HeatField { column, low, weight } in fields {
        let field = Rectangle::new()
            .set("x", format!("{:.2}", LEFT + (f64::from(column) + 0.05) * step))
            .set("y", format!("{:.2}", HEIGHT - BELOW - (low + height) * decade + 0.3))
            .set("width", format!("{:.2}", step * 0.9))
            .set("height", format!("{:.2}", height * decade - 0.6))
            .set("fill-opacity", format!("{:.2}", 0.15 + 0.85 * weight.ln_1p() / heaviest.ln_1p()));
        group = group.add(field);
    }
    let (distance, count) = round_steps(f64::from(last));
    for value in (0..=count).map(|k| f64::from(k) * distance.max(1.0)).filter(|value| *value <= f64::from(last)) {
        let x = LEFT + (value + 0.5) * step;
        document = document.add(text(&short(value), x, HEIGHT - BELOW + 17.0, LABEL_SIZE, colours.text));
    }
    document.add(group).add(axis(below, colours.text))
}

/// The title of the horizontal axis.
fn axis(name: &str, colour: &str) -> Text {
    text(name, LEFT + (WIDTH - LEFT - RIGHT) / 2.0, HEIGHT - 10.0, 13.0, colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        let steps = [1.0, 4.0, 5.0, 21.0, 60.0, 1404.0, 476_118.0].map(round_steps);
        assert_eq!(steps, [(0.2, 5), (1.0, 4), (1.0, 5), (5.0, 5), (20.0, 3), (500.0, 3), (100_000.0, 5)]);
        assert_eq!([60.0, 1404.0].map(round_top), [60.0, 1500.0]);
        assert_eq!([1.0, 2.5, 100.0, 20_000.0, 1.5e6].map(short), ["1", "2.5", "100", "20 k", "1.5 M"]);
    }
}
