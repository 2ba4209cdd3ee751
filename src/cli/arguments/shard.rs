//! `--shard`: a part of a run, by its number or by the number that a batch service gives the task.
use crate::run::Shard;
use std::env;
use std::str::FromStr;

/// Where batch services put the number of a task of an array, from 0 unless the user says otherwise: AWS Batch, Google Cloud
/// Batch, Kubernetes (indexed jobs) and Slurm.
const TASK_NUMBERS: [&str; 4] = ["AWS_BATCH_JOB_ARRAY_INDEX", "BATCH_TASK_INDEX", "JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID"];

/// A shard as it was given: `7/400`, or `auto/400` with its number in the environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardArgument {
    pub(crate) shard: Shard,
    /// The variable that has the number.
    pub(crate) variable: Option<&'static str>,
}

impl FromStr for ShardArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardArgument, String> {
        let Some(of) = text.strip_prefix("auto/") else {
            return Ok(ShardArgument { shard: text.parse()?, variable: None });
        };
        let (variable, index) = task_number(|name| env::var(name).ok())?;
        let shard = format!("{index}/{of}").parse().map_err(|why| format!("{why}; {variable} is {index:?}"))?;
        Ok(ShardArgument { shard, variable: Some(variable) })
    }
}

/// The variable that is set, and its value.
///
/// # Errors
/// None is set, or two differ.
fn task_number(value: impl Fn(&str) -> Option<String>) -> Result<(&'static str, String), String> {
    let set: Vec<_> = TASK_NUMBERS.iter().filter_map(|name| Some((*name, value(name)?))).collect();
    let Some((name, number)) = set.first().cloned() else {
        let names = TASK_NUMBERS.join(", ");
        return Err(format!("auto needs the number of a task, but none of these variables is set: {names}"));
    };
    match set.iter().find(|(_, other)| *other != number) {
        Some((other, its)) => Err(format!("auto finds two numbers: {name} is {number:?} and {other} is {its:?}")),
        None => Ok((name, number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_task_comes_from_the_variable_that_is_set() {
        let set = |variables: &[(&str, &str)]| {
            let variables: Vec<(String, String)> = variables.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
            task_number(move |name| variables.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone()))
        };
        for name in TASK_NUMBERS {
            assert_eq!(set(&[(name, "7"), ("OTHER", "8")]), Ok((name, "7".to_owned())));
        }
        assert!(set(&[]).expect_err("none").contains(TASK_NUMBERS[0]));
        let both = set(&[("BATCH_TASK_INDEX", "3"), ("SLURM_ARRAY_TASK_ID", "4")]).expect_err("two");
        assert!(both.contains("BATCH_TASK_INDEX is \"3\"") && both.contains("SLURM_ARRAY_TASK_ID is \"4\""), "{both}");
        assert!(set(&[("BATCH_TASK_INDEX", "3"), ("SLURM_ARRAY_TASK_ID", "3")]).is_ok());
    }
}
