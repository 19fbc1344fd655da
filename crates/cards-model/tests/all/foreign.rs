//! Forms of other programs, as values that a container may hand over.

use cards_model::convert::{ORIGIN_KEY, Options, Stash, WrittenForm};
use cards_model::json::{Json, Pointer, Style};
use cards_model::strategy::Oddity;
use cards_model::{
    Card, Content, Converted, Document, ForeignForm, Form, Limits, Lorebook, LossReason, detect, peek, v2, v3,
};
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
fn a_module_of_risuai_is_its_lorebook() {
    let lore = r#"[{"key":"bell","secondkey":"","insertorder":100,"comment":"The bell","content":"It rings.","mode":"normal","alwaysActive":false,"selective":false}]"#;
    let module = format!(r#""name":"M","id":"i","lorebook":{lore},"regex":[{{"in":"a"}}],"trigger":[]"#);
    let made = r#"{"/type":"risu","/ver":1,"/data/0/key":"bell","/data/0/content":"It rings."}"#;
    for (file, lost) in [
        (format!(r#"{{"type":"risuModule",{module}}}"#), ["/name", "/id", "/regex"]),
        (format!(r#"{{"type":"risuModule","module":{{{module}}}}}"#), ["/module/name", "/module/id", "/module/regex"]),
    ] {
        check(&file, ForeignForm::RisuModule, made, &lost);
    }
    for without in
        [r#"{"type":"risuModule","name":"M","lorebook":[]}"#, r#"{"type":"risuModule","module":{"name":"M"}}"#]
    {
        let error = Document::read(without, &Limits::default()).unwrap_err().to_string();
        assert!(error.contains("a RisuAI module without a lorebook"), "{error}");
    }
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

/// What is recognised by its members alone once it is out of the other program's wrapping.
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
    // Texts of other types are findings, in an envelope as without one.
    let odd = Document::read(poor, &Limits::default()).unwrap();
    assert_eq!(odd.findings().iter().filter(|finding| finding.rule.id == "wrong-type").count(), 2);
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
    /// Whatever is read: what is lost was in the original, and the content is written and read as the same.
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

/// The forms of other programs that cards are written in.
fn forms_of_cards() -> impl Iterator<Item = WrittenForm> {
    WrittenForm::ALL.iter().copied().filter(|form| !form.is_lorebook())
}

fn to_foreign(card: &Card, form: WrittenForm, options: &Options) -> Converted<Json> {
    Content::Card(card.clone()).to_foreign(form, options).expect("a card")
}

/// Another program's form as text, and what that reads as.
fn there(card: &Card, form: WrittenForm, options: &Options) -> (Json, Document) {
    let made = to_foreign(card, form, options).value;
    let document = read(&made.to_string());
    assert_eq!(document.origin().map(|origin| origin.form), Some(form.form()), "{made}");
    (made, document)
}

fn keeping() -> Options {
    Options::default().with_stash(Stash::Everywhere)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every form that is written reads again, and with the stash it leads back to the card, whatever the spec.
    #[test]
    fn every_written_form_leads_back_with_the_stash(card in any_with::<Card>(Oddity::Plain)) {
        for form in forms_of_cards() {
            let (made, document) = there(&card, form, &keeping());
            let back = document.card().unwrap().clone().into_form(card.form(), &Options::default()).unwrap().value;
            let text = |card: &Card| Content::Card(card.clone()).to_json().to_string();
            prop_assert_eq!(text(&back), text(&card), "{:?} {}", form, made);
        }
    }

    /// The texts are the same in the form alone, as long as it has a place for each.
    #[test]
    fn every_written_form_holds_the_texts(name in "[a-z]{1,8}", first in "[a-z {}:\n]{1,20}", text in "[a-z {}:\n]{1,20}") {
        let data = v2::Data { name, first_mes: first, description: text.clone(), mes_example: text, ..Default::default() };
        let card = Card::V2(Box::new(v2::Card { data, ..Default::default() }));
        for form in forms_of_cards() {
            let (_, document) = there(&card, form, &Options::default());
            let read = document.card().unwrap();
            prop_assert_eq!((read.name(), read.description()), (card.name(), card.description()));
            prop_assert_eq!(read.greetings(), card.greetings());
            if form != WrittenForm::Byaf {
                prop_assert_eq!(read.mes_example(), card.mes_example());
            }
        }
    }
}

#[track_caller]
fn written(form: WrittenForm, card: &str, expected: &str, lost: &[&str]) {
    let Content::Card(card) = read(card).content else { panic!("a card") };
    let made = to_foreign(&card, form, &Options::default());
    let expected: Json = expected.parse().unwrap();
    for (at, value) in expected.as_object().unwrap() {
        assert_eq!(made.value.at(&at.parse().unwrap()), Some(value), "{at} of {}", made.value);
    }
    assert_eq!(made.loss.iter().map(|loss| loss.pointer.as_str()).collect::<Vec<_>>(), lost);
}

const RICH: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","description":"d {{char}}","personality":"p",
    "scenario":"s","first_mes":"f","mes_example":"<START>\n{{user}}: hi\n<START>\n{{char}}: no","creator_notes":"n","system_prompt":"y",
    "post_history_instructions":"","alternate_greetings":["g"],"tags":["NSFW","x"],"creator":"me","character_version":"",
    "character_book":{"entries":[{"keys":["a","b"],"content":"c {{user}}","extensions":{},"enabled":false,"insertion_order":0}],"extensions":{}},
    "extensions":{"display_name":"Ann","depth_prompt":{"depth":3,"prompt":"q"}}}}"#;

#[test]
fn a_card_for_text_generation_webui_has_one_context() {
    written(
        WrittenForm::TextGen,
        RICH,
        r#"{"/name":"A","/greeting":"f","/context":"d {{char}}\nPersonality: p\nScenario: s",
            "/example_dialogue":"<START>\n{{user}}: hi\n<START>\n{{char}}: no"}"#,
        &[
            "/data/character_book",
            "/data/extensions/display_name",
            "/data/extensions/depth_prompt",
            "/data/description",
            "/data/personality",
            "/data/scenario",
            "/data/creator_notes",
            "/data/system_prompt",
            "/data/alternate_greetings",
            "/data/tags",
            "/data/creator",
        ],
    );
}

#[test]
fn a_backyard_archive_has_a_scenario_for_each_greeting() {
    written(
        WrittenForm::Byaf,
        // One that is off would stay behind.
        &RICH.replace(r#""enabled":false"#, r#""enabled":true"#),
        r##"{"/character/name":"A","/character/displayName":"Ann","/character/persona":"d {character}\nPersonality: p",
            "/character/isNSFW":true,"/character/loreItems":[{"key":"a, b","value":"c {user}"}],"/character/createdAt":"1970-01-01T00:00:00.000Z",
            "/manifest/author/name":"me","/scenarios/0/narrative":"s","/scenarios/1/narrative":"s","/scenarios/1/firstMessages/0/text":"g",
            "/scenarios/0/exampleMessages/1/text":"#{character}: no","/scenarios/0/formattingInstructions":"y"}"##,
        &[
            "/data/extensions/depth_prompt",
            "/data/description",
            "/data/personality",
            "/data/creator_notes",
            "/data/tags",
        ],
    );
}

#[test]
fn an_entry_that_is_off_stays_out_of_a_form_without_a_switch() {
    let entry = |key: &str, more: &str| {
        format!(r#"{{"keys":["{key}"],"content":"{key}","extensions":{{}},"insertion_order":1,"enabled":{more}}}"#)
    };
    let text = format!(
        r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Aria","first_mes":"Hi","character_book":{{"extensions":{{}},"entries":[{},{},{}]}}}}}}"#,
        entry("a", "true"),
        entry("b", "false"),
        entry("c", r#"true,"comment":"Sea""#),
    );
    let document = read(&text);
    let card = document.card().unwrap();
    let made = to_foreign(card, WrittenForm::Byaf, &Options::default());
    let items = made.value.pointer("/character/loreItems").unwrap().to_string();
    assert_eq!(items, r#"[{"key":"a","value":"a"},{"key":"c","value":"c"}]"#);
    let lost: Vec<_> = made.loss.iter().map(|loss| loss.pointer.as_str()).collect();
    let entries = "/data/character_book/entries";
    assert!(
        lost.contains(&format!("{entries}/1").as_str()) && lost.contains(&format!("{entries}/2/comment").as_str()),
        "{lost:?}"
    );
    assert!(!lost.iter().any(|at| at.starts_with(&format!("{entries}/1/"))), "{lost:?}");
    let (_, back) = there(card, WrittenForm::Byaf, &keeping());
    let back = back.card().unwrap().clone().into_form(Form::V2, &Options::default()).unwrap().value;
    let again = back.lorebook().unwrap().entries.clone();
    assert_eq!(
        again.iter().map(|entry| (entry.content.as_str(), entry.enabled)).collect::<Vec<_>>(),
        [("a", true), ("b", false), ("c", true)]
    );
}

#[test]
fn an_agnai_character_keeps_what_agnai_has_a_place_for() {
    written(
        WrittenForm::Agnai,
        RICH,
        r#"{"/kind":"character","/persona":{"kind":"text","attributes":{"text":["d {{char}}\np"]}},"/insert":{"depth":3,"prompt":"q"},
            "/characterBook/entries/0/enabled":false,"/extensions":{"display_name":"Ann"}}"#,
        &["/data/description", "/data/personality"],
    );
}

#[test]
fn what_was_another_programs_is_so_again() {
    for text in [
        r#"{"name":"A","context":"c","greeting":"g","example":"e","your_name":"Y"}"#,
        r#"{"kind":"character","name":"A","description":"notes","greeting":"g","scenario":"s","sampleChat":"c","favorite":true,
            "persona":{"kind":"wpp","attributes":{"eyes":["grey","green"]}},"insert":{"depth":3,"prompt":"p"}}"#,
        r#"{"manifest":{"schemaVersion":1,"characters":["characters/a/character.json"],"scenarios":["scenarios/one.json"]},
            "character":{"id":"a","name":"A","persona":"p","images":[],"model":"m"},
            "scenarios":[{"title":"t","narrative":"n","firstMessages":[{"characterID":"a","text":"one"}],"messages":[{"type":"human"}]}]}"#,
    ] {
        let document = read(text);
        let form = document.origin().unwrap().form;
        let form = *WrittenForm::ALL.iter().find(|written| written.form() == form).unwrap();
        let card = document.card().unwrap().clone();
        let mut there = card.into_form(Form::V3, &keeping()).unwrap().value;
        there.extensions_mut().unwrap().insert(ORIGIN_KEY, document.origin().unwrap().original.clone());
        let original: Json = text.parse().unwrap();
        assert_eq!(to_foreign(&there, form, &Options::default()).value, original);

        there.set_name("B");
        let edited = to_foreign(&there, form, &Options::default()).value;
        assert_eq!(read(&edited.to_string()).card().unwrap().name(), "B", "{edited}");
    }
}

#[test]
fn a_novelai_lorebook_goes_to_a_card_form_and_back() {
    let text = r#"{"lorebookVersion":3,"entries":[{"text":"t","contextConfig":{"prefix":"<","suffix":"\n","tokenBudget":12,"budgetPriority":7},
        "lastUpdatedAt":1,"displayName":"n","keys":["/k/i"],"searchRange":10,"enabled":true,"forceActivation":false}],"settings":{"orderByKeyLocations":true}}"#;
    let document = read(text);
    let there = convert_book(&document.content, Form::LorebookV3, &keeping());
    let back = convert_book(&there, Form::NovelAi, &Options::default());
    assert_eq!(back.to_json().to_string(), text.parse::<Json>().unwrap().to_string());
}

fn convert_book(content: &Content, to: Form, options: &Options) -> Content {
    cards_model::book::convert(content, to, options, &mut cards_model::id::RandomIds::new(|| 7)).unwrap().value
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_book_goes_to_novelai_and_back_with_the_stash(book in any_with::<Lorebook>(Oddity::Plain)) {
        let there = convert_book(&Content::LorebookV3(v3::LorebookFile { data: book.clone(), ..Default::default() }), Form::NovelAi, &keeping());
        let read = read(&there.to_json().to_string());
        prop_assert_eq!(read.content.form(), Form::NovelAi);
        let Content::LorebookV3(back) = convert_book(&read.content, Form::LorebookV3, &Options::default()) else { panic!() };
        prop_assert_eq!(cards_model::document::to_json(&back.data).to_string(), cards_model::document::to_json(&book).to_string());
    }
}

#[test]
fn a_character_of_marinara_is_the_card_inside() {
    check(
        r#"{"type":"marinara_character","version":1,"exportedAt":"2026-08-01T00:00:00Z","data":{"spec":"chara_card_v2","spec_version":"2.0",
            "data":{"name":"A","description":"d","first_mes":"f"},"metadata":{"comment":"c"},"avatar":"data:image/png;base64,QQ=="}}"#,
        ForeignForm::MarinaraCharacter,
        r#"{"/data/name":"A","/data/first_mes":"f","/metadata":{"comment":"c"},"/avatar":"data:image/png;base64,QQ=="}"#,
        &[],
    );
}

