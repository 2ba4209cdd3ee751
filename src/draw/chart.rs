//! Simple charts, legible on a phone: bars, bars with a curve, and a heat map.
use super::board::{fitted, rectangle, text};
use super::theme::Theme;
use svg::Document;
use svg::node::element::{Group, Line, Path, Text, Title};

/// The width and height of every chart.
pub const CHART: (f64, f64) = (WIDTH, HEIGHT);
const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 330.0;
/// The margins around the plot and the values of its bars: left and below for the labels, above for the title and the median.
const LEFT: f64 = 58.0;
const BELOW: f64 = 52.0;
const ABOVE: f64 = 50.0;
const RIGHT: f64 = 14.0;
/// The font size of the numbers along the axes.
const LABEL_SIZE: f64 = 13.0;
/// The font size of the values above bars, and the width of a digit.
const VALUE_SIZE: f64 = 12.0;
const DIGIT: f64 = 0.64 * VALUE_SIZE;
/// The least distance between bars at which their values fit above them, upright.
const UPRIGHT: f64 = 14.0;
/// The part of the median's line that is always free.
const MEDIAN_LINE: f64 = 16.0;

/// One bar of a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// The label below it.
    pub label: String,
    /// Its height.
    pub value: f64,
}

/// The words and bars of a bar chart.
#[derive(Clone, PartialEq, Debug)]
pub struct BarChart<'c> {
    /// The title.
    pub title: &'c str,
    /// The title of the horizontal axis.
    pub below: &'c str,
    /// The bars, from left to right.
    pub bars: &'c [Bar],
    /// The bar in which the median lies, and the median as text; a line marks it.
    pub median: Option<(usize, String)>,
    /// The heights of a curve over the bars, one for each bar.
    pub curve: Option<&'c [f64]>,
}

/// The vertical axis of a bar chart.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Axis {
    /// From 0 to this value.
    Linear(f64),
    /// From half a row to this power of ten, so that a single row has a bar too.
    Logarithmic(f64),
}

impl Axis {
    /// The part of the height below 1 on a logarithmic axis, in powers of ten.
    const BELOW_ONE: f64 = 0.3;

    /// An axis for values up to the largest. It is logarithmic if bars would vanish otherwise: if one is below 1/100 of the
    /// largest.
    fn of(values: &[f64], largest: f64) -> Axis {
        let vanishes = values.iter().any(|&value| value > 0.0 && value < largest / 100.0);
        if vanishes { Axis::Logarithmic(largest.log10().ceil().max(1.0)) } else { Axis::Linear(round_top(largest)) }
    }

    /// The height of a value as a share of the plot, from 0 to 1.
    fn share(self, value: f64) -> f64 {
        match self {
            Axis::Linear(top) => value / top,
            Axis::Logarithmic(top) => ((value.log10() + Axis::BELOW_ONE) / (top + Axis::BELOW_ONE)).max(0.0),
        }
    }

    /// The values at the horizontal lines.
    fn ticks(self) -> Vec<f64> {
        match self {
            Axis::Linear(top) => {
                let (step, count) = round_steps(top);
                (0..=count).map(|k| f64::from(k) * step).collect()
            }
            Axis::Logarithmic(top) => (0..=top as u32).map(|k| 10f64.powf(f64::from(k))).collect(),
        }
    }
}

/// Round numbers for an axis from 0 to at least `max`: their distance (1, 2 or 5 times a power of ten), and how many there are
/// above 0.
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

/// How the values of bars are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Values {
    Lying,
    Upright,
    LeftOut,
}

impl Values {
    /// Horizontal if there is room, else upright, else left out.
    fn of(bars: &[Bar], step: f64) -> Values {
        let longest = bars.iter().map(|bar| short(bar.value).len()).max().unwrap_or(0) as f64;
        match step {
            step if longest * DIGIT < step => Values::Lying,
            step if step >= UPRIGHT => Values::Upright,
            _ => Values::LeftOut,
        }
    }

