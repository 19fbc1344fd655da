//! What the forms of a lorebook call the members of its entries.

pub use super::client::Shape;

use crate::Form;
use crate::json::Pointer;

/// Where a form has a member of a lorebook entry, and how it writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own<'a> {
    /// The member of the entry that it is inside of, where it is not a member of the entry itself.
    pub within: Option<&'static str>,
    /// What the form calls it.
    pub name: &'a str,
    /// How it is written.
    pub shape: Shape,
}

impl Own<'_> {
    /// The member of the entry in which the value is, or which it is.
    #[must_use]
    pub fn first(&self) -> &str {
        self.within.unwrap_or(self.name)
    }

    /// The place of the value in an entry.
    #[must_use]
    pub fn at(&self, entry: &Pointer) -> Pointer {
        match self.within {
            Some(holder) => entry.member(holder).member(self.name),
            None => entry.member(self.name),
        }
    }
}

/// Where a form has a member of a lorebook entry, and how it writes it.
#[must_use]
pub fn member_of_entry(form: Form, name: &str) -> Own<'_> {
    let row = names_of_entry(form).find(|(known, _)| *known == name);
    row.map_or(Own { within: None, name, shape: Shape::Plain }, |(_, own)| own)
}

/// The members of a lorebook entry that a form calls or writes otherwise, by their names elsewhere.
pub fn names_of_entry(form: Form) -> impl Iterator<Item = (&'static str, Own<'static>)> {
    let names = match form {
        Form::Module => super::module::NAMES,
        form => form.client().map_or(&[][..], |client| client.names),
    };
    names.iter().map(|(known, own, shape)| {
        let (within, name) = own.split_once('/').map_or((None, *own), |(holder, name)| (Some(holder), name));
        (*known, Own { within, name, shape: *shape })
    })
}
