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

/// The place of a row in the population, until the next one is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MemberId {
    niche: usize,
    index: usize,
}

/// A row whose score is this many moves lower than another's is chosen as a parent half as often.
const TEMPERATURE: f64 = 0.7;
/// The score of a row is lower by this many moves for each doubling of the states of its cluster.
const STATES_PENALTY: f64 = 3.0;
/// The score of a row is lower by this many moves for each turn that it had as a parent.
const TURN_PENALTY: f64 = 3.0;

/// The rows that a search knows.
pub(super) struct Population {
    /// By the number of pieces.
    niches: Vec<Vec<Member>>,
    /// In thousandths of a move.
    temperature: f64,
    states_penalty: f64,
    turn_penalty: i64,
}

impl Population {
    pub(super) fn new() -> Population {
        Population::with(TEMPERATURE, STATES_PENALTY, TURN_PENALTY)
    }

    fn with(temperature: f64, states_penalty: f64, turn_penalty: f64) -> Population {
        Population {
            niches: Vec::new(),
            temperature: temperature * 1000.0,
            states_penalty: states_penalty * 1000.0,
            turn_penalty: (turn_penalty * 1000.0) as i64,
        }
    }

    /// Adds a row, which is not in the population.
    pub(super) fn add(&mut self, parent: Parent) {
        let row = &parent.puzzle;
        let niche = row.board.pieces().count();
        if niche >= self.niches.len() {
            self.niches.resize(niche + 1, Vec::new());
        }
        let score = i64::from(row.moves) * 1000 - (self.states_penalty * log2(row.cluster_size)) as i64;
        let members = &mut self.niches[niche];
        members.push(Member { parent, score, is_exhausted: false });
        if members.len() >= 2 * KEPT {
            members.retain(|member| !member.is_exhausted);
            members.sort_by_key(|member| -member.score); // stable: the order depends on nothing else
            members.truncate(KEPT);
        }
    }

    /// Draws the next parent and counts a turn for it; `None` if all rows are exhausted.
    pub(super) fn draw(&mut self, random: &mut Random) -> Option<(MemberId, Parent)> {
        let hardest: Vec<u32> = self.niches.iter().map(|members| hardest(members)).collect();
        let most = hardest.iter().copied().max().filter(|&most| most > 0)?;
        let niches: Vec<usize> = (0..hardest.len()).filter(|&niche| hardest[niche] > 0 && 2 * hardest[niche] >= most).collect();
        let niche = niches[random.below(niches.len() as u64) as usize];
        let index = self.draw_member(niche, random);
        let member = &mut self.niches[niche][index];
        member.score -= self.turn_penalty;
        Some((MemberId { niche, index }, member.parent.clone()))
    }

    /// Draws a row of a niche, which must have a row that is not exhausted.
    fn draw_member(&self, niche: usize, random: &mut Random) -> usize {
        let members = || self.niches[niche].iter().enumerate().filter(|(_, member)| !member.is_exhausted);
        let best = members().map(|(_, member)| member.score).max().expect("a row that is not exhausted");
        // rows of less than a millionth of the best one's probability are left out
        let window = (20.0 * self.temperature) as i64;
        let weighted = || {
            let near = members().filter(|(_, member)| member.score >= best - window);
            near.map(|(index, member)| {
                let loss = (best - member.score) as f64;
                (index, if loss == 0.0 { 1.0 } else { halved(loss / self.temperature) })
            })
        };
        let sum: f64 = weighted().map(|(_, weight)| weight).sum();
        // 53 bits, so that the division is exact
        let mut rest = (random.draw() >> 11) as f64 / (1u64 << 53) as f64 * sum;
        let mut last = 0;
        for (index, weight) in weighted() {
            last = index;
            rest -= weight;
            if rest < 0.0 {
                break;
            }
        }
        last
    }

    /// Notes that the test of a row found no piece that doesn't matter.
    pub(super) fn set_tested(&mut self, MemberId { niche, index }: MemberId) {
        self.niches[niche][index].parent.is_tested = true;
    }

