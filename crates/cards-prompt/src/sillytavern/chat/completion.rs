//! The places of the request and the budget, as the client keeps them.

use cards_words::{Role, TokenCounter};

use super::output::{Draft, Overflow};
use crate::sillytavern::sourced::Sourced;

/// What a mandatory part that does not fit ends the filling with.
#[derive(Debug)]
pub(super) enum Stop {
    /// It does not fit.
    Overflow(Overflow),
    /// No prompt can be made at all.
    Error(crate::sillytavern::error::Error),
}

impl<E: Into<crate::sillytavern::error::Error>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// Messages that are together in one place of the request.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) label: String,
    pub(super) messages: Vec<Draft>,
}

impl Place {
    pub(super) fn new(label: &str) -> Self {
        Self { label: label.to_owned(), messages: Vec::new() }
    }

    pub(super) fn with(label: &str, message: Draft) -> Self {
        Self { label: label.to_owned(), messages: vec![message] }
    }

    pub(super) fn tokens(&self) -> i64 {
        self.messages.iter().map(|message| message.tokens).sum()
    }
}

/// Which end of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Start,
    End,
}

/// The request as it grows: places, some of them unfilled, and the tokens that are left.
#[derive(Debug)]
pub(super) struct Completion {
    pub(super) places: Vec<Option<Place>>,
    pub(super) budget: i64,
}

impl Completion {
    pub(super) fn new(budget: i64) -> Self {
        Self { places: Vec::new(), budget }
    }

    /// Whether so many tokens fit.
    pub(super) fn affords(&self, tokens: i64) -> bool {
        self.budget >= tokens
    }

    fn check(&self, tokens: i64, label: &str) -> Result<(), Stop> {
        if self.affords(tokens) {
            return Ok(());
        }
        Err(Stop::Overflow(Overflow { label: label.to_owned(), tokens, budget: self.budget }))
    }

    /// Takes tokens whether they are there or not.
    pub(super) fn reserve(&mut self, tokens: i64) {
        self.budget = self.budget.saturating_sub(tokens);
    }

    /// Gives tokens back.
    pub(super) fn free(&mut self, tokens: i64) {
        self.budget = self.budget.saturating_add(tokens);
    }

    /// Fills a place, over what is there; returns that.
    pub(super) fn fill(&mut self, index: usize, place: Place) -> Result<Option<Place>, Stop> {
        let tokens = place.tokens();
        self.check(tokens, &place.label)?;
        if self.places.len() <= index {
            self.places.resize_with(index + 1, || None);
        }
        self.budget -= tokens;
        Ok(self.places.get_mut(index).and_then(|slot| slot.replace(place)))
    }

    /// Adds a place behind the last one that was filled.
    pub(super) fn append(&mut self, place: Place) -> Result<(), Stop> {
        let tokens = place.tokens();
        self.check(tokens, &place.label)?;
        self.budget -= tokens;
        self.places.push(Some(place));
        Ok(())
    }

    /// The first filled place of a label.
    pub(super) fn place_mut(&mut self, label: &str) -> Option<&mut Place> {
        self.places.iter_mut().flatten().find(|place| place.label == label)
    }

    pub(super) fn has(&self, label: &str) -> bool {
        self.places.iter().flatten().any(|place| place.label == label)
    }

    /// Puts a message into a place; one without text is checked and left out.
    pub(super) fn insert(&mut self, message: Draft, label: &str, edge: Edge) -> Result<(), Stop> {
        self.check(message.tokens, message.label.as_deref().unwrap_or(label))?;
        if message.content.is_empty() {
            return Ok(());
        }
        let tokens = message.tokens;
        if let Some(place) = self.place_mut(label) {
            match edge {
                Edge::Start => place.messages.insert(0, message),
                Edge::End => place.messages.push(message),
            }
            self.budget -= tokens;
        }
        Ok(())
    }
}

/// What a message costs beside its texts: 3 as a message and 3 of padding, less 2.
///
/// De facto: SillyTavern 1.19.0, models of OpenAI.
const OVERHEAD: u64 = 3 + 3 - 2;

/// Makes a message; one without text costs nothing.
pub(super) fn draft(role: Role, content: Sourced, label: Option<&str>, tokens: &mut dyn TokenCounter) -> Draft {
    let cost = if content.is_empty() { 0 } else { cost(role, content.text(), None, tokens) };
    Draft { label: label.map(str::to_owned), role, name: None, content, tokens: cost }
}

/// Names the speaker, which costs even where there is no text.
pub(super) fn named(mut draft: Draft, name: String, tokens: &mut dyn TokenCounter) -> Draft {
    draft.tokens = cost(draft.role, draft.content.text(), Some(&name), tokens);
    draft.name = Some(name);
    draft
}

/// Counts a message.
pub(super) fn cost(role: Role, content: &str, name: Option<&str>, tokens: &mut dyn TokenCounter) -> i64 {
    let of_name = name.map_or(0, |name| tokens.count(name) + 1);
    let sum = OVERHEAD + tokens.count(role.as_str()) + tokens.count(content) + of_name;
    i64::try_from(sum).unwrap_or(i64::MAX)
}
