//! De facto: when KoboldAI Lite inserts an entry.

use super::Run;
use super::risu::pieces;
use crate::book::Logic;
use crate::lore::Plan;
use crate::run::{Verdict, key_of};
use crate::trace::{Cause, KeyList, Stop};

impl Run<'_, '_, '_> {
    pub(super) fn judge_lite(&mut self, plan: &Plan) -> Verdict {
        let lore = self.lore;
        let entry = lore.entry(plan);
        if lore.text(plan).is_empty() {
            return Verdict::Stop(Stop::Empty, None);
        }
        if plan.constant {
            return self.throw(Cause::Constant, entry.probability);
        }
        let view = self.view(plan);
        let keys = pieces(&entry.keys);
        let Some(key) = self.window.find_any(KeyList::Primary, &plan.keys, &keys, plan, view, self.host) else {
            return Verdict::NoKey;
        };
        if let Some(logic) = plan.logic {
            let keys = pieces(&entry.secondary_keys);
            if self.window.find_any(KeyList::Secondary, &plan.secondary, &keys, plan, view, self.host).is_none() {
                return Verdict::Stop(Stop::Secondary { logic, key: None }, Some(key));
            }
        }
        for (_, range) in &plan.exclude {
            let keys = pieces(&entry.anti_keys);
            if let Some(found) = self.window.find_any(KeyList::Exclude, range, &keys, plan, view, self.host) {
                return Verdict::Stop(Stop::Secondary { logic: Logic::NotAny, key: Some(found) }, Some(key));
            }
        }
        self.throw(Cause::Key(key), entry.probability)
    }

    /// A throw from 1 to 100 has to stay below the chance; none of 0, and none of 100 and more, is thrown for.
    fn throw(&mut self, cause: Cause, chance: Option<f64>) -> Verdict {
        let Some(chance) = chance.filter(|&chance| chance != 0.0 && chance < 100.0) else {
            return Verdict::Fire(cause, None);
        };
        let rolled = (self.host.dice.roll() * 100.0).floor() + 1.0;
        if rolled < chance {
            return Verdict::Fire(cause, None);
        }
        Verdict::Stop(Stop::Probability { rolled, chance }, key_of(&cause))
    }
}
