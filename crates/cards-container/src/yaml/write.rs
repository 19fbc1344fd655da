//! A value as YAML text.
//!
//! By hand, as the library above reads and does not write, and nothing is needed but members of the root with a text
//! each: those are written as people write them, and any other value as the JSON that YAML 1.2 takes as it is.

use cards_model::json::{Json, Style};

/// Texts that some reader of YAML takes for no text: those of the core schema, and what YAML 1.1 has for truth.
const NO_TEXT: [&str; 10] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan"];

/// Writes a value as YAML that readers of 1.2 and of 1.1 understand alike; texts of several lines are in blocks.
///
/// Reading it with [`to_json`](super::to_json) gives the same value, as long as no name has more than 1,024 characters.
///
/// # Examples
/// ```
/// use cards_container::yaml;
/// use cards_model::Json;
///
/// let json: Json = r#"{"name":"Odile","greeting":"Mind the step.\nIt is wet.","age":41}"#.parse()?;
/// assert_eq!(yaml::from_json(&json), "name: Odile\ngreeting: |-\n  Mind the step.\n  It is wet.\nage: 41\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn from_json(json: &Json) -> String {
    let members = match json {
        Json::Object(members) if !members.is_empty() => members,
        other => return format!("{}\n", flow(other)),
    };
    let mut out = String::new();
    for (name, value) in members.iter() {
        let name = if is_plain(name) { name.to_owned() } else { flow(&name.into()) };
        match value {
            Json::String(text) if is_plain(text) => out += &format!("{name}: {text}\n"),
            Json::String(text) if is_block(text) => block(&mut out, &name, text),
            other => out += &format!("{name}: {}\n", flow(other)),
        }
    }
    out
}

/// Whether a text may be without quotes: words of letters, digits and marks that mean nothing in YAML.
fn is_plain(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '\'' | '(' | ')');
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.ends_with(word)
        && text.chars().all(|c| word(c) || c == ' ' || c == '!' || c == '?')
        && !NO_TEXT.iter().any(|other| text.eq_ignore_ascii_case(other))
}

/// Whether a text can be in a block line by line and be read as it is.
fn is_block(text: &str) -> bool {
    let blank = |line: &str| !line.is_empty() && line.chars().all(char::is_whitespace);
    text.contains('\n')
        && !text.starts_with(|c: char| c.is_whitespace())
        && !text.ends_with("\n\n")
        && !text.chars().any(|c| c != '\n' && is_odd(c))
        && !text.split('\n').any(blank)
}

/// Characters that a reader may take for a line end, or not at all.
fn is_odd(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

fn block(out: &mut String, name: &str, text: &str) {
    let (text, mark) = match text.strip_suffix('\n') {
        Some(text) => (text, "|"),
        None => (text, "|-"),
    };
    *out += &format!("{name}: {mark}\n");
    for line in text.split('\n') {
        *out += if line.is_empty() { "" } else { "  " };
        *out += line;
        *out += "\n";
    }
}

/// A value on one line, as JSON with every odd character escaped.
fn flow(json: &Json) -> String {
    let text = json.to_text(Style::Compact);
    if !text.contains(is_odd) {
        return text;
    }
    // Outside of texts JSON has no such character.
    text.chars().map(|c| if is_odd(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() }).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use cards_model::json::Object;
    use proptest::prelude::*;

    use super::*;
    use crate::Limits;
    use crate::yaml::to_json;

    #[track_caller]
    fn check(json: &str, expected: &str) {
        let json: Json = json.parse().unwrap();
        assert_eq!(from_json(&json), expected);
    }

    #[test]
    fn texts_are_plain_where_they_can_be() {
        check(r#"{"name":"Odile Marrow"}"#, "name: Odile Marrow\n");
        check(r#"{"name":"yes"}"#, "name: \"yes\"\n");
        check(r#"{"name":"a: b"}"#, "name: \"a: b\"\n");
        check(r#"{"name":""}"#, "name: \"\"\n");
        check(r#"{"12":true}"#, "\"12\": true\n");
        check(r#"{"t":"a\n\nb\n"}"#, "t: |\n  a\n\n  b\n");
        check(r#"{"t":" a\nb"}"#, "t: \" a\\nb\"\n");
        check(r#"{"t":"a\u0085b"}"#, "t: \"a\\u0085b\"\n");
        check("[]", "[]\n");
    }

    fn texts() -> impl Strategy<Value = String> {
        prop_oneof![
            "[a-z:#\n \t\"'{}|>-]{0,24}",
            "\\PC{0,12}",
            any::<String>(),
            proptest::sample::select(&NO_TEXT[..]).prop_map(str::to_owned),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_reads_as_the_same(names in proptest::collection::vec((texts(), texts()), 0..4), inner in texts()) {
            let nested: Object = [(inner.clone(), Json::from(inner))].into_iter().collect();
            // A name occurs once.
            let names: BTreeMap<String, String> = names.into_iter().collect();
            let members = names.into_iter().map(|(name, text)| (name, Json::from(text)));
            let value = Json::from(members.chain([("nested: ".to_owned(), nested.into())]).collect::<Object>());
            let text = from_json(&value);
            let read = to_json(&text, &Limits::default()).map_err(|error| format!("{}: {text:?}", error.source)).unwrap();
            prop_assert_eq!(String::from_utf8(read).unwrap().parse::<Json>().unwrap(), value);
        }
    }
}
