//! The conditions that options give, as a filter; those that no row can meet together are refused.
use super::filter::{Condition, Filter};
use super::number_range::{FilterTextError, NumberRange};
use super::place::PlaceCondition;
use super::tier::Tiers;

/// What the boxed game has, besides the primary: 11 cars, 4 trucks and no walls.
const BOXED_GAME: [(&str, u64); 3] = [("walls", 0), ("cars", 11), ("trucks", 4)];

/// The conditions on rows that options give.
#[derive(Clone, Default, Debug)]
pub struct FilterOptions {
    /// What the names of options begin with, for messages.
    pub prefix: &'static str,
    /// The ranges of numbers; those of columns that need a search are only compared with the others.
    pub ranges: Vec<Condition>,
    /// Whether only boards are wanted that the pieces of the boxed game can build.
    pub is_boxed: bool,
    /// What stands where.
    pub places: Vec<PlaceCondition>,
    /// Named ranges of moves.
    pub tiers: Tiers,
}

impl FilterOptions {
    /// The filter.
    ///
    /// # Errors
    /// Two of the conditions hold together for no row: the message names both.
    pub fn filter(self) -> Result<Filter, FilterTextError> {
        let FilterOptions { prefix, ranges: mut all, is_boxed, places, tiers } = self;
        let refused = |one: &str, other: &str| {
            Err(FilterTextError(format!("{one} and {other} contradict each other: no row meets both conditions")))
        };
        let boxed = BOXED_GAME.iter().filter(|_| is_boxed);
        all.extend(boxed.map(|&(column, most)| {
            let range = NumberRange::ALL.up_to(most);
            Condition { option: format!("{prefix}inventory box"), column, range }
        }));
        let option = |place: &PlaceCondition| format!("{prefix}place {place}");
        let bound =
            |place: &PlaceCondition| place.bound().map(|(column, range)| Condition { option: option(place), column, range });
        let bounded: Vec<Condition> = all.iter().cloned().chain(places.iter().filter_map(bound)).collect();
        if let Some([one, other]) = contradiction(&bounded) {
            return refused(&one.option, &other.option);
        }
        for (number, one) in places.iter().enumerate() {
            if let Some(other) = places[number + 1..].iter().find(|other| one.contradicts(other)) {
                return refused(&option(one), &option(other));
            }
        }
        let range_of = |name: &str| {
            let of_column = all.iter().filter(|condition| condition.column == name);
            of_column.fold(NumberRange::ALL, |range, condition| range.and(condition.range))
        };
        let moves = range_of("moves");
        if !tiers.is_empty() && !tiers.meet(moves) {
            let option = all.iter().find(|condition| condition.column == "moves").map_or("", |condition| &condition.option);
            return refused(option, &format!("{prefix}tiers"));
        }
        Ok(Filter {
            moves,
            size: range_of("cluster_size"),
            walls: range_of("walls"),
            pieces: range_of("pieces"),
            cars: range_of("cars"),
            trucks: range_of("trucks"),
            empty: range_of("empty"),
            places,
            tiers,
        })
    }
}

/// Columns of which the first is at most the second in every row, with the difference that is at least between them.
const AT_MOST: [(&str, &str, u64); 14] = [
    ("cars", "pieces", 1), // the primary is a piece, but not counted as a car
    ("trucks", "pieces", 1),
    ("moves", "fewest_steps", 0), // in a database by steps they are equal
    ("moves", "solution_steps", 0),
    ("fewest_steps", "solution_steps", 0),
    ("goal_states", "cluster_size", 0),
    ("deepest_states", "cluster_size", 0),
    ("first_move_count", "legal_moves", 0),
    ("moved_pieces", "pieces", 0),
    ("moved_pieces", "moves", 0),
    ("primary_moves", "moves", 0),
    ("repeats", "moves", 0),
    ("blocking_pieces", "pieces", 1),
    ("first_move_count", "shortest_solutions", 0),
];

