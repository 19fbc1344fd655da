//! Spec and Risu, and modules under them: entries are looked at one after the other, and what an entry inserts is seen by the next.

mod agnai;
mod budget;
mod koboldcpp;
mod risu;
mod spec;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::activation::{Activation, Active, slots_in_order};
use crate::decorator::{Condition, Effects, Line};
use crate::error::Error;
use crate::host::Host;
use crate::lore::{Lore, Plan, Status};
use crate::placement::Placement;
use crate::rules::{BudgetRule, Judge, Places};
use crate::run::{Account, Verdict, key_of};
use crate::state::{EntryKey, Remembered, State};
use crate::trace::{Cause, Fired, KeyMatch, Outcome, PassKind, Stop};
use crate::turn::Turn;
use crate::window::{View, Window};
use cards_words::Role;

/// An entry that fired, before the budget.
pub(crate) struct Candidate {
    pub(crate) plan: u32,
    pub(crate) active: Active,
}

/// One turn, entry by entry.
type Run<'a, 'h, 'b> = crate::run::Run<'a, 'h, 'b, InTurn<'a>>;

struct InTurn<'a> {
    /// Messages of the assistant, the greeting included.
    assistant_messages: f64,
    /// The memory as it was before the turn, and what is added to it.
    memory: Memory<'a>,
    fired: Vec<Candidate>,
}

/// After-match memory.
pub(crate) struct Memory<'a> {
    matched: &'a mut BTreeMap<EntryKey, Remembered>,
    /// What the turn adds; a dry run leaves it here.
    added: BTreeMap<EntryKey, Remembered>,
}

pub(crate) fn activate(
    lore: &Lore,
    turn: &Turn<'_>,
    state: &mut State,
    host: &mut Host<'_>,
) -> Result<Activation, Error> {
    let compiled = &*lore.0;
    if let Some((at, line)) = compiled.aborts {
        return Err(Error::Aborted { book: at.book, entry: at.entry, line });
    }
    let State { matched, cache, .. } = state;
    let spoken = turn.heard().filter(|(_, message)| message.role == Role::Assistant).count();
    let in_turn = InTurn {
        assistant_messages: (spoken + usize::from(turn.greeting.is_some())) as f64,
        memory: Memory { matched, added: BTreeMap::new() },
        fired: Vec::new(),
    };
    let mut run = Run::new(compiled, turn, host, Window::new(compiled, turn, cache), in_turn);
    run.search_messages();
    run.pass_all();
    run.note_idle(0, |_, _, _| None);
    Ok(run.finish(lore))
}

impl<'a> Run<'a, '_, '_> {
    fn pass_all(&mut self) {
        let lore = self.lore;
        let mut current: BinaryHeap<Reverse<u32>> = BinaryHeap::new();
        let mut next: Vec<u32> = lore.always.clone();
        next.append(&mut self.window.woken);
        next.extend(self.forced());
        // The pass for which an entry was queued last, so that it is queued once.
        let mut queued: Vec<u32> = Vec::new();
        let mut kind = PassKind::Initial;
        while !next.is_empty() {
            let pass = self.passes.len() as u32 + 1;
            if !self.may_pass() {
                break;
            }
            next.sort_unstable();
            next.dedup();
            current.extend(next.drain(..).map(Reverse));
            let (fired_before, mut inserted) = (self.fired.len(), false);
            while let Some(Reverse(number)) = current.pop() {
                if matches!(self.outcomes.get(number as usize), Some(Outcome::Fired(_))) || !self.window.work.check() {
                    continue;
                }
                inserted |= self.look_at(number, pass);
                if !self.window.woken.is_empty() {
                    queued.resize(lore.plans.len(), 0);
                }
                for woken in std::mem::take(&mut self.window.woken) {
                    let last = queued.get_mut(woken as usize);
                    if let Some(last) = last.filter(|last| **last != pass || woken > number) {
                        // Those still ahead in this pass see the text at once, the others in the next pass.
                        if woken > number {
                            current.push(Reverse(woken));
                        } else {
                            *last = pass;
                            next.push(woken);
                        }
                    }
                }
            }
            let fired = self.fired.len() - fired_before;
            self.end_pass(kind, fired);
            kind = PassKind::Recursion;
            // Macros may come to something new, and Risu rolls again, whenever there is another pass.
            if inserted {
                let waiting = |number: &u32| !matches!(self.outcomes.get(*number as usize), Some(Outcome::Fired(_)));
                next.extend(lore.always.iter().copied().filter(waiting));
            }
        }
        if self.passes.is_empty() {
            self.end_pass(kind, 0);
        }
    }

    /// Looks at one entry; true when it inserted text that is searched.
    fn look_at(&mut self, number: u32, pass: u32) -> bool {
        let lore = self.lore;
        let Some(plan) = lore.plan(number) else { return false };
        match plan.status {
            Status::Disabled => {
                self.stop(number, pass, Stop::Disabled, None);
                return false;
            }
            Status::NoKeys if !self.is_forced(plan) => {
                self.stop(number, pass, Stop::NoKeys, None);
                return false;
            }
            Status::Ready | Status::NoKeys | Status::InvalidKey | Status::Empty => {}
        }
        let (cause, secondary) = match self.judge(plan) {
            Verdict::NoKey => return false,
            Verdict::Stop(stop, key) => {
                self.stop(number, pass, stop, key);
                return false;
            }
            Verdict::Fire(cause, secondary) => (cause, secondary),
        };
        self.remember(plan);
        if plan.status == Status::Empty {
            self.stop(number, pass, Stop::Empty, key_of(&cause));
            return false;
        }
        self.fire(number, plan, pass, cause, secondary)
    }

