//! A description as JSON, with a digest of itself.
//!
//! ```text
//! {
//!   "program": "gridlock 0.2.0",
//!   ...
//!   "digest": "8d1c..."
//! }
//! ```
//! The digest is the SHA-256 of the other fields as canonical JSON: no spaces, the keys of every object sorted. It can be
//! computed with `jq -cSj 'del(.digest)' rows.txt.json | sha256sum`. It detects accidental changes and edits by hand. It is not a
//! signature: whoever alters a description on purpose can compute it again.
use std::io;

use serde_json::Value;

use super::Description;
use crate::board::Metric;
use crate::errors::wrong_input;
use crate::files::sha256;

impl Description {
    /// The description as JSON, as it is written to its file.
    pub fn to_text(&self) -> String {
        serde_json::to_string_pretty(&self.value()).expect("a description is JSON") + "\n"
    }

    /// Reads a description.
    ///
    /// # Errors
    /// Its digest does not match its content. Of the kind `InvalidData`: it is not JSON, a field is missing or of another kind,
    /// or it says more or says it differently, a shard `00/1` for instance.
    pub fn parse(text: &str) -> io::Result<Description> {
        let other_format = |error: serde_json::Error| io::Error::new(io::ErrorKind::InvalidData, error.to_string());
        let description: Description = serde_json::from_str(text).map_err(other_format)?;
        let value: Value = serde_json::from_str(text).map_err(other_format)?;
        match value.get("digest").and_then(Value::as_str) {
            Some(digest) if digest != description_digest(&value) => Err(wrong_input("its digest does not match its content")),
            Some(_) if with_todays_names(value.clone()) == description.value() => Ok(description),
            _ => Err(io::Error::new(io::ErrorKind::InvalidData, "its values are not written as gridlock writes them")),
        }
    }

    /// The fields in the order of the file. Files by moves do not name their metric.
    fn value(&self) -> Value {
        let mut value = serde_json::to_value(self).expect("a description is JSON");
        if let (Metric::Moves, Some(fields)) = (self.identity.metric, value.as_object_mut()) {
            fields.shift_remove("metric");
        }
        value["digest"] = description_digest(&value).into();
        value
    }
}

/// A description with the field names of this version, and its digest.
fn with_todays_names(mut value: Value) -> Value {
    for (object, old, new) in [("", "audit", "exhaustive"), ("/counts", "dismissed", "pruned")] {
        if let Some(fields) = value.pointer_mut(object).and_then(Value::as_object_mut)
            && let Some(field) = fields.remove(old)
        {
            fields.insert(new.to_owned(), field);
        }
    }
    value["digest"] = description_digest(&value).into();
    value
}

/// The digest of a description: the SHA-256 of its JSON object as canonical JSON, without its field `digest`.
pub fn description_digest(object: &Value) -> String {
    let mut object = object.clone();
    if let Some(fields) = object.as_object_mut() {
        fields.remove("digest");
    }
    object.sort_all_objects(); // the keys are sorted already, unless another crate turns on `preserve_order` of serde_json
    sha256(object.to_string().as_bytes())
}

