//! Where a key is within what an entry may see.

use super::slots::Kind;
use super::{MARK, View, Window};
use crate::book::Field;
use crate::decorator::js_trim;
use crate::host::Host;
use crate::keys::Form;
use crate::lore::Plan;
use crate::matcher::Run;
use crate::rules::{PatternScope, TextForm};
use crate::span::Span;
use crate::trace::{KeyList, KeyMatch, Source};

/// Where a key was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) source: Source,
    pub(crate) span: Span,
    /// The key after its macros were expanded, when that changed it.
    pub(crate) expanded: Option<String>,
}

impl Found {
    /// What is found without a place.
    pub(super) fn nowhere() -> Self {
        Self { source: Source::Window, span: Span::default(), expanded: None }
    }

    pub(crate) fn into_match(self, list: KeyList, number: usize, key: &str) -> KeyMatch {
        KeyMatch {
            list,
            number,
            key: self.expanded.unwrap_or_else(|| key.to_owned()),
            source: self.source,
            offset: self.span.at as usize,
            length: self.span.length as usize,
        }
    }
}

impl Window<'_> {
    /// Finds a key of an entry within what the entry may see.
    pub(crate) fn find(
        &mut self,
        form: &Form,
        key: &str,
        plan: &Plan,
        view: View,
        host: &mut Host<'_>,
    ) -> Option<Found> {
        match form {
            Form::Never => None,
            Form::Always => Some(Found::nowhere()),
            Form::Key(id) => {
                if !view.blind
                    && let Some(found) = self.slots.find(*id, view)
                {
                    return Some(self.found(found));
                }
                if view.blind || self.is_empty(view) { self.find_in_nothing(*id, view) } else { None }
            }
            Form::Window { pattern, gates } => {
                if !gates.is_empty() && !gates.iter().any(|gate| self.slots.is_known(*gate)) {
                    return None;
                }
                let found = self.run_over_window(*pattern, view)?;
                Some(self.found(found))
            }
            Form::Macro(inner) => self.find_expanded(inner, key, plan, view, host),
        }
    }

    /// Finds any key of a list.
    pub(crate) fn find_any(
        &mut self,
        list: KeyList,
        range: &std::ops::Range<u32>,
        keys: &[String],
        plan: &Plan,
        view: View,
        host: &mut Host<'_>,
    ) -> Option<KeyMatch> {
        let lore = self.lore;
        for (number, form) in lore.forms(range).iter().enumerate() {
            let key = keys.get(number).map(String::as_str).unwrap_or_default();
            if let Some(found) = self.find(form, key, plan, view, host) {
                return Some(found.into_match(list, number, key));
            }
        }
        None
    }

    /// Finds the key of a list that is in the newest text, the first of equal ones.
    pub(crate) fn find_newest(
        &mut self,
        list: KeyList,
        range: &std::ops::Range<u32>,
        keys: &[String],
        plan: &Plan,
        view: View,
        host: &mut Host<'_>,
    ) -> Option<KeyMatch> {
        let lore = self.lore;
        let mut newest: Option<KeyMatch> = None;
        for (number, form) in lore.forms(range).iter().enumerate() {
            let key = keys.get(number).map(String::as_str).unwrap_or_default();
            if let Some(found) = self.find(form, key, plan, view, host)
                && newest.as_ref().is_none_or(|newest| self.age(&found.source) < self.age(&newest.source))
            {
                newest = Some(found.into_match(list, number, key));
            }
        }
        newest
    }

    /// How many texts are newer.
    pub(crate) fn age(&self, source: &Source) -> usize {
        match source {
            Source::Message(place) => self.turn.messages.len().saturating_sub(place + 1),
            Source::Greeting => self.turn.messages.len(),
            _ => usize::MAX,
        }
    }

    /// Tells whether every text that the view holds has all keys of the list (Risu).
    pub(crate) fn all_in_each(&self, range: &std::ops::Range<u32>, view: View) -> bool {
        let forms = self.lore.forms(range);
        let mut places: Vec<usize> = self.messages.iter().copied().take(view.depth).collect();
        if view.inserted {
            places.extend(self.inserted.iter().map(|inserted| inserted.place));
        }
        places.into_iter().all(|place| {
            let hits = self.cache.get(place).and_then(|text| text.hits.as_deref()).unwrap_or_default();
            forms.iter().all(|form| match form {
                Form::Key(id) => hits.iter().any(|hit| hit.key == *id),
                // Blank keys are left out of the list.
                _ => true,
            })
        })
    }

    /// A pattern may match the empty text; plain keys do not.
    pub(super) fn find_in_nothing(&mut self, id: u32, view: View) -> Option<Found> {
        if self.lore.rules.pattern_scope == PatternScope::EachText {
            return None;
        }
        let lore = self.lore;
        let pattern = lore.matcher.ungated_pattern(id)?;
        let text = self.joined(view).text;
        let run = self.work.run(pattern, &text, &lore.limits);
        matches!(run, Run::Found(..)).then(Found::nowhere)
    }

    fn run_over_window(&mut self, number: u32, view: View) -> Option<(Kind, Span)> {
        let name = (number, view, self.inserted.len());
        if let Some(&known) = self.window_runs.get(&name) {
            return known;
        }
        let lore = self.lore;
        let pattern = lore.matcher.patterns.get(number as usize)?;
        let joined = self.joined(view);
        let found = match self.work.run(pattern, &joined.text, &lore.limits) {
            Run::Found(at, length) => Some(joined.place(at, length)),
            _ => None,
        };
        self.window_runs.insert(name, found);
        found
    }

    /// Tells whether a key occurs as it is stored: without its macros expanded, with the white space around it.
    ///
    /// De facto: SillyTavern 1.19 scores the members of groups so.
    pub(crate) fn occurs_as_stored(
        &mut self,
        form: &Form,
        key: &str,
        plan: &Plan,
        view: View,
        host: &mut Host<'_>,
    ) -> bool {
        if key.is_empty() {
            return true;
        }
        if js_trim(key) == key {
            let form = if let Form::Macro(inner) = form { inner } else { form };
            return self.find(form, key, plan, view, host).is_some();
        }
        // A key with white space is looked for anywhere, and is no pattern.
        let text = self.joined(view).text;
        if plan.key_rules.case_sensitive {
            text.contains(key)
        } else {
            text.to_lowercase().contains(&key.to_lowercase())
        }
    }

    pub(super) fn found(&self, (kind, span): (Kind, Span)) -> Found {
        // The mark before the text is ours, not the text's.
        let mark = match self.lore.rules.text {
            TextForm::Marked => MARK.len_utf8() as u32,
            TextForm::AsIs | TextForm::Named => 0,
        };
        let unmarked = span.behind(mark);
        let window = (Source::Window, Span::default());
        let (source, span) = match kind {
            Kind::Message(distance) => match self.heard.len().checked_sub(distance + 1) {
                Some(index) => (
                    Source::Message(self.heard.get(index).copied().unwrap_or(index)),
                    self.in_message(distance, unmarked),
                ),
                None => (Source::Greeting, self.in_message(distance, unmarked)),
            },
            Kind::Field(number) => match Field::ALL.get(number) {
                Some(&field) => (Source::Field(field), unmarked),
                None => window,
            },
            Kind::Injection(number) => (Source::Injection(number), unmarked),
            Kind::Inserted(number) => self.inserted_source(number, unmarked),
            Kind::Window => window,
        };
        Found { source, span, expanded: None }
    }

    /// A place in a message as it is searched, with a name before it and without white space around it, as a place in the
    /// message as it was given; without a length where only the name matched.
    fn in_message(&self, distance: usize, span: Span) -> Span {
        if self.lore.rules.text == TextForm::AsIs {
            return span;
        }
        let Some(part) = self.message(distance) else { return span };
        match part.name {
            // A colon and a space are behind the name.
            Some(name) => span.behind(name.len() as u32 + 2),
            None => Span { at: span.at + part.text.find(js_trim(part.text)).unwrap_or_default() as u32, ..span },
        }
    }

    fn inserted_source(&self, number: usize, span: Span) -> (Source, Span) {
        let Some(inserted) = self.inserted.get(number) else { return (Source::Window, span) };
        let piece = inserted.pieces.partition_point(|&(start, _)| start <= span.at as usize).checked_sub(1);
        let piece = piece.and_then(|piece| inserted.pieces.get(piece));
        match piece.and_then(|&(start, plan)| Some((start, self.lore.plan(plan)?.at))) {
            Some((start, entry)) => (Source::Inserted(entry), Span { at: span.at - start as u32, ..span }),
            None => (Source::Window, span),
        }
    }
}
