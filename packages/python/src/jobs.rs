//! Jobs on whole files.

use std::ffi::OsString;
use std::process::ExitCode;

use cards_cli::library;
use cards_kit::answer::{Diff, Inspection, Macros, Rules, Side};
use cards_kit::near::Signature;
use cards_kit::{Error, For, Known, Limits, RowOptions, alike, convert_document, macro_host, near_links, open, row};
use cards_lint::Options;
use cards_macro::{Engine, Moment};
use cards_model::convert::{Options as ConvertOptions, Stash};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Deserialize;

use crate::error::Failed;
use crate::input::{Input, plain, run};

fn failed(source: &Input) -> impl Fn(Error) -> Failed + '_ {
    |error| Failed::of(source.name(), error)
}

/// A row of facts, from headers and the card alone.
#[pyfunction]
pub(crate) fn peek<'py>(py: Python<'py>, source: Input) -> PyResult<Bound<'py, PyAny>> {
    let answer =
        run(py, || row(source.source()?, &RowOptions::default(), &Limits::default()).map_err(failed(&source)))?;
    plain(py, &answer)
}

/// The hash of what a card says.
#[pyfunction]
pub(crate) fn content_hash(py: Python<'_>, source: Input) -> PyResult<String> {
    run(py, || {
        let row = row(source.source()?, &RowOptions::default(), &Limits::default()).map_err(failed(&source))?;
        Ok(row.content_hash)
    })
}

/// What a file holds, in short.
#[pyfunction]
pub(crate) fn inspect<'py>(py: Python<'py>, source: Input) -> PyResult<Bound<'py, PyAny>> {
    let answer = run(py, || {
        let opened = open(source.source()?, &Limits::default()).map_err(failed(&source))?;
        Ok(Inspection::from(&opened.loaded))
    })?;
    plain(py, &answer)
}

/// The options of a check.
fn lint_options(
    source: &Input,
    programs: Vec<String>,
    select: Vec<String>,
    ignore: Vec<String>,
) -> Result<Options<'static>, Failed> {
    let readers = programs.iter().map(|name| library::reader(name)).collect::<Result<Vec<_>, _>>()?;
    let options = match source {
        Input::Path(path) => library::lint_options(path),
        Input::Bytes(_) => library::lint_options(source.name()).with_file_name(None),
    };
    Ok(options.with_readers(readers).with_select(select).with_ignore(ignore))
}

/// Everything that is wrong with a file.
#[pyfunction]
pub(crate) fn lint<'py>(
    py: Python<'py>,
    source: Input,
    programs: Vec<String>,
    select: Vec<String>,
    ignore: Vec<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = run(py, || {
        let options = lint_options(&source, programs, select, ignore)?;
        let linted = cards_kit::lint(source.source()?, &options, &Limits::default()).map_err(failed(&source))?;
        Ok(linted.answer())
    })?;
    plain(py, &answer)
}

/// The file repaired, and what was done.
#[pyfunction]
pub(crate) fn repair<'py>(
    py: Python<'py>,
    source: Input,
    programs: Vec<String>,
    select: Vec<String>,
    ignore: Vec<String>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyAny>)> {
    let repaired = run(py, || {
        let options = lint_options(&source, programs, select, ignore)?;
        cards_kit::repair(&source.read()?, &options, &Limits::default()).map_err(failed(&source))
    })?;
    Ok((PyBytes::new(py, &repaired.bytes), plain(py, &repaired.answer())?))
}

/// What two files say differently.
#[pyfunction]
pub(crate) fn diff<'py>(py: Python<'py>, a: Input, b: Input, assets: bool) -> PyResult<Bound<'py, PyAny>> {
    let answer = run(py, || {
        let limits = Limits::default();
        let mut first = open(a.source()?, &limits).map_err(failed(&a))?;
        let mut second = open(b.source()?, &limits).map_err(failed(&b))?;
        let changes = cards_kit::diff::diff(&mut first, &mut second, assets, &limits);
        let side = |input: &Input, opened: &_| Side::of(&input.name().to_string_lossy(), opened);
        Ok(Diff::of(side(&a, &first), side(&b, &second), changes))
    })?;
    plain(py, &answer)
}

/// A card or lorebook in another form.
#[pyfunction]
pub(crate) fn convert<'py>(py: Python<'py>, source: Input, to: &str, stash: bool) -> PyResult<Bound<'py, PyAny>> {
    let answer = run(py, || {
        let opened = open(source.source()?, &Limits::default()).map_err(failed(&source))?;
        let stash = if stash { Stash::Everywhere } else { Stash::Off };
        let options = ConvertOptions::default().with_stash(stash);
        let converted = convert_document(opened.document(), library::form(to)?, &options, &mut library::random_ids());
        Ok(converted.map_err(failed(&source))?.answer())
    })?;
    plain(py, &answer)
}

