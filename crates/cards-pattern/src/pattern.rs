//! A pattern as a script runs it: all matches of a text, with their groups.

use super::{Error, Flags, Limits, Program, Span, translate};

/// A pattern that was compiled with its flags.
///
/// # Examples
///
/// ```
/// use cards_pattern::{Flags, Limits, Pattern};
///
/// let flags = Flags::read("gi").unwrap();
/// let pattern = Pattern::compile(r"(?<first>\w)\w*", flags, &Limits::default())?;
/// let found: Vec<_> = pattern.matches("Old lamp").map(|found| found.map(|found| found.start())).collect();
/// assert_eq!(found, [Ok(0), Ok(4)]);
/// # Ok::<(), cards_pattern::Error>(())
/// ```
#[derive(Debug)]
pub struct Pattern {
    flags: Flags,
    names: Vec<(String, u32)>,
    limits: Limits,
    program: Program,
}

/// One match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    groups: Vec<Option<Span>>,
}

impl Match {
    /// The byte at which it begins.
    #[must_use]
    pub fn start(&self) -> usize {
        self.group(0).map_or(0, |(start, _)| start)
    }

    /// The byte behind it.
    #[must_use]
    pub fn end(&self) -> usize {
        self.group(0).map_or(0, |(_, end)| end)
    }

    /// How many groups the pattern has, the whole match being one.
    #[must_use]
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// Where a group is, the whole match being number 0; `None` where it took no part or is not there.
    #[must_use]
    pub fn group(&self, number: usize) -> Option<Span> {
        self.groups.get(number).copied().flatten()
    }
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    ///
    /// [`Error::Syntax`] for what JavaScript refuses, [`Error::TooLarge`] past a limit.
    pub fn compile(pattern: &str, flags: Flags, limits: &Limits) -> Result<Self, Error> {
        // Where a search begins is this type's matter.
        let translated = translate(pattern, Flags { sticky: false, ..flags }, limits)?;
        let program = Program::build(&translated, limits.program_bytes, limits.program_bytes)?;
        Ok(Self { flags, names: translated.names, limits: limits.clone(), program })
    }

    /// The flags that it was compiled with.
    #[must_use]
    pub fn flags(&self) -> Flags {
        self.flags
    }

    /// The names of groups, with their numbers.
    #[must_use]
    pub fn names(&self) -> &[(String, u32)] {
        &self.names
    }

    /// Returns the matches as JavaScript's `replace` meets them: without the flag `g` the first alone, with `y` only
    /// those that follow each other from the start.
    #[must_use]
    pub fn matches<'p>(&'p self, text: &'p str) -> Matches<'p> {
        Matches { pattern: self, text, at: Some(0), steps: self.limits.text_steps, left: self.limits.matches }
    }

    /// One search, with the steps that one may take of those that are left for the text.
    fn captures(&self, text: &str, from: usize, steps: &mut u64) -> Result<Option<Vec<Option<Span>>>, Error> {
        let whole = *steps <= self.limits.backtrack_steps;
        let allowed = (*steps).min(self.limits.backtrack_steps);
        let mut left = allowed;
        let found = self.program.captures(text, from, &mut left);
        *steps -= allowed - left;
        found.map_err(|error| match error {
            Error::TooSlow { .. } if whole => Error::TooSlow { limit: "text_steps" },
            other => other,
        })
    }
}

/// The matches of one text, see [`Pattern::matches`]; the first error is the last item.
#[derive(Debug)]
pub struct Matches<'p> {
    pattern: &'p Pattern,
    text: &'p str,
    /// Where the next search begins; `None` when there is none.
    at: Option<usize>,
    steps: u64,
    left: usize,
}

impl Matches<'_> {
    /// Gives the steps that the searches so far took; none for a pattern that takes linear time.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.pattern.limits.text_steps - self.steps
    }
}

