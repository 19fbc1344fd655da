//! What TauriTavern does with the text chunks of pictures and with the lorebooks of characters.

use std::path::Path;

use cards_container::png::{ChunkPolicy, Keyword, NewText, Png, WriteOptions, write};
use cards_container::{Limits, Source};
use cards_model::{Json, Object, sillytavern};
use serde_json::Value;

/// What the front end shows of any failure.
#[derive(Debug)]
pub struct InvalidData(pub String);

impl<E: std::error::Error> From<E> for InvalidData {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// The JSON text of the card in a picture: `ccv3` before `chara`, the first of each, in any kind of text chunk.
pub fn read_character_data(picture: &[u8]) -> Result<String, InvalidData> {
    read(picture)
}

/// The same out of a file, of which only the headers of chunks and the card itself are read.
pub fn read_character_file(path: &Path) -> Result<String, InvalidData> {
    read(std::fs::File::open(path)?)
}

fn read(source: impl Source) -> Result<String, InvalidData> {
    // A broken card is an error in the app, and not a reason to show an older one.
    let policy = ChunkPolicy::lenient().with_fallback(false).with_after_end(false).with_plain_json(false);
    let choice = Png::open(source, &policy, &Limits::default())?.choose(|_| Ok(()))?;
    Ok(String::from_utf8(choice.payload.bytes)?)
}

/// Puts a card into a picture: as it is in `chara`, and, when it is a JSON object, under the marker of V3 in `ccv3`.
pub fn write_character_data(picture: &[u8], json: &str) -> Result<Vec<u8>, InvalidData> {
    let v3 = json.parse::<Json>().ok().and_then(|mut card| {
        let members = card.as_object_mut()?;
        members.insert("spec", "chara_card_v3");
        members.insert("spec_version", "3.0");
        Some(card.to_string())
    });
    let mut new = vec![NewText::Card { keyword: Keyword::Chara, json: json.as_bytes() }];
    new.extend(v3.as_ref().map(|v3| NewText::Card { keyword: Keyword::Ccv3, json: v3.as_bytes() }));
    Ok(write(picture, &new, &WriteOptions::default())?.bytes)
}

/// The lorebook of a character as a world of its own, which keeps the lorebook for the way back.
pub fn character_book_to_world_info(book: &Value) -> Result<Value, InvalidData> {
    let mut world = match book.get("entries") {
        // Some programs keep world info in the card as it is.
        Some(Value::Object(_)) => Object::from_iter([("entries", Json::from(book["entries"].clone()))]),
        Some(Value::Array(_)) => sillytavern::import_character_book(&object(book)?),
        _ => return Err(InvalidData("the lorebook of the card has no entries".to_owned())),
    };
    world.insert("originalData", Json::from(book.clone()));
    Ok(Json::from(world).into())
}

/// The world of a character as the lorebook that goes into its card: the entries as they are now, and all else as it was.
pub fn world_info_to_character_book(name: &str, world: &Value) -> Result<Value, InvalidData> {
    let entries = world.get("entries").filter(|entries| entries.is_object());
    let entries = object(entries.ok_or_else(|| InvalidData("the world has no entries".to_owned()))?)?;
    let mut book = match world.get("originalData") {
        Some(stood) => object(stood)?,
        None => Object::default(),
    };
    for (member, value) in sillytavern::export_character_book(name, &entries).iter() {
        book.insert(member, value.clone());
    }
    Ok(Json::from(book).into())
}

fn object(value: &Value) -> Result<Object, InvalidData> {
    match Json::from(value.clone()) {
        Json::Object(object) => Ok(object),
        _ => Err(InvalidData("this should be a JSON object".to_owned())),
    }
}
