//! The line tables against plain twins: every group of N = 4 to 8 with up to two walls, from the positions of its pieces alone.
use super::line_group::{Clearance, LineGroup, LineItem};
use super::line_groups::GroupId;
use super::line_tables::{ConfigSet, LineTables, MAX_SLOTS, StepOnto, log2_times_256};
use super::step_clearance::{NEVER, StepClearance, Way};

/// Calls `check` with every group.
fn for_all_groups<const N: usize>(check: impl Fn(&LineTables<N>, GroupId, &LineGroup)) {
    let lines = LineTables::<N>::new(2);
    for (g, group) in lines.groups().iter().enumerate() {
        check(&lines, g as GroupId, group);
    }
}

/// Runs a generic check for N = 4 to 8.
macro_rules! check_sizes {
    ($check:ident) => {
        for_all_groups::<4>($check);
        for_all_groups::<5>($check);
        for_all_groups::<6>($check);
        for_all_groups::<7>($check);
        for_all_groups::<8>($check);
    };
}

fn members(group: &LineGroup, set: ConfigSet) -> Vec<usize> {
    (0..group.masks.len()).filter(|c| set >> c & 1 == 1).collect()
}

/// The cells `from..end`.
fn span(from: u8, end: u8) -> u8 {
    (from..end).map(|cell| 1 << cell).sum()
}

/// The cells of the walls and of all pieces except `piece`, in configuration `c`.
fn cells_of_others(group: &LineGroup, c: usize, piece: usize) -> u8 {
    let others = group.placed(c).enumerate().filter(|(other, _)| *other != piece);
    others.fold(group.walls, |cells, (_, (start, length))| cells | span(start, start + length))
}

#[test]
fn six_cells_without_walls() {
    let lines = LineTables::<6>::new(0);
    let sizes: Vec<(&[u8], usize)> = lines.groups().iter().map(|g| (&g.lengths[..], g.masks.len())).collect();
    let expected: [(&[u8], usize); 6] = [(&[], 1), (&[2], 5), (&[2, 2], 6), (&[2, 3], 3), (&[3], 4), (&[3, 2], 3)];
    assert_eq!(sizes, expected);
}

#[test]
fn masks_increase_and_are_the_cells_of_the_pieces() {
    fn check<const N: usize>(lines: &LineTables<N>, g: GroupId, group: &LineGroup) {
        assert!(group.masks.is_sorted_by(|a, b| a < b), "{group:?}");
        assert_eq!(lines.config_count(g) as usize, group.masks.len());
        assert_eq!(members(group, lines.all_configs(g)), Vec::from_iter(0..group.masks.len()));
        for (c, &mask) in group.masks.iter().enumerate() {
            assert_eq!(mask, cells_of_others(group, c, usize::MAX), "{group:?}");
            assert_eq!(lines.mask(g, c as u8), mask);
            let could_move_left = group.placed(c).filter(|(start, _)| *start > 0 && mask >> (start - 1) & 1 == 0);
            assert_eq!(group.required[c], could_move_left.map(|(start, _)| 1 << (start - 1)).sum::<u8>());
            for cell in 0..N {
                assert_eq!(lines.avoiding(g, cell) >> c & 1 == 1, mask >> cell & 1 == 0);
            }
            let pieces: Vec<(u8, u8)> = group.placed(c).collect();
            assert_eq!(lines.find(N, group.walls, &pieces), Some((g, c as u8)));
        }
    }
    check_sizes!(check);
}

/// Pieces of a line keep their order, so a configuration is reachable exactly if no piece has a blocked cell at or between its
/// two positions.
#[test]
fn components_are_what_the_pieces_can_slide_to() {
    fn check<const N: usize>(lines: &LineTables<N>, g: GroupId, group: &LineGroup) {
        for c in 0..group.masks.len() {
            assert_eq!(lines.component(g, c as u32, 0), lines.all_configs(g));
            for blocked in 0..=LineTables::<N>::FULL {
                let reachable = |to: &usize| {
                    let mut pieces = group.placed(c).zip(group.placed(*to));
                    let free = |((a, length), (b, _)): ((u8, u8), (u8, u8))| span(a.min(b), a.max(b) + length) & blocked == 0;
                    group.walls & blocked == 0 && pieces.all(free)
                };
                let expected = (0..group.masks.len()).filter(reachable).map(|to| 1 << to).sum::<ConfigSet>();
                assert_eq!(lines.component(g, c as u32, blocked.into()), expected, "{group:?} {c} {blocked:b}");
            }
        }
    }
    check_sizes!(check);
}

