//! The page of one card.

use cards_container::Loaded;
use cards_model::json::Style;
use cards_model::{Card, Content};

use super::html::Html;
use super::{fields, lore};
use cards_kit::plain::{Map, plain};

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
    let plain = plain(content);
    let book = content.lorebook();
    let title = match content {
        Content::Card(card) => card.name(),
        Content::Module(module) => &module.name,
        _ => book.as_ref().and_then(|book| book.name.as_deref()).unwrap_or_default(),
    };
    let title = match (title.trim(), content) {
        ("", Content::Card(_)) => "(no name)",
        // Most lorebooks have no name but that of their file.
        ("", _) => subject.file,
        (title, _) => title,
    };
    head(subject, title, &plain, &mut body);
    contents(content, book.is_some(), &mut body);
    body.raw("<main>\n");
    match content {
        Content::Card(card) => fields::texts(card, &plain, &mut body),
        Content::Module(module) => fields::section("Intro", &module.intro, &mut body),
        _ => {}
    }
    if let Some(book) = &book {
        lore::heading(book, &mut body);
        // A module has no such thing: its book's name and description are its own name and intro.
        if !matches!(content, Content::Module(_)) {
            lore::about(book, &mut body);
        }
        lore::entries(book, &mut body);
    }
    if let Content::Card(card) = content {
        assets(card, &mut body);
    }
    findings(subject, book.as_ref().map_or(0, |book| book.entries.len()), &mut body);
    let json = subject.loaded.document.to_text(Style::Pretty(2));
    body.raw("<section id=json><h2>Raw JSON</h2>\n<details><summary>Show <small>").number(json.len());
    body.raw(" bytes</small></summary><pre>").text(&json).raw("</pre></details></section>\n</main>\n");
    footer(subject.file, &mut body);
    Html::document(title, STYLE, &body)
}

fn head(subject: &Subject<'_>, title: &str, plain: &Map<'_>, body: &mut Html) {
    let content = &subject.loaded.document.content;
    body.raw("<header><div class=top>\n");
    if let Some(bytes) = &subject.portrait {
        let mut picture = Html::default();
        if picture.picture(bytes, &format!("Portrait of {title}")) {
            body.raw("<div class=portrait>").append(&picture).raw("</div>\n");
        }
    }
    body.raw("<div class=who><h1>").text(title).raw("</h1>\n<p class=soft>");
    body.text(content.form().name()).raw(" in ").text(subject.loaded.kind.as_str());
    let (creator, version, tags) = match content {
        Content::Card(card) => (card.creator(), card.character_version(), card.tags()),
        Content::Module(module) => (module.creator.as_str(), "", [].as_slice()),
        _ => ("", "", [].as_slice()),
    };
    if !creator.trim().is_empty() {
        body.raw(" · by <bdi>").text(creator).raw("</bdi>");
    }
    if !version.trim().is_empty() {
        body.raw(" · version <bdi>").text(version).raw("</bdi>");
    }
    body.raw("</p>\n");
    if !tags.is_empty() {
        body.raw("<ul class=tags>");
        for tag in tags {
            body.raw("<li>").text(tag).raw("</li>");
        }
        body.raw("</ul>\n");
    }
    match content {
        Content::Card(card) => fields::card_facts(card, plain, body),
        Content::Module(module) => fields::module_facts(module, body),
        _ => {}
    }
    body.raw("</div></div>\n");
}

/// Links to the sections, which end the head of the page.
fn contents(content: &Content, book: bool, body: &mut Html) {
    body.raw("<nav aria-label=\"On this page\">");
    if let Content::Card(card) = content {
        if card.greetings().iter().any(|greeting| !greeting.text.trim().is_empty()) {
            body.raw("<a href=\"#greetings\">Greetings</a>");
        }
        if !card.mes_example().trim().is_empty() {
            body.raw("<a href=\"#examples\">Example dialogue</a>");
        }
    }
    if book {
        body.raw("<a href=\"#lorebook\">Lorebook</a>");
    }
    if matches!(content, Content::Card(card) if !card.assets().is_empty()) {
        body.raw("<a href=\"#assets\">Assets</a>");
    }
    body.raw("<a href=\"#findings\">Findings</a><a href=\"#json\">Raw JSON</a></nav></header>\n");
}

fn assets(card: &Card, body: &mut Html) {
    /// A data URI can be megabytes long.
    const URI: usize = 120;
    let assets = card.assets();
    if assets.is_empty() {
        return;
    }
    body.raw("<section id=assets><h2>Assets <small>").number(assets.len()).raw("</small></h2>\n<table><thead><tr>");
    body.raw("<th scope=col>Type<th scope=col>Name<th scope=col>Ext<th scope=col>Where</tr></thead>\n");
    for asset in assets.iter() {
        body.raw("<tr><td data-label=Type>").text(&asset.kind).raw("<td data-label=Name>").text(&asset.name);
        body.raw("<td data-label=Ext>").text(&asset.ext).raw("<td data-label=Where><code>");
        match asset.uri.char_indices().nth(URI).and_then(|(end, _)| asset.uri.get(..end)) {
            Some(head) => body.text(head).raw("… (").count(asset.uri.len(), "byte", "bytes").raw(")"),
            None => body.text(&asset.uri),
        };
        body.raw("</code></tr>\n");
    }
    body.raw("</table></section>\n");
}

