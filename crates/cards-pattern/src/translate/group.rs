//! Groups, their names and modifiers, and look-around.

use super::{Frame, FrameKind, Walk};
use crate::Error;

impl Walk<'_> {
    pub(super) fn open_group(&mut self) -> Result<(), Error> {
        if self.frames.len() >= self.max_depth {
            return Err(Error::TooLarge { what: "groups inside groups past the limit" });
        }
        let flags = self.flags;
        let start = self.out.len();
        self.required.open_group();
        self.tail.open_group();
        // Look-around gets a group around it, so that a quantifier repeats the whole.
        let (kind, opening) = if self.cursor.eat("?:") {
            (FrameKind::Group, "(?:")
        } else if self.cursor.eat("?=") {
            (FrameKind::LookAhead, "(?:(?=")
        } else if self.cursor.eat("?!") {
            (FrameKind::LookAhead, "(?:(?!")
        } else if self.cursor.eat("?<=") {
            (FrameKind::LookBehind, "(?:(?<=")
        } else if self.cursor.eat("?<!") {
            (FrameKind::LookBehind, "(?:(?<!")
        } else if self.cursor.eat("?<") {
            self.group_name()?;
            // Groups are referred to by number.
            (FrameKind::Group, "(")
        } else if self.cursor.eat("?") {
            (FrameKind::Group, self.modifiers()?)
        } else {
            (FrameKind::Group, "(")
        };
        self.looks_outside |= kind != FrameKind::Group;
        self.frames.push(Frame { kind, flags, start });
        self.out.push_str(opening);
        self.atom = None;
        Ok(())
    }

    fn group_name(&mut self) -> Result<(), Error> {
        let name = self.cursor.rest().split_once('>').map(|(name, _)| name).unwrap_or_default();
        let first = |c: char| c.is_alphabetic() || c == '$' || c == '_';
        let valid = name.chars().next().is_some_and(first) && name.chars().all(|c| first(c) || c.is_alphanumeric());
        if !valid {
            return Err(self.cursor.error("group name"));
        }
        if self.names.iter().filter(|(known, _)| known == name).count() > 1 {
            return Err(self.cursor.error("group name given twice"));
        }
        self.cursor.at += name.len() + 1;
        Ok(())
    }

    /// Reads `(?ims-ims:`.
    fn modifiers(&mut self) -> Result<&'static str, Error> {
        let mut on = true;
        let mut seen = String::new();
        loop {
            let Some(c) = self.cursor.bump() else { return Err(self.cursor.error("group without end")) };
            let flag = match c {
                'i' => &mut self.flags.ignore_case,
                'm' => &mut self.flags.multi_line,
                's' => &mut self.flags.dot_all,
                '-' if on => {
                    on = false;
                    continue;
                }
                ':' if !seen.is_empty() => break,
                _ => return Err(self.cursor.error("invalid group")),
            };
            if seen.contains(c) {
                return Err(self.cursor.error("modifier given twice"));
            }
            seen.push(c);
            *flag = on;
        }
        Ok(if self.flags.ignore_case { "(?i:" } else { "(?-i:" })
    }

    pub(super) fn close_group(&mut self) -> Result<(), Error> {
        let Some(frame) = self.frames.pop() else { return Err(self.cursor.error("unmatched parenthesis")) };
        self.flags = frame.flags;
        self.required.close_group(frame.kind == FrameKind::Group);
        self.tail.close_group(frame.kind == FrameKind::Group);
        self.out.push_str(if frame.kind == FrameKind::Group { ")" } else { "))" });
        let repeatable = match frame.kind {
            FrameKind::Group => true,
            FrameKind::LookAhead => !self.flags.unicode,
            FrameKind::LookBehind => false,
        };
        self.atom = repeatable.then_some(frame.start);
        self.atom_is_char = false;
        self.atom_is_look = frame.kind == FrameKind::LookAhead;
        Ok(())
    }
}
