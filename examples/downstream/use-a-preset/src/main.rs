//! A chat program that sends what SillyTavern would: a preset of the user's, and messages with role and content.

use cards_kit::{Cast, Chat, Error, Options, Preset, Profile, Session, SillyTavern};

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick",
    "description":"The night keeper of the lock.","first_mes":"Evening, {{user}}."}}"#;
const PRESET: &str = r#"{"prompts":[{"identifier":"main","role":"system","content":"Speak as {{char}}.","system_prompt":true},
    {"identifier":"charDescription","marker":true},{"identifier":"chatHistory","marker":true}],
    "prompt_order":[{"character_id":100001,"order":[{"identifier":"main","enabled":true},
    {"identifier":"charDescription","enabled":true},{"identifier":"chatHistory","enabled":true}]}]}"#;

fn main() -> Result<(), Error> {
    let preset = Preset::read(PRESET)?;
    for finding in &preset.findings {
        println!("{finding}");
    }
    let cast = Cast::read([("wick.json", CARD.as_bytes())])?;
    let mut session = Session::new(cast, Options::default().with_profile(Profile::SillyTavern).with_user("Sam"))?;
    let mut chat = Chat::default();
    chat.say_as_character(session.greeting(0)?);
    chat.say_as_user("Did you hear the bell?");

    let sent = session.messages(&chat, &SillyTavern::default().with_preset(preset.value))?;
    for message in &sent.messages {
        println!("{}: {}", message.role, message.content);
    }
    assert_eq!(sent.messages[0].content, "Speak as Wick.");

    // Without a client's ways, the pieces of a turn are messages as well.
    let turn = session.turn(&chat)?;
    assert_eq!(turn.prompt.messages().last().map(|last| &*last.content), Some("Did you hear the bell?"));
    Ok(())
}
