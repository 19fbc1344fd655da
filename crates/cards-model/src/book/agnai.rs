//! Agnaistic's memory book as a lorebook and back.

use super::losses::{Losses, filled};
use super::parts::{self, Head, Parts};
use crate::Form;
use crate::json::Pointer;
use crate::spec::agnai::{Book, Entry};
use crate::spec::content::ClientBook as _;
use crate::spec::lorebook::{self, Lorebook};
use crate::terms::loss::{Converted, LossReason};

impl Book {
    /// The lorebook that the memory book stands for: keywords are keys, the weight is the insertion order.
    ///
    /// The wildcards `*` and `?` of keywords mean themselves in a lorebook; keywords that have them are reported.
    #[must_use]
    pub fn to_lorebook(&self) -> Converted<Lorebook> {
        parts::to_lorebook(self)
    }
}

impl Head for Book {
    const FORM: Form = Form::AgnaiBook;

    fn head(&self, losses: &mut Losses) -> Lorebook {
        losses.set(&Pointer::ROOT, "_id", LossReason::NoField, &self.id);
        losses.set(&Pointer::ROOT, "userId", LossReason::NoField, &self.user_id);
        let mut book = Lorebook {
            name: filled(&self.name),
            description: self.description.clone(),
            scan_depth: self.scan_depth.clone(),
            token_budget: self.token_budget.clone(),
            recursive_scanning: self.recursive_scanning,
            extensions: self.extensions.clone().unwrap_or_default(),
            ..Lorebook::default()
        };
        losses.carry(&Pointer::ROOT, self, &mut book);
        book
    }

    fn of_head(head: &Lorebook, losses: &mut Losses) -> Self {
        let mut book = Book {
            name: head.name.clone().unwrap_or_default(),
            description: head.description.clone(),
            scan_depth: head.scan_depth.clone(),
            token_budget: head.token_budget.clone(),
            recursive_scanning: head.recursive_scanning,
            extensions: (!head.extensions.is_empty()).then(|| head.extensions.clone()),
            ..Book::default()
        };
        losses.carry(&Pointer::ROOT, head, &mut book);
        book
    }
}

impl Parts for Book {
    type Entry = Entry;

    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn entries_mut(&mut self) -> &mut Vec<Entry> {
        &mut self.entries
    }

    fn entry(entry: &Entry, at: &Pointer, losses: &mut Losses) -> lorebook::Entry {
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

    fn of_entry(entry: &lorebook::Entry, at: &Pointer, losses: &mut Losses) -> Entry {
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
}

impl Lorebook {
    /// The lorebook as a memory book of Agnaistic.
    ///
    /// An entry without a priority gets its insertion order for one, which is what decides then.
    #[must_use]
    pub fn to_agnai(&self) -> Converted<Book> {
        Book::of(self, false)
    }
}
