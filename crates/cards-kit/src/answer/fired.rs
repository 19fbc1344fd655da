//! The schema of what the lore engine tells: places, keys, outcomes and findings, as serde writes them.

use cards_json::Json;
use cards_lore::trace::Trace;
use cards_lore::{Active, Finding};

use super::shape::{Member, described, list, number, text, whole, words};
use super::turn::PlacedTexts;
use crate::described::{Described, Schemas, object};

fn role() -> Member {
    ("role", "Who speaks; matters at a depth.", words("system user assistant"), true)
}

/// Where an entry stands.
fn at() -> Vec<Member> {
    vec![
        ("book", "The number of its book, from 0.", whole(), true),
        ("entry", "Its number in the book, from 0.", whole(), true),
    ]
}

/// The same as a value of its own.
fn entry_at(schemas: &mut Schemas) -> Json {
    described(schemas, "EntryAt", "Where an entry stands.", |_| at())
}

/// Where a text goes.
fn placement() -> Vec<Member> {
    const PLACES: &str = "default before-char after-char author-note-top author-note-bottom examples-top examples-bottom \
        depth reverse-depth instruct-depth reverse-instruct-depth slot outlet inject nowhere no-place";
    vec![
        ("place", "The place.", words(PLACES), true),
        (
            "depth",
            "At a depth: how many messages are behind the text, or before it where it counts from the start.",
            number(),
            false,
        ),
        ("depth_tokens", "At a depth outside of chats: the same in tokens.", number(), false),
        ("name", "The name of the slot, the outlet or the part.", text(), false),
        ("how", "How the text meets the part that it is put into.", words("append prepend replace"), false),
        ("part", "What of the part it replaces.", text(), false),
        ("position", "The number of a place that the client does not know.", whole(), false),
        ("written", "What is written for the place, as JSON, where it is no number of the client.", text(), false),
    ]
}

/// A key that matched.
fn key_match(schemas: &mut Schemas) -> Json {
    let by = entry_at(schemas);
    described(schemas, "KeyMatch", "A key that matched.", |_| {
        vec![
            ("list", "The list that it is in.", words("primary secondary additional exclude exclude-all"), true),
            ("number", "Its number in the list, from 0.", whole(), true),
            ("key", "The key as it was looked for, macros expanded.", text(), true),
            ("in", "The text in which it stands.", words("message greeting field injection inserted window"), true),
            ("message", "The message, from 0, oldest first.", whole(), false),
            (
                "field",
                "The field of card or persona.",
                words("persona description personality depth-prompt scenario creator-notes"),
                false,
            ),
            ("injection", "The prompt injection, from 0.", whole(), false),
            ("by", "The entry whose text it is.", by, false),
            ("offset", "The byte of that text at which it starts.", whole(), true),
            ("length", "How many bytes of it match; 0 where that is not known.", whole(), true),
        ]
    })
}

impl Described for PlacedTexts {
    fn describe(schemas: &mut Schemas) -> Json {
        let entries = Vec::<Active>::describe(schemas);
        described(schemas, "PlacedTexts", "Texts that fired and go to one place, in prompt order.", |_| {
            let mut members = placement();
            members.extend([role(), ("entries", "The texts.", entries, true)]);
            members
        })
    }
}

impl Described for Active {
    fn describe(schemas: &mut Schemas) -> Json {
        described(schemas, "Active", "A text that is inserted.", |_| {
            let mut members = at();
            members.extend(placement());
            members.extend([
                ("content", "The text without decorators, macros expanded.", text(), true),
                role(),
                ("order", "Its place among others of its kind.", number(), true),
                ("priority", "Its rank when the budget is short.", number(), true),
                ("tokens", "Its tokens.", whole(), true),
                ("pass", "The pass in which it fired, from 1.", whole(), true),
            ]);
            members
        })
    }
}

impl Described for Finding {
    fn describe(schemas: &mut Schemas) -> Json {
        const KINDS: &str = "blank-key invalid-pattern costly-pattern costly-key long-key many-keys never-fires limit";
        described(schemas, "LoreFinding", "What was odd about a book, or a limit that was reached.", |_| {
            vec![
                ("book", "The number of the book, from 0.", whole(), false),
                ("entry", "The number of the entry in it, from 0.", whole(), false),
                ("kind", "What is odd.", words(KINDS), true),
                ("message", "The same for people.", text(), true),
                (
                    "matches_everything",
                    "Whether a blank key matches everything.",
                    object([("type", "boolean".into())]),
                    false,
                ),
                ("key", "The key.", text(), false),
                ("reason", "What is wrong with it.", text(), false),
                ("bytes", "Its length.", whole(), false),
                ("count", "How many keys there are.", whole(), false),
                ("limit", "The limit that cut the turn short.", text(), false),
            ]
        })
    }
}

