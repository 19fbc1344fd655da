//! When an entry fires in RisuAI, and its memory.

use std::sync::Arc;

use cards_pattern::Flags;

use super::{Memory, Run};
use crate::book::Entry;
use crate::decorator::Force;
use crate::lore::Plan;
use crate::pattern::Pattern;
use crate::rules::MemoryKey;
use crate::run::Verdict;
use crate::state::{EntryKey, Remembered};
use crate::text_hash::{TextHash, TextRole};
use crate::trace::{Cause, KeyList, KeyMatch, Source, Stop};
use crate::window::View;

/// What decorators force an entry to.
#[derive(Clone, Copy)]
enum Forced {
    No,
    On(&'static str, u32),
    Off(&'static str, u32),
}

/// The keys of a list after they were cut at commas.
pub(super) fn pieces(keys: &[String]) -> Vec<String> {
    keys.iter().flat_map(|key| key.split(',')).map(|key| key.trim().to_owned()).collect()
}

impl Run<'_, '_, '_> {
    /// De facto: RisuAI; the last force wins, conditions and rolls all apply, and forced or constant entries skip
    /// every list of keys.
    pub(super) fn judge_risu(&mut self, plan: &Plan) -> Verdict {
        let lore = self.lore;
        let entry = lore.entry(plan);
        let failed = self.failed_roll(plan);
        let forced = self.risu_force(plan);
        if let Forced::Off(name, line) = forced {
            return Verdict::Stop(Stop::Decorator { name: name.into(), line, key: None }, None);
        }
        if let Forced::On(name, line) = forced {
            return Verdict::Fire(Cause::Decorator { name: name.into(), line }, None);
        }
        // De facto: all messages count, and one more for the greeting, whether there is one or not.
        let count = (self.turn.heard().count() + 1) as f64;
        if let Some((line, name)) = self.failed_condition(plan, count) {
            return Verdict::Stop(Stop::Decorator { name: name.into(), line, key: None }, None);
        }
        if let Some(stop) = failed {
            return Verdict::Stop(stop, None);
        }
        if entry.constant {
            return Verdict::Fire(Cause::Constant, None);
        }
        let view = self.view(plan);
        if entry.use_regex && entry.keys.first().is_some_and(|key| key.starts_with('/')) {
            return self.judge_risu_regex(plan, entry, view);
        }
        self.judge_risu_keys(plan, entry, view)
    }

    fn judge_risu_keys(&mut self, plan: &Plan, entry: &Entry, view: View) -> Verdict {
        let keys = pieces(&entry.keys);
        let Some(key) = self.window.find_any(KeyList::Primary, &plan.keys, &keys, plan, view, self.host) else {
            return Verdict::NoKey;
        };
        let mut secondary = None;
        if let Some(logic) = plan.logic {
            let keys = pieces(&entry.secondary_keys);
            secondary = self.window.find_any(KeyList::Secondary, &plan.secondary, &keys, plan, view, self.host);
            if secondary.is_none() {
                return Verdict::Stop(Stop::Secondary { logic, key: None }, Some(key));
            }
        }
        let effects = plan.effects.as_deref();
        for ((line, range), (_, keys)) in plan.additional.iter().zip(effects.into_iter().flat_map(|e| &e.additional)) {
            if self.window.find_any(KeyList::Additional, range, keys, plan, view, self.host).is_none() {
                let stop = Stop::Decorator { name: "additional_keys".into(), line: *line, key: None };
                return Verdict::Stop(stop, Some(key));
            }
        }
        for ((line, range), (_, keys)) in plan.exclude.iter().zip(effects.into_iter().flat_map(|e| &e.exclude)) {
            let found = self.window.find_any(KeyList::Exclude, range, keys, plan, view, self.host);
            if found.is_some() {
                let stop = Stop::Decorator { name: "exclude_keys".into(), line: *line, key: found };
                return Verdict::Stop(stop, Some(key));
            }
        }
        for (line, range) in &plan.exclude_all {
            if self.window.all_in_each(range, view) {
                let stop = Stop::Decorator { name: "exclude_keys_all".into(), line: *line, key: None };
                return Verdict::Stop(stop, Some(key));
            }
        }
        Verdict::Fire(Cause::Key(key), secondary)
    }

    /// De facto: RisuAI; with `useRegex` every list of the entry is looked for as patterns.
    fn judge_risu_regex(&mut self, plan: &Plan, entry: &Entry, view: View) -> Verdict {
        let texts: Vec<String> = self.window.texts(view).into_iter().map(str::to_owned).collect();
        let Some((key, offset, length)) = self.risu_regex(&entry.keys, &texts) else { return Verdict::NoKey };
        let found = KeyMatch { list: KeyList::Primary, number: 0, key, source: Source::Window, offset, length };
        if let Some(logic) = plan.logic
            && self.risu_regex(&entry.secondary_keys, &texts).is_none()
        {
            return Verdict::Stop(Stop::Secondary { logic, key: None }, Some(found));
        }
        let Some(effects) = plan.effects.as_deref() else { return Verdict::Fire(Cause::Key(found), None) };
        for (line, keys) in &effects.additional {
            if self.risu_regex(keys, &texts).is_none() {
                let stop = Stop::Decorator { name: "additional_keys".into(), line: *line, key: None };
                return Verdict::Stop(stop, Some(found));
            }
        }
        for (line, keys) in &effects.exclude {
            if self.risu_regex(keys, &texts).is_some() {
                let stop = Stop::Decorator { name: "exclude_keys".into(), line: *line, key: None };
                return Verdict::Stop(stop, Some(found));
            }
        }
        Verdict::Fire(Cause::Key(found), None)
    }

    /// De facto: RisuAI takes what follows the last slash for flags, removes it together with its slash where it
    /// first stands, and writes the rest back over the first key, so that the next text meets another pattern.
    fn risu_regex(&mut self, keys: &[String], texts: &[String]) -> Option<(String, usize, usize)> {
        let joined = keys.join(", ");
        let mut keys: Vec<String> =
            joined.split(',').map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()).collect();
        for text in texts {
            for number in 0..keys.len() {
                let key = keys.get(number)?.clone();
                if !key.starts_with('/') {
                    return None;
                }
                let flags = key.rsplit('/').next().unwrap_or_default();
                if flags.is_empty() {
                    continue;
                }
                let pattern = key.replacen(&format!("/{flags}"), "", 1);
                if let Some(first) = keys.first_mut() {
                    first.clone_from(&pattern);
                }
                // A pattern that JavaScript refuses ends the search.
                let flags = Flags::read(flags)?;
                let found = self.run_risu_pattern(&pattern, flags, text)?;
                if let Some((at, length)) = found {
                    return Some((key, at, length));
                }
            }
        }
        None
    }

