//! `cards undo`: the last run over many files taken back.

use std::io::Write as _;
use std::process::ExitCode;

use cards_kit::answer::{LeftFile, Undone};

use crate::cmd::scan::Progress;
use crate::failure::Failure;
use crate::journal::{Fate, SERVER, last};
use crate::output::{LABEL, Output};
use crate::plural::plural;
use crate::printable::line;
use crate::status::Status;

/// Put back what the last run of replace, tags, set, repair, convert or texts over a folder changed, byte for byte.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The last ten runs that changed a file are remembered, each with what its files lost, in `cards/undo` of XDG_STATE_HOME (else ~/.local/state, \
    or the folder of the system for it). Run it again for the run before. A file that was changed since is left as it is and named; \
    the run then stays remembered until --forget.\n\n\
    Exit status: 0 when every file is as it was before, 1 when there was nothing to take back, 2 when a file was left as it is.\n\nExamples:\n  \
    cards undo --dry-run\n  cards undo"
)]
pub(crate) struct Args {
    /// Show what would be put back, and write nothing.
    #[arg(long)]
    dry_run: bool,
    /// Put nothing back, and forget the last run.
    #[arg(long, conflicts_with = "dry_run")]
    forget: bool,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut answer = Undone::default();
    let Some(run) = last()? else {
        if out.json() {
            out.answer(&[], &answer)?;
        }
        out.note("there is no run to take back");
        return Ok(Status::Found.into());
    };
    // A run of the server for agents is none of a verb.
    let command = match run.command() {
        SERVER => SERVER.to_owned(),
        line => format!("cards {line}"),
    };
    (answer.command, answer.applied) = (Some(run.command().to_owned()), !args.dry_run && !args.forget);
    if !args.forget {
        let progress = Progress::of(out.quiet(), run.count());
        run.take_back(args.dry_run, |path, fate| {
            progress.step(());
            let file = path.to_string_lossy().into_owned();
            match fate {
                Fate::Back => answer.files.push(file),
                Fate::Left(why) => {
                    let mut left = LeftFile::default();
                    (left.file, left.why) = (file, why);
                    answer.left.push(left);
                }
            }
        });
        progress.finish();
    }
    let status = if answer.left.is_empty() { Status::Fine } else { Status::Refused };
    if !args.dry_run && status == Status::Fine {
        run.forget()?;
    }
    if out.json() {
        out.answer(&[], &answer)?;
    } else {
        for file in &answer.files {
            writeln!(out.results(), "{LABEL}{}{LABEL:#}", line(file, usize::MAX))?;
        }
    }
    for left in &answer.left {
        out.warn(&format!("{} is left as it is: {}", left.file, left.why));
    }
    let files = plural(answer.files.len(), "file");
    out.note(&match (args.forget, args.dry_run) {
        (true, _) => format!("forgot `{command}`"),
        (_, true) => format!("would put back {files} of `{command}`"),
        _ => format!("put back {files} of `{command}`"),
    });
    Ok(status.into())
}
