//! Forms of other programs, as values that a container may hand over.

use cards_model::json::{Json, Pointer, Style};
use cards_model::{Content, Document, ForeignForm, Limits, detect, peek};
use proptest::prelude::*;

#[track_caller]
fn read(text: &str) -> Document {
    Document::read(text, &Limits::default()).unwrap()
}

/// The form, what the content is, and the places that are lost.
#[track_caller]
fn check(text: &str, form: ForeignForm, made: &str, lost: &[&str]) {
    let document = read(text);
    let origin = document.origin().expect("another program's form");
    assert_eq!(origin.form, form);
    let found: Json = document.to_text(Style::Compact).parse().unwrap();
    let wanted: Json = made.parse().unwrap();
    for (name, value) in wanted.as_object().unwrap() {
        let at: Pointer = name.parse().unwrap();
        assert_eq!(found.at(&at), Some(value), "{name} of {found}");
    }
    assert_eq!(origin.loss.iter().map(|loss| loss.pointer.as_str()).collect::<Vec<_>>(), lost);
    assert_eq!(detect(text, &Limits::default()).unwrap(), *document.detection());
    let peeked = peek(text.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(peeked.form(), document.content.form());
    assert_eq!(read(&document.to_text(Style::Compact)).content, document.content, "what was made reads again");
}

#[test]
fn a_character_of_text_generation_webui_keeps_its_context_whole() {
    check(
        r#"{"name":"A","context":"c","greeting":"g","example":"e","your_name":"Y"}"#,
        ForeignForm::TextGen,
        r#"{"/name":"A","/description":"c","/first_mes":"g","/mes_example":"e"}"#,
        &["/your_name"],
    );
}

#[test]
fn templates_and_settings_are_no_characters() {
    for text in [
        r#"{"user":"U","bot":"B","turn_template":"t","context":"c"}"#,
        r#"{"character":"None","greeting":"g"}"#,
        r#"{"name":"A","context":"c","on":{}}"#,
    ] {
        assert!(Document::read(text, &Limits::default()).is_err(), "{text}");
    }
}

#[test]
fn a_backyard_export_gives_its_texts_with_macros() {
    check(
        r##"{"character":{"aiName":"A","aiDisplayName":"Ann","aiPersona":"{character} is.","customDialogue":"#{user}: hi",
            "firstMessage":null,"isNSFW":true,"temperature":0.8,"Chat":[{"ChatItems":[]}],
            "loreItems":[{"key":"b","value":"2","order":"b"},{"key":"a, c","value":"1","order":"a"}]},"version":4}"##,
        ForeignForm::Backyard,
        r#"{"/data/name":"A","/data/description":"{{char}} is.","/data/mes_example":"<START>\n{{user}}: hi","/data/first_mes":"",
            "/data/tags":["nsfw"],"/data/extensions/display_name":"Ann","/data/character_book/entries/0/keys":["a","c"],
            "/data/character_book/entries/1/content":"2"}"#,
        &["/character/temperature", "/character/Chat"],
    );
}

#[test]
fn an_archive_of_backyard_loses_what_only_its_program_has() {
    check(
        r#"{"manifest":{"schemaVersion":2,"characters":["characters/a/character.json","characters/b/character.json"]},
            "character":{"name":"A","persona":"p","images":[],"model":"m"},
            "scenarios":[{"title":"t","narrative":"n","firstMessages":[{"text":"one"}]},{"narrative":"x","firstMessages":[{"text":"two"}]}]}"#,
        ForeignForm::Byaf,
        r#"{"/data/name":"A","/data/scenario":"n","/data/first_mes":"one","/data/alternate_greetings":["two"]}"#,
        &["/character/model", "/scenarios/0/title", "/scenarios/1/narrative"],
    );
    let document = read(
        r#"{"manifest":{"schemaVersion":2,"characters":["characters/a/character.json","characters/b/character.json"]},
            "character":{"name":"A"},"scenarios":[]}"#,
    );
    let said: Vec<_> = document.findings().iter().map(|finding| finding.message.as_str()).collect();
    assert!(said.contains(&"`schemaVersion 2` is newer than what is known here; read all the same"), "{said:?}");
    assert!(said.contains(&"the file holds more that was not read: characters/b/character.json"), "{said:?}");
}

