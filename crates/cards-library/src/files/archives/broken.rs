//! Why a member of an archive cannot be read.

use std::io;

use cards_container::Error;

/// Why a member cannot be read: a stable word, and the reason for people.
pub(in crate::files) type Broken = (&'static str, String);

/// What the container layer says.
pub(super) fn broken(error: &Error) -> Broken {
    (error.class(), error.chain())
}

/// The stable word for what is wrong with an archive.
pub(super) fn class(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "truncated",
        io::ErrorKind::Other | io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => "bad-tar",
        _ => "io",
    }
}
