//! Agnaistic's memory book as a lorebook and back.

use super::losses::{Losses, entry_at, filled};
use super::stash;
use crate::json::Pointer;
use crate::spec::agnai::{Book, Entry};
use crate::spec::lorebook::{self, Lorebook};
use crate::terms::loss::{Converted, LossReason};

impl Book {
    /// The lorebook that the memory book stands for: keywords are keys, the weight is the insertion order.
    ///
    /// The wildcards `*` and `?` of keywords mean themselves in a lorebook; keywords that have them are reported.
    #[must_use]
    pub fn to_lorebook(&self) -> Converted<Lorebook> {
        let mut losses = Losses::default();
        let mut book = stash::restored(self, &Pointer::ROOT, &mut losses, head_of_agnai);
        for (i, entry) in self.entries.iter().enumerate() {
            let at = entry_at(i);
            if !losses.no_object(&at, entry) {
                book.entries
                    .push(stash::restored(entry, &at, &mut losses, |entry, losses| entry_of_agnai(entry, &at, losses)));
            }
        }
        losses.with(book)
    }
}

fn head_of_agnai(source: &Book, losses: &mut Losses) -> Lorebook {
    losses.set(&Pointer::ROOT, "_id", LossReason::NoField, &source.id);
    losses.set(&Pointer::ROOT, "userId", LossReason::NoField, &source.user_id);
    let mut book = Lorebook {
        name: filled(&source.name),
        description: source.description.clone(),
        scan_depth: source.scan_depth.clone(),
        token_budget: source.token_budget.clone(),
        recursive_scanning: source.recursive_scanning,
        extensions: source.extensions.clone().unwrap_or_default(),
        ..Lorebook::default()
    };
    losses.carry(&Pointer::ROOT, source, &mut book);
    book
}

fn entry_of_agnai(entry: &Entry, at: &Pointer, losses: &mut Losses) -> lorebook::Entry {
    for (i, key) in entry.keywords.iter().enumerate().filter(|(_, key)| key.contains(['*', '?'])) {
        losses.json(&at.member("keywords"), &i.to_string(), LossReason::Unrepresentable, &key.as_str().into());
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
        self.agnai(false)
    }

    /// The memory book, on request with a stash.
    pub(super) fn agnai(&self, stash: bool) -> Converted<Book> {
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
        losses.carry(&Pointer::ROOT, self, &mut book);
        if stash {
            stash::keep(&stash::head(self), &head_of_agnai(&book, &mut Losses::default()), &mut book);
        }
        for (i, entry) in self.entries.iter().enumerate() {
            let at = entry_at(i);
            if losses.no_object(&at, entry) {
                continue;
            }
            let mut made = entry_for_agnai(entry, &at, &mut losses);
            if stash {
                stash::keep(entry, &entry_of_agnai(&made, &at, &mut Losses::default()), &mut made);
            }
            book.entries.push(made);
        }
        losses.with(book)
    }
}

fn entry_for_agnai(entry: &lorebook::Entry, at: &Pointer, losses: &mut Losses) -> Entry {
    for (name, value) in [("use_regex", entry.use_regex), ("case_sensitive", entry.case_sensitive)] {
        if value == Some(true) {
            losses.set(at, name, LossReason::NoField, &value);
        }
    }
    losses.members(at, "extensions", &entry.extensions);
    let mut out = Entry {
        // De facto: SillyTavern 1.19 shows this name when it imports such a book, and has its own titles in comments.
        name: [&entry.name, &entry.comment].into_iter().flatten().find_map(|text| filled(text)).unwrap_or_default(),
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
