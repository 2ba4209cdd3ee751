//! The rows that a search knows, and which of them becomes a parent next.
//!
//! The *score* of a row is its moves, minus a penalty for each doubling of its cluster and for each turn that it had as a parent.
//! Rows compete only with rows of as many pieces: a board with one piece fewer is seldom as hard, but it may be one piece away
//! from a much harder one. So each number of pieces is a *niche* (as in quality-diversity algorithms, e.g. MAP-Elites, Mouret and
//! Clune 2015). A parent is drawn in two steps:
//! 1. a niche, all equally likely, among those whose hardest row has at least half as many moves as the hardest of all;
//! 2. a row of it, with a probability proportional to 2^(score / temperature) (Boltzmann selection).
//!
//! It uses only sums, products and square roots of floating-point numbers, which every machine rounds in the same way, so a seed
//! gives the same search everywhere.
use crate::board::Puzzle;
use crate::random::Random;

/// A niche that has twice as many rows as this is cut down to this many, those with the highest scores.
const KEPT: usize = 10_000;

/// A row, or a board that may be one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Parent {
    /// The unsolved state of its cluster.
    pub puzzle: Puzzle,
    /// Whether it was tested for pieces that don't matter.
    pub is_tested: bool,
}

/// A row of the population.
#[derive(Clone, Debug)]
struct Member {
    parent: Parent,
    /// In thousandths of a move.
    score: i64,
    /// Whether its turns bring hardly any new children.
    is_exhausted: bool,
}

/// The place of a row in the population, its niche and its index there, until the next one is added.
pub(super) type MemberId = (usize, usize);

// In thousandths of a move:
/// A row whose score is lower than another's by this is chosen as a parent half as often.
const TEMPERATURE: f64 = 700.0;
/// The score of a row is lower by this for each doubling of the states of its cluster.
const STATES_PENALTY: f64 = 3000.0;
/// The score of a row is lower by this for each turn that it had as a parent.
const TURN_PENALTY: i64 = 3000;
/// Rows whose score is lower than the best by this, and so have less than a millionth of its probability, are left out.
const WINDOW: i64 = 14_000;

/// The rows that a search knows, by the number of pieces.
#[derive(Default)]
pub(super) struct Population(Vec<Vec<Member>>);

impl Population {
    /// Adds a row, which is not in the population.
    pub(super) fn add(&mut self, parent: Parent) {
        let row = &parent.puzzle;
        let niche = row.board.pieces().count();
        if niche >= self.0.len() {
            self.0.resize(niche + 1, Vec::new());
        }
        let score = i64::from(row.moves) * 1000 - (STATES_PENALTY * log2(row.cluster_size)) as i64;
        let members = &mut self.0[niche];
        members.push(Member { parent, score, is_exhausted: false });
        if members.len() >= 2 * KEPT {
            members.retain(|member| !member.is_exhausted);
            members.sort_by_key(|member| -member.score); // stable: the order depends on nothing else
            members.truncate(KEPT);
        }
    }

    /// Draws the next parent and counts a turn for it; `None` if all rows are exhausted.
    pub(super) fn draw(&mut self, random: &mut Random) -> Option<(MemberId, Parent)> {
        let hardest: Vec<u32> = self.0.iter().map(|members| hardest(members)).collect();
        let most = hardest.iter().copied().max()?;
        let niche = random.one_of((0..hardest.len()).filter(|&niche| hardest[niche] > 0 && 2 * hardest[niche] >= most))?;
        let index = draw_member(&self.0[niche], random);
        let member = &mut self.0[niche][index];
        member.score -= TURN_PENALTY;
        Some(((niche, index), member.parent.clone()))
    }

    /// Notes that the test of a row found no piece that doesn't matter.
    pub(super) fn set_tested(&mut self, (niche, index): MemberId) {
        self.0[niche][index].parent.is_tested = true;
    }

    /// Marks a row whose turns bring hardly any new children.
    pub(super) fn exhaust(&mut self, (niche, index): MemberId) {
        self.0[niche][index].is_exhausted = true;
    }
}

/// Draws a row of a niche, which must have a row that is not exhausted.
fn draw_member(members: &[Member], random: &mut Random) -> usize {
    let fresh = || members.iter().enumerate().filter(|(_, member)| !member.is_exhausted);
    let best = fresh().map(|(_, member)| member.score).max().expect("a row that is not exhausted");
    let near = fresh().filter(|(_, member)| member.score >= best - WINDOW);
    let weighted: Vec<(usize, f64)> =
        near.map(|(index, member)| (index, halved((best - member.score) as f64 / TEMPERATURE))).collect();
    let sum: f64 = weighted.iter().map(|(_, weight)| weight).sum();
    // 53 bits, so that the division is exact
    let mut rest = (random.draw() >> 11) as f64 / (1u64 << 53) as f64 * sum;
    let drawn = weighted.iter().find(|(_, weight)| {
        rest -= weight;
        rest < 0.0
    });
    drawn.or(weighted.last()).expect("the best row").0
}

