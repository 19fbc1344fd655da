//! `cargo xtask roundtrip [DIR]`: reads every card file of a folder, and checks that nothing gets lost.

use std::fs;
use std::path::{Path, PathBuf};

use cards_container::{Limits, open};
use cards_model::convert::{Options as Conversion, Stash};
use cards_model::{Card, Content, Document, Form, Json, Style};

use crate::failure::Failure;

/// The specs that every card is taken to, and back from.
const SPECS: [Form; 6] = [Form::V0, Form::V1, Form::V2, Form::V3, Form::V3L, Form::Prom];

/// Files that are known to hold no card; a refusal is what reading them should give.
const NO_CARDS: [&str; 1] = ["portrait.png"];

/// What to read.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Folder of card files; `../shared/corpus/real` (or `$CARDS_SHARED/corpus/real`) and `fixtures/cards` unless given.
    dir: Option<PathBuf>,
}

/// Reads, writes, edits and converts every file, and prints a table.
pub fn run(options: &Options) -> Result<(), Failure> {
    let dirs = match &options.dir {
        Some(dir) => vec![dir.clone()],
        None => vec![crate::root().join("fixtures/cards"), crate::shared::dir().join("corpus/real")],
    };
    let mut failed = 0;
    println!("{:<34} {:<14} {:<10} {:<10} {:<10} there and back", "file", "form", "untouched", "edited", "re-read");
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
    if failed == 0 { Ok(()) } else { Err(Failure::new(format!("{failed} files were refused or lost something"))) }
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
    Read {
        form: &'static str,
        untouched: bool,
        edited: Edit,
        reread: bool,
        back: Back,
    },
    /// Refused, as it should be.
    NoCard(String),
    Refused(String),
}

/// What an edit of the name did to the rest of a card.
enum Edit {
    /// There was no card to edit.
    NoCard,
    /// Nothing else changed.
    Local,
    /// A draft came out in the final layout of its spec, and says the same.
    NewLayout,
    Differs,
}

impl Edit {
    fn as_str(&self) -> &'static str {
        match self {
            Self::NoCard => "-",
            Self::Local => "same",
            Self::NewLayout => "new layout",
            Self::Differs => "DIFFERS",
        }
    }
}

/// What came back of a card from the other specs.
enum Back {
    /// There was no card to convert.
    NoCard,
    /// The same card from each of so many specs.
    Same(usize),
    /// Another card, or none at all, from these.
    Differs(Vec<Form>),
}

impl std::fmt::Display for Back {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoCard => f.write_str("-"),
            Self::Same(specs) => write!(f, "same from {specs} specs"),
            Self::Differs(forms) => {
                let names: Vec<_> = forms.iter().map(|form| form.name()).collect();
                write!(f, "DIFFERS from {}", names.join(", "))
            }
        }
    }
}

impl Row {
    fn passed(&self) -> bool {
        match self {
            Self::Read { untouched, edited, reread, back, .. } => {
                *untouched && !matches!(edited, Edit::Differs) && *reread && !matches!(back, Back::Differs(_))
            }
            Self::NoCard(_) => true,
            Self::Refused(_) => false,
        }
    }

    fn print(&self, path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let word = |ok: &bool| if *ok { "same" } else { "DIFFERS" };
        match self {
            Self::Read { form, untouched, edited, reread, back } => {
                let edited = edited.as_str();
                let [untouched, reread] = [untouched, reread].map(word);
                println!("{name:<34} {form:<14} {untouched:<10} {edited:<10} {reread:<10} {back}");
            }
            Self::NoCard(why) => println!("{name:<34} holds no card, as known: {why}"),
            Self::Refused(why) => println!("{name:<34} REFUSED: {why}"),
        }
    }
}

fn check(path: &Path) -> Row {
    let no_card = path.file_name().is_some_and(|name| NO_CARDS.iter().any(|known| name == *known));
    let read = fs::read(path).map_err(Failure::from).and_then(|bytes| Ok(open(&bytes[..], Limits::default())?.load()?));
    let document = match read {
        Ok(loaded) => loaded.document,
        Err(failure) if no_card => return Row::NoCard(failure.to_string()),
        Err(failure) => return Row::Refused(failure.to_string()),
    };
    let untouched = document.source() == Some(&document.to_bytes()[..]);
    let again = Document::read(document.to_text(Style::Compact), &cards_model::Limits::default());
    let reread = again.is_ok_and(|again| text(&again) == text(&document));
    let form = document.content.form().name();
    let back = document.card().map_or(Back::NoCard, there_and_back);
    Row::Read { form, untouched, edited: edit(&document), reread, back }
}

