//! `cards man`: manual pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Command, CommandFactory as _};
use serde_json::json;

use crate::args::Cli;
use crate::failure::Failure;
use crate::output::{Output, output_name};
use crate::plural::plural;
use crate::save::{refuse_stream, replace};

/// Print the manual page, or write the pages of all verbs into a folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards man | man -l -\n  cards man ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// A folder for cards.1, cards-inspect.1 and the others; pages that are there are replaced.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut command = Cli::command();
    command.build();
    match &args.folder {
        Some(folder) => write_all(command, folder, out)?,
        None => {
            let page = page(command, "cards")?;
            if out.json() {
                out.json_line(&json!({"schema": 1, "page": String::from_utf8_lossy(&page)}))?;
            } else {
                out.raw(&page)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the pages of all verbs.
fn write_all(command: Command, folder: &Path, out: &mut Output) -> Result<(), Failure> {
    refuse_stream(folder)?;
    let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set() && verb.get_name() != "help");
    let mut commands: Vec<_> = verbs.map(|verb| (format!("cards-{}", verb.get_name()), verb.clone())).collect();
    commands.push(("cards".to_owned(), command));
    let pages: Result<Vec<_>, Failure> =
        commands.into_iter().map(|(name, command)| Ok((format!("{name}.1"), page(command, &name)?))).collect();
    let pages = pages?;
    fs::create_dir_all(folder).map_err(|source| Failure::Write { path: folder.to_owned(), source })?;
    let mut written = Vec::new();
    for (name, page) in pages {
        let path = folder.join(name);
        replace(&path, &page)?;
        written.push(path.to_string_lossy().into_owned());
    }
    if out.json() {
        out.json_line(&json!({"schema": 1, "folder": folder.to_string_lossy(), "written": written}))?;
    } else {
        out.note(&format!("wrote {} into {}", plural(written.len(), "page"), output_name(folder)));
    }
    Ok(())
}

fn page(command: Command, name: &str) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.display_name(name.to_owned())).title(name.to_uppercase()).render(&mut page)?;
    Ok(page)
}
