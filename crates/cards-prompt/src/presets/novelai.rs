//! Presets of NovelAI, which hold settings of sampling alone, as SillyTavern keeps such settings for it.
//!
//! De facto: SillyTavern 1.19.0 (`public/scripts/nai-settings.js`, the import of presets of NovelAI), files that NovelAI gives out.

use cards_model::{Json, Object, Pointer};
use cards_words::Outcome;

use super::{Loss, Losses, says_nothing};

/// Settings that both call the same.
const SAME: [&str; 20] = [
    "temperature",
    "max_length",
    "min_length",
    "top_k",
    "top_p",
    "top_a",
    "typical_p",
    "tail_free_sampling",
    "repetition_penalty",
    "repetition_penalty_range",
    "repetition_penalty_slope",
    "repetition_penalty_frequency",
    "repetition_penalty_presence",
    "phrase_rep_pen",
    "mirostat_lr",
    "mirostat_tau",
    "math1_temp",
    "math1_quad",
    "math1_quad_entropy_scale",
    "min_p",
];
/// The samplers that SillyTavern knows, by its numbers for them.
const SAMPLERS: [(&str, i64); 9] = [
    ("temperature", 0),
    ("top_k", 1),
    ("top_p", 2),
    ("tfs", 3),
    ("top_a", 4),
    ("typical_p", 5),
    ("mirostat", 8),
    ("math1", 9),
    ("min_p", 10),
];
/// Their order where a file has none.
const ORDER: [i64; 6] = [1, 5, 0, 2, 3, 4];
/// Tokens of the context, which these files do not have.
const CONTEXT: i64 = 8000;
/// The version of these files that SillyTavern takes in.
const VERSION: i64 = 3;

/// Whether a value is a preset of NovelAI.
#[must_use]
pub fn is_novelai(value: &Json) -> bool {
    value.get("presetVersion").and_then(Json::as_i64) == Some(VERSION)
        && value.get("parameters").and_then(Json::as_object).is_some()
}

/// Writes a preset of NovelAI as SillyTavern keeps its settings for NovelAI, with what has no place there.
///
/// ```
/// use cards_model::{Json, Limits};
/// use cards_prompt::presets::from_novelai;
/// let preset = r#"{"presetVersion":3,"name":"Calm","parameters":{"temperature":0.6,"order":[{"id":"top_p","enabled":true}]}}"#;
/// let made = from_novelai(&Json::read(preset, &Limits::default())?);
/// assert_eq!(made.value.get("order").map(Json::to_string).as_deref(), Some("[2]"));
/// assert_eq!(made.findings[0].pointer, "/name");
/// # Ok::<(), cards_model::json::Error>(())
/// ```
pub fn from_novelai(preset: &Json) -> Outcome<Json, Loss> {
    let mut losses = Losses::default();
    for (name, value) in preset.as_object().into_iter().flat_map(Object::iter) {
        let is_read = ["presetVersion", "parameters"].contains(&name);
        if !is_read && !says_nothing(value) {
            losses.add(&Pointer::ROOT.member(name), "SillyTavern's settings for NovelAI have no place for it");
        }
    }
    let at = Pointer::ROOT.member("parameters");
    let of_file = preset.get("parameters").unwrap_or(&Json::Null);
    let mut made = Object::default();
    made.insert("max_context", CONTEXT);
    for name in SAME {
        if let Some(value) = of_file.get(name) {
            made.insert(name, value.clone());
        }
    }
    let order = of_file.get("order").and_then(Json::as_array);
    let numbers = order.map_or(ORDER.to_vec(), |order| {
        order
            .iter()
            .enumerate()
            .filter_map(|(place, one)| sampler(one, &at.member("order").index(place), &mut losses))
            .collect()
    });
    made.insert("order", numbers.into_iter().map(Json::from).collect::<Vec<_>>());
    made.insert("extensions", Json::Object(Object::default()));
    for (name, value) in of_file.as_object().into_iter().flat_map(Object::iter) {
        let is_taken = SAME.contains(&name) || name == "order" && order.is_some();
        if !is_taken && !says_nothing(value) {
            losses.add(&at.member(name), "SillyTavern's settings for NovelAI have no place for it");
        }
    }
    Outcome::new(Json::Object(made), losses.0)
}

/// The number of a sampler that is on.
fn sampler(one: &Json, at: &Pointer, losses: &mut Losses) -> Option<i64> {
    let id = one.get("id").and_then(Json::as_str).unwrap_or_default();
    let number = SAMPLERS.iter().find(|(known, _)| *known == id).map(|(_, number)| *number);
    match (number, one.get("enabled").and_then(Json::as_bool)) {
        (Some(number), Some(true)) => return Some(number),
        (Some(_), _) => {
            losses.add(at, "SillyTavern lists the samplers that are on, and forgets where one that is off was")
        }
        (None, _) => losses.add(at, "SillyTavern knows no such sampler"),
    }
    None
}
