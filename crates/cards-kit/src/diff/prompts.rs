//! What two prompts say differently, piece by piece.

use std::collections::{HashMap, VecDeque};

use cards_json::{Json, Limits};
use cards_prompt::sillytavern::chat::{ChatPrompt, Piece};
use cards_prompt::sillytavern::text::TextPrompt;
use cards_prompt::{Prompt, Source};

use crate::answer::{PieceDifference, PromptDiff, What};
use crate::error::Error;

/// A prompt as pieces, for a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PromptPieces {
    /// The pieces, first to last.
    pub pieces: Vec<PromptPiece>,
    /// Whether they know where they come from; a list of bare messages does not.
    pub have_sources: bool,
    /// The tokens of the whole, where they were counted.
    pub tokens: Option<u64>,
}

/// A piece of a prompt, for a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PromptPiece {
    /// Which message it is of, counted from 0; always 0 in a prompt that is one text.
    pub message: usize,
    /// Who speaks the message; `None` in a prompt that is one text.
    pub role: Option<String>,
    /// Where it comes from, for people; several where they cannot be distinguished.
    pub sources: Vec<String>,
    /// The text.
    pub content: String,
    /// Its tokens, where they were counted.
    pub tokens: Option<u64>,
}

impl From<&Prompt> for PromptPieces {
    fn from(prompt: &Prompt) -> Self {
        let mut messages = 0;
        let pieces = prompt.segments.iter().map(|segment| {
            messages += usize::from(!segment.joined);
            // What is between joined pieces is of neither.
            let content = if segment.joined { segment.text.trim_start_matches('\n') } else { &segment.text };
            PromptPiece {
                message: messages.saturating_sub(1),
                role: Some(segment.role.as_str().to_owned()),
                sources: vec![segment.source.name()],
                content: content.to_owned(),
                tokens: Some(segment.tokens),
            }
        });
        Self { pieces: pieces.collect(), have_sources: true, tokens: Some(prompt.tokens()) }
    }
}

impl From<&ChatPrompt> for PromptPieces {
    fn from(prompt: &ChatPrompt) -> Self {
        let pieces = prompt.messages.iter().enumerate().flat_map(|(number, message)| {
            message.pieces.iter().map(move |piece| PromptPiece::of(number, Some(message.role.as_str()), piece))
        });
        Self { pieces: pieces.collect(), have_sources: true, tokens: Some(prompt.tokens()) }
    }
}

impl From<&TextPrompt> for PromptPieces {
    fn from(prompt: &TextPrompt) -> Self {
        let pieces = prompt.pieces.iter().map(|piece| PromptPiece::of(0, None, piece));
        Self { pieces: pieces.collect(), have_sources: true, tokens: Some(prompt.tokens) }
    }
}

impl PromptPiece {
    fn of(message: usize, role: Option<&str>, piece: &Piece) -> Self {
        Self {
            message,
            role: role.map(str::to_owned),
            sources: piece.sources.iter().map(Source::name).collect(),
            content: piece.text.clone(),
            tokens: Some(piece.tokens),
        }
    }

    /// A piece of an answer.
    fn read(message: usize, role: Option<&str>, piece: &Json) -> Option<Self> {
        let listed = piece.get("sources").and_then(Json::as_array).unwrap_or_default();
        let sources = listed.iter().chain(piece.get("source")).filter_map(Json::as_str);
        Some(Self {
            message,
            role: role.map(str::to_owned),
            sources: sources.map(str::to_owned).collect(),
            content: piece.get("content")?.as_str()?.to_owned(),
            tokens: piece.get("tokens").and_then(whole),
        })
    }
}

impl PromptPieces {
    /// Reads a prompt that was saved as JSON: an answer of the tool, with pieces or without, or what a chat interface
    /// takes (`messages`, or a bare list of them) or one of text completion (`prompt`).
    ///
    /// # Errors
    /// [`Error::NotAPrompt`].
    pub fn read(text: &str, limits: &Limits) -> Result<Self, Error> {
        let json = Json::read(text, limits).map_err(|_| Error::NotAPrompt)?;
        Self::from_json(&json).ok_or(Error::NotAPrompt)
    }

