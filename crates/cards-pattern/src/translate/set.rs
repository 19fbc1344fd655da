//! Character classes in brackets.

use super::Walk;
use crate::Error;
use crate::class::Class;
use crate::escape::Escape;

impl Walk<'_> {
    pub(super) fn class(&mut self) -> Result<(), Error> {
        if self.flags.sets {
            let class = self.class_of_sets(0)?;
            self.set(class, false);
            return Ok(());
        }
        let negated = self.cursor.eat("^");
        let mut class = Class::default();
        loop {
            let Some(c) = self.cursor.bump() else { return Err(self.cursor.error("class without end")) };
            if c == ']' {
                break;
            }
            let from = self.class_atom(c)?;
            let mut ahead = self.cursor;
            let range = ahead.eat("-") && ahead.peek().is_some_and(|c| c != ']');
            if !range {
                add(&mut class, from);
                continue;
            }
            self.cursor = ahead;
            let Some(c) = self.cursor.bump() else { return Err(self.cursor.error("class without end")) };
            let to = self.class_atom(c)?;
            match (from, to) {
                (Escape::Char(from), Escape::Char(to)) if from <= to => class.add_range(from, to),
                (Escape::Char(_), Escape::Char(_)) => return Err(self.cursor.error("range out of order")),
                _ if self.flags.unicode => return Err(self.cursor.error("range with a set")),
                (from, to) => {
                    add(&mut class, from);
                    class.add_range(0x2d, 0x2d);
                    add(&mut class, to);
                }
            }
        }
        self.set(class, negated);
        Ok(())
    }

    pub(super) fn class_atom(&mut self, c: char) -> Result<Escape, Error> {
        if c != '\\' {
            return Ok(Escape::Char(u32::from(c)));
        }
        if self.cursor.eat("b") {
            return Ok(Escape::Char(8));
        }
        if self.flags.unicode && self.cursor.eat("-") {
            return Ok(Escape::Char(0x2d));
        }
        self.cursor.escape(self.flags)
    }
}

pub(super) fn add(class: &mut Class, item: Escape) {
    match item {
        Escape::Char(code) => class.add_range(code, code),
        Escape::Set(set) => class.add(set),
    }
}
