//! Databases whose rows are known: published ones, and those of earlier runs that were verified row by row.
use super::run_identity::RunIdentity;

/// One database per line: size, walls, metric, rows, SHA-256 of the rows in the published order, and `published` if the rows were
/// published in 2018.
const TABLE: &str = include_str!("../../data/known.csv");

/// What is known of the rows of a whole run, in the published order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownRows {
    /// How many there are.
    pub rows: u64,
    /// The SHA-256 of their text.
    pub sha256: &'static str,
    /// Whether they were published in 2018.
    pub is_published: bool,
}

/// What is known of the rows of a run; `None` if nothing is, or if the run is a shard or leaves rows out.
pub fn known_rows(run: &RunIdentity) -> Option<KnownRows> {
    let RunIdentity { rules, walls, metric, moves, shard, .. } = run;
    if !shard.is_whole() || !moves.is_none() {
        return None;
    }
    let wanted = [rules.to_string(), walls.to_string(), metric.to_string()];
    let mut lines = TABLE.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let fields = lines.find(|fields| fields[..3] == wanted)?;
    Some(KnownRows { rows: fields[3].parse().ok()?, sha256: fields[4], is_published: fields[5] == "published" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Metric, Size};
    use crate::run::shard::Shard;

    fn run(n: usize, walls: &str) -> RunIdentity {
        RunIdentity::new(Size::square(n).expect("a size"), walls.parse().expect("a range"), Shard::WHOLE)
    }

    #[test]
    fn the_published_rows_are_known_and_no_part_of_them() {
        let known = known_rows(&run(6, "0..2")).expect("published");
        assert!(known.is_published && known.rows == 2_577_412 && known.sha256.starts_with("fca9f04d"));
        assert!(!known_rows(&run(5, "0..2")).expect("known").is_published);
        assert_eq!(known_rows(&run(7, "0")), None);
        assert_eq!(known_rows(&RunIdentity { shard: "0/2".parse().expect("a shard"), ..run(6, "0..2") }), None);
        assert_ne!(known_rows(&RunIdentity { metric: Metric::Steps, ..run(6, "0") }), known_rows(&run(6, "0")));
    }

    /// Every line of the table is that of a run.
    #[test]
    fn every_line_is_found() {
        let lines = TABLE.lines().skip(1);
        let found = lines.filter(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let metric = if fields[2] == "steps" { Metric::Steps } else { Metric::Moves };
            let run = RunIdentity { metric, ..run(fields[0].parse().expect("a size"), fields[1]) };
            known_rows(&run).is_some_and(|known| known.sha256.len() == 64 && known.rows.to_string() == fields[3])
        });
        assert_eq!(found.count(), TABLE.lines().count() - 1);
    }
}
