//! A cluster, or a sample of its states, as a graph, also for Graphviz.
use crate::board::{Move, State};
use crate::notation::View;
use std::collections::HashMap;
use std::fmt::Write;

/// A state to be drawn, with its depth; `None` in a cluster that can't be solved.
pub type GraphState = (State, Option<u32>);

/// The colours of goal states, of the deepest states, of other states on the solution, and of the rest.
pub(super) const GOAL: &str = "#2ecc71";
pub(super) const DEEPEST: &str = "#e74c3c";
pub(super) const ON_PATH: &str = "#3498db";
pub(super) const OTHER: &str = "#f4d03f";

/// A state of the graph.
pub(super) struct GraphNode {
    pub(super) depth: Option<u32>,
    pub(super) colour: &'static str,
    /// The board and its depth.
    pub(super) tooltip: String,
}

/// Two states that a move connects. The first has the greater depth or, if both have the same, the greater number, which puts
/// goal states at the bottom.
pub(super) struct Edge {
    pub(super) ends: (usize, usize),
    /// Whether the solution drawn goes along it.
    pub(super) is_on_path: bool,
}

/// The graph of a cluster: a node for each state, and an edge for each pair of states that a move connects.
///
/// Goal states are green, states of greatest depth red, other states that the solution passes through blue, the rest yellow.
pub struct ClusterGraph {
    pub(super) nodes: Vec<GraphNode>,
    pub(super) edges: Vec<Edge>,
}

impl ClusterGraph {
    /// The graph of the states of a cluster, or of some of them. `solution` begins at `start`; boards are shown as `view`, a
    /// board of the cluster, shows them. `deepest` is the greatest depth of the whole cluster.
    pub fn new(view: &View, states: &[GraphState], deepest: Option<u32>, start: &State, solution: &[Move]) -> ClusterGraph {
        let numbers: HashMap<&State, usize> = states.iter().enumerate().map(|(number, (state, _))| (state, number)).collect();
        let mut path = vec![start.clone()];
        for &step in solution {
            path.push(path[path.len() - 1].play(step));
        }
        // a start alone is not a solution: its cluster may have none
        if solution.is_empty() {
            path.clear();
        }
        // a shortest solution passes through each of its states once
        let on_path: HashMap<usize, usize> =
            path.iter().enumerate().filter_map(|(place, state)| Some((*numbers.get(state)?, place))).collect();
        let node = |(number, (state, depth)): (usize, &GraphState)| {
            let colour = match *depth {
                Some(0) => GOAL,
                Some(_) if *depth == deepest => DEEPEST,
                _ if on_path.contains_key(&number) => ON_PATH,
                _ => OTHER,
            };
            let words = depth.map_or("unsolvable".to_owned(), |depth| format!("depth {depth}"));
            GraphNode { depth: *depth, colour, tooltip: format!("{}, {words}", view.showing(state.clone())) }
        };
        let nodes = states.iter().enumerate().map(node).collect();
        let is_on_path = |one: usize, other: usize| {
            on_path.get(&one).zip(on_path.get(&other)).is_some_and(|(one, other)| one.abs_diff(*other) == 1)
        };
        let mut edges = Vec::new();
        for (number, (state, depth)) in states.iter().enumerate() {
            for step in state.legal_moves() {
                let next = state.play_unchecked(step);
                // in a sample, a move may lead to a state that is not drawn
                let Some(&other) = numbers.get(&next) else { continue };
                if (states[other].1, other) < (*depth, number) {
                    edges.push(Edge { ends: (number, other), is_on_path: is_on_path(number, other) });
                }
            }
        }
        ClusterGraph { nodes, edges }
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// The nodes of each depth, goal states first; without depths none.
    pub(super) fn ranks(&self) -> Vec<Vec<usize>> {
        let deepest = self.nodes.iter().filter_map(|node| node.depth).max();
        let mut ranks = vec![Vec::new(); deepest.map_or(0, |deepest| deepest as usize + 1)];
        let depths = self.nodes.iter().enumerate().filter_map(|(number, node)| Some((number, node.depth?)));
        depths.for_each(|(number, depth)| ranks[depth as usize].push(number));
        ranks
    }

    /// The graph in the DOT language. States of the same depth form one rank, goal states at the bottom.
    pub fn dot(&self) -> String {
        let mut text = String::from(
            "graph cluster {\n  rankdir=TB;\n  node [shape=circle, style=filled, label=\"\", width=0.18, fixedsize=true, color=\"#555555\", fillcolor=\"#f4d03f\"];\n  edge [color=\"#bbbbbb\"];\n",
        );
        for (number, node) in self.nodes.iter().enumerate() {
            let fill = if node.colour == OTHER { String::new() } else { format!(", fillcolor=\"{}\"", node.colour) };
            let _ = writeln!(text, "  s{number} [tooltip=\"{}\"{fill}];", node.tooltip);
        }
        for rank in self.ranks().iter().rev().filter(|rank| !rank.is_empty()) {
            let _ = writeln!(text, "  {{ rank=same; {} }}", rank.iter().map(|n| format!("s{n};")).collect::<String>());
        }
        for Edge { ends: (number, other), is_on_path } in &self.edges {
            let look = if *is_on_path { " [color=\"#3498db\", penwidth=3]" } else { "" };
            let _ = writeln!(text, "  s{number} -- s{other}{look};");
        }
        text.push_str("}\n");
        text
    }
}
