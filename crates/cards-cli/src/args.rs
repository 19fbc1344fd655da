//! The command line as a whole.

use clap::{Args, Parser, ValueEnum};

use crate::cmd::Verb;

/// Reads, checks, converts and renders character cards: PNG, APNG, CHARX, Prom ZIP and JSON.
#[derive(Debug, Parser)]
#[command(name = "cards", version, max_term_width = 100, disable_help_subcommand = true)]
#[command(after_help = "Exit status: 0 when all went well; 1 when lint, diff or `id --check` found something; 2 when \
    something could not be done: a file that is absent, damaged or no card, an output that exists, a wrong command \
    line.\n\nExamples:\n  cards inspect aria.png\n  cards prompt aria.png --chat chat.jsonl --user Sam\n  \
    cards activate aria.png --chat chat.jsonl --explain\n  echo 'Hi {{user}}' | cards expand - --user Sam")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    #[command(flatten)]
    pub(crate) look: Look,
}

/// How output looks; the same for every verb.
#[derive(Debug, Args)]
pub(crate) struct Look {
    /// Print JSON for machines instead of text for people.
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) json: bool,
    /// When to use colour; `auto` means on a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub(crate) color: Colour,
    /// Say nothing but results and errors.
    #[arg(short, long, global = true, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}
