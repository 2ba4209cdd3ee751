//! What a run cost: time, speed, memory.
use std::time::Instant;

use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;

use crate::generate::Counts;

/// What a run cost.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RunCost {
    /// Wall time in seconds.
    pub seconds: f64,
    /// Candidates per second of wall time.
    pub candidates_per_second: f64,
    /// States in solvable clusters per second of wall time.
    pub states_per_second: f64,
    /// Processor time of all threads in seconds.
    pub cpu_seconds: f64,
    /// Peak resident memory of the process in bytes; unknown on some systems.
    pub peak_memory_bytes: Option<u64>,
}

impl RunCost {
    /// The cost of finding `counts` since the run began. Processor time and memory are the whole process's.
    pub fn since(begun: Instant, counts: &Counts) -> RunCost {
        let seconds = begun.elapsed().as_secs_f64();
        let rate = |n: u64| n as f64 / seconds.max(1e-9);
        RunCost {
            seconds,
            candidates_per_second: rate(counts.candidates),
            states_per_second: rate(counts.states),
            cpu_seconds: seconds_of(ClockId::ProcessCPUTime),
            peak_memory_bytes: peak_memory_bytes(),
        }
    }
}

/// What a clock of the system shows, in seconds.
pub(in crate::run) fn seconds_of(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Peak resident memory of this process in bytes: `VmHWM` of Linux, unknown elsewhere.
fn peak_memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}
