//! The rules beyond the specs, as data: one table per theme.

pub(crate) mod archive;
mod asset;
mod asset_macros;
mod card;
mod circles;
mod clients;
pub(crate) mod container;
pub(crate) mod decorator;
mod home;
pub(crate) mod lore;
mod lore_budget;
mod lore_keys;
pub(crate) mod lore_loop;
mod lore_never;
pub(crate) mod lore_unread;
pub(crate) mod macros;
pub(crate) mod merge_mark;
mod privacy;
pub(crate) mod regex_script;
mod remote;
mod script;
pub(crate) mod text;
pub(crate) mod twin;

use crate::beside;
use crate::rule::Lint;

/// Themes: title, what they are about, rules.
pub(crate) static GROUPS: &[(&str, &str, &[&Lint])] = &[
    ("Files", "About the file around the card; reported by whoever reads the container.", container::FILE),
    ("Archives", "About the layout of archives.", archive::ARCHIVE),
    ("Twins", "About several payloads in one file.", twin::TWIN),
    ("Attached files", "About assets and portraits.", asset::ASSET),
    ("Greetings and fields", "About the fields of a card.", card::CARD),
    ("Texts", "About the prose of a card.", text::TEXT),
    ("Merges", "About what two edits that were merged leave behind.", merge_mark::MERGES),
    ("Macros", "About `{{macros}}`.", macros::MACRO),
    ("Shown assets", "About macros that show an asset by its name.", asset_macros::SHOWN),
    ("Keys", "About keys that do not do what their author meant.", lore_keys::KEYS),
    ("Lorebook entries", "About entries that do nothing, or nothing new.", lore_never::NEVER),
    ("Clients by name", "About what a client that is named passes over.", lore_unread::UNREAD),
    ("Decorators", "About `@@decorators` at the head of entries.", decorator::DECORATOR),
    ("Lorebook budgets", "About token budgets.", lore_budget::BUDGET),
    ("Recursion", "About entries that fire other entries.", lore_loop::LOOP),
    ("Scripts", "About code that a card brings along. It is named and never run.", script::SCRIPT),
    ("Regex scripts", "About find-and-replace rules that a card brings along.", regex_script::REGEX_SCRIPT),
    ("Files beside cards", "About scripts, presets and chats in files of their own.", beside::BESIDE),
    ("Privacy", "About what a card tells of its author and its readers.", privacy::PRIVACY),
];

/// Every rule, theme by theme.
pub(crate) fn all() -> impl Iterator<Item = &'static Lint> {
    GROUPS.iter().flat_map(|(_, _, rules)| rules.iter().copied())
}

#[cfg(test)]
mod tests {
    use cards_model::rules::Severity;

    use super::*;

    #[test]
    fn ids_are_unique_over_both_tables_and_in_kebab_case() {
        let mut seen = std::collections::HashSet::new();
        let spec = cards_model::rules::all().map(|rule| rule.id);
        for id in spec.chain(all().map(|lint| lint.rule.id)) {
            assert!(seen.insert(id), "{id} occurs twice");
            assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{id}");
        }
    }

    #[test]
    fn every_rule_says_what_it_asks_where_it_comes_from_and_what_to_do() {
        for Lint { rule, .. } in all() {
            assert!(rule.summary.ends_with('.') && rule.help.ends_with('.'), "{}", rule.id);
            assert!(!rule.help.contains("cards repair"), "{}: `help` is for those who have no fix", rule.id);
            assert!(rule.repair.is_none_or(|text| text.starts_with("Run `cards repair`")), "{}", rule.id);
            assert!(rule.severity == Severity::Note || !rule.breaks.is_empty(), "{} hurts nobody", rule.id);
            assert!(!rule.source.is_empty() && !rule.source.ends_with('.'), "{}", rule.id);
        }
    }
}
