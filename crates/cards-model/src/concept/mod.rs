//! What cards say, whatever their spec: one table of concepts, with the place of each in every spec.
//!
//! The page of conversions, the reasons of a loss report, the names of an editor, the fields of a search and the places of
//! [`Card::texts`](crate::Card::texts) are made of it. Getters and setters read typed members, and the conversions go through one union
//! of all specs; tests hold both against the table.

mod kept;
mod table;

pub(crate) use kept::Fallback;
pub use kept::{Home, KEPT, Kept, Kind, Named, Stray, settings_markdown};
pub use table::CONCEPTS;

use crate::{Form, Pointer};

/// One thing that cards say, and where each spec keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Concept {
    /// The name that editors, searches and rows of a scan have for it, as V2 and CCv3 spell it; empty where it has none of its own.
    pub id: &'static str,
    /// Other names that people have for it.
    pub aliases: &'static [&'static str],
    /// The concept, in words.
    pub words: &'static str,
    /// What each spec makes of it, in the order of [`FORMS`].
    pub cells: [Cell; 6],
}

/// What a spec makes of a concept. The pointers lead to the place, elements of lists as `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It has the concept, in the form in which most specs have it.
    Has(&'static str),
    /// It has the concept in another form; the transform is named.
    Transforms(&'static str, &'static str),
    /// It has no place for it: stashed, or lost.
    Stashed,
    /// It has no place for it, and the concept cannot be told from its default there; or another row has it.
    Implied(&'static str),
}

/// The specs of cards, as the columns of the table.
pub const FORMS: [Form; 6] = [Form::V0, Form::V1, Form::V2, Form::V3, Form::V3L, Form::Prom];

/// Where a form has what the concept of a name says, as [`Concept::place`] gives it.
///
/// ```
/// use cards_model::{Form, concept::place};
/// assert_eq!(place(Form::Prom, "version").unwrap(), "/metadata/version");
/// ```
#[must_use]
pub fn place(form: Form, name: &str) -> Option<Pointer> {
    Concept::of(name)?.place(form)
}

/// Where a form keeps all greetings for one character in one list; none where the first has a member of its own.
#[must_use]
pub fn list_of_greetings(form: Form) -> Option<Pointer> {
    let first = place(form, "first_mes")?;
    (first.last()? == "0").then(|| first.parent()).flatten()
}

impl Concept {
    /// The concept of a name or of another name for it.
    ///
    /// ```
    /// use cards_model::concept::Concept;
    /// assert_eq!(Concept::of("version").unwrap().id, "character_version");
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Option<&'static Self> {
        let is = |concept: &&Self| !name.is_empty() && (concept.id == name || concept.aliases.contains(&name));
        CONCEPTS.iter().find(is)
    }

    /// What a form makes of it; none for forms that are no card.
    fn cell(&self, form: Form) -> Option<Cell> {
        let column = FORMS.iter().position(|one| *one == form)?;
        self.cells.get(column).copied()
    }

    /// The one value that holds it in a form: a text, or the list or object of its parts. None where the form has none, or spreads it
    /// over several.
    #[must_use]
    pub fn place(&self, form: Form) -> Option<Pointer> {
        let place = match self.cell(form)? {
            Cell::Has(place) => place.strip_suffix("/*").unwrap_or(place),
            Cell::Transforms(place, _) if !place.contains('*') => place,
            _ => return None,
        };
        place.parse().ok()
    }
}

/// Whether a pointer into a card leads to a member that the table names.
pub(crate) fn names(pointer: &str) -> bool {
    let fits = |pattern: &str| {
        let mut steps = pointer.split('/');
        pattern.split('/').all(|part| match steps.next() {
            Some(step) => part == "*" || part == step,
            // What holds a named place is named too.
            None => true,
        })
    };
    CONCEPTS.iter().flat_map(|concept| &concept.cells).any(|cell| match cell {
        // These stand for whatever is not named.
        Cell::Has("/*" | "/data/*" | table::ENTRY) => false,
        Cell::Has(pattern) | Cell::Transforms(pattern, _) => fits(pattern),
        Cell::Stashed | Cell::Implied(_) => false,
    })
}
