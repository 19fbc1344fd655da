//! Quantifiers.

use std::fmt::Write as _;

use super::Walk;
use crate::Error;

impl Walk<'_> {
    pub(super) fn quantifier(&mut self, c: char) -> Result<(), Error> {
        let at_least_one = c == '+';
        self.repeat(at_least_one, |out| out.push(c))
    }

    /// Reads what follows `{`: a quantifier, or the brace itself.
    pub(super) fn brace(&mut self) -> Result<(), Error> {
        let mut ahead = self.cursor;
        let low = ahead.number();
        let comma = low.is_some() && ahead.eat(",");
        let high = if comma { ahead.number() } else { low };
        let (Some(low), true) = (low, ahead.eat("}")) else {
            if self.flags.unicode {
                return Err(self.cursor.error("incomplete quantifier"));
            }
            self.character(u32::from('{'));
            return Ok(());
        };
        self.cursor = ahead;
        if high.is_some_and(|high| high < low) {
            return Err(self.cursor.error("numbers out of order in quantifier"));
        }
        if low == u32::MAX || high == Some(u32::MAX) {
            return Err(Error::TooLarge { what: "repetition count past the limit" });
        }
        self.repeat(low > 0, |out| {
            // Writing to a string cannot fail.
            let _ = match (comma, high) {
                (false, _) => write!(out, "{{{low}}}"),
                (true, None) => write!(out, "{{{low},}}"),
                (true, Some(high)) => write!(out, "{{{low},{high}}}"),
            };
        })
    }

    fn repeat(&mut self, required: bool, write: impl FnOnce(&mut String)) -> Result<(), Error> {
        if self.atom.take().is_none() {
            return Err(self.cursor.error("nothing to repeat"));
        }
        let lazy = self.cursor.eat("?");
        if !required {
            self.tail.last_is_optional();
        }
        if std::mem::take(&mut self.atom_is_look) {
            // The engine repeats no look-ahead; doing it once, or not needing to, comes to the same.
            if !required {
                self.out.pop();
                self.out.push_str("|)");
            }
            return Ok(());
        }
        write(&mut self.out);
        if lazy {
            self.out.push('?');
        }
        if self.atom_is_char && !required {
            self.required.last_char_is_optional();
        } else if self.atom_is_char {
            self.required.end_run();
        } else if !required {
            self.required.last_group_is_optional();
        }
        self.atom_is_char = false;
        Ok(())
    }
}
