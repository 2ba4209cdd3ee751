//! A database by rank, for users of the library.
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::RankEntry;
use super::built_in::{built_in, built_in_databases};
use super::choice::RankChoice;
use super::expand::{Expander, RankTables};
use super::file::RankFile;
use super::format::RankHeader;
use super::row_id::RowId;
use crate::board::{Metric, Puzzle, Rules, Size, State, WallRange};
use crate::rows::{Conditions, Filter};

/// A database in a few megabytes: the ranks and moves of its rows, from which each row is found in microseconds.
///
/// Rows are numbered from 0 by number of walls, then by rank. [`Database::entries`] and [`Database::select`] go through them
/// without a search. [`Database::get`] finds a row, [`Database::iter`] all of them.
///
#[cfg_attr(feature = "database", doc = "```")]
#[cfg_attr(not(feature = "database"), doc = "```ignore")]
/// use gridlock::{Database, Filter};
///
/// let database = Database::open("@rush5")?; // built in; the name of a file works as well
/// let hard = database.select(&Filter { moves: "18..".parse()?, ..Filter::ALL })?;
/// let puzzle = database.get(hard[0])?.unwrap();
/// assert!(puzzle.moves >= 18);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Database(Arc<OpenDatabase>);

debug_as_name!([] Database);

struct OpenDatabase {
    file: RankFile,
    /// The tables of each number of walls, built when they are first needed.
    tables: RankTables,
    /// How many rows have each number of moves, counted on first use.
    of_moves: OnceLock<BTreeMap<u32, u64>>,
    /// The block that was read last, by its number.
    last: Mutex<Option<(u64, Arc<Vec<RankEntry>>)>>,
}

