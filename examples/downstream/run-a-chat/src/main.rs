//! A chat program: a card and a lorebook in, the prompt for the next answer and the reasons for it out.

use cards_kit::{Cast, Chat, Error, Memory, Options, Session};

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick",
    "description":"The night keeper of the lock.","first_mes":"{{setvar::met::yes}}Evening, {{user}}."}}"#;
const BOOK: &str = r#"{"spec":"lorebook_v3","data":{"entries":[{"keys":["bell"],"use_regex":false,
    "content":"It rings before a loss.","enabled":true,"insertion_order":1,"extensions":{}}],"extensions":{}}}"#;

fn main() -> Result<(), Error> {
    let cast = Cast::read([("wick.json", CARD.as_bytes()), ("saltmere.json", BOOK.as_bytes())])?;
    let mut session = Session::new(cast, Options::default().with_user("Sam").with_context(4096))?;
    let mut chat = Chat::default();
    chat.say_as_character(session.greeting(0)?);

    chat.say_as_user("Did you hear the bell?");
    let turn = session.turn(&chat)?;
    for piece in &turn.prompt.segments {
        println!("{} ({} tokens): {}", piece.role, piece.tokens, piece.text);
    }
    chat.say_as_character("I heard it."); // What the model answered to `turn.prompt`.

    let saved = session.memory.to_text();
    session.memory = Memory::from_text(&saved)?;
    assert_eq!(turn.fired.activation.entries.len(), 1);
    assert_eq!(session.memory.variables.chat["met"].as_text(), "yes");
    Ok(())
}
