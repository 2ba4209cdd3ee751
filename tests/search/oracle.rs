//! A slow generator of the whole database of a small board, by any rules. It shares nothing with the library: boards are arrays
//! of characters.
//!
//! It enumerates *all* placements cell by cell. Each placement that belongs to no known cluster starts a new one, which a plain
//! search over steps collects. Depths, unsolved state and minimality are computed from their definitions, without shortcuts.
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

/// The cells of a board in row-major order; the first W·H are used. Horizontal pieces are `<>`, `<->`, `<-->` and so on, vertical
/// ones `^v`, `^|v`, `^||v` from top to bottom, `#` is a wall, `.` is empty. The primary is the horizontal piece of the primary
/// row.
pub type Board = [u8; 25];

/// The totals of a board size and a range of walls.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Totals {
    pub placements: u64,
    /// Placements in which no piece can move left or up.
    pub packed: u64,
    pub goal_states: u64,
    /// Goal states in which no piece except the primary can move left or up.
    pub candidates: u64,
    pub canonical: u64,
    pub solvable: u64,
    pub rows: u64,
    pub states_in_rows: u64,
    pub deepest: u32,
}

/// One cluster, whether it gives a row or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterFacts {
    /// The canonical state as row text.
    pub canonical: String,
    /// The smallest goal state as row text; none if unsolvable.
    pub smallest_goal: Option<String>,
    pub states: usize,
    pub goal_states: usize,
    /// The unsolved state as row text, and its depth; none if unsolvable.
    pub unsolved: Option<(String, u32)>,
    pub minimal: bool,
}

/// Everything the oracle finds.
pub struct Found {
    pub totals: Totals,
    /// The rows, sorted as text.
    pub rows: Vec<String>,
    /// All clusters in the order of enumeration, if they are kept.
    pub clusters: Vec<ClusterFacts>,
}

/// The settings: the rules and the number of walls.
#[derive(Clone)]
pub struct Oracle {
    pub width: usize,
    pub height: usize,
    /// From 0.
    pub primary_row: usize,
    pub primary_length: usize,
    /// The shortest and the longest of the other pieces.
    pub lengths: (usize, usize),
    pub walls: (usize, usize),
    /// Cells on which walls may stand. A wall never moves, so a restriction samples whole clusters.
    pub wall_cells: std::ops::Range<usize>,
    /// Whether depths count steps of one cell instead of moves.
    pub by_steps: bool,
    /// Keep the facts of every cluster.
    pub keep_clusters: bool,
}

impl Oracle {
    /// All boards of the classic game with these numbers of walls, by moves.
    pub fn new(n: usize, walls: (usize, usize)) -> Oracle {
        Oracle::of_size(n, n, walls)
    }

    /// The same for W×H.
    pub fn of_size(width: usize, height: usize, walls: (usize, usize)) -> Oracle {
        Oracle {
            width,
            height,
            primary_row: (height - 1) / 2,
            primary_length: 2,
            lengths: (2, 3),
            walls,
            wall_cells: 0..width * height,
            by_steps: false,
            keep_clusters: false,
        }
    }

    /// Analyses every cluster of the size.
    pub fn run(&self) -> Found {
        let mut search = Search {
            oracle: self,
            seen: FxHashSet::default(),
            found: Found { totals: Totals::default(), rows: Vec::new(), clusters: Vec::new() },
        };
        search.place(&mut [b'.'; 25], 0, 0);
        assert!(search.seen.is_empty(), "every state of a cluster is enumerated as a placement, once");
        search.found.rows.sort_unstable();
        search.found
    }