/// The cells that the line leaves, by the component of each configuration that leaves them; the moves, by rounds over all pairs of
/// configurations that differ in one piece.
#[test]
fn what_is_known_of_a_component_follows_from_its_configurations() {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    static PARTED: AtomicUsize = AtomicUsize::new(0);
    static BY_MOVES: [AtomicUsize; 4] = [const { AtomicUsize::new(0) }; 4];
    fn check<const N: usize>(lines: &LineTables<N>, g: GroupId, group: &LineGroup) {
        let one_apart = |a: usize, b: usize| group.placed(a).zip(group.placed(b)).filter(|(a, b)| a != b).count() == 1;
        for (c, blocked) in (0..group.masks.len()).flat_map(|c| (0..=LineTables::<N>::FULL).map(move |blocked| (c, blocked))) {
            let component = lines.component_from(lines.first_component(g), c as u32, blocked.into());
            let configs = members(group, component.configs);
            for cell in 0..N {
                let left: Vec<usize> = configs.iter().copied().filter(|&c| group.masks[c] >> cell & 1 == 0).collect();
                assert_eq!(component.vacated >> cell & 1 == 1, !left.is_empty(), "{group:?} {c} {blocked:b} {cell}");
                let part = |&from: &usize| members(group, lines.component(g, from as u32, u64::from(blocked) | 1 << cell));
                let whole = !left.is_empty() && left.iter().all(|from| part(from) == left);
                assert_eq!(component.whole >> cell & 1 == 1, whole, "{group:?} {c} {blocked:b} {cell}");
                PARTED.fetch_add(usize::from(!whole && !left.is_empty()), Relaxed);
                if whole {
                    let (mut near, mut moves) = (left, 0);
                    while near.len() < configs.len() {
                        near = configs.iter().copied().filter(|&a| near.iter().any(|&b| a == b || one_apart(a, b))).collect();
                        moves += 1;
                    }
                    assert_eq!(component.moves_to_leave(cell), moves, "{group:?} {c} {blocked:b} {cell}");
                    BY_MOVES[moves as usize].fetch_add(1, Relaxed);
                }
            }
        }
    }
    check_sizes!(check);
    let by_moves = BY_MOVES.each_ref().map(|count| count.load(Relaxed));
    assert!(PARTED.load(Relaxed) > 500 && by_moves[..3].iter().all(|&count| count > 1_000), "{PARTED:?} {by_moves:?}");
}

#[test]
fn steps_and_slots_are_those_of_the_pieces() {
    fn check<const N: usize>(lines: &LineTables<N>, g: GroupId, group: &LineGroup) {
        for c in 0..group.masks.len() {
            for slot in 0..MAX_SLOTS {
                let expected = group.placed(c).nth(slot / 2).and_then(|(start, length)| {
                    let others = cells_of_others(group, c, slot / 2);
                    let free = |cell: &u8| *cell < N as u8 && others >> cell & 1 == 0;
                    let ahead: Vec<u8> = if slot % 2 == 1 {
                        (start + length..N as u8).take_while(free).collect()
                    } else {
                        (0..start).rev().take_while(free).collect()
                    };
                    let (covers, last) = (*ahead.first()?, *ahead.last()?);
                    let (to, frees) = if slot % 2 == 1 { (start + 1, start) } else { (start - 1, start + length - 1) };
                    Some((to, covers, frees, (covers.min(last), covers.max(last) + 1)))
                });
                let step = lines.step(g, c as u8, slot);
                let found = step.map(|step| {
                    assert_eq!((step.slot as usize, step.alone), (slot, group.lengths.len() == 1));
                    let unmoved = |piece: &usize| group.starts[step.to as usize][*piece] == group.starts[c][*piece];
                    assert!((0..group.lengths.len()).filter(|piece| *piece != slot / 2).all(|piece| unmoved(&piece)));
                    (group.starts[step.to as usize][slot / 2], step.covers, step.frees, step.ahead)
                });
                assert_eq!(found, expected, "{group:?} {c} {slot}");
            }
            for (cell, direction) in (0..N).flat_map(|cell| [(cell, 0), (cell, 1)]) {
                let mut steps = (0..MAX_SLOTS / 2).filter_map(|piece| lines.step(g, c as u8, 2 * piece + direction));
                let found = lines.step_onto(g, c as u8, cell, direction);
                if let Some(step) = steps.find(|step| step.covers as usize == cell) {
                    let flips = c as u8 ^ step.to;
                    assert_eq!(found, StepOnto { slot: step.slot, to: step.to, frees: step.frees, flips });
                }
            }
        }
    }
    check_sizes!(check);
}

