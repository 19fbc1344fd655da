//! `cards dupes`: cards that are in a library more than once.

mod moves;
mod show;

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_kit::Limits;
use cards_kit::edit::texts::texts;
use cards_library::answer::{Dupes, Row};
use cards_library::near::{Link, Shingles};
use cards_library::{Keep, Known, KnownRow, Pictured, RowOptions, entries};

use super::scan::Progress;
use crate::failure::Failure;
use crate::input::{open_found, open_source};
use crate::library::Threads;
use crate::library::{note_passed, refuse_absent};
use crate::output::Output;
use crate::plural::plural;
use crate::status::Status;
use cards_library::files::in_order;
use cards_library::files::{Choice, Found, Members, PassedOver, Walk};
use cards_library::files::{Depth, FileRow};

/// Find cards that a library holds more than once: the same content first, then the same name and creator.
///
/// The content is that of `content_hash` in `cards scan`: the container, the spec, dates and the picture do not count. Cards that
/// differ only in what clients write for themselves (`fav`, `talkativeness`, `world`, the name of a chat) are told apart from
/// those that say something else. With --books, lorebooks are compared instead of whole cards. Nothing is ever deleted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards dupes ~/cards\n  cards dupes cards.jsonl\n  \
    cards dupes --near 0.8 ~/cards\n  cards scan --near ~/cards -o cards.jsonl && cards dupes --near 0.9 cards.jsonl\n  \
    cards dupes --books --near 0.8 ~/cards   # lorebooks, whichever card they are in\n  \
    cards dupes --keep newest --move-to ~/copies ~/cards\n  \
    cards dupes --exact --json ~/cards | jq -r '.exact[].paths[1:][]'")]
pub(crate) struct Args {
    /// Folders and files to look through, and rows of `cards scan` (*.jsonl).
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only the same content, not the same name and creator.
    #[arg(long)]
    exact: bool,
    /// Find cards whose prose is nearly the same as well, whatever they are called: at least this much in common, from 0.5 to
    /// 1. Rows need `cards scan --near`, and count by their signatures alone where the files are not there.
    #[arg(long, value_name = "PART", value_parser = part)]
    near: Option<f64>,
    /// Compare lorebooks alone, those of cards and those in files of their own: the same keys and texts of entries, and with --near
    /// nearly the same texts of entries.
    #[arg(long, conflicts_with_all = ["keep", "exact"])]
    books: bool,
    /// Name of each group the one file to keep, by this rule. Groups are the same content and, without --exact, what differs
    /// only in what clients write, and with --near nearly the same prose; the same name alone makes none. One file of each picture
    /// is kept, and a file without a picture only where none of its group has one.
    #[arg(long, value_name = "RULE", conflicts_with = "statistics")]
    keep: Option<Rule>,
    /// Show where the others of each group would go: into this folder, under their names, with a number where one is taken.
    #[arg(long, value_name = "DIR", requires = "keep")]
    move_to: Option<PathBuf>,
    /// Move them.
    #[arg(long, requires = "move_to")]
    apply: bool,
    /// Print the counts alone, without the files.
    #[arg(long)]
    statistics: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Which file of a group to keep; of equal ones, the first by path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Rule {
    /// The first by path
    First,
    /// The one that was changed last
    Newest,
    /// The one that was changed first
    Oldest,
    /// The one of the most bytes
    Largest,
    /// The one with the shortest path
    ShortestPath,
}

impl From<Rule> for Keep {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::First => Self::First,
            Rule::Newest => Self::Newest,
            Rule::Oldest => Self::Oldest,
            Rule::Largest => Self::Largest,
            Rule::ShortestPath => Self::ShortestPath,
        }
    }
}

