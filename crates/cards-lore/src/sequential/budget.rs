//! Which entries stay when the budget is short, and the order of their text.

use super::{Candidate, Run};
use crate::lore::CharacterBook;
use crate::placement::InjectHow;
use crate::trace::{Outcome, Stop, Stopped};

impl Run<'_, '_, '_> {
    /// Spec: V2 and CCv3; while a book is over its budget, the entry of the lowest priority leaves, of equal ones the
    /// later, and before all others those that `@@ignore_on_max_context` offers.
    pub(super) fn keep_per_book(
        &mut self,
        fired: Vec<Candidate>,
        overflowed: &mut bool,
    ) -> (Vec<Candidate>, Vec<usize>) {
        let lore = self.lore;
        let mut gone = vec![false; fired.len()];
        let mut of_book: Vec<Vec<usize>> = vec![Vec::new(); lore.books().len()];
        for (number, candidate) in fired.iter().enumerate() {
            if let Some(list) = of_book.get_mut(candidate.active.at.book) {
                list.push(number);
            }
        }
        for (book, list) in lore.books().iter().zip(of_book) {
            if let Some(budget) = book.token_budget.or(lore.settings.token_budget) {
                *overflowed |= self.drop_to_fit(&fired, list, budget, &mut gone);
            }
        }
        if let Some(budget) = lore.settings.turn_budget {
            let left = |number: &usize| gone.get(*number) == Some(&false);
            let list = (0..fired.len()).filter(left).collect();
            *overflowed |= self.drop_to_fit(&fired, list, budget, &mut gone);
        }
        let mut gone = gone.into_iter();
        let kept: Vec<Candidate> = fired.into_iter().filter(|_| !gone.next().unwrap_or_default()).collect();
        let mut prompt_order: Vec<usize> = (0..kept.len()).collect();
        // Spec: V2; lower orders stand higher up, and ties keep list order.
        prompt_order.sort_by(|a, b| {
            let rank = |number: &usize| kept.get(*number).map_or((0.0, 0), |c| (c.active.order + 0.0, c.plan));
            let ((order_a, plan_a), (order_b, plan_b)) = (rank(a), rank(b));
            order_a.total_cmp(&order_b).then(plan_a.cmp(&plan_b))
        });
        if lore.rules.keeps_book_order {
            prompt_order.sort_by_key(|number| kept.get(*number).map(|candidate| candidate.plan));
        }
        (kept, prompt_order)
    }

    /// Drops entries until the rest fits the budget; true when one had to leave.
    fn drop_to_fit(&mut self, fired: &[Candidate], mut list: Vec<usize>, budget: f64, gone: &mut [bool]) -> bool {
        let lore = self.lore;
        let candidate = |number: &usize| fired.get(*number);
        let tokens = |number: &usize| candidate(number).map_or(0, |candidate| candidate.active.tokens);
        let mut used = list.iter().map(tokens).sum::<u64>();
        // The first to leave is last.
        list.sort_by(|a, b| {
            let rank = |number: &usize| {
                let plan = candidate(number).map_or(0, |candidate| candidate.plan);
                let first = lore.plan(plan).and_then(|plan| plan.effects.as_deref()).is_some_and(|e| e.first_to_drop);
                let priority = candidate(number).map_or(0.0, |candidate| candidate.active.priority);
                (first, priority + 0.0, plan)
            };
            let ((first_a, priority_a, plan_a), (first_b, priority_b, plan_b)) = (rank(a), rank(b));
            first_a.cmp(&first_b).then(priority_b.total_cmp(&priority_a)).then(plan_a.cmp(&plan_b))
        });
        let mut dropped = false;
        while used as f64 > budget
            && let Some(number) = list.pop()
        {
            dropped = true;
            let needed = tokens(&number);
            used -= needed;
            if let Some(gone) = gone.get_mut(number) {
                *gone = true;
            }
            let plan = fired.get(number).map(|candidate| candidate.plan);
            self.over_budget(plan, needed, used as f64, budget);
        }
        let mut left = budget;
        list.sort_unstable();
        for number in &list {
            left -= tokens(number) as f64;
            self.note_left(fired.get(*number).map(|candidate| candidate.plan), left);
        }
        dropped
    }

    /// De facto: RisuAI takes entries from the highest rank as long as they fit, passing over those that do not, and
    /// writes them by order, equal ones in reverse.
    pub(super) fn keep_by_rank(
        &mut self,
        mut fired: Vec<Candidate>,
        overflowed: &mut bool,
    ) -> (Vec<Candidate>, Vec<usize>) {
        let lore = self.lore;
        let of_books = CharacterBook::of(lore.books()).map(|settings| settings.token_budget);
        let budget = of_books.or(lore.settings.token_budget).unwrap_or(f64::INFINITY);
        let budget = lore.settings.turn_budget.map_or(budget, |most| budget.min(most));
        let mut ranks: Vec<usize> = (0..fired.len()).collect();
        sort_leniently(&mut ranks, |number| fired.get(number).map_or(0.0, |c| -c.active.priority));
        let mut used = 0.0;
        let mut kept = Vec::with_capacity(ranks.len());
        for number in ranks {
            let Some(candidate) = fired.get(number) else { continue };
            let needed = candidate.active.tokens;
            let plan = Some(candidate.plan);
            if used + needed as f64 <= budget {
                used += needed as f64;
                kept.push(number);
                if budget.is_finite() {
                    self.note_left(plan, budget - used);
                }
            } else {
                *overflowed = true;
                self.over_budget(plan, needed, used, budget);
            }
        }
        sort_leniently(&mut kept, |number| fired.get(number).map_or(0.0, |c| -c.active.order));
        kept.reverse();
        self.inject_lore(&mut fired, &mut kept);
        // Renumber those that are kept by the order in which they fired.
        let mut numbers: Vec<usize> = kept.clone();
        numbers.sort_unstable();
        let order = kept.iter().filter_map(|number| numbers.binary_search(number).ok()).collect();
        let mut place = 0;
        fired.retain(|_| {
            place += 1;
            numbers.binary_search(&(place - 1)).is_ok()
        });
        (fired, order)
    }

    /// De facto: RisuAI `@@inject_lore`; the text goes into the entry of that name, and nowhere without one.
    fn inject_lore(&mut self, fired: &mut [Candidate], kept: &mut Vec<usize>) {
        let lore = self.lore;
        let target_of = |number: usize, fired: &[Candidate]| {
            let plan = lore.plan(fired.get(number)?.plan)?;
            plan.effects.as_deref()?.inject_lore.clone()
        };
        let injected: Vec<usize> = kept.iter().copied().filter(|number| target_of(*number, fired).is_some()).collect();
        for number in injected {
            let Some(name) = target_of(number, fired) else { continue };
            let label = |number: &usize| {
                let entry = fired.get(*number).and_then(|c| Some(lore.entry(lore.plan(c.plan)?)));
                entry.is_some_and(|entry| entry.name == name)
            };
            let target = kept.iter().copied().find(|other| *other != number && label(other));
            kept.retain(|other| *other != number);
            let Some(source) = fired.get(number) else { continue };
            let (plan, text) = (source.plan, source.active.content.clone());
            let how =
                lore.plan(plan).and_then(|plan| plan.effects.as_deref()).map(|effects| effects.inject_how.clone());
            let into = target.and_then(|target| fired.get_mut(target));
            let stop = match into {
                None => Stop::NoTarget,
                Some(into) => {
                    let old = &into.active.content;
                    into.active.content = match how.unwrap_or_default() {
                        InjectHow::Append => format!("{old} {text}"),
                        InjectHow::Prepend => format!("{text} {old}"),
                        InjectHow::Replace(part) => old.replacen(&part, &text, 1),
                    };
                    Stop::Injected { into: into.active.at }
                }
            };
            if let Some(outcome) = self.outcomes.get_mut(plan as usize) {
                *outcome = Outcome::Stopped(Box::new(Stopped { pass: 0, stop, key: None }));
            }
        }
    }

    pub(super) fn over_budget(&mut self, plan: Option<u32>, needed: u64, used: f64, budget: f64) {
        let Some(outcome) = plan.and_then(|plan| self.outcomes.get_mut(plan as usize)) else { return };
        let (mut pass, mut key) = (0, None);
        if let Outcome::Fired(fired) = outcome {
            pass = fired.pass;
            if let crate::trace::Cause::Key(matched) = &fired.cause {
                key = Some(matched.clone());
            }
        }
        *outcome = Outcome::Stopped(Box::new(Stopped { pass, stop: Stop::Budget { needed, used, budget }, key }));
    }

    pub(super) fn note_left(&mut self, plan: Option<u32>, left: f64) {
        if let Some(Outcome::Fired(fired)) = plan.and_then(|plan| self.outcomes.get_mut(plan as usize)) {
            fired.left = Some(left);
        }
    }
}

