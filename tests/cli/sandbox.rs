//! The folder in which a test runs the program, programs that are still at work while the test goes on, and helpers.
use rustix::process::{Pid, Signal, kill_process};
use std::io::{Read, Write};
use std::ops::{Deref, DerefMut};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// How long a test waits for something that should happen soon.
const PATIENCE: Duration = Duration::from_secs(60);

/// A new folder in which the program runs; removed at the end of the test.
pub struct Sandbox(pub tempfile::TempDir);

impl Sandbox {
    pub fn new() -> Sandbox {
        Sandbox(tempfile::tempdir().expect("a folder"))
    }

    /// A folder that holds one file.
    pub fn with(name: &str, bytes: impl AsRef<[u8]>) -> Sandbox {
        let sandbox = Sandbox::new();
        sandbox.write(name, bytes);
        sandbox
    }

    /// A folder in which the program has run with these arguments; it must succeed.
    #[track_caller]
    pub fn after(arguments: &str) -> Sandbox {
        let sandbox = Sandbox::new();
        sandbox.succeed(arguments);
        sandbox
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A command that runs in the folder with an empty standard input.
    pub fn command(&self, program: &str, arguments: &str) -> Command {
        let mut command = Command::new(program);
        command.args(arguments.split_whitespace()).current_dir(self.0.path()).stdin(Stdio::null());
        unignore_signals(&mut command);
        command
    }

    /// Copies the program into the folder. Another process writes the copy: if this one did, a child that another test forks
    /// meanwhile would hold it open for writing, and it could not be started ("text file busy").
    pub fn copy_program(&self) -> PathBuf {
        let copy = self.path("gridlock");
        let status = Command::new("cp").arg(env!("CARGO_BIN_EXE_gridlock")).arg(&copy).status().expect("cp runs");
        assert!(status.success());
        copy
    }

    pub fn gridlock(&self, arguments: &str) -> Command {
        self.command(env!("CARGO_BIN_EXE_gridlock"), arguments)
    }

    /// Runs the program and waits for its end.
    pub fn run(&self, arguments: &str) -> Output {
        self.gridlock(arguments).output().expect("the program runs")
    }

    /// Runs the program, which must end with `code`, and returns what it printed.
    #[track_caller]
    pub fn ends(&self, arguments: &str, code: i32) -> Printed {
        let printed = Printed::of(&self.run(arguments));
        assert_eq!(printed.code, Some(code), "gridlock {arguments}: {}", printed.err);
        assert!(!printed.err.contains("panicked"), "gridlock {arguments}: {}", printed.err);
        printed
    }

    /// Runs the program, which must succeed, and returns its standard output.
    #[track_caller]
    pub fn succeed(&self, arguments: &str) -> String {
        self.ends(arguments, 0).out
    }

    /// The rows that `gridlock select` prints. If none passes the filters, the program ends with exit code 1.
    #[track_caller]
    pub fn select(&self, arguments: &str) -> String {
        let printed = Printed::of(&self.run(&format!("select {arguments} -o -")));
        assert_eq!(printed.code, Some(i32::from(printed.err.contains("no row passes"))), "{arguments}: {}", printed.err);
        printed.out
    }

    /// Runs the program, which must succeed and name every key in its messages.
    #[track_caller]
    pub fn says<const N: usize>(&self, arguments: &str, keys: [&str; N]) {
        self.ends(arguments, 0).says(keys);
    }

    /// Runs the program with a text as its standard input.
    pub fn fed(&self, text: &str, arguments: &str) -> Printed {
        let mut command = self.gridlock(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("read by the program");
        Printed::of(&child.wait_with_output().expect("an end"))
    }

    /// Runs a script of the shell, in which `exec` starts the program: `{}` stands for its path.
    pub fn shell(&self, script: &str) -> Printed {
        let script = script.replace("{}", env!("CARGO_BIN_EXE_gridlock"));
        Printed::of(&self.command("bash", "-c").arg(script).output().expect("a shell"))
    }

    /// Runs the program, which must fail with `code` and leave no new file, and returns its message.
    #[track_caller]
    pub fn fail(&self, arguments: &str, code: i32) -> String {
        let before = self.names();
        let message = self.ends(arguments, code).err;
        assert_eq!(self.names(), before, "gridlock {arguments} left something behind");
        message
    }

    /// Runs the program, which must fail with `code`, leave no new file, and name every key in its message: a file, a line, an
    /// option or a number. The words around them are tested in `messages.rs` alone.
    #[track_caller]
    pub fn refuses<const N: usize>(&self, arguments: &str, code: i32, keys: [&str; N]) {
        let before = self.names();
        self.ends(arguments, code).says(keys);
        assert_eq!(self.names(), before, "gridlock {arguments} left something behind");
    }

    /// The file of the given name in JSON.
    pub fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }

    /// Runs the program, which must print JSON.
    pub fn answer(&self, arguments: &str) -> serde_json::Value {
        serde_json::from_str(&self.succeed(arguments)).expect("JSON")
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).expect("written");
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }

