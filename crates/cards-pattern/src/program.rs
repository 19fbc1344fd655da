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

    /// Compiles within so many bytes, scratch memory of so many, and steps a search.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] when the program does not fit, [`Error::Syntax`] for a source that the engine refuses.
    pub fn build(translated: &Translated, bytes: usize, scratch_bytes: usize, steps: usize) -> Result<Self, Error> {
        if translated.backtracks {
            fancy_regex::RegexBuilder::new(&translated.source)
                .backtrack_limit(steps)
                .delegate_size_limit(bytes)
                .delegate_dfa_size_limit(scratch_bytes)
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

const TOO_SLOW: Error = Error::TooSlow { limit: "backtrack_steps" };

fn linear_error(error: &regex::Error) -> Error {
    match error {
        regex::Error::CompiledTooBig(_) => Error::TooLarge { what: "compiled past the size limit" },
        _ => Error::Syntax { what: "not a pattern that the engine knows", at: 0 },
    }
}
