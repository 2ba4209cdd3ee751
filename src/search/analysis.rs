//! One candidate from first to last: cluster, depth, unsolved state, minimality.
use super::bits::{Bits, Bmi2, Portable, has_bmi2};
use super::boxes::{Boxes, Search};
use super::depth::{Depth, Goal, Place};
use super::enumerate::Candidate;
use super::lines::Lines;
use super::minimal::Shortcut;
use super::relevance::Relevance;

/// What became of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict<const N: usize> {
    /// Its cluster has a smaller state, and is somebody else's.
    NotCanonical,
    /// Its cluster holds no goal state.
    Unsolvable { states: u64 },
    /// Some piece does not matter.
    NotMinimal { states: u64 },
    /// A row of the database.
    Row { states: u64, moves: u32, unsolved: Candidate<N> },
}

/// Analyses candidates one after the other, and keeps its memory.
pub struct Analysis<const N: usize> {
    boxes: Boxes<N>,
    depth: Depth<N>,
    shortcut: Shortcut<N>,
    bmi2: bool,
}

impl<const N: usize> Default for Analysis<N> {
    fn default() -> Analysis<N> {
        Analysis { boxes: Boxes::default(), depth: Depth::default(), shortcut: Shortcut::default(), bmi2: has_bmi2() }
    }
}

impl<const N: usize> Analysis<N> {
    /// The row of the primary piece.
    const PRIMARY: usize = (N - 1) / 2;

    /// Analyses the cluster of a candidate.
    pub fn run(&mut self, lines: &Lines<N>, candidate: &Candidate<N>) -> Verdict<N> {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the processor has what the function is compiled for
            return unsafe { self.run_bmi2(lines, candidate) };
        }
        self.run_with::<Portable>(lines, candidate)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    fn run_bmi2(&mut self, lines: &Lines<N>, candidate: &Candidate<N>) -> Verdict<N> {
        self.run_with::<Bmi2>(lines, candidate)
    }

    #[inline(always)]
    fn run_with<B: Bits>(&mut self, lines: &Lines<N>, candidate: &Candidate<N>) -> Verdict<N> {
        if self.boxes.search(lines, candidate) == Search::NotCanonical {
            return Verdict::NotCanonical;
        }
        let states = self.boxes.states();
        let primary = &lines.groups()[candidate.row_groups[Self::PRIMARY] as usize];
        let goal = Goal { row: Self::PRIMARY, config: primary.masks.len() as u8 - 1 };
        if !self.boxes.reaches(&goal) {
            return Verdict::Unsolvable { states };
        }
        if Relevance::lacks(lines, &self.boxes) {
            if std::env::var("C").is_ok() {
                println!("R {states} {}", self.boxes.nodes.len());
            }
            return Verdict::NotMinimal { states };
        }
        let moves = self.depth.search::<B>(lines, &self.boxes, &goal);
        let place = self.unsolved(lines);
        let unsolved = self.state(candidate, &place);
        if self.is_minimal(lines, place, &unsolved, moves) {
            Verdict::Row { states, moves, unsolved }
        } else {
            Verdict::NotMinimal { states }
        }
    }

    /// The smallest of the deepest states.
    fn unsolved(&self, lines: &Lines<N>) -> Place {
        let mut least: Option<((u64, u64), Place)> = None;
        self.depth.deepest(&self.boxes, |place| {
            let order = self.order(lines, &place);
            if least.is_none_or(|(o, _)| order < o) {
                least = Some((order, place));
            }
        });
        least.expect("the last level is not empty").1
    }

    /// Compares like (H, V).
    fn order(&self, lines: &Lines<N>, place: &Place) -> (u64, u64) {
        let node = &self.boxes.nodes[place.node as usize];
        if self.boxes.rows_inside {
            ((0..N).rev().fold(0, |key, p| key << 4 | place.inner[p] as u64), node.cells)
        } else {
            let vertical = (0..N).map(|x| lines.across(lines.mask(self.boxes.inner[x], place.inner[x]), x)).sum();
            (node.key >> Boxes::<N>::ROWS, vertical)
        }
    }

    /// A state of the cluster, line by line.
    fn state(&self, candidate: &Candidate<N>, place: &Place) -> Candidate<N> {
        let node = &self.boxes.nodes[place.node as usize];
        let inner = std::array::from_fn(|p| place.inner[p]);
        let outer = std::array::from_fn(|j| self.boxes.outer_config(node, j));
        let mut state = *candidate;
        (state.row_configs, state.column_configs) = if self.boxes.rows_inside { (inner, outer) } else { (outer, inner) };
        state
    }

    /// Whether every piece and wall but the primary matters to the unsolved state.
    #[inline(always)]
    fn is_minimal(&mut self, lines: &Lines<N>, place: Place, unsolved: &Candidate<N>, moves: u32) -> bool {
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
            let here = &lines.groups()[group as usize];
            let walls = (0..N).filter(|cell| here.walls >> cell & 1 == 1).map(|cell| lines.without_wall(group, config, cell));
            let pieces = (0..here.lengths.len()).filter(|&k| moved >> k & 1 == 0 && line != N + Self::PRIMARY);
            for (group, config) in pieces.map(|k| lines.without_piece(group, config, k)).chain(walls) {
                let mut fewer = *unsolved;
                if line < N {
                    (fewer.column_groups[line], fewer.column_configs[line]) = (group, config);
                } else {
                    (fewer.row_groups[line - N], fewer.row_configs[line - N]) = (group, config);
                }
                if !self.shortcut.within(lines, &fewer, moves - 1) {
                    return false;
                }
            }
        }
        true
    }

    /// Per inner and outer line: the pieces that move in one shortest solution.
    fn moved(&self, lines: &Lines<N>, mut place: Place, moves: u32) -> ([u8; N], [u8; N]) {
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
    fn towards_goal(&self, lines: &Lines<N>, place: &Place, depth: u32) -> Option<(Place, bool, usize, usize)> {
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
            let base = self.boxes.slot_base[j] as usize;
            for slot in 0..2 * lines.groups()[self.boxes.outer[j] as usize].lengths.len() {
                let mut at = *place;
                while let Some(next) = self.step(&at, base + slot) {
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
    fn step(&self, place: &Place, slot: usize) -> Option<Place> {
        let holds = |to: &u32| {
            let node = &self.boxes.nodes[*to as usize];
            (0..N).all(|p| node.components[p] >> place.inner[p] & 1 == 1)
        };
        let to = self.boxes.neighbours(place.node as usize, slot).find(holds)?;
        Some(Place { node: to, inner: place.inner })
    }
}

fn pieces<const N: usize>(lines: &Lines<N>, state: &Candidate<N>) -> usize {
    let of = |g: &u16| {
        let group = &lines.groups()[*g as usize];
        group.lengths.len() + group.walls.count_ones() as usize
    };
    state.row_groups.iter().chain(&state.column_groups).map(of).sum()
}
