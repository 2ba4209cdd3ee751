//! Which changes a search accepts: simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983) with a temperature that falls evenly to 0.
//!
//! Uses only sums, products and square roots of floating-point numbers, which every machine rounds in the same way. So a seed gives the same
//! search everywhere.
use crate::random::Random;

/// The temperatures of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cooling {
    /// The temperature at the beginning, in moves.
    pub start: f64,
}

impl Cooling {
    /// Whether to go on from a board that is worse by `loss` thousandths of a move, after a share of the search from 0 to 1. A board that is
    /// not worse is always accepted. Draws one random number in any case, so that the draws do not depend on the outcome.
    pub(super) fn accepts(self, loss: i64, share: f64, random: &mut Random) -> bool {
        let draw = random.draw();
        if loss <= 0 {
            return true;
        }
        let temperature = self.start * (1.0 - share);
        temperature > 0.0 && (draw as f64) < halved(loss as f64 / 1000.0 / temperature) * 2f64.powi(64)
    }
}

/// 2^-x for x of at least 0, correct to about nine digits.
fn halved(x: f64) -> f64 {
    if x >= 64.0 {
        return 0.0;
    }
    let whole = x as u64;
    let mut rest = x - whole as f64;
    let mut result = 1.0 / (1u64 << whole) as f64;
    let mut root: f64 = 0.5;
    for _ in 0..32 {
        // `root` is 2^(-1/2), 2^(-1/4), ...: one for each binary digit of the rest
        root = root.sqrt();
        rest *= 2.0;
        if rest >= 1.0 {
            result *= root;
            rest -= 1.0;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_a_half_are_those_of_the_library() {
        for k in 0..6500 {
            let x = f64::from(k) / 100.0;
            let expected = if x >= 64.0 { 0.0 } else { (-x).exp2() };
            assert!((halved(x) - expected).abs() <= 1e-8 * expected, "{x}");
        }
    }

    #[test]
    fn a_loss_of_the_temperature_is_accepted_half_of_the_time() {
        let cooling = Cooling { start: 2.0 };
        let mut random = Random::new(1);
        let mut share =
            |loss: i64, done: f64| (0..4000).filter(|_| cooling.accepts(loss, done, &mut random)).count() as f64 / 4000.0;
        assert_eq!((share(0, 0.5), share(-1000, 0.999)), (1.0, 1.0));
        assert!((share(2000, 0.0) - 0.5).abs() < 0.04 && (share(1000, 0.5) - 0.5).abs() < 0.04);
        assert!((share(4000, 0.0) - 0.25).abs() < 0.04);
        assert_eq!((share(1, 1.0), share(2000, 1.0)), (0.0, 0.0));
    }
}
