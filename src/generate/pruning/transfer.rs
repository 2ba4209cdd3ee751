//! Transfer functions of lines: from the cells that crossing lines enter to the cells that the line enters, as tables.
//!
//! Rule 2 of the [useful steps](crate::generate::useful_steps) spreads along lines: pieces of crossing lines enter cells of this
//! line by useful steps; whatever stands there makes useful steps too, and so enters other cells. A line's *transfer function* maps
//! the set of entered cells to the set of cells that its own pieces enter by useful steps, and to whether all its pieces and walls
//! block a useful step. It depends only on where the pieces may stand, which is a component of a group. So it is looked up.
//!
//! All transfer functions are *monotone*: with more cells entered, more places, or more room to get clear, a line enters at least the same
//! cells, and the same items block.
use crate::lines::{ConfigSet, GroupId, LineItem, LineTables, MAX_PIECES};
use rustc_hash::FxHashMap;

/// A value of a transfer function: the cells that its useful steps enter, and [`ALL_BLOCK`].
pub type EnteredCells = u8;
/// The transfer function of a line, `[entered]`. Boards of all sizes have tables of one length, so that no index, a set of at most
/// 7 cells, needs a check. With fewer than 7 cells the rest is what follows in memory, and is never read.
pub type Transfer = [EnteredCells; 1 << 7];
/// What stands in a list of transfer functions after the last one, so that each has its whole length.
pub const LIST_END: Transfer = [0; _];
/// The bit of [`EnteredCells`] that is set if every item of the line, other than the primary, blocks a useful step. Lines have at
/// most 7 cells.
pub const ALL_BLOCK: EnteredCells = 1 << 7;

/// A component of a group, by number.
pub type Component = u16;

/// A group in its line. The primary row uses its own numbering, because rule 1 moves the primary.
pub type PlacedGroup = u16;

/// The transfer functions of all components.
pub struct TransferTables<const N: usize> {
    /// `[group]`: its number in the primary row, if it may stand there.
    in_primary_row: Vec<Option<PlacedGroup>>,
    /// `[line group]`: its group.
    groups: Vec<GroupId>,
    /// `[(line group * C + config) << N | blocked]`: the component.
    components: Vec<Component>,
    /// `[component]`: the cells that the line covers in every configuration.
    always_covered: Vec<u8>,
    /// `[component]`: the cells that some piece may enter by a step.
    enterable: Vec<u8>,
    /// `[component << N | entered]`
    transfers: Vec<EnteredCells>,
    /// `[component]`: the first of its tables in `without`, and how many items it has.
    removals: Vec<(u32, u8)>,
    /// `[table << N | entered]`: the value if the pieces can get clear as without an item; here [`ALL_BLOCK`] says that this
    /// item blocks a useful step.
    without: Vec<EnteredCells>,
    /// `[table]`
    removed: Vec<ComponentItem>,
}

/// An item of a component.
#[derive(Clone, Copy, Debug)]
pub struct ComponentItem {
    /// Its number among the items of the component.
    pub number: usize,
    /// The item, where it stands in some configuration.
    pub item: LineItem,
    /// The line without it.
    pub rest: PlacedGroup,
    /// The cells that it ever covers.
    pub covered: u8,
    /// The cells that other pieces of the line may enter by a step.
    pub enterable: u8,
    /// The cells that the line always covers, but not without it.
    pub released: u8,
}

/// The pieces of a line: where they may stand, and where they can get.
struct Pieces<'a> {
    lengths: &'a [u8],
    places: [u8; MAX_PIECES],
    reachable: [u8; MAX_PIECES],
}

/// Useful steps within a line.
struct UsefulWithin {
    /// The cells that useful steps of the line enter.
    entered: u8,
    /// The pieces that block a useful step.
    blocking: u8,
}

impl<const N: usize> TransferTables<N> {
    const CONFIGS: usize = LineTables::<N>::CONFIG_ROOM;

    /// The transfer functions of all groups in `lines`.
    pub fn new(lines: &LineTables<N>) -> TransferTables<N> {
        const { assert!(N <= 7) };
        let count = lines.groups().len();
        let mut groups: Vec<GroupId> = (0..count).map(|group| group as GroupId).collect();
        let mut in_primary_row = vec![None; count];
        for g in 0..count {
            if lines.is_primary(g as GroupId) {
                in_primary_row[g] = Some(groups.len() as PlacedGroup);
                groups.push(g as GroupId);
            }
        }
        let mut transfers = TransferTables {
            in_primary_row,
            components: vec![0; (groups.len() * Self::CONFIGS) << N],
            groups,
            always_covered: vec![],
            enterable: vec![],
            transfers: vec![],
            removals: vec![],
            without: vec![],
            removed: vec![],
        };
        for line in 0..transfers.groups.len() {
            transfers.fill(lines, line, line >= count);
        }
        transfers.transfers.extend(LIST_END);
        transfers.without.extend(LIST_END);
        transfers
    }

