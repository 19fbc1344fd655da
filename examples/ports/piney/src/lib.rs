//! What piney does with cards: it imports files, answers to changes of single fields, and gives the picture out again.

use cards_container::pack::{Chunks, embed};
use cards_kit::{Limits, Patch, Place};
use cards_model::{Document, Style};
use serde_json::{Map, Value};

/// What the table of cards holds.
#[derive(Debug, PartialEq)]
pub struct Row {
    /// The name of the character.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Who made it.
    pub author: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// The card itself, with all that was in it.
    pub json: String,
    /// The bytes of its picture.
    pub picture: Option<Vec<u8>>,
}

/// Why a file is not imported.
#[derive(Debug)]
pub enum Refused {
    /// It is a lorebook, which has a page of its own.
    Lorebook,
    /// It does not read; the text is for the user.
    Unreadable(String),
}

impl<E: std::error::Error> From<E> for Refused {
    fn from(error: E) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// Reads whatever a user drops, told by content.
pub fn import(file: &[u8]) -> Result<Row, Refused> {
    let mut opened = cards_kit::open(file, &Limits::default())?;
    let picture = opened.portrait();
    row(opened.document(), picture).ok_or(Refused::Lorebook)
}

fn row(document: &Document, picture: Option<Vec<u8>>) -> Option<Row> {
    let card = document.card()?;
    Some(Row {
        name: card.name().to_owned(),
        description: card.description().to_owned(),
        author: card.creator().to_owned(),
        tags: card.tags().to_vec(),
        json: document.to_text(Style::Pretty(2)),
        picture,
    })
}

/// The fields that a request may name; a card of any spec has them under the same names.
const FIELDS: [&str; 14] = [
    "tags", "name", "description", "first_mes", "alternate_greetings", "mes_example", "scenario", "personality", "creator_notes",
    "system_prompt", "character_version", "character_book", "extensions",
    "extensions.regex_scripts",
];

/// Answers to a `PATCH`: sets the fields that the request names, with the copies of them that clients read at the root, and
/// touches nothing else. All or nothing.
pub fn update(row: &Row, request: &Map<String, Value>) -> Result<Row, Refused> {
    let mut document = read(row)?;
    for field in FIELDS {
        let asked = field.rsplit('.').next().unwrap_or(field);
        if let Some(value) = request.get(asked) {
            let path: Place = field.parse()?;
            Patch::Set { path, value: value.clone().into() }.apply(&mut document)?;
        }
    }
    self::row(&document, row.picture.clone()).ok_or(Refused::Lorebook)
}

/// The picture with the card as it is now, for download: pixels and other chunks as they were.
pub fn export(row: &Row) -> Result<Vec<u8>, Refused> {
    let card = read(row)?.into_card().ok_or(Refused::Lorebook)?;
    let picture = row.picture.as_ref().ok_or_else(|| Refused::Unreadable("the card has no picture".to_owned()))?;
    Ok(embed(picture, &card, Chunks::WithBackfill)?.bytes)
}

fn read(row: &Row) -> Result<Document, Refused> {
    Ok(Document::read(&row.json, &Limits::default().files.for_json())?)
}
