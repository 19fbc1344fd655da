//! A message of the history, or a text among them.

use cards_words::Role;

use super::output::{LeftOut, Missing};
use super::preset::{NamesBehavior, Preset};
use crate::sillytavern::history::HistoryItem;
use crate::sillytavern::scene::Scene;
use crate::sillytavern::sourced::Sourced;

/// A message of the history, or a text among them.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) role: Role,
    pub(super) name: String,
    pub(super) content: Sourced,
    pub(super) injected: bool,
}

impl Item {
    pub(super) fn injected(role: Role, content: Sourced) -> Self {
        Self { role, name: String::new(), content, injected: true }
    }

    fn of(scene: &Scene<'_>, names: NamesBehavior, item: &HistoryItem) -> Self {
        let is_users_name = item.name == scene.user;
        let shows_name = match names {
            NamesBehavior::WhereNeeded => {
                let elsewhere = item.forced_avatar && !item.narrator;
                !is_users_name && (scene.group.is_some() || elsewhere)
            }
            NamesBehavior::InText => !item.narrator,
            _ => false,
        };
        let text = if shows_name { format!("{}: {}", item.name, item.text) } else { item.text.clone() };
        let role = match (item.narrator, item.is_user) {
            (true, _) => Role::System,
            (_, true) => Role::User,
            _ => Role::Assistant,
        };
        let content = Sourced::new(text.replace('\r', ""), item.source());
        Self { role, name: item.name.clone(), content, injected: false }
    }

    pub(super) fn left_out(self, reason: Missing) -> LeftOut {
        LeftOut { sources: self.content.sources(), label: None, text: self.content.text().to_owned(), reason }
    }
}

/// The messages, newest first.
pub(super) fn items(scene: &Scene<'_>, preset: &Preset, history: &[HistoryItem]) -> Vec<Item> {
    history.iter().rev().map(|item| Item::of(scene, preset.names, item)).collect()
}

/// A name as the name field takes it: every UTF-16 unit that is no letter, digit or `_` of ASCII becomes `_`, and no more
/// than 64 of them are kept.
pub(super) fn name_field(name: &str) -> String {
    const LONGEST: usize = 64;
    let units = name.chars().flat_map(|c| {
        let kept = if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
        std::iter::repeat_n(kept, c.len_utf16())
    });
    units.take(LONGEST).collect()
}
