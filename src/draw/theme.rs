//! The colours of pictures, and the stripes of the primary.
use svg::Document;
use svg::node::element::Style;

/// The number of colours of cars. A car touches at most 6 other pieces, so one is always free, see `colouring`.
pub(crate) const CARS: usize = 12;
/// The number of colours of trucks. A truck touches at most 8 other pieces.
pub(crate) const TRUCKS: usize = 9;

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Theme {
    /// For paper and bright screens.
    Light,
    /// For dark screens.
    Dark,
    /// White on black.
    Contrast,
}

/// The theme of an SVG.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum SvgTheme {
    /// Light or dark, like the screen of the reader; for SVG only.
    Auto,
    /// For paper and bright screens.
    Light,
    /// For dark screens.
    Dark,
    /// White on black.
    Contrast,
}

impl SvgTheme {
    /// The theme in which a picture is drawn before [`SvgTheme::finish`].
    pub fn drawn(self) -> Theme {
        match self {
            SvgTheme::Auto | SvgTheme::Light => Theme::Light,
            SvgTheme::Dark => Theme::Dark,
            SvgTheme::Contrast => Theme::Contrast,
        }
    }

    /// Adds to a picture what shows it in dark colours on dark screens, if the theme is `Auto`.
    pub fn finish(self, document: Document) -> Document {
        if self != SvgTheme::Auto {
            return document;
        }
        let rules = dark_rules(&document.to_string());
        document.add(Style::new(format!("@media(prefers-color-scheme:dark){{{rules}}}")))
    }
}

/// The colours of a theme, written as in SVG.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colours {
    pub(crate) page: &'static str,
    pub(crate) ground: &'static str,
    pub(crate) cell: &'static str,
    pub(crate) frame: &'static str,
    pub(crate) text: &'static str,
    pub(crate) primary: &'static str,
    pub(crate) wall: &'static str,
    pub(crate) cars: [&'static str; CARS],
    pub(crate) trucks: [&'static str; TRUCKS],
}

impl Theme {
    pub(crate) fn colours(self) -> Colours {
        match self {
            Theme::Light => Colours {
                page: "#ffffff",
                ground: "#e6e8eb",
                cell: "#d6d9de",
                frame: "#3c4450",
                text: "#20252c",
                primary: "#d7263d",
                wall: "#565f6d",
                cars: [
                    "#3d8bd4", "#4fa98a", "#8a76c9", "#d99a3d", "#5fb6cf", "#b5739d", "#97a13c", "#a97f58", "#74859f", "#dcc24a",
                    "#8fcf9f", "#e0a3c3",
                ],
                trucks: ["#27567f", "#2f6f4f", "#54408c", "#8a5a1d", "#7a3463", "#17696f", "#5c6420", "#3540a0", "#6b4a3c"],
            },
            Theme::Dark => Colours {
                page: "#14171c",
                ground: "#23282f",
                cell: "#2e343d",
                frame: "#9aa4b2",
                text: "#e9edf2",
                primary: "#ff4d5e",
                wall: "#7b8594",
                cars: [
                    "#5aa5ea", "#63c4a1", "#a393e6", "#efb75c", "#79d2ea", "#d792bf", "#b9c45a", "#c9a27a", "#9aabc6", "#f0da6c",
                    "#a9e3b6", "#f3bfd9",
                ],
                trucks: ["#3f7fb8", "#459a71", "#7a62c0", "#b97d33", "#a8528a", "#2f959c", "#87913a", "#5766d6", "#9a7060"],
            },
            Theme::Contrast => Colours {
                page: "#000000",
                ground: "#000000",
                cell: "#262626",
                frame: "#ffffff",
                text: "#ffffff",
                wall: "#ffffff",
                ..Theme::Dark.colours()
            },
        }
    }
}

impl Colours {
    /// The shades of a vehicle of colour `fill`: the line around it, its windows, and the front edge of a truck's trailer.
    pub(crate) fn shades(fill: &str) -> [String; 3] {
        [blend(fill, "#000000", 0.25), blend(fill, "#ffffff", 0.45), blend(fill, "#ffffff", 0.15)]
    }

    /// The colour of a letter on a vehicle of colour `fill`: black or white, whichever has the higher contrast.
    pub(crate) fn ink(fill: &str) -> &'static str {
        let contrast_with_white = 1.05 / (luminance(fill) + 0.05);
        let contrast_with_black = (luminance(fill) + 0.05) / (luminance(BLACK) + 0.05);
        if contrast_with_white >= contrast_with_black { WHITE } else { BLACK }
    }

    /// The colour of the cells that a piece of colour `fill` has left, in a strip.
    pub(crate) fn path(&self, fill: &str) -> String {
        blend(fill, self.ground, 0.55)
    }

    /// The colour of the edges of a graph.
    pub(crate) fn edge(&self) -> String {
        blend(self.text, self.page, 0.55)
    }

    /// The colour of the cross on a wall.
    pub(crate) fn cross(&self) -> String {
        blend(self.wall, self.ground, 0.6)
    }

    /// All colours that pictures use, in the same order for every theme.
    fn all(&self) -> Vec<String> {
        let plain = [self.page, self.ground, self.cell, self.frame, self.text, self.wall].map(str::to_owned);
        let vehicles = [self.primary].into_iter().chain(self.cars).chain(self.trucks);
        let shades = vehicles.flat_map(|fill| [fill.to_owned(), self.path(fill)].into_iter().chain(Colours::shades(fill)));
        plain.into_iter().chain([self.cross(), self.edge()]).chain(shades).collect()
    }
}

