//! Compiled patterns: made when first needed, shared by all keys that are written alike.

use std::sync::OnceLock;

use crate::js_regex::{PatternError, Translated};
use crate::limits::Limits;

/// A pattern and, once needed, the program that runs it.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) translated: Translated,
    program: OnceLock<Program>,
}

#[derive(Debug)]
enum Program {
    Linear(regex::Regex),
    Backtracking(fancy_regex::Regex),
    Broken(PatternError),
}

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// Found, starting at this byte.
    Found(usize),
    /// Not found.
    NotFound,
    /// The pattern does not compile within the limits.
    Broken,
    /// The step limit was reached.
    TooSlow,
}

impl Pattern {
    pub(crate) fn new(translated: Translated) -> Self {
        Self { translated, program: OnceLock::new() }
    }

    /// Looks for the pattern.
    pub(crate) fn run(&self, text: &str, limits: &Limits) -> Run {
        match self.program(limits) {
            Program::Linear(regex) => regex.find(text).map_or(Run::NotFound, |found| Run::Found(found.start())),
            Program::Backtracking(regex) => match regex.find(text) {
                Ok(Some(found)) => Run::Found(found.start()),
                Ok(None) => Run::NotFound,
                Err(_) => Run::TooSlow,
            },
            Program::Broken(_) => Run::Broken,
        }
    }

    /// Says why the pattern does not run, once it was tried.
    pub(crate) fn broken(&self) -> Option<&PatternError> {
        match self.program.get() {
            Some(Program::Broken(error)) => Some(error),
            _ => None,
        }
    }

    fn program(&self, limits: &Limits) -> &Program {
        self.program.get_or_init(|| {
            if self.translated.backtracks {
                fancy_regex::RegexBuilder::new(&self.translated.source)
                    .backtrack_limit(limits.backtrack_steps)
                    .delegate_size_limit(limits.regex_bytes)
                    .delegate_dfa_size_limit(limits.regex_bytes)
                    // An instruction takes some tens of bytes.
                    .max_prog_size((limits.regex_bytes / 32).max(1))
                    .build()
                    .map_or_else(
                        |_| Program::Broken(PatternError::TooLarge { what: "past the size limit, or not supported" }),
                        Program::Backtracking,
                    )
            } else {
                regex::RegexBuilder::new(&self.translated.source)
                    .size_limit(limits.regex_bytes)
                    .dfa_size_limit(limits.regex_bytes)
                    .build()
                    .map_or_else(|error| Program::Broken(linear_error(&error)), Program::Linear)
            }
        })
    }
}

fn linear_error(error: &regex::Error) -> PatternError {
    match error {
        regex::Error::CompiledTooBig(_) => PatternError::TooLarge { what: "compiled past the size limit" },
        _ => PatternError::Syntax { what: "not a pattern that the engine knows", at: 0 },
    }
}
