//! Single conversions, shown by example: edits between two of them, and what each option does.

use cards_model::convert::{Decorators, Options, Purpose, Scenario, Stash, convert_book};
use cards_model::document::SpecObject;
use cards_model::{Card, Content, Document, Form, Json, Limits, Lorebook, LossReason, Pointer, Style, v3};

fn read(text: &str) -> Card {
    Document::read(text, &Limits::default()).unwrap().card().unwrap().clone()
}

fn text_of(card: &Card) -> String {
    Document::new(Content::Card(card.clone())).to_text(Style::Compact)
}

fn v3(data: &str) -> Card {
    read(&format!(r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{{data}}}}}"#))
}

/// A conversion through a file of another program that sorts all members.
#[track_caller]
fn through(card: Card, form: Form, options: &Options, edit: impl FnOnce(&mut serde_json::Value)) -> Card {
    let there = card.into_form(form, options).unwrap().value;
    let mut value: serde_json::Value = serde_json::from_str(&text_of(&there)).unwrap();
    edit(&mut value);
    read(&value.to_string())
}

fn stashing() -> Options {
    Options::default().with_stash(Stash::Everywhere)
}

const BOOK: &str = r#""character_book":{"extensions":{},"entries":[
    {"keys":["a"],"content":"@@depth 4\nOne.","extensions":{},"enabled":true,"insertion_order":1,"use_regex":false},
    {"keys":["/b/i"],"content":"Two.","extensions":{},"enabled":true,"insertion_order":2,"use_regex":true}]}"#;

