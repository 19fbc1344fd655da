//! The texts that a view holds, and how they are put before they are searched.

use std::borrow::Cow;

use super::slots::Kind;
use super::{MARK, View, Window};
use crate::book::Field;
use crate::decorator::js_trim;
use crate::rules::{PatternScope, TextForm};
use crate::span::Span;
use crate::text_hash::{TextHash, TextRole};
use crate::visible::Visible;

/// A text as the caller gives it.
#[derive(Clone, Copy)]
pub(super) struct Part<'t> {
    pub(super) role: TextRole,
    /// Who speaks it, where names are searched.
    pub(super) name: Option<&'t str>,
    pub(super) text: &'t str,
}

impl<'t> Part<'t> {
    pub(super) fn surrounding(text: &'t str) -> Self {
        Self { role: TextRole::Surrounding, name: None, text }
    }

    pub(super) fn inserted(text: &'t str) -> Self {
        Self { role: TextRole::Inserted, name: None, text }
    }

    fn hash(self) -> TextHash {
        match self.name {
            Some(name) => TextHash::of(self.role, &[name, self.text]),
            None => TextHash::of(self.role, &[self.text]),
        }
    }
}

impl<'a> Window<'a> {
    /// Lists the texts that a view holds in the order in which they are searched; none of them is found by a key when the
    /// view is blind.
    pub(super) fn kinds(&self, view: View) -> Vec<Kind> {
        if view.blind {
            return Vec::new();
        }
        let messages = (0..self.depth_of(view)).map(Kind::Message);
        let wanted = |number: &usize| self.is_wanted(*number, view);
        let fields = (0..Field::ALL.len()).filter(wanted).map(Kind::Field);
        let injections = (0..self.injections.len()).filter(|&number| self.is_injected(number)).map(Kind::Injection);
        let inserted = (0..self.inserted.len()).filter(|_| view.inserted).map(Kind::Inserted);
        messages.chain(fields).chain(injections).chain(inserted).collect()
    }

    /// How many messages a view holds. The client's list ends at the oldest that says something.
    fn depth_of(&self, view: View) -> usize {
        let depth = view.depth.min(self.messages.len());
        if self.lore.rules.text != TextForm::Marked {
            return depth;
        }
        let says =
            |distance: &usize| self.message(*distance).is_some_and(|part| part.name.is_some() || !part.text.is_empty());
        (0..depth).rev().find(says).map_or(0, |oldest| oldest + 1)
    }

    /// Whether an injection says anything; the client passes over one that does not.
    fn is_injected(&self, number: usize) -> bool {
        self.turn.injections.get(number).is_some_and(|text| !text.is_empty())
    }

    fn is_wanted(&self, field: usize, view: View) -> bool {
        let wanted = Field::ALL.get(field).is_some_and(|field| view.fields & field.bit() != 0);
        wanted && self.fields.get(field).is_some_and(Option::is_some)
    }

    /// Tells whether a view holds no text.
    pub(super) fn is_empty(&self, view: View) -> bool {
        let fields = (0..Field::ALL.len()).any(|field| self.is_wanted(field, view));
        let inserted = view.inserted && !self.inserted.is_empty();
        let injected = (0..self.injections.len()).any(|number| self.is_injected(number));
        self.depth_of(view) == 0 && !fields && !inserted && !injected
    }

