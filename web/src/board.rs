//! An open board: its positions as its author counts rows and columns, and its cluster.
use gridlock::internals::notation::{View, ViewPicture};
use gridlock::internals::solve::join_steps;
use gridlock::{Cluster, ClusterDepths, DepthSearch, Exploration, Item, LevelSearch, Metric, Move, Orientation, Piece, State};
use std::fmt::Write;

/// A board, and what is known of its cluster.
pub struct OpenBoard {
    view: View,
    /// The item of each piece, and whether its author counts its moves the other way round; the primary first.
    pieces: Vec<(usize, Piece, bool)>,
    /// Moves that came with the board, as text.
    moves: String,
    search: Search,
}

/// How far the cluster is known.
enum Search {
    None,
    Exploring(Exploration),
    Measuring(Cluster, DepthSearch),
    Known(Cluster, ClusterDepths),
    TooLarge,
}

impl OpenBoard {
    pub fn new(view: View, moves: String) -> OpenBoard {
        let items = view.state().items().iter().enumerate();
        let pieces = items.filter_map(|(item, it)| match *it {
            Item::Piece(piece) => Some((item, piece, view.distance(Move { item, distance: 1 }) < 0)),
            Item::Wall(_) => None,
        });
        OpenBoard { pieces: pieces.collect(), view, moves, search: Search::None }
    }

    /// Lines: `width height exit address`, the moves that came with the board, the cells of its walls, and for each piece, the
    /// primary first, `name h|v line length position`. All numbers count from 0.
    pub fn describe(&self) -> String {
        let OpenBoard { view, pieces, moves, .. } = self;
        let (width, height) = (view.size().width(), view.size().height());
        let walls: Vec<String> = view.walls().map(|(row, column)| (row * width + column).to_string()).collect();
        let mut text = format!("{width} {height} {} {}\n{moves}\n{}", view.exit(), view.address(), walls.join(" "));
        let symbols = view.symbols();
        for &(item, piece, _) in pieces {
            let (row, column) = view.corner_of(piece);
            let (way, line, position) = if view.stands(piece) { ('v', column, row) } else { ('h', row, column) };
            write!(text, "\n{} {way} {line} {} {position}", symbols[item], piece.length).expect("a text takes it");
        }
        text
    }

    /// 1 if the position is solved, else 0; its depth, or -1 if that is not known or there is no solution; for each piece how many
    /// cells it can move left or up, and right or down; and if the depth is known, the piece and distance of each best move.
    pub fn look(&self, position: &[u8]) -> Result<Vec<i32>, String> {
        let state = self.state(position)?;
        let mut known = vec![0; 2 + 2 * self.pieces.len()];
        (known[0], known[1]) = (i32::from(state.is_goal()), -1);
        for step in state.legal_moves() {
            let [piece, distance] = self.given(step);
            let reach = &mut known[2 + 2 * piece as usize + usize::from(distance > 0)];
            *reach = distance.abs().max(*reach);
        }
        if let Search::Known(cluster, depths) = &self.search
            && let Some(number) = cluster.number(&state)
            && let Some(own) = depths.of(number)
        {
            known[1] = own as i32;
            cluster.for_each_successor(number, depths.metric(), |next, step| {
                if depths.of(next) < Some(own) {
                    known.extend(self.given(step));
                }
            });
        }
        Ok(known)
    }

    pub fn draw(&self, position: &[u8]) -> Result<String, String> {
        let view = self.view.showing(self.state(position)?);
        Ok(format!("{view}\n{}", ViewPicture(&view)))
    }

    pub fn replay(&self, text: &str) -> Result<Vec<i32>, String> {
        let (mut state, symbols) = (self.view.state().clone(), self.view.symbols());
        let mut moves = Vec::new();
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        for (number, word) in (1..).zip(words) {
            let wrong = |problem: &str| format!("move {number}, '{word}': {problem}");
            let written = || wrong("a move is written like A+2 or C-1");
            let at = word.find(['+', '-']).ok_or_else(written)?;
            let distance: i8 = word[at..].parse().map_err(|_| written())?;
            let is_named = |&(item, ..): &&(usize, Piece, bool)| symbols[*item] == word[..at];
            let no_piece = || wrong(&format!("there is no piece '{}'", &word[..at]));
            let &(item, _, mirrored) = self.pieces.iter().find(is_named).ok_or_else(no_piece)?;
            let step = Move { item, distance: if mirrored { -distance } else { distance } };
            state = state.try_play(step).map_err(|_| wrong("something stands in the way"))?;
            moves.push(step);
        }
        Ok(self.all_given(&moves))
    }