    /// Whether a full board is a placement: no row or column is full, the primary row holds only the primary and walls to its
    /// left, the pieces have their lengths, and the number of walls is in range.
    fn is_placement(&self, board: &Board) -> bool {
        let (width, height) = (self.width, self.height);
        let at = |row: usize, column: usize| board[row * width + column];
        let full_row = (0..height).any(|r| (0..width).all(|c| b"<->#".contains(&at(r, c))));
        let full_column = (0..width).any(|c| (0..height).all(|r| b"^|v".contains(&at(r, c))));
        let primary_row: Vec<u8> = (0..width).map(|c| at(self.primary_row, c)).collect();
        let starts: Vec<usize> = (0..width).filter(|&c| primary_row[c] == b'<').collect();
        let first = |start: usize| self.primary_row * width + start;
        let one_primary = starts.len() == 1 && length_of(board, first(starts[0]), 1) == self.primary_length;
        let has_length = |i: usize| match board[i] {
            b'<' | b'^' => (self.lengths.0..=self.lengths.1).contains(&length_of(board, i, self.stride(board[i]))),
            _ => true,
        };
        let have_lengths = (0..width * height).all(|i| i / width == self.primary_row && board[i] == b'<' || has_length(i));
        let walls = board.iter().filter(|&&c| c == b'#').count();
        !full_row
            && !full_column
            && one_primary
            && have_lengths
            && !primary_row[starts[0]..].contains(&b'#')
            && (self.walls.0..=self.walls.1).contains(&walls)
    }

    fn is_goal(&self, board: &Board) -> bool {
        board[(self.primary_row + 1) * self.width - 1] == b'>'
    }

    /// The cells from one cell of a piece to the next, by its first cell.
    fn stride(&self, first: u8) -> usize {
        if first == b'^' { self.width } else { 1 }
    }

    /// The states one step (`one_cell_only`) or one move away.
    fn neighbours(&self, board: &Board, one_cell_only: bool) -> Vec<Board> {
        let (width, height) = (self.width, self.height);
        let mut result = Vec::new();
        for start in 0..width * height {
            let (stride, before, side) = match board[start] {
                b'<' => (1, start % width, width),
                b'^' => (width, start / width, height),
                _ => continue,
            };
            let length = length_of(board, start, stride);
            let reach = |room: usize| if one_cell_only { room.min(1) } else { room };
            for k in 1..=reach(side - length - before) {
                if board[start + (length - 1 + k) * stride] != b'.' {
                    break;
                }
                result.push(slid(board, start, start + k * stride, length, stride));
            }
            for k in 1..=reach(before) {
                if board[start - k * stride] != b'.' {
                    break;
                }
                result.push(slid(board, start, start - k * stride, length, stride));
            }
        }
        result
    }

    /// Whether no piece can move left or up, or only the primary.
    fn is_packed(&self, board: &Board, but_primary: bool) -> bool {
        let width = self.width;
        (0..width * self.height).all(|i| match board[i] {
            b'<' if but_primary && i / width == self.primary_row => true,
            b'<' => i % width == 0 || board[i - 1] != b'.',
            b'^' => i < width || board[i - width] != b'.',
            _ => true,
        })
    }

