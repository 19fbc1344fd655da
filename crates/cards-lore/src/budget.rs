//! One budget for everything that is built from books: automata, key texts, patterns.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::limits::Limits;

/// What may still be built, in bytes and steps; shared by all that builds from the same books.
///
/// Limits on single things multiply: ten thousand patterns of a megabyte each would be within them.
#[derive(Debug)]
pub(crate) struct BuildBudget {
    bytes: AtomicU64,
    steps: AtomicU64,
}

/// The limit that was reached, by its name in [`Limits`].
pub(crate) type Reached = &'static str;

impl BuildBudget {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { bytes: AtomicU64::new(limits.build_bytes), steps: AtomicU64::new(limits.build_steps) }
    }

    pub(crate) fn steps_left(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// Takes memory that is kept.
    pub(crate) fn take_bytes(&self, bytes: u64) -> Result<(), Reached> {
        take(&self.bytes, bytes).map_err(|()| "build_bytes")
    }

    /// Takes work, whether something comes of it or not; a step is about a byte that is written.
    pub(crate) fn take_steps(&self, steps: u64) -> Result<(), Reached> {
        take(&self.steps, steps).map_err(|()| "build_steps")
    }
}

/// Takes from what is left; what does not fit leaves it as it was, so that smaller things may still fit.
fn take(left: &AtomicU64, amount: u64) -> Result<(), ()> {
    let taken = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(amount));
    taken.map(|_| ()).map_err(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_leaves_the_budget_as_it_was() {
        let budget = BuildBudget::new(&Limits::default().with_build_bytes(4).with_build_steps(2));
        assert_eq!(
            (budget.take_bytes(5), budget.take_bytes(4), budget.take_bytes(1)),
            (Err("build_bytes"), Ok(()), Err("build_bytes"))
        );
        assert_eq!((budget.take_steps(3), budget.steps_left()), (Err("build_steps"), 2));
        assert_eq!((budget.take_steps(1), budget.steps_left()), (Ok(()), 1));
    }
}
