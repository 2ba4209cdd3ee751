//! The drawing of a cluster as layers of states.
//!
//! The method is the usual one for layered graphs (Sugiyama, Tagawa, Toda 1981): the layer of a state is its depth; the order
//! within a layer is improved by sweeps that put each state at the mean place of its neighbours in the layer before.
use super::board::{page, text};
use super::graph::{ClusterGraph, DEEPEST, GOAL, ON_PATH, OTHER};
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
const DEPTHS: f64 = 46.0;
/// What the depths count, and the space for these words below columns.
const AXIS: &str = "moves to the goal";
const AXIS_BELOW: f64 = 20.0;
/// The width and height that the nodes get on a screen.
const SCREEN: (f64, f64) = (1480.0, 740.0);
/// The least space between the numbers of two layers, if the layers are columns.
const NUMBER: f64 = 19.0;
/// The most nodes of a row; a larger layer has several rows.
const WIDEST: usize = 100;
/// How often the order of all layers is improved.
const SWEEPS: usize = 8;

impl ClusterGraph {
    /// The graph as a picture: the states of a depth in a row or, if they are many, in several rows, with the depth at the left;
    /// goal states at the bottom. If it would be higher than a screen, the depths are columns, with goal states at the right, as
    /// close together as the screen requires. `title` and a legend are written above it.
    pub fn svg(&self, title: &str, theme: Theme) -> Document {
        let layers = ordered(self);
        let layout = Layout::of(&layers, self.nodes.len());
        let (width, height) = layout.extent();
        // The title and the legend need room too.
        let inner = width.max(title.chars().count() as f64 * 8.0).max(LEGEND_WIDTH) + 2.0 * MARGIN;
        let (left, top) = (DEPTHS + (inner - width) / 2.0, ABOVE + MARGIN);
        let colours = theme.colours();
        let at = |node: usize| layout.at(layout.places[node], left, top);
        let edges = |on_path: bool| {
            let mut data = String::new();
            for edge in self.edges.iter().filter(|edge| edge.is_on_path == on_path) {
                let (from, to) = (layout.places[edge.ends.0], layout.places[edge.ends.1]);
                let ((x, y), (to_x, to_y)) = (at(edge.ends.0), at(edge.ends.1));
                if (from.1 - to.1).abs() < 1.0 && (from.0 - to.0).abs() > 1.5 * layout.across {
                    // neighbours of one row: an arc beside the nodes between them
                    let (middle_x, middle_y) = layout.at(((from.0 + to.0) / 2.0, from.1 - layout.row), left, top);
                    let _ = write!(data, "M{x:.1} {y:.1}Q{middle_x:.1} {middle_y:.1} {to_x:.1} {to_y:.1}");
                } else {
                    let _ = write!(data, "M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}");
                }
            }
            Path::new().set("d", data).set("fill", "none")
        };
        let stroke = (layout.radius / RADIUS).max(0.5);
        let mut nodes = Group::new().set("stroke", colours.wall).set("stroke-width", stroke);
        for (number, node) in self.nodes.iter().enumerate() {
            let (x, y) = at(number);
            let radius = if node.colour == OTHER { layout.radius } else { layout.radius * 1.1 + 0.3 };
            let circle = Circle::new().set("cx", format!("{x:.1}")).set("cy", format!("{y:.1}")).set("r", format!("{radius:.2}"));
            nodes = nodes.add(circle.set("fill", node.colour).add(Title::new(node.tooltip.as_str())));
        }
        let heading = text(title, DEPTHS + inner / 2.0, 26.0, 15.0, colours.text);
        let below = MARGIN + if layout.is_lying { AXIS_BELOW } else { 0.0 };
        page(title, (inner + DEPTHS).ceil(), (top + height + below).ceil(), theme)
            .add(heading)
            .add(legend(DEPTHS + (inner - LEGEND_WIDTH) / 2.0, self, theme))
            .add(depths(self, &layers, &layout, (left, top), colours.text))
            .add(edges(false).set("stroke", colours.edge()).set("stroke-width", 0.9 * stroke))
            .add(edges(true).set("stroke", ON_PATH).set("stroke-width", 3))
            .add(nodes)
    }
}