/// Copies of V1 beside `data` do not hide it, as in every card of SillyTavern that was put into the envelope.
#[test]
fn a_character_of_marinara_is_the_card_inside_whatever_is_beside_it() {
    let v1 = r#""name":"A","description":"d","personality":"p","scenario":"s","first_mes":"f","mes_example":"m""#;
    let own = r#""creator_notes":"n","alternate_greetings":["again"],"character_book":{"entries":[{"keys":["k"],"content":"c"}]}"#;
    let marked = r#""spec":"chara_card_v2","spec_version":"2.0","#;
    for inside in [
        format!(r#"{{{marked}{v1},"data":{{{v1},{own}}}}}"#),
        format!(r#"{{{v1},"data":{{{v1},{own}}}}}"#),
        format!(r#"{{"data":{{"name":"A","description":"d",{own}}},"format":"chara_card_v2"}}"#),
        format!(r#"{{"name":"A","description":"d",{own}}}"#),
    ] {
        check(
            &format!(r#"{{"type":"marinara_character","version":1,"data":{inside}}}"#),
            ForeignForm::MarinaraCharacter,
            r#"{"/spec":"chara_card_v2","/data/name":"A","/data/description":"d","/data/creator_notes":"n",
                "/data/alternate_greetings":["again"],"/data/character_book/entries/0/content":"c"}"#,
            &[],
        );
    }
}

#[test]
fn a_lorebook_of_marinara_has_its_settings() {
    check(
        r#"{"type":"marinara_lorebook","version":1,"exportedAt":"2026-08-01T00:00:00Z","data":{"lorebook":{"id":"a","name":"Harbour",
            "description":"","category":"world","scanDepth":2,"tokenBudget":2048,"recursiveScanning":false,"enabled":true,"entryLimit":9},
            "entries":[{"id":"e","lorebookId":"a","name":"Bell","content":"It rings.","description":"a note","keys":["be/ll"],
            "secondaryKeys":["x"],"enabled":false,"constant":true,"selective":true,"selectiveLogic":"not","probability":50,"scanDepth":3,
            "matchWholeWords":true,"caseSensitive":false,"useRegex":true,"position":2,"depth":6,"order":7,"role":"user","group":"g",
            "groupWeight":5,"sticky":null,"locked":false,"characterFilterMode":"any"}],"folders":[]}}"#,
        ForeignForm::MarinaraLorebook,
        r#"{"/name":"Harbour","/scan_depth":2,"/token_budget":2048,"/entries/0/keys":["/be\\/ll/i"],"/entries/0/secondary_keys":["/x/i"],
            "/entries/0/comment":"Bell","/entries/0/enabled":false,"/entries/0/constant":true,"/entries/0/insertion_order":7,
            "/entries/0/extensions":{"position":4,"selectiveLogic":2,"role":1,"depth":6,"scan_depth":3,"match_whole_words":true,
            "group":"g","group_weight":5,"probability":50,"useProbability":true}}"#,
        &["/data/lorebook/entryLimit", "/data/entries/0/description"],
    );
}

