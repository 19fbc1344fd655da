//! SillyTavern's own check of a card.

use cards_model::json::Json;
use cards_model::json::javascript as js;

const V1: &[&str] = &["name", "description", "personality", "scenario", "first_mes", "mes_example"];
const V2: &[&str] = &[
    "name",
    "description",
    "personality",
    "scenario",
    "first_mes",
    "mes_example",
    "creator_notes",
    "system_prompt",
    "post_history_instructions",
    "alternate_greetings",
    "tags",
    "creator",
    "character_version",
    "extensions",
];
const NO_DATA: &str = "No tavern card data found";

/// What SillyTavern's check says of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validation {
    /// The spec version that it takes the card for, 1 to 3; `None` for none.
    pub version: Option<u8>,
    /// The last thing that it stumbled over, which may belong to a version that it tried before.
    pub last_error: Option<String>,
}

/// Checks a card as SillyTavern does before it saves one: V1, then V2, then V3, the first that fits.
///
/// V1 fits when the six V1 members are there, whatever they hold, so a V2 card with a full mirror counts as V1. The
/// version of a V3 card is compared as a number, and what is no number passes.
///
/// De facto: SillyTavern 1.19, card validator.
#[must_use]
pub fn validate(card: &Json) -> Validation {
    let mut last_error = None;
    let version = if fits_v1(card, &mut last_error) {
        Some(1)
    } else if fits_v2(card, &mut last_error) {
        Some(2)
    } else if fits_v3(card, &mut last_error) {
        Some(3)
    } else {
        None
    };
    Validation { version, last_error }
}

fn fits_v1(card: &Json, last_error: &mut Option<String>) -> bool {
    has_all(card, V1, "", last_error)
}

fn fits_v2(card: &Json, last_error: &mut Option<String>) -> bool {
    if !is_text(card.get("spec"), "chara_card_v2") {
        return stumble(last_error, "spec");
    }
    if !is_text(card.get("spec_version"), "2.0") {
        return stumble(last_error, "spec_version");
    }
    let Some(data) = card.get("data").filter(|data| js::truthy(data)) else {
        return stumble(last_error, NO_DATA);
    };
    has_all(data, V2, "data.", last_error)
        && is_list(data, "alternate_greetings")
        && is_list(data, "tags")
        && is_object(data, "extensions")
        && book_fits(data, last_error)
}

fn book_fits(data: &Json, last_error: &mut Option<String>) -> bool {
    let Some(book) = data.get("character_book").filter(|book| js::truthy(book)) else {
        return true;
    };
    has_all(book, &["extensions", "entries"], "data.character_book.", last_error)
        && is_list(book, "entries")
        && is_object(book, "extensions")
}

fn fits_v3(card: &Json, last_error: &mut Option<String>) -> bool {
    if !is_text(card.get("spec"), "chara_card_v3") {
        return stumble(last_error, "spec");
    }
    let version = js::number(card.get("spec_version"));
    // NaN is neither, so a version that is no number passes.
    let (older, newer) = (version < 3.0, version >= 4.0);
    if older || newer {
        return stumble(last_error, "spec_version");
    }
    match card.get("data") {
        Some(Json::Object(_) | Json::Array(_)) => true,
        _ => stumble(last_error, NO_DATA),
    }
}

fn stumble(last_error: &mut Option<String>, over: &str) -> bool {
    *last_error = Some(over.to_owned());
    false
}

fn has_all(value: &Json, names: &[&str], prefix: &str, last_error: &mut Option<String>) -> bool {
    match names.iter().find(|name| value.get(name).is_none()) {
        Some(absent) => stumble(last_error, &format!("{prefix}{absent}")),
        None => true,
    }
}

fn is_text(value: Option<&Json>, text: &str) -> bool {
    value.and_then(Json::as_str) == Some(text)
}

fn is_list(value: &Json, name: &str) -> bool {
    matches!(value.get(name), Some(Json::Array(_)))
}

/// JavaScript calls lists and `null` objects too.
fn is_object(value: &Json, name: &str) -> bool {
    matches!(value.get(name), Some(Json::Object(_) | Json::Array(_) | Json::Null))
}
