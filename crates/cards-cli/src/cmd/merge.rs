//! `cards merge`: two edits of one card made one.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use cards_container::open;
use cards_kit::Limits;
use cards_kit::answer::Merged;
use cards_kit::merge::{Conflict, MergeOptions, Side, Taken, merge_members};
use cards_model::Document;

use super::edited::{Target, text_of};
use crate::failure::Failure;
use crate::input::{alert, read_bytes, refuse_two_dashes};
use crate::output::{BAD, FAINT, GOOD, LABEL, Output};
use crate::plural::plural;
use crate::printable::line;
use crate::status::Status;

/// Merge two edits of one card or lorebook, field by field, by what both were made from.
///
/// Lorebook entries are matched by id or name, greetings, tags and keys are merged as lists, texts line by line; the picture,
/// the texts beside it in a PNG and the files of an archive are merged by their bytes, each as a whole. The result goes into the
/// container and the form of OURS; other forms are read in that one.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit status: 0 when everything was decided, 1 when both sides changed something in different ways, 2 when a file \
    could not be read or written. Each field that both sides changed in different ways is named, with the side that counts: ours, \
    unless only theirs still has it. With --ours or --theirs that side counts, removals included, and the status is 0; --mark writes \
    both texts between marks, as git does, which `cards lint` finds.\n\nExamples:\n  cards merge base.png ours.png theirs.png -o \
    merged.png\n  cards merge base.json ours.json theirs.json --in-place --mark\n  \
    cards merge aria-1.0.png mine.png aria-1.1.png --in-place   # a newer version of a card that was edited\n\n\
    As git's merge driver:\n  echo '*.png merge=card' >> .gitattributes\n  \
    git config merge.card.driver 'cards merge %O %A %B --driver %P'"
)]
pub(crate) struct Args {
    /// What both edits were made from; `-` is standard input.
    #[arg(value_name = "BASE")]
    pub(super) base: PathBuf,
    /// Our edit, whose file is the one that is changed.
    #[arg(value_name = "OURS")]
    pub(super) ours: PathBuf,
    /// Their edit.
    #[arg(value_name = "THEIRS")]
    pub(super) theirs: PathBuf,
    /// Work as git's merge driver for the file of this path, which messages name: OURS is changed itself, texts that both changed
    /// are marked, and files that hold no card are merged by `git merge-file`.
    #[arg(long, value_name = "PATH", conflicts_with_all = ["output", "in_place", "dry_run"])]
    pub(super) driver: Option<PathBuf>,
    #[command(flatten)]
    pub(super) how: How,
}

/// Whose side counts, and where the result goes.
#[derive(Debug, clap::Args)]
pub(super) struct How {
    /// Write texts that both sides changed between marks, both of them.
    #[arg(long, conflicts_with_all = ["take_ours", "take_theirs"])]
    mark: bool,
    /// Where both sides changed something in different ways, OURS counts, also where it took something out.
    #[arg(long = "ours", conflicts_with = "take_theirs")]
    take_ours: bool,
    /// Where both sides changed something in different ways, THEIRS counts, also where it took something out.
    #[arg(long = "theirs")]
    take_theirs: bool,
    #[command(flatten)]
    target: Target,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let files = [&args.base, &args.ours, &args.theirs];
    let Some(path) = &args.driver else { return three(files, &args.how, &args.how.target, None, out) };
    match three(files, &args.how, &Target::in_place(false), Some(path), out) {
        Err(failure) if is_no_card(&failure) => by_git(files, path),
        answer => answer,
    }
}

/// Whether a file was refused for what it holds.
fn is_no_card(failure: &Failure) -> bool {
    !matches!(failure.class(), "io" | "usage")
}

/// Merges files that are none of ours as git would by itself: its status is how many conflicts there are.
fn by_git([base, ours, theirs]: [&PathBuf; 3], path: &Path) -> Result<ExitCode, Failure> {
    let mut git = Command::new("git");
    git.args(["merge-file", "--quiet", "-L", "ours", "-L", "base", "-L", "theirs"]).args([ours, base, theirs]);
    let status = git.status().map_err(|error| Failure::Other {
        class: "io",
        message: format!("{} holds no card, and `git merge-file` cannot be started: {error}", path.display()),
    })?;
    Ok(if status.success() { Status::Fine } else { Status::Found }.into())
}

