//! Whole turns: greeting, variables, lore, assembly.

use cards_kit::{Answer, Cast, Chat, Memory, Opening, Options, Session};
use cards_lore::WorldInfoSettings;
use cards_prompt::Source;
use cards_words::{Message, Profile};

fn session(card: &str, options: Options) -> Session {
    Session::new(Cast::read([("card.json", card.as_bytes())]).unwrap(), options).unwrap()
}

fn chat(text: &str) -> Chat {
    Chat::read(text.as_bytes()).unwrap().value
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
fn a_chat_opens_with_any_greeting_or_with_none() {
    let turn = |card, opening: Opening| {
        let mut session = session(card, Options::default().with_user("Sam").with_greeting(opening.clone()));
        let answer = session.turn(&Chat::default());
        assert_eq!(opening.to_string().parse(), Ok(opening.clone()));
        // Asked for alone it is the same.
        let alone = session.greeting(opening).map_err(|error| error.to_string());
        let said = answer.map(|answer| texts(&answer).last().copied().unwrap_or_default().to_owned());
        (said.map_err(|error| error.to_string()), alone)
    };
    let locales = r#"{"spec":"chara_card_v3l","spec_version":"3.0","data":{"name":"A","first_messages":[
        {"locale":"en","messages":["Hello."]},{"locale":"de","messages":["Hallo.","Na?"]}],"description":"D"}}"#;
    for (card, opening, said) in [
        (GREETINGS, "group:0", Ok("To all.")),
        (GREETINGS, "1", Ok("Back, Sam?")),
        (GREETINGS, "group:1", Err("there is no group greeting 1: the card has one, group greeting 0")),
        (PROM, "group:0", Ok("To all.")),
        (locales, "0", Ok("Hello.")),
        (locales, "en:0", Ok("Hello.")),
        (locales, "de:1", Ok("Na?")),
        (locales, "fr:0", Err("there is no greeting 0: the card has no greetings in `fr`")),
    ] {
        let said = said.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(turn(card, opening.parse().unwrap()), (said.clone(), said), "{opening}");
    }
    let nothing =
        session(GREETINGS, Options::default().with_greeting(Opening::Nothing)).turn(&Chat::default()).unwrap();
    assert_eq!(texts(&nothing), [""; 0]);
    let said =
        "`one` is no greeting; write its number, `group:0` for one of a group, `de:0` for one in a language, or `none`";
    assert_eq!("one".parse::<Opening>().unwrap_err().to_string(), said);
    for bad in ["group", "group:x", ":1", ""] {
        assert!(bad.parse::<Opening>().is_err(), "{bad}");
    }
}

/// The macros of a module are its own under every profile, and its keys count where that is asked for.
#[test]
fn a_module_keeps_its_rules_beside_any_card() {
    let module = r#"{"module_id":"M00000000","name":"n","creator":"","intro":"","category":"Others","cover_url":"",
        "entries":[{"entry_id":"aaaaaaaaa","keys":["bell"],"content":"{{char}} <BOT> {{user}} <USER> {{time}} {{random::a}} <CHAR>"}]}"#;
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
    for &profile in Profile::ALL {
        let options = Options::default().with_profile(profile).with_user("Sam");
        let fired = |options: Options, say: &str| {
            let cast = Cast::read([("a.json", card.as_bytes()), ("m.json", module.as_bytes())]).unwrap();
            let chat = Chat::from_iter([Message::user(say)]);
            let fired = Session::new(cast, options).unwrap().activate(&chat).unwrap();
            fired.activation.entries.iter().map(|active| active.content.clone()).collect::<Vec<_>>()
        };
        let text = "Aria Aria Sam Sam {{time}} {{random::a}} <CHAR>";
        assert_eq!(fired(options.clone(), "no"), [text], "{profile}");
        let with_keys = options.with_module_keys(true);
        assert_eq!(fired(with_keys.clone(), "no"), [""; 0], "{profile}");
        assert_eq!(fired(with_keys, "a BELL"), [text], "{profile}");
    }
}

