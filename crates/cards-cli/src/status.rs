//! How a run ended, as scripts see it.

use std::process::ExitCode;

/// How a run ended, the gravest last: one that holds several files answers with the gravest of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// What was asked for was done, and a check found nothing.
    Fine,
    /// A check found something: findings, differences, wrong ids.
    Found,
    /// Something could not be done: a file that is absent, unreadable or no card, a file in the way, wrong usage.
    Refused,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        // The numbers of grep, diff and the common linters; clap gives 2 to a wrong command line as well.
        Self::from(match status {
            Status::Fine => 0,
            Status::Found => 1,
            Status::Refused => 2,
        })
    }
}
