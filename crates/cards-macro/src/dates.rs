//! Dates as people write them, read as SillyTavern reads them: ISO 8601 first, then what a browser's `Date` makes of words and
//! numbers in any order.
//!
//! De facto: SillyTavern 1.19.0 asks moment 2.30, which asks the engine's `Date` for whatever is no ISO 8601; V8's rules are
//! those of its `dateparser`.

use cards_words::calendar::days_to;

use crate::js;

const DAY: i64 = 86_400_000;

/// Milliseconds since 1970; a text without a zone is in that of the clock. `None` for what is no date.
pub(crate) fn read(text: &str, clock_minutes: i32) -> Option<i64> {
    match iso(text, clock_minutes) {
        Some(read) => read,
        None => in_words(text, clock_minutes),
    }
}

/// ISO 8601, with or without marks between its parts; the outer `None` is another form, the inner a day that does not exist.
fn iso(text: &str, clock_minutes: i32) -> Option<Option<i64>> {
    let text = &mut text.trim_start();
    let sign = take_one(text, &['+', '-']);
    let year = digits(text, if sign.is_some() { 6 } else { 4 })?;
    let year = if sign == Some('-') { -year } else { year };
    let marked = take(text, "-");
    let between = |text: &mut &str| !marked || take(text, "-");
    let behind = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    // Without a day there is no time either.
    let mut is_whole = true;
    let day = if take(text, "W") {
        let week = digits(text, 2)?;
        is_whole = if marked { text.starts_with('-') } else { text.starts_with(|c: char| c.is_ascii_digit()) };
        let day = if is_whole { between(text).then(|| digits(text, 1))?? } else { 1 };
        of_week(year, week, day)
    } else {
        match (behind(text), marked) {
            (0, false) if sign.is_none() => {
                is_whole = false;
                of_month(year, 1, 1)
            }
            // Six digits are a year and its month, a sign or none before them.
            (0, false) => {
                is_whole = false;
                of_month(year.abs() / 100, year.abs() % 100, 1)
            }
            (3, _) => of_year(year, digits(text, 3)?),
            (2, _) | (4, false) => {
                is_whole = if marked { text.get(2..)?.starts_with('-') } else { behind(text) == 4 };
                let month = digits(text, 2)?;
                let day = if is_whole { between(text).then(|| digits(text, 2))?? } else { 1 };
                of_month(year, month, day)
            }
            _ => return None,
        }
    };
    let (mut of_day, mut zone) = (Some(0), clock_minutes);
    if is_whole && take_one(text, &['T', ' ']).is_some() {
        let between = |text: &mut &str| !marked || take(text, ":");
        let hour = digits(text, 2)?;
        let mut clock = [hour, 0, 0, 0];
        for place in 1..3 {
            let more = if marked { text.starts_with(':') } else { text.starts_with(|c: char| c.is_ascii_digit()) };
            if more && between(text) {
                *clock.get_mut(place)? = digits(text, 2)?;
                if place == 2 && take_one(text, &['.', ',']).is_some() {
                    let count = behind(text);
                    *clock.get_mut(3)? = thousandths(text.get(..count).filter(|digits| !digits.is_empty())?);
                    *text = text.get(count..)?;
                }
            }
        }
        of_day = time(clock);
        zone = zone_of(text, clock_minutes)?;
    }
    if !text.is_empty() {
        return None;
    }
    Some(day.zip(of_day).map(|(day, of_day)| day * DAY + of_day - i64::from(zone) * 60_000))
}

/// Minutes east of Greenwich at the end of a text: `Z`, `+01`, `+0100`, `+01:00`, or those of the clock.
fn zone_of(text: &mut &str, clock_minutes: i32) -> Option<i32> {
    if text.is_empty() {
        return Some(clock_minutes);
    }
    if text.trim_start() == "Z" {
        *text = "";
        return Some(0);
    }
    let sign = if take_one(text, &['+', '-'])? == '-' { -1 } else { 1 };
    let hours = digits(text, 2)?;
    let _ = take(text, ":");
    let minutes = if text.is_empty() { 0 } else { digits(text, 2)? };
    i32::try_from(sign * (hours * 60 + minutes)).ok()
}

