//! NovelAI's lorebook as a lorebook of the card specs, and back.

use super::losses::{Losses, entry_at, filled, objects};
use super::stash;
use crate::Form;
use crate::document::Id;
use crate::json::{Json, Number, Pointer};
use crate::spec::lorebook::{self, is_pattern};
use crate::spec::novelai::{ContextConfig, Entry, Lorebook};
use crate::terms::loss::{Converted, LossReason};

/// The version of the layout that is written, and what NovelAI gives a new entry of it.
///
/// De facto: NovelAI, `.lorebook` files of version 5.
const VERSION: i64 = 5;
const SEARCH_RANGE: i64 = 1000;
const TOKEN_BUDGET: i64 = 2048;

impl Lorebook {
    /// The lorebook that this one stands for.
    ///
    /// The budget priority decides both the order and who leaves first. How texts are trimmed, biased and searched
    /// for (by characters, not messages) is in the report.
    #[must_use]
    pub fn to_lorebook(&self) -> Converted<crate::Lorebook> {
        let mut losses = Losses::default();
        let mut book = stash::restored(self, &Pointer::ROOT, &mut losses, head_of_novelai);
        for (i, entry) in self.entries.iter().enumerate() {
            let at = entry_at(i);
            if !losses.no_object(&at, entry) {
                let made =
                    stash::restored(entry, &at, &mut losses, |entry, losses| entry_of_novelai(entry, &at, losses));
                book.entries.push(made);
            }
        }
        losses.with(book)
    }

    /// The lorebook that this one stands for, on request with each part as it was among its extensions.
    pub(super) fn lorebook(&self, with_origin: bool) -> Converted<crate::Lorebook> {
        let mut made = self.to_lorebook();
        if with_origin {
            let head = Self { entries: Vec::new(), ..self.clone() };
            stash::keep_origin(&mut made.value.extensions, Form::NovelAi, &head, &head_again(&head));
            for (stood, entry) in objects(&self.entries).zip(&mut made.value.entries) {
                stash::keep_origin(&mut entry.extensions, Form::NovelAi, stood, &entry_again(stood));
            }
        }
        made
    }
}

/// What comes of a book without entries there and back.
fn head_again(stood: &Lorebook) -> Lorebook {
    let mut unseen = Losses::default();
    head_for_novelai(&head_of_novelai(stood, &mut unseen), &mut unseen)
}

/// What comes of an entry there and back.
fn entry_again(stood: &Entry) -> Entry {
    let mut unseen = Losses::default();
    entry_for_novelai(&entry_of_novelai(stood, &Pointer::ROOT, &mut unseen), &Pointer::ROOT, &mut unseen)
}

fn head_of_novelai(source: &Lorebook, losses: &mut Losses) -> crate::Lorebook {
    losses.unknown(&Pointer::ROOT, source);
    crate::Lorebook { name: source.name.clone(), ..crate::Lorebook::default() }
}

fn entry_of_novelai(entry: &Entry, at: &Pointer, losses: &mut Losses) -> lorebook::Entry {
    let config = &entry.context_config;
    let inner = at.member("contextConfig");
    losses.text(&inner, "prefix", config.prefix.as_deref());
    losses.text(&inner, "suffix", config.suffix.as_deref());
    losses.set(&inner, "tokenBudget", LossReason::NoField, &config.token_budget);
    losses.unknown(&inner, config);
    losses.set(at, "searchRange", LossReason::NoField, &entry.search_range);
    losses.text(at, "category", entry.category.as_deref());
    losses.unknown(at, entry);
    lorebook::Entry {
        keys: entry.keys.clone(),
        content: entry.text.clone(),
        enabled: entry.enabled,
        insertion_order: config.budget_priority.clone().unwrap_or_default(),
        use_regex: Some(entry.keys.iter().any(|key| is_pattern(key))),
        constant: entry.force_activation,
        name: filled(&entry.display_name),
        priority: config.budget_priority.clone(),
        id: entry.id.clone().map(Id::Text),
        ..lorebook::Entry::default()
    }
}