#[test]
fn what_else_marinara_exports_is_named() {
    for (kind, said) in [
        ("marinara_persona", "this is a persona of Marinara, which describes a user and holds no card"),
        ("marinara_preset", "this is a preset of Marinara, which holds no card"),
        ("marinara_story_bundle", "this is a story of Marinara; export the characters and lorebooks in it one by one"),
        ("marinara_profile", "this is a whole profile of Marinara; export its characters and lorebooks one by one"),
    ] {
        let text = format!(r#"{{"type":"{kind}","version":1,"exportedAt":"x","data":{{"name":"Sam"}}}}"#);
        let error = Document::read(text.as_str(), &Limits::default()).unwrap_err().to_string();
        assert!(error.ends_with(said), "{error}");
    }
}

#[test]
fn a_card_of_a_later_version_opens_as_the_nearest_form_and_keeps_its_marker() {
    for spec in ["chara_card_v4", "chara_card_v5", "chara_card_v3.5"] {
        let text = format!(
            r#"{{"spec":"{spec}","spec_version":"4.0","data":{{"name":"A","description":"d","novel":[1]}},"more":{{}}}}"#
        );
        let document = read(&text);
        assert_eq!(document.content.form(), Form::V3, "{spec}");
        assert_eq!(document.to_bytes(), text.as_bytes(), "{spec}");
        let about = |finding: &&cards_model::Finding| finding.rule.id.starts_with("marker");
        let told: Vec<_> = document.findings().iter().filter(about).map(|finding| finding.rule.id).collect();
        assert_eq!(told, ["marker-later"], "{spec}");
        let checked = document.validate(cards_model::ValidateOptions::STRICT);
        assert_eq!(checked.iter().filter(about).count(), 1, "{checked:?}");
        let peeked = peek(text.as_bytes(), &Limits::default()).unwrap();
        assert_eq!(peeked.form(), Form::V3);
    }
}

#[test]
fn a_card_for_marinara_is_a_v2_card_in_an_envelope() {
    written(
        WrittenForm::Marinara,
        RICH,
        r#"{"/type":"marinara_character","/version":1,"/exportedAt":"1970-01-01T00:00:00.000Z","/data/spec":"chara_card_v2",
            "/data/data/name":"A","/data/data/personality":"p","/data/data/extensions/depth_prompt":{"depth":3,"prompt":"q"}}"#,
        &[],
    );
}

