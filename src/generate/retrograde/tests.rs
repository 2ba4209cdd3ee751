//! Sets of states against states one by one, in boxes of one word and of several.
use super::*;
use crate::board::StopToken;
use crate::enumerate::{Enumerator, Odometer};
use rustc_hash::FxHashMap;

/// Sets of states by word.
type StatesByWord = FxHashMap<u32, u64>;

/// Calls `visit` with some 7×7 clusters in which at least one box has several words; all their states are unvisited.
fn with_clusters(mut visit: impl FnMut(&LineTables<7>, &mut BoxGraph<7>, &mut RetrogradeAnalysis<7>, &mut fastrand::Rng)) {
    let lines = LineTables::<7>::new(0);
    let enumerator = Enumerator::new(&lines, "0".parse().expect("a range"), StopToken::NEVER).expect("few enough candidates");
    let mut odometer = Odometer::new(&enumerator);
    let limits = ClusterLimits { boxes: 5_000, ..ClusterLimits::REPRESENTABLE };
    let mut rng = fastrand::Rng::with_seed(21);
    let (mut boxes, mut analysis) = (BoxGraph::default(), RetrogradeAnalysis::default());
    let mut clusters = 0;
    while clusters < 20 {
        let rank = rng.u64(..enumerator.candidates());
        let mut explored = None;
        odometer.visit(rank, 1, 1, |candidate| explored = Some(boxes.search::<true>(&lines, candidate, &limits, &mut ())));
        if explored != Some(Ok(true)) {
            continue;
        }
        analysis.number_states(&boxes, &limits).expect("within the limits");
        if analysis.indexes.iter().all(StateIndex::is_one_word::<7>) {
            continue;
        }
        clusters += 1;
        analysis.frontier.states_left = u64::MAX / 2;
        visit(&lines, &mut boxes, &mut analysis, &mut rng);
    }
}

/// Some states of a random word: its box, its number, the states.
fn random_states(analysis: &RetrogradeAnalysis<7>, rng: &mut fastrand::Rng) -> (u32, u32, u64) {
    let word = rng.u32(..analysis.frontier.words.len() as u32);
    let node = analysis.frontier.box_of_word[word as usize];
    let bits = rng.u64(..) & ones(analysis.indexes[node as usize].states_per_word());
    (node, word, bits)
}

/// The inner configurations of states of a word, one by one.
fn inner_configs(boxes: &BoxGraph<7>, analysis: &RetrogradeAnalysis<7>, node: u32, word: u32, bits: u64) -> Vec<[u8; 8]> {
    let (components, index) = (&boxes.nodes[node as usize].components, &analysis.indexes[node as usize]);
    let of_bit = |bit| index.decode(components, &analysis.order, bit, word - index.first_word);
    (0..64).filter(|bit| bits >> bit & 1 == 1).map(of_bit).collect()
}

/// Removes all states from the next level and returns them.
fn take_next(analysis: &mut RetrogradeAnalysis<7>) -> Vec<FrontierWord<7>> {
    let next = std::mem::take(&mut analysis.frontier.next);
    next.iter().for_each(|entry| analysis.frontier.words[entry.word as usize].position_in_next = NONE);
    next
}

fn steps_of_outer_pieces<B: Bits>(gather: B) {
    let (mut between_words, mut across_words) = (0, 0);
    with_clusters(|lines, boxes, analysis, rng| {
        for _ in 0..200 {
            let (node, word, bits) = random_states(analysis, rng);
            let slots = boxes.nodes[node as usize].linked_slots;
            for place in (0..64).filter(|place| slots >> place & 1 == 1) {
                let (j, slot) = (place / 8, place % 8);
                let config = boxes.outer_config(&boxes.nodes[node as usize], j);
                let step = lines.step(boxes.outer[j], config, slot).expect("a linked slot has a step");
                let mut expected = StatesByWord::default();
                for to in boxes.neighbours(node as usize, j, slot) {
                    let components = &boxes.nodes[to as usize].components;
                    for inner in inner_configs(boxes, analysis, node, word, bits) {
                        if (0..7).all(|p| components[p] >> inner[p] & 1 == 1) {
                            let (word, bit) = analysis.indexes[to as usize].locate(components, &analysis.order, &inner);
                            *expected.entry(word).or_default() |= 1 << bit;
                        }
                    }
                    let one_word = |node: u32| analysis.indexes[node as usize].is_one_word::<7>();
                    *if one_word(node) && one_word(to) { &mut between_words } else { &mut across_words } += 1;
                }
                analysis.carry_to_neighbours(gather, boxes, Slide { bits, word, node }, j, &step);
                let mut slides = StatesByWord::default();
                for slide in std::mem::take(&mut analysis.slides) {
                    assert_eq!(slide.node, analysis.frontier.box_of_word[slide.word as usize]);
                    *slides.entry(slide.word).or_default() |= slide.bits;
                }
                let next = take_next(analysis);
                assert!(next.iter().all(|entry| entry.bits == entry.by_outer[j]));
                let found: StatesByWord = next.iter().map(|entry| (entry.word, entry.bits)).collect();
                assert_eq!((&found, &slides), (&expected, &expected), "box {node}, line {j}, {step:?}");
            }
        }
    });
    assert!(between_words > 100 && across_words > 100, "{between_words} {across_words}");
}

