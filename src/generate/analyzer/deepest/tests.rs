//! Each doubtful item by the fast search and by the plain one.
use super::*;
use crate::board::{CellSet, Metric, Orientation, Piece, Rules, Size, State, StopToken, WallRange};
use crate::enumerate::{Enumerator, Odometer};
use crate::generate::ClusterLimits;
use crate::generate::bits::BitGathering;
use crate::generate::minimality::ShortCut;
use crate::lines::LineTables;
use crate::reference::solvable_within;

/// Clusters with more states or boxes than this are left out.
const LARGEST: usize = 20_000;

/// What was met: items that matter, and that do not.
#[derive(Default, Debug)]
struct Met {
    matter: u64,
    do_not: u64,
}

/// How often each short cut was taken.
#[derive(Default, Debug)]
struct ShortCuts([u64; 2]);

impl Probe for ShortCuts {
    fn taken(&mut self, short_cut: ShortCut) {
        self.0[short_cut as usize] += 1;
    }
}

impl ShortCuts {
    fn times(&self, short_cut: ShortCut) -> u64 {
        self.0[short_cut as usize]
    }
}

/// Compares the answers for each doubtful item of the unsolved state of a state's cluster, and then of another deepest state.
fn compare<const N: usize>(
    analyzer: &mut ClusterAnalyzer<N, ShortCuts>,
    lines: &LineTables<N>,
    state: &Placement<N>,
    met: &mut Met,
) {
    let metric = analyzer.metric;
    let Ok(Some(mut explored)) = analyzer.explore_alone(lines, state, Some(LARGEST)) else { return };
    // the search never sees clusters that this stage rejects
    let Some(mut relevant) = explored.relevant() else { return };
    let mut solved = relevant.depths().expect("within the limits");
    if solved.moves == 0 {
        return;
    }
    let mut last = solved.hardest;
    solved.analyzer.retrograde.visit_deepest(&solved.analyzer.boxes, |hardest| last = hardest);
    for deepest in [solved.hardest, last] {
        let placement = solved.row_of(&deepest).hardest;
        for (line, item) in solved.find_doubtful(&deepest, &placement).unwrap_or_default() {
            let board = RemovedItem::of(lines, &placement, line, item).rest.to_state(lines);
            let Ok(plain) = solvable_within(&board, solved.moves - 1, metric, 200_000) else { continue };
            assert_eq!(solved.matters(&placement, line, item), Ok(plain), "{board} {line} {item:?}");
            *if plain { &mut met.matter } else { &mut met.do_not } += 1;
        }
    }
}

fn analyzer<const N: usize>(metric: Metric) -> ClusterAnalyzer<N, ShortCuts> {
    let limits = ClusterLimits { boxes: LARGEST, ..ClusterLimits::REPRESENTABLE };
    ClusterAnalyzer::with_probe(BitGathering::fastest()).with_metric(metric).with_limits(limits)
}

/// Random candidates of a size.
fn candidates<const N: usize>(lines: &LineTables<N>, walls: &str, count: usize) -> Vec<Placement<N>> {
    let walls: WallRange = walls.parse().expect("a range");
    let enumerator = Enumerator::new(lines, walls, StopToken::NEVER).expect("few enough candidates");
    let mut odometer = Odometer::new(&enumerator);
    let mut random = fastrand::Rng::with_seed(23);
    let mut found = vec![];
    for _ in 0..count {
        odometer.visit(random.u64(..enumerator.candidates()), 1, 1, |candidate| found.push(*candidate));
    }
    found
}

/// Random boards of 8×8, which is not enumerated.
fn boards_8x8(lines: &LineTables<8>, count: usize) -> Vec<Placement<8>> {
    let size = Size::square(8).expect("a size");
    let mut random = fastrand::Rng::with_seed(8);
    let mut board = || {
        let primary =
            Piece { orientation: Orientation::Horizontal, row: size.primary_row(), column: random.usize(..3), length: 2 };
        let (mut pieces, mut taken) = (vec![primary], primary.cells(size));
        for _ in 0..500 {
            let orientation = if random.bool() { Orientation::Horizontal } else { Orientation::Vertical };
            let piece = Piece { orientation, row: random.usize(..8), column: random.usize(..8), length: random.usize(2..=3) };
            if piece.check(size).is_ok() && !piece.cells(size).intersects(taken) && taken.len() < 52 {
                taken |= piece.cells(size);
                pieces.push(piece);
            }
        }
        let state = State::new(size, &pieces, CellSet::EMPTY).ok().filter(|state| Rules::of_size(size).check(state).is_ok())?;
        Placement::from_state(lines, &state)
    };
    (0..count).filter_map(|_| board()).collect()
}

/// Compares all answers for some clusters, in moves and in steps: at least `least` of each kind, and at least as many states from
/// which only moves into the old place are made. Returns how many states were dropped.
fn compare_all<const N: usize>(lines: &LineTables<N>, states: &[Placement<N>], least: u64) -> u64 {
    let mut met = [Met::default(), Met::default()];
    let (mut by_moves, mut by_steps) = (analyzer(Metric::Moves), analyzer(Metric::Steps));
    for state in states {
        compare(&mut by_moves, lines, state, &mut met[0]);
        compare(&mut by_steps, lines, state, &mut met[1]);
    }
    let taken = [by_moves, by_steps].map(|analyzer| analyzer.minimality.probe);
    for (met, taken) in met.iter().zip(&taken) {
        println!("{N}: {met:?} {taken:?}");
        let fewest = met.matter.min(met.do_not).min(taken.times(ShortCut::OnlyTouching));
        assert!(fewest >= least, "{N}: {met:?} {taken:?}");
    }
    taken.iter().map(|taken| taken.times(ShortCut::TooLate)).sum()
}

#[test]
fn doubtful_items_have_the_answer_of_the_plain_search_at_length() {
    fn check<const N: usize>(walls: &str, count: usize, least: u64) -> u64 {
        let lines = LineTables::<N>::new(2);
        compare_all(&lines, &candidates(&lines, walls, count), least)
    }
    // on 4×4 no item is left for a search
    check::<4>("0..2", 20_000, 0);
    check::<5>("0..2", 30_000, 100);
    assert!(check::<6>("0..2", 10_000, 100) > 10);
    assert!(check::<7>("0", 700, 50) > 5);
    let lines = LineTables::<8>::new(0);
    compare_all(&lines, &boards_8x8(&lines, 3_000), 1);
}