/// What a lorebook says there, by pointers, and what of it has no place.
#[track_caller]
fn written_lorebook(text: &str, expected: &str, lost: &[&str]) {
    let made = read(text).content.to_foreign(WrittenForm::MarinaraLorebook, &Options::default()).expect("a lorebook");
    let expected: Json = expected.parse().unwrap();
    for (at, value) in expected.as_object().unwrap().iter() {
        assert_eq!(made.value.pointer(at), Some(value), "{at} of {}", made.value);
    }
    let told: Vec<String> = made.loss.iter().map(|loss| loss.pointer.to_string()).collect();
    assert_eq!(told, lost, "{}", made.value);
}

#[test]
fn a_lorebook_for_marinara_says_what_sillytavern_says_by_other_names() {
    written_lorebook(
        r#"{"name":"Harbour","scan_depth":3,"token_budget":99,"recursive_scanning":true,"extensions":{"own":1},"entries":[
            {"id":4,"keys":["/be\\/ll/i","toll (old)"],"secondary_keys":["/x/"],"comment":"Bell","content":"It rings.","enabled":true,
             "insertion_order":7,"constant":false,"selective":true,"priority":2,"extensions":{"position":4,"depth":6,"role":1,
             "selectiveLogic":2,"probability":50,"useProbability":true,"match_whole_words":true,"sticky":3,"match_scenario":true,
             "delay_until_recursion":2,"vectorized":false}},
            {"id":9,"keys":["sea"],"comment":"","name":"Sea","content":"Salt.","enabled":false,"insertion_order":1,"position":"after_char",
             "extensions":{"position":7,"outlet_name":"Map","useProbability":false,"probability":20}}]}"#,
        r#"{"/type":"marinara_lorebook","/version":1,"/exportedAt":"1970-01-01T00:00:00.000Z","/data/lorebook/name":"Harbour",
            "/data/lorebook/scanDepth":3,"/data/lorebook/tokenBudget":99,"/data/lorebook/recursiveScanning":true,
            "/data/entries/0/id":"4","/data/entries/0/keys":["be/ll","\\btoll \\(old\\)\\b"],"/data/entries/0/secondaryKeys":["x"],
            "/data/entries/0/useRegex":true,"/data/entries/0/caseSensitive":false,"/data/entries/0/name":"Bell",
            "/data/entries/0/position":2,"/data/entries/0/depth":6,"/data/entries/0/role":"user","/data/entries/0/selectiveLogic":"not",
            "/data/entries/0/probability":50,"/data/entries/0/sticky":3,"/data/entries/0/delayUntilRecursion":true,
            "/data/entries/0/additionalMatchingSources":["character_scenario"],"/data/entries/1/name":"Sea",
            "/data/entries/1/position":7,"/data/entries/1/outletName":"Map","/data/entries/1/enabled":false,
            "/data/entries/1/probability":null,"/data/entries/1/useRegex":false}"#,
        &[
            "/entries/0/priority",
            "/entries/1/extensions/probability",
            "/extensions/own",
            "/entries/0/keys/1",
            "/entries/0/secondary_keys/0",
            "/entries/0/extensions/delay_until_recursion",
        ],
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A lorebook goes to Marinara's form whatever it was, and what it is there stays from then on, with nothing lost.
    #[test]
    fn a_lorebook_for_marinara_stays_what_it_is_there(card in any_with::<Card>(Oddity::Plain)) {
        let form = WrittenForm::MarinaraLorebook;
        let content = Content::Card(card);
        let Some(made) = content.to_foreign(form, &Options::default()) else {
            prop_assert!(content.lorebook().is_none());
            return Ok(());
        };
        let document = read(&made.value.to_string());
        prop_assert_eq!(document.origin().map(|origin| origin.form), Some(form.form()));
        let lost: Vec<_> = document.origin().unwrap().loss.iter().filter(|loss| loss.reason != LossReason::Reshaped).collect();
        prop_assert!(lost.is_empty(), "{:?}", lost);
        let again = document.content.to_foreign(form, &Options::default()).unwrap();
        prop_assert_eq!(again.value.to_string(), made.value.to_string());
        prop_assert!(again.loss.is_empty(), "{:?} {}", again.loss, made.value);
        let texts = |content: &Content| content.lorebook().unwrap().entries.iter().map(|it| it.content.clone()).collect::<Vec<_>>();
        prop_assert_eq!(texts(&document.content), texts(&content));
    }
}

