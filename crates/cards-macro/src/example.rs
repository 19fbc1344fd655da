//! The host that the examples of the macro table are rendered with.

use cards_words::Message;

use crate::host::{Fact, List, Moment};
use crate::map_host::MapHost;
use crate::vars::Value;

/// Creates the host that the table's examples assume: Rin talks to Mira Vane, called Captain; every die shows its
/// lowest side; it is 2024-05-06 07:08:09 UTC.
#[must_use]
#[doc(hidden)]
pub fn example_host() -> MapHost {
    let mut host = MapHost::new("Rin", "Mira Vane")
        .with(Fact::Nickname, "Captain")
        .with(Fact::Description, "{{char}} keeps the light.")
        .with(Fact::Personality, "patient")
        .with(Fact::Scenario, "A quay for {{user}}.")
        .with(Fact::Persona, "{{user}} is a sailor.")
        .with(Fact::FirstMessage, "Ahoy, {{user}}!")
        .with(Fact::MesExample, "<START>\n{{user}}: hi")
        .with(Fact::SystemPrompt, "Stay as {{char}}.")
        .with(Fact::PostHistoryInstructions, "Answer {{user}}.")
        .with(Fact::CharacterVersion, "1.2")
        .with(Fact::CreatorNotes, "Made for {{user}}.")
        .with(Fact::DepthPrompt, "Depth {{char}}.")
        .with(Fact::Original, "Be brief.")
        .with(Fact::DefaultSystemPrompt, "")
        .with(Fact::InstructInput, "<u>")
        .with(Fact::InstructOutput, "<a>")
        .with(Fact::AuthorsNote, "Keep it short.")
        .with(Fact::Model, "parrot-1")
        .with(Fact::MaxContext, "8192")
        .with(Fact::MaxResponse, "512")
        .with(Fact::Input, "typing")
        .with(Fact::ChatId, "chat-id")
        .with(Fact::CardId, "card-id")
        .rolls(&[0.0; 64]);
    host.alternate_greetings = vec!["Evening, {{user}}.".to_owned()];
    host.variables.chat.insert("mood".to_owned(), Value::from("calm"));
    host.variables.chat.insert("hp".to_owned(), Value::from("5"));
    host.variables.chat.insert("bag".to_owned(), Value::from(r#"{"rope":"2"}"#));
    host.variables.global.insert("theme".to_owned(), Value::from("dark"));
    host.outlets = vec![("map".to_owned(), "The old quay.".to_owned())];
    host.now = Some(Moment { unix_millis: 1_714_979_289_000, offset_minutes: 0 });
    host.last_user_message = Some(Moment { unix_millis: 1_714_975_689_000, offset_minutes: 0 });
    host.set_list(List::Assets, vec!["lamp".to_owned()]);
    host.messages = vec![
        Message::assistant("Ahoy.").named("Mira Vane"),
        Message::user("Hello.").named("Rin"),
        Message {
            swipes: vec!["Fog.".into(), "Storm.".into()],
            swipe: Some(1),
            ..Message::assistant("Storm.").named("Mira Vane")
        },
    ];
    for message in &mut host.messages {
        message.time = Some(1_714_975_689_000);
    }
    host
}
