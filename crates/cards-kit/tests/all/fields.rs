//! Which texts a field means, which members an entry has, and what is told apart of two files.

use cards_kit::edit::texts::{FIELDS, Text, texts};
use cards_kit::edit::{changed, entry_members};
use cards_kit::{Form, Json, Limits, Pointer, open};

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../fixtures/cards/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn a_field_means_the_texts_of_its_place() {
    for (place, fields) in [
        ("name", "name"),
        ("first_mes", "first_mes greetings"),
        ("greetings[2]", "greetings"),
        ("creator_notes", "creator_notes"),
        ("creator_notes_multilingual.de", "creator_notes creator_notes_multilingual"),
        ("tags[0]", "tags"),
        ("extensions.regex_scripts[0].findRegex", "extensions extensions.regex_scripts"),
        ("book.name", "book book.name"),
        ("book.description", "book book.description"),
        ("book[3].keys[0]", "book book.keys"),
        ("book[3].secondary_keys[0]", "book book.keys"),
        ("book[3].content", "book book.content"),
        ("book[3]", "book"),
        ("/data/name", ""),
    ] {
        let more = [
            "first_mes",
            "creator_notes_multilingual",
            "extensions.regex_scripts",
            "book.description",
            "book.secondary_keys",
            "name.x",
            "x.name",
        ];
        let text = Text::empty(place.parse().unwrap());
        let mut found: Vec<&str> = FIELDS.iter().chain(&more).filter(|field| text.is_of(field)).copied().collect();
        found.sort_unstable();
        assert_eq!(found.join(" "), fields, "{place}");
    }
}

/// Lists in lists have pointers for places, and are of their fields all the same.
#[test]
fn a_field_means_the_texts_of_its_list() {
    let bytes = fixture("wick-v3l.json");
    let opened = open(&bytes[..], Limits::default()).unwrap();
    let all = texts(opened.content());
    for (field, member) in [
        ("name", "/data/name"),
        ("greetings", "/data/first_messages/"),
        ("mes_example", "/data/example_messages/"),
        ("creator_notes", "/data/creator_notes/"),
    ] {
        let (of, others): (Vec<_>, Vec<_>) = all.iter().partition(|text| text.is_of(field));
        assert!(!of.is_empty() && of.iter().all(|text| text.pointer.as_str().starts_with(member)), "{field}: {of:?}");
        assert!(!others.iter().any(|text| text.pointer.as_str().starts_with(member)), "{field}: {others:?}");
    }
    for (name, place, pointer) in [
        ("wick-v3l.json", "greetings", "/data/first_messages/0/messages"),
        ("wick-v3l.json", "greetings[0]", "/data/first_messages/0/messages/0"),
        ("wick-prom.json", "greetings", "/data/greetings/solo"),
        ("wick-prom.json", "greetings[1]", "/data/greetings/solo/1"),
    ] {
        let bytes = fixture(name);
        let found = open(&bytes[..], Limits::default()).unwrap().edit().get_all(&[place.parse().unwrap()]).unwrap();
        assert_eq!(found[0].0.as_ref().map(Pointer::as_str), Some(pointer), "{place} of {name}");
    }
}

#[test]
fn an_entry_of_each_form_has_these_members() {
    for form in Form::ALL {
        let wanted = MEMBERS.iter().find(|(forms, _)| forms.contains(form)).map_or("", |(_, members)| members);
        assert_eq!(entry_members(*form).join(" "), wanted, "{form}");
    }
}

