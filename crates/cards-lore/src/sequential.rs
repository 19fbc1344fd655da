//! Spec, Risu and Module: entries are looked at one after the other, and what an entry inserts is seen by the next.

mod budget;
mod risu;
mod spec;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::activation::{Activation, Active, slots_in_order};
use crate::decorator::{Condition, Effects, Line};
use crate::error::LoreError;
use crate::host::Host;
use crate::lore::{Compiled, Lore, Plan, Status};
use crate::placement::{Placement, Role};
use crate::settings::Profile;
use crate::state::{EntryKey, Remembered, State};
use crate::trace::{Cause, Fired, KeyList, KeyMatch, Outcome, Pass, PassKind, Stop, Stopped, Trace};
use crate::turn::Turn;
use crate::visible::Visible;
use crate::window::{View, Window};

/// What looking at an entry came to.
pub(crate) enum Verdict {
    Fire(Cause, Option<KeyMatch>),
    Stop(Stop, Option<KeyMatch>),
    NoKey,
}

/// An entry that fired, before the budget.
pub(crate) struct Candidate {
    pub(crate) plan: u32,
    pub(crate) active: Active,
}

struct Run<'a, 'h, 'b> {
    lore: &'a Compiled,
    turn: &'a Turn<'a>,
    /// Messages of the assistant, the greeting included.
    assistant_messages: f64,
    host: &'h mut Host<'b>,
    window: Window<'a>,
    /// The memory as it was before the turn, and what is added to it.
    state: Memory<'a>,
    outcomes: Vec<Outcome>,
    fired: Vec<Candidate>,
    passes: Vec<Pass>,
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
) -> Result<Activation, LoreError> {
    let compiled = &*lore.0;
    if let Some((at, line)) = compiled.aborts {
        return Err(LoreError::Aborted { book: at.book, entry: at.entry, line });
    }
    let State { matched, cache, .. } = state;
    let spoken = turn.messages.iter().filter(|message| message.role == Role::Assistant).count();
    let mut run = Run {
        lore: compiled,
        turn,
        assistant_messages: (spoken + usize::from(turn.greeting.is_some())) as f64,
        host,
        window: Window::new(compiled, turn, cache),
        state: Memory { matched, added: BTreeMap::new() },
        outcomes: vec![Outcome::NoKey; compiled.plans.len()],
        fired: Vec::new(),
        passes: Vec::new(),
    };
    run.search();
    run.pass_all();
    run.note_idle();
    Ok(run.finish(lore))
}

