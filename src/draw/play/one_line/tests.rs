//! Scripts and styles on one line.
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
        ("a {\n  b: c; /* it's */\n}\n@media (d) and (e) { f { g: 1 / 2; } }", "a {b: c;} @media (d) and (e) {f {g: 1 / 2;} }"),
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
            assert!(!ends.iter().any(|end| line.ends_with(end)) && !line.starts_with("++") && !line.starts_with("--"), "{line}");
        }
    }
}
