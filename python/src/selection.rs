//! Which rows Python asks for, as the stages of a selection.
use gridlock::Size;
use gridlock::internals::rows::{
    Condition, Conditions, Filter, FilterOptions, PlaceCondition, Sampling, Shares, SolvedFilter, Split, SplitSide, Stage, Tiers,
    stages_of,
};
use pyo3::prelude::*;

use crate::board::ShapeArgument;
use crate::convert::{RangeText, Whole, unknown, value_error};

/// Which rows are wanted. The private argument of `_core.read_rows` and `_core.read_table`.
#[pyclass(frozen, module = "gridlock_puzzle._core")]
pub struct Selection {
    /// The stages.
    pub stages: Vec<Stage>,
    /// The tiers of which rows are wanted.
    pub tiers: Tiers,
    /// The size of boards of text that are not square.
    pub shape: Option<Size>,
}

#[pymethods]
impl Selection {
    #[new]
    #[pyo3(signature = (*, moves=None, cluster_size=None, walls=None, pieces=None, cars=None, trucks=None, empty=None,
        inventory=None, place=None, tiers=None, sample=None, spread=None, per_moves=None, distinct=false, split=None, test_share=0.2, shares=None, seed=Whole(0), shape=None))]
    #[allow(clippy::too_many_arguments, reason = "they are the options of the command")]
    fn new(
        moves: Option<RangeText>,
        cluster_size: Option<RangeText>,
        walls: Option<RangeText>,
        pieces: Option<RangeText>,
        cars: Option<RangeText>,
        trucks: Option<RangeText>,
        empty: Option<RangeText>,
        inventory: Option<&str>,
        place: Option<&str>,
        tiers: Option<&str>,
        sample: Option<Whole<usize>>,
        spread: Option<&str>,
        per_moves: Option<Whole<usize>>,
        distinct: bool,
        split: Option<&str>,
        test_share: f64,
        shares: Option<&str>,
        seed: Whole<u64>,
        shape: Option<ShapeArgument>,
    ) -> PyResult<Selection> {
        let tiers: Tiers = tiers.map_or(Ok(Tiers::NONE), str::parse).map_err(value_error)?;
        let [sample, per_moves] = [sample, per_moves].map(|count| count.map(|Whole(count)| count));
        match spread {
            _ if sample.is_some() && per_moves.is_some() => return Err(value_error("choose sample or per_moves, not both")),
            None => {}
            Some("moves") if sample.is_some() && tiers.is_empty() => {}
            Some("moves") => return Err(value_error("spread needs sample, and no tiers, over which every sample is spread")),
            Some(name) => return Err(unknown("spread", name, "moves")),
        }
        let filter = filter_of([moves, cluster_size, walls, pieces, cars, trucks, empty], inventory, place, tiers.clone())?;
        let sampling = Sampling::of_options(sample, per_moves, spread.is_some(), tiers.clone(), seed.0, distinct);
        let split = split.map(|side| split_of(side, test_share, shares, seed.0)).transpose()?;
        let stages = stages_of(Conditions { filter, split }, None, &SolvedFilter::default(), &sampling, None, None);
        Ok(Selection { stages, tiers, shape: shape.map(|shape| shape.0) })
    }
}

/// The columns of the ranges that a filter has, in their order.
const RANGES: [&str; 7] = ["moves", "cluster_size", "walls", "pieces", "cars", "trucks", "empty"];

/// The filter of some ranges in the order of [`RANGES`], an inventory, conditions on places and tiers.
///
/// # Errors
/// `ValueError` for a text that is not a range or not a condition, an unknown inventory, and conditions that contradict each
/// other.
pub fn filter_of(ranges: [Option<RangeText>; 7], inventory: Option<&str>, place: Option<&str>, tiers: Tiers) -> PyResult<Filter> {
    let given = RANGES.into_iter().zip(ranges).filter_map(|(column, range)| Some((column, range?)));
    let condition = |(column, range): (&'static str, RangeText)| {
        let range = range.numbers()?;
        Ok::<_, PyErr>(Condition { option: format!("{column} {range}"), column, range })
    };
    let ranges = given.map(condition).collect::<PyResult<_>>()?;
    let places = place.map(|text| text.split(',').map(str::parse::<PlaceCondition>).collect::<Result<_, _>>()).transpose();
    let places = places.map_err(value_error)?.unwrap_or_default();
    let is_boxed = match inventory {
        None => false,
        Some("box") => true,
        Some(name) => return Err(unknown("inventory", name, "box")),
    };
    FilterOptions { prefix: "", ranges, is_boxed, places, tiers }.filter().map_err(value_error)
}

/// A split by the arguments of Python.
///
/// # Errors
/// `ValueError` for wrong shares, or an unknown side.
pub fn split_of(side: &str, test_share: f64, shares: Option<&str>, seed: u64) -> PyResult<Split> {
    let shares: Shares = match shares {
        Some(text) => text.parse().map_err(value_error)?,
        None => Shares::of_test(test_share).map_err(value_error)?,
    };
    let side = match side {
        "train" => SplitSide::Train,
        "validation" if shares.has_validation() => SplitSide::Validation,
        "validation" => {
            return Err(value_error("validation needs a share: name all three, for example shares='80,10,10'"));
        }
        "test" => SplitSide::Test,
        name => return Err(unknown("split", name, "train, validation or test")),
    };
    Ok(Split { side, shares, seed })
}
