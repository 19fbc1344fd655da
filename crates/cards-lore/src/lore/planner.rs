//! What is known of an entry before any text is looked at.

use std::ops::Range;

use super::order::CharacterBook;
use super::{Plan, Status};
use crate::book::{Book, CharacterFilter, Entry, Logic, Timing};
use crate::decorator::{self, Force, Line, Scan};
use crate::entry_at::EntryAt;
use crate::finding::{Finding, FindingKind};
use crate::keys::{self, Form, KeyCollector, KeyRules};
use crate::limits::Limits;
use crate::profile;
use crate::rules::{BookSettings, Judge, KeySyntax, Keyless, Recursion, Rules, SecondCondition};
use crate::settings::Settings;

pub(super) struct Planner<'p, 's> {
    pub(super) settings: &'s Settings,
    pub(super) limits: &'s Limits,
    pub(super) collector: &'p mut KeyCollector<'s>,
    pub(super) forms: Vec<Form>,
    pub(super) findings: Vec<Finding>,
    pub(super) character_book: Option<CharacterBook>,
}

impl Planner<'_, '_> {
    pub(super) fn plan(&mut self, at: EntryAt, book: &Book, entry: &Entry) -> Plan {
        let rules = profile::of_book(self.settings.profile, book.kind);
        let decorator::Parsed { effects, text, rewritten } = decorator::parse(entry, rules, self.settings);
        let mut key_rules = KeyRules::of(entry, book.whole_words, self.settings, rules, self.collector.fold_rule);
        if let Some(mode) = effects.as_deref().and_then(|effects| effects.match_mode) {
            key_rules.mode = mode;
        }
        let patterns = keys::has_patterns(entry, rules);
        let mut spoiled = false;
        let keys = self.key_list(at, &entry.keys, rules, key_rules, &mut spoiled);
        let logic = second_condition(entry, rules, patterns);
        let secondary = if logic.is_some() || is_scored(entry, rules) {
            self.key_list(at, &entry.secondary_keys, rules, key_rules, &mut false)
        } else {
            0..0
        };
        let (mut additional, mut exclude, mut exclude_all) = (Vec::new(), Vec::new(), Vec::new());
        if rules.judge == Judge::Lite && entry.selective && !entry.anti_keys.concat().is_empty() {
            exclude.push((0, self.key_list(at, &entry.anti_keys, rules, key_rules, &mut false)));
        }
        if let Some(effects) = effects.as_deref() {
            additional = self.key_lists(at, &effects.additional, rules, key_rules, &mut spoiled);
            if !(rules.patterns_alone && patterns) {
                exclude = self.key_lists(at, &effects.exclude, rules, key_rules, &mut false);
                exclude_all = self.key_lists(at, &effects.exclude_all, rules, key_rules, &mut false);
            }
        }
        let decorated = effects.as_deref();
        let scan = decorated.and_then(|effects| effects.scan).or_else(|| self.scan(book, entry, rules));
        let searched = decorated.and_then(|effects| effects.recursive);
        let recursive = self.recursive(book, rules);
        let mut plan = Plan {
            at,
            rules,
            keys,
            secondary,
            logic,
            additional,
            exclude,
            exclude_all,
            text,
            rewritten,
            scan,
            status: Status::Ready,
            constant: entry.constant && !(rules.patterns_alone && patterns),
            recursive,
            searched: searched.unwrap_or(recursive && !entry.recursion.prevent),
            effects,
            key_rules,
            conditional: !entry.triggers.is_empty()
                || entry.filter != CharacterFilter::default()
                || entry.timing != Timing::default(),
        };
        plan.status = self.status(&plan, entry, spoiled && patterns);
        plan
    }

    fn scan(&self, book: &Book, entry: &Entry, rules: &Rules) -> Option<Scan> {
        let depth = match rules.book_settings {
            BookSettings::None => entry.scan_depth,
            BookSettings::Ignored => None,
            BookSettings::Each => entry.scan_depth.or(book.scan_depth),
            BookSettings::AllOrNone => self.character_book.map(|settings| settings.scan_depth),
        };
        depth.map(Scan::Messages)
    }

