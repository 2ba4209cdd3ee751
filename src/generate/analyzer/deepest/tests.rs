//! Each doubtful item by the fast search and by the plain one; the second deepest state with and without the findings for the
//! first.
use super::*;
use crate::board::{Bitboard, Metric, Orientation, Piece, Rules, Size, State, StopToken, WallRange};
use crate::enumerate::{Enumerator, Odometer};
use crate::generate::analyzer::hardest::find_hardest_of_mirror_image;
use crate::generate::bits::BitGathering;
use crate::generate::limits::ClusterLimits;
use crate::generate::minimality::ShortCut;
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
struct ShortCuts([u64; 4]);

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
    let Ok(Some(cluster)) = analyzer.explore_from(lines, state, LARGEST) else { return };
    // the search never sees clusters that this stage rejects
    let Some(useful) = analyzer.useful_steps(lines, &cluster) else { return };
    let deepest = analyzer.find_depths(lines, useful).expect("within the limits");
    if deepest.moves == 0 {
        return;
    }
    let mut last = deepest;
    analyzer.retrograde.visit_deepest(&analyzer.boxes, |hardest| last.hardest = hardest);
    analyzer.minimality.forget();
    for (turn, deepest) in [(WhichDeepest::First, deepest), (WhichDeepest::Second(Verdict::Yes), last)] {
        let placement = analyzer.placement(state, &deepest.hardest);
        for (line, item) in analyzer.find_doubtful(lines, &deepest, &placement).unwrap_or_default() {
            let board = without_item(lines, &placement, line, item).rest.to_state(lines);
            let Ok(plain) = solvable_within(&board, deepest.moves - 1, analyzer.metric, 200_000) else { continue };
            let found = analyzer.matters(lines, &placement, line, item, deepest.moves, turn);
            assert_eq!(found, Ok(plain), "{board} {line} {item:?} {turn:?}");
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
        let state = State::new(size, &pieces, Bitboard::EMPTY).ok().filter(|state| Rules::of_size(size).check(state).is_ok())?;
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
        let fewest = [ShortCut::OnlyTouching, ShortCut::KnownPath, ShortCut::MetBefore].map(|short_cut| taken.times(short_cut));
        assert!(met.matter.min(met.do_not) >= least && fewest.iter().all(|&times| times >= least), "{N}: {met:?} {taken:?}");
    }
    taken.iter().map(|taken| taken.times(ShortCut::TooLate)).sum()
}

#[test]
fn doubtful_items_have_the_answer_of_the_plain_search() {
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

/// For the two deepest states of the clusters of candidates, compares the second answer with and without knowledge of the first;
/// returns how many second answers are yes, no for an item, and no for all.
fn compare_deepest<const N: usize>(lines: &LineTables<N>, candidates: &[Placement<N>], metric: Metric) -> [usize; 3] {
    let mut analyzer = analyzer(metric);
    let mut met = [0; 3];
    for candidate in candidates {
        let Ok(Some(cluster)) = analyzer.explore(lines, candidate) else { continue };
        let Some(useful) = analyzer.useful_steps(lines, &cluster) else { continue };
        let Ok(first) = analyzer.find_depths(lines, useful) else { continue };
        let second = find_hardest_of_mirror_image(lines, &analyzer.boxes, &analyzer.retrograde);
        let second = Deepest { hardest: second, ..first };
        let placements = [first, second].map(|state| analyzer.placement(candidate, &state.hardest));
        let mut ask = |number: usize, turn| {
            analyzer.is_minimal(lines, &[first, second][number], &placements[number], turn).expect("a small search")
        };
        let first = ask(0, WhichDeepest::First);
        let (told, untold) = (ask(1, WhichDeepest::Second(first)), ask(1, WhichDeepest::Only));
        let board = placements[1].to_state(lines);
        assert_eq!(told == Verdict::Yes, untold == Verdict::Yes, "{board}");
        assert_eq!(first == Verdict::NoneIs, untold == Verdict::NoneIs, "{board}");
        met[match told {
            Verdict::Yes => 0,
            Verdict::NoFor(..) => 1,
            Verdict::NoneIs => 2,
        }] += 1;
    }
    met
}

#[test]
fn the_second_deepest_state_has_the_same_answer_with_and_without_the_first() {
    fn check<const N: usize>(walls: &str, count: usize) {
        let lines = LineTables::<N>::new(2);
        let candidates = candidates(&lines, walls, count);
        for metric in [Metric::Moves, Metric::Steps] {
            let met = compare_deepest(&lines, &candidates, metric);
            assert!(met.iter().all(|&count| count > 0), "{N}: {met:?}");
        }
    }
    check::<5>("0..1", 20_000);
    check::<7>("0", 2_000);
}
