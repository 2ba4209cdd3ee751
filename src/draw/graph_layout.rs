//! The drawing of a cluster as layers of states.
//!
//! The method is the usual one for layered graphs (Sugiyama, Tagawa, Toda 1981): the layer of a state is its depth; the order
//! within a layer is improved by sweeps that put each state at the mean place of its neighbours in the layer before.
use super::board::{Look, page, text};
use super::graph::{ClusterGraph, NodeKind};
use super::theme::Theme;
use std::fmt::Write;
use svg::Document;
use svg::node::element::{Circle, Group, Path, Title};

/// The radius of a node, and the distance between two in a row.
const RADIUS: f64 = 5.0;
const ACROSS: f64 = 15.0;
/// The distance between two rows of one layer, and between two layers.
const ROW: f64 = 18.0;
const LAYER: f64 = 54.0;
const MARGIN: f64 = 30.0;
/// The space for the title and the legend.
const ABOVE: f64 = 58.0;
/// The space for the depths at the left.
const DEPTHS: f64 = 34.0;
/// The most nodes of a row; a larger layer has several rows.
const WIDEST: usize = 100;
/// How often the order of all layers is improved.
const SWEEPS: usize = 8;

impl ClusterGraph {
    /// The graph as a picture: the states of a depth in a row or, if they are many, in several rows, with the depth at the left;
    /// goal states at the bottom. `title` and a legend are written above it.
    pub fn svg(&self, title: &str, theme: Theme) -> Document {
        draw(self, title, theme)
    }
}

fn draw(graph: &ClusterGraph, title: &str, theme: Theme) -> Document {
    let layers = ordered(graph);
    let (places, width, height) = places(&layers, graph.nodes.len());
    // The title and the legend need room too.
    let width = width.max(title.chars().count() as f64 * 8.0 + 2.0 * MARGIN).max(LEGEND_WIDTH + 2.0 * MARGIN);
    let look = Look { theme, labels: false };
    let colours = theme.colours();
    let shift = |(x, y): (f64, f64)| (x + DEPTHS + width / 2.0, y + ABOVE + MARGIN);
    let edges = |on_path: bool| {
        let mut data = String::new();
        for edge in graph.edges.iter().filter(|edge| edge.is_on_path == on_path) {
            let ((x, y), (to_x, to_y)) = (shift(places[edge.ends.0]), shift(places[edge.ends.1]));
            if (y - to_y).abs() < 1.0 && (x - to_x).abs() > 1.5 * ACROSS {
                // neighbours of one row: an arc above the nodes between them
                let _ = write!(data, "M{x:.0} {y:.0}Q{:.0} {:.0} {to_x:.0} {to_y:.0}", (x + to_x) / 2.0, y - ROW);
            } else {
                let _ = write!(data, "M{x:.0} {y:.0}L{to_x:.0} {to_y:.0}");
            }
        }
        Path::new().set("d", data).set("fill", "none")
    };
    let mut nodes = Group::new().set("stroke", colours.wall).set("stroke-width", 1);
    for (number, node) in graph.nodes.iter().enumerate() {
        let (x, y) = shift(places[number]);
        let radius = if node.kind == NodeKind::Other { RADIUS } else { RADIUS + 0.5 };
        let circle = Circle::new().set("cx", format!("{x:.0}")).set("cy", format!("{y:.0}")).set("r", radius);
        nodes = nodes.add(circle.set("fill", node.kind.colour()).add(Title::new(node.tooltip.as_str())));
    }
    let heading = text(title, DEPTHS + width / 2.0, 26.0, 15.0, colours.text);
    // depths at the left, each at the middle of the rows of its layer
    let mut depths = Group::new();
    for layer in &layers {
        let Some(depth) = layer.first().and_then(|&node| graph.nodes[node].depth) else { continue };
        let ys = || layer.iter().map(|&node| shift(places[node]).1);
        let middle = (ys().fold(f64::INFINITY, f64::min) + ys().fold(0.0, f64::max)) / 2.0;
        depths = depths.add(text(&depth.to_string(), DEPTHS / 2.0 + 8.0, middle + 4.5, 13.0, colours.text));
    }
    page((width + DEPTHS).ceil(), (height + ABOVE + 2.0 * MARGIN).ceil(), look)
        .add(heading)
        .add(legend(DEPTHS + (width - LEGEND_WIDTH) / 2.0, graph, theme))
        .add(depths)
        .add(edges(false).set("stroke", colours.cell).set("stroke-width", 0.8))
        .add(edges(true).set("stroke", NodeKind::OnPath.colour()).set("stroke-width", 3))
        .add(nodes)
}