    fn run_risu_pattern(&mut self, pattern: &str, flags: Flags, text: &str) -> Option<Option<(usize, usize)>> {
        if pattern.is_empty() {
            return Some(Some((0, 0)));
        }
        let limits = &self.lore.limits;
        let translated = cards_pattern::translate(pattern, flags, &limits.of_patterns()).ok()?;
        let local = crate::keys::LocalPattern {
            id: None,
            pattern: Arc::new(Pattern::new(translated, Arc::clone(&self.window.work.budget))),
            key: pattern.into(),
            keeps_scratch: true,
        };
        match self.window.work.run(&local, text, limits) {
            crate::matcher::Run::Found(at, length) => Some(Some((at, length))),
            crate::matcher::Run::NotFound => Some(None),
            _ => None,
        }
    }

    fn failed_roll(&mut self, plan: &Plan) -> Option<Stop> {
        let mut failed = None;
        // Every line rolls, also after one failed.
        for &(_, chance) in plan.effects.as_deref().map(|effects| &*effects.probability).unwrap_or_default() {
            let rolled = self.host.dice.roll() * 100.0;
            if rolled > chance {
                failed = failed.or(Some(Stop::Probability { rolled, chance }));
            }
        }
        failed
    }

    fn risu_force(&self, plan: &Plan) -> Forced {
        let mut forced = Forced::No;
        if plan.forces().is_empty() {
            return forced;
        }
        let remembered = self.remembered(plan);
        for &(line, force) in plan.forces() {
            match force {
                Force::Activate => forced = Forced::On(force.name(), line),
                Force::DontActivate => forced = Forced::Off(force.name(), line),
                Force::KeepAfterMatch if remembered.keep => forced = Forced::On(force.name(), line),
                Force::DontAfterMatch if remembered.dont => forced = Forced::Off(force.name(), line),
                Force::KeepAfterMatch | Force::DontAfterMatch => {}
            }
        }
        forced
    }

    /// Looks up what an entry asked to be remembered.
    pub(super) fn remembered(&self, plan: &Plan) -> Remembered {
        let key = self.memory_key(plan);
        let before = self.memory.matched.get(&key).copied().unwrap_or_default();
        // De facto: in Risu an entry sees what another of the same text wrote in this turn.
        let now = self.memory.added.get(&key).filter(|_| plan.rules.memory == MemoryKey::IdOrText);
        let now = now.copied().unwrap_or_default();
        Remembered { keep: before.keep || now.keep, dont: before.dont || now.dont }
    }

    /// Remembers that an entry matched, if a decorator asks for it.
    pub(super) fn remember(&mut self, plan: &Plan) {
        let asks = |wanted: Force| plan.forces().iter().any(|(_, force)| *force == wanted);
        let remembered = Remembered { keep: asks(Force::KeepAfterMatch), dont: asks(Force::DontAfterMatch) };
        if remembered != Remembered::default() {
            let key = self.memory_key(plan);
            self.memory.added.insert(key, remembered);
        }
    }

    fn memory_key(&self, plan: &Plan) -> EntryKey {
        let (lore, entry) = (self.lore, self.lore.entry(plan));
        if plan.rules.memory == MemoryKey::IdOrText && entry.id.is_empty() {
            // De facto: entries of the same text share their memory.
            let TextHash(a, b) = TextHash::of(TextRole::Memory, &[&entry.content]);
            return EntryKey { book: String::new(), entry: format!("{a:016x}{b:016x}") };
        }
        let book = lore.book(plan);
        EntryKey { book: format!("{}/{}", book.kind.as_str(), book.name), entry: lore.entry_id(plan.at).into_owned() }
    }
}

impl Memory<'_> {
    /// Adds what the turn remembered.
    pub(super) fn commit(&mut self) {
        for (key, new) in std::mem::take(&mut self.added) {
            let old = self.matched.entry(key).or_default();
            old.keep |= new.keep;
            old.dont |= new.dont;
        }
    }
}
