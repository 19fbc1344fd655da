//! The page of one card.

use cards_container::Loaded;
use cards_model::json::Style;
use cards_model::{Card, Content, Greeting, GreetingKind};

use super::dialogue::{Speaker, conversations};
use super::html::Html;
use super::lore;
use crate::cmd::scan::Tokens;
use crate::tokens::{self, estimate};

/// What a page is made of.
pub(super) struct Subject<'a> {
    pub(super) file: &'a str,
    pub(super) loaded: &'a Loaded,
    pub(super) portrait: Option<Vec<u8>>,
    pub(super) findings: Vec<Line>,
}

/// A finding as the page shows it.
pub(super) struct Line {
    pub(super) level: &'static str,
    pub(super) rule: String,
    pub(super) place: String,
    pub(super) message: String,
    /// The text that is meant.
    pub(super) excerpt: Option<String>,
}

/// Findings that a page lists, the heaviest first; a book whose entries all fire each other has a hundred thousand.
const MOST_FINDINGS: usize = 500;

/// The stylesheet of every page.
pub(super) const STYLE: &str = include_str!("style.css");

/// The whole page.
pub(super) fn page(subject: &Subject<'_>) -> String {
    let mut body = Html::default();
    let content = &subject.loaded.document.content;
    let title = match content {
        Content::Card(card) => card.name().to_owned(),
        Content::Module(module) => module.name.clone(),
        other => other.lorebook().and_then(|book| book.name.clone()).unwrap_or_default(),
    };
    let title = if title.trim().is_empty() { "(no name)" } else { title.trim() };
    head(subject, title, &mut body);
    body.raw("<main>\n");
    if let Content::Card(card) = content {
        texts(card, &mut body);
    }
    if let Some(book) = content.lorebook() {
        lore::section(&book, &mut body);
    }
    if let Content::Card(card) = content {
        assets(card, &mut body);
    }
    findings(&subject.findings, &mut body);
    let json = subject.loaded.document.to_text(Style::Pretty(2));
    body.raw("<section id=json><h2>Raw JSON</h2>\n<details><summary>Show <small>").number(json.len());
    body.raw(" bytes</small></summary><pre>").text(&json).raw("</pre></details></section>\n</main>\n");
    footer(subject.file, &mut body);
    Html::document(title, STYLE, &body)
}

fn head(subject: &Subject<'_>, title: &str, body: &mut Html) {
    let content = &subject.loaded.document.content;
    body.raw("<header><div class=top>\n");
    if let Some(bytes) = &subject.portrait {
        let mut picture = Html::default();
        if picture.picture(bytes, &format!("Portrait of {title}")) {
            body.raw("<div class=portrait>").append(&picture).raw("</div>\n");
        }
    }
    body.raw("<div class=who><h1>").text(title).raw("</h1>\n<p class=soft>");
    body.text(content.form().name()).raw(" in ").text(subject.loaded.kind.name());
    let Content::Card(card) = content else {
        body.raw("</p></div></div></header>\n");
        return;
    };
    if !card.creator().is_empty() {
        body.raw(" · by ").text(card.creator());
    }
    if !card.character_version().is_empty() {
        body.raw(" · version ").text(card.character_version());
    }
    body.raw("</p>\n");
    if !card.tags().is_empty() {
        body.raw("<ul class=tags>");
        for tag in card.tags() {
            body.raw("<li>").text(tag).raw("</li>");
        }
        body.raw("</ul>\n");
    }
    facts(card, body);
    body.raw("</div></div>\n<nav>");
    contents(card, subject, body);
    body.raw("</nav></header>\n");
}

