//! SillyTavern: in each pass all entries are looked at over the same text, then groups, dice and budget decide.

mod group;
mod judge;
mod place;
mod timed;

use std::collections::{BTreeMap, BTreeSet};

use crate::activation::{Activation, Active};
use crate::book::Entry;
use crate::decorator::Scan;
use crate::host::Host;
use crate::lore::{Compiled, Lore, Plan};
use crate::run::{Account, key_of};
use crate::state::State;
use crate::trace::{Cause, Fired, KeyMatch, Outcome, PassKind, Stop};
use crate::turn::Turn;
use crate::window::{View, Window};

use timed::Effects;

/// One turn in passes.
type Run<'a, 'h, 'b> = crate::run::Run<'a, 'h, 'b, Passes<'a>>;

/// The state of one scan.
struct Passes<'a> {
    effects: Effects,
    /// Entries with something that may fire them, and that are not done yet, in list order.
    waiting: BTreeSet<u32>,
    /// Entries that nothing can change any more in this scan.
    done: Vec<bool>,
    /// Entries that fired, in order.
    active: Vec<Active>,
    active_plans: Vec<u32>,
    /// Names of groups that an active entry belongs to, as whole fields.
    active_groups: BTreeSet<&'a str>,
    /// Delay levels that have not come yet, ascending, and the one that has.
    levels: Vec<u32>,
    level: u32,
    /// How much deeper than the setting the window is.
    skew: usize,
    /// Tokens of the inserted text that is searched.
    recursion_tokens: u64,
    budget: f64,
    overflowed: bool,
}

/// An entry that may fire in this pass.
#[derive(Clone)]
struct Candidate {
    plan: u32,
    cause: Cause,
    secondary: Option<KeyMatch>,
    sticky: bool,
}

/// An entry that passed groups and dice, with its text.
struct Survivor {
    plan: u32,
    text: Text,
}

/// The text of an entry that passed groups and dice.
enum Text {
    /// That of the active entry at this place.
    Active(usize),
    /// Its own, since the budget kept the entry out.
    KeptOut(String),
}

pub(crate) fn activate(lore: &Lore, turn: &Turn<'_>, state: &mut State, host: &mut Host<'_>) -> Activation {
    let compiled = &*lore.0;
    let length = turn.heard().count() as u64 + u64::from(turn.greeting.is_some());
    let effects = Effects::begin(compiled, turn, state, length);
    let mends = compiled.rules.mends();
    let mut levels = if mends && !compiled.settings.recursive { Vec::new() } else { compiled.levels.clone() };
    let first_level = if levels.is_empty() { 0 } else { levels.remove(0) };
    let passes = Passes {
        effects,
        waiting: BTreeSet::new(),
        done: vec![false; compiled.plans.len()],
        active: Vec::new(),
        active_plans: Vec::new(),
        active_groups: BTreeSet::new(),
        levels,
        level: first_level,
        skew: 0,
        recursion_tokens: 0,
        budget: budget(compiled, turn),
        overflowed: false,
    };
    let mut run = Run::new(compiled, turn, host, Window::new(compiled, turn, &mut state.cache), passes);
    run.search();
    run.pass_all();
    let last = run.passes.len() as u32;
    run.note_idle(last, |run, number, plan| run.standing_stop(number, plan));
    let (Account { trace, findings }, Passes { active, active_plans, overflowed, effects, .. }) = run.account(lore);
    if !turn.dry_run {
        effects.commit(compiled, &active_plans, state, length);
    }
    let (prompt_order, slots) = place::place(&active, mends);
    Activation { entries: active, prompt_order, slots, trace, findings, overflowed, disabled_prompts: Vec::new() }
}

/// De facto: a percentage of the prompt size, at least 1, at most the cap.
fn budget(lore: &Compiled, turn: &Turn<'_>) -> f64 {
    let settings = &lore.settings;
    let own = settings.token_budget.into_iter().chain(settings.turn_budget).reduce(f64::min);
    if let Some(budget) = own {
        return budget;
    }
    let max_context = turn.max_context.unwrap_or(settings.max_context);
    let share = (settings.budget_percent * max_context / 100.0 + 0.5).floor();
    let budget = if share == 0.0 { 1.0 } else { share };
    if settings.budget_cap > 0.0 { budget.min(settings.budget_cap) } else { budget }
}

