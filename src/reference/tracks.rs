//! The states of one cluster packed into 64-bit keys: the pieces between two neighbouring walls share a number that says where
//! they stand.
use super::key_set::{HalfKeys, Packed, Places, first_word};
use super::slide_tables::{MOST_SMALL, SlideTables, Stretch, Tables, Track};
use crate::board::{CellSet, Item, Metric, Move, Orientation, Piece, State};

/// What all states of a cluster have in common, and the conversion between states and keys.
///
/// A key has 64 bits. They hold the configurations themselves on every board of up to 8×8: the stretches of a line of up to 8
/// cells have at most 4 bits together, and a board of 8×8 has 16 lines. A stretch with a single configuration has none. Where 64
/// bits do not suffice, a key holds the numbers of two half states, see [`HalfKeys`].
pub(crate) struct Tracks {
    /// The state from which the tracks were made.
    start: State,
    /// One for each piece, in letter order, the primary first.
    tracks: Vec<Track>,
    /// The stretch of the primary first.
    stretches: Vec<Stretch>,
    /// By configuration of the primary's stretch: whether it covers the last cell of its row.
    goals: Vec<bool>,
    tables: Tables,
}

/// How keys and sets of cells are packed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Form {
    /// Places and cells in 64 bits each.
    Small,
    /// Places in 64 bits.
    Large,
    /// Numbers of half states.
    Halves,
}

impl Tracks {
    /// The tracks of the cluster of a state.
    pub(crate) fn of(state: &State) -> Tracks {
        Tracks::in_form(state, Form::Small)
    }

    /// The same in this form, or in the first one after it that can hold the board.
    pub(crate) fn in_form(state: &State, least: Form) -> Tracks {
        let size = state.size();
        // the orientation, line and first cell of each stretch
        let mut known: Vec<(Orientation, usize, usize)> = Vec::new();
        let (mut stretches, mut tracks, mut slacks) = (Vec::<Stretch>::new(), Vec::<Track>::new(), Vec::new());
        for (item, it) in state.items().iter().enumerate() {
            let Item::Piece(piece) = *it else { continue };
            let (start, base, slack) = base_and_slack(state, piece);
            let orientation = piece.orientation;
            let place = (orientation, piece.line(), start);
            let stretch = known.iter().position(|&other| other == place).unwrap_or_else(|| {
                known.push(place);
                slacks.push(slack);
                let (tracks, configurations) = (Vec::new(), Vec::new());
                stretches.push(Stretch { orientation, tracks, configurations, word: 0, shift: 0, mask: 0 });
                known.len() - 1
            });
            stretches[stretch].tracks.push(tracks.len());
            tracks.push(Track { item, stretch, place: 0, base });
        }
        for (stretch, slack) in stretches.iter_mut().zip(slacks) {
            // offsets and pieces before it make the order along the line
            stretch.tracks.sort_unstable_by_key(|&track| tracks[track].base.position());
            for (place, &track) in stretch.tracks.iter().enumerate() {
                tracks[track].place = place;
            }
            stretch.configurations = rising_offsets(stretch.tracks.len(), slack);
        }
        let bits = |stretch: &Stretch| (stretch.configurations.len() - 1).checked_ilog2().map_or(0, |bits| bits + 1);
        let form = match stretches.iter().map(bits).sum() {
            0..=u64::BITS if size.fits_bitboard() && stretches.iter().all(|s| s.configurations.len() <= MOST_SMALL) => least,
            0..=u64::BITS => least.max(Form::Large),
            _ => Form::Halves,
        };
        let mut used = Places::default();
        for stretch in &mut stretches {
            let (width, first) = (bits(stretch), if form == Form::Halves { first_word(stretch.orientation) } else { 0 });
            let fits = |&word: &usize| used[word] + u64::from(width) <= u64::BITS.into();
            stretch.word = (first..).find(fits).expect("the words of a half suffice");
            // a stretch without bits has shift 0, since 64 would be too far
            stretch.shift = if width == 0 { 0 } else { used[stretch.word] as u32 };
            stretch.mask = (1 << width) - 1;
            used[stretch.word] += u64::from(width);
        }
        let primary = &tracks[0];
        let last = size.width() - primary.base.length - primary.base.position();
        let goals = stretches[primary.stretch].configurations.iter().map(|offsets| usize::from(offsets[primary.place]) == last);
        let tables = match form {
            Form::Small => Tables::Small(Box::new(SlideTables::of(state, &stretches, &tracks))),
            Form::Large => Tables::Large(Box::new(SlideTables::of(state, &stretches, &tracks))),
            Form::Halves => Tables::Halves(Box::new(SlideTables::of(state, &stretches, &tracks)), HalfKeys::new()),
        };
        Tracks { start: state.clone(), goals: goals.collect(), tracks, stretches, tables }
    }

    /// The configurations of the stretches.
    fn places(&self, key: u64) -> Places {
        match &self.tables {
            Tables::Halves(_, halves) => halves.places(key),
            _ => Places::default().changed(0, key),
        }
    }

