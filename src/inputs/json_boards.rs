//! Boards as values of JSON: texts, or arrays of rows.
use crate::forms::only_board;
use serde_json::Value;

/// The text of the boards of a value: a text, an array of texts that are boards or rows, or of arrays of signs or numbers. `None` for
/// anything else.
pub fn text_of_json(value: &Value) -> Option<String> {
    let items = match value {
        Value::String(text) => return Some(text.clone()),
        Value::Array(items) => items,
        _ => return None,
    };
    let sign = |value: &Value| match value {
        Value::String(text) if text.trim().is_empty() => Some(".".to_owned()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null => Some(".".to_owned()),
        _ => None,
    };
    let row = |value: &Value| {
        let cells = value.as_array()?.iter().map(sign).collect::<Option<Vec<String>>>()?;
        (!cells.iter().any(|cell| cell.chars().count() > 3)).then(|| cells.join(" "))
    };
    if let Some(rows) = items.iter().map(row).collect::<Option<Vec<String>>>() {
        return Some(rows.join("\n"));
    }
    if let Some(texts) = items.iter().map(Value::as_str).collect::<Option<Vec<&str>>>() {
        let is_board = |text: &&str| only_board(text, None).is_ok();
        return Some(texts.join(if texts.iter().any(is_board) { "\n\n" } else { "\n" }));
    }
    Some(items.iter().map(text_of_json).collect::<Option<Vec<String>>>()?.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_rows_or_boards() {
        for (json, text) in [
            (r#"["oBBoAAoCoooCoooo", "AAoooooooooooooo"]"#, "oBBoAAoCoooCoooo\n\nAAoooooooooooooo"),
            (r#"["oBBo", "AAoC", "oooC", "oooo"]"#, "oBBo\nAAoC\noooC\noooo"),
            ("[[2, 2, 0], [1, 1, 12], [0, 0, 12]]", "2 2 0\n1 1 12\n0 0 12"),
            (r#"[["A", "A", ""], ["B", null, "C"], ["B", " ", "C"]]"#, "A A .\nB . C\nB . C"),
            (r#"[["oBBo", "AAoC", "oooC", "oooo"], "AA.B/...B/...."]"#, "oBBo\nAAoC\noooC\noooo\n\nAA.B/...B/...."),
            ("[[[1, 1], [0, 0]], [[1, 1], [0, 2]]]", "1 1\n0 0\n\n1 1\n0 2"),
        ] {
            assert_eq!(text_of_json(&serde_json::from_str(json).expect("JSON")).as_deref(), Some(text), "{json}");
        }
        for json in ["7", "{}", "[{}]", "[[true]]"] {
            assert_eq!(text_of_json(&serde_json::from_str(json).expect("JSON")), None, "{json}");
        }
    }
}
