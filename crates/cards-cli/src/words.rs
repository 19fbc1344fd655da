//! What the tool's words mean and what a refusal says, for a package of another language that ships the tool.

use std::path::Path;

use cards_container::Source;
use cards_kit::answer::Refusal;
use cards_library::files::FilesError;
use cards_lint::Options;
use cards_model::Form;
use cards_model::convert::Goal;
use cards_model::id::RandomIds;
use cards_words::UnknownName;

use crate::cmd::{convert, report};
use crate::failure::Failure;
use crate::input::options_for;

/// Reads the name of a form as `cards convert --to` does: `v2`, `v3`, `worldinfo` …
///
/// # Errors
/// A name that is none, with those that are, and that of another program's form, which only the tool writes.
pub fn form(name: &str) -> Result<Form, Refusal> {
    let goal: Goal = name.parse().map_err(|unknown: UnknownName| usage(unknown.to_string()))?;
    goal.own()
        .ok_or_else(|| usage(format!("`{name}` is a form of another program; `cards convert --to {name}` writes it")))
}

/// Gives the options of a check of one file as the tool has them: its name, its data folder of SillyTavern's, and the system's clock.
#[must_use]
pub fn lint_options(file: &Path) -> Options<'static> {
    options_for(file)
}

/// Gives ids that nobody can guess, from the system's randomness.
#[must_use]
pub fn random_ids() -> RandomIds<fn() -> u32> {
    RandomIds::new(convert::random_bits)
}

/// Makes the page of one file that `cards report` makes.
///
/// # Errors
/// Why the file cannot be read.
pub fn report_page(file: &Path, source: impl Source) -> Result<String, Refusal> {
    report::page_of(file, Box::new(source)).map_err(|failure| failure.answer())
}

/// Says why something about a file was refused, and what to do about it, in the words of the tool.
#[must_use]
pub fn refusal(file: &Path, error: cards_kit::Error) -> Refusal {
    Failure::of(file, error).answer()
}

/// The same of a library that cannot be gone through.
#[must_use]
pub fn refusal_of_files(error: FilesError) -> Refusal {
    Failure::from(error).answer()
}

fn usage(message: String) -> Refusal {
    Failure::Other { class: "usage", message }.answer()
}
