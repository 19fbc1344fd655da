//! RisuAI's export as a lorebook and back.

use super::losses::{Losses, filled};
use super::parts::{self, Head, Parts};
use crate::Form;
use crate::document::Id;
use crate::json::{Json, Pointer};
use crate::spec::content::ClientBook as _;
use crate::spec::lorebook::{self, Lorebook};
use crate::spec::risu::{Entry, Export};
use crate::terms::loss::{Converted, LossReason};

/// Where RisuAI keeps the case sensitivity, the chance and the layout version of an entry in a V3 card.
const CASE: &str = "risu_case_sensitive";
const CHANCE: &str = "risu_activationPercent";
const VERSION: &str = "risu_bookVersion";

impl Export {
    /// The lorebook that the export stands for.
    ///
    /// Keys are split at their commas unless the entry has a pattern. What RisuAI's own V3 cards keep in extensions
    /// (`risu_…`) and in the members `mode` and `folder` goes there.
    #[must_use]
    pub fn to_lorebook(&self) -> Converted<Lorebook> {
        parts::to_lorebook(self)
    }
}

impl Head for Export {
    const FORM: Form = Form::RisuLorebook;

    fn head(&self, losses: &mut Losses) -> Lorebook {
        if self.ver != Export::default().ver {
            losses.value(&Pointer::ROOT, "ver", LossReason::NoField, &self.ver);
        }
        let mut book = Lorebook::default();
        losses.carry(&Pointer::ROOT, self, &mut book);
        book
    }

    fn of_head(head: &Lorebook, losses: &mut Losses) -> Self {
        let at = &Pointer::ROOT;
        losses.text(at, "name", head.name.as_deref());
        losses.settings(head);
        let mut export = Export::default();
        losses.carry(at, head, &mut export);
        export
    }
}

impl Parts for Export {
    type Entry = Entry;

    fn entries(&self) -> &[Entry] {
        &self.data
    }

    fn entries_mut(&mut self) -> &mut Vec<Entry> {
        &mut self.data
    }

    fn entry(entry: &Entry, at: &Pointer, losses: &mut Losses) -> lorebook::Entry {
        let pattern = entry.use_regex == Some(true);
        let secondary = keys_of(&entry.secondkey, pattern);
        let mut extensions = entry.extentions.clone().unwrap_or_default();
        if let Some(chance) = &entry.activation_percent {
            extensions.insert(CHANCE, chance.clone());
        }
        if let Some(version) = &entry.book_version {
            extensions.insert(VERSION, version.clone());
        }
        let mut out = lorebook::Entry {
            keys: keys_of(&entry.key, pattern),
            content: entry.content.clone(),
            case_sensitive: extensions.get(CASE).and_then(Json::as_bool),
            extensions,
            insertion_order: entry.insertorder.clone(),
            use_regex: Some(pattern),
            constant: Some(entry.always_active),
            name: filled(&entry.comment),
            id: entry.id.clone().map(Id::Text),
            comment: filled(&entry.comment),
            selective: Some(entry.selective),
            secondary_keys: (!secondary.is_empty()).then_some(secondary),
            ..lorebook::Entry::default()
        };
        if entry.mode != "normal" {
            out.rest.insert("mode", entry.mode.as_str());
        }
        if let Some(folder) = &entry.folder {
            out.rest.insert("folder", folder.as_str());
        }
        losses.carry(at, entry, &mut out);
        out
    }

    fn of_entry(entry: &lorebook::Entry, at: &Pointer, losses: &mut Losses) -> Entry {
        let pattern = entry.use_regex == Some(true);
        let secondary = entry.secondary_keys.as_deref().unwrap_or_default();
        if !entry.enabled {
            losses.value(at, "enabled", LossReason::NoField, &entry.enabled);
        }
        if entry.comment.as_deref().is_some_and(|comment| comment != entry.title()) {
            losses.text(at, "comment", entry.comment.as_deref());
        }
        if entry.name.as_deref().is_some_and(|name| name != entry.title()) {
            losses.text(at, "name", entry.name.as_deref());
        }
        losses.set(at, "priority", LossReason::NoField, &entry.priority);
        losses.set(at, "position", LossReason::NoField, &entry.position);
        let id = match &entry.id {
            Some(Id::Text(id)) => Some(id.clone()),
            id => {
                losses.set(at, "id", LossReason::Unrepresentable, id);
                None
            }
        };
        let mut extensions = entry.extensions.clone();
        let mut number = |name: &str| match extensions.get(name) {
            Some(Json::Number(number)) => {
                let number = number.clone();
                extensions.remove(name);
                Some(number)
            }
            _ => None,
        };
        let (chance, version) = (number(CHANCE), number(VERSION));
        if let Some(case) = entry.case_sensitive {
            extensions.insert(CASE, case);
        }
        let member = |name: &str| entry.rest.unknown().get(name).and_then(Json::as_str).map(str::to_owned);
        let (mode, folder) = (member("mode"), member("folder"));
        let mut out = Entry {
            key: joined(&entry.keys, pattern, at, "keys", losses),
            secondkey: joined(secondary, pattern, at, "secondary_keys", losses),
            insertorder: entry.insertion_order.clone(),
            comment: entry.title().to_owned(),
            content: entry.content.clone(),
            mode: mode.clone().unwrap_or_else(|| "normal".to_owned()),
            always_active: entry.constant == Some(true),
            selective: entry.selective == Some(true),
            use_regex: entry.use_regex,
            id,
            folder: folder.clone(),
            activation_percent: chance,
            book_version: version,
            extentions: (!extensions.is_empty()).then_some(extensions),
            ..Entry::default()
        };
        let mut others = entry.clone();
        if mode.is_some() {
            others.rest.remove("mode");
        }
        if folder.is_some() {
            others.rest.remove("folder");
        }
        losses.carry(at, &others, &mut out);
        out
    }
}

fn keys_of(text: &str, pattern: bool) -> Vec<String> {
    if pattern {
        return filled(text).into_iter().collect();
    }
    text.split(',').map(str::trim).filter(|key| !key.is_empty()).map(str::to_owned).collect()
}

impl Lorebook {
    /// The lorebook in the form that RisuAI exports and imports.
    ///
    /// RisuAI joins keys with commas, knows neither entries that are off nor places nor priorities, and shows one
    /// title. All that it has no place for is in the report.
    #[must_use]
    pub fn to_risu(&self) -> Converted<Export> {
        Export::of(self, false)
    }
}

/// Keys as RisuAI writes them; those that would not come back are reported one by one.
fn joined(keys: &[String], pattern: bool, at: &Pointer, name: &str, losses: &mut Losses) -> String {
    let place = at.member(name);
    for (i, key) in keys.iter().enumerate() {
        let comes_back = if pattern {
            keys.len() == 1 && !key.is_empty()
        } else {
            !key.contains(',') && key.trim() == key && !key.is_empty()
        };
        if !comes_back {
            losses.json(&place, &i.to_string(), LossReason::Unrepresentable, &key.as_str().into());
        }
    }
    keys.join(", ")
}
