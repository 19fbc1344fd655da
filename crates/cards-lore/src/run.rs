//! What both ways of going through entries share: the texts, the outcomes, and what is said of entries that stay idle.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use crate::book::Logic;
use crate::entry_at::EntryAt;
use crate::finding::{Finding, FindingKind};
use crate::host::Host;
use crate::lore::{Compiled, Lore, Plan, Status};
use crate::trace::{Cause, KeyList, KeyMatch, Outcome, Pass, PassKind, Stop, Stopped, Trace};
use crate::turn::Turn;
use crate::window::{View, Window};

/// One turn while it runs; `S` is what the way of going through entries needs besides.
pub(crate) struct Run<'a, 'h, 'b, S> {
    pub(crate) lore: &'a Compiled,
    pub(crate) turn: &'a Turn<'a>,
    pub(crate) host: &'h mut Host<'b>,
    pub(crate) window: Window<'a>,
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) passes: Vec<Pass>,
    way: S,
}

/// What looking at an entry came to.
pub(crate) enum Verdict {
    Fire(Cause, Option<KeyMatch>),
    Stop(Stop, Option<KeyMatch>),
    NoKey,
}

/// The account of a run.
pub(crate) struct Account {
    pub(crate) trace: Trace,
    pub(crate) findings: Vec<Finding>,
}

impl<S> Deref for Run<'_, '_, '_, S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.way
    }
}

impl<S> DerefMut for Run<'_, '_, '_, S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.way
    }
}

impl<'a, 'h, 'b, S> Run<'a, 'h, 'b, S> {
    pub(crate) fn new(
        lore: &'a Compiled,
        turn: &'a Turn<'a>,
        host: &'h mut Host<'b>,
        window: Window<'a>,
        way: S,
    ) -> Self {
        let outcomes = vec![Outcome::NoKey; lore.plans.len()];
        Self { lore, turn, host, window, outcomes, passes: Vec::new(), way }
    }

    /// Searches as many messages as some entry may see.
    pub(crate) fn search_messages(&mut self) {
        let lore = self.lore;
        let mut deepest = 0;
        for scan in &lore.scans {
            deepest = deepest.max(self.window.depth(*scan, self.host));
        }
        if self.turn.look_beyond_depth {
            deepest = usize::MAX;
        }
        self.window.search_messages(deepest);
    }

    /// Tells whether another pass is allowed.
    pub(crate) fn may_pass(&mut self) -> bool {
        let may = self.passes.len() < self.lore.limits.passes;
        if !may {
            self.window.work.reach("passes");
        }
        may
    }

    /// Notes a pass that is over.
    pub(crate) fn end_pass(&mut self, kind: PassKind, fired: usize) {
        self.passes.push(Pass { kind, fired });
    }

    /// Tells whether the caller forces an entry.
    pub(crate) fn is_forced(&self, plan: &Plan) -> bool {
        if self.turn.forced.is_empty() {
            return false;
        }
        let (book, id) = (&self.lore.book(plan).name, self.lore.entry_id(plan.at));
        self.turn.forced.iter().any(|forced| forced.book == book && forced.id == id)
    }

    /// Lists the entries that the caller forces.
    pub(crate) fn forced(&self) -> Vec<u32> {
        if self.turn.forced.is_empty() {
            return Vec::new();
        }
        let numbered = self.lore.plans.iter().zip(0..);
        numbered.filter(|(plan, _)| self.is_forced(plan)).map(|(_, number)| number).collect()
    }

    /// Expands a text of an entry, within the limit on contents; what macros make is paid for out of the budget of the
    /// turn, and left out when that is spent.
    pub(crate) fn expanded(&mut self, text: &str, plan: &Plan) -> String {
        let scope = self.lore.book(plan).kind;
        let most = self.lore.limits.content_bytes;
        let expanded = match self.host.expander.expand_of(text, scope) {
            Cow::Borrowed(same) => return cut(same.to_owned(), most),
            Cow::Owned(expanded) => cut(expanded, most),
        };
        match self.window.work.budget.take_bytes(expanded.len() as u64) {
            Ok(()) => expanded,
            Err(limit) => {
                self.window.work.reach(limit);
                String::new()
            }
        }
    }

    /// Notes what stopped an entry.
    pub(crate) fn stop(&mut self, plan: u32, pass: u32, stop: Stop, key: Option<KeyMatch>) {
        if let Some(outcome) = self.outcomes.get_mut(plan as usize) {
            *outcome = Outcome::Stopped(Box::new(Stopped { pass, stop, key }));
        }
    }

    /// Judges an entry of which all fire, but for those with keys where the settings want keys to count (modules).
    pub(crate) fn judge_all(&mut self, plan: &Plan, view: View) -> Verdict {
        let entry = self.lore.entry(plan);
        if !self.lore.settings.module_keys || entry.keys.is_empty() {
            return Verdict::Fire(Cause::Always, None);
        }
        match self.window.find_any(KeyList::Primary, &plan.keys, &entry.keys, plan, view, self.host) {
            Some(key) => Verdict::Fire(Cause::Key(key), None),
            None => Verdict::NoKey,
        }
    }

