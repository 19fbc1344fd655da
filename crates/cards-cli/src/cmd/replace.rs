//! `cards replace`: a text replaced in all texts of many cards.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_kit::answer::{Replaced, ReplacedText};
use cards_kit::edit::replace::{Pattern, PatternError, PatternOptions, patches};
use cards_kit::edit::texts::{Text, read_texts};
use cards_kit::{Error, Limits};
use cards_library::files::{Choice, Found, PassedOver};

use super::edited::{Target, note_brought, nothing_edited};
use crate::failure::Failure;
use crate::input::{name, open_source};
use crate::journal::{Journal, journal};
use crate::library::{Done, Foot, Sum, Threads, Writes, change_each, refuse_absent, refuse_unless_said};
use crate::output::{BAD, GOOD, LABEL, Output, STRONG};
use crate::plural::plural;
use crate::printable::{line, printable};
use crate::search::{Hint, field};

/// Replace a text in every text of cards and lorebooks: names, greetings, entries, keys, tags.
///
/// All else stays byte for byte. Code and labels (scripts, creator, version, source) are left alone unless --field names them.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "PATTERN is a text as it is; with --regex it is a regular expression with Rust's syntax, and $1 or ${name} in TEXT stand for \
    what its groups match ($$ for a dollar sign). The preview of --dry-run is what --in-place writes. Each file is written in one step, \
    and `cards undo` puts back what the run changed.\n\n\
    Exit status: 0 when all went well, 2 when a file could not be read or written. Files of a folder that hold no card are passed over.\n\n\
    Examples:\n  cards replace 'Saltmere' 'Brinemere' ~/cards --dry-run\n  cards replace --word elf elven --field book.content aria.png --in-place\n  \
    cards replace --regex '\\bcolor(ed)?\\b' 'colour$1' ~/cards --in-place\n  cards undo"
)]
pub(crate) struct Args {
    /// What to look for.
    #[arg(value_name = "PATTERN")]
    pattern: String,
    /// What takes its place; an empty text takes it out.
    #[arg(value_name = "TEXT")]
    text: String,
    /// Files and folders.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Take the pattern as a regular expression.
    #[arg(short = 'E', long)]
    regex: bool,
    /// Find whole words only.
    #[arg(short, long)]
    word: bool,
    /// Take capital and small letters for the same.
    #[arg(short, long)]
    ignore_case: bool,
    /// Change only texts of this field, as in `cards grep`; may be given several times.
    #[arg(long, value_name = "FIELD", value_parser = field)]
    field: Vec<String>,
    #[command(flatten)]
    writes: Writes,
    /// Try every file, hidden ones too, also those of other extensions.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    refuse_absent(&args.paths)?;
    let dry_run = args.writes.dry_run;
    refuse_unless_said(args.writes.in_place, dry_run)?;
    let wanted = Wanted::of(args)?;
    let passed = PassedOver::default();
    let run = Run { dry_run, journal: journal(out.command()), texts: Sum::default(), brought: Sum::default() };
    let counts = change_each(
        &args.paths,
        (Choice { all: args.all, ..Choice::default() }, args.threads),
        &passed,
        out,
        |found, out| run.change(&found.path, wanted.file(found)?, out),
    )?;
    if out.json() && counts.changed == 0 && !counts.refused {
        out.answer(&nothing_edited(dry_run), &Replaced::default())?;
    }
    note_brought(run.brought.all(), out);
    let what = format!("{} in {}", plural(run.texts.all(), "text"), counts.of_cards());
    counts.end(&args.paths, &Foot::changed(&what, "no texts in", dry_run), &passed, out)
}

/// What is to be replaced, and where.
struct Wanted<'a> {
    pattern: Pattern,
    /// What the JSON of a card has to hold for its texts to hold the pattern, where that can be told.
    hint: Option<Hint>,
    args: &'a Args,
}

impl<'a> Wanted<'a> {
    fn of(args: &'a Args) -> Result<Self, Failure> {
        let options = PatternOptions::default().with_regex(args.regex).with_word(args.word);
        let options = options.with_ignore_case(args.ignore_case).with_fields(args.field.clone());
        let pattern = Pattern::new(&args.pattern, options).map_err(|error| {
            let message = match &error {
                PatternError::Syntax(problem) => format!("{error}; without --regex it is a text\n{problem}"),
                _ => error.to_string(),
            };
            Failure::Other { class: "usage", message }
        })?;
        let hint = Hint::of(pattern.source(), args.ignore_case);
        Ok(Self { pattern, hint, args })
    }