    /// The order of states: compares the horizontal pieces and walls as an integer whose highest bit is the last cell, then the
    /// vertical pieces.
    fn order(&self, one: &Board, other: &Board) -> Ordering {
        let taken = |kinds: &'static [u8]| {
            let bits = move |board: &Board| board.map(|c| kinds.contains(&c));
            (0..25).rev().map(|i| bits(one)[i].cmp(&bits(other)[i])).find(|o| o.is_ne())
        };
        taken(b"<->#").or_else(|| taken(b"^|v")).unwrap_or(Ordering::Equal)
    }

    /// The first cell of each piece and wall in the order of their letters, the primary first.
    fn items(&self, board: &Board) -> Vec<usize> {
        let (width, height) = (self.width, self.height);
        let row = |r: usize| (0..width).map(move |c| r * width + c);
        let lying = |r: usize| row(r).filter(|&i| board[i] == b'<' || board[i] == b'#').collect::<Vec<_>>();
        let mut items = lying(self.primary_row);
        let primary = items.pop().expect("the primary is the last item of its row");
        items.insert(0, primary);
        items.extend((0..height).filter(|&r| r != self.primary_row).flat_map(lying));
        items.extend((0..width).flat_map(|c| (0..height).map(move |r| r * width + c)).filter(|&i| board[i] == b'^'));
        items
    }

    /// The board without the piece or wall whose first cell is `item`.
    fn without(&self, board: &Board, item: usize) -> Board {
        let mut rest = *board;
        let stride = self.stride(board[item]);
        let length = if board[item] == b'#' { 1 } else { length_of(board, item, stride) };
        (0..length).for_each(|k| rest[item + k * stride] = b'.');
        rest
    }

    /// The board as in a row of the database.
    pub fn text(&self, board: &Board) -> String {
        let mut text: Vec<char> = vec!['o'; self.width * self.height];
        for (item, letter) in self.items(board).into_iter().zip('A'..='Z') {
            let stride = self.stride(board[item]);
            if board[item] == b'#' {
                text[item] = 'x';
            } else {
                (0..length_of(board, item, stride)).for_each(|k| text[item + k * stride] = letter);
            }
        }
        text.into_iter().collect()
    }

    /// All states reachable from one.
    fn cluster(&self, start: &Board) -> FxHashSet<Board> {
        let mut states = FxHashSet::from_iter([*start]);
        let mut open = vec![*start];
        while let Some(board) = open.pop() {
            for next in self.neighbours(&board, true) {
                if states.insert(next) {
                    open.push(next);
                }
            }
        }
        states
    }

    /// Depths in moves or steps, by a breadth-first search from all goal states.
    fn depths(&self, states: &FxHashSet<Board>) -> FxHashMap<Board, u32> {
        let mut depths: FxHashMap<Board, u32> = states.iter().filter(|b| self.is_goal(b)).map(|b| (*b, 0)).collect();
        let mut level: Vec<Board> = depths.keys().copied().collect();
        let mut depth = 0;
        while !level.is_empty() {
            depth += 1;
            let mut next_level = Vec::new();
            for board in level {
                for next in self.neighbours(&board, self.by_steps) {
                    depths.entry(next).or_insert_with(|| {
                        next_level.push(next);
                        depth
                    });
                }
            }
            level = next_level;
        }
        depths
    }

    /// The fewest moves, or steps, from a state to a goal state.
    fn fewest(&self, start: &Board) -> Option<u32> {
        let mut seen = FxHashSet::from_iter([*start]);
        let mut level = vec![*start];
        let mut moves = 0;
        while !level.is_empty() {
            if level.iter().any(|board| self.is_goal(board)) {
                return Some(moves);
            }
            level = level.iter().flat_map(|board| self.neighbours(board, self.by_steps)).filter(|b| seen.insert(*b)).collect();
            moves += 1;
        }
        None
    }

    /// Whether the removal of any piece or wall except the primary changes the depth of the unsolved state.
    fn is_minimal(&self, unsolved: &Board, moves: u32) -> bool {
        self.items(unsolved)[1..].iter().all(|&item| self.fewest(&self.without(unsolved, item)) != Some(moves))
    }
}

/// Length of the piece whose first cell is `start`.
fn length_of(board: &Board, start: usize, stride: usize) -> usize {
    (1..).find(|k| b">v".contains(&board[start + k * stride])).expect("a piece has an end") + 1
}

/// The board after the piece with first cell `from` has moved to `to`.
fn slid(board: &Board, from: usize, to: usize, length: usize, stride: usize) -> Board {
    let mut moved = *board;
    (0..length).for_each(|k| moved[from + k * stride] = b'.');
    (0..length).for_each(|k| moved[to + k * stride] = board[from + k * stride]);
    moved
}

/// The state of the enumeration.
struct Search<'o> {
    oracle: &'o Oracle,
    /// States of known clusters that have not been enumerated yet.
    seen: FxHashSet<Board>,
    found: Found,
}

