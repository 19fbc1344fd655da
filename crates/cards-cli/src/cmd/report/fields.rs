//! What a card or module says about itself, and its texts.

use cards_model::json::Object;
use cards_model::{Card, Greeting, GreetingKind, Json, Module, TextKind, Timestamp};

use super::dialogue::{Speaker, conversations};
use super::html::Html;
use cards_kit::plain::{self, Map, View};
use cards_library::answer::{Book, Tokens};
use cards_words::Estimate;

/// The small facts of a card, as a list.
pub(super) fn card_facts(card: &Card, plain: &Map<'_>, body: &mut Html) {
    let counts = Tokens::from(card);
    body.raw("<dl>");
    fact("Shown as", card.nickname().unwrap_or_default(), body);
    body.raw("<dt>Tokens</dt><dd>").number(counts.permanent).raw(" in every prompt, ").number(counts.total);
    body.raw(" with greeting and examples <span class=soft>(estimates: ")
        .text(Estimate::DESCRIBED)
        .raw(")</span></dd>");
    if let Some(book) = card.lorebook() {
        let book = Book::from(&*book);
        body.raw("<dt>Lorebook</dt><dd>").count(book.entries, "entry", "entries").raw(", ");
        body.count(book.tokens, "token", "tokens").raw("</dd>");
    }
    for (label, key) in [("Made", plain::DATES[0]), ("Changed", plain::DATES[1])] {
        if let Some(View::Number(seconds)) = plain.get(key) {
            fact(label, &date(seconds.as_f64() as i64), body);
        }
    }
    let sources: Vec<_> = plain.get("source").map(View::items).unwrap_or_default().iter().collect();
    fact("Source", &sources.into_iter().filter_map(View::as_text).collect::<Vec<_>>().join(", "), body);
    let extensions: Vec<_> = card.extensions().iter().map(|(key, _)| key).collect();
    fact("Extensions", &extensions.join(", "), body);
    body.raw("</dl>\n");
}

/// The small facts of a module.
pub(super) fn module_facts(module: &Module, body: &mut Html) {
    body.raw("<dl>");
    fact("Id", &module.module_id, body);
    fact("Category", module.category.as_str(), body);
    fact("Cover", &module.cover_url, body);
    body.raw("</dl>\n");
}

fn fact(label: &'static str, value: &str, body: &mut Html) {
    if !value.trim().is_empty() {
        body.raw("<dt>").raw(label).raw("</dt><dd>").text(value).raw("</dd>");
    }
}

/// A day of the calendar.
fn date(seconds: i64) -> String {
    let moment = Timestamp::from_seconds(seconds).to_string();
    moment.split_once('T').map_or_else(String::new, |(day, _)| day.to_owned())
}

/// The texts of a card, a section each, up to and with the example dialogue.
pub(super) fn texts(card: &Card, plain: &Map<'_>, body: &mut Html) {
    section("Notes of the creator", card.creator_notes(), body);
    for (locale, note) in
        plain.get("creator_notes_multilingual").and_then(View::as_map).iter().flat_map(|map| map.iter())
    {
        let Some(text) = note.as_text() else { continue };
        body.raw("<details><summary>Notes in ").text(locale).raw("</summary><div class=text>").prose(text);
        body.raw("</div></details>\n");
    }
    section("Description", card.description(), body);
    section("Personality", card.personality(), body);
    section("Scenario", card.scenario(), body);
    section("System prompt", card.system_prompt(), body);
    section("Post-history instructions", card.post_history_instructions(), body);
    section("Guidance note", plain.get("guidance_note").and_then(View::as_text).unwrap_or_default(), body);
    section("Note of the character, kept near the end of the chat", depth_prompt(card.extensions()), body);
    greetings(&card.greetings(), body);
    examples(card, body);
    scripts(card, body);
}

/// The code that clients keep in the extensions, as text that nothing runs.
fn scripts(card: &Card, body: &mut Html) {
    let texts = card.texts();
    let scripts: Vec<_> = texts.iter().filter(|text| text.kind == TextKind::Script && !text.text.is_empty()).collect();
    if scripts.is_empty() {
        return;
    }
    body.raw("<section id=scripts><h2>Scripts <small>").number(scripts.len()).raw("</small></h2>\n");
    for script in scripts {
        body.raw("<details><summary>").text(script.pointer.as_str()).raw("</summary><pre>").text(script.text);
        body.raw("</pre></details>\n");
    }
    body.raw("</section>\n");
}

/// The note that several clients put into the chat at a depth of the card's choice.
fn depth_prompt(extensions: &Object) -> &str {
    let Some(Json::Object(note)) = extensions.get("depth_prompt") else { return "" };
    note.get("prompt").and_then(Json::as_str).unwrap_or_default()
}

/// A section of one text, unless it is blank.
pub(super) fn section(title: &'static str, text: &str, body: &mut Html) {
    if text.trim().is_empty() {
        return;
    }
    body.raw("<section><h2>").raw(title);
    count(text, body);
    body.raw("</h2>\n<div class=text>").prose(text).raw("</div></section>\n");
}

fn count(text: &str, body: &mut Html) {
    body.raw(" <small>").count(Estimate::of(text), "token", "tokens").raw("</small>");
}

fn greetings(greetings: &[Greeting<'_>], body: &mut Html) {
    let shown: Vec<_> = greetings.iter().filter(|greeting| !greeting.text.trim().is_empty()).collect();
    if shown.is_empty() {
        return;
    }
    body.raw("<section id=greetings><h2>Greetings <small>").number(shown.len()).raw("</small></h2>\n");
    // Greetings of a kind are together.
    let (mut kind, mut number) = (None, 0);
    for greeting in shown {
        body.raw(if kind.is_none() { "<details open><summary>" } else { "<details><summary>" });
        number = if kind == Some(&greeting.kind) { number + 1 } else { 1 };
        kind = Some(&greeting.kind);
        match &greeting.kind {
            GreetingKind::First => body.raw("First message"),
            GreetingKind::Alternate => body.raw("Alternate greeting ").number(number),
            GreetingKind::GroupOnly => body.raw("Greeting for groups ").number(number),
            GreetingKind::Locale(locale) => body.raw("Greeting in ").text(locale).raw(", ").number(number),
        };
        count(greeting.text, body);
        body.raw("</summary><div class=text>").prose(greeting.text).raw("</div></details>\n");
    }
    body.raw("</section>\n");
}

fn examples(card: &Card, body: &mut Html) {
    let text = card.mes_example();
    let conversations = conversations(&text, card.name());
    if conversations.is_empty() {
        return;
    }
    body.raw("<section id=examples><h2>Example dialogue");
    count(&text, body);
    body.raw("</h2>\n");
    for turns in conversations {
        body.raw("<div class=chat>");
        for turn in turns {
            match turn.speaker {
                Speaker::User => body.raw("<p class=user><i>User</i>"),
                Speaker::Character => body.raw("<p><i>").text(card.display_name()).raw("</i>"),
                Speaker::Nobody => body.raw("<p class=nobody>"),
            };
            body.prose(&turn.lines.join("\n")).raw("</p>");
        }
        body.raw("</div>\n");
    }
    body.raw("</section>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days_of_the_calendar() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400, "2000-02-29"),
            (1_709_208_000, "2024-02-29"),
            (1_709_251_200, "2024-03-01"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(date(seconds), day);
        }
        // The largest date that is still taken for seconds, and nonsense.
        assert_eq!(date(100_000_000_000), "5138-11-16");
        for seconds in [i64::MIN, i64::MAX] {
            assert!(date(seconds).len() > 10);
        }
    }
}
