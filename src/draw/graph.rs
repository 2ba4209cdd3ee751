//! A cluster, or a sample of its states, as a graph, also for Graphviz.
use crate::board::{Move, State};
use crate::notation::View;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// A state to be drawn, with its depth; `None` in a cluster that can't be solved.
pub type GraphState = (State, Option<u32>);

/// What a state is drawn as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeKind {
    Goal,
    Deepest,
    OnPath,
    Other,
}

impl NodeKind {
    /// The colour of its node, as in SVG.
    pub(super) fn colour(self) -> &'static str {
        match self {
            NodeKind::Goal => "#2ecc71",
            NodeKind::Deepest => "#e74c3c",
            NodeKind::OnPath => "#3498db",
            NodeKind::Other => "#f4d03f",
        }
    }
}

/// A state of the graph.
pub(super) struct GraphNode {
    pub(super) depth: Option<u32>,
    pub(super) kind: NodeKind,
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
        let on_path: Vec<usize> = match solution {
            [] => Vec::new(),
            _ => path.iter().filter_map(|state| numbers.get(state).copied()).collect(),
        };
        let path_nodes: HashSet<usize> = on_path.iter().copied().collect();
        let path_edges: HashSet<(usize, usize)> =
            on_path.windows(2).flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]).collect();
        let node = |(number, (state, depth)): (usize, &GraphState)| {
            let kind = match *depth {
                Some(0) => NodeKind::Goal,
                Some(_) if *depth == deepest => NodeKind::Deepest,
                _ if path_nodes.contains(&number) => NodeKind::OnPath,
                _ => NodeKind::Other,
            };
            let words = depth.map_or("unsolvable".to_owned(), |depth| format!("depth {depth}"));
            GraphNode { depth: *depth, kind, tooltip: format!("{}, {words}", view.showing(state.clone())) }
        };
        let nodes = states.iter().enumerate().map(node).collect();
        let mut edges = Vec::new();
        for (number, (state, depth)) in states.iter().enumerate() {
            for step in state.legal_moves() {
                let next = state.play_unchecked(step);
                // in a sample, a move may lead to a state that is not drawn
                let Some(&other) = numbers.get(&next) else { continue };
                if (states[other].1, other) < (*depth, number) {
                    let ends = (number, other);
                    edges.push(Edge { ends, is_on_path: path_edges.contains(&ends) });
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
            let fill = match node.kind {
                NodeKind::Other => String::new(),
                kind => format!(", fillcolor=\"{}\"", kind.colour()),
            };
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
