//! The protocol: one line of JSON in, one out.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::limits::within_limits;
use crate::{Class, Judged, Row, answer, compare};

/// Characters of a value that an explanation shows.
const SHOWN: usize = 2_000;

/// Judges the line that a program wrote for a row. What is no JSON object, or past the limits on JSON, counts as a crash.
pub fn judge_line(row: &Row, line: &str) -> Judged {
    match within_limits(line).ok().and_then(|()| serde_json::from_str::<Value>(line).ok()) {
        Some(answer @ Value::Object(_)) => compare(row, &answer),
        _ => Judged::plain(Class::Crashes),
    }
}

/// Answers one question line with the libraries of this workspace, as a program under test does.
pub fn reply(question: &str) -> String {
    if let Err(error) = within_limits(question) {
        return json!({ "error": format!("the question is past a limit: {error}") }).to_string();
    }
    let Ok(question) = serde_json::from_str::<Value>(question) else {
        return json!({ "error": "the question is no JSON" }).to_string();
    };
    let text = |name: &str| question.get(name).and_then(Value::as_str).unwrap_or_default();
    let input = question.get("input").unwrap_or(&Value::Null);
    answer(text("kind"), text("profile"), input).to_string()
}

/// A row, and where an answer is not the expected one, for people.
pub fn explain(row: &Row, judged: &Judged) -> String {
    let mut out = format!("{}  {}, {}, {}: {}\n", row.id, row.kind, row.profile, row.level, judged.class);
    // Writing to a text cannot fail.
    if let Some(title) = &row.title {
        let _ = writeln!(out, "  {title}");
    }
    let _ = writeln!(out, "  tags    {}", row.tags.join(", "));
    let _ = writeln!(out, "  source  {}", row.source);
    let _ = writeln!(out, "  input   {}", shown(&readable(&row.input)));
    if judged.differences.is_empty() {
        let _ = writeln!(out, "  expected  {}", shown(&row.expected));
    }
    for difference in &judged.differences {
        let at = if difference.at.is_empty() { "the whole answer" } else { &difference.at };
        let side = |value: &Option<Value>| value.as_ref().map_or_else(|| "nothing".to_owned(), shown);
        let _ = writeln!(out, "  at {at}");
        let _ = writeln!(out, "    expected  {}", side(&difference.expected));
        let _ = writeln!(out, "    found     {}", side(&difference.found));
    }
    out
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}… ({} bytes)", text.get(..end).unwrap_or_default(), text.len()),
        None => text,
    }
}

/// A question with the text of a file that is one, in place of its base64.
fn readable(input: &Value) -> Value {
    let mut input = input.clone();
    if let Some(file) = input.get_mut("file") {
        let bytes = file.as_str().and_then(|text| STANDARD.decode(text).ok()).unwrap_or_default();
        *file = match String::from_utf8(bytes) {
            Ok(text) => json!(text),
            Err(error) => json!(format!("({} bytes of a binary file)", error.as_bytes().len())),
        };
    }
    input
}
