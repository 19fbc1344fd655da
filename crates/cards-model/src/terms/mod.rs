//! What everything above speaks of: forms, rules as data, findings, losses and errors. Nothing here knows a spec.

pub(crate) mod error;
pub(crate) mod finding;
pub(crate) mod form;
pub(crate) mod loss;
#[expect(unreachable_pub, reason = "the table makes every rule alike, and the crates above name a few")]
pub(crate) mod reading;
pub(crate) mod rule;
