//! A JSON number that remembers how it was spelled.

use std::cmp::Ordering;
use std::fmt;

/// A JSON number: what it is worth, and how it was spelled.
///
/// `1`, `1.0` and `1e0` are worth the same and are three different numbers here, because a file that says one of
/// them keeps saying it.
///
/// ```
/// use cards_json::Number;
/// let depth: Number = 4.into();
/// assert_eq!(depth.as_i64(), Some(4));
/// assert_eq!(Number::parse("1e2").map(|n| n.as_f64()), Some(100.0));
/// assert_eq!(Number::parse("12345678901234567890123").unwrap().to_string(), "12345678901234567890123");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number(Repr);

/// Integers in their usual spelling are by far the most common numbers and need no text of their own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Repr {
    Int(i64),
    Text(Box<str>),
}

impl Number {
    /// Reads a number in JSON's grammar; `None` when the text is anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        is_json_number(text.as_bytes()).then(|| Self::from_checked(text))
    }

    /// Keeps a text that is known to follow the grammar.
    pub(crate) fn from_checked(text: &str) -> Self {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && text != "-0";
        match text.parse() {
            Ok(int) if plain => Self(Repr::Int(int)),
            _ => Self(Repr::Text(text.into())),
        }
    }

    /// A number of this worth, spelled the shortest way; `None` for NaN and the infinities, which JSON cannot say.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if !value.is_finite() {
            return None;
        }
        if value.fract() == 0.0 && value.abs() < EXACT && !(value == 0.0 && value.is_sign_negative()) {
            return Some(Self(Repr::Int(value as i64)));
        }
        Some(Self::from_checked(&format!("{value:?}")))
    }

    /// What the number is worth; a spelling beyond the range of `f64` is worth an infinity.
    #[must_use]
    pub fn as_f64(&self) -> f64 {
        match &self.0 {
            Repr::Int(int) => *int as f64,
            Repr::Text(text) => text.parse().unwrap_or(f64::NAN),
        }
    }

    /// The whole number that it is worth (`3.0` and `3e0` are 3); `None` for fractions and beyond the range.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Int(int) => Some(*int),
            Repr::Text(_) => {
                let value = self.as_f64();
                (value.fract() == 0.0 && value.abs() < 9.0e18).then_some(value as i64)
            }
        }
    }

    /// The spelling.
    pub(crate) fn write(&self, out: &mut String) {
        use fmt::Write as _;
        match &self.0 {
            Repr::Int(int) => {
                // Writing to a String cannot fail.
                let _ = write!(out, "{int}");
            }
            Repr::Text(text) => out.push_str(text),
        }
    }
}

/// By what they are worth as floats; of the same worth integers in their usual spelling come first, and then the spelling decides, so
/// that equal ones alone are equal.
impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_f64().total_cmp(&other.as_f64()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for Number {
    fn default() -> Self {
        Self(Repr::Int(0))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Int(int) => write!(f, "{int}"),
            Repr::Text(text) => f.write_str(text),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

macro_rules! from_ints {
    ($($int:ty),*) => { $(
        impl From<$int> for Number {
            fn from(int: $int) -> Self {
                Self(Repr::Int(i64::from(int)))
            }
        }
    )* };
}
from_ints!(i8, i16, i32, i64, u8, u16, u32);

macro_rules! from_wide_ints {
    ($($int:ty),*) => { $(
        impl From<$int> for Number {
            fn from(int: $int) -> Self {
                Self::from_checked(&int.to_string())
            }
        }
    )* };
}
from_wide_ints!(u64, usize);

/// JSON's number grammar (RFC 8259, section 6).
pub(crate) fn is_json_number(text: &[u8]) -> bool {
    let digits = |text: &mut &[u8]| {
        let n = text.iter().take_while(|b| b.is_ascii_digit()).count();
        *text = text.get(n..).unwrap_or_default();
        n
    };
    let mut rest = text.strip_prefix(b"-").unwrap_or(text);
    let leading_zero = rest.first() == Some(&b'0');
    let whole = digits(&mut rest);
    if whole == 0 || (leading_zero && whole > 1) {
        return false;
    }
    if let Some(after) = rest.strip_prefix(b".") {
        rest = after;
        if digits(&mut rest) == 0 {
            return false;
        }
    }
    if let [b'e' | b'E', after @ ..] = rest {
        rest = match after {
            [b'+' | b'-', after @ ..] => after,
            after => after,
        };
        if digits(&mut rest) == 0 {
            return false;
        }
    }
    rest.is_empty()
}
