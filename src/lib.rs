//! gridlock: the exhaustive generator of the Rush Hour puzzle database.
//!
//! Arrows point one way: `cmd → run → {search, store, draw} → board`.
//! - [`board`] says what a board is; it knows no search and no file.
//! - [`search`] says what is computed; it knows no thread, no file, and prints nothing.
//! - [`store`] says what lies on disk.
//! - [`draw`] says what boards and numbers look like; it knows no file.
//! - [`run`] drives the search over threads and keeps the reader informed.
//! - [`cli`] is the command line as typed; [`cmd`] turns it into one call, and errors into messages.
pub mod board;
pub mod cli;
pub mod cmd;
pub mod draw;
pub mod run;
pub mod search;
pub mod store;
