//! Rules about the fields of a card.

use cards_model::{Card, GreetingKind};

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::{Role, Subject};

rules! {
    /// The rules about the fields of a card.
    CARD;
    /// A greeting is blank.
    GREETING_BLANK: "greeting-blank", Warning, "V1 first_mes, V2 alternate_greetings; de facto: RisuAI 460ecae refuses a V1 card without a greeting",
        "A card has a greeting, and none of its greetings is blank.",
        "Write the greeting, or take the blank one out of the list.",
        check: greeting_blank;
    /// Two greetings are the same.
    GREETING_TWICE: "greeting-twice", Note, "V2 alternate_greetings (swipes)",
        "Greetings differ.",
        "Take one of them out: swiping shows the same text again.",
        check: greeting_twice;
    /// Example dialogue without its marks.
    EXAMPLE_START: "example-start", Warning, "V1 mes_example (`<START>` before each conversation)",
        "Example conversations begin with a `<START>` line.",
        "Put a line `<START>` before each conversation; without it clients treat the text as one block or drop it.",
        check: example_start;
    /// The card says nothing about the character.
    NO_DESCRIPTION: "no-description", Note, "V1 description",
        "A card says who the character is.",
        "Fill `description` (or `personality`), or keep the text in a lorebook entry that is constant.",
        check: no_description;
}

/// The pointer of a greeting, by its kind and place among its kind.
fn pointer(card: &Card, kind: &GreetingKind, index: usize) -> String {
    let prom = matches!(card, Card::Prom(_));
    match (card, kind) {
        (Card::V0(_), _) => "/char_greeting".to_owned(),
        (Card::V1(_), _) => "/first_mes".to_owned(),
        (Card::V3L(_), _) => "/data/first_messages".to_owned(),
        (_, GreetingKind::First) if prom => "/data/greetings/solo".to_owned(),
        (_, GreetingKind::First) => "/data/first_mes".to_owned(),
        (_, GreetingKind::Alternate) if prom => format!("/data/greetings/solo/{}", index + 1),
        (_, GreetingKind::Alternate) => format!("/data/alternate_greetings/{index}"),
        _ if prom => format!("/data/greetings/group/{index}"),
        _ => format!("/data/group_only_greetings/{index}"),
    }
}

/// Each greeting with its pointer.
fn greetings(card: &Card) -> Vec<(String, &str)> {
    let (mut alternate, mut group) = (0, 0);
    let mut all = Vec::new();
    for greeting in card.greetings() {
        let counter = match greeting.kind {
            GreetingKind::Alternate => &mut alternate,
            _ => &mut group,
        };
        let index = if greeting.kind == GreetingKind::First { 0 } else { std::mem::replace(counter, *counter + 1) };
        all.push((pointer(card, &greeting.kind, index), greeting.text));
    }
    all
}

fn greeting_blank(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(card) = subject.card() else { return };
    let all = greetings(card);
    if all.is_empty() {
        sink.value(pointer(card, &GreetingKind::First, 0), "the card has no greeting");
    }
    for (pointer, text) in all.iter().filter(|(_, text)| text.trim().is_empty()) {
        let _ = text;
        sink.value(pointer.as_str(), "the greeting is blank; a chat would begin with nothing");
    }
}

fn greeting_twice(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(card) = subject.card() else { return };
    let mut seen = std::collections::HashMap::new();
    for (pointer, text) in greetings(card) {
        if text.trim().is_empty() {
            continue;
        }
        if let Some(first) = seen.insert(text, pointer.clone()) {
            sink.value(pointer, format!("the same text as {first}")).excerpt(text);
        }
    }
}

fn example_start(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    // CCv3L and Prom hold conversations as lists.
    if !matches!(subject.card(), Some(Card::V0(_) | Card::V1(_) | Card::V2(_) | Card::V3(_))) {
        return;
    }
    for text in subject.texts.iter().filter(|text| {
        text.pointer.as_str().ends_with("mes_example") || text.pointer.as_str().ends_with("example_dialogue")
    }) {
        let marked = text.text.to_ascii_uppercase().contains("<START>");
        if text.role == Role::Prompt && !marked && !text.text.trim().is_empty() {
            sink.value(text.pointer.clone(), "the example conversations have no `<START>` line").excerpt(&text.text);
        }
    }
}

fn no_description(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(card) = subject.card() else { return };
    let blank = |text: &str| text.trim().is_empty();
    let constant = subject.book.as_ref().is_some_and(|book| book.book.entries.iter().any(|e| e.constant == Some(true)));
    if blank(card.description()) && blank(card.personality()) && blank(card.system_prompt()) && !constant {
        let pointer = match card {
            Card::V0(_) => "/char_persona",
            Card::V1(_) => "/description",
            _ => "/data/description",
        };
        sink.value(pointer, "description, personality and system prompt are all blank");
    }
}
