//! `cards attach`: lorebooks into a card.

use std::path::PathBuf;
use std::process::ExitCode;

use cards_kit::Limits;
use cards_kit::answer::{Attached, Loss};

use super::edited::Target;
use crate::failure::Failure;
use crate::input::{alert, load_file, name, refuse_two_dashes};
use crate::output::Output;
use crate::plural::plural;

/// Put all entries of other lorebooks into a card, behind those of its own.
///
/// `cards set 'book[+].keys=bell'` writes one new entry; `cards merge` joins two edits of one card. Lorebooks of any form are taken: world info, exports of RisuAI, Agnai and NovelAI, modules, and the lorebooks
/// of other cards.
/// An entry that the card has already, with the same keys and content, is not added again.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The way out is `cards detach`; `cards convert CARD --to worldinfo` gives a copy of the lorebook.\n\nExamples:\n  cards attach aria.png world.json --in-place\n  cards attach aria.png town.json gods.json -o new.png\n  \
    cards attach aria.charx other-card.png --dry-run"
)]
pub(crate) struct Args {
    /// The card; `-` is standard input.
    #[arg(value_name = "CARD")]
    card: PathBuf,
    /// The lorebooks, or cards with one.
    #[arg(required = true, value_name = "BOOK")]
    books: Vec<PathBuf>,
    #[command(flatten)]
    target: Target,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let limits = Limits::default();
    refuse_two_dashes(args.books.iter().chain([&args.card]).map(PathBuf::as_path))?;
    let mut opened = args.target.open(&args.card, out)?;
    alert(&args.card, opened.editor.document(), out);
    let mut books = Vec::with_capacity(args.books.len());
    for path in &args.books {
        let content = load_file(path, &limits.files)?.document.content;
        if content.lorebook().is_none() {
            let message = "there is no lorebook in it; `cards inspect` shows what is".to_owned();
            return Err(Failure::Content { path: path.clone(), class: "not-a-card", message });
        }
        books.push(content);
    }
    let books: Vec<_> = books.iter().collect();
    let done = opened.editor.attach(&books).map_err(|error| match error {
        cards_kit::Error::Model(error @ cards_model::Error::NoField { .. }) => {
            let message = format!("{error}; `cards convert --to v3` makes a card that has");
            Failure::Content { path: args.card.clone(), class: "bad-field", message }
        }
        cards_kit::Error::NoCard => {
            let message = "it is no card; the card comes first, and the lorebooks after it".to_owned();
            Failure::Content { path: args.card.clone(), class: "not-a-card", message }
        }
        error => Failure::of(&args.card, error),
    })?;
    opened.write(out)?;
    if out.json() {
        let mut answer = Attached::default();
        (answer.added, answer.doubles) = (done.added, done.doubles);
        answer.loss = done.loss.iter().map(|(_, loss)| Loss::from(loss)).collect();
        opened.answer(answer, out)?;
    } else {
        tell_losses(args, &done, out);
        let there = if done.doubles > 0 { format!(", {} there already", done.doubles) } else { String::new() };
        opened.note(&format!("{} added{there}", plural(done.added, "entry")), out);
    }
    Ok(ExitCode::SUCCESS)
}

/// Says what the lorebooks have and a card of this form has no place for.
fn tell_losses(args: &Args, done: &cards_kit::edit::Attached, out: &mut Output) {
    /// How many places are named.
    const NAMED: usize = 8;
    for (number, path) in args.books.iter().enumerate() {
        let of_book: Vec<_> = done.loss.iter().filter(|(of, _)| *of == number).map(|(_, loss)| loss).collect();
        if of_book.is_empty() {
            continue;
        }
        let places: Vec<_> =
            of_book.iter().take(NAMED).map(|loss| loss.pointer.or_whole("(whole book)").to_owned()).collect();
        let more = of_book.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let values = plural(of_book.len(), "value");
        out.warn(&format!("{}: the card has no place for {values}: {}{more}", name(path), places.join(", ")));
    }
}