    /// Gives one text.
    pub(super) fn part(&self, kind: Kind) -> Option<Part<'_>> {
        match kind {
            Kind::Message(distance) => self.message(distance),
            Kind::Field(number) => Some(Part::surrounding(self.turn.fields.get(*Field::ALL.get(number)?))),
            Kind::Injection(number) => self.turn.injections.get(number).map(|text| Part::surrounding(text)),
            Kind::Inserted(number) => self.inserted.get(number).map(|inserted| Part::inserted(&inserted.text)),
            Kind::Window => None,
        }
    }

    /// Gives the place in the cache of one text.
    pub(super) fn place_of(&self, kind: Kind) -> Option<usize> {
        match kind {
            Kind::Message(distance) => self.messages.get(distance).copied(),
            Kind::Field(number) => self.fields.get(number).copied().flatten(),
            Kind::Injection(number) => self.injections.get(number).copied(),
            Kind::Inserted(number) => self.inserted.get(number).map(|inserted| inserted.place),
            Kind::Window => None,
        }
    }

    /// A message by its distance from the newest; the greeting lies behind the oldest.
    pub(super) fn message(&self, distance: usize) -> Option<Part<'a>> {
        let turn = self.turn;
        let Some(index) = self.heard.len().checked_sub(distance.saturating_add(1)) else {
            let greeting = turn.greeting.filter(|_| distance == self.heard.len() && self.message_count() > distance)?;
            return Some(Part { role: TextRole::Message, name: None, text: greeting.text });
        };
        let message = turn.messages.get(*self.heard.get(index)?)?;
        let named = self.lore.rules.text != TextForm::AsIs && self.lore.settings.include_names;
        let name = message.name.as_deref().filter(|_| named);
        Some(Part { role: TextRole::Message, name, text: &message.text })
    }

    /// Lists the texts that the view holds, messages oldest first, then inserted ones (Risu).
    pub(crate) fn texts(&self, view: View) -> Vec<&str> {
        let depth = view.depth.min(self.messages.len());
        let messages = (0..depth).rev().filter_map(|distance| self.message(distance));
        let inserted = self.inserted.iter().filter(|_| view.inserted).map(|inserted| inserted.text.as_str());
        messages.map(|message| message.text).chain(inserted).collect()
    }

    /// What keys see of a text, put together as it is searched.
    pub(super) fn searched<'t>(&self, part: Part<'t>) -> Cow<'t, str> {
        match self.composed(part) {
            Cow::Borrowed(text) => self.visible(part.role).apply(text),
            Cow::Owned(text) => match self.visible(part.role).apply(&text) {
                Cow::Borrowed(_) => Cow::Owned(text),
                Cow::Owned(shown) => Cow::Owned(shown),
            },
        }
    }

    /// What keys see of a text.
    fn visible(&self, role: TextRole) -> Visible {
        match role {
            TextRole::Inserted => self.lore.rules.inserted,
            _ => self.lore.rules.messages,
        }
    }

    /// Puts a text together as it is searched.
    fn composed<'t>(&self, part: Part<'t>) -> Cow<'t, str> {
        let Part { role, name, text: written } = part;
        if self.lore.rules.text == TextForm::AsIs {
            return Cow::Borrowed(written);
        }
        let mut text = String::with_capacity(written.len() + 32);
        if self.lore.rules.text == TextForm::Marked {
            text.push(MARK);
        }
        match name {
            Some(name) => {
                let line = format!("{name}: {written}");
                text.push_str(js_trim(&line));
            }
            None if role == TextRole::Message => text.push_str(js_trim(written)),
            None => text.push_str(written),
        }
        Cow::Owned(text)
    }

    /// Finds the place of a text in the cache, searching the text when it is new.
    pub(super) fn place(&mut self, part: Part<'_>) -> usize {
        let place = match part.role {
            TextRole::Message => self.cache.message(part.name, part.text, || part.hash()),
            _ => self.cache.place(part.hash()),
        };
        if self.cache.get(place).is_none_or(|cached| cached.hits.is_none()) {
            let text = self.searched(part);
            let lore = self.lore;
            let hits = lore.matcher.scan(&text, &mut self.scratch, &lore.limits, &mut self.work).into();
            if let Some(cached) = self.cache.get_mut(place) {
                cached.hits = Some(hits);
            }
        }
        place
    }

    /// The whole window as SillyTavern joins it.
    pub(super) fn joined(&self, view: View) -> Joined {
        let mut joined = Joined::default();
        if view.blind {
            return joined;
        }
        if view.depth.min(self.messages.len()) == 0 && self.lore.rules.text == TextForm::Marked {
            // De facto: the mark before the first message is there without a message.
            joined.text.push(MARK);
        }
        let mut kinds = self.kinds(view);
        if self.lore.rules.pattern_scope == PatternScope::Story {
            // There are messages alone.
            kinds.reverse();
        }
        for kind in kinds {
            if let Some(part) = self.part(kind) {
                joined.push(kind, &self.composed(part));
            }
        }
        joined
    }
}

/// The texts of a window in one, and where each begins.
#[derive(Default)]
pub(super) struct Joined {
    pub(super) text: String,
    pieces: Vec<(usize, Kind)>,
}

impl Joined {
    fn push(&mut self, kind: Kind, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.pieces.push((self.text.len(), kind));
        self.text.push_str(text);
    }

    /// Finds the text that a match begins in, and the place of the match there: up to the end of that text.
    pub(super) fn place(&self, at: usize, length: usize) -> (Kind, Span) {
        let behind = self.pieces.partition_point(|&(start, _)| start <= at);
        // A line end is between two texts.
        let end = self.pieces.get(behind).map_or(self.text.len(), |&(next, _)| next - 1);
        match behind.checked_sub(1).and_then(|piece| self.pieces.get(piece)) {
            Some(&(start, kind)) => (kind, Span::new(at - start, length.min(end.saturating_sub(at)))),
            None => (Kind::Window, Span::new(at, length)),
        }
    }
}
