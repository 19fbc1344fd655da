//! What a person sees, in a terminal and in a pipe.
//!
//! Each `tests/snapshots/*.txt` begins with `$ cards …`, run from the root of the repository; what follows is what it
//! prints (escapes shown as `␛`), then what goes to standard error behind `stderr|`, then the exit status unless it is
//! 0. Files are written to `out/`, a folder that is empty at first. A line that ends with `# in a terminal of 80 columns`
//! is run in one, where both outputs are one. `BLESS=1 cargo test -p cards-cli --test all snapshots` writes them anew; look at the difference before committing.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::tool::{CARDS, in_terminal, plain, root};

/// Runs a command line and writes down what it said; `None` where there is no terminal to run it in.
fn transcript(whole: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let (line, terminal) = match whole.strip_suffix(TERMINAL) {
        Some(line) => (line, true),
        None => (whole, false),
    };
    let words: Vec<String> = split(line).iter().map(|word| word.replace("out/", &format!("{out}/"))).collect();
    let mut command = if terminal {
        in_terminal(&words[1..].iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" "))?
    } else {
        let mut command = Command::new(CARDS);
        command.args(&words[1..]);
        command
    };
    plain(command.current_dir(root())).env("COLUMNS", "100").env("TERM", "xterm-256color");
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| settled(&String::from_utf8(bytes.to_vec()).unwrap().replace(out, "out"));
    let mut said = format!("$ {whole}\n{}", text(&output.stdout));
    if !said.ends_with('\n') {
        said.push_str("(no line end)\n");
    }
    for line in text(&output.stderr).lines() {
        said.push_str(&format!("stderr| {line}\n"));
    }
    if output.status.code() != Some(0) {
        said.push_str(&format!("exit status {}\n", output.status.code().unwrap()));
    }
    Some(said)
}

/// What is behind a command line that is run in a terminal.
const TERMINAL: &str = " # in a terminal of 80 columns";

/// The text without what differs from run to run: progress, times; escapes made visible.
fn settled(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    // A line that was drawn over counts as it is in the end.
    let lines = text.split('\n').map(|line| line.rsplit('\r').next().unwrap_or_default());
    let text = lines.collect::<Vec<_>>().join("\n").replace("\u{1b}[2K", "").replace('\u{1b}', "␛");
    let text = masked(&text, "\"mtime_us\":", |c| c.is_ascii_digit());
    masked(&text, " files in ", |c| c.is_ascii_digit() || c == '.')
}

/// The text with what follows a mark left out.
fn masked(text: &str, mark: &str, hidden: impl Fn(char) -> bool) -> String {
    let mut parts = text.split(mark);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(mark);
        out.push('N');
        out.push_str(part.trim_start_matches(&hidden));
    }
    out
}

/// Cuts a command line at blanks outside single quotes.
fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

#[test]
fn what_a_person_sees() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let bless = std::env::var_os("BLESS").is_some();
    let mut failed = Vec::new();
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 10, "snapshots are missing");
    for file in files {
        let expected = fs::read_to_string(&file).unwrap().replace("\r\n", "\n");
        let line = expected.lines().next().and_then(|line| line.strip_prefix("$ ")).expect("a command line");
        let Some(found) = transcript(line) else { continue };
        if found == expected {
            continue;
        }
        if bless {
            fs::write(&file, found).unwrap();
        } else {
            failed.push(format!("== {}\n-- expected\n{expected}-- found\n{found}", file.display()));
        }
    }
    assert!(failed.is_empty(), "{}\nrun with BLESS=1 to accept", failed.join("\n"));
}
