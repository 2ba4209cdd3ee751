//! One candidate from first to last: cluster, depth, unsolved state, minimality.
#[cfg(target_arch = "x86_64")]
use super::bits::{Bits, Bmi2, Portable, has_bmi2};
use super::box_graph::{BoxGraph, BoxState, Canonicity, GoalConfig};
use super::irrelevance::IrrelevanceTest;
use super::minimality::{MinimalityTest, RemovedItem};
use super::retrograde::RetrogradeAnalysis;
use crate::enumerate::{GroupId, LineItem, LineTables, Placement, packed};

/// What became of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict<const N: usize> {
    /// Its cluster has a smaller goal state, from which it is analysed.
    NotCanonical,
    /// Some piece does not matter.
    NotMinimal { states: u64 },
    /// A row of the database.
    Row { states: u64, moves: u32, unsolved: Placement<N> },
}

/// The stages of an analysis, in order. Each needs those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Find the cluster; settles candidates that are not the smallest goal state of their cluster.
    Boxes,
    /// Look for a piece that can't matter.
    Irrelevance,
    /// Find all depths and the unsolved state.
    Depths,
    /// Take pieces away.
    Minimality,
}

/// Analyses candidates one after the other, and keeps its memory.
pub struct ClusterAnalyzer<const N: usize> {
    boxes: BoxGraph<N>,
    states: u64,
    goal_states: u64,
    depth: RetrogradeAnalysis<N>,
    moves: u32,
    unsolved: Option<BoxState>,
    shortcut: MinimalityTest<N>,
    /// Whether to use the processor's own bit gathering.
    bmi2: bool,
}

impl<const N: usize> Default for ClusterAnalyzer<N> {
    fn default() -> ClusterAnalyzer<N> {
        ClusterAnalyzer::new(has_bmi2())
    }
}

impl<const N: usize> ClusterAnalyzer<N> {
    /// The row of the primary piece.
    const PRIMARY: usize = (N - 1) / 2;

    /// An analysis that does without the processor's bit gathering, as on processors that have none. The same answers.
    pub fn portable() -> ClusterAnalyzer<N> {
        ClusterAnalyzer::new(false)
    }

    fn new(bmi2: bool) -> ClusterAnalyzer<N> {
        let (boxes, depth, shortcut) = (BoxGraph::default(), RetrogradeAnalysis::default(), MinimalityTest::default());
        ClusterAnalyzer { boxes, states: 0, goal_states: 0, depth, moves: 0, unsolved: None, shortcut, bmi2 }
    }

    /// States of the cluster last explored.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Goal states of the cluster last explored.
    pub fn goal_states(&self) -> u64 {
        self.goal_states
    }

