//! Small answers: ids, schemas, what differs between two clients.

use cards_json::Json;

use crate::answers;

answers! {
    /// New ids.
    pub struct Ids {
        /// What they are for: module, character, game or entry.
        pub kind: &'static str,
        /// The ids.
        pub ids: Vec<String>,
    }

    /// Ids that were checked.
    pub struct CheckedIds {
        /// What they are for: module, character, game or entry.
        pub kind: &'static str,
        /// The ids, as they were given.
        pub checked: Vec<CheckedId>,
    }

    /// An id that was checked.
    pub struct CheckedId {
        /// The id.
        pub id: String,
        /// What is wrong with it; null where it is right.
        pub problem: Option<String>,
    }

    /// The JSON Schema of a form.
    pub struct FormSchema {
        /// The id of the form.
        pub form: &'static str,
        /// Its schema (draft 2020-12).
        pub json_schema: Option<Json>,
    }

    /// What of a card behaves differently between two clients.
    pub struct Compatibility {
        /// The profile of one side.
        pub from: &'static str,
        /// The profile of the other side.
        pub to: &'static str,
        /// What differs.
        pub differences: Vec<Divergence>,
    }

    /// Something that behaves differently.
    pub struct Divergence {
        /// macro, entry, file, member or rule.
        pub kind: &'static str,
        /// A JSON pointer, the name of an entry, or what of the file.
        pub at: String,
        /// What the first side makes of it.
        pub from: String,
        /// What the second side makes of it.
        pub to: String,
        /// The page, text or rule that shows it.
        pub shown_by: String,
        /// The rows of the conformance suite that show it.
        pub rows: Vec<String>,
    }
}

impl Ids {
    /// Tells of new ids.
    #[must_use]
    pub fn new(kind: &'static str, ids: Vec<String>) -> Self {
        Self { kind, ids }
    }
}

impl CheckedIds {
    /// Tells of checked ids, each with what is wrong with it.
    #[must_use]
    pub fn new(kind: &'static str, checked: impl IntoIterator<Item = (String, Option<String>)>) -> Self {
        Self { kind, checked: checked.into_iter().map(|(id, problem)| CheckedId { id, problem }).collect() }
    }
}

impl FormSchema {
    /// Tells of the schema of a form.
    #[must_use]
    pub fn of(form: cards_model::Form) -> Self {
        Self { form: form.id(), json_schema: Some(cards_model::schema(form)) }
    }
}

impl Compatibility {
    /// Tells what differs between two profiles.
    #[must_use]
    pub fn new(from: cards_words::Profile, to: cards_words::Profile, differences: Vec<Divergence>) -> Self {
        Self { from: from.as_str(), to: to.as_str(), differences }
    }
}

impl Divergence {
    /// Tells of something at a place that a page, a text or a rule shows.
    #[must_use]
    pub fn new(
        kind: &'static str,
        at: impl Into<String>,
        [from, to]: [String; 2],
        shown_by: impl Into<String>,
    ) -> Self {
        Self { kind, at: at.into(), from, to, shown_by: shown_by.into(), rows: Vec::new() }
    }

    /// The same with the rows of the conformance suite that show it.
    #[must_use]
    pub fn with_rows(self, rows: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { rows: rows.into_iter().map(Into::into).collect(), ..self }
    }
}
