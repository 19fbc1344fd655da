//! What one tries first with files, chats and turns has to compile, and do what it says. Those of cards and JSON are in
//! cards-model.

use std::collections::BTreeMap;
use std::fs::File;

use cards_kit::{Cast, Chat, Memory, Message, Options, Profile, Role, Session, macro_host};
use cards_model::{Card, Document, Form, lorebook, v2};

const CARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/cards/wick-v3.png");
const TEXT: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi, {{user}}.",
    "alternate_greetings":["Yes?"]}}"#;

#[test]
fn a_file_is_loaded_from_whatever_holds_it() {
    let limits = cards_container::Limits::default();
    let bytes = std::fs::read(CARD).unwrap();
    let borrowed: &[u8] = &bytes;
    for loaded in [
        cards_container::open(&bytes, &limits).and_then(|mut file| file.load()),
        cards_container::open(borrowed, &limits).and_then(|mut file| file.load()),
        cards_container::open(File::open(CARD).unwrap(), &limits).and_then(|mut file| file.load()),
        cards_container::open(bytes.clone(), &limits).and_then(|mut file| file.load()),
    ] {
        let loaded = loaded.unwrap();
        assert_eq!(loaded.kind.to_string(), "PNG");
        assert_eq!(loaded.document.into_card().unwrap().name(), "Maren Tidewell");
    }
    let mut opened = cards_kit::open(borrowed, cards_kit::Limits::default()).unwrap();
    assert!(opened.portrait().is_some());
}

/// What reads JSON in a function about files is an error of files.
fn name_of(text: &str) -> Result<String, cards_container::Error> {
    let document = Document::read(text, &cards_model::Limits::default())?;
    Ok(document.card().map(|card| card.name().to_owned()).unwrap_or_default())
}

/// What reads a file in a function of the kit is an error of the kit.
fn spec_of(bytes: &[u8]) -> Result<Form, cards_kit::Error> {
    let loaded = cards_container::open(bytes, cards_container::Limits::default())?.load()?;
    let made = loaded.document.into_card().ok_or(cards_kit::Error::NoCard)?;
    let converted = made.into_form(Form::V2, &cards_model::convert::Options::default())?;
    Ok(converted.value.form())
}

#[test]
fn errors_of_lower_layers_go_up_with_a_question_mark() {
    assert_eq!(name_of(TEXT).unwrap(), "Aria");
    let error = name_of("{").unwrap_err();
    assert!(std::error::Error::source(&error).is_some());
    assert_eq!(spec_of(TEXT.as_bytes()).unwrap(), Form::V2);
    assert!(matches!(spec_of(b""), Err(cards_kit::Error::Container(_))));
}

#[test]
fn names_are_read_and_shown_and_one_profile_is_for_all_layers() {
    let profile: Profile = "sillytavern".parse().unwrap();
    assert_eq!(profile.to_string(), "sillytavern");
    let settings = cards_lore::Settings::new(profile);
    let engine: cards_macro::Engine = settings.profile.into();
    assert_eq!(engine.as_str(), "sillytavern");
    assert_eq!("assistant".parse::<Role>().unwrap().to_string(), "assistant");
    assert_eq!(cards_lint::Severity::Error.to_string(), "error");
}

#[test]
fn greetings_of_any_card_are_at_hand() {
    let card = Document::read(TEXT, &cards_model::Limits::default()).unwrap().into_card().unwrap();
    assert_eq!((card.first_mes(), card.alternate_greetings()), ("Hi, {{user}}.", vec!["Yes?"]));
    let mut made = Card::from(v2::Card::default());
    made.set_name("Mira");
    made.extensions_mut().unwrap().insert("mine", 0.5);
    assert_eq!((made.name(), made.extensions().get("mine").and_then(cards_json::Json::as_f64)), ("Mira", Some(0.5)));
}

#[test]
fn a_session_is_made_from_a_card_and_counts_with_a_closure() {
    let card = Document::read(TEXT, &cards_model::Limits::default()).unwrap().into_card().unwrap();
    let mut session = Session::new(card, Options::default().with_user("Sam")).unwrap();
    session = session.with_tokens(|text: &str| text.chars().count() as u64);
    let chat: Chat = [Message::assistant("Hi, Sam."), Message::user("Hello.")].into_iter().collect();
    let before: Memory = session.memory.clone();
    let first = session.turn(&chat).unwrap();
    assert_eq!(first.prompt.segments.iter().map(|piece| piece.tokens).sum::<u64>(), first.prompt.tokens());
    session.memory = before;
    assert_eq!(session.turn(&chat).unwrap().prompt, first.prompt);
    assert_eq!(session.card().map(Card::name), Some("Aria"));
}

#[test]
fn a_macro_host_is_made_from_a_card() {
    let card = Document::read(TEXT, &cards_model::Limits::default()).unwrap().into_card().unwrap();
    let mut host = macro_host(Some(&card), "Sam", None);
    let text = cards_macro::expand(card.first_mes(), Profile::Spec, &mut host, cards_kit::For::Prompt).unwrap();
    assert_eq!(text, "Hi, Sam.");
    host.variables.chat.insert("met".to_owned(), "yes".into());
    let text = cards_macro::expand("{{getvar::met}}", Profile::Spec, &mut host, cards_kit::For::Prompt).unwrap();
    assert_eq!(text, "yes");
}