/// What a text is expanded with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expand {
    profile: String,
    user: String,
    character: Option<String>,
    target: String,
    explain: bool,
    seed: u64,
    now: Option<i64>,
    variables: std::collections::BTreeMap<String, String>,
    global_variables: std::collections::BTreeMap<String, String>,
}

/// A text with its macros expanded.
#[pyfunction]
pub(crate) fn expand<'py>(
    py: Python<'py>,
    text: &str,
    card: Option<Input>,
    how: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let how: Expand = pythonize::depythonize(how).map_err(Failed::usage)?;
    let answer = run(py, || {
        let limits = Limits::default();
        let opened = card.as_ref().map(|input| open(input.source()?, &limits).map_err(failed(input))).transpose()?;
        let engine: Engine = how.profile.parse().map_err(Failed::usage)?;
        let target = match how.target.as_str() {
            "prompt" => For::Prompt,
            "display" => For::Display,
            "scan" => For::Scan,
            other => {
                return Err(Failed::usage(format!("`{other}` is no use of a text; there are prompt, display, scan")));
            }
        };
        let card = opened.as_ref().and_then(|opened| opened.card());
        let mut host = macro_host(card, &how.user, how.character.as_deref()).seed(how.seed);
        host.now = how.now.map(moment);
        let texts = |map: std::collections::BTreeMap<String, String>| {
            map.into_iter().map(|(name, value)| (name, value.as_str().into())).collect()
        };
        host.variables.chat = texts(how.variables);
        host.variables.global = texts(how.global_variables);
        cards_kit::expand(text, engine, &mut host, target, how.explain, &limits)
            .map_err(|error| Failed::of("the text".as_ref(), error))
    })?;
    plain(py, &answer)
}

/// Seconds since 1970 as the clock of a chat, in UTC.
pub(crate) fn moment(seconds: i64) -> Moment {
    Moment { unix_millis: seconds.saturating_mul(1000), offset_minutes: 0 }
}

/// The macros that a profile knows.
#[pyfunction]
pub(crate) fn macros<'py>(py: Python<'py>, profile: &str) -> PyResult<Bound<'py, PyAny>> {
    let engine: Engine = profile.parse().map_err(Failed::usage)?;
    plain(py, &Macros::of(engine))
}

/// Every rule.
#[pyfunction]
pub(crate) fn rules(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    plain(py, &Rules::all())
}

/// What is compared of a row.
#[derive(Deserialize)]
struct Compared {
    path: String,
    content_hash: Option<String>,
    #[serde(default)]
    core_hash: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    creator: Option<String>,
    #[serde(default)]
    version: Option<String>,
    tokens: Option<Total>,
    #[serde(default)]
    size: u64,
    #[serde(default)]
    mtime_us: Option<i64>,
    #[serde(default)]
    signature: Option<String>,
}

#[derive(Deserialize)]
struct Total {
    total: u64,
}

/// Cards that stand among rows more than once.
#[pyfunction]
pub(crate) fn dupes<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    near: Option<f64>,
    exact: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut cards = Vec::new();
    for row in rows.try_iter()? {
        let row: Compared = pythonize::depythonize(&row?).map_err(Failed::usage)?;
        // A row with an error holds no card.
        let Some(content_hash) = row.content_hash else { continue };
        cards.push(Known {
            path: row.path,
            content_hash,
            core_hash: row.core_hash.unwrap_or_default(),
            name: row.name.unwrap_or_default(),
            creator: row.creator.unwrap_or_default(),
            version: row.version.unwrap_or_default(),
            tokens: row.tokens.map_or(0, |tokens| tokens.total),
            size: row.size,
            modified: row.mtime_us,
            signature: row.signature.as_deref().and_then(Signature::from_hex),
        });
    }
    let answer = run(py, || {
        let links = near.map(|least| near_links(&cards, least, |_| Vec::new())).unwrap_or_default();
        let mut answer = cards_kit::dupes(&cards, exact);
        answer.alike = alike(&cards, &links);
        Ok(answer)
    })?;
    plain(py, &answer)
}

/// The page of `cards report`.
#[pyfunction]
pub(crate) fn report_page(py: Python<'_>, source: Input, name: Option<&str>) -> PyResult<String> {
    run(py, || {
        let file = name.map_or(source.name(), str::as_ref);
        Ok(library::report_page(file, source.source()?)?)
    })
}

/// Answers a question of the conformance suite.
#[pyfunction]
pub(crate) fn suite_answer(py: Python<'_>, question: &str) -> String {
    py.detach(|| cards_suite::reply(question))
}

/// Runs the command-line tool and gives its status.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, line: Vec<OsString>) -> u8 {
    py.detach(|| {
        let code = cards_cli::main(line);
        (0..=u8::MAX).find(|status| ExitCode::from(*status) == code).unwrap_or(u8::MAX)
    })
}