    /// The second condition; the key that decided on either side.
    pub(crate) fn second_condition(
        &mut self,
        plan: &Plan,
        logic: Logic,
        view: View,
    ) -> Result<Option<KeyMatch>, Option<KeyMatch>> {
        let lore = self.lore;
        let keys = &lore.entry(plan).secondary_keys;
        let (mut first, mut last, mut missing, mut asked) = (None, None, false, false);
        // De facto: two logics end with the key that decides, the others ask all keys; macros may have effects.
        for (number, form) in lore.forms(&plan.secondary).iter().enumerate() {
            let key = keys.get(number).map(String::as_str).unwrap_or_default();
            let found = self.window.find(form, key, plan, view, self.host);
            if self.window.is_left_out(form, key) {
                continue;
            }
            asked = true;
            let found = found.map(|found| found.into_match(KeyList::Secondary, number, key));
            match (logic, &found) {
                (Logic::AndAny, Some(_)) => return Ok(found),
                (Logic::NotAll, None) => return Ok(None),
                _ => {}
            }
            missing |= found.is_none();
            if first.is_none() {
                first.clone_from(&found);
            }
            last = found.or(last);
        }
        match logic {
            _ if lore.rules.mends() && !asked => Ok(None),
            Logic::AndAll if missing => Err(None),
            Logic::AndAll => Ok(last),
            Logic::NotAny if first.is_some() => Err(first),
            Logic::NotAny => Ok(None),
            Logic::NotAll => Err(last),
            Logic::AndAny | Logic::Unknown(_) | Logic::NoNumber => Err(None),
        }
    }

    /// Gives the reasons of entries that nothing woke; `standing` says what stops one whatever its keys.
    pub(crate) fn note_idle(&mut self, pass: u32, standing: impl Fn(&Self, u32, &Plan) -> Option<Stop>) {
        let lore = self.lore;
        let cut_short = self.window.cut_short();
        for number in self.window.notable(self.host) {
            let Some(plan) = lore.plan(number) else { continue };
            if !matches!(self.outcomes.get(number as usize), Some(Outcome::NoKey)) {
                continue;
            }
            let stop = match plan.status {
                Status::Disabled => Some(Stop::Disabled),
                _ => standing(self, number, plan),
            };
            let stop = stop.or(match plan.status {
                Status::NoKeys => Some(Stop::NoKeys),
                Status::InvalidKey => Some(Stop::InvalidKey),
                _ => None,
            });
            let beyond = |(found_at, depth)| Stop::Depth { found_at, depth };
            let stop = stop
                .or_else(|| self.window.found_beyond(plan, self.host).map(beyond))
                .or_else(|| cut_short.then_some(Stop::Limit));
            if let Some(stop) = stop {
                self.stop(number, pass, stop, None);
            }
        }
    }

    /// Ends the run.
    pub(crate) fn account(self, lore: &Lore) -> (Account, S) {
        let Self { window, outcomes, passes, way, .. } = self;
        let findings = findings(&lore.0, window);
        let (profile, listing) = (lore.0.settings.profile, lore.0.listing.clone());
        let trace = Trace { profile, passes, listing, outcomes };
        (Account { trace, findings }, way)
    }
}

/// Gives the key that fired an entry.
pub(crate) fn key_of(cause: &Cause) -> Option<KeyMatch> {
    match cause {
        Cause::Key(key) => Some(key.clone()),
        _ => None,
    }
}

/// Cuts a text to a number of bytes, at a character.
fn cut(mut text: String, bytes: usize) -> String {
    if text.len() > bytes {
        let mut end = bytes;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
    }
    text
}

/// Collects what was odd about the books and the turn.
fn findings(lore: &Compiled, window: Window<'_>) -> Vec<Finding> {
    let Window { work, cache, .. } = window;
    let mut findings = lore.findings.clone();
    let failed = cache.note_failed(work.failed);
    if !failed.is_empty() {
        let entries = entries_by_key(lore);
        findings.extend(failed.kinds().iter().map(|kind| {
            let FindingKind::CostlyPattern { key, .. } = kind else {
                return Finding { entry: None, kind: kind.clone() };
            };
            Finding { entry: entries.get(&**key).copied(), kind: kind.clone() }
        }));
    }
    findings.extend(
        work.reached.iter().map(|&limit| Finding { entry: None, kind: FindingKind::Limit { limit: limit.into() } }),
    );
    findings
}

/// The first entry of each key.
fn entries_by_key(lore: &Compiled) -> BTreeMap<&str, EntryAt> {
    let mut entries = BTreeMap::new();
    for plan in &lore.plans {
        let entry = lore.entry(plan);
        for key in entry.keys.iter().chain(&entry.secondary_keys) {
            entries.entry(key.trim()).or_insert(plan.at);
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_in_front_of_the_character_that_is_too_much() {
        for (text, most, kept) in
            [("lamp", 4, "lamp"), ("lamp", 3, "lam"), ("aé", 2, "a"), ("é", 1, ""), ("🐉x", 3, "")]
        {
            assert_eq!(cut(text.to_owned(), most), kept, "{text} to {most}");
        }
    }
}
