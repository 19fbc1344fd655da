//! Whole turns: greeting, variables, lore, assembly.

use cards_kit::{Answer, Cast, Chat, Memory, Names, Options, Session};
use cards_prompt::Source;
use cards_words::{Message, Profile};

fn session(card: &str, options: Options) -> Session {
    Session::new(Cast::read([("card.json", card.as_bytes())]).unwrap(), options).unwrap()
}

fn chat(text: &str) -> Chat {
    Chat::read(text.as_bytes(), Names::default(), &cards_json::Limits::default()).unwrap().value
}

fn texts(answer: &Answer) -> Vec<&str> {
    answer.prompt.segments.iter().map(|piece| piece.text.as_str()).collect()
}

/// A Prom card whose greeting sets the scenario, as its spec has it, and whose lore and description read it.
const PROM: &str = r#"{"type":"chara_card","spec_version":"3.1","data":{"name":"Mira","description":"Here: {{getvar::scene}}",
    "greetings":{"solo":["{{setvar::scene::a rainy quay}}Hello, {{user}}."],"group":["To all."]},
    "character_book":{"entries":[{"id":0,"keys":[],"content":"Lore: {{getvar::scene}}","constant":true,"enabled":true,
    "insertion_order":1,"case_sensitive":false,"position":"after_char"}]}}}"#;

/// Greetings that lore can tell apart.
const GREETINGS: &str = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","first_mes":"Hello {{user}}!",
    "alternate_greetings":["Back, {{user}}?"],"group_only_greetings":["To all."],"character_book":{"entries":[
    {"keys":[],"use_regex":false,"content":"@@is_greeting 0\nFIRST","enabled":true,"insertion_order":1,"constant":true},
    {"keys":[],"use_regex":false,"content":"@@is_greeting 1\nSECOND","enabled":true,"insertion_order":2,"constant":true}]}}}"#;

#[test]
fn variables_of_the_greeting_reach_lore_and_fields() {
    let answer = session(PROM, Options::default().with_user("Sam")).turn(&Chat::default()).unwrap();
    assert_eq!(texts(&answer), ["Here: a rainy quay", "Lore: a rainy quay", "Hello, Sam."]);
}

#[test]
fn a_saved_chat_brings_its_variables() {
    let header = r#"{"user_name":"Jo","character_name":"Mira","chat_metadata":{"variables":{"scene":"a dry dock"}}}"#;
    let rows = r#"{"name":"Mira","is_user":false,"mes":"Hello, Jo."}"#;
    let answer = session(PROM, Options::default()).turn(&chat(&format!("{header}\n{rows}"))).unwrap();
    assert_eq!(texts(&answer), ["Here: a dry dock", "Lore: a dry dock", "Hello, Jo."]);
}

#[test]
fn a_greeting_saved_expanded_sets_its_variables_again() {
    let saved = chat(r#"[{"role":"assistant","content":"Hello, Sam."},{"role":"user","content":"x"}]"#);
    let answer = session(PROM, Options::default().with_user("Sam")).turn(&saved).unwrap();
    assert_eq!(texts(&answer), ["Here: a rainy quay", "Lore: a rainy quay", "Hello, Sam.", "x"]);
}

#[test]
fn variables_of_the_caller_stand_over_all() {
    let mut options = Options::default();
    options.variables.chat.insert("scene".to_owned(), "a tower".into());
    let saved = chat(r#"[{"role":"assistant","content":"Hello, Sam."}]"#);
    let answer = session(PROM, options).turn(&saved).unwrap();
    assert_eq!(texts(&answer)[..2], ["Here: a tower", "Lore: a tower"]);
}

#[test]
fn the_greeting_of_a_saved_chat_is_recognised() {
    for (saved, fired) in [("Hello Sam!", "FIRST"), ("Back, Sam?", "SECOND"), ("Back, {{user}}?", "SECOND")] {
        let chat = Chat::from_iter([Message::assistant(saved), Message::user("x")]);
        let answer = session(GREETINGS, Options::default().with_user("Sam")).turn(&chat).unwrap();
        assert_eq!(texts(&answer)[0], fired, "{saved}");
    }
    let answer =
        session(GREETINGS, Options::default().with_user("Sam").with_greeting(1)).turn(&Chat::default()).unwrap();
    assert_eq!(texts(&answer), ["SECOND", "Back, Sam?"]);
}

#[test]
fn a_card_does_not_name_the_user() {
    let card = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A","description":"To {{user}}.","assets":[
        {"type":"user_icon","name":"Knight","uri":"ccdefault:","ext":"png"}]}}"#;
    let answer = session(card, Options::default()).turn(&Chat::default()).unwrap();
    assert_eq!(texts(&answer), ["To User."]);
}

