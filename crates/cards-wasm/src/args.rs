//! Arguments, as `packages/npm/index.d.ts` has them. A name that is not there is refused.

use std::collections::BTreeMap;

use cards_container::pack::Target;
use cards_macro::{Engine, For, Moment, Variables};
use cards_model::{Form, SCHEMA_NAMES};
use serde::Deserialize;

use crate::refusal::Refusal;

/// No arguments.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

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
        let reader = |name: &String| {
            let known = cards_model::rules::Reader::ALL.iter().find(|reader| reader.name().eq_ignore_ascii_case(name));
            let names = cards_model::rules::Reader::ALL.iter().map(|reader| reader.name());
            known.copied().ok_or_else(|| cards_words::UnknownName::new("reader", name, names))
        };
        let readers = self.readers.iter().map(reader).collect::<Result<Vec<_>, _>>()?;
        Ok(cards_lint::Options::default()
            .with_select(self.select)
            .with_ignore(self.ignore)
            .with_readers(readers)
            .with_file_name(self.file_name))
    }
}

/// What a row has.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) lint: bool,
    pub(crate) signature: bool,
}

/// What a comparison looks at.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Diff {
    pub(crate) assets: bool,
}

/// A place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Places {
    pub(crate) places: Vec<String>,
}

/// Changes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Patches {
    pub(crate) patches: Vec<cards_kit::Patch>,
}

/// A text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    pub(crate) text: String,
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
        use cards_kit::edit::exchange::ListForm;
        let known = [("csv", ListForm::Csv), ("po", ListForm::Po), ("json", ListForm::Json)];
        named("list of texts", &self.form, &known)
    }
}

/// An asset.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Index {
    pub(crate) index: usize,
}

/// A new card.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct New {
    pub(crate) form: Option<String>,
    pub(crate) name: Option<String>,
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
}

/// The kinds of file that are written.
pub(crate) const KINDS: [(&str, Target); 4] =
    [("json", Target::Json), ("png", Target::Png), ("charx", Target::Charx), ("prom", Target::Prom)];

/// What a name stands for.
pub(crate) fn named<T: Copy>(what: &'static str, name: &str, known: &[(&'static str, T)]) -> Result<T, Refusal> {
    let found = known.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    found.ok_or_else(|| cards_words::UnknownName::new(what, name, known.iter().map(|(known, _)| *known)).into())
}

/// The form of a name.
pub(crate) fn form(name: &str) -> Result<Form, Refusal> {
    named("form", name, SCHEMA_NAMES)
}

/// How macros are expanded.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Expand {
    pub(crate) text: String,
    engine: Option<String>,
    pub(crate) user: Option<String>,
    pub(crate) character: Option<String>,
    pub(crate) persona: String,
    target: Option<String>,
    pub(crate) explain: bool,
    pub(crate) seed: f64,
    now: Option<f64>,
    utc_offset: f64,
    variables: BTreeMap<String, String>,
}

impl Expand {
    pub(crate) fn engine(&self) -> Result<Engine, Refusal> {
        engine(self.engine.as_deref())
    }

    pub(crate) fn target(&self) -> Result<For, Refusal> {
        let known = [("prompt", For::Prompt), ("display", For::Display), ("scan", For::Scan)];
        self.target.as_deref().map_or(Ok(For::Prompt), |name| named("purpose", name, &known))
    }

    pub(crate) fn now(&self) -> Option<Moment> {
        moment(self.now, self.utc_offset)
    }

    pub(crate) fn variables(&mut self) -> Variables {
        variables(std::mem::take(&mut self.variables))
    }
}

/// The engine of a name; that of the specs without one.
pub(crate) fn engine(name: Option<&str>) -> Result<Engine, Refusal> {
    Ok(name.map(str::parse).transpose()?.unwrap_or_default())
}

/// JavaScript's account of the present.
pub(crate) fn moment(now: Option<f64>, utc_offset: f64) -> Option<Moment> {
    now.map(|now| Moment { unix_millis: now as i64, offset_minutes: utc_offset as i32 })
}

/// Variables of the chat.
pub(crate) fn variables(named: BTreeMap<String, String>) -> Variables {
    let chat = named.into_iter().map(|(name, value)| (name, value.into())).collect();
    Variables { chat, ..Variables::default() }
}

/// An engine alone.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct OfEngine {
    #[serde(default)]
    pub(crate) text: String,
    pub(crate) engine: Option<String>,
}
