//! One pass over a JSON text, pulled by whoever knows what should come.

mod scan;
mod skip;
mod source;
mod string;
use std::borrow::Cow;

use crate::pointer::Step;
use crate::{Error, Json, Limits, Number, Object, Oddities, OddityKind, Place, Pointer, Position};

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
pub struct Mark {
    at: usize,
    depth: u32,
    values: u64,
    steps: usize,
    oddities: usize,
}

/// Reads a JSON text piece by piece, keeping track of the path and the limits, and tells `O` what was odd.
#[derive(Debug)]
pub struct Reader<'a, O = ()> {
    text: &'a str,
    at: usize,
    depth: u32,
    values: u64,
    limits: Limits,
    path: Vec<Step<'a>>,
    oddities: O,
}

impl<'a> Reader<'a> {
    /// A reader at the start of a text that reads around oddities in silence.
    #[must_use]
    pub fn new(text: &'a str, limits: &Limits) -> Self {
        Self::with_oddities(text, limits, ())
    }
}

impl<'a, O: Oddities> Reader<'a, O> {
    /// A reader at the start of a text that says what is odd.
    #[must_use]
    pub fn with_oddities(text: &'a str, limits: &Limits, oddities: O) -> Self {
        let limits = limits.with_depth(limits.depth);
        Self { text, at: 0, depth: 0, values: 0, limits, path: Vec::new(), oddities }
    }

    /// Makes sure that nothing but white space is left, and gives back whoever took the oddities.
    ///
    /// # Errors
    /// [`Error::Syntax`] when something follows the value.
    pub fn finish(mut self) -> Result<O, Error> {
        self.space();
        if self.at < self.text.len() {
            return Err(self.syntax("the text should end here"));
        }
        Ok(self.oddities)
    }

    /// Where in the text the reader is.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::of(self.text, self.at)
    }

    /// Bytes of the text that were read.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The value that is being read.
    #[must_use]
    pub fn pointer(&self) -> Pointer {
        Pointer::of_steps(&self.path)
    }

    /// Whoever takes the oddities.
    #[must_use]
    pub fn oddities(&self) -> &O {
        &self.oddities
    }

    /// Whoever takes the oddities, to be told of more.
    pub fn oddities_mut(&mut self) -> &mut O {
        &mut self.oddities
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
        Ok(self.object_of(members))
    }

    /// Members that were read one by one as an object. Of members with one name the last counts, at the place of the
    /// first; the others are odd.
    pub fn object_of(&mut self, members: Vec<(String, Json)>) -> Object {
        let (path, offset, oddities) = (&self.path, self.at, &mut self.oddities);
        Object::of_members(members, |name| {
            oddities.odd(OddityKind::Repeated, &Place { path, member: Some(name), offset });
        })
    }

    /// Says that something is odd about the value being read.
    pub fn odd(&mut self, kind: OddityKind) {
        self.oddities.odd(kind, &Place { path: &self.path, member: None, offset: self.at });
    }

    /// The place to come back to with [`Reader::rewind`].
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark {
            at: self.at,
            depth: self.depth,
            values: self.values,
            steps: self.path.len(),
            oddities: self.oddities.count(),
        }
    }

    /// Goes back to a place further up or to the left; what was odd since is forgotten.
    pub fn rewind(&mut self, mark: Mark) {
        self.at = mark.at;
        self.depth = mark.depth;
        self.values = mark.values;
        self.path.truncate(mark.steps);
        self.oddities.truncate(mark.oddities);
    }

    /// The limits in force.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    fn open(&mut self, bracket: u8, problem: &'static str) -> Result<(), Error> {
        self.count()?;
        self.space();
        self.expect(bracket, problem)?;
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(Error::TooDeep { pointer: self.pointer(), limit: self.limits.depth });
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
        if !crate::number::is_json_number(rest.get(..len).unwrap_or_default()) {
            return Err(self.syntax("expected a number"));
        }
        self.at += len;
        Ok(start)
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
        Error::TooManyValues { pointer: self.pointer(), limit: self.limits.values }
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
        Error::Syntax { at: self.position(), pointer: self.pointer(), problem }
    }
}
