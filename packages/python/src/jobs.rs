//! Jobs on whole files.

use std::ffi::OsString;
use std::process::ExitCode;

use cards_cli::words;
use cards_kit::answer::{Diff, Inspection, Macros, Rules, Side};
use cards_kit::compat::CompatOptions;
use cards_kit::{Error, ExpandOptions, Limits, Profile, convert_document, open};
use cards_library::{KnownRow, RowOptions, alike, near_links, row};
use cards_lint::Options;
use cards_macro::{Engine, Moment};
use cards_model::convert::{Options as ConvertOptions, Stash};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

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
        let opened = open(source.source()?, Limits::default()).map_err(failed(&source))?;
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
    for pattern in select.iter().chain(&ignore) {
        let alone = Options::default().with_select(vec![pattern.clone()]);
        if !cards_lint::catalogue().iter().flat_map(|group| &group.rules).any(|rule| alone.covers(rule)) {
            return Err(Failed::usage(format!("there is no rule `{pattern}`; `rules()` lists them")));
        }
    }
    let readers = programs.iter().map(|name| words::reader(name)).collect::<Result<Vec<_>, _>>()?;
    let options = match source {
        Input::Path(path) => words::lint_options(path),
        Input::Bytes(_) => words::lint_options(source.name()).with_file_name(None),
    };
    let clients = programs.iter().filter_map(|name| cards_lint::client_named(name)).collect();
    Ok(options.with_readers(readers).with_clients(clients).with_select(select).with_ignore(ignore))
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

/// What of a card behaves differently between two clients.
#[pyfunction]
pub(crate) fn compat<'py>(
    py: Python<'py>,
    source: Input,
    from_: &str,
    to: &str,
    now: Option<i64>,
) -> PyResult<Bound<'py, PyAny>> {
    let side = |name: &str| name.parse::<Profile>().map_err(Failed::usage);
    let mut options = CompatOptions::default().with_from(side(from_)?).with_to(side(to)?);
    options.now = now.map_or(options.now, |now| Moment { unix_millis: now.saturating_mul(1000), offset_minutes: 0 });
    let answer = run(py, || {
        let mut opened = open(source.source()?, Limits::default()).map_err(failed(&source))?;
        opened.compat(&options).map_err(failed(&source))
    })?;
    plain(py, &answer)
}

/// A card or lorebook in another form.
#[pyfunction]
pub(crate) fn convert<'py>(py: Python<'py>, source: Input, to: &str, stash: bool) -> PyResult<Bound<'py, PyAny>> {
    let answer = run(py, || {
        let opened = open(source.source()?, Limits::default()).map_err(failed(&source))?;
        let stash = if stash { Stash::Everywhere } else { Stash::Off };
        let options = ConvertOptions::default().with_stash(stash);
        let converted = convert_document(opened.document(), words::form(to)?, &options, &mut words::random_ids());
        Ok(converted.map_err(failed(&source))?.answer())
    })?;
    plain(py, &answer)
}

/// A text with its macros expanded.
#[pyfunction]
pub(crate) fn expand<'py>(
    py: Python<'py>,
    text: &str,
    card: Option<Input>,
    options: &Bound<'py, PyAny>,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let options: ExpandOptions = pythonize::depythonize(options).map_err(Failed::usage)?;
    let answer = run(py, || {
        let limits = Limits::default();
        let opened = card.as_ref().map(|input| open(input.source()?, &limits).map_err(failed(input))).transpose()?;
        let mut host = options.host(opened.as_ref().and_then(|opened| opened.card())).seed(seed);
        let ExpandOptions { engine, target, explain, .. } = options;
        cards_kit::expand(text, engine, &mut host, target, explain, &limits)
            .map_err(|error| Failed::of("the text".as_ref(), error))
    })?;
    plain(py, &answer)
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

/// Cards that are among rows more than once.
#[pyfunction]
pub(crate) fn dupes<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    near: Option<f64>,
    exact: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (mut cards, mut unsigned) = (Vec::new(), 0_usize);
    for (number, row) in rows.try_iter()?.enumerate() {
        let row: KnownRow = pythonize::depythonize(&row?).map_err(Failed::usage)?;
        let is_signed = row.is_signed();
        // A file that holds no card has nothing to compare.
        if let Some(card) = row.known(number) {
            unsigned += usize::from(!is_signed);
            cards.push(card);
        }
    }
    if let Some(least) = near
        && !(0.5..=1.0).contains(&least)
    {
        return Err(Failed::usage(format!(
            "near is from 0.5 to 1, how much two texts have in common, and not {least}"
        ))
        .into());
    }
    if near.is_some() && unsigned > 0 {
        return Err(Failed::usage(format!(
            "{unsigned} rows have no signature, by which near texts are found; `scan` with `near=True` writes them"
        ))
        .into());
    }
    let answer = run(py, || {
        let links = near.map(|least| near_links(&cards, least, |_| Vec::new())).unwrap_or_default();
        let mut answer = cards_library::dupes(&cards, exact);
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
        Ok(words::report_page(file, source.source()?)?)
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
