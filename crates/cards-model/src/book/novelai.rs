//! NovelAI's lorebook as a lorebook of the card specs.

use super::losses::{Losses, entry_at, filled};
use crate::document::Id;
use crate::json::Pointer;
use crate::spec::lorebook::{self, is_pattern};
use crate::spec::novelai::{Entry, Lorebook};
use crate::terms::loss::{Converted, LossReason};

impl Lorebook {
    /// The lorebook that this one stands for. There is no way back: NovelAI's layout has much that cards lack.
    ///
    /// The budget priority decides both the order and who leaves first. How texts are trimmed, biased and searched
    /// for (by characters, not messages) is in the report.
    #[must_use]
    pub fn to_lorebook(&self) -> Converted<crate::Lorebook> {
        let mut losses = Losses::default();
        losses.unknown(&Pointer::ROOT, self);
        let mut book = crate::Lorebook { name: self.name.clone(), ..crate::Lorebook::default() };
        for (i, entry) in self.entries.iter().enumerate() {
            let at = entry_at(i);
            if !losses.no_object(&at, entry) {
                book.entries.push(entry_of_novelai(entry, &at, &mut losses));
            }
        }
        losses.with(book)
    }
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
