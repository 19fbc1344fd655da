//! Whether one entry may fire in a pass; the checks are in the client's order.

use super::{Candidate, Run};
use crate::decorator::Force;
use crate::lore::{Plan, Status};
use crate::rules::Judge;
use crate::run::Verdict;
use crate::trace::{Cause, KeyList, KeyMatch, PassKind, Stop};

/// What looking at an entry came to.
pub(super) enum Look {
    Fire(Candidate),
    NoKey,
    Stop {
        stop: Stop,
        key: Option<KeyMatch>,
        /// Nothing later in the scan can change it.
        done: bool,
    },
}

impl Run<'_, '_, '_> {
    pub(super) fn look_at(&mut self, number: u32, plan: &Plan, kind: PassKind) -> Look {
        let lore = self.lore;
        let entry = lore.entry(plan);
        if let Some(stop) = self.standing_stop(number, plan) {
            return Look::Stop { stop, key: None, done: true };
        }
        let sticky = self.effects.sticky(number);
        let rules = entry.recursion;
        let waits = |stop: Stop| Look::Stop { stop, key: None, done: false };
        if sticky.is_none() && rules.delay_level > 0 && (kind != PassKind::Recursion || rules.delay_level > self.level)
        {
            return waits(Stop::RecursionDelayed { level: rules.delay_level });
        }
        if sticky.is_none() && kind == PassKind::Recursion && lore.settings.recursive && rules.exclude {
            return waits(Stop::RecursionExcluded);
        }
        let fire = |cause: Cause, secondary: Option<KeyMatch>| {
            Look::Fire(Candidate { plan: number, cause, secondary, sticky: sticky.is_some() })
        };
        let line_of = |wanted: Force| plan.forces().iter().find(|(_, force)| *force == wanted).map(|(line, _)| *line);
        if let Some(line) = line_of(Force::Activate) {
            return fire(Cause::Decorator { name: Force::Activate.name().into(), line }, None);
        }
        if let Some(line) = line_of(Force::DontActivate) {
            let stop = Stop::Decorator { name: Force::DontActivate.name().into(), line, key: None };
            return Look::Stop { stop, key: None, done: true };
        }
        if self.is_forced(plan) {
            return fire(Cause::Forced, None);
        }
        if plan.constant {
            return fire(Cause::Constant, None);
        }
        if let Some(until) = sticky {
            return fire(Cause::Sticky { until }, None);
        }
        let view = self.view(plan, kind);
        if plan.rules.judge == Judge::All {
            return match self.judge_all(plan, view) {
                Verdict::Fire(cause, secondary) => fire(cause, secondary),
                Verdict::Stop(stop, key) => Look::Stop { stop, key, done: false },
                Verdict::NoKey => Look::NoKey,
            };
        }
        let Some(key) = self.window.find_any(KeyList::Primary, &plan.keys, &entry.keys, plan, view, self.host) else {
            return Look::NoKey;
        };
        let Some(logic) = plan.logic else { return fire(Cause::Key(key), None) };
        match self.second_condition(plan, logic, view) {
            Ok(secondary) => fire(Cause::Key(key), secondary),
            Err(decided) => {
                let stop = Stop::Secondary { logic, key: decided };
                Look::Stop { stop, key: Some(key), done: false }
            }
        }
    }

    /// What stops an entry for the whole scan, before any key is looked at.
    pub(super) fn standing_stop(&self, number: u32, plan: &Plan) -> Option<Stop> {
        if plan.status == Status::Disabled {
            return Some(Stop::Disabled);
        }
        if !plan.conditional {
            return None;
        }
        let entry = self.lore.entry(plan);
        if !entry.triggers.is_empty() {
            let kind = if self.turn.generation.is_empty() { "normal" } else { self.turn.generation };
            if entry.triggers.iter().all(|trigger| trigger != kind) {
                return Some(Stop::Trigger);
            }
        }
        let filter = &entry.filter;
        if !filter.names.is_empty() {
            let named = self.turn.character.file_name.is_some_and(|name| filter.names.iter().any(|n| n == name));
            if named == filter.exclude {
                return Some(Stop::CharacterName);
            }
        }
        if let Some(tags) = self.turn.character.tags.as_deref().filter(|_| !filter.tags.is_empty()) {
            let tagged = tags.iter().any(|tag| filter.tags.iter().any(|wanted| wanted == tag));
            if tagged == filter.exclude {
                return Some(Stop::CharacterTag);
            }
        }
        let length = self.effects.length;
        let needed = u64::from(entry.timing.delay);
        if length < needed {
            return Some(Stop::Delay { needed, length });
        }
        let until = self.effects.cooldown(number).filter(|_| self.effects.sticky(number).is_none())?;
        Some(Stop::Cooldown { until })
    }
}
