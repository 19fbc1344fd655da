//! Sticky and cooldown over the turns.

use super::ByPlan;
use crate::lore::{Compiled, Plan};
use crate::state::{EntryKey, State, Timed, identity};
use crate::turn::Turn;

/// The effects of this turn.
pub(super) struct Effects {
    /// The length of the chat.
    pub(super) length: u64,
    sticky: ByPlan<u64>,
    cooldown: ByPlan<u64>,
    /// The state as it is after effects that ended are gone.
    state: Option<(Stored, Stored)>,
}

type Stored = std::collections::BTreeMap<EntryKey, Timed>;

impl Effects {
    /// Ends what is over and finds what lasts. A dry run knows no effects.
    pub(super) fn begin(lore: &Compiled, turn: &Turn<'_>, state: &State, length: u64) -> Self {
        let mut effects = Self { length, sticky: ByPlan::new(), cooldown: ByPlan::new(), state: None };
        if turn.dry_run || (state.sticky.is_empty() && state.cooldown.is_empty()) {
            return effects;
        }
        let (mut sticky, mut cooldown) = (state.sticky.clone(), state.cooldown.clone());
        let plans: std::collections::BTreeMap<EntryKey, (u32, &Plan)> =
            lore.plans.iter().zip(0..).map(|(plan, number)| (lore.key(plan), (number, plan))).collect();
        let find = |key: &EntryKey, timed: &Timed| {
            plans.get(key).filter(|(_, plan)| identity(lore.entry(plan)) == timed.hash).copied()
        };
        sticky.retain(|key, timed| {
            let found = find(key, timed);
            match fate(timed, found.is_some(), length) {
                Fate::Dropped => false,
                Fate::Kept => true,
                Fate::Active => {
                    effects.sticky.extend(found.map(|(number, _)| (number, timed.end)));
                    true
                }
                Fate::Ended => {
                    // De facto: what was sticky rests now, and cannot be shaken off by a swipe.
                    if let Some((_, plan)) = found {
                        let rest = u64::from(lore.entry(plan).timing.cooldown);
                        if rest > 0 {
                            let end = length + rest;
                            cooldown
                                .insert(key.clone(), Timed { hash: timed.hash, start: length, end, protected: true });
                        }
                    }
                    false
                }
            }
        });
        cooldown.retain(|key, timed| {
            let found = find(key, timed);
            match fate(timed, found.is_some(), length) {
                Fate::Dropped | Fate::Ended => false,
                Fate::Kept => true,
                Fate::Active => {
                    effects.cooldown.extend(found.map(|(number, _)| (number, timed.end)));
                    true
                }
            }
        });
        effects.state = Some((sticky, cooldown));
        effects
    }

    /// Until when an entry is sticky.
    pub(super) fn sticky(&self, plan: u32) -> Option<u64> {
        self.sticky.get(&plan).copied()
    }

    /// Until when an entry rests.
    pub(super) fn cooldown(&self, plan: u32) -> Option<u64> {
        self.cooldown.get(&plan).copied()
    }

    pub(super) fn sticky_plans(&self) -> Vec<u32> {
        self.sticky.keys().copied().collect()
    }

    /// Writes the effects back, with those of entries that fired.
    pub(super) fn commit(self, lore: &Compiled, fired: &[u32], state: &mut State, length: u64) {
        if let Some((sticky, cooldown)) = self.state {
            state.sticky = sticky;
            state.cooldown = cooldown;
        }
        for plan in fired.iter().filter_map(|&number| lore.plan(number)) {
            let entry = lore.entry(plan);
            for (turns, stored) in
                [(entry.timing.sticky, &mut state.sticky), (entry.timing.cooldown, &mut state.cooldown)]
            {
                if turns > 0 {
                    let end = length + u64::from(turns);
                    let timed = Timed { hash: identity(entry), start: length, end, protected: false };
                    // De facto: an effect that lasts is not made longer.
                    stored.entry(lore.key(plan)).or_insert(timed);
                }
            }
        }
    }
}

enum Fate {
    /// Gone without effect: the chat did not grow, or the entry changed and the time is over.
    Dropped,
    /// The entry changed, but the time is not over.
    Kept,
    Active,
    Ended,
}

fn fate(timed: &Timed, found: bool, length: u64) -> Fate {
    if length <= timed.start && !timed.protected {
        Fate::Dropped
    } else if !found {
        if length >= timed.end { Fate::Dropped } else { Fate::Kept }
    } else if length >= timed.end {
        Fate::Ended
    } else {
        Fate::Active
    }
}
