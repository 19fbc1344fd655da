//! Every rule that speaks of the data, with what checks and repairs it.

use super::application::{APPLICATION, Duty};
use super::asset::{ASSET, ASSET_CHECKS, ASSET_FIXES};
use super::card::{CARD, CARD_CHECKS};
use super::check::{Check, Fix};
use super::container::CONTAINER;
use super::lorebook::{LOREBOOK, LOREBOOK_CHECKS, LOREBOOK_FIXES};
use super::lynn::{LYNN, LYNN_CHECKS};
use super::module::{MODULE, MODULE_CHECKS, MODULE_FIXES};
use super::prom::{PROM, PROM_CHECKS, PROM_FIXES};
use super::reading::{READING_CHECKS, READING_FIXES};
use super::setting::{SETTING, SETTING_CHECKS, SETTING_FIXES};
use crate::Content;
use crate::document::Changes;
use crate::terms::reading::READING;
use crate::terms::rule::{Change, Rule};

/// Everything that checks typed content, in the order of the rule table.
pub(crate) fn checks() -> impl Iterator<Item = (&'static Rule, Check)> {
    [
        READING_CHECKS,
        CARD_CHECKS,
        ASSET_CHECKS,
        LOREBOOK_CHECKS,
        SETTING_CHECKS,
        LYNN_CHECKS,
        PROM_CHECKS,
        MODULE_CHECKS,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// Everything that repairs typed content, in the order of the rule table.
pub(crate) fn fixes() -> impl Iterator<Item = (&'static Rule, Fix)> {
    [READING_FIXES, ASSET_FIXES, LOREBOOK_FIXES, SETTING_FIXES, PROM_FIXES, MODULE_FIXES].into_iter().flatten().copied()
}

fn fix_of(rule: &Rule) -> Option<Fix> {
    fixes().find(|(of, _)| *of == rule).map(|(_, fix)| fix)
}

impl Rule {
    /// Whether the content itself can be changed so that nothing breaks the rule any more, as far as that is safe.
    #[must_use]
    pub fn has_fix(&self) -> bool {
        fix_of(self).is_some()
    }

    /// Mends whatever breaks the rule, as far as that is safe, and names each change. Content in an older layout is
    /// left as it is; convert it first.
    pub fn apply_fix(&'static self, content: &mut Content) -> Vec<Change> {
        let Some(fix) = fix_of(self).filter(|_| !content.is_lifted()) else {
            return Vec::new();
        };
        let mut changes = Changes::default();
        fix(content, &mut changes);
        changes.0.into_iter().map(|change| Change::new(self, change.pointer, change.message)).collect()
    }
}

/// Rules of one theme.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Group {
    /// The theme.
    pub title: &'static str,
    /// What the group is about.
    pub intro: &'static str,
    /// The rules, in the order of their declaration.
    pub rules: Vec<&'static Rule>,
}

impl Group {
    /// A group of rules.
    #[must_use]
    pub fn new(title: &'static str, intro: &'static str, rules: Vec<&'static Rule>) -> Self {
        Self { title, intro, rules }
    }
}

/// The rules that speak of the data, by theme: title, what the theme is about, rules.
static THEMES: &[(&str, &str, &[&Rule])] = &[
    ("Reading", "What a reader notices as it reads.", READING),
    ("Cards", "From the texts of the specs.", CARD),
    ("Assets", "From the texts of the specs.", ASSET),
    ("Lorebooks", "From the texts of the specs.", LOREBOOK),
    ("Settings of clients", "What clients write and read; settings.md has the table.", SETTING),
    ("CCv3L", "From the texts of the specs.", LYNN),
    ("Prom", "From the texts of the specs.", PROM),
    ("Modules", "From the texts of the specs.", MODULE),
    ("Containers", "From the texts of the specs; an opened container shows them.", CONTAINER),
];

/// Every rule that speaks of the data, by theme.
#[must_use]
pub fn groups() -> Vec<Group> {
    THEMES.iter().map(|(title, intro, rules)| Group::new(title, intro, rules.to_vec())).collect()
}

/// Every rule that speaks of the data, group by group.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    THEMES.iter().flat_map(|(_, _, rules)| rules.iter().copied())
}

/// The rule of an id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}

/// The duty of an id.
#[must_use]
pub fn find_duty(id: &str) -> Option<&'static Duty> {
    APPLICATION.iter().find(|duty| duty.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::rule::Severity;

    #[test]
    fn ids_are_unique_and_in_kebab_case() {
        let mut seen = std::collections::HashSet::new();
        for id in all().map(|rule| rule.id).chain(APPLICATION.iter().map(|duty| duty.id)) {
            assert!(seen.insert(id), "{id} occurs twice");
            assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{id}");
        }
    }

    #[test]
    fn every_rule_says_what_it_asks_and_of_what() {
        for rule in all() {
            assert!(rule.summary.ends_with('.') && !rule.source.is_empty(), "{}", rule.id);
            assert!(rule.help.ends_with('.') && rule.help != rule.summary, "{}", rule.id);
            assert!(!rule.help.contains("cards repair"), "{}: `help` is for those who have no fix", rule.id);
            assert!(rule.repair.is_none_or(|text| text.starts_with("Run `cards repair`")), "{}", rule.id);
            assert!(!rule.has_fix() || rule.is_fixable(), "{} has a fix and does not say so", rule.id);
            assert!(rule.severity == Severity::Note || !rule.breaks.is_empty(), "{} hurts nobody", rule.id);
            assert!(!rule.forms.is_empty(), "{}", rule.id);
            assert_eq!(find(rule.id), Some(rule));
        }
    }
}