fn moves_of_inner_pieces<B: Bits>(gather: B) {
    let (mut of_high_lines, mut into_last_word, mut in_visited_boxes) = (0, 0, 0);
    with_clusters(|lines, boxes, analysis, rng| {
        boxes.nodes.iter_mut().for_each(|node| node.linked_slots = 0); // no slides
        analysis.moved_inner = u32::MAX;
        for _ in 0..200 {
            let (node, word, bits) = random_states(analysis, rng);
            let (components, index) = (boxes.nodes[node as usize].components, analysis.indexes[node as usize]);
            // now and then one word of the box has unvisited states, or none has
            let words = index.first_word..index.first_word + analysis.unvisited_words[node as usize];
            let (last, left) = (rng.u32(words.clone()), rng.u32(..4).min(2));
            for word in words.clone().filter(|&word| left == 0 || left == 1 && word != last) {
                analysis.frontier.words[word as usize].unvisited = 0;
                analysis.unvisited_words[node as usize] -= 1;
            }
            in_visited_boxes += usize::from(left == 0 && words.len() > 1);
            analysis.frontier.words[word as usize].unvisited &= !bits;
            let mut expected: [StatesByWord; 7] = Default::default();
            for inner in inner_configs(boxes, analysis, node, word, bits) {
                for p in 0..7 {
                    let to = lines.moves(boxes.inner[p], inner[p] as u32) & components[p];
                    for config in (0..16u8).filter(|config| to >> config & 1 == 1) {
                        let mut moved = inner;
                        moved[p] = config;
                        let (word, bit) = index.locate(&components, &analysis.order, &moved);
                        if analysis.frontier.words[word as usize].unvisited >> bit & 1 == 1 {
                            *expected[p].entry(word).or_default() |= 1 << bit;
                            of_high_lines += usize::from(!index.is_low(p));
                            into_last_word += usize::from(!index.is_low(p) && left == 1);
                        }
                    }
                }
            }
            let from = FrontierWord { bits, word, by_inner: [0; 7], by_outer: [0; 7] };
            analysis.expand(gather, lines, boxes, &from);
            let unvisited = ones(index.states_per_word());
            words.clone().for_each(|word| analysis.frontier.words[word as usize].unvisited = unvisited);
            analysis.unvisited_words[node as usize] = words.len() as u32;
            let next = take_next(analysis);
            for p in 0..7 {
                let by_line = next.iter().map(|entry| (entry.word, entry.by_inner[p]));
                let found: StatesByWord = by_line.filter(|(_, bits)| *bits != 0).collect();
                assert_eq!(found, expected[p], "box {node}, line {p}, {index:?}");
            }
        }
    });
    assert!(of_high_lines > 1000, "{of_high_lines}");
    assert!(into_last_word > 100 && in_visited_boxes > 100, "{into_last_word} {in_visited_boxes}");
}

#[test]
fn outer_steps_carry_each_state_to_its_place() {
    steps_of_outer_pieces(Portable);
    #[cfg(target_arch = "x86_64")]
    if let Some(bmi2) = super::super::bits::Bmi2::detect() {
        steps_of_outer_pieces(bmi2);
    }
}

#[test]
fn inner_moves_lead_each_state_to_its_place() {
    moves_of_inner_pieces(Portable);
    #[cfg(target_arch = "x86_64")]
    if let Some(bmi2) = super::super::bits::Bmi2::detect() {
        moves_of_inner_pieces(bmi2);
    }
}
