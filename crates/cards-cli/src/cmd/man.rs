//! `cards man`: manual pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, Command, CommandFactory as _};
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
            let page = page(command, "cards");
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
    let verbs = command.get_subcommands().filter(has_page);
    let mut commands: Vec<_> = verbs.map(|verb| (format!("cards-{}", verb.get_name()), verb.clone())).collect();
    commands.push(("cards".to_owned(), command));
    fs::create_dir_all(folder).map_err(|source| Failure::Write { path: folder.to_owned(), source })?;
    let mut written = Vec::new();
    for (name, command) in commands {
        let path = folder.join(format!("{name}.1"));
        replace(&path, &page(command, &name))?;
        written.push(path.to_string_lossy().into_owned());
    }
    if out.json() {
        out.json_line(&json!({"schema": 1, "folder": folder.to_string_lossy(), "written": written}))?;
    } else {
        out.note(&format!("wrote {} into {}", plural(written.len(), "page"), output_name(folder)));
    }
    Ok(())
}

/// Whether a verb has a page of its own.
fn has_page(verb: &&Command) -> bool {
    !verb.is_hide_set() && verb.get_name() != "help"
}

/// The page of a command, in the language of manual pages.
fn page(mut command: Command, name: &str) -> Vec<u8> {
    let mut page = format!(".TH {} 1 \"\" \"cards {}\"\n", word(&name.to_uppercase()), env!("CARGO_PKG_VERSION"));
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    page += &format!(".SH NAME\n{} \\- {}\n", word(name), word(&about));
    let usage = command.render_usage().to_string();
    page += ".SH SYNOPSIS\n";
    page += &as_written(usage.strip_prefix("Usage:").unwrap_or(&usage));
    page += ".SH DESCRIPTION\n";
    let long = command.get_long_about().or_else(|| command.get_about()).map(ToString::to_string);
    page += &paragraphs(&long.unwrap_or_default());
    let shown = |arg: &&Arg| !arg.is_hide_set() && !arg.is_hide_long_help_set();
    let (places, options): (Vec<_>, Vec<_>) =
        command.get_arguments().filter(shown).partition(|arg| arg.is_positional());
    for (title, args) in [("ARGUMENTS", places), ("OPTIONS", options)] {
        if !args.is_empty() {
            page += &format!(".SH {title}\n");
            args.into_iter().for_each(|arg| page += &argument(arg));
        }
    }
    let verbs: Vec<_> = command.get_subcommands().filter(has_page).collect();
    if !verbs.is_empty() {
        page += ".SH COMMANDS\n";
    }
    for verb in verbs {
        let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
        page += &format!(".TP\n\\fB{}\\fR(1)\n{}\n", word(&format!("{name}-{}", verb.get_name())), word(&about));
    }
    if let Some(help) = command.get_after_long_help().or_else(|| command.get_after_help()) {
        page += ".SH NOTES\n";
        page += &as_written(&help.to_string());
    }
    page.into_bytes()
}

/// An argument: its names in bold, its values, what it does, and what it may be.
fn argument(arg: &Arg) -> String {
    let names = [arg.get_short().map(|short| format!("-{short}")), arg.get_long().map(|long| format!("--{long}"))];
    let names: Vec<_> = names.iter().flatten().map(|name| format!("\\fB{}\\fR", word(name))).collect();
    let values = arg.get_value_names().filter(|_| arg.get_action().takes_values()).unwrap_or_default();
    let values: Vec<_> = values.iter().map(|value| format!("\\fI{}\\fR", word(value))).collect();
    let mut text = format!(".TP\n{}\n", [names.join(", "), values.join(" ")].join(" ").trim());
    text += &paragraphs(&arg.get_long_help().or_else(|| arg.get_help()).map(ToString::to_string).unwrap_or_default());
    let list = |title: &str, values: Vec<String>| match values.as_slice() {
        [] => String::new(),
        values => format!(".br\n{title}: {}\n", word(&values.join(", "))),
    };
    if arg.get_action().takes_values() {
        let possible = arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set());
        text += &list("Possible values", possible.map(|value| value.get_name().to_owned()).collect());
        let usual = arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned());
        text += &list("Default", usual.collect());
    }
    text
}

/// Text whose lines stay lines.
fn as_written(text: &str) -> String {
    let lines: Vec<_> = text.trim().lines().map(|line| shielded(line.trim_end())).collect();
    format!(".nf\n{}\n.fi\n", lines.join("\n"))
}

/// Text that is wrapped; an empty line begins a paragraph.
fn paragraphs(text: &str) -> String {
    let line = |line: &str| if line.trim().is_empty() { ".sp\n".to_owned() } else { shielded(line) + "\n" };
    text.trim().lines().map(line).collect()
}

/// A line that is none of the commands of the language.
fn shielded(line: &str) -> String {
    let is_command = line.starts_with(['.', '\'']);
    format!("{}{}", if is_command { "\\&" } else { "" }, word(line))
}

/// Text without a meaning of its own.
fn word(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a line of the language begins with; anything else is text.
    const COMMANDS: [&str; 7] = [".TH", ".SH", ".TP", ".nf", ".fi", ".br", ".sp"];

    #[test]
    fn pages_have_every_option_and_no_command_of_a_text() {
        let mut command = Cli::command();
        command.build();
        for verb in command.get_subcommands() {
            let page = String::from_utf8(page(verb.clone(), verb.get_name())).unwrap();
            for line in page.lines().filter(|line| line.starts_with(['.', '\''])) {
                assert!(COMMANDS.iter().any(|command| line.starts_with(command)), "{line}");
            }
            for arg in verb.get_arguments().filter(|arg| !arg.is_hide_set() && !arg.is_hide_long_help_set()) {
                let name = arg.get_long().map(|long| word(&format!("--{long}")));
                assert!(
                    name.is_none_or(|name| page.contains(&format!("\\fB{name}\\fR"))),
                    "{}: {arg}",
                    verb.get_name()
                );
            }
        }
        assert_eq!(as_written("\n.cards a\\b -x\n"), ".nf\n\\&.cards a\\eb \\-x\n.fi\n");
    }
}
