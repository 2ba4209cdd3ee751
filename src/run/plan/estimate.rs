//! Estimates a total from a sample, using a quantity whose exact total is known.
use serde::Serialize;

/// Half the width of a 95 % confidence interval, in standard errors.
const STANDARD_ERRORS: f64 = 1.96;

/// An estimate with its 95 % confidence interval, `value - margin` to `value + margin`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Half the width of the interval.
    pub margin: f64,
}

impl Estimate {
    /// The estimate of the quantity multiplied by an exact factor.
    pub fn times(self, factor: f64) -> Estimate {
        Estimate { value: self.value * factor, margin: self.margin * factor }
    }
}

/// Estimates the total of a quantity over `units` sampling units, from its `values` in a sample of them.
///
/// This is the regression estimator of survey sampling. The number of states in each sampled unit is known (`states`), and so is
/// the exact mean over all units (`states_mean`). If by chance the sample has too many states per unit, the mean of the values is
/// corrected by the slope of values against states. Only the residuals of that line are due to chance, and they give the margin.
pub(super) fn estimate_total(values: &[f64], states: &[f64], states_mean: f64, units: f64) -> Estimate {
    let n = values.len() as f64;
    let mean = |x: &[f64]| x.iter().sum::<f64>() / n;
    let (value_mean, state_mean) = (mean(values), mean(states));
    let deviations = || values.iter().zip(states).map(|(v, s)| (v - value_mean, s - state_mean));
    let variance: f64 = deviations().map(|(_, s)| s * s).sum();
    let slope = if variance > 0.0 { deviations().map(|(v, s)| v * s).sum::<f64>() / variance } else { 0.0 };
    let residuals: f64 = deviations().map(|(v, s)| (v - slope * s).powi(2)).sum();
    let error = (residuals / (n - 1.0) / n).sqrt();
    let value = value_mean + slope * (states_mean - state_mean);
    Estimate { value: (value * units).max(0.0), margin: STANDARD_ERRORS * error * units }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantity_that_goes_with_the_states_is_known_exactly() {
        let estimate = estimate_total(&[1.0, 2.0, 9.0], &[10.0, 20.0, 90.0], 50.0, 7.0);
        assert!((estimate.value - 35.0).abs() < 1e-9 && estimate.margin < 1e-6, "{estimate:?}");
    }
}
