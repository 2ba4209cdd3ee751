//! Counts the boards of the boxed game: 6×6, the red car in its row, at most 11 other cars and 4 trucks, no walls. Full rows and
//! columns are allowed; other horizontal pieces in the red car's row stand to its left.
//!
//! The program shares nothing with the library. It fills the cells one after the other and counts the ways to reach each outline
//! of the filled part. It prints 36330223056.
use std::collections::HashMap;

const N: usize = 6;
const RED_ROW: usize = 2;
const CARS: u8 = 11;
const TRUCKS: u8 = 4;

/// What the cells filled so far require of the remaining cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Outline {
    /// For each column, how many cells the vertical piece above still needs.
    below: [u8; N],
    /// How many cells the horizontal piece to the left still needs.
    right: u8,
    has_red_car: bool,
    cars: u8,
    trucks: u8,
}

impl Outline {
    /// Every way to continue at a cell.
    fn after_cell(self, row: usize, column: usize) -> Vec<Outline> {
        let mut next = self;
        if self.below[column] > 0 {
            if self.right > 0 {
                return vec![]; // two pieces on one cell
            }
            next.below[column] -= 1;
            return vec![next];
        }
        if self.right > 0 {
            next.right -= 1;
            return vec![next];
        }
        let mut ways = vec![self]; // an empty cell
        for length in [2, 3] {
            let mut with = self;
            *(if length == 2 { &mut with.cars } else { &mut with.trucks }) += 1;
            if with.cars > CARS || with.trucks > TRUCKS {
                continue;
            }
            let rest = length as u8 - 1;
            if row + length <= N {
                let mut vertical = with;
                vertical.below[column] = rest;
                ways.push(vertical);
            }
            let is_right_of_red_car = row == RED_ROW && self.has_red_car;
            if column + length <= N && !is_right_of_red_car {
                ways.push(Outline { right: rest, ..with });
            }
        }
        if row == RED_ROW && column + 2 <= N && !self.has_red_car {
            ways.push(Outline { right: 1, has_red_car: true, ..self });
        }
        ways
    }
}

fn main() {
    let mut ways = HashMap::from([(Outline::default(), 1u64)]);
    for row in 0..N {
        for column in 0..N {
            let mut next = HashMap::new();
            for (outline, count) in ways {
                for after in outline.after_cell(row, column) {
                    *next.entry(after).or_default() += count;
                }
            }
            ways = next;
        }
    }
    // vertical pieces and horizontal ones never reach beyond the board
    let total: u64 = ways.iter().filter(|(outline, _)| outline.has_red_car).map(|(_, count)| count).sum();
    println!("{total}");
    assert_eq!(total, 36_330_223_056);
}