    /// The texts of a file that change; none where nothing was found.
    fn file(&self, found: &Found) -> Result<Vec<ReplacedText>, Failure> {
        let limits = Limits::default();
        let hint = |json: &[u8]| self.hint.as_ref().is_none_or(|hint| hint.wants(json));
        let by = self.args.text.as_str();
        let change = |texts: &[Text<'_>]| texts.iter().filter_map(|text| self.pattern.replaced(text, by)).collect();
        let source = open_source(&found.path, &limits.files)?;
        let read = cards_container::open(source, &limits.files).map_err(Error::from);
        read.and_then(|mut file| read_texts(&mut file, hint, change)).map_err(|error| Failure::of(&found.path, error))
    }
}

/// A run over files, and what it did so far.
struct Run {
    dry_run: bool,
    journal: Journal,
    texts: Sum,
    /// What rules find in the new files and did not find before.
    brought: Sum,
}

impl Run {
    fn change(&self, path: &Path, texts: Vec<ReplacedText>, out: &mut Output) -> Result<Done, Failure> {
        if texts.is_empty() {
            return Ok(Done::Same);
        }
        let mut opened = Target::in_place(self.dry_run).open(path, out)?;
        opened.remember(&self.journal);
        let refused = |error: Error| Failure::of(path, error);
        opened.editor.apply(&patches(&texts).map_err(refused)?).map_err(refused)?;
        opened.write(out)?;
        self.texts.add(texts.len());
        self.brought.add(opened.warn_of_one(out));
        if out.json() {
            let mut answer = Replaced::default();
            answer.texts = texts;
            opened.answer(answer, out)?;
            return Ok(Done::Changed);
        }
        let file = line(&name(path), usize::MAX);
        texts.iter().try_for_each(|text| show(&file, text, out))?;
        Ok(Done::Changed)
    }
}

/// Letters that are shown on each side of what changes.
const AROUND: usize = 30;

/// Shows what changes in a text: what is between the parts that stay, whole words, with some of these around it.
fn show(file: &str, text: &ReplacedText, out: &mut Output) -> Result<(), Failure> {
    let (before, after): (Vec<char>, Vec<char>) = (text.before.chars().collect(), text.after.chars().collect());
    let is_letter = |at: usize| before.get(at).is_some_and(|letter| letter.is_alphanumeric());
    let mut head = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    while head > 0 && is_letter(head) && is_letter(head - 1) {
        head -= 1;
    }
    let most = before.len().min(after.len()) - head;
    let mut tail = before.iter().rev().zip(after.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    while tail > 0 && is_letter(before.len() - tail) && is_letter((before.len() - tail).wrapping_sub(1)) {
        tail -= 1;
    }
    let part = |text: &[char], from: usize, to: usize| -> String {
        let text: String = text.get(from..to).unwrap_or_default().iter().collect();
        printable(&text.replace(['\n', '\r', '\t'], " ")).into_owned()
    };
    let room = out.columns().max(80);
    let (old, new) = (part(&before, head, before.len() - tail), part(&after, head, after.len() - tail));
    let (old, new) = (line(&old, room), line(&new, room));
    let (from, to) = (head.saturating_sub(AROUND), (before.len() - tail + AROUND).min(before.len()));
    let (lead, rest) = (part(&before, from, head), part(&before, before.len() - tail, to));
    let (cut, more) = (if from > 0 { "…" } else { "" }, if to < before.len() { "…" } else { "" });
    let times = if text.count > 1 { format!(" ({} times)", text.count) } else { String::new() };
    let place = line(&text.place, usize::MAX);
    writeln!(
        out.results(),
        "{LABEL}{file}{LABEL:#} {STRONG}{place}{STRONG:#}: {cut}{lead}{BAD}[-{old}-]{BAD:#}{GOOD}{{+{new}+}}{GOOD:#}{rest}{more}{times}"
    )?;
    Ok(())
}
