//! A row of a table. Its fields are the columns: every format writes them, and what is written about a column anywhere is the comment here.
use serde::{Deserialize, Serialize};

use super::columns::{Column, ColumnValue, ValueSource};

/// A record whose fields are columns, and the list of these columns. The comment on a field is the definition of the column, in Markdown.
macro_rules! columns {
    (
        $list:ident from $source:ident:
        $(#[$attribute:meta])*
        pub struct $record:ident { $($(#[doc = $definition:literal])+ pub $name:ident: $type:ty,)+ }
        $(and { $($rest:tt)* })?
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub struct $record {
            $($(#[doc = $definition])+ pub $name: $type,)+
            $($($rest)*)?
        }

        pub(crate) static $list: &[Column] = &[$(Column {
            name: stringify!($name),
            definition: concat!($($definition),+).trim_ascii(),
            cell_type: <$type as ColumnValue>::TYPE,
            source: ValueSource::$source(|record| record.$name.cell()),
        }),+];
    };
}

columns! {
    ROW_COLUMNS from Row:
    /// A row of a table: a row of the database, what is counted on its board, and perhaps what a search found.
    pub struct TableRow {
        /// depth of the unsolved state, which is the board, in moves; in a database by steps the column is called `steps` and counts these
        pub moves: u32,
        /// the unsolved state, row by row: `A` the primary, other letters pieces, `o` empty, `x` a wall
        pub board: String,
        /// states that can be reached from the board, itself included
        pub cluster_size: u64,
        /// walls
        pub walls: u32,
        /// pieces, the primary among them
        pub pieces: u32,
        /// pieces of length 2, the primary not counted
        pub cars: u32,
        /// pieces of length 3
        pub trucks: u32,
        /// empty cells
        pub empty: u32,
    }
    and {
        /// The results of a search, if there was one.
        #[serde(flatten)]
        pub solved: Option<SolvedColumns>,
    }
}

columns! {
    SEARCH_COLUMNS from Search:
    /// The columns that need a search.
    pub struct SolvedColumns {
        /// one shortest solution, the *printed solution*: each of its moves leads to the smallest state, by H and V, of all moves that
        /// bring the goal one move nearer
        pub solution: String,
        /// steps of the printed solution: the total number of cells by which its moves slide pieces
        pub solution_steps: u32,
        /// the fewest steps of any solution, whatever its number of moves: at most `solution_steps`, and often fewer
        pub fewest_steps: u32,
        /// states of the cluster in which the primary is at the exit
        pub goal_states: u64,
        /// states of the cluster whose depth is `greatest_depth`
        pub deepest_states: u64,
        /// the greatest depth of any state of the cluster, in moves; for a row of a database by moves it is `moves`
        pub greatest_depth: u32,
        /// the first moves of all shortest solutions, each once: the pieces in the order of their letters, to the left or up first, short
        /// before long
        pub first_moves: String,
        /// the number of first moves of shortest solutions, those in `first_moves`
        pub first_move_count: u32,
        /// the number of shortest solutions; 9223372036854775807 means that many or more
        pub shortest_solutions: i64,
        /// the letters of the pieces that move in every shortest solution
        pub always_moved: String,
        /// the letters of the pieces that move in at least one shortest solution
        pub ever_moved: String,
        /// 1 if the primary moves to the left, away from the exit, in every shortest solution, else 0
        pub primary_always_returns: u32,
        /// 1 if in every shortest solution some piece makes two moves or more, else 0
        pub always_repeats: u32,
        /// pieces that move in the printed solution, the primary among them
        pub moved_pieces: u32,
        /// moves of the primary in the printed solution
        pub primary_moves: u32,
        /// moves of the printed solution minus `moved_pieces`: moves of pieces that have moved before
        pub repeats: u32,
        /// legal moves of the board, whether or not they lead anywhere
        pub legal_moves: u32,
        /// pieces that are reached from the primary in the *blocking graph*, the primary not counted
        pub blocking_pieces: u32,
    }
}
