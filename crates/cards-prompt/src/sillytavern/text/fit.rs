//! What of chat and examples the context has room for.

use super::items::Formatted;
use crate::sillytavern::{Error, Stage};

/// The texts that are in every prompt, in the order in which the client counts them.
#[derive(Clone, Debug)]
pub(super) struct Fixed<'f> {
    pub(super) story: &'f str,
    /// All examples, where the user has them pinned.
    pub(super) pinned: &'f str,
    /// The message that fills in for the user's; empty where there is none.
    pub(super) alignment: &'f str,
    pub(super) chat_start: &'f str,
    /// The last line behind an empty text.
    pub(super) closing: &'f str,
    /// The message that is continued.
    pub(super) tail: &'f str,
    /// The tokens of the context without the answer.
    pub(super) limit: u64,
    /// Tokens that are added to each count of a whole.
    pub(super) padding: u64,
}

/// What fits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fitting {
    /// Which messages, oldest first.
    pub(super) kept: Vec<bool>,
    /// Whether the alignment message is before them.
    pub(super) aligned: bool,
    /// How many pieces of the examples.
    pub(super) examples: usize,
}

/// Counts a text as the client sends it, without returns.
pub(super) fn count(text: &str, stage: &mut Stage<'_>) -> u64 {
    if text.contains('\r') { stage.tokens.count(&text.replace('\r', "")) } else { stage.tokens.count(text) }
}

impl Fixed<'_> {
    /// Counts what is fixed, with `chat` where the chat begins.
    fn base(&self, chat: &str, stage: &mut Stage<'_>) -> u64 {
        let texts = [self.story, self.pinned, self.alignment, chat, self.closing, self.tail];
        count(&texts.concat(), stage).saturating_add(self.padding)
    }

    /// Chooses what fits: injections first, then the chat from the newest message back, then unpinned examples.
    pub(super) fn fit(&self, items: &[Formatted], unpinned: &[&str], stage: &mut Stage<'_>) -> Result<Fitting, Error> {
        let mut fitting = Fitting { kept: vec![false; items.len()], ..Fitting::default() };
        let mut total = self.base(self.chat_start, stage);
        let mut injections: Vec<usize> = (0..items.len()).filter(|at| injected(items, *at).is_some()).collect();
        injections.sort_by_key(|at| injected(items, *at));
        let history = (0..items.len()).rev().filter(|at| injected(items, *at).is_none());
        // What the chat string of the client holds, in the order in which it was added.
        let mut chat = String::new();
        for at in injections.iter().copied().chain(history) {
            let (Some(item), Some(kept)) = (items.get(at), fitting.kept.get_mut(at)) else { continue };
            total = total.saturating_add(count(item.text.text(), stage));
            if total >= self.limit {
                break;
            }
            *kept = true;
            chat.push_str(item.text.text());
        }
        let oldest = fitting.kept.iter().position(|kept| *kept).and_then(|at| items.get(at));
        fitting.aligned = !self.alignment.is_empty() && !oldest.is_some_and(|item| item.is_user);
        if unpinned.is_empty() {
            return Ok(fitting);
        }
        let aligned = if fitting.aligned { self.alignment } else { "" };
        let mut total = self.base(&[aligned, self.chat_start, &chat].concat(), stage);
        for example in unpinned {
            total = total.saturating_add(count(example, stage));
            if total >= self.limit {
                break;
            }
            fitting.examples += 1;
        }
        Ok(fitting)
    }
}

fn injected(items: &[Formatted], at: usize) -> Option<usize> {
    items.get(at).and_then(|item| item.injected)
}
