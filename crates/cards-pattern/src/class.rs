//! Sets of characters as JavaScript's classes name them.

use std::fmt::Write as _;

use super::{Flags, case};

const MAX: u32 = 0x10_ffff;

/// A set of code points as ascending ranges, plus properties that only the engine knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Class {
    ranges: Vec<(u32, u32)>,
    /// Property escapes, as the engine writes them.
    properties: Vec<String>,
}

impl Class {
    /// `\d`.
    pub(crate) fn digits() -> Self {
        Self::of(&[(0x30, 0x39)])
    }

    /// `\w`: ASCII only, and with `i` and `u` the two letters that count as one of ASCII.
    pub(crate) fn word(flags: Flags) -> Self {
        let mut word = Self::of(&[(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)]);
        if flags.ignore_case && flags.unicode {
            word.add(Self::of(&[(0x17f, 0x17f), (0x212a, 0x212a)]));
        }
        word
    }

    /// `\s`: white space and line ends as ECMAScript lists them.
    pub(crate) fn space() -> Self {
        Self::of(&[
            (0x09, 0x0d),
            (0x20, 0x20),
            (0xa0, 0xa0),
            (0x1680, 0x1680),
            (0x2000, 0x200a),
            (0x2028, 0x2029),
            (0x202f, 0x202f),
            (0x205f, 0x205f),
            (0x3000, 0x3000),
            (0xfeff, 0xfeff),
        ])
    }

    /// What `.` matches without the `s` flag.
    pub(crate) fn not_line_end() -> Self {
        Self::of(&[(0x0a, 0x0a), (0x0d, 0x0d), (0x2028, 0x2029)]).negated()
    }

    /// Every character.
    pub(crate) fn any() -> Self {
        Self::of(&[(0, MAX)])
    }

    fn of(ranges: &[(u32, u32)]) -> Self {
        Self { ranges: ranges.to_vec(), properties: Vec::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty() && self.properties.is_empty()
    }

    pub(crate) fn add_range(&mut self, from: u32, to: u32) {
        self.ranges.push((from, to));
    }

    pub(crate) fn add_property(&mut self, property: String) {
        self.properties.push(property);
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.ranges.extend(other.ranges);
        self.properties.extend(other.properties);
    }

    /// Puts the ranges in order and joins those that touch.
    fn tidy(&mut self) {
        self.ranges.sort_unstable();
        let mut tidy: Vec<(u32, u32)> = Vec::with_capacity(self.ranges.len());
        for &(from, to) in &self.ranges {
            match tidy.last_mut() {
                Some((_, end)) if from <= end.saturating_add(1) => *end = (*end).max(to),
                _ => tidy.push((from, to)),
            }
        }
        self.ranges = tidy;
    }

    /// The complement of the ranges; for classes without properties.
    pub(crate) fn negated(mut self) -> Self {
        self.tidy();
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for &(from, to) in &self.ranges {
            if from > next {
                ranges.push((next, from - 1));
            }
            next = to + 1;
        }
        if next <= MAX {
            ranges.push((next, MAX));
        }
        Self { ranges, properties: self.properties }
    }

    /// Tells whether the set, or its complement, may hold the character.
    pub(crate) fn may_hold(&self, c: char, negated: bool) -> bool {
        if !self.properties.is_empty() {
            return true;
        }
        let c = u32::from(c);
        self.ranges.iter().any(|&(from, to)| (from..=to).contains(&c)) != negated
    }

    /// Writes the class for the engine.
    pub(crate) fn write(mut self, out: &mut String, negated: bool, ignore_case: bool, unicode: bool) {
        self.tidy();
        // Without `u`, JavaScript knows fewer letters as one than the engine, which lets `s` meet `ſ`.
        let by_hand = ignore_case && !unicode;
        if by_hand {
            self.close_under_case();
            self.tidy();
        }
        if self.ranges.is_empty() && self.properties.is_empty() {
            // The engines refuse `[]`.
            self.ranges.push((0, MAX));
            return self.write_members(out, !negated);
        }
        if by_hand {
            out.push_str("(?-i:");
        }
        self.write_members(out, negated);
        if by_hand {
            out.push(')');
        }
    }

    fn write_members(&self, out: &mut String, negated: bool) {
        out.push('[');
        if negated {
            out.push('^');
        }
        for &(from, to) in &self.ranges {
            // Surrogates are no characters in UTF-8; a range across them is cut in two.
            for (from, to) in [(from, to.min(0xd7ff)), (from.max(0xe000), to)] {
                if from <= to && !(0xd800..=0xdfff).contains(&from) {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "\\x{{{from:x}}}-\\x{{{to:x}}}");
                }
            }
        }
        for property in &self.properties {
            out.push_str(property);
        }
        out.push(']');
    }

    /// Adds what counts as one of the characters; the ranges have to be tidy.
    fn close_under_case(&mut self) {
        if self.ranges.iter().all(|&(_, to)| to < 0x80) {
            return self.close_under_ascii_case();
        }
        let missing: Vec<u32> = case::groups()
            .iter()
            .filter(|group| group.iter().any(|&code| self.holds(code)))
            .flat_map(|group| group.iter().copied().filter(|&code| !self.holds(code)))
            .collect();
        self.ranges.extend(missing.into_iter().map(|code| (code, code)));
    }

    /// Tells whether a tidy set has the character.
    fn holds(&self, code: u32) -> bool {
        let behind = self.ranges.partition_point(|&(from, _)| from <= code);
        behind.checked_sub(1).and_then(|at| self.ranges.get(at)).is_some_and(|&(_, to)| code <= to)
    }

    fn close_under_ascii_case(&mut self) {
        for at in 0..self.ranges.len() {
            let Some(&(from, to)) = self.ranges.get(at) else { break };
            for (low, high, offset) in [(0x41, 0x5a, 0x20_i32), (0x61, 0x7a, -0x20_i32)] {
                let (start, end) = (from.max(low), to.min(high));
                if start <= end {
                    self.ranges.push((start.saturating_add_signed(offset), end.saturating_add_signed(offset)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complements_are_exact() {
        assert!(!Class::not_line_end().may_hold('\n', false));
        assert!(Class::not_line_end().may_hold('\u{1}', false));
        assert!(Class::word(Flags::default()).negated().may_hold('é', false));
        assert_eq!(Class::any().negated(), Class::default());
    }

    #[test]
    fn ranges_leave_out_surrogates() {
        let mut out = String::new();
        Class::any().write(&mut out, false, false, false);
        assert_eq!(out, "[\\x{0}-\\x{d7ff}\\x{e000}-\\x{10ffff}]");
    }
}
