//! Marinara: the first wave searches the chat; what it inserts, and nothing else, is searched by the next, and so on.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::activation::{Activation, Active, slots_in_order};
use crate::book::Entry;
use crate::finding::Finding;
use crate::host::Host;
use crate::lore::{Compiled, Lore, Plan, Status};
use crate::rules::Judge;
use crate::run::{Account, Verdict, key_of};
use crate::state::{EntryKey, State, Timed, identity};
use crate::trace::{Cause, Fired, GroupWin, KeyList, KeyMatch, Outcome, PassKind, Source, Stop};
use crate::turn::Turn;
use crate::window::{View, Window};
use cards_words::{Message, Role};

/// Waves behind the first, and entries of one book; the client lets a book set both.
const RECURSIONS: usize = 3;
const ENTRIES: usize = 100;

/// What lasts over the waves of one turn.
struct Waves {
    /// The throws of the dice: one for each entry.
    throws: BTreeMap<u32, bool>,
    /// Entries that had their chance.
    seen: BTreeSet<u32>,
    /// Groups of entries that are inserted.
    groups: BTreeSet<String>,
    chosen: Vec<(u32, Active)>,
    /// Entries that fired by their own stickiness.
    kept: BTreeSet<u32>,
    /// Tokens and entries of each book, by its place.
    spent: BTreeMap<usize, (u64, usize)>,
    /// Tokens of all of them.
    used: u64,
    overflowed: bool,
    outcomes: Vec<Outcome>,
    passes: Vec<crate::trace::Pass>,
    findings: Vec<Finding>,
}

/// An entry that may be inserted.
struct Candidate {
    plan: u32,
    cause: Cause,
    secondary: Option<KeyMatch>,
}

type Run<'a, 'h, 'b> = crate::run::Run<'a, 'h, 'b, ()>;

/// The texts of the wave before, in one, and which entry each is of.
struct Inserted {
    text: String,
    pieces: Vec<(usize, u32)>,
}

pub(crate) fn activate(lore: &Lore, turn: &Turn<'_>, state: &mut State, host: &mut Host<'_>) -> Activation {
    let compiled = &*lore.0;
    let mut waves = Waves {
        throws: BTreeMap::new(),
        seen: BTreeSet::new(),
        groups: BTreeSet::new(),
        chosen: Vec::new(),
        kept: BTreeSet::new(),
        spent: BTreeMap::new(),
        used: 0,
        overflowed: false,
        outcomes: vec![Outcome::NoKey; compiled.plans.len()],
        passes: Vec::new(),
        findings: Vec::new(),
    };
    let said_last = turn.heard().map(|(_, message)| message).filter(|message| message.role == Role::User).last();
    let current = match said_last.filter(|message| !message.text.is_empty()) {
        Some(message) => matching(compiled, message, state, host),
        None => BTreeSet::new(),
    };
    let most = match compiled.settings.max_passes {
        0 => 1 + RECURSIONS,
        most => most,
    };
    let mut inserted: Option<Inserted> = None;
    while waves.passes.len() < most.min(compiled.limits.passes) {
        let searched = match &inserted {
            None => Cow::Borrowed(turn),
            Some(inserted) => {
                Cow::Owned(Turn { messages: vec![Message::system(&*inserted.text)], greeting: None, ..turn.clone() })
            }
        };
        let last = waves.wave(lore, &searched, inserted.as_ref(), &current, state, host);
        match last {
            Some(next) => inserted = Some(next),
            None => break,
        }
    }
    waves.end(lore, turn, state)
}

/// The plans of which some key is in a message alone.
fn matching(lore: &Compiled, message: &Message<'_>, state: &mut State, host: &mut Host<'_>) -> BTreeSet<u32> {
    let turn = Turn { messages: vec![Message::user(&*message.text)], ..Turn::default() };
    let mut run = Run::new(lore, &turn, host, Window::new(lore, &turn, &mut state.cache), ());
    run.window.search_messages(1);
    let mut plans: BTreeSet<u32> = run.window.woken.iter().chain(&lore.always).copied().collect();
    plans.retain(|&number| lore.plan(number).is_some_and(|plan| run.key(plan).is_some()));
    plans
}

