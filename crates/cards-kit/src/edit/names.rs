//! What the members of each form are called by people.

use cards_model::{Form, Pointer};

/// How a member says what its name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// As it is.
    Plain,
    /// As one text, its parts between commas.
    Joined,
    /// As the opposite.
    Inverted,
}

/// Names for a member that go by another one in every form.
const ALIASES: &[(&str, &str)] = &[
    ("greeting", "first_mes"),
    ("examples", "mes_example"),
    ("system", "system_prompt"),
    ("post_history", "post_history_instructions"),
    ("version", "character_version"),
    ("notes", "creator_notes"),
    ("group_greetings", "group_only_greetings"),
    ("lorebook", "book"),
    ("character_book", "book"),
    ("world", "book"),
    ("portrait", "picture"),
    ("image", "picture"),
    ("order", "insertion_order"),
    ("title", "name"),
];

/// The one name of what may go by several.
pub(crate) fn usual(name: &str) -> &str {
    ALIASES.iter().find(|(other, _)| *other == name).map_or(name, |(_, usual)| usual)
}

/// Where a form keeps a member of the character under a name or in a place of its own.
const ELSEWHERE: &[(Form, &str, &str)] = &[
    (Form::V0, "name", "/char_name"),
    (Form::V0, "description", "/char_persona"),
    (Form::V0, "scenario", "/world_scenario"),
    (Form::V0, "first_mes", "/char_greeting"),
    (Form::V0, "mes_example", "/example_dialogue"),
    (Form::V3L, "first_mes", "/data/first_messages/0/messages/0"),
    (Form::V3L, "greetings", "/data/first_messages/0/messages"),
    (Form::V3L, "creator_notes", "/data/creator_notes/0/content"),
    (Form::V3L, "mes_example", "/data/example_messages"),
    (Form::Prom, "first_mes", "/data/greetings/solo/0"),
    (Form::Prom, "greetings", "/data/greetings/solo"),
    (Form::Prom, "group_only_greetings", "/data/greetings/group"),
    (Form::Prom, "mes_example", "/data/example_messages"),
    (Form::Prom, "creator", "/metadata/creator"),
    (Form::Prom, "character_version", "/metadata/version"),
    (Form::Prom, "creator_notes", "/metadata/creator_notes"),
    (Form::Prom, "source", "/metadata/source"),
    (Form::Prom, "tags", "/metadata/tags"),
    (Form::Prom, "creation_date", "/metadata/created_at"),
    (Form::Prom, "modification_date", "/metadata/updated_at"),
];

/// Where a form keeps a member of the character, apart from all others.
pub(crate) fn elsewhere(form: Form, name: &str) -> Option<Pointer> {
    if name == "depth_prompt" {
        return Some(form.extensions_pointer()?.member("depth_prompt").member("prompt"));
    }
    if name == "extensions" {
        return form.extensions_pointer();
    }
    let own = ELSEWHERE.iter().find(|(other, known, _)| (*other, *known) == (form, name));
    own.and_then(|(_, _, pointer)| pointer.parse().ok())
}

/// What a form calls a member of a lorebook entry, and how it writes it; those of no row keep their name.
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
pub(crate) fn of_entry(form: Form, name: &str) -> (&str, Shape) {
    let row = ENTRY.iter().find(|(other, known, ..)| (*other, *known) == (form, name));
    row.map_or((name, Shape::Plain), |(_, _, own, shape)| (own, *shape))
}

/// The members that may hold an entry's title, the one that counts first.
pub(crate) fn titles(form: Form) -> [&'static str; 2] {
    match form {
        Form::NovelAi => ["displayName", "comment"],
        _ => ["name", "comment"],
    }
}

/// Whether a member of an entry is in its extensions, where the form has none of the name: what SillyTavern keeps there.
pub(crate) fn is_in_extensions(form: Form, name: &str) -> bool {
    let has_extensions = matches!(form, Form::V2 | Form::V3 | Form::V3L | Form::Lorebook | Form::LorebookV3);
    has_extensions && cards_model::worldinfo::is_in_extensions(name)
}
