//! `cards rename`: files named after their cards.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_kit::answer::LAYOUT;
use cards_library::answer::Row;
use cards_model::sillytavern::file_name as fit;
use serde_json::json;

use crate::cmd::scan::Progress;
use crate::failure::Failure;
use crate::free::Names;
use crate::library::{note_passed, refuse_absent};
use crate::output::{FAINT, LABEL, Output};
use crate::plural::plural;
use crate::printable::line;
use crate::status::Status;
use cards_library::files::{Choice, PassedOver, Walk, data_folder, in_order};
use cards_library::files::{Depth, FileRow};

/// Name files after the cards in them; shows what would be done unless --apply is given.
///
/// Files stay in their folders and keep their extensions. A name that is taken gets a number; nothing is replaced.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "In a template {name}, {creator}, {version}, {spec} and {hash} (8 digits of the content hash) stand for \
    what the card says; what a file name cannot hold is left out, and so are words in front of what the card does not \
    say.\n\nExit status: 0 when all went well, 2 when a file could not be renamed.\n\nExamples:\n  cards rename ~/cards\n  cards rename ~/cards --to '{name} by {creator} {version}'\n  \
    cards rename aria-v3-final.png --to '{name} {hash}' --apply"
)]
pub(crate) struct Args {
    /// Files and folders.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The template of the names, without the extension.
    #[arg(long, value_name = "TEMPLATE", default_value = "{name}", value_parser = template)]
    to: String,
    /// Rename the files.
    #[arg(long)]
    apply: bool,
}

const WORDS: [&str; 5] = ["name", "creator", "version", "spec", "hash"];

fn template(text: &str) -> Result<String, String> {
    let mut rest = text;
    let mut any = false;
    while let Some((_, behind)) = rest.split_once('{') {
        let (word, behind) = behind.split_once('}').ok_or("a bracket is not closed")?;
        if !WORDS.contains(&word) {
            return Err(format!("there is no {{{word}}}; there are {{{}}}", WORDS.join("}, {")));
        }
        (any, rest) = (true, behind);
    }
    if any { Ok(text.to_owned()) } else { Err(format!("it should name one of {{{}}}", WORDS.join("}, {"))) }
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    refuse_absent(&args.paths)?;
    let passed = PassedOver::default();
    let choice = Choice { sorted: true, ..Choice::default() };
    // All names are known before the first file moves, so that no file is met twice.
    let found: Vec<_> = Walk::new(&args.paths, choice).counting(&passed).collect();
    let (progress, mut rows) = (Progress::start(out.quiet(), &args.paths, choice), Vec::with_capacity(found.len()));
    let read = |one| {
        let row = FileRow::of(&one, Depth::default()).row;
        progress.step((one, row))
    };
    in_order(found.into_iter(), 0, read, |round| {
        rows.extend(round);
        Ok::<(), Failure>(())
    })?;
    progress.finish();
    let (mut names, mut renamed, mut status) = (Names::default(), 0, Status::Fine);
    let mut ids = 0;
    for (one, row) in rows {
        let named = args.paths.contains(&one.path);
        let row = match row {
            Ok(row) => row,
            Err(_) if !named => {
                passed.stray();
                continue;
            }
            Err(trouble) => {
                let failure = Failure::Content { path: one.path, class: trouble.class, message: trouble.message };
                out.failure(&failure);
                status = Status::Refused;
                continue;
            }
        };
        let Some(new) = new_path(&one.path, &wanted(&args.to, &row), &mut names) else { continue };
        tell(&one.path, &new, args.apply, out)?;
        renamed += 1;
        ids += usize::from(data_folder(&one.path).is_some());
        if args.apply {
            fs::rename(&one.path, &new).map_err(|source| Failure::Write { path: new.clone(), source })?;
        }
    }
    let did = if args.apply { "renamed" } else { "would rename" };
    out.note(&format!("{did} {}", plural(renamed, "file")));
    if !args.apply && renamed > 0 {
        out.note("nothing was renamed; --apply does it");
    }
    if ids > 0 {
        out.warn(&format!(
            "{} in a SillyTavern data folder, where the name of a file is what chats, groups, tags, allowed scripts and cards know it by; they stay \
             with the old name, so rename there in SillyTavern itself",
            if ids == 1 { "1 of the files is".to_owned() } else { format!("{ids} of the files are") }
        ));
    }
    note_passed(&passed, out);
    if out.json() && renamed == 0 && status == Status::Fine {
        out.json_line(&json!({"schema": LAYOUT, "file": null, "output": null, "applied": args.apply}))?;
    }
    Ok(status.into())
}

/// The name that a template makes of a card.
fn wanted(template: &str, row: &Row) -> String {
    let hash = row.content_hash.get(..8).unwrap_or(&row.content_hash);
    let values = [row.name.as_str(), &row.creator, &row.version, row.spec, hash];
    let (mut text, mut rest, mut closing, mut skipped) = (String::new(), template, None, false);
    while let Some((before, behind)) = rest.split_once('{') {
        let (word, behind) = behind.split_once('}').unwrap_or((behind, ""));
        let before = closing.take().and_then(|bracket| before.strip_prefix(bracket)).unwrap_or(before);
        let value = WORDS.iter().zip(values).find(|(known, _)| **known == word).map_or("", |(_, value)| value.trim());
        if value.is_empty() {
            // What leads up to a word goes with it, and so does the bracket around it.
            closing = before.chars().next_back().and_then(closed_by);
            skipped = true;
        } else {
            // At the front, behind words that were empty, a separator has nothing to separate.
            text += if text.is_empty() && skipped { "" } else { before };
            text += value;
        }
        rest = behind;
    }
    text += closing.and_then(|bracket| rest.strip_prefix(bracket)).unwrap_or(rest);
    fit(text.split_whitespace().collect::<Vec<_>>().join(" ").trim())
}

fn closed_by(bracket: char) -> Option<char> {
    match bracket {
        '(' => Some(')'),
        '[' => Some(']'),
        _ => None,
    }
}

/// The path of the new name, with a number where it is taken; nothing where the file has it, or no name is left.
fn new_path(path: &Path, stem: &str, names: &mut Names) -> Option<PathBuf> {
    /// Bytes that a name may have with its number and its extension.
    const LONGEST: usize = 200;
    let end = (0..=stem.len().min(LONGEST)).rev().find(|end| stem.is_char_boundary(*end)).unwrap_or(0);
    let stem = stem.get(..end).unwrap_or_default().trim();
    if stem.is_empty() || stem.starts_with('.') {
        return None;
    }
    let extension = path.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
    let new = names.free(path.parent().unwrap_or(Path::new("")), stem, &extension, path);
    (new != path).then_some(new)
}

fn tell(old: &Path, new: &Path, applied: bool, out: &mut Output) -> Result<(), Failure> {
    let (old, new) = (old.to_string_lossy(), new.to_string_lossy());
    if out.json() {
        return out.json_line(&json!({"schema": LAYOUT, "file": old, "output": new, "applied": applied}));
    }
    let (old, new) = (line(&old, usize::MAX), line(&new, usize::MAX));
    writeln!(out.results(), "{FAINT}{old}{FAINT:#} -> {LABEL}{new}{LABEL:#}")?;
    Ok(())
}