impl Run<'_, '_, '_> {
    fn view(&mut self, plan: &Plan) -> View {
        View { depth: self.window.depth(plan.scan, self.host), fields: 0, inserted: false, blind: false }
    }

    fn key(&mut self, plan: &Plan) -> Option<KeyMatch> {
        let view = self.view(plan);
        let keys = &self.lore.entry(plan).keys;
        self.window.find_any(KeyList::Primary, &plan.keys, keys, plan, view, self.host)
    }
}

impl Waves {
    /// Makes one wave; what the next one searches, where there is to be one.
    fn wave(
        &mut self,
        lore: &Lore,
        turn: &Turn<'_>,
        before: Option<&Inserted>,
        current: &BTreeSet<u32>,
        state: &mut State,
        host: &mut Host<'_>,
    ) -> Option<Inserted> {
        let compiled = &*lore.0;
        let State { sticky, cooldown, cache, .. } = state;
        let timed = |plan: &Plan, effects: &BTreeMap<EntryKey, Timed>| {
            if effects.is_empty() { None } else { effects.get(&compiled.key(plan)).copied() }
        };
        let mut run = Run::new(compiled, turn, host, Window::new(compiled, turn, cache), ());
        run.outcomes = std::mem::take(&mut self.outcomes);
        run.search_messages();
        let mut looked: BTreeSet<u32> = std::mem::take(&mut run.window.woken).into_iter().collect();
        looked.extend(&compiled.always);
        looked.extend(run.forced());
        looked.retain(|number| !self.seen.contains(number));
        let pass = self.passes.len() as u32 + 1;
        // De facto: where some book is searched recursively, the client makes the first search twice, and takes what either found.
        let again = before.is_none() && compiled.plans.iter().any(|plan| plan.recursive);
        let mut found: Vec<Candidate> = Vec::new();
        for _ in 0..1 + usize::from(again) {
            let mut once = Vec::new();
            // The throws of the second search last.
            if before.is_none() {
                self.throws.clear();
            }
            for &number in &looked {
                let Some(plan) = compiled.plan(number) else { continue };
                if !run.window.work.check() {
                    break;
                }
                let effects = (timed(plan, sticky), timed(plan, cooldown));
                match self.look_at(&mut run, number, plan, before, effects) {
                    Verdict::Fire(cause, secondary) => once.push(Candidate { plan: number, cause, secondary }),
                    Verdict::NoKey => {}
                    Verdict::Stop(stop, key) => run.stop(number, pass, stop, key),
                }
            }
            let once = self.settle_groups(&mut run, once, pass);
            // What the second search found comes first.
            let known: BTreeSet<u32> = once.iter().map(|candidate| candidate.plan).collect();
            found.retain(|candidate| !known.contains(&candidate.plan));
            found = once.into_iter().chain(found).collect();
        }
        let order = |number: u32| compiled.plan(number).map_or(0.0, |plan| compiled.entry(plan).order);
        found.sort_by(|a, b| (order(a.plan) + 0.0).total_cmp(&(order(b.plan) + 0.0)));
        let next = self.choose(&mut run, found, before.is_none().then_some(current), pass);
        if next.is_none() {
            run.note_idle(pass, |_, _, _| None);
        }
        self.outcomes = std::mem::take(&mut run.outcomes);
        let (Account { findings, .. }, ()) = run.account(lore);
        for finding in findings {
            if !self.findings.contains(&finding) {
                self.findings.push(finding);
            }
        }
        next
    }

