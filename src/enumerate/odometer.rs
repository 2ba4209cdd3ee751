//! Visits candidates by rank, consecutive ones or with any stride.
use super::entries::{ColumnEntry, LineEntries};
use super::enumerator::Enumerator;
use super::row_walk::{RowCells, RowVisitor, RowWalk};
use crate::lines::{Placement, of_each};
use std::ops::Range;

/// Goes through candidates in their order.
///
/// The rows of a candidate and its columns are the digits of an odometer: the next candidate has the next entry in the last
/// column, or, if that was the last entry, starts that column again and moves the column before it, and so on up to the rows.
pub struct Odometer<'e, const N: usize> {
    enumerator: &'e Enumerator<N>,
    walk: RowWalk<'e, N>,
}

debug_as_name!([const N: usize] Odometer<'_, N>);

impl<'e, const N: usize> Odometer<'e, N> {
    /// An odometer without a position yet.
    pub fn new(enumerator: &'e Enumerator<N>) -> Odometer<'e, N> {
        Odometer { enumerator, walk: RowWalk::new(enumerator) }
    }

    /// Unranks `first`, `first + step`, `first + 2 * step`, ..., `count` ranks in all, and calls `visit` with each candidate.
    ///
    /// With `step` 1 only the first rank is unranked; the odometer counts on from there.
    ///
    /// # Panics
    /// If `step` is 0 or a rank is not below [`Enumerator::candidates`].
    pub fn visit(&mut self, first: u64, step: u64, count: u64, visit: impl FnMut(&Placement<N>)) {
        if count == 0 {
            return;
        }
        let last = (count - 1).checked_mul(step).and_then(|d| d.checked_add(first));
        assert!(
            step > 0 && last.is_some_and(|l| l < self.enumerator.candidates()),
            "no such ranks: {first} + {step} * 0..{count}"
        );
        let mut columns = ColumnOdometer { entries: &self.enumerator.entries, candidate: Placement::EMPTY, visit };
        if step == 1 {
            self.walk.walk(first, count, &mut columns);
        } else {
            (0..count).for_each(|k| self.walk.walk(first + k * step, 1, &mut columns));
        }
    }
}

/// The columns over the rows of a walk.
struct ColumnOdometer<'e, const N: usize, F> {
    entries: &'e LineEntries<N>,
    candidate: Placement<N>,
    visit: F,
}

impl<const N: usize, F: FnMut(&Placement<N>)> RowVisitor<N> for ColumnOdometer<'_, N, F> {
    fn choose(&mut self, place: usize, entry: usize) -> bool {
        let row = self.entries.row_order[place];
        let entry = &self.entries.rows[place][entry];
        (self.candidate.row_groups[row], self.candidate.row_configs[row]) = (entry.group, entry.config);
        true
    }

    fn left_out(&mut self, _: u64) {}

    fn visit_rows(&mut self, entry: usize, rows: &RowCells, lengths: &[u32; N], numbers: Range<u64>) {
        self.choose(N - 1, entry);
        let ColumnOdometer { entries, candidate, visit } = self;
        let lists: [&[ColumnEntry]; N] =
            of_each(|x| entries.column_entries(LineEntries::<N>::pattern(x, rows.covered, rows.required)));
        let (mut digits, mut rest) = ([0; N], numbers.start);
        for x in (0..N).rev() {
            let length = u64::from(lengths[x]);
            // many lists have one entry: save the slow division
            let digit = if length == 1 { 0 } else { rest % length };
            rest = if length == 1 { rest } else { rest / length };
            digits[x] = digit as usize; // a list has at most 128 entries
            (candidate.column_groups[x], candidate.column_configs[x]) = lists[x][digits[x]];
        }
        let mut count = numbers.end - numbers.start;
        loop {
            // run through the last column
            let last = &lists[N - 1][digits[N - 1]..];
            let run = if count < last.len() as u64 { &last[..count as usize] } else { last };
            for &(group, config) in run {
                (candidate.column_groups[N - 1], candidate.column_configs[N - 1]) = (group, config);
                visit(candidate);
            }
            count -= run.len() as u64;
            if count == 0 {
                return;
            }
            digits[N - 1] = 0;
            // advance the last column that has an entry left, and reset those after it
            let has_next = |&x: &usize| digits[x] + 1 < lists[x].len();
            let x = (0..N - 1).rev().find(has_next).expect("candidates are left");
            digits[x] += 1;
            digits[x + 1..N - 1].fill(0);
            for x in x..N - 1 {
                (candidate.column_groups[x], candidate.column_configs[x]) = lists[x][digits[x]];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::StopToken;
    use crate::board::{Rules, Size, State, WallRange};
    use crate::lines::{LineGroups, LineTables};

    #[test]
    fn any_stride_and_any_jump_reach_what_counting_on_reaches() {
        fn check<const N: usize>(walls: &str) {
            let walls: WallRange = walls.parse().unwrap();
            let lines = LineTables::<N>::new(walls.max());
            let enumerator = Enumerator::new(&lines, walls, StopToken::NEVER).unwrap();
            let mut all = vec![];
            Odometer::new(&enumerator).visit(0, 1, enumerator.candidates(), |candidate| all.push(*candidate));
            assert_eq!(all.len() as u64, enumerator.candidates());
            for step in [2, 7, 1000, 4999] {
                let first = step / 2;
                let mut rank = first;
                Odometer::new(&enumerator).visit(first, step, (enumerator.candidates() - first).div_ceil(step), |candidate| {
                    assert_eq!(*candidate, all[rank as usize]);
                    assert_eq!(enumerator.rank(candidate), Some(rank));
                    rank += step;
                });
            }
            // one odometer, forward, back, and by runs
            let mut odometer = Odometer::new(&enumerator);
            for first in [0, 12_345, 3, 7_000, 7_001, 40, all.len() as u64 - 9] {
                let mut rank = first % (all.len() as u64 - 8);
                odometer.visit(rank, 1, 8, |candidate| {
                    assert_eq!(*candidate, all[rank as usize]);
                    rank += 1;
                });
            }
        }
        check::<4>("0..3");
        check::<5>("0");
        check::<5>("1");
        check::<4>("2");
    }

    #[test]
    fn a_board_has_the_same_candidates_as_a_part_of_a_larger_one() {
        fn all<const N: usize>(rules: Rules, walls: WallRange) -> Vec<State> {
            let lines = LineGroups::<N>::new(rules, walls.max().min(N - 1));
            let enumerator = Enumerator::new(&lines, walls, StopToken::NEVER).unwrap();
            let mut found = vec![];
            Odometer::new(&enumerator).visit(0, 1, enumerator.candidates(), |candidate| {
                assert_eq!(enumerator.rank(candidate), Some(found.len() as u64));
                found.push(candidate.to_state(&lines));
            });
            found
        }
        for (width, height, walls) in [(4, 4, "0..2"), (4, 3, "0..3"), (3, 4, "1"), (4, 4, "11")] {
            let (rules, walls) = (Rules::of_size(Size::new(width, height).unwrap()), walls.parse().unwrap());
            let own = all::<4>(rules, walls);
            assert!(own == all::<5>(rules, walls) && own == all::<7>(rules, walls), "{width}x{height}");
        }
    }

    /// All placements with walls in the range, by trying every configuration of every line: the rows in their order, then the
    /// columns.
    fn all_states<const N: usize>(lines: &LineTables<N>, walls: WallRange) -> Vec<Placement<N>> {
        fn fill<const N: usize>(
            lines: &LineTables<N>,
            walls: WallRange,
            depth: usize,
            cells: u64,
            placement: &mut Placement<N>,
            visit: &mut impl FnMut(&Placement<N>),
        ) {
            if depth == 2 * N {
                let total: u32 =
                    placement.row_groups.iter().map(|&group| lines.groups()[group as usize].walls.count_ones()).sum();
                if (walls.min()..=walls.max()).contains(&(total as usize)) {
                    visit(placement);
                }
                return;
            }
            let primary = (N - 1) / 2;
            let row = if depth == 0 { primary } else { depth - usize::from(depth <= primary) };
            for (g, group) in lines.groups().iter().enumerate() {
                for (c, &mask) in group.masks.iter().enumerate() {
                    let own: u64 = (0..N)
                        .filter(|i| mask >> i & 1 == 1)
                        .map(|i| 1 << if depth < N { row * N + i } else { i * N + depth - N })
                        .sum();
                    let legal = match depth {
                        0 => group.lengths == [2] && group.walls < 1 << group.starts[c][0],
                        _ => depth < N || group.walls == 0,
                    };
                    if !legal || cells & own != 0 {
                        continue;
                    }
                    let (groups, configs, line) = match depth < N {
                        true => (&mut placement.row_groups, &mut placement.row_configs, row),
                        false => (&mut placement.column_groups, &mut placement.column_configs, depth - N),
                    };
                    (groups[line], configs[line]) = (g as u16, c as u8);
                    fill(lines, walls, depth + 1, cells | own, placement, visit);
                }
            }
        }
        let mut all = vec![];
        fill(lines, walls, 0, 0, &mut Placement::EMPTY.clone(), &mut |placement| all.push(*placement));
        all
    }

    /// Whether this is a goal state in which no piece except the primary (item 0) can move left or up, by the rules of the game.
    fn is_candidate(state: &State) -> bool {
        state.is_goal() && state.legal_moves().iter().all(|step| step.distance > 0 || step.item == 0)
    }

    #[test]
    fn rank_and_unrank_follow_the_slow_enumeration() {
        fn check<const N: usize>(walls: &str) {
            let walls: WallRange = walls.parse().unwrap();
            let lines = LineTables::<N>::new(walls.max());
            let enumerator = Enumerator::new(&lines, walls, StopToken::NEVER).unwrap();
            let states = all_states(&lines, walls);
            let mut expected = vec![];
            for placement in &states {
                let state = placement.to_state(&lines);
                assert_eq!(Placement::from_state(&lines, &state), Some(*placement));
                let rank = is_candidate(&state).then_some(expected.len() as u64);
                assert_eq!(enumerator.rank(placement), rank, "{state}");
                if rank.is_some() {
                    expected.push(*placement);
                }
            }
            assert!(expected.len() < states.len());
            let mut all = vec![];
            Odometer::new(&enumerator).visit(0, 1, enumerator.candidates(), |candidate| all.push(*candidate));
            assert_eq!(all, expected);
        }
        check::<4>("0");
        check::<4>("0..1");
        check::<4>("2");
    }
}
