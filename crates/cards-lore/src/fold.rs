//! The form of a text in which keys are looked for: lower case, once, with a way back to the offsets as written.

use crate::span::Span;

/// How a profile folds text and keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoldRule {
    /// Lower case as JavaScript and Unicode have it (no case folding: `ß` is not `SS`).
    Lower,
    /// Lower case, and every space (U+0020) is left out. De facto: RisuAI.
    LowerNoSpaces,
}

/// A folded text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folded {
    /// The folded text.
    pub(crate) text: String,
    /// Where the distance between folded and written offsets changes: (folded, written), ascending.
    shifts: Vec<(u32, u32)>,
    /// The distance at the end: written minus folded, wrapping.
    distance: usize,
    /// Whether spaces are left out between one change and the next, which are then places to count from.
    skips: bool,
}

/// How many written bytes there are between places to count from, where spaces are left out. Noting the distance at every word takes
/// longer than to fold the text, and few places are ever asked for; one that is takes this many steps.
const BLOCK: usize = 128;

impl Folded {
    /// Folds a text into this buffer.
    pub(crate) fn set(&mut self, written: &str, rule: FoldRule) {
        self.text.clear();
        self.shifts.clear();
        self.distance = 0;
        self.skips = false;
        // A sigma at the end of a word lowers differently; only the standard library sees that context.
        if written.contains('Σ') {
            self.set_with_final_sigma(written, rule);
            return;
        }
        self.skips = rule == FoldRule::LowerNoSpaces;
        self.text.reserve(written.len());
        let mut rest = written;
        while !rest.is_empty() {
            let ascii = rest.bytes().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
            let (head, tail) = rest.split_at(ascii);
            self.push_ascii(head, written.len() - rest.len(), rule);
            let other = tail.bytes().position(|byte| byte.is_ascii()).unwrap_or(tail.len());
            let (head, after) = tail.split_at(other);
            self.push_other(head, written.len() - tail.len());
            rest = after;
        }
    }

    /// Gives the offset in the written text of an offset in the folded one.
    pub(crate) fn written_offset(&self, written: &str, folded: usize) -> usize {
        let at = self.shifts.partition_point(|&(start, _)| start as usize <= folded);
        let (start, from) = match at.checked_sub(1).and_then(|i| self.shifts.get(i)) {
            Some(&(start, from)) => (start as usize, from as usize),
            None => (0, 0),
        };
        let steps = folded - start;
        if !self.skips {
            return from + steps;
        }
        let next = self.shifts.get(at).map_or(written.len(), |&(_, next)| next as usize);
        let bytes = written.as_bytes().get(from..next).unwrap_or_default();
        let kept = bytes.iter().enumerate().filter(|(_, byte)| **byte != b' ').nth(steps);
        kept.map_or(next, |(at, _)| from + at)
    }

    /// Gives what of the written text a part of the folded one comes from: up to the end of its last character, without
    /// what was left out behind it.
    pub(crate) fn written_span(&self, written: &str, start: usize, end: usize) -> Span {
        let at = self.written_offset(written, start);
        let last = self.written_offset(written, end.saturating_sub(1)).max(at);
        let end = (last + 1..=written.len()).find(|end| written.is_char_boundary(*end)).unwrap_or(written.len());
        Span::new(at, if start == 0 && end == 0 { 0 } else { end.saturating_sub(at) })
    }

    fn push_ascii(&mut self, head: &str, written: usize, rule: FoldRule) {
        match rule {
            FoldRule::Lower => {
                let start = self.text.len();
                self.text.push_str(head);
                if let Some(new) = self.text.get_mut(start..) {
                    new.make_ascii_lowercase();
                }
            }
            FoldRule::LowerNoSpaces => {
                let mut at = written;
                for block in head.as_bytes().chunks(BLOCK) {
                    self.mark(at);
                    self.push_spaceless(block);
                    at += block.len();
                }
                self.mark(at);
            }
        }
    }

    /// Adds the bytes of a block that are no spaces: each is written, and the place for the next moves on behind those that stay.
    fn push_spaceless(&mut self, block: &[u8]) {
        let mut kept = [0_u8; BLOCK];
        let mut end = 0_usize;
        for &byte in block {
            if let Some(place) = kept.get_mut(end) {
                *place = byte;
            }
            end += usize::from(byte != b' ');
        }
        let kept = kept.get_mut(..end).unwrap_or_default();
        kept.make_ascii_lowercase();
        self.text.push_str(std::str::from_utf8(kept).unwrap_or_default());
    }