impl crate::Lorebook {
    /// The lorebook of NovelAI, on request with a stash: it has no secondary keys, no place in the prompt that a card would
    /// know, and tells patterns by their slashes alone. What came from NovelAI and is as it was stands as it was.
    pub(super) fn novelai(&self, stash: bool) -> Converted<Lorebook> {
        let mut losses = Losses::default();
        let mut head = stash::head(self);
        let stood = stash::take_origin(&mut head.extensions, Form::NovelAi);
        let mut book = stash::with_origin(head_for_novelai(&head, &mut losses), stood, head_again);
        if stash {
            stash::keep(&head, &head_of_novelai(&book, &mut Losses::default()), &mut book);
        }
        for (i, entry) in self.entries.iter().enumerate() {
            let at = entry_at(i);
            if losses.no_object(&at, entry) {
                continue;
            }
            let (entry, stood) = stash::parted(entry, Form::NovelAi);
            let mut made = stash::with_origin(entry_for_novelai(&entry, &at, &mut losses), stood, entry_again);
            if stash {
                stash::keep(&*entry, &entry_of_novelai(&made, &at, &mut Losses::default()), &mut made);
            }
            book.entries.push(made);
        }
        losses.with(book)
    }
}

fn head_for_novelai(head: &crate::Lorebook, losses: &mut Losses) -> Lorebook {
    let at = &Pointer::ROOT;
    losses.text(at, "description", head.description.as_deref());
    losses.set(at, "scan_depth", LossReason::NoField, &head.scan_depth);
    losses.set(at, "token_budget", LossReason::NoField, &head.token_budget);
    losses.set(at, "recursive_scanning", LossReason::NoField, &head.recursive_scanning);
    losses.members(at, "extensions", &head.extensions);
    losses.unknown(at, head);
    Lorebook { lorebook_version: VERSION.into(), name: head.name.clone(), ..Lorebook::default() }
}

fn entry_for_novelai(entry: &lorebook::Entry, at: &Pointer, losses: &mut Losses) -> Entry {
    let name = [&entry.name, &entry.comment].into_iter().flatten().find_map(|text| filled(text)).unwrap_or_default();
    if entry.comment.as_deref().is_some_and(|comment| comment != name) {
        losses.text(at, "comment", entry.comment.as_deref());
    }
    if entry.secondary_keys.as_ref().is_some_and(|keys| !keys.is_empty()) {
        losses.set(at, "secondary_keys", LossReason::NoField, &entry.secondary_keys);
    }
    if entry.case_sensitive == Some(true) {
        losses.set(at, "case_sensitive", LossReason::NoField, &entry.case_sensitive);
    }
    if entry.use_regex.is_some_and(|patterns| patterns != entry.keys.iter().any(|key| is_pattern(key))) {
        losses.set(at, "use_regex", LossReason::NoField, &entry.use_regex);
    }
    if entry.priority.as_ref().is_some_and(|priority| *priority != entry.insertion_order) {
        losses.set(at, "priority", LossReason::Shadowed, &entry.priority);
    }
    if matches!(entry.id, Some(Id::Number(_))) {
        losses.set(at, "id", LossReason::Unrepresentable, &entry.id);
    }
    losses.set(at, "position", LossReason::NoField, &entry.position);
    losses.members(at, "extensions", &entry.extensions);
    losses.unknown(at, entry);
    let mut made = Entry {
        text: entry.content.clone(),
        context_config: context_config(&entry.insertion_order),
        display_name: name,
        id: if let Some(Id::Text(id)) = &entry.id { Some(id.clone()) } else { None },
        keys: entry.keys.clone(),
        search_range: Some(SEARCH_RANGE.into()),
        enabled: entry.enabled,
        force_activation: Some(entry.constant == Some(true)),
        category: Some(String::new()),
        ..Entry::default()
    };
    made.rest.insert("keyRelative", false);
    made.rest.insert("nonStoryActivatable", false);
    made.rest.insert("loreBiasGroups", Json::Array(Vec::new()));
    made
}

fn context_config(order: &Number) -> ContextConfig {
    let mut config = ContextConfig {
        prefix: Some(String::new()),
        suffix: Some("\n".to_owned()),
        budget_priority: Some(order.clone()),
        token_budget: Some(TOKEN_BUDGET.into()),
        ..ContextConfig::default()
    };
    config.rest.insert("reservedTokens", 0);
    config.rest.insert("trimDirection", "trimBottom");
    config.rest.insert("insertionType", "newline");
    config.rest.insert("maximumTrimType", "sentence");
    config.rest.insert("insertionPosition", -1);
    config
}