/// What each colour means, and the width of its entry.
const LEGEND: [(NodeKind, &str, f64); 4] = [
    (NodeKind::Goal, "goal", 62.0),
    (NodeKind::OnPath, "on a shortest solution", 172.0),
    (NodeKind::Deepest, "hardest", 82.0),
    (NodeKind::Other, "other", 60.0),
];
const LEGEND_WIDTH: f64 = 376.0;

/// The legend in a line, with its left end at `x`; without depths there is nothing to tell apart.
fn legend(mut x: f64, graph: &ClusterGraph, theme: Theme) -> Group {
    let mut group = Group::new();
    if graph.nodes.iter().all(|node| node.depth.is_none()) {
        return group;
    }
    for (kind, name, width) in LEGEND {
        let sample = Circle::new().set("cx", x + RADIUS).set("cy", ABOVE - 12.0).set("r", RADIUS).set("fill", kind.colour());
        let name = text(name, x + 3.0 * RADIUS, ABOVE - 7.5, 13.0, theme.colours().text).set("text-anchor", "start");
        group = group.add(sample.set("stroke", theme.colours().wall)).add(name);
        x += width;
    }
    group
}

/// The nodes of each layer from the top, in an order with few crossings.
fn ordered(graph: &ClusterGraph) -> Vec<Vec<usize>> {
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes.len()];
    for edge in &graph.edges {
        neighbours[edge.ends.0].push(edge.ends.1);
        neighbours[edge.ends.1].push(edge.ends.0);
    }
    let mut layers: Vec<Vec<usize>> = graph.ranks().into_iter().rev().filter(|rank| !rank.is_empty()).collect();
    if layers.is_empty() {
        layers = by_distance(&neighbours); // without depths, from the first state
    }
    let mut layer_of = vec![0; graph.nodes.len()];
    layers.iter().enumerate().for_each(|(k, layer)| layer.iter().for_each(|&node| layer_of[node] = k));
    // The place of a node is its share of the width of its layer.
    let mut place = vec![0.0; graph.nodes.len()];
    let spread = |layer: &[usize], place: &mut Vec<f64>| {
        layer.iter().enumerate().for_each(|(k, &node)| place[node] = (k as f64 + 0.5) / layer.len() as f64);
    };
    layers.iter().for_each(|layer| spread(layer, &mut place));
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        let order: Vec<usize> =
            if down { (1..layers.len()).collect() } else { (0..layers.len().saturating_sub(1)).rev().collect() };
        for k in order {
            let before = if down { k - 1 } else { k + 1 };
            let mean = |node: usize| {
                let places = neighbours[node].iter().filter(|&&other| layer_of[other] == before).map(|&other| place[other]);
                let (sum, count) = places.fold((0.0, 0u32), |(sum, count), place| (sum + place, count + 1));
                if count == 0 { place[node] } else { sum / f64::from(count) }
            };
            let mut sorted: Vec<(f64, usize)> = layers[k].iter().map(|&node| (mean(node), node)).collect();
            sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            layers[k] = sorted.into_iter().map(|(_, node)| node).collect();
            spread(&layers[k], &mut place);
        }
    }
    layers
}

/// Nodes by their distance from the first of each component.
fn by_distance(neighbours: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut layers: Vec<Vec<usize>> = Vec::new();
    let mut seen = vec![false; neighbours.len()];
    for first in 0..neighbours.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut layer = vec![first];
        for depth in 0.. {
            if layer.is_empty() {
                break;
            }
            if layers.len() == depth {
                layers.push(Vec::new());
            }
            let mut next = Vec::new();
            for &node in &layer {
                next.extend(neighbours[node].iter().copied().filter(|&other| !std::mem::replace(&mut seen[other], true)));
            }
            layers[depth].append(&mut layer);
            layer = next;
        }
    }
    layers
}

