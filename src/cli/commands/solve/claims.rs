//! Claims of a table about its boards, compared with the lengths of shortest solutions.
use crate::board::Metric;
use crate::cli::arguments::whole_number;
use crate::cli::{Result, print_answer};
use crate::engine::{counted, grouped};
use crate::tables::Fields;
use serde_json::{Map, Value, json};

/// Shortest solutions of a board.
pub(super) struct Lengths {
    pub(super) moves: u32,
    pub(super) steps: u32,
    /// The board as gridlock writes it.
    pub(super) board: String,
    /// A solution in the metric asked for, else in moves.
    pub(super) solution: String,
}

/// What a claim may count: the length of a shortest solution, with something added.
struct Meaning {
    name: &'static str,
    metric: Metric,
    added: i64,
}

/// The meanings that are counted. The first two are right. If the primary drives on until it has left the board, that is two more
/// steps; in moves it only lengthens the last slide.
const MEANINGS: [Meaning; 7] = [
    Meaning { name: "moves", metric: Metric::Moves, added: 0 },
    Meaning { name: "steps", metric: Metric::Steps, added: 0 },
    Meaning { name: "steps, with two to drive off the board", metric: Metric::Steps, added: 2 },
    Meaning { name: "moves, and one more", metric: Metric::Moves, added: 1 },
    Meaning { name: "moves, less one", metric: Metric::Moves, added: -1 },
    Meaning { name: "steps, and one more", metric: Metric::Steps, added: 1 },
    Meaning { name: "steps, less one", metric: Metric::Steps, added: -1 },
];

/// The claims of one column.
pub(super) struct ClaimCheck {
    column: String,
    /// The only right metric, if one was asked for.
    metric: Option<Metric>,
    json: bool,
    claims: u64,
    wrong: u64,
    /// Boards whose claim is missing or not a whole number.
    without: u64,
    fits: [u64; MEANINGS.len()],
}

impl ClaimCheck {
    pub(super) fn new(column: String, metric: Option<Metric>, json: bool) -> ClaimCheck {
        ClaimCheck { column, metric, json, claims: 0, wrong: 0, without: 0, fits: [0; MEANINGS.len()] }
    }

    /// Compares the claim about a board with what was found, and prints it if it is wrong.
    ///
    /// # Errors
    /// Standard output can't be written.
    pub(super) fn look(&mut self, place: &str, record: &Fields, lengths: &Lengths) -> Result<()> {
        let Some(claim) = record.get(&self.column).and_then(whole_number) else {
            self.without += 1;
            return Ok(());
        };
        self.claims += 1;
        let (moves, steps) = (lengths.moves, lengths.steps);
        let length = |metric| match metric {
            Metric::Moves => i64::from(moves),
            Metric::Steps => i64::from(steps),
        };
        for (fits, meaning) in self.fits.iter_mut().zip(&MEANINGS) {
            *fits += u64::from(claim == length(meaning.metric) + meaning.added);
        }
        let is_right = match self.metric {
            Some(metric) => claim == length(metric),
            None => claim == i64::from(moves) || claim == i64::from(steps),
        };
        if is_right {
            return Ok(());
        }
        self.wrong += 1;
        print(&match self.json {
            true => json!({ "place": place, "claim": claim, "moves": moves, "steps": steps, "record": record }).to_string(),
            false => {
                format!(
                    "{place}: claims {claim}, takes {} or {}: {}",
                    counted(moves, "move"),
                    counted(steps, "step"),
                    lengths.board
                )
            }
        })
    }

    /// Prints what the claims seem to count; returns how many are wrong.
    ///
    /// # Errors
    /// Standard output can't be written.
    pub(super) fn finish(self) -> Result<u64> {
        let most = self.fits.iter().copied().max().filter(|&most| most > 0);
        let best: Vec<&str> =
            MEANINGS.iter().zip(self.fits).filter(|&(_, fits)| Some(fits) == most).map(|(m, _)| m.name).collect();
        if self.json {
            let fits: Map<String, Value> =
                MEANINGS.iter().zip(self.fits).map(|(m, fits)| (m.name.to_owned(), fits.into())).collect();
            print(&json!({ "claims": self.claims, "wrong": self.wrong, "without_claim": self.without, "fits": fits, "probably": best }).to_string())?;
            return Ok(self.wrong);
        }
        let asked = self.metric.map_or("neither moves nor steps", |metric| match metric {
            Metric::Moves => "not the fewest moves",
            Metric::Steps => "not the fewest steps",
        });
        print(&format!(
            "{} in the column {}, {} wrong: {asked}",
            counted(self.claims, "claim"),
            self.column,
            grouped(self.wrong)
        ))?;
        if self.without > 0 {
            print(&format!("{} without a whole number there", counted(self.without, "board")))?;
        }
        for (meaning, fits) in MEANINGS.iter().zip(self.fits) {
            print(&format!("{:>12}  fit {}", grouped(fits), meaning.name))?;
        }
        if let Some(most) = most {
            let percent = 100.0 * most as f64 / self.claims as f64;
            print(&format!("the column probably counts {} ({percent:.1}% fit)", best.join(" or ")))?;
        }
        Ok(self.wrong)
    }
}

fn print(line: &str) -> Result<()> {
    print_answer(format!("{line}\n"))
}
