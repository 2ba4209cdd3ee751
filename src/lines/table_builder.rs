//! Builds the [`LineTables`].
use super::line_group::{Clearance, LineItem};
use super::line_groups::{GroupId, LineGroups};
use super::line_tables::{Component, ConfigSet, LineTables, MAX_PIECES, MAX_SLOTS, Step, StepOnto, log2_times_256};
use super::step_clearance::{NEVER, StepClearance, distance};
use crate::board::{Bitboard, Metric, Rules};

impl<const N: usize> LineTables<N> {
    /// The tables of the classic game on N×N: see [`LineTables::of_rules`].
    pub fn new(max_walls: usize) -> LineTables<N> {
        LineTables::of_rules(Rules::classic(N).expect("N is a board size"), max_walls)
    }

    /// The tables of the [`LineGroups`] with at most `max_walls` walls.
    ///
    /// # Panics
    /// If the longer side of the board does not have `N` cells.
    pub fn of_rules(rules: Rules, max_walls: usize) -> LineTables<N> {
        assert_eq!(rules.size().longer_side(), N, "the tables of the longer side");
        let line_groups = LineGroups::new(rules, max_walls);
        let groups = &line_groups.groups;
        let count = groups.len();
        let configs = count * Self::CONFIG_ROOM;
        assert!(groups.iter().all(|group| group.masks.len() <= Self::SET_BITS));
        let mut lines = LineTables {
            reversed: vec![0; count],
            config_counts: groups.iter().map(|group| group.masks.len() as u8).collect(),
            inner_scores: vec![[0; 2]; count],
            masks: vec![0; configs],
            components: vec![],
            first_components: vec![],
            avoiding: vec![0; count * N],
            steps: vec![None; configs * MAX_SLOTS],
            steps_onto: vec![StepOnto::default(); configs << 4],
            moves: vec![0; configs],
            steps_to: vec![0; configs],
            steps_to_avoid: vec![NEVER; configs * N],
            step_clearances: vec![StepClearance::default(); configs],
            digit_moves_from: vec![None; count],
            digit_moves: vec![],
            common_cells: vec![Self::FULL; count << Self::SET_BITS],
            piece_starts: vec![[0; MAX_PIECES]; count << Self::SET_BITS],
            transposed: std::array::from_fn(|mask| {
                Bitboard(mask as u64 & Self::FULL as u64).into_iter().map(|i| 1 << (i * N)).sum()
            }),
            clearances: vec![Clearance::default(); configs],
            removals: vec![],
            line_groups,
        };
        let removals = |g| lines.items(g as GroupId).map(|item| lines.removal(g as GroupId, item)).collect();
        lines.removals = (0..count).map(removals).collect();
        lines.reversed = (0..count).map(|g| lines.reversal(g as GroupId)).collect();
        for g in 0..count {
            lines.fill_configs(g);
            lines.fill_steps(g);
            lines.fill_sets(g);
            lines.fill_digit_moves(g);
            lines.fill_components(g);
        }
        lines
    }

    fn fill_configs(&mut self, g: usize) {
        let group = &self.line_groups.groups[g];
        let configs = 4 * log2_times_256(group.masks.len() as u32);
        let cells = 3 * 256 * group.lengths.iter().map(|&length| u32::from(length)).sum::<u32>();
        self.inner_scores[g] = [configs + cells, configs + 2 * cells];
        let primary_row = self.primary_row();
        for (c, &mask) in group.masks.iter().enumerate() {
            let index = Self::config_index(g as GroupId, c as u8);
            self.masks[index] = mask;
            self.clearances[index] = group.clearance(c, primary_row);
            self.step_clearances[index] = StepClearance::of(group, c, primary_row);
            for cell in Bitboard::from(Self::FULL & !mask) {
                self.avoiding[g * N + cell] |= 1 << c;
            }
            for (other, starts) in group.starts.iter().enumerate() {
                let steps = distance(starts, &group.starts[c]);
                for cell in Bitboard::from(Self::FULL & !group.masks[other]) {
                    let fewest = &mut self.steps_to_avoid[index * N + cell];
                    *fewest = steps.min(*fewest);
                }
                if steps == 1 {
                    self.steps_to[index] |= 1 << other;
                }
                if starts.iter().zip(&group.starts[c]).filter(|(a, b)| a != b).count() == 1 {
                    self.moves[index] |= 1 << other;
                }
            }
        }
    }

    fn fill_steps(&mut self, g: usize) {
        let group = &self.line_groups.groups[g];
        for (c, &mask) in group.masks.iter().enumerate() {
            let index = Self::config_index(g as GroupId, c as u8);
            for slot in 0..2 * group.lengths.len() {
                let Some(to) = group.stepped(c, slot) else { continue };
                let changed = mask ^ group.masks[to as usize];
                let covers = (changed & !mask).trailing_zeros() as u8;
                let frees = (changed & mask).trailing_zeros() as u8;
                let (start, length) = group.placed(group.farthest(c, slot)).nth(slot / 2).expect("a piece");
                let ahead = if slot % 2 == 1 { (covers, start + length) } else { (start, covers + 1) };
                let alone = group.lengths.len() == 1;
                self.steps[index * MAX_SLOTS + slot] = Some(Step { slot: slot as u8, to, covers, frees, ahead, alone });
                self.steps_onto[index << 4 | (slot % 2) << 3 | covers as usize] =
                    StepOnto { slot: slot as u8, to, frees, flips: c as u8 ^ to };
            }
        }
    }

