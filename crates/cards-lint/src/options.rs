//! How to lint.

use std::fmt;

use crate::rule::RuleRef;

/// How to lint.
#[non_exhaustive]
pub struct Options<'a> {
    /// Ids of the rules to hold to; empty means all. `lore-*` stands for all ids that begin so.
    pub select: Vec<String>,
    /// Ids of rules to leave out, in the same form; they win over `select`.
    pub ignore: Vec<String>,
    /// Where lint rules draw their lines.
    pub thresholds: Thresholds,
    /// Counts the tokens of a text. The default is [`Estimate`](cards_words::Estimate).
    pub tokens: &'a dyn Fn(&str) -> usize,
}

impl<'a> Options<'a> {
    /// The options with a token counter.
    #[must_use]
    pub fn with_tokens(self, tokens: &'a dyn Fn(&str) -> usize) -> Self {
        Self { tokens, ..self }
    }

    /// Whether a rule is held to.
    #[must_use]
    pub fn covers(&self, rule: RuleRef) -> bool {
        let named = |list: &[String]| list.iter().any(|pattern| matches(pattern, rule.id()));
        (self.select.is_empty() || named(&self.select)) && !named(&self.ignore)
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { select: Vec::new(), ignore: Vec::new(), thresholds: Thresholds::default(), tokens: &estimate }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { select, ignore, thresholds, tokens: _ } = self;
        let mut all = f.debug_struct("Options");
        all.field("select", select).field("ignore", ignore).field("thresholds", thresholds).finish_non_exhaustive()
    }
}

/// Whether an id is meant by a name that may end in `*`.
pub(crate) fn matches(pattern: &str, id: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(head) => id.starts_with(head),
        None => pattern == id,
    }
}

fn estimate(text: &str) -> usize {
    usize::try_from(cards_words::Estimate::of(text)).unwrap_or(usize::MAX)
}

/// Where lint rules draw their lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Thresholds {
    /// The longest key in characters that a chat message can be expected to hold. Default 200.
    pub key_chars: usize,
    /// The longest side of a portrait in pixels. Default 2,048: cards are shown at a fraction of that.
    pub portrait_side: u32,
    /// Bytes of a picture file. Default 10 MiB, which several sites refuse to take.
    pub portrait_bytes: u64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { key_chars: 200, portrait_side: 2_048, portrait_bytes: 10 << 20 }
    }
}
