//! What the Rust back end of Marinara Engine does with cards and lorebooks: it makes records for its store of them.

use cards_kit::{Limits, Opened, open};
use cards_model::book::{BookView, EntryView};
use cards_model::convert::{Options, Stash};
use cards_model::{Card, Form, Lorebook, Number, Position};
use serde_json::{Value, json};

/// What the front end shows of any failure.
#[derive(Debug)]
pub struct InvalidInput(pub String);

impl<E: std::error::Error> From<E> for InvalidInput {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Which tags of a card are taken over.
pub enum TagImport<'a> {
    /// All of them.
    All,
    /// None.
    None,
    /// Those that the library has already, in any case.
    Existing(&'a [&'a str]),
}

/// A character, as the app stores one.
pub struct Character {
    /// Its texts, under the names of V2.
    pub data: Value,
    /// The spec that the file followed.
    pub format: String,
    /// Its picture, as it is in the file.
    pub avatar: Option<Vec<u8>>,
    /// The lorebook in it, as a book of its own; none where it has no entries.
    pub lorebook: Option<Book>,
}

/// A lorebook, as the app stores one.
pub struct Book {
    /// The book without its entries.
    pub record: Value,
    /// A record for each entry.
    pub entries: Vec<Value>,
}

/// Makes a character of whatever file holds one.
pub fn import_character(file: &[u8], tags: &TagImport<'_>) -> Result<Character, InvalidInput> {
    let mut opened = opened(file)?;
    let avatar = opened.portrait();
    let card = opened.into_card().ok_or_else(|| InvalidInput("a lorebook, and no character card".to_owned()))?;
    let (format, version) = if card.form() == Form::V3 { ("chara_card_v3", "3.0") } else { ("chara_card_v2", "2.0") };
    let lorebook = card.lorebook().filter(|book| !book.entries.is_empty());
    let lorebook = lorebook.map(|book| book_of(&book, &format!("{}'s Lorebook", card.name())));
    // What V2 has no place for goes along in the extensions, and comes back on the way to V3.
    let card = card.into_form(Form::V2, &Options::default().with_stash(Stash::Extensions))?.value;
    let Card::V2(mut card) = card else { return Err(InvalidInput("no card of V2".to_owned())) };
    for (text, fallback) in [(&mut card.data.name, "Imported Character"), (&mut card.data.character_version, "1.0")] {
        if text.trim().is_empty() {
            *text = fallback.to_owned();
        }
    }
    match tags {
        TagImport::All => {}
        TagImport::None => card.data.tags.clear(),
        TagImport::Existing(known) => {
            card.data.tags.retain(|tag| known.iter().any(|known| known.to_lowercase() == tag.to_lowercase()));
        }
    }
    let mut data: Value = cards_model::to_json(&card.data).into();
    if let Some(extensions) = data["extensions"].as_object_mut() {
        extensions.entry("altDescriptions").or_insert_with(|| json!([]));
        let metadata = extensions.entry("importMetadata").or_insert_with(|| json!({}));
        if let Some(metadata) = metadata.as_object_mut() {
            let card = json!({ "spec": format, "specVersion": version, "format": format });
            metadata.insert("card".to_owned(), card);
            let entries = lorebook.as_ref().map_or(0, |book| book.entries.len());
            let book = json!({ "hasEmbeddedLorebook": entries > 0, "entries": entries });
            metadata.insert("embeddedLorebook".to_owned(), book);
        }
    }
    Ok(Character { data, format: format.to_owned(), avatar, lorebook })
}

/// Makes a book of whatever file is a lorebook or holds one.
pub fn import_lorebook(file: &[u8], fallback_name: &str) -> Result<Book, InvalidInput> {
    let opened = opened(file)?;
    let book = opened.content().lorebook().ok_or_else(|| InvalidInput("no lorebook is in it".to_owned()))?;
    Ok(book_of(&book, fallback_name))
}

fn opened(file: &[u8]) -> Result<Opened<'_>, InvalidInput> {
    Ok(open(file, Limits::default())?)
}

fn book_of(book: &Lorebook, fallback_name: &str) -> Book {
    let view = BookView::from(book);
    let said = |text: &str, fallback: &str| if text.trim().is_empty() { fallback.to_owned() } else { text.to_owned() };
    let number = |value: Option<&Number>, fallback: i64| value.and_then(Number::as_i64).unwrap_or(fallback);
    let record = json!({
        "name": said(view.name(), fallback_name),
        "description": said(view.description(), "Imported from SillyTavern"),
        "scanDepth": number(view.scan_depth(), 2),
        "tokenBudget": number(view.token_budget(), 2048),
        "recursiveScanning": view.recursive_scanning() == Some(true),
        "enabled": true,
        "generatedBy": "import",
    });
    Book { record, entries: view.entries.iter().enumerate().map(|(index, entry)| record_of(entry, index)).collect() }
}

/// The record of an entry; what it says of SillyTavern's settings is read wherever its layout has them.
fn record_of(entry: &EntryView<'_>, index: usize) -> Value {
    let title = if entry.comment().is_empty() { entry.name() } else { entry.comment() };
    let position = match entry.place() {
        Some(4.0) => 2,
        Some(1.0) => 1,
        None if entry.position() == Some(&Position::AfterChar) => 1,
        _ => 0,
    };
    let pick = |value: Option<f64>, words: [&'static str; 4]| {
        let index = value.filter(|index| (0.0..4.0).contains(index)).unwrap_or_default();
        words[index as usize]
    };
    let whole = |value: Option<f64>| value.map(|value| value as i64);
    // V2 has a member for it, and SillyTavern writes its own in the extensions instead.
    let own_case = || entry.extensions()?.get("case_sensitive")?.as_bool();
    json!({
        "name": if title.is_empty() { format!("Entry {}", index + 1) } else { title.to_owned() },
        "content": entry.content(),
        "keys": entry.keys(),
        "secondaryKeys": entry.secondary_keys(),
        "enabled": entry.enabled(),
        "constant": entry.constant(),
        "selective": entry.selective() == Some(true),
        "selectiveLogic": pick(entry.selective_logic(), ["and", "not_all", "not", "and_all"]),
        "probability": whole(entry.probability().filter(|_| entry.use_probability() != Some(false))),
        "scanDepth": whole(entry.own_scan_depth()),
        "matchWholeWords": entry.match_whole_words() == Some(true),
        "caseSensitive": entry.case_sensitive().or_else(own_case) == Some(true),
        "useRegex": entry.use_regex() == Some(true),
        "position": position,
        "depth": whole(entry.depth()).unwrap_or(4),
        "order": entry.order() as i64,
        "role": pick(entry.role(), ["system", "user", "assistant", "system"]),
        "sticky": whole(entry.sticky()),
        "cooldown": whole(entry.cooldown()),
        "delay": whole(entry.delay()),
        "group": entry.group().unwrap_or_default(),
        "groupWeight": whole(entry.group_weight()),
        "preventRecursion": entry.prevent_recursion() == Some(true),
    })
}
