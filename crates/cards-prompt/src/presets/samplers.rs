//! Numbers that both clients have, under other names and in other units.

use cards_model::{Json, Object};

/// SillyTavern's name, RisuAI's, and how many of RisuAI's units are one of SillyTavern's.
pub(super) const SAMPLERS: [(&str, &str, f64); 10] = [
    ("temperature", "temperature", 100.0),
    ("frequency_penalty", "frequencyPenalty", 100.0),
    // The client spells it so.
    ("presence_penalty", "PresensePenalty", 100.0),
    ("top_p", "top_p", 1.0),
    ("top_k", "top_k", 1.0),
    ("top_a", "top_a", 1.0),
    ("min_p", "min_p", 1.0),
    ("repetition_penalty", "repetition_penalty", 1.0),
    ("openai_max_context", "maxContext", 1.0),
    ("openai_max_tokens", "maxResponse", 1.0),
];

/// What RisuAI writes for a number that is not set.
const UNSET: f64 = -1000.0;

/// Copies the numbers of SillyTavern's preset.
pub(super) fn for_risu(from: &Json, made: &mut Object) {
    for (theirs, ours, factor) in SAMPLERS {
        if let Some(number) = from.get(theirs).and_then(Json::as_f64) {
            made.insert(ours, scaled(number, |number| number * factor, |number| number / factor));
        }
    }
}

/// Copies the numbers of RisuAI's preset.
pub(super) fn for_sillytavern(from: &Json, made: &mut Object) {
    for (ours, theirs, factor) in SAMPLERS {
        if let Some(number) = from.get(theirs).and_then(Json::as_f64).filter(|number| *number != UNSET) {
            made.insert(ours, scaled(number, |number| number / factor, |number| number * factor));
        }
    }
}

/// A number in the other unit: the round one, where the way back from it gives the same.
fn scaled(number: f64, there: impl Fn(f64) -> f64, back: impl Fn(f64) -> f64) -> Json {
    const DIGITS: f64 = 1e6;
    let exact = there(number);
    let round = (exact * DIGITS).round() / DIGITS;
    Json::from(if back(round) == number { round } else { exact })
}
