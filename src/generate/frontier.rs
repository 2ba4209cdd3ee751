//! What a search for depths knows of each word of states, and the levels at hand.

/// No place, no log entry.
pub const NONE: u32 = u32::MAX;

/// Some states of one word on the level at hand or the next one.
#[derive(Clone, Copy, Debug)]
pub struct FrontierWord<const N: usize> {
    pub bits: u64,
    pub word: u32,
    /// Per inner line, and per outer line: those of the states that a move of it has reached.
    pub by_inner: [u64; N],
    pub by_outer: [u64; N],
}

/// What is known of each word.
#[derive(Default)]
pub struct FrontierWords<const N: usize> {
    /// Its box.
    pub owner: Vec<u32>,
    /// States not reached on the levels done.
    pub unvisited: Vec<u64>,
    /// Its place in `next`, if it is there.
    pub place: Vec<u32>,
    /// Its latest log entry.
    pub latest: Vec<u32>,
    /// The level at hand, and the next one as far as it is found; each word once.
    pub level: Vec<FrontierWord<N>>,
    pub next: Vec<FrontierWord<N>>,
    /// States of the cluster not found yet.
    pub missing: u64,
}

impl<const N: usize> FrontierWords<N> {
    /// Puts open states of a word on the next level; gives what is found of the word.
    #[inline(always)]
    pub fn reach(&mut self, word: u32, states: u64) -> &mut FrontierWord<N> {
        let place = &mut self.place[word as usize];
        if *place == NONE {
            *place = self.next.len() as u32;
            self.next.push(FrontierWord { bits: 0, word, by_inner: [0; N], by_outer: [0; N] });
        }
        let found = &mut self.next[*place as usize];
        self.missing -= (states & !found.bits).count_ones() as u64;
        found.bits |= states;
        found
    }
}