    fn judge(&mut self, plan: &Plan) -> Verdict {
        if self.is_forced(plan) {
            return Verdict::Fire(Cause::Forced, None);
        }
        match plan.rules.judge {
            Judge::Risu => self.judge_risu(plan),
            Judge::Newest => self.judge_newest(plan),
            Judge::Lite => self.judge_lite(plan),
            // World info is judged in passes, and comes here in no profile.
            Judge::Ccv3 | Judge::WorldInfo => self.judge_spec(plan),
            Judge::All => {
                let view = self.view(plan);
                self.judge_all(plan, view)
            }
        }
    }

    fn fire(&mut self, number: u32, plan: &Plan, pass: u32, cause: Cause, secondary: Option<KeyMatch>) -> bool {
        let lore = self.lore;
        let entry = lore.entry(plan);
        let written = lore.text(plan);
        let content = self.expanded(written, plan);
        let tokens = self.window.tokens(&content, self.host);
        if let Some(outcome) = self.outcomes.get_mut(number as usize) {
            *outcome = Outcome::Fired(Box::new(Fired { pass, cause, secondary, tokens, left: None }));
        }
        if plan.searched {
            // A hidden key shows to other entries only, so it has to be found before macros are expanded.
            match plan.rules.inserted.shown_before_expansion(written) {
                Some(shown) => {
                    let text = self.expanded(&shown, plan);
                    self.window.insert(&text, vec![(0, number)]);
                }
                None => self.window.insert(&content, vec![(0, number)]),
            }
        }
        let effects = plan.effects.as_deref();
        let (placement, role) = place(plan.rules.places, effects, &entry.placement, entry.role);
        let written = entry.priority.filter(|_| plan.rules.reads_priority);
        let priority = effects.and_then(|effects| effects.priority).or(written);
        let active = Active {
            at: plan.at,
            content,
            placement,
            role,
            order: entry.order,
            priority: priority.unwrap_or(entry.order),
            tokens,
            pass,
        };
        self.fired.push(Candidate { plan: number, active });
        plan.searched
    }

    fn finish(mut self, lore: &Lore) -> Activation {
        let fired = std::mem::take(&mut self.fired);
        let mut overflowed = false;
        let (kept, prompt_order) = match self.lore.rules.budget {
            BudgetRule::ByRank => self.keep_by_rank(fired, &mut overflowed),
            BudgetRule::UpTo(default) => self.keep_up_to(fired, default, &mut overflowed),
            BudgetRule::PerBook => self.keep_per_book(fired, &mut overflowed),
        };
        let disabled_prompts = self.disabled_prompts(&kept);
        if !self.turn.dry_run {
            self.memory.commit();
        }
        let entries: Vec<Active> = kept.into_iter().map(|candidate| candidate.active).collect();
        let slots = slots_in_order(&entries, &prompt_order);
        let (Account { trace, findings }, _) = self.account(lore);
        Activation { slots, prompt_order, entries, trace, findings, overflowed, disabled_prompts }
    }

    /// Collects the prompts that active entries switch off, each once.
    fn disabled_prompts(&self, kept: &[Candidate]) -> Vec<String> {
        let mut prompts: Vec<String> = Vec::new();
        let plans = kept.iter().filter_map(|candidate| self.lore.plan(candidate.plan));
        for plan in plans.filter(|plan| plan.rules.reports_disabled_prompts) {
            for prompt in plan.effects.iter().flat_map(|effects| &effects.disabled_prompts) {
                if !prompts.contains(prompt) {
                    prompts.push(prompt.clone());
                }
            }
        }
        prompts
    }

    fn view(&mut self, plan: &Plan) -> View {
        let depth = self.window.depth(plan.scan, self.host);
        let skips = plan.effects.as_deref().is_some_and(|effects| effects.skip_inserted);
        let sees = plan.recursive || plan.rules.always_sees_inserted;
        View { depth, fields: 0, inserted: sees && !skips, blind: false }
    }

    /// Finds the first condition that does not hold.
    fn failed_condition(&self, plan: &Plan, count: f64) -> Option<(Line, &'static str)> {
        let failed = plan.conditions().iter().find(|(_, condition)| match condition {
            Condition::After(needed) => count < *needed,
            Condition::Every(every) => count % *every != 0.0,
            Condition::Greeting(index) => self.turn.greeting.is_none_or(|greeting| f64::from(greeting.index) != *index),
            Condition::UserIcon(name) => self.turn.user_icon != Some(name),
        });
        failed.map(|(line, condition)| (*line, condition.name()))
    }
}

/// Where a text goes and who speaks it: decorators before the entry's own fields.
fn place(places: Places, effects: Option<&Effects>, own: &Placement, own_role: Role) -> (Placement, Role) {
    let placement = effects.and_then(|effects| effects.placement.clone());
    let role = effects.and_then(|effects| effects.role);
    match places {
        Places::DecoratorsOnly => {
            let how = effects.map(|effects| effects.inject_how.clone()).unwrap_or_default();
            let placement = match placement {
                Some(Placement::Inject { target, .. }) => Placement::Inject { target, how },
                other => other.unwrap_or_default(),
            };
            (placement, role.unwrap_or_default())
        }
        Places::One => (Placement::Default, Role::default()),
        Places::Named => {
            let known = matches!(
                own,
                Placement::BeforeChar | Placement::AfterChar | Placement::AuthorNoteTop | Placement::AuthorNoteBottom
            );
            let own = if known { own.clone() } else { Placement::Default };
            (placement.unwrap_or(own), role.unwrap_or_default())
        }
        Places::AsGiven => (placement.unwrap_or_else(|| own.clone()), role.unwrap_or(own_role)),
    }
}
