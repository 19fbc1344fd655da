//! The messages that SillyTavern sends, through a session.

use cards_kit::{Cast, Chat, ChatNote, Names, Options, PersonaPlace, Profile, Role, Session, SillyTavern};
use cards_model::Content;
use cards_prompt::sillytavern::chat::{ChatPrompt, Missing, Preset};
use cards_prompt::sillytavern::text::TextOptions;
use cards_prompt::sillytavern::{ExtensionPosition, Generation, PersonaPosition};

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard.",
    "first_mes":"Hello, {{user}}!","system_prompt":"Sing. {{original}}","extensions":{"regex_scripts":[
    {"scriptName":"loud","findRegex":"/bell/g","replaceString":"BELL","trimStrings":[],"placement":[1],"promptOnly":true}]},
    "character_book":{"extensions":{},"entries":[{"keys":["bell"],"content":"The bell lies in the river.",
    "enabled":true,"insertion_order":1,"extensions":{}}]}}}"#;

const CHAT: &str = r#"{"user_name":"Sam","character_name":"Aria","chat_metadata":{"note_prompt":"Rhyme.","note_interval":1,
    "note_position":1,"note_depth":0,"note_role":0}}
{"name":"Aria","is_user":false,"mes":"Hello, Sam!"}
{"name":"Sam","is_user":true,"mes":"Did you hear the bell?","extra":{"bias":"Yes:"}}"#;

fn session(options: Options) -> Session {
    let cast = Cast::read([("aria.json", CARD.as_bytes())]).unwrap();
    Session::new(cast, options.with_profile(Profile::SillyTavern)).unwrap()
}

fn chat() -> Chat {
    let limits = cards_json::Limits::default();
    Chat::read_with(CHAT.replace(",\n    ", ",").as_bytes(), Names::default(), &limits).unwrap().value
}

