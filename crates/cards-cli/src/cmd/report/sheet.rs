//! The contact sheet of a folder.

use std::collections::HashMap;

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
    pub(super) tokens: u64,
    pub(super) entries: usize,
    /// The lorebook of the client's that goes with it, and whether the folder has that; none outside of a data folder.
    pub(super) world: Option<(String, bool)>,
    /// Chats with it, in a data folder.
    pub(super) chats: usize,
    /// Regex scripts that it brings.
    pub(super) scripts: usize,
    pub(super) thumb: Option<Vec<u8>>,
}

/// A lorebook of a data folder.
pub(super) struct World {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) entries: usize,
}

/// A group of a data folder.
pub(super) struct Group {
    pub(super) path: String,
    pub(super) name: String,
    /// Each member: its file, that file's path as cards of the sheet have it, and whether it is there.
    pub(super) members: Vec<(String, String, bool)>,
}

/// What a data folder has beside its cards.
#[derive(Default)]
pub(super) struct Shelf {
    pub(super) worlds: Vec<World>,
    pub(super) groups: Vec<Group>,
}

/// A file without a card.
pub(super) struct Unread {
    pub(super) path: String,
    pub(super) message: String,
}

/// What the style of a contact sheet has beyond that of every page.
const SHEET: &str = include_str!("sheet.css");

/// The whole page.
pub(super) fn page(folder: &str, mut items: Vec<Item>, shelf: &Shelf, unread: &[Unread]) -> String {
    items.sort_by_cached_key(|item| (item.name.trim().to_lowercase(), item.path.clone()));
    let mut body = Html::default();
    body.raw("<header><div class=top><div class=who><h1>").text(folder).raw("</h1><p class=soft>");
    body.count(items.len(), "card", "cards");
    if !unread.is_empty() {
        body.raw(" · <a href=\"#unread\">").count(unread.len(), "file", "files").raw(" without a readable card</a>");
    }
    body.raw("</p></div></div></header>\n");
    body.raw("<main>\n");
    if !items.is_empty() {
        body.raw("<div class=grid>\n");
        for item in &items {
            card(item, &mut body);
        }
        body.raw("</div>\n");
    }
    lorebooks(&shelf.worlds, &items, &mut body);
    groups(&shelf.groups, &items, &mut body);
    files_unread(unread, &mut body);
    body.raw("</main>\n");
    footer(folder, &mut body);
    Html::document(folder, &format!("{STYLE}{SHEET}"), &body)
}

/// The lorebooks of a data folder, and the cards that go with each.
fn lorebooks(worlds: &[World], items: &[Item], body: &mut Html) {
    if worlds.is_empty() {
        return;
    }
    body.raw("<section id=worlds><h2>Lorebooks of the data folder</h2>\n");
    body.raw("<table><thead><tr><th scope=col>Lorebook<th scope=col>Entries<th scope=col>Cards that go with it<th scope=col>File</tr></thead>\n");
    for world in worlds {
        let goes = |item: &&Item| item.world.as_ref().is_some_and(|(name, there)| *there && *name == world.name);
        let cards: Vec<&str> = items.iter().filter(goes).map(shown_name).collect();
        body.raw("<tr><td>")
            .text(&world.name)
            .raw("<td>")
            .number(world.entries as u64)
            .raw("<td>")
            .text(&cards.join(", "));
        body.raw("<td><code>").text(&world.path).raw("</code></tr>\n");
    }
    body.raw("</table></section>\n");
}

/// The groups of a data folder, and the cards in each.
fn groups(groups: &[Group], items: &[Item], body: &mut Html) {
    if groups.is_empty() {
        return;
    }
    let by_path: HashMap<&str, &Item> = items.iter().map(|item| (item.path.as_str(), item)).collect();
    body.raw("<section id=groups><h2>Groups of the data folder</h2>\n");
    body.raw("<table><thead><tr><th scope=col>Group<th scope=col>Cards in it<th scope=col>File</tr></thead>\n");
    for group in groups {
        let member = |(file, path, there): &(String, String, bool)| match by_path.get(path.as_str()) {
            Some(item) => shown_name(item).to_owned(),
            None if *there => file.clone(),
            None => format!("{file}, which is not here"),
        };
        let members: Vec<String> = group.members.iter().map(member).collect();
        body.raw("<tr><td>").text(&group.name).raw("<td>").text(&members.join("; "));
        body.raw("<td><code>").text(&group.path).raw("</code></tr>\n");
    }
    body.raw("</table></section>\n");
}

