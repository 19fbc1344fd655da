//! The contact sheet of a folder.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::html::Html;
use super::page::{STYLE, footer};

/// One card of the sheet.
pub(super) struct Item {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) creator: String,
    pub(super) about: String,
    pub(super) spec: &'static str,
    pub(super) tags: Vec<String>,
    pub(super) tokens: usize,
    pub(super) entries: usize,
    pub(super) thumb: Option<Vec<u8>>,
}

/// A file without a card.
pub(super) struct Unread {
    pub(super) path: String,
    pub(super) message: String,
}

/// Tags that get a button; the rest are in the index.
const BUTTONS: usize = 40;
/// First letters that get a button.
const LETTERS: usize = 64;

/// The whole page. Filters are check boxes that the style asks for, so that they work without a script.
pub(super) fn page(folder: &str, mut items: Vec<Item>, unread: &[Unread]) -> String {
    items.sort_by_cached_key(|item| (item.name.trim().to_lowercase(), item.path.clone()));
    let tags = Tags::of(&items);
    let letters = letters(&items);
    let mut body = Html::default();
    body.raw("<header><div class=top><div class=who><h1>").text(folder).raw("</h1><p class=soft>");
    body.number(items.len()).raw(" cards");
    if !unread.is_empty() {
        body.raw(" · <a href=\"#unread\">").number(unread.len());
        body.raw(if unread.len() == 1 { " file" } else { " files" }).raw(" without a readable card</a>");
    }
    body.raw("</p></div></div>\n");
    filters(&tags, &letters, &mut body);
    index(&items, &tags, &mut body);
    body.raw("</header>\n<main><div class=grid>\n");
    for (number, item) in items.iter().enumerate() {
        card(number, item, &tags, &letters, &mut body);
    }
    body.raw("</div>\n");
    if !unread.is_empty() {
        body.raw("<section id=unread><h2>Files without a readable card</h2>\n<table><thead><tr><th>File<th>Why</tr></thead>\n");
        for file in unread {
            body.raw("<tr><td>").text(&file.path).raw("<td>").text(&file.message).raw("</tr>\n");
        }
        body.raw("</table></section>\n");
    }
    body.raw("</main>\n");
    footer(folder, &mut body);
    Html::document(folder, &style(tags.buttons(), letters.len()), &body)
}

/// The stylesheet and one rule for each button. Only numbers go into it.
fn style(tags: usize, letters: usize) -> String {
    let mut style = STYLE.to_owned();
    for (letter, count) in [('t', tags), ('l', letters)] {
        for n in 0..count {
            let _ = write!(style, "body:has(#{letter}{n}:checked) .c:not(.{letter}{n}){{display:none}}");
        }
    }
    style
}

/// Tags by how many cards have them, written alike whatever their case.
struct Tags {
    /// The tag, and the numbers of its cards.
    list: Vec<(String, Vec<usize>)>,
    number: BTreeMap<String, usize>,
}

impl Tags {
    fn of(items: &[Item]) -> Self {
        let mut by_key: BTreeMap<String, (String, Vec<usize>)> = BTreeMap::new();
        for (index, item) in items.iter().enumerate() {
            for tag in &item.tags {
                let key = key(tag);
                if !key.is_empty() {
                    let cards = &mut by_key.entry(key).or_insert_with(|| (tag.trim().to_owned(), Vec::new())).1;
                    if cards.last() != Some(&index) {
                        cards.push(index);
                    }
                }
            }
        }
        let mut list: Vec<_> = by_key.into_values().collect();
        list.sort_by_key(|(_, cards)| std::cmp::Reverse(cards.len()));
        let number = list.iter().enumerate().map(|(number, (tag, _))| (key(tag), number)).collect();
        Self { list, number }
    }

    fn buttons(&self) -> usize {
        self.list.len().min(BUTTONS)
    }
}

fn key(tag: &str) -> String {
    tag.trim().to_lowercase()
}

