//! Rules about the fields of a card.

use cards_model::book::EntryView;
use cards_model::{Card, CardText, Json, TextKind};

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::{Role, Subject};
use crate::{excerpt, readers};

rules! {
    /// The rules about the fields of a card.
    CARD;
    /// A greeting is blank.
    GREETING_BLANK: "greeting-blank", Note, "V1 first_mes, V2 alternate_greetings; de facto: RisuAI 460ecae refuses a V1 card without a greeting",
        "A card has a greeting, and none of its greetings is blank.",
        "Write the greeting, or take the blank one out of the list; assistants and narrators have none on purpose.",
        check: greeting_blank, breaks: readers::WANT_A_GREETING;
    /// Two greetings are the same.
    GREETING_TWICE: "greeting-twice", Note, "V2 alternate_greetings (swipes)",
        "Greetings differ.",
        "Take one of them out: swiping shows the same text again.",
        check: greeting_twice;
    /// Example dialogue without its marks.
    EXAMPLE_START: "example-start", Note, "V1 mes_example (`<START>` before each conversation); de facto: SillyTavern 1.19 puts it in front itself, RisuAI 460ecae reads without it",
        "Example conversations begin with a `<START>` line.",
        "Put a line `<START>` before each conversation, which is how programs know where the next one begins.",
        check: example_start;
    /// The card says nothing about the character.
    NO_DESCRIPTION: "no-description", Note, "V1 description",
        "A card says who the character is.",
        "Fill `description` (or `personality`), or keep the text in a lorebook entry that is constant.",
        check: no_description;
    /// The card counts on a lorebook that is not in it.
    LORE_ELSEWHERE: "lore-elsewhere", Note, "de facto: SillyTavern 1.19 (`extensions.world`), chub.ai (`related_lorebooks`)",
        "The lorebook that a card goes with is in it.",
        "Put the lorebook into the card with `cards attach`, or hand it on beside the card.",
        check: lore_elsewhere;
}

/// Each greeting with its pointer.
fn greetings(card: &Card) -> impl Iterator<Item = CardText<'_>> {
    card.texts().into_iter().filter(|text| matches!(text.kind, TextKind::Greeting(_)))
}

fn greeting_blank(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(card) = subject.card() else { return };
    if greetings(card).next().is_none() {
        sink.value(card.form().greetings_pointer().unwrap_or_default(), "the card has no greeting");
    }
    for greeting in greetings(card).filter(|greeting| greeting.text.trim().is_empty()) {
        sink.value(greeting.pointer, "the greeting is blank; a chat would begin with nothing");
    }
}

fn greeting_twice(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(card) = subject.card() else { return };
    let mut seen = std::collections::HashMap::new();
    for CardText { pointer, text, .. } in greetings(card).filter(|greeting| !greeting.text.trim().is_empty()) {
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
    let constant = subject.book.as_ref().is_some_and(|book| book.entries.iter().any(EntryView::constant));
    if blank(card.description()) && blank(card.personality()) && blank(card.system_prompt()) && !constant {
        let member = if matches!(card, Card::V0(_)) { "char_persona" } else { "description" };
        sink.value(
            card.form().data_pointer().unwrap_or_default().member(member),
            "description, personality and system prompt are all blank",
        );
    }
}

/// Most names that are told.
const NAMED: usize = 5;

fn lore_elsewhere(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(card) = subject.card() else { return };
    let (Some(base), extensions) = (card.form().extensions_pointer(), card.extensions()) else { return };
    let has_book = subject.book.as_ref().is_some_and(|book| !book.entries.is_empty());
    let world = extensions.get("world").and_then(Json::as_str).filter(|name| !name.trim().is_empty() && !has_book);
    // A client that has the lorebook finds it by its name.
    let known = subject.options.data.as_ref();
    if let Some(name) = world.filter(|name| known.is_none_or(|data| !data.has_world(name))) {
        let nor = if known.is_some() { ", nor among the lorebooks of its data folder" } else { "" };
        sink.value(
            base.member("world"),
            format!("the lorebook `{}` is not in the card{nor}", excerpt::beginning(name)),
        );
    }
    let related = extensions.get("chub").and_then(|chub| chub.get("related_lorebooks")?.as_array());
    let related: Vec<&Json> = related.into_iter().flatten().filter(|book| **book != Json::Null).collect();
    if !related.is_empty() {
        let name = |book: &&Json| {
            let path = |name: &str| book.get(name).and_then(Json::as_str);
            path("path").or_else(|| path("full_path")).or_else(|| book.as_str()).map(excerpt::beginning)
        };
        let names: Vec<_> = related.iter().filter_map(name).take(NAMED).collect();
        let named = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
        let at = base.member("chub").member("related_lorebooks");
        let (is, books) = if related.len() == 1 { ("is", "lorebook") } else { ("are", "lorebooks") };
        sink.value(at, format!("{} {books} of chub.ai {is} not in the card{named}", related.len()));
    }
}