const MEMBERS: [(&[Form], &str); 7] = [
    (
        &[Form::V2, Form::V3, Form::V3L, Form::Lorebook, Form::LorebookV3],
        "keys content extensions enabled insertion_order use_regex case_sensitive constant name priority id comment selective \
        secondary_keys position display_index exclude_recursion probability useProbability depth selectiveLogic outlet_name group \
        group_override group_weight prevent_recursion delay_until_recursion scan_depth match_whole_words use_group_scoring \
        automation_id role vectorized sticky cooldown delay match_persona_description match_character_description \
        match_character_personality match_character_depth_prompt match_scenario match_creator_notes triggers ignore_budget",
    ),
    (
        &[Form::Prom, Form::PromBook],
        "name keys secondary_keys content constant selective enabled insertion_order case_sensitive use_regex priority id comment \
        position external",
    ),
    (&[Form::Module], "id keys content"),
    (
        &[Form::WorldInfo],
        "id keys secondary_keys name content constant vectorized selective selectiveLogic addMemo insertion_order position enabled \
        ignoreBudget excludeRecursion preventRecursion delayUntilRecursion probability useProbability depth outletName group \
        groupOverride groupWeight scanDepth case_sensitive matchWholeWords useGroupScoring automationId role sticky cooldown delay \
        displayIndex matchPersonaDescription matchCharacterDescription matchCharacterPersonality matchCharacterDepthPrompt \
        matchScenario matchCreatorNotes triggers characterFilter extensions",
    ),
    (
        &[Form::RisuLorebook],
        "keys secondary_keys insertion_order name content mode constant selective use_regex id folder activationPercent bookVersion \
        extentions case_sensitive",
    ),
    (
        &[Form::AgnaiBook],
        "name content keys priority insertion_order enabled id comment selective secondary_keys constant position",
    ),
    (&[Form::NovelAi], "content contextConfig name id keys searchRange enabled constant category insertion_order"),
];

#[test]
fn two_files_are_told_apart_part_by_part() {
    const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","tags":["a","b"],"extensions":{"x":1,"l":[[1,2],3]}}}"#;
    let content = |text: &str| open(text.as_bytes(), Limits::default()).unwrap().content().clone();
    for (from, to, wanted) in [
        ("", "", ""),
        (r#""A""#, r#""B""#, r#"/data/name "A" "B""#),
        (r#"["a","b"]"#, r#"["a","c"]"#, r#"/data/tags/1 "b" "c""#),
        (r#"["a","b"]"#, r#"["c","d"]"#, r#"/data/tags/0 "a" "c", /data/tags/1 "b" "d""#),
        (r#"["a","b"]"#, r#"["a"]"#, r#"/data/tags ["a","b"] ["a"]"#),
        ("[1,2]", "[1,4]", "/data/extensions/l/0/1 2 4"),
        (r#""x":1"#, r#""y":1"#, "/data/extensions/x 1 -, /data/extensions/y - 1"),
        (r#""x":1"#, r#""x":{"z":1}"#, r#"/data/extensions/x 1 {"z":1}"#),
        (r#""x":1,"#, "", "/data/extensions/x 1 -"),
    ] {
        let after = if from.is_empty() { CARD.to_owned() } else { CARD.replace(from, to) };
        let value = |value: &Option<Json>| value.as_ref().map_or("-".to_owned(), Json::to_string);
        let found = changed(&content(CARD), &content(&after));
        let found: Vec<String> = found
            .iter()
            .map(|change| format!("{} {} {}", change.pointer, value(&change.before), value(&change.after)))
            .collect();
        assert_eq!(found.join(", "), wanted, "{after}");
        // A program that makes the same of a card is told the same.
        let mut editor = open(CARD.as_bytes(), Limits::default()).unwrap().edit();
        let made = editor.change(|document| {
            document.content = content(&after);
            Ok(7)
        });
        assert_eq!(made.ok(), Some(7));
        assert_eq!(editor.changes().count(), found.len(), "{after}");
        assert!(
            editor
                .changes()
                .map(|change| &change.pointer)
                .eq(changed(&content(CARD), &content(&after)).iter().map(|change| &change.pointer))
        );
        let failed: Result<(), _> = editor.change(|document| {
            document.content = content(&CARD.replace("\"A\"", "\"Z\""));
            Err(cards_kit::Error::NoCard)
        });
        assert!(failed.is_err());
        assert_eq!(
            editor.get("name").unwrap(),
            content(&after).to_json().at(&Pointer::from(["data", "name"])).unwrap().clone()
        );
    }
}