fn findings(subject: &Subject<'_>, entries: usize, body: &mut Html) {
    let lines = &subject.findings;
    body.raw("<section id=findings><h2>Findings <small>").number(lines.len()).raw("</small></h2>\n");
    if lines.is_empty() {
        body.raw("<p class=soft><code>cards lint</code> has nothing to say about this file.</p></section>\n");
        return;
    }
    body.raw("<table class=found><thead><tr><th scope=col>Level<th scope=col>Rule<th scope=col>Where<th scope=col>What</tr></thead>\n");
    for line in lines.iter().take(MOST_FINDINGS) {
        let mark = match line.level {
            "error" => "<tr><td class=error>error",
            "warning" => "<tr><td class=warning>warning",
            _ => "<tr><td class=note>note",
        };
        body.raw(mark).raw("<td><code>").text(&line.rule).raw("</code><td>");
        match entry_of(&subject.loaded.document.content, &line.place).filter(|entry| *entry < entries) {
            Some(entry) => body.raw("<a href=\"#e").number(entry).raw("\">").text(&line.place).raw("</a>"),
            None => body.text(&line.place),
        };
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

/// The row of the lorebook table that a JSON pointer leads into.
///
/// Forms whose entries are no list have no such row: the order of the table is another one there.
fn entry_of(content: &Content, pointer: &str) -> Option<usize> {
    let listed =
        matches!(content, Content::Card(_) | Content::LorebookV3(_) | Content::Lorebook(_) | Content::Module(_));
    let entries = content.form().entries_pointer().filter(|_| listed)?;
    let rest = pointer.strip_prefix(entries.as_str())?.strip_prefix('/')?;
    rest.split_once('/').map_or(rest, |(number, _)| number).parse().ok()
}

/// What the page is, and what it was made from.
pub(super) fn footer(file: &str, body: &mut Html) {
    body.raw("<footer>Made by <code>cards report</code> from <bdi>").text(file);
    body.raw("</bdi>. Nothing on this page runs, and nothing is loaded from elsewhere.</footer>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards_container::{Limits, open};
    use cards_model::{Asset, Document, Entry, Json, Lorebook, Object, document::Keyed, v3};
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
            source: Some(vec![text.into()]),
            creator_notes_multilingual: Some(Keyed(vec![(format!("l{text}"), text.into())])),
            group_only_greetings: vec![text.into()],
            ..v3::Data::default()
        };
        data.extensions.insert(text, text);
        let mut note = Object::new();
        note.insert("prompt", text);
        data.extensions.insert("depth_prompt", Json::Object(note));
        let card = v3::Card { data, ..v3::Card::default() };
        let json = Document::new(Content::Card(Card::V3(Box::new(card)))).to_bytes();
        let loaded = open(&json[..], Limits::default()).unwrap().load().unwrap();
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

    fn page_from(json: &str) -> String {
        let loaded = open(json.as_bytes(), Limits::default()).unwrap().load().unwrap();
        page(&Subject { file: "file.json", loaded: &loaded, portrait: None, findings: Vec::new() })
    }

    #[test]
    fn every_field_of_a_card_is_there() {
        let page = page_of("z");
        for part in [
            "<dt>Shown as</dt><dd>nz</dd>",
            "<dt>Source</dt><dd>z</dd>",
            "<summary>Notes in lz</summary>",
            "Note of the character",
            "<summary>Alternate greeting 1 ",
            "<summary>Greeting for groups 1 ",
            "<p class=user><i>User</i>z</p><p><i>nz</i>z</p>",
            "<tr id=e0><td><b>nz</b>",
            "secondary, not in use:",
            "<tr><td data-label=Type>z",
            "<tr><td class=error>error",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
    }

    #[test]
    fn findings_lead_to_the_entry_they_mean() {
        let card = Content::Card(Card::V3(Box::default()));
        let book = Content::Lorebook(Lorebook::default());
        assert_eq!(entry_of(&card, "/data/character_book/entries/12/keys/0"), Some(12));
        assert_eq!(entry_of(&card, "/data/character_book/entries/3"), Some(3));
        assert_eq!(entry_of(&card, "/data/character_book/entries/x"), None);
        assert_eq!(entry_of(&card, "/entries/3"), None);
        assert_eq!(entry_of(&book, "/entries/3/content"), Some(3));
        assert_eq!(entry_of(&Content::WorldInfo(cards_model::WorldInfo::default()), "/entries/3"), None);
    }

    #[test]
    fn files_that_hold_no_card_have_their_own_heads() {
        let book = page_from(r#"{"spec":"lorebook_v3","data":{"extensions":{},"entries":[]}}"#);
        assert!(book.contains("<h1>file.json</h1>") && book.contains("It has no entries."), "{book}");
        assert!(book.contains("0 entries, 0 tokens") && book.contains("has nothing to say about this file"), "{book}");
        let module = page_from(
            r#"{"module_id":"M12345678","name":"Rain","creator":"Ann","intro":"It rains.","category":"World Knowledge",
                "cover_url":"","entries":[{"entry_id":"abcdefghi","keys":["rain"],"content":"wet"}]}"#,
        );
        for part in
            ["<h1>Rain</h1>", "by <bdi>Ann</bdi>", "<dd>M12345678</dd>", "<dd>World Knowledge</dd>", "1 entry, "]
        {
            assert!(module.contains(part), "{part} is not in {module}");
        }
        assert_eq!(module.matches("It rains.").count(), 2, "once as intro, once in the JSON");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// A card that is full of markup gives the markup of a card that has none.
        #[test]
        fn cards_add_no_markup(text in "[<>&\"'=/ a-z]{1,40}") {
            let harmless: String = text.chars().map(|c| if "<>&\"'=/".contains(c) { 'x' } else { c }).collect();
            let (hostile, plain) = (page_of(&text), page_of(&harmless));
            // The size of the JSON differs, since quotes are escaped there; it is in text, not in markup.
            prop_assert_eq!(markup(&hostile), markup(&plain));
        }
    }
}