    /// Whether an entry may be inserted; the checks are in the client's order.
    fn look_at(
        &mut self,
        run: &mut Run<'_, '_, '_>,
        number: u32,
        plan: &Plan,
        before: Option<&Inserted>,
        (sticky, rest): (Option<Timed>, Option<Timed>),
    ) -> Verdict {
        let entry = run.lore.entry(plan);
        if run.is_forced(plan) {
            return if before.is_none() { Verdict::Fire(Cause::Forced, None) } else { Verdict::NoKey };
        }
        let recursion = entry.recursion;
        if before.is_none() && recursion.delay_level > 0 {
            return Verdict::Stop(Stop::RecursionDelayed { level: recursion.delay_level }, None);
        }
        if before.is_some() && !plan.recursive {
            return Verdict::NoKey;
        }
        if before.is_some() && recursion.exclude {
            return Verdict::Stop(Stop::RecursionExcluded, None);
        }
        if before.is_some() && self.groups.contains(&entry.group.names) {
            let stop = Stop::Group { group: entry.group.names.clone(), winner: None, how: GroupWin::Active };
            return Verdict::Stop(stop, None);
        }
        if plan.status == Status::Disabled {
            return Verdict::Stop(Stop::Disabled, None);
        }
        if let Some(left) = sticky.map(|timed| timed.end).filter(|left| *left > 0) {
            return Verdict::Fire(Cause::Sticky { until: left }, None);
        }
        if let Some(stop) = waits(entry, rest) {
            return Verdict::Stop(stop, None);
        }
        if plan.rules.judge == Judge::All {
            let view = run.view(plan);
            return run.judge_all(plan, view);
        }
        let (cause, secondary) = if plan.constant {
            (Cause::Constant, None)
        } else {
            let view = run.view(plan);
            let Some(mut key) = run.key(plan) else { return Verdict::NoKey };
            let mut secondary = None;
            if let Some(logic) = plan.logic {
                match run.second_condition(plan, logic, view) {
                    Ok(found) => secondary = found,
                    Err(mut decided) => {
                        decided.iter_mut().for_each(|key| place(key, before, run.lore));
                        place(&mut key, before, run.lore);
                        return Verdict::Stop(Stop::Secondary { logic, key: decided }, Some(key));
                    }
                }
            }
            secondary.iter_mut().for_each(|key| place(key, before, run.lore));
            place(&mut key, before, run.lore);
            (Cause::Key(key), secondary)
        };
        match self.throw(run, number, entry) {
            Some(stop) => Verdict::Stop(stop, key_of(&cause)),
            None => Verdict::Fire(cause, secondary),
        }
    }

    /// A throw has to stay below the chance; none is made where it is 0, or 100 and more, and one that was made counts for all waves.
    fn throw(&mut self, run: &mut Run<'_, '_, '_>, number: u32, entry: &Entry) -> Option<Stop> {
        let chance = entry.probability.filter(|&chance| chance < 100.0)?;
        let mut rolled = 100.0;
        let passes = *self.throws.entry(number).or_insert_with(|| {
            if chance > 0.0 {
                rolled = run.host.dice.roll() * 100.0;
            }
            rolled < chance
        });
        (!passes).then_some(Stop::Probability { rolled, chance })
    }

    /// Of the members of a group one stays: a sticky one where there is any, else by weight.
    fn settle_groups(&self, run: &mut Run<'_, '_, '_>, found: Vec<Candidate>, pass: u32) -> Vec<Candidate> {
        let lore = run.lore;
        let entry = |candidate: &Candidate| lore.plan(candidate.plan).map(|plan| lore.entry(plan));
        let name = |candidate: &Candidate| entry(candidate).map_or("", |entry| entry.group.names.as_str());
        let (mut alone, grouped): (Vec<_>, Vec<_>) = found.into_iter().partition(|c| name(c).is_empty());
        let (mut groups, mut places) = (Vec::<(&str, Vec<Candidate>)>::new(), HashMap::new());
        for candidate in grouped {
            let name = name(&candidate);
            let place = *places.entry(name).or_insert(groups.len());
            match groups.get_mut(place) {
                Some((_, members)) => members.push(candidate),
                None => groups.push((name, vec![candidate])),
            }
        }
        for (group, mut members) in groups {
            let is_sticky = |candidate: &Candidate| matches!(candidate.cause, Cause::Sticky { .. });
            let how = if members.iter().any(is_sticky) { GroupWin::Sticky } else { GroupWin::Roll };
            let in_it: Vec<usize> = (0..members.len())
                .filter(|&at| how == GroupWin::Roll || members.get(at).is_some_and(is_sticky))
                .collect();
            let of = |at: usize| members.get(at).and_then(entry);
            let weight = |at: &usize| of(*at).and_then(|e| e.group.weight).map_or(100.0, |w| w.max(0.0));
            let total: f64 = in_it.iter().map(weight).sum();
            let winner = if total > 0.0 {
                let mut left = run.host.dice.roll() * total;
                in_it.iter().copied().find(|at| {
                    left -= weight(at);
                    left <= 0.0
                })
            } else {
                in_it.iter().copied().reduce(|best, at| {
                    let order = |at: usize| of(at).map_or(0.0, |entry| entry.order);
                    if order(at) < order(best) { at } else { best }
                })
            };
            let Some(winner) = winner.or(in_it.last().copied()).filter(|at| *at < members.len()) else { continue };
            let winner = members.remove(winner);
            let at = lore.plan(winner.plan).map(|plan| plan.at);
            for loser in members {
                let stop = Stop::Group { group: group.to_owned(), winner: at, how };
                run.stop(loser.plan, pass, stop, key_of(&loser.cause));
            }
            alone.push(winner);
        }
        alone
    }