    /// The text of a file, decompressed by its extension.
    pub fn text(&self, name: &str) -> String {
        let bytes = self.bytes(name);
        let mut text = String::new();
        let read = match name.rsplit('.').next() {
            Some("gz") => flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text),
            Some("bz2") => bzip2::read::MultiBzDecoder::new(&bytes[..]).read_to_string(&mut text),
            _ => (&bytes[..]).read_to_string(&mut text),
        };
        read.expect("a sound file");
        text
    }

    /// Alters the description of a file of rows and corrects its digest, as a forger would.
    pub fn alter_description(&self, rows: &str, alter: impl FnOnce(&mut serde_json::Value)) {
        let name = format!("{rows}.json");
        let mut description = serde_json::from_str(&self.text(&name)).expect("JSON");
        alter(&mut description);
        description["digest"] = gridlock::internals::run::description_digest(&description).into();
        self.write(&name, description.to_string());
    }

    /// Names of all files, sorted.
    pub fn names(&self) -> Vec<String> {
        self.names_in("")
    }

    /// Names of all files in a folder, sorted.
    pub fn names_in(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("a folder");
        let mut names: Vec<_> = entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The saved parts in the run folder of an output, sorted; none if there is no run folder.
    pub fn parts(&self, output: &str) -> Vec<String> {
        let folder = format!("{output}.run");
        let names = if self.path(&folder).exists() { self.names_in(&folder) } else { Vec::new() };
        names.into_iter().filter(|name| name.ends_with(".gz")).map(|name| format!("{folder}/{name}")).collect()
    }

    /// Makes a named pipe.
    pub fn pipe(&self, name: &str) {
        assert!(self.tool("mkfifo", name).is_some_and(|output| output.status.success()), "mkfifo {name}");
    }

    /// Runs another program of the system; prints a note and returns `None` if it is not installed.
    pub fn tool(&self, program: &str, arguments: &str) -> Option<Output> {
        let output = self.command(program, arguments).output().ok();
        if output.is_none() {
            println!("{program} is not installed: not tested with it");
        }
        output
    }
}

/// What a program printed, and its exit code.
pub struct Printed {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Printed {
    pub fn of(output: &Output) -> Printed {
        Printed { code: output.status.code(), out: String::from_utf8_lossy(&output.stdout).into_owned(), err: stderr(output) }
    }

    /// Checks the exit code.
    #[track_caller]
    pub fn has_code(&self, code: i32) -> &Printed {
        assert_eq!(self.code, Some(code), "{}", self.err);
        self
    }

    /// Checks that every key is in the standard output.
    #[track_caller]
    pub fn prints<const N: usize>(&self, keys: [&str; N]) -> &Printed {
        keys.iter().for_each(|key| assert!(self.out.contains(key), "no {key:?} in: {}", self.out));
        self
    }

