//! Calls about a card that is being changed.

#[cfg(feature = "cards")]
pub(crate) mod study;

use std::borrow::Cow;

use cards_kit::answer::{AssetInfo, FieldChange, GotValue};
use cards_kit::edit::{Change, entry_members};
use cards_kit::plain::{View, plain};
use cards_kit::{CardFile, Limits, Timestamp};
use cards_model::{Content, Document};
use serde::Serialize;

use crate::args;
use crate::call::{Answerer, Call, Reply};
use crate::file::opened;
use crate::held::Held;
use crate::refusal::Refusal;

/// The calls.
pub(crate) const CALLS: &[(&str, Answerer)] = &[
    ("open", open),
    ("create", create),
    ("free", free),
    ("card.about", about),
    ("card.json", json),
    ("card.text", text),
    ("card.plain", plain_view),
    ("card.texts", texts_of),
    ("card.entries", entries),
    ("card.get", get),
    ("card.now", now),
    ("card.apply", apply),
    ("card.undo", undo),
    ("card.redo", redo),
    ("card.changes", changes),
    ("card.picture", picture),
    ("card.assets", assets),
    ("card.asset", asset),
    ("card.bytes", bytes),
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
        entry_members: Vec<&'static str>,
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
        entry_members: entry_members(content.form()),
    })
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

fn entries(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&GotValue::entries(card(call)?.0.editor()))
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

fn undo(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&card(call)?.0.undo().map(|changes| field_changes(&changes)))
}

fn redo(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&card(call)?.0.redo().map(|changes| field_changes(&changes)))
}

fn changes(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&card(call)?.0.answer())
}

fn picture(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    perhaps(card(call)?.0.portrait()?)
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