/// The depths and what they count. Each is at the middle of the rows of its layer: at the left, or below columns, as many as there is room
/// for.
fn depths(graph: &ClusterGraph, layers: &[Vec<usize>], layout: &Layout, (left, top): (f64, f64), colour: &str) -> Group {
    let mut group = Group::new();
    if graph.nodes.iter().any(|node| node.depth.is_some()) {
        let (width, height) = layout.extent();
        group = group.add(if layout.is_lying {
            text(AXIS, left + width / 2.0, top + height + 24.0 + AXIS_BELOW, 13.0, colour)
        } else {
            let (x, y) = (16.0, top + height / 2.0);
            text(AXIS, x, y, 13.0, colour).set("transform", format!("rotate(-90 {x:.1} {y:.1})"))
        });
    }
    let mut last = f64::NEG_INFINITY;
    for layer in layers {
        let Some(depth) = layer.first().and_then(|&node| graph.nodes[node].depth) else { continue };
        let downs = || layer.iter().map(|&node| layout.places[node].1);
        let middle = (downs().fold(f64::INFINITY, f64::min) + downs().fold(0.0, f64::max)) / 2.0;
        if !layout.is_lying {
            group = group.add(text(&depth.to_string(), DEPTHS - 9.0, top + middle + 4.5, 13.0, colour));
        } else if middle - last >= NUMBER {
            group = group.add(text(&depth.to_string(), left + middle, top + layout.breadth + 24.0, 12.0, colour));
            last = middle;
        }
    }
    group
}

/// What each colour means, and the width of its entry.
const LEGEND: [(&str, &str, f64); 4] =
    [(GOAL, "goal", 62.0), (ON_PATH, "on a shortest solution", 172.0), (DEEPEST, "hardest", 82.0), (OTHER, "other", 60.0)];
const LEGEND_WIDTH: f64 = 376.0;