fn of_month(year: i64, month: i64, day: i64) -> Option<i64> {
    let first = days_to(year, u8::try_from(month).ok().filter(|month| (1..=12).contains(month))?, 1);
    let next = if month == 12 { days_to(year + 1, 1, 1) } else { days_to(year, month as u8 + 1, 1) };
    (1..=next - first).contains(&day).then(|| first + day - 1)
}

fn of_year(year: i64, day: i64) -> Option<i64> {
    let first = days_to(year, 1, 1);
    (1..=days_to(year + 1, 1, 1) - first).contains(&day).then(|| first + day - 1)
}

/// A day of a week that begins on Monday; the first week is that of the fourth of January.
fn of_week(year: i64, week: i64, day: i64) -> Option<i64> {
    // The first of 1970 was a Thursday.
    let monday = |year: i64| {
        let fourth = days_to(year, 1, 4);
        fourth - (fourth + 3).rem_euclid(7)
    };
    let first = monday(year);
    let weeks = (monday(year + 1) - first) / 7;
    ((1..=weeks).contains(&week) && (1..=7).contains(&day)).then(|| first + (week - 1) * 7 + day - 1)
}

/// Hour, minute, second and thousandths; the 24th hour is the end of the day.
fn time([hour, minute, second, thousandth]: [i64; 4]) -> Option<i64> {
    let rest = minute * 60_000 + second * 1_000 + thousandth;
    let is_time = (0..24).contains(&hour) || (hour == 24 && rest == 0);
    (is_time && minute < 60 && second < 60).then_some(hour * 3_600_000 + rest)
}

/// The first three digits behind a point.
fn thousandths(digits: &str) -> i64 {
    digits.bytes().chain(*b"00").take(3).fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'))
}

fn take(text: &mut &str, mark: &str) -> bool {
    let rest = text.strip_prefix(mark);
    *text = rest.unwrap_or(text);
    rest.is_some()
}

fn take_one(text: &mut &str, marks: &[char]) -> Option<char> {
    let mark = text.chars().next().filter(|mark| marks.contains(mark))?;
    *text = text.get(mark.len_utf8()..)?;
    Some(mark)
}

fn digits(text: &mut &str, count: usize) -> Option<i64> {
    let found = text.get(..count).filter(|found| found.bytes().all(|byte| byte.is_ascii_digit()))?;
    *text = text.get(count..)?;
    found.parse().ok()
}

/// A piece of a date in words.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    Number {
        value: i64,
        length: usize,
        thousandths: i64,
    },
    Month(i64),
    /// Hours that are added to those before noon.
    Half(i64),
    /// Hours east of Greenwich.
    Zone(i64),
    Word,
    Space,
    /// One of `:-+.)`.
    Mark(char),
    Other,
}

/// Words that are no month, which are whole.
const WORDS: [(&str, Piece); 14] = [
    ("am", Piece::Half(0)),
    ("pm", Piece::Half(12)),
    ("ut", Piece::Zone(0)),
    ("utc", Piece::Zone(0)),
    ("z", Piece::Zone(0)),
    ("gmt", Piece::Zone(0)),
    ("est", Piece::Zone(-5)),
    ("edt", Piece::Zone(-4)),
    ("cst", Piece::Zone(-6)),
    ("cdt", Piece::Zone(-5)),
    ("mst", Piece::Zone(-7)),
    ("mdt", Piece::Zone(-6)),
    ("pst", Piece::Zone(-8)),
    ("pdt", Piece::Zone(-7)),
];

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The first piece of a text that is not empty, and what is behind it.
fn piece(text: &str) -> Option<(Piece, &str)> {
    let first = text.chars().next()?;
    let run = |is: fn(char) -> bool| {
        let rest = text.trim_start_matches(is);
        (text.get(..text.len() - rest.len()).unwrap_or_default(), rest)
    };
    if first.is_ascii_digit() {
        let (found, rest) = run(|c| c.is_ascii_digit());
        let significant = found.trim_start_matches('0');
        let value = significant.get(..9).unwrap_or(significant).parse().unwrap_or_default();
        return Some((Piece::Number { value, length: found.len(), thousandths: thousandths(found) }, rest));
    }
    if ":-+.)".contains(first) {
        return Some((Piece::Mark(first), text.get(1..)?));
    }
    if js::is_space(first) {
        return Some((Piece::Space, run(js::is_space).1));
    }
    if first >= 'A' {
        let (word, rest) = run(|c| c >= 'A' && !js::is_space(c));
        let start: String = word.chars().take(3).flat_map(char::to_lowercase).collect();
        let month = MONTHS.iter().zip(1..).find(|(month, _)| **month == start).map(|(_, number)| Piece::Month(number));
        let whole = WORDS.iter().find(|(known, _)| word.len() <= 3 && *known == start).map(|(_, piece)| *piece);
        return Some((month.or(whole).unwrap_or(Piece::Word), rest));
    }
    if first == '(' {
        let mut depth = 0_usize;
        let end = text.char_indices().find(|(_, c)| {
            depth = match c {
                '(' => depth + 1,
                ')' => depth - 1,
                _ => depth,
            };
            depth == 0
        });
        return Some((Piece::Other, end.and_then(|(at, _)| text.get(at + 1..)).unwrap_or_default()));
    }
    Some((Piece::Other, text.get(first.len_utf8()..)?))
}

