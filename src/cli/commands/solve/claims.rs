//! Claims of a table about its boards, compared with the lengths of shortest solutions.
use crate::board::Metric;
use crate::cli::arguments::whole_number;
use crate::cli::{Result, print_answer};
use crate::engine::{counted, grouped};
use crate::tables::Fields;
use serde_json::{Map, json};

/// Shortest solutions of a board.
pub(super) struct Lengths {
    /// Where the board was given, for messages.
    pub(super) place: String,
    pub(super) moves: u32,
    pub(super) steps: u32,
    /// The board as gridlock writes it.
    pub(super) board: String,
    /// A solution in the metric asked for, else in moves.
    pub(super) solution: String,
}

/// What a claim may count: the length of a shortest solution in a metric, with something added. The first two are right. If the
/// primary drives on until it has left the board, that is two more steps; in moves it only lengthens the last slide.
const MEANINGS: [(&str, Metric, i64); 7] = [
    ("moves", Metric::Moves, 0),
    ("steps", Metric::Steps, 0),
    ("steps, with two to drive off the board", Metric::Steps, 2),
    ("moves, and one more", Metric::Moves, 1),
    ("moves, less one", Metric::Moves, -1),
    ("steps, and one more", Metric::Steps, 1),
    ("steps, less one", Metric::Steps, -1),
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
    /// How many claims fit each meaning.
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
    pub(super) fn look(&mut self, record: &Fields, found: &Lengths) -> Result<()> {
        let Some(claim) = record.get(&self.column).and_then(whole_number) else {
            self.without += 1;
            return Ok(());
        };
        self.claims += 1;
        let Lengths { place, moves, steps, board, .. } = found;
        let mut is_right = false;
        for (fits, (_, metric, added)) in self.fits.iter_mut().zip(MEANINGS) {
            let length = match metric {
                Metric::Moves => *moves,
                Metric::Steps => *steps,
            };
            if claim == i64::from(length) + added {
                *fits += 1;
                is_right |= added == 0 && self.metric.is_none_or(|asked| asked == metric);
            }
        }
        if is_right {
            return Ok(());
        }
        self.wrong += 1;
        let (in_moves, in_steps) = (counted(*moves, "move"), counted(*steps, "step"));
        print_answer(match self.json {
            true => format!("{}\n", json!({ "place": place, "claim": claim, "moves": moves, "steps": steps, "record": record })),
            false => format!("{place}: claims {claim}, takes {in_moves} or {in_steps}: {board}\n"),
        })
    }

    /// Prints what the claims seem to count; returns how many are wrong.
    ///
    /// # Errors
    /// Standard output can't be written.
    pub(super) fn finish(self) -> Result<u64> {
        let ClaimCheck { column, claims, wrong, without, .. } = self;
        let fits = || MEANINGS.iter().map(|&(name, ..)| name).zip(self.fits);
        let most = self.fits.into_iter().max().unwrap_or(0);
        let best: Vec<&str> = fits().filter(|&(_, count)| count == most && most > 0).map(|(name, _)| name).collect();
        if self.json {
            let fits: Map<_, _> = fits().map(|(name, count)| (name.to_owned(), count.into())).collect();
            let summary = json!({ "claims": claims, "wrong": wrong, "without_claim": without, "fits": fits, "probably": best });
            print_answer(format!("{summary}\n"))?;
            return Ok(wrong);
        }
        let asked = self.metric.map_or("neither moves nor steps".to_owned(), |metric| format!("not the fewest {metric}"));
        let mut text = format!("{} in the column {column}, {} wrong: {asked}\n", counted(claims, "claim"), grouped(wrong));
        if without > 0 {
            text += &format!("{} without a whole number there\n", counted(without, "board"));
        }
        for (name, count) in fits() {
            text += &format!("{:>12}  fit {name}\n", grouped(count));
        }
        if most > 0 {
            let percent = 100.0 * most as f64 / claims as f64;
            text += &format!("the column probably counts {} ({percent:.1}% fit)\n", best.join(" or "));
        }
        print_answer(text)?;
        Ok(wrong)
    }
}