#[test]
fn what_is_kept_is_cloned() {
    let card = Document::read(TEXT, &cards_model::Limits::default()).unwrap().into_card().unwrap();
    let mut host = macro_host(Some(&card), "Sam", None);
    let mut times = 0;
    host.register("times", cards_macro::Arity::exactly(0), "How often.", move |_| {
        times += 1;
        Some(times.to_string())
    });
    let times = |host: &mut cards_macro::MapHost| {
        cards_macro::expand("{{times}}", Profile::Spec, host, cards_kit::For::Prompt).unwrap().into_owned()
    };
    assert_eq!(times(&mut host), "1");
    let mut copy = host.clone();
    assert_eq!([times(&mut host), times(&mut host), times(&mut copy)], ["2", "3", "2"]);
    let state = cards_lore::State::new();
    assert_eq!(state.clone().to_text(), state.to_text());
    let error = Document::read("{", &cards_model::Limits::default()).unwrap_err();
    assert_eq!(error.clone(), error);
    let error = "[".parse::<cards_json::Json>().unwrap_err();
    assert_eq!(error.clone(), error);
}

#[test]
fn entries_are_written_with_literals() {
    // Where the compiler asks for `.into()`, it names it: a number keeps how it was spelled, a key is a text of its own.
    let entry = lorebook::Entry {
        keys: vec!["lamp".into()],
        insertion_order: 100.into(),
        content: "Old.".into(),
        ..lorebook::Entry::default()
    };
    let mut made = Card::from(v2::Card::default());
    let book = lorebook::Lorebook { entries: vec![entry], ..lorebook::Lorebook::default() };
    let Card::V2(card) = &mut made else { panic!("a card of CCv2") };
    card.data.character_book = Some(book);
    let json = cards_model::document::to_json(&**card);
    assert_eq!(json["data"]["character_book"]["entries"][0]["insertion_order"].as_i64(), Some(100));
}

#[test]
fn one_host_counts_rolls_and_expands_for_a_book() {
    use cards_lore::{Book, BookKind, Host, Lore, SeededDice, Settings, State, Turn, Verbatim};
    let card = Document::read(TEXT, &cards_model::Limits::default()).unwrap().into_card().unwrap();
    let profile: Profile = "sillytavern".parse().unwrap();
    let books = card.lorebook().map(|book| Book::from_lorebook(&book, BookKind::Character, profile));
    let settings = Settings::new(profile);
    let lore = Lore::compile(books.into_iter().collect(), settings, &cards_lore::Limits::default()).unwrap();
    let mut count = |text: &str| text.split(' ').count() as u64;
    let mut dice = SeededDice::new(7);
    let mut host = Host { tokens: &mut count, dice: &mut dice, expander: &mut Verbatim };
    let messages = vec![Message::user("Hello there.")];
    let turn = Turn { messages, ..Turn::default() };
    assert!(lore.activate(&turn, &mut State::new(), &mut host).unwrap().entries.is_empty());
}

#[test]
fn answers_are_json() {
    let mut session = Session::new(Cast::read([("aria.json", TEXT.as_bytes())]).unwrap(), Options::default()).unwrap();
    let turn = session.turn(&Chat::default()).unwrap();
    let prompt = serde_json::to_value(cards_kit::answer::Prompt::from(&turn.prompt)).unwrap();
    assert_eq!(prompt["messages"][0]["content"], "Hi, User.");
    let told = serde_json::to_value(cards_kit::answer::ProfileAnswer::of(&session, turn.fired)).unwrap();
    assert_eq!((told["profile"].as_str(), told["entries"].as_array().map(Vec::len)), (Some("spec"), Some(0)));
    let linted = cards_kit::lint(TEXT.as_bytes(), &cards_lint::Options::default(), &cards_kit::Limits::default());
    let linted: BTreeMap<String, serde_json::Value> =
        serde_json::from_value(serde_json::to_value(linted.unwrap().answer()).unwrap()).unwrap();
    assert_eq!(linted.keys().collect::<Vec<_>>(), ["container", "findings", "form"]);
}

#[test]
fn a_chat_and_its_memory_go_into_a_save_and_come_back() {
    let card = Document::read(TEXT, &cards_model::Limits::default()).unwrap().into_card().unwrap();
    let mut session = Session::new(card, Options::default().with_user("Sam")).unwrap();
    let mut chat = Chat::from(vec![Message::assistant("Hi, Sam."), Message::user("Hello.")]);
    chat.note = Some(cards_kit::ChatNote::new("Be brief."));
    chat.variables.insert("met".to_owned(), "yes".into());
    let turn = session.turn(&chat).unwrap();
    let save = serde_json::json!({"chat": &chat, "memory": &session.memory, "sent": turn.prompt.messages()});
    assert_eq!(save["sent"][1], serde_json::json!({"role": "user", "content": "Hello."}));
    assert_eq!(serde_json::from_value::<Chat>(save["chat"].clone()).unwrap(), chat);
    assert_eq!(serde_json::from_value::<Memory>(save["memory"].clone()).unwrap(), session.memory);
    // What a save of an older version lacks is empty.
    let old = serde_json::json!({"messages": [{"role": "user", "text": "Hello."}]});
    assert_eq!(serde_json::from_value::<Chat>(old).unwrap(), Chat::from(vec![Message::user("Hello.")]));
    let error = serde_json::from_value::<Memory>("no memory".into()).unwrap_err().to_string();
    assert!(error.contains("line 1"), "{error}");
}
