//! `cargo heavy hostile`: every verb of a debug build over files that are made to hurt, under limits.
//!
//! The files are made here, so that a clone has them; those of the folder beside the repository are taken too, where it is
//! at hand. A debug build stops at arithmetic that overflows. Memory and processor time are limited by the shell, so that a
//! busy machine changes nothing.

mod sample;

pub use sample::make;

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::cargo;
use crate::failure::Failure;

/// Command lines of every verb that takes a card, or a text. `FILE` is the file, `CHAT` a chat, `CARD` a card that is
/// whole, `OUT` a name that is free; `COPY` a copy of the file, which is written. What takes
/// a file beside a card gets `FILE` for it.
const LINES: [&str; 42] = [
    "inspect FILE",
    "inspect FILE --json",
    "lint FILE",
    "lint FILE --json",
    "lint FILE --format sarif",
    "lint FILE --format github",
    "repair FILE -o OUT",
    "replace a b FILE --dry-run",
    "diff FILE CARD",
    "diff CARD FILE --json",
    "convert FILE --to v1 -o OUT",
    "convert FILE --to v2 -o OUT",
    "convert FILE --to v3 -o OUT",
    "convert FILE --to yaml -o OUT",
    "pack FILE --as png --picture CARD -o OUT",
    "pack CARD --as png --picture FILE --size 512 -o OUT",
    "detach FILE -o OUT",
    "strip FILE -o OUT",
    "extract FILE -o OUT",
    "pack FILE --as charx -o OUT",
    "pack FILE --as json -o OUT",
    "pack FILE --as byaf -o OUT",
    "scan FILE",
    "scan FILE --lint",
    "dupes FILE CARD",
    "report FILE -o OUT",
    "id FILE",
    "expand FILE",
    "expand FILE --profile risu",
    "activate FILE --chat CHAT --profile all",
    "prompt FILE --chat CHAT",
    "activate CARD --chat FILE",
    "activate CARD --chat CHAT --state COPY",
    "prompt CARD --profile sillytavern --preset FILE",
    "prompt CARD --profile sillytavern --context-template FILE",
    "prompt CARD --diff FILE",
    "prompt CARD --persona @FILE",
    "lint CARD --config FILE",
    "lint CARD --baseline FILE",
    "scan CARD --since FILE -o OUT",
    "texts in CARD FILE --dry-run",
    "conform --serve <FILE",
];

/// The limits of each run: kilobytes of address space (of which the allocator takes more than is used), seconds of processor
/// time.
const LIMITS: &str = "ulimit -v 1048576; ulimit -t 60; exec \"$@\"";

/// Which files, and how much is said.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Further folders of files.
    folders: Vec<PathBuf>,
    /// Only files and command lines that hold this text.
    #[arg(long)]
    only: Option<String>,
    /// A sample: each file meets one of so many command lines, and each line as many files.
    #[arg(long, default_value_t = NonZero::<usize>::MIN)]
    one_in: NonZero<usize>,
}

/// Builds the tool, makes the files, runs every line over each.
pub fn run(options: &Options) -> Result<(), Failure> {
    let cards = cargo::tool()?;
    let made = crate::root().join("target/hostile");
    make(&made.join("made"))?;
    let mut files = Vec::new();
    for folder in [made.join("made"), crate::shared::dir().join("corpus/found")].iter().chain(&options.folders) {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        files.extend(entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()));
    }
    files.sort();
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let work = &|thread: usize| -> Result<Tally, Failure> {
        let room = made.join(format!("room{thread}"));
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(number) else { break };
            tally.file(&cards, file, number, &room, options)?;
        }
        Ok(tally)
    };
    let tallies: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        threads.into_iter().map(thread::ScopedJoinHandle::join).collect()
    });
    let mut all = Tally::default();
    for tally in tallies {
        let tally = tally.map_err(|_| Failure::new("a thread of the chore broke"))??;
        all.runs += tally.runs;
        all.failed += tally.failed;
    }
    println!("hostile: {} files, {} runs, {} failed", files.len(), all.runs, all.failed);
    if all.failed == 0 { Ok(()) } else { Err(Failure::new("the tool did not hold")) }
}

/// What one thread saw.
#[derive(Default)]
struct Tally {
    runs: usize,
    failed: usize,
}

impl Tally {
    fn file(
        &mut self,
        cards: &Path,
        file: &Path,
        number: usize,
        room: &Path,
        options: &Options,
    ) -> Result<(), Failure> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let sample = LINES.into_iter().skip(number % options.one_in).step_by(options.one_in.get());
        for line in sample {
            if options.only.as_ref().is_some_and(|only| !name.contains(&**only) && !line.contains(&**only)) {
                continue;
            }
            let _ = fs::remove_dir_all(room);
            fs::create_dir_all(room.join("inner"))?;
            let output = one(cards, file, line, &room.join("inner"))?;
            self.runs += 1;
            if let Some(why) = wrong(&output).or_else(|| litter(room)) {
                println!("FAIL {name}: cards {line}: {why}");
                self.failed += 1;
            }
        }
        Ok(())
    }
}

fn one(cards: &Path, file: &Path, line: &str, room: &Path) -> Result<Output, Failure> {
    let fixtures = crate::root().join("fixtures/cards");
    let mut command = Command::new("sh");
    command.args(["-c", LIMITS, "sh"]).arg(cards).current_dir(room).stdin(Stdio::null());
    for word in line.split(' ') {
        match word {
            "<FILE" => command.stdin(fs::File::open(file)?),
            "@FILE" => command.arg(format!("@{}", file.display())),
            "FILE" => command.arg(file),
            "CHAT" => command.arg(fixtures.join("chat.jsonl")),
            "CARD" => command.arg(fixtures.join("wick-v3.png")),
            "COPY" => {
                fs::copy(file, room.join("out.card"))?;
                command.arg("out.card")
            }
            "OUT" => command.arg("out.card"),
            other => command.arg(other),
        };
    }
    Ok(command.output()?)
}

/// What must not happen, whatever the file.
fn wrong(output: &Output) -> Option<String> {
    let said = String::from_utf8_lossy(&output.stderr);
    if let Some(panic) = said.lines().find(|line| line.contains("panicked at") || line.contains("overflowed its stack"))
    {
        return Some(panic.to_owned());
    }
    match output.status.code() {
        Some(0 | 1) => None,
        Some(2) if said.trim().is_empty() && output.stdout.is_empty() => Some("refused without a word".to_owned()),
        Some(2) => None,
        _ => Some(format!("{}: {}", output.status, said.lines().last().unwrap_or_default())),
    }
}

/// What was written beside the output.
fn litter(room: &Path) -> Option<String> {
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    };
    let outside = names(room).into_iter().filter(|name| name != "inner");
    let beside = names(&room.join("inner")).into_iter().filter(|name| name != "out.card");
    let found: Vec<_> = outside.chain(beside).collect();
    (!found.is_empty()).then(|| format!("left {found:?}"))
}
