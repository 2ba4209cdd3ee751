//! Generates all puzzles on 4×4 with up to two walls and prints the hardest.
//!
//!     cargo run --release --example hardest_4x4
use gridlock::{Puzzle, Puzzles, Size, WallRange};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let puzzles = Puzzles::of(Size::square(4)?, WallRange::new(0, 2)?)?;
    let candidates = puzzles.candidates();
    let mut found = puzzles.into_iter().collect::<Result<Vec<Puzzle>, _>>()?;
    found.sort(); // hardest first
    println!("{} puzzles from {candidates} candidates", found.len());
    if let Some(hardest) = found.first() {
        for puzzle in found.iter().take_while(|puzzle| puzzle.moves == hardest.moves) {
            println!("\n{puzzle}\n{}", puzzle.board.picture());
        }
    }
    Ok(())
}