#[test]
fn an_edited_value_wins_over_the_stashed_one_and_the_report_says_so() {
    let card = v3(&format!(r#""name":"Aria","nickname":"Ari",{BOOK}"#));
    let edited = through(card, Form::V2, &stashing(), |value| {
        value["data"]["name"] = "Mira".into();
        value["data"]["character_book"]["entries"][0]["content"] = "Mine.".into();
    });
    let back = edited.into_form(Form::V3, &stashing()).unwrap();
    let Card::V3(card) = &back.value else { panic!("not V3") };
    assert_eq!(card.data.name, "Mira");
    assert_eq!(card.data.nickname.as_deref(), Some("Ari"));
    let entries = &card.data.character_book.as_ref().unwrap().entries;
    assert_eq!(entries[0].content, "Mine.");
    assert_eq!(entries[1].use_regex, Some(true));
    let loss: Vec<_> = back.loss.iter().map(|loss| (loss.pointer.as_str(), loss.reason)).collect();
    assert_eq!(loss, [("/data/character_book/entries/0/content", LossReason::Superseded)]);
    assert!(!text_of(&back.value).contains("\"cards\""), "the stash is gone");
}

#[test]
fn entries_may_be_sorted_added_and_deleted_in_between() {
    let edited = through(v3(BOOK), Form::V2, &stashing(), |value| {
        let entries = value["data"]["character_book"]["entries"].as_array_mut().unwrap();
        entries.reverse();
        entries.push(
            serde_json::json!({"keys":["c"],"content":"Three.","extensions":{},"enabled":true,"insertion_order":3}),
        );
    });
    let Card::V3(card) = edited.into_form(Form::V3, &stashing()).unwrap().value else { panic!("not V3") };
    let entries = &card.data.character_book.as_ref().unwrap().entries;
    let entries: Vec<_> = entries.iter().map(|entry| (entry.content.as_str(), entry.use_regex)).collect();
    assert_eq!(entries, [("Two.", Some(true)), ("@@depth 4\nOne.", Some(false)), ("Three.", Some(false))]);
}

#[test]
fn what_was_added_to_a_poorer_original_is_kept_for_another_way_back() {
    let v1 = read(r#"{"name":"n","description":"d","first_mes":"f","x":1}"#);
    let edited = through(v1, Form::V3, &stashing(), |value| value["data"]["nickname"] = "Ni".into());
    let back = edited.into_form(Form::V1, &stashing()).unwrap();
    assert_eq!(back.loss[0].pointer, "/data/nickname");
    let again = back.value.into_form(Form::V3, &stashing()).unwrap().value;
    assert_eq!(again.nickname(), Some("Ni"));
}

#[test]
fn a_stash_of_a_richer_spec_is_seen_by_the_next_target() {
    let card = v3(r#""name":"n","group_only_greetings":["All."]"#);
    let v2 = card.clone().into_form(Form::V2, &stashing()).unwrap().value;
    for options in [stashing(), Options::default()] {
        let Card::Prom(prom) = v2.clone().into_form(Form::Prom, &options).unwrap().value else { panic!("not Prom") };
        assert_eq!(prom.data.greetings.group, ["All."]);
    }
    let prom = v2.clone().into_form(Form::Prom, &stashing()).unwrap().value;
    let back = |form| prom.clone().into_form(form, &stashing()).unwrap().value;
    assert_eq!(text_of(&back(Form::V2)), text_of(&v2));
    assert_eq!(text_of(&back(Form::V3)), text_of(&card));
}

#[test]
fn nothing_is_invented_on_the_way_up() {
    let v1 = read(r#"{"name":"n","description":"d","personality":"","scenario":"","first_mes":"","mes_example":""}"#);
    let there = v1.into_form(Form::V3, &Options::default()).unwrap();
    assert!(there.loss.is_empty());
    let text = text_of(&there.value);
    for invented in ["Unknown", "character_book", "assets", "nickname", "date", "source"] {
        assert!(!text.contains(invented), "{text}");
    }
    assert!(text.contains(r#""group_only_greetings":[]"#));
}

#[test]
fn the_scenario_of_a_prom_card_can_be_a_variable() {
    let card = v3(r#""description":"D.","scenario":"Dusk.","first_mes":"Hi.","group_only_greetings":["All."]"#);
    let options = Options::default().with_scenario(Scenario::Variable);
    let Card::Prom(card) = card.into_form(Form::Prom, &options).unwrap().value else { panic!("not Prom") };
    assert_eq!(card.data.description, "D.\n{{getvar::scenario}}");
    assert_eq!(card.data.greetings.solo, ["{{setvar::scenario::Dusk.}}Hi."]);
    assert_eq!(card.data.greetings.group, ["{{setvar::scenario::Dusk.}}All."]);
}

#[test]
fn only_a_stand_in_warns() {
    let card = v3(r#""creator_notes":"Calm.""#);
    let alone = card.clone().into_form(Form::V2, &Options::default()).unwrap().value;
    assert_eq!(alone.creator_notes(), "Calm.");
    let options = Options::default().with_purpose(Purpose::Backfill);
    let stand_in = card.into_form(Form::V2, &options).unwrap().value;
    assert!(stand_in.creator_notes().contains("Character Card V3"));
    assert!(stand_in.creator_notes().ends_with("\n\nCalm."));
}

#[test]
fn decorators_stay_if_the_options_say_so() {
    let options = Options::default().with_decorators(Decorators::Kept);
    let Card::V2(card) = v3(BOOK).into_form(Form::V2, &options).unwrap().value else { panic!("not V2") };
    assert_eq!(card.data.character_book.unwrap().entries[0].content, "@@depth 4\nOne.");
}

#[test]
fn notes_as_a_plain_string_are_notes() {
    let v3l = read(r#"{"spec":"chara_card_v3l","spec_version":"3.0","data":{"name":"n","creator_notes":"Calm."}}"#);
    assert_eq!((v3l.creator_notes(), v3l.creator_notes_in("de")), ("Calm.", "Calm."));
}

#[test]
fn locales_are_told_apart() {
    let v3l = read(
        r#"{"spec":"chara_card_v3l","spec_version":"3.0","data":{"name":"n",
            "first_messages":[{"locale":"en","messages":["Hi.","Ho."]},{"locale":"ja-JP","messages":["やあ"]}],
            "creator_notes":[{"locale":"en","content":"Note."},{"locale":"ja","content":"メモ"}]}}"#,
    );
    let there = v3l.clone().into_form(Form::V3, &Options::default()).unwrap();
    let Card::V3(card) = there.value else { panic!("not V3") };
    assert_eq!((card.data.first_mes.as_str(), card.data.creator_notes.as_str()), ("Hi.", "Note."));
    assert_eq!(card.data.creator_notes_multilingual.unwrap().get("ja").map(String::as_str), Some("メモ"));
    assert_eq!(there.loss.iter().map(|l| l.pointer.as_str()).collect::<Vec<_>>(), ["/data/first_messages/1"]);

    let options = Options::default().with_locale("ja");
    let Card::V3(card) = v3l.clone().into_form(Form::V3, &options).unwrap().value else { panic!("not V3") };
    // Plain notes of CCv3 are the English ones, whatever greetings the caller wants.
    assert_eq!((card.data.first_mes.as_str(), card.data.creator_notes.as_str()), ("やあ", "Note."));
    assert_eq!(card.data.creator_notes_multilingual.unwrap().get("ja").map(String::as_str), Some("メモ"));
    let v2 = v3l.into_form(Form::V2, &options).unwrap().value;
    assert_eq!(v2.creator_notes(), "メモ");
}

#[test]
fn notes_by_language_count_as_ccv3_says() {
    let card = v3(r#""creator_notes":"OLD","creator_notes_multilingual":{"en":"NEW","fr":"FR"}"#);
    assert_eq!((card.creator_notes(), card.creator_notes_in("de")), ("NEW", "NEW"));
    for form in [Form::V2, Form::Prom] {
        let there = card.clone().into_form(form, &Options::default()).unwrap();
        assert_eq!(there.value.creator_notes(), "NEW");
        let french = card.clone().into_form(form, &Options::default().with_locale("fr")).unwrap();
        assert_eq!(french.value.creator_notes(), "FR");
    }
    let card = v3(r#""creator_notes":"EN","creator_notes_multilingual":{"fr":"FR"}"#);
    let there = card.into_form(Form::V3L, &Options::default().with_locale("fr")).unwrap();
    assert_eq!((there.value.creator_notes_in("en"), there.value.creator_notes_in("fr")), ("EN", "FR"));
    assert!(there.loss.is_empty(), "{:?}", there.loss);
    let mut card = v3(r#""creator_notes":"OLD","creator_notes_multilingual":{"en":"NEW"}"#);
    card.set_creator_notes("SET").unwrap();
    assert_eq!(card.creator_notes(), "SET");
}

#[test]
fn asset_uris_are_spelled_as_the_target_spells_them() {
    let card = v3(r#""assets":[{"type":"icon","uri":"embeded://a.png","name":"main","ext":"png"}]"#);
    let there = card.into_form(Form::V3L, &Options::default()).unwrap();
    assert_eq!(there.value.assets()[0].uri, "embedded://a.png");
    assert!(there.loss.is_empty(), "{:?}", there.loss);
    let back = there.value.into_form(Form::V3, &Options::default()).unwrap().value;
    assert_eq!(back.assets()[0].uri, "embeded://a.png");
}

#[test]
fn an_unusual_layout_of_examples_comes_back_to_the_byte() {
    let odd = "{{user}}:hi\r\n\r\n<start>\nAria: hello  \n";
    let mut card = v3(r#""name":"Aria""#);
    if let Card::V3(card) = &mut card {
        card.data.mes_example = odd.into();
    }
    for form in [Form::V3L, Form::Prom] {
        let there = card.clone().into_form(form, &stashing()).unwrap();
        assert_eq!(there.loss[0].pointer, "/data/mes_example");
        assert_eq!(there.loss[0].reason, LossReason::Reshaped);
        let back = there.value.into_form(Form::V3, &stashing()).unwrap().value;
        assert_eq!(back.mes_example(), odd);
    }
}

#[test]
fn a_draft_with_entries_that_come_back_as_they_stood_keeps_its_layout() {
    let text = r#"{"type":"chara_card","spec_version":"3.1","data":{"name":"n","greetings":["Hi."],"character_book":{"entries":[{"name":"a","keys":["k"],"content":"c","enabled":true,"insertion_order":1,"use_regex":false}]}}}"#;
    let card = read(text);
    for form in [Form::V3, Form::V3L] {
        let there = read(&text_of(&card.clone().into_form(form, &stashing()).unwrap().value));
        assert_eq!(text_of(&there.into_form(Form::Prom, &stashing()).unwrap().value), text, "through {form}");
    }
}

#[test]
fn the_note_that_is_carried_is_another_form_and_the_one_that_is_gone_has_no_field() {
    // CCv3: beside English notes in the map the plain ones count for nothing.
    let card = v3(r#""name":"A","creator_notes":"ONE","creator_notes_multilingual":{"en":"TWO","fr":"TROIS"}"#);
    let there = card.into_form(Form::V3L, &Options::default()).unwrap();
    assert!(text_of(&there.value).contains("TWO") && !text_of(&there.value).contains("ONE"));
    let mut loss: Vec<_> = there.loss.iter().map(|loss| (loss.pointer.as_str(), loss.reason)).collect();
    loss.sort_unstable_by_key(|(pointer, _)| pointer.len());
    assert_eq!(
        loss,
        [("/data/creator_notes", LossReason::NoField), ("/data/creator_notes_multilingual/en", LossReason::Reshaped)]
    );
}

#[test]
fn the_role_char_speaks_for_the_character() {
    let text = include_str!("../../../../fixtures/model/prom-role-char/input.json");
    let card = read(text);
    let v3 = card.clone().into_form(Form::V3, &stashing()).unwrap().value;
    assert_eq!(v3.mes_example(), "<START>\n{{user}}: Is the ferry late?\n{{char}}: The river is early.");
    let Card::V3L(v3l) = card.clone().into_form(Form::V3L, &stashing()).unwrap().value else { panic!("not V3L") };
    assert_eq!(v3l.data.example_messages[0][1].get("role").map(String::as_str), Some("assistant"));
    // Prom itself keeps the word, and gets it back.
    assert_eq!(text_of(&card), text);
    for there in [v3, Card::V3L(v3l)] {
        assert_eq!(text_of(&there.into_form(Form::Prom, &stashing()).unwrap().value), text);
    }
    // Without the stash the report says that it was put otherwise.
    let loss = card.loss_for(Form::V3, &Options::default()).unwrap();
    assert_eq!(
        loss.iter().map(|l| (l.pointer.as_str(), l.reason)).collect::<Vec<_>>(),
        [("/data/example_messages", LossReason::Reshaped)]
    );
}

#[test]
fn other_programs_data_under_our_key_is_left_alone() {
    let card = v3(r#""extensions":{"cards":{"v":1,"deck":["ace"]}}"#);
    let there = card.clone().into_form(Form::V2, &Options::default()).unwrap();
    assert!(there.loss.is_empty());
    assert!(there.value.extensions().get("cards").is_some_and(|cards| cards.get("deck").is_some()));
    let there = card.clone().into_form(Form::V2, &stashing()).unwrap();
    let back = there.value.into_form(Form::V3, &stashing()).unwrap().value;
    assert_eq!(text_of(&back), text_of(&card));
}

#[test]
fn a_book_alone_is_converted_too() {
    let book: Lorebook = cards_model::document::from_json(&Json::Object(
        [(
            "entries",
            Json::from(vec![Json::Object([("content", Json::from("@@role user\nHi."))].into_iter().collect())]),
        )]
        .into_iter()
        .collect(),
    ))
    .unwrap();
    let there = convert_book(book.clone(), Form::V3, Form::V2, &Options::default()).unwrap();
    assert_eq!(there.value.entries[0].content, "Hi.");
    assert_eq!(there.loss[0].pointer, "/entries/0/content");
    let error = convert_book(book, Form::V3, Form::Prom, &Options::default()).unwrap_err();
    assert_eq!(error.class(), "unsupported-version");
}

#[test]
fn only_card_specs_are_targets() {
    let error = v3("").into_form(Form::WorldInfo, &Options::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no conversion leads from V3 to world info; cards become V1, V2, V3, V3L or Prom 3.1, books V2 or V3 books"
    );
}

#[test]
fn a_card_with_thousands_of_odd_members_comes_back_in_time() {
    let many: Vec<_> = (0..100_000).map(|i| format!(r#""x{i}":{i}"#)).collect();
    let card = read(&format!(
        r#"{{"spec":"chara_card_v3l","spec_version":"3.0","data":{{"name":"n",{},"character_book":{{"entries":[{{"keys":[1]}}]}}}}}}"#,
        many.join(",")
    ));
    for form in [Form::V1, Form::V2] {
        let there = card.clone().into_form(form, &stashing()).unwrap();
        assert!(there.loss.len() > 100_000);
        let back = there.value.into_form(Form::V3L, &stashing()).unwrap();
        assert_eq!(text_of(&back.value), text_of(&card));
    }
}

#[test]
fn members_that_v3_added_move_into_its_fields() {
    let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"n","nickname":"N",
        "group_only_greetings":["g"],"source":["s"],"creation_date":5,"modification_date":"late","assets":[],
        "creator_notes_multilingual":{"de":"Hallo"},"own":1}}"#;
    let card = read(text);
    let there = card.clone().into_form(Form::V3, &stashing()).unwrap();
    let lost: Vec<_> = there.loss.iter().map(|loss| loss.pointer.to_string()).collect();
    assert_eq!(lost, ["/data/modification_date"]);
    let Card::V3(v3) = &there.value else { panic!("no V3 card") };
    assert_eq!(v3.data.nickname.as_deref(), Some("N"));
    assert_eq!(v3.data.group_only_greetings, ["g"]);
    assert_eq!(v3.data.source.as_deref(), Some(&["s".to_owned()][..]));
    assert_eq!(v3.data.creator_notes_multilingual.as_ref().unwrap().get("de").map(String::as_str), Some("Hallo"));
    assert_eq!(v3.data.assets.as_deref(), Some(&[][..]));
    assert_eq!(v3.data.rest.unknown().get("own"), Some(&Json::from(1)));
    let back = there.value.into_form(Form::V2, &Options::default()).unwrap().value;
    assert_eq!(text_of(&back), text_of(&card));
}

/// What reading would make of a member of CCv3 in a V2 card is what the conversion makes of it, and the report says that the value is
/// there in another way; what nobody can read is kept by no field and said so.
#[test]
fn members_that_v3_added_are_read_as_leniently_as_those_of_a_v3_card() {
    const MEMBERS: [&str; 7] = [
        "nickname",
        "source",
        "group_only_greetings",
        "creation_date",
        "modification_date",
        "creator_notes_multilingual",
        "assets",
    ];
    const VALUES: [&str; 10] =
        ["\"s\"", "7", "\"7\"", "true", "[1,\"a\"]", "[{}]", "{\"de\":4}", "[{\"uri\":\"u\"},5]", "{}", "null"];
    for (member, value) in MEMBERS.iter().flat_map(|member| VALUES.iter().map(move |value| (member, value))) {
        let written = format!(r#""name":"n","{member}":{value}"#);
        let card = read(&format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{{written}}}}}"#));
        let there = card.clone().into_form(Form::V3, &Options::default()).unwrap();
        let (Card::V3(made), Card::V3(mut read)) = (&there.value, v3(&written)) else { panic!("no V3 card") };
        read.data.rest = made.data.rest.clone();
        assert_eq!(made.data, read.data, "{written}");
        let now = Content::Card(there.value.clone()).to_json();
        let now = now.at(&Pointer::from(["data", *member])).map(|now| now.to_string()).unwrap_or_default();
        let says = !["", "[]", "{}"].contains(&now.as_str());
        for loss in &there.loss {
            assert_eq!(loss.pointer, format!("/data/{member}").as_str(), "{written}: {loss}");
            let wanted = if says || *value == "null" { LossReason::Reshaped } else { LossReason::Unrepresentable };
            assert_eq!(loss.reason, wanted, "{written}: {loss}, {now}");
        }
        let back = card.clone().into_form(Form::V3, &stashing()).unwrap().value;
        let back = back.into_form(Form::V2, &Options::default()).unwrap();
        assert_eq!((text_of(&back.value), back.loss), (text_of(&card), Vec::new()), "{written}");
    }
}

#[test]
fn a_value_that_was_read_as_another_kind_is_said_in_another_way() {
    let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","tags":"one","creator":5,"extensions":"x",
        "description":null}}"#;
    let there = read(text).into_form(Form::V3, &Options::default()).unwrap();
    let loss: Vec<_> = there.loss.iter().map(|loss| (loss.pointer.as_str(), loss.reason)).collect();
    let (reshaped, unfit) = (LossReason::Reshaped, LossReason::Unrepresentable);
    assert_eq!(
        loss,
        [
            ("/data/tags", reshaped),
            ("/data/creator", reshaped),
            ("/data/extensions", unfit),
            ("/data/description", unfit)
        ]
    );
    assert_eq!(there.value.tags(), ["one"]);
}

#[test]
fn line_ends_of_windows_and_text_behind_a_start_are_no_part_of_a_message() {
    let card = v3(r#""name":"Aria","mes_example":"<START>{{user}}: hi\r\n{{char}}: ho\r\n<START>\r\n{{user}}: a""#);
    let Card::Prom(prom) = card.into_form(Form::Prom, &Options::default()).unwrap().value else {
        panic!("no Prom card")
    };
    let messages: Vec<_> = prom.data.example_messages.iter().map(|message| message.content.as_str()).collect();
    assert_eq!(messages, ["hi", "ho", "a"]);
}

#[test]
fn a_scenario_that_would_end_the_macro_early_is_kept_out_of_it() {
    let options = Options::default().with_scenario(Scenario::Variable);
    let into_prom = |members: &str| v3(members).into_form(Form::Prom, &options).unwrap();
    for scenario in ["a }} b", "a}", "a {{b", "{{char}} }} {{"] {
        let there = into_prom(&format!(r#""first_mes":"Hi.","description":"D","scenario":"{scenario}""#));
        let greetings: Vec<_> = there.value.greetings().iter().map(|greeting| greeting.text.to_owned()).collect();
        assert_eq!((greetings.join("|").as_str(), there.value.description()), ("Hi.", "D"), "{scenario}");
        assert!(there.loss.iter().any(|loss| loss.pointer == "/data/scenario"), "{:?}", there.loss);
    }
    let nobody = into_prom(r#""description":"D","scenario":"Dusk.""#);
    assert_eq!(nobody.value.description(), "D");
    let nested = into_prom(r#""first_mes":"Hi.","scenario":"In {{char}}'s {house} at dusk.""#);
    assert_eq!(nested.value.first_mes(), "{{setvar::scenario::In {{char}}'s {house} at dusk.}}Hi.");
}

/// A member of CCv3 and a value for it; with those of V2 they are all that CCv3 names.
const ADDED_BY_CCV3: &[(&str, &str)] = &[
    ("nickname", r#""Nick""#),
    ("creator_notes_multilingual", r#"{"de":"Ruhig."}"#),
    ("source", r#"["https://example.org/a"]"#),
    ("group_only_greetings", r#"["All of you."]"#),
    ("creation_date", "1700000000"),
    ("modification_date", "1700000001"),
    ("assets", r#"[{"type":"icon","uri":"ccdefault:","name":"main","ext":"png"}]"#),
];
const NAMED_BY_V2: &[(&str, &str)] = &[
    ("name", r#""Aria""#),
    ("description", r#""D""#),
    ("personality", r#""P""#),
    ("scenario", r#""S""#),
    ("first_mes", r#""Hi.""#),
    ("mes_example", r#""<START>\n{{user}}: a""#),
    ("creator_notes", r#""N""#),
    ("system_prompt", r#""SP""#),
    ("post_history_instructions", r#""PH""#),
    ("alternate_greetings", r#"["Ho."]"#),
    ("character_book", r#"{"extensions":{},"entries":[]}"#),
    ("tags", r#"["t"]"#),
    ("creator", r#""C""#),
    ("character_version", r#""1""#),
    ("extensions", r#"{"a/b":1}"#),
];

#[test]
fn no_way_up_loses_a_member_that_the_target_names() {
    let object = |rows: &[(&str, &str)]| {
        rows.iter().map(|(name, value)| format!(r#""{name}":{value}"#)).collect::<Vec<_>>().join(",")
    };
    let data_of = |card: Card| {
        let json: serde_json::Value = serde_json::from_str(&text_of(&card)).unwrap();
        json.get("data").cloned().unwrap_or(json)
    };
    let rows: Vec<_> = NAMED_BY_V2.iter().chain(ADDED_BY_CCV3).copied().collect();
    let names: Vec<_> = v3::Data::object_shape().members.into_iter().map(|member| member.name).collect();
    for name in &names {
        assert!(rows.iter().any(|(row, _)| row == name), "a new member `{name}` of CCv3 lacks a row");
    }
    let v1 = read(&format!("{{{}}}", object(&NAMED_BY_V2[..6])));
    let v2 = read(&format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{{}}}}}"#, object(&rows)));
    for (card, form, kept) in
        [(v1.clone(), Form::V2, &rows[..6]), (v1, Form::V3, &rows[..6]), (v2, Form::V3, &rows[..])]
    {
        let there = card.into_form(form, &Options::default()).unwrap();
        assert!(there.loss.is_empty(), "{:?}", there.loss);
        let data = data_of(there.value);
        for (name, value) in kept {
            let value: serde_json::Value = serde_json::from_str(value).unwrap();
            assert_eq!(data.get(*name), Some(&value), "{name} on the way to {form}");
        }
    }
}
