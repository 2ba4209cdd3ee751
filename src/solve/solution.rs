//! The moves that solve a board, and how they are counted.
use crate::board::{Metric, Move};
use std::fmt;

/// A shortest solution of a board: the moves from it to a goal state.
///
/// Its text gives each piece by its letter in the text of the board, and the distance in cells to the right or down:
/// `C+1 A+2` moves C down by one cell, then A to the right by two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    metric: Metric,
    moves: Vec<Move>,
}

impl Solution {
    pub(super) fn new(metric: Metric, moves: Vec<Move>) -> Solution {
        Solution { metric, moves }
    }

    /// The metric in which no solution is shorter.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The length in that metric; 0 for a goal state.
    pub fn length(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The moves in order. In [`Metric::Steps`] each is by one cell; [`Solution::joined`] joins them into moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves, with consecutive steps of one piece in one direction joined into one move.
    pub fn joined(&self) -> Vec<Move> {
        join_steps(&self.moves)
    }

    /// The total number of cells by which pieces move.
    pub fn steps(&self) -> u32 {
        total_steps(&self.moves)
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.joined().iter().enumerate() {
            write!(f, "{}{step}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// The same moves, with consecutive steps of one piece in one direction joined into one move.
pub fn join_steps(moves: &[Move]) -> Vec<Move> {
    let mut result: Vec<Move> = Vec::new();
    for &step in moves {
        match result.last_mut() {
            Some(last) if last.item == step.item && last.distance.signum() == step.distance.signum() => {
                last.distance += step.distance;
            }
            _ => result.push(step),
        }
    }
    result
}

/// The order in which moves of one state are listed: by item, left or up first, shorter before longer.
pub(super) fn by_item(step: &Move) -> (usize, bool, u8) {
    (step.item, step.distance > 0, step.distance.unsigned_abs())
}

/// The total number of cells by which pieces move.
pub fn total_steps(moves: &[Move]) -> u32 {
    moves.iter().map(|step| u32::from(step.distance.unsigned_abs())).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_joined_counted_and_written() {
        let at = |item, distance| Move { item, distance };
        assert_eq!(join_steps(&[at(1, 1), at(1, 1), at(1, -1), at(0, 1)]), [at(1, 2), at(1, -1), at(0, 1)]);
        assert_eq!(total_steps(&[at(1, 2), at(0, -1)]), 3);
        let solution = Solution::new(Metric::Steps, vec![at(2, 1), at(2, 1), at(0, 1), at(1, -1)]);
        assert_eq!((solution.to_string(), solution.length(), solution.steps()), ("C+2 A+1 B-1".to_owned(), 4, 4));
    }
}
