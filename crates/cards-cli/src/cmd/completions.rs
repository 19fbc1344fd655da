//! `cards completions`: what a shell needs to complete our command lines.

use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;
use serde_json::json;

use crate::args::Cli;
use crate::failure::Failure;
use crate::output::Output;

/// Print the completion script of a shell.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards completions bash > ~/.local/share/bash-completion/completions/cards\n  \
    cards completions zsh > ~/.zfunc/_cards\n  cards completions fish > ~/.config/fish/completions/cards.fish\n  \
    cards completions powershell >> $PROFILE")]
pub(crate) struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "cards", &mut script);
    if out.json() {
        let script = String::from_utf8_lossy(&script);
        out.json_line(&json!({"schema": 1, "shell": args.shell.to_string(), "script": script}))?;
    } else {
        out.raw(&script)?;
    }
    Ok(ExitCode::SUCCESS)
}