impl<'a> Run<'a, '_, '_> {
    fn search(&mut self) {
        let lore = self.lore;
        self.search_messages();
        self.window.search_surroundings(lore.fields);
        self.waiting.extend(&lore.always);
        let (sticky, forced) = (self.effects.sticky_plans(), self.forced());
        self.waiting.extend(sticky);
        self.waiting.extend(forced);
    }

    fn pass_all(&mut self) {
        let mut kind = Some(PassKind::Initial);
        while let Some(now) = kind {
            let most = self.lore.settings.max_passes;
            if most > 0 && self.passes.len() >= most {
                break;
            }
            if !self.may_pass() {
                break;
            }
            kind = self.pass(now);
        }
    }

    /// Makes one pass and says which is next.
    fn pass(&mut self, kind: PassKind) -> Option<PassKind> {
        let number = self.passes.len() as u32 + 1;
        let mut woken = std::mem::take(&mut self.window.woken);
        woken.retain(|plan| self.done.get(*plan as usize) == Some(&false));
        self.waiting.extend(woken);
        let mut candidates = self.candidates(kind, number);
        // Sticky entries come first.
        candidates.sort_by_key(|candidate| !candidate.sticky);
        self.settle_groups(&mut candidates, kind, number);
        let active_before = self.active.len();
        let survivors = self.roll_and_pay(candidates, number);
        let fired = self.active.len() - active_before;
        self.end_pass(kind, fired);
        let next = self.next_kind(kind, &survivors);
        if next.is_some() {
            self.insert(&survivors);
        }
        next
    }

