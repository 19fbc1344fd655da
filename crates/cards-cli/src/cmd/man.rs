//! `cards man`: manual pages.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Command, CommandFactory as _};

use crate::args::Cli;
use crate::failure::Failure;
use crate::output::Output;
use crate::save::replace;

/// Print the manual page, or write the pages of all verbs into a folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards man | man -l -\n  cards man ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// A folder for cards.1, cards-inspect.1 and the others; pages that stand there are replaced.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut command = Cli::command();
    command.build();
    let Some(folder) = &args.folder else {
        out.raw(&page(command, "cards")?)?;
        return Ok(ExitCode::SUCCESS);
    };
    fs::create_dir_all(folder).map_err(|source| Failure::Write { path: folder.clone(), source })?;
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        let name = format!("cards-{}", verb.get_name());
        replace(&folder.join(format!("{name}.1")), &page(verb.clone(), &name)?)?;
    }
    replace(&folder.join("cards.1"), &page(command, "cards")?)?;
    Ok(ExitCode::SUCCESS)
}

fn page(command: Command, name: &str) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.display_name(name.to_owned())).title(name.to_uppercase()).render(&mut page)?;
    Ok(page)
}
