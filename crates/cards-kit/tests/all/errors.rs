//! The words of the errors that have a cause, and the cause.

use std::collections::BTreeMap;
use std::error::Error as _;

use cards_kit::edit::exchange::{ListForm, read};
use cards_kit::edit::tree;
use cards_kit::{Error, Limits};
use cards_macro::{Engine, Template};

#[test]
fn what_a_layer_refuses_is_said_with_its_cause() {
    let books = cards_lore::Limits::default().with_entries(0);
    let book = cards_lore::Book { entries: vec![cards_lore::Entry::default()], ..cards_lore::Book::default() };
    let settings = cards_lore::Settings::new(cards_lore::Profile::Spec);
    let refused = cards_lore::Lore::compile(vec![book], settings, &books).unwrap_err();
    let error = Error::from(refused);
    assert_eq!(error.to_string(), "the lorebooks cannot be searched");
    assert!(error.source().is_some_and(|cause| cause.is::<cards_lore::Error>()));

    let refused =
        Template::parse_with("{{char}}", Engine::Spec, &cards_macro::Limits::default().with_template_bytes(1))
            .unwrap_err();
    let error = Error::from(refused);
    assert_eq!(error.to_string(), "a text of the card or of the chat cannot be expanded");
    assert!(error.source().is_some_and(|cause| cause.is::<cards_macro::Error>()));
}

#[test]
fn refusals_of_edits_say_what_is_wrong() {
    let stale = Error::Stale { found: "ab".to_owned(), wanted: "cd".to_owned() };
    assert_eq!(
        stale.to_string(),
        "somebody else changed the file: its hash is ab, and the edit is for the file with cd"
    );
    let made = Error::CreationDate { place: "created_at".to_owned() };
    assert_eq!(
        made.to_string(),
        "`created_at` is the date on which the card was made, and the spec says that it stays; `--force` changes it"
    );
    let pattern = Error::NoPatterns { place: "book[name~=/^NPC/]".to_owned() };
    assert_eq!(pattern.to_string(), "`book[name~=/^NPC/]` chooses by a pattern, and this build has none");
    assert_eq!((pattern.class(), pattern.place()), ("usage", Some("book[name~=/^NPC/]")));
    let other = Error::OtherForm { form: cards_model::Form::V2, other: cards_model::Form::WorldInfo };
    assert_eq!(
        other.to_string(),
        "this is a V2 card, and the other one is world info; `cards convert` makes them the same"
    );
}

#[test]
fn trees_of_texts_say_why_they_cannot_be_put_together() {
    let base = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
    let error = tree::join(base, &BTreeMap::new(), &Limits::default()).unwrap_err();
    let said = format!("the tree of texts cannot be put together: there is no {}", tree::PLACES);
    assert_eq!(error.to_string(), said + "; `cards extract --tree` writes one");
}

/// Names of members may hold line ends, blanks and what ends a mark.
#[test]
fn trees_of_texts_whose_places_are_no_plain_lines_are_put_together() {
    let notes = r#"{"a\nb":"one","c --> d":"two"," e ":"three","\"f\"":"four","<START>":"five"}"#;
    let card = format!(
        r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"A","creator_notes_multilingual":{notes}}}}}"#
    );
    let limits = Limits::default();
    let taken = tree::take(card.as_bytes(), &limits).unwrap();
    for number in ["one", "two", "three", "four", "five"] {
        let mut files = taken.files.clone();
        let changed: usize = files
            .iter_mut()
            .filter(|(name, _)| *name != tree::PLACES)
            .map(|(_, text)| {
                let new = text.replace(&format!("\n{number}\n"), "\nchanged\n");
                usize::from(std::mem::replace(text, new) != *text)
            })
            .sum();
        assert_eq!(changed, 1, "{number}");
        let joined = tree::join(&taken.base, &files, &limits).unwrap();
        assert_eq!(String::from_utf8(joined).unwrap(), card.replace(number, "changed"));
    }
}