/// Whether a text is a description of any version of this program, altered or not.
pub(super) fn is_of_gridlock(text: &str) -> bool {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let has = |name| value.get(name).is_some();
    value["program"].as_str().is_some_and(|program| program.starts_with("gridlock ")) && has("rows_version") && has("shard")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::files::{Checksum, FileSum};
    use crate::generate::Counts;
    use crate::rows::LeastDepth;
    use crate::run::description::{MissingShards, RowOrder};
    use crate::run::run_identity::RunIdentity;
    use crate::run::run_identity::Shard;
    use crate::run::totals_check::TotalsCheck;

    fn description() -> Description {
        Description {
            program: "gridlock 0.2.0".to_owned(),
            identity: RunIdentity::new(Size::square(4).expect("a size"), "0".parse().expect("a range"), Shard::WHOLE)
                .with_exhaustive(true),
            order: RowOrder::Candidates,
            missing: None,
            check: TotalsCheck::Passed,
            counts: Counts {
                candidates: 695,
                pruned: 0,
                solvable: 493,
                goal_states: 2791,
                rows: 32,
                states: 5000,
                states_in_rows: 514,
                deepest: 7,
            },
            rows: Checksum { lines: 32, bytes: 736, sha256: "00".repeat(32) },
            file: FileSum { bytes: 736, sha256: "00".repeat(32) },
        }
    }

    #[test]
    fn a_description_comes_back() {
        let missing = Some(MissingShards { of: 3, shards: vec![1] });
        let by_steps = RunIdentity { metric: Metric::Steps, ..description().identity };
        let moves = LeastDepth(60);
        let deep = Description { identity: RunIdentity { moves, ..description().identity }, ..description() };
        assert!(deep.to_text().contains("\"moves\": \"60..\"") && !description().to_text().contains("moves"));
        let pruning = Description { identity: description().identity.with_exhaustive(false), ..description() };
        assert!(pruning.to_text().contains("\"exhaustive\": false") && !description().to_text().contains("exhaustive"));
        let others =
            [Description { missing, ..description() }, Description { identity: by_steps, ..description() }, pruning, deep];
        assert!(others[1].to_text().contains("\"metric\": \"steps\"") && !others[0].to_text().contains("metric"));
        for description in [description()].into_iter().chain(others) {
            assert_eq!(Description::parse(&description.to_text()).expect("a description"), description);
            assert!(is_of_gridlock(&description.to_text()));
        }
        assert!(!is_of_gridlock("{}") && !is_of_gridlock("[1]") && !is_of_gridlock(""));
    }

    #[test]
    fn the_field_names_of_earlier_versions_are_read() {
        let identity = description().identity.with_exhaustive(false);
        let now = Description { identity, counts: Counts { pruned: 9, ..description().counts }, ..description() };
        let text = now.to_text();
        let old = text.replace("\"exhaustive\"", "\"audit\"").replace("\"pruned\"", "\"dismissed\"");
        assert!(Description::parse(&old).is_err(), "its digest is that of the new names");
        assert_eq!(Description::parse(&resealed(&old)).expect("a description"), now);
        let both = text.replacen("\"exhaustive\"", "\"audit\": false, \"exhaustive\"", 1);
        assert!(Description::parse(&resealed(&both)).expect_err("refused").to_string().contains("duplicate field"));
    }

    /// The digest equals `jq -cSj 'del(.digest)' | sha256sum`. It must not change: descriptions on disk hold it.
    #[test]
    fn the_digest_is_that_of_the_canonical_json() {
        let canonical = format!(
            "{{\"check\":\"passed\",\"counts\":{{\"candidates\":695,\"deepest\":7,\"goal_states\":2791,\"rows\":32,\"solvable\":493,\
             \"states\":5000,\"states_in_rows\":514}},\"file_bytes\":736,\"file_sha256\":\"{zeros}\",\"order\":\"candidates\",\
             \"program\":\"gridlock 0.2.0\",\"rows\":{{\"bytes\":736,\"lines\":32,\"sha256\":\"{zeros}\"}},\"rows_version\":2,\
             \"shard\":\"0/1\",\"size\":4,\"walls\":\"0\"}}",
            zeros = "00".repeat(32)
        );
        let text = description().to_text();
        assert!(text.contains(&format!("\"digest\": \"{}\"", sha256(canonical.as_bytes()))), "{text}");
    }

    /// The text with its digest made right again.
    fn resealed(text: &str) -> String {
        let mut value: Value = serde_json::from_str(text).expect("JSON");
        value["digest"] = description_digest(&value).into();
        value.to_string()
    }

    #[test]
    fn alterations_unknown_fields_and_other_forms_are_refused() {
        let problem = |text: &str| Description::parse(text).expect_err("refused").to_string();
        let text = description().to_text();
        let altered = text.replace("\"rows\": 32", "\"rows\": 33");
        assert!(problem(&altered).contains("digest"));
        assert!(Description::parse(&resealed(&altered)).is_ok(), "the digest is not a signature");
        for (from, to, words) in [
            ("\"shard\": ", "\"note\": 1, \"shard\": ", "not written as gridlock writes them"),
            ("\"candidates\": 695", "\"candidates\": 695, \"canonical\": 1", "unknown field `canonical`"),
            ("\"deepest\": 7", "\"deepest\": 7.0", "floating point"),
            ("\"0/1\"", "\"00/1\"", "not written as gridlock writes them"),
            ("\"walls\": \"0\"", "\"walls\": \"0..0\"", "not written as gridlock writes them"),
            ("\"walls\"", "\"metric\": \"moves\", \"walls\"", "not written as gridlock writes them"),
            ("\"walls\"", "\"metric\": \"cells\", \"walls\"", "unknown variant `cells`"),
            ("\"check\"", "\"missing\": null, \"check\"", "not written as gridlock writes them"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            assert!(problem(&resealed(&changed)).contains(words), "{to}: {}", problem(&resealed(&changed)));
        }
        let twice = text.replacen("\"check\"", "\"check\": \"failed\", \"check\"", 1);
        assert!(problem(&twice).contains("duplicate field"));
    }
}
