//! Answers as JSON text.

use std::io::{self, BufWriter, Write};

use cards_json::{Json, Limits, Pointer, Style};
use serde::Serialize;
use serde_json::ser::Formatter;

use crate::failure::Failure;
use crate::printable::escaped_json;

/// Writes a value as JSON text fit for a terminal, piece by piece: an answer about a large book is large as well.
pub(crate) fn write(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    // What is behind it looks for styles in each piece, and a piece is as short as a comma.
    let mut out = BufWriter::new(out);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Printable))?;
    Ok(out.flush()?)
}

struct Printable;

impl Formatter for Printable {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, to: &mut W, fragment: &str) -> io::Result<()> {
        to.write_all(escaped_json(fragment).as_bytes())
    }

    fn write_raw_fragment<W: ?Sized + Write>(&mut self, to: &mut W, fragment: &str) -> io::Result<()> {
        to.write_all(escaped_json(fragment).as_bytes())
    }
}

/// JSON text with values of cards put in, each where its pointer leads: serde does not keep how their numbers are spelled.
pub(crate) fn with_values(text: String, values: impl IntoIterator<Item = (Pointer, Json)>) -> String {
    let Ok(mut answer) = Json::read(&text, &Limits::unbounded()) else { return text };
    for (pointer, value) in values {
        if let Some(place) = answer.at_mut(&pointer) {
            *place = value;
        }
    }
    answer.to_text(Style::Compact)
}