    /// The height that a value needs above its bar.
    fn height(self, value: f64) -> f64 {
        match self {
            Values::Lying => VALUE_SIZE + 6.0,
            Values::Upright => short(value).len() as f64 * DIGIT + 8.0,
            Values::LeftOut => 4.0,
        }
    }
}

/// The title, and values at their heights along the axis, each with a line over the plot. If the values of bars stand in the plot, the lines
/// end at its edge.
fn frame(title: &str, theme: Theme, ticks: &[(f64, f64)], values: Values) -> Document {
    let colours = theme.colours();
    let size = fitted(title, 15.0, WIDTH - 20.0);
    let mut document = super::board::page(title, WIDTH, HEIGHT, theme)
        .add(text(title, WIDTH / 2.0, 20.0, size, colours.text).set("font-weight", "bold"));
    for &(y, value) in ticks {
        let (from, to) = if values == Values::LeftOut { (LEFT, WIDTH - RIGHT) } else { (LEFT - 5.0, LEFT) };
        let line = Line::new().set("x1", from).set("x2", to).set("y1", y).set("y2", y);
        let label = text(&short(value), LEFT - 8.0, y + 4.5, LABEL_SIZE, colours.text).set("text-anchor", "end");
        document = document.add(line.set("stroke", colours.cell)).add(label);
    }
    document
}

/// A number in a few characters, as `5.3 k`, `20 k` or `1.5 M`.
fn short(value: f64) -> String {
    let (unit, power) = match value {
        v if v >= 999_500.0 => (" M", 1e6),
        v if v >= 999.5 => (" k", 1e3),
        _ => ("", 1.0),
    };
    let share = value / power;
    let digits = if share >= 9.95 || (share - share.round()).abs() < 0.05 { 0 } else { 1 };
    format!("{share:.digits$}{unit}")
}