fn three(
    [base, ours, theirs]: [&PathBuf; 3],
    how: &How,
    target: &Target,
    name: Option<&PathBuf>,
    out: &mut Output,
) -> Result<ExitCode, Failure> {
    refuse_two_dashes([base.as_path(), ours, theirs])?;
    let limits = Limits::default();
    let mut opened = target.open(ours, out)?;
    let read = |path: &Path, out: &mut Output| -> Result<(Vec<u8>, Document), Failure> {
        let bytes = read_bytes(path, &limits.files)?;
        let document = open(bytes.as_slice(), &limits.files)
            .and_then(|mut file| file.load())
            .map_err(|error| Failure::of(path, error.into()))?
            .document;
        alert(name.map_or(path, |name| name.as_path()), &document, out);
        Ok((bytes, document))
    };
    let ((base_bytes, base), (theirs_bytes, theirs)) = (read(base, out)?, read(theirs, out)?);
    alert(name.unwrap_or(ours), opened.editor.document(), out);
    let side = how.take_ours.then_some(Side::Ours).or(how.take_theirs.then_some(Side::Theirs));
    let mark = how.mark || name.is_some() && side.is_none();
    let options = MergeOptions::default().with_mark(mark).with_side(side);
    let refused = |error| Failure::of(name.unwrap_or(ours), error);
    let conflicts = opened.editor.merge(&base, &theirs, &options, &limits).map_err(refused)?;
    let own = opened.origin.bytes()?;
    let members =
        merge_members(base_bytes.as_slice(), &*own, theirs_bytes.as_slice(), side, &limits).map_err(refused)?;
    drop(own);
    opened.set_members(members.clone(), theirs_bytes);
    opened.write(out)?;
    if out.json() {
        let answer = Merged::of(opened.editor.changes(), &conflicts, &members, &opened.left_out);
        opened.answer(answer, out)?;
    } else {
        if !opened.is_on_stdout() {
            show_members(&members.members, out)?;
        }
        opened.tell(out)?;
        tell(&conflicts, side, name, opened.is_on_stdout(), out)?;
    }
    if members.of_other_kind {
        out.warn(
            "our file is of another kind than theirs, and cannot take what changed beside their card; ours is kept",
        );
    }
    let members_open = members.members.iter().any(|member| member.conflict);
    let open = side.is_none() && (!conflicts.is_empty() || members_open)
        || side == Some(Side::Theirs) && members.of_other_kind;
    Ok(if open { Status::Found } else { Status::Fine }.into())
}

/// Names what came from their side beside the card, and what both sides changed.
fn show_members(members: &[cards_kit::merge::MergedMember], out: &mut Output) -> Result<(), Failure> {
    for member in members {
        let name = line(&member.name, usize::MAX);
        let what = match (member.taken, member.removed) {
            (Side::Theirs, true) => "theirs took it out",
            (Side::Theirs, false) => "theirs",
            (_, true) => "ours, which took it out",
            _ => "ours",
        };
        let both = if member.conflict { " (changed on both sides)" } else { "" };
        writeln!(out.results(), "{LABEL}{name}{LABEL:#}{FAINT}{both}{FAINT:#}\n  {GOOD}{what}{GOOD:#}")?;
    }
    Ok(())
}

/// Names what both sides changed in different ways, and what became of it.
fn tell(
    conflicts: &[Conflict],
    side: Option<Side>,
    name: Option<&PathBuf>,
    is_on_stdout: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    if conflicts.is_empty() {
        return Ok(());
    }
    let file = name.map(|name| format!("{}: ", name.display())).unwrap_or_default();
    let told = format!("{file}{} changed on both sides", plural(conflicts.len(), "field"));
    match side {
        Some(Side::Theirs) => out.note(&format!("{told}; theirs counts")),
        Some(_) => out.note(&format!("{told}; ours counts")),
        None => out.warn(&told),
    }
    let room = out.columns().saturating_sub(12).max(20);
    for conflict in conflicts.iter().filter(|_| !is_on_stdout) {
        let results = out.results();
        let taken = match conflict.taken {
            Taken::Both => "both are in the result",
            Taken::Theirs => "theirs is in the result",
            _ => "ours is in the result",
        };
        writeln!(
            results,
            "{BAD}both{BAD:#} {LABEL}{}{LABEL:#}  {FAINT}{taken}{FAINT:#}",
            line(conflict.pointer.or_whole("(whole card)"), usize::MAX)
        )?;
        for (what, side) in [("base", &conflict.base), ("ours", &conflict.ours), ("theirs", &conflict.theirs)] {
            let text = side.as_ref().map_or_else(|| "(not there)".to_owned(), |value| line(&text_of(value), room));
            writeln!(results, "  {FAINT}{what:>6}{FAINT:#}  {GOOD}{text}{GOOD:#}")?;
        }
    }
    Ok(())
}
