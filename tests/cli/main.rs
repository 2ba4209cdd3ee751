//! The program from outside: the files it writes, its messages and exit codes.
#![cfg(all(feature = "cli", unix))]

mod files;
mod forms;
mod generate;
#[cfg(all(feature = "database", feature = "pictures"))]
mod how_do_i;
mod hunt;
mod levels;
mod merge;
mod messages;

mod metric;
mod options;
mod own_boards;
mod packs;
mod pictures;
mod play;
#[cfg(target_os = "linux")]
mod progress;
mod ranks;
mod readme;
mod resume;
mod sandbox;
mod select;
mod shapes;
mod solve;
mod stats;
mod status;
mod stop;
mod tables;
mod verify;

use sandbox::{Printed, Running, Sandbox, board_of, count_rows, header, numbers, objects, stderr, wait_until};
