//! `cards grep`: texts of a library searched.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::Bytes;
use cards_kit::answer::{Grep, Match};
use cards_kit::edit::texts::{Text, read_texts};
use cards_kit::{Error, Limits};
use regex::{Regex, RegexBuilder};

use crate::cmd::scan::Progress;
use crate::failure::Failure;
use crate::input::{is_standard_input, name, open_found, open_source};
use crate::library::Threads;
use crate::library::{note_passed, refuse_absent};
use crate::output::{BAD, LABEL, Output, STRONG};
use crate::plural::plural;
use crate::printable::{line, printable};
use crate::search::{Hint, field};
use crate::status::Status;
use cards_library::files::in_order;
use cards_library::files::{Choice, Found, Members, PassedOver, Walk};

/// Search the texts of cards and lorebooks: names, greetings, lorebook entries, tags and all else.
///
/// Of pictures and archives only the card is read, on all cores.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit status: 0 when something was found, 1 when nothing was, 2 when a file that was named could not be read. \
    Files of a folder that hold no card are passed over.\n\n\
    Patterns are regular expressions with Rust's syntax; --fixed takes the text as it is. Fields are the names of places: name, \
    description, greetings, tags, book, book.keys, book.content.\n\n\
    Examples:\n  cards grep 'celestial mage' ~/cards\n  cards grep -i --field greetings 'rain\\w*' ~/cards aria.png\n  \
    cards grep --fixed '{{random' --files ~/cards\n  cards grep bell ~/cards --json | jq -r '.file, .matches[].place'"
)]
pub(crate) struct Args {
    /// What to look for.
    #[arg(value_name = "PATTERN")]
    pattern: String,
    /// Files and folders; `-` is standard input.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Take capital and small letters for the same.
    #[arg(short, long)]
    ignore_case: bool,
    /// Take the pattern as it is and not as a regular expression.
    #[arg(short = 'F', long)]
    fixed: bool,
    /// Search only texts of this field; may be given several times.
    #[arg(long, value_name = "FIELD", value_parser = field)]
    field: Vec<String>,
    /// Print only the names of files in which something was found.
    #[arg(short = 'l', long, conflicts_with = "count")]
    files: bool,
    /// Print how many texts of each file match, of those with one.
    #[arg(short, long)]
    count: bool,
    /// Try every file, hidden ones too, also those of other extensions.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let search = Search::of(args)?;
    let named: Vec<_> = args.paths.iter().filter(|path| !is_standard_input(path)).cloned().collect();
    refuse_absent(&named)?;
    let (mut status, mut found, mut files) = (Status::Found, 0, 0);
    let mut take = |answer: Answer, out: &mut Output| -> Result<(), Failure> {
        match answer {
            Answer::Found(path, matches) if !matches.is_empty() => {
                (found, files) = (found + matches.len(), files + 1);
                show(&path, &matches, args, out)
            }
            Answer::Found(..) => Ok(()),
            Answer::Failed(failure) => {
                status = Status::Refused;
                out.failure(&failure);
                Ok(())
            }
            Answer::NoCard => Ok(()),
        }
    };
    if args.paths.iter().any(|path| is_standard_input(path)) {
        let source = open_source(Path::new("-"), &Limits::default().files);
        take(search.file(PathBuf::from("-"), source, true), out)?;
    }
    let passed = PassedOver::default();
    let choice = Choice { all: args.all, sorted: true, archives: true };
    let progress = Progress::start(out.quiet(), &named, choice);
    in_order(
        Members::of(Walk::new(&named, choice).counting(&passed), choice),
        args.threads.number(),
        |one| progress.step(search.found(one, &passed)),
        |answers| progress.aside(|| answers.into_iter().try_for_each(|answer| take(answer, out))),
    )?;
    progress.finish();
    if out.json() && found == 0 && status == Status::Found {
        out.answer(&[("file", None::<String>.into())], &Grep::default())?;
    }
    out.note(&format!("{} in {}", plural(found, "text"), plural(files, "file")));
    note_passed(&passed, out);
    let status = if status == Status::Found && found > 0 { Status::Fine } else { status };
    Ok(status.into())
}

/// What a file answers.
enum Answer {
    Found(PathBuf, Vec<Match>),
    NoCard,
    Failed(Failure),
}

/// What to look for.
struct Search {
    pattern: Regex,
    /// What the JSON of a card has to hold for its texts to hold the pattern, where that can be told.
    hint: Option<Hint>,
    fields: Vec<String>,
}

