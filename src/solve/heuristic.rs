//! Lower bounds for the depth of a state: how much must at least be moved before the primary is out.
//!
//! Both bounds are admissible. Let S be the pieces that move in some solution. The primary goes to its goal in the end, so it
//! is in S; and where a piece has to pass, whatever stands there now has to go away at some time, so it is in S as well, and
//! must get clear in one direction or the other, for which the same holds again. *Blocking* looks at what stands before the
//! primary only; *advanced* at the smallest set S that satisfies all of this. Every piece of S costs a move, or as many steps
//! as the farthest of the places that it must reach. A move of one piece changes either bound by one at most, a step too.
use crate::board::{Item, Metric, Orientation, Piece, State};

/// A lower bound for the depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heuristic {
    /// Nothing known: 0.
    Zero,
    /// The primary and what stands in its way.
    Blocking,
    /// The least that must move so that the primary's way becomes free, followed as far as it leads.
    Advanced,
}

/// No cell of the board, or no piece.
const NONE: u8 = u8::MAX;
/// Walls in the table of cells.
const WALL: u8 = u8::MAX - 1;
/// No state has more pieces: 49 cells, two each.
const PIECES: usize = 24;

/// A piece as the bounds need it: its line as steps over the cells.
#[derive(Clone, Copy)]
struct Vehicle {
    first: usize,
    stride: usize,
    length: usize,
    /// Cells from the line's start to the piece, and from the piece to the line's end.
    before: usize,
    after: usize,
}

/// What must happen at some time before the primary is out.
#[derive(Clone, Copy)]
enum Duty {
    /// A piece is `far` cells from here, up or left (0), down or right (1).
    Shift { piece: u8, way: usize, far: u8 },
    /// A piece does not stand on a cell.
    Leave { piece: u8, cell: u8 },
}

/// Bounds for one state.
struct BlockingBoard {
    metric: Metric,
    vehicles: Vec<Vehicle>,
    /// Index of the vehicle on each cell, or [`WALL`], or [`NONE`].
    cells: [u8; 49],
    n: usize,
}

impl Heuristic {
    /// The bound for a state; `None` if it is certain that the state has no solution.
    pub fn bound(self, state: &State, metric: Metric) -> Option<u32> {
        if self == Heuristic::Zero || state.is_goal() {
            return Some(0);
        }
        let board = BlockingBoard::of(state, metric);
        if self == Heuristic::Blocking { board.blocking() } else { board.advanced() }
    }
}

impl BlockingBoard {
    fn of(state: &State, metric: Metric) -> BlockingBoard {
        let n = state.size().n();
        let mut board = BlockingBoard { metric, vehicles: Vec::new(), cells: [NONE; 49], n };
        for item in state.items() {
            match *item {
                Item::Wall(cell) => board.cells[cell] = WALL,
                Item::Piece(piece) => board.place(piece),
            }
        }
        board
    }

    fn place(&mut self, piece: Piece) {
        let (stride, before) = if piece.orientation == Orientation::Horizontal { (1, piece.column) } else { (self.n, piece.row) };
        let first = piece.row * self.n + piece.column;
        let vehicle = Vehicle { first, stride, length: piece.length, before, after: self.n - before - piece.length };
        (0..piece.length).for_each(|k| self.cells[first + k * stride] = self.vehicles.len() as u8);
        self.vehicles.push(vehicle);
    }

    /// The cost of the primary, and of each piece before it at its cheapest.
    fn blocking(&self) -> Option<u32> {
        let primary = self.vehicles[0];
        let mut bound = self.cost(primary.after);
        for cell in (0..primary.after).map(|k| primary.first + primary.length + k) {
            match self.cells[cell] {
                NONE => {}
                WALL => return None,
                other if self.vehicles[other as usize].stride == 1 => return None,
                other => bound += self.cost(self.ways_off(other, cell).into_iter().flatten().min()?),
            }
        }
        Some(bound)
    }

    /// The cheapest way to do all that must be done.
    fn advanced(&self) -> Option<u32> {
        let goal = Duty::Shift { piece: 0, way: 1, far: self.vehicles[0].after as u8 };
        let mut best = None;
        self.cheapest(vec![goal], [[0; 2]; PIECES], &mut best);
        best
    }

    /// Fulfils the duties in every way, except where it can't be cheaper than `best`. `shifts` says how far pieces go already.
    fn cheapest(&self, mut duties: Vec<Duty>, mut shifts: [[u8; 2]; PIECES], best: &mut Option<u32>) {
        while let Some(duty) = duties.pop() {
            match duty {
                Duty::Shift { piece, way, far } => {
                    if shifts[piece as usize][way] >= far {
                        continue;
                    }
                    shifts[piece as usize][way] = far;
                    if best.is_some_and(|best| self.total(&shifts) >= best) || !self.clear(piece, way, far, &mut duties) {
                        return;
                    }
                }
                Duty::Leave { piece, cell } => {
                    let ways = self.ways_off(piece, cell as usize);
                    let done = |way: usize| ways[way].is_some_and(|far| shifts[piece as usize][way] >= far as u8);
                    if done(0) || done(1) {
                        continue;
                    }
                    for (way, far) in ways.into_iter().enumerate().filter_map(|(way, far)| Some((way, far? as u8))) {
                        let mut all = duties.clone();
                        all.push(Duty::Shift { piece, way, far });
                        self.cheapest(all, shifts, best);
                    }
                    return;
                }
            }
        }
        let total = self.total(&shifts);
        if best.is_none_or(|best| total < best) {
            *best = Some(total);
        }
    }