    /// Marks a row whose turns bring hardly any new children.
    pub(super) fn exhaust(&mut self, MemberId { niche, index }: MemberId) {
        self.niches[niche][index].is_exhausted = true;
    }
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
    fn powers_of_a_half_and_logarithms_are_those_of_the_library() {
        for k in 0..6500 {
            let x = f64::from(k) / 100.0;
            let expected = if x >= 64.0 { 0.0 } else { (-x).exp2() };
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

    /// How often each number of moves is drawn. Turns cost nothing.
    fn drawn(temperature: f64, rows: Vec<Parent>) -> impl Fn(u32) -> f64 {
        let mut population = Population::with(temperature, 2.0, 0.0);
        rows.into_iter().for_each(|row| population.add(row));
        let mut random = Random::new(1);
        let moves: Vec<u32> = (0..4000).map(|_| population.draw(&mut random).expect("a row").1.puzzle.moves).collect();
        move |wanted| moves.iter().filter(|&&moves| moves == wanted).count() as f64 / 4000.0
    }

    #[test]
    fn a_row_that_is_worse_by_the_temperature_is_drawn_half_as_often() {
        let share = drawn(3.0, vec![row(20, TWO_PIECES, 64), row(17, TWO_PIECES, 64), row(16, TWO_PIECES, 32)]);
        // four doublings cost as much as eight moves; the last row is worth one move more than the second
        let expected = [1.0, 0.5, 0.5 * 2f64.powf(1.0 / 3.0)];
        for (moves, weight) in [20, 17, 16].into_iter().zip(expected) {
            assert!((share(moves) - weight / expected.iter().sum::<f64>()).abs() < 0.03, "{moves}: {}", share(moves));
        }
        let coldest = drawn(0.0, vec![row(19, TWO_PIECES, 64), row(20, TWO_PIECES, 64)]);
        assert_eq!((coldest(20), coldest(19)), (1.0, 0.0));
    }

    #[test]
    fn niches_are_drawn_alike_if_they_are_hard_enough() {
        let share = drawn(1.0, vec![row(20, THREE_PIECES, 64), row(19, THREE_PIECES, 64), row(10, TWO_PIECES, 64)]);
        assert!((share(10) - 0.5).abs() < 0.03 && share(20) > share(19));
        assert_eq!(drawn(1.0, vec![row(20, THREE_PIECES, 64), row(9, TWO_PIECES, 64)])(9), 0.0);
    }

    #[test]
    fn turns_cost_and_exhausted_rows_are_drawn_no_more() {
        let mut population = Population::with(0.0, 0.0, 3.0);
        let rows = [row(20, TWO_PIECES, 64), row(16, TWO_PIECES, 64)];
        rows.iter().for_each(|row| population.add(row.clone()));
        let mut random = Random::new(1);
        let moves: Vec<u32> = (0..5).map(|_| population.draw(&mut random).expect("a row").1.puzzle.moves).collect();
        assert_eq!(moves, [20, 20, 16, 20, 16]);
        for (turn, row) in [&rows[0], &rows[1]].into_iter().enumerate() {
            let (id, drawn) = population.draw(&mut random).expect("a row");
            assert_eq!(&drawn, row, "{turn}");
            population.exhaust(id);
        }
        assert_eq!(population.draw(&mut random).map(|(_, row)| row), None);
    }

    #[test]
    fn a_niche_that_is_too_large_keeps_its_best_rows() {
        let mut population = Population::new();
        let most = 2 * KEPT as u64;
        (0..most - 1).for_each(|k| population.add(row(5, TWO_PIECES, most - k)));
        assert_eq!(population.niches[2].len(), 2 * KEPT - 1);
        population.add(row(5, TWO_PIECES, 1));
        assert_eq!(population.niches[2].len(), KEPT);
        // scores are whole thousandths of a move, so neighbours may have the same
        assert!(population.niches[2].iter().all(|member| member.parent.puzzle.cluster_size <= KEPT as u64 + 3));
    }
}
