//! `cards diff`: what two cards say differently, whatever files and specs they are in.

mod show;
mod textconv;
mod words;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_kit::answer::{Diff, Side};
use cards_kit::diff::diff;
use cards_kit::plain::plain;
use cards_kit::{Limits, Opened};
use serde_json::json;

use crate::failure::Failure;
use crate::input::{alert, open_both, open_file, refuse_two_dashes};
use crate::output::Output;
use crate::printable::printable;
use crate::status::Status;

pub(crate) use show::write_words;

/// Compare two cards: field by field, word by word, whatever containers and specs they are in.
///
/// Empty members and flags that hold their default say nothing, so a card is the same card in a PNG and in a CHARX, as
/// V2 and as CCv3. Lorebook entries are matched by id, then by name, then by content; assets and pictures by the hash
/// of their bytes, a PNG without its card chunks. Where one file holds no picture, the other one's is no difference.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status: 0 when both are the same card, 1 when they differ, 2 when one cannot be read. \
    With --textconv it is 0 as long as the file can be read, a card or not.\n\n\
    Examples:\n  cards diff aria.png aria-new.charx\n  cards diff --json old.json new.json | jq -r '.changes[].path'\n  \
    git show HEAD:aria.png | cards diff - aria.png\n\nAs git's textconv, so that `git diff` shows the texts of cards:\n  \
    echo '*.png diff=card' >> .gitattributes\n  git config diff.card.textconv 'cards diff --textconv'")]
pub(crate) struct Args {
    /// The first card; `-` is standard input.
    #[arg(value_name = "A")]
    first: PathBuf,
    /// The second card.
    #[arg(value_name = "B", required_unless_present = "textconv")]
    second: Option<PathBuf>,
    /// Print the text of one card in a fixed layout, for line-based tools such as git.
    #[arg(long, conflicts_with_all = ["second", "no_assets"])]
    textconv: bool,
    /// Leave assets and pictures out of the comparison.
    #[arg(long)]
    no_assets: bool,
    /// Show texts that were written anew whole, as in a pipe; a terminal gets their first words.
    #[arg(long, conflicts_with = "textconv")]
    full: bool,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let limits = Limits::default();
    let Some(second) = &args.second else {
        return textconv(&args.first, &limits.files, out);
    };
    refuse_two_dashes([args.first.as_path(), second])?;
    let mut first = open_both(&args.first, &limits.files)?;
    let mut other = open_both(second, &limits.files)?;
    alert(&args.first, &first.loaded.document, out);
    alert(second, &other.loaded.document, out);
    let changes = diff(&mut first, &mut other, !args.no_assets, &limits);
    let side = |path: &Path, opened: &Opened<'_>| Side::of(&path.to_string_lossy(), opened);
    let same = changes.is_empty();
    if out.json() {
        out.answer_spelled(&[], Diff::of(side(&args.first, &first), side(second, &other), changes))?;
    } else if !same {
        show::show((&args.first, &first.loaded), (second, &other.loaded), &changes, args.full, out)?;
    }
    Ok(if same { Status::Fine } else { Status::Found }.into())
}

/// Prints the text of one card. A file that is no card is passed on as it is when it is text, so that git can go on.
fn textconv(path: &Path, limits: &cards_container::Limits, out: &mut Output) -> Result<ExitCode, Failure> {
    let text = match open_file(path, limits) {
        Ok((_, loaded)) => textconv::text(&plain(&loaded.document.content)),
        Err(Failure::Card { source, .. }) => printable(&format!("(no card: {source})\n")).into_owned(),
        Err(other) => return Err(other),
    };
    if out.json() {
        out.json_line(&json!({"schema": 1, "file": path.to_string_lossy(), "text": text}))?;
    } else {
        out.raw(text.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}
