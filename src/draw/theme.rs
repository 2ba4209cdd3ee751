//! The colours of pictures.

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// For paper and bright screens.
    Light,
    /// For dark screens.
    Dark,
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
    pub(crate) cars: [&'static str; 6],
    pub(crate) trucks: [&'static str; 4],
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
                cars: ["#3d8bd4", "#4fa98a", "#8a76c9", "#d99a3d", "#5fb6cf", "#b5739d"],
                trucks: ["#27567f", "#2f6f4f", "#54408c", "#8a5a1d"],
            },
            Theme::Dark => Colours {
                page: "#14171c",
                ground: "#23282f",
                cell: "#2e343d",
                frame: "#9aa4b2",
                text: "#e9edf2",
                primary: "#ff4d5e",
                wall: "#7b8594",
                cars: ["#5aa5ea", "#63c4a1", "#a393e6", "#efb75c", "#79d2ea", "#d792bf"],
                trucks: ["#3f7fb8", "#459a71", "#7a62c0", "#b97d33"],
            },
        }
    }
}

impl Colours {
    /// The colour of the line around a vehicle of colour `fill`.
    pub(crate) fn outline(fill: &str) -> String {
        blend(fill, "#000000", 0.25)
    }

    /// The colour of the windows of a vehicle of colour `fill`.
    pub(crate) fn glass(fill: &str) -> String {
        blend(fill, "#ffffff", 0.45)
    }

    /// The colour of the front edge of a truck's trailer, for a truck of colour `fill`.
    pub(crate) fn edge(fill: &str) -> String {
        blend(fill, "#ffffff", 0.15)
    }

    /// The colour of the cross on a wall.
    pub(crate) fn cross(&self) -> String {
        blend(self.wall, self.ground, 0.6)
    }

    /// All colours that pictures use, in the same order for every theme.
    fn all(&self) -> Vec<String> {
        let plain = [self.page, self.ground, self.cell, self.frame, self.text, self.wall].map(str::to_owned);
        let vehicles = [self.primary].into_iter().chain(self.cars).chain(self.trucks);
        let shades =
            vehicles.flat_map(|fill| [fill.to_owned(), Colours::outline(fill), Colours::glass(fill), Colours::edge(fill)]);
        plain.into_iter().chain([self.cross()]).chain(shades).collect()
    }
}

/// CSS rules that show pictures drawn in the light theme in the colours of the dark one.
pub fn dark_rules() -> String {
    let (light, dark) = (Theme::Light.colours().all(), Theme::Dark.colours().all());
    let rule = |(from, to)| format!("[fill=\"{from}\"]{{fill:{to}}}[stroke=\"{from}\"]{{stroke:{to}}}");
    light.iter().zip(&dark).map(rule).collect()
}

/// The colour of `over` drawn with opacity `share`, from 0 to 1, upon `under`.
///
/// Boards use such opaque colours instead of transparency, which makes a PDF large, differs between printers, and is written in a
/// different order on every run.
fn blend(under: &str, over: &str, share: f64) -> String {
    let part = |colour: &str, at: usize| colour.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
    let mixed = |at| (f64::from(part(under, at)) * (1.0 - share) + f64::from(part(over, at)) * share).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mixed(1), mixed(3), mixed(5))
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
    fn every_light_colour_has_one_dark_colour() {
        let light = Theme::Light.colours().all();
        assert_eq!(light.iter().collect::<std::collections::HashSet<_>>().len(), light.len());
        assert!(dark_rules().starts_with("[fill=\"#ffffff\"]{fill:#14171c}[stroke="));
    }
}
