//! The verbs, one file each.

mod activate;
mod completions;
mod diff;
mod dupes;
mod expand;
mod inspect;
pub(crate) mod lint;
mod man;
mod prompt;
mod repair;
mod report;
mod rule;
mod scan;

use std::process::ExitCode;

use clap::Subcommand;

use crate::failure::Failure;
use crate::output::Output;

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Show what a file holds, and what is odd about it.
    Inspect(inspect::Args),
    /// Show the prompt that a model would get.
    Prompt(prompt::Args),
    /// Show which lorebook entries a chat fires, and why.
    Activate(activate::Args),
    /// Find what is wrong with cards, and say what to do about it.
    Lint(lint::Args),
    /// Mend what can be mended safely.
    Repair(repair::Args),
    /// Explain a rule of `cards lint`.
    Rule(rule::Args),
    /// Compare two cards, whatever containers and specs they are in.
    Diff(diff::Args),
    /// Expand the macros of a text.
    Expand(expand::Args),
    /// Print one JSON line of facts for each card of a library.
    Scan(scan::Args),
    /// Find cards that stand in a library more than once.
    Dupes(dupes::Args),
    /// Make one self-contained HTML page of a card, or a contact sheet of a folder.
    Report(report::Args),
    /// Print the completion script of a shell.
    Completions(completions::Args),
    /// Print the manual page, or write the pages of all verbs into a folder.
    Man(man::Args),
}

/// Runs a verb.
pub(crate) fn run(verb: Verb, out: &mut Output) -> Result<ExitCode, Failure> {
    let code = match verb {
        Verb::Inspect(args) => inspect::run(&args, out),
        Verb::Prompt(args) => prompt::run(&args, out),
        Verb::Activate(args) => activate::run(&args, out),
        Verb::Lint(args) => lint::run(&args, out),
        Verb::Repair(args) => repair::run(&args, out),
        Verb::Rule(args) => rule::run(&args, out),
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