/// What was read so far of a date in words.
#[derive(Debug, Default)]
struct Parts {
    /// Year, month and day, in the order in which they came.
    days: Vec<i64>,
    month: Option<i64>,
    clock: Vec<i64>,
    half: Option<i64>,
    /// The sign, hours and minutes of a zone.
    zone: Option<(i64, Option<i64>, Option<i64>)>,
    has_number: bool,
}

/// Words and numbers in any order. A word before the first number, and what is in round brackets, says nothing.
fn in_words(text: &str, clock_minutes: i32) -> Option<i64> {
    let mut parts = Parts::default();
    let mut rest = parts.begin(text);
    while let Some((found, behind)) = piece(rest) {
        rest = parts.add(found, behind)?;
    }
    parts.date(clock_minutes)
}

impl Parts {
    /// Four digits at the very beginning are a year, and two and two behind marks its month and day. Gives what is behind them.
    fn begin<'t>(&mut self, text: &'t str) -> &'t str {
        let mut rest = text;
        for (count, most) in [(4, 9_999), (2, 12), (2, 31)] {
            if !self.days.is_empty() && !take(&mut rest, "-") {
                break;
            }
            match piece(rest) {
                Some((Piece::Number { value, length, .. }, behind))
                    if length == count && value <= most && (value > 0 || count == 4) =>
                {
                    self.days.push(value);
                    self.has_number = true;
                    rest = behind;
                }
                _ => break,
            }
        }
        rest
    }

    /// Takes in a piece; gives what is behind all that was read, or nothing where this is no date.
    fn add<'t>(&mut self, found: Piece, rest: &'t str) -> Option<&'t str> {
        let in_zone = matches!(self.zone, Some((_, Some(0), Some(0))));
        match found {
            Piece::Number { value, .. } => {
                self.has_number = true;
                return self.number(value, rest);
            }
            Piece::Half(hours) if !self.clock.is_empty() => self.half = Some(hours),
            Piece::Month(month) => {
                self.month = Some(month);
                return Some(rest.strip_prefix('-').unwrap_or(rest));
            }
            Piece::Zone(hours) if self.has_number => {
                self.zone = Some((1, Some(hours), Some(0)));
            }
            Piece::Half(_) | Piece::Zone(_) | Piece::Word => {
                if self.has_number || rest.starts_with(|c: char| c.is_ascii_digit()) {
                    return None;
                }
            }
            Piece::Mark(sign @ ('+' | '-')) if in_zone || !self.clock.is_empty() => return self.offset(sign, rest),
            Piece::Mark('+' | '-' | ')') if self.has_number => return None,
            Piece::Mark(_) | Piece::Space | Piece::Other => {}
        }
        Some(rest)
    }

    fn number<'t>(&mut self, value: i64, rest: &'t str) -> Option<&'t str> {
        if let Some(rest) = rest.strip_prefix(':') {
            if let Some(rest) = rest.strip_prefix(':') {
                if !self.clock.is_empty() {
                    return None;
                }
                self.clock = vec![value, 0];
                return Some(rest);
            }
            self.clock.push(value);
            let rest = rest.strip_prefix('.').unwrap_or(rest);
            return (self.clock.len() <= 4).then_some(rest);
        }
        let expected = match self.clock.len() {
            1 | 2 => value < 60,
            3 => value < 1_000,
            _ => false,
        };
        let behind_point = rest.strip_prefix('.');
        if let Some(behind) = behind_point.filter(|_| expected) {
            self.clock.push(value);
            let (Piece::Number { thousandths, .. }, behind) = piece(behind)? else { return None };
            self.clock.push(thousandths);
            self.clock.resize(4, 0);
            return Some(behind);
        }
        let rest = behind_point.unwrap_or(rest);
        match &mut self.zone {
            Some((_, Some(_), minutes @ None)) if value < 60 => {
                *minutes = Some(value);
                Some(rest)
            }
            _ if expected => {
                self.clock.push(value);
                self.clock.resize(4, 0);
                let is_end = rest.is_empty() || rest.starts_with(|c: char| js::is_space(c) || matches!(c, '+' | '-'));
                (is_end || matches!(piece(rest)?, (Piece::Zone(0), behind) if rest.len() - behind.len() == 1))
                    .then_some(rest)
            }
            _ => {
                self.days.push(value);
                (self.days.len() <= 3).then(|| rest.strip_prefix('-').unwrap_or(rest))
            }
        }
    }

    /// A distance from Greenwich: `+1`, `+0100`, `+01:00`, or a sign alone.
    fn offset<'t>(&mut self, sign: char, rest: &'t str) -> Option<&'t str> {
        let sign = if sign == '-' { -1 } else { 1 };
        let (value, length, rest) = match piece(rest) {
            Some((Piece::Number { value, length, .. }, behind)) => (value, length, behind),
            _ => (0, 0, rest),
        };
        self.has_number = true;
        self.zone = Some(match (rest.starts_with(':'), length) {
            (true, _) => (sign, Some(value), None),
            (_, 1 | 2) => (sign, Some(value), Some(0)),
            (_, 3 | 4) => (sign, Some(value / 100), Some(value % 100)),
            _ => return None,
        });
        Some(rest)
    }

    fn date(mut self, clock_minutes: i32) -> Option<i64> {
        if self.days.is_empty() {
            return None;
        }
        self.days.resize(3, 1);
        let [a, b, c] = self.days.try_into().ok()?;
        let is_day = |number: i64| (1..=31).contains(&number);
        let (year, month, day) = match self.month {
            None if is_day(a) => (c, a, b),
            None => (a, b, c),
            Some(month) if is_day(a) => (b, month, a),
            Some(month) => (a, month, b),
        };
        let year = match year {
            0..=49 => 2_000 + year,
            50..=99 => 1_900 + year,
            _ => year,
        };
        let month = u8::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
        self.clock.resize(4, 0);
        let mut clock: [i64; 4] = self.clock.try_into().ok()?;
        if let (Some(half), [hour, ..]) = (self.half, &mut clock) {
            if *hour > 12 {
                return None;
            }
            *hour = *hour % 12 + half;
        }
        let zone = self.zone.map_or(i64::from(clock_minutes), |(sign, hours, minutes)| {
            sign * (hours.unwrap_or_default() * 60 + minutes.unwrap_or_default())
        });
        let days = is_day(day).then(|| days_to(year, month, 1) + day - 1)?;
        let millis = days.checked_mul(DAY)?.checked_add(time(clock)?)?.checked_sub(zone * 60_000)?;
        // What a browser can tell apart: a hundred million days on both sides of 1970.
        (millis.abs() <= 100_000_000 * DAY).then_some(millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What moment 2.30 under Node.js 20 reads of each, in milliseconds and in the zone of Greenwich.
    const READ: &str = include_str!("../tests/data/dates.tsv");

    #[test]
    fn dates_are_read_as_the_client_reads_them() {
        for line in READ.lines() {
            let (text, read_there) = line.split_once('\t').unwrap();
            assert_eq!(read(text, 0), read_there.parse().ok(), "{text}");
        }
    }

    #[test]
    fn a_date_without_a_zone_is_in_that_of_the_clock() {
        for (text, expected) in
            [("1970-01-01", -60), ("1 Jan 1970", -60), ("1 Jan 1970 GMT", 0), ("1970-01-01T00:00Z", 0)]
        {
            assert_eq!(read(text, 60), Some(expected * 60_000), "{text}");
        }
    }
}
