//! What runs a translated pattern: the linear engine where it can, else the backtracking one.

use super::{Error, Translated};

/// A compiled pattern.
///
/// A clone shares the program, and has scratch memory of its own.
#[derive(Clone, Debug)]
pub struct Program(Engine);

#[derive(Clone, Debug)]
enum Engine {
    /// Runs in time linear in the text.
    Linear(regex::Regex),
    /// Has look-around or back-references, and a limit on its steps.
    Backtracking(fancy_regex::Regex),
}

/// Where a match, or a group of it, begins and ends, in bytes.
pub type Span = (usize, usize);

impl Program {
    /// The steps that an easy search of the backtracking engine is counted with.
    pub const EASY_STEPS: u64 = 10_000;

    /// Compiles within so many bytes, scratch memory of so many for each direction of a search, and steps a search.
    ///
    /// The backtracking engine makes several programs of one pattern, which share the bytes.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] when the program does not fit, [`Error::Syntax`] for a source that the engine refuses.
    pub fn build(translated: &Translated, bytes: usize, scratch_bytes: usize, steps: usize) -> Result<Self, Error> {
        if translated.backtracks {
            let parts = parts(&translated.source);
            fancy_regex::RegexBuilder::new(&translated.source)
                .backtrack_limit(steps)
                .delegate_size_limit(bytes / parts)
                .delegate_dfa_size_limit(scratch_bytes / parts)
                // An instruction takes some tens of bytes.
                .max_prog_size((bytes / 32).max(1))
                .build()
                .map(|regex| Self(Engine::Backtracking(regex)))
                .map_err(|_| Error::TooLarge { what: "past the size limit, or not supported" })
        } else {
            regex::RegexBuilder::new(&translated.source)
                .size_limit(bytes)
                .dfa_size_limit(scratch_bytes)
                .build()
                .map(|regex| Self(Engine::Linear(regex)))
                .map_err(|error| linear_error(&error))
        }
    }

    /// Tells whether the scratch memory of a search is worth giving back, which a search with a clone does.
    #[must_use]
    pub fn keeps_scratch(&self) -> bool {
        matches!(self.0, Engine::Linear(_))
    }

    /// Finds the first match that begins at this byte or behind it; what stands before is looked at, as JavaScript does.
    ///
    /// # Errors
    ///
    /// [`Error::TooSlow`] when the search takes more steps than the program was built with.
    pub fn find(&self, text: &str, from: usize) -> Result<Option<Span>, Error> {
        if !text.is_char_boundary(from) {
            return Ok(None);
        }
        match &self.0 {
            Engine::Linear(regex) => Ok(regex.find_at(text, from).map(|found| (found.start(), found.end()))),
            Engine::Backtracking(regex) => {
                let found = regex.find_from_pos(text, from).map_err(|_| TOO_SLOW)?;
                Ok(found.map(|found| (found.start(), found.end())))
            }
        }
    }

    /// As [`Program::find`], with the place of every group; the first is the whole match, `None` is a group that took no
    /// part.
    ///
    /// # Errors
    ///
    /// As [`Program::find`].
    pub fn captures(&self, text: &str, from: usize) -> Result<Option<Vec<Option<Span>>>, Error> {
        if !text.is_char_boundary(from) {
            return Ok(None);
        }
        match &self.0 {
            Engine::Linear(regex) => {
                let span = |group: regex::Match<'_>| (group.start(), group.end());
                let found = regex.captures_at(text, from);
                Ok(found.map(|groups| groups.iter().map(|group| group.map(span)).collect()))
            }
            Engine::Backtracking(regex) => {
                let span = |group: fancy_regex::Match<'_>| (group.start(), group.end());
                let found = regex.captures_from_pos(text, from).map_err(|_| TOO_SLOW)?;
                Ok(found.map(|groups| groups.iter().map(|group| group.map(span)).collect()))
            }
        }
    }
}

/// How many programs the backtracking engine makes of a source at most: one for each look-around, one for what stands
/// behind it or behind a back-reference, and one for the begin.
fn parts(source: &str) -> usize {
    let mut rest = source.as_bytes();
    let mut parts = 1_usize;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match (byte, after) {
            (b'(', [b'?', b'=' | b'!' | b'<' | b'>', ..]) => parts = parts.saturating_add(2),
            (b'\\', [escaped, tail @ ..]) => {
                // What is escaped opens no group.
                rest = tail;
                if matches!(escaped, b'1'..=b'9' | b'k' | b'g' | b'b' | b'B') {
                    parts = parts.saturating_add(1);
                }
            }
            _ => {}
        }
    }
    parts
}

const TOO_SLOW: Error = Error::TooSlow { limit: "backtrack_steps" };

fn linear_error(error: &regex::Error) -> Error {
    match error {
        regex::Error::CompiledTooBig(_) => Error::TooLarge { what: "compiled past the size limit" },
        _ => Error::Syntax { what: "not a pattern that the engine knows", at: 0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flags, Limits, translate};

    fn build(pattern: &str, bytes: usize) -> Result<Program, Error> {
        let translated = translate(pattern, Flags::read("u").unwrap(), &Limits::default()).unwrap();
        assert!(translated.backtracks);
        Program::build(&translated, bytes, bytes, 1_000)
    }

    #[test]
    fn look_arounds_share_the_bytes_of_their_pattern() {
        // Each of them takes most of a megabyte.
        let large = r"(?=\p{L}{20})";
        assert!(build(large, 8 << 20).is_ok());
        assert!(build(&large.repeat(4), 8 << 20).is_ok());
        assert!(build(&large.repeat(64), 8 << 20).is_err());
        assert!(build(&"(?=a)".repeat(64), 64 << 10).is_ok());
    }

    #[test]
    fn parts_are_counted_from_the_source() {
        for (source, count) in [("a", 1), ("(?=a)b", 3), (r"(a)\1", 2), (r"\(?=a", 1), ("(?:(?!a)(?<=b))", 5)] {
            assert_eq!(parts(source), count, "{source}");
        }
    }
}
