//! The program from outside: the files it writes, its messages and exit codes.
#![cfg(all(feature = "cli", unix))]

mod asked;
mod claims;
mod damaged;
mod deep;
mod doors;
mod errors;
mod exit_codes;
#[cfg(target_os = "linux")]
mod failing_calls;
mod foreign;
mod generate;
mod hostile;
#[cfg(all(feature = "database", feature = "pictures"))]
mod how_do_i;
mod hunt;
mod interrupt;
mod levels;
mod links;
mod merge;
mod messages;
mod metric;
mod packs;
mod pictures;
mod play;
#[cfg(target_os = "linux")]
mod progress;
mod ranks;
mod readme;
mod resume;
mod running;
mod sandbox;
mod select;
mod shapes;
mod snapshots;
mod solve;
mod stats;
mod status;
mod stop;
mod tables;
mod verify;

use sandbox::{Printed, Sandbox, board_of, count_rows, header, numbers, objects, stderr, wait_until};
