//! The order in which the inner lines of a cluster number the states of a box. A good order gives few words: each word on a level
//! costs about the same, whether it has few states or 64.
use crate::generate::box_graph::BoxNode;

/// The inner lines in the order in which they number states.
pub type LineOrder<const N: usize> = [u8; N];

/// Boxes that [`choose_order`] samples.
const SAMPLE: usize = 16;

/// An order of the inner lines in which the boxes of a cluster have few words: the best that moving one line after the other
/// finds, starting with the lines by number.
pub fn choose_order<const N: usize>(nodes: &[BoxNode]) -> LineOrder<N> {
    let mut order: LineOrder<N> = std::array::from_fn(|p| p as u8);
    let mut large = [[0u8; N]; SAMPLE];
    let mut count = 0;
    for node in nodes.iter().step_by(nodes.len().div_ceil(SAMPLE)) {
        let sizes: [u8; N] = std::array::from_fn(|p| node.components[p].count_ones() as u8);
        let states: u64 = sizes.iter().map(|&size| u64::from(size)).product();
        if states > 64 {
            large[count] = sizes;
            count += 1;
        }
    }
    if count == 0 {
        return order;
    }
    let words = |order: &LineOrder<N>| -> u64 { large[..count].iter().map(|sizes| words_of(sizes, order)).sum() };
    let mut fewest = words(&order);
    for line in 0..N as u8 {
        let from = order.iter().position(|&other| other == line).expect("every line is in the order");
        let mut best = order;
        for to in 0..N {
            let mut moved = order;
            if to < from {
                moved[to..=from].rotate_right(1)
            } else {
                moved[from..=to].rotate_left(1)
            }
            let words = words(&moved);
            if words < fewest {
                (fewest, best) = (words, moved);
            }
        }
        order = best;
    }
    order
}

/// The number of words of a box whose components have these sizes.
fn words_of<const N: usize>(sizes: &[u8; N], order: &LineOrder<N>) -> u64 {
    let (mut states, mut words) = (1, 1);
    for &line in order {
        let size = u64::from(sizes[line as usize]);
        if words == 1 && states * size <= 64 { states *= size } else { words *= size }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::retrograde::state_index::StateIndex;

    #[test]
    fn the_order_chosen_has_fewer_words() {
        let mut rng = fastrand::Rng::with_seed(14);
        let (mut natural, mut chosen) = (0, 0);
        for _ in 0..100 {
            let node = |rng: &mut fastrand::Rng| BoxNode {
                components: std::array::from_fn(|_| rng.u16(1..1 << 6)),
                ..BoxNode::default()
            };
            let nodes: Vec<BoxNode> = (0..rng.usize(1..100)).map(|_| node(&mut rng)).collect();
            let order = choose_order::<7>(&nodes);
            let mut lines = order;
            lines.sort();
            assert_eq!(lines, [0, 1, 2, 3, 4, 5, 6]);
            for node in &nodes {
                let sizes = std::array::from_fn(|p| node.components[p].count_ones() as u8);
                let [of_natural, of_chosen] =
                    [lines, order].map(|order| u64::from(StateIndex::new::<7>(&node.components, &order, 0).1));
                assert_eq!([words_of(&sizes, &lines), words_of(&sizes, &order)], [of_natural, of_chosen]);
                natural += of_natural;
                chosen += of_chosen;
            }
        }
        assert!(chosen < natural, "{chosen} {natural}");
    }
}
