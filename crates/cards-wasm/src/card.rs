//! Calls about a card that is being changed.

use std::borrow::Cow;

use cards_kit::answer::{AssetInfo, Attached, FieldChange, GotValue, Loss, Misfits, Packed};
use cards_kit::edit::texts::TextClass;
use cards_kit::edit::{Change, exchange};
use cards_kit::plain::{View, plain};
use cards_kit::{CardFile, Limits, Timestamp};
use cards_model::{Content, Document};
use serde::Serialize;

use crate::args;
use crate::call::{Answerer, Call, Reply};
use crate::file::{compared, converted, document, opened, row_of, saved};
use crate::held::Held;
use crate::refusal::Refusal;

/// The calls.
pub(crate) const CALLS: &[(&str, Answerer)] = &[
    ("open", open),
    ("create", create),
    ("free", free),
    ("card.about", about),
    ("card.inspect", inspect),
    ("card.json", json),
    ("card.text", text),
    ("card.plain", plain_view),
    ("card.texts", texts_of),
    ("card.get", get),
    ("card.now", now),
    ("card.apply", apply),
    ("card.attach", attach),
    ("card.repair", repair),
    ("card.merge", merge),
    ("card.exportTexts", export_texts),
    ("card.importTexts", import_texts),
    ("card.undo", undo),
    ("card.redo", redo),
    ("card.changes", changes),
    ("card.diff", diff),
    ("card.lint", lint),
    ("card.needs", needs),
    ("card.row", row),
    ("card.picture", picture),
    ("card.setPicture", set_picture),
    ("card.assets", assets),
    ("card.asset", asset),
    ("card.bytes", bytes),
    ("card.save", save),
    ("card.convert", convert),
];

/// A card that is being changed.
pub(crate) struct OpenCard(CardFile);

impl OpenCard {
    /// The document as it is now.
    pub(crate) fn document(&self) -> &Document {
        self.0.document()
    }

    /// The file as it would be written now.
    pub(crate) fn bytes(&self) -> Result<Cow<'_, [u8]>, Refusal> {
        Ok(self.0.to_bytes()?)
    }
}

fn field_changes(changes: &[Change]) -> Vec<FieldChange> {
    changes.iter().map(FieldChange::from).collect()
}

fn open(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    call.args::<args::Nothing>()?;
    let file = CardFile::open(call.file()?, &Limits::default())?;
    held(call, file)
}

fn create(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let new: args::New = call.args()?;
    let limits = Limits::default();
    let mut file = CardFile::blank(args::form(new.form.as_deref().unwrap_or("v3"))?, &limits)?;
    if let Some(name) = new.name {
        file.apply(&[cards_kit::Patch::Set { path: "name".parse()?, value: name.into() }])?;
        file = CardFile::open(file.to_bytes()?.into_owned(), &limits)?;
    }
    held(call, file)
}

fn held(call: &mut Call<'_>, file: CardFile) -> Result<Reply, Refusal> {
    Reply::of(&call.table.keep(Held::Card(Box::new(OpenCard(file)))))
}

fn free(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    call.table.free(call.held);
    Reply::of(&())
}

/// The card that a call is about.
fn card<'c>(call: &'c mut Call<'_>) -> Result<&'c mut OpenCard, Refusal> {
    call.table.card(call.held)
}

fn about(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    #[derive(Serialize)]
    struct About<'c> {
        container: &'static str,
        form: &'static str,
        name: &'c str,
        card: bool,
        changed: bool,
        steps: usize,
    }
    let file = &card(call)?.0;
    let content = &file.document().content;
    let name = match content {
        Content::Card(card) => card.name(),
        Content::Module(module) => &module.name,
        _ => "",
    };
    let book = content.lorebook();
    let name =
        if name.is_empty() { book.as_deref().and_then(|book| book.name.as_deref()).unwrap_or(name) } else { name };
    Reply::of(&About {
        container: file.kind().as_str(),
        form: content.form().id(),
        name,
        card: matches!(content, Content::Card(_)),
        changed: file.is_changed(),
        steps: file.steps(),
    })
}

fn inspect(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let file = card(call)?.bytes()?;
    Reply::of(&opened(&file)?.answer())
}

fn json(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&card(call)?.document().content.to_json())
}

fn text(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&String::from_utf8_lossy(&card(call)?.document().to_bytes()))
}

fn plain_view(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&View::Map(plain(&card(call)?.document().content)).to_json())
}

fn texts_of(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&GotValue::texts(&card(call)?.document().content))
}

fn get(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let places = call.args::<args::Places>()?.places;
    Reply::of(&GotValue::all(card(call)?.0.editor(), &places)?)
}

fn now(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let now = call.args::<args::Now>()?.now;
    card(call)?.0.touch_with(now.map(Timestamp::from_seconds));
    Reply::of(&())
}

fn apply(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let patches = call.args::<args::Patches>()?.patches;
    Reply::of(&field_changes(&card(call)?.0.apply(&patches)?))
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

fn undo(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&card(call)?.0.undo().map(|changes| field_changes(&changes)))
}

fn redo(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&card(call)?.0.redo().map(|changes| field_changes(&changes)))
}

fn changes(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&card(call)?.0.answer())
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

fn picture(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    perhaps(card(call)?.0.picture()?)
}

fn set_picture(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let png = call.file()?;
    Reply::of(&Packed::from(&card(call)?.0.set_picture(png)?))
}

/// A file where there is one.
fn perhaps(file: Option<Vec<u8>>) -> Result<Reply, Refusal> {
    let reply = Reply::of(&file.is_some())?;
    Ok(match file {
        Some(file) => reply.with(file),
        None => reply,
    })
}

fn assets(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let file = card(call)?.bytes()?;
    Reply::of(&AssetInfo::all(&mut opened(&file)?))
}

fn asset(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let index = call.args::<args::Index>()?.index;
    let file = card(call)?.bytes()?;
    let mut opened = opened(&file)?;
    let found = opened.assets().get(index).map(|asset| opened.asset(asset)).transpose()?;
    perhaps(found.flatten())
}

fn bytes(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let file = card(call)?.bytes()?;
    Ok(Reply::of(&())?.with(file.into_owned()))
}

fn save(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options: args::Save = call.args()?;
    let picture = if options.picture { Some(call.file()?) } else { None };
    saved(&card(call)?.bytes()?, options, picture)
}

fn convert(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let options: args::Save = call.args()?;
    converted(&card(call)?.bytes()?, options)
}
