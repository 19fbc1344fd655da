//! The tokens of a prompt by their sources, as bars.

use std::io::Write as _;

use cards_prompt::Source;

use crate::failure::Failure;
use crate::output::{FAINT, GOOD, LABEL, Output};

/// Columns of the longest bar.
const WIDE: u64 = 24;

/// Tokens by group of sources, in the order of the prompt.
#[derive(Default)]
pub(super) struct Bars(Vec<(&'static str, u64)>);

impl Bars {
    /// Adds tokens; those of several sources count for the first.
    pub(super) fn add<'s>(&mut self, sources: impl IntoIterator<Item = &'s Source>, tokens: u64) {
        let group = sources.into_iter().next().map_or("other", Source::group);
        match self.0.iter_mut().find(|(known, _)| *known == group) {
            Some((_, sum)) => *sum += tokens,
            None => self.0.push((group, tokens)),
        }
    }

    /// Shows them, with what of the prompt each is.
    pub(super) fn show(&self, out: &mut Output) -> Result<(), Failure> {
        let sum: u64 = self.0.iter().map(|(_, tokens)| tokens).sum();
        let most = self.0.iter().map(|(_, tokens)| *tokens).max().unwrap_or_default().max(1);
        for (group, tokens) in self.0.iter().filter(|(_, tokens)| *tokens > 0) {
            // Whatever is there has a column at least.
            let columns = (tokens * WIDE).div_ceil(most);
            let bar = "█".repeat(usize::try_from(columns).unwrap_or_default());
            let blank = " ".repeat(usize::try_from(WIDE.saturating_sub(columns)).unwrap_or_default());
            let percent = tokens * 100 / sum.max(1);
            writeln!(
                out.results(),
                "  {LABEL}{group:<13}{LABEL:#} {GOOD}{bar}{GOOD:#}{blank} {tokens:>6} {FAINT}{percent:>3}%{FAINT:#}"
            )?;
        }
        Ok(())
    }
}
