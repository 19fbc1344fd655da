//! Inclusion groups: of the members that would fire in a pass, one stays.

use std::collections::BTreeMap;

use super::{Candidate, Run};
use crate::book::Logic;
use crate::decorator::js_trim;
use crate::entry_at::EntryAt;
use crate::lore::Plan;
use crate::run::key_of;
use crate::trace::{GroupWin, KeyList, Outcome, PassKind, Stop};

/// A group and its members among the candidates.
struct Members {
    name: String,
    candidates: Vec<usize>,
}

impl Run<'_, '_, '_> {
    /// Removes the losers of all groups.
    pub(super) fn settle_groups(&mut self, candidates: &mut Vec<Candidate>, kind: PassKind, pass: u32) {
        let mut groups = self.groups(candidates);
        if groups.is_empty() {
            return;
        }
        let mut gone = Gone { flags: vec![false; candidates.len()], end: candidates.len() };
        let mends = self.lore.rules.mends();
        // De facto: in SillyBunny who is out is out of every group.
        let leave = |group: &mut Members, gone: &Gone| {
            if mends {
                group.candidates.retain(|&place| !gone.is_gone(place));
            }
        };
        groups.retain_mut(|group| {
            leave(group, &gone);
            let settled = self.settle_sticky(group, candidates, &mut gone, pass);
            self.settle_resting(group, candidates, &mut gone, pass);
            !settled
        });
        for group in &mut groups {
            leave(group, &gone);
            self.settle_scores(group, candidates, &mut gone, kind, pass);
        }
        for group in &mut groups {
            leave(group, &gone);
            self.settle_winner(group, candidates, &mut gone, pass);
        }
        let mut gone = gone.flags.into_iter();
        candidates.retain(|_| !gone.next().unwrap_or_default());
    }

    /// Groups in the order in which they appear, those with whole numbers for names first.
    fn groups(&self, candidates: &[Candidate]) -> Vec<Members> {
        let mut groups: Vec<Members> = Vec::new();
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        for (place, candidate) in candidates.iter().enumerate() {
            let Some(plan) = self.lore.plan(candidate.plan) else { continue };
            let names = &self.lore.entry(plan).group.names;
            if names.is_empty() {
                continue;
            }
            for name in self::names(names, self.lore.rules.mends()) {
                let number = *numbers.entry(name.to_owned()).or_insert(groups.len());
                if number == groups.len() {
                    groups.push(Members { name: name.to_owned(), candidates: Vec::new() });
                }
                if let Some(group) = groups.get_mut(number) {
                    group.candidates.push(place);
                }
            }
        }
        groups.sort_by_key(|group| array_index(&group.name).map_or((1, 0), |index| (0, index)));
        groups
    }

    /// De facto: sticky members push out the others, and nothing more is decided; true when that was the case.
    fn settle_sticky(&mut self, group: &mut Members, candidates: &[Candidate], gone: &mut Gone, pass: u32) -> bool {
        let sticky = group.candidates.iter().copied().find(|&place| candidates.get(place).is_some_and(|c| c.sticky));
        let Some(sticky) = sticky else { return false };
        let winner = self.entry_at(candidates, sticky);
        for place in group.candidates.clone() {
            if candidates.get(place).is_some_and(|candidate| !candidate.sticky) {
                self.lose(place, group, winner, GroupWin::Sticky, candidates, gone, pass);
            }
        }
        true
    }

    /// De facto: a member that rests leaves, even while it is sticky; one that rests alone is no candidate at all.
    fn settle_resting(&mut self, group: &mut Members, candidates: &[Candidate], gone: &mut Gone, pass: u32) {
        for place in std::mem::take(&mut group.candidates) {
            let Some(candidate) = candidates.get(place) else { continue };
            match self.effects.cooldown(candidate.plan) {
                None => group.candidates.push(place),
                Some(until) => {
                    self.take_out(place, group, candidates, gone, pass);
                    self.stop(candidate.plan, pass, Stop::Cooldown { until }, key_of(&candidate.cause));
                }
            }
        }
    }

    /// Members whose keys match less often than those of the best leave.
    fn settle_scores(
        &mut self,
        group: &mut Members,
        candidates: &[Candidate],
        gone: &mut Gone,
        kind: PassKind,
        pass: u32,
    ) {
        let lore = self.lore;
        let wants = |place: &usize| {
            let plan = candidates.get(*place).and_then(|candidate| lore.plan(candidate.plan));
            plan.and_then(|plan| lore.entry(plan).group.scoring)
        };
        let setting = lore.settings.group_scoring;
        if !setting && !group.candidates.iter().any(|place| wants(place) == Some(true)) {
            return;
        }
        let mut scores = Vec::with_capacity(group.candidates.len());
        for &place in &group.candidates {
            let plan = candidates.get(place).and_then(|candidate| lore.plan(candidate.plan));
            scores.push(plan.map_or(0, |plan| self.score(plan, kind)));
        }
        let best = scores.iter().copied().max().unwrap_or_default();
        let winner = scores.iter().position(|&score| score == best).and_then(|at| group.candidates.get(at).copied());
        let winner = winner.and_then(|winner| self.entry_at(candidates, winner));
        let scored: Vec<(usize, usize)> = group.candidates.iter().copied().zip(scores).collect();
        for (place, score) in scored {
            if score < best && wants(&place).unwrap_or(setting) {
                self.lose(place, group, winner, GroupWin::Score, candidates, gone, pass);
                group.candidates.retain(|&member| member != place);
            }
        }
    }

    /// How many keys match.
    ///
    /// De facto: SillyTavern 1.19 counts secondary keys of an entry that is not selective, and where no key of its own matches.
    fn score(&mut self, plan: &Plan, kind: PassKind) -> usize {
        let lore = self.lore;
        let entry = lore.entry(plan);
        let view = self.view(plan, kind);
        // How many are found, and of how many.
        let mut count = |list: KeyList| {
            let (range, keys) = match list {
                KeyList::Secondary => (&plan.secondary, &entry.secondary_keys),
                _ => (&plan.keys, &entry.keys),
            };
            let forms = lore.forms(range).iter().zip(keys);
            if !lore.rules.mends() {
                let found = forms.filter(|(form, key)| self.window.occurs_as_stored(form, key, plan, view, self.host));
                return (found.count(), keys.len());
            }
            let (mut found, mut asked) = (0, 0);
            for (form, key) in forms {
                found += usize::from(self.window.find(form, key, plan, view, self.host).is_some());
                asked += usize::from(!self.window.is_left_out(form, key));
            }
            (found, asked)
        };
        let (primary, keys) = count(KeyList::Primary);
        if keys == 0 {
            return 0;
        }
        match entry.logic.unwrap_or_default() {
            Logic::AndAny => primary + count(KeyList::Secondary).0,
            Logic::AndAll => {
                let (secondary, all) = count(KeyList::Secondary);
                primary + if secondary == all { secondary } else { 0 }
            }
            _ => primary,
        }
    }

    /// Finds the winner among those that are left.
    fn settle_winner(&mut self, group: &Members, candidates: &[Candidate], gone: &mut Gone, pass: u32) {
        let lore = self.lore;
        let members = &group.candidates;
        if self.active_groups.contains(group.name.as_str()) {
            let winner = self.active_plans.iter().filter_map(|&plan| lore.plan(plan));
            let has_name = |plan: &&Plan| {
                let own = &lore.entry(plan).group.names;
                if lore.rules.mends() { names(own, true).contains(&&*group.name) } else { *own == group.name }
            };
            let winner = winner.filter(has_name).map(|plan| plan.at).next();
            for &place in members {
                self.lose(place, group, winner, GroupWin::Active, candidates, gone, pass);
                // The group stays active, so nothing can bring such a member back.
                if let Some(candidate) = candidates.get(place)
                    && self.all_groups_active(candidate.plan)
                {
                    self.finish(candidate.plan);
                }
            }
            return;
        }
        if members.len() < 2 {
            return;
        }
        let entry = |place: usize| {
            let candidate = candidates.get(place)?;
            Some(lore.entry(lore.plan(candidate.plan)?))
        };
        // Highest order first, of equal ones the first.
        let prioritized = members.iter().copied().filter(|&place| entry(place).is_some_and(|e| e.group.prioritize));
        let by_priority = prioritized.reduce(|best, place| {
            let order = |place: usize| entry(place).map_or(0.0, |entry| entry.order);
            if order(place) > order(best) { place } else { best }
        });
        let (winner, how) = match by_priority {
            Some(winner) => (Some(winner), GroupWin::Priority),
            None => {
                let weight = |place: usize| entry(place).map_or(0.0, |entry| entry.group.weight.unwrap_or(100.0));
                let total: f64 = members.iter().map(|&place| weight(place)).sum();
                let target = self.host.dice.roll() * total;
                let mut sum = 0.0;
                let winner = members.iter().copied().find(|&place| {
                    sum += weight(place);
                    target <= sum
                });
                (winner, GroupWin::Roll)
            }
        };
        let Some(winner) = winner else { return };
        let winner_at = self.entry_at(candidates, winner);
        for &place in members {
            if place != winner {
                self.lose(place, group, winner_at, how, candidates, gone, pass);
            }
        }
    }

    fn all_groups_active(&self, plan: u32) -> bool {
        let names = self.lore.plan(plan).map(|plan| self.lore.entry(plan).group.names.as_str()).unwrap_or_default();
        self::names(names, self.lore.rules.mends()).into_iter().all(|name| self.active_groups.contains(name))
    }

    fn entry_at(&self, candidates: &[Candidate], place: usize) -> Option<EntryAt> {
        let candidate = candidates.get(place)?;
        self.lore.plan(candidate.plan).map(|plan| plan.at)
    }

    /// Takes a loser out of the list; says whether it was there.
    ///
    /// De facto: an entry of two groups may lose twice. SillyTavern 1.19.0 looks for its place in the list, finds none, and
    /// takes out the last one that is left.
    fn take_out(
        &mut self,
        place: usize,
        group: &Members,
        candidates: &[Candidate],
        gone: &mut Gone,
        pass: u32,
    ) -> bool {
        if gone.take(place).is_some() {
            return true;
        }
        if self.lore.rules.mends() {
            return false;
        }
        if let Some(candidate) = gone.take_last().and_then(|last| candidates.get(last)) {
            let stop = Stop::Group { group: group.name.clone(), winner: None, how: GroupWin::Mistake };
            self.stop(candidate.plan, pass, stop, key_of(&candidate.cause));
        }
        false
    }

    #[expect(clippy::too_many_arguments, reason = "who lost to whom, how and when, for the trace")]
    fn lose(
        &mut self,
        place: usize,
        group: &Members,
        winner: Option<EntryAt>,
        how: GroupWin,
        candidates: &[Candidate],
        gone: &mut Gone,
        pass: u32,
    ) {
        if self.take_out(place, group, candidates, gone, pass)
            && let Some(candidate) = candidates.get(place)
        {
            // Whom it lost to first says more than that the winner is active now.
            let lost_before = matches!(
                self.outcomes.get(candidate.plan as usize),
                Some(Outcome::Stopped(stopped)) if matches!(stopped.stop, Stop::Group { .. })
            );
            if lost_before && how == GroupWin::Active {
                return;
            }
            let stop = Stop::Group { group: group.name.clone(), winner, how };
            self.stop(candidate.plan, pass, stop, key_of(&candidate.cause));
        }
    }
}

