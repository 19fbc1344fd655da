//! What a repair of odd members is asked for, and what it changed.

use crate::json::Pointer;

/// What to mend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settle {
    /// Mandatory members that were `null` are written as their defaults.
    Null,
    /// Single values of another type that have an equivalent are written as that.
    Type,
    /// Mandatory members that are absent are written as their defaults.
    Missing,
    /// Optional members that were `null` are taken out.
    Unset,
}

/// What was changed at one place, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where.
    pub pointer: Pointer,
    /// What was changed.
    pub message: String,
}

/// What a repair changed, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes(pub Vec<Change>);

impl Changes {
    /// Adds one.
    pub fn add(&mut self, pointer: impl Into<Pointer>, message: impl Into<String>) {
        self.0.push(Change { pointer: pointer.into(), message: message.into() });
    }
}
