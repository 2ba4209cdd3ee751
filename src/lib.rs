//! gridlock: the exhaustive generator of the Rush Hour puzzle database.
pub mod board;
pub mod cli;
pub mod database;
pub mod draw;
pub mod enumerate;
pub mod files;
pub mod generate;
pub mod job;
pub mod random;
pub mod reference;
pub mod solve;
pub mod verify;