impl<'a> Run<'a, '_, '_> {
    /// Searches as many messages as some entry may see.
    fn search(&mut self) {
        let mut deepest = 0;
        for scan in &self.lore.scans {
            deepest = deepest.max(self.window.depth(*scan, self.host));
        }
        if self.turn.look_beyond_depth {
            deepest = usize::MAX;
        }
        self.window.search_messages(deepest);
    }

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
            if self.passes.len() >= lore.limits.passes {
                self.window.work.reach("passes");
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
            self.passes.push(Pass { kind, fired: self.fired.len() - fired_before });
            kind = PassKind::Recursion;
            // Macros may come to something new, and Risu rolls again, whenever there is another pass.
            if inserted {
                let waiting = |number: &u32| !matches!(self.outcomes.get(*number as usize), Some(Outcome::Fired(_)));
                next.extend(lore.always.iter().copied().filter(waiting));
            }
        }
        if self.passes.is_empty() {
            self.passes.push(Pass { kind, fired: 0 });
        }
    }

    fn forced(&self) -> Vec<u32> {
        if self.turn.forced.is_empty() {
            return Vec::new();
        }
        let numbered = self.lore.plans.iter().enumerate();
        numbered.filter(|(_, plan)| is_forced(self.lore, plan, self.turn)).map(|(number, _)| number as u32).collect()
    }

    /// Looks at one entry; true when it inserted text that is searched.
    fn look_at(&mut self, number: u32, pass: u32) -> bool {
        let lore = self.lore;
        let Some(plan) = lore.plan(number) else { return false };
        match plan.status {
            Status::Disabled => return self.stop(number, pass, Stop::Disabled, None),
            Status::NoKeys if !is_forced(lore, plan, self.turn) => {
                return self.stop(number, pass, Stop::NoKeys, None);
            }
            Status::Ready | Status::NoKeys | Status::InvalidKey | Status::Empty => {}
        }
        let verdict = match lore.settings.profile {
            Profile::Risu => self.judge_risu(plan),
            Profile::Module => self.judge_module(plan),
            Profile::Spec | Profile::SillyTavern => self.judge_spec(plan),
        };
        let (cause, secondary) = match verdict {
            Verdict::NoKey => return false,
            Verdict::Stop(stop, key) => return self.stop(number, pass, stop, key),
            Verdict::Fire(cause, secondary) => (cause, secondary),
        };
        self.remember(plan);
        if plan.status == Status::Empty {
            let key = if let Cause::Key(key) = cause { Some(key) } else { None };
            return self.stop(number, pass, Stop::Empty, key);
        }
        self.fire(number, plan, pass, cause, secondary)
    }

    fn stop(&mut self, number: u32, pass: u32, stop: Stop, key: Option<KeyMatch>) -> bool {
        if let Some(outcome) = self.outcomes.get_mut(number as usize) {
            *outcome = Outcome::Stopped(Box::new(Stopped { pass, stop, key }));
        }
        false
    }

    fn fire(&mut self, number: u32, plan: &Plan, pass: u32, cause: Cause, secondary: Option<KeyMatch>) -> bool {
        let lore = self.lore;
        let entry = lore.entry(plan);
        let written = lore.text(plan);
        let content = cut(self.host.expander.expand(written).into_owned(), lore.limits.content_bytes);
        let tokens = self.window.tokens(&content, self.host);
        if let Some(outcome) = self.outcomes.get_mut(number as usize) {
            *outcome = Outcome::Fired(Box::new(Fired { pass, cause, secondary, tokens, left: None }));
        }
        let effects = plan.effects.as_deref();
        let searched = effects.and_then(|effects| effects.recursive).unwrap_or(plan.recursive);
        if searched {
            // A hidden key shows to other entries only, so it has to be found before macros are expanded.
            let shown = Visible::SpecRecursion.apply(written);
            let hides = lore.settings.profile == Profile::Spec && matches!(shown, std::borrow::Cow::Owned(_));
            if hides {
                let text = cut(self.host.expander.expand(&shown).into_owned(), lore.limits.content_bytes);
                self.window.insert(&text, vec![(0, number)]);
            } else {
                self.window.insert(&content, vec![(0, number)]);
            }
        }
        let (placement, role) = place(lore.settings.profile, effects, &entry.placement, entry.role);
        let priority = effects.and_then(|effects| effects.priority).or(self.written_priority(plan));
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
        searched
    }

    fn written_priority(&self, plan: &Plan) -> Option<f64> {
        // De facto: Risu's import drops `priority`.
        if self.lore.settings.profile == Profile::Risu { None } else { self.lore.entry(plan).priority }
    }

    /// Gives the reasons of entries that nothing woke.
    fn note_idle(&mut self) {
        let lore = self.lore;
        let cut_short = self.window.cut_short();
        for number in self.window.notable(self.host) {
            let Some(plan) = lore.plan(number) else { continue };
            if !matches!(self.outcomes.get(number as usize), Some(Outcome::NoKey)) {
                continue;
            }
            let stop = match plan.status {
                Status::Disabled => Stop::Disabled,
                Status::NoKeys => Stop::NoKeys,
                Status::InvalidKey => Stop::InvalidKey,
                Status::Ready | Status::Empty => match self.window.found_beyond(plan, self.host) {
                    Some((found_at, depth)) => Stop::Depth { found_at, depth },
                    None if cut_short => Stop::Limit,
                    None => continue,
                },
            };
            self.stop(number, 0, stop, None);
        }
    }

    fn finish(mut self, lore: &Lore) -> Activation {
        let fired = std::mem::take(&mut self.fired);
        let mut overflowed = false;
        let (kept, prompt_order) = match self.lore.settings.profile {
            Profile::Risu => self.keep_risu(fired, &mut overflowed),
            _ => self.keep_spec(fired, &mut overflowed),
        };
        let mut disabled_prompts: Vec<String> = Vec::new();
        for candidate in &kept {
            let effects = self.lore.plan(candidate.plan).and_then(|plan| plan.effects.as_deref());
            for prompt in effects.into_iter().flat_map(|effects| &effects.disabled_prompts) {
                // De facto: Risu keeps them to itself.
                if self.lore.settings.profile == Profile::Spec && !disabled_prompts.contains(prompt) {
                    disabled_prompts.push(prompt.clone());
                }
            }
        }
        if !self.turn.dry_run {
            self.state.commit();
        }
        let entries: Vec<Active> = kept.into_iter().map(|candidate| candidate.active).collect();
        let slots = slots_in_order(&entries, &prompt_order);
        let findings = crate::engine::findings(self.lore, self.window);
        Activation {
            slots,
            prompt_order,
            entries,
            trace: Trace { lore: lore.0.clone(), outcomes: self.outcomes, passes: self.passes },
            findings,
            overflowed,
            disabled_prompts,
        }
    }

    fn view(&mut self, plan: &Plan) -> View {
        let depth = self.window.depth(plan.scan, self.host);
        let skips = plan.effects.as_deref().is_some_and(|effects| effects.skip_inserted);
        View { depth, fields: 0, inserted: !skips && self.sees_inserted(plan), blind: false }
    }

    /// De facto: in Risu the text of an entry with `@@recursive` is seen by all.
    fn sees_inserted(&self, plan: &Plan) -> bool {
        plan.recursive || self.lore.settings.profile == Profile::Risu
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

    /// Module: every entry in order; with keys on request.
    fn judge_module(&mut self, plan: &Plan) -> Verdict {
        let entry = self.lore.entry(plan);
        if !self.lore.settings.module_keys || entry.keys.is_empty() {
            return Verdict::Fire(Cause::Always, None);
        }
        let view = self.view(plan);
        match self.window.find_any(KeyList::Primary, &plan.keys, &entry.keys, plan, view, self.host) {
            Some(key) => Verdict::Fire(Cause::Key(key), None),
            None => Verdict::NoKey,
        }
    }
}