/// Takes a card to every spec with the stash, and back: at once, which keeps every byte, and through a file, which may
/// put members that the other spec does not have behind the others.
fn there_and_back(card: &Card) -> Back {
    let options = Conversion::default().with_stash(Stash::Everywhere);
    let before = text_of(card);
    let comes_back = |form: Form| {
        let there = card.clone().into_form(form, &options).ok()?.value;
        let file = Document::read(text_of(&there), &cards_model::Limits::default()).ok()?;
        let through_file = text_of(&file.card()?.clone().into_form(card.form(), &options).ok()?.value);
        let at_once = text_of(&there.into_form(card.form(), &options).ok()?.value);
        (at_once == before && sorted(json_of(&through_file)) == sorted(json_of(&before))).then_some(())
    };
    let others: Vec<_> = SPECS.into_iter().filter(|form| *form != card.form()).collect();
    let differing: Vec<_> = others.iter().copied().filter(|form| comes_back(*form).is_none()).collect();
    if differing.is_empty() { Back::Same(others.len()) } else { Back::Differs(differing) }
}

/// A value whose members are in the order of their names.
fn sorted(json: Json) -> Json {
    match json {
        Json::Object(object) => {
            let mut members: Vec<_> = object.into_iter().map(|(name, value)| (name, sorted(value))).collect();
            members.sort_by(|a, b| a.0.cmp(&b.0));
            Json::Object(members.into_iter().collect())
        }
        Json::Array(items) => Json::Array(items.into_iter().map(sorted).collect()),
        other => other,
    }
}

fn text_of(card: &Card) -> String {
    Document::new(Content::Card(card.clone())).to_text(Style::Compact)
}

/// Changes the name of a card, and sees whether anything else moved.
fn edit(document: &Document) -> Edit {
    const NAME: &str = "A name that no card has";
    let mut edited = document.clone();
    let Some((name, pointer)) = edited.card_mut().and_then(name_of) else { return Edit::NoCard };
    let old = std::mem::replace(name, NAME.to_owned());
    let Ok(mut after) = Document::read(edited.to_bytes(), &cards_model::Limits::default()) else {
        return Edit::Differs;
    };
    let mut expected = json_of(&text(document));
    set(&mut expected, pointer, NAME);
    if json_of(&text(&after)) == expected {
        return Edit::Local;
    }
    // A draft of a spec is written in the final layout once it is edited; what it says has to stay.
    let draft = document.findings().iter().any(|finding| finding.rule.id == "old-layout" && finding.pointer.is_root());
    let same_name = after.card().is_some_and(|card| card.name() == NAME);
    if let Some((name, _)) = after.card_mut().and_then(name_of) {
        *name = old;
    }
    let meaning = |document: &Document| {
        let card = document.card()?.clone().into_form(Form::V3, &Conversion::default()).ok()?.value;
        Some(sorted(json_of(&text_of(&card))))
    };
    let kept = meaning(document).is_some_and(|before| meaning(&after) == Some(before));
    if draft && same_name && kept { Edit::NewLayout } else { Edit::Differs }
}

/// The name of a card, and where it stands.
fn name_of(card: &mut Card) -> Option<(&mut String, &'static str)> {
    Some(match card {
        Card::V0(card) => (&mut card.char_name, "/char_name"),
        Card::V1(card) => (&mut card.name, "/name"),
        Card::V2(card) => (&mut card.data.name, "/data/name"),
        Card::V3(card) => (&mut card.data.name, "/data/name"),
        Card::V3L(card) => (&mut card.data.name, "/data/name"),
        Card::Prom(card) => (&mut card.data.name, "/data/name"),
        _ => return None,
    })
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

fn text(document: &Document) -> String {
    document.to_text(Style::Compact)
}

fn json_of(text: &str) -> Json {
    text.parse().unwrap_or_default()
}
