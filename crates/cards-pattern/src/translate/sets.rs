//! Classes as the flag `v` writes them: classes inside classes, differences and intersections.
//!
//! Source: ECMAScript 2025, 22.2.1, `ClassSetExpression`.

use super::Walk;
use super::set::add;
use crate::Error;
use crate::class::Class;
use crate::escape::Escape;

impl Walk<'_> {
    /// Reads a class behind its bracket, to the bracket that ends it.
    pub(super) fn class_of_sets(&mut self, depth: usize) -> Result<Class, Error> {
        if depth >= self.max_depth {
            return Err(Error::TooLarge { what: "classes inside classes past the limit" });
        }
        let negated = self.cursor.eat("^");
        let mut written = String::new();
        let mut class = Class::default();
        let mut operator = "";
        loop {
            let found = ["--", "&&"].into_iter().find(|operator| self.cursor.eat(operator));
            if let Some(found) = found {
                if class.is_empty() || (!operator.is_empty() && operator != found) {
                    return Err(self.cursor.error("operator of a class"));
                }
                self.write_operand(&mut written, operator, std::mem::take(&mut class));
                operator = found;
                continue;
            }
            let Some(c) = self.cursor.bump() else { return Err(self.cursor.error("class without end")) };
            if c == ']' {
                break;
            }
            // Behind an operator only one operand stands, and the next operator.
            if !operator.is_empty() && !class.is_empty() {
                return Err(self.cursor.error("operand of a class"));
            }
            let item = self.operand(c, depth)?;
            let mut ahead = self.cursor;
            if operator.is_empty() && ahead.eat("-") && !ahead.rest().starts_with('-') {
                self.cursor = ahead;
                let Some(c) = self.cursor.bump() else { return Err(self.cursor.error("class without end")) };
                match (item, self.operand(c, depth)?) {
                    (Escape::Char(from), Escape::Char(to)) if from <= to => class.add_range(from, to),
                    _ => return Err(self.cursor.error("range out of order")),
                }
            } else {
                add(&mut class, item);
            }
        }
        if operator.is_empty() && !negated {
            return Ok(class);
        }
        if !operator.is_empty() && class.is_empty() {
            return Err(self.cursor.error("operand of a class"));
        }
        self.write_operand(&mut written, operator, class);
        let mut whole = Class::default();
        whole.add_property(format!("[{}{written}]", if negated { "^" } else { "" }));
        Ok(whole)
    }

    fn operand(&mut self, c: char, depth: usize) -> Result<Escape, Error> {
        match c {
            '[' => Ok(Escape::Set(self.class_of_sets(depth + 1)?)),
            '\\' if self.cursor.rest().starts_with("q{") => {
                Err(Error::TooLarge { what: "texts inside a class are not supported" })
            }
            // These need a backslash.
            '(' | ')' | '{' | '}' | '/' | '-' | '|' => Err(self.cursor.error("sign of a class without a backslash")),
            '\\' => {
                // And these may have one besides.
                let bare = self.cursor.rest().chars().next().filter(|c| "&-!#%,:;<=>@`~".contains(*c));
                match bare {
                    Some(c) => {
                        self.cursor.bump();
                        Ok(Escape::Char(u32::from(c)))
                    }
                    None => self.class_atom(c),
                }
            }
            c => self.class_atom(c),
        }
    }

    fn write_operand(&self, out: &mut String, operator: &str, class: Class) {
        out.push_str(operator);
        class.write(out, false, false, true);
    }
}