    /// Adds the duties of what stands on the cells that a piece sweeps; false if it can't go so far.
    fn clear(&self, piece: u8, way: usize, far: u8, duties: &mut Vec<Duty>) -> bool {
        let Vehicle { first, stride, length, before, after } = self.vehicles[piece as usize];
        if far as usize > [before, after][way] {
            return false;
        }
        for k in 1..=far as usize {
            let cell = if way == 0 { first - k * stride } else { first + (length - 1 + k) * stride };
            match self.cells[cell] {
                NONE => {}
                WALL => return false,
                other if self.vehicles[other as usize].stride == stride => {
                    // a neighbour in the same line goes the same way, by what is left behind the gap; what is behind it is its affair
                    duties.push(Duty::Shift { piece: other, way, far: far - (k as u8 - 1) });
                    break;
                }
                other => duties.push(Duty::Leave { piece: other, cell: cell as u8 }),
            }
        }
        true
    }

    /// How far a piece must go, up or left, and down or right, to leave a cell; `None` where the board ends before.
    fn ways_off(&self, piece: u8, cell: usize) -> [Option<usize>; 2] {
        let Vehicle { first, stride, length, before, after } = self.vehicles[piece as usize];
        let inside = (cell - first) / stride;
        let (back, on) = (length - inside, inside + 1);
        [(back <= before).then_some(back), (on <= after).then_some(on)]
    }

    /// What it costs to go so far.
    fn cost(&self, far: usize) -> u32 {
        if self.metric == Metric::Moves { 1 } else { far as u32 }
    }

    fn total(&self, shifts: &[[u8; 2]; PIECES]) -> u32 {
        let farthest = shifts[..self.vehicles.len()].iter().map(|ways| ways[0].max(ways[1]));
        farthest.filter(|&far| far > 0).map(|far| self.cost(far as usize)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::Cluster;

    fn bounds(board: &str, metric: Metric) -> [Option<u32>; 3] {
        let state: State = board.parse().unwrap();
        [Heuristic::Zero, Heuristic::Blocking, Heuristic::Advanced].map(|h| h.bound(&state, metric))
    }

    #[test]
    fn small_boards_by_hand() {
        // nothing in the way; one piece that has to leave; one that can leave downwards only, where D stands
        assert_eq!(bounds("ooooAAoooooooooo", Metric::Moves), [Some(0), Some(1), Some(1)]);
        assert_eq!(bounds("oBBoAAoCoooCoooo", Metric::Moves), [Some(0), Some(2), Some(2)]);
        assert_eq!(bounds("oooCAAoCoooooDDo", Metric::Steps), [Some(0), Some(4), Some(4)]);
        assert_eq!(bounds("oooxAAoCoooCoDDo", Metric::Moves), [Some(0), Some(2), Some(2)]);
        assert_eq!(bounds("oooxAAoCoooCooDD", Metric::Moves), [Some(0), Some(2), Some(3)]);
        assert_eq!(bounds("oooxAAoCoooCoooo", Metric::Moves), [Some(0), Some(2), Some(2)]);
        assert_eq!(bounds("oooxAAoCoooCooox", Metric::Moves), [Some(0), Some(2), None], "C is stuck");
        assert_eq!(bounds("ooooAAoxoooooooo", Metric::Moves), [Some(0), None, None]);
    }

    /// On all states of a cluster: never above the depth, zero ≤ blocking ≤ advanced, and at most one apart between neighbours.
    fn assert_bounds_hold(board: &State, limit: usize) -> usize {
        let Ok(cluster) = Cluster::explore(board, limit) else { return 0 };
        for metric in [Metric::Moves, Metric::Steps] {
            let depths = cluster.depths(metric);
            for number in 0..cluster.states() {
                let state = cluster.state(number);
                let depth = depths.of(number).map_or(u32::MAX, |depth| depth);
                let [zero, blocking, advanced] = [Heuristic::Zero, Heuristic::Blocking, Heuristic::Advanced]
                    .map(|h| h.bound(&state, metric).unwrap_or(u32::MAX));
                assert!(zero <= blocking && blocking <= advanced && advanced <= depth, "{state}: {blocking} {advanced} {depth}");
                if advanced == u32::MAX {
                    continue;
                }
                for step in state.legal_moves().into_iter().filter(|step| metric == Metric::Moves || step.distance.abs() == 1) {
                    let next = Heuristic::Advanced.bound(&state.play(step).unwrap(), metric).expect("the same cluster");
                    assert!(next.abs_diff(advanced) <= 1, "{state}");
                }
            }
        }
        cluster.states()
    }

    #[test]
    fn bounds_are_never_above_the_depth() {
        let mut states = 0;
        for card in include_str!("../../data/jams40.txt").lines().chain(include_str!("../../data/top23.txt").lines()) {
            let board: State = card.split(' ').nth(1).unwrap().parse().unwrap();
            states += assert_bounds_hold(&board, 3_000);
        }
        assert!(states > 20_000, "{states} states");
    }

    #[test]
    fn bounds_hold_on_random_candidates() {
        use crate::board::{Size, WallRange};
        let mut states = 0;
        for (n, walls) in [(4, 3), (5, 2), (6, 2)] {
            let generator = crate::generate::Generator::new(Size::new(n).unwrap(), WallRange::new(0, walls).unwrap()).unwrap();
            let (step, mut worker) = (generator.candidates() / 300, generator.worker());
            states += (0..300).map(|i| assert_bounds_hold(&worker.candidate(i * step), 1_000)).sum::<usize>();
        }
        assert!(states > 10_000, "{states} states");
    }
}
