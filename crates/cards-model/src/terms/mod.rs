//! What everything above speaks of: forms, rules as data, findings, losses and errors. Nothing here knows a spec.

pub(crate) mod error;
pub(crate) mod finding;
pub(crate) mod form;
pub(crate) mod loss;
pub(crate) mod reading;
pub(crate) mod rule;