#[test]
fn settings_of_world_info_decide_under_the_clients_profile_alone() {
    let book = r#"{"entries":{"0":{"uid":0,"key":["Bell"],"content":"LORE","order":1,"position":0,"disable":false}}}"#;
    let chat = Chat::from_iter([Message::user("the bell"), Message::user("x"), Message::user("y"), Message::user("z")]);
    let fired = |profile, world_info: &[(&str, &str)]| {
        let mut chosen = WorldInfoSettings::default();
        for (name, value) in world_info {
            chosen.set(name, value.parse().unwrap()).unwrap();
        }
        let cast = Cast::read([("world.json", book.as_bytes())]).unwrap();
        let options = Options::default().with_profile(profile).with_world_info(chosen);
        Session::new(cast, options)?.activate(&chat).map(|fired| fired.activation.entries.len())
    };
    assert_eq!(fired(Profile::SillyTavern, &[]).unwrap(), 0, "the client searches two messages");
    assert_eq!(fired(Profile::SillyTavern, &[("depth", "4")]).unwrap(), 1);
    assert_eq!(fired(Profile::SillyTavern, &[("depth", "4"), ("case_sensitive", "true")]).unwrap(), 0);
    assert_eq!(fired(Profile::SillyTavern, &[("min_activations", "1")]).unwrap(), 1);
    let refused = fired(Profile::Risu, &[("depth", "4")]).unwrap_err();
    assert_eq!(refused.to_string(), "settings of world info are SillyTavern's, and the profile is risu");
    assert_eq!(refused.class(), "usage");
    // As front ends write them.
    let options: Options =
        serde_json::from_str(r#"{"profile":"st","greeting":"none","world_info":{"world_info_depth":4}}"#).unwrap();
    assert_eq!((options.greeting, options.world_info.iter().count()), (Opening::Nothing, 1));
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
    for &profile in Profile::ALL {
        let answer = session(card, Options::default().with_profile(profile)).turn(&chat(rows)).unwrap();
        // RisuAI puts a mark in front of the chat.
        let said: Vec<&str> = texts(&answer).into_iter().filter(|text| *text != "[Start a new chat]").collect();
        assert_eq!(said, ["hi"], "{profile}");
    }
}

#[test]
fn risus_profile_sends_risus_order_with_the_chats_note_and_the_cards_scripts() {
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","description":"D","first_mes":"Hello.",
        "system_prompt":"Act. {{original}}","extensions":{"risuai":{"customScripts":[
        {"comment":"loud","in":"hi","out":"HI","type":"editprocess"}]}}}}"#;
    let mut chat = Chat::from_iter([Message::assistant("Hello."), Message::user("hi")]);
    chat.note = Some(cards_kit::ChatNote::new("Rain.".to_owned()));
    let options = Options::default().with_profile(Profile::Risu).with_system_prompt("MAIN");
    let answer = session(card, options).turn(&chat).unwrap();
    let messages: Vec<String> =
        answer.prompt.messages().iter().map(|one| format!("{}: {}", one.role, one.content)).collect();
    assert_eq!(
        messages,
        ["system: Act. MAIN\n\nD", "system: [Start a new chat]", "assistant: Hello.", "user: HI", "system: Rain."]
    );
    let told = cards_kit::answer::Prompt::from(&answer.prompt);
    assert_eq!(told.messages[0].source, "system prompt, description");
    assert_eq!(told.messages.iter().map(|piece| piece.tokens).sum::<u64>(), answer.prompt.tokens());
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

/// A lorebook of the options is one of the cast, and a text of the app's own is expanded as the greeting is.
#[test]
fn what_the_options_bring_is_what_the_cast_would() {
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Mira","first_mes":"{{user}} has {{getvar::n}}{{setvar::n::2}}."}}"#;
    let entry = cards_kit::Entry::new(["bell"], "It rings.").with_name("The bell");
    let book = cards_kit::Lorebook { name: Some("Town".into()), entries: vec![entry], ..Default::default() };
    for profile in [Profile::Spec, Profile::SillyTavern, Profile::Risu, Profile::Marinara] {
        let options = || Options::default().with_user("Sam").with_profile(profile);
        let read = || Cast::read([("mira.json", card.as_bytes())]).unwrap();
        let mut cast = read();
        cast.add(cards_model::Content::Lorebook(book.clone()), "");
        let mut of_cast = Session::new(cast, options()).unwrap();
        let mut of_options = Session::new(read(), options().with_lorebook(book.clone())).unwrap();
        let chat = Chat::from(vec![Message::user("Who rang the bell?")]);
        let fired = |session: &mut Session| {
            let turn = session.turn(&chat).unwrap();
            let names = turn.fired.entries().map(|at| session.entry(at).unwrap().name.clone());
            (names.collect::<Vec<_>>(), texts(&turn).join("\n"))
        };
        let said = fired(&mut of_options);
        assert_eq!((&said.0, &said), (&vec!["The bell".to_owned()], &fired(&mut of_cast)), "{profile}");
        let greeted = of_cast.greeting(0).unwrap();
        let text = "{{user}} has {{getvar::n}}{{setvar::n::2}}.";
        assert_eq!(of_options.expand(text, cards_kit::For::Prompt).unwrap(), greeted, "{profile}");
        assert_eq!(of_options.memory.variables, of_cast.memory.variables, "{profile}");
    }
}
