//! What Marinara Engine exports: a character or a lorebook in an envelope of its own.
//!
//! De facto: the exports of Marinara Engine of 2026 (`ExportEnvelope` of version 1): `type`, `version`, `exportedAt`, `data`.

use super::members::{Members, logic, object};
use super::origin::{ForeignForm, Translated};
use crate::json::{Json, Object, Pointer};
use crate::{Form, Loss, LossReason, v2};

/// The marker of a character's envelope.
pub(super) const CHARACTER: &str = "marinara_character";

/// What the other envelopes hold.
const OTHERS: &[(&str, &str)] = &[
    ("marinara_persona", "a persona of Marinara, which describes a user and holds no card"),
    ("marinara_preset", "a preset of Marinara, which holds no card"),
    ("marinara_chat_preset", "a preset of Marinara, which holds no card"),
    ("marinara_story_bundle", "a story of Marinara; export the characters and lorebooks in it one by one"),
    ("marinara_profile", "a whole profile of Marinara; export its characters and lorebooks one by one"),
];

pub(super) fn read(value: &Json) -> Option<Result<Translated, String>> {
    let kind = value.get("type")?.as_str()?;
    let data = value.get("data")?;
    match kind {
        CHARACTER => Some(character(data)),
        "marinara_lorebook" => Some(lorebook(data)),
        _ => OTHERS.iter().find(|(other, _)| *other == kind).map(|(_, said)| Err((*said).to_owned())),
    }
}

/// The card as it is, one level down, whatever copies of its texts are beside it; or its members without that level, as in files that
/// were made by hand. What Marinara keeps beside it (picture, sprites, dates) is unknown to the specs, and stays. A card that does not
/// say of which spec it is is one of V2, as Marinara takes it.
fn character(data: &Json) -> Result<Translated, String> {
    let is_named = |at: &str| data.pointer(at).and_then(Json::as_str).is_some();
    let marked = || object([("spec", v2::SPEC.into()), ("spec_version", v2::SPEC_VERSION.into())]);
    let card = match data {
        Json::Object(card) if is_named("/data/name") => match card.get("spec") {
            Some(_) => card.clone(),
            None => marked().into_iter().chain(card.clone()).collect(),
        },
        Json::Object(_) if is_named("/name") => {
            marked().into_iter().chain([("data".to_owned(), data.clone())]).collect()
        }
        _ => return Err("a character of Marinara without a card in it".to_owned()),
    };
    Ok(Translated::new(ForeignForm::MarinaraCharacter, Form::V2, card, Vec::new()))
}

fn lorebook(data: &Json) -> Result<Translated, String> {
    let empty = Json::Object(Object::new());
    let at = Pointer::from(["data"]);
    let nothing = || "a lorebook of Marinara without entries".to_owned();
    let mut from = Members::of(data, at.clone()).ok_or_else(nothing)?;
    let settings = from.take("lorebook").unwrap_or(&empty);
    let list = from.take("entries").and_then(Json::as_array).ok_or_else(nothing)?;
    let mut loss = Vec::new();
    let mut book = Object::new();
    if let Some(mut own) = Members::of(settings, at.member("lorebook")) {
        for (theirs, ours) in [
            ("name", "name"),
            ("description", "description"),
            ("scanDepth", "scan_depth"),
            ("tokenBudget", "token_budget"),
            ("recursiveScanning", "recursive_scanning"),
        ] {
            if let Some(value) = own.take(theirs).filter(|value| !value.is_null()) {
                book.insert(ours, value.clone());
            }
        }
        // What only the program's own library shows.
        own.ignore(&["id", "category", "createdAt", "updatedAt"]);
        if settings.get("enabled") == Some(&Json::Bool(true)) {
            own.ignore(&["enabled"]);
        }
        own.lost(&mut loss);
    }
    let mut entries = Vec::with_capacity(list.len());
    for (index, theirs) in list.iter().enumerate() {
        let at = at.member("entries").index(index);
        match Members::of(theirs, at.clone()) {
            Some(from) => entries.push(entry(theirs, from, index, &mut loss).into()),
            None => loss.push(Loss::new(at, LossReason::Unrepresentable, theirs)),
        }
    }
    book.insert("extensions", Object::new());
    book.insert("entries", Json::Array(entries));
    from.lost(&mut loss);
    Ok(Translated::new(ForeignForm::MarinaraLorebook, Form::Lorebook, book, loss))
}