    /// Checks that every key is in the messages.
    #[track_caller]
    pub fn says<const N: usize>(&self, keys: [&str; N]) -> &Printed {
        keys.iter().for_each(|key| assert!(self.err.contains(key), "no {key:?} in: {}", self.err));
        self
    }
}

/// The header of a table as the list of columns says.
pub fn header(solved: bool) -> String {
    gridlock::internals::rows::Column::all(solved).map(|column| column.name).collect::<Vec<_>>().join(",")
}

/// The objects of a text in JSON lines.
#[track_caller]
pub fn objects(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

/// A list of numbers.
#[track_caller]
pub fn numbers(list: &serde_json::Value) -> Vec<u64> {
    list.as_array().expect("a list").iter().map(|number| number.as_u64().expect("a number")).collect()
}

/// The board of a row.
#[track_caller]
pub fn board_of(row: &str) -> &str {
    row.split(' ').nth(1).expect("a board")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Polls until a condition holds; fails if it does not within [`PATIENCE`].
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Checks that a text consists of whole rows, and counts them.
pub fn count_rows(text: &str) -> usize {
    assert!(text.is_empty() || text.ends_with('\n'), "the last row is not whole");
    for line in text.lines() {
        let row: gridlock::internals::rows::RowLine = line.parse().expect("a row");
        assert_eq!(row.to_string(), line);
    }
    text.lines().count()
}

/// Makes a program start with the default actions of signals, even if these tests were started by `nohup` or in the background of
/// a script, where SIGHUP or SIGINT are ignored: the program leaves signals ignored that it finds ignored.
pub fn unignore_signals(command: &mut Command) {
    let unignore = || {
        for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGTERM] {
            // SAFETY: a default action runs no code.
            unsafe { libc::signal(signal, libc::SIG_DFL) };
        }
        Ok(())
    };
    // SAFETY: between fork and exec only signal(2) is called, which is safe there.
    unsafe { command.pre_exec(unignore) };
}

/// A program at work. It is killed if the test fails before the program has ended.
pub struct Running(Child);

impl Running {
    pub fn start(command: &mut Command) -> Running {
        Running(command.spawn().expect("the program runs"))
    }

    /// Starts the program with an open standard input, to which nothing is written, and with piped messages. It returns once the
    /// program handles `signal` itself; before that, the signal would simply kill it.
    #[cfg(target_os = "linux")]
    pub fn listening(command: &mut Command, signal: Signal) -> Running {
        let child = Running::start(command.stdin(Stdio::piped()).stderr(Stdio::piped()));
        let status = format!("/proc/{}/status", child.id());
        wait_until("a signal handler", || {
            let text = std::fs::read_to_string(&status).expect("the program runs");
            let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a line of caught signals");
            u64::from_str_radix(caught.trim(), 16).expect("a mask") >> (signal.as_raw() - 1) & 1 == 1
        });
        child
    }

    /// Starts a run into `output`, with piped messages, and pauses it by SIGSTOP as soon as it has saved a part. A run that is complete
    /// before that is begun anew.
    pub fn paused(sandbox: &Sandbox, run: &str, output: &str) -> Running {
        let manifest = sandbox.path(&format!("{output}.run/manifest"));
        let has_part = || fs::read_to_string(&manifest).is_ok_and(|text| text.lines().count() > 2);
        for _ in 0..20 {
            let mut command = sandbox.gridlock(&format!("{run} -o {output}"));
            let mut child = Running::start(command.stderr(Stdio::piped()));
            wait_until("a part in the manifest", || has_part() || child.has_ended());
            if !child.has_ended() {
                child.send(Signal::STOP);
                // it may have been about to end
                thread::sleep(Duration::from_millis(20));
                if !child.has_ended() && has_part() {
                    return child;
                }
                child.send(Signal::CONT);
            }
            child.end();
            [output.to_owned(), format!("{output}.json")].iter().for_each(|name| drop(fs::remove_file(sandbox.path(name))));
        }
        panic!("{run} is too short to be paused");
    }

    pub fn send(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).expect("the program still runs");
    }

    /// Sends a signal to a program, paused or not, which must end soon with the code of the signal, and gives its messages.
    #[track_caller]
    pub fn stops(self, signal: Signal) -> String {
        self.send(signal);
        self.send(Signal::CONT);
        let (code, messages) = self.end();
        assert_eq!(code, Some(128 + signal.as_raw()), "{messages}");
        messages
    }

    pub fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("a child").is_some()
    }

    /// Waits for the end of a program that should end soon, and gives its exit code and, if its stderr is piped, its messages.
    pub fn end(mut self) -> (Option<i32>, String) {
        wait_until("the end of the program", || self.has_ended());
        let mut messages = String::new();
        if let Some(mut stderr) = self.0.stderr.take() {
            stderr.read_to_string(&mut messages).expect("text");
        }
        (self.0.wait().expect("a child").code(), messages)
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill(); // an error means that it has ended
        let _ = self.0.wait();
    }
}