    /// Adds the components of a group.
    fn fill(&mut self, lines: &LineTables<N>, line: usize, primary: bool) {
        let group = self.groups[line];
        let items: Vec<LineItem> = lines.items(group).filter(|item| !primary || *item != LineItem::Piece(0)).collect();
        let mut numbers: FxHashMap<ConfigSet, Component> = FxHashMap::default();
        let mut found: Vec<(ConfigSet, Vec<ConfigSet>)> = vec![];
        let first = self.always_covered.len();
        for config in 0..lines.config_count(group) {
            for blocked in 0..=LineTables::<N>::FULL {
                let set = lines.component(group, config.into(), blocked.into());
                let component = *numbers.entry(set).or_insert_with(|| {
                    found.push((set, vec![0; items.len()]));
                    Component::try_from(first + found.len() - 1).expect("fewer than 2^16 components")
                });
                self.components[(line * Self::CONFIGS + config as usize) << N | blocked as usize] = component;
                for (&item, rest) in items.iter().zip(&mut found[component as usize - first].1) {
                    let (rest_group, rest_config) = lines.remove_item(group, config, item);
                    *rest |= lines.component(rest_group, rest_config.into(), blocked.into());
                }
            }
        }
        let lengths = &lines.groups()[group as usize].lengths;
        let walls = lines.groups()[group as usize].walls;
        let all_pieces = ((1u8 << lengths.len()) - 1) & !u8::from(primary);
        for (set, rests) in found {
            let places = lines.piece_starts(group, set);
            self.always_covered.push(lines.common_cells(group, set));
            let pieces = Pieces { lengths, places, reachable: places };
            self.enterable.push(pieces.enterable::<N>(usize::MAX));
            for crossing in 0..=LineTables::<N>::FULL {
                let UsefulWithin { entered, blocking } = pieces.useful_within::<N>(crossing, primary);
                let all = all_pieces & !blocking == 0 && walls & !(crossing | entered) == 0;
                self.transfers.push(entered | if all { ALL_BLOCK } else { 0 });
            }
            self.removals.push((self.removed.len() as u32, items.len() as u8));
            for (number, (&item, rest)) in items.iter().zip(rests).enumerate() {
                let rest_group = lines.remove_item(group, 0, item).0;
                let reachable = reachable_without(lines, item, rest_group, rest);
                let (covered, moving) = match item {
                    LineItem::Piece(piece) => ((0..lengths[piece]).fold(0, |cells, k| cells | places[piece] << k), piece),
                    LineItem::Wall(cell) => (1 << cell, usize::MAX),
                };
                let released = lines.common_cells(group, set) & !lines.common_cells(rest_group, rest);
                let rest_line = self.line_group(rest_group, primary);
                self.removed.push(ComponentItem {
                    number,
                    item,
                    rest: rest_line,
                    covered,
                    enterable: pieces.enterable::<N>(moving),
                    released,
                });
                let pieces = Pieces { lengths, places, reachable };
                for crossing in 0..=LineTables::<N>::FULL {
                    self.without.push(pieces.transfer_without::<N>(item, crossing, primary));
                }
            }
        }
    }

    /// The number of a group in the primary row, or in another line.
    pub fn line_group(&self, group: GroupId, in_primary_row: bool) -> PlacedGroup {
        if in_primary_row { self.in_primary_row[group as usize].expect("a group of the primary row") } else { group }
    }

    /// The group of a line.
    #[inline(always)]
    pub fn group(&self, line: PlacedGroup) -> GroupId {
        self.groups[line as usize]
    }

    /// The component of a configuration, with the `blocked` cells taken.
    #[inline(always)]
    pub fn component(&self, line: PlacedGroup, config: u8, blocked: u8) -> Component {
        self.components[(line as usize * Self::CONFIGS + config as usize) << N | blocked as usize]
    }

    /// The cells that a line covers in every configuration of its component.
    #[inline(always)]
    pub fn always_covered(&self, component: Component) -> u8 {
        self.always_covered[component as usize]
    }

    /// The transfer function of a component.
    #[inline(always)]
    pub fn transfer(&self, component: Component) -> &Transfer {
        transfer_at(&self.transfers, (component as usize) << N)
    }