#[test]
fn lists_of_texts_say_where_they_cannot_be_read() {
    let read = |text: &str, form| read(text, form, &Limits::default().with_listed_texts(2)).unwrap_err();
    let csv = |rows: &str| read(&format!("place,source,text\n{rows}"), ListForm::Csv);
    let (json, po) = (|text: &str| read(text, ListForm::Json), |text: &str| read(text, ListForm::Po));
    for (error, wanted) in [
        (csv("\nname\n"), " at line 3: the row has fewer cells than the head"),
        (csv("name,\"a\nb\",c\nname,a,\"b\nc\n"), " at line 4: a quote is not closed"),
        (read("\n", ListForm::Csv), " at line 1: the head should have `place`, `source` and `text`"),
        (po("msgctxt \"name\"\nmsgid \"a\n"), " at line 2: a quote is not closed"),
        (po("msgctxt \"\\303\""), " at line 1: there is no such escape"),
        (po("msgctxt"), " at line 1: a text in quotes should follow"),
        (po("msgstr[0] \"\""), " at line 1: only `msgctxt`, `msgid` and `msgstr` are known here"),
        (json("{}"), ": a list belongs here, and this is an object"),
        (json("[{\"place\":\"name\"},\n\n{}]"), " at row 2: it has no `place`"),
        (json("[{\"place\":\"name\",\"text\":7}]"), " at row 1: `text` should be a text, and is a number"),
    ] {
        let wanted = format!("the list of texts cannot be read{wanted}; `cards texts out` writes one");
        assert_eq!(error.to_string(), wanted);
    }
    assert_eq!(
        json("{}").to_string(),
        "the list of texts cannot be read: a list belongs here, and this is an object; `cards texts out` writes one"
    );
    let error = json("[\n{]");
    assert_eq!(
        error.to_string(),
        "the list of texts cannot be read; `cards texts out` writes one, and `--as` says what form it has"
    );
    let cause = error.source().unwrap().to_string();
    assert!(cause.starts_with("not JSON at line 2, column 2"), "{cause}");
    let many = [
        csv("a,b,c\n\na,b,c\na,b,c"),
        po(&"msgctxt \"a\"\n".repeat(3)),
        json(r#"[{"place":"a"},{"place":"a"},{"place":"a"}]"#),
    ];
    for error in many {
        assert_eq!(error.to_string(), "the list has more than 2 texts; raise `listed_texts` in the limits to read it");
    }
}

/// What a person is told of an error is what it is about: a damaged file is not a greeting that is not there.
#[test]
fn an_error_is_of_the_kind_that_a_person_is_told() {
    use cards_kit::{Card, ErrorKind, Options, Session, WrittenForm, convert_foreign, open};
    let of_file = |bytes: &[u8]| open(bytes, Limits::default()).unwrap_err().kind();
    assert_eq!(of_file(b"Rar!\x1a\x07\x01\x00"), ErrorKind::Unsupported);
    assert_eq!(of_file(b"%PDF-1.7 and so on"), ErrorKind::Unsupported);
    assert_eq!(of_file(br#"{"a":1}"#), ErrorKind::NotACard);
    assert_eq!(of_file(b"PK\x03\x04 and no directory"), ErrorKind::Damaged);
    let small = Limits::default().with_files(cards_container::Limits::default().with_json(10));
    let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
    assert_eq!(open(&card[..], &small).unwrap_err().kind(), ErrorKind::Limit);
    let mut session = Session::new(Card::new("Aria"), Options::default()).unwrap();
    assert_eq!(session.greeting(7).unwrap_err().kind(), ErrorKind::Refused);
    let document = open(&card[..], Limits::default()).unwrap().document().clone();
    let refused = convert_foreign(&document, WrittenForm::MarinaraLorebook, &Default::default()).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::NotACard);
}
