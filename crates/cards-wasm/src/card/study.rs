//! Calls about an open card that take more than an editor: what is wrong with it, what differs, what it becomes.

use cards_kit::Limits;
use cards_kit::answer::{Attached, Loss, Misfits, Packed};
use cards_kit::edit::exchange;
use cards_kit::edit::texts::TextClass;
use cards_model::Content;

use super::{card, field_changes};
use crate::args::study as args;
use crate::call::{Answerer, Call, Reply};
use crate::file::opened;
use crate::file::study::{compared, converted, document, row_of, saved};
use crate::refusal::Refusal;

/// The calls.
pub(crate) const CALLS: &[(&str, Answerer)] = &[
    ("card.inspect", inspect),
    ("card.exportTexts", export_texts),
    ("card.importTexts", import_texts),
    ("card.setPicture", set_picture),
    ("card.attach", attach),
    ("card.repair", repair),
    ("card.merge", merge),
    ("card.diff", diff),
    ("card.lint", lint),
    ("card.needs", needs),
    ("card.row", row),
    ("card.save", save),
    ("card.convert", convert),
];

fn inspect(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let file = card(call)?.bytes()?;
    Reply::of(&opened(&file)?.answer())
}

fn attach(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let books = call.files.by_ref().map(|book| document(&book)).collect::<Result<Vec<_>, _>>()?;
    let contents: Vec<&Content> = books.iter().map(|book| &book.content).collect();
    let (done, _) = card(call)?.0.step(|editor| editor.attach(&contents))?;
    let mut answer = Attached::default();
    (answer.added, answer.doubles) = (done.added, done.doubles);
    answer.loss = done.loss.iter().map(|(_, loss)| Loss::from(loss)).collect();
    Reply::of(&answer)
}

fn repair(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options = call.args::<args::Lint>()?.options()?;
    Reply::of(&card(call)?.0.repair(&options)?)
}

fn merge(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options = call.args::<args::Merge>()?.options()?;
    let (base, theirs) = (call.file()?, call.file()?);
    Reply::of(&card(call)?.0.merge(&base, &theirs, &options)?.answer())
}

fn diff(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let other = call.files.next();
    let card = card(call)?;
    let now = card.bytes()?;
    let answer = match other {
        Some(other) => compared(&other, &now, true),
        None => compared(card.0.opened(), &now, true),
    };
    Reply::of(&answer?)
}

fn lint(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options = call.args::<args::Lint>()?.options()?;
    let file = card(call)?.bytes()?;
    Reply::of(&cards_kit::lint(&file[..], &options, &Limits::default())?.answer())
}

fn needs(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let needs = cards_lint::needs(&card(call)?.document().content);
    Reply::of(&needs.iter().map(cards_kit::answer::Need::from).collect::<Vec<_>>())
}

fn row(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options: args::Row = call.args()?;
    Reply::of(&row_of(&card(call)?.bytes()?, &options)?)
}

fn save(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options = call.args::<args::Save>()?.of_card()?;
    let picture = if options.picture { Some(call.file()?) } else { None };
    saved(&card(call)?.bytes()?, options, picture)
}

fn convert(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options = call.args::<args::Save>()?.of_card()?;
    converted(&card(call)?.bytes()?, options)
}

fn export_texts(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let form = call.args::<args::List>()?.form()?;
    Reply::of(&exchange::write(&exchange::rows(&card(call)?.document().content, &[TextClass::Prose]), form))
}

fn import_texts(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let args: args::List = call.args()?;
    let rows = exchange::read(&args.list, args.form()?, &Limits::default())?;
    let (misfits, changes) = card(call)?.0.step(|editor| editor.set_texts(&rows))?;
    let mut answer = Misfits::default();
    (answer.changes, answer.misfits) = (field_changes(&changes), misfits.iter().map(Into::into).collect());
    Reply::of(&answer)
}

fn set_picture(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let png = call.file()?;
    Reply::of(&Packed::from(&card(call)?.0.set_portrait(png)?))
}
