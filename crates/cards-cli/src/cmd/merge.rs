//! `cards merge` and `cards update`: two edits of one card made one.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_kit::Limits;
use cards_kit::answer::{Disagreement, Merged};
use cards_kit::merge::{Conflict, MergeOptions};
use cards_model::Document;

use super::edited::{Target, text_of};
use crate::failure::Failure;
use crate::input::{alert, load_file, refuse_two_dashes};
use crate::output::{BAD, FAINT, GOOD, LABEL, Output};
use crate::plural::plural;
use crate::printable::line;
use crate::status::Status;

/// Merge two edits of one card or lorebook, field by field.
///
/// Lorebook entries are matched by id or name, greetings, tags and keys are merged as lists, texts line by line. The result
/// goes into the container and the form of OURS; other forms are read in that one.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit status: 0 when everything was decided, 1 when both sides changed something in different ways, 2 when a file \
    could not be read or written. Where both sides differ OURS counts, and each such field is named; --mark writes both texts \
    between marks instead, as git does.\n\nExamples:\n  cards merge base.png ours.png theirs.png -o merged.png\n  \
    cards merge base.json ours.json theirs.json --in-place --mark\n\n\
    As git's merge driver:\n  echo '*.png merge=card' >> .gitattributes\n  \
    git config merge.card.driver 'cards merge %O %A %B --in-place --mark'"
)]
pub(crate) struct Args {
    /// What both edits were made from; `-` is standard input.
    #[arg(value_name = "BASE")]
    base: PathBuf,
    /// Our edit, whose file is the one that is changed.
    #[arg(value_name = "OURS")]
    ours: PathBuf,
    /// Their edit.
    #[arg(value_name = "THEIRS")]
    theirs: PathBuf,
    #[command(flatten)]
    how: How,
}

/// Bring a newer version of a card into one that was edited.
///
/// What changed from OLD to NEW goes into MINE; what was edited there stays.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit status: as of `cards merge`. Where the newer version and the edit differ, the edit counts, and each such \
    field is named.\n\nExamples:\n  cards update aria-1.0.png aria-1.1.png mine.png --dry-run\n  \
    cards update aria-1.0.png aria-1.1.png mine.png --in-place"
)]
pub(crate) struct UpdateArgs {
    /// The version that the edit was made from; `-` is standard input.
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The newer version.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// The edited card, whose file is the one that is changed.
    #[arg(value_name = "MINE")]
    mine: PathBuf,
    #[command(flatten)]
    how: How,
}

/// What both verbs take.
#[derive(Debug, clap::Args)]
struct How {
    /// Write texts that both sides changed between marks, both of them.
    #[arg(long)]
    mark: bool,
    #[command(flatten)]
    target: Target,
}

/// Runs `merge`.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    three([&args.base, &args.ours, &args.theirs], &args.how, out)
}

/// Runs `update`.
pub(crate) fn update(args: &UpdateArgs, out: &mut Output) -> Result<ExitCode, Failure> {
    three([&args.old, &args.mine, &args.new], &args.how, out)
}

fn three([base, ours, theirs]: [&PathBuf; 3], how: &How, out: &mut Output) -> Result<ExitCode, Failure> {
    refuse_two_dashes([base.as_path(), ours, theirs])?;
    let limits = Limits::default();
    let mut opened = how.target.open(ours, out)?;
    let read = |path: &Path, out: &mut Output| -> Result<Document, Failure> {
        let loaded = load_file(path, &limits.files)?;
        alert(path, &loaded.document, out);
        Ok(loaded.document)
    };
    let (base, theirs) = (read(base, out)?, read(theirs, out)?);
    alert(ours, opened.editor.document(), out);
    let options = MergeOptions::default().with_mark(how.mark);
    let conflicts = opened.editor.merge(&base, &theirs, &options, &limits).map_err(|error| Failure::of(ours, error))?;
    opened.write(out)?;
    if out.json() {
        let mut answer = Merged::default();
        answer.changes = opened.editor.answer().changes;
        answer.conflicts = conflicts.iter().map(Disagreement::from).collect();
        opened.answer(&answer, out)?;
    } else {
        opened.tell(out)?;
        tell(&conflicts, how.mark, opened.is_on_stdout(), out)?;
    }
    Ok(if conflicts.is_empty() { Status::Fine } else { Status::Found }.into())
}

/// Names what could not be decided.
fn tell(conflicts: &[Conflict], mark: bool, is_on_stdout: bool, out: &mut Output) -> Result<(), Failure> {
    if conflicts.is_empty() {
        return Ok(());
    }
    let counts = if mark { "texts hold both" } else { "ours counts" };
    out.warn(&format!("{} changed on both sides; {counts}", plural(conflicts.len(), "field")));
    let room = out.columns().saturating_sub(12).max(20);
    for conflict in conflicts.iter().filter(|_| !is_on_stdout) {
        let results = out.results();
        writeln!(
            results,
            "{BAD}both{BAD:#} {LABEL}{}{LABEL:#}",
            line(conflict.pointer.or_whole("(whole card)"), usize::MAX)
        )?;
        for (what, side) in [("base", &conflict.base), ("ours", &conflict.ours), ("theirs", &conflict.theirs)] {
            let text = side.as_ref().map_or_else(|| "(not there)".to_owned(), |value| line(&text_of(value), room));
            writeln!(results, "  {FAINT}{what:>6}{FAINT:#}  {GOOD}{text}{GOOD:#}")?;
        }
    }
    Ok(())
}
