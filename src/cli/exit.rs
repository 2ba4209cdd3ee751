//! How the program ends: the exit codes of all commands.
use crate::engine::Signal;
use crate::files::ErrorClass;

/// How the program ended. The guide has the same table.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum ExitCode {
    /// Everything was done.
    #[default]
    Success,
    /// An error of this class, or the answer of that class.
    Failed(ErrorClass),
    /// A signal asked the program to stop.
    Stopped(Signal),
}

impl ExitCode {
    /// The number that the shell sees.
    pub fn number(self) -> u8 {
        match self {
            ExitCode::Success => 0,
            ExitCode::Failed(ErrorClass::NegativeAnswer) => 1,
            // clap ends the program with the same code
            ExitCode::Failed(ErrorClass::WrongInput) => 2,
            ExitCode::Failed(ErrorClass::GivenUp) => 3,
            ExitCode::Failed(ErrorClass::InputOutput) => 4,
            // A panic of Rust has the same code. Nothing except a signal stops a command.
            ExitCode::Failed(ErrorClass::Defect | ErrorClass::Stopped) => 101,
            // that of a program killed by SIGPIPE
            ExitCode::Failed(ErrorClass::ClosedPipe) => 128 + 13,
            ExitCode::Stopped(signal) => signal.exit_code(),
        }
    }

    /// The code of a command that `signal` stopped.
    pub(crate) fn of_stop(signal: Option<Signal>) -> ExitCode {
        signal.map_or(ExitCode::Failed(ErrorClass::Stopped), ExitCode::Stopped)
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> std::process::ExitCode {
        std::process::ExitCode::from(code.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_guide() {
        let classes = [
            ErrorClass::NegativeAnswer,
            ErrorClass::WrongInput,
            ErrorClass::GivenUp,
            ErrorClass::InputOutput,
            ErrorClass::Defect,
            ErrorClass::ClosedPipe,
        ];
        let codes = [ExitCode::Success].into_iter().chain(classes.map(ExitCode::Failed));
        let mut codes: Vec<u8> = codes.map(ExitCode::number).chain([129, 130, 143]).collect(); // and those of signals
        codes.sort_unstable();
        assert_eq!(codes, [0, 1, 2, 3, 4, 101, 129, 130, 141, 143]);
        let guide = include_str!("../../docs/GUIDE.md");
        let table = guide.split("## Exit codes").nth(1).expect("the table").split("\n## ").next().expect("its end");
        let rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
        let documented: Vec<u8> = rows.flat_map(|cell| cell.split(", ").filter_map(|code| code.parse().ok())).collect();
        assert_eq!(documented, codes);
    }
}
