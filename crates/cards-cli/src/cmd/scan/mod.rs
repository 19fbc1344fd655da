//! `cards scan`: one row of facts for each card of a library.

mod progress;
mod shard;
mod since;
mod sink;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use cards_library::RowOptions;

use crate::failure::Failure;
use crate::library::Threads;
use crate::library::{note_passed, refuse_absent};
use crate::output::Output;
use crate::plural::plural;
use crate::save::{Staged, refuse_existing};
use cards_library::files::Members;
use cards_library::files::in_order;
use cards_library::files::{Choice, Found, PassedOver, Walk};
use cards_library::files::{Depth, FileRow};
pub(crate) use progress::Progress;
use shard::Shard;
use since::Since;
use sink::{Format, Made, Sink};

/// Print one JSON line of facts for each card of a library.
///
/// Pictures and archives are read by their headers and the card alone, on all cores, a few hundred files at a time, so
/// that memory does not grow with the library. Archives of cards are read in place: ZIP, TAR, TAR packed by gzip, and JSON
/// lines of cards; their members are `archive!/member` in the rows. A file that cannot be read is a row with `error`, and the scan goes on.
/// Rows come in the order in which the system lists the folders, the same on each run while nothing changes.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each row: schema, path, size, mtime_us, container, spec, name, creator, version, tags, greetings, \
    tokens (estimates), lore, assets, findings (problems that the reader tolerated, by severity; with --lint, what \
    every rule finds), content_hash (SHA-256; the same for the same card in any container and spec, whatever its dates), \
    core_hash (the same without what clients write for themselves, such as fav, talkativeness and world), \
    file_hash (SHA-256) with --hash, signature with --near, details with --details, texts with --texts, error.\n\n\
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
    /// Add what engines ask of a library: language, dates, size of the picture, extensions, what only one program can run,
    /// and which rules were broken; this reads every text.
    #[arg(long)]
    details: bool,
    /// Add the texts themselves, for searches and embeddings.
    #[arg(long)]
    texts: bool,
    /// How to write rows; tables need -o and a `cards` that was built with `--features arrow`.
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
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
    #[command(flatten)]
    threads: Threads,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let begun = Instant::now();
    refuse_absent(&args.paths)?;
    let row = RowOptions::default()
        .with_lint(args.lint)
        .with_near(args.near)
        .with_details(args.details)
        .with_texts(args.texts);
    let depth = Depth::new(args.hash, row);
    if args.since.is_some() && args.format != Format::Jsonl {
        let message = "--since goes on from JSON lines; make a table of them when all is done".to_owned();
        return Err(Failure::Other { class: "usage", message });
    }
    let since = args.since.as_deref().map(Since::read).transpose()?;
    let mut staged = match &args.output {
        Some(path) if path.as_os_str() != "-" => {
            args.format.refuse_name(path)?;
            refuse_existing(path, args.force)?;
            Some(Staged::create(path)?)
        }
        _ => None,
    };
    let choice = Choice { all: args.all, sorted: args.sorted, archives: true };
    let wanted = |found: &Found| args.shard.is_none_or(|shard| shard.holds(found.inside()));
    let passed = PassedOver::default();
    let progress = Progress::start(out.quiet(), &args.paths, choice);
    let mut totals = Totals::default();
    let mut sink = Sink::begin(args.format, args.texts, out, staged.as_mut())?;
    in_order(
        Members::of(Walk::new(&args.paths, choice).counting(&passed), choice).filter(wanted),
        args.threads.number(),
        |found| progress.step(answer(&found, depth, args.format, since.as_ref())),
        |answers| {
            totals.add(&answers);
            answers.into_iter().try_for_each(|answer| sink.take(answer.made))
        },
    )?;
    sink.finish()?;
    progress.finish();
    if let Some(staged) = staged {
        staged.commit()?;
    }
    out.note(&totals.sentence(begun.elapsed().as_secs_f64()));
    note_passed(&passed, out);
    Ok(ExitCode::SUCCESS)
}

/// The row of one file, and what kind of row it is.
struct Answer {
    made: Made,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Card,
    Error,
    Unchanged,
}

fn answer(found: &Found, depth: Depth, format: Format, since: Option<&Since>) -> Answer {
    if let Some(line) = since.and_then(|since| since.unchanged(found, depth)) {
        return Answer { made: Made::Line(line), kind: Kind::Unchanged };
    }
    let row = FileRow::of(found, depth);
    let kind = if row.row.is_ok() { Kind::Card } else { Kind::Error };
    // Lines are made on every thread, columns by one.
    let made =
        if format == Format::Jsonl { Made::Line(sink::line_of(&row).into_bytes()) } else { Made::Row(Box::new(row)) };
    Answer { made, kind }
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
