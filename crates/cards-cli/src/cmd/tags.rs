//! `cards tags`: the tags of a library, counted and tidied up.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use cards_container::Limits;
use cards_json::Json;
use cards_kit::answer::{Tag, Tags};
use cards_kit::{Editor, Error, Patch, Place};
use cards_model::Form;

use super::edited::Target;
use crate::failure::Failure;
use crate::input::read_utf8;
use crate::journal::{Journal, journal};
use crate::library::{
    Counts, Done, Foot, Threads, Writes, change_each, note_passed, refuse_absent, refuse_unless_said,
};
use crate::output::{FAINT, LABEL, Output};
use crate::plural::plural;
use crate::printable::line;
use cards_library::files::{Choice, Depth, FileRow, Found, PassedOver};

/// Count the tags of cards, or add, remove and rename tags in all of them.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Capital and small letters are taken for the same when tags are removed and renamed. A card that a change leaves as it is \
    is not written. `cards undo` puts back what --in-place changed.\n\nExit status: 0 when all went well, 2 when a file could not be read or written. Files of a folder that hold \
    no card are passed over; those of a form without tags (V1, lorebooks, modules) too, and are counted.\n\nExamples:\n  cards tags ~/cards\n  \
    cards tags ~/cards --rename 'sci fi=Sci-Fi' --remove OC --dry-run\n  \
    cards tags ~/cards --fold --in-place\n  cards tags ~/cards --untagged\n  cards tags aria.png --add fantasy --in-place"
)]
pub(crate) struct Args {
    /// Files and folders.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Add a tag to every card that lacks it.
    #[arg(long, value_name = "TAG", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    add: Vec<String>,
    /// Take a tag out of every card that has it.
    #[arg(long, value_name = "TAG", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    remove: Vec<String>,
    /// Put another tag in the place of one.
    #[arg(long, value_name = "OLD=NEW", value_parser = pair)]
    rename: Vec<(String, String)>,
    /// Rename as the lines OLD=NEW of this file say; what follows # is a comment.
    #[arg(long, value_name = "FILE")]
    synonyms: Option<PathBuf>,
    /// Give tags that differ in capital letters, blanks and hyphens alone their most frequent spelling.
    #[arg(long)]
    fold: bool,
    /// List the cards without a tag.
    #[arg(long, conflicts_with_all = ["add", "remove", "rename", "synonyms", "fold"])]
    untagged: bool,
    #[command(flatten)]
    writes: Writes,
    #[command(flatten)]
    threads: Threads,
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((old, new)) if !old.trim().is_empty() && !new.trim().is_empty() => {
            Ok((old.trim().to_owned(), new.trim().to_owned()))
        }
        _ => Err("it should be OLD=NEW, as in 'sci fi=Sci-Fi'".to_owned()),
    }
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    refuse_absent(&args.paths)?;
    let mut wanted = Wanted::of(args)?;
    let edits = args.fold || !wanted.is_empty();
    if edits {
        refuse_unless_said(args.writes.in_place, args.writes.dry_run)?;
    } else if args.writes.in_place || args.writes.dry_run {
        let message = "there is nothing to change; give --add, --remove, --rename, --synonyms or --fold".to_owned();
        return Err(Failure::Other { class: "usage", message });
    }
    if args.fold {
        // What is the most frequent spelling is known when all are counted.
        let (mut counted, mut silent) = (Counted::default(), out.aside().output());
        counted.run(args, None, &mut silent)?;
        let others = |tag: Tag| tag.also.into_iter().map(move |other| (other, tag.tag.clone()));
        wanted.rename.extend(counted.told().into_iter().flat_map(others));
    }
    let mut counted = Counted::default();
    let (done, passed) = counted.run(args, edits.then_some(&wanted), out)?;
    let mut answer = Tags::default();
    (answer.cards, answer.changed, answer.without) = (done.cards, done.changed, done.without);
    if args.untagged {
        answer.untagged = std::mem::take(&mut counted.untagged);
        answer.untagged.sort();
    }
    answer.tags = counted.told();
    if out.json() {
        out.answer(&[], &answer)?;
    }
    if edits {
        return done.end(&args.paths, &Foot::changed(&done.of_cards(), WITHOUT, args.writes.dry_run), &passed, out);
    }
    if args.untagged && !out.json() {
        for path in &answer.untagged {
            writeln!(out.results(), "{}", line(path, usize::MAX))?;
        }
        out.note(&format!("without a tag: {} of {}", answer.untagged.len(), plural(answer.cards, "card")));
    } else if !out.json() {
        for tag in &answer.tags {
            let also = match &tag.also[..] {
                [] => String::new(),
                also => format!("  {FAINT}also {}{FAINT:#}", line(&also.join(", "), 200)),
            };
            writeln!(out.results(), "{FAINT}{:>6}{FAINT:#}  {LABEL}{}{LABEL:#}{also}", tag.cards, line(&tag.tag, 200))?;
        }
        if answer.tags.iter().any(|tag| !tag.also.is_empty()) {
            out.note("`--fold --dry-run` shows what one spelling for each tag would change");
        }
        out.note(&format!("{} in {}", plural(answer.tags.len(), "tag"), plural(answer.cards, "card")));
    }
    if answer.without > 0 {
        out.note(&format!("{WITHOUT} {}", plural(answer.without, "file")));
    }
    note_passed(&passed, out);
    Ok(done.status().into())
}

