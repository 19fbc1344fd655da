//! The engine for look-around and back-references: it tries one way after another, and counts every step.
//!
//! Its steps are those of ECMAScript's matchers (2025, 22.2.2): what is behind is matched backwards, a repetition
//! forgets the groups of its last round, and a round that matches nothing ends it. A step looks at one character, or
//! at none, so that a budget of steps bounds the time, and the memory at some tens of bytes for each.

mod code;
mod run;
mod starts;
mod step;
mod tree;

use std::sync::Arc;

use super::{Error, Span, Translated};
use code::Code;
use run::Search;

/// A program for this engine; a clone shares it.
#[derive(Clone, Debug)]
pub(super) struct Backtracking(Arc<Code>);

impl Backtracking {
    /// Builds a program of at most so many bytes.
    pub(super) fn build(translated: &Translated, bytes: usize) -> Result<Self, Error> {
        let tree = tree::read(&translated.source, bytes)?;
        Ok(Self(Arc::new(Code::build(&tree, translated, bytes)?)))
    }

    /// Finds the first match at this byte or behind it, with its groups; takes the steps out of those that are left.
    pub(super) fn find(&self, text: &str, from: usize, steps: &mut u64) -> Result<Option<Vec<Option<Span>>>, Error> {
        let mut search = Search::new(&self.0, text, *steps);
        let found = search.first(from);
        *steps = search.steps_left();
        found.map_err(|_| Error::TooSlow { limit: "backtrack_steps" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flags, Limits, translate};

    /// The groups of the first match, and the steps that it took.
    fn first(pattern: &str, flags: &str, text: &str) -> (Option<Vec<Option<Span>>>, u64) {
        let translated = translate(pattern, Flags::read(flags).unwrap(), &Limits::default()).unwrap();
        assert!(translated.backtracks, "{pattern}");
        let program = Backtracking::build(&translated, 1 << 20).unwrap();
        let mut left = u64::MAX;
        let found = program.find(text, 0, &mut left).unwrap();
        (found, u64::MAX - left)
    }

    #[track_caller]
    fn check(pattern: &str, text: &str, expected: &[Option<Span>]) {
        assert_eq!(first(pattern, "", text).0.as_deref(), Some(expected), "/{pattern}/ on {text:?}");
    }

    #[test]
    fn rounds_forget_the_groups_of_the_last_one() {
        check(r"(?=)(?:(a)|b)*", "ab", &[Some((0, 2)), None]);
        check(
            r"(z)((a+)?(b+)?(c))*(?=)",
            "zaacbbbcac",
            &[Some((0, 10)), Some((0, 1)), Some((8, 10)), Some((8, 9)), None, Some((9, 10))],
        );
    }

    #[test]
    fn a_round_of_nothing_is_no_round() {
        check(r"(?=)(?:|a)*", "aa", &[Some((0, 2))]);
        check(r"(?=)(a*)*", "b", &[Some((0, 0)), None]);
        check(r"(?=(a+))a*b\1", "baaabac", &[Some((3, 6)), Some((3, 4))]);
    }

    #[test]
    fn what_stands_behind_is_matched_backwards() {
        check(r"(?<=(\d+)(\d+))$", "1053", &[Some((4, 4)), Some((0, 1)), Some((1, 4))]);
        check(r"(?<=\1(o))d", "hood", &[Some((3, 4)), Some((2, 3))]);
        check(r"(?<=([ab]+)([bc]+))$", "abc", &[Some((3, 3)), Some((0, 1)), Some((1, 3))]);
    }

    #[test]
    fn groups_of_look_ahead_stay_and_of_what_must_not_match_do_not() {
        check(r"(?=(a))a\1", "aa", &[Some((0, 2)), Some((0, 1))]);
        check(r"(.*?)a(?!(a+)b\2c)\2(.*)", "baaabaac", &[Some((0, 8)), Some((0, 2)), None, Some((3, 8))]);
    }

    #[test]
    fn references_take_letters_for_one_another_as_the_flags_say() {
        assert_eq!(first(r"(k)\1", "i", "kK").0.unwrap()[0], Some((0, 2)));
        assert_eq!(first(r"(k)\1", "i", "k\u{212a}").0, None);
        assert_eq!(first(r"(k)\1", "iu", "k\u{212a}").0.unwrap()[0], Some((0, 4)));
        assert_eq!(first(r"(σ)\1", "i", "σς").0.unwrap()[0], Some((0, 4)));
    }

    #[test]
    fn steps_count_every_character_that_is_looked_at() {
        // Each of these looks at the rest of the text from every place.
        for pattern in ["(?=.*!)a", "(?=[^!]*)ab", "(?<=b.*)a", "(?!.*!).!"] {
            let steps = |length: usize| first(pattern, "", &"a".repeat(length)).1;
            let (one, two) = (steps(100), steps(200));
            assert!(one >= 100 * 100 / 2, "{pattern}: {one}");
            assert!(two > one * 3, "{pattern}: {one}, {two}");
        }
        // And these do not.
        for pattern in ["(?<!the )dragon", "cat(?=s)", "^(?=.*!)x", "(?:a|é)(?=b)", r"\Ba\B"] {
            let steps = |length: usize| first(pattern, "", &"a".repeat(length)).1;
            assert!(steps(2_000) <= 2_000 * 12, "{pattern}: {}", steps(2_000));
        }
    }

    #[test]
    fn repetitions_of_nothing_are_paid_for_when_built() {
        let pattern = "(?=)(?:(?:(?:){1000}){1000}){1000}";
        let translated = translate(pattern, Flags::default(), &Limits::default()).unwrap();
        assert!(matches!(Backtracking::build(&translated, 1 << 20), Err(Error::TooLarge { .. })));
    }
}