impl Iterator for Matches<'_> {
    type Item = Result<Match, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let from = self.at.take()?;
        let Some(left) = self.left.checked_sub(1) else { return Some(Err(Error::TooSlow { limit: "matches" })) };
        self.left = left;
        let groups = match self.pattern.captures(self.text, from, &mut self.steps) {
            Ok(groups) => groups?,
            Err(error) => return Some(Err(error)),
        };
        let found = Match { groups };
        let flags = self.pattern.flags;
        if flags.sticky && found.start() != from {
            return None;
        }
        if flags.global {
            let after = self.text.get(found.end()..).and_then(|rest| rest.chars().next());
            self.at = match after {
                _ if found.end() > found.start() => Some(found.end()),
                Some(next) => Some(found.end() + next.len_utf8()),
                None => None,
            };
        }
        Some(Ok(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(pattern: &str, flags: &str, text: &str) -> Vec<Span> {
        let pattern = Pattern::compile(pattern, Flags::read(flags).unwrap(), &Limits::default()).unwrap();
        pattern.matches(text).map(|found| found.unwrap().group(0).unwrap()).collect()
    }

    #[test]
    fn matches_follow_the_flags() {
        assert_eq!(spans("a", "", "banana"), [(1, 2)]);
        assert_eq!(spans("a", "g", "banana"), [(1, 2), (3, 4), (5, 6)]);
        assert_eq!(spans("a", "gy", "aaba"), [(0, 1), (1, 2)]);
        assert_eq!(spans("a", "y", "ba"), []);
        assert_eq!(spans("", "g", "aé"), [(0, 0), (1, 1), (3, 3)]);
        assert_eq!(spans("^", "gm", "a\nb"), [(0, 0), (2, 2)]);
        assert_eq!(spans("(?<=a)b", "g", "abab"), [(1, 2), (3, 4)]);
    }

    #[test]
    fn groups_have_numbers_and_names() {
        let pattern = Pattern::compile("(a)|(?<b>b)", Flags::read("g").unwrap(), &Limits::default()).unwrap();
        assert_eq!(pattern.names(), [("b".to_owned(), 2)]);
        let found: Vec<Match> = pattern.matches("ab").map(Result::unwrap).collect();
        assert_eq!([found[0].group(1), found[0].group(2), found[0].group(3)], [Some((0, 1)), None, None]);
        assert_eq!(found[1].group(2), Some((1, 2)));
    }

    #[test]
    fn matches_end_at_each_limit() {
        let run = |pattern: &str, text: &str, limits: &Limits| {
            let pattern = Pattern::compile(pattern, Flags::read("g").unwrap(), limits).unwrap();
            pattern.matches(text).map(|found| found.map(|found| found.start())).collect::<Result<Vec<_>, _>>()
        };
        // The last search finds nothing.
        let limits = Limits::default().with_matches(3);
        assert_eq!(run("a", "aa", &limits), Ok(vec![0, 1]));
        assert_eq!(run("a", "aaa", &limits), Err(Error::TooSlow { limit: "matches" }));

        let pattern = Pattern::compile("(?=a)a", Flags::default(), &Limits::default()).unwrap();
        let mut matches = pattern.matches("aaa");
        assert_eq!((matches.steps(), matches.next().is_some(), matches.steps()), (0, true, 5));
        // Five steps a match: the look-ahead, its letter and its end, the letter and the end.
        let limits = Limits::default().with_text_steps(10);
        assert_eq!(run("(?=a)a", "aa", &limits), Ok(vec![0, 1]));
        assert_eq!(run("(?=a)a", "aaa", &limits), Err(Error::TooSlow { limit: "text_steps" }));
        assert_eq!(run("(?=a)a", "aa", &limits.with_text_steps(9)), Err(Error::TooSlow { limit: "text_steps" }));

        let slow = "(?:(?=x*)a|(?=x*)aa)+$";
        let text = format!("{}b", "a".repeat(40));
        assert_eq!(run(slow, &text, &Limits::default()), Err(Error::TooSlow { limit: "backtrack_steps" }));
        let short = format!("{}b", "a".repeat(12));
        assert_eq!(run(slow, &short, &Limits::default()), Ok(vec![]));
        let limits = Limits::default().with_backtrack_steps(100);
        assert_eq!(run(slow, &short, &limits), Err(Error::TooSlow { limit: "backtrack_steps" }));
    }

    #[test]
    fn patterns_end_at_each_limit() {
        let compile = |pattern: &str, limits: &Limits| Pattern::compile(pattern, Flags::default(), limits).map(|_| ());
        let limits = Limits::default().with_depth(2);
        assert_eq!(compile("((a))", &limits), Ok(()));
        assert_eq!(compile("(((a)))", &limits).unwrap_err().to_string(), "groups inside groups past the limit");
        let limits = Limits::default().with_program_bytes(16 << 10);
        assert_eq!(compile("(?:a{10}){10}", &limits), Ok(()));
        assert_eq!(compile("(?:a{100}){100}", &limits).unwrap_err().to_string(), "compiled past the size limit");
        let error = compile("(?=b)(?:a{100}){100}", &limits).unwrap_err();
        assert_eq!(error.to_string(), "compiled past the size limit");
    }

    #[test]
    fn errors_say_what_and_where() {
        let error = Pattern::compile("a(", Flags::default(), &Limits::default()).unwrap_err();
        assert_eq!(error.to_string(), "group without end at byte 2");
        let error = Error::TooSlow { limit: "matches" };
        assert_eq!(error.to_string(), "the pattern takes more steps than the limit `matches` allows");
    }
}
