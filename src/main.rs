//! The program: reads the command line and turns the result into an exit code.
/// A constructor, which the system calls before `main`.
#[cfg(any(target_os = "linux", target_os = "macos"))]
#[used]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
static BEFORE_MAIN: extern "C" fn() = gridlock::files::note_closed_standard_output;

fn main() -> std::process::ExitCode {
    gridlock::cli::run(gridlock::cli::parse()).into()
}
