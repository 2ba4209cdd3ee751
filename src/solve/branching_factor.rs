//! The effective branching factor, for comparing searches with different bounds.

/// The effective branching factor of a search that visited `visited` states to find a solution of length `depth`.
///
/// It is the number of successors that each state has in a uniform tree with as many states below the root: the b with
/// b + b² + ... + b^depth = visited. 0 for depth 0.
pub fn branching_factor(visited: u64, depth: u32) -> f64 {
    if depth == 0 {
        return 0.0;
    }
    let states = |b: f64| (1..=depth).map(|k| b.powi(k as i32)).sum::<f64>();
    let (mut low, mut high) = (0.0, visited as f64);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if states(middle) < visited as f64 { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uniform_tree_has_its_own_factor() {
        assert!((branching_factor(14, 3) - 2.0).abs() < 1e-9, "2 + 4 + 8");
        assert_eq!(branching_factor(0, 0), 0.0);
    }
}
