//! An answer beside the expected one.

use serde_json::Value;

use crate::{Class, Row};

/// Members that an answer cannot leave out where the row has them; the others count only when they are there.
const CARRYING: [&str; 21] = [
    "fields",
    "text",
    "activated",
    "active",
    "turns",
    "card",
    "outcome",
    "chunks",
    "version",
    "entries",
    "book",
    "world",
    "module",
    "bytes",
    "messages",
    "prompt",
    "contents",
    "system",
    "api",
    "images",
    "effects",
];

/// Members of which an answer may list more than the row asks for.
const OPEN_LISTS: [&str; 2] = ["assets", "extracted"];

/// Kinds whose answers are files and cards, where less than expected is a loss.
const CARDS: [&str; 5] = ["read", "keep", "write", "convert", "import"];

/// How one answer compares with its row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judged {
    /// The class.
    pub class: Class,
    /// Where the two part: lines of a pointer with both values. Empty when they are the same.
    pub differences: Vec<Difference>,
}

/// One place where an answer is not the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// A JSON pointer into the answer.
    pub at: String,
    /// What the row has there; `None` where it has nothing.
    pub expected: Option<Value>,
    /// What the answer has there.
    pub found: Option<Value>,
}

impl Judged {
    /// A class that comes without a comparison.
    pub fn plain(class: Class) -> Self {
        Self { class, differences: Vec::new() }
    }
}

/// Compares an answer with what a row expects.
///
/// - `{"unsupported": …}` is a legal answer to any row.
/// - Of an expected `error` only that there is one counts, unless the answer goes on; an expected outcome `rejected` is an
///   error.
/// - What the row does not expect is not looked at; a member that the answer leaves out counts only where it carries the
///   answer (`text`, `activated`, `card` and their like).
/// - Numbers compare by value: JavaScript has one number 1, spelled `1` or `1.0`.
/// - `fields` are looked for in the `card` of an answer that has none; a `text` and a `card` compare as the JSON that they hold where only one of them is there.
pub fn compare(row: &Row, answer: &Value) -> Judged {
    let Some(members) = answer.as_object() else {
        return Judged::plain(Class::Crashes);
    };
    if members.contains_key("unsupported") {
        return Judged::plain(Class::Unsupported);
    }
    let expected = &row.expected;
    let expects_error = is_error(expected);
    match (expects_error, is_error(answer)) {
        // Some errors come with what was made before them.
        (true, true) if !CARRYING.iter().any(|name| expected.get(name).is_some()) => return Judged::plain(Class::Same),
        (false, true) => {
            let difference = Difference { at: String::new(), expected: None, found: Some(answer.clone()) };
            return Judged { class: Class::Refuses, differences: vec![difference] };
        }
        (true, false) => {
            let difference =
                Difference { at: String::new(), expected: Some(expected.clone()), found: Some(answer.clone()) };
            return Judged { class: Class::Other, differences: vec![difference] };
        }
        (true, true) | (false, false) => {}
    }
    let mut differences = Vec::new();
    answers(expected, answer, "", &mut differences);
    let class = if differences.is_empty() {
        Class::Same
    } else if CARDS.contains(&row.kind.as_str()) && differences.iter().all(|difference| difference.found.is_none()) {
        Class::Loses
    } else {
        Class::Other
    };
    Judged { class, differences }
}

fn is_error(value: &Value) -> bool {
    value.get("error").is_some() || value.get("outcome").is_some_and(|outcome| outcome == "rejected")
}

/// One whole answer, or that of a turn.
fn answers(expected: &Value, answer: &Value, at: &str, out: &mut Vec<Difference>) {
    for (name, wanted) in expected.as_object().into_iter().flatten() {
        let place = format!("{at}/{name}");
        match (name.as_str(), answer.get(name)) {
            ("any_of", _) => any_of(wanted, answer.get("text"), at, out),
            // Whoever gives anything that the kind asks for has accepted the file.
            ("outcome", None) if gives(expected, answer) => {}
            ("fields", found) => fields(wanted, found.or(answer.get("card")), &place, out),
            ("text", None) => payload(answer.get("card").map(Value::to_string).as_deref(), wanted, &place, out),
            ("card", None) => payload(answer.get("text").and_then(Value::as_str), wanted, &place, out),
            (_, None) if !CARRYING.contains(&name.as_str()) => {}
            (_, None) => out.push(Difference { at: place, expected: Some(wanted.clone()), found: None }),
            ("turns", Some(found)) => turns(wanted, found, &place, out),
            (open, Some(found)) if OPEN_LISTS.contains(&open) => holds(wanted, found, &place, out),
            (_, Some(found)) => values(wanted, found, &place, out),
        }
    }
}

