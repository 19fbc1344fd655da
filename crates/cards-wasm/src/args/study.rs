//! Arguments of calls that take more than an editor.

use cards_container::pack::Target;
use cards_kit::ExpandOptions;
use cards_kit::merge::MergeOptions;
use cards_library::{Depth, Keep, KnownRow, RowOptions};
use cards_macro::Engine;
use cards_model::convert::Goal;
use serde::Deserialize;

use crate::refusal::Refusal;

/// Which rules count.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Lint {
    select: Vec<String>,
    ignore: Vec<String>,
    readers: Vec<String>,
    file_name: Option<String>,
}

impl Lint {
    pub(crate) fn options(self) -> Result<cards_lint::Options<'static>, Refusal> {
        let Self { select, ignore, readers, file_name } = self;
        let options = cards_lint::Options::of_words(&readers, &select, &ignore).map_err(Refusal::usage)?;
        Ok(options.with_file_name(file_name))
    }
}

/// What a row has.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) lint: bool,
    pub(crate) signature: bool,
}

/// What a row of a scan has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scan {
    pub(crate) path: String,
    #[serde(default)]
    lint: bool,
    #[serde(default)]
    near: bool,
    #[serde(default)]
    details: bool,
    #[serde(default)]
    texts: bool,
    #[serde(default)]
    hash: bool,
}

impl Scan {
    pub(crate) fn depth(&self) -> Depth {
        let row = RowOptions::default().with_lint(self.lint).with_near(self.near);
        Depth::new(self.hash, row.with_details(self.details).with_texts(self.texts))
    }
}

/// Rows that are compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Dupes {
    pub(crate) rows: Vec<KnownRow>,
    /// How much nearly the same prose has in common, at least.
    #[serde(default)]
    pub(crate) near: Option<f64>,
    /// Only the same content, not the same name and creator.
    #[serde(default)]
    pub(crate) exact: bool,
    /// By which rule one of each group is kept.
    #[serde(default)]
    keep: Option<String>,
}

impl Dupes {
    pub(crate) fn keep(&self) -> Result<Option<Keep>, Refusal> {
        Ok(self.keep.as_deref().map(str::parse).transpose()?)
    }
}

/// What a comparison looks at.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Diff {
    pub(crate) assets: bool,
}

/// Whose side counts in a merge.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Merge {
    mark: bool,
    side: Option<String>,
}

impl Merge {
    pub(crate) fn options(&self) -> Result<MergeOptions, Refusal> {
        let side = self.side.as_deref().map(str::parse).transpose()?;
        Ok(MergeOptions::default().with_mark(self.mark).with_side(side))
    }
}

/// A form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfForm {
    pub(crate) form: String,
}

/// Another form, or another kind of file.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Save {
    pub(crate) form: Option<String>,
    pub(crate) kind: Option<String>,
    pub(crate) stash: bool,
    pub(crate) without_assets: bool,
    pub(crate) without_backfill: bool,
    /// Whether a picture comes along.
    pub(crate) picture: bool,
    /// Random bits for ids, from the caller's source.
    pub(crate) random: Vec<u32>,
    /// What the file is called: the name of a preset that says none itself.
    pub(crate) file_name: Option<String>,
}

impl Save {
    /// The options for a card that is open: it is no file, and has no name.
    pub(crate) fn of_card(self) -> Result<Self, Refusal> {
        match self.file_name {
            Some(_) => Err(Refusal::usage("`file_name` is for a file that is not open yet")),
            None => Ok(self),
        }
    }
}

/// The kinds of file that are written.
pub(crate) const KINDS: [(&str, Target); 4] =
    [("json", Target::Json), ("png", Target::Png), ("charx", Target::Charx), ("prom", Target::Prom)];

/// What a name stands for.
pub(crate) fn named<T: Copy>(what: &'static str, name: &str, known: &[(&'static str, T)]) -> Result<T, Refusal> {
    let found = known.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    found.ok_or_else(|| cards_words::UnknownName::new(what, name, known.iter().map(|(known, _)| *known)).into())
}

/// The form of a name, or one of another program.
pub(crate) fn made(name: &str) -> Result<Goal, Refusal> {
    Ok(name.parse::<Goal>()?)
}

/// A text, and how its macros are expanded.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Expand {
    pub(crate) text: String,
    pub(crate) options: ExpandOptions,
    pub(crate) seed: f64,
}

/// The engine of a name; that of the specs without one.
pub(crate) fn engine(name: Option<&str>) -> Result<Engine, Refusal> {
    Ok(name.map(str::parse).transpose()?.unwrap_or_default())
}

/// An engine alone.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct OfEngine {
    #[serde(default)]
    pub(crate) text: String,
    pub(crate) engine: Option<String>,
}

/// A list of texts for translators.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct List {
    form: String,
    #[serde(default)]
    pub(crate) list: String,
}

impl List {
    pub(crate) fn form(&self) -> Result<cards_kit::edit::exchange::ListForm, Refusal> {
        Ok(self.form.parse()?)
    }
}
