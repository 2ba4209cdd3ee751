//! The values of `--metric`, which several subcommands share.
use crate::board::Metric;
use clap::ValueEnum;
use serde::Serialize;

/// `--metric`
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MetricName {
    /// A move slides one piece by any number of cells
    #[default]
    Moves,
    /// A step slides one piece by one cell
    Steps,
}

impl From<MetricName> for Metric {
    fn from(name: MetricName) -> Metric {
        match name {
            MetricName::Moves => Metric::Moves,
            MetricName::Steps => Metric::Steps,
        }
    }
}