    fn candidates(&mut self, kind: PassKind, number: u32) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        let waiting: Vec<u32> = self.waiting.iter().copied().collect();
        for plan_number in waiting {
            let Some(plan) = self.lore.plan(plan_number) else { continue };
            if !self.window.work.check() {
                break;
            }
            match self.look_at(plan_number, plan, kind) {
                judge::Look::Fire(candidate) => candidates.push(candidate),
                judge::Look::NoKey => {}
                judge::Look::Stop { stop, key, done } => {
                    self.stop(plan_number, number, stop, key);
                    if done {
                        self.finish(plan_number);
                    }
                }
            }
        }
        candidates
    }

    /// Rolls the dice of each candidate and pays for it out of the budget; gives those that passed the dice, with
    /// their text.
    fn roll_and_pay(&mut self, candidates: Vec<Candidate>, number: u32) -> Vec<Survivor> {
        let lore = self.lore;
        let mut survivors = Vec::new();
        let mut pass_tokens = 0;
        for candidate in candidates {
            let Some(plan) = lore.plan(candidate.plan) else { continue };
            let entry = lore.entry(plan);
            if self.overflowed && !entry.ignore_budget {
                // De facto: once the budget is short, only entries that it does not hold for get in.
                let needed = self.window.tokens(lore.text(plan), self.host);
                self.over_budget(&candidate, number, needed, self.recursion_tokens + pass_tokens);
                if lore.rules.mends() {
                    continue;
                }
                survivors.push(Survivor { plan: candidate.plan, text: Text::KeptOut(lore.text(plan).to_owned()) });
                continue;
            }
            if let Some(stop) = self.failed_roll(entry, candidate.sticky) {
                self.stop(candidate.plan, number, stop, key_of(&candidate.cause));
                self.finish(candidate.plan);
                continue;
            }
            let content = self.expanded(lore.text(plan), plan);
            let tokens = self.window.tokens(&content, self.host);
            let used = self.recursion_tokens + pass_tokens + tokens;
            if !entry.ignore_budget && used as f64 >= self.budget {
                self.overflowed = true;
                self.over_budget(&candidate, number, tokens, used - tokens);
                if !lore.rules.mends() {
                    pass_tokens += tokens;
                    survivors.push(Survivor { plan: candidate.plan, text: Text::KeptOut(content) });
                }
                continue;
            }
            pass_tokens += tokens;
            survivors.push(Survivor { plan: candidate.plan, text: Text::Active(self.active.len()) });
            self.fire(candidate, plan, content, tokens, number, used);
        }
        if lore.rules.mends() {
            self.recursion_tokens += pass_tokens;
        }
        survivors
    }

    fn failed_roll(&mut self, entry: &Entry, sticky: bool) -> Option<Stop> {
        let mends = self.lore.rules.mends();
        let certain = |chance: f64| if mends { chance >= 100.0 } else { chance == 100.0 };
        let chance = entry.probability.filter(|&chance| !certain(chance) && !sticky)?;
        if mends && chance <= 0.0 {
            return Some(Stop::Probability { rolled: 0.0, chance });
        }
        let rolled = self.host.dice.roll() * 100.0;
        (rolled > chance || (mends && rolled == chance)).then_some(Stop::Probability { rolled, chance })
    }

    fn fire(&mut self, candidate: Candidate, plan: &'a Plan, content: String, tokens: u64, pass: u32, used: u64) {
        let lore = self.lore;
        let entry = lore.entry(plan);
        self.finish(candidate.plan);
        if !entry.group.names.is_empty() {
            if lore.rules.mends() {
                self.active_groups.extend(group::names(&entry.group.names, true));
            } else {
                self.active_groups.insert(&entry.group.names);
            }
        }
        self.active_plans.push(candidate.plan);
        self.active.push(Active::of(plan.at, entry, content, tokens, pass));
        let left = self.budget - used as f64;
        if let Some(outcome) = self.outcomes.get_mut(candidate.plan as usize) {
            let Candidate { cause, secondary, .. } = candidate;
            *outcome = Outcome::Fired(Box::new(Fired { pass, cause, secondary, tokens, left: Some(left) }));
        }
    }

    fn over_budget(&mut self, candidate: &Candidate, pass: u32, needed: u64, used: u64) {
        let stop = Stop::Budget { needed, used: used as f64, budget: self.budget };
        self.stop(candidate.plan, pass, stop, key_of(&candidate.cause));
    }

    fn next_kind(&mut self, kind: PassKind, survivors: &[Survivor]) -> Option<PassKind> {
        let settings = &self.lore.settings;
        let may_recurse = settings.recursive && !self.overflowed;
        let searched = survivors.iter().any(|survivor| self.is_searched(survivor.plan));
        if may_recurse && (searched || (kind == PassKind::MinActivations && self.window.has_inserted())) {
            return Some(PassKind::Recursion);
        }
        if !self.overflowed && self.active.len() < settings.min_activations {
            let depth = self.window.depth(None, self.host) + self.skew;
            let most = settings.min_activations_depth;
            // What is searched next, which SillyBunny keeps within both.
            let next = depth + usize::from(self.lore.rules.mends());
            if next <= self.window.message_count() && (most == 0 || next <= most) {
                self.skew += 1;
                self.window.search_messages(depth + 1);
                return Some(PassKind::MinActivations);
            }
        }
        if self.levels.is_empty() || (self.lore.rules.mends() && kind != PassKind::Recursion) {
            return None;
        }
        self.level = self.levels.remove(0);
        Some(PassKind::Recursion)
    }

    fn is_searched(&self, plan: u32) -> bool {
        self.lore.plan(plan).is_some_and(|plan| plan.searched)
    }

    /// The texts of a pass become one text that later passes search.
    fn insert(&mut self, survivors: &[Survivor]) {
        let mut text = String::new();
        let mut pieces = Vec::new();
        let mut first = true;
        for Survivor { plan, text: own } in survivors {
            if !self.is_searched(*plan) {
                continue;
            }
            if !std::mem::replace(&mut first, false) {
                text.push('\n');
            }
            let content = match own {
                Text::KeptOut(own) => own.clone(),
                Text::Active(number) => {
                    self.active.get(*number).map(|active| active.content.clone()).unwrap_or_default()
                }
            };
            pieces.push((text.len(), *plan));
            text.push_str(&content);
            if !self.lore.rules.mends() {
                self.recursion_tokens += self.window.tokens(&content, self.host);
            }
        }
        if !text.is_empty() {
            self.window.insert(&text, pieces);
        }
    }

    /// Takes an entry out of the scan.
    fn finish(&mut self, plan: u32) {
        self.waiting.remove(&plan);
        if let Some(done) = self.done.get_mut(plan as usize) {
            *done = true;
        }
    }

    /// What an entry sees in a pass.
    fn view(&mut self, plan: &Plan, kind: PassKind) -> View {
        let depth = match plan.scan {
            Some(scan) => self.window.depth(Some(scan), self.host),
            None => self.window.depth(None, self.host) + self.skew,
        };
        let fields = self.lore.entry(plan).fields.bits();
        let inserted = kind != PassKind::MinActivations;
        if self.lore.rules.mends() {
            let blind = matches!(plan.scan, Some(Scan::Messages(depth)) if depth < 0.0);
            return View { depth, fields: if depth == 0 { 0 } else { fields }, inserted, blind };
        }
        View { depth, fields, inserted, blind: depth == 0 }
    }
}

/// Timed effects by plan.
type ByPlan<T> = BTreeMap<u32, T>;
