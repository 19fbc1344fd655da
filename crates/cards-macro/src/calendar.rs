//! Calendar arithmetic and the patterns in which clients print moments.

use std::fmt::Write;

use cards_words::calendar::{date_of, days_to};

use crate::host::Moment;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// A moment taken apart in its own offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) year: i64,
    /// From 1.
    pub(crate) month: u8,
    /// From 1.
    pub(crate) day: u8,
    pub(crate) hour: u8,
    pub(crate) minute: u8,
    pub(crate) second: u8,
    pub(crate) millis: u16,
    /// From Sunday, 0.
    pub(crate) weekday: u8,
    /// From 1.
    pub(crate) day_of_year: u16,
    pub(crate) offset_minutes: i32,
    pub(crate) unix_millis: i64,
}

impl Parts {
    pub(crate) fn of(moment: Moment) -> Self {
        let local = moment.unix_millis.saturating_add(i64::from(moment.offset_minutes) * 60_000);
        let days = local.div_euclid(86_400_000);
        let of_day = local.rem_euclid(86_400_000);
        let (year, month, day) = date_of(days);
        Self {
            year,
            month,
            day,
            hour: (of_day / 3_600_000) as u8,
            minute: (of_day / 60_000 % 60) as u8,
            second: (of_day / 1_000 % 60) as u8,
            millis: (of_day % 1_000) as u16,
            weekday: (days + 4).rem_euclid(7) as u8,
            day_of_year: (days - days_to(year, 1, 1) + 1) as u16,
            offset_minutes: moment.offset_minutes,
            unix_millis: moment.unix_millis,
        }
    }

    pub(crate) fn weekday_name(&self) -> &'static str {
        DAYS.get(usize::from(self.weekday)).copied().unwrap_or_default()
    }

    pub(crate) fn month_name(&self) -> &'static str {
        MONTHS.get(usize::from(self.month.wrapping_sub(1))).copied().unwrap_or_default()
    }

    /// Year and number of the week, by how weeks are counted.
    fn week(&self, week: Week) -> (i64, u16) {
        let today = i64::from(self.day_of_year) - 1;
        let first = |year| week.first(year);
        let start = days_to(self.year, 1, 1);
        let day = start + today;
        let year = if day < first(self.year) {
            self.year - 1
        } else if day >= first(self.year + 1) {
            self.year + 1
        } else {
            self.year
        };
        (year, ((day - first(year)) / 7 + 1) as u16)
    }

    fn hour12(&self) -> u8 {
        match self.hour % 12 {
            0 => 12,
            hour => hour,
        }
    }
}

/// How weeks are counted: the day they begin with (from Sunday, 0), and the day of January that is always in the first.
#[derive(Clone, Copy, Debug)]
struct Week {
    begins: i64,
    holds: u8,
}

impl Week {
    const ISO: Self = Self { begins: 1, holds: 4 };
    const ENGLISH: Self = Self { begins: 0, holds: 1 };

    /// The first day of a year's first week, in days since 1970-01-01.
    fn first(self, year: i64) -> i64 {
        let held = days_to(year, 1, self.holds);
        // 1970-01-01 was a Thursday.
        held - (held + 4 - self.begins).rem_euclid(7)
    }
}

/// Prints a moment in a pattern of Moment.js tokens; text in square brackets is literal.
///
/// De facto: SillyTavern 1.19.0 (Moment.js, English).
pub(crate) fn format(parts: &Parts, pattern: &str) -> String {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        if let Some((literal, behind)) = rest.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
            out.push_str(literal);
            rest = behind;
            continue;
        }
        let token = TOKENS.iter().find(|token| rest.starts_with(**token));
        match token {
            Some(token) => {
                put(&mut out, parts, token);
                rest = rest.get(token.len()..).unwrap_or_default();
            }
            None => {
                out.push(first);
                rest = rest.get(first.len_utf8()..).unwrap_or_default();
            }
        }
    }
    out
}

/// Longer tokens are before their own beginnings.
const TOKENS: [&str; 63] = [
    "YYYY", "YY", "Y", "MMMM", "MMM", "MM", "Mo", "M", "DDDD", "DDDo", "DDD", "DD", "Do", "D", "dddd", "ddd", "dd",
    "do", "d", "E", "e", "Qo", "Q", "GGGG", "GG", "gggg", "gg", "Wo", "WW", "W", "wo", "ww", "w", "HH", "H", "hh", "h",
    "kk", "k", "mm", "m", "ss", "SSS", "SS", "S", "s", "A", "a", "ZZ", "Z", "LTS", "LT", "LLLL", "LLL", "LL", "L",
    "llll", "lll", "ll", "l", "X", "x", "z",
];