    pub fn explore(&mut self, metric: Metric, max_states: usize, states: usize) -> Vec<i32> {
        self.search = match std::mem::replace(&mut self.search, Search::TooLarge) {
            Search::None => match Exploration::of(self.view.state(), max_states) {
                Ok(exploration) => Search::Exploring(exploration),
                Err(_) => Search::TooLarge,
            },
            Search::Exploring(mut exploration) => match exploration.advance(states) {
                Ok(true) => {
                    let cluster = exploration.cluster().expect("it was explored to the end");
                    let search = DepthSearch::of(&cluster, metric);
                    Search::Measuring(cluster, search)
                }
                Ok(false) => Search::Exploring(exploration),
                Err(_) => Search::TooLarge,
            },
            Search::Measuring(cluster, mut search) => match search.advance(&cluster, states) {
                true => Search::Known(cluster, search.depths()),
                false => Search::Measuring(cluster, search),
            },
            // in another metric the depths are others
            Search::Known(cluster, depths) if depths.metric() != metric => {
                let search = DepthSearch::of(&cluster, metric);
                Search::Measuring(cluster, search)
            }
            other => other,
        };
        let (status, count) = match &self.search {
            Search::None => (0, 0),
            Search::Exploring(exploration) => (0, exploration.states()),
            Search::Measuring(cluster, _) => (0, cluster.states()),
            Search::Known(cluster, _) => (1, cluster.states()),
            Search::TooLarge => (2, max_states),
        };
        vec![status, i32::try_from(count).unwrap_or(i32::MAX)]
    }

    pub fn counts(&self) -> Result<Vec<i32>, String> {
        let (_, depths) = self.known()?;
        Ok(depths.histogram().iter().map(|&states| states as i32).collect())
    }

    pub fn solution(&self, position: &[u8]) -> Result<Vec<i32>, String> {
        let (cluster, depths) = self.known()?;
        let moves = cluster.solution(depths, &self.state(position)?).unwrap_or_default();
        Ok(self.all_given(&join_steps(&moves)))
    }

    pub fn solve(&self, position: &[u8], metric: Metric, max_states: usize) -> Result<Vec<i32>, String> {
        Ok(match LevelSearch::of(&self.state(position)?, metric, max_states).map(|search| search.solution()) {
            Ok(Some(solution)) => {
                let mut answer = vec![1];
                solution.joined().into_iter().for_each(|step| answer.extend(self.given(step)));
                answer
            }
            Ok(None) => vec![0],
            Err(_) => vec![2],
        })
    }

    fn known(&self) -> Result<(&Cluster, &ClusterDepths), String> {
        match &self.search {
            Search::Known(cluster, depths) => Ok((cluster, depths)),
            _ => Err("the cluster of the board was not explored".to_owned()),
        }
    }

    /// The state of a position.
    fn state(&self, position: &[u8]) -> Result<State, String> {
        if position.len() != self.pieces.len() {
            return Err(format!("a position of this board has {} numbers, this one has {}", self.pieces.len(), position.len()));
        }
        let shifted = |(&(_, piece, mirrored), &at): (&(usize, Piece, bool), &u8)| {
            let (row, column) = self.view.corner_of(piece);
            let (place, mut moved) = (if self.view.stands(piece) { row } else { column }, piece);
            let by = (isize::from(at) - place as isize) * if mirrored { -1 } else { 1 };
            let along = match piece.orientation {
                Orientation::Horizontal => &mut moved.column,
                Orientation::Vertical => &mut moved.row,
            };
            *along = along.wrapping_add_signed(by); // a place off the board is refused below
            moved
        };
        let pieces: Vec<Piece> = self.pieces.iter().zip(position).map(shifted).collect();
        let start = self.view.state();
        State::new(start.size(), &pieces, start.walls()).map_err(|error| format!("no position of this board: {error}"))
    }

    /// A move as the author of the board writes it: the number of the piece, and the distance.
    fn given(&self, step: Move) -> [i32; 2] {
        let piece = self.pieces.iter().position(|&(item, ..)| item == step.item).expect("pieces move");
        [piece as i32, self.view.distance(step).into()]
    }

    fn all_given<'m>(&'m self, moves: &'m [Move]) -> Vec<i32> {
        moves.iter().flat_map(|&step| self.given(step)).collect()
    }
}