/// Whether an answer has anything of what the row asks for, or of what carries an answer. The question itself has not.
fn gives(expected: &Value, answer: &Value) -> bool {
    let asked = expected.as_object().into_iter().flat_map(|members| members.keys().map(String::as_str));
    asked.chain(CARRYING).chain(OPEN_LISTS).any(|name| answer.get(name).is_some())
}

fn any_of(choices: &Value, found: Option<&Value>, at: &str, out: &mut Vec<Difference>) {
    if !choices.as_array().into_iter().flatten().any(|choice| Some(choice) == found) {
        out.push(Difference { at: format!("{at}/text"), expected: Some(choices.clone()), found: found.cloned() });
    }
}

/// Members of a card by their names, wherever its form has them.
fn fields(wanted: &Value, card: Option<&Value>, at: &str, out: &mut Vec<Difference>) {
    let holder = card.map(|card| card.get("data").unwrap_or(card));
    for (name, wanted) in wanted.as_object().into_iter().flatten() {
        let place = format!("{at}/{}", escaped(name));
        match holder.and_then(|holder| holder.get(name)) {
            Some(found) => values(wanted, found, &place, out),
            None => out.push(Difference { at: place, expected: Some(wanted.clone()), found: None }),
        }
    }
}

/// A payload as a text beside the card that it holds.
fn payload(text: Option<&str>, wanted: &Value, at: &str, out: &mut Vec<Difference>) {
    let parsed = |text: &str| serde_json::from_str::<Value>(text).ok();
    let found = text.and_then(parsed);
    let wanted_card = wanted.as_str().map_or_else(|| Some(wanted.clone()), parsed);
    match (wanted_card, found) {
        (Some(wanted), Some(found)) => values(&wanted, &found, at, out),
        (_, found) => out.push(Difference { at: at.to_owned(), expected: Some(wanted.clone()), found }),
    }
}

fn turns(wanted: &Value, found: &Value, at: &str, out: &mut Vec<Difference>) {
    let (Some(wanted), Some(found)) = (wanted.as_array(), found.as_array()) else {
        return values(wanted, found, at, out);
    };
    for (number, wanted) in wanted.iter().enumerate() {
        let place = format!("{at}/{number}");
        match found.get(number) {
            Some(found) if is_error(wanted) && is_error(found) => {}
            Some(found) if is_error(wanted) != is_error(found) => values(wanted, found, &place, out),
            Some(found) => answers(wanted, found, &place, out),
            None => out.push(Difference { at: place, expected: Some(wanted.clone()), found: None }),
        }
    }
}

/// Each item and member that the row lists has to be found; more may be there.
fn holds(wanted: &Value, found: &Value, at: &str, out: &mut Vec<Difference>) {
    if let (Some(wanted), Some(found)) = (wanted.as_array(), found.as_array()) {
        let absent = wanted.iter().filter(|wanted| !found.iter().any(|found| same(wanted, found)));
        out.extend(absent.map(|wanted| Difference { at: at.to_owned(), expected: Some(wanted.clone()), found: None }));
    } else if let (Some(wanted), Some(found)) = (wanted.as_object(), found.as_object()) {
        for (name, wanted) in wanted {
            let place = format!("{at}/{}", escaped(name));
            match found.get(name) {
                Some(found) => values(wanted, found, &place, out),
                None => out.push(Difference { at: place, expected: Some(wanted.clone()), found: None }),
            }
        }
    } else {
        values(wanted, found, at, out);
    }
}

/// Any two values, place by place.
fn values(wanted: &Value, found: &Value, at: &str, out: &mut Vec<Difference>) {
    let part = |at: String, expected: Option<&Value>, found: Option<&Value>| Difference {
        at,
        expected: expected.cloned(),
        found: found.cloned(),
    };
    match (wanted, found) {
        (Value::Object(wanted), Value::Object(found)) => {
            for (name, value) in wanted {
                let place = format!("{at}/{}", escaped(name));
                match found.get(name) {
                    Some(found) => values(value, found, &place, out),
                    None => out.push(part(place, Some(value), None)),
                }
            }
            let more = found.iter().filter(|(name, _)| !wanted.contains_key(*name));
            out.extend(more.map(|(name, value)| part(format!("{at}/{}", escaped(name)), None, Some(value))));
        }
        (Value::Array(wanted), Value::Array(found)) => {
            for number in 0..wanted.len().max(found.len()) {
                let place = format!("{at}/{number}");
                match (wanted.get(number), found.get(number)) {
                    (Some(wanted), Some(found)) => values(wanted, found, &place, out),
                    (wanted, found) => out.push(part(place, wanted, found)),
                }
            }
        }
        _ if same(wanted, found) => {}
        _ => out.push(part(at.to_owned(), Some(wanted), Some(found))),
    }
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
