//! Passing over values without building them.

use super::scan::{past_space, quote_or_backslash};
use super::{Kind, Reader};
use crate::{Error, Oddities};

impl<O: Oddities> Reader<'_, O> {
    /// Passes over a value of any kind, checking its grammar, without building it and without recursion. Oddities
    /// inside are not noted.
    ///
    /// # Errors
    /// [`Error::Syntax`], or a limit.
    pub fn skip(&mut self) -> Result<(), Error> {
        self.skip_counting().map(drop)
    }

    /// Passes over a value as [`Reader::skip`] does, and counts its members or elements.
    ///
    /// # Errors
    /// [`Error::Syntax`], or a limit.
    pub fn skip_counting(&mut self) -> Result<usize, Error> {
        // A byte-level state machine on its own cursor, since a listing of files does little else. The closing bracket
        // of the innermost open one is in `close` (0 outside of all), those of the others are in `outer`.
        let bytes = self.text.as_bytes();
        let mut outer: Vec<u8> = Vec::new();
        let mut close = 0_u8;
        let mut pieces = 0_usize;
        let mut at = self.at;
        loop {
            // Before a value.
            at = past_space(bytes, at);
            let mut empty_yet = false;
            match bytes.get(at) {
                Some(b'"') => {
                    self.count()?;
                    at = self.past_string(bytes, at + 1)?;
                }
                Some(b'-' | b'0'..=b'9') => {
                    self.at = at;
                    self.pass_number()?;
                    at = self.at;
                }
                Some(bracket @ (b'{' | b'[')) => {
                    self.at = at;
                    self.open(*bracket, "expected a value")?;
                    outer.push(close);
                    close = if *bracket == b'{' { b'}' } else { b']' };
                    at += 1;
                    empty_yet = true;
                }
                _ => {
                    self.at = at;
                    match self.peek()? {
                        Kind::Bool => drop(self.bool()?),
                        _ => self.null()?,
                    }
                    at = self.at;
                }
            }
            // Behind a value: out of every bracket that closes here, then on to the next piece.
            loop {
                if close == 0 {
                    self.at = at;
                    return Ok(pieces);
                }
                at = past_space(bytes, at);
                match bytes.get(at) {
                    Some(byte) if *byte == close => {
                        at += 1;
                        self.depth -= 1;
                        close = outer.pop().unwrap_or(0);
                        empty_yet = false;
                    }
                    Some(b',') if !empty_yet => {
                        at = past_space(bytes, at + 1);
                        break;
                    }
                    Some(_) if empty_yet => break,
                    _ if close == b'}' => return Err(self.syntax_at(at, "expected `,` or `}`")),
                    _ => return Err(self.syntax_at(at, "expected `,` or `]`")),
                }
            }
            pieces += usize::from(outer.len() == 1);
            if close == b'}' {
                if bytes.get(at) != Some(&b'"') {
                    return Err(self.syntax_at(at, "expected a member name in quotes"));
                }
                at = past_space(bytes, self.past_string(bytes, at + 1)?);
                if bytes.get(at) != Some(&b':') {
                    return Err(self.syntax_at(at, "expected `:`"));
                }
                at += 1;
            }
        }
    }

    /// The place behind a string whose opening quote is passed; escapes are not looked into.
    #[inline]
    fn past_string(&mut self, bytes: &[u8], mut at: usize) -> Result<usize, Error> {
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            let Some(stop) = quote_or_backslash(rest) else {
                return Err(self.syntax_at(bytes.len(), "a string is not closed"));
            };
            at += stop + 1;
            if rest.get(stop) == Some(&b'"') {
                return Ok(at);
            }
            // The escaped character may be a quote; it is ASCII in every valid escape.
            match bytes.get(at) {
                Some(b) if b.is_ascii() => at += 1,
                _ => return Err(self.syntax_at(at, "expected an escape")),
            }
        }
    }
}
