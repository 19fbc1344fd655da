//! Strings: their ends, their escapes.

use std::borrow::Cow;

use super::Reader;
use super::scan::near_stop;
use crate::{Error, Oddities, OddityKind};

impl<'a, O: Oddities> Reader<'a, O> {
    /// Reads the string whose opening quote is next.
    pub(super) fn string_body(&mut self) -> Result<Cow<'a, str>, Error> {
        let start = self.at + 1;
        self.at = start;
        let end = self.string_stop()?;
        if self.text.as_bytes().get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Cow::Borrowed(self.text.get(start..end).unwrap_or_default()));
        }
        let mut out = String::with_capacity((end - start) * 2);
        out.push_str(self.text.get(start..end).unwrap_or_default());
        self.at = end;
        loop {
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Cow::Owned(out));
                }
                // `string_stop` stops at quotes and backslashes only.
                _ => self.escape(&mut out)?,
            }
            let from = self.at;
            let end = self.string_stop()?;
            out.push_str(self.text.get(from..end).unwrap_or_default());
            self.at = end;
        }
    }

    /// The place of the next quote or backslash; notes control characters before it.
    fn string_stop(&mut self) -> Result<usize, Error> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if let Some(len) = near_stop(rest) {
            return Ok(self.at + len);
        }
        let Some(len) = memchr::memchr2(b'"', b'\\', rest) else {
            self.at = self.text.len();
            return Err(self.syntax("a string is not closed"));
        };
        let piece = rest.get(..len).unwrap_or_default();
        // No early exit, so that the loop is done many bytes at a time.
        if piece.iter().fold(false, |seen, &byte| seen | (byte < 0x20)) {
            self.odd(OddityKind::Control);
        }
        Ok(self.at + len)
    }

    /// Reads one escape into `out`.
    fn escape(&mut self, out: &mut String) -> Result<(), Error> {
        let code = self.text.as_bytes().get(self.at + 1).copied();
        let plain = match code {
            Some(b'n') => '\n',
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'u') => {
                self.at += 2;
                let c = self.unicode_escape()?;
                out.push(c);
                return Ok(());
            }
            _ => return Err(self.syntax("unknown escape")),
        };
        self.at += 2;
        out.push(plain);
        Ok(())
    }

    /// Reads the hex digits of `\u`, and of a second one where two make one character.
    fn unicode_escape(&mut self) -> Result<char, Error> {
        let unit = self.hex4()?;
        if let Some(c) = char::from_u32(unit) {
            return Ok(c);
        }
        if unit < 0xDC00 && self.text.get(self.at..).is_some_and(|rest| rest.starts_with("\\u")) {
            let back = self.at;
            self.at += 2;
            let low = self.hex4()?;
            if (0xDC00..0xE000).contains(&low) {
                let c = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                return Ok(char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = back;
        }
        // Four hex digits are a number of sixteen bits.
        self.odd(OddityKind::LoneSurrogate(u16::try_from(unit).unwrap_or_default()));
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn hex4(&mut self) -> Result<u32, Error> {
        let digits = self.text.get(self.at..self.at + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(unit) = digits.and_then(|d| u32::from_str_radix(d, 16).ok()) else {
            return Err(self.syntax("expected four hex digits"));
        };
        self.at += 4;
        Ok(unit)
    }
}
