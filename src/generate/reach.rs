//! Where each line can get to at most.
use crate::lines::{ConfigSet, GroupId, LineTables};

/// Per line and piece: some of its places, bit `start`. Lines are numbered here: the rows first, then the columns.
pub type Places = [[u8; 3]; 16];

/// Where each line can get to at most: its *reach*, the component of its configuration, given the cells that the crossing lines
/// cover in *all* configurations that they reach.
///
/// A smaller reach may cover more cells always, which restricts the crossing lines. So this is repeated until nothing changes.
/// All states of the cluster lie in the product of what the lines reach.
pub struct Reach {
    /// Per line: the configurations of its reach.
    pub configs: [ConfigSet; 16],
    /// Per line: the cells that it covers in all of them.
    pub always_covered: [u8; 16],
}

impl Reach {
    /// The reach of the lines of a state, given by group and configuration.
    pub fn new<const N: usize>(lines: &LineTables<N>, groups: &[GroupId; 16], configs: &[u8; 16]) -> Reach {
        let mut reach = Reach { configs: [0; 16], always_covered: [0; 16] };
        // the cells that the rows, and the columns, always cover: cell `i` of line `j` at bit `i * N + j`
        let mut always = [0u64; 2];
        for line in 0..2 * N {
            reach.configs[line] = lines.all_configs(groups[line]);
            reach.always_covered[line] = lines.common_cells(groups[line], reach.configs[line]);
            always[line / N] |= lines.transposed(reach.always_covered[line], line % N);
        }
        // the cells of `always` by which the crossing lines have been restricted
        let mut seen = [0u64; 2];
        while always != seen {
            let across = usize::from(always[0] == seen[0]);
            let at = (always[across] & !seen[across]).trailing_zeros() as usize / N;
            let line = (1 - across) * N + at;
            seen[across] |= always[across] & (LineTables::<N>::FULL as u64) << (N * at);
            let blocked = always[across] >> (N * at) & LineTables::<N>::FULL as u64;
            reach.configs[line] = lines.component(groups[line], configs[line] as u32, blocked);
            reach.always_covered[line] = lines.common_cells(groups[line], reach.configs[line]);
            always[1 - across] |= lines.transposed(reach.always_covered[line], at);
        }
        reach
    }

    /// The places of the pieces in their reach.
    pub fn places<const N: usize>(&self, lines: &LineTables<N>, groups: &[GroupId; 16]) -> Places {
        let mut places = [[0; 3]; 16];
        for line in 0..2 * N {
            places[line] = lines.piece_starts(groups[line], self.configs[line]);
        }
        places
    }
}
