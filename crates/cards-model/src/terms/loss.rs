//! What a conversion could not take along.

use std::fmt;

use cards_words::plural;

use crate::json::{Json, Pointer, Style};

/// One value of the source that the target form has no place for.
///
/// Conversions hand these back beside their result, in document order of the source. What is not in the list is in
/// the result.
///
/// ```
/// use cards_model::{Card, Form, convert::Options};
/// let card: Card = r#"{"spec":"chara_card_v3","data":{"name":"Aria","nickname":"Ari"}}"#.parse()?;
/// let loss = card.loss_for(Form::V2, &Options::default())?;
/// assert_eq!(loss[0].to_string(), "/data/nickname: the target has no field for it (5 bytes)");
/// # Ok::<(), cards_model::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Loss {
    /// Where the value was in the source, as a pointer into it.
    pub pointer: Pointer,
    /// Why it could not go along.
    pub reason: LossReason,
    /// The length of the value as compact JSON, in bytes.
    pub size: usize,
}

/// Why a value could not go along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LossReason {
    /// The target has no field for it.
    NoField,
    /// The target has a field, of a type that cannot hold this value.
    Unrepresentable,
    /// The target spec forbids keeping members that it does not name.
    UnknownForbidden,
    /// The value would be read as markup in the target.
    MarkupInTarget,
    /// Another value of the source took its place in the target.
    Shadowed,
    /// The target says it in another form, from which the exact original cannot be told any more.
    Reshaped,
    /// It was kept aside by an earlier conversion, and what it belongs to has been edited since.
    Superseded,
}

impl LossReason {
    /// The reason in words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoField => "the target has no field for it",
            Self::Unrepresentable => "the target's field cannot hold this value",
            Self::UnknownForbidden => "the target forbids members that it does not name",
            Self::MarkupInTarget => "the target would read it as markup",
            Self::Shadowed => "another value took its place",
            Self::Reshaped => "the target says it in another form",
            Self::Superseded => "it was kept aside, and what it belongs to has been edited since",
        }
    }
}

impl fmt::Display for LossReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Loss {
    /// A loss of a value at a place.
    #[must_use]
    pub fn new(pointer: impl Into<Pointer>, reason: LossReason, value: &Json) -> Self {
        Self { pointer: pointer.into(), reason, size: value.to_text(Style::Compact).len() }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = plural(self.size, "byte");
        write!(f, "{}: {} ({size})", self.pointer.or_whole("(whole file)"), self.reason)
    }
}

/// A converted value, and what could not go along.
#[derive(Clone, Debug, PartialEq)]
pub struct Converted<T> {
    /// The value in the target form.
    pub value: T,
    /// What the target has no place for, in document order of the source.
    pub loss: Vec<Loss>,
}

impl<T> Converted<T> {
    /// What is made of the value, with the same report.
    pub(crate) fn map<U>(self, turn: impl FnOnce(T) -> U) -> Converted<U> {
        Converted { value: turn(self.value), loss: self.loss }
    }

    /// The value alone; `add` gets the report.
    pub(crate) fn report(self, add: impl FnOnce(Vec<Loss>)) -> T {
        add(self.loss);
        self.value
    }
}
