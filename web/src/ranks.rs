//! An open rank file: its rows by number, the rows of a level, and the number of a board's row.
use gridlock::internals::enumerate::{Enumerator, Odometer};
use gridlock::internals::lines::{LineGroups, Placement};
use gridlock::internals::notation::{Exit, View};
use gridlock::internals::ranks::{RankEntry, RankFile};
use gridlock::{Cluster, LevelSearch, Metric, Rules, Size, State, StopToken, WallRange};
use std::rc::Rc;

/// A rank file. Its rows are numbered from 0 by walls, then by rank.
pub struct OpenRanks {
    file: RankFile,
    max_states: usize,
    /// For each block how many rows have each number of moves, from 0; empty until all blocks were read.
    moves: Vec<Vec<u32>>,
    /// The block that was read last, and the number of its first row.
    last: Option<(u64, Rc<Vec<RankEntry>>)>,
    /// By number of walls.
    candidates: Vec<Option<Candidates>>,
}

/// Which rows are wanted: ranges, both ends included.
#[derive(Clone, Copy)]
pub struct Level {
    moves: [i32; 2],
    walls: [i32; 2],
    pieces: [i32; 2],
}

impl Level {
    /// The least and the most moves, walls, and pieces.
    pub fn of_bytes(bytes: &[u8]) -> Result<Level, String> {
        let numbers: Vec<i32> =
            bytes.chunks_exact(4).map(|four| i32::from_le_bytes(four.try_into().expect("four bytes"))).collect();
        match numbers[..] {
            [a, b, c, d, e, f] => Ok(Level { moves: [a, b], walls: [c, d], pieces: [e, f] }),
            _ => Err("a level is six numbers".to_owned()),
        }
    }
}

/// What the library says about a file. The words of the system are for other errors, and would be a part of the module.
fn words(error: std::io::Error) -> String {
    error.into_inner().map_or_else(|| "the file is damaged".to_owned(), |inner| inner.to_string())
}

fn is_in(range: [i32; 2], value: i32) -> bool {
    (range[0]..=range[1]).contains(&value)
}

impl OpenRanks {
    /// Reads header and index. Clusters may have `max_states` states.
    pub fn new(bytes: Vec<u8>, max_states: usize) -> Result<OpenRanks, String> {
        let file = RankFile::of_bytes(bytes).map_err(words)?;
        Ok(OpenRanks { file, max_states, moves: Vec::new(), last: None, candidates: Vec::new() })
    }

    /// `rows rules metric least-walls most-walls`
    pub fn describe(&self) -> String {
        let header = self.file.header();
        format!("{} {} {} {} {}", header.rows, header.rules, header.metric, header.walls.min(), header.walls.max())
    }

    /// Reads and checks all blocks.
    pub fn read_all(&mut self) -> Result<(), String> {
        for block in self.moves.len() as u64..self.file.blocks() {
            let entries = self.block(block)?;
            let most = entries.iter().map(|entry| entry.moves).max().unwrap_or(0);
            let mut tally = vec![0; most as usize + 1];
            entries.iter().for_each(|entry| tally[entry.moves as usize] += 1);
            self.moves.push(tally);
        }
        Ok(())
    }

    /// The entry of a row.
    pub fn entry(&mut self, row: u64) -> Result<RankEntry, String> {
        if row >= self.file.header().rows {
            return Err(format!("there is no row {row}"));
        }
        let block = self.file.block_of(row);
        Ok(self.block(block)?[(row - self.file.rows_of(block).start) as usize])
    }

    /// A row: `id moves states address`.
    pub fn row(&mut self, row: u64) -> Result<String, String> {
        let entry = self.entry(row)?;
        let damaged = |_| format!("row {row} is damaged");
        let metric = self.file.header().metric;
        let candidate = self.candidates(entry.walls)?.candidate(entry.rank).ok_or(()).map_err(damaged)?;
        let cluster = Cluster::explore_smallest_goal(&candidate, self.max_states).map_err(|error| error.to_string())?;
        let cluster = cluster.ok_or(()).map_err(damaged)?;
        let depths = cluster.depths(metric);
        let hardest = cluster.hardest(&depths).filter(|_| depths.deepest() == Some(entry.moves));
        let state = cluster.state(hardest.ok_or(()).map_err(damaged)?);
        Ok(format!("{} {} {} {}", self.id(entry), entry.moves, cluster.states(), View::of_state(&state).address()))
    }