/// Sorts as JavaScript does by a difference: what is no number is equal to everything. Stable.
fn sort_leniently(numbers: &mut [usize], rank: impl Fn(usize) -> f64) {
    if numbers.iter().all(|&number| !rank(number).is_nan()) {
        numbers.sort_by(|&a, &b| (rank(a) + 0.0).total_cmp(&(rank(b) + 0.0)));
        return;
    }
    // The comparison is no order then, which a sort by comparison may refuse; merging by hand takes it.
    let mut width = 1;
    while width < numbers.len() {
        for pair in numbers.chunks_mut(2 * width) {
            let (left, right) = pair.split_at(width.min(pair.len()));
            let (mut left, mut right) = (left.iter().copied().peekable(), right.iter().copied().peekable());
            let mut merged = Vec::with_capacity(left.len() + right.len());
            while let (Some(&a), Some(&b)) = (left.peek(), right.peek()) {
                merged.extend(if rank(b) < rank(a) { right.next() } else { left.next() });
            }
            merged.extend(left);
            merged.extend(right);
            pair.copy_from_slice(&merged);
        }
        width *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_equal_to_everything() {
        let sorted = |ranks: &[f64]| {
            let mut numbers: Vec<usize> = (0..ranks.len()).collect();
            sort_leniently(&mut numbers, |number| ranks[number]);
            numbers
        };
        assert_eq!(sorted(&[3.0, 1.0, 2.0, 1.0]), [1, 3, 2, 0]);
        assert_eq!(sorted(&[0.0, -0.0, 0.0]), [0, 1, 2]);
        assert_eq!(sorted(&[2.0, 1.0, f64::NAN]), [1, 0, 2]);
        assert_eq!(sorted(&[f64::NAN, 2.0, 1.0]), [0, 2, 1]);
        assert_eq!(sorted(&[5.0, 4.0, 3.0, 2.0, 1.0, f64::NAN]), [4, 3, 2, 1, 0, 5]);
        assert_eq!(sorted(&[f64::NAN, f64::NAN]), [0, 1]);
        assert_eq!(sorted(&[1.0, 1.0, f64::NAN]), [0, 1, 2]);
    }
}
