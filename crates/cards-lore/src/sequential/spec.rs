//! When an entry fires by the CCv3 text; V2 and Prom ask for parts of it.

use super::Run;
use crate::decorator::Force;
use crate::lore::{Plan, Status};
use crate::run::Verdict;
use crate::trace::{Cause, KeyList, Stop};

impl Run<'_, '_, '_> {
    pub(super) fn judge_spec(&mut self, plan: &Plan) -> Verdict {
        let lore = self.lore;
        let entry = lore.entry(plan);
        if let Some(verdict) = self.forced_by_decorator(plan) {
            return verdict;
        }
        if plan.status == Status::InvalidKey {
            return Verdict::Stop(Stop::InvalidKey, None);
        }
        if let Some((line, name)) = self.failed_condition(plan, self.assistant_messages) {
            return Verdict::Stop(Stop::Decorator { name: name.into(), line, key: None }, None);
        }
        let view = self.view(plan);
        let cause = if plan.constant {
            Cause::Constant
        } else {
            match self.window.find_any(KeyList::Primary, &plan.keys, &entry.keys, plan, view, self.host) {
                Some(key) => Cause::Key(key),
                None => return Verdict::NoKey,
            }
        };
        let key = if let Cause::Key(key) = &cause { Some(key.clone()) } else { None };
        let mut secondary = None;
        if let Some(logic) = plan.logic {
            let keys = &entry.secondary_keys;
            secondary = self.window.find_any(KeyList::Secondary, &plan.secondary, keys, plan, view, self.host);
            if secondary.is_none() {
                return Verdict::Stop(Stop::Secondary { logic, key: None }, key);
            }
        }
        let effects = plan.effects.as_deref();
        for ((line, range), (_, keys)) in plan.additional.iter().zip(effects.into_iter().flat_map(|e| &e.additional)) {
            if self.window.find_any(KeyList::Additional, range, keys, plan, view, self.host).is_none() {
                return Verdict::Stop(Stop::Decorator { name: "additional_keys".into(), line: *line, key: None }, key);
            }
        }
        for ((line, range), (_, keys)) in plan.exclude.iter().zip(effects.into_iter().flat_map(|e| &e.exclude)) {
            let found = self.window.find_any(KeyList::Exclude, range, keys, plan, view, self.host);
            if found.is_some() {
                return Verdict::Stop(Stop::Decorator { name: "exclude_keys".into(), line: *line, key: found }, key);
            }
        }
        Verdict::Fire(cause, secondary)
    }

    /// Spec: CCv3; `@@activate` beats everything, `@@dont_activate` the memory, and forgetting beats keeping.
    fn forced_by_decorator(&self, plan: &Plan) -> Option<Verdict> {
        if plan.forces().is_empty() {
            return None;
        }
        let remembered = self.remembered(plan);
        let line_of = |wanted: Force| plan.forces().iter().find(|(_, force)| *force == wanted).map(|(line, _)| *line);
        if let Some(line) = line_of(Force::Activate) {
            return Some(Verdict::Fire(Cause::Decorator { name: Force::Activate.name().into(), line }, None));
        }
        for (force, holds) in [(Force::DontActivate, true), (Force::DontAfterMatch, remembered.dont)] {
            if let Some(line) = line_of(force).filter(|_| holds) {
                return Some(Verdict::Stop(Stop::Decorator { name: force.name().into(), line, key: None }, None));
            }
        }
        let line = line_of(Force::KeepAfterMatch).filter(|_| remembered.keep)?;
        Some(Verdict::Fire(Cause::Decorator { name: Force::KeepAfterMatch.name().into(), line }, None))
    }
}