    fn recursive(&self, book: &Book, rules: &Rules) -> bool {
        let setting = self.settings.recursive;
        match rules.recursion {
            Recursion::BookOrSetting => book.recursive_scanning.unwrap_or(setting),
            Recursion::CharacterBookOrSetting => self.character_book.map_or(setting, |settings| settings.recursive),
            // The passes ask the setting, and an entry may be searched without it.
            Recursion::UnlessPrevented => true,
            Recursion::Never => false,
        }
    }

    fn status(&mut self, plan: &Plan, entry: &Entry, spoiled: bool) -> Status {
        let rules = plan.rules;
        if !entry.enabled && rules.heeds_enabled {
            return Status::Disabled;
        }
        if rules.keyless == Keyless::PassedOver && !entry.constant && entry.keys.join(", ").is_empty() {
            return Status::NoKeys;
        }
        let forced = plan.forces().iter().any(|(_, force)| *force == Force::Activate);
        if rules.stops_flawed {
            if entry.content.get(plan.text.clone()).unwrap_or_default().trim().is_empty() {
                return Status::Empty;
            }
            if spoiled && !forced {
                return Status::InvalidKey;
            }
        }
        let needs_keys = match rules.keyless {
            Keyless::NeedsConstant => !plan.constant,
            Keyless::NeedsConstantOrSticky => !plan.constant && entry.timing.sticky == 0,
            Keyless::PassedOver | Keyless::Fires => false,
            Keyless::Never => entry.keys.is_empty(),
        };
        if needs_keys && !forced && entry.keys.iter().all(|key| is_blank(key, rules)) {
            self.find(plan.at, FindingKind::NeverFires);
            return Status::NoKeys;
        }
        Status::Ready
    }

    fn key_lists(
        &mut self,
        at: EntryAt,
        lists: &[(Line, Vec<String>)],
        rules: &Rules,
        key_rules: KeyRules,
        spoiled: &mut bool,
    ) -> Vec<(Line, Range<u32>)> {
        lists.iter().map(|(line, keys)| (*line, self.key_list(at, keys, rules, key_rules, spoiled))).collect()
    }

    fn key_list(
        &mut self,
        at: EntryAt,
        keys: &[String],
        rules: &Rules,
        key_rules: KeyRules,
        spoiled: &mut bool,
    ) -> Range<u32> {
        let start = self.forms.len() as u32;
        if keys.len() > self.limits.keys_per_entry {
            self.find(at, FindingKind::ManyKeys { count: keys.len() });
        }
        for key in keys.iter().take(self.limits.keys_per_entry) {
            if matches!(rules.keys, KeySyntax::Commas | KeySyntax::CommasAnywhere) {
                for piece in key.split(',') {
                    self.key(at, piece, key_rules, spoiled);
                }
            } else {
                self.key(at, key, key_rules, spoiled);
            }
        }
        start..self.forms.len() as u32
    }

    fn key(&mut self, at: EntryAt, key: &str, rules: KeyRules, spoiled: &mut bool) {
        let form = match self.collector.add(key, rules) {
            Ok(form) => {
                if form == Form::Always {
                    self.find(at, FindingKind::BlankKey { matches_everything: true });
                }
                form
            }
            Err(finding) => {
                *spoiled |= !matches!(finding, FindingKind::BlankKey { .. });
                self.find(at, finding);
                Form::Never
            }
        };
        self.forms.push(form);
    }

    pub(super) fn find(&mut self, at: EntryAt, kind: FindingKind) {
        self.findings.push(Finding { entry: Some(at), kind });
    }
}

/// Whether the score of a group counts secondary keys, which it does even where they are no condition.
fn is_scored(entry: &Entry, rules: &Rules) -> bool {
    rules.second == SecondCondition::ByLogic && !entry.group.names.is_empty()
}

/// Whether a key is none for want of text.
fn is_blank(key: &str, rules: &Rules) -> bool {
    key.is_empty() || (rules.mends() && decorator::js_trim(key).is_empty())
}

/// The logic of the second condition, where one counts.
fn second_condition(entry: &Entry, rules: &Rules, patterns: bool) -> Option<Logic> {
    if !entry.selective || entry.secondary_keys.is_empty() {
        return None;
    }
    match rules.second {
        SecondCondition::ByLogic => Some(entry.logic.unwrap_or_default()),
        SecondCondition::AnyUnlessConstant => (!patterns && !entry.constant).then_some(Logic::AndAny),
        SecondCondition::AnyWithoutLogic => entry.logic.is_none().then_some(Logic::AndAny),
        SecondCondition::Never => None,
    }
}
