//! What a line of another program may come to.

use cards_json::{Error, Json, Limits};

/// Refuses a line of JSON that is past a limit. The reader of the rows takes eight times the memory of a long one, and has no limits
/// but that on depth; what is no JSON is its to refuse.
pub(crate) fn within_limits(line: &str) -> Result<(), Error> {
    match Json::read(line, &Limits::default()) {
        Ok(_) | Err(Error::Syntax { .. }) => Ok(()),
        Err(past) => Err(past),
    }
}