    fn from_json(json: &Json) -> Option<Self> {
        let tokens = json.get("tokens").and_then(whole);
        let role = |of: &Json| of.get("role").and_then(Json::as_str).map(str::to_owned);
        let listed = json.get("pieces").and_then(Json::as_array);
        let mut pieces = Vec::new();
        match (listed, json.get("prompt").and_then(Json::as_str)) {
            (Some(listed), Some(_)) => {
                pieces.extend(listed.iter().filter_map(|piece| PromptPiece::read(0, None, piece)));
            }
            (Some(messages), None) => {
                for (number, message) in messages.iter().enumerate() {
                    let parts = message.get("pieces").and_then(Json::as_array)?;
                    let role = role(message);
                    pieces.extend(parts.iter().filter_map(|part| PromptPiece::read(number, role.as_deref(), part)));
                }
            }
            (None, Some(prompt)) => pieces.push(PromptPiece { content: prompt.to_owned(), ..PromptPiece::default() }),
            (None, None) => {
                let messages = match json.as_array() {
                    Some(messages) => messages,
                    None => json.get("messages")?.as_array()?,
                };
                for (number, message) in messages.iter().enumerate() {
                    pieces.push(PromptPiece::read(number, role(message).as_deref(), message)?);
                }
            }
        }
        let have_sources = !pieces.is_empty() && pieces.iter().all(|piece| !piece.sources.is_empty());
        Some(Self { pieces, have_sources, tokens })
    }

    /// The same as whole messages without sources.
    fn by_message(&self) -> Self {
        let mut messages: Vec<PromptPiece> = Vec::new();
        for piece in &self.pieces {
            match messages.last_mut().filter(|last| last.message == piece.message) {
                Some(last) => last.content.push_str(&piece.content),
                None => messages.push(PromptPiece { sources: Vec::new(), tokens: None, ..piece.clone() }),
            }
        }
        Self { pieces: messages, have_sources: false, tokens: self.tokens }
    }

    /// Compares it with a later one.
    ///
    /// Pieces are the same where speaker, sources and text are; of those that are not, pieces of the same sources belong
    /// together, in their order. Where one of the two does not know its sources, whole messages are compared.
    ///
    /// # Examples
    ///
    /// ```
    /// use cards_kit::diff::PromptPieces;
    ///
    /// let read = |text: &str| PromptPieces::read(text, &Default::default());
    /// let before = read(r#"[{"role":"system","content":"A bard."},{"role":"user","content":"Hello."}]"#)?;
    /// let after = read(r#"[{"role":"system","content":"A skald."},{"role":"user","content":"Hello."}]"#)?;
    /// let diff = before.diff(&after);
    /// assert_eq!(diff.changes.len(), 1);
    /// assert_eq!(diff.changes[0].after.as_deref(), Some("A skald."));
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    #[must_use]
    pub fn diff(&self, after: &Self) -> PromptDiff {
        if self.have_sources != after.have_sources {
            return self.by_message().diff(&after.by_message());
        }
        let pairs = Pairs::of(&self.pieces, &after.pieces);
        let changes = pairs.changes(&self.pieces, &after.pieces);
        PromptDiff {
            same: changes.is_empty(),
            before_tokens: self.tokens,
            after_tokens: after.tokens,
            kept: pairs.kept(&self.pieces, &after.pieces),
            changes,
        }
    }
}

/// A number of tokens.
fn whole(json: &Json) -> Option<u64> {
    json.as_i64().and_then(|number| u64::try_from(number).ok())
}

/// For each piece of the first prompt its partner in the second, and the other way round.
struct Pairs {
    to: Vec<Option<usize>>,
    from: Vec<Option<usize>>,
    /// The pairs that are in one order in both prompts, as places in the first.
    in_order: Vec<bool>,
}

impl Pairs {
    fn of(before: &[PromptPiece], after: &[PromptPiece]) -> Self {
        let mut pairs = Self { to: vec![None; before.len()], from: vec![None; after.len()], in_order: Vec::new() };
        pairs.join(before, after, |piece| (&piece.role, &piece.sources, &piece.content));
        pairs.join(before, after, |piece| (&piece.sources, piece.content.as_str()));
        pairs.join(before, after, |piece| (&piece.role, &piece.sources));
        pairs.join(before, after, |piece| &piece.sources);
        pairs.in_order = pairs.longest();
        pairs
    }