fn part(text: &str) -> Result<f64, String> {
    let part: f64 = text.parse().map_err(|_| "a number from 0.5 to 1 belongs here".to_owned())?;
    if (0.5..=1.0).contains(&part) { Ok(part) } else { Err("it should be from 0.5 to 1".to_owned()) }
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let (rows, folders): (Vec<_>, Vec<_>) = args.paths.iter().cloned().partition(|path| is_rows(path));
    let mut cards = Vec::new();
    if let Some(path) = rows.first().filter(|_| args.books) {
        let message = "rows do not hold the texts of lorebooks; name the files or folders that were scanned".to_owned();
        return Err(Failure::Content { path: path.clone(), class: "usage", message });
    }
    for path in &rows {
        let before = cards.len();
        let any_signed = read_rows(path, &mut cards)?;
        if args.near.is_some() && cards.len() > before && !any_signed {
            let message =
                "no row has a signature, by which near texts are found; `cards scan --near` writes them".to_owned();
            return Err(Failure::Content { path: path.clone(), class: "usage", message });
        }
    }
    refuse_absent(&folders)?;
    let passed = PassedOver::default();
    let unreadable = if folders.is_empty() { 0 } else { scan(&folders, args, &passed, &mut cards, out)? };
    // A file that was named twice is no copy of itself.
    let mut seen = HashSet::new();
    cards.retain(|card| seen.insert(card.path.clone()));
    let links = args.near.map(|least| linked(&cards, least, args, out.quiet())).transpose()?.unwrap_or_default();
    let mut found = cards_library::dupes(&cards, args.exact);
    found.alike = cards_library::alike(&cards, &links);
    let kept = |rule: Rule| cards_library::kept(&cards, &links, args.exact, rule.into(), picture);
    found.kept = args.keep.map(kept).unwrap_or_default();
    if let Some(folder) = &args.move_to {
        found.moves = moves::planned(&found.kept, folder);
    }
    let mut status = Status::Fine;
    if args.apply {
        for failure in moves::applied(&mut found) {
            out.failure(&failure);
            status = Status::Refused;
        }
    }
    tell(&found, args, out)?;
    if !out.json() {
        if unreadable > 0 {
            out.note(&format!("files without a readable card, compared with nothing: {unreadable}"));
        }
        note_passed(&passed, out);
    }
    Ok(status.into())
}

fn tell(found: &Dupes, args: &Args, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        return out.answer(&[], found);
    }
    if !args.statistics {
        show::groups(found, out)?;
        show::kept(found, out)?;
    }
    out.note(&sentence(found, args.books));
    if args.near.is_some() {
        out.note(&format!("groups of nearly the same prose: {}", found.alike.len()));
    }
    if args.move_to.is_some() {
        let done = found.moves.iter().filter(|one| one.applied).count();
        out.note(&match done {
            _ if args.apply => format!("moved {}", plural(done, "file")),
            _ if found.moves.is_empty() => "nothing to move".to_owned(),
            _ => format!("would move {}; nothing was moved, --apply does it", plural(found.moves.len(), "file")),
        });
    }
    Ok(())
}

/// Cards of nearly the same prose, which is read on so many threads, all cores where that is 0.
fn linked(cards: &[Known], least: f64, args: &Args, quiet: bool) -> Result<Vec<Link>, Failure> {
    // How many texts have to be held against each other shows on the way.
    let (threads, progress) = (args.threads.number(), Progress::of(quiet, 0));
    let mut failed = Ok(());
    let links = cards_library::near_links(cards, least, |wanted| {
        let mut texts = Vec::with_capacity(wanted.len());
        // Where no thread can be started, nothing more is read, and the answer is the failure.
        if failed.is_ok() {
            failed = in_order(
                wanted.iter().copied(),
                threads,
                |card| progress.step(prose(card, args.books)),
                |round| {
                    texts.extend(round);
                    Ok(())
                },
            );
        }
        texts
    });
    progress.finish();
    failed.map(|()| links)
}