/// The most moves of a row that is not exhausted; 0 if there is none. Only a row of the primary alone has 0 or 1 moves.
fn hardest(members: &[Member]) -> u32 {
    members.iter().filter(|member| !member.is_exhausted).map(|member| member.parent.puzzle.moves.max(1)).max().unwrap_or(0)
}

/// The logarithm to base 2 of a number of at least 1, linear between powers of two, so up to 0.09 too low.
fn log2(n: u64) -> f64 {
    let whole = n.ilog2();
    f64::from(whole) + (n - (1 << whole)) as f64 / (1u64 << whole) as f64
}

/// 2^-x for x from 0 to 63, correct to about nine digits.
fn halved(x: f64) -> f64 {
    let (mut result, mut rest) = (1.0 / (1u64 << x as u64) as f64, x.fract());
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
    fn powers_of_a_half_and_logarithms_are_those_of_the_library() {
        for k in 0..6300 {
            let x = f64::from(k) / 100.0;
            let expected = (-x).exp2();
            assert!((halved(x) - expected).abs() <= 1e-8 * expected, "{x}");
        }
        for n in (1..5000).chain([1 << 40, (1 << 40) + 1, u64::MAX]) {
            let error = (n as f64).log2() - log2(n);
            assert!((-1e-9..0.0861).contains(&error), "{n}: {error}");
        }
    }

    fn row(moves: u32, board: &str, states: u64) -> Parent {
        let puzzle = Puzzle { moves, board: board.parse().expect("a board"), cluster_size: states };
        Parent { puzzle, is_tested: true }
    }

    const TWO_PIECES: &str = "oooBAAoBoooooooo";
    const THREE_PIECES: &str = "oooBAAoBooooooCC";

    fn population(rows: &[Parent]) -> Population {
        let mut population = Population::default();
        rows.iter().for_each(|row| population.add(row.clone()));
        population
    }

    /// How often each number of moves is drawn, each time from a population whose rows had no turn.
    fn drawn(rows: &[Parent]) -> impl Fn(u32) -> f64 + use<> {
        let mut random = Random::new(1);
        let moves: Vec<u32> = (0..4000).map(|_| population(rows).draw(&mut random).expect("a row").1.puzzle.moves).collect();
        move |wanted| moves.iter().filter(|&&moves| moves == wanted).count() as f64 / 4000.0
    }

    #[test]
    fn a_row_of_a_lower_score_is_drawn_less_often() {
        let share = drawn(&[row(30, TWO_PIECES, 64), row(29, TWO_PIECES, 64), row(32, TWO_PIECES, 128)]);
        // a doubling costs as much as three moves, so both of the others are worth one move less than the first
        let less = 0.5f64.powf(1.0 / 0.7);
        for (moves, weight) in [30, 29, 32].into_iter().zip([1.0, less, less]) {
            assert!((share(moves) - weight / (1.0 + 2.0 * less)).abs() < 0.03, "{moves}: {}", share(moves));
        }
        let far = drawn(&[row(19, TWO_PIECES, 64), row(34, TWO_PIECES, 64)]);
        assert_eq!((far(34), far(19)), (1.0, 0.0));
    }

    #[test]
    fn niches_are_drawn_alike_if_they_are_hard_enough() {
        let share = drawn(&[row(20, THREE_PIECES, 64), row(19, THREE_PIECES, 64), row(10, TWO_PIECES, 64)]);
        assert!((share(10) - 0.5).abs() < 0.03 && share(20) > share(19));
        assert_eq!(drawn(&[row(20, THREE_PIECES, 64), row(9, TWO_PIECES, 64)])(9), 0.0);
    }

    #[test]
    fn turns_cost_and_exhausted_rows_are_drawn_no_more() {
        let rows = [row(29, TWO_PIECES, 64), row(20, TWO_PIECES, 64)];
        let mut population = population(&rows);
        let mut random = Random::new(1);
        let moves: Vec<u32> = (0..41).map(|_| population.draw(&mut random).expect("a row").1.puzzle.moves).collect();
        let hard = moves.iter().filter(|&&moves| moves == 29).count();
        assert!((21..=23).contains(&hard), "three turns more than the other: {moves:?}");
        let mut left = Vec::from(rows);
        while let Some((id, drawn)) = population.draw(&mut random) {
            left.retain(|row| *row != drawn);
            population.exhaust(id);
        }
        assert_eq!((left, population.draw(&mut random)), (vec![], None));
    }

    #[test]
    fn a_niche_that_is_too_large_keeps_its_best_rows() {
        let mut population = Population::default();
        let most = 2 * KEPT as u64;
        (0..most - 1).for_each(|k| population.add(row(5, TWO_PIECES, most - k)));
        assert_eq!(population.0[2].len(), 2 * KEPT - 1);
        population.add(row(5, TWO_PIECES, 1));
        assert_eq!(population.0[2].len(), KEPT);
        // scores are whole thousandths of a move, so neighbours may have the same
        assert!(population.0[2].iter().all(|member| member.parent.puzzle.cluster_size <= KEPT as u64 + 3));
    }
}