fn files_unread(unread: &[Unread], body: &mut Html) {
    if unread.is_empty() {
        return;
    }
    body.raw("<section id=unread><h2>Files without a readable card</h2>\n");
    body.raw("<table><thead><tr><th scope=col>File<th scope=col>Why</tr></thead>\n");
    for file in unread {
        body.raw("<tr><td>").text(&file.path).raw("<td>").text(&file.message).raw("</tr>\n");
    }
    body.raw("</table></section>\n");
}

fn card(item: &Item, body: &mut Html) {
    body.raw("<article class=c><div class=thumb>");
    let drawn = item.thumb.as_ref().is_some_and(|thumb| body.picture(thumb, ""));
    if !drawn {
        body.raw("<span aria-hidden=true>").text(&first_letter(&item.name)).raw("</span>");
    }
    body.raw("</div><h2>").text(shown_name(item)).raw("</h2>");
    if !item.creator.trim().is_empty() {
        body.raw("<p class=by>by ").text(&item.creator).raw("</p>");
    }
    body.raw("<p>").raw(item.spec).raw(" · ").count(item.tokens, "token", "tokens");
    if item.entries > 0 {
        body.raw(" · ").count(item.entries, "entry", "entries");
    }
    if item.chats > 0 {
        body.raw(" · ").count(item.chats, "chat", "chats");
    }
    if item.scripts > 0 {
        body.raw(" · ").count(item.scripts, "regex script", "regex scripts");
    }
    if let Some((name, there)) = &item.world {
        body.raw("<br>goes with the lorebook ").text(name).raw(if *there { "" } else { ", which is not here" });
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

/// The first letter or digit of a name.
fn first_letter(name: &str) -> String {
    let first = name.chars().find(|c| c.is_alphanumeric());
    first.map_or_else(|| "#".to_owned(), |c| c.to_uppercase().collect())
}

fn shown_name(item: &Item) -> &str {
    if item.name.trim().is_empty() { "(no name)" } else { item.name.trim() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn item(text: &str) -> Item {
        Item {
            path: text.into(),
            name: text.into(),
            creator: format!("c{text}"),
            about: text.into(),
            spec: "V2",
            tags: vec![format!("t{text}"), text.into()],
            tokens: 1,
            entries: 2,
            world: Some((text.into(), false)),
            chats: 1,
            scripts: 1,
            thumb: None,
        }
    }

    /// What a browser takes for markup, the style included.
    fn markup(page: &str) -> Vec<&str> {
        let style = page.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next());
        page.split('<').skip(1).filter_map(|rest| rest.split('>').next()).chain(style).collect()
    }

    #[test]
    fn cards_stand_in_the_order_of_their_names() {
        let page = page("in", vec![item("fog"), item("Bell"), item("")], &Shelf::default(), &[]);
        let names: Vec<_> = page.split("</div><h2>").skip(1).filter_map(|card| card.split("</h2>").next()).collect();
        assert_eq!(names, ["(no name)", "Bell", "fog"]);
    }

    #[test]
    fn a_folder_without_cards_says_why() {
        let unread = [Unread { path: "a.json".into(), message: "no".into() }];
        let page = page("in", Vec::new(), &Shelf::default(), &unread);
        assert!(page.contains("0 cards · <a href=\"#unread\">1 file without") && !page.contains("<article"), "{page}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn cards_add_no_markup_and_no_rules(text in "[<>&\"=/{}*#;:.a-z \\\\]{0,40}") {
            let harmless: String = text.chars().map(|c| if c.is_alphanumeric() || c == ' ' { c } else { '-' }).collect();
            let world = |text: &str| World { path: text.into(), name: text.into(), entries: 1 };
            let members = |text: &str| vec![(text.to_owned(), text.to_owned(), true), (text.to_owned(), String::new(), false)];
            let group = |text: &str| Group { path: text.into(), name: text.into(), members: members(text) };
            let shelf = |text: &str| Shelf { worlds: vec![world(text)], groups: vec![group(text)] };
            let page = |text: &str| page("in", vec![item(text)], &shelf(text), &[]);
            let (hostile, plain) = (page(&text), page(&harmless));
            prop_assert_eq!(markup(&hostile), markup(&plain));
        }
    }
}