fn put(out: &mut String, parts: &Parts, token: &str) {
    let short = |name: &str, len: usize| name.get(..len).unwrap_or(name).to_owned();
    let text = match token {
        "YYYY" => format!("{:04}", parts.year),
        "YY" => format!("{:02}", parts.year.rem_euclid(100)),
        "Y" => parts.year.to_string(),
        "MMMM" => parts.month_name().to_owned(),
        "MMM" => short(parts.month_name(), 3),
        "MM" => format!("{:02}", parts.month),
        "Mo" => ordinal(u16::from(parts.month)),
        "M" => parts.month.to_string(),
        "DDDD" => format!("{:03}", parts.day_of_year),
        "DDDo" => ordinal(parts.day_of_year),
        "DDD" => parts.day_of_year.to_string(),
        "DD" => format!("{:02}", parts.day),
        "Do" => ordinal(u16::from(parts.day)),
        "D" => parts.day.to_string(),
        "dddd" => parts.weekday_name().to_owned(),
        "ddd" => short(parts.weekday_name(), 3),
        "dd" => short(parts.weekday_name(), 2),
        "do" => ordinal(u16::from(parts.weekday)),
        "d" | "e" => parts.weekday.to_string(),
        "E" => (if parts.weekday == 0 { 7 } else { parts.weekday }).to_string(),
        "Q" => (parts.month.div_ceil(3)).to_string(),
        "HH" => format!("{:02}", parts.hour),
        "H" => parts.hour.to_string(),
        "hh" => format!("{:02}", parts.hour12()),
        "h" => parts.hour12().to_string(),
        "kk" => format!("{:02}", if parts.hour == 0 { 24 } else { parts.hour }),
        "k" => (if parts.hour == 0 { 24 } else { parts.hour }).to_string(),
        "mm" => format!("{:02}", parts.minute),
        "m" => parts.minute.to_string(),
        "ss" => format!("{:02}", parts.second),
        "s" => parts.second.to_string(),
        "SSS" => format!("{:03}", parts.millis),
        "SS" => format!("{:02}", parts.millis / 10),
        "S" => (parts.millis / 100).to_string(),
        "A" => if parts.hour < 12 { "AM" } else { "PM" }.to_owned(),
        "a" => if parts.hour < 12 { "am" } else { "pm" }.to_owned(),
        "Z" => offset(parts.offset_minutes, ":"),
        "ZZ" => offset(parts.offset_minutes, ""),
        "LTS" => format(parts, "h:mm:ss A"),
        "LT" => format(parts, "h:mm A"),
        "LLLL" => format(parts, "dddd, MMMM D, YYYY h:mm A"),
        "LLL" => format(parts, "MMMM D, YYYY h:mm A"),
        "LL" => format(parts, "MMMM D, YYYY"),
        "llll" => format(parts, "ddd, MMM D, YYYY h:mm A"),
        "lll" => format(parts, "MMM D, YYYY h:mm A"),
        "ll" => format(parts, "MMM D, YYYY"),
        "l" => format(parts, "M/D/YYYY"),
        "GGGG" => format!("{:04}", parts.week(Week::ISO).0),
        "GG" => format!("{:02}", parts.week(Week::ISO).0.rem_euclid(100)),
        "gggg" => format!("{:04}", parts.week(Week::ENGLISH).0),
        "gg" => format!("{:02}", parts.week(Week::ENGLISH).0.rem_euclid(100)),
        "WW" => format!("{:02}", parts.week(Week::ISO).1),
        "W" => parts.week(Week::ISO).1.to_string(),
        "Wo" => ordinal(parts.week(Week::ISO).1),
        "ww" => format!("{:02}", parts.week(Week::ENGLISH).1),
        "w" => parts.week(Week::ENGLISH).1.to_string(),
        "wo" => ordinal(parts.week(Week::ENGLISH).1),
        "Qo" => ordinal(u16::from(parts.month.div_ceil(3))),
        "L" => format(parts, "MM/DD/YYYY"),
        "x" => parts.unix_millis.to_string(),
        "X" => parts.unix_millis.div_euclid(1_000).to_string(),
        _ => String::new(),
    };
    out.push_str(&text);
}

