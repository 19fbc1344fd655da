//! Which spec RisuAI takes a card for.

use cards_model::Form;
use cards_model::json::{Json, Object};

/// What a member has to be.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    Text,
    Texts,
    Number,
    Flag,
    /// Any object.
    Object,
    /// An object whose members are texts.
    TextMap,
    /// `before_char` or `after_char`.
    Position,
    /// A list of objects with these members.
    List(&'static [Member]),
    /// A lorebook with such entries.
    Book(&'static [Member]),
}

/// A member that a spec knows: its name, what it has to be, and whether it has to be there.
pub(super) type Member = (&'static str, Shape, bool);

/// The members of a V1 card, which all of them have.
pub(super) const V1: &[Member] = &[
    ("name", Shape::Text, true),
    ("description", Shape::Text, true),
    ("personality", Shape::Text, true),
    ("scenario", Shape::Text, true),
    ("first_mes", Shape::Text, true),
    ("mes_example", Shape::Text, true),
];

/// What V2 adds to [`V1`].
pub(super) const V2: &[Member] = &[
    ("creator_notes", Shape::Text, true),
    ("system_prompt", Shape::Text, true),
    ("post_history_instructions", Shape::Text, true),
    ("alternate_greetings", Shape::Texts, true),
    ("tags", Shape::Texts, true),
    ("creator", Shape::Text, true),
    ("character_version", Shape::Text, true),
    ("extensions", Shape::Object, true),
];

/// What CCv3 adds to [`V2`].
const V3: &[Member] = &[
    ("group_only_greetings", Shape::Texts, true),
    ("nickname", Shape::Text, false),
    ("creator_notes_multilingual", Shape::TextMap, false),
    ("source", Shape::Texts, false),
    ("creation_date", Shape::Number, false),
    ("modification_date", Shape::Number, false),
    ("assets", Shape::List(ASSET), false),
];

const V2_BOOK: &[Member] = &[("character_book", Shape::Book(V2_ENTRY), false)];
const V3_BOOK: &[Member] = &[("character_book", Shape::Book(V3_ENTRY), false)];

/// The settings of a lorebook.
pub(super) const BOOK: &[Member] = &[
    ("name", Shape::Text, false),
    ("description", Shape::Text, false),
    ("scan_depth", Shape::Number, false),
    ("token_budget", Shape::Number, false),
    ("recursive_scanning", Shape::Flag, false),
    ("extensions", Shape::Object, true),
];

/// The members of an entry, in every spec.
pub(super) const V2_ENTRY: &[Member] = &[
    ("keys", Shape::Texts, true),
    ("content", Shape::Text, true),
    ("extensions", Shape::Object, true),
    ("enabled", Shape::Flag, true),
    ("insertion_order", Shape::Number, true),
    ("case_sensitive", Shape::Flag, false),
    ("name", Shape::Text, false),
    ("priority", Shape::Number, false),
    ("id", Shape::Number, false),
    ("comment", Shape::Text, false),
    ("selective", Shape::Flag, false),
    ("secondary_keys", Shape::Texts, false),
    ("constant", Shape::Flag, false),
    ("position", Shape::Position, false),
];

/// What CCv3 wants of an entry; the rest is [`V2_ENTRY`].
const V3_ENTRY: &[Member] = &[("use_regex", Shape::Flag, true)];

const ASSET: &[Member] =
    &[("type", Shape::Text, true), ("uri", Shape::Text, true), ("name", Shape::Text, true), ("ext", Shape::Text, true)];

/// Says which spec RisuAI takes a card for: V1, V2 or CCv3; `None` for one that fits none of them.
///
/// A card fits when every mandatory member is there and each known one has its type, numbers as ids of entries and the
/// exact `spec_version` included; members that are `null` count as absent, unknown ones are passed over. What fits
/// neither CCv3 nor V2 may still be V1 by the six texts at its top level.
///
/// De facto: RisuAI 460ecae through its card library, checks of `character`.
#[must_use]
pub fn check(card: &Json) -> Option<Form> {
    let card = card.as_object()?;
    let marked = |spec: &str, version: &str| {
        let is = |name: &str, text: &str| card.get(name).and_then(Json::as_str) == Some(text);
        let data = card.get("data").and_then(Json::as_object);
        data.filter(|_| is("spec", spec) && is("spec_version", version))
    };
    let all = |data: &Object, parts: &[&[Member]]| parts.iter().all(|part| fits(data, part));
    if marked("chara_card_v3", "3.0").is_some_and(|data| all(data, &[V1, V2, V3, V3_BOOK])) {
        return Some(Form::V3);
    }
    if marked("chara_card_v2", "2.0").is_some_and(|data| all(data, &[V1, V2, V2_BOOK])) {
        return Some(Form::V2);
    }
    fits(card, V1).then_some(Form::V1)
}

fn fits(object: &Object, members: &[Member]) -> bool {
    members.iter().all(|(name, shape, mandatory)| match object.get(name) {
        None | Some(Json::Null) => !mandatory,
        Some(value) => is(value, *shape),
    })
}

fn is(value: &Json, shape: Shape) -> bool {
    let each = |test: fn(&Json) -> bool| value.as_array().is_some_and(|items| items.iter().all(test));
    match shape {
        Shape::Text => value.as_str().is_some(),
        Shape::Texts => each(|item| item.as_str().is_some()),
        Shape::Number => matches!(value, Json::Number(_)),
        Shape::Flag => value.as_bool().is_some(),
        Shape::Object => value.as_object().is_some(),
        Shape::TextMap => value
            .as_object()
            .is_some_and(|map| map.iter().all(|(_, text)| matches!(text, Json::String(_) | Json::Null))),
        Shape::Position => matches!(value.as_str(), Some("before_char" | "after_char")),
        Shape::List(members) => objects(value, |item| fits(item, members)),
        Shape::Book(members) => value.as_object().is_some_and(|book| {
            let entries = book
                .get("entries")
                .is_some_and(|entries| objects(entries, |entry| fits(entry, V2_ENTRY) && fits(entry, members)));
            fits(book, BOOK) && entries
        }),
    }
}

fn objects(list: &Json, test: impl Fn(&Object) -> bool) -> bool {
    list.as_array().is_some_and(|items| items.iter().all(|item| item.as_object().is_some_and(&test)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<Form> {
        check(&text.parse().unwrap())
    }

    const TEXTS: &str = r#""name":"a","description":"","personality":"","scenario":"","first_mes":"","mes_example":"""#;

    #[test]
    fn a_member_of_another_type_sinks_the_whole_card() {
        let card = |more: &str| {
            format!(
                r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{{TEXTS},"creator_notes":"","system_prompt":"",
                "post_history_instructions":"","alternate_greetings":[],"tags":[],"creator":"","character_version":"",
                "extensions":{{}},"group_only_greetings":[]{more}}}}}"#
            )
        };
        assert_eq!(of(&card("")), Some(Form::V3));
        assert_eq!(of(&card(r#","nickname":null,"unknown":1"#)), Some(Form::V3));
        assert_eq!(of(&card(r#","assets":[{"type":"t","uri":"u","name":"n","ext":"e","more":1}]"#)), Some(Form::V3));
        for odd in [
            r#","nickname":7"#,
            r#","source":[1]"#,
            r#","creation_date":"1""#,
            r#","creator_notes_multilingual":{"en":1}"#,
            r#","assets":[{"type":"t","uri":"u","name":"n"}]"#,
            r#","character_book":{"extensions":{},"entries":[{}]}"#,
            r#","character_book":{"extensions":{},"entries":[],"recursive_scanning":1}"#,
            r#","character_book":{"entries":[]}"#,
        ] {
            assert_eq!(of(&card(odd)), None, "{odd}");
        }
    }

    #[test]
    fn an_entry_needs_its_flag_in_the_newer_spec_alone() {
        let card = |spec: &str, version: &str| {
            format!(
                r#"{{"spec":"{spec}","spec_version":"{version}","data":{{{TEXTS},"creator_notes":"","system_prompt":"",
                "post_history_instructions":"","alternate_greetings":[],"tags":[],"creator":"","character_version":"",
                "extensions":{{}},"group_only_greetings":[],"character_book":{{"extensions":{{}},"entries":[
                {{"keys":["a"],"content":"","extensions":{{}},"enabled":true,"insertion_order":1,"position":"after_char"}}]}}}}}}"#
            )
        };
        assert_eq!(of(&card("chara_card_v2", "2.0")), Some(Form::V2));
        assert_eq!(of(&card("chara_card_v3", "3.0")), None);
        assert_eq!(of(&card("chara_card_v2", "2.0").replace("after_char", "at_end")), None);
    }

    #[test]
    fn six_texts_are_a_card_of_the_oldest_spec() {
        assert_eq!(of(&format!("{{{TEXTS}}}")), Some(Form::V1));
        assert_eq!(of(&format!(r#"{{"spec":"chara_card_v3","data":7,{TEXTS}}}"#)), Some(Form::V1));
        assert_eq!(of(r#"{"name":"a"}"#), None);
        assert_eq!(of("null"), None);
    }
}