/// Two conditions that no row can meet together: on one column, or on two of which one has always the smaller number.
fn contradiction(conditions: &[Condition]) -> Option<[&Condition; 2]> {
    let are_apart = |one: &Condition, other: &Condition| {
        let is_before = |difference: u64| one.range.min().saturating_add(difference) > other.range.max();
        let mut least = AT_MOST.iter().filter(|(lesser, greater, _)| (*lesser, *greater) == (one.column, other.column));
        one.column == other.column && is_before(0) || least.any(|&(.., difference)| is_before(difference))
    };
    let pairs = conditions.iter().flat_map(|one| conditions.iter().map(move |other| [one, other]));
    pairs.into_iter().find(|[one, other]| are_apart(one, other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Column, Row};

    fn condition(column: &'static str, range: &str) -> Condition {
        Condition { option: format!("--{column}"), column, range: range.parse().expect("a range") }
    }

    #[test]
    fn conditions_contradict_each_other_if_no_number_is_left() {
        for (one, other) in [
            (("walls", "0"), ("walls", "1..2")),
            (("cars", "5.."), ("pieces", "..5")),
            (("trucks", "4"), ("pieces", "4")),
            (("moves", "20.."), ("fewest_steps", "..19")),
        ] {
            let conditions = [condition(one.0, one.1), condition("empty", "3.."), condition(other.0, other.1)];
            assert!(contradiction(&conditions).is_some(), "{one:?} {other:?}");
        }
        for (one, other) in
            [(("walls", "0..1"), ("walls", "1..2")), (("cars", "5"), ("pieces", "6")), (("cars", "9"), ("trucks", "1"))]
        {
            assert!(contradiction(&[condition(one.0, one.1), condition(other.0, other.1)]).is_none(), "{one:?} {other:?}");
        }
    }

    #[test]
    fn the_message_names_both_options() {
        let place = |text: &str| text.parse::<PlaceCondition>().expect("a condition");
        let refused = |options: FilterOptions| {
            let message = FilterOptions { prefix: "--", ..options }.filter().expect_err("a contradiction").to_string();
            message.split(" contradict").next().expect("text").to_owned()
        };
        let boxed = FilterOptions { is_boxed: true, ..FilterOptions::default() };
        let walls = FilterOptions { ranges: vec![condition("walls", "1..2")], ..boxed.clone() };
        assert_eq!(refused(walls), "--walls and --inventory box");
        let wall = FilterOptions { places: vec![place("r1c2=wall")], ..boxed.clone() };
        assert_eq!(refused(wall), "--place r1c2=wall and --inventory box");
        let two = FilterOptions { places: vec![place("row1!=truck"), place("row1=truck")], ..boxed.clone() };
        assert_eq!(refused(two), "--place row1!=truck and --place row1=truck");
        let tiers: Tiers = "easy 4..9, hard 18..".parse().expect("tiers");
        let gap = FilterOptions { ranges: vec![condition("moves", "10..17")], tiers: tiers.clone(), ..boxed.clone() };
        assert_eq!(refused(gap), "--moves and --tiers");
        let fits = FilterOptions { ranges: vec![condition("moves", "9..17"), condition("cars", "5..")], tiers, ..boxed };
        let filter = fits.filter().expect("a filter");
        assert_eq!(
            (filter.cars, filter.walls, filter.trucks),
            ("5..11".parse().unwrap(), "0".parse().unwrap(), "..4".parse().unwrap())
        );
    }

    #[test]
    fn the_columns_without_a_search_are_in_order_in_every_row() {
        let mut compared = 0;
        for line in include_str!("../../data/rows45.txt").lines().chain(include_str!("../../data/top23.txt").lines()) {
            let row = Row::of(line.parse().expect("a row")).expect("pieces");
            for (lesser, greater, difference) in AT_MOST {
                let number = |name| Column::named(name).expect("a column").number(&row);
                let (Some(lesser), Some(greater)) = (number(lesser), number(greater)) else { continue };
                assert!(lesser + difference <= greater, "{line}");
                compared += 1;
            }
        }
        assert!(compared > 100, "{compared}");
    }
}
