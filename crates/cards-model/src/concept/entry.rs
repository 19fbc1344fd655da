//! What the forms of a lorebook call the members of its entries.

use crate::Form;

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

/// What a form calls a member of a lorebook entry, and how it writes it; those of no row keep their name.
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
    (Form::AgnaiBook, "keys", "keywords", Shape::Plain),
    (Form::AgnaiBook, "secondary_keys", "secondaryKeys", Shape::Plain),
    (Form::AgnaiBook, "content", "entry", Shape::Plain),
    (Form::AgnaiBook, "insertion_order", "weight", Shape::Plain),
    (Form::NovelAi, "content", "text", Shape::Plain),
    (Form::NovelAi, "name", "displayName", Shape::Plain),
    (Form::NovelAi, "constant", "forceActivation", Shape::Plain),
    (Form::Module, "id", "entry_id", Shape::Plain),
];

/// What a form calls a member of a lorebook entry, and how it writes it.
#[must_use]
pub fn member_of_entry(form: Form, name: &str) -> (&str, Shape) {
    let row = ENTRY.iter().find(|(other, known, ..)| (*other, *known) == (form, name));
    row.map_or((name, Shape::Plain), |(_, _, own, shape)| (own, *shape))
}
