//! What a run cost: time, speed, memory.
use std::time::{Duration, Instant};

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
    /// The cost of finding `counts` in the wall time `elapsed` and some processor time. Memory is the whole process's.
    pub fn new(elapsed: Duration, cpu_seconds: f64, counts: &Counts) -> RunCost {
        let seconds = elapsed.as_secs_f64();
        let rate = |n: u64| n as f64 / seconds.max(1e-9);
        RunCost {
            seconds,
            candidates_per_second: rate(counts.candidates),
            states_per_second: rate(counts.states),
            cpu_seconds,
            peak_memory_bytes: peak_memory_bytes(),
        }
    }
}

/// Measures the cost of a run from its start. What the process spent before does not count: a shell may have run in it before
/// `exec`.
pub(crate) struct CostClock {
    begun: Instant,
    cpu_seconds: f64,
}

impl CostClock {
    /// Starts the clock.
    pub(crate) fn start() -> CostClock {
        CostClock { begun: Instant::now(), cpu_seconds: cpu_seconds() }
    }

    /// The cost of finding `counts` since the start.
    pub(crate) fn cost(&self, counts: &Counts) -> RunCost {
        RunCost::new(self.begun.elapsed(), cpu_seconds() - self.cpu_seconds, counts)
    }
}

/// Processor time of this process so far, in seconds, including what ran in it before `exec`.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Peak resident memory of this process in bytes: `VmHWM` of Linux, unknown elsewhere.
fn peak_memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_before_the_start_does_not_count() {
        let spent = cpu_seconds;
        let begin = spent();
        while spent() < begin + 0.1 {}
        let clock = CostClock::start();
        let before = spent();
        let cost = clock.cost(&Counts::default()).cpu_seconds;
        // Other tests of this process run meanwhile, on other threads.
        assert!(cost < 0.1 + (spent() - before) && before - begin >= 0.1, "{cost}");
        while spent() < before + 0.1 {}
        assert!(clock.cost(&Counts::default()).cpu_seconds >= 0.1);
    }
}
