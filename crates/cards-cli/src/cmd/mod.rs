//! The verbs, one file each.

mod activate;
mod completions;
mod diff;
mod dupes;
mod expand;
mod inspect;
mod man;
mod prompt;
mod report;
mod scan;

use std::process::ExitCode;

use clap::Subcommand;

use crate::failure::Failure;
use crate::output::Output;

/// What to do. The words about each verb stand at its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Inspect(inspect::Args),
    /// Show the prompt that a model would get.
    Prompt(prompt::Args),
    /// Show which lorebook entries a chat fires, and why.
    Activate(activate::Args),
    Diff(diff::Args),
    /// Expand the macros of a text.
    Expand(expand::Args),
    Scan(scan::Args),
    Dupes(dupes::Args),
    Report(report::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs a verb.
pub(crate) fn run(verb: Verb, out: &mut Output) -> Result<ExitCode, Failure> {
    let code = match verb {
        Verb::Inspect(args) => inspect::run(&args, out),
        Verb::Prompt(args) => prompt::run(&args, out),
        Verb::Activate(args) => activate::run(&args, out),
        Verb::Diff(args) => diff::run(&args, out),
        Verb::Expand(args) => expand::run(&args, out),
        Verb::Scan(args) => scan::run(&args, out),
        Verb::Dupes(args) => dupes::run(&args, out),
        Verb::Report(args) => report::run(&args, out),
        Verb::Completions(args) => completions::run(&args, out),
        Verb::Man(args) => man::run(&args, out),
    }?;
    out.finish()?;
    Ok(code)
}
