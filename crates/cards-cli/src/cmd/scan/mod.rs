//! `cards scan`: one row of facts for each card of a library.

mod progress;
mod row;
mod shard;
mod since;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use crate::failure::Failure;
use crate::input::is_standard_input;
use crate::many::in_order;
use crate::output::Output;
use crate::plural::plural;
use crate::save::{Staged, refuse_existing};
use crate::walk::{Choice, Found, PassedOver, Walk};
pub(crate) use progress::Progress;
pub(crate) use row::{Depth, read_row};
use shard::Shard;
use since::Since;

/// Print one JSON line of facts for each card of a library.
///
/// Pictures and archives are read by their headers and the card alone, on all cores, a few hundred files at a time, so
/// that memory does not grow with the library. A file that cannot be read is a row with `error`, and the scan goes on.
/// Rows come in the order in which the system lists the folders, the same on each run while nothing changes.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each row: schema, path, size, mtime_us, container, spec, name, creator, version, tags, greetings, \
    tokens (estimates), lore, assets, findings (problems that the reader tolerated, by severity; with --lint, what \
    every rule finds), content_hash (BLAKE3; the same for the same card in any container and spec, whatever its dates), \
    core_hash (the same without what clients write for themselves, such as fav, talkativeness and world), \
    file_hash (SHA-256) with --hash, error.\n\n\
    Examples:\n  cards scan ~/cards -o cards.jsonl\n  cards scan ~/cards --since cards.jsonl -o cards.jsonl --force\n  \
    cards scan ~/cards --shard 1/4 -o part1.jsonl\n  cards scan ~/cards | jq -r 'select(.tokens.total > 3000) | .path'\n  \
    cards scan ~/cards | jq -r 'select(.error) | [.path, .error.message] | @tsv'"
)]
pub(crate) struct Args {
    /// Folders to go through, and single files.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write to a file instead of standard output; it appears when the scan is done.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace the output file if it exists.
    #[arg(long, requires = "output")]
    force: bool,
    /// Hash the whole bytes of each file too; this reads all of them.
    #[arg(long)]
    hash: bool,
    /// Count the findings of every rule of `cards lint`, not only problems that the reader tolerated; this takes several
    /// times as long.
    #[arg(long)]
    lint: bool,
    /// Add the signature by which `cards dupes --near` tells near texts; this reads every text.
    #[arg(long)]
    near: bool,
    /// Rows of an earlier scan: files of the same size and time of change are not read again.
    #[arg(long, value_name = "OLD")]
    since: Option<PathBuf>,
    /// Take only part I of N parts of the files, chosen by their path within the folder.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Order rows by name within each folder; this holds the names of one folder in memory.
    #[arg(long)]
    sorted: bool,
    /// Try every file, hidden ones too, not only .png, .apng, .json, .charx and .zip.
    #[arg(long)]
    all: bool,
    /// Threads to use; as many as there are cores unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

/// Bytes of rows that are written at once.
const BLOCK: usize = 32 << 10;

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let begun = Instant::now();
    refuse_absent(&args.paths)?;
    let depth = Depth { hash: args.hash, lint: args.lint, near: args.near };
    let since = args.since.as_deref().map(Since::read).transpose()?;
    let mut staged = match &args.output {
        Some(path) if path.as_os_str() != "-" => {
            refuse_existing(path, args.force)?;
            Some(Staged::create(path)?)
        }
        _ => None,
    };
    let choice = Choice { all: args.all, sorted: args.sorted };
    let wanted = |found: &Found| args.shard.is_none_or(|shard| shard.holds(found.inside()));
    let passed = PassedOver::default();
    let progress = Progress::start(out.quiet(), &args.paths, choice);
    let mut totals = Totals::default();
    let mut write = |lines: &[u8]| match &mut staged {
        Some(staged) => staged.write(lines),
        None => out.raw(lines),
    };
    let mut lines = Vec::with_capacity(2 * BLOCK);
    in_order(
        Walk::new(&args.paths, choice).counting(&passed).filter(wanted),
        args.threads.map_or(0, usize::from),
        |found| progress.step(answer(&found, depth, since.as_ref())),
        |answers| {
            totals.add(&answers);
            answers.iter().for_each(|answer| lines.extend_from_slice(&answer.line));
            if lines.len() >= BLOCK {
                write(&lines)?;
                lines.clear();
            }
            Ok(())
        },
    )?;
    write(&lines)?;
    progress.finish();
    if let Some(staged) = staged {
        staged.commit()?;
    }
    out.note(&totals.sentence(begun.elapsed().as_secs_f64()));
    passed.note(out);
    Ok(ExitCode::SUCCESS)
}

/// Refuses a path that was named and leads nowhere; what vanishes later is a row with `error`.
pub(crate) fn refuse_absent(paths: &[PathBuf]) -> Result<(), Failure> {
    for path in paths {
        if is_standard_input(path) {
            let message = "this goes through files and folders; `cards inspect -` reads standard input".to_owned();
            return Err(Failure::Content { path: path.clone(), class: "io", message });
        }
        if let Err(source) = fs::symlink_metadata(path) {
            return Err(Failure::Read { path: path.clone(), source });
        }
    }
    Ok(())
}

/// The line for one file, and what kind of line it is.
struct Answer {
    line: Vec<u8>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Card,
    Error,
    Unchanged,
}

fn answer(found: &Found, depth: Depth, since: Option<&Since>) -> Answer {
    if let Some(line) = since.and_then(|since| since.unchanged(&found.path, depth)) {
        return Answer { line, kind: Kind::Unchanged };
    }
    let row = read_row(found, depth);
    let kind = if row.row.is_ok() { Kind::Card } else { Kind::Error };
    Answer { line: row.to_line().into_bytes(), kind }
}

#[derive(Default)]
struct Totals {
    files: usize,
    errors: usize,
    unchanged: usize,
}

impl Totals {
    fn add(&mut self, answers: &[Answer]) {
        let count = |kind| answers.iter().filter(|answer| answer.kind == kind).count();
        self.files += answers.len();
        self.errors += count(Kind::Error);
        self.unchanged += count(Kind::Unchanged);
    }

    fn sentence(&self, seconds: f64) -> String {
        let mut text = format!("{} in {seconds:.2} s", plural(self.files, "file"));
        for (count, what) in [(self.unchanged, "unchanged"), (self.errors, "without a readable card")] {
            if count > 0 {
                text.push_str(&format!(", {count} {what}"));
            }
        }
        text
    }
}
