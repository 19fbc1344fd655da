//! What the forms of a lorebook call the members of its entries.

use crate::Form;
use crate::json::Pointer;

/// How a member says what its name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// As it is.
    Plain,
    /// As one text, its parts between commas.
    Joined,
    /// As the opposite.
    Inverted,
}

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

/// What a form calls a member of a lorebook entry, behind the member that it is inside of, and how it is written; those of no row keep
/// their name.
///
/// Source: the forms in `spec/{worldinfo,risu,agnai,novelai,module}`, each with the file of its client.
const ENTRY: &[(Form, &str, &str, Shape)] = &[
    (Form::WorldInfo, "keys", "key", Shape::Plain),
    (Form::WorldInfo, "secondary_keys", "keysecondary", Shape::Plain),
    (Form::WorldInfo, "name", "comment", Shape::Plain),
    (Form::WorldInfo, "enabled", "disable", Shape::Inverted),
    (Form::WorldInfo, "insertion_order", "order", Shape::Plain),
    (Form::WorldInfo, "case_sensitive", "caseSensitive", Shape::Plain),
    (Form::WorldInfo, "id", "uid", Shape::Plain),
    (Form::RisuLorebook, "keys", "key", Shape::Joined),
    (Form::RisuLorebook, "secondary_keys", "secondkey", Shape::Joined),
    (Form::RisuLorebook, "name", "comment", Shape::Plain),
    (Form::RisuLorebook, "insertion_order", "insertorder", Shape::Plain),
    (Form::RisuLorebook, "constant", "alwaysActive", Shape::Plain),
    (Form::RisuLorebook, "use_regex", "useRegex", Shape::Plain),
    (Form::RisuLorebook, "case_sensitive", "extentions/risu_case_sensitive", Shape::Plain),
    (Form::AgnaiBook, "keys", "keywords", Shape::Plain),
    (Form::AgnaiBook, "secondary_keys", "secondaryKeys", Shape::Plain),
    (Form::AgnaiBook, "content", "entry", Shape::Plain),
    (Form::AgnaiBook, "insertion_order", "weight", Shape::Plain),
    (Form::NovelAi, "content", "text", Shape::Plain),
    (Form::NovelAi, "name", "displayName", Shape::Plain),
    (Form::NovelAi, "constant", "forceActivation", Shape::Plain),
    (Form::NovelAi, "insertion_order", "contextConfig/budgetPriority", Shape::Plain),
    (Form::Module, "id", "entry_id", Shape::Plain),
];

/// Where a form has a member of a lorebook entry, and how it writes it.
#[must_use]
pub fn member_of_entry(form: Form, name: &str) -> Own<'_> {
    let row = names_of_entry(form).find(|(known, _)| *known == name);
    row.map_or(Own { within: None, name, shape: Shape::Plain }, |(_, own)| own)
}

/// The members of a lorebook entry that a form calls or writes otherwise, by their names elsewhere.
pub fn names_of_entry(form: Form) -> impl Iterator<Item = (&'static str, Own<'static>)> {
    ENTRY.iter().filter(move |(other, ..)| *other == form).map(|(_, known, own, shape)| {
        let (within, name) = own.split_once('/').map_or((None, *own), |(holder, name)| (Some(holder), name));
        (*known, Own { within, name, shape: *shape })
    })
}