    /// Analyses the cluster of a candidate.
    pub fn run(&mut self, lines: &LineTables<N>, candidate: &Placement<N>) -> Verdict<N> {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the processor has what the function is compiled for
            return unsafe { self.run_bmi2(lines, candidate) };
        }
        self.run_with::<Portable>(lines, candidate)
    }

    /// Does one stage of the analysis of a candidate, all earlier ones having been done for it; the verdict if that settles it.
    pub fn stage(&mut self, stage: Stage, lines: &LineTables<N>, candidate: &Placement<N>) -> Option<Verdict<N>> {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the processor has what the function is compiled for
            return unsafe { self.stage_bmi2(stage, lines, candidate) };
        }
        self.stage_with::<Portable>(stage, lines, candidate)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    fn run_bmi2(&mut self, lines: &LineTables<N>, candidate: &Placement<N>) -> Verdict<N> {
        self.run_with::<Bmi2>(lines, candidate)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    fn stage_bmi2(&mut self, stage: Stage, lines: &LineTables<N>, candidate: &Placement<N>) -> Option<Verdict<N>> {
        self.stage_with::<Bmi2>(stage, lines, candidate)
    }

    #[inline(always)]
    fn run_with<B: Bits>(&mut self, lines: &LineTables<N>, candidate: &Placement<N>) -> Verdict<N> {
        for stage in [Stage::Boxes, Stage::Irrelevance, Stage::Depths] {
            if let Some(verdict) = self.stage_with::<B>(stage, lines, candidate) {
                return verdict;
            }
        }
        self.stage_with::<B>(Stage::Minimality, lines, candidate).expect("the last stage settles it")
    }

    #[inline(always)]
    fn stage_with<B: Bits>(&mut self, stage: Stage, lines: &LineTables<N>, candidate: &Placement<N>) -> Option<Verdict<N>> {
        let states = self.states;
        match stage {
            Stage::Boxes => {
                if self.boxes.search(lines, candidate) == Canonicity::NotCanonical {
                    return Some(Verdict::NotCanonical);
                }
                self.states = self.boxes.states();
                self.goal_states = self.boxes.goal_states(&goal(lines, candidate));
                None
            }
            Stage::Irrelevance => IrrelevanceTest::lacks(lines, &self.boxes, candidate).then_some(Verdict::NotMinimal { states }),
            Stage::Depths => {
                self.moves = self.depth.search::<B>(lines, &self.boxes, states, &goal(lines, candidate));
                self.unsolved = Some(self.find_unsolved(lines));
                None
            }
            Stage::Minimality => {
                let place = self.unsolved.expect("the depths are known");
                let unsolved = self.state(candidate, &place);
                let minimal = self.is_minimal(lines, place, &unsolved, self.moves);
                let row = Verdict::Row { states, moves: self.moves, unsolved };
                Some(if minimal { row } else { Verdict::NotMinimal { states } })
            }
        }
    }

    /// The smallest of the deepest states.
    fn find_unsolved(&self, lines: &LineTables<N>) -> BoxState {
        let mut least: Option<((u64, u64), BoxState)> = None;
        self.depth.deepest(&self.boxes, |place| {
            let order = self.order(lines, &place);
            if least.is_none_or(|(o, _)| order < o) {
                least = Some((order, place));
            }
        });
        least.expect("the last level is not empty").1
    }

    /// Compares like (H, V).
    fn order(&self, lines: &LineTables<N>, place: &BoxState) -> (u64, u64) {
        let node = &self.boxes.nodes[place.node as usize];
        if self.boxes.rows_inside {
            (packed(&place.inner[..N]), node.cells)
        } else {
            (node.key >> BoxGraph::<N>::ROWS, lines.transposed_cells(&self.boxes.inner, |x| place.inner[x]))
        }
    }

    /// A state of the cluster, line by line.
    fn state(&self, candidate: &Placement<N>, place: &BoxState) -> Placement<N> {
        let node = &self.boxes.nodes[place.node as usize];
        let inner = std::array::from_fn(|p| place.inner[p]);
        let outer = std::array::from_fn(|j| self.boxes.outer_config(node, j));
        let mut state = *candidate;
        (state.row_configs, state.column_configs) = if self.boxes.rows_inside { (inner, outer) } else { (outer, inner) };
        state
    }

    /// Whether every piece and wall but the primary matters to the unsolved state.
    #[inline(always)]
    fn is_minimal(&mut self, lines: &LineTables<N>, place: BoxState, unsolved: &Placement<N>, moves: u32) -> bool {
        if moves == 0 {
            // nothing to solve: no piece matters, and the primary alone is no row's board
            return pieces(lines, unsolved) == 1;
        }
        let (inner, outer) = self.moved(lines, place, moves);
        let (rows, columns) = if self.boxes.rows_inside { (inner, outer) } else { (outer, inner) };
        for line in 0..2 * N {
            let (group, config, moved) = if line < N {
                (unsolved.column_groups[line], unsolved.column_configs[line], columns[line])
            } else {
                (unsolved.row_groups[line - N], unsolved.row_configs[line - N], rows[line - N])
            };
            for item in lines.items(group, config).filter(|item| item.wall || moved >> item.number & 1 == 0) {
                if line == N + Self::PRIMARY && !item.wall {
                    continue;
                }
                let (less, removed) = without(lines, unsolved, line, group, config, &item);
                let (boxes, depth) = (&self.boxes, &self.depth);
                let known = |key: u64| boxes.find(lines, key).map(|place| depth.depth(boxes, &place));
                if !self.shortcut.within(lines, &less, moves - 1, &removed, known) {
                    return false;
                }
            }
        }
        true
    }

    /// Per inner and outer line: the pieces that move in one shortest solution.
    fn moved(&self, lines: &LineTables<N>, mut place: BoxState, moves: u32) -> ([u8; N], [u8; N]) {
        let (mut inner, mut outer) = ([0; N], [0; N]);
        for depth in (0..moves).rev() {
            let (next, is_inner, line, piece) =
                self.towards_goal(lines, &place, depth).expect("one state of the level below is a move away");
            place = next;
            if is_inner { inner[line] |= 1 << piece } else { outer[line] |= 1 << piece }
        }
        (inner, outer)
    }

    /// A state on level `depth` one move away: whether an inner line moves, which one, and which piece of it.
    fn towards_goal(&self, lines: &LineTables<N>, place: &BoxState, depth: u32) -> Option<(BoxState, bool, usize, usize)> {
        let node = &self.boxes.nodes[place.node as usize];
        for p in 0..N {
            let mut to = lines.moves(self.boxes.inner[p], place.inner[p] as u32) & node.components[p];
            while to != 0 {
                let mut next = *place;
                next.inner[p] = to.trailing_zeros() as u8;
                to &= to - 1;
                if self.depth.is_at(&self.boxes, &next, depth) {
                    let starts = &lines.groups()[self.boxes.inner[p] as usize].starts;
                    let (a, b) = (&starts[place.inner[p] as usize], &starts[next.inner[p] as usize]);
                    let piece = a.iter().zip(b).position(|(a, b)| a != b).expect("one piece moved");
                    return Some((next, true, p, piece));
                }
            }
        }
        for j in 0..N {
            for slot in 0..2 * lines.groups()[self.boxes.outer[j] as usize].lengths.len() {
                let mut at = *place;
                while let Some(next) = self.step(&at, j, slot) {
                    if self.depth.is_at(&self.boxes, &next, depth) {
                        return Some((next, false, j, slot / 2));
                    }
                    at = next;
                }
            }
        }
        None
    }

    /// The state after a step of an outer piece, if it is free to make it.
    fn step(&self, place: &BoxState, j: usize, slot: usize) -> Option<BoxState> {
        let holds = |to: &u32| {
            let node = &self.boxes.nodes[*to as usize];
            (0..N).all(|p| node.components[p] >> place.inner[p] & 1 == 1)
        };
        let to = self.boxes.neighbours(place.node as usize, j, slot).find(holds)?;
        Some(BoxState { node: to, inner: place.inner })
    }
}