#[test]
fn a_voxta_character_takes_its_linked_books() {
    check(
        r#"{"voxta":{"characters":[{"$type":"character","Id":"1","Name":"A","Label":"Ann","Profile":"{{ char }}","Description":"tall",
            "MemoryBooks":["b"],"Culture":"en","MaxTokens":9,"DateCreated":"0001-01-01T00:00:00Z","DateModified":"2025-03-01T12:00:00Z"}],
            "books":[{"Id":"a","Items":[]},{"Id":"b","Name":"B","Items":[{"Keywords":["k"],"Text":"t","Weight":3,"Deleted":true}]}]}}"#,
        ForeignForm::Voxta,
        r#"{"/data/name":"A","/data/nickname":"Ann","/data/description":"{{char}}","/data/modification_date":1740830400,
            "/data/character_book/name":"B","/data/character_book/entries/0/enabled":false,
            "/data/extensions":{"visual_description":"tall","voxta":{"Culture":"en"}}}"#,
        &["/voxta/characters/0/MaxTokens"],
    );
}

#[test]
fn a_character_of_risuai_of_2023_has_its_book_and_emotions() {
    check(
        r#"{"type":101,"data":{"name":"A","desc":"d","firstMessage":"f","notes":"n","emotionImages":[["joy","QUI="]],
            "globalLore":[{"key":"a, b","content":"c","insertorder":5,"comment":"","mode":"normal","alwaysActive":false,"selective":false,"secondkey":""}],
            "chaId":"x"}}"#,
        ForeignForm::RisuAi,
        r#"{"/data/name":"A","/data/description":"d","/data/first_mes":"f","/data/character_book/entries/0/keys":["a","b"],
            "/data/extensions/risuai":{"notes":"n","emotions":[["joy","data:application/octet-stream;base64,QUI="]]}}"#,
        &["/data/chaId"],
    );
}

#[test]
fn an_agnai_character_is_its_own_export() {
    check(
        r#"{"kind":"character","name":"A","description":"notes","greeting":"g","scenario":"s","sampleChat":"c","favorite":true,
            "persona":{"kind":"wpp","attributes":{"eyes":["grey","green"]}},"insert":{"depth":3,"prompt":"p"},
            "characterBook":{"kind":"memory","_id":"","name":"B","entries":[{"name":"n","entry":"e","keywords":["k"],"priority":1,"weight":2,"enabled":true}]}}"#,
        ForeignForm::Agnai,
        r#"{"/data/description":"[character(\"A\") {\neyes(\"grey\" + \"green\")\n}]","/data/creator_notes":"notes",
            "/data/extensions/depth_prompt":{"depth":3,"prompt":"p"},"/data/character_book/entries/0/insertion_order":2}"#,
        &["/favorite"],
    );
}

#[test]
fn a_character_of_character_ai_is_v1() {
    check(
        r#"{"character":{"name":"A","greeting":"g","title":"t","description":"d","definition":"x\nEND_OF_DIALOG\ny","external_id":"1"},"status":"OK"}"#,
        ForeignForm::CharacterAi,
        r#"{"/name":"A","/personality":"t","/mes_example":"<START>\nx\n<START>\ny\n"}"#,
        &["/character/external_id"],
    );
}

#[test]
fn an_envelope_is_opened_and_a_later_version_put_back() {
    check(
        r#"{"spec":"chara_card_v1","spec_version":"1.0","data":{"name":"A","description":"d","personality":"","scenario":"","first_mes":"f","mes_example":""}}"#,
        ForeignForm::V1Envelope,
        r#"{"/name":"A","/first_mes":"f"}"#,
        &[],
    );
    check(
        r#"{"spec":"chara_card_v4","meta":{"creator":"me","created_at":"2026-01-01T00:00:00Z","content_hash":"h"},
            "data":{"name":"A","description":"d","first_mes":"f","card_variables":[1]},"assets":[{"type":"icon","uri":"ccdefault:","name":"main","ext":"png"}]}"#,
        ForeignForm::V4,
        r#"{"/spec":"chara_card_v3","/data/creator":"me","/data/creation_date":1767225600,"/data/assets/0/name":"main",
            "/data/extensions":{"chara_card_v4":{"card_variables":[1]}}}"#,
        &["/meta/content_hash"],
    );
}

