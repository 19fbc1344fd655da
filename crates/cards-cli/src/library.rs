//! What verbs over many files have in common: how many threads, which paths, and what was passed over.

use std::fs;
use std::path::{Path, PathBuf};

use cards_library::files::{self, Choice, Found, PassedOver, Walk};

use crate::failure::Failure;
use crate::input::is_standard_input;
use crate::output::Output;
use crate::plural::plural;
use crate::status::Status;

/// How many threads a verb over many files works on.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Threads {
    /// Threads to use; as many as there are cores unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Threads {
    /// How many, as [`files::in_order`] takes them.
    pub(crate) fn number(self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}

/// Refuses standard input, and a path that was named and leads nowhere; what vanishes later is a row with `error`.
pub(crate) fn refuse_absent(paths: &[PathBuf]) -> Result<(), Failure> {
    if let Some(path) = paths.iter().find(|path| is_standard_input(path)) {
        let message = "this goes through files and folders; `cards inspect -` reads standard input".to_owned();
        return Err(Failure::Content { path: path.clone(), class: "io", message });
    }
    Ok(files::refuse_absent(paths)?)
}

/// Says how many files were not looked at and how many are no cards, so that nobody takes silence for a clean bill.
pub(crate) fn note_passed(passed: &PassedOver, out: &mut Output) {
    let strays = passed.strays();
    if strays > 0 {
        out.note(&format!("no card in {}", plural(strays, "file")));
    }
    if passed.count() > 0 {
        let what = match passed.count() {
            1 => "1 file of another kind".to_owned(),
            count => format!("{count} files of other kinds"),
        };
        out.note(&format!("not looked at: {what}"));
    }
}

/// Whether a file that was merely found in a folder is no card, rather than a broken one.
pub(crate) fn is_no_card(path: &Path, failure: &Failure) -> bool {
    match failure.class() {
        "not-a-card" | "unsupported-container" => true,
        // Folders hold JSON of all kinds; what nobody can parse is a card when it speaks of one.
        "bad-json" => {
            let is_json = path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("json"));
            let speaks = || {
                let bytes = fs::read(path).unwrap_or_default();
                let text = String::from_utf8_lossy(bytes.get(..4096).unwrap_or(&bytes)).into_owned();
                ["chara_card", "first_mes", "char_name", "character_book"].iter().any(|word| text.contains(word))
            };
            is_json && !is_standard_input(path) && !speaks()
        }
        _ => false,
    }
}

/// What a change did with one file of many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// It changed, or would.
    Changed,
    /// There was nothing to change.
    Same,
    /// It has no place for the change.
    Without,
}

/// What a run over many files did.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Cards with a place for the change.
    pub(crate) cards: usize,
    /// How many of them changed, or would.
    pub(crate) changed: usize,
    /// Files of folders without a place for it.
    pub(crate) without: usize,
    /// Why the first of these has none, where that was said.
    pub(crate) no_place: Option<Failure>,
    /// Whether a file could not be read or written.
    pub(crate) refused: bool,
}

impl Counts {
    /// The exit status of the run.
    pub(crate) fn status(&self) -> Status {
        if self.refused { Status::Refused } else { Status::Fine }
    }

    /// Counts what was done with a file. Files of folders that are no cards are passed over; one that is refused is named, and the run
    /// goes on.
    pub(crate) fn take(
        &mut self,
        found: &Found,
        done: Result<Done, Failure>,
        passed: &PassedOver,
        out: &mut Output,
    ) -> Result<(), Failure> {
        match done {
            Ok(Done::Without) => self.without += 1,
            Ok(done) => {
                self.cards += 1;
                self.changed += usize::from(done == Done::Changed);
            }
            Err(failure) if failure.is_broken_pipe() => return Err(failure),
            Err(failure) if !found.named && failure.class() == "no-place" => {
                self.without += 1;
                self.no_place.get_or_insert(failure);
            }
            Err(failure) if !found.named && is_no_card(&found.path, &failure) => passed.stray(),
            Err(failure) => {
                self.refused = true;
                out.failure(&failure);
            }
        }
        Ok(())
    }
}

/// Changes the files of paths one after the other, by name within each folder.
pub(crate) fn change_each(
    paths: &[PathBuf],
    passed: &PassedOver,
    out: &mut Output,
    mut change: impl FnMut(&Path, &mut Output) -> Result<Done, Failure>,
) -> Result<Counts, Failure> {
    let mut counts = Counts::default();
    let choice = Choice { sorted: true, ..Choice::default() };
    for mut found in Walk::new(paths, choice).counting(passed) {
        let done = match found.error.take() {
            Some(source) => Err(Failure::Read { path: found.path.clone(), source }),
            None => change(&found.path, out),
        };
        counts.take(&found, done, passed, out)?;
    }
    Ok(counts)
}

/// Refuses a run over many files that does not say whether to write.
pub(crate) fn refuse_unless_said(in_place: bool, dry_run: bool) -> Result<(), Failure> {
    if in_place || dry_run {
        return Ok(());
    }
    let message = "say whether to change the files; --in-place does, and --dry-run shows what it would do".to_owned();
    Err(Failure::Other { class: "usage", message })
}

/// Says how much a run over many files changed, and what takes it back.
pub(crate) fn note_changed(changed: usize, what: &str, dry_run: bool, out: &mut Output) {
    let would = if dry_run { "would change" } else { "changed" };
    let undo = if dry_run || changed == 0 { "" } else { "; `cards undo` puts them back" };
    out.note(&format!("{would} {what}{undo}"));
}