#[test]
fn a_greeting_that_is_not_there_is_an_error() {
    for (index, message) in [
        (2, "there is no greeting 2: the card has 2, from 0 to 1"),
        (9, "there is no greeting 9: the card has 2, from 0 to 1"),
    ] {
        let error = session(GREETINGS, Options::default().with_greeting(index)).turn(&Chat::default()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    // A group greeting does not open a chat of two.
    let group =
        r#"{"type":"chara_card","spec_version":"3.1","data":{"name":"M","greetings":{"solo":[],"group":["To all."]}}}"#;
    assert_eq!(texts(&session(group, Options::default()).turn(&Chat::default()).unwrap()), [""; 0]);
}

#[test]
fn hidden_rows_stay_out_of_lore_and_prompt() {
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","character_book":{"extensions":{},"entries":[
        {"keys":["bell"],"content":"LORE","enabled":true,"insertion_order":1,"extensions":{}}]}}}"#;
    let rows =
        r#"[{"name":"Sam","is_user":true,"is_system":true,"mes":"the bell"},{"name":"Sam","is_user":true,"mes":"hi"}]"#;
    for profile in Profile::ALL {
        let answer = session(card, Options::default().with_profile(profile)).turn(&chat(rows)).unwrap();
        let said: Vec<_> =
            texts(&answer).into_iter().filter(|text| *text != "LORE" || profile != Profile::Module).collect();
        assert_eq!(said, ["hi"], "{profile}");
    }
}

#[test]
fn persona_and_note_are_in_the_prompt() {
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","description":"D",
        "extensions":{"depth_prompt":{"prompt":"NOTE {{char}}","depth":1,"role":"user"}}}}"#;
    let chat = Chat::from_iter([Message::user("one"), Message::user("two")]);
    let answer = session(card, Options::default().with_persona("I am {{user}}.").with_user("Sam")).turn(&chat).unwrap();
    assert_eq!(texts(&answer), ["I am Sam.", "D", "one", "NOTE A", "two"]);
    assert_eq!(answer.prompt.segments[3].source, Source::CharacterNote);
}

#[test]
fn a_memory_gives_the_same_answer_again() {
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","description":"{{roll:d1000}} {{addvar::n::1}}{{getvar::n}}"}}"#;
    let chat = Chat::from_iter([Message::user("hi")]);
    let mut session = session(card, Options::default().with_profile(Profile::SillyTavern));
    let before = session.memory.clone();
    let first = session.turn(&chat).unwrap();
    let second = session.turn(&chat).unwrap();
    assert_ne!(texts(&first), texts(&second));
    session.memory = Memory::from_text(&before.to_text()).unwrap();
    assert_eq!(texts(&session.turn(&chat).unwrap()), texts(&first));
}

#[test]
fn outlets_reach_their_macro_and_others_are_listed() {
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","description":"[{{outlet::map}}]"}}"#;
    let world = r#"{"entries":{"0":{"uid":0,"key":[],"constant":true,"content":"QUAY","position":7,"outletName":"map"},
        "1":{"uid":1,"key":[],"constant":true,"content":"LOST","position":7,"outletName":"other","comment":"lost"}}}"#;
    let cast = Cast::read([("card.json", card.as_bytes()), ("world.json", world.as_bytes())]).unwrap();
    let mut session = Session::new(cast, Options::default().with_profile(Profile::SillyTavern)).unwrap();
    let answer = session.turn(&Chat::from_iter([Message::user("hi")])).unwrap();
    assert_eq!(texts(&answer), ["[QUAY]", "hi"]);
    let unplaced: Vec<_> =
        answer.prompt.unplaced.iter().map(|lost| (&*lost.segment.text, lost.reason.to_string())).collect();
    assert_eq!(unplaced, [("LOST", "no text asks for {{outlet::other}}".to_owned())]);
}

/// De facto: RisuAI 2026.1 puts its own text in before any macro runs, wherever it is asked for; the others do so once.
#[test]
fn the_users_text_comes_back_where_a_card_asks_for_it() {
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Mira",
        "system_prompt":"Rules. {{original}} {{original}}","post_history_instructions":"{{original}} Now."}}"#;
    for (profile, system) in
        [(Profile::Risu, "Rules. I am Mira. I am Mira."), (Profile::SillyTavern, "Rules. I am Mira. ")]
    {
        let cast = Cast::read([("mira.json", card.as_bytes())]).unwrap();
        let options = Options::default()
            .with_profile(profile)
            .with_system_prompt("I am {{char}}.")
            .with_post_history_instructions("Answer.");
        let mut chat = Chat::default();
        chat.say_as_user("Hello");
        let prompt = Session::new(cast, options).unwrap().turn(&chat).unwrap().prompt;
        let texts: Vec<&str> = prompt.segments.iter().map(|piece| piece.text.as_str()).collect();
        assert!(texts.contains(&system), "{profile}: {texts:?}");
        assert!(texts.contains(&"Answer. Now."), "{profile}: {texts:?}");
    }
}
