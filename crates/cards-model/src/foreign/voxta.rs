//! Packages of Voxta, as `cards-container` puts their files together: `voxta` with `characters`, `books` and `scenarios`.
//!
//! De facto: character-foundry 322fe8d, voxta 0.1.13.

use super::members::{Members, object, says_something, seconds, v3};
use super::origin::{ForeignForm, Translated};
use crate::json::{Json, Object, Pointer};
use crate::{Form, Loss, LossReason};

pub(super) fn read(value: &Json) -> Option<Result<Translated, String>> {
    let package = value.get("voxta")?.as_object()?;
    let list = |name: &str| package.get(name).and_then(Json::as_array).unwrap_or_default();
    let (characters, books) = (list("characters"), list("books"));
    let Some(character) = characters.first() else {
        return Some(match books.first() {
            Some(book) => Ok(lorebook(book)),
            None if list("scenarios").is_empty() => Err("a Voxta package with nothing in it".to_owned()),
            None => Err("a Voxta package with a scenario and no character".to_owned()),
        });
    };
    let assets = list("assets");
    let mut made = card(character, books, assets)?;
    let name = |character: &Json| character.get("Name").and_then(Json::as_str).map(str::to_owned);
    // A scenario of the program directs several characters; the card has the text that its own says.
    let scenarios = Pointer::from(["voxta", "scenarios"]);
    let lost = list("scenarios").iter().enumerate();
    made.origin.loss.extend(lost.map(|(index, one)| Loss::new(scenarios.index(index), LossReason::NoField, one)));
    made.origin.others = characters.iter().skip(1).filter_map(name).collect();
    Some(Ok(made))
}

