//! Mirror images of clusters: where the primary row is the middle row, as on 5×5 and 7×7 of the classic game, one search gives the
//! rows of two clusters.
//!
//! The *mirror image* of a state is the state upside down: row `r` of `H` becomes row `H - 1 - r`, columns stay where they are. The
//! primary row, the middle one, stays where it is. Under other rules a board has no mirror image, and every cluster is analysed.
//!
//! ```text
//! B B B . .      . . B B .
//! . . . . D      . . . . .
//! A A . . D      A A . . D      letters follow the order of the database: rows before columns
//! . . . . .      . . . . D
//! . . C C .      C C C . .
//! ```
//!
//! *Claim 1: the mirror images of the states of a cluster are a cluster, with the same depths.* Each of the five rules holds for
//! a state if it holds for the mirror image: no rule depends on which row is above which, and the third is about the primary row
//! alone. A move of a horizontal stays the same, and a move of a vertical goes the other way, over the images of the same cells.
//! So moves become moves, steps become steps, and the primary is at the exit in both states or in neither. The same is true
//! without one of the pieces or walls. ∎
//!
//! It follows that both clusters have the same number of states and of goal states, and that a state is minimal if its mirror
//! image is.
//!
//! # Which cluster is analysed
//! The *signature* of a cluster is what stands in its lines: the groups of the rows from the top, then the groups of the columns
//! from the left. All states of a cluster have the same signature. The signature of the mirror image is the *mirrored signature*:
//! the groups of the rows in reverse order, then the groups of the columns, each read backwards. Compare a signature with the
//! mirrored one, group by group:
//! - *Less*: the cluster is analysed, and also stands for its mirror image.
//! - *Greater*: no candidate of the cluster is analysed. Its mirror image has the mirrored signature, so it is of the first kind.
//! - *Equal*: the cluster is analysed for itself alone. Its mirror image, which may be another cluster or the same one, has the
//!   same signature and is analysed for itself as well.
//!
//! *Claim 2: every cluster is accounted for once.* Mirroring a signature twice gives the signature. So a cluster of the first
//! kind is the mirror image of exactly one cluster, which is of the second kind. ∎
//!
//! The comparison needs the candidate alone. It comes before any search, and saves nearly half of the searches.
//!
//! # The row of the mirror image
//! Its unsolved state is the smallest of its deepest states. These are the mirror images of the deepest states of the cluster
//! analysed, but mirroring changes their order. So the unsolved state of the mirror image is the mirror image of the deepest
//! state `M` whose mirror image is smallest. `M` need not be the unsolved state `U` of the cluster analysed, and may be minimal
//! when `U` is not, so it is tested unless it is `U`. An item that is irrelevant in the whole cluster is irrelevant in `U` and in
//! `M`, and neither gives a row.
use crate::lines::{LineTables, Placement};
use std::cmp::Ordering;

/// Compares the signature of a candidate's cluster with the mirrored one. Always [`Ordering::Equal`] if the rules have no mirror
/// images.
#[inline(always)]
pub fn compare_with_mirror_image<const N: usize>(lines: &LineTables<N>, candidate: &Placement<N>) -> Ordering {
    if !lines.rules().has_mirror_images() {
        return Ordering::Equal;
    }
    let rows = &candidate.row_groups;
    // if the first half of the rows is the same in both signatures, so is the second half
    let last = lines.rules().size().height() - 1;
    for row in 0..last / 2 {
        if rows[row] != rows[last - row] {
            return rows[row].cmp(&rows[last - row]);
        }
    }
    let differs = |group: &&u16| **group != lines.reversed(**group);
    let first = candidate.column_groups.iter().find(differs);
    first.map_or(Ordering::Equal, |&group| group.cmp(&lines.reversed(group)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::StopToken;
    use crate::board::WallRange;
    use crate::enumerate::{Enumerator, Odometer};

    /// Compares the signatures as lists, made from the mirrored state.
    fn check<const N: usize>(walls: &str) -> [u64; 3] {
        let walls: WallRange = walls.parse().expect("a range");
        let lines = LineTables::<N>::new(walls.max());
        let enumerator = Enumerator::new(&lines, walls, StopToken::NEVER).expect("few enough candidates");
        let signature = |placement: &Placement<N>| [placement.row_groups, placement.column_groups].concat();
        let mut counts = [0; 3];
        let step = enumerator.candidates() / 20_000;
        Odometer::new(&enumerator).visit(step / 2, step, 20_000, |candidate| {
            let mirrored = candidate.to_state(&lines).mirrored().expect("N is odd");
            let mirrored = Placement::from_state(&lines, &mirrored).expect("a placement");
            let order = compare_with_mirror_image(&lines, candidate);
            assert_eq!(order, signature(candidate).cmp(&signature(&mirrored)));
            assert_eq!(order, compare_with_mirror_image(&lines, &mirrored).reverse());
            counts[(order as i8 + 1) as usize] += 1;
        });
        counts
    }

    #[test]
    fn signatures_compare_like_those_of_the_mirrored_states() {
        for [less, equal, greater] in [check::<5>("0..2"), check::<7>("0..1")] {
            assert!(less > 8_000 && greater > 8_000 && equal < 3_000, "{less} {equal} {greater}");
        }
    }

    #[test]
    fn boards_of_even_size_have_no_mirror_images() {
        let lines = LineTables::<6>::new(0);
        let enumerator = Enumerator::new(&lines, "0".parse().expect("a range"), StopToken::NEVER).expect("few enough candidates");
        Odometer::new(&enumerator).visit(12_345, 1_000, 100, |candidate| {
            assert_eq!(compare_with_mirror_image(&lines, candidate), Ordering::Equal);
        });
    }
}