fn facts(card: &Card, body: &mut Html) {
    let counts = Tokens::of(card);
    body.raw("<dl>");
    if let Some(nickname) = card.nickname() {
        body.raw("<dt>Shown as</dt><dd>").text(nickname).raw("</dd>");
    }
    body.raw("<dt>Tokens</dt><dd>").number(counts.permanent).raw(" in every prompt, ").number(counts.total);
    body.raw(" with greeting and examples <span class=soft>(estimates: ").text(tokens::ESTIMATE).raw(")</span></dd>");
    if let Some(book) = card.lorebook() {
        let book = crate::cmd::scan::lore(&book);
        body.raw("<dt>Lorebook</dt><dd>")
            .number(book.entries)
            .raw(" entries, ")
            .number(book.tokens)
            .raw(" tokens</dd>");
    }
    let extensions: Vec<_> = card.extensions().iter().map(|(key, _)| key).collect();
    if !extensions.is_empty() {
        body.raw("<dt>Data of applications</dt><dd>").text(&extensions.join(", ")).raw("</dd>");
    }
    body.raw("</dl>\n");
}

fn contents(card: &Card, subject: &Subject<'_>, body: &mut Html) {
    let entries: [(&'static str, &'static str, bool); 5] = [
        ("<a href=\"#greetings\">", "Greetings", card.greetings().iter().any(|greeting| !greeting.text.is_empty())),
        ("<a href=\"#examples\">", "Example dialogue", !card.mes_example().trim().is_empty()),
        ("<a href=\"#lorebook\">", "Lorebook", card.lorebook().is_some()),
        ("<a href=\"#findings\">", "Findings", !subject.findings.is_empty()),
        ("<a href=\"#json\">", "Raw JSON", true),
    ];
    for (link, name, _) in entries.into_iter().filter(|(.., there)| *there) {
        body.raw(link).raw(name).raw("</a>");
    }
}

fn texts(card: &Card, body: &mut Html) {
    let fields = [
        ("Notes of the creator", card.creator_notes(None)),
        ("Description", card.description()),
        ("Personality", card.personality()),
        ("Scenario", card.scenario()),
        ("System prompt", card.system_prompt()),
        ("Post-history instructions", card.post_history_instructions()),
    ];
    for (title, text) in fields.into_iter().filter(|(_, text)| !text.trim().is_empty()) {
        body.raw("<section><h2>").raw(title);
        count(text, body);
        body.raw("</h2>\n<div class=text>").prose(text).raw("</div></section>\n");
    }
    greetings(&card.greetings(), body);
    examples(card, body);
}

fn count(text: &str, body: &mut Html) {
    body.raw(" <small>").number(estimate(text)).raw(" tokens</small>");
}