/// The first letters of names, in order.
fn letters(items: &[Item]) -> Vec<String> {
    let mut letters: Vec<String> = items.iter().map(|item| first_letter(&item.name)).collect();
    letters.sort();
    letters.dedup();
    letters.truncate(LETTERS);
    letters
}

fn first_letter(name: &str) -> String {
    let first = name.chars().find(|c| c.is_alphanumeric());
    first.map_or_else(|| "#".to_owned(), |c| c.to_uppercase().collect())
}

fn filters(tags: &Tags, letters: &[String], body: &mut Html) {
    body.raw("<form>\n<fieldset><legend>Name</legend><label><input type=radio name=l checked>all</label>");
    for (number, letter) in letters.iter().enumerate() {
        body.raw("<label><input type=radio name=l id=l").number(number).raw(">").text(letter).raw("</label>");
    }
    body.raw("</fieldset>\n");
    if tags.buttons() > 0 {
        body.raw("<fieldset><legend>Tags</legend>");
        for (number, (tag, cards)) in tags.list.iter().take(BUTTONS).enumerate() {
            body.raw("<label><input type=checkbox id=t").number(number).raw(">").text(tag).raw(" ");
            body.number(cards.len()).raw("</label>");
        }
        body.raw("</fieldset>\n");
    }
    body.raw("<button type=reset>Show all</button></form>\n");
}

fn index(items: &[Item], tags: &Tags, body: &mut Html) {
    body.raw("<details><summary>All names</summary><ol class=index>");
    for (number, item) in items.iter().enumerate() {
        link(number, item, body);
    }
    body.raw("</ol></details>\n");
    if tags.list.is_empty() {
        return;
    }
    body.raw("<details><summary>All tags <small>").number(tags.list.len()).raw("</small></summary>");
    for (tag, cards) in &tags.list {
        body.raw("<h3>").text(tag).raw("</h3><ol class=index>");
        for &number in cards {
            if let Some(item) = items.get(number) {
                link(number, item, body);
            }
        }
        body.raw("</ol>");
    }
    body.raw("</details>\n");
}

fn link(number: usize, item: &Item, body: &mut Html) {
    body.raw("<li><a href=\"#c").number(number).raw("\">").text(shown_name(item)).raw("</a>");
}

fn card(number: usize, item: &Item, tags: &Tags, letters: &[String], body: &mut Html) {
    body.raw("<article id=c").number(number).raw(" class=\"c");
    if let Some(letter) = letters.iter().position(|letter| *letter == first_letter(&item.name)) {
        body.raw(" l").number(letter);
    }
    for tag in &item.tags {
        if let Some(&tag) = tags.number.get(&key(tag)).filter(|tag| **tag < BUTTONS) {
            body.raw(" t").number(tag);
        }
    }
    body.raw("\"><div class=thumb>");
    let drawn = item.thumb.as_ref().is_some_and(|thumb| body.picture(thumb, ""));
    if !drawn {
        body.raw("<span aria-hidden=true>").text(&first_letter(&item.name)).raw("</span>");
    }
    body.raw("</div><h3>").text(shown_name(item)).raw("</h3>");
    if !item.creator.is_empty() {
        body.raw("<p>by ").text(&item.creator).raw("</p>");
    }
    body.raw("<p>").raw(item.spec).raw(" · ").number(item.tokens).raw(" tokens");
    if item.entries > 0 {
        body.raw(" · ").number(item.entries).raw(if item.entries == 1 { " entry" } else { " entries" });
    }
    body.raw("</p><details><summary>More</summary><div>").text(&item.about).raw("</div>");
    if !item.tags.is_empty() {
        body.raw("<ul class=tags>");
        for tag in &item.tags {
            body.raw("<li>").text(tag).raw("</li>");
        }
        body.raw("</ul>");
    }
    body.raw("<code>").text(&item.path).raw("</code></details></article>\n");
}

fn shown_name(item: &Item) -> &str {
    if item.name.trim().is_empty() { "(no name)" } else { item.name.trim() }
}
