//! A lorebook as a table.

use cards_model::{Entry, Lorebook};

use super::html::Html;
use crate::tokens::estimate;

/// The section with the table.
pub(super) fn section(book: &Lorebook, body: &mut Html) {
    let total = book.entries.iter().map(|entry| estimate(&entry.content)).sum();
    body.raw("<section id=lorebook><h2>Lorebook <small>").number(book.entries.len()).raw(" entries, ");
    body.number(total).raw(" tokens</small></h2>\n");
    about(book, body);
    body.raw("<table><thead><tr><th>Entry<th>Keys<th>Text<th class=n>Order<th class=n>Tokens</tr></thead>\n");
    for (index, one) in book.entries.iter().enumerate() {
        entry(index, one, body);
    }
    body.raw("</table></section>\n");
}

fn about(book: &Lorebook, body: &mut Html) {
    if let Some(text) = book.description.as_deref().filter(|text| !text.trim().is_empty()) {
        body.raw("<div class=text>").prose(text).raw("</div>\n");
    }
    body.raw("<p class=soft>");
    if let Some(name) = book.name.as_deref().filter(|name| !name.is_empty()) {
        body.text(name).raw(" · ");
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
    body.raw(if entry.enabled { "<tr><td>" } else { "<tr class=off><td>" });
    if entry.title().is_empty() {
        body.raw("<span class=soft>entry ").number(index + 1).raw("</span>");
    } else {
        body.text(entry.title());
    }
    let flags = [
        (!entry.enabled, "off"),
        (entry.constant == Some(true), "constant"),
        (entry.selective == Some(true), "selective"),
        (entry.use_regex == Some(true), "regex"),
        (entry.case_sensitive == Some(true), "case-sensitive"),
    ];
    for (_, flag) in flags.into_iter().filter(|(on, _)| *on) {
        body.raw("<br><small class=soft>").raw(flag).raw("</small>");
    }
    if let Some(position) = &entry.position {
        body.raw("<br><small class=soft>").text(position.as_str()).raw("</small>");
    }
    body.raw("<td>");
    keys(&entry.keys, body);
    let secondary = entry.secondary_keys.as_deref().unwrap_or_default();
    if !secondary.is_empty() {
        body.raw("<br><small class=soft>and one of</small> ");
        keys(secondary, body);
    }
    body.raw("<td><div class=text>").prose(&entry.content).raw("</div>");
    body.raw("<td class=n data-label=Order>").text(&entry.insertion_order.to_string());
    body.raw("<td class=n data-label=Tokens>").number(estimate(&entry.content)).raw("</tr>\n");
}

fn keys(keys: &[String], body: &mut Html) {
    for key in keys {
        body.raw("<span class=key>").text(key).raw("</span>");
    }
}
