//! `cards detach`: lorebooks out of a card.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_kit::Limits;
use cards_kit::answer::Detached;
use cards_model::json::Style;
use cards_model::{Content, Document, v3};

use super::edited::Target;
use super::pack::write::refuse;
use crate::failure::Failure;
use crate::input::{alert, load_file, refuse_two_dashes};
use crate::output::{Output, output_name};
use crate::plural::plural;
use crate::save::{refuse_name, save};

/// Take whole lorebooks out of a card: the entries of those that are named, or all of its own.
///
/// It is the way back from `cards attach`; `cards set --remove 'book[0]'` takes one entry out. Lorebooks of any form are taken, and the lorebooks of other cards. An entry goes when it has the same keys and content.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cards detach aria.png --in-place                        # the card has no lorebook any more\n  \
    cards detach aria.png --save aria-book.json --in-place  # and here it is\n  \
    cards detach aria.png world.json -o aria-alone.png      # undoes `cards attach aria.png world.json`\n  \
    cards detach aria.charx world.json --dry-run"
)]
pub(crate) struct Args {
    /// The card; `-` is standard input.
    #[arg(value_name = "CARD")]
    card: PathBuf,
    /// The lorebooks, or cards with one; without any, all that the card has goes.
    #[arg(value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// Write what was taken out to this file, as a lorebook of CCv3.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    target: Target,
}

/// Whether two paths are one file, be it there or not.
fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or(path.to_owned());
    whole(one) == whole(other)
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let limits = Limits::default();
    refuse_two_dashes(args.books.iter().chain([&args.card]).map(PathBuf::as_path))?;
    if let Some(path) = &args.save {
        refuse(path, args.target.forces(), out)?;
        refuse_name(path, &["json"], "a lorebook as JSON", "json")?;
        if [args.target.file(), Some(args.card.as_path())].into_iter().flatten().any(|other| is_same(path, other)) {
            let message = "the lorebook and the card cannot be one file; give --save another name".to_owned();
            return Err(Failure::Other { class: "usage", message });
        }
    }
    let mut opened = args.target.open(&args.card, out)?;
    alert(&args.card, opened.editor.document(), out);
    let load = |path: &PathBuf| Ok::<_, Failure>(load_file(path, &limits.files)?.document.content);
    let books = args.books.iter().map(load).collect::<Result<Vec<_>, _>>()?;
    let done = opened.editor.detach(&books.iter().collect::<Vec<_>>()).map_err(|error| match error {
        cards_kit::Error::NoLorebook => {
            let message = "there is no lorebook in it, or in a file to be taken out; `cards inspect` shows what is";
            Failure::Content { path: args.card.clone(), class: "not-a-card", message: message.to_owned() }
        }
        error => Failure::of(&args.card, error),
    })?;
    if let Some(path) = args.save.as_ref().filter(|_| !args.target.dry_run && done.removed > 0) {
        let file = v3::LorebookFile { data: done.book, ..v3::LorebookFile::default() };
        let text = Document::new(Content::LorebookV3(file)).to_text(Style::Pretty(2)) + "\n";
        save(path, text.as_bytes(), args.target.forces(), out)?;
        out.note(&format!("wrote {}", output_name(path)));
    }
    opened.write(out)?;
    if out.json() {
        let mut answer = Detached::default();
        (answer.removed, answer.absent) = (done.removed, done.absent);
        opened.answer(answer, out)?;
    } else {
        let there = if done.absent > 0 { format!(", {} not there", done.absent) } else { String::new() };
        opened.note(&format!("{} taken out{there}", plural(done.removed, "entry")), out);
    }
    Ok(ExitCode::SUCCESS)
}