/// Colours of the page of `play` as custom properties: in the light, the dark and the high-contrast theme.
const PAGE: [(&str, [&str; 3]); 18] = [
    ("page", ["#f6f7f9", "#12151a", "#000000"]),
    ("panel", ["#ffffff", "#1b2027", "#000000"]),
    ("text", ["#1d222a", "#e9edf2", "#ffffff"]),
    ("soft", ["#5a6472", "#a4aebb", "#ffffff"]),
    ("line", ["#d5dae1", "#343b45", "#ffffff"]),
    ("accent", ["#1f5fae", "#8ab8f0", "#ffe600"]),
    ("on-accent", ["#ffffff", "#10151c", "#000000"]),
    ("frame", ["#3c4450", "#8d97a5", "#ffffff"]),
    ("ground", ["#dfe3e8", "#252b33", "#000000"]),
    ("cell", ["#cfd5dc", "#303842", "#262626"]),
    ("wall", ["#565f6d", "#7b8594", "#ffffff"]),
    ("wall-mark", ["#8d97a5", "#4a535f", "#000000"]),
    ("good", ["#1d7a44", "#6fce95", "#5cff9d"]),
    ("bad", ["#b3261e", "#ff8a80", "#ffb3ab"]),
    ("star", ["#c98a00", "#ffc94d", "#ffe600"]),
    ("focus", ["#1f5fae", "#8ab8f0", "#00e5ff"]),
    ("shadow", ["0 1px 2px #0002, 0 4px 16px #0001", "0 1px 2px #0006, 0 4px 16px #0004", "none"]),
    ("pattern", ["#ffffff24", "#00000026", "#000000"]),
];

/// CSS rules for the page of `play`: its colours by theme, and the colours of vehicles as custom properties. `--car-0` is the
/// first colour of cars, `--car-0-ink` the colour of letters on it. What is printed is light.
pub(crate) fn page_rules() -> String {
    let of_page = |theme: usize| PAGE.iter().map(|(name, values)| format!("--{name}:{};", values[theme])).collect::<String>();
    let of_vehicles = |colours: Colours| {
        let numbered = |kind: &'static str| move |(k, colour): (usize, &'static str)| (format!("{kind}-{k}"), colour);
        let cars = colours.cars.into_iter().enumerate().map(numbered("car"));
        let trucks = colours.trucks.into_iter().enumerate().map(numbered("truck"));
        let all = [("primary".to_owned(), colours.primary)].into_iter().chain(cars).chain(trucks);
        all.map(|(name, colour)| format!("--{name}:{colour};--{name}-ink:{};", Colours::ink(colour))).collect::<String>()
    };
    let (light, dark) = (of_vehicles(Theme::Light.colours()), of_vehicles(Theme::Dark.colours()));
    let (begin, end) = STRIPES;
    format!(
        ":root{{--stripes-begin:{begin};--stripes-end:{end};{}{light}}}@media screen{{:root[data-theme=\"dark\"]{{{}{dark}}}:root[data-theme=\"contrast\"]{{{}{dark}}}}}",
        of_page(0),
        of_page(1),
        of_page(2)
    )
}

