//! Linting many files at a time, with answers in the order of the files.

use std::path::{Path, PathBuf};

use cards_kit::{Limits, Linted};

use crate::cmd::scan::Progress;
use crate::failure::Failure;
use crate::input::open_source;
use crate::library::{Threads, is_no_card};
use cards_library::files::in_order;
use cards_library::files::{Choice, Found, PassedOver, Walk};

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

/// Lints files and the cards of folders, and hands each on in order. Files of folders that are no cards are passed over;
/// a folder without any card is refused, since a check that looks at nothing would pass for ever.
pub(crate) fn check(
    paths: &[PathBuf],
    settings: &Settings,
    threads: Threads,
    quiet: bool,
    passed: &PassedOver,
    mut take: impl FnMut(&Checked) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let choice = Choice { sorted: true, ..Choice::default() };
    let of_root = |(number, root): (usize, &PathBuf)| {
        let asked = !root.is_dir();
        Walk::new(std::slice::from_ref(root), choice).counting(passed).map(move |found| (number, asked, found))
    };
    let files = paths.iter().enumerate().flat_map(of_root);
    let progress = Progress::start(quiet, paths, choice);
    let one = |(root, asked, found): (usize, bool, Found)| progress.step((root, answer(asked, &found, settings)));
    let mut roots = Roots { paths, root: 0, any: false };
    in_order(files, threads.number(), one, |answers| {
        progress.aside(|| {
            for (root, checked) in answers {
                roots.go_on_to(root, &mut take)?;
                match checked {
                    Some(checked) => {
                        roots.any = true;
                        take(&checked)?;
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
}

impl Roots<'_> {
    /// Leaves the paths before this one, and refuses those that held nothing.
    fn go_on_to(&mut self, root: usize, take: &mut impl FnMut(&Checked) -> Result<(), Failure>) -> Result<(), Failure> {
        for left in self.paths.get(self.root..root).unwrap_or_default() {
            if !std::mem::take(&mut self.any) {
                take(&without_cards(left))?;
            }
        }
        self.root = root;
        Ok(())
    }
}

/// What there is to say about a file; nothing about one that was merely found and is no card.
fn answer(asked: bool, found: &Found, settings: &Settings) -> Option<Checked> {
    let verdict = match &found.error {
        Some(error) => {
            let source = std::io::Error::new(error.kind(), error.to_string());
            Verdict::Refused(Failure::Read { path: found.path.clone(), source })
        }
        None => look(&found.path, settings).unwrap_or_else(Verdict::Refused),
    };
    let stray = matches!(&verdict, Verdict::Refused(failure) if !asked && is_no_card(&found.path, failure));
    (!stray).then(|| Checked { path: found.path.clone(), verdict })
}

/// What there is to say about a folder that holds no card.
fn without_cards(folder: &Path) -> Checked {
    Checked { path: folder.to_owned(), verdict: Verdict::Refused(no_card_in(folder)) }
}

/// The refusal of a folder that holds no card.
pub(crate) fn no_card_in(folder: &Path) -> Failure {
    let message = "the folder holds no card; name a file in it to learn why".to_owned();
    Failure::Content { path: folder.to_owned(), class: "not-a-card", message }
}

/// Lints one file.
fn look(path: &Path, settings: &Settings) -> Result<Verdict, Failure> {
    let limits = Limits::default();
    let source = open_source(path, &limits.files)?;
    let linted = cards_kit::lint(source, &settings.options(path), &limits);
    linted.map(Verdict::Linted).map_err(|error| Failure::of(path, error))
}