    /// Takes what there is room for: constant entries first, then those that what the user said last fires, each by order.
    fn choose(
        &mut self,
        run: &mut Run<'_, '_, '_>,
        mut found: Vec<Candidate>,
        current: Option<&BTreeSet<u32>>,
        pass: u32,
    ) -> Option<Inserted> {
        let lore = run.lore;
        self.seen.extend(found.iter().map(|candidate| candidate.plan));
        let rank = |candidate: &Candidate| {
            let constant = lore.plan(candidate.plan).is_some_and(|plan| plan.constant);
            let keyed = matches!(candidate.cause, Cause::Key(_));
            (!constant, !(keyed && current.is_some_and(|current| current.contains(&candidate.plan))))
        };
        found.sort_by_key(rank);
        let budget = |budget: Option<f64>| budget.filter(|budget| *budget > 0.0).unwrap_or(f64::INFINITY);
        let turn = budget(lore.settings.token_budget).min(budget(lore.settings.turn_budget));
        let mut new: Vec<(u32, Active)> = Vec::new();
        for Candidate { plan: number, cause, secondary } in found {
            let Some(plan) = lore.plan(number) else { continue };
            let entry = lore.entry(plan);
            let content = run.expanded(lore.text(plan), plan);
            let tokens = run.window.tokens(&content, run.host);
            let own = budget(lore.book(plan).token_budget);
            let (book_used, count) = self.spent.get(&plan.at.book).copied().unwrap_or_default();
            let is_over_own = (book_used + tokens) as f64 > own;
            let (short, spent) = if is_over_own { (own, book_used) } else { (turn, self.used) };
            if is_over_own || (self.used + tokens) as f64 > turn || count >= ENTRIES {
                self.overflowed = true;
                let stop = Stop::Budget { needed: tokens, used: spent as f64, budget: short };
                run.stop(number, pass, stop, key_of(&cause));
                continue;
            }
            self.spent.insert(plan.at.book, (book_used + tokens, count + 1));
            self.used += tokens;
            if matches!(cause, Cause::Sticky { .. }) {
                self.kept.insert(number);
            }
            if !entry.group.names.is_empty() {
                self.groups.insert(entry.group.names.clone());
            }
            let left = Some(own - (book_used + tokens) as f64).filter(|left| left.is_finite());
            if let Some(outcome) = run.outcomes.get_mut(number as usize) {
                *outcome = Outcome::Fired(Box::new(Fired { pass, cause, secondary, tokens, left }));
            }
            new.push((number, Active::of(plan.at, entry, content, tokens, pass)));
        }
        let kind = if current.is_some() { PassKind::Initial } else { PassKind::Recursion };
        self.passes.push(crate::trace::Pass { kind, fired: new.len() });
        let mut inserted = Inserted { text: String::new(), pieces: Vec::new() };
        let mut by_order: Vec<&(u32, Active)> = new.iter().collect();
        by_order.sort_by(|(_, a), (_, b)| (a.order + 0.0).total_cmp(&(b.order + 0.0)));
        for (number, active) in by_order.into_iter().filter(|(n, _)| lore.plan(*n).is_some_and(|plan| plan.searched)) {
            if !inserted.pieces.is_empty() {
                inserted.text.push('\n');
            }
            inserted.pieces.push((inserted.text.len(), *number));
            inserted.text.push_str(&active.content);
        }
        self.chosen.extend(new);
        (!inserted.text.is_empty()).then_some(inserted)
    }

