//! Scripts and styles without comments, each on one line, so that a page holds little that people and searches do not need.
//!
//! A line break becomes a space. In JavaScript that changes nothing or is an error of syntax, which the tests of the page find,
//! unless the break follows `return`, `throw`, `break`, `continue` or `yield`, or stands before `++` or `--`.

/// A script or style on one line. Strings, templates and regular expressions stay as they are. Only a template that has line
/// breaks keeps them.
pub(super) fn on_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut rest = text;
    // for each `${` that is open: the braces that are open inside
    let mut braces: Vec<usize> = Vec::new();
    while let Some(first) = rest.chars().next() {
        let is_template = first == '`' || first == '}' && braces.last() == Some(&0);
        let end = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |at| at + 2),
            _ if is_template => literal_length(rest, &["`", "${"]),
            '"' | '\'' => literal_length(rest, &[&rest[..1]]),
            '/' if begins_value(&line) => literal_length(rest, &["/"]),
            _ => first.len_utf8(),
        };
        let (part, after) = rest.split_at(end);
        rest = after;
        if is_template {
            if first == '}' {
                braces.pop();
            }
            if part.ends_with("${") {
                braces.push(0);
            }
        } else if let Some(open) = braces.last_mut() {
            *open = *open + usize::from(part == "{") - usize::from(part == "}");
        }
        if first.is_whitespace() {
            if !line.is_empty() && !line.ends_with([' ', '{', ';', ',']) {
                line.push(' ');
            }
        } else if !part.starts_with("//") && !part.starts_with("/*") {
            line.push_str(part);
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// Whether a value follows this code, so that a slash begins a regular expression.
fn begins_value(before: &str) -> bool {
    let before = before.trim_end();
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next();
    before.ends_with(|c: char| "(,=:[!&|?{;+-*%<>~^".contains(c))
        || matches!(word, Some("return" | "typeof" | "case" | "in" | "of"))
}

/// The length of the string, template or regular expression that begins a text, up to the first of `ends` that is not escaped and,
/// in a regular expression, not inside brackets.
fn literal_length(text: &str, ends: &[&str]) -> usize {
    let (mut is_escaped, mut in_brackets) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' | ']' if text.starts_with('/') => in_brackets = c == '[',
            _ if in_brackets => {}
            _ => {
                if let Some(end) = ends.iter().find(|end| text[at..].starts_with(**end)) {
                    return at + end.len();
                }
            }
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::on_one_line;

    #[test]
    fn comments_and_line_breaks_go_and_literals_stay() {
        for (text, line) in [
            ("a = 1; // \"b\nc = 2;\n", "a = 1;c = 2;"),
            ("/* it's\n * `gone` */ a =\n  /* too */ b;", "a = b;"),
            ("a = 'it\\'s // no  comment'; b = \"'/*\" + '\"';", "a = 'it\\'s // no  comment';b = \"'/*\" + '\"';"),
            ("a = b / c; // d / e", "a = b / c;"),
            ("a = f(x) / 2 / g[1] / h; i = \"/\";", "a = f(x) / 2 / g[1] / h;i = \"/\";"),
            ("a.replace(/[/'\"`]  \\/\\//g, b); // c", "a.replace(/[/'\"`]  \\/\\//g,b);"),
            ("if (a) return /'  \\//.test(b);\nc;", "if (a) return /'  \\//.test(b);c;"),
            (
                "a = `//  ${b /* c */ + { d: `}  ${\"`}\"}` }.d}  /* e */ \\`  \\${`; // f",
                "a = `//  ${b + {d: `}  ${\"`}\"}` }.d}  /* e */ \\`  \\${`;",
            ),
            ("a = `b\n  c`;\n", "a = `b\n  c`;"),
            (
                "a {\n  b: c; /* it's */\n}\n@media (d) and (e) { f { g: 1 / 2; } }",
                "a {b: c;} @media (d) and (e) {f {g: 1 / 2;} }",
            ),
        ] {
            assert_eq!(on_one_line(text), line, "{text}");
        }
    }

    /// The cases in which a space would silently mean something else than a line break.
    #[test]
    fn no_statement_of_the_scripts_hangs_on_a_line_break() {
        let ends = ["return", "throw", "break", "continue", "yield"];
        for module in [super::super::ENGINE.as_slice(), &super::super::PLAYER].concat() {
            for line in module.lines().map(|line| line.split("//").next().unwrap_or_default().trim()) {
                assert!(
                    !ends.iter().any(|end| line.ends_with(end)) && !line.starts_with("++") && !line.starts_with("--"),
                    "{line}"
                );
            }
        }
    }
}
