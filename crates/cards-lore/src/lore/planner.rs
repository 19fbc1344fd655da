//! What is known of an entry before any text is looked at.

use std::ops::Range;

use super::{EntryAt, Plan, Status};
use crate::book::{Book, CharacterFilter, Entry, Logic, Timing};
use crate::decorator::{self, Force, Line, Scan};
use crate::finding::{Finding, FindingKind};
use crate::keys::{Form, KeyCollector, KeyRules};
use crate::limits::Limits;
use crate::settings::{Profile, Settings};

pub(super) struct Planner<'p, 's> {
    pub(super) settings: &'s Settings,
    pub(super) limits: &'s Limits,
    pub(super) collector: &'p mut KeyCollector<'s>,
    pub(super) forms: Vec<Form>,
    pub(super) findings: Vec<Finding>,
    pub(super) risu_book: Option<(f64, bool)>,
}

impl Planner<'_, '_> {
    pub(super) fn plan(&mut self, at: EntryAt, book: &Book, entry: &Entry) -> Plan {
        let parsed = decorator::parse(entry, self.settings);
        let start = parsed.text.as_ptr() as usize - entry.content.as_ptr() as usize;
        let text = start..start + parsed.text.len();
        let effects = parsed.effects;
        let mut rules = KeyRules::of(entry, book.whole_words, self.settings);
        if let Some(mode) = effects.as_deref().and_then(|effects| effects.match_mode) {
            rules.mode = mode;
        }
        let mut spoiled = false;
        let keys = self.key_list(at, &entry.keys, rules, &mut spoiled);
        let secondary_counts = match self.settings.profile {
            Profile::SillyTavern => entry.selective,
            // Spec: CCv3; `constant` and `use_regex` switch the second condition off.
            Profile::Spec => entry.selective && !entry.use_regex && !entry.constant,
            // De facto: a logic from SillyTavern's fields takes its place, see `decorator::risu`.
            Profile::Risu => entry.selective && entry.logic.is_none(),
            Profile::Module => false,
        };
        let secondary = if secondary_counts && !entry.secondary_keys.is_empty() {
            self.key_list(at, &entry.secondary_keys, rules, &mut false)
        } else {
            0..0
        };
        let (mut additional, mut exclude, mut exclude_all) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(effects) = effects.as_deref() {
            additional = self.key_lists(at, &effects.additional, rules, &mut spoiled);
            // Spec: CCv3; regex entries have no excluded keys.
            if !(self.settings.profile == Profile::Spec && entry.use_regex) {
                exclude = self.key_lists(at, &effects.exclude, rules, &mut false);
                exclude_all = self.key_lists(at, &effects.exclude_all, rules, &mut false);
            }
        }
        let scan = effects.as_deref().and_then(|effects| effects.scan).or_else(|| self.scan(book, entry));
        let recursive = match self.settings.profile {
            Profile::Spec => book.recursive_scanning.unwrap_or(self.settings.recursive),
            Profile::Risu => self.risu_book.map_or(self.settings.recursive, |(_, recursive)| recursive),
            Profile::SillyTavern => self.settings.recursive,
            Profile::Module => false,
        };
        let logic = (!secondary.is_empty()).then(|| match self.settings.profile {
            Profile::SillyTavern => entry.logic.unwrap_or_default(),
            _ => Logic::AndAny,
        });
        let mut plan = Plan {
            at,
            keys,
            secondary,
            logic,
            effects,
            additional,
            exclude,
            exclude_all,
            text,
            scan,
            status: Status::Ready,
            recursive,
            rules,
            conditional: !entry.triggers.is_empty()
                || entry.filter != CharacterFilter::default()
                || entry.timing != Timing::default(),
        };
        plan.status = self.status(&plan, entry, spoiled);
        plan
    }

    fn scan(&self, book: &Book, entry: &Entry) -> Option<Scan> {
        let depth = match self.settings.profile {
            // De facto: SillyTavern has no depth per book.
            Profile::SillyTavern => entry.scan_depth,
            Profile::Spec | Profile::Module => entry.scan_depth.or(book.scan_depth),
            Profile::Risu => self.risu_book.map(|(depth, _)| depth),
        };
        depth.map(Scan::Messages)
    }

    fn status(&mut self, plan: &Plan, entry: &Entry, spoiled: bool) -> Status {
        let risu = self.settings.profile == Profile::Risu;
        // De facto: Risu's import drops `enabled`.
        if !entry.enabled && !risu {
            return Status::Disabled;
        }
        // De facto: Risu passes over entries whose joined key list is empty before it reads decorators.
        if risu && !entry.constant && entry.keys.join(", ").is_empty() {
            return Status::NoKeys;
        }
        let forced = plan.forces().iter().any(|(_, force)| *force == Force::Activate);
        if self.settings.profile == Profile::Spec {
            let start = plan.text.start;
            let text = entry.content.get(start..plan.text.end).unwrap_or_default();
            if text.trim().is_empty() {
                return Status::Empty;
            }
            if spoiled && entry.use_regex && !forced {
                return Status::InvalidKey;
            }
        }
        let needs_keys = match self.settings.profile {
            Profile::Spec => !entry.constant || entry.use_regex,
            Profile::SillyTavern => !entry.constant && entry.timing.sticky == 0,
            Profile::Risu | Profile::Module => false,
        };
        if needs_keys && !forced && entry.keys.iter().all(String::is_empty) {
            self.find(plan.at, FindingKind::NeverFires);
            return Status::NoKeys;
        }
        Status::Ready
    }

    fn key_lists(
        &mut self,
        at: EntryAt,
        lists: &[(Line, Vec<String>)],
        rules: KeyRules,
        spoiled: &mut bool,
    ) -> Vec<(Line, Range<u32>)> {
        lists.iter().map(|(line, keys)| (*line, self.key_list(at, keys, rules, spoiled))).collect()
    }

    fn key_list(&mut self, at: EntryAt, keys: &[String], rules: KeyRules, spoiled: &mut bool) -> Range<u32> {
        let start = self.forms.len() as u32;
        if keys.len() > self.limits.keys_per_entry {
            self.find(at, FindingKind::ManyKeys { count: keys.len() });
        }
        for key in keys.iter().take(self.limits.keys_per_entry) {
            if self.settings.profile == Profile::Risu {
                // De facto: keys are kept in one string and cut at commas.
                for piece in key.split(',') {
                    self.key(at, piece, rules, spoiled);
                }
            } else {
                self.key(at, key, rules, spoiled);
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