impl Database {
    /// Opens a rank file, or one that is built in, if the crate has the feature `database`: `@rush4`, `@rush5` or `@rush6` with 0
    /// to 2 walls, `@rush4-all`, `@rush5-all` or `@rush6-all` with any number, and `@rush7-60`, the rows of 7×7 without walls from 60
    /// moves on.
    ///
    /// # Errors
    /// It can't be read or is damaged. Blocks are checked when they are read.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Database> {
        match built_in(path.as_ref()) {
            Some(bytes) => Database::of_bytes(bytes),
            None => Database::of_bytes(std::fs::read(path)?),
        }
    }

    /// Opens a rank file in memory.
    ///
    /// # Errors
    /// As [`Database::open`].
    pub fn of_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> io::Result<Database> {
        let file = RankFile::of_bytes(bytes)?;
        let tables = RankTables::new(file.header().rules, file.header().metric);
        Ok(Database(Arc::new(OpenDatabase { file, tables, of_moves: OnceLock::new(), last: Mutex::new(None) })))
    }

    pub(super) fn file(&self) -> &RankFile {
        &self.0.file
    }

    pub(crate) fn header(&self) -> &RankHeader {
        self.0.file.header()
    }

    /// The number of rows.
    pub fn len(&self) -> u64 {
        self.header().rows
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rules of its boards.
    pub fn rules(&self) -> Rules {
        self.header().rules
    }

    /// Board size.
    pub fn size(&self) -> Size {
        self.rules().size()
    }

    /// What depths count.
    pub fn metric(&self) -> Metric {
        self.header().metric
    }

    /// The range of walls.
    pub fn walls(&self) -> WallRange {
        self.header().walls
    }

    /// Whether it has all rows of its size and range of walls.
    pub fn is_whole(&self) -> bool {
        self.header().is_whole
    }

    /// The SHA-256 of its rows as text in the published order.
    pub fn sha256(&self) -> [u8; 32] {
        self.header().sha256
    }

    /// The number of blocks, for [`Database::block`].
    pub fn blocks(&self) -> u64 {
        self.0.file.blocks()
    }

    /// The walls, ranks and moves of the rows of a block, some thousand of them, and the number of the first one.
    ///
    /// # Errors
    /// It is damaged.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn block(&self, block: u64) -> io::Result<(u64, Arc<Vec<RankEntry>>)> {
        let first = self.0.file.rows_of(block).start;
        let last = || self.0.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((number, entries)) = last().as_ref()
            && *number == block
        {
            return Ok((first, entries.clone()));
        }
        let entries = Arc::new(self.0.file.block(block)?);
        *last() = Some((block, entries.clone()));
        Ok((first, entries))
    }

    /// The walls, rank and moves of a row; `None` if there is no such row.
    ///
    /// # Errors
    /// Its block is damaged.
    pub fn entry(&self, row: u64) -> io::Result<Option<RankEntry>> {
        if row >= self.len() {
            return Ok(None);
        }
        let (first, entries) = self.block(self.0.file.block_of(row))?;
        Ok(entries.get((row - first) as usize).copied())
    }

    /// Walls, rank and moves of all rows, in order.
    pub fn entries(&self) -> impl Iterator<Item = io::Result<RankEntry>> + '_ {
        (0..self.blocks()).flat_map(|block| match self.block(block) {
            Ok((_, entries)) => entries.iter().map(|&entry| Ok(entry)).collect::<Vec<_>>(),
            Err(problem) => vec![Err(problem)],
        })
    }

    /// Walls, rank and moves of some rows. Nearby rows should stand together in `rows`, since one block is kept at a time.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn entries_of<'d>(&'d self, rows: impl Iterator<Item = u64> + 'd) -> impl Iterator<Item = io::Result<RankEntry>> + 'd {
        let mut held = (0..0, Arc::default());
        rows.map(move |row| {
            if !held.0.contains(&row) {
                let block = self.0.file.block_of(row);
                held = (self.0.file.rows_of(block), self.block(block)?.1);
            }
            Ok(held.1[(row - held.0.start) as usize])
        })
    }

    /// The numbers of the rows that meet some conditions, in order. No row is expanded. Conditions that need rows are ignored:
    /// those on the size of the cluster, and on what stands in a cell. Works on all threads.
    ///
    /// # Errors
    /// A block is damaged, or a rank impossible.
    pub fn select(&self, filter: &Filter) -> io::Result<Vec<u64>> {
        self.chosen(None, &RankChoice::of(Conditions { filter: filter.clone(), split: None }))
    }

    /// The SHA-256 of the whole file as it was opened.
    #[doc(hidden)]
    pub fn file_sha256(&self) -> [u8; 32] {
        self.0.file.sha256()
    }

    /// What turns entries into rows, with buffers of its own for one thread. The first entry of each number of walls builds the
    /// tables of its candidates.
    pub fn expander(&self) -> Expander<'_> {
        self.tables().expander()
    }

    pub(super) fn tables(&self) -> &RankTables {
        &self.0.tables
    }

    /// The number of the row of a board's cluster: the same for all boards that moves connect. `None` if the database does not
    /// have it, because a piece or wall does not matter, the board has another size or number of walls, or it has no solution.
    ///
    #[cfg_attr(feature = "database", doc = "```")]
    #[cfg_attr(not(feature = "database"), doc = "```ignore")]
    /// use gridlock::Database;
    ///
    /// let database = Database::open("@rush4")?;
    /// let puzzle = database.get(7)?.unwrap();
    /// let step = puzzle.board.legal_moves()[0];
    /// assert_eq!(database.find(&puzzle.board.play(step))?, Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A block is damaged.
    pub fn find(&self, board: &State) -> io::Result<Option<u64>> {
        let walls = board.walls().len() as u8; // at most 64
        if board.size() != self.size() || !self.0.file.wall_counts().contains(&walls) {
            return Ok(None);
        }
        let Some(rank) = self.expander().cluster_rank(walls, board)? else { return Ok(None) };
        self.find_id(self.id_of(walls, rank))
    }

    /// The number of the row with an identity; `None` if the database does not have it.
    ///
    /// # Errors
    /// A block is damaged.
    pub fn find_id(&self, id: RowId) -> io::Result<Option<u64>> {
        let RowId { walls, rank, .. } = id;
        if id != self.id_of(walls, rank) || !self.0.file.wall_counts().contains(&walls) {
            return Ok(None);
        }
        let Some(block) = self.0.file.block_of_rank(walls, rank) else { return Ok(None) };
        let (first, entries) = self.block(block)?;
        Ok(entries.binary_search_by_key(&rank, |entry| entry.rank).ok().map(|place| first + place as u64))
    }

    /// The identity of a row by its number of walls and its rank.
    pub fn id_of(&self, walls: u8, rank: u64) -> RowId {
        RowId { rules: self.rules(), walls, rank, metric: self.metric() }
    }

    /// How hard a row is among all of them; `None` if there is no such row. The first call reads all blocks.
    ///
    /// # Errors
    /// A block is damaged.
    pub fn standing(&self, row: u64) -> io::Result<Option<Standing>> {
        let Some(RankEntry { moves, rank, .. }) = self.entry(row)? else { return Ok(None) };
        let at_least_as_hard = self.len() - self.easier_than(moves)?;
        Ok(Some(Standing { row, moves, rank, rows: self.len(), at_least_as_hard }))
    }

    /// How many rows have fewer moves. The first call reads all blocks.
    ///
    /// # Errors
    /// A block is damaged.
    pub fn easier_than(&self, moves: u32) -> io::Result<u64> {
        if self.0.of_moves.get().is_none() {
            let mut of_moves = BTreeMap::new();
            for block in 0..self.blocks() {
                self.0.file.block(block)?.iter().for_each(|entry| *of_moves.entry(entry.moves).or_default() += 1);
            }
            let _ = self.0.of_moves.set(of_moves); // any thread sets the same
        }
        let of_moves = self.0.of_moves.get().expect("they were counted");
        Ok(of_moves.range(..moves).map(|(_, rows)| rows).sum())
    }

    /// A row by its number; `None` if there is no such row. To get many rows, keep a [`Database::expander`], or use
    /// [`Database::iter`].
    ///
    /// # Errors
    /// The block is damaged, or the rank gives no row or another row.
    pub fn get(&self, row: u64) -> io::Result<Option<Puzzle>> {
        let Some(entry) = self.entry(row)? else { return Ok(None) };
        self.expander().row_of(self.0.file.block_of(row), entry).map(Some)
    }

    /// All rows in the order of their numbers, found one after the other on the calling thread.
    pub fn iter(&self) -> impl Iterator<Item = io::Result<Puzzle>> + '_ {
        let mut expander = self.expander();
        (0..self.len()).zip(self.entries()).map(move |(row, entry)| expander.row_of(self.0.file.block_of(row), entry?))
    }
}

