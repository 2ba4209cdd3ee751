//! Pruning: candidates that can't give a row, found from their lines before any search.
//!
//! A candidate is pruned for one of two reasons. Each is a proof that the search of its cluster would end without a row, so
//! the full search gives the same rows.
//!
//! # Columns that can uncover a required cell
//! Hold all rows and all other columns of a candidate still. Its column `x` can reach the configurations of a component, given
//! the cells that rows cover. Suppose that a row *requires* a cell of the column (see `enumerate/entries.rs`) and that some
//! configuration of the component leaves it free.
//!
//! *Claim: the candidate is not the smallest goal state of its cluster.* Move the column to that configuration. The piece right
//! of the required cell can now move left by one cell. It is not the primary, as the primary row requires nothing, so the primary
//! is still at the exit. This goal state is in the cluster, and its bitboard H is smaller. ∎
//!
//! So the full search drops the candidate, or leaves its cluster to the mirror image. The condition depends on the pattern and
//! the entry of one column alone: each list of [column entries](PruningTables) is made without such entries.
//!
//! # Irrelevant items
//! By the claim of [irrelevance](super::irrelevance) a cluster with an irrelevant piece or wall `p` gives no row, and neither
//! does its mirror image. The proof there needs only a set of useful steps that satisfies the rules, and these may be
//! over-approximated. Here they are, from lines alone:
//!
//! - *Places.* Each line has a set of configurations that holds all those it has in the cluster, its [component](transfer):
//!   the component of its configuration, given some of the cells that crossing lines cover in all states. By *groups* these are
//!   the cells that whole groups of rows always cover, walls among them. By *reach* they are the cells that all lines in turn
//!   always cover (see [reach](super::reach)).
//! - *Blocks.* A piece blocks a step that enters `c` if it covers `c` at one of its places.
//! - *Can get clear.* A piece can if one of its places is clear. For the test of `p`, the other pieces have their places on the
//!   board without `p`, where crossing lines may no longer cover what `p` covered.
//!
//! Rule 2 passes from line to line only through the cells that useful steps enter. So a line has a
//! [transfer function](transfer): from the cells that useful steps of crossing lines enter, to the cells that its own useful steps
//! enter. The useful steps of the board are the smallest fixed point, found by alternating between rows and columns. If none of
//! them enters a cell of `p`, then `p` is irrelevant.
//!
//! Most `p` are tested with the whole board first: without `p` the pieces get farther and more steps are useful, so a `p` that
//! blocks a step there also blocks one without it. The fixed point without `p` contains this one, and is computed from it.
//!
//! A wall or piece of a row is also irrelevant if it *never blocks*: no step at all enters a cell that it ever covers. This test needs
//! no board without it.
//!
//! # Open lines
//! Transfer functions are monotone: more entered cells, more places or more room to get clear can only add useful steps. So the union of the
//! transfer functions of all entries that may stand in an open line gives a fixed point that contains each candidate's. What is irrelevant
//! there is irrelevant in all of them: the walk leaves them all out. From large to small:
//! 1. *Prefixes.* The first rows are chosen. For the columns there is a union for every pattern of these rows.
//! 2. *Rows.* All rows are chosen.
//! 3. *Entries.* One column has an entry, the others are open. Entries that are pruned are dropped, and the unions shrink.
//! 4. *Columns* from the left, as the odometer goes through them; with the last one this is the candidate by its groups.
//! 5. *Reach* of the candidate.
//!
//! All tests use whole lists, never the range of ranks asked for. So whether a candidate is pruned does not depend on batches,
//! shards or threads, and neither do the counts.
mod fixed_point;
mod open_board;
mod reach_test;
mod tables;
mod transfer;
mod walk;

pub use tables::PruningTables;
pub use walk::Pruner;

/// How many candidates were pruned where. Each is counted once, where it was pruned first.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct PrunedAt {
    /// With the first rows: all that begins with them.
    pub prefixes: u64,
    /// With a column that can uncover a required cell.
    pub uncovering: u64,
    /// With the rows, all columns open.
    pub rows: u64,
    /// With the rows and one column.
    pub entries: u64,
    /// With the rows and some columns, or all, by groups.
    pub columns: u64,
    /// Alone, by reach.
    pub reach: u64,
}

impl PrunedAt {
    /// All pruned candidates.
    pub fn all(&self) -> u64 {
        self.prefixes + self.uncovering + self.rows + self.entries + self.columns + self.reach
    }
}

impl std::ops::AddAssign for PrunedAt {
    fn add_assign(&mut self, other: PrunedAt) {
        self.prefixes += other.prefixes;
        self.uncovering += other.uncovering;
        self.rows += other.rows;
        self.entries += other.entries;
        self.columns += other.columns;
        self.reach += other.reach;
    }
}