/// A bar chart: the bars with their values, as many labels as fit, and the median. Where bars would vanish, its axis is
/// logarithmic, which its title names. Under a curve the axis is linear, and the values are left out, since the curve would cover them.
pub fn bar_chart(chart: &BarChart, theme: Theme) -> Document {
    let BarChart { title, below, bars, ref median, curve } = *chart;
    let (colours, step) = (theme.colours(), (WIDTH - LEFT - RIGHT) / bars.len().max(1) as f64);
    let heights: Vec<f64> = bars.iter().map(|bar| bar.value).collect();
    let largest = heights.iter().chain(curve.unwrap_or_default()).copied().fold(1.0, f64::max);
    let (axis, values) = match curve {
        None => (Axis::of(&heights, largest), Values::of(bars, step)),
        Some(_) => (Axis::Linear(round_top(largest)), Values::LeftOut),
    };
    let above = heights.iter().map(|&value| values.height(value)).fold(0.0, f64::max);
    let line = if median.is_some() { MEDIAN_LINE } else { 0.0 };
    let bottom = HEIGHT - BELOW;
    let y = |value: f64| bottom - axis.share(value) * (bottom - ABOVE - above - line);
    let middle = |index: usize| LEFT + (index as f64 + 0.5) * step;

    let ticks: Vec<(f64, f64)> = axis.ticks().into_iter().map(|value| (y(value), value)).collect();
    let title = if matches!(axis, Axis::Logarithmic(_)) { format!("{title} (logarithmic)") } else { title.to_owned() };
    let mut document = frame(&title, theme, &ticks, values);
    let widest = bars.iter().map(|bar| bar.label.len()).max().unwrap_or(0) as f64;
    let every = round_at_least((widest + 0.7) * LABEL_SIZE * 0.65 / step);
    // the labels are at round numbers: 5, 10, 15, or 0.5, 1.0, 1.5
    let has_label = |index: usize, bar: &Bar| bar.label.replace('.', "").parse::<usize>().unwrap_or(index).is_multiple_of(every);
    for (index, bar) in bars.iter().enumerate() {
        let height = if bar.value > 0.0 { (bottom - y(bar.value)).max(1.0) } else { 0.0 };
        let is_median = median.as_ref().is_some_and(|&(median, _)| median == index);
        let fill = if is_median { colours.primary } else { colours.cars[0] };
        let x = LEFT + index as f64 * step;
        let body = rectangle(x + step * 0.1, bottom - height, step * 0.8, height).set("fill", fill);
        document = document.add(body.add(Title::new(format!("{}: {}", bar.label, bar.value))));
        if has_label(index, bar) {
            document = document.add(text(&bar.label, x + step / 2.0, bottom + 17.0, LABEL_SIZE, colours.text));
        }
    }
    if let Some((index, median)) = median {
        let x = middle(*index);
        // down to the value of its bar, which it must not cross
        let end = y(bars[*index].value) - values.height(bars[*index].value);
        let line = Line::new().set("x1", x).set("x2", x).set("y1", ABOVE - 16.0).set("y2", format!("{end:.2}"));
        let (anchor, shift) = if x > WIDTH - 110.0 { ("end", -6.0) } else { ("start", 6.0) };
        let label = text(&format!("median {median}"), x + shift, ABOVE - 6.0, LABEL_SIZE, colours.primary);
        let line = line.set("stroke", colours.primary).set("stroke-width", 1.5);
        document = document.add(line).add(label.set("text-anchor", anchor));
    }
    document = document.add(axis_title(below, colours.text));
    for (index, bar) in bars.iter().enumerate().filter(|(_, bar)| bar.value > 0.0 && values != Values::LeftOut) {
        let (x, y) = (middle(index), y(bar.value) - 4.0);
        let label = text(&short(bar.value), x, y, VALUE_SIZE, colours.text);
        document = document.add(if values == Values::Lying {
            label
        } else {
            let x = x + VALUE_SIZE * 0.35;
            let turn = format!("rotate(-90 {x:.2} {y:.2})");
            label.set("x", format!("{x:.2}")).set("text-anchor", "start").set("transform", turn)
        });
    }
    let Some(curve) = curve else { return document };
    let point =
        |(index, value): (usize, &f64)| format!("{}{:.2} {:.2}", if index == 0 { 'M' } else { 'L' }, middle(index), y(*value));
    let line = Path::new().set("d", curve.iter().enumerate().map(point).collect::<String>()).set("fill", "none");
    document.add(line.set("stroke", colours.frame).set("stroke-width", 2.5))
}

/// The least of 1, 2, 5, 10, 20, 50, ... that is at least `distance`.
fn round_at_least(distance: f64) -> usize {
    let powers = std::iter::successors(Some(1), |power| Some(power * 10));
    powers.flat_map(|power| [power, 2 * power, 5 * power]).find(|&round| round as f64 >= distance).unwrap_or(1)
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
    let tick = |k: u32| (HEIGHT - BELOW - f64::from(k) * decade, 10f64.powi(k as i32));
    let ticks: Vec<(f64, f64)> = (0..=top as u32).map(tick).collect();
    let mut document = frame(title, theme, &ticks, Values::LeftOut);
    let mut group = Group::new().set("fill", colours.cars[0]);
    for &HeatField { column, low, weight } in fields {
        let (x, y) = (LEFT + (f64::from(column) + 0.05) * step, HEIGHT - BELOW - (low + height) * decade + 0.3);
        let opacity = format!("{:.2}", 0.15 + 0.85 * weight.ln_1p() / heaviest.ln_1p());
        group = group.add(rectangle(x, y, step * 0.9, height * decade - 0.6).set("fill-opacity", opacity));
    }
    let (distance, count) = round_steps(f64::from(last));
    for value in (0..=count).map(|k| f64::from(k) * distance.max(1.0)).filter(|value| *value <= f64::from(last)) {
        let x = LEFT + (value + 0.5) * step;
        document = document.add(text(&short(value), x, HEIGHT - BELOW + 17.0, LABEL_SIZE, colours.text));
    }
    document.add(group).add(axis_title(below, colours.text))
}