/// What a card says now, unless it says something else than when it was looked at.
fn prose(card: &Known, books: bool) -> Option<Shingles> {
    let limits = Limits::default();
    let source = open_source(Path::new(&card.path), &limits.files).ok()?;
    let opened = cards_kit::open(source, &limits).ok()?;
    let said = if books { entries(opened.content()) } else { texts(opened.content()) };
    let (shingles, signature) = Shingles::with_signature(&said);
    (signature == card.signature).then_some(shingles)
}

/// The picture of a file; what its row says where the file is not at hand.
fn picture(card: &Known) -> Pictured {
    let limits = Limits::default();
    open_source(Path::new(&card.path), &limits.files)
        .map_or_else(|_| card.picture.clone(), |source| Pictured::read(source, &limits))
}

fn is_rows(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}

fn scan(
    folders: &[PathBuf],
    args: &Args,
    passed: &PassedOver,
    cards: &mut Vec<Known>,
    out: &mut Output,
) -> Result<usize, Failure> {
    // A copy inside of an archive is found, and cannot be moved out of it.
    let choice = Choice { sorted: true, archives: args.move_to.is_none(), ..Choice::default() };
    let progress = Progress::start(out.quiet(), folders, choice);
    let near = args.near.is_some() && !args.books;
    let read = |found: Found| {
        let row = FileRow::of(&found, Depth::new(false, RowOptions::default().with_near(near)));
        if row.is_passed_over(&found) {
            passed.stray();
            return progress.step(None);
        }
        let (size, modified) = (row.size, row.modified);
        let known = |facts| if args.books { book(&found, &facts) } else { Some(Known::of(found.shown(), facts)) };
        progress.step(Some(row.row.ok().map(|facts| known(facts).map(|known| Known { size, modified, ..known }))))
    };
    let mut unreadable = 0;
    let files = Members::of(Walk::new(folders, choice).counting(passed), choice);
    in_order(files, args.threads.number(), read, |round| {
        unreadable += round.iter().flatten().filter(|known| known.is_none()).count();
        cards.extend(round.into_iter().flatten().flatten().flatten());
        Ok::<(), Failure>(())
    })?;
    progress.finish();
    Ok(unreadable)
}

/// The lorebook of a file whose facts say that it has one.
fn book(found: &Found, facts: &Row) -> Option<Known> {
    let limits = Limits::default();
    facts.lore.as_ref().filter(|book| book.entries > 0)?;
    let opened = cards_kit::open(open_found(found, &limits.files).ok()?, &limits).ok()?;
    Known::of_book(found.shown(), opened.content())
}

/// Reads the rows of a scan, and says whether one of them has a signature.
fn read_rows(path: &Path, cards: &mut Vec<Known>) -> Result<bool, Failure> {
    let failed = |source| Failure::Read { path: path.to_owned(), source };
    let mut any_signed = false;
    for (number, text) in BufReader::new(File::open(path).map_err(failed)?).lines().enumerate() {
        let row: KnownRow = serde_json::from_str(&text.map_err(failed)?).map_err(|error| Failure::Content {
            path: path.to_owned(),
            class: "bad-json",
            message: format!("line {} is not a row of `cards scan`: {error}", number + 1),
        })?;
        any_signed |= row.is_signed();
        cards.extend(row.known(number));
    }
    Ok(any_signed)
}

fn sentence(found: &Dupes, books: bool) -> String {
    let spare: usize = found.exact.iter().map(|same| same.paths.len() - 1).sum();
    let (count, near) = (found.cards, found.near.len());
    if books {
        let count = plural(count, "lorebook");
        return format!("{count}; the same entries as another one: {spare}");
    }
    let marked: usize = found.core.iter().map(|same| same.variants.len() - 1).sum();
    let marked = if marked == 0 { String::new() } else { format!("; the same but for what clients write: {marked}") };
    let count = plural(count, "card");
    format!("{count}; the same content as another file: {spare}{marked}; same name and creator, other content: {near}")
}
