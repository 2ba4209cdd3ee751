//! Visits candidates by rank, consecutive ones or with any stride.
use super::entries::{ColumnEntry, LineEntries};
use super::enumerator::{Children, Enumerator, RankedPrefix};
use crate::lines::Placement;

/// A position in the order of the candidates.
///
/// The rows of the current candidate and its columns are the digits of an odometer: the next candidate has the next entry in the
/// last column, or, if that was the last entry, starts that column again and moves the column before it, and so on up to the
/// rows.
pub struct Odometer<'e, const N: usize> {
    enumerator: &'e Enumerator<N>,
    /// The path from a prefix of the index down to the current rows: at each depth the prefix, and its later siblings.
    path: Vec<(RankedPrefix<N>, Children<N>)>,
    current: Placement<N>,
    /// `[place in row_order]`: the number of the row's entry.
    row_entries: [u16; N],
    /// `[place in row_order]`: cells and walls of the rows up to this one.
    so_far: [ChosenRows; N],
    /// `[column]`: the entries that fit the current rows, and which of them is current.
    column_lists: [&'e [ColumnEntry]; N],
    digits: [u32; N],
    /// Rank of the first candidate with the current rows, and how many candidates have these rows; 0 before the first.
    first_rank: u64,
    count: u64,
}

debug_as_name!([const N: usize] Odometer<'_, N>);

/// Cells and walls of some rows together; bits as in [`RowEntry`](super::entries::RowEntry).
#[derive(Clone, Copy, Default)]
struct ChosenRows {
    covered: u64,
    required: u64,
    walls: u8,
}

impl<'e, const N: usize> Odometer<'e, N> {
    /// An odometer without a position yet.
    pub fn new(enumerator: &'e Enumerator<N>) -> Odometer<'e, N> {
        Odometer {
            enumerator,
            path: vec![],
            current: Placement::EMPTY,
            row_entries: [0; N],
            so_far: [ChosenRows::default(); N],
            column_lists: [&[]; N],
            digits: [0; N],
            first_rank: 0,
            count: 0,
        }
    }

    /// Unranks `first`, `first + step`, `first + 2 * step`, ..., `count` ranks in all, and calls `visit` with each candidate.
    ///
    /// With `step` 1 only the first rank is unranked; the odometer counts on from there.
    ///
    /// # Panics
    /// If `step` is 0 or a rank is not below [`Enumerator::candidates`].
    pub fn visit(&mut self, first: u64, step: u64, count: u64, mut visit: impl FnMut(&Placement<N>)) {
        if count == 0 {
            return;
        }
        let last = (count - 1).checked_mul(step).and_then(|d| d.checked_add(first));
        assert!(
            step > 0 && last.is_some_and(|l| l < self.enumerator.candidates()),
            "no such ranks: {first} + {step} * 0..{count}"
        );
        if step == 1 {
            self.visit_consecutive(first, count, visit);
            return;
        }
        for rank in (0..count).map(|k| first + k * step) {
            self.unrank(rank);
            visit(&self.current);
        }
    }

    /// Visits `count` candidates from rank `first` on; `count` is not 0.
    fn visit_consecutive(&mut self, first: u64, mut count: u64, mut visit: impl FnMut(&Placement<N>)) {
        self.unrank(first);
        loop {
            let mut candidate = self.current;
            loop {
                // run through the last column
                let last = &self.column_lists[N - 1][self.digits[N - 1] as usize..];
                let run = if count < last.len() as u64 { &last[..count as usize] } else { last };
                for &(group, config) in run {
                    candidate.column_groups[N - 1] = group;
                    candidate.column_configs[N - 1] = config;
                    visit(&candidate);
                }
                count -= run.len() as u64;
                if count == 0 {
                    return;
                }
                self.digits[N - 1] = 0;
                // advance the last column that has an entry left, and reset those after it
                let has_next = |&x: &usize| (self.digits[x] as usize) + 1 < self.column_lists[x].len();
                let Some(x) = (0..N - 1).rev().find(has_next) else { break };
                self.digits[x] += 1;
                self.digits[x + 1..N - 1].fill(0);
                for x in x..N - 1 {
                    let (group, config) = self.column_lists[x][self.digits[x] as usize];
                    candidate.column_groups[x] = group;
                    candidate.column_configs[x] = config;
                }
            }
            self.first_rank += self.count;
            self.next_rows();
        }
    }

    /// Makes the candidate of a rank the current one.
    fn unrank(&mut self, rank: u64) {
        if rank < self.first_rank || rank >= self.first_rank + self.count {
            self.unrank_rows(rank);
        }
        let mut rest = rank - self.first_rank;
        for x in (0..N).rev() {
            let len = self.column_lists[x].len() as u64;
            // many lists have one entry: save the slow division
            let digit = if len == 1 { 0 } else { rest % len };
            rest = if len == 1 { rest } else { rest / len };
            // a list has at most 81 entries
            self.digits[x] = digit as u32;
            let (group, config) = self.column_lists[x][digit as usize];
            self.current.column_groups[x] = group;
            self.current.column_configs[x] = config;
        }
    }

    /// Makes the rows of the candidate of a rank the current ones.
    ///
    /// Goes down from the index to the rows. At each depth the search starts at the child found last time if `rank` is in its
    /// subtree or after it, so that increasing ranks need few steps.
    fn unrank_rows(&mut self, rank: u64) {
        let e = self.enumerator;
        let mut prefix = e.index[e.index.partition_point(|prefix| prefix.first_rank <= rank) - 1];
        let mut level = 0;
        while prefix.class.depth < N as u8 {
            if level == self.path.len() {
                self.path.push((prefix, Children::of(prefix)));
            }
            let (child, siblings) = &mut self.path[level];
            let same_parent = siblings.parent.rows == prefix.rows && siblings.parent.class == prefix.class;
            if !same_parent || rank < child.first_rank {
                *siblings = Children::of(prefix);
            }
            // advance until the subtree of `child` contains `rank`
            while rank >= siblings.next_rank {
                *child = e.next_child(siblings).expect("the parent's subtree contains the rank");
            }
            prefix = *child;
            level += 1;
        }
        self.first_rank = prefix.first_rank;
        self.set_rows(0, &prefix.rows);
        let found = self.set_columns();
        debug_assert!(found && rank < self.first_rank + self.count);
    }

    /// Makes these entries the current ones of the rows from place `from` on; the rows before it stay as they are.
    fn set_rows(&mut self, from: usize, row_entries: &[u16; N]) {
        let entries = &self.enumerator.entries;
        for place in from..N {
            let entry = &entries.rows[place][row_entries[place] as usize];
            let before = if place == 0 { ChosenRows::default() } else { self.so_far[place - 1] };
            self.so_far[place] = ChosenRows {
                covered: before.covered | entry.covered,
                required: before.required | entry.required,
                walls: before.walls + entry.walls,
            };
            let row = entries.row_order[place];
            self.current.row_groups[row] = entry.group;
            self.current.row_configs[row] = entry.config;
        }
        self.row_entries = *row_entries;
    }

    /// Looks up the columns that fit the current rows and makes the first entry of each current. Returns false if the rows have
    /// no candidates: too few walls, or a column without entries.
    fn set_columns(&mut self) -> bool {
        let entries = &self.enumerator.entries;
        let ChosenRows { covered, required, walls } = self.so_far[N - 1];
        if (walls as usize) < self.enumerator.walls.min() {
            return false;
        }
        self.count = 1;
        for x in 0..N {
            let list = entries.column_entries(LineEntries::<N>::pattern(x, covered, required));
            if list.is_empty() {
                return false;
            }
            self.count *= list.len() as u64;
            self.column_lists[x] = list;
            (self.current.column_groups[x], self.current.column_configs[x]) = list[0];
        }
        self.digits = [0; N];
        true
    }

    /// Goes to the next rows that have candidates. There must be some.
    fn next_rows(&mut self) {
        let e = self.enumerator;
        loop {
            let mut place = N - 1;
            let mut rows = self.row_entries;
            loop {
                rows[place] += 1;
                let walls = if place == 0 { 0 } else { self.so_far[place - 1].walls };
                match e.entries.rows[place].get(rows[place] as usize) {
                    Some(entry) if (walls + entry.walls) as usize <= e.walls.max() => break,
                    Some(_) => {}
                    None => {
                        rows[place] = 0;
                        place -= 1;
                    }
                }
            }
            self.set_rows(place, &rows);
            if self.set_columns() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::StopToken;
    use crate::board::{State, WallRange};
    use crate::lines::LineTables;

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
