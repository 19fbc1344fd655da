//! NovelAI's lorebook as a lorebook of the card specs, and back.

use super::losses::{Losses, filled};
use super::parts::{self, Head, Parts};
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
        parts::to_lorebook(self)
    }
}

impl Head for Lorebook {
    const FORM: Form = Form::NovelAi;

    fn head(&self, losses: &mut Losses) -> crate::Lorebook {
        losses.unknown(&Pointer::ROOT, self);
        crate::Lorebook { name: self.name.clone(), ..crate::Lorebook::default() }
    }

    fn of_head(head: &crate::Lorebook, losses: &mut Losses) -> Self {
        let at = &Pointer::ROOT;
        losses.settings(head);
        losses.unknown(at, head);
        Lorebook { lorebook_version: VERSION.into(), name: head.name.clone(), ..Lorebook::default() }
    }
}

impl Parts for Lorebook {
    type Entry = Entry;

    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn entries_mut(&mut self) -> &mut Vec<Entry> {
        &mut self.entries
    }

    fn entry(entry: &Entry, at: &Pointer, losses: &mut Losses) -> lorebook::Entry {
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

    fn of_entry(entry: &lorebook::Entry, at: &Pointer, losses: &mut Losses) -> Entry {
        let name =
            [&entry.name, &entry.comment].into_iter().flatten().find_map(|text| filled(text)).unwrap_or_default();
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
}

impl crate::Lorebook {}

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
