//! Which greeting a chat opens with.

use cards_macro::{Engine, Limits, MapHost};
use cards_model::{Card, v2};
use cards_prompt::{Opening, open};
use cards_words::Message;

/// De facto: SillyTavern 1.19.0 searches a name before a message that is empty, so it keeps one; elsewhere it is none.
#[test]
fn the_greeting_is_known_by_its_text_unless_nothing_is_left_of_it() {
    let mut card = v2::Card::default();
    card.data.name = "Aria".to_owned();
    card.data.first_mes = "Hi, {{user}}.".to_owned();
    card.data.alternate_greetings = vec!["{{// note }}".to_owned(), "Ho.".to_owned()];
    let card = Card::from(card);
    let said = |texts: &[&str]| -> Vec<Message<'static>> {
        let one = |text: &&str| Message::assistant((*text).to_owned());
        texts.iter().map(one).collect()
    };
    for (engine, chat, greeting, texts) in [
        (Engine::Spec, said(&["Hi, Sam.", ""]), Some(0), &["Hi, Sam."][..]),
        (Engine::Spec, said(&["Ho.", "More."]), Some(2), &["Ho.", "More."]),
        (Engine::Spec, said(&["{{// note }}", "More."]), None, &["More."]),
        (Engine::Spec, said(&["Other.", "Ho."]), None, &["Other.", "Ho."]),
        (Engine::SillyTavern, said(&["Hi, Sam.", ""]), Some(0), &["Hi, Sam.", ""]),
    ] {
        let mut host = MapHost::new("Sam", "Aria");
        let history = open(Some(&card), &chat, &Opening::default(), engine, &Limits::default(), &mut host).unwrap();
        assert_eq!(history.greeting, greeting, "{engine} {chat:?}");
        assert_eq!(history.messages.iter().map(|message| &*message.text).collect::<Vec<_>>(), texts);
    }
}