    /// Joins pieces that have no partner yet and are alike, in their order.
    fn join<'p, K: Eq + std::hash::Hash>(
        &mut self,
        before: &'p [PromptPiece],
        after: &'p [PromptPiece],
        key: impl Fn(&'p PromptPiece) -> K,
    ) {
        let mut free: HashMap<K, VecDeque<usize>> = HashMap::new();
        for (place, piece) in after.iter().enumerate().filter(|(place, _)| self.from.get(*place) == Some(&None)) {
            free.entry(key(piece)).or_default().push_back(place);
        }
        for (place, piece) in before.iter().enumerate() {
            let Some(to @ None) = self.to.get_mut(place) else { continue };
            *to = free.get_mut(&key(piece)).and_then(VecDeque::pop_front);
            if let Some(from) = to.and_then(|to| self.from.get_mut(to)) {
                *from = Some(place);
            }
        }
    }

    /// Marks the longest run of pairs whose order is the same in both prompts.
    fn longest(&self) -> Vec<bool> {
        let pairs: Vec<(usize, usize)> =
            self.to.iter().enumerate().filter_map(|(from, to)| Some((from, (*to)?))).collect();
        // For each length the pair with which a run of it ends soonest, and for each pair the one before it.
        let mut ends: Vec<usize> = Vec::new();
        let mut previous = vec![None; pairs.len()];
        let to_of = |number: &usize| pairs.get(*number).map_or(0, |(_, to)| *to);
        for (number, (_, to)) in pairs.iter().enumerate() {
            let length = ends.partition_point(|end| to_of(end) < *to);
            if let Some(previous) = previous.get_mut(number) {
                *previous = length.checked_sub(1).and_then(|before| ends.get(before).copied());
            }
            match ends.get_mut(length) {
                Some(end) => *end = number,
                None => ends.push(number),
            }
        }
        let mut marked = vec![false; self.to.len()];
        let mut at = ends.last().copied();
        while let Some(number) = at {
            if let Some(mark) = pairs.get(number).and_then(|(from, _)| marked.get_mut(*from)) {
                *mark = true;
            }
            at = previous.get(number).copied().flatten();
        }
        marked
    }

    /// Counts the pieces that are the same in both, where they are.
    fn kept(&self, before: &[PromptPiece], after: &[PromptPiece]) -> usize {
        let same = |(from, to): (usize, &Option<usize>)| {
            let (Some(old), Some(new)) = (before.get(from), to.and_then(|to| after.get(to))) else { return false };
            old.role == new.role && old.content == new.content && self.in_order.get(from) == Some(&true)
        };
        self.to.iter().enumerate().filter(|pair| same(*pair)).count()
    }

    /// Lists what differs in the order of the second prompt; what went is where it was.
    fn changes(&self, before: &[PromptPiece], after: &[PromptPiece]) -> Vec<PieceDifference> {
        let mut changes = Vec::new();
        // How many pieces of the first prompt were told of so far.
        let mut told = 0;
        let mut gone_before = |end: usize, changes: &mut Vec<PieceDifference>| {
            let gone = (told..end).filter(|place| self.to.get(*place) == Some(&None));
            changes
                .extend(gone.filter_map(|place| before.get(place)).map(|old| change(What::Removed, Some(old), None)));
            told = told.max(end);
        };
        for (place, new) in after.iter().enumerate() {
            let from = self.from.get(place).copied().flatten();
            let Some((from, old)) = from.and_then(|from| Some((from, before.get(from)?))) else {
                changes.push(change(What::Added, None, Some(new)));
                continue;
            };
            let in_order = self.in_order.get(from) == Some(&true);
            if in_order {
                gone_before(from, &mut changes);
            }
            if old.content != new.content || old.role != new.role {
                changes.push(change(What::Changed, Some(old), Some(new)));
            } else if !in_order {
                changes.push(change(What::Reordered, Some(old), Some(new)));
            }
        }
        gone_before(before.len(), &mut changes);
        changes
    }
}

fn change(change: What, before: Option<&PromptPiece>, after: Option<&PromptPiece>) -> PieceDifference {
    PieceDifference {
        change,
        sources: after.or(before).map(|piece| piece.sources.clone()).unwrap_or_default(),
        before_role: before.and_then(|piece| piece.role.clone()),
        after_role: after.and_then(|piece| piece.role.clone()),
        before: before.map(|piece| piece.content.clone()),
        after: after.map(|piece| piece.content.clone()),
        before_tokens: before.and_then(|piece| piece.tokens),
        after_tokens: after.and_then(|piece| piece.tokens),
    }
}
