//! What the tests of the tool share: how it is run, what it said, and where its files are.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

/// The tool.
pub(crate) const CARDS: &str = env!("CARGO_BIN_EXE_cards");

/// The tool as a copy, which starts a fifth sooner: Linux keeps what a linker wrote in single pages, and each start maps hundreds of them.
fn copied() -> &'static Path {
    static COPY: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let (part, copy) = (folder.join(format!("cards-{}", std::process::id())), folder.join("cards"));
        // By a program, since a child of another test might hold open what this process writes, and it would not start.
        let is_made = Command::new("cp").arg(CARDS).arg(&part).status().is_ok_and(|status| status.success());
        if is_made && fs::rename(&part, &copy).is_ok() { copy } else { CARDS.into() }
    });
    &COPY
}

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The fixtures of the repository.
pub(crate) fn fixtures() -> PathBuf {
    root().join("fixtures")
}

/// A file among the example cards, by its whole name.
pub(crate) fn fixture(name: &str) -> String {
    path(&fixtures().join("cards").join(name)).to_owned()
}

/// A folder of the shared files beside the repository; `None`, with a word about it, where it is absent.
pub(crate) fn shared(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("CARDS_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    let path = root.join(folder);
    if path.is_dir() {
        return Some(path);
    }
    println!("{} is absent; set CARDS_SHARED to run this test", path.display());
    None
}

/// An empty folder for a command line, in memory where the system has a place for that: making and deleting thousands of small files
/// takes a disk longer than what is tested on them.
pub(crate) fn quick_folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// A folder with files in it.
pub(crate) fn folder_with(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// A command line in a folder, with nothing on standard input. What it keeps among temporary files stays with what is built.
pub(crate) fn cards(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(copied());
    plain(command.args(words).current_dir(folder)).env("XDG_STATE_HOME", state_of(folder));
    command.env("TMPDIR", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Where a run in a folder keeps what programs remember of a user: beside it, so that it is no file of the folder.
pub(crate) fn state_of(folder: &Path) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("state").join(folder.file_name().unwrap_or_default())
}

/// Takes away what decides about colour, and standard input.
pub(crate) fn plain(command: &mut Command) -> &mut Command {
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR").stdin(Stdio::null())
}

/// Runs a command line in a folder.
pub(crate) fn run(folder: &Path, words: &[&str]) -> Output {
    cards(folder, words).output().unwrap()
}

/// Runs a command line at the root of the repository.
pub(crate) fn at_root(words: &[&str]) -> Output {
    run(&root(), words)
}

/// Interrupts a program, as Ctrl-C does: by the shell, which every Unix has, since not every one has a program `kill`. One that has
/// ended already hears nothing.
#[cfg(unix)]
pub(crate) fn interrupt(child: &std::process::Child) {
    let line = ["-c", "kill -INT \"$0\" 2>/dev/null || :"];
    let status = Command::new("sh").args(line).arg(child.id().to_string()).status().unwrap();
    assert!(status.success(), "{status}");
}

/// Runs a command with bytes on its standard input.
pub(crate) fn fed(mut command: Command, input: &[u8]) -> Output {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // A program that refuses its command line may be gone before it has read anything.
        scope.spawn(move || drop(pipe.write_all(input)));
        child.wait_with_output().unwrap()
    })
}

/// A shell line in a terminal of 80 columns, made by `script` of util-linux; `None`, with a word about it, where there
/// is none. `cards` is run in place of the shell.
pub(crate) fn in_terminal(line: &str) -> Option<Command> {
    if !cfg!(target_os = "linux") || Command::new("script").arg("--version").output().is_err() {
        println!("there is no `script` to make a terminal with");
        return None;
    }
    let mut command = Command::new("script");
    command.args(["-qec", &format!("stty rows 24 cols 80; exec '{CARDS}' {line}"), "/dev/null"]);
    command.env("TERM", "xterm-256color");
    Some(command)
}

/// What was said, as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// An answer of `--json`.
pub(crate) fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

/// The lines of an answer that is one row a file.
pub(crate) fn rows(bytes: &[u8]) -> Vec<Value> {
    text(bytes).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A path of letters that every test can spell.
pub(crate) fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// What a command line answers on standard output, once it went well.
#[track_caller]
pub(crate) fn answer(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
    text(&output.stdout)
}
