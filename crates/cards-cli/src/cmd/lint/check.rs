//! Linting many files at a time, with answers in the order of the files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use cards_kit::{Limits, Linted};

use crate::cmd::scan::Progress;
use crate::failure::Failure;
use crate::input::{is_standard_input, open_found};
use crate::library::{Threads, is_no_card};
use cards_library::files::{Choice, Found, Members, PassedOver, Walk, data_folder, in_order, of_place};

use super::changed::Changed;
use super::settings::Settings;

/// One file, and what there is to say about it.
#[derive(Debug)]
pub(crate) struct Checked {
    /// The path as it was given or found.
    pub(crate) path: PathBuf,
    /// What there is to say.
    pub(crate) verdict: Verdict,
}

/// What there is to say about a file.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// It was read.
    Linted(Linted),
    /// It could not be read.
    Refused(Failure),
}

/// Which files are looked at, and what they are called.
pub(super) struct Scope<'a> {
    /// Whether named files that are no cards are passed over.
    cards_only: bool,
    /// The name of standard input.
    stdin_name: Option<&'a Path>,
    /// The files that changed, where only those count.
    pub(super) changed: Option<Changed>,
    /// How many did not.
    pub(super) unchanged: AtomicUsize,
}

impl<'a> Scope<'a> {
    pub(super) fn new(cards_only: bool, stdin_name: Option<&'a Path>) -> Self {
        Self { cards_only, stdin_name, changed: None, unchanged: AtomicUsize::new(0) }
    }

    /// Whether a file is looked at; one that is not is counted.
    fn holds(&self, found: &Found) -> bool {
        let holds = self.changed.as_ref().is_none_or(|changed| found.error.is_some() || changed.holds(&found.path));
        if !holds {
            self.unchanged.fetch_add(1, Ordering::Relaxed);
        }
        holds
    }

    /// What a file is called.
    fn name<'p>(&'p self, path: &'p Path) -> &'p Path {
        self.stdin_name.filter(|_| is_standard_input(path)).unwrap_or(path)
    }
}

/// Lints files and the cards of folders, and hands each on in order. Files of folders that are no cards are passed over;
/// a folder without any card is refused, since a check that looks at nothing would pass for ever.
pub(crate) fn check(
    paths: &[PathBuf],
    settings: &Settings,
    scope: &Scope<'_>,
    threads: Threads,
    quiet: bool,
    passed: &PassedOver,
    mut take: impl FnMut(&mut Checked) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let choice = Choice { sorted: true, archives: true, ..Choice::default() };
    let of_root = |(number, root): (usize, &PathBuf)| {
        let asked = !root.is_dir() && !scope.cards_only;
        let walk = Walk::new(std::slice::from_ref(root), choice).counting(passed);
        Members::of(walk, choice).map(move |found| (number, asked, found))
    };
    let files = paths.iter().enumerate().flat_map(of_root).filter(|(_, _, found)| scope.holds(found));
    let progress = Progress::start(quiet, paths, choice);
    let one =
        |(root, asked, found): (usize, bool, Found)| progress.step((root, answer(asked, &found, settings, scope)));
    // Where files are left out on purpose, none is what may be left.
    let may_be_empty = scope.changed.is_some() || scope.cards_only;
    let mut roots = Roots { paths, root: 0, any: false, may_be_empty };
    in_order(files, threads.number(), one, |answers| {
        progress.aside(|| {
            for (root, checked) in answers {
                roots.go_on_to(root, &mut take)?;
                match checked {
                    Some(mut checked) => {
                        roots.any = true;
                        take(&mut checked)?;
                    }
                    None => passed.stray(),
                }
            }
            Ok::<(), Failure>(())
        })
    })?;
    progress.finish();
    roots.go_on_to(paths.len(), &mut take)
}

/// Where a run is among the paths that were named.
struct Roots<'a> {
    paths: &'a [PathBuf],
    root: usize,
    /// Whether something was said about this path.
    any: bool,
    /// Whether nothing may be said about one.
    may_be_empty: bool,
}

impl Roots<'_> {
    /// Leaves the paths before this one, and refuses those that held nothing.
    fn go_on_to(
        &mut self,
        root: usize,
        take: &mut impl FnMut(&mut Checked) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for left in self.paths.get(self.root..root).unwrap_or_default() {
            if !std::mem::take(&mut self.any) && !self.may_be_empty {
                take(&mut without_cards(left))?;
            }
        }
        self.root = root;
        Ok(())
    }
}

/// What there is to say about a file; nothing about one that was merely found and is no card, but for faults of groups and settings in a
/// data folder, which name what is there.
fn answer(asked: bool, found: &Found, settings: &Settings, scope: &Scope<'_>) -> Option<Checked> {
    let verdict = match &found.error {
        Some(error) => {
            let source = std::io::Error::new(error.kind(), error.to_string());
            Verdict::Refused(Failure::Read { path: found.path.clone(), source })
        }
        None => look(found, scope.name(&found.path), settings).unwrap_or_else(Verdict::Refused),
    };
    let stray = !asked
        && match &verdict {
            Verdict::Refused(failure) => is_no_card(&found.path, failure),
            Verdict::Linted(linted) => {
                linted.is_beside && (linted.report.findings.is_empty() || data_folder(&found.path).is_none())
            }
        };
    let path = if found.member_size().is_some() { found.shown().into() } else { scope.name(&found.path).to_owned() };
    (!stray).then_some(Checked { path, verdict })
}

/// What there is to say about a folder, or an archive of files, that holds no card.
fn without_cards(folder: &Path) -> Checked {
    Checked { path: folder.to_owned(), verdict: Verdict::Refused(no_card_in(folder)) }
}

/// The refusal of a folder, or of an archive of files, that holds no card.
pub(crate) fn no_card_in(folder: &Path) -> Failure {
    let message = match folder.is_file() {
        true => "the archive holds no card; unpack it, and inspect what is in it",
        false => "the folder holds no card; name a file in it to learn why",
    };
    Failure::Content { path: folder.to_owned(), class: "not-a-card", message: message.to_owned() }
}

/// Lints one file.
fn look(found: &Found, name: &Path, settings: &Settings) -> Result<Verdict, Failure> {
    let limits = Limits::default();
    let source = open_found(found, &limits.files)?;
    let options = settings.options(name);
    // A member of an archive has a name of its own.
    let options = if found.member_size().is_some() { of_place(options, &found.inside()) } else { options };
    let linted = cards_kit::lint(source, &options, &limits);
    linted.map(Verdict::Linted).map_err(|error| Failure::of(Path::new(&found.shown()), error))
}
