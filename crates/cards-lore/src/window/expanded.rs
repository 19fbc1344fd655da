//! Keys with macros: read and looked for after expansion, since what they come to may change at any time.

use std::collections::HashMap;
use std::sync::Arc;

use crate::decorator::js_trim;
use crate::host::Host;
use crate::keys::{Form, KeyCollector, KeyRules};
use crate::lore::Plan;
use crate::matcher::{Matcher, Run};
use crate::span::Span;

use super::find::Found;
use super::slots::Kind;
use super::{View, Window};

/// Keys that were expanded in this turn, by text and rules.
#[derive(Debug, Default)]
pub(super) struct ExpandedKeys {
    keys: HashMap<(String, KeyRules), Arc<ExpandedKey>>,
}

#[derive(Debug)]
struct ExpandedKey {
    matcher: Matcher,
    form: Form,
    hash: u64,
}

/// What an automaton takes beside its texts.
const BYTES_A_MATCHER: u64 = 8 << 10;

impl Window<'_> {
    /// Finds a key after its macros were expanded.
    pub(super) fn find_expanded(
        &mut self,
        plain: &Form,
        key: &str,
        plan: &Plan,
        view: View,
        host: &mut Host<'_>,
    ) -> Option<Found> {
        let expanded = host.expander.expand(key);
        self.expanded_to_nothing = js_trim(&expanded).is_empty();
        if expanded == key {
            return self.find(plain, key, plan, view, host);
        }
        let expanded = expanded.into_owned();
        let known = self.expanded_key(&expanded, plan.key_rules)?;
        let mut found = match &known.form {
            Form::Always => Some(Found::nowhere()),
            Form::Key(_) if view.blind => None,
            Form::Key(_) => self.find_in_texts(&known, view),
            Form::Window { pattern, .. } => {
                let lore = self.lore;
                let joined = self.joined(view);
                let pattern = known.matcher.patterns.get(*pattern as usize)?;
                match self.work.run(pattern, &joined.text, &lore.limits) {
                    Run::Found(at, length) => Some(self.found(joined.place(at, length))),
                    _ => None,
                }
            }
            Form::Never | Form::Macro(_) => None,
        };
        if let Some(found) = &mut found {
            match self.work.budget.take_bytes(expanded.len() as u64) {
                Ok(()) => found.expanded = Some(expanded),
                // The trace names the key as it is written, then.
                Err(limit) => self.work.reach(limit),
            }
        }
        found
    }

    /// Tells whether the key that was looked for last is none, for want of text once its macros are expanded.
    ///
    /// De facto: SillyBunny 16609ad; such a key is no condition.
    pub(crate) fn is_left_out(&self, form: &Form, key: &str) -> bool {
        let is_blank = if matches!(form, Form::Macro(_)) { self.expanded_to_nothing } else { js_trim(key).is_empty() };
        self.lore.rules.mends() && is_blank
    }

    fn expanded_key(&mut self, text: &str, rules: KeyRules) -> Option<Arc<ExpandedKey>> {
        let name = (text.to_owned(), rules);
        if let Some(known) = self.expanded.keys.get(&name) {
            return Some(Arc::clone(known));
        }
        let lore = self.lore;
        let budget = Arc::clone(&self.work.budget);
        if let Err(limit) = budget.take_bytes(BYTES_A_MATCHER) {
            self.work.reach(limit);
            return None;
        }
        let mut collector = KeyCollector::new(&lore.settings, &lore.limits, lore.rules.fold, budget);
        let fits = text.len() <= lore.limits.key_bytes;
        let form = if fits { collector.add_plain_or_pattern(text, rules).unwrap_or(Form::Never) } else { Form::Never };
        let hash = collector.fingerprint();
        let matcher = Matcher::build(collector).ok()?;
        let known = Arc::new(ExpandedKey { matcher, form, hash });
        self.expanded.keys.insert(name, Arc::clone(&known));
        Some(known)
    }

    fn find_in_texts(&mut self, key: &ExpandedKey, view: View) -> Option<Found> {
        let found = self.kinds(view).into_iter().find_map(|kind| Some((kind, self.span_in(key, kind)?)));
        found.map(|found| self.found(found))
    }

    /// Finds the key in one text; the answer is remembered with the text.
    fn span_in(&mut self, key: &ExpandedKey, kind: Kind) -> Option<Span> {
        let place = self.place_of(kind)?;
        let cached = self.cache.get(place)?;
        if let Some(&(_, span)) = cached.expanded.iter().find(|&&(hash, _)| hash == key.hash) {
            return span;
        }
        let text = self.searched(self.part(kind)?).into_owned();
        let lore = self.lore;
        let hits = key.matcher.scan(&text, &mut self.scratch, &lore.limits, &mut self.work);
        let span = hits.first().map(|hit| hit.span);
        if let Some(cached) = self.cache.get_mut(place) {
            // A handful of names is usual; a key that comes to something new each time must not pile up.
            if cached.expanded.len() >= 64 {
                cached.expanded.clear();
            }
            cached.expanded.push((key.hash, span));
        }
        span
    }
}
