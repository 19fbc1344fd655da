//! JSON that keeps what was written: the crate `cards-json`, as the spec types use it.

pub use cards_json::{
    Error, Json, Kind, Limits, Mark, Number, Object, Oddities, Oddity, OddityKind, Place, Places, Pointer, Position,
    Reader, Sink, Source, Span, Style, ValueReader, ValueWriter, Writer, splice, strict_text, value_of,
    with_line_ends_of,
};

pub mod javascript;