impl Described for Trace {
    fn describe(schemas: &mut Schemas) -> Json {
        let passes = described(schemas, "Pass", "One pass over the entries.", |_| {
            vec![
                ("kind", "Why it was made.", words("initial recursion min-activations"), true),
                ("fired", "How many entries fired in it.", whole(), true),
            ]
        });
        let entries = traced(schemas);
        described(schemas, "Trace", "Why each entry fired or did not.", |_| {
            vec![
                ("profile", "Whose rules held.", text(), true),
                ("passes", "The passes of the turn.", list(passes), true),
                ("entries", "The entries, each with what became of it.", list(entries), true),
            ]
        })
    }
}

/// An entry and what became of it.
fn traced(schemas: &mut Schemas) -> Json {
    const STOPS: &str = "disabled no-keys invalid-key empty depth secondary decorator probability group cooldown delay \
        trigger character-name character-tag recursion-excluded recursion-delayed budget no-target injected limit";
    let (key, entry) = (key_match(schemas), entry_at(schemas));
    let logic = object([("anyOf", Json::Array(vec![words("and-any not-all not-any and-all"), whole()]))]);
    described(schemas, "TracedEntry", "An entry, and what became of it.", |_| {
        let mut members = at();
        members.extend([
            ("id", "Its id.", text(), true),
            ("name", "Its name.", text(), true),
            ("label", "What people see of it.", text(), true),
            ("outcome", "What became of it.", words("no-key fired stopped"), true),
            ("pass", "The pass in which it fired or was last looked at, from 1.", whole(), false),
            ("cause", "What fired it.", words("constant key sticky decorator forced always"), false),
            ("stop", "What stopped it.", words(STOPS), false),
            ("key", "The key that matched.", key.clone(), false),
            ("secondary", "The secondary key that decided.", key.clone(), false),
            ("listed", "The key of the decorator that decided.", key, false),
            ("tokens", "Tokens of its text.", whole(), false),
            ("left", "Tokens of the budget that were left after it.", number(), false),
            ("decorator", "The decorator that fired or stopped it.", text(), false),
            ("line", "Its line in the content, from 1; 0 when it stands for a field.", whole(), false),
            ("until", "The length of the chat until which it stays or rests.", whole(), false),
            ("found_at", "How deep the message with the key lies; the newest is 1.", whole(), false),
            ("depth", "The scan depth.", number(), false),
            ("logic", "How the secondary keys combine.", logic, false),
            ("rolled", "The roll in percent.", number(), false),
            ("chance", "Its chance in percent.", number(), false),
            ("group", "The inclusion group that another member won.", text(), false),
            ("winner", "That member.", entry.clone(), false),
            ("how", "How it won.", words("active sticky score priority roll"), false),
            ("needed", "The length of the chat, or the tokens, that it needs.", whole(), false),
            ("length", "The length of the chat.", whole(), false),
            ("level", "The level of recursion that it waits for.", whole(), false),
            ("used", "Tokens that others took.", number(), false),
            ("budget", "The budget.", number(), false),
            ("into", "The entry that it was put into.", entry, false),
        ]);
        members
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards_lore::Placement;
    use cards_lore::trace::Outcome;
    use serde_json::{Value, json};

    /// A validator for one of the definitions.
    fn validator(name: &str) -> jsonschema::Validator {
        let mut schemas = Schemas::default();
        crate::answer::Activations::describe(&mut schemas);
        let definitions = Json::Object(schemas.into_definitions()).to_string();
        let definitions: Value = serde_json::from_str(&definitions).unwrap();
        jsonschema::validator_for(&json!({"$ref": format!("#/$defs/{name}"), "$defs": definitions})).unwrap()
    }

    /// What serde reads and writes again, with members beside it, is as the schema says.
    #[track_caller]
    fn check<T: serde::Serialize + serde::de::DeserializeOwned>(
        validator: &jsonschema::Validator,
        text: &str,
        beside: &Value,
    ) {
        let read: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut written = serde_json::to_value(read).unwrap();
        let members = written.as_object_mut().unwrap();
        members.extend(beside.as_object().unwrap().clone());
        let errors: Vec<_> = validator.iter_errors(&written).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{written}\n{}", errors.join("\n"));
    }

    #[test]
    fn every_outcome_is_as_the_schema_says() {
        let validator = validator("TracedEntry");
        let beside = json!({"book": 0, "entry": 1, "id": "", "name": "", "label": "#1"});
        let key = r#"{"list":"primary","number":0,"key":"k","in":"message","message":2,"offset":3,"length":1}"#;
        check::<Outcome>(&validator, r#"{"outcome":"no-key"}"#, &beside);
        for cause in [
            r#""cause":"constant""#.to_owned(),
            format!(r#""cause":"key","key":{key},"secondary":{key},"left":1.5"#),
            r#""cause":"sticky","until":4"#.to_owned(),
            r#""cause":"decorator","decorator":"activate","line":1"#.to_owned(),
            r#""cause":"forced""#.to_owned(),
            r#""cause":"always""#.to_owned(),
        ] {
            check::<Outcome>(&validator, &format!(r#"{{"outcome":"fired","pass":1,"tokens":3,{cause}}}"#), &beside);
        }
        for stop in [
            r#""disabled""#.to_owned(),
            r#""no-keys""#.to_owned(),
            r#""invalid-key""#.to_owned(),
            r#""empty""#.to_owned(),
            format!(r#""depth","found_at":5,"depth":2,"key":{key}"#),
            format!(r#""secondary","logic":"and-all","secondary":{key}"#),
            r#""secondary","logic":9"#.to_owned(),
            format!(r#""decorator","decorator":"exclude_keys","line":1,"listed":{key}"#),
            r#""probability","rolled":40.5,"chance":null"#.to_owned(),
            r#""group","group":"g","winner":{"book":0,"entry":2},"how":"roll""#.to_owned(),
            r#""cooldown","until":3"#.to_owned(),
            r#""delay","needed":3,"length":1"#.to_owned(),
            r#""trigger""#.to_owned(),
            r#""character-name""#.to_owned(),
            r#""character-tag""#.to_owned(),
            r#""recursion-excluded""#.to_owned(),
            r#""recursion-delayed","level":2"#.to_owned(),
            r#""budget","needed":3,"used":2.5,"budget":5"#.to_owned(),
            r#""no-target""#.to_owned(),
            r#""injected","into":{"book":0,"entry":2}"#.to_owned(),
            r#""limit""#.to_owned(),
        ] {
            check::<Outcome>(&validator, &format!(r#"{{"outcome":"stopped","pass":1,"stop":{stop}}}"#), &beside);
        }
        assert!(
            !validator.is_valid(&json!({"book": 0, "entry": 1, "id": "", "name": "", "label": "", "outcome": "else"}))
        );
    }

    #[test]
    fn every_source_of_a_key_is_as_the_schema_says() {
        let validator = validator("KeyMatch");
        for source in [
            r#""in":"message","message":0"#,
            r#""in":"greeting""#,
            r#""in":"field","field":"depth-prompt""#,
            r#""in":"injection","injection":0"#,
            r#""in":"inserted","by":{"book":0,"entry":1}"#,
            r#""in":"window""#,
        ] {
            for list in ["primary", "secondary", "additional", "exclude", "exclude-all"] {
                let text = format!(r#"{{"list":"{list}","number":1,"key":"k",{source},"offset":0,"length":1}}"#);
                check::<cards_lore::trace::KeyMatch>(&validator, &text, &json!({}));
            }
        }
    }

    #[test]
    fn every_place_and_finding_is_as_the_schema_says() {
        let places = validator("PlacedTexts");
        for place in [
            r#""default""#,
            r#""before-char""#,
            r#""after-char""#,
            r#""author-note-top""#,
            r#""author-note-bottom""#,
            r#""examples-top""#,
            r#""examples-bottom""#,
            r#""depth","depth":4"#,
            r#""reverse-depth","depth":1.5"#,
            r#""instruct-depth","depth_tokens":4"#,
            r#""reverse-instruct-depth","depth_tokens":null"#,
            r#""slot","name":"scenario""#,
            r#""outlet","name":"o""#,
            r#""inject","name":"p","how":"append""#,
            r#""inject","name":"p","how":"replace","part":"x""#,
            r#""nowhere","position":9"#,
            r#""no-place","written":"\"four\"""#,
        ] {
            let text = format!(r#"{{"place":{place}}}"#);
            check::<Placement>(&places, &text, &json!({"role": "user", "entries": []}));
        }
        let findings = validator("LoreFinding");
        for kind in [
            r#""blank-key","matches_everything":true"#,
            r#""invalid-pattern","key":"(","reason":"r""#,
            r#""costly-pattern","key":"(","reason":"r""#,
            r#""costly-key","key":"(","reason":"r""#,
            r#""long-key","bytes":9"#,
            r#""many-keys","count":9"#,
            r#""never-fires""#,
            r#""limit","limit":"passes""#,
        ] {
            check::<Finding>(&findings, &format!(r#"{{"book":0,"entry":1,"kind":{kind}}}"#), &json!({}));
            check::<Finding>(&findings, &format!(r#"{{"kind":{kind}}}"#), &json!({}));
        }
    }
}