/// Which candidates are gone.
struct Gone {
    flags: Vec<bool>,
    /// From here on all are.
    end: usize,
}

impl Gone {
    /// Takes one out; `None` where it is gone already.
    fn take(&mut self, place: usize) -> Option<()> {
        let gone = self.flags.get_mut(place)?;
        (!std::mem::replace(gone, true)).then_some(())
    }

    fn is_gone(&self, place: usize) -> bool {
        self.flags.get(place) == Some(&true)
    }

    /// Takes out the last that is left.
    fn take_last(&mut self) -> Option<usize> {
        let last = self.flags.get(..self.end)?.iter().rposition(|gone| !gone);
        self.end = last.unwrap_or_default();
        last.inspect(|&last| {
            self.take(last);
        })
    }
}

/// Splits at commas; white space after a comma goes with it, other white space belongs to the name, unless names are trimmed, of
/// which equal ones are one.
pub(super) fn names(names: &str, trimmed: bool) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for (at, name) in names.split(',').enumerate() {
        let name = match at {
            _ if trimmed => js_trim(name),
            0 => name,
            _ => name.trim_start(),
        };
        let is_twin = trimmed && found.contains(&name);
        if !name.is_empty() && !is_twin {
            found.push(name);
        }
    }
    found
}

/// Object members whose names are array indexes come first in JavaScript.
fn array_index(name: &str) -> Option<u32> {
    let index: u32 = name.parse().ok()?;
    (index != u32::MAX && index.to_string() == name).then_some(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_split_at_commas() {
        assert_eq!(names("a, b,,c ", false), ["a", "b", "c "]);
        assert_eq!(names(" g ", false), [" g "]);
        assert_eq!(names(" g ,h,g", true), ["g", "h"]);
        assert_eq!(array_index("2"), Some(2));
        assert_eq!(array_index("02"), None);
    }
}
