//! Compiled patterns: made when first needed, shared by all keys that are written alike.

use std::sync::{Arc, OnceLock};

use crate::budget::BuildBudget;
use crate::js_regex::{PatternError, Translated};
use crate::limits::Limits;

/// A pattern and, once needed, the program that runs it.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) translated: Translated,
    program: OnceLock<Program>,
    budget: Arc<BuildBudget>,
}

/// The size that a pattern of a few words compiles within.
const FIRST_SIZE: usize = 16 << 10;
/// How many patterns of a set of books keep their scratch memory, which may be as large as all their programs.
pub(crate) const KEPT_SCRATCH: usize = 128;

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
    pub(crate) fn new(translated: Translated, budget: Arc<BuildBudget>) -> Self {
        Self { translated, program: OnceLock::new(), budget }
    }

    /// Looks for the pattern; the scratch memory of the engine is kept for the next run, or given back.
    pub(crate) fn run(&self, text: &str, limits: &Limits, keep_scratch: bool) -> Run {
        let found = |regex: &regex::Regex| regex.find(text).map_or(Run::NotFound, |found| Run::Found(found.start()));
        match self.program(limits) {
            Program::Linear(regex) if keep_scratch => found(regex),
            // A clone shares the program, and has scratch memory of its own.
            Program::Linear(regex) => found(&regex.clone()),
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
        self.program.get_or_init(|| self.build(limits))
    }

    /// Compiles within ever larger sizes, so that what the program takes is known to a factor of four.
    fn build(&self, limits: &Limits) -> Program {
        let mut size = FIRST_SIZE.min(limits.regex_bytes);
        loop {
            if let Err(limit) = self.budget.take_steps(size as u64) {
                return Program::Broken(PatternError::Budget { limit });
            }
            match self.build_within(size, limits) {
                Program::Broken(_) if size < limits.regex_bytes => size = (size * 4).min(limits.regex_bytes),
                Program::Broken(error) => return Program::Broken(error),
                program => {
                    return match self.budget.take_bytes(size as u64) {
                        Ok(()) => program,
                        Err(limit) => Program::Broken(PatternError::Budget { limit }),
                    };
                }
            }
        }
    }

    fn build_within(&self, size: usize, limits: &Limits) -> Program {
        if self.translated.backtracks {
            fancy_regex::RegexBuilder::new(&self.translated.source)
                .backtrack_limit(limits.backtrack_steps)
                .delegate_size_limit(size)
                .delegate_dfa_size_limit(limits.regex_bytes)
                // An instruction takes some tens of bytes.
                .max_prog_size((size / 32).max(1))
                .build()
                .map_or_else(
                    |_| Program::Broken(PatternError::TooLarge { what: "past the size limit, or not supported" }),
                    Program::Backtracking,
                )
        } else {
            regex::RegexBuilder::new(&self.translated.source)
                .size_limit(size)
                .dfa_size_limit(limits.regex_bytes)
                .build()
                .map_or_else(|error| Program::Broken(linear_error(&error)), Program::Linear)
        }
    }
}

fn linear_error(error: &regex::Error) -> PatternError {
    match error {
        regex::Error::CompiledTooBig(_) => PatternError::TooLarge { what: "compiled past the size limit" },
        _ => PatternError::Syntax { what: "not a pattern that the engine knows", at: 0 },
    }
}
