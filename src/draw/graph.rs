//! A cluster as a graph for Graphviz.
use crate::board::{Move, State, View};
use std::collections::HashMap;
use std::fmt::Write;

/// States that do not form the graph of a cluster.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// A move leads to a state that is not among them.
    #[error("a move from {0} leads to a state that is not in the cluster")]
    NotClosed(String),
}

/// The graph of a cluster in the DOT language, with a node for each state and an edge for each pair of states that a move connects.
///
/// Goal states are green, states of greatest depth red, other states that `solution` passes through from `start` blue, the rest yellow.
/// States of the same depth form one rank, goal states at the bottom. `states` holds every state of the cluster with its depth, which is
/// `None` if the cluster is unsolvable. The boards in the tooltips look as `view`, a board of the cluster, shows them.
///
/// # Errors
/// [`GraphError::NotClosed`] if `states` is not a whole cluster.
pub fn dot(view: &View, states: &[(State, Option<u32>)], start: &State, solution: &[Move]) -> Result<String, GraphError> {
    let numbers: HashMap<&State, usize> = states.iter().enumerate().map(|(number, (state, _))| (state, number)).collect();
    let deepest = states.iter().filter_map(|(_, depth)| *depth).max();
    let mut path = vec![start.clone()];
    for &step in solution {
        path.extend(path[path.len() - 1].play(step));
    }
    let mut on_path: Vec<usize> = path.iter().filter_map(|state| numbers.get(state).copied()).collect();
    if solution.is_empty() {
        on_path.clear(); // a start alone is no solution: its cluster may have none
    }
    let mut text = String::from(
        "graph cluster {\n  rankdir=TB;\n  node [shape=circle, style=filled, label=\"\", width=0.18, fixedsize=true, color=\"#555555\", fillcolor=\"#f4d03f\"];\n  edge [color=\"#bbbbbb\"];\n",
    );
    for (number, (state, depth)) in states.iter().enumerate() {
        let colour = match *depth {
            Some(0) => Some("#2ecc71"),
            Some(_) if *depth == deepest => Some("#e74c3c"),
            _ if on_path.contains(&number) => Some("#3498db"),
            _ => None,
        };
        let fill = colour.map_or(String::new(), |colour| format!(", fillcolor=\"{colour}\""));
        let depth = depth.map_or("unsolvable".to_owned(), |depth| format!("depth {depth}"));
        let board = view.showing(state.clone());
        let _ = writeln!(text, "  s{number} [tooltip=\"{board}, {depth}\"{fill}];");
    }
    let mut ranks: Vec<Vec<usize>> = vec![Vec::new(); deepest.map_or(0, |deepest| deepest as usize + 1)];
    states
        .iter()
        .enumerate()
        .filter_map(|(n, (_, depth))| Some((n, (*depth)?)))
        .for_each(|(n, depth)| ranks[depth as usize].push(n));
    for rank in ranks.iter().rev() {
        let _ = writeln!(text, "  {{ rank=same; {} }}", rank.iter().map(|n| format!("s{n};")).collect::<String>());
    }
    for (number, (state, depth)) in states.iter().enumerate() {
        for step in state.legal_moves() {
            let next = state.play(step).expect("the move is legal");
            let other = *numbers.get(&next).ok_or_else(|| GraphError::NotClosed(state.to_string()))?;
            // each pair once, from the deeper state to the other, which puts goal states at the bottom
            if (states[other].1, other) < (*depth, number) {
                let is_on_path = on_path.windows(2).any(|pair| pair == [number, other] || pair == [other, number]);
                let look = if is_on_path { " [color=\"#3498db\", penwidth=3]" } else { "" };
                let _ = writeln!(text, "  s{number} -- s{other}{look};");
            }
        }
    }
    text.push_str("}\n");
    Ok(text)
}
