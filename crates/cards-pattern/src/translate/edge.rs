//! Places without text: words, lines.

use std::fmt::Write as _;

use super::{FOLDED_WORD, NOT_LINE_END, WORD, Walk};

impl Walk<'_> {
    pub(super) fn word_edge(&mut self, at_edge: bool) {
        let word = if self.flags.unicode { FOLDED_WORD } else { WORD };
        match (self.backtracks, at_edge) {
            (false, _) => self.out.push_str("(?-u:\\b)"),
            (true, true) => {
                let _ = write!(self.out, "(?:(?<={word})(?!{word})|(?<!{word})(?={word}))");
            }
            (true, false) => {
                let _ = write!(self.out, "(?:(?<={word})(?={word})|(?<!{word})(?!{word}))");
            }
        }
        self.atom = None;
    }

    pub(super) fn line_start(&mut self) {
        if !self.flags.multi_line {
            self.looks_outside = true;
            self.out.push_str("\\A");
        } else if self.backtracks {
            let _ = write!(self.out, "(?<!{NOT_LINE_END})");
        } else {
            self.out.push_str("(?mR:^)");
        }
        self.atom = None;
    }

    pub(super) fn line_end(&mut self) {
        if !self.flags.multi_line {
            self.looks_outside = true;
            self.out.push_str("\\z");
        } else if self.backtracks {
            let _ = write!(self.out, "(?!{NOT_LINE_END})");
        } else {
            self.out.push_str("(?mR:$)");
        }
        self.atom = None;
    }
}