/// What is to become of tags.
#[derive(Default)]
struct Wanted {
    add: Vec<String>,
    remove: Vec<String>,
    rename: Vec<(String, String)>,
}

impl Wanted {
    fn of(args: &Args) -> Result<Self, Failure> {
        let mut wanted = Self { add: args.add.clone(), remove: args.remove.clone(), rename: args.rename.clone() };
        let Some(path) = &args.synonyms else { return Ok(wanted) };
        let text = read_utf8(path, &Limits::default())?;
        let lines = (1..).zip(text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()));
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let refused = |why: String| Failure::Content {
                path: path.clone(),
                class: "bad-field",
                message: format!("line {number}: {why}"),
            };
            wanted.rename.push(pair(line).map_err(refused)?);
        }
        Ok(wanted)
    }

    fn is_empty(&self) -> bool {
        self.add.is_empty() && self.remove.is_empty() && self.rename.is_empty()
    }
}

/// The tags of many cards.
#[derive(Default)]
struct Counted {
    /// Tags by what they say, whatever their spelling.
    ///
    /// Spec: V2 `tags`: letter case SHOULD NOT count where cards are sorted and found by them.
    tags: BTreeMap<String, Spelled>,
    untagged: Vec<String>,
}

/// How many cards have a tag, and how many in each spelling.
#[derive(Default)]
struct Spelled {
    cards: usize,
    spellings: BTreeMap<String, usize>,
}

impl Counted {
    /// Goes through the cards, changes their tags where that is wanted, and counts them.
    fn run(&mut self, args: &Args, wanted: Option<&Wanted>, out: &mut Output) -> Result<(Counts, PassedOver), Failure> {
        let (passed, journal) = (PassedOver::default(), journal(out.command()));
        let counted = Mutex::new(self);
        // What is inside of an archive is counted, and not changed.
        let choice = Choice { archives: wanted.is_none(), ..Choice::default() };
        let done = change_each(&args.paths, (choice, args.threads), &passed, out, |found, out| {
            let Some((tags, changed)) = one(found, args, wanted, &journal, out)? else { return Ok(Done::Without) };
            let mut counted = counted.lock().unwrap_or_else(PoisonError::into_inner);
            if tags.is_empty() {
                counted.untagged.push(found.shown());
            }
            counted.add(tags);
            Ok(if changed { Done::Changed } else { Done::Same })
        })?;
        Ok((done, passed))
    }

    /// Adds the tags of a card.
    fn add(&mut self, tags: Vec<String>) {
        let mut of_card = BTreeSet::new();
        for tag in tags {
            let said = said(&tag);
            let spelled = self.tags.entry(said.clone()).or_default();
            *spelled.spellings.entry(tag).or_default() += 1;
            if of_card.insert(said) {
                spelled.cards += 1;
            }
        }
    }

    /// The tags, the most frequent first, each by its most frequent spelling.
    fn told(self) -> Vec<Tag> {
        let mut all: Vec<Tag> = self.tags.into_values().map(Spelled::told).collect();
        all.sort_by_key(|tag| std::cmp::Reverse(tag.cards));
        all
    }
}

