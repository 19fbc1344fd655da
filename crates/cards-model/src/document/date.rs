//! Dates, as specs and files in the wild write them.

use std::fmt;

use super::{Field, Shape, SpecSource};
use crate::json::{Error, Json, Kind, Number, Sink};
use crate::terms::reading;
use cards_words::calendar::{date_of, days_to};

/// Seconds past which a number is no date in seconds: the year 5138.
const FARTHEST: f64 = 1e11;

/// A date in seconds since 1970 in UTC; 0 stands for "unknown".
///
/// Real files also hold milliseconds (anything above 10¹¹, a date past the year 5138 in seconds), finer units by the
/// same reckoning, and ISO 8601 texts. All are read as the seconds they mean; the file keeps its spelling until the field
/// is edited. A number too large for any unit is not a date.
///
/// ```
/// use cards_model::Timestamp;
/// assert_eq!(Timestamp::from_seconds(1_700_000_000).seconds(), 1_700_000_000);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Timestamp(pub Number);

impl Timestamp {
    /// From seconds since 1970 in UTC.
    #[must_use]
    pub fn from_seconds(seconds: i64) -> Self {
        Self(seconds.into())
    }

    /// Seconds since 1970 in UTC, fractions cut off.
    #[must_use]
    pub fn seconds(&self) -> i64 {
        self.0.as_f64() as i64
    }

    /// Whether a reader would take the number for milliseconds.
    pub(crate) fn is_far(&self) -> bool {
        Self::is_milliseconds(&self.0)
    }

    /// Reads a date as people and files write it: seconds, milliseconds, or ISO 8601.
    ///
    /// ```
    /// use cards_model::Timestamp;
    /// assert_eq!(Timestamp::parse("2024-02-29T12:00:00Z").map(|time| time.seconds()), Some(1_709_208_000));
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::coerce(&Json::from(text))
    }

    fn is_milliseconds(number: &Number) -> bool {
        number.as_f64().abs() > FARTHEST
    }
}

/// As ISO 8601 in UTC, which [`Timestamp::parse`] reads.
///
/// ```
/// use cards_model::Timestamp;
/// assert_eq!(Timestamp::from_seconds(1_709_208_000).to_string(), "2024-02-29T12:00:00Z");
/// ```
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (day, clock) = (self.seconds().div_euclid(86_400), self.seconds().rem_euclid(86_400));
        let (year, month, day) = date_of(day);
        let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

impl Field for Timestamp {
    // Dates have a rule and a fix of their own.
    const SETTLES: bool = false;

    fn shape() -> Shape {
        Shape::Number
    }

    fn read<'a, S: SpecSource<'a>>(reader: &mut S) -> Result<Option<Self>, Error> {
        if reader.peek()? != Kind::Number {
            return Ok(None);
        }
        let number = reader.number()?;
        Ok((!Self::is_milliseconds(&number)).then_some(Self(number)))
    }

    fn write(&self, out: &mut impl Sink) {
        out.number(&self.0);
    }

    fn coerce(json: &Json) -> Option<Self> {
        match json {
            Json::Number(number) if Self::is_milliseconds(number) => {
                let finer = [1e3, 1e6, 1e9].map(|unit| number.as_f64() / unit);
                let seconds = finer.into_iter().find(|seconds| seconds.abs() <= FARTHEST)?;
                Number::from_f64(seconds.trunc()).map(Self)
            }
            Json::Number(number) => Some(Self(number.clone())),
            Json::String(text) => match Number::parse(text.trim()) {
                Some(number) => Self::coerce(&Json::Number(number)),
                None => iso_seconds(text.trim()).map(Self::from_seconds),
            },
            _ => None,
        }
    }

    fn note_coerced<'a, S: SpecSource<'a>>(original: &Json, value: Option<&Self>, reader: &mut S) {
        match value {
            Some(value) => reader.note(
                &reading::DATE_UNIT,
                format!("{} where seconds belong; kept, and read as {}", original.kind_name(), value.0),
            ),
            None if *original == Json::Null => {}
            None => reader.note(
                &reading::WRONG_TYPE,
                format!("{} where seconds belong; kept, and read as unknown", original.kind_name()),
            ),
        }
    }
}

/// Seconds since 1970 of an ISO 8601 date, with or without a time and an offset.
fn iso_seconds(text: &str) -> Option<i64> {
    let (date, time) = text.split_once(['T', ' ']).unwrap_or((text, ""));
    let mut parts = date.splitn(3, '-');
    let year: i64 = parts.next().filter(|y| y.len() == 4)?.parse().ok()?;
    let month: i64 = parts.next()?.parse().ok()?;
    let day: i64 = parts.next()?.parse().ok()?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let (clock, offset) = match time.find(['Z', 'z', '+', '-']) {
        Some(at) => time.split_at(at),
        None => (time, ""),
    };
    let mut seconds = [0_i64; 3];
    for (slot, part) in seconds.iter_mut().zip(clock.split(':')) {
        *slot = part.split('.').next()?.parse().or_else(|e| if part.is_empty() { Ok(0) } else { Err(e) }).ok()?;
    }
    let [hour, minute, second] = seconds;
    let days = days_to(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?);
    Some(days * 86_400 + hour * 3_600 + minute * 60 + second - offset_seconds(offset)?)
}

/// Seconds that an offset (`Z`, `+02:00`, `-0530`) is ahead of UTC.
fn offset_seconds(offset: &str) -> Option<i64> {
    let sign = match offset.bytes().next() {
        None | Some(b'Z' | b'z') => return Some(0),
        Some(b'-') => -1,
        _ => 1,
    };
    let digits: String = offset.chars().filter(char::is_ascii_digit).collect();
    let hours: i64 = digits.get(..2)?.parse().ok()?;
    let minutes: i64 = digits.get(2..4).unwrap_or("0").parse().ok()?;
    Some(sign * (hours * 3_600 + minutes * 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_reads_back_as_it_is_shown() {
        for seconds in (0..100_000_000_000).step_by(86_400 * 131 + 12_345) {
            let date = Timestamp::from_seconds(seconds);
            assert_eq!(Timestamp::parse(&date.to_string()), Some(date));
        }
    }

    #[test]
    fn iso_dates_are_seconds() {
        for (text, seconds) in [
            ("1970-01-01", 0),
            ("2024-02-29T12:00:00Z", 1_709_208_000),
            ("2024-02-29T12:00:00.123Z", 1_709_208_000),
            ("2024-02-29T14:00:00+02:00", 1_709_208_000),
            ("2024-02-29 12:00", 1_709_208_000),
            ("1969-12-31T23:59:59Z", -1),
        ] {
            assert_eq!(iso_seconds(text), Some(seconds), "{text}");
        }
        for text in ["", "yesterday", "2024-13-01", "24-01-01", "2024-01"] {
            assert_eq!(iso_seconds(text), None, "{text}");
        }
    }

    #[test]
    fn milliseconds_are_told_by_their_size() {
        let read = |text: &str| Timestamp::coerce(&Json::Number(Number::parse(text).unwrap())).unwrap().seconds();
        assert_eq!(read("1700000000123"), 1_700_000_000);
        assert_eq!(read("1700000000"), 1_700_000_000);
    }
}