/// What is told by its members alone once it is out of the other program's wrapping.
#[test]
fn what_was_made_has_what_its_form_is_told_by() {
    check(
        r#"{"spec":"chara_card_v1","data":{"name":"A","first_mes":"f","mood":1}}"#,
        ForeignForm::V1Envelope,
        r#"{"/name":"A","/description":"","/first_mes":"f","/mood":1}"#,
        &[],
    );
    check(
        r#"{"spec":"chara_card_v1","data":{"name":"A","spec":"chara_card_v3","data":{"name":"B"}}}"#,
        ForeignForm::V1Envelope,
        r#"{"/spec":"chara_card_v3","/data/name":"B"}"#,
        &[],
    );
    check(
        r#"{"spec":"chara_card_v4","meta":{},"data":{"name":"A","first_messages":["f"]}}"#,
        ForeignForm::V4,
        r#"{"/data/name":"A","/data/first_messages":["f"]}"#,
        &[],
    );
    let poor = r#"{"spec":"chara_card_v1","data":{"name":"A","first_mes":1,"mes_example":1}}"#;
    let error = Document::read(poor, &Limits::default()).unwrap_err().to_string();
    assert!(error.contains("this is a V1 card in an envelope with too little in it for a V1 card"), "{error}");
}

#[test]
fn scenarios_give_the_book_inside_with_their_title() {
    check(
        r#"{"scenarioVersion":3,"title":"T","prompt":"p","lorebook":{"lorebookVersion":5,"entries":[{"text":"t","keys":["k"],"displayName":"n"}]}}"#,
        ForeignForm::NovelAiScenario,
        r#"{"/name":"T","/entries/0/text":"t"}"#,
        &["/prompt"],
    );
    check(
        r#"[{"publicId":"x","title":"T","prompt":"p","worldInfo":[{"keys":"a,b","entry":"e"}]}]"#,
        ForeignForm::AiDungeonScenario,
        r#"{"/name":"T","/entries/0/key":["a","b"],"/entries/0/uid":0}"#,
        &["/0/prompt"],
    );
    check(
        r#"[{"keys":"a","value":"v","type":"class","title":"t","useForCharacterCreation":true}]"#,
        ForeignForm::StoryCards,
        r#"{"/entries/0/content":"v","/entries/0/comment":"t"}"#,
        &["/0/type"],
    );
}

#[test]
fn strict_reading_knows_the_specs_alone() {
    let text = r#"{"name":"A","context":"c","greeting":"g"}"#;
    let error = Document::read_strict(text, &Limits::default()).unwrap_err().to_string();
    assert_eq!(error, "not a card, lorebook or module: this is a character of text-generation-webui");
}

/// Names that families look for, so that made values are often nearly one of them.
const NAMES: [&str; 26] = [
    "name",
    "context",
    "greeting",
    "character",
    "aiName",
    "version",
    "manifest",
    "characters",
    "scenarios",
    "voxta",
    "books",
    "type",
    "data",
    "firstMessage",
    "kind",
    "persona",
    "attributes",
    "spec",
    "meta",
    "entries",
    "worldinfo",
    "gamestarted",
    "keys",
    "entry",
    "lorebook",
    "scenarioVersion",
];

fn values() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        (0_i64..200).prop_map(Json::from),
        prop_oneof![
            Just("character"),
            Just("chara_card_v4"),
            Just("lorebook_v4"),
            Just("characters/a/character.json"),
            Just("x, y")
        ]
        .prop_map(Json::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        let members = proptest::collection::vec((proptest::sample::select(&NAMES[..]), inner.clone()), 0..6);
        prop_oneof![
            proptest::collection::vec(inner, 0..4).prop_map(Json::Array),
            members.prop_map(|members| Json::Object(
                members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
            )),
        ]
    })
}

proptest! {
    /// Whatever is read: what is lost stood in the original, and the content is written and read as the same.
    #[test]
    fn what_is_lost_stood_there_and_what_is_made_reads(value in values()) {
        let text = value.to_string();
        let Ok(document) = Document::read(&text, &Limits::default()) else { return Ok(()) };
        let Some(origin) = document.origin() else { return Ok(()) };
        for loss in &origin.loss {
            prop_assert!(value.at(&loss.pointer).is_some(), "{} of {value}", loss.pointer);
        }
        prop_assert_eq!(&origin.original, &value);
        let again = Content::from_json(&document.content.to_json()).unwrap();
        prop_assert_eq!(again, document.content);
    }
}
