//! `cards diff`: what two cards say differently, whatever files and specs they are in.

mod attached;
mod compare;
mod entries;
mod show;
mod textconv;
mod words;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::{Limits, Loaded};
use cards_model::json::{Json, Object, Style};
use serde_json::json;

use crate::failure::Failure;
use crate::input::{open_file, refuse_two_dashes};
use crate::output::Output;
use crate::printable::printable;
use crate::status::Status;
use attached::Attached;
use cards_kit::plain::plain;
use compare::{Change, compare};

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
    #[arg(long, conflicts_with = "second")]
    textconv: bool,
    /// Leave assets and pictures out of the comparison.
    #[arg(long)]
    no_assets: bool,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let limits = Limits::default();
    let Some(second) = &args.second else {
        return textconv(&args.first, &limits, out);
    };
    refuse_two_dashes([args.first.as_path(), second])?;
    let (first_file, first) = open_file(&args.first, &limits)?;
    let (second_file, other) = open_file(second, &limits)?;
    let mut changes = compare(plain(&first.document.content), plain(&other.document.content));
    if !args.no_assets {
        let before = Attached::of(first_file, &first);
        let after = Attached::of(second_file, &other);
        before.compare(&after, &mut changes);
    }
    let same = changes.is_empty();
    if out.json() {
        let json = to_json((&args.first, &first), (second, &other), &changes);
        out.json_text(&json.to_text(Style::Compact))?;
    } else if !same {
        show::show((&args.first, &first), (second, &other), &changes, out)?;
    }
    Ok(if same { Status::Fine } else { Status::Found }.into())
}

/// Prints the text of one card. A file that is no card is passed on as it is when it is text, so that git can go on.
fn textconv(path: &Path, limits: &Limits, out: &mut Output) -> Result<ExitCode, Failure> {
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

fn to_json(a: (&Path, &Loaded), b: (&Path, &Loaded), changes: &[Change]) -> Json {
    let side = |(path, loaded): (&Path, &Loaded)| -> Json {
        let form = loaded.document.content.form();
        let members: Object = [
            ("file", Json::from(path.to_string_lossy().into_owned())),
            ("container", Json::from(loaded.kind.name())),
            ("form", Json::from(form.name())),
        ]
        .into_iter()
        .collect();
        members.into()
    };
    let change = |change: &Change| -> Json {
        let members: Object = [
            ("path", Json::from(change.path.as_str())),
            ("change", Json::from(change.what.word())),
            ("before", change.before.clone().unwrap_or_default()),
            ("after", change.after.clone().unwrap_or_default()),
        ]
        .into_iter()
        .collect();
        members.into()
    };
    let members: Object = [
        ("schema", Json::from(1)),
        ("same", Json::from(changes.is_empty())),
        ("a", side(a)),
        ("b", side(b)),
        ("changes", Json::Array(changes.iter().map(change).collect())),
    ]
    .into_iter()
    .collect();
    members.into()
}
