//! `cards tags`: the tags of a library, counted and tidied up.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_json::Json;
use cards_kit::answer::{Tag, Tags};
use cards_kit::{Editor, Error, Patch, Place};
use cards_model::Form;

use super::edited::Target;
use crate::failure::Failure;
use crate::journal::{Journal, journal};
use crate::library::{Done, change_each, note_changed, note_passed, refuse_absent, refuse_unless_said};
use crate::output::{FAINT, LABEL, Output};
use crate::plural::plural;
use crate::printable::line;
use cards_library::files::{Depth, FileRow, PassedOver};

/// Count the tags of cards, or add, remove and rename tags in all of them.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Capital and small letters are taken for the same when tags are removed and renamed. A card that a change leaves as it is \
    is not written. `cards undo` puts back what --in-place changed.\n\nExit status: 0 when all went well, 2 when a file could not be read or written. Files of a folder that hold \
    no card are passed over; those of a form without tags (V1, lorebooks, modules) too, and are counted.\n\nExamples:\n  cards tags ~/cards\n  \
    cards tags ~/cards --rename 'sci fi=Sci-Fi' --remove OC --dry-run\n  cards tags aria.png --add fantasy --in-place"
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
    /// Change the files, each in one step.
    #[arg(long, conflicts_with = "dry_run")]
    in_place: bool,
    /// Show what would change, and write nothing.
    #[arg(long)]
    dry_run: bool,
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
    let edits = !(args.add.is_empty() && args.remove.is_empty() && args.rename.is_empty());
    if edits {
        refuse_unless_said(args.in_place, args.dry_run)?;
    } else if args.in_place || args.dry_run {
        let message = "there is nothing to change; give --add, --remove or --rename".to_owned();
        return Err(Failure::Other { class: "usage", message });
    }
    let (mut answer, mut counts) = (Tags::default(), Counts::default());
    let (passed, journal) = (PassedOver::default(), journal(out.command()));
    let done = change_each(&args.paths, &passed, out, |path, out| {
        let Some((tags, changed)) = one(path, args, edits, &journal, out)? else { return Ok(Done::Without) };
        counts.add(tags);
        Ok(if changed { Done::Changed } else { Done::Same })
    })?;
    (answer.cards, answer.changed, answer.without) = (done.cards, done.changed, done.without);
    answer.tags = counts.told();
    if out.json() {
        out.answer(&[], &answer)?;
    } else if edits {
        let what = format!("{} of {}", answer.changed, plural(answer.cards, "card"));
        note_changed(answer.changed, &what, args.dry_run, out);
    } else {
        for tag in &answer.tags {
            let also = match &tag.also[..] {
                [] => String::new(),
                also => format!("  {FAINT}also {}{FAINT:#}", line(&also.join(", "), 200)),
            };
            writeln!(out.results(), "{FAINT}{:>6}{FAINT:#}  {LABEL}{}{LABEL:#}{also}", tag.cards, line(&tag.tag, 200))?;
        }
        out.note(&format!("{} in {}", plural(answer.tags.len(), "tag"), plural(answer.cards, "card")));
    }
    if answer.without > 0 {
        out.note(&format!("no place for tags in {}: V1 cards, lorebooks or modules", plural(answer.without, "file")));
    }
    note_passed(&passed, out);
    Ok(done.status().into())
}

/// Tags by what they say, whatever their letter case.
///
/// Spec: V2 `tags`: letter case SHOULD NOT count where cards are sorted and found by them.
#[derive(Default)]
struct Counts(BTreeMap<String, Spelled>);

/// How many cards have a tag, and how many in each spelling.
#[derive(Default)]
struct Spelled {
    cards: usize,
    spellings: BTreeMap<String, usize>,
}

impl Counts {
    /// Adds the tags of a card.
    fn add(&mut self, tags: Vec<String>) {
        let mut of_card = BTreeSet::new();
        for tag in tags {
            let said = tag.to_lowercase();
            let spelled = self.0.entry(said.clone()).or_default();
            *spelled.spellings.entry(tag).or_default() += 1;
            if of_card.insert(said) {
                spelled.cards += 1;
            }
        }
    }

    /// The tags, the most frequent first, each by its most frequent spelling.
    fn told(self) -> Vec<Tag> {
        let mut all: Vec<Tag> = self.0.into_values().map(Spelled::told).collect();
        all.sort_by_key(|tag| std::cmp::Reverse(tag.cards));
        all
    }
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

/// The forms with a place for tags.
const HOLD_TAGS: [Form; 4] = [Form::V2, Form::V3, Form::V3L, Form::Prom];

/// The tags of one file after the change, and whether it was one; nothing where the file has no place for tags.
fn one(
    path: &Path,
    args: &Args,
    edits: bool,
    journal: &Journal,
    out: &mut Output,
) -> Result<Option<(Vec<String>, bool)>, Failure> {
    if !edits {
        let row = FileRow::at(path, Depth::default()).row.map_err(|trouble| Failure::Content {
            path: path.to_owned(),
            class: trouble.class,
            message: trouble.message,
        })?;
        let holds = HOLD_TAGS.iter().any(|form| form.id() == row.spec);
        return Ok(holds.then_some((row.tags, false)));
    }
    let target = Target::in_place(args.dry_run);
    let mut opened = target.open(path, out)?;
    opened.remember(journal);
    let change = |editor: &mut Editor| -> Result<(Vec<String>, Vec<String>), Error> {
        let place: Place = "tags".parse()?;
        let old = editor.document().card().map(|card| card.tags().to_vec()).unwrap_or_default();
        let new = changed(&old, args);
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
fn changed(old: &[String], args: &Args) -> Vec<String> {
    let same = |a: &str, b: &str| a.to_lowercase() == b.to_lowercase();
    let mut new: Vec<String> = Vec::with_capacity(old.len());
    for tag in old {
        if args.remove.iter().any(|gone| same(gone, tag)) {
            continue;
        }
        let other = args.rename.iter().find(|(from, _)| same(from, tag)).map(|(_, to)| to.as_str());
        match other {
            // A tag that the card had twice stays twice, unless a new name made it so.
            Some(other) if new.iter().any(|known| same(known, other)) => {}
            Some(other) => new.push(other.to_owned()),
            None if args.rename.iter().any(|(_, to)| same(to, tag)) && new.iter().any(|known| same(known, tag)) => {}
            None => new.push(tag.clone()),
        }
    }
    for tag in &args.add {
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