impl Search {
    fn of(args: &Args) -> Result<Self, Failure> {
        let text = if args.fixed { regex::escape(&args.pattern) } else { args.pattern.clone() };
        let pattern = RegexBuilder::new(&text).case_insensitive(args.ignore_case).build().map_err(|error| {
            let message = format!("the pattern is no regular expression; --fixed takes it as it is\n{error}");
            Failure::Other { class: "usage", message }
        })?;
        Ok(Self { pattern, hint: Hint::of(&text, args.ignore_case), fields: args.field.clone() })
    }

    fn found(&self, mut found: Found, passed: &PassedOver) -> Answer {
        match found.error.take() {
            Some(source) => Answer::Failed(Failure::Read { path: found.path, source }),
            None => {
                // A member is no card that somebody named, whatever its archive is.
                let named = found.named && found.member_size().is_none();
                let source = open_found(&found, &Limits::default().files);
                let path = if found.member_size().is_some() { found.shown().into() } else { found.path };
                let answer = self.file(path, source, named);
                if matches!(answer, Answer::NoCard) {
                    passed.stray();
                }
                answer
            }
        }
    }

    /// Searches one file. One that was not named itself may be anything.
    fn file(&self, path: PathBuf, source: Result<Bytes<'static>, Failure>, named: bool) -> Answer {
        let limits = Limits::default();
        let wanted = |json: &[u8]| self.hint.as_ref().is_none_or(|hint| hint.wants(json));
        let read = source.map(|source| {
            let mut file = cards_container::open(source, &limits.files)?;
            read_texts(&mut file, wanted, |texts| texts.iter().filter_map(|text| self.text(text)).collect())
        });
        match read {
            Ok(Ok(matches)) => Answer::Found(path, matches),
            Ok(Err(Error::Container(source))) if !named && source.class() != "io" => Answer::NoCard,
            Ok(Err(error)) => Answer::Failed(Failure::of(&path, error)),
            Err(failure) => Answer::Failed(failure),
        }
    }

    fn text(&self, text: &Text<'_>) -> Option<Match> {
        if !self.fields.is_empty() && !self.fields.iter().any(|field| text.is_of(field)) {
            return None;
        }
        let spans: Vec<_> = self.pattern.find_iter(&text.text).map(|found| [found.start(), found.end()]).collect();
        if spans.is_empty() {
            return None;
        }
        let mut found = Match::default();
        (found.place, found.pointer) = (text.place.to_string(), text.pointer.to_string());
        (found.text, found.spans) = (text.text.clone().into_owned(), spans);
        Some(found)
    }
}

/// Shows what was found in a file.
fn show(path: &Path, matches: &[Match], args: &Args, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        let mut answer = Grep::default();
        answer.matches = matches.to_vec();
        return out.answer(&[("file", path.to_string_lossy().into())], &answer);
    }
    let file = line(&name(path), usize::MAX);
    if args.files || args.count {
        let count = if args.count { format!(": {}", matches.len()) } else { String::new() };
        writeln!(out.results(), "{file}{count}")?;
        return Ok(());
    }
    let room = out.columns().max(40);
    for found in matches {
        let text = around(&found.text, &found.spans, room);
        writeln!(out.results(), "{LABEL}{file}{LABEL:#} {STRONG}{}{STRONG:#}: {text}", line(&found.place, usize::MAX))?;
    }
    Ok(())
}

/// The text around the first match on one line, the match marked.
fn around(text: &str, spans: &[[usize; 2]], room: usize) -> String {
    let Some(&[start, end]) = spans.first() else { return String::new() };
    let split = |at: usize| text.split_at_checked(at).unwrap_or((text, ""));
    let ((before, _), (_, after)) = (split(start), split(end));
    let matched = text.get(start..end).unwrap_or_default();
    let flat = |text: &str| printable(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned();
    let side = room.saturating_sub(matched.chars().count()) / 3;
    let skip = before.chars().count().saturating_sub(side);
    let head: String = before.chars().skip(skip).collect();
    let tail: String = after.chars().take(side).collect();
    let (cut_head, cut_tail) = (if skip > 0 { "…" } else { "" }, if tail.len() < after.len() { "…" } else { "" });
    let gap = |text: &str, at_end: bool| {
        let edge = if at_end { text.chars().next_back() } else { text.chars().next() };
        if edge.is_some_and(char::is_whitespace) { " " } else { "" }
    };
    format!(
        "{cut_head}{}{}{BAD}{}{BAD:#}{}{}{cut_tail}",
        flat(&head),
        gap(&head, true),
        flat(matched),
        gap(&tail, false),
        flat(&tail)
    )
}
