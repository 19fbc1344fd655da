//! Agnaistic's memory book as a lorebook and back.

use super::losses::{Losses, filled};
use crate::convert::loss::{Converted, LossReason};
use crate::spec::agnai::{Book, Entry};
use crate::spec::lorebook::{self, Lorebook};

impl Book {
    /// The lorebook that the memory book stands for: keywords are keys, the weight is the insertion order.
    ///
    /// The wildcards `*` and `?` of keywords mean themselves in a lorebook; keywords that have them are reported.
    #[must_use]
    pub fn to_lorebook(&self) -> Converted<Lorebook> {
        let mut losses = Losses::default();
        losses.set("", "_id", LossReason::NoField, &self.id);
        losses.set("", "userId", LossReason::NoField, &self.user_id);
        let mut book = Lorebook {
            name: filled(&self.name),
            description: self.description.clone(),
            scan_depth: self.scan_depth.clone(),
            token_budget: self.token_budget.clone(),
            recursive_scanning: self.recursive_scanning,
            extensions: self.extensions.clone().unwrap_or_default(),
            ..Lorebook::default()
        };
        losses.carry("", self, &mut book);
        for (i, entry) in self.entries.iter().enumerate() {
            let at = format!("/entries/{i}");
            if !losses.no_object(&at, entry) {
                book.entries.push(entry_of_agnai(entry, &at, &mut losses));
            }
        }
        losses.with(book)
    }
}

fn entry_of_agnai(entry: &Entry, at: &str, losses: &mut Losses) -> lorebook::Entry {
    for (i, key) in entry.keywords.iter().enumerate().filter(|(_, key)| key.contains(['*', '?'])) {
        losses.json(&format!("{at}/keywords"), &i.to_string(), LossReason::Unrepresentable, &key.as_str().into());
    }
    let mut out = lorebook::Entry {
        keys: entry.keywords.clone(),
        content: entry.entry.clone(),
        enabled: entry.enabled,
        insertion_order: entry.weight.clone(),
        use_regex: Some(false),
        constant: entry.constant,
        name: filled(&entry.name),
        priority: Some(entry.priority.clone()),
        id: entry.id.clone(),
        comment: entry.comment.clone(),
        selective: entry.selective,
        secondary_keys: entry.secondary_keys.clone(),
        position: entry.position.clone(),
        ..lorebook::Entry::default()
    };
    losses.carry(at, entry, &mut out);
    out
}

impl Lorebook {
    /// The lorebook as a memory book of Agnaistic.
    ///
    /// An entry without a priority gets its insertion order for one, which is what decides then.
    #[must_use]
    pub fn to_agnai(&self) -> Converted<Book> {
        let mut losses = Losses::default();
        let mut book = Book {
            name: self.name.clone().unwrap_or_default(),
            description: self.description.clone(),
            scan_depth: self.scan_depth.clone(),
            token_budget: self.token_budget.clone(),
            recursive_scanning: self.recursive_scanning,
            extensions: (!self.extensions.is_empty()).then(|| self.extensions.clone()),
            ..Book::default()
        };
        losses.carry("", self, &mut book);
        for (i, entry) in self.entries.iter().enumerate() {
            let at = format!("/entries/{i}");
            if !losses.no_object(&at, entry) {
                book.entries.push(entry_for_agnai(entry, &at, &mut losses));
            }
        }
        losses.with(book)
    }
}

fn entry_for_agnai(entry: &lorebook::Entry, at: &str, losses: &mut Losses) -> Entry {
    for (name, value) in [("use_regex", entry.use_regex), ("case_sensitive", entry.case_sensitive)] {
        if value == Some(true) {
            losses.set(at, name, LossReason::NoField, &value);
        }
    }
    losses.members(at, "extensions", &entry.extensions);
    let mut out = Entry {
        name: entry.name.clone().unwrap_or_default(),
        entry: entry.content.clone(),
        keywords: entry.keys.clone(),
        priority: entry.priority.clone().unwrap_or_else(|| entry.insertion_order.clone()),
        weight: entry.insertion_order.clone(),
        enabled: entry.enabled,
        id: entry.id.clone(),
        comment: entry.comment.clone(),
        selective: entry.selective,
        secondary_keys: entry.secondary_keys.clone(),
        constant: entry.constant,
        position: entry.position.clone(),
        ..Entry::default()
    };
    losses.carry(at, entry, &mut out);
    out
}
