//! `cards scan`: one row of facts for each card of a library.

mod progress;
mod shard;
mod since;
mod sink;
mod table;

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use cards_library::RowOptions;
use clap::ValueEnum as _;

use crate::failure::Failure;
use crate::library::Threads;
use crate::library::{note_passed, refuse_absent};
use crate::output::Output;
use crate::plural::plural;
use crate::save::{Staged, put, refuse_existing};
use cards_library::files::Members;
use cards_library::files::in_order;
use cards_library::files::{Choice, Found, PassedOver, Walk};
use cards_library::files::{Depth, FileRow};
pub(crate) use progress::Progress;
use shard::Shard;
use since::Since;
use sink::{Format, Made, Sink};
use table::{Column, Condition};

/// List the cards of a library: a table on a terminal, and in a pipe one JSON line of facts a card.
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
    Examples:\n  cards ls ~/cards\n  cards ls ~/cards --where 'tags=oc' --where 'tokens>3000' --sort tokens\n  \
    cards ls ~/cards --sort findings --limit 20   # those with the most to mend\n  \
    cards ls ~/cards --where 'tags=' --columns name,file   # untagged\n  cards ls ~/cards -o cards.csv\n  cards scan ~/cards -o cards.jsonl\n  cards scan ~/cards --since cards.jsonl -o cards.jsonl --force\n  \
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
    /// How to print; without it a table on a terminal, what the name of OUT says, and else JSON lines, as where more is added.
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Columns of a table or CSV, in this order.
    #[arg(long, value_enum, value_name = "COLUMNS", value_delimiter = ',')]
    columns: Vec<Column>,
    /// Only rows of which this holds, as in 'tokens>3000', 'tags=oc', 'name~mira' (holds the text), 'tags='; may be given several times.
    #[arg(long = "where", value_name = "CONDITION")]
    conditions: Vec<Condition>,
    /// Order rows by a column: numbers from the highest, texts from A. All rows are held in memory.
    #[arg(long, value_enum, value_name = "COLUMN", conflicts_with = "sorted")]
    sort: Option<Column>,
    /// Turn the order of --sort round.
    #[arg(long, requires = "sort")]
    reverse: bool,
    /// Print only this many rows, the first ones in the order that was asked for.
    #[arg(long, visible_alias = "top", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Rows of an earlier scan: files of the same size and time of change are not read again.
    #[arg(long, value_name = "OLD")]
    since: Option<PathBuf>,
    /// Take only part I of N parts of the files, chosen by their path within the folder.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Order rows by name within each folder; this holds the names of one folder in memory.
    #[arg(long)]
    sorted: bool,
    /// Try every file, hidden ones too, also those of other extensions.
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
    let format = args.format(out)?;
    let since = args.since.as_deref().map(Since::read).transpose()?;
    let mut staged = match &args.output {
        Some(path) if path.as_os_str() != "-" => {
            format.refuse_name(path)?;
            refuse_existing(path, args.force)?;
            Some(Staged::create(path)?)
        }
        _ => None,
    };
    let choice = Choice { all: args.all, sorted: args.sorted, archives: true };
    let wanted = |found: &Found| args.shard.is_none_or(|shard| shard.holds(found.inside()));
    let limit = args.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let passed = PassedOver::default();
    let progress = Progress::start(out.quiet(), &args.paths, choice);
    let mut totals = Totals::default();
    let shown = args.columns(format);
    let gathers = format == Format::Table || args.sort.is_some();
    let (mut gathered, mut rows) = (Vec::new(), 0);
    let mut sink = Sink::begin(format, args.texts, out, staged.as_mut())?;
    if format == Format::Csv {
        sink.take(Made::Line(table::csv_head(&shown).into_bytes()))?;
    }
    let made = |row: FileRow| Made::of(row, format, &shown);
    in_order(
        Members::of(Walk::new(&args.paths, choice).counting(&passed), choice).filter(wanted),
        args.threads.number(),
        |found| progress.step(answer(&found, args, depth, (gathers, &made), since.as_ref())),
        |answers| {
            totals.add(&answers, &passed);
            answers.into_iter().filter_map(|answer| answer.made).try_for_each(|made| {
                rows += 1;
                match made {
                    Made::Row(row) if gathers => gathered.push(*row),
                    // All files are looked at, so that the counts at the end are those of the library.
                    _ if rows > limit => {}
                    made => sink.take(made)?,
                }
                Ok::<(), Failure>(())
            })
        },
    )?;
    progress.finish();
    if let Some(column) = args.sort {
        table::sort(&mut gathered, column, args.reverse);
    }
    gathered.truncate(limit);
    if format == Format::Table {
        sink.finish()?;
        table::show(&gathered, &shown, out)?;
    } else {
        gathered.into_iter().try_for_each(|row| sink.take(made(row)))?;
        sink.finish()?;
    }
    if let (Some(staged), Some(path)) = (staged, &args.output) {
        put(staged, path, out)?;
    }
    out.note(&totals.sentence(begun.elapsed().as_secs_f64()));
    if rows > limit {
        out.note(&format!("shown: the first {limit} of {}", plural(rows, "row")));
    }
    note_passed(&passed, out);
    Ok(ExitCode::SUCCESS)
}