/// The title of the horizontal axis.
fn axis_title(name: &str, colour: &str) -> Text {
    text(name, LEFT + (WIDTH - LEFT - RIGHT) / 2.0, HEIGHT - 10.0, 13.0, colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_logarithmic_where_bars_would_vanish() {
        assert_eq!(Axis::of(&[3.0, 4.0], 4.0), Axis::Linear(4.0));
        let axis = Axis::of(&[1.0, 0.0, 20_000.0], 20_000.0);
        assert_eq!(axis, Axis::Logarithmic(5.0));
        assert_eq!(axis.ticks(), [1.0, 10.0, 100.0, 1e3, 1e4, 1e5]);
        assert!(axis.share(1.0) > 0.05 && axis.share(1e5) == 1.0 && axis.share(0.0) == 0.0);
    }

    #[test]
    fn bars_show_their_values_and_the_median() {
        let bar = |label: &str, value| Bar { label: label.to_owned(), value };
        let bars = [bar("4", 20.0), bar("5", 30_000.0), bar("6", 0.0), bar("7", 1.0)];
        let chart = BarChart { title: "Rows", below: "moves", bars: &bars, median: Some((1, "5".to_owned())), curve: None };
        let svg = bar_chart(&chart, Theme::Light).to_string();
        for part in ["Rows (logarithmic)", "30 k", "median 5", "7: 1"] {
            assert!(svg.contains(part), "{part}");
        }
        assert_eq!(svg.matches("rotate").count(), 0, "four bars have room for their values");
        let many = |count: u32| -> Vec<Bar> { (3..3 + count).map(|k| bar(&k.to_string(), f64::from(k) * 1000.0)).collect() };
        let of = |bars: &[Bar]| bar_chart(&BarChart { bars, median: None, ..chart }, Theme::Dark).to_string();
        assert_eq!(of(&many(24)).matches("rotate").count(), 24, "upright");
        let svg = of(&many(60));
        assert_eq!(svg.matches("rotate").count(), 0, "60 bars have no room for their values");
        for (label, is_there) in [("5", true), ("10", true), ("60", true), ("3", false), ("8", false)] {
            assert_eq!(svg.contains(&format!("\n{label}\n</text>")), is_there, "{label}");
        }
        let tenths: Vec<Bar> = (6..36).map(|k| bar(&format!("{:.1}", f64::from(k) / 10.0), 50.0)).collect();
        let svg = bar_chart(&BarChart { bars: &tenths, median: None, curve: Some(&[1.0; 30]), ..chart }, Theme::Dark).to_string();
        assert_eq!((svg.matches("rotate").count(), svg.matches("2.4: 50").count()), (0, 1), "no values under the curve");
        for (label, is_there) in [("1.0", true), ("1.5", true), ("0.6", false), ("1.1", false)] {
            assert_eq!(svg.contains(&format!("\n{label}\n</text>")), is_there, "{label}");
        }
        assert_eq!([0.3, 1.0, 1.2, 4.0, 5.5, 11.0].map(round_at_least), [1, 1, 2, 5, 10, 20]);
    }

    #[test]
    fn axes_have_round_numbers() {
        let steps = [1.0, 4.0, 5.0, 21.0, 60.0, 1404.0, 476_118.0].map(round_steps);
        assert_eq!(steps, [(0.2, 5), (1.0, 4), (1.0, 5), (5.0, 5), (20.0, 3), (500.0, 3), (100_000.0, 5)]);
        assert_eq!([60.0, 1404.0].map(round_top), [60.0, 1500.0]);
        let numbers = [0.2, 1.0, 2.5, 100.0, 999.0, 5332.0, 9960.0, 28_104.0, 999_600.0, 1.5e6, 24e6];
        assert_eq!(numbers.map(short), ["0.2", "1", "2.5", "100", "999", "5.3 k", "10 k", "28 k", "1 M", "1.5 M", "24 M"]);
    }
}