    fn push_other(&mut self, head: &str, written: usize) {
        let mut at = written;
        for c in head.chars() {
            let before = self.text.len();
            self.text.extend(c.to_lowercase());
            at += c.len_utf8();
            if self.text.len() - before != c.len_utf8() {
                self.mark(at);
            }
        }
    }

    /// Notes that the next folded byte comes from `written`, unless the offsets run in step already.
    fn mark(&mut self, written: usize) {
        let folded = self.text.len();
        let distance = written.wrapping_sub(folded);
        if self.distance == distance {
            return;
        }
        self.distance = distance;
        while self.shifts.last().is_some_and(|&(start, _)| start as usize == folded) {
            self.shifts.pop();
        }
        if let (Ok(folded), Ok(written)) = (u32::try_from(folded), u32::try_from(written)) {
            self.shifts.push((folded, written));
        }
    }

    fn set_with_final_sigma(&mut self, written: &str, rule: FoldRule) {
        let lower = written.to_lowercase();
        let mut rest = lower.chars();
        for (at, c) in written.char_indices() {
            let skipped = rule == FoldRule::LowerNoSpaces && c == ' ';
            if !skipped {
                self.mark(at);
            }
            // Both sigmas are two bytes, so the count of lowered characters is that of the context-free mapping.
            for _ in c.to_lowercase() {
                if let Some(low) = rest.next()
                    && !skipped
                {
                    self.text.push(low);
                }
            }
        }
        self.mark(written.len());
    }
}

/// Gives the form of a folded text that the automaton knows: both small sigmas are one letter there, since which of
/// them a capital becomes depends on what follows. The folded text itself comes along when it had one.
pub(crate) fn search_form(folded: String) -> (String, Option<String>) {
    if folded.contains(['σ', 'ς']) { (folded.replace('ς', "σ"), Some(folded)) } else { (folded, None) }
}

/// Folds a key as [`Folded::set`] folds the text.
pub(crate) fn fold(text: &str, rule: FoldRule) -> String {
    // Most keys, which no way back to the offsets as written is asked of.
    if rule == FoldRule::Lower && text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = Folded::default();
    folded.set(text, rule);
    folded.text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(written: &str, rule: FoldRule) {
        let mut folded = Folded::default();
        folded.set(written, rule);
        let expected = match rule {
            FoldRule::Lower => written.to_lowercase(),
            FoldRule::LowerNoSpaces => written.to_lowercase().replace(' ', ""),
        };
        assert_eq!(folded.text, expected);
        assert_eq!(folded.written_offset(written, folded.text.len()), written.len());
        // Each folded character comes from the written character at its offset.
        for (at, c) in folded.text.char_indices() {
            let written_at = folded.written_offset(written, at);
            if let Some(from) = written.get(written_at..).and_then(|rest| rest.chars().next()) {
                assert!(from.to_lowercase().any(|low| low == c) || c == 'ς', "{c} from {from}");
            }
        }
    }

    proptest! {
        /// The blocks are a fast way to do what one character after the other does.
        #[test]
        fn blocks_without_spaces_are_the_text_character_by_character(written in "([a-zA-Z]{0,40} {0,3}|[éİΩß港]{0,3}){0,30}") {
            let mut folded = Folded::default();
            folded.set(&written, FoldRule::LowerNoSpaces);
            let mut plain = String::new();
            for (at, c) in written.char_indices().filter(|(_, c)| *c != ' ') {
                // What the character became begins where the text had come to.
                prop_assert_eq!(folded.written_offset(&written, plain.len()), at);
                plain.extend(c.to_lowercase());
            }
            prop_assert_eq!(&folded.text, &plain);
            prop_assert_eq!(folded.written_offset(&written, plain.len()), written.len());
        }
    }

    #[test]
    fn offsets_lead_back_to_the_written_text() {
        for text in ["", "Plain", "İstanbul and Straße", "ΟΔΟΣ ΣΟΦΟΣ x", "a b  c ", " é Á K", "港 へ Go"]
        {
            check(text, FoldRule::Lower);
            check(text, FoldRule::LowerNoSpaces);
        }
    }
}
