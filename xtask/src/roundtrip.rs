//! `cargo xtask roundtrip [DIR]`: reads every card file of a folder, and checks that nothing gets lost.

use std::fs;
use std::path::{Path, PathBuf};

use cards_container::{Limits, load};
use cards_model::document::to_json;
use cards_model::{Card, Content, Document, Json, Style};

use crate::failure::Failure;

/// What to read.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Folder of card files; `../shared/corpus/real` (or `$CARDS_SHARED/corpus/real`) and `fixtures/cards` unless given.
    dir: Option<PathBuf>,
}

/// Reads, writes and edits every file, and prints a table.
pub fn run(options: &Options) -> Result<(), Failure> {
    let dirs = match &options.dir {
        Some(dir) => vec![dir.clone()],
        None => vec![crate::root().join("fixtures/cards"), crate::shared::dir().join("corpus/real")],
    };
    let mut failed = 0;
    println!("{:<34} {:<14} {:<10} {:<10} {:<10}", "file", "form", "untouched", "edited", "re-read");
    for dir in dirs {
        if !dir.is_dir() {
            println!("{}: no such folder, passed over", dir.display());
            continue;
        }
        for path in files_of(&dir)? {
            let row = check(&path);
            failed += usize::from(!row.passed());
            row.print(&path);
        }
    }
    if failed == 0 { Ok(()) } else { Err(Failure::new(format!("{failed} files lost something"))) }
}

fn files_of(dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let known = ["png", "apng", "json", "charx", "zip", "lorebook", "jpeg", "jpg"];
    let mut files = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let card = path.extension().and_then(|ext| ext.to_str()).is_some_and(|ext| known.contains(&ext));
        if card && path.file_name().is_some_and(|name| name != "manifest.json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// What became of one file.
enum Row {
    Read { form: &'static str, untouched: bool, edited: bool, reread: bool },
    Refused(String),
}

impl Row {
    fn passed(&self) -> bool {
        matches!(self, Self::Read { untouched: true, edited: true, reread: true, .. } | Self::Refused(_))
    }

    fn print(&self, path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let word = |ok: &bool| if *ok { "same" } else { "DIFFERS" };
        match self {
            Self::Read { form, untouched, edited, reread } => {
                println!("{name:<34} {form:<14} {:<10} {:<10} {:<10}", word(untouched), word(edited), word(reread));
            }
            Self::Refused(why) => println!("{name:<34} refused: {why}"),
        }
    }
}

fn check(path: &Path) -> Row {
    let read = fs::read(path).map_err(Failure::from).and_then(|bytes| Ok(load(&bytes[..], &Limits::default())?));
    let document = match read {
        Ok(loaded) => loaded.document,
        Err(failure) => return Row::Refused(failure.to_string()),
    };
    let untouched = document.source() == Some(&document.to_bytes()[..]);
    let again = Document::read(document.to_text(Style::Compact), cards_model::Limits::default());
    let reread = again.is_ok_and(|again| json_of(&again) == json_of(&document));
    Row::Read { form: document.content.form().name(), untouched, edited: edit_is_local(&document), reread }
}

/// Changes the name of a card, and sees whether anything else moved.
fn edit_is_local(document: &Document) -> bool {
    const NAME: &str = "A name that no card has";
    let mut edited = document.clone();
    let pointer = match edited.card_mut() {
        Some(Card::V0(card)) => (&mut card.char_name, "/char_name"),
        Some(Card::V1(card)) => (&mut card.name, "/name"),
        Some(Card::V2(card)) => (&mut card.data.name, "/data/name"),
        Some(Card::V3(card)) => (&mut card.data.name, "/data/name"),
        Some(Card::V3L(card)) => (&mut card.data.name, "/data/name"),
        Some(Card::Prom(card)) => (&mut card.data.name, "/data/name"),
        _ => return true,
    };
    let (name, pointer) = pointer;
    NAME.clone_into(name);
    let Ok(after) = Document::read(edited.to_bytes(), cards_model::Limits::default()) else { return false };
    let mut expected = json_of(document);
    set(&mut expected, pointer, NAME);
    json_of(&after) == expected
}

fn set(json: &mut Json, pointer: &str, text: &str) {
    let mut place = json;
    for key in pointer.split('/').skip(1) {
        let Json::Object(object) = place else { return };
        if object.get(key).is_none() {
            object.insert(key, Json::Null);
        }
        let Some(next) = object.get_mut(key) else { return };
        place = next;
    }
    *place = text.into();
}

fn json_of(document: &Document) -> Json {
    match &document.content {
        Content::Card(Card::V0(card)) => to_json(&**card),
        Content::Card(Card::V1(card)) => to_json(&**card),
        Content::Card(Card::V2(card)) => to_json(&**card),
        Content::Card(Card::V3(card)) => to_json(&**card),
        Content::Card(Card::V3L(card)) => to_json(&**card),
        Content::Card(Card::Prom(card)) => to_json(&**card),
        Content::Module(module) => to_json(module),
        Content::LorebookV3(file) => to_json(file),
        Content::Lorebook(book) => to_json(book),
        Content::PromBook(book) => to_json(book),
        Content::WorldInfo(book) => to_json(book),
        _ => Json::Null,
    }
}
