//! `gridlock stats` from outside.
use crate::Sandbox;
use serde_json::Value;

#[test]
fn statistics_as_text_json_and_pages() {
    let sandbox = Sandbox::new();
    sandbox.succeed("generate --size 5 -o rows.txt.gz --quiet");
    let text = sandbox.succeed("stats rows.txt.gz");
    assert!(text.starts_with("rows    1,730\nstates  329,603\n"), "{text}");
    assert!(text.contains("20 moves, ") && text.contains("log10 of the cluster size: mean "), "{text}");
    let json: Value = serde_json::from_str(&sandbox.succeed("stats rows.txt.gz --json")).unwrap();
    assert_eq!((&json["all"]["rows"], &json["all"]["deepest"]), (&1730.into(), &20.into()));
    assert_eq!(json["moves"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 1730);
    for name in ["stats.html", "stats.svg", "stats.json"] {
        sandbox.succeed(&format!("stats rows.txt.gz -o {name}"));
    }
    let page = sandbox.text("stats.html");
    // Six charts and twenty boards; nothing is fetched from elsewhere.
    assert_eq!((page.matches("<svg").count(), page.matches("<figure>").count()), (26, 20));
    assert!(!page.contains("src=") && !page.contains("href="));
    // The page fits a phone, and turns dark in dark mode.
    assert!(page.contains("width=device-width") && page.contains("dark){:root{--page:#14171c"), "{page}");
    assert!(page.contains("[fill=\"#d7263d\"]{fill:#ff4d5e}"));
    assert!(sandbox.text("stats.svg").starts_with("<svg"));
    assert!(sandbox.fail("stats rows.txt.gz -o stats.xls", 2).contains(".html"));
    assert!(sandbox.fail("stats rows.txt.gz -o stats.html", 2).contains("exists already"));
}