    /// The key of a state; `None` if the state differs from the cluster in its walls, its pieces, or their tracks.
    pub(crate) fn key(&self, state: &State) -> Option<u64> {
        let pieces: Vec<Piece> = state.pieces().collect();
        if state.size() != self.start.size() || state.walls() != self.start.walls() || pieces.len() != self.tracks.len() {
            return None;
        }
        let mut offsets = Vec::with_capacity(pieces.len());
        for (piece, Track { base, .. }) in pieces.iter().zip(&self.tracks) {
            let offset = piece.position().checked_sub(base.position())?;
            if *piece != with_position(*base, base.position() + offset) {
                return None;
            }
            offsets.push(offset as u8);
        }
        let mut places = Places::default();
        for stretch in &self.stretches {
            let own: Vec<u8> = stretch.tracks.iter().map(|&track| offsets[track]).collect();
            places = places.changed(stretch.word, (stretch.number(&own)? as u64) << stretch.shift);
        }
        Some(match &self.tables {
            Tables::Halves(_, halves) => halves.key(places),
            _ => places.word(0),
        })
    }

    /// The state with a given key.
    pub(crate) fn state(&self, key: u64) -> State {
        let places = self.places(key);
        self.start.with_positions(self.tracks.iter().map(|track| {
            let stretch = &self.stretches[track.stretch];
            track.base.position() + stretch.configurations[stretch.configuration(places)][track.place] as usize
        }))
    }

    /// Whether the primary covers the last cells of its row.
    pub(crate) fn is_goal(&self, key: u64) -> bool {
        let primary = &self.stretches[0];
        self.goals[match &self.tables {
            Tables::Halves(_, halves) => primary.configuration(halves.places(key)),
            _ => primary.configuration(key),
        }]
    }

    /// The sets (H, V) of a state, by which the states of a cluster are ordered.
    pub(crate) fn order(&self, key: u64) -> (CellSet, CellSet) {
        let orientations = self.stretches.iter().map(|stretch| stretch.orientation);
        match &self.tables {
            Tables::Small(tables) => tables.order(key, orientations),
            Tables::Large(tables) => tables.order(key, orientations),
            Tables::Halves(tables, halves) => tables.order(halves.places(key), orientations),
        }
    }

    /// Calls `visit` with each state that one step, or one move, reaches from `key`, and with that step or move.
    #[inline]
    pub(crate) fn successors(&self, key: u64, metric: Metric, mut visit: impl FnMut(u64, Move)) {
        match &self.tables {
            Tables::Small(tables) => tables.successors(key, metric, visit),
            Tables::Large(tables) => tables.successors(key, metric, visit),
            Tables::Halves(tables, halves) => {
                let mut found = Vec::new();
                tables.successors(halves.places(key), metric, |places, step| found.push((places, step)));
                halves.keys(&found).into_iter().zip(found).for_each(|(key, (_, step))| visit(key, step));
            }
        }
    }
}