#[test]
fn a_folder_of_marinara_that_is_off_switches_off_what_is_in_it() {
    let document = read(
        r#"{"type":"marinara_lorebook","version":1,"data":{"lorebook":{"name":"H"},"folders":[{"id":"b","parentFolderId":"a"},
            {"id":"a","enabled":false},{"id":"c","enabled":true}],"entries":[{"folderId":"a"},{"folderId":"b"},{"folderId":"c"},{}]}}"#,
    );
    let book = document.content.lorebook().unwrap();
    let on: Vec<bool> = book.entries.iter().map(|entry| entry.enabled).collect();
    assert_eq!(on, [false, false, true, true]);
    // A chain of folders, the innermost first, and one in itself.
    let chain = (1..20_000).rev().map(|id| format!(r#"{{"id":"{id}","parentFolderId":"{}"}}"#, id - 1));
    let folders = chain.collect::<Vec<_>>().join(",");
    let text = format!(
        r#"{{"type":"marinara_lorebook","version":1,"data":{{"lorebook":{{"name":"H"}},"folders":[{folders},{{"id":"0","enabled":false}},
            {{"id":"x","parentFolderId":"x"}}],"entries":[{{"folderId":"19999"}},{{"folderId":"x"}}]}}}}"#
    );
    let on: Vec<bool> = read(&text).content.lorebook().unwrap().entries.iter().map(|entry| entry.enabled).collect();
    assert_eq!(on, [false, true]);
}

