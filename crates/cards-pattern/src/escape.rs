//! What is behind a backslash.

use super::class::Class;
use super::{Error, Flags};

/// A read escape that means the same inside and outside of classes.
pub(super) enum Escape {
    /// A character by its code point; may be a surrogate, which no text holds.
    Char(u32),
    /// A set.
    Set(Class),
}

/// The part of the pattern that is still to be read.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'p> {
    pub(super) pattern: &'p str,
    pub(super) at: usize,
    pub(super) unicode: bool,
}

impl<'p> Cursor<'p> {
    pub(super) fn rest(&self) -> &'p str {
        self.pattern.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    pub(super) fn error(&self, what: &'static str) -> Error {
        Error::Syntax { what, at: self.at }
    }

    /// Reads digits; numbers past `u32` come out as its end.
    pub(super) fn number(&mut self) -> Option<u32> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let text = self.rest().get(..digits).filter(|text| !text.is_empty())?;
        self.at += digits;
        Some(text.parse().unwrap_or(u32::MAX))
    }

    /// Reads exactly so many hexadecimal digits.
    fn hex(&mut self, count: usize) -> Option<u32> {
        let text = self.rest().get(..count)?;
        if !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        self.at += count;
        u32::from_str_radix(text, 16).ok()
    }

    /// Reads an escape; the backslash is behind, the cursor stands on what follows.
    pub(super) fn escape(&mut self, flags: Flags) -> Result<Escape, Error> {
        let Some(c) = self.bump() else { return Err(self.error("backslash at the end")) };
        Ok(match c {
            'd' => Escape::Set(Class::digits()),
            'D' => Escape::Set(Class::digits().negated()),
            'w' => Escape::Set(Class::word(flags)),
            'W' => Escape::Set(Class::word(flags).negated()),
            's' => Escape::Set(Class::space()),
            'S' => Escape::Set(Class::space().negated()),
            'p' | 'P' if self.unicode => Escape::Set(self.property(c)?),
            't' => Escape::Char(9),
            'n' => Escape::Char(10),
            'v' => Escape::Char(11),
            'f' => Escape::Char(12),
            'r' => Escape::Char(13),
            'c' => self.control()?,
            'x' => match self.hex(2) {
                Some(code) => Escape::Char(code),
                None => self.identity(c)?,
            },
            'u' => self.unicode_escape()?,
            '0'..='9' => self.octal(c)?,
            other => self.identity(other)?,
        })
    }

    /// A character that stands for itself; with `u` only those that need a backslash may have one.
    fn identity(&self, c: char) -> Result<Escape, Error> {
        if self.unicode && !"^$\\.*+?()[]{}|/".contains(c) {
            return Err(self.error("escape of a plain character"));
        }
        Ok(Escape::Char(u32::from(c)))
    }

    fn control(&mut self) -> Result<Escape, Error> {
        match self.peek() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                self.at += 1;
                Ok(Escape::Char(u32::from(letter) % 32))
            }
            _ if self.unicode => Err(self.error("control escape without letter")),
            _ => {
                // The backslash is a character of its own, and the `c` is read again.
                self.at -= 1;
                Ok(Escape::Char(u32::from('\\')))
            }
        }
    }

    fn unicode_escape(&mut self) -> Result<Escape, Error> {
        if self.unicode && self.eat("{") {
            let digits = self.rest().bytes().take_while(u8::is_ascii_hexdigit).count();
            let text = self.rest().get(..digits).unwrap_or_default();
            let code = u32::from_str_radix(text, 16).ok().filter(|&code| code <= 0x10_ffff);
            self.at += digits;
            return match (code, self.eat("}")) {
                (Some(code), true) => Ok(Escape::Char(code)),
                _ => Err(self.error("code point escape")),
            };
        }
        let Some(code) = self.hex(4) else { return self.identity('u') };
        // Two escaped surrogates make one character.
        if (0xd800..0xdc00).contains(&code) {
            let mut ahead = *self;
            if ahead.eat("\\u")
                && let Some(low) = ahead.hex(4)
                && (0xdc00..0xe000).contains(&low)
            {
                *self = ahead;
                return Ok(Escape::Char(0x1_0000 + ((code - 0xd800) << 10) + (low - 0xdc00)));
            }
        }
        Ok(Escape::Char(code))
    }

    fn octal(&mut self, first: char) -> Result<Escape, Error> {
        if self.unicode {
            let alone = first == '0' && !self.peek().is_some_and(|c| c.is_ascii_digit());
            return if alone { Ok(Escape::Char(0)) } else { Err(self.error("decimal escape")) };
        }
        let Some(mut code) = first.to_digit(8) else { return Ok(Escape::Char(u32::from(first))) };
        for _ in 0..2 {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) else { break };
            if code * 8 + digit > 0o377 {
                break;
            }
            code = code * 8 + digit;
            self.at += 1;
        }
        Ok(Escape::Char(code))
    }

    fn property(&mut self, kind: char) -> Result<Class, Error> {
        let name = self.rest().strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(name, _)| name);
        let Some(name) = name else { return Err(self.error("property without name")) };
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '=';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(self.error("property name"));
        }
        self.at += name.len() + 2;
        let mut class = Class::default();
        class.add_property(format!("\\{kind}{{{name}}}"));
        Ok(class)
    }
}
