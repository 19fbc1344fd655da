//! JSON that keeps what was written: the crate `cards-json`, as the spec types use it.

pub use cards_json::{
    Error, Json, Kind, Limits, Mark, Number, Object, Oddities, Oddity, OddityKind, Place, Places, Pointer, Position,
    Reader, Sink, Source, Span, Style, ValueReader, ValueWriter, Writer, strict_text, value_of, with_line_ends_of,
};

pub(crate) mod javascript;

/// Pointers as text.
pub(crate) mod pointer {
    use super::Pointer;

    /// The pointer to a member of the value that `parent` points to.
    pub(crate) fn member(parent: &str, key: &str) -> String {
        [parent, Pointer::from([key]).as_str()].concat()
    }

    /// The steps of a pointer.
    pub(crate) fn keys(pointer: &str) -> impl Iterator<Item = String> {
        let pointer: Pointer = pointer.parse().unwrap_or_default();
        pointer.keys().map(std::borrow::Cow::into_owned).collect::<Vec<_>>().into_iter()
    }
}