/// The legend in a line, with its left end at `x`; without depths there is nothing to tell apart.
fn legend(mut x: f64, graph: &ClusterGraph, theme: Theme) -> Group {
    let mut group = Group::new();
    if graph.nodes.iter().all(|node| node.depth.is_none()) {
        return group;
    }
    for (colour, name, width) in LEGEND {
        let sample = Circle::new().set("cx", x + RADIUS).set("cy", ABOVE - 12.0).set("r", RADIUS).set("fill", colour);
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
        for step in 1..layers.len() {
            // down, then up
            let (k, before) = if sweep % 2 == 0 { (step, step - 1) } else { (layers.len() - 1 - step, layers.len() - step) };
            let mean = |node: usize| {
                let places = neighbours[node].iter().filter(|&&other| layer_of[other] == before).map(|&other| place[other]);
                let (sum, count) = places.fold((0.0, 0u32), |(sum, count), place| (sum + place, count + 1));
                if count == 0 { place[node] } else { sum / f64::from(count) }
            };
            let mut sorted: Vec<(f64, usize)> = layers[k].iter().map(|&node| (mean(node), node)).collect();
            sorted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
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
        let mut layer = vec![first];
        for depth in 0.. {
            layer.retain(|&node| !std::mem::replace(&mut seen[node], true));
            if layer.is_empty() {
                break;
            }
            if layers.len() == depth {
                layers.push(Vec::new());
            }
            let next = layer.iter().flat_map(|&node| neighbours[node].iter().copied()).collect();
            layers[depth].append(&mut layer);
            layer = next;
        }
    }
    layers
}

/// Where the nodes are.
struct Layout {
    /// Each node's place across its layer, with 0 as the middle, and down from the first layer.
    places: Vec<(f64, f64)>,
    /// Whether the picture is turned: the layers are columns, the first one at the left.
    is_lying: bool,
    /// The greatest width of a row, and the distance of the last row from the first.
    breadth: f64,
    depth: f64,
    /// The distances of two nodes of a row, and of two rows of a layer.
    across: f64,
    row: f64,
    radius: f64,
}

impl Layout {
    fn of(layers: &[Vec<usize>], nodes: usize) -> Layout {
        let upright = Layout::spaced(layers, nodes, 1.0, 1.0);
        if upright.depth <= SCREEN.1 {
            return upright;
        }
        let (across, down) = ((SCREEN.1 / upright.breadth).min(1.0), (SCREEN.0 / upright.depth).min(1.0));
        Layout { is_lying: true, ..Layout::spaced(layers, nodes, across, down) }
    }

    /// A layout with distances across and down that are shares of the usual ones.
    fn spaced(layers: &[Vec<usize>], nodes: usize, across: f64, down: f64) -> Layout {
        let (across, row, layer_distance) = (ACROSS * across, ROW * down, LAYER * down);
        let mut places = vec![(0.0, 0.0); nodes];
        let (mut y, mut widest) = (0.0, 1);
        for (k, layer) in layers.iter().enumerate() {
            if k > 0 {
                y += layer_distance;
            }
            let rows = layer.len().div_ceil(WIDEST);
            for (index, &node) in layer.iter().enumerate() {
                // Neighbours in the order stand above one another, so that the layer keeps its order across.
                let (row_of, column) = (index % rows, index / rows);
                let in_row = (layer.len() - row_of).div_ceil(rows);
                widest = widest.max(in_row);
                places[node] = ((column as f64 - (in_row as f64 - 1.0) / 2.0) * across, y + row_of as f64 * row);
            }
            y += (rows - 1) as f64 * row;
        }
        let radius = RADIUS * (across / ACROSS).min(row / ROW).max(0.2);
        Layout { places, is_lying: false, breadth: (widest - 1) as f64 * across, depth: y, across, row, radius }
    }

    /// The width and height of the nodes.
    fn extent(&self) -> (f64, f64) {
        if self.is_lying { (self.depth, self.breadth) } else { (self.breadth, self.depth) }
    }

    /// A place in the picture, whose nodes begin at the given left and top.
    fn at(&self, (across, down): (f64, f64), left: f64, top: f64) -> (f64, f64) {
        let across = across + self.breadth / 2.0;
        if self.is_lying { (left + down, top + across) } else { (left + across, top + down) }
    }
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
            let Layout { places, depth, radius, .. } = Layout::of(&layers, graph.nodes.len());
            let mut seen: Vec<(i64, i64)> = places.iter().map(|&(x, y)| ((x * 10.0) as i64, (y * 10.0) as i64)).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), graph.nodes.len(), "{board}");
            assert!(radius >= 2.0, "{board}: nodes can be seen");
            for (number, node) in graph.nodes.iter().enumerate() {
                assert!(node.depth != Some(0) || places[number].1 >= depth - ROW * 20.0, "goal states are last");
            }
        }
    }

    #[test]
    fn a_picture_of_many_layers_fits_a_screen() {
        let svg = graph("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM").svg("A title", Theme::Light).to_string();
        let side =
            |name: &str| svg.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next()?.parse::<f64>().ok());
        let (width, height) = (side("width").expect("a width"), side("height").expect("a height"));
        assert!((1000.0..=1600.0).contains(&width) && (600.0..=900.0).contains(&height), "{width} × {height}");
        for depth in 0..=60 {
            assert!(svg.contains(&format!("\n{depth}\n</text>")), "{depth}");
        }
    }

    #[test]
    fn depths_and_colours_are_explained() {
        let svg = graph("oBBoAAoCoooCDDoo").svg("A title", Theme::Dark).to_string();
        for word in ["goal", "on a shortest solution", "hardest", "other", "0", "1", "2"] {
            assert!(svg.contains(&format!("\n{word}\n</text>")), "{word}");
        }
        let unsolvable = graph("....AA.x........").svg("A title", Theme::Light).to_string();
        assert!(svg.contains(AXIS) && !unsolvable.contains(AXIS) && !unsolvable.contains("hardest"), "it has no depths");
        assert_eq!(LEGEND.iter().map(|&(_, _, width)| width).sum::<f64>(), LEGEND_WIDTH);
    }

    #[test]
    fn sweeps_reduce_the_crossings() {
        let crossings = |graph: &ClusterGraph, layers: &[Vec<usize>]| {
            let places = Layout::of(layers, graph.nodes.len()).places;
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