/// The place of each node, with 0 as the middle of every row, and the width and height of them all.
fn places(layers: &[Vec<usize>], nodes: usize) -> (Vec<(f64, f64)>, f64, f64) {
    let mut places = vec![(0.0, 0.0); nodes];
    let (mut y, mut widest) = (0.0, 1);
    for (k, layer) in layers.iter().enumerate() {
        if k > 0 {
            y += LAYER;
        }
        let rows = layer.len().div_ceil(WIDEST);
        for (index, &node) in layer.iter().enumerate() {
            // Neighbours in the order stand above one another, so that the layer keeps its order across.
            let (row, column) = (index % rows, index / rows);
            let in_row = (layer.len() - row).div_ceil(rows);
            widest = widest.max(in_row);
            places[node] = ((column as f64 - (in_row as f64 - 1.0) / 2.0) * ACROSS, y + row as f64 * ROW);
        }
        y += (rows - 1) as f64 * ROW;
    }
    (places, (widest - 1) as f64 * ACROSS + 2.0 * MARGIN, y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Metric, State};
    use crate::draw::GraphState;
    use crate::notation::View;
    use crate::reference::Cluster;

    fn graph(board: &str) -> ClusterGraph {
        let state: State = board.parse().unwrap();
        let cluster = Cluster::explore(&state, 10_000).unwrap();
        let depths = cluster.depths(Metric::Moves);
        let states: Vec<GraphState> = (0..cluster.states()).map(|n| (cluster.state(n), depths.of(n))).collect();
        let solution = cluster.solution(&depths, &state).unwrap_or_default();
        ClusterGraph::new(&View::of_state(&state), &states, depths.deepest(), &state, &solution)
    }

    #[test]
    fn every_state_has_a_place_of_its_own_in_the_layer_of_its_depth() {
        for board in ["oBBoAAoCoooCDDoo", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", "....AA.x........"] {
            let graph = graph(board);
            let layers = ordered(&graph);
            assert_eq!(layers.iter().map(Vec::len).sum::<usize>(), graph.nodes.len());
            let (places, _, height) = places(&layers, graph.nodes.len());
            let mut seen: Vec<(i64, i64)> = places.iter().map(|&(x, y)| ((x * 10.0) as i64, (y * 10.0) as i64)).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), graph.nodes.len(), "{board}");
            for (number, node) in graph.nodes.iter().enumerate() {
                assert!(node.depth != Some(0) || places[number].1 >= height - ROW * 20.0, "goal states are at the bottom");
            }
        }
    }

    #[test]
    fn depths_and_colours_are_explained() {
        let svg = graph("oBBoAAoCoooCDDoo").svg("A title", Theme::Dark).to_string();
        for word in ["goal", "on a shortest solution", "hardest", "other", "0", "1", "2"] {
            assert!(svg.contains(&format!("\n{word}\n</text>")), "{word}");
        }
        assert!(!graph("....AA.x........").svg("A title", Theme::Light).to_string().contains("hardest"), "it has no depths");
        assert_eq!(LEGEND.iter().map(|&(_, _, width)| width).sum::<f64>(), LEGEND_WIDTH);
    }

    #[test]
    fn sweeps_reduce_the_crossings() {
        let crossings = |graph: &ClusterGraph, layers: &[Vec<usize>]| {
            let (places, _, _) = places(layers, graph.nodes.len());
            let lines: Vec<_> =
                graph.edges.iter().map(|e| (places[e.ends.0], places[e.ends.1])).filter(|(a, b)| a.1 != b.1).collect();
            let crosses = |(a, b): &((f64, f64), (f64, f64)), (c, d): &((f64, f64), (f64, f64))| {
                a.1 == c.1 && b.1 == d.1 && (a.0 - c.0) * (b.0 - d.0) < 0.0
            };
            let pairs = lines.iter().enumerate().flat_map(|(k, one)| lines[..k].iter().map(move |other| (one, other)));
            pairs.filter(|(one, other)| crosses(one, other)).count()
        };
        let graph = graph("oBBoAAoCoooCDDoo");
        let unordered: Vec<Vec<usize>> = graph.ranks().into_iter().rev().collect();
        assert!(crossings(&graph, &ordered(&graph)) < crossings(&graph, &unordered));
    }
}