#[track_caller]
fn check(prompt: &ChatPrompt, expected: &[(&str, &str)]) {
    let found: Vec<(&str, &str)> = prompt
        .messages
        .iter()
        .map(|message| (message.label.as_deref().unwrap_or_default(), message.content.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_saved_chat_brings_its_note_and_bias() {
    let preset = Preset::read(r#"{"prompts":[{"identifier":"main","content":"Write."}]}"#);
    let how = SillyTavern::default().with_preset(preset.unwrap().value);
    let prompt = session(Options::default()).messages(&chat(), &how).unwrap();
    check(
        &prompt,
        &[
            ("main", "Sing. Write."),
            ("charDescription", "A bard."),
            ("worldInfoAfter", "The bell lies in the river."),
            ("newMainChat", "[Start a new Chat]"),
            ("chatHistory-1", "Hello, Sam!"),
            ("chatHistory-2", "Did you hear the bell?"),
            ("chatHistory-3", "Rhyme."),
            ("bias", "Yes:"),
        ],
    );
}

/// The budget of the books is a part of what the preset leaves for the prompt: a session that was told that room says the same.
#[test]
fn the_room_of_the_preset_is_that_of_the_books() {
    let entries: Vec<String> = (0..40)
        .map(|number| {
            format!(
                r#"{{"keys":["bell"],"content":"{number} {}","enabled":true,"insertion_order":{number},"extensions":{{}}}}"#,
                "The bell lies in the river. ".repeat(6)
            )
        })
        .collect();
    let card = format!(
        r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Aria","character_book":{{"extensions":{{}},"entries":[{}]}}}}}}"#,
        entries.join(",")
    );
    let session = |context: Option<u64>| {
        let cast = Cast::read([("aria.json", card.as_bytes())]).unwrap();
        Session::new(cast, Options::default().with_profile(Profile::SillyTavern).with_context(context)).unwrap()
    };
    let fired = |context: Option<u64>, preset: &str| {
        let how = SillyTavern::default().with_preset(Preset::read(preset).unwrap().value);
        let prompt = session(context).messages(&chat(), &how).unwrap();
        prompt.activation.map_or(0, |activation| activation.entries.len())
    };
    let in_text = |context: Option<u64>, room: u64| {
        let prompt = session(context).text(&chat(), &SillyTavern::default(), &TextOptions::default().with_room(room));
        prompt.unwrap().activation.map_or(0, |activation| activation.entries.len())
    };
    let rooms = [1_000, 4_000, 8_192, 100_000];
    let counts = rooms.map(|room| {
        let preset = format!(r#"{{"openai_max_context":{},"openai_max_tokens":300}}"#, room + 300);
        let count = fired(None, &preset);
        assert_eq!(count, fired(Some(room), &preset), "a room of {room}");
        assert_eq!([in_text(None, room), in_text(Some(room), room)], [count, count], "a text in a room of {room}");
        count
    });
    assert!(counts.is_sorted() && counts[0] < counts[3], "{counts:?}");
}

#[test]
fn an_empty_chat_begins_with_the_greeting() {
    let how = SillyTavern::default().with_note(Some(ChatNote::default()));
    let prompt = session(Options::default().with_user("Sam")).messages(&Chat::default(), &how).unwrap();
    assert_eq!(prompt.messages.last().unwrap().content, "Hello, Sam!");
}

#[test]
fn a_greeting_is_told_as_one() {
    let source = |chat: &Chat| {
        let mut session = session(Options::default().with_user("Sam"));
        let prompt = session.messages(chat, &SillyTavern::default()).unwrap();
        let first = prompt.messages.iter().find(|message| message.label.as_deref() == Some("chatHistory-1")).unwrap();
        let text = session.text(chat, &SillyTavern::default(), &Default::default()).unwrap();
        let known = text.pieces.iter().any(|piece| piece.sources == first.pieces[0].sources);
        assert!(known, "{text:?}");
        first.pieces[0].sources[0].name()
    };
    assert_eq!(source(&Chat::default()), "greeting 1");
    // As a client saves it, its macros expanded.
    assert_eq!(source(&chat()), "greeting 1");
    let mut other = Chat::default();
    other.say_as_character("Good evening.");
    assert_eq!(source(&other), "message 1");
}

#[test]
fn a_persona_stands_where_the_user_puts_it() {
    let options = || Options::default().with_persona("A sailor.");
    let note = ChatNote::new("Rhyme.").with_depth(1.0).with_role(Role::User).with_position(ExtensionPosition::InChat);
    let labels = |place: PersonaPlace, note: &ChatNote| -> Vec<(String, String)> {
        let how = SillyTavern::default().with_persona(place).with_note(Some(note.clone()));
        let prompt = session(options()).messages(&chat(), &how).unwrap();
        let with_persona = prompt.messages.into_iter().filter(|message| message.content.contains("A sailor."));
        with_persona.map(|message| (message.role.to_string(), message.content)).collect()
    };
    let place = PersonaPlace::default();
    let told = |role: &str, text: &str| vec![(role.to_owned(), text.to_owned())];
    assert_eq!(labels(place, &note), told("system", "A sailor."));
    let at_depth = place.with_position(PersonaPosition::AtDepth).with_depth(0.0).with_role(Role::Assistant);
    assert_eq!(labels(at_depth, &note), told("assistant", "A sailor."));
    assert_eq!(labels(place.with_position(PersonaPosition::AboveNote), &note), told("user", "A sailor.\nRhyme."));
    assert_eq!(labels(place.with_position(PersonaPosition::BelowNote), &note), told("user", "Rhyme.\nA sailor."));
    assert_eq!(labels(place.with_position(PersonaPosition::BelowNote), &note.clone().with_interval(7.0)), []);
    assert_eq!(labels(place.with_position(PersonaPosition::Nowhere), &note), []);
}

#[test]
fn a_saved_chat_brings_texts_in_place_of_the_cards() {
    let saved =
        CHAT.replace(r#""note_interval""#, r#""scenario":"At sea.","system_prompt":"Whisper.","note_interval""#);
    let limits = cards_json::Limits::default();
    let chat = Chat::read_with(saved.replace(",\n    ", ",").as_bytes(), Names::default(), &limits).unwrap().value;
    let prompt = session(Options::default()).messages(&chat, &SillyTavern::default()).unwrap();
    let text_of = |label: &str| {
        let found = prompt.messages.iter().find(|message| message.label.as_deref() == Some(label));
        found.map(|message| message.content.as_str())
    };
    assert_eq!((text_of("main"), text_of("scenario")), (Some("Whisper."), Some("At sea.")));
}

#[test]
fn scripts_run_only_where_the_user_lets_them() {
    let last = |how: &SillyTavern| {
        let prompt = session(Options::default()).messages(&chat(), how).unwrap();
        let history = prompt.messages.into_iter().find(|message| message.label.as_deref() == Some("chatHistory-2"));
        history.unwrap().content
    };
    let how = SillyTavern::default();
    assert_eq!(last(&how), "Did you hear the bell?");
    assert_eq!(last(&how.with_card_scripts(true)), "Did you hear the BELL?");
}

#[test]
fn a_group_is_told_who_speaks() {
    let mut other = Cast::default();
    let card = CARD.replace("Aria", "Nettle").replace("A bard.", "A witch.");
    let document = cards_model::Document::read(card, &cards_model::Limits::default()).unwrap();
    let Content::Card(card) = document.content else { panic!("no card") };
    other.add(Content::Card(card.clone()), "nettle");
    let how = SillyTavern::default().with_group(vec![card]).with_generation(Generation::Continue);
    let prompt = session(Options::default()).messages(&chat(), &how).unwrap();
    let texts: Vec<&str> = prompt.messages.iter().map(|message| message.content.as_str()).collect();
    assert!(texts.contains(&"[Start a new group chat. Group members: Aria, Nettle]"), "{texts:?}");
    assert!(texts.contains(&"[Write the next reply only as Aria.]"), "{texts:?}");
}

#[test]
fn what_has_no_room_is_named() {
    let preset = Preset::read(r#"{"openai_max_context":60,"openai_max_tokens":0}"#);
    let how = SillyTavern::default().with_preset(preset.unwrap().value);
    let prompt = session(Options::default()).messages(&chat(), &how).unwrap();
    let reasons: Vec<Missing> = prompt.left_out.iter().map(|left_out| left_out.reason).collect();
    assert!(prompt.overflow.is_some() || reasons.contains(&Missing::NoRoom), "{prompt:?}");
}

#[test]
fn another_file_is_no_preset() {
    let error = Preset::read(CARD).unwrap_err();
    let error = cards_kit::Error::from(error);
    assert_eq!(error.to_string(), "this is no preset for chat completion, but: character card");
    assert_eq!(error.class(), "bad-field");
}

/// Scripts of the user's own run where those of the card do, before them, and need no leave.
#[test]
fn scripts_of_the_user_run_before_those_of_the_card() {
    use cards_kit::script::{Limits, ScriptFile};
    let scripts = |file: &str| match ScriptFile::read(file.as_bytes(), &Limits::default()).unwrap().unwrap() {
        ScriptFile::SillyTavern(scripts) => scripts,
        other => panic!("{other:?}"),
    };
    let said = |how: &SillyTavern| {
        let prompt = session(Options::default()).messages(&chat(), how).unwrap();
        prompt.messages.iter().find(|message| message.content.starts_with("Did")).unwrap().content.clone()
    };
    let gong = scripts(
        r#"[{"scriptName":"g","findRegex":"/the (bell)/g","replaceString":"a $1 and a gong","trimStrings":[],"placement":[1],"promptOnly":true}]"#,
    );
    let how = SillyTavern::default().with_user_scripts(gong);
    assert_eq!(said(&how), "Did you hear a bell and a gong?");
    assert_eq!(said(&how.with_card_scripts(true)), "Did you hear a BELL and a gong?");
}
