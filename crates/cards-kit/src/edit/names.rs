//! What the members of each form are called by people.

use cards_model::Form;
use cards_model::concept::{Concept, Kept};
use cards_model::names::member_of_entry;

/// Names for what is no member of the character, or for a member of an entry.
const ALIASES: &[(&str, &str)] = &[
    ("lorebook", "book"),
    ("character_book", "book"),
    ("world", "book"),
    ("portrait", "picture"),
    ("image", "picture"),
    ("order", "insertion_order"),
];

/// The one name of what may go by several.
pub(crate) fn usual(name: &str) -> &str {
    let other = ALIASES.iter().find(|(other, _)| *other == name).map(|(_, usual)| *usual);
    other.or_else(|| Concept::of(name).map(|concept| concept.id)).unwrap_or(name)
}

/// The members that may hold an entry's title, the one that counts first.
pub(crate) fn titles(form: Form) -> [&'static str; 2] {
    match member_of_entry(form, "name").name {
        // What these call a comment is the title, and some have a name beside it that nobody shows.
        "comment" => ["name", "comment"],
        own => [own, "comment"],
    }
}

/// Whether a member of an entry is in its extensions, where the form has none of the name: what SillyTavern keeps there.
pub(crate) fn is_in_extensions(form: Form, name: &str) -> bool {
    has_extensions(form) && Kept::of_entry(name).is_some_and(|kept| kept.world.is_some())
}

/// Whether a member of a card is in its extensions: what SillyTavern keeps there under that name.
pub(crate) fn is_in_card_extensions(form: Form, name: &str) -> bool {
    has_extensions(form) && Kept::of_card(name).is_some_and(|kept| kept.client == "SillyTavern")
}

/// Whether a form has the data of applications in `extensions`, where SillyTavern looks for its own.
pub(crate) fn has_extensions(form: Form) -> bool {
    matches!(form, Form::V2 | Form::V3 | Form::V3L | Form::Lorebook | Form::LorebookV3)
}