/// How hard a row is among the rows of its database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Its number.
    pub row: u64,
    /// Its moves.
    pub moves: u32,
    /// The rank of its cluster among the candidates with its number of walls, which is a part of its id.
    pub rank: u64,
    /// The number of all rows.
    pub rows: u64,
    /// How many rows have at least as many moves, including itself.
    pub at_least_as_hard: u64,
}

impl Standing {
    /// The share of the rows that have fewer moves.
    pub fn harder_than(&self) -> f64 {
        (self.rows - self.at_least_as_hard) as f64 / self.rows as f64
    }
}

/// The built-in databases, each opened once.
fn opened() -> &'static [(&'static str, Database)] {
    static OPENED: OnceLock<Vec<(&'static str, Database)>> = OnceLock::new();
    let open = |name| Some((name, Database::open(name).ok()?));
    OPENED.get_or_init(|| built_in_databases().into_iter().filter_map(open).collect())
}

/// The built-in database whose rows have the size of a board and its number of walls, and its name; the one with few walls if both
/// have. `None` if none has.
pub fn built_in_for(board: &State) -> Option<(&'static str, &'static Database)> {
    let walls = board.walls().len();
    let has = |database: &Database| {
        let range = database.walls();
        database.size() == board.size() && (range.min()..=range.max()).contains(&walls)
    };
    opened().iter().find(|(_, database)| has(database)).map(|(name, database)| (*name, database))
}

/// The built-in database that has the row of a board, and how hard it is there; `None` if none has it.
///
/// # Errors
/// As [`Database::find`]; never in an undamaged program.
pub fn find_built_in(board: &State) -> io::Result<Option<(&'static str, Standing)>> {
    let Some((name, database)) = built_in_for(board) else { return Ok(None) };
    let Some(row) = database.find(board)? else { return Ok(None) };
    Ok(database.standing(row)?.map(|standing| (name, standing)))
}
