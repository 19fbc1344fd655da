//! Compiled patterns: made when first needed, shared by all keys that are written alike.

use std::fmt;
use std::sync::{Arc, OnceLock};

use cards_pattern::{Program, Translated};

use crate::budget::{BuildBudget, Reached};
use crate::limits::Limits;

/// A pattern and, once needed, the program that runs it.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) translated: Translated,
    /// With the size that it was built within.
    program: OnceLock<Result<(Program, usize), Broken>>,
    budget: Arc<BuildBudget>,
}

/// The size that a pattern of a few words compiles within.
const FIRST_SIZE: usize = 16 << 10;
/// How many patterns of a set of books keep their scratch memory, which may be as large as all their programs.
pub(crate) const KEPT_SCRATCH: usize = 128;

/// Why a pattern does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// By itself.
    Pattern(cards_pattern::Error),
    /// What is built from the books would be past a limit.
    Budget { limit: Reached },
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pattern(error) => write!(f, "{error}"),
            Self::Budget { limit } => write!(f, "what is built from the books is past the limit `{limit}`"),
        }
    }
}

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// Found, from this byte on, so many of them.
    Found(usize, usize),
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

    /// Looks for the pattern; the scratch memory of the engine is kept for the next run, or given back. Takes the steps
    /// of look-around and back-references out of those that are left.
    pub(crate) fn run(&self, text: &str, limits: &Limits, keep_scratch: bool, steps: &mut u64) -> Run {
        let Ok((program, _)) = self.program(limits) else { return Run::Broken };
        let found = if keep_scratch || !program.keeps_scratch() {
            program.find(text, 0, steps)
        } else {
            // A clone shares the program, and has scratch memory of its own.
            program.clone().find(text, 0, steps)
        };
        match found {
            Ok(Some((start, end))) => Run::Found(start, end - start),
            Ok(None) => Run::NotFound,
            Err(_) => Run::TooSlow,
        }
    }

    /// What a run costs beside the text that it reads: fresh scratch memory grows with the program, and a search fills
    /// it. A program of a few words fills an eighth of what it was built within.
    pub(crate) fn scratch_cost(&self, limits: &Limits) -> u64 {
        if self.translated.backtracks {
            return 0;
        }
        let size = self.program(limits).as_ref().map_or(0, |(_, size)| *size);
        (size.min(FIRST_SIZE) / 8 + size.saturating_sub(FIRST_SIZE)) as u64
    }

    /// Says why the pattern does not run, once it was tried.
    pub(crate) fn broken(&self) -> Option<&Broken> {
        self.program.get().and_then(|program| program.as_ref().err())
    }

    fn program(&self, limits: &Limits) -> &Result<(Program, usize), Broken> {
        self.program.get_or_init(|| self.build(limits))
    }

    /// Compiles within ever larger sizes, so that what the program takes is known to a factor of four.
    fn build(&self, limits: &Limits) -> Result<(Program, usize), Broken> {
        let over = |limit| Broken::Budget { limit };
        let mut size = FIRST_SIZE.min(limits.regex_bytes);
        loop {
            self.budget.take_steps(size as u64).map_err(over)?;
            match Program::build(&self.translated, size, limits.regex_bytes) {
                Ok(program) => return self.budget.take_bytes(size as u64).map(|()| (program, size)).map_err(over),
                Err(_) if size < limits.regex_bytes => size = size.saturating_mul(4).min(limits.regex_bytes),
                Err(error) => return Err(Broken::Pattern(error)),
            }
        }
    }
}
