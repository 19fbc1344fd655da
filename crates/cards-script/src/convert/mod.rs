//! Scripts of one client as scripts of the other.
//!
//! Neither client reads the other's; what has no counterpart is a [`Loss`].

mod to_risu;
mod to_sillytavern;
mod tokens;

pub use to_risu::to_risu;
pub use to_sillytavern::to_sillytavern;

use std::fmt;

/// Something of a script that the other client has no place for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Loss {
    /// The place of the script in the list that was converted, from 0.
    pub script: usize,
    /// The member that says it.
    pub member: &'static str,
    /// What is lost.
    pub what: String,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "script {}, `{}`: {}", self.script + 1, self.member, self.what)
    }
}

/// Collects the losses of one script.
struct Losses<'l> {
    script: usize,
    list: &'l mut Vec<Loss>,
}

impl Losses<'_> {
    fn add(&mut self, member: &'static str, what: impl Into<String>) {
        self.list.push(Loss { script: self.script, member, what: what.into() });
    }
}