impl Search<'_> {
    /// Fills the cells from `cell` on in every possible way.
    fn place(&mut self, board: &mut Board, cell: usize, walls: usize) {
        let Oracle { width, height, lengths, primary_row, primary_length, .. } = *self.oracle;
        if cell == width * height {
            if self.oracle.is_placement(board) {
                self.placement(board);
            }
            return;
        }
        self.place(board, cell + 1, walls);
        if board[cell] != b'.' {
            return;
        }
        if walls < self.oracle.walls.1 && self.oracle.wall_cells.contains(&cell) {
            board[cell] = b'#';
            self.place(board, cell + 1, walls + 1);
            board[cell] = b'.';
        }
        let directions = [(1, width - cell % width, ["<", "-", ">"]), (width, height - cell / width, ["^", "|", "v"])];
        for (stride, room, [first, middle, last]) in directions {
            let is_primary = stride == 1 && cell / width == primary_row;
            for length in if is_primary { primary_length..=primary_length } else { lengths.0..=lengths.1 } {
                let drawing = format!("{first}{}{last}", middle.repeat(length - 2));
                let cells = (0..length).map(|k| cell + k * stride);
                if length <= room && cells.clone().all(|c| board[c] == b'.') {
                    cells.clone().zip(drawing.bytes()).for_each(|(c, part)| board[c] = part);
                    self.place(board, cell + 1, walls);
                    cells.for_each(|c| board[c] = b'.');
                }
            }
        }
    }

    /// Counts a placement, and analyses its cluster if it is new.
    fn placement(&mut self, board: &Board) {
        let oracle = self.oracle;
        self.found.totals.placements += 1;
        self.found.totals.packed += u64::from(oracle.is_packed(board, false));
        self.found.totals.goal_states += u64::from(oracle.is_goal(board));
        self.found.totals.candidates += u64::from(oracle.is_goal(board) && oracle.is_packed(board, true));
        if self.seen.remove(board) {
            return;
        }
        let states = oracle.cluster(board);
        let facts = self.analyse(&states);
        if oracle.keep_clusters {
            self.found.clusters.push(facts);
        }
        self.seen.extend(states.into_iter().filter(|state| state != board));
    }

    fn analyse(&mut self, states: &FxHashSet<Board>) -> ClusterFacts {
        let oracle = self.oracle;
        let totals = &mut self.found.totals;
        let canonical = states.iter().min_by(|a, b| oracle.order(a, b)).expect("a cluster has a state");
        assert!(oracle.is_packed(canonical, false), "a canonical state is packed");
        totals.canonical += 1;
        let depths = oracle.depths(states);
        let smallest_goal = states.iter().filter(|board| oracle.is_goal(board)).min_by(|a, b| oracle.order(a, b));
        assert!(smallest_goal.is_none_or(|board| oracle.is_packed(board, true)), "the smallest goal state is a candidate");
        let mut facts = ClusterFacts {
            canonical: oracle.text(canonical),
            smallest_goal: smallest_goal.map(|board| oracle.text(board)),
            states: states.len(),
            goal_states: depths.values().filter(|&&d| d == 0).count(),
            unsolved: None,
            minimal: false,
        };
        let Some(&moves) = depths.values().max() else { return facts };
        totals.solvable += 1;
        let hardest = depths.iter().filter(|&(_, &d)| d == moves).map(|(board, _)| board);
        let unsolved = hardest.min_by(|a, b| oracle.order(a, b)).expect("some state is the deepest");
        facts.unsolved = Some((oracle.text(unsolved), moves));
        facts.minimal = oracle.is_minimal(unsolved, moves);
        if facts.minimal {
            totals.rows += 1;
            totals.states_in_rows += states.len() as u64;
            totals.deepest = totals.deepest.max(moves);
            self.found.rows.push(format!("{moves:02} {} {}", oracle.text(unsolved), states.len()));
        }
        facts
    }
}
