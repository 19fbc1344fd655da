//! A lorebook as a table.

use cards_model::{Entry, Lorebook};
use cards_words::Estimate;

use super::html::Html;

/// Begins the section.
pub(super) fn heading(book: &Lorebook, body: &mut Html) {
    let total: u64 = book.entries.iter().map(|entry| Estimate::of(&entry.content)).sum();
    body.raw("<section id=lorebook><h2>Lorebook <small>").count(book.entries.len(), "entry", "entries");
    body.raw(", ").count(total, "token", "tokens").raw("</small></h2>\n");
}

/// The entries, and the end of the section.
pub(super) fn entries(book: &Lorebook, body: &mut Html) {
    if book.entries.is_empty() {
        body.raw("<p class=soft>It has no entries.</p></section>\n");
        return;
    }
    body.raw("<table class=lore><thead><tr><th scope=col>Entry<th scope=col>Keys<th scope=col>Text");
    body.raw("<th scope=col class=n>Order<th scope=col class=n>Tokens</tr></thead>\n");
    for (index, one) in book.entries.iter().enumerate() {
        entry(index, one, body);
    }
    body.raw("</table></section>\n");
}

/// What the book says beside its entries.
pub(super) fn about(book: &Lorebook, body: &mut Html) {
    if let Some(text) = book.description.as_deref().filter(|text| !text.trim().is_empty()) {
        body.raw("<div class=text>").prose(text).raw("</div>\n");
    }
    body.raw("<p class=soft>");
    if let Some(name) = book.name.as_deref().filter(|name| !name.is_empty()) {
        body.raw("<bdi>").text(name).raw("</bdi> · ");
    }
    match &book.scan_depth {
        Some(depth) => body.raw("searches the last ").text(&depth.to_string()).raw(" messages"),
        None => body.raw("searches as many messages as the application says"),
    };
    if let Some(budget) = &book.token_budget {
        body.raw(" · at most ").text(&budget.to_string()).raw(" tokens");
    }
    if book.recursive_scanning == Some(true) {
        body.raw(" · texts of entries fire others");
    }
    body.raw("</p>\n");
}

fn entry(index: usize, entry: &Entry, body: &mut Html) {
    body.raw("<tr id=e").number(index).raw(if entry.enabled { "><td>" } else { " class=off><td>" });
    if entry.title().is_empty() {
        // Counted as in the findings, whose JSON pointers begin with 0.
        body.raw("<span class=soft>entry ").number(index).raw("</span>");
    } else {
        body.raw("<b>").text(entry.title()).raw("</b>");
    }
    let flags = [
        (!entry.enabled, "off"),
        (entry.constant == Some(true), "constant"),
        (entry.selective == Some(true), "selective"),
        (entry.use_regex == Some(true), "regex"),
        (entry.case_sensitive == Some(true), "case-sensitive"),
    ];
    let position = entry.position.as_ref().map(|position| position.as_str()).filter(|word| !word.is_empty());
    let mut words: Vec<_> = flags.into_iter().filter_map(|(on, flag)| on.then_some(flag)).collect();
    words.extend(position);
    if !words.is_empty() {
        body.raw("<br><small class=soft>").text(&words.join(" · ")).raw("</small>");
    }
    body.raw("<td>");
    keys(&entry.keys, body);
    let secondary = entry.secondary_keys.as_deref().unwrap_or_default();
    if !secondary.is_empty() {
        // Without `selective` they are in the file and do nothing.
        let they = if entry.selective == Some(true) { "and one of" } else { "secondary, not in use:" };
        body.raw("<br><small class=soft>").raw(they).raw("</small> ");
        keys(secondary, body);
    }
    body.raw("<td><div class=text>").prose(&entry.content).raw("</div>");
    body.raw("<td class=n data-label=Order>").text(&entry.insertion_order.to_string());
    body.raw("<td class=n data-label=Tokens>").number(Estimate::of(&entry.content)).raw("</tr>\n");
}

fn keys(keys: &[String], body: &mut Html) {
    for key in keys {
        body.raw("<span class=key>").text(key).raw("</span>");
    }
}