fn greetings(greetings: &[Greeting<'_>], body: &mut Html) {
    let shown: Vec<_> = greetings.iter().filter(|greeting| !greeting.text.trim().is_empty()).collect();
    if shown.is_empty() {
        return;
    }
    body.raw("<section id=greetings><h2>Greetings</h2>\n");
    for (index, greeting) in shown.into_iter().enumerate() {
        body.raw(if index == 0 { "<details open><summary>" } else { "<details><summary>" });
        match &greeting.kind {
            GreetingKind::First => body.raw("First message"),
            GreetingKind::Alternate => body.raw("Alternate greeting"),
            GreetingKind::GroupOnly => body.raw("Greeting for groups"),
            GreetingKind::Locale(locale) => body.raw("Greeting in ").text(locale),
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

fn assets(card: &Card, body: &mut Html) {
    let assets = card.assets();
    if assets.is_empty() {
        return;
    }
    body.raw("<section id=assets><h2>Assets</h2>\n<table><thead><tr><th>Type<th>Name<th>Ext<th>Where</tr></thead>\n");
    for asset in assets.iter() {
        // A data URI can be megabytes long.
        let uri: String = asset.uri.chars().take(120).collect();
        body.raw("<tr><td data-label=Type>").text(&asset.kind).raw("<td data-label=Name>").text(&asset.name);
        body.raw("<td data-label=Ext>")
            .text(&asset.ext)
            .raw("<td data-label=Where><code>")
            .text(&uri)
            .raw("</code></tr>\n");
    }
    body.raw("</table></section>\n");
}

fn findings(lines: &[Line], body: &mut Html) {
    if lines.is_empty() {
        return;
    }
    body.raw("<section id=findings><h2>Findings <small>").number(lines.len()).raw("</small></h2>\n");
    body.raw("<table><thead><tr><th>Level<th>Rule<th>Where<th>What</tr></thead>\n");
    for line in lines.iter().take(MOST_FINDINGS) {
        let mark = match line.level {
            "error" => "<tr><td class=error>error",
            "warning" => "<tr><td class=warning>warning",
            _ => "<tr><td class=note>note",
        };
        body.raw(mark).raw("<td><code>").text(&line.rule).raw("</code><td>").text(&line.place);
        body.raw("<td>").text(&line.message);
        if let Some(excerpt) = &line.excerpt {
            body.raw("<br><span class=soft>").text(excerpt).raw("</span>");
        }
        body.raw("</tr>\n");
    }
    body.raw("</table>");
    if lines.len() > MOST_FINDINGS {
        body.raw("<p class=soft>… and ")
            .number(lines.len() - MOST_FINDINGS)
            .raw(" lighter ones; <code>cards lint</code> lists them all.</p>");
    }
    body.raw("</section>\n");
}

/// What the page is, and what it was made from.
pub(super) fn footer(file: &str, body: &mut Html) {
    body.raw("<footer>Made by <code>cards report</code> from ").text(file);
    body.raw(". Nothing on this page runs, and nothing is loaded from elsewhere.</footer>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards_container::{Limits, load};
    use cards_model::{Asset, Document, Entry, Lorebook, v3};
    use proptest::prelude::*;

    /// The page of a card that says one text wherever a card can say one.
    fn page_of(text: &str) -> String {
        let entry = Entry {
            keys: vec![text.into()],
            secondary_keys: Some(vec![text.into()]),
            content: text.into(),
            name: Some(format!("n{text}")),
            ..Entry::default()
        };
        let book = Lorebook {
            name: Some(text.into()),
            description: Some(text.into()),
            entries: vec![entry],
            ..Lorebook::default()
        };
        let asset =
            Asset { kind: text.into(), uri: text.into(), name: text.into(), ext: text.into(), ..Asset::default() };
        let mut data = v3::Data {
            name: format!("n{text}"),
            description: text.into(),
            first_mes: text.into(),
            mes_example: format!("{{{{user}}}}: {text}\nn{text}: {text}"),
            creator_notes: text.into(),
            creator: format!("c{text}"),
            character_version: text.into(),
            tags: vec![text.into()],
            nickname: Some(format!("n{text}")),
            alternate_greetings: vec![text.into()],
            character_book: Some(book),
            assets: Some(vec![asset]),
            ..v3::Data::default()
        };
        data.extensions.insert(text, text);
        let card = v3::Card { data, ..v3::Card::default() };
        let json = Document::new(Content::Card(Card::V3(Box::new(card)))).to_bytes();
        let loaded = load(&json[..], &Limits::default()).unwrap();
        let finding = Line {
            level: "error",
            rule: text.into(),
            place: text.into(),
            message: text.into(),
            excerpt: Some(text.into()),
        };
        page(&Subject { file: text, loaded: &loaded, portrait: None, findings: vec![finding] })
    }

    /// Everything of a page that a browser takes for markup.
    fn markup(page: &str) -> Vec<&str> {
        page.split('<').skip(1).filter_map(|rest| rest.split('>').next()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// A card that is full of markup gives the markup of a card that has none.
        #[test]
        fn cards_add_no_markup(text in "[<>&\"'=/ a-z]{1,40}") {
            let harmless: String = text.chars().map(|c| if "<>&\"'=/".contains(c) { 'x' } else { c }).collect();
            let (hostile, plain) = (page_of(&text), page_of(&harmless));
            // The size of the JSON differs, since quotes are escaped there; it stands in text, not in markup.
            prop_assert_eq!(markup(&hostile), markup(&plain));
        }
    }
}