/// The two names as macros; blanks inside the braces go.
fn macros(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        let (before, found) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let inner = found.get(2..).and_then(|inner| Some((inner, inner.find("}}")?)));
        let name = inner.and_then(|(inner, end)| Some((inner.get(..end)?.trim(), end)));
        match name {
            Some((name @ ("char" | "user"), end)) => {
                out.push_str(&format!("{{{{{name}}}}}"));
                rest = found.get(end + 4..).unwrap_or_default();
            }
            _ => {
                out.push_str("{{");
                rest = found.get(2..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

fn card(character: &Json, books: &[Json], assets: &[Json]) -> Option<Translated> {
    let place = Pointer::from(["voxta", "characters"]).index(0);
    let mut from = Members::of(character, place)?;
    let mut loss = Vec::new();
    let mut text = |name: &str| Json::from(macros(from.text(name)));
    let mut data = object([
        ("name", text("Name")),
        ("description", text("Profile")),
        ("personality", text("Personality")),
        ("scenario", text("Scenario")),
        ("first_mes", text("FirstMessage")),
        ("mes_example", text("MessageExamples")),
        ("creator_notes", text("CreatorNotes")),
        ("system_prompt", text("SystemPrompt")),
        ("post_history_instructions", text("PostHistoryInstructions")),
        ("creator", text("Creator")),
        ("character_version", text("Version")),
    ]);
    let nickname = from.text("Label");
    if !nickname.is_empty() {
        data.insert("nickname", nickname);
    }
    let greetings = from.texts("AlternativeFirstMessages").into_iter();
    let greetings = greetings.map(|text| macros(text.as_str().unwrap_or_default()).into());
    data.insert("alternate_greetings", Json::Array(greetings.collect()));
    data.insert("group_only_greetings", Json::Array(Vec::new()));
    data.insert("tags", Json::Array(from.texts("Tags")));
    for (name, member) in [("DateCreated", "creation_date"), ("DateModified", "modification_date")] {
        // The year 1 says that nobody set it.
        let date = from.text(name);
        if let Some(seconds) = seconds(date).filter(|_| !date.starts_with("0001")) {
            data.insert(member, seconds);
        }
    }
    let mut extensions = Object::new();
    let looks = macros(from.text("Description"));
    if !looks.is_empty() {
        extensions.insert("visual_description", looks);
    }
    let mut own = Object::new();
    for name in ["Context", "Instructions", "UserNameOverride", "TextToSpeech", "Scripts", "Augmentations", "Culture"] {
        if let Some(kept) = from.take(name).filter(|kept| says_something(kept)) {
            own.insert(name, kept.clone());
        }
    }
    if !own.is_empty() {
        extensions.insert("voxta", own);
    }
    data.insert("extensions", extensions);
    if let Some(book) = linked(from.list("MemoryBooks"), books, &mut loss) {
        data.insert("character_book", book);
    }
    if !assets.is_empty() {
        data.insert("assets", Json::Array(assets.to_vec()));
    }
    from.ignore(&["$type", "Id", "Thumbnail"]);
    from.lost(&mut loss);
    Some(Translated::new(ForeignForm::Voxta, Form::V3, v3(data), loss))
}

/// The linked books as one, or all where none is linked.
fn linked(ids: &[Json], books: &[Json], loss: &mut Vec<Loss>) -> Option<Object> {
    let is_linked = |book: &Json| ids.is_empty() || book.get("Id").is_some_and(|id| ids.contains(id));
    let mut all: Option<Object> = None;
    for (index, book) in books.iter().enumerate().filter(|(_, book)| is_linked(book)) {
        let made = book_of(book, &Pointer::from(["voxta", "books"]).index(index), loss);
        match &mut all {
            None => all = Some(made),
            Some(all) => {
                let entries = made.get("entries").and_then(Json::as_array).unwrap_or_default().to_vec();
                if let Some(Json::Array(list)) = all.get_mut("entries") {
                    list.extend(entries);
                }
            }
        }
    }
    let mut all = all?;
    for (index, entry) in all.get_mut("entries").and_then(Json::as_array_mut).into_iter().flatten().enumerate() {
        if let Some(entry) = entry.as_object_mut() {
            entry.insert("insertion_order", i64::try_from(index).unwrap_or(i64::MAX));
        }
    }
    Some(all)
}

fn book_of(book: &Json, at: &Pointer, loss: &mut Vec<Loss>) -> Object {
    let mut out = Object::new();
    let Some(mut from) = Members::of(book, at.clone()) else { return out };
    let items = from.list("Items");
    let list = at.member("Items");
    let mut entries = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let Some(mut item) = Members::of(item, list.index(index)) else { continue };
        let mut entry = object([
            ("keys", Json::Array(item.texts("Keywords"))),
            ("content", macros(item.text("Text")).into()),
            ("extensions", Object::new().into()),
            ("enabled", (item.take("Deleted") != Some(&Json::Bool(true))).into()),
            ("insertion_order", i64::try_from(index).unwrap_or(i64::MAX).into()),
            ("use_regex", false.into()),
        ]);
        if let Some(weight @ Json::Number(_)) = item.take("Weight") {
            entry.insert("priority", weight.clone());
        }
        item.ignore(&["Id", "CreatedAt", "UpdatedAt"]);
        item.lost(loss);
        entries.push(Json::from(entry));
    }
    let name = from.text("Name");
    if !name.is_empty() {
        out.insert("name", name);
    }
    out.insert("extensions", Object::new());
    out.insert("entries", Json::Array(entries));
    from.ignore(&["$type", "Id", "Version"]);
    from.lost(loss);
    out
}

/// A package of books alone: the first of them.
fn lorebook(book: &Json) -> Translated {
    let mut loss = Vec::new();
    let made = book_of(book, &Pointer::from(["voxta", "books"]).index(0), &mut loss);
    let file = object([("spec", crate::v3::LOREBOOK_SPEC.into()), ("data", made.into())]);
    Translated::new(ForeignForm::Voxta, Form::LorebookV3, file, loss)
}

#[cfg(test)]
mod tests {
    #[test]
    fn blanks_in_the_two_names_go_and_all_else_stays() {
        let made = super::macros("{{ char }} meets {{user}}; {{ time }} {{ char");
        assert_eq!(made, "{{char}} meets {{user}}; {{ time }} {{ char");
    }
}
