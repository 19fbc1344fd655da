//! A text that knows where its parts come from.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use cards_model::json::javascript;

use crate::segment::Source;

/// A text and the sources of its parts, which cover it without a gap.
///
/// Joining, trimming and expanding keep the parts as far as they can be distinguished; where they cannot, one part has all
/// the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sourced {
    text: String,
    parts: Vec<Part>,
}

/// A part, up to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    end: usize,
    sources: Vec<Source>,
}

impl Sourced {
    /// A text of one source.
    #[must_use]
    pub fn new(text: impl Into<String>, source: Source) -> Self {
        Self::of_all(text.into(), vec![source])
    }

    /// A text that several sources made.
    pub(crate) fn of_all(text: String, sources: Vec<Source>) -> Self {
        Self { parts: vec![Part { end: text.len(), sources }], text }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The parts, first to last: their sources and texts, which make up the whole text.
    pub fn parts(&self) -> impl Iterator<Item = (&[Source], &str)> {
        let mut start = 0;
        self.parts.iter().map(move |part| {
            let text = self.text.get(start..part.end).unwrap_or_default();
            start = part.end;
            (part.sources.as_slice(), text)
        })
    }

    /// Every source, each once, in order.
    #[must_use]
    pub fn sources(&self) -> Vec<Source> {
        each_once(&self.parts)
    }

    /// Adds text that belongs to the part before it, or to the one that comes next.
    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
        if let Some(part) = self.parts.last_mut() {
            part.end = self.text.len();
        }
    }

    /// Adds another text.
    pub fn push(&mut self, other: &Self) {
        if other.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(&other.text);
        self.parts.extend(other.parts.iter().map(|part| Part { end: start + part.end, sources: part.sources.clone() }));
    }

    /// Joins texts; nothing is left out.
    #[must_use]
    pub fn joined<'s>(texts: impl IntoIterator<Item = &'s Self>, separator: &str) -> Self {
        let mut all = Self::default();
        for (number, text) in texts.into_iter().enumerate() {
            if number > 0 {
                all.push_str(separator);
            }
            all.push(text);
        }
        all
    }

    /// The part of the text in a range, which begins and ends between characters.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        let text = self.text.get(range.clone()).unwrap_or_default().to_owned();
        let mut parts = Vec::new();
        let mut start = 0;
        for part in &self.parts {
            let within = part.end.min(range.end).saturating_sub(range.start);
            if part.end > range.start && start < range.end {
                parts.push(Part { end: within, sources: part.sources.clone() });
            }
            start = part.end;
        }
        if let Some(last) = parts.last_mut() {
            last.end = text.len();
        } else if let Some(part) = self.parts.first() {
            // An empty text still knows what it was made of.
            parts.push(Part { end: text.len(), sources: part.sources.clone() });
        }
        Self { text, parts }
    }

    /// Keeps some of the characters, asked in order.
    #[must_use]
    pub fn filtered(&self, mut keep: impl FnMut(char) -> bool) -> Self {
        let mut kept = Self::default();
        let mut start = 0;
        for part in &self.parts {
            let text = self.text.get(start..part.end).unwrap_or_default();
            kept.text.extend(text.chars().filter(|c| keep(*c)));
            kept.parts.push(Part { end: kept.text.len(), sources: part.sources.clone() });
            start = part.end;
        }
        kept
    }

    /// Cuts what JavaScript's `trim()` cuts.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let start = self.text.len() - self.text.trim_start_matches(javascript::is_blank).len();
        self.slice(start..start + javascript::trim(&self.text).len())
    }

    /// Puts in place of the text what was made of it.
    ///
    /// Parts at the beginning and at the end that hold nothing to expand and are in the new text as they were keep
    /// their places; those between share what is left.
    #[must_use]
    pub fn became(&self, text: Cow<'_, str>) -> Self {
        if *text == self.text {
            return self.clone();
        }
        let whole: Vec<(&[Source], &str)> = self.parts().collect();
        let mut head = 0;
        let mut before = 0;
        while let Some((_, part)) = whole.get(before).filter(|(_, part)| is_plain(part)) {
            if !text.get(head..).is_some_and(|rest| rest.starts_with(part)) {
                break;
            }
            head += part.len();
            before += 1;
        }
        let mut tail = text.len();
        let mut after = whole.len();
        while let Some((_, part)) = after.checked_sub(1).and_then(|last| whole.get(last)).filter(|(_, p)| is_plain(p)) {
            if after <= before || !text.get(head..tail).is_some_and(|rest| rest.ends_with(part)) {
                break;
            }
            tail -= part.len();
            after -= 1;
        }
        let mut parts: Vec<Part> = self.parts.iter().take(before).cloned().collect();
        let sources = each_once(self.parts.get(before..after).unwrap_or_default());
        if before < after {
            parts.push(Part { end: tail, sources });
        } else if let Some(last) = parts.last_mut() {
            last.end = tail;
        }
        let mut end = tail;
        for (sources, part) in whole.iter().skip(after.max(before)) {
            end += part.len();
            parts.push(Part { end, sources: sources.to_vec() });
        }
        if let Some(last) = parts.last_mut() {
            last.end = text.len();
        }
        Self { text: text.into_owned(), parts }
    }
}

/// The sources of parts, each once, in order.
fn each_once(parts: &[Part]) -> Vec<Source> {
    let mut seen = HashSet::new();
    parts.iter().flat_map(|part| &part.sources).filter(|source| seen.insert(*source)).cloned().collect()
}

/// Whether no macro can begin, end or be escaped in a text.
fn is_plain(text: &str) -> bool {
    !text.contains(['{', '}', '<', '\\'])
}
