//! How long the rest of a run takes, where its parts do not all cost the same.
use std::time::Duration;

/// After this share of the work, enough of the run was measured, and only its own speed counts.
const KNOWN: f64 = 0.125;

/// The cost of work by position, estimated from a short sample. Empty if the cost is assumed to be even.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Forecast {
    /// The seconds that the work needs up to the end of each of some equal parts.
    ends: Vec<f64>,
}

impl Forecast {
    /// The forecast for work in equal parts that take these seconds each.
    pub fn of_parts(seconds: &[f64]) -> Forecast {
        let mut end = 0.0;
        let add = |seconds: &f64| {
            end += seconds;
            end
        };
        Forecast { ends: seconds.iter().map(add).collect() }
    }

    /// The seconds up to a share of the work.
    fn until(&self, share: f64) -> f64 {
        let place = share.clamp(0.0, 1.0) * self.ends.len() as f64;
        let part = (place as usize).min(self.ends.len() - 1);
        let begin = if part == 0 { 0.0 } else { self.ends[part - 1] };
        begin + (self.ends[part] - begin) * (place - part as f64)
    }

    /// The seconds that the rest takes if `done` of `total` are done and the run began at `before`, `elapsed` ago; `None` before
    /// anything is known.
    ///
    /// The sample says what each part costs on this machine. The run itself shows how much slower or faster it is, the more
    /// reliably the more of it is done.
    pub fn left(&self, before: u64, done: u64, total: u64, elapsed: Duration) -> Option<f64> {
        let (elapsed, now) = (elapsed.as_secs_f64(), done.saturating_sub(before) as f64);
        if self.ends.is_empty() {
            return (now > 0.0 && elapsed > 0.0).then(|| total.saturating_sub(done) as f64 * elapsed / now);
        }
        let share = |position: u64| position as f64 / total.max(1) as f64;
        let rest = self.until(1.0) - self.until(share(done));
        let expected = self.until(share(done)) - self.until(share(before));
        let weight = ((share(done) - share(before)) / KNOWN).clamp(0.0, 1.0);
        let slower = if expected > 0.0 { elapsed / expected } else { 1.0 };
        Some(rest * (1.0 + weight * (slower - 1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_beginning_is_known_to_be_one() {
        // the first tenth costs twice as much as each other one
        let forecast = Forecast::of_parts(&[20.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0]);
        let left = |before, done, seconds| forecast.left(before, done, 1000, Duration::from_secs_f64(seconds)).expect("known");
        assert!((left(0, 0, 0.0) - 110.0).abs() < 1e-9);
        assert!((left(0, 50, 10.0) - 100.0).abs() < 1e-9, "the speed of the first part is not that of the others");
        assert!((left(0, 500, 60.0) - 50.0).abs() < 1e-9);
        assert!((left(0, 500, 120.0) - 100.0).abs() < 1e-9, "twice as slow as the sample");
        assert!((left(400, 500, 10.0) - 50.0).abs() < 1e-9, "resumed");
        let even = Forecast::default();
        assert_eq!(even.left(0, 250, 1000, Duration::from_secs(10)), Some(30.0));
        assert_eq!(
            (even.left(5, 5, 1000, Duration::from_secs(10)), even.left(0, 1000, 1000, Duration::from_secs(9))),
            (None, Some(0.0))
        );
    }
}