/// CSS rules that show pictures drawn in the light theme in the colours of the dark theme, for the colours of `pictures`, which are
/// SVG. Letters and stripes keep their black or white.
pub fn dark_rules(pictures: &str) -> String {
    let (light, dark) = (Theme::Light.colours().all(), Theme::Dark.colours().all());
    let rule = |((from, to), name): ((&String, &String), &str)| {
        let is_used = pictures.contains(&format!("{name}=\"{from}\""));
        if is_used { format!("[{name}=\"{from}\"]{{{name}:{to}}}") } else { String::new() }
    };
    light.iter().zip(&dark).flat_map(|colours| [(colours, "fill"), (colours, "stroke")]).map(rule).collect()
}

/// The two stripes of the primary: where the first begins and ends across its body, as shares of the width. The second is its mirror
/// image. They mark the primary for readers who can't distinguish its colour. They have the colour of [`Colours::ink`], and run between
/// letter and edge.
pub(crate) const STRIPES: (f64, f64) = (0.16, 0.27);

/// The black and the white of letters. The white is written in another way than that of the page, which is black in the dark theme.
const BLACK: &str = "#14171c";
const WHITE: &str = "#fff";

/// The components of a colour `#rrggbb`, from 0 to 255.
fn components(colour: &str) -> [f64; 3] {
    [1, 3, 5].map(|at| u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour").into())
}

/// The relative luminance of a colour, from 0 to 1, as defined by the Web Content Accessibility Guidelines.
fn luminance(colour: &str) -> f64 {
    let [red, green, blue] = components(colour).map(|value| {
        let value = value / 255.0;
        if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Whether two colours, `#rrggbb`, are hard to tell apart on pieces side by side.
pub(crate) fn are_alike(one: &str, other: &str) -> bool {
    let differences = components(one).into_iter().zip(components(other)).map(|(a, b)| a - b);
    differences.map(|difference| difference.powi(2)).sum::<f64>().sqrt() < 60.0
}

/// The colour of `over` drawn on `under` with opacity `share`, from 0 to 1.
///
/// Boards use such opaque colours instead of transparency, which makes a PDF large, differs between printers, and is written in a
/// different order on every run.
pub(crate) fn blend(under: &str, over: &str, share: f64) -> String {
    let (under, over) = (components(under), components(over));
    let [red, green, blue] = [0, 1, 2].map(|k| (under[k] * (1.0 - share) + over[k] * share).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_mixed() {
        let mixed = [0.0, 0.25, 1.0].map(|share| blend("#d7263d", "#000000", share));
        assert_eq!(mixed, ["#d7263d", "#a11d2e", "#000000"]);
    }

    #[test]
    fn letters_can_be_read() {
        let contrast = |fill: &str, ink: &str| {
            let (one, other) = (luminance(fill) + 0.05, luminance(if ink == WHITE { "#ffffff" } else { ink }) + 0.05);
            one.max(other) / one.min(other)
        };
        let fills = |colours: Colours| colours.cars.into_iter().chain(colours.trucks).chain([colours.primary]);
        for (light, dark) in fills(Theme::Light.colours()).zip(fills(Theme::Dark.colours())) {
            assert!(contrast(light, Colours::ink(light)) >= 4.0 && contrast(dark, Colours::ink(dark)) >= 4.0, "{light}, {dark}");
            // 3 is enough for large letters; those of a picture that becomes dark stay as they are
            assert!(contrast(dark, Colours::ink(light)) >= 3.0, "{dark}");
        }
        assert_eq!(["#27567f", "#f0da6c"].map(Colours::ink), [WHITE, BLACK]);
    }

    #[test]
    fn every_light_colour_has_one_dark_colour() {
        let light = Theme::Light.colours().all();
        assert_eq!(light.iter().collect::<std::collections::HashSet<_>>().len(), light.len());
        let picture = "<rect fill=\"#ffffff\"/><rect fill=\"#fff\" stroke=\"#20252c\"/>";
        assert_eq!(dark_rules(picture), "[fill=\"#ffffff\"]{fill:#14171c}[stroke=\"#20252c\"]{stroke:#e9edf2}");
    }
}
