//! What runs a translated pattern: the linear engine where it can, else the backtracking one.

use super::backtrack::Backtracking;
use super::{Error, Span, Translated};

/// A compiled pattern.
///
/// A clone shares the program, and has scratch memory of its own.
#[derive(Clone, Debug)]
pub struct Program(Engine);

#[derive(Clone, Debug)]
enum Engine {
    /// Runs in time linear in the text.
    Linear(regex::Regex),
    /// Has look-around or back-references, and takes steps.
    Backtracking(Backtracking),
}

impl Program {
    /// Compiles within so many bytes, and for the linear engine scratch memory of so many for each direction of a search.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] when the program does not fit, [`Error::Syntax`] for a source that the engine refuses.
    pub fn build(translated: &Translated, bytes: usize, scratch_bytes: usize) -> Result<Self, Error> {
        if translated.backtracks {
            return Backtracking::build(translated, bytes).map(|program| Self(Engine::Backtracking(program)));
        }
        regex::RegexBuilder::new(&translated.source)
            .size_limit(bytes)
            .dfa_size_limit(scratch_bytes)
            .build()
            .map(|regex| Self(Engine::Linear(regex)))
            .map_err(|error| linear_error(&error))
    }

    /// Tells whether the scratch memory of a search is worth giving back, which a search with a clone does.
    #[must_use]
    pub fn keeps_scratch(&self) -> bool {
        matches!(self.0, Engine::Linear(_))
    }

    /// Finds the first match that begins at this byte or behind it; what is before is looked at, as JavaScript does.
    ///
    /// The backtracking engine takes its steps out of those that are left: one for each character that it looks at and
    /// for each way that it tries. While it runs, it takes at most some tens of bytes for each. The linear engine takes
    /// none; its work grows with the text alone.
    ///
    /// # Errors
    ///
    /// [`Error::TooSlow`] when no step is left.
    pub fn find(&self, text: &str, from: usize, steps: &mut u64) -> Result<Option<Span>, Error> {
        if !text.is_char_boundary(from) {
            return Ok(None);
        }
        match &self.0 {
            Engine::Linear(regex) => Ok(regex.find_at(text, from).map(|found| (found.start(), found.end()))),
            Engine::Backtracking(program) => {
                Ok(program.find(text, from, steps)?.and_then(|groups| groups.first().copied().flatten()))
            }
        }
    }

    /// As [`Program::find`], with the place of every group; the first is the whole match, `None` is a group that took no
    /// part.
    ///
    /// # Errors
    ///
    /// As [`Program::find`].
    pub fn captures(&self, text: &str, from: usize, steps: &mut u64) -> Result<Option<Vec<Option<Span>>>, Error> {
        if !text.is_char_boundary(from) {
            return Ok(None);
        }
        match &self.0 {
            Engine::Linear(regex) => {
                let span = |group: regex::Match<'_>| (group.start(), group.end());
                let found = regex.captures_at(text, from);
                Ok(found.map(|groups| groups.iter().map(|group| group.map(span)).collect()))
            }
            Engine::Backtracking(program) => program.find(text, from, steps),
        }
    }
}

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

    #[test]
    fn look_arounds_share_the_bytes_of_their_pattern() {
        let build = |pattern: &str, bytes: usize| {
            let translated = translate(pattern, Flags::read("u").unwrap(), &Limits::default()).unwrap();
            assert!(translated.backtracks);
            Program::build(&translated, bytes, bytes)
        };
        // Each takes some tens of kilobytes.
        let large = r"(?=\p{L}{1000})";
        assert!(build(large, 64 << 10).is_ok());
        assert!(build(&large.repeat(4), 64 << 10).is_err());
        assert!(build(&large.repeat(4), 256 << 10).is_ok());
        assert!(build(&"(?=a)".repeat(64), 16 << 10).is_ok());
    }
}
