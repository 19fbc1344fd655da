//! Agnaistic's memory book as a lorebook and back.

use super::losses::{Losses, entry_at, filled, objects};
use super::stash;
use crate::Form;
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

    /// The lorebook that the memory book stands for, on request with each part as it was among its extensions.
    pub(super) fn lorebook(&self, with_origin: bool) -> Converted<Lorebook> {
        let mut made = self.to_lorebook();
        if with_origin {
            let head = Self { entries: Vec::new(), ..self.clone() };
            stash::keep_origin(&mut made.value.extensions, Form::AgnaiBook, &head, &head_again(&head));
            for (stood, entry) in objects(&self.entries).zip(&mut made.value.entries) {
                stash::keep_origin(&mut entry.extensions, Form::AgnaiBook, stood, &entry_again(stood));
            }
        }
        made
    }
}

/// What comes of a book without entries there and back.
fn head_again(stood: &Book) -> Book {
    let mut unseen = Losses::default();
    head_for_agnai(&head_of_agnai(stood, &mut unseen), &mut unseen)
}

/// What comes of an entry there and back.
fn entry_again(stood: &Entry) -> Entry {
    let mut unseen = Losses::default();
    entry_for_agnai(&entry_of_agnai(stood, &Pointer::ROOT, &mut unseen), &Pointer::ROOT, &mut unseen)
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
        let mut head = stash::head(self);
        let stood = stash::take_origin(&mut head.extensions, Form::AgnaiBook);
        let mut book = stash::with_origin(head_for_agnai(&head, &mut losses), stood, head_again);
        if stash {
            stash::keep(&head, &head_of_agnai(&book, &mut Losses::default()), &mut book);
        }
        for (i, entry) in self.entries.iter().enumerate() {
            let at = entry_at(i);
            if losses.no_object(&at, entry) {
                continue;
            }
            let (entry, stood) = stash::parted(entry, Form::AgnaiBook);
            let mut made = stash::with_origin(entry_for_agnai(&entry, &at, &mut losses), stood, entry_again);
            if stash {
                stash::keep(&*entry, &entry_of_agnai(&made, &at, &mut Losses::default()), &mut made);
            }
            book.entries.push(made);
        }
        losses.with(book)
    }
}

fn head_for_agnai(head: &Lorebook, losses: &mut Losses) -> Book {
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