impl Args {
    /// How rows are printed.
    fn format(&self, out: &Output) -> Result<Format, Failure> {
        let usage = |message: &str| Err(Failure::Other { class: "usage", message: message.to_owned() });
        let named = self.output.as_deref().filter(|path| path.as_os_str() != "-").map(Format::named);
        let on_terminal = self.output.is_none() && std::io::stdout().is_terminal();
        let adds = self.hash || self.near || self.details || self.texts;
        let by_itself = if on_terminal && self.since.is_none() && !adds { Format::Table } else { Format::Jsonl };
        let format = match (self.format, out.json()) {
            (Some(Format::Jsonl) | None, true) => Format::Jsonl,
            (Some(_), true) => return usage("--json and --format ask for two kinds of output; leave out one of them"),
            (Some(format), false) => format,
            (None, false) => named.unwrap_or(by_itself),
        };
        if format == Format::Table && self.output.is_some() {
            return usage("a table is for the terminal; write CSV or JSON lines to a file");
        }
        if !self.columns.is_empty() && !matches!(format, Format::Table | Format::Csv) {
            return usage("--columns are those of a table; give --format table or csv");
        }
        if adds && matches!(format, Format::Table | Format::Csv) {
            return usage(
                "--hash, --near, --details and --texts add to rows what no column of a table has; give --format jsonl, or \
                 parquet or arrow with -o",
            );
        }
        let chooses = self.sort.is_some() || self.limit.is_some() || !self.conditions.is_empty();
        if self.since.is_some() && (format != Format::Jsonl || chooses) {
            return usage("--since goes on from JSON lines, all of them; make a table of them when all is done");
        }
        Ok(format)
    }

    /// The columns of a table or CSV.
    fn columns(&self, format: Format) -> Vec<Column> {
        match format {
            _ if !self.columns.is_empty() => self.columns.clone(),
            Format::Table => table::TABLE.to_vec(),
            _ => Column::value_variants().to_vec(),
        }
    }
}

/// What becomes of one file, and what kind of row it is.
struct Answer {
    /// Nothing for a row that was not asked for.
    made: Option<Made>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Card,
    Error,
    Unchanged,
    /// Merely found, and no card.
    Stray,
}

fn answer(
    found: &Found,
    args: &Args,
    depth: Depth,
    (gathers, made): (bool, &(impl Fn(FileRow) -> Made + Sync)),
    since: Option<&Since>,
) -> Answer {
    if let Some(line) = since.and_then(|since| since.unchanged(found, depth)) {
        return Answer { made: Some(Made::Line(line)), kind: Kind::Unchanged };
    }
    let row = FileRow::of(found, depth);
    if row.is_passed_over(found) {
        return Answer { made: None, kind: Kind::Stray };
    }
    let kind = if row.row.is_ok() { Kind::Card } else { Kind::Error };
    let wanted = args.conditions.iter().all(|condition| condition.holds(&row));
    // Lines are made on every thread, columns by one.
    let made = wanted.then(|| if gathers { Made::Row(Box::new(row)) } else { made(row) });
    Answer { made, kind }
}

#[derive(Default)]
struct Totals {
    files: usize,
    errors: usize,
    unchanged: usize,
}

impl Totals {
    fn add(&mut self, answers: &[Answer], passed: &PassedOver) {
        let count = |kind| answers.iter().filter(|answer| answer.kind == kind).count();
        let strays = count(Kind::Stray);
        (0..strays).for_each(|_| passed.stray());
        self.files += answers.len() - strays;
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