/// Entries with nothing around them are a lorebook of the names that they use, and come back as they were.
#[test]
fn a_bare_list_of_entries_is_a_lorebook() {
    for (text, form, entries) in [
        (
            r#"[{"key":["bell"],"content":"It rings.","order":3,"own":1},{"key":[],"content":""}]"#,
            Form::WorldInfo,
            "/entries/0",
        ),
        (r#"[{"keys":["bell"],"content":"It rings.","own":1}]"#, Form::Lorebook, "/entries/0"),
        (r#"[{"key":"bell, toll","secondkey":"","content":"It rings.","own":1}]"#, Form::RisuLorebook, "/data/0"),
    ] {
        let document = read(text);
        assert_eq!(document.content.form(), form, "{text}");
        let first = document.content.to_json().pointer(entries).cloned().unwrap();
        let stood: Json = text.parse().unwrap();
        assert_eq!(Some(&first), stood.pointer("/0"), "{text}");
    }
    for text in [
        "[]",
        r#"[{"content":"a"}]"#,
        r#"[{"keys":["a"]}]"#,
        r#"[{"keys":["a"],"content":"b"},{"keys":[1],"content":"b"}]"#,
    ] {
        assert!(Document::read(text, &Limits::default()).is_err(), "{text}");
    }
}
