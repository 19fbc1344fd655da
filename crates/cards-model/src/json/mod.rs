//! JSON that keeps what was written: the crate `cards-json`, as the spec types use it.

pub use cards_json::{
    Error, Escapes, Json, Kind, Limits, Mark, Node, Number, Object, Oddities, Oddity, OddityKind, Outline, Place,
    Places, Pointer, Position, Problem, Reader, Sink, Source, Span, Style, ValueReader, ValueWriter, Writer, escaped,
    splice, strict_text, value_of, with_line_ends_of,
};

pub mod javascript;
