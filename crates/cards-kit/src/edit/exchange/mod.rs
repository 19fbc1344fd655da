//! The texts of a card as a list for translators, out and in: JSON, CSV and PO.
//!
//! A row has a place, the text as it is, and room for the new one. A row whose new text is empty changes nothing, so that
//! a list that goes out and comes in is the identity; one whose text is no longer what the card says is named and left.

mod csv;
mod po;

use std::collections::HashMap;

use cards_json::{Json, Object, Pointer};
use cards_model::Content;

use super::texts::{TextClass, texts};
use super::{Editor, Patch, Place};
use crate::answer;
use crate::error::{Error, ListPlace};
use crate::limits::Limits;

/// A text of a card, and what it is to become.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// What the place is called.
    pub place: String,
    /// The text as the card has it.
    pub source: String,
    /// The text that takes its place; empty for none.
    pub text: String,
    /// Whether the new text is marked as not certain, as PO has `fuzzy`; it is then not taken.
    pub fuzzy: bool,
}

impl Row {
    /// Makes a row.
    #[must_use]
    pub fn new(place: impl Into<String>, source: impl Into<String>, text: impl Into<String>) -> Self {
        Self { place: place.into(), source: source.into(), text: text.into(), fuzzy: false }
    }
}

/// The form of a list of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ListForm {
    /// An array of objects with `place`, `source` and `text`.
    Json,
    /// A table with a head of these names (RFC 4180).
    Csv,
    /// Messages of GNU gettext: the place is the context.
    Po,
}

cards_words::named! {
    ListForm: "form of list";
    Json => "json",
    Csv => "csv",
    Po => "po",
}

/// A row that was not taken, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misfit {
    /// The place.
    pub place: String,
    /// Why nothing was set there.
    pub why: &'static str,
}

/// Gives the texts of a card or lorebook as rows without new texts; names of files and languages are the caller's. Translators want
/// [`TextClass::Prose`] alone.
#[must_use]
pub fn rows(content: &Content, classes: &[TextClass]) -> Vec<Row> {
    let wanted = texts(content).into_iter().filter(|text| classes.contains(&text.class));
    wanted.map(|text| Row::new(text.place.to_string(), text.text, "")).collect()
}

/// Writes rows as a list.
#[must_use]
pub fn write(rows: &[Row], form: ListForm) -> String {
    match form {
        ListForm::Csv => csv::write(rows),
        ListForm::Po => po::write(rows),
        ListForm::Json => {
            let row = |row: &Row| {
                let members = [("place", &row.place), ("source", &row.source), ("text", &row.text)];
                let row: Object = members.into_iter().map(|(name, text)| (name, Json::from(text.as_str()))).collect();
                format!("  {}", Json::Object(row))
            };
            format!("[\n{}\n]\n", rows.iter().map(row).collect::<Vec<_>>().join(",\n"))
        }
    }
}

/// Reads a list of rows, of which there may be as many as [`Limits::listed_texts`] says; JSON is read within the limits of
/// cards.
///
/// # Errors
/// [`Error::Texts`] and [`Error::TextsJson`] for what is no such list, [`Error::TooManyTexts`].
///
/// # Examples
/// ```
/// use cards_kit::edit::exchange::{ListForm, Row, read};
/// let rows = read("place,source,text\nname,Aria,Mira\n", ListForm::Csv, &Default::default())?;
/// assert_eq!(rows, [Row::new("name", "Aria", "Mira")]);
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn read(text: &str, form: ListForm, limits: &Limits) -> Result<Vec<Row>, Error> {
    let rows = Rows { all: Vec::new(), most: limits.listed_texts };
    match form {
        ListForm::Csv => csv::read(text, rows),
        ListForm::Po => po::read(text, rows),
        ListForm::Json => of_json(text, rows, limits),
    }
}

/// Rows that were read so far.
struct Rows {
    all: Vec<Row>,
    most: usize,
}

impl Rows {
    fn push(&mut self, row: Row) -> Result<(), Error> {
        if self.all.len() >= self.most {
            return Err(Error::TooManyTexts { limit: self.most });
        }
        self.all.push(row);
        Ok(())
    }
}

fn of_json(text: &str, mut found: Rows, limits: &Limits) -> Result<Vec<Row>, Error> {
    let bad = |at, problem: String| Error::Texts { at, problem };
    let json = Json::read(text, &limits.files.for_json()).map_err(|source| Error::TextsJson { source })?;
    let no_list = || bad(ListPlace::Whole, format!("a list belongs here, and this is {}", json.kind_name()));
    for (index, row) in json.as_array().ok_or_else(no_list)?.iter().enumerate() {
        let text = |name: &str| match row.get(name) {
            None | Some(Json::Null) => Ok(None),
            Some(Json::String(text)) => Ok(Some(text.as_str())),
            Some(other) => {
                let problem = format!("`{name}` should be a text, and is {}", other.kind_name());
                Err(bad(ListPlace::Row(index + 1), problem))
            }
        };
        let place = text("place")?.ok_or_else(|| bad(ListPlace::Row(index + 1), "it has no `place`".to_owned()))?;
        found.push(Row::new(place, text("source")?.unwrap_or_default(), text("text")?.unwrap_or_default()))?;
    }
    Ok(found.all)
}

impl Editor {
    /// Sets the new texts of rows in one step, and gives the rows that were not taken: whose place is not there, whose text is
    /// another by now, or whose new text is marked as not certain.
    ///
    /// # Errors
    /// Those of [`Editor::apply`].
    pub fn set_texts(&mut self, rows: &[Row]) -> Result<Vec<Misfit>, Error> {
        let (mut patches, mut misfits) = (Vec::new(), Vec::new());
        let current: Vec<(String, Pointer, String)> = texts(&self.document().content)
            .into_iter()
            .map(|text| (text.place.to_string(), text.pointer, text.text.into_owned()))
            .collect();
        let known: HashMap<&str, usize> =
            current.iter().enumerate().map(|(index, (place, ..))| (place.as_str(), index)).collect();
        let mut seen = HashMap::new();
        for row in rows.iter().filter(|row| !row.text.is_empty() && row.text != row.source) {
            let misfit = |why| Misfit { place: row.place.clone(), why };
            if row.fuzzy {
                misfits.push(misfit("its new text is marked as fuzzy, which is not finished"));
                continue;
            }
            if *seen.entry(row.place.as_str()).or_insert(&row.text) != &row.text {
                misfits.push(misfit("an earlier row has another text for it"));
                continue;
            }
            match known.get(row.place.as_str()).and_then(|index| current.get(*index)) {
                None => misfits.push(misfit("the card has no text there")),
                Some((.., text)) if *text == row.text => {}
                Some((.., text)) if *text != row.source => {
                    misfits.push(misfit("the card has another text there since the list was taken"))
                }
                Some((_, pointer, _)) => {
                    patches.push(Patch::Set { path: Place::from(pointer.clone()), value: row.text.as_str().into() });
                }
            }
        }
        self.apply(&patches)?;
        Ok(misfits)
    }
}

impl From<&Row> for answer::TextRow {
    fn from(row: &Row) -> Self {
        Self { place: row.place.clone(), source: row.source.clone(), text: row.text.clone() }
    }
}

impl From<&Misfit> for answer::Misfit {
    fn from(misfit: &Misfit) -> Self {
        Self { place: misfit.place.clone(), why: misfit.why }
    }
}