    fn end(self, lore: &Lore, turn: &Turn<'_>, state: &mut State) -> Activation {
        let Self { mut chosen, kept, overflowed, outcomes, passes, findings, .. } = self;
        let compiled = &*lore.0;
        chosen.sort_by(|(_, a), (_, b)| (a.order + 0.0).total_cmp(&(b.order + 0.0)));
        if !turn.dry_run {
            let fired = chosen.iter().map(|(number, _)| *number).filter(|number| !kept.contains(number)).collect();
            count_down(compiled, &fired, state);
        }
        let entries: Vec<Active> = chosen.into_iter().map(|(_, active)| active).collect();
        let prompt_order: Vec<usize> = (0..entries.len()).collect();
        let slots = slots_in_order(&entries, &prompt_order);
        let (profile, listing) = (compiled.settings.profile, compiled.listing.clone());
        let trace = crate::trace::Trace { profile, passes, listing, outcomes };
        Activation { entries, prompt_order, slots, trace, findings, overflowed, disabled_prompts: Vec::new() }
    }
}

/// A place in the texts of the wave before as one in the content of an entry.
fn place(key: &mut KeyMatch, before: Option<&Inserted>, lore: &Compiled) {
    let Some(before) = before.filter(|_| matches!(key.source, Source::Message(_))) else { return };
    let piece = before.pieces.partition_point(|&(start, _)| start <= key.offset).checked_sub(1);
    let piece = piece.and_then(|piece| before.pieces.get(piece));
    if let Some((start, plan)) = piece.and_then(|&(start, number)| Some((start, lore.plan(number)?))) {
        key.source = Source::Inserted(plan.at);
        key.offset -= start;
    }
}

/// What an entry waits for: its first chance, or the end of its rest. The client counts its answers.
fn waits(entry: &Entry, rest: Option<Timed>) -> Option<Stop> {
    let (delay, cooldown) = (entry.timing.delay, entry.timing.cooldown);
    match rest {
        None => (delay > 0).then_some(Stop::Delay { needed: u64::from(delay), length: 0 }),
        Some(Timed { end: 0, .. }) => None,
        Some(Timed { end, start: 0, .. }) if delay > 0 => {
            Some(Stop::Delay { needed: u64::from(delay), length: u64::from(delay).saturating_sub(end) })
        }
        Some(Timed { end, .. }) => (cooldown > 0).then_some(Stop::Cooldown { until: end }),
    }
}

/// Counts one answer: what fired sticks and rests anew, what did not has one less to wait for.
fn count_down(lore: &Compiled, fired: &BTreeSet<u32>, state: &mut State) {
    for (plan, number) in lore.plans.iter().zip(0..) {
        let entry = lore.entry(plan);
        let timing = entry.timing;
        if timing == crate::book::Timing::default() {
            continue;
        }
        let key = lore.key(plan);
        let left = |effects: &BTreeMap<EntryKey, Timed>| effects.get(&key).map(|timed| timed.end);
        let mut sticky = left(&state.sticky).unwrap_or_default();
        let mut rest = left(&state.cooldown).unwrap_or(u64::from(timing.delay));
        let mut start = state.cooldown.get(&key).map_or(0, |timed| timed.start);
        if fired.contains(&number) {
            (sticky, rest, start) = (u64::from(timing.sticky), u64::from(timing.cooldown), 1);
        } else if sticky > 0 {
            sticky -= 1;
        } else {
            rest = rest.saturating_sub(1);
        }
        let hash = identity(entry);
        let keep = |effects: &mut BTreeMap<EntryKey, Timed>, end: u64, stays: bool| {
            if end > 0 || stays {
                effects.insert(key.clone(), Timed { hash, start, end, protected: false });
            } else {
                effects.remove(&key);
            }
        };
        keep(&mut state.sticky, sticky, false);
        keep(&mut state.cooldown, rest, timing.delay > 0);
    }
}
