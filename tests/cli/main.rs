//! The program from outside: the files it writes, its messages and exit codes.
#![cfg(feature = "cli")]

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
#[cfg(unix)]
mod hostile;
#[cfg(all(feature = "database", feature = "pictures"))]
mod how_do_i;
mod hunt;
#[cfg(unix)]
mod interrupt;
mod levels;
#[cfg(unix)]
mod links;
mod merge;
#[cfg(unix)]
mod messages;
mod metric;
#[cfg(unix)]
mod other_users;
mod packs;
mod pictures;
mod play;
#[cfg(target_os = "linux")]
mod progress;
mod ranks;
mod readme;
mod resume;
#[cfg(unix)]
mod running;
mod sandbox;
mod select;
mod shapes;
mod snapshots;
mod solve;
mod stats;
#[cfg(unix)]
mod stop;
mod tables;
mod verify;

use sandbox::{Printed, Sandbox, count_rows, header, objects, stderr, wait_until};
