//! Plain charts: bars, a curve over them, points.
use super::board::text;
use super::{Look, Theme};
use svg::Document;
use svg::node::element::{Circle, Group, Line, Path, Rectangle};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 300.0;
/// Space for labels at the left and below.
const LEFT: f64 = 80.0;
const BELOW: f64 = 46.0;
const ABOVE: f64 = 34.0;

/// One bar of a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// What stands below it.
    pub label: String,
    /// Its height.
    pub value: f64,
}

/// Round numbers for an axis from 0 that holds `most`: their distance (1, 2 or 5 times a power of ten), and how many there are above 0.
fn round_steps(most: f64) -> (f64, u32) {
    let power = 10f64.powf((most / 5.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * power).into_iter().find(|step| step * 5.0 >= most).unwrap_or(most);
    (step, (most / step).ceil().max(1.0) as u32)
}

/// The round number at the top of an axis that holds `most`.
fn round_top(most: f64) -> f64 {
    let (step, count) = round_steps(most);
    step * f64::from(count)
}

/// Title and horizontal lines with their values; `top` is the greatest, a round number, or the logarithm of one to base 10.
fn frame(title: &str, theme: Theme, top: f64, logarithmic: bool) -> Document {
    let colours = theme.colours();
    let mut document = super::board::page(WIDTH, HEIGHT, Look { theme, labels: false })
        .add(text(title, WIDTH / 2.0, 20.0, 15.0, colours.text).set("font-weight", "bold"));
    let ticks = if logarithmic { top as u32 } else { round_steps(top).1 };
    for k in 0..=ticks {
        let share = f64::from(k) / f64::from(ticks);
        let y = HEIGHT - BELOW - share * (HEIGHT - BELOW - ABOVE);
        let value = if logarithmic { 10f64.powf(share * top) } else { share * top };
        let line = Line::new().set("x1", LEFT).set("x2", WIDTH - 12.0).set("y1", y).set("y2", y);
        let label = text(&short(value), LEFT - 8.0, y + 4.0, 11.0, colours.text).set("text-anchor", "end");
        document = document.add(line.set("stroke", colours.cell)).add(label);
    }
    document
}

/// A number in few characters.
fn short(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{:.1} M", v / 1e6),
        v if v >= 1e4 => format!("{:.0} k", v / 1e3),
        v if v >= 100.0 || (v - v.round()).abs() < 1e-9 => format!("{v:.0}"),
        v => format!("{v:.1}"),
    }
}

/// Bars side by side.
pub fn bars(title: &str, below: &str, theme: Theme, bars: &[Bar]) -> Document {
    let top = round_top(bars.iter().map(|bar| bar.value).fold(1.0, f64::max));
    let document = frame(title, theme, top, false);
    columns(document, below, theme, bars, top)
}

fn columns(mut document: Document, below: &str, theme: Theme, bars: &[Bar], top: f64) -> Document {
    let colours = theme.colours();
    let step = (WIDTH - LEFT - 12.0) / bars.len().max(1) as f64;
    let labelled = bars.len().div_ceil(20);
    for (index, bar) in bars.iter().enumerate() {
        let height = bar.value / top * (HEIGHT - BELOW - ABOVE);
        let x = LEFT + index as f64 * step;
        let body = Rectangle::new().set("x", format!("{:.2}", x + step * 0.1)).set("width", format!("{:.2}", step * 0.8));
        let body = body.set("y", format!("{:.2}", HEIGHT - BELOW - height)).set("height", format!("{height:.2}"));
        document = document.add(body.set("fill", colours.cars[0]));
        if index % labelled == 0 {
            document = document.add(text(&bar.label, x + step / 2.0, HEIGHT - BELOW + 15.0, 11.0, colours.text));
        }
    }
    document.add(text(below, LEFT + (WIDTH - LEFT) / 2.0, HEIGHT - 10.0, 12.0, colours.text))
}

/// Bars with a curve over them, which has one value a bar.
pub fn curve(title: &str, below: &str, theme: Theme, bars: &[Bar], curve: &[f64]) -> Document {
    let top = round_top(bars.iter().map(|bar| bar.value).chain(curve.iter().copied()).fold(1.0, f64::max));
    let step = (WIDTH - LEFT - 12.0) / bars.len().max(1) as f64;
    let point = |(index, value): (usize, &f64)| {
        let y = HEIGHT - BELOW - value / top * (HEIGHT - BELOW - ABOVE);
        format!("{}{:.2} {y:.2}", if index == 0 { 'M' } else { 'L' }, LEFT + (index as f64 + 0.5) * step)
    };
    let way: String = curve.iter().enumerate().map(point).collect();
    let line = Path::new().set("d", way).set("fill", "none").set("stroke", theme.colours().primary).set("stroke-width", 2.5);
    columns(frame(title, theme, top, false), below, theme, bars, top).add(line)
}

/// Points (x, y, weight): y on a logarithmic axis, area and darkness by weight.
pub fn scatter(title: &str, below: &str, theme: Theme, points: &[(f64, f64, f64)]) -> Document {
    let colours = theme.colours();
    let most = |pick: fn(&(f64, f64, f64)) -> f64| points.iter().map(pick).fold(1.0, f64::max);
    let (right, heaviest) = (most(|p| p.0), most(|p| p.2));
    let top = most(|p| p.1.log10()).ceil(); // a power of ten a line
    let mut document = frame(title, theme, top, true);
    let mut group = Group::new().set("fill", colours.cars[0]).set("fill-opacity", 0.55);
    for &(x, y, weight) in points {
        let circle = Circle::new()
            .set("cx", format!("{:.1}", LEFT + x / right * (WIDTH - LEFT - 30.0)))
            .set("cy", format!("{:.1}", HEIGHT - BELOW - y.log10() / top * (HEIGHT - BELOW - ABOVE)))
            .set("r", format!("{:.1}", 1.0 + 5.0 * (weight / heaviest).sqrt()));
        group = group.add(circle);
    }
    let (step, steps) = round_steps(right);
    for value in (0..=steps).map(|k| f64::from(k) * step).filter(|value| *value <= right) {
        let x = LEFT + value / right * (WIDTH - LEFT - 30.0);
        document = document.add(text(&short(value), x, HEIGHT - BELOW + 15.0, 11.0, colours.text));
    }
    document.add(group).add(text(below, LEFT + (WIDTH - LEFT) / 2.0, HEIGHT - 10.0, 12.0, colours.text))
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
