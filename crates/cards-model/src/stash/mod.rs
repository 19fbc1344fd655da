//! What a conversion keeps aside, so that the way back is exact: its options, the difference of two cards as a patch,
//! and the stash.

pub(crate) mod kept;
pub(crate) mod options;
pub(crate) mod patch;
pub(crate) mod report;

pub use kept::{ORIGIN_KEY, STASH_KEY};
pub use options::{Decorators, Options, Purpose, Scenario, Stash};