    /// Each set from the set without its lowest configuration.
    fn fill_sets(&mut self, g: usize) {
        let group = &self.line_groups.groups[g];
        for set in 1..1usize << group.masks.len() {
            let (c, rest) = (set.trailing_zeros() as usize, g << Self::SET_BITS | set & (set - 1));
            self.common_cells[g << Self::SET_BITS | set] = self.common_cells[rest] & group.masks[c];
            let mut positions = self.piece_starts[rest];
            positions.iter_mut().zip(&group.starts[c]).for_each(|(positions, start)| *positions |= 1 << start);
            self.piece_starts[g << Self::SET_BITS | set] = positions;
        }
    }

    fn fill_digit_moves(&mut self, g: usize) {
        if self.line_groups.groups[g].lengths.len() < 2 {
            return;
        }
        let configs = self.line_groups.groups[g].masks.len();
        self.digit_moves_from[g] = Some(u32::try_from(self.digit_moves.len()).expect("the table has fewer than 2^32 entries"));
        for set in 0..1u32 << configs {
            let members: Vec<usize> = (0..configs).filter(|c| set >> c & 1 == 1).collect();
            for digit in 0..configs {
                let moves = members.get(digit).map_or(0, |&c| self.moves[Self::config_index(g as GroupId, c as u8)]);
                let others = members.iter().enumerate().filter(|(_, c)| moves >> **c & 1 == 1);
                self.digit_moves.push(others.map(|(digit, _)| 1 << digit).sum());
            }
        }
    }

    /// The components of a group, after those of the groups before it.
    fn fill_components(&mut self, g: usize) {
        let first = (self.components.len() >> N) as u32; // fewer than 2^16 groups, of 15 configurations at most
        self.first_components.push(first);
        for c in 0..self.line_groups.groups[g].masks.len() {
            for blocked in 0..=Self::FULL {
                let configs = self.flood(g, c, blocked);
                let vacated = self.vacated(g as GroupId, configs) as u8;
                self.components.push(Component { configs, vacated, ..Component::default() });
            }
        }
        for at in (first as usize) << N..self.components.len() {
            let (mut component, blocked) = (self.components[at], at as u64 & Self::FULL as u64);
            for cell in Bitboard(component.vacated.into()) {
                let left = component.configs & self.avoiding(g as GroupId, cell);
                if self.component(g as GroupId, left.trailing_zeros(), blocked | 1 << cell) == left {
                    component.whole |= 1 << cell;
                    let moves = self.needed(g as GroupId, component.configs, left, Metric::Moves);
                    component.moves_to_leave |= moves << (4 * cell); // less than 15, the most configurations of a group
                }
            }
            self.components[at] = component;
        }
    }

    /// The configurations reachable from `c` by steps without covering a cell of `blocked`; empty if `c` itself covers one.
    fn flood(&self, g: usize, c: usize, blocked: u8) -> ConfigSet {
        if self.line_groups.groups[g].masks[c] & blocked != 0 {
            return 0;
        }
        let mut seen: ConfigSet = 1 << c;
        let mut frontier = vec![c];
        while let Some(from) = frontier.pop() {
            for step in self.steps(g as GroupId, from as u8) {
                let to = step.to as usize;
                if self.line_groups.groups[g].masks[to] & blocked == 0 && seen >> to & 1 == 0 {
                    seen |= 1 << to;
                    frontier.push(to);
                }
            }
        }
        seen
    }

    /// The group of the line read backwards.
    fn reversal(&self, group: GroupId) -> GroupId {
        let line = &self.line_groups.groups[group as usize];
        // cell `i` becomes the cell that is as far from the other end
        let walls = line.walls.reverse_bits() >> (8 - line.cells);
        let mut pieces: Vec<(u8, u8)> = line.placed(0).map(|(start, length)| (line.cells - start - length, length)).collect();
        pieces.reverse();
        self.find(line.cells.into(), walls, &pieces).map_or(group, |(reversed, _)| reversed)
    }

    /// The group without one of its pieces or walls, and for each configuration the one that is left.
    fn removal(&self, group: GroupId, item: LineItem) -> (GroupId, [u8; 16]) {
        let line = &self.line_groups.groups[group as usize];
        let walls = if let LineItem::Wall(cell) = item { line.walls & !(1 << cell) } else { line.walls };
        let kept = |(piece, _): &(usize, (u8, u8))| LineItem::Piece(*piece) != item;
        let (mut remaining, mut configs) = (0, [0; 16]);
        for config in 0..line.masks.len() {
            let pieces: Vec<(u8, u8)> = line.placed(config).enumerate().filter(kept).map(|(_, piece)| piece).collect();
            (remaining, configs[config]) =
                self.find(line.cells.into(), walls, &pieces).expect("a group without an item is a group too");
        }
        (remaining, configs)
    }
}
