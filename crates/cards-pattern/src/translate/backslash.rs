//! Escapes and back-references.

use std::fmt::Write as _;

use super::Walk;
use crate::Error;
use crate::escape::Escape;

impl Walk<'_> {
    pub(super) fn backslash(&mut self) -> Result<(), Error> {
        match self.cursor.peek() {
            Some('b') => {
                self.cursor.at += 1;
                self.word_edge(true);
                return Ok(());
            }
            Some('B') => {
                self.cursor.at += 1;
                self.word_edge(false);
                return Ok(());
            }
            Some('1'..='9') => {
                let mut ahead = self.cursor;
                let number = ahead.number().unwrap_or(u32::MAX);
                if number <= self.groups {
                    self.cursor = ahead;
                    self.reference(number);
                    return Ok(());
                }
                if self.flags.unicode {
                    return Err(self.cursor.error("reference to a group that is not there"));
                }
            }
            Some('k') if self.flags.unicode || !self.names.is_empty() => return self.named_reference(),
            _ => {}
        }
        match self.cursor.escape(self.flags)? {
            Escape::Char(code) => self.character(code),
            Escape::Set(class) => self.set(class, false),
        }
        Ok(())
    }

    fn named_reference(&mut self) -> Result<(), Error> {
        let name = self.cursor.rest().strip_prefix("k<").and_then(|rest| rest.split_once('>'));
        let Some((name, _)) = name else { return Err(self.cursor.error("reference without name")) };
        let number = self.number_of(name);
        let Some(number) = number else { return Err(self.cursor.error("reference to a name that is not there")) };
        self.cursor.at += name.len() + 3;
        self.reference(number);
        Ok(())
    }

    /// Finds the number of a named group.
    fn number_of(&self, wanted: &str) -> Option<u32> {
        self.names.iter().find(|(name, _)| name == wanted).map(|&(_, number)| number)
    }

    /// A group that took no part matches the empty text in JavaScript.
    fn reference(&mut self, number: u32) {
        self.required.end_run();
        self.tail.push(true);
        self.atom = Some(self.out.len());
        self.atom_is_char = false;
        self.atom_is_look = false;
        // Writing to a string cannot fail.
        let _ = write!(self.out, "(?({number})\\{number})");
        self.holds_line_feed = true;
        self.holds_mark = true;
    }
}