/// Where the primary of a candidate has to go.
fn goal<const N: usize>(lines: &LineTables<N>, candidate: &Placement<N>) -> GoalConfig {
    let row = (N - 1) / 2;
    GoalConfig { row, config: lines.config_count(candidate.row_groups[row]) - 1 }
}

/// A state without one piece or wall of one of its lines: columns first, then rows.
fn without<const N: usize>(
    lines: &LineTables<N>,
    state: &Placement<N>,
    line: usize,
    group: GroupId,
    config: u8,
    item: &LineItem,
) -> (Placement<N>, RemovedItem) {
    let (less_group, less_config) = lines.remove_item(group, config, item);
    let mut less = *state;
    let across = lines.transposed(item.cells, line % N);
    let along = (item.cells as u64) << (N * (line % N));
    let mut removed = RemovedItem { shift: 0, with: [0xff; 16], rows: along, columns: across };
    if line < N {
        (less.column_groups[line], less.column_configs[line]) = (less_group, less_config);
        removed.shift = 4 * line;
    } else {
        (less.row_groups[line - N], less.row_configs[line - N]) = (less_group, less_config);
        (removed.shift, removed.rows, removed.columns) = (32 + 4 * (line - N), across, along);
    }
    for c in 0..lines.config_count(group) {
        let same_place = lines.items(group, c).any(|other| other == *item);
        if same_place {
            removed.with[lines.remove_item(group, c, item).1 as usize] = c;
        }
    }
    (less, removed)
}

fn pieces<const N: usize>(lines: &LineTables<N>, state: &Placement<N>) -> usize {
    let of = |g: &u16| {
        let group = &lines.groups()[*g as usize];
        group.lengths.len() + group.walls.count_ones() as usize
    };
    state.row_groups.iter().chain(&state.column_groups).map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enumerate::{Enumerator, Odometer};

    /// Compares the two ways to gather bits, verdict by verdict; how many rows there were.
    fn compare<const N: usize>(walls: &str, count: u64) -> usize {
        let walls: crate::board::WallRange = walls.parse().unwrap();
        let lines = LineTables::<N>::new(walls.max());
        let enumerator = Enumerator::new(&lines, walls).unwrap();
        let (mut fast, mut portable) = (ClusterAnalyzer::default(), ClusterAnalyzer::portable());
        let step = enumerator.candidates() / count;
        let mut rows = 0;
        Odometer::new(&enumerator).visit(step / 2, step, count, |candidate| {
            let verdict = fast.run(&lines, candidate);
            assert_eq!(verdict, portable.run(&lines, candidate));
            rows += usize::from(matches!(verdict, Verdict::Row { .. }));
        });
        rows
    }

    #[test]
    fn both_ways_to_gather_bits_agree() {
        assert!(compare::<5>("0..2", 50_000) > 10);
        assert!(compare::<6>("0", 10_000) > 10);
        compare::<6>("1..2", 5_000);
        compare::<7>("0", 100);
    }
}