/// All choices of offsets from 0 to the slack, in lexicographic order, in which no offset is smaller than the one before.
fn rising_offsets(pieces: usize, slack: u32) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..pieces {
        let longer = |offsets: Vec<u8>| {
            let least = offsets.last().copied().unwrap_or(0);
            (least..=slack as u8).map(move |offset| offsets.iter().copied().chain([offset]).collect::<Vec<u8>>())
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found
}

/// The first cell of the stretch of a piece, the piece moved to offset 0, and the slack of the stretch.
fn base_and_slack(state: &State, piece: Piece) -> (usize, Piece, u32) {
    let (size, walls) = (state.size(), state.walls());
    let is_wall = |k: usize| {
        let (row, column) = if piece.orientation == Orientation::Horizontal { (piece.row, k) } else { (k, piece.column) };
        walls.contains(row * size.width() + column)
    };
    let cells = piece.line_length(size);
    let start = (0..piece.position()).rev().find(|&k| is_wall(k)).map_or(0, |k| k + 1);
    let end = (piece.position()..cells).find(|&k| is_wall(k)).unwrap_or(cells);
    let in_stretch =
        |p: &Piece| p.orientation == piece.orientation && p.line() == piece.line() && (start..end).contains(&p.position());
    let length_before = |position: usize| -> usize {
        state.pieces().filter(in_stretch).filter(|p| p.position() < position).map(|p| p.length).sum()
    };
    (start, with_position(piece, start + length_before(piece.position())), (end - start - length_before(end)) as u32)
}

fn with_position(mut piece: Piece, position: usize) -> Piece {
    piece.set_position(position);
    piece
}

#[cfg(test)]
mod tests {
    use super::super::slide_tables::MOST_LARGE;
    use super::*;
    use crate::board::Size;

    /// The most bits that a line has in a key, over all ways to fill its cells from `from` on with walls and cars. (Trucks leave
    /// less slack.) `filled` holds the first cell of each car, and each wall, with whether it is a wall.
    fn most_bits(cells: usize, filled: &mut Vec<(usize, bool)>, from: usize) -> u32 {
        let bits = |start: usize, end: usize| {
            let cars = filled.iter().filter(|&&(cell, is_wall)| !is_wall && (start..end).contains(&cell)).count();
            let configurations = rising_offsets(cars, (end - start - 2 * cars) as u32).len();
            assert!(configurations <= if cells <= 8 { MOST_SMALL } else { MOST_LARGE });
            (configurations - 1).checked_ilog2().map_or(0, |bits| bits + 1)
        };
        let walls: Vec<usize> = filled.iter().filter(|(_, is_wall)| *is_wall).map(|&(cell, _)| cell).collect();
        let starts = [0].into_iter().chain(walls.iter().map(|wall| wall + 1));
        let mut most: u32 = starts.zip(walls.iter().copied().chain([cells])).map(|(start, end)| bits(start, end)).sum();
        for cell in from..cells {
            for (is_wall, next) in [(true, cell + 1), (false, cell + 2)] {
                if next <= cells {
                    filled.push((cell, is_wall));
                    most = most.max(most_bits(cells, filled, next));
                    filled.pop();
                }
            }
        }
        most
    }

    #[test]
    fn a_line_of_eight_cells_has_at_most_four_bits() {
        assert_eq!([4, 5, 6, 7, 8].map(|cells| most_bits(cells, &mut Vec::new(), 0)), [2, 2, 3, 4, 4]);
        // the most configurations: four cars on 16 cells, which are checked without walls
        for cars in 0..8 {
            assert!(rising_offsets(cars, (16 - 2 * cars) as u32).len() <= MOST_LARGE, "{cars}");
        }
    }

    #[test]
    fn keys_come_back_and_successors_are_legal_moves() {
        for board in [
            "..BB..CC.DD.EE..FF..GG..AA......HH..II..JJ..KK..LL..MM..NN..PP..",
            "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM",
            "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
        ] {
            assert_key_and_successors(&board.parse().unwrap());
        }
        let wide = [("4x16", 3), ("16x4", 5), ("9x7", 4), ("9", 8), ("16", 7), ("3x16", 2)];
        for (text, longest) in wide {
            let size = text.parse().expect("a size");
            let mut random = fastrand::Rng::with_seed(longest as u64);
            let states: Vec<State> = (0..50).map(|_| random_state(size, longest, 12, &mut random)).collect();
            states.iter().for_each(assert_key_and_successors);
            assert!(states.iter().any(|state| state.legal_moves().len() > 4), "{text}");
        }
    }

    #[test]
    fn boards_that_need_more_than_64_bits_have_keys_of_half_states() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut wide = 0;
        for (width, height) in [(12, 12), (16, 16), (16, 9), (10, 16)] {
            let size = Size::new(width, height).expect("a size");
            let states: Vec<State> = (0..20).map(|_| random_state(size, 3, 400, &mut random)).collect();
            states.iter().for_each(assert_key_and_successors);
            wide += states.iter().filter(|state| matches!(Tracks::of(state).tables, Tables::Halves(..))).count();
            assert!(size.cells() < 256 || states.iter().any(|state| state.pieces().count() > 64));
        }
        assert!(wide > 40, "{wide}");
    }

    /// A board with some pieces of random lengths and some walls.
    fn random_state(size: Size, longest: usize, attempts: usize, random: &mut fastrand::Rng) -> State {
        let primary = Piece { orientation: Orientation::Horizontal, row: random.usize(..size.height()), column: 0, length: 2 };
        let (mut pieces, mut walls) = (vec![primary], CellSet::EMPTY);
        for _ in 0..attempts {
            let orientation = if random.bool() { Orientation::Horizontal } else { Orientation::Vertical };
            let (row, column) = (random.usize(..size.height()), random.usize(..size.width()));
            pieces.push(Piece { orientation, row, column, length: random.usize(2..=longest) });
            if State::new(size, &pieces, walls).is_err() {
                pieces.pop();
                let more = walls | size.bit(row, column);
                walls = if State::new(size, &pieces, more).is_ok() && random.u8(..3) == 0 { more } else { walls };
            }
        }
        State::new(size, &pieces, walls).expect("what does not fit was taken away")
    }

    fn assert_key_and_successors(state: &State) {
        for form in [Form::Small, Form::Large, Form::Halves] {
            let tracks = Tracks::in_form(state, form);
            let key = tracks.key(state).expect("its own tracks");
            assert_eq!(tracks.state(key), *state);
            assert_eq!(tracks.order(key), (state.horizontal(), state.vertical()));
            assert_eq!(tracks.is_goal(key), state.is_goal());
            let mut found: Vec<(Move, State)> = Vec::new();
            tracks.successors(key, Metric::Moves, |key, step| {
                let next = tracks.state(key);
                assert_eq!(tracks.key(&next), Some(key));
                found.push((step, next));
            });
            found.sort_by_key(|(step, _)| (step.item, step.distance > 0, step.distance.abs()));
            let legal: Vec<(Move, State)> = state.legal_moves().into_iter().map(|step| (step, state.play(step))).collect();
            assert_eq!(found, legal, "{state}, {form:?}");
        }
    }
}
