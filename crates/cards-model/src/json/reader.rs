//! One pass over a JSON text, pulled by whoever knows what should come.

mod scan;
mod skip;

use std::borrow::Cow;

use self::scan::near_stop;
use super::{Json, Number, Object};
use crate::pointer::{Step, pointer};
use crate::rules::{self, Rule};
use crate::{Error, Finding, Limits};

/// What kind of value comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// A place that a reader can go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    at: usize,
    values: u64,
    findings: usize,
}

/// Reads a JSON text piece by piece, keeping track of the path, the limits and what was odd.
///
/// The text is UTF-8 already; [`crate::Document::read`] takes bytes and sees to that.
#[derive(Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
    values: u64,
    limits: Limits,
    path: Vec<Step<'a>>,
    findings: Vec<Finding>,
    dropped: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the start of a text.
    #[must_use]
    pub fn new(text: &'a str, limits: Limits) -> Self {
        let limits = limits.with_depth(limits.depth);
        Self { text, at: 0, depth: 0, values: 0, limits, path: Vec::new(), findings: Vec::new(), dropped: 0 }
    }

    /// Makes sure that nothing but white space is left, and gives the findings in the order in which they were made.
    ///
    /// # Errors
    /// [`Error::Syntax`] when something follows the value.
    pub fn finish(mut self) -> Result<Vec<Finding>, Error> {
        self.space();
        if self.at < self.text.len() {
            return Err(self.syntax("the text should end here"));
        }
        if self.dropped > 0 {
            let message =
                format!("{} more findings were left out; raise `findings` in the limits to see them", self.dropped);
            self.findings.push(Finding::new(&rules::MORE_FINDINGS, "", message));
        }
        Ok(self.findings)
    }

    /// Records something odd at the current path.
    pub fn note(&mut self, rule: &'static Rule, message: impl Into<String>) {
        self.note_at(rule, message, None);
    }

    /// Records something odd about a member of the value at the current path.
    pub(crate) fn note_at(&mut self, rule: &'static Rule, message: impl Into<String>, member: Option<&str>) {
        if self.findings.len() >= self.limits.findings {
            self.dropped += 1;
            return;
        }
        let mut place = pointer(&self.path);
        if let Some(member) = member {
            place = crate::pointer::member(&place, member);
        }
        self.findings.push(Finding::new(rule, place, message));
    }

    /// The kind of the next value.
    ///
    /// # Errors
    /// [`Error::Syntax`] when no value can start here.
    pub fn peek(&mut self) -> Result<Kind, Error> {
        self.space();
        match self.byte() {
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::Array),
            Some(b'"') => Ok(Kind::String),
            Some(b't' | b'f') => Ok(Kind::Bool),
            Some(b'n') => Ok(Kind::Null),
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            _ => Err(self.syntax("expected a value")),
        }
    }

    /// Enters an object; its members come from [`Reader::next_key`].
    ///
    /// # Errors
    /// [`Error::Syntax`], or a limit.
    pub fn begin_object(&mut self) -> Result<(), Error> {
        self.open(b'{', "expected `{`")
    }

    /// The name of the next member, or `None` when the object ends. The caller reads the value, then calls
    /// [`Reader::leave`].
    ///
    /// # Errors
    /// [`Error::Syntax`].
    pub fn next_key(&mut self, first: &mut bool) -> Result<Option<Cow<'a, str>>, Error> {
        if !self.separator(b'}', first, "expected `,` or `}`")? {
            return Ok(None);
        }
        if self.byte() != Some(b'"') {
            return Err(self.syntax("expected a member name in quotes"));
        }
        let key = self.string_body()?;
        self.space();
        self.expect(b':', "expected `:`")?;
        self.path.push(Step::Key(key.clone()));
        Ok(Some(key))
    }

    /// Enters an array; whether an element follows comes from [`Reader::next_element`].
    ///
    /// # Errors
    /// [`Error::Syntax`], or a limit.
    pub fn begin_array(&mut self) -> Result<(), Error> {
        self.open(b'[', "expected `[`")
    }

    /// Whether another element follows. The caller reads it, then calls [`Reader::leave`].
    ///
    /// # Errors
    /// [`Error::Syntax`].
    pub fn next_element(&mut self, index: usize) -> Result<bool, Error> {
        let mut first = index == 0;
        if !self.separator(b']', &mut first, "expected `,` or `]`")? {
            return Ok(false);
        }
        self.path.push(Step::Index(index));
        Ok(true)
    }

    /// Steps back up from a member or an element.
    pub fn leave(&mut self) {
        self.path.pop();
    }

    /// Reads a string, borrowed where it has no escapes.
    ///
    /// # Errors
    /// [`Error::Syntax`], or a limit.
    pub fn string(&mut self) -> Result<Cow<'a, str>, Error> {
        self.count()?;
        self.space();
        if self.byte() != Some(b'"') {
            return Err(self.syntax("expected a string"));
        }
        self.string_body()
    }

    /// Reads a number.
    ///
    /// # Errors
    /// [`Error::Syntax`], or a limit.
    pub fn number(&mut self) -> Result<Number, Error> {
        let text = self.number_text()?;
        Ok(Number::from_checked(text))
    }

    /// Reads `true` or `false`.
    ///
    /// # Errors
    /// [`Error::Syntax`], or a limit.
    pub fn bool(&mut self) -> Result<bool, Error> {
        self.count()?;
        self.space();
        if self.literal("true") {
            Ok(true)
        } else if self.literal("false") {
            Ok(false)
        } else {
            Err(self.syntax("expected `true` or `false`"))
        }
    }

    /// Reads `null`.
    ///
    /// # Errors
    /// [`Error::Syntax`], or a limit.
    pub fn null(&mut self) -> Result<(), Error> {
        self.count()?;
        self.space();
        if self.literal("null") { Ok(()) } else { Err(self.syntax("expected `null`")) }
    }

    /// Reads a value of any kind.
    ///
    /// # Errors
    /// [`Error::Syntax`], or a limit.
    pub fn json(&mut self) -> Result<Json, Error> {
        Ok(match self.peek()? {
            Kind::Null => {
                self.null()?;
                Json::Null
            }
            Kind::Bool => Json::Bool(self.bool()?),
            Kind::Number => Json::Number(self.number()?),
            Kind::String => Json::String(self.string()?.into_owned()),
            Kind::Array => {
                self.begin_array()?;
                let mut items = Vec::new();
                while self.next_element(items.len())? {
                    items.push(self.json()?);
                    self.leave();
                }
                Json::Array(items)
            }
            Kind::Object => Json::Object(self.object()?),
        })
    }

    /// Reads an object of any members. Of members with one name the last counts, at the place of the first.
    ///
    /// # Errors
    /// [`Error::Syntax`], or a limit.
    pub fn object(&mut self) -> Result<Object, Error> {
        self.begin_object()?;
        let mut members = Vec::new();
        let mut first = true;
        while let Some(key) = self.next_key(&mut first)? {
            let value = self.json()?;
            self.leave();
            members.push((key.into_owned(), value));
        }
        self.distinct(&mut members);
        Ok(Object::from_distinct(members))
    }

    /// Where the reader stands.
    pub(crate) fn mark(&self) -> Mark {
        Mark { at: self.at, values: self.values, findings: self.findings.len() }
    }

    /// Goes back to a place at the same nesting; what was noted since is forgotten.
    pub(crate) fn rewind(&mut self, mark: Mark) {
        self.at = mark.at;
        self.values = mark.values;
        self.findings.truncate(mark.findings);
    }

    /// The steps from the document down to here.
    pub(crate) fn path_len(&self) -> usize {
        self.path.len()
    }

    /// Drops steps that a failed attempt left behind.
    pub(crate) fn leave_to(&mut self, len: usize, depth: u32) {
        self.path.truncate(len);
        self.depth = depth;
    }

    /// How many brackets are open.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// The limits in force.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// Keeps the last member of each name, at the place of the first, and notes the others.
    pub(crate) fn distinct(&mut self, members: &mut Vec<(String, Json)>) {
        /// Below this a scan of the neighbours is faster than a hash table.
        const FEW: usize = 12;
        let clash = if members.len() <= FEW {
            members.iter().enumerate().any(|(i, (key, _))| members.iter().take(i).any(|(other, _)| other == key))
        } else {
            let mut seen = std::collections::HashSet::new();
            members.iter().any(|(key, _)| !seen.insert(key.as_str()))
        };
        if !clash {
            return;
        }
        let mut place = std::collections::HashMap::new();
        let mut kept: Vec<(String, Json)> = Vec::with_capacity(members.len());
        for (key, value) in members.drain(..) {
            match place.get(&key).and_then(|&at: &usize| kept.get_mut(at)) {
                Some(slot) => {
                    slot.1 = value;
                    self.note_at(
                        &rules::JSON_DUPLICATE,
                        "the name stands more than once; the last value counts",
                        Some(&key),
                    );
                }
                None => {
                    place.insert(key.clone(), kept.len());
                    kept.push((key, value));
                }
            }
        }
        *members = kept;
    }

    fn open(&mut self, bracket: u8, problem: &'static str) -> Result<(), Error> {
        self.count()?;
        self.space();
        self.expect(bracket, problem)?;
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(Error::TooDeep { pointer: shortened(&pointer(&self.path)), limit: self.limits.depth });
        }
        Ok(())
    }

    /// Passes a comma or the closing bracket; whether another piece follows.
    #[inline]
    fn separator(&mut self, close: u8, first: &mut bool, problem: &'static str) -> Result<bool, Error> {
        self.space();
        if self.byte() == Some(close) {
            self.at += 1;
            self.depth -= 1;
            return Ok(false);
        }
        if !std::mem::replace(first, false) {
            self.expect(b',', problem)?;
            self.space();
        }
        Ok(true)
    }

    fn number_text(&mut self) -> Result<&'a str, Error> {
        let start = self.pass_number()?;
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }

    /// Passes a number and gives the place where it began.
    fn pass_number(&mut self) -> Result<usize, Error> {
        self.count()?;
        self.space();
        let start = self.at;
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        // Most numbers are short and whole; the grammar of the others is checked piece by piece.
        let zero_first = digits > 1 && rest.first() == Some(&b'0');
        let goes_on = matches!(rest.get(digits), Some(b'-' | b'+' | b'.' | b'e' | b'E'));
        if digits > 0 && !zero_first && !goes_on {
            self.at += digits;
            return Ok(start);
        }
        let len = rest.iter().take_while(|b| matches!(b, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')).count();
        if !super::number::is_json_number(rest.get(..len).unwrap_or_default()) {
            return Err(self.syntax("expected a number"));
        }
        self.at += len;
        Ok(start)
    }

    /// Reads the string whose opening quote is next.
    fn string_body(&mut self) -> Result<Cow<'a, str>, Error> {
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
            self.note(&rules::JSON_CONTROL, "a control character stands unescaped in a string; read as it is");
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
        self.note(
            &rules::JSON_SURROGATE,
            format!("half of a surrogate pair (\\u{unit:04x}) stands alone; read as U+FFFD"),
        );
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

    fn literal(&mut self, word: &str) -> bool {
        let found = self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes()));
        if found {
            self.at += word.len();
        }
        found
    }

    #[inline]
    fn count(&mut self) -> Result<(), Error> {
        self.values += 1;
        if self.values > self.limits.values { Err(self.too_many()) } else { Ok(()) }
    }

    #[cold]
    fn too_many(&self) -> Error {
        Error::TooManyValues { pointer: shortened(&pointer(&self.path)), limit: self.limits.values }
    }

    #[inline]
    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn expect(&mut self, byte: u8, problem: &'static str) -> Result<(), Error> {
        if self.byte() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        Err(self.syntax(problem))
    }

    /// A syntax error at a place.
    #[cold]
    fn syntax_at(&mut self, at: usize, problem: &'static str) -> Error {
        self.at = at;
        self.syntax(problem)
    }

    #[cold]
    fn syntax(&self, problem: &'static str) -> Error {
        let before = self.text.as_bytes().get(..self.at).unwrap_or_default();
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        let column = before.len() - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1) + 1;
        Error::Syntax { offset: self.at, line, column, pointer: shortened(&pointer(&self.path)), problem }
    }
}

