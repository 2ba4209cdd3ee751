//! Explores all states that moves reach from a board, and reports its hardest state.
//!
//!     cargo run --example walk_cluster -- oBBoAAoCoooCoooo
use gridlock::{Cluster, ClusterReport, Metric, State};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "oBBoAAoCoooCoooo".to_owned());
    let board: State = text.parse()?;
    let cluster = Cluster::explore(&board, 1_000_000)?;
    println!("{} states, {} of them solved", cluster.states(), cluster.goal_states());
    let depths = cluster.depths(Metric::Moves);
    for (depth, states) in depths.histogram().iter().enumerate() {
        let example = (0..cluster.states()).find(|&number| depths.of(number) == Some(depth as u32));
        let example = example.map_or(String::new(), |number| cluster.state(number).to_string());
        println!("depth {depth}: {states} states, like {example}");
    }
    let report = ClusterReport::of(&board, 1_000_000)?;
    match report.puzzle() {
        Ok(puzzle) => println!("the database has the row {puzzle}"),
        Err(reason) => println!("the database has no row for this cluster: {reason}"),
    }
    Ok(())
}
