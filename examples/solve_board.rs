//! Solves a board and plays the solution.
//!
//!     cargo run --example solve_board -- GBB.L.GHI.LMGHIAAMCCCK.M..JKDDEEJFF.
use gridlock::{Metric, SolveOptions, State, solve};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "oBBoAAoCoooCoooo".to_owned());
    let board: State = text.parse()?;
    println!("{}\n", board.picture());
    let Some(solution) = solve(&board)? else {
        println!("this board has no solution");
        return Ok(());
    };
    println!("{} moves: {solution}\n", solution.length());
    let mut state = board.clone();
    for &step in solution.moves() {
        state = state.play(step);
    }
    println!("{}\n", state.picture());
    let by_steps = SolveOptions::new().metric(Metric::Steps).solve(&board)?.ok_or("solvable in moves, but not in steps")?;
    println!("counted in steps of one cell, the shortest solution has {}: {by_steps}", by_steps.length());
    Ok(())
}
