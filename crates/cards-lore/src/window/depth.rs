//! How many messages a scan rule means.

use super::Window;
use crate::decorator::Scan;
use crate::host::Host;
use crate::rules::DepthRule;

impl Window<'_> {
    /// Turns a scan rule into a number of messages.
    pub(crate) fn depth(&mut self, scan: Option<Scan>, host: &mut Host<'_>) -> usize {
        let count = self.message_count();
        let scan = scan.unwrap_or(Scan::Messages(self.lore.settings.scan_depth));
        let depth = match scan {
            Scan::All => return count,
            Scan::Tokens(tokens) => return self.depth_of_tokens(tokens, host),
            Scan::Messages(depth) => depth,
        };
        match self.lore.rules.depth {
            DepthRule::Slice => sliced(depth, count),
            DepthRule::All => count,
            DepthRule::WholeUpTo(most) => whole(depth).min(most),
            DepthRule::WholeOrAll if depth < 0.0 => whole_or_all(self.lore.settings.scan_depth, count),
            DepthRule::WholeOrAll => whole_or_all(depth, count),
            DepthRule::WholeOr(default) if depth == 0.0 => default,
            DepthRule::WholeOr(_) => whole(depth),
        }
    }

    /// The newest messages that hold so many tokens; the one that the border falls into counts.
    fn depth_of_tokens(&mut self, tokens: f64, host: &mut Host<'_>) -> usize {
        let mut left = tokens;
        let mut depth = 0;
        while left > 0.0 {
            let Some(message) = self.message(depth) else { break };
            left -= self.tokens(message.text, host) as f64;
            depth += 1;
        }
        depth
    }
}

fn whole_or_all(depth: f64, count: usize) -> usize {
    if depth < 1.0 { count } else { whole(depth) }
}

fn whole(depth: f64) -> usize {
    depth.floor().clamp(0.0, usize::MAX as f64) as usize
}

/// De facto: Risu cuts the last messages with a start that goes negative when the depth is past the count, and then
/// counts from the end.
fn sliced(depth: f64, count: usize) -> usize {
    let count_f = count as f64;
    let start = (count_f - depth).trunc();
    let taken = if start.is_nan() {
        count_f
    } else if start >= 0.0 {
        count_f - start
    } else {
        -start
    };
    taken.clamp(0.0, count_f) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn risu_windows_wrap_as_slices_do() {
        for (depth, count, expected) in
            [(3.0, 5, 3), (0.0, 5, 0), (4.0, 3, 1), (5.0, 3, 2), (6.0, 3, 3), (1000.0, 3, 3), (-1.0, 3, 0)]
        {
            assert_eq!(sliced(depth, count), expected, "{depth} over {count}");
        }
        assert_eq!(sliced(f64::NAN, 3), 3);
    }

    #[test]
    fn a_depth_of_nothing_is_the_clients_own_for_one_that_has_such() {
        use cards_words::{Estimate, Message, SeededDice};

        use crate::{Book, Entry, Lore, Settings, State, Turn, Verbatim};

        for (profile, depth, fires) in [
            (cards_words::Profile::Agnai, 0.0, true),
            (cards_words::Profile::Agnai, 1.0, false),
            (cards_words::Profile::Agnai, 2.0, true),
            (cards_words::Profile::SillyTavern, 0.0, false),
        ] {
            let entry = Entry { keys: vec!["lamp".into()], content: "Oil.".into(), ..Entry::default() };
            let books = vec![Book { entries: vec![entry], ..Book::default() }];
            let settings = Settings::new(profile).with_scan_depth(depth);
            let lore = Lore::compile(books, settings, &crate::Limits::default()).unwrap();
            let messages = vec![Message::user("A lamp."), Message::assistant("Yes.")];
            let turn = Turn { messages, ..Turn::default() };
            let mut dice = SeededDice::new(1);
            let mut host = Host { tokens: &mut Estimate, dice: &mut dice, expander: &mut Verbatim };
            let answer = lore.activate(&turn, &mut State::new(), &mut host).unwrap();
            assert_eq!(!answer.entries.is_empty(), fires, "{profile} {depth}");
        }
    }
}