/// A pointer short enough for a message: both ends of a long one.
fn shortened(pointer: &str) -> String {
    const ENDS: usize = 60;
    let chars = pointer.chars().count();
    if chars <= 2 * ENDS {
        return pointer.into();
    }
    let head: String = pointer.chars().take(ENDS).collect();
    let tail: String = pointer.chars().skip(chars - ENDS).collect();
    format!("{head}…{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Style;

    fn json(text: &str) -> Result<(Json, Vec<Finding>), Error> {
        let mut reader = Reader::new(text, Limits::default());
        let value = reader.json()?;
        Ok((value, reader.finish()?))
    }

    #[test]
    fn values_come_back_as_written() {
        let text = r#"{"b":[1,2.50,-0,1e5],"a":{"x":null,"y":true},"s":"é\"\\ 😀"}"#;
        let (value, findings) = json(text).unwrap();
        assert_eq!(value.to_text(Style::Compact), text);
        assert!(findings.is_empty());
    }

    #[test]
    fn oddities_are_read_around_and_named() {
        let (value, findings) = json("{\"a\":1,\"t\":\"x\\ud83dy\\ud83d\\ude00\",\"a\":2,\"c\":\"\u{1}\"}").unwrap();
        assert_eq!(value.get("a").and_then(Json::as_f64), Some(2.0));
        assert_eq!(value.get("t").and_then(Json::as_str), Some("x\u{fffd}y😀"));
        let seen: Vec<_> = findings.iter().map(|f| (f.rule.id, f.pointer.as_str())).collect();
        assert_eq!(seen, [("json-surrogate", "/t"), ("json-control-character", "/c"), ("json-duplicate-key", "/a")]);
    }

    #[test]
    fn what_is_not_json_is_an_error_with_a_place() {
        for text in ["", "{", "[1,]", "{\"a\" 1}", "nul", "01", "\"\\x\"", "{\"a\":1}x", "[1 2]", "NaN", "\"abc"] {
            assert!(json(text).is_err(), "{text}");
        }
        let Err(Error::Syntax { line, column, pointer, .. }) = json("{\"a\":\n [1, x]}") else {
            panic!("no syntax error")
        };
        assert_eq!((line, column, pointer.as_str()), (2, 6, "/a/1"));
    }

    #[test]
    fn limits_stand_on_both_sides_of_their_value() {
        let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(json(&deep(128)).is_ok());
        assert_eq!(json(&deep(129)).unwrap_err().class(), "too-deep");
        let mut reader = Reader::new("[1,2]", Limits::default().with_values(2));
        assert_eq!(reader.json().unwrap_err().class(), "too-large");
        let mut reader = Reader::new("[1,2]", Limits::default().with_values(3));
        assert!(reader.json().is_ok());
    }

    #[test]
    fn skipping_passes_exactly_one_value() {
        for text in [r#"{"a":[{},[],{"b":"\"x\\"}]}"#, "[]", "\"a\\\"b\"", "-1.5e3", "null"] {
            let mut reader = Reader::new(text, Limits::default());
            reader.skip().unwrap();
            assert!(reader.finish().is_ok(), "{text}");
        }
        assert!(Reader::new("[1,", Limits::default()).skip().is_err());
    }
}
