//! De facto: how Agnai judges memories, and which of them it keeps.

use std::cmp::Reverse;

use super::{Candidate, Run};
use crate::lore::Plan;
use crate::run::Verdict;
use crate::trace::{Cause, KeyList, Outcome};

impl Run<'_, '_, '_> {
    pub(super) fn judge_newest(&mut self, plan: &Plan) -> Verdict {
        let lore = self.lore;
        let keys = &lore.entry(plan).keys;
        let view = self.view(plan);
        match self.window.find_newest(KeyList::Primary, &plan.keys, keys, plan, view, self.host) {
            Some(key) => Verdict::Fire(Cause::Key(key), None),
            None => Verdict::NoKey,
        }
    }

    /// Takes entries by priority, of equal ones the newest, up to the first that leaves no token to spare; writes them by order, of
    /// equal ones the newest last.
    pub(super) fn keep_up_to(
        &mut self,
        mut fired: Vec<Candidate>,
        default: u32,
        overflowed: &mut bool,
    ) -> (Vec<Candidate>, Vec<usize>) {
        let settings = &self.lore.settings;
        let budget = settings.token_budget.filter(|budget| *budget != 0.0).unwrap_or(default.into());
        let budget = settings.turn_budget.map_or(budget, |most| budget.min(most));
        fired.sort_by(|a, b| {
            let rank = |candidate: &Candidate| (candidate.active.priority + 0.0, self.age_of(candidate));
            let ((priority_a, age_a), (priority_b, age_b)) = (rank(a), rank(b));
            priority_b.total_cmp(&priority_a).then(age_a.cmp(&age_b))
        });
        let mut used = 0.0;
        let mut kept = 0;
        for candidate in &fired {
            let needed = candidate.active.tokens;
            let plan = Some(candidate.plan);
            if *overflowed || used + needed as f64 >= budget {
                *overflowed = true;
                self.over_budget(plan, needed, used, budget);
                continue;
            }
            used += needed as f64;
            kept += 1;
            self.note_left(plan, budget - used);
        }
        fired.truncate(kept);
        let mut order: Vec<usize> = (0..kept).collect();
        order.sort_by(|a, b| {
            let rank = |number: &usize| {
                fired.get(*number).map_or((0.0, 0), |candidate| (candidate.active.order + 0.0, self.age_of(candidate)))
            };
            let ((order_a, age_a), (order_b, age_b)) = (rank(a), rank(b));
            // What comes first here is written last.
            order_a.total_cmp(&order_b).then(age_b.cmp(&age_a)).then(Reverse(a).cmp(&Reverse(b)))
        });
        (fired, order)
    }

    /// How many messages are newer than the one that fired an entry; none for an entry that the caller forces.
    fn age_of(&self, candidate: &Candidate) -> usize {
        match self.outcomes.get(candidate.plan as usize) {
            Some(Outcome::Fired(fired)) => match &fired.cause {
                Cause::Key(key) => self.window.age(&key.source),
                _ => 0,
            },
            _ => 0,
        }
    }
}
