//! What a run cost: time, speed, memory.
use std::time::Duration;

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
    /// Processor time of all threads in seconds; unknown on some systems.
    pub cpu_seconds: Option<f64>,
    /// Peak resident memory of the process in bytes; unknown on some systems.
    pub peak_memory_bytes: Option<u64>,
}

impl RunCost {
    /// The cost of finding `counts` in the wall time `elapsed`. Processor time and memory are those of the whole process.
    pub fn new(elapsed: Duration, counts: &Counts) -> RunCost {
        let seconds = elapsed.as_secs_f64();
        let rate = |n: u64| n as f64 / seconds.max(1e-9);
        RunCost {
            seconds,
            candidates_per_second: rate(counts.candidates),
            states_per_second: rate(counts.states),
            cpu_seconds: cpu_seconds(),
            peak_memory_bytes: peak_memory_bytes(),
        }
    }
}

/// Processor time of this process so far, in seconds.
#[cfg(target_os = "linux")]
fn cpu_seconds() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
}

#[cfg(not(target_os = "linux"))]
fn cpu_seconds() -> Option<f64> {
    None
}

/// Peak resident memory of this process in bytes: `VmHWM` of Linux, unknown elsewhere.
fn peak_memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}