    /// The number of the first row of a level from row `from` on.
    pub fn first(&mut self, level: Level, from: u64) -> Result<Option<u64>, String> {
        let rows = self.file.header().rows;
        if from >= rows {
            return Ok(None);
        }
        for block in self.file.block_of(from)..self.file.blocks() {
            let walls = self.file.walls_of(block);
            if !is_in(level.walls, walls.into()) {
                continue;
            }
            let numbers = self.file.rows_of(block);
            let entries = self.block(block)?;
            let wanted =
                numbers.zip(entries.iter()).filter(|&(row, entry)| row >= from && is_in(level.moves, entry.moves as i32));
            if level.pieces[0] <= 1 && level.pieces[1] == i32::MAX {
                if let Some((row, _)) = wanted.into_iter().next() {
                    return Ok(Some(row));
                }
                continue;
            }
            let wanted: Vec<(u64, u64)> = wanted.map(|(row, entry)| (row, entry.rank)).collect();
            if let Some(row) = self.candidates(walls)?.first_with_pieces(&wanted, level.pieces) {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    /// The number of the row at a share, from 0 to 1, of the rows with the moves and walls of a level.
    pub fn at_share(&mut self, level: Level, share: f64) -> Result<Option<u64>, String> {
        self.read_all()?;
        let passing: Vec<u64> = (0..self.file.blocks())
            .map(|block| match is_in(level.walls, self.file.walls_of(block).into()) {
                true => (0..)
                    .zip(&self.moves[block as usize])
                    .filter(|&(moves, _)| is_in(level.moves, moves))
                    .map(|(_, &rows)| u64::from(rows))
                    .sum(),
                false => 0,
            })
            .collect();
        let mut rest = (share * passing.iter().sum::<u64>() as f64) as u64;
        for (block, &rows) in passing.iter().enumerate() {
            if rest < rows {
                let numbers = self.file.rows_of(block as u64);
                let entries = self.block(block as u64)?;
                let mut wanted = numbers.zip(entries.iter()).filter(|(_, entry)| is_in(level.moves, entry.moves as i32));
                return Ok(wanted.nth(rest as usize).map(|(row, _)| row));
            }
            rest -= rows;
        }
        Ok(None)
    }

    /// The number of the row with an id.
    pub fn of_id(&mut self, id: &str) -> Result<Option<u64>, String> {
        let header = self.file.header();
        let own = if header.metric == Metric::Steps { id.strip_suffix("-steps") } else { Some(id) };
        let own = own.and_then(|id| id.strip_prefix(&format!("{}-", header.rules))).and_then(|rest| rest.split_once('-'));
        match own.map(|(walls, rank)| (walls.parse(), rank.parse())) {
            Some((Ok(walls), Ok(rank))) => self.find(walls, rank),
            _ => Ok(None),
        }
    }

    /// What is known of a board: `row NUMBER DISTANCE` and its row, or why it has none: `size`, `exit`, `row LINE` with the row, from
    /// 1, in which the primary should be, `large`, `unsolvable`, `walls`, `rules`, `irrelevant DEPTH wall|piece NAME`, or `absent`.
    pub fn find_board(&mut self, view: &View) -> Result<String, String> {
        let header = self.file.header();
        let (rules, metric, board) = (header.rules, header.metric, view.state());
        if board.size() != rules.size() {
            return Ok("size".to_owned());
        }
        if view.exit() != Exit::Right {
            return Ok("exit".to_owned());
        }
        if board.primary().row != rules.primary_row() {
            return Ok(format!("row {}", rules.primary_row() + 1));
        }
        let large = || Ok("large".to_owned());
        let Ok(cluster) = Cluster::explore(board, self.max_states) else { return large() };
        let depths = cluster.depths(metric);
        let (goal, hardest) = (cluster.smallest_goal(), cluster.hardest(&depths).map(|number| cluster.state(number)));
        let (Some(goal), Some(hardest), Some(depth), Some(moves)) = (goal, hardest, depths.of(0), depths.deepest()) else {
            return Ok("unsolvable".to_owned());
        };
        drop((cluster, depths)); // free the memory for the searches that follow
        let walls = board.walls().len() as u8; // at most 49
        if !self.file.wall_counts().contains(&walls) {
            return Ok("walls".to_owned());
        }
        let Some(rank) = self.candidates(walls)?.rank(&goal) else { return Ok("rules".to_owned()) };
        if let Some(row) = self.find(walls, rank)? {
            return Ok(format!("row {row} {depth} {}", self.row(row)?));
        }
        // a piece or wall does not matter if the hardest state is as far from a goal without it
        for item in 1..hardest.items().len() {
            let Ok(search) = LevelSearch::of(&hardest.without_item(item), metric, self.max_states) else { return large() };
            if search.solution().is_some_and(|solution| solution.length() == moves) {
                // the pieces of a cluster have one order
                let name = view.symbols()[item].clone();
                return Ok(format!(
                    "irrelevant {moves} {}",
                    if name == "x" { "wall".to_owned() } else { format!("piece {name}") }
                ));
            }
        }
        Ok("absent".to_owned())
    }

    /// The id of a row, as `gridlock` writes it: rules, walls and rank, and the metric if it is steps.
    fn id(&self, entry: RankEntry) -> String {
        let header = self.file.header();
        let steps = if header.metric == Metric::Steps { "-steps" } else { "" };
        format!("{}-{}-{}{steps}", header.rules, entry.walls, entry.rank)
    }

    fn find(&mut self, walls: u8, rank: u64) -> Result<Option<u64>, String> {
        let Some(block) = self.file.block_of_rank(walls, rank) else { return Ok(None) };
        let first = self.file.rows_of(block).start;
        let place = self.block(block)?.binary_search_by_key(&rank, |entry| entry.rank);
        Ok(place.ok().map(|place| first + place as u64))
    }

    fn block(&mut self, block: u64) -> Result<Rc<Vec<RankEntry>>, String> {
        match &self.last {
            Some((number, entries)) if *number == block => Ok(entries.clone()),
            _ => {
                let entries = Rc::new(self.file.block(block).map_err(words)?);
                self.last = Some((block, entries.clone()));
                Ok(entries)
            }
        }
    }

    /// The candidates with a number of walls, counted when they are first needed.
    fn candidates(&mut self, walls: u8) -> Result<&Candidates, String> {
        let place = usize::from(walls);
        if self.candidates.len() <= place {
            self.candidates.resize_with(place + 1, || None);
        }
        let known = &mut self.candidates[place];
        if known.is_none() {
            *known = Some(Candidates::new(self.file.header().rules, walls)?);
        }
        Ok(known.as_ref().expect("it was just made"))
    }
}

/// The candidates of some rules with a number of walls. Boards of every size are numbered as a part of a larger one: the code for
/// each size by itself would double the module.
struct Candidates {
    lines: LineGroups<LONGEST_SIDE>,
    enumerator: Enumerator<LONGEST_SIDE>,
}

const LONGEST_SIDE: usize = Size::MAX_ENUMERATED;

impl Candidates {
    fn new(rules: Rules, walls: u8) -> Result<Candidates, String> {
        // the header was checked; so only a forged file has such walls
        let too_many = || format!("boards with {walls} walls are too many to be numbered");
        let range = WallRange::new(walls, walls).map_err(|_| too_many())?;
        let lines = LineGroups::new(rules, usize::from(walls).min(LONGEST_SIDE - 1));
        let enumerator = Enumerator::new(&lines, range, StopToken::NEVER).map_err(|_| too_many())?;
        Ok(Candidates { lines, enumerator })
    }

    /// The candidate of a rank; `None` if there is none.
    fn candidate(&self, rank: u64) -> Option<State> {
        let mut found = None;
        self.visit(&mut Odometer::new(&self.enumerator), rank, |candidate| found = Some(candidate.to_state(&self.lines)));
        found
    }

    /// The rank of a candidate; `None` if the state is not one.
    fn rank(&self, state: &State) -> Option<u64> {
        self.enumerator.rank(&Placement::from_state(&self.lines, state)?)
    }

    /// The first of some rows `(number, rank)` whose candidate has a number of pieces in a range.
    fn first_with_pieces(&self, rows: &[(u64, u64)], pieces: [i32; 2]) -> Option<u64> {
        let (mut odometer, mut own) = (Odometer::new(&self.enumerator), Vec::new());
        let fits = |&&(_, rank): &&(u64, u64)| {
            own.clear();
            self.visit(&mut odometer, rank, |candidate| {
                candidate.pieces(&self.lines, &mut own);
            });
            is_in(pieces, own.len() as i32)
        };
        rows.iter().find(fits).map(|&(row, _)| row)
    }

    fn visit(&self, odometer: &mut Odometer<'_, LONGEST_SIDE>, rank: u64, mut visit: impl FnMut(&Placement<LONGEST_SIDE>)) {
        if rank < self.enumerator.candidates() {
            odometer.visit(rank, 1, 1, &mut visit as &mut dyn FnMut(&Placement<LONGEST_SIDE>));
        }
    }
}
