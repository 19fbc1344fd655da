//! `cards undo`: the last run over many files taken back.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use cards_kit::answer::{LeftFile, Undone};
use cards_library::files::unfinished::{TELLS, left, remove_left};
use cards_library::files::{Choice, Walk};

use crate::cmd::scan::Progress;
use crate::failure::Failure;
use crate::journal::{Fate, SERVER, last};
use crate::library::refuse_absent;
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
    Exit status: 0 when every file is as it was before and nothing unfinished is left, 1 when there was nothing to take back or to remove, 2 when a file was left as it is.\n\nExamples:\n  \
    cards undo --dry-run\n  cards undo\n  cards undo --unfinished ~/cards"
)]
pub(crate) struct Args {
    /// Show what would be put back, and write nothing.
    #[arg(long)]
    dry_run: bool,
    /// Put nothing back, and forget the last run.
    #[arg(long, conflicts_with = "dry_run")]
    forget: bool,
    /// Take nothing back, and remove from these folders, and those within, what runs left there that ended while writing.
    #[arg(long, num_args = 1.., value_name = "FOLDER", conflicts_with = "forget")]
    unfinished: Vec<PathBuf>,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    if !args.unfinished.is_empty() {
        return remove_unfinished(args, out);
    }
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
                Fate::Left(why) => answer.left.push(is_left(file, why)),
            }
        });
        progress.finish();
    }
    let status = if answer.left.is_empty() { Status::Fine } else { Status::Refused };
    if !args.dry_run && status == Status::Fine {
        run.forget()?;
    }
    name(&answer.files, &answer, out)?;
    let files = plural(answer.files.len(), "file");
    out.note(&match (args.forget, args.dry_run) {
        (true, _) => format!("forgot `{command}`"),
        (_, true) => format!("would put back {files} of `{command}`"),
        _ => format!("put back {files} of `{command}`"),
    });
    Ok(status.into())
}

/// Removes what is left of runs that ended while writing.
fn remove_unfinished(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    if !TELLS {
        let message = "this system does not tell what is being written from what was left; files and folders named `.cards-` and six \
            letters or digits are temporary, and may be removed while nothing runs";
        return Err(Failure::Other { class: "usage", message: message.to_owned() });
    }
    refuse_absent(&args.unfinished)?;
    let mut answer = Undone::default();
    answer.applied = !args.dry_run;
    for found in Walk::new(&args.unfinished, Choice::default()) {
        if let Some(error) = &found.error {
            answer.left.push(is_left(found.shown(), error.to_string()));
        }
    }
    for path in left() {
        let file = path.to_string_lossy().into_owned();
        match if args.dry_run { Ok(true) } else { remove_left(&path) } {
            Ok(true) => answer.removed.push(file),
            // Somebody was faster.
            Ok(false) => {}
            Err(error) => answer.left.push(is_left(file, error.to_string())),
        }
    }
    name(&answer.removed, &answer, out)?;
    let count = plural(answer.removed.len(), "unfinished file");
    out.note(&match (answer.removed.len(), args.dry_run) {
        (0, _) => "nothing unfinished is there".to_owned(),
        (_, true) => format!("would remove {count}"),
        (_, false) => format!("removed {count}"),
    });
    Ok(match (answer.left.is_empty(), answer.removed.is_empty()) {
        (false, _) => Status::Refused,
        (true, true) => Status::Found,
        (true, false) => Status::Fine,
    }
    .into())
}

fn is_left(file: String, why: String) -> LeftFile {
    let mut left = LeftFile::default();
    (left.file, left.why) = (file, why);
    left
}

/// Gives the answer, or names the files that something was done with, and those that were left.
fn name(done: &[String], answer: &Undone, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        out.answer(&[], answer)?;
    } else {
        for file in done {
            writeln!(out.results(), "{LABEL}{}{LABEL:#}", line(file, usize::MAX))?;
        }
    }
    for left in &answer.left {
        out.warn(&format!("{} is left as it is: {}", left.file, left.why));
    }
    Ok(())
}
