//! The `cards` command-line tool: reads, checks, converts and renders character cards.
//!
//! The top layer. Files, the terminal, the clock and dice live here and are handed down as values; every answer comes
//! from the library crates. One file per verb in `cmd`.
//!
//! [`main`] is the whole tool, for a package of another language that ships it; [`words`] is what its names mean
//! and what a refusal says, for such a package. [`answers`] describes what `--json` prints.

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod advice;
pub mod answers;
mod args;
mod cmd;
mod failure;
mod free;
mod groups;
mod hints;
mod input;
mod interrupt;
mod journal;
mod json;
mod library;
mod look;
mod nearest;
mod next;
mod origin;
mod output;
mod picture;
mod plural;
mod printable;
mod ranks;
mod save;
mod search;
mod shell;
mod status;
mod turn;
mod unfinished;
pub mod words;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use output::Output;
use status::Status;

/// Runs the tool with a command line, the name of the program first, and gives its status: 0 when all went well, 1 when a
/// check found something, 2 when something could not be done.
#[must_use]
pub fn main(line: Vec<OsString>) -> ExitCode {
    cards_library::files::unfinished::when_begun(interrupt::listen);
    let command = shell::line(&line);
    let cli = match args::read(line.clone()) {
        Ok(cli) => cli,
        Err(refusal) => {
            if let Some(value) = refusal.to_json() {
                // Standard error says the same; nothing is left to tell when both are gone.
                let _ = writeln!(io::stdout(), "{value}");
            }
            return refusal.print().into();
        }
    };
    let mut out = Output::new(&cli.look, command);
    let done = cmd::run(cli.verb, &mut out);
    interrupt::let_stop();
    unfinished::tell(&line, &mut out);
    match done {
        Ok(code) => code,
        // Whoever reads our output has seen enough, as `head` does.
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            out.failure(&failure);
            Status::Refused.into()
        }
    }
}