/// An entry as V2 has it, with what SillyTavern knows too in its extensions.
fn entry(value: &Json, mut from: Members<'_>, index: usize, loss: &mut Vec<Loss>) -> Object {
    let is = |name: &str| value.get(name) == Some(&Json::Bool(true));
    let title = from.text("name");
    let position = from.take("position").and_then(Json::as_i64).unwrap_or(0);
    let mut keys = |name: &str| {
        let texts = from.texts(name);
        // A pattern is there without slashes; V2 tells one by them.
        let pattern = |text: Json| {
            let pattern = text.as_str().unwrap_or_default().replace('/', r"\/");
            format!("/{pattern}/{}", if is("caseSensitive") { "" } else { "i" }).into()
        };
        Json::Array(if is("useRegex") { texts.into_iter().map(pattern).collect() } else { texts })
    };
    let mut entry = object([
        ("id", i64::try_from(index).unwrap_or(i64::MAX).into()),
        ("keys", keys("keys")),
        ("secondary_keys", keys("secondaryKeys")),
        ("name", title.into()),
        ("comment", title.into()),
        ("content", from.text("content").into()),
        ("enabled", (value.get("enabled") != Some(&Json::Bool(false))).into()),
        ("constant", is("constant").into()),
        ("selective", is("selective").into()),
        ("insertion_order", from.take("order").filter(|order| order.as_i64().is_some()).cloned().unwrap_or(100.into())),
        ("case_sensitive", is("caseSensitive").into()),
        ("position", if position == 0 { "before_char" } else { "after_char" }.into()),
    ]);
    // SillyTavern has the places by number too: before, after, and 4 for a depth.
    let mut own = object([("position", if position == 2 { 4 } else { position }.into())]);
    let second = match from.text("selectiveLogic") {
        "not_all" => logic::NOT_ALL,
        "not" => logic::NOT_ANY,
        "and_all" => logic::AND_ALL,
        _ => 0,
    };
    own.insert("selectiveLogic", second);
    let role = match from.text("role") {
        "user" => 1,
        "assistant" => 2,
        _ => 0,
    };
    own.insert("role", role);
    for (theirs, ours) in [
        ("depth", "depth"),
        ("scanDepth", "scan_depth"),
        ("matchWholeWords", "match_whole_words"),
        ("group", "group"),
        ("groupWeight", "group_weight"),
        ("sticky", "sticky"),
        ("cooldown", "cooldown"),
        ("delay", "delay"),
        ("probability", "probability"),
        ("preventRecursion", "prevent_recursion"),
        ("excludeRecursion", "exclude_recursion"),
        ("delayUntilRecursion", "delay_until_recursion"),
    ] {
        if let Some(value) = from.take(theirs).filter(|value| !value.is_null()) {
            own.insert(ours, value.clone());
        }
    }
    own.insert("useProbability", own.get("probability").is_some());
    entry.insert("extensions", own);
    from.ignore(&["enabled", "constant", "selective", "caseSensitive", "useRegex"]);
    // What says nothing where it is off, and what only the program's own library shows.
    from.ignore(&["id", "lorebookId", "createdAt", "updatedAt", "embedding", "excludeFromVectorization"]);
    for name in ["characterFilterMode", "characterTagFilterMode", "generationTriggerFilterMode"] {
        if value.get(name).and_then(Json::as_str) == Some("any") {
            from.ignore(&[name]);
        }
    }
    for name in ["locked", "ephemeral"] {
        if !is(name) {
            from.ignore(&[name]);
        }
    }
    from.lost(loss);
    entry
}