    /// The cells of a line that some piece of it may enter by a step.
    #[inline(always)]
    pub fn enterable(&self, component: Component) -> u8 {
        self.enterable[component as usize]
    }

    /// For each item of a component, except the primary, the transfer function if the pieces can get clear as without it.
    #[inline(always)]
    pub fn without(&self, component: Component) -> impl Iterator<Item = (&ComponentItem, &Transfer)> {
        let (first, count) = self.removals[component as usize];
        let tables = first as usize..first as usize + count as usize;
        self.removed[tables.clone()].iter().zip(tables.map(|table| transfer_at(&self.without, table << N)))
    }

    /// The same for one item, by its number.
    #[inline(always)]
    pub fn without_item(&self, component: Component, number: usize) -> &Transfer {
        transfer_at(&self.without, (self.removals[component as usize].0 as usize + number) << N)
    }
}

/// The transfer function that starts at this place of a list that ends with [`LIST_END`].
#[inline(always)]
pub fn transfer_at(list: &[EnteredCells], at: usize) -> &Transfer {
    list[at..].first_chunk().expect("the list ends with LIST_END")
}

/// Whether all items of the line block.
#[inline(always)]
pub fn all_block(cells: EnteredCells) -> bool {
    cells & ALL_BLOCK != 0
}

/// Where the pieces can get without an item, numbered as with it.
fn reachable_without<const N: usize>(
    lines: &LineTables<N>,
    item: LineItem,
    rest_group: GroupId,
    rest: ConfigSet,
) -> [u8; MAX_PIECES] {
    let mut reachable = lines.piece_starts(rest_group, rest);
    if let LineItem::Piece(piece) = item {
        reachable.copy_within(piece..MAX_PIECES - 1, piece + 1);
    }
    reachable
}

impl Pieces<'_> {
    /// The cells that the pieces, except one, may enter by a step.
    fn enterable<const N: usize>(&self, except: usize) -> u8 {
        let pieces = self.lengths.iter().zip(self.places).enumerate().filter(|(piece, _)| *piece != except);
        let entered = |(_, (&length, places)): (usize, (&u8, u8))| (u32::from(places) << length | u32::from(places) >> 1) as u8;
        pieces.map(entered).fold(0, |cells, own| cells | own) & LineTables::<N>::FULL
    }

    /// The value of the transfer function, with [`ALL_BLOCK`] if `item` blocks a useful step.
    fn transfer_without<const N: usize>(&self, item: LineItem, crossing: u8, primary: bool) -> EnteredCells {
        let UsefulWithin { entered, blocking } = self.useful_within::<N>(crossing, primary);
        let blocks = match item {
            LineItem::Piece(piece) => blocking >> piece & 1 == 1,
            LineItem::Wall(cell) => (crossing | entered) >> cell & 1 == 1,
        };
        entered | if blocks { ALL_BLOCK } else { 0 }
    }

    /// The useful steps of the line if useful steps of crossing lines enter the cells of `crossing`. The primary, piece 0 of its
    /// row, has all its steps to the right.
    fn useful_within<const N: usize>(&self, crossing: u8, primary: bool) -> UsefulWithin {
        let full = LineTables::<N>::FULL;
        let mut entered = [0u8; MAX_PIECES];
        if primary {
            entered[0] = (u32::from(self.places[0]) << self.lengths[0]) as u8 & full;
        }
        let mut blocking = 0;
        loop {
            let before = entered;
            for (piece, &length) in self.lengths.iter().enumerate() {
                let others =
                    (0..MAX_PIECES).filter(|other| *other != piece).fold(crossing, |cells, other| cells | entered[other]);
                for cell in (0..N).filter(|cell| others >> cell & 1 == 1) {
                    // the places at which it covers the cell: the last `length` places up to the cell
                    let covering = (((1u32 << length) - 1) << (cell + 1) >> length) as u8;
                    let places = self.places[piece] & covering;
                    if places == 0 {
                        continue;
                    }
                    blocking |= 1 << piece;
                    let reachable = u32::from(self.reachable[piece]);
                    if reachable >> (cell + 1) != 0 {
                        entered[piece] |= ((u32::from(places) << length) as u8) & full;
                    }
                    if reachable & ((2u32 << cell) >> length).saturating_sub(1) != 0 {
                        entered[piece] |= places >> 1;
                    }
                }
            }
            if entered == before {
                return UsefulWithin { entered: entered.iter().fold(0, |cells, own| cells | own), blocking };
            }
        }
    }
}
