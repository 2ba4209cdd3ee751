//! The frontier of a retrograde analysis: per word of states, which are unvisited, and which are on the current level and on the
//! next.

/// No position in the next level, no log entry.
pub const NONE: u32 = u32::MAX;

/// The states of one word that are on one level.
#[derive(Clone, Copy, Debug)]
pub struct FrontierWord<const N: usize> {
    /// The states.
    pub bits: u64,
    /// The number of the word.
    pub word: u32,
    /// Per inner line: the states found by a move of this line.
    pub by_inner: [u64; N],
    /// Per outer line, likewise.
    pub by_outer: [u64; N],
}

/// What is known of a word, kept together in memory, since it is looked up as a whole.
#[derive(Clone, Copy, Debug)]
pub struct StateWord {
    /// The states on none of the completed levels.
    pub unvisited: u64,
    /// Its position in the next level, or [`NONE`].
    pub position_in_next: u32,
    /// Its latest log entry, or [`NONE`].
    pub latest_entry: u32,
}

/// The frontier, and what is known of every word of the cluster.
#[derive(Default)]
pub struct FrontierWords<const N: usize> {
    /// Per word: its box.
    pub box_of_word: Vec<u32>,
    /// The words.
    pub words: Vec<StateWord>,
    /// The words with states on the current level, each once.
    pub level: Vec<FrontierWord<N>>,
    /// The words with states on the next level, as far as they have been found, each once.
    pub next: Vec<FrontierWord<N>>,
    /// How many states of the cluster have not been found yet.
    pub states_left: u64,
}

impl<const N: usize> FrontierWords<N> {
    /// Puts unvisited states of a word on the next level; returns the word's entry there.
    #[inline(always)]
    pub fn add_to_next(&mut self, word: u32, states: u64) -> &mut FrontierWord<N> {
        let position = &mut self.words[word as usize].position_in_next;
        if *position == NONE {
            *position = self.next.len() as u32; // below the number of words, which fits
            self.next.push(FrontierWord { bits: 0, word, by_inner: [0; N], by_outer: [0; N] });
        }
        let entry = &mut self.next[*position as usize];
        self.states_left -= (states & !entry.bits).count_ones() as u64;
        entry.bits |= states;
        entry
    }

    /// Bytes of memory reserved.
    pub fn reserved_bytes(&self) -> usize {
        let entries = self.level.capacity() + self.next.capacity();
        entries * size_of::<FrontierWord<N>>() + 4 * self.box_of_word.capacity() + size_of::<StateWord>() * self.words.capacity()
    }
}