#[test]
fn sets_by_definition() {
    fn check<const N: usize>(lines: &LineTables<N>, g: GroupId, group: &LineGroup) {
        let one_piece_moved =
            |a: usize, b: usize| group.starts[a].iter().zip(&group.starts[b]).filter(|(a, b)| a != b).count() == 1;
        for c in 0..group.masks.len() {
            let moves = (0..group.masks.len()).filter(|&to| one_piece_moved(c, to)).map(|to| 1 << to).sum::<ConfigSet>();
            assert_eq!(lines.moves(g, c as u32), moves);
        }
        for set in 0..=lines.all_configs(g) {
            let members = members(group, set);
            let common = members.iter().fold(LineTables::<N>::FULL, |cells, &c| cells & group.masks[c]);
            assert_eq!(lines.common_cells(g, set), common);
            assert_eq!(lines.vacated(g, set), u64::from(LineTables::<N>::FULL & !common));
            for (piece, &positions) in lines.piece_starts(g, set).iter().enumerate() {
                let starts = members.iter().filter_map(|&c| group.starts[c].get(piece));
                assert_eq!(positions, starts.fold(0, |positions, start| positions | 1 << start));
            }
            let digit_moves = lines.digit_moves(g, set);
            assert_eq!(digit_moves.is_some(), group.lengths.len() > 1);
            for (digit, &moves) in digit_moves.unwrap_or_default().iter().enumerate() {
                let one_move = |&to: &usize| members.get(digit).is_some_and(|&from| one_piece_moved(from, members[to]));
                assert_eq!(moves, (0..members.len()).filter(one_move).map(|to| 1 << to).sum::<u16>(), "{group:?} {set:b}");
            }
        }
    }
    check_sizes!(check);
}

#[test]
fn the_example_of_digit_moves() {
    let lines = LineTables::<6>::new(0);
    let config = |pieces| lines.find(6, 0, pieces).expect("a group");
    let (group, a) = config(&[(0, 2), (3, 2)]);
    let set = 1 << a | 1 << config(&[(1, 2), (3, 2)]).1 | 1 << config(&[(1, 2), (4, 2)]).1;
    assert_eq!(lines.digit_moves(group, set).map(|moves| &moves[..3]), Some(&[0b010, 0b101, 0b010][..]));
}

#[test]
fn transposed_cells_by_definition() {
    fn check<const N: usize>(lines: &LineTables<N>, g: GroupId, group: &LineGroup) {
        for (c, mask) in group.masks.iter().enumerate() {
            let bits = |line: usize| (0..N).filter(|i| mask >> i & 1 == 1).map(|i| 1u64 << (i * N + line)).sum::<u64>();
            for line in 0..N {
                assert_eq!(lines.transposed(*mask, line), bits(line));
            }
            // this line first and last, empty lines between
            let mut groups = [0; N];
            (groups[0], groups[N - 1]) = (g, g);
            let config = |line: usize| if line == 0 || line == N - 1 { c as u8 } else { 0 };
            assert_eq!(lines.transposed_cells(&groups, config), bits(0) | bits(N - 1));
        }
    }
    check_sizes!(check);
}

#[test]
fn removals_leave_the_other_items_in_place() {
    fn check<const N: usize>(lines: &LineTables<N>, g: GroupId, group: &LineGroup) {
        for c in 0..group.masks.len() as u8 {
            let placed = |group, config, removed| -> Vec<(bool, u8)> {
                let items = lines.items(group).filter(|item| Some(*item) != removed);
                items.map(|item| (matches!(item, LineItem::Wall(_)), lines.cells(group, config, item))).collect()
            };
            let items: Vec<LineItem> = lines.items(g).collect();
            assert_eq!(items.len(), group.lengths.len() + group.walls.count_ones() as usize);
            assert_eq!(placed(g, c, None).iter().fold(0, |cells, item| cells | item.1), lines.mask(g, c));
            for item in items {
                let (remaining, config) = lines.remove_item(g, c, item);
                assert_eq!(placed(remaining, config, None), placed(g, c, Some(item)), "{group:?} {c} {item:?}");
            }
        }
    }
    check_sizes!(check);
}

