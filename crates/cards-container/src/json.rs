//! JSON files.

use std::borrow::Cow;

use crate::error::Error;
use crate::limits::Limits;
use crate::place::Place;
use crate::source::{self, Source};

/// Reads a whole JSON file, byte order mark and all.
///
/// # Errors
/// [`Error::TooLarge`] past `Limits::json`, [`Error::Io`].
pub fn read_json(source: &mut dyn Source, limits: &Limits) -> Result<Vec<u8>, Error> {
    let size = source.size();
    if size > limits.json {
        return Err(Error::TooLarge { place: Place::File, size, limit: limits.json, name: "json" });
    }
    source::bytes(source, 0, size, || Place::File).map(Cow::into_owned)
}