fn ordinal(number: u16) -> String {
    let suffix = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

fn offset(minutes: i32, colon: &str) -> String {
    let sign = if minutes < 0 { '-' } else { '+' };
    let minutes = minutes.unsigned_abs();
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write!(out, "{sign}{:02}{colon}{:02}", minutes / 60, minutes % 60);
    out
}

/// Says how long a span is in one unit, rounded as Moment.js rounds.
pub(crate) fn humanize(millis: i64) -> String {
    let seconds = (millis.unsigned_abs() as f64 / 1_000.0).round();
    let minutes = (millis.unsigned_abs() as f64 / 60_000.0).round();
    let hours = (millis.unsigned_abs() as f64 / 3_600_000.0).round();
    let days = (millis.unsigned_abs() as f64 / 86_400_000.0).round();
    // A month is a 4,800th of 400 years.
    let months = (millis.unsigned_abs() as f64 / 86_400_000.0 * 4_800.0 / 146_097.0).round();
    let years = (millis.unsigned_abs() as f64 / 86_400_000.0 * 400.0 / 146_097.0).round();
    if seconds < 45.0 {
        "a few seconds".to_owned()
    } else if minutes <= 1.0 {
        "a minute".to_owned()
    } else if minutes < 45.0 {
        format!("{minutes} minutes")
    } else if hours <= 1.0 {
        "an hour".to_owned()
    } else if hours < 22.0 {
        format!("{hours} hours")
    } else if days <= 1.0 {
        "a day".to_owned()
    } else if days < 26.0 {
        format!("{days} days")
    } else if months <= 1.0 {
        "a month".to_owned()
    } else if months < 11.0 {
        format!("{months} months")
    } else if years <= 1.0 {
        "a year".to_owned()
    } else {
        format!("{years} years")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_print_as_moment_does() {
        let parts = Parts::of(Moment { unix_millis: 1_709_213_405_678, offset_minutes: 330 });
        let check = |pattern: &str, expected: &str| assert_eq!(format(&parts, pattern), expected, "{pattern}");
        check("YYYY-MM-DD[T]HH:mm:ss.SSSZ", "2024-02-29T19:00:05.678+05:30");
        check("dddd, MMMM Do YY", "Thursday, February 29th 24");
        check("h:mm a DDD", "7:00 pm 60");
        // A single `l` is the short date.
        check("[unclosed", "[unc2/29/2024o544");
        check(
            "LLLL|LLL|lll|l",
            "Thursday, February 29, 2024 7:00 PM|February 29, 2024 7:00 PM|Feb 29, 2024 7:00 PM|2/29/2024",
        );
        check("GGGG-[W]WW-E gggg ww Qo x", "2024-W09-4 2024 09 1st 1709213405678");
    }

    #[test]
    fn times_before_1970_are_days_like_others() {
        let check = |unix_millis, offset_minutes, expected: &str| {
            let parts = Parts::of(Moment { unix_millis, offset_minutes });
            assert_eq!(format(&parts, "YYYY-MM-DD HH:mm:ss.SSS dddd DDD"), expected, "{unix_millis}");
        };
        check(-1, 0, "1969-12-31 23:59:59.999 Wednesday 365");
        check(-1, 60, "1970-01-01 00:59:59.999 Thursday 1");
        check(0, -1, "1969-12-31 23:59:00.000 Wednesday 365");
        check(-86_400_000, 0, "1969-12-31 00:00:00.000 Wednesday 365");
        check(-86_400_001, 0, "1969-12-30 23:59:59.999 Tuesday 364");
        // The first day of the calendar that the clients use, and the one before.
        check(-12_219_292_800_000, 0, "1582-10-15 00:00:00.000 Friday 288");
        check(-12_219_292_800_001, 0, "1582-10-14 23:59:59.999 Thursday 287");
    }

    #[test]
    fn weeks_at_the_turn_of_the_year_belong_to_one_year() {
        let check = |days: i64, expected: &str| {
            let parts = Parts::of(Moment { unix_millis: days * 86_400_000, offset_minutes: 0 });
            assert_eq!(format(&parts, "YYYY-MM-DD GGGG-WW gggg-ww"), expected);
        };
        check(days_to(2021, 1, 1), "2021-01-01 2020-53 2021-01");
        check(days_to(2024, 12, 30), "2024-12-30 2025-01 2025-01");
        check(days_to(2022, 12, 31), "2022-12-31 2022-52 2022-53");
    }

    #[test]
    fn spans_are_told_in_one_unit() {
        let check = |seconds: i64, expected: &str| assert_eq!(humanize(seconds * 1_000), expected);
        check(3, "a few seconds");
        check(60, "a minute");
        check(2_640, "44 minutes");
        check(2_700, "an hour");
        check(7_200, "2 hours");
        check(86_400, "a day");
        check(86_400 * 30, "a month");
        check(86_400 * 365, "a year");
        check(86_400 * 800, "2 years");
    }
}
