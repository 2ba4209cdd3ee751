//! Colours of vehicles in a list, as people and other programs write them.

/// A colour as `#rrggbb`; `None` if the text is not a colour. Accepts what CSS accepts, names such as `light_blue` in any case
/// and with spaces, and `0xrrggbb` or `0xrrggbbaa` as Java prints it. Transparency is dropped.
pub(super) fn colour(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    let text = match text.strip_prefix("0x") {
        Some(digits) if matches!(digits.len(), 6 | 8) => format!("#{digits}"),
        Some(_) => return None,
        None if text.contains(['#', '(']) => text,
        None => text.replace([' ', '_', '-'], ""),
    };
    // hexadecimal digits without a # are a colour for the crate, but not for CSS; no name consists of them alone
    if text.chars().all(|character| character.is_ascii_hexdigit()) {
        return None;
    }
    let [red, green, blue, _] = csscolorparser::parse(&text).ok()?.to_rgba8();
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_six_digits() {
        for (text, expected) in [
            ("Red", Some("#ff0000")),
            ("LIGHT_BLUE", Some("#add8e6")),
            ("Rebecca Purple", Some("#663399")),
            ("#3AF", Some("#33aaff")),
            ("#3d8bd4", Some("#3d8bd4")),
            ("rgb(61, 139, 212)", Some("#3d8bd4")),
            ("0xff0000ff", Some("#ff0000")),
            ("0x3d8bd4", Some("#3d8bd4")),
            ("#12345", None),
            ("123456", None),
            ("fff", None),
            ("0xfff", None),
            ("red\"/>", None),
            ("#zzzzzz", None),
            ("", None),
        ] {
            assert_eq!(colour(text).as_deref(), expected, "{text}");
        }
    }
}