/// What a tag says: capital letters, blanks and hyphens make no other one, unless there is nothing else in it.
fn said(tag: &str) -> String {
    let plain: String = tag.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_')).collect();
    if plain.is_empty() { tag.to_owned() } else { plain.to_lowercase() }
}

impl Spelled {
    fn told(self) -> Tag {
        let mut spellings: Vec<(String, usize)> = self.spellings.into_iter().collect();
        spellings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let mut names = spellings.into_iter().map(|(name, _)| name);
        let mut tag = Tag::default();
        tag.tag = names.next().unwrap_or_default();
        (tag.cards, tag.also) = (self.cards, names.collect());
        tag
    }
}

/// What is said of files without tags.
const WITHOUT: &str = "no place for tags in";

/// The forms with a place for tags.
const HOLD_TAGS: [Form; 4] = [Form::V2, Form::V3, Form::V3L, Form::Prom];

/// The tags of one file after the change, and whether it was one; nothing where the file has no place for tags.
fn one(
    found: &Found,
    args: &Args,
    wanted: Option<&Wanted>,
    journal: &Journal,
    out: &mut Output,
) -> Result<Option<(Vec<String>, bool)>, Failure> {
    let Some(wanted) = wanted else {
        let row = FileRow::of(found, Depth::default()).row.map_err(|trouble| Failure::Content {
            path: found.shown().into(),
            class: trouble.class,
            message: trouble.message,
        })?;
        let holds = HOLD_TAGS.iter().any(|form| form.id() == row.spec);
        return Ok(holds.then_some((row.tags, false)));
    };
    let (target, path) = (Target::in_place(args.writes.dry_run), found.path.as_path());
    let mut opened = target.open(path, out)?;
    opened.remember(journal);
    let change = |editor: &mut Editor| -> Result<(Vec<String>, Vec<String>), Error> {
        let place: Place = "tags".parse()?;
        let old = editor.document().card().map(|card| card.tags().to_vec()).unwrap_or_default();
        let new = changed(&old, wanted);
        if new != old {
            let value = Json::Array(new.iter().map(|tag| tag.as_str().into()).collect());
            editor.apply(&[Patch::Set { path: place, value }])?;
        }
        Ok((old, new))
    };
    let (old, new) = change(&mut opened.editor).map_err(|error| Failure::of(path, error))?;
    if old == new {
        let holds = HOLD_TAGS.contains(&opened.editor.document().content.form());
        return Ok(holds.then_some((new, false)));
    }
    opened.write(out)?;
    opened.warn_of_one(out);
    if !out.json() {
        tell(path, &old, &new, out)?;
    }
    Ok(Some((new, true)))
}

/// The tags as they are to be, each once.
fn changed(old: &[String], wanted: &Wanted) -> Vec<String> {
    let same = |a: &str, b: &str| a.to_lowercase() == b.to_lowercase();
    let mut new: Vec<String> = Vec::with_capacity(old.len());
    for tag in old {
        if wanted.remove.iter().any(|gone| same(gone, tag)) {
            continue;
        }
        let other = wanted.rename.iter().find(|(from, _)| same(from, tag)).map(|(_, to)| to.as_str());
        match other {
            // A tag that the card had twice stays twice, unless a new name made it so.
            Some(other) if new.iter().any(|known| same(known, other)) => {}
            Some(other) => new.push(other.to_owned()),
            None if wanted.rename.iter().any(|(_, to)| same(to, tag)) && new.iter().any(|known| same(known, tag)) => {}
            None => new.push(tag.clone()),
        }
    }
    for tag in &wanted.add {
        if !new.iter().any(|known| same(known, tag)) {
            new.push(tag.clone());
        }
    }
    new
}

fn tell(path: &Path, old: &[String], new: &[String], out: &mut Output) -> Result<(), Failure> {
    let (was, is) = (line(&old.join(", "), 300), line(&new.join(", "), 300));
    let path = line(&path.to_string_lossy(), usize::MAX);
    writeln!(out.results(), "{LABEL}{path}{LABEL:#}\n  {FAINT}{was}{FAINT:#} -> {is}")?;
    Ok(())
}