pub(crate) fn is_forced(lore: &Compiled, plan: &Plan, turn: &Turn<'_>) -> bool {
    if turn.forced.is_empty() {
        return false;
    }
    let book = lore.book(plan);
    let id = crate::window::entry_name(lore, plan.at);
    turn.forced.iter().any(|forced| forced.book == book.name && forced.id == id)
}

/// Cuts a text to a number of bytes, at a character.
pub(crate) fn cut(mut text: String, bytes: usize) -> String {
    if text.len() > bytes {
        let mut end = bytes;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
    }
    text
}

/// Where a text goes and who speaks it: decorators before the entry's own fields.
fn place(profile: Profile, effects: Option<&Effects>, own: &Placement, own_role: Role) -> (Placement, Role) {
    let placement = effects.and_then(|effects| effects.placement.clone());
    let role = effects.and_then(|effects| effects.role);
    match profile {
        // De facto: Risu knows no `position`, and takes a role from decorators only.
        Profile::Risu => {
            let how = effects.map(|effects| effects.inject_how.clone()).unwrap_or_default();
            let placement = match placement {
                Some(Placement::Inject { target, .. }) => Placement::Inject { target, how },
                other => other.unwrap_or_default(),
            };
            (placement, role.unwrap_or_default())
        }
        // Spec: the V2, CCv3 and Prom positions; numbered positions are SillyTavern's alone.
        Profile::Spec => {
            let known = matches!(
                own,
                Placement::BeforeChar | Placement::AfterChar | Placement::AuthorNoteTop | Placement::AuthorNoteBottom
            );
            let own = if known { own.clone() } else { Placement::Default };
            (placement.unwrap_or(own), role.unwrap_or_default())
        }
        Profile::SillyTavern | Profile::Module => (placement.unwrap_or_else(|| own.clone()), role.unwrap_or(own_role)),
    }
}
