//! Where a new file goes.

use std::io::Write;
use std::path::{Path, PathBuf};

use cards_container::Error;

use crate::failure::Failure;
use crate::input::{is_read_once, is_standard_input, name};
use crate::output::Output;
use crate::save::{Staged, Stamp, hold, put, refuse_existing};

/// Where a new file goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Destination {
    /// Write to this file; `-` is standard output.
    #[arg(short, long, value_name = "OUT", conflicts_with = "in_place")]
    output: Option<PathBuf>,
    /// Change the first file itself, in one step: a crash leaves the old one or the new one.
    #[arg(long)]
    in_place: bool,
    /// Replace the output file if it exists.
    #[arg(long, requires = "output", conflicts_with = "in_place")]
    force: bool,
}

impl Destination {
    /// The path to write to, after a look at what is there.
    pub(crate) fn target(&self, file: &Path, out: &Output) -> Result<PathBuf, Failure> {
        let Some(output) = &self.output else {
            if !self.in_place {
                return Err(no_output(""));
            }
            if is_read_once(file) {
                return Err(no_place(file));
            }
            return Ok(file.to_owned());
        };
        refuse(output, self.force, out)?;
        Ok(output.clone())
    }
}

/// Refuses a target that holds something already, or has to hold two things.
pub(crate) fn refuse(target: &Path, force: bool, out: &Output) -> Result<(), Failure> {
    out.refuse_two_on_stdout(target)?;
    if is_standard_input(target) { Ok(()) } else { refuse_existing(target, force) }
}

/// The refusal to change in place what has none: standard input, or a pipe.
pub(crate) fn no_place(file: &Path) -> Failure {
    Failure::Other { class: "usage", message: format!("{} cannot be changed in place; give -o", name(file)) }
}

/// The refusal to guess where a result goes; `other` names another way out, where there is one.
pub(crate) fn no_output(other: &str) -> Failure {
    let message = format!(
        "it is not said where the result goes; --in-place changes the file itself, -o OUT writes another{other}"
    );
    Failure::Other { class: "usage", message }
}

/// What a file is now whose place a result takes that is made out of it; nothing where it goes elsewhere.
pub(crate) fn of_itself(target: &Path, from: &Path) -> Option<Stamp> {
    Stamp::of(from).ok().filter(|from| Stamp::of(target).ok() == Some(*from))
}

/// Writes a file whole or not at all; the caller has refused what must not be replaced. What is made out of the target itself takes its
/// place only while that is what it `was`.
pub(crate) fn save_with<T>(
    target: &Path,
    from: &Path,
    was: Option<Stamp>,
    out: &mut Output,
    work: impl FnOnce(&mut dyn Write) -> Result<T, Error>,
) -> Result<T, Failure> {
    let failed = |error: Error| match error {
        Error::Write { source } => Failure::Write { path: target.to_owned(), source },
        other => refused(from, other),
    };
    if is_standard_input(target) {
        let mut bytes = Vec::new();
        let done = work(&mut bytes).map_err(failed)?;
        out.raw(&bytes)?;
        return Ok(done);
    }
    let mut staged = Staged::create(target)?;
    let done = work(staged.writer()).map_err(failed)?;
    if was.is_some() {
        hold(&mut staged, target, was)?;
    }
    put(staged, target, out)?;
    Ok(done)
}

/// The failure of an input file.
pub(crate) fn refused(path: &Path, source: Error) -> Failure {
    Failure::Card { path: path.to_owned(), source }
}