#[test]
fn clearance_by_definition() {
    fn check<const N: usize>(lines: &LineTables<N>, g: GroupId, group: &LineGroup) {
        let row = (N as u8 - 1) / 2;
        for c in 0..group.masks.len() {
            let on_row = group.placed(c).position(|(start, length)| (start..start + length).contains(&row));
            let expected = on_row.map_or(Clearance::default(), |piece| {
                let (start, length) = group.placed(c).nth(piece).expect("the piece");
                let others = cells_of_others(group, c, piece);
                let sweep = |from: u8, end: u8| if span(from, end) & others == 0 { span(from, end) } else { 0xff };
                let up = if row >= length { sweep(row - length, start) } else { 0xff };
                let down = if row + length < N as u8 { sweep(start + length, row + 1 + length) } else { 0xff };
                Clearance { up, down, otherwise: if group.lengths.len() == 1 { 64 } else { 1 } }
            });
            assert_eq!(lines.clearance(g, c as u8), expected, "{group:?} {c}");
        }
    }
    check_sizes!(check);
}

#[test]
fn logarithms() {
    assert_eq!(log2_times_256(0), 0);
    for n in 1..32 {
        assert_eq!(log2_times_256(n), (256.0 * f64::from(n).log2()).round() as u32, "{n}");
    }
}

#[test]
fn a_wall_splits_the_line() {
    let lines = LineTables::<6>::new(1);
    let (group, config) = lines.find(6, 0b000100, &[(3, 2)]).unwrap();
    assert_eq!(lines.groups()[group as usize].masks, [0b011100, 0b110100]);
    assert_eq!(config, 0);
    assert_eq!(lines.moves(group, 0), 0b10);
    assert_eq!(lines.remove_item(group, 0, LineItem::Wall(2)), lines.find(6, 0, &[(3, 2)]).unwrap());
    assert_ne!(lines.find(6, 0b000100, &[(0, 2)]).unwrap().0, group);
}

#[test]
fn steps_by_counting() {
    fn check<const N: usize>(lines: &LineTables<N>, g: GroupId, group: &LineGroup) {
        // fewest steps between configurations, by a search that knows only single steps
        let steps_from = |from: usize| {
            let mut steps = vec![NEVER; group.masks.len()];
            let mut queue = std::collections::VecDeque::from([from]);
            steps[from] = 0;
            while let Some(at) = queue.pop_front() {
                for slot in 0..2 * group.lengths.len() {
                    let Some(step) = lines.step(g, at as u8, slot) else { continue };
                    if steps[step.to as usize] == NEVER {
                        steps[step.to as usize] = steps[at] + 1;
                        queue.push_back(step.to as usize);
                    }
                }
            }
            steps
        };
        let row = (N - 1) / 2;
        for c in 0..group.masks.len() {
            let steps = steps_from(c);
            let one_away = members(group, lines.steps_to(g, c as u8));
            assert_eq!(one_away, Vec::from_iter((0..steps.len()).filter(|&to| steps[to] == 1)), "{group:?}, {c}");
            for cell in 0..N {
                let free = (0..steps.len()).filter(|&to| group.masks[to] >> cell & 1 == 0);
                let fewest = free.map(|to| steps[to]).min().unwrap_or(NEVER);
                assert_eq!(lines.steps_to_avoid(g, c as u8, cell), u32::from(fewest), "{group:?}, {c}");
            }
            let clearance = lines.step_clearance(g, c as u8);
            let covers = |(start, length): (u8, u8)| span(start, start + length) >> row & 1 == 1;
            let Some(piece) = group.placed(c).position(covers) else {
                assert_eq!(*clearance, StepClearance::default(), "{group:?}, {c}");
                continue;
            };
            // every configuration with the piece clear on that side costs at least as many steps, and enters at least these cells
            let sides: [(&Way, &dyn Fn(u8) -> bool); 2] = [
                (&clearance.up, &|start| ((start + group.lengths[piece]) as usize) <= row),
                (&clearance.down, &|start| start as usize > row),
            ];
            for (way, is_clear) in sides {
                let clear: Vec<usize> = (0..steps.len()).filter(|&to| is_clear(group.starts[to][piece])).collect();
                assert_eq!(way.steps, clear.iter().map(|&to| steps[to]).min().unwrap_or(NEVER), "{group:?}, {c}");
                for to in clear {
                    let entered = (0..group.lengths.len()).fold(0, |cells, p| {
                        let (a, b, length) = (group.starts[c][p], group.starts[to][p], group.lengths[p]);
                        let swept = span(a.min(b), a.max(b) + length);
                        cells | swept & !span(a, a + length)
                    });
                    assert_eq!(way.swept & !entered, 0, "{group:?}, {c} to {to}");
                    assert!(steps[to] > way.steps || entered == way.swept, "{group:?}, {c} to {to}");
                }
            }
        }
    }
    check_sizes!(check);
}
