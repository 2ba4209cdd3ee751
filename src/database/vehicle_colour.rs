//! Colours of vehicles in a list, as people and other programs write them.

/// Names of colours, as in CSS, and their values.
const NAMES: [(&str, &str); 24] = [
    ("black", "#000000"),
    ("blue", "#0000ff"),
    ("brown", "#a52a2a"),
    ("cyan", "#00ffff"),
    ("darkblue", "#00008b"),
    ("darkgreen", "#006400"),
    ("gold", "#ffd700"),
    ("gray", "#808080"),
    ("green", "#008000"),
    ("grey", "#808080"),
    ("lightblue", "#add8e6"),
    ("lightgreen", "#90ee90"),
    ("lime", "#00ff00"),
    ("magenta", "#ff00ff"),
    ("navy", "#000080"),
    ("olive", "#808000"),
    ("orange", "#ffa500"),
    ("pink", "#ffc0cb"),
    ("purple", "#800080"),
    ("red", "#ff0000"),
    ("teal", "#008080"),
    ("turquoise", "#40e0d0"),
    ("white", "#ffffff"),
    ("yellow", "#ffff00"),
];

/// A colour as `#rrggbb`; `None` if the text is none. Accepts a common name, `#rgb`, `#rrggbb`, and `0xrrggbb` or `0xrrggbbaa` as Java
/// prints it.
pub(super) fn colour(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    if let Some((_, value)) = NAMES.iter().find(|(name, _)| *name == text.replace([' ', '_', '-'], "")) {
        return Some((*value).to_owned());
    }
    let digits = text.strip_prefix('#').or_else(|| text.strip_prefix("0x"))?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    match digits.len() {
        3 => Some(digits.chars().fold("#".to_owned(), |text, digit| format!("{text}{digit}{digit}"))),
        6 | 8 => Some(format!("#{}", &digits[..6])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_six_digits() {
        for (text, expected) in [
            ("Red", Some("#ff0000")),
            ("LIGHT_BLUE", Some("#add8e6")),
            ("#3AF", Some("#33aaff")),
            ("#3d8bd4", Some("#3d8bd4")),
            ("0xff0000ff", Some("#ff0000")),
            ("#12345", None),
            ("red\"/>", None),
            ("#zzzzzz", None),
            ("", None),
        ] {
            assert_eq!(colour(text).as_deref(), expected, "{text}");
        }
        assert!(NAMES.is_sorted());
    }
}
