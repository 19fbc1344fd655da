//! What verbs over many files have in common: how many threads, which paths, and what was passed over.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use cards_library::files::{self, Choice, Found, Members, PassedOver, Walk};

use crate::cmd::lint::no_card_in;
use crate::cmd::scan::Progress;
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
    /// It is no card, and is passed over though it was named.
    NoCard,
}

/// What a run over many files did.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Cards with a place for the change.
    pub(crate) cards: usize,
    /// How many of these changed, or would.
    pub(crate) changed: usize,
    /// Files of folders without a place for it.
    pub(crate) without: usize,
    /// Files of folders of kinds that are read and never written.
    pub(crate) only_read: usize,
    /// Why the first of these has none, where that was said.
    pub(crate) no_place: Option<Failure>,
    /// Whether a file could not be read or written.
    pub(crate) refused: bool,
}

impl Counts {
    /// How many cards and lorebooks were read, whatever the change has to do with them: every verb counts the same.
    pub(crate) fn all(&self) -> usize {
        self.cards + self.without + self.only_read
    }

    /// How many of the cards changed, in words.
    pub(crate) fn of_cards(&self) -> String {
        format!("{} of {}", self.changed, plural(self.all(), "card"))
    }

    /// The exit status of the run.
    pub(crate) fn status(&self) -> Status {
        if self.refused { Status::Refused } else { Status::Fine }
    }

    /// Counts what was done with a file. Files of folders that are no cards are passed over; one that is refused is named, and the run
    /// goes on.
    fn take(
        &mut self,
        (path, named): (&Path, bool),
        done: Result<Done, Failure>,
        passed: &PassedOver,
        out: &mut Output,
    ) -> Result<(), Failure> {
        match done {
            Ok(Done::Without) => self.without += 1,
            Ok(Done::NoCard) => passed.stray(),
            Ok(done) => {
                self.cards += 1;
                self.changed += usize::from(done == Done::Changed);
            }
            Err(failure) if failure.is_broken_pipe() => return Err(failure),
            Err(failure) if !named && failure.class() == "no-place" => {
                self.without += 1;
                self.no_place.get_or_insert(failure);
            }
            Err(failure) if !named && failure.class() == ONLY_READ => self.only_read += 1,
            Err(failure) if !named && is_no_card(path, &failure) => passed.stray(),
            Err(failure) => {
                self.refused = true;
                out.failure(&failure);
            }
        }
        Ok(())
    }

    /// Says what a run over many files did, what takes it back, and what it passed over. A folder without a card is refused, since a run
    /// that looks at nothing says nothing.
    pub(crate) fn end(
        &self,
        paths: &[PathBuf],
        foot: &Foot<'_>,
        passed: &PassedOver,
        out: &mut Output,
    ) -> Result<ExitCode, Failure> {
        if let (0, Some(folder)) = (self.all(), paths.iter().find(|path| path.is_dir()))
            && !self.refused
        {
            return Err(no_card_in(folder));
        }
        let (would, did) = foot.did;
        let did = if foot.dry_run { format!("would {would}") } else { did.to_owned() };
        let undo = if foot.dry_run || !foot.undo || self.changed == 0 { "" } else { "; `cards undo` puts them back" };
        out.note(&format!("{did} {}{undo}", foot.what));
        if self.without > 0 {
            out.note(&format!("{} {}", foot.without, plural(self.without, "file")));
        }
        if self.only_read > 0 {
            let files = plural(self.only_read, "file");
            out.note(&format!("left as they are: {files} of kinds that are read and never written"));
        }
        note_passed(passed, out);
        Ok(self.status().into())
    }
}

/// What a run over many files says at its end.
pub(crate) struct Foot<'a> {
    /// What it would do, and did.
    pub(crate) did: (&'a str, &'a str),
    /// How much of it.
    pub(crate) what: &'a str,
    /// What is said of files without a place for it, in front of their number.
    pub(crate) without: &'a str,
    /// Whether nothing was written, as was asked for.
    pub(crate) dry_run: bool,
    /// Whether `cards undo` takes it back.
    pub(crate) undo: bool,
}

impl<'a> Foot<'a> {
    /// That of a run that changes files.
    pub(crate) fn changed(what: &'a str, without: &'a str, dry_run: bool) -> Self {
        Self { did: ("change", "changed"), what, without, dry_run, undo: true }
    }
}

/// The class of a refusal to write a kind or form of file that is only read.
const ONLY_READ: &str = "only-read";

/// Whether a run over many files writes them.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Writes {
    /// Change the files, each in one step.
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) in_place: bool,
    /// Show what would change, and write nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// What a thread adds to, beside what it says.
#[derive(Debug, Default)]
pub(crate) struct Sum(AtomicUsize);

impl Sum {
    pub(crate) fn add(&self, count: usize) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn all(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// Changes the files of paths on all cores, each as a whole, and says what was done by name within each folder, with a bar on a terminal.
pub(crate) fn change_each(
    paths: &[PathBuf],
    (choice, threads): (Choice, Threads),
    passed: &PassedOver,
    out: &mut Output,
    change: impl Fn(&Found, &mut Output) -> Result<Done, Failure> + Sync,
) -> Result<Counts, Failure> {
    all_changed(paths, (choice, threads), passed, out, &change)
}

/// One copy of the walk and the threads for all verbs.
fn all_changed(
    paths: &[PathBuf],
    (choice, threads): (Choice, Threads),
    passed: &PassedOver,
    out: &mut Output,
    change: &(dyn Fn(&Found, &mut Output) -> Result<Done, Failure> + Sync),
) -> Result<Counts, Failure> {
    let mut counts = Counts::default();
    let choice = Choice { sorted: true, ..choice };
    let (aside, progress) = (out.aside(), Progress::start(out.quiet(), paths, choice));
    let one = |mut found: Found| {
        let mut out = aside.output();
        let done = match found.error.take() {
            Some(source) => Err(Failure::Read { path: found.path.clone(), source }),
            None => change(&found, &mut out),
        };
        progress.step((found.path, found.named, done, out))
    };
    let walk = Members::of(Walk::new(paths, choice).counting(passed), choice);
    files::in_order(walk, threads.number(), one, |answers| {
        progress.aside(|| {
            answers.into_iter().try_for_each(|(path, named, done, kept)| {
                out.take(kept)?;
                counts.take((&path, named), done, passed, out)
            })
        })
    })?;
    progress.finish();
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
