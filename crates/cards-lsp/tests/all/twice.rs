//! What two programs say about one thing is the same.

use cards_json::Pointer;
use cards_language::{Client, Document, Range, Syntax, hints, lore};
use cards_library::answer::Tokens;

use crate::transcripts::CARD;

/// The words behind a text, found by its pointer.
fn hint(document: &Document, pointer: &str) -> Option<String> {
    let node = document.find(&pointer.parse::<Pointer>().unwrap())?;
    let end = document.range(&document.outline().nodes()[node].span).end;
    hints(document, Range { start: end, end }).into_iter().find(|hint| hint.position == end).map(|hint| hint.label)
}

/// Tokens at the ends of texts are those that `cards inspect` and `cards scan` count, in JSON with escapes and without.
#[test]
fn tokens_are_those_of_inspect() {
    let long = "Étoiles \\\"and\\\" lamps\\nover the \\u00e9t\\u00e9 of {{user}}, all of them seen from far away.";
    let fields = ["description", "personality", "scenario", "first_mes", "mes_example", "system_prompt"];
    let members: Vec<String> =
        fields.iter().enumerate().map(|(n, name)| format!("\"{name}\": \"{}\"", long.repeat(n + 1))).collect();
    let text = format!(
        "{{\"spec\":\"chara_card_v2\",\"spec_version\":\"2.0\",\"data\":{{\"name\":\"Aria\",\n{}}}}}",
        members.join(",\n")
    );
    let opened = cards_kit::open(text.as_bytes(), cards_kit::Limits::default()).unwrap();
    let tokens = Tokens::from(opened.card().unwrap());
    let counted = [
        tokens.description,
        tokens.personality,
        tokens.scenario,
        tokens.first_mes,
        tokens.mes_example,
        tokens.system_prompt,
    ];
    let document = Document::new(text.as_str(), Syntax::Json);
    for (name, count) in fields.iter().zip(counted) {
        assert_eq!(hint(&document, &format!("/data/{name}")), Some(format!("≈ {count} tokens")), "{name}");
    }
}

/// A chat without a file is that of `cards prompt --say`: the greeting, then what is said; a file's own names hold.
#[test]
fn a_chat_begins_with_the_greeting() {
    let document = Document::new(CARD.replace("\"tags\"", "\"first_mes\":\"Good day.\",\"tags\""), Syntax::Json);
    let said = |file: Option<&str>, message: Option<&str>| -> Vec<String> {
        let chat = lore::chat(&document, &Client::default(), file, message).unwrap();
        chat.messages.iter().map(|message| message.text.to_string()).collect()
    };
    assert_eq!(said(None, Some("The bell!")), ["Good day.", "The bell!"]);
    assert_eq!(said(None, None).len(), 2, "an everyday message");
    assert_eq!(said(Some("Sam: Hello.\nAria: Yes?"), Some("The bell!")).last().unwrap(), "The bell!");
    assert_eq!(said(Some("Sam: Hello."), None).len(), 1);
}
