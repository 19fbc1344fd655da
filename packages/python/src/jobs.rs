//! Jobs on whole files.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use cards_cli::words;
use cards_kit::answer::{Diff, MacroAnalysis, Macros, ReadChat, Rules, Side, WorldInfo};
use cards_kit::compat::CompatOptions;
use cards_kit::{
    Error, ExpandOptions, Limits, Names, Profile, chain, convert_beside_as, convert_document, convert_foreign, open,
};
use cards_library::{Keep, KnownRow, RowOptions, alike, kept, near_links, row};
use cards_lint::Options;
use cards_macro::{Engine, Moment};
use cards_model::convert::{Goal, Options as ConvertOptions, Stash};
use cards_words::Estimate;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::Failed;
use crate::input::{Input, UNNAMED, plain, run};

fn failed(source: &Input) -> impl Fn(Error) -> Failed + '_ {
    |error| Failed::of(source.name(), error)
}

/// A row of facts, from headers and the card alone.
#[pyfunction]
pub(crate) fn peek<'py>(py: Python<'py>, source: Input, lint: bool, near: bool) -> PyResult<Bound<'py, PyAny>> {
    let options = RowOptions::default().with_lint(lint).with_near(near);
    let answer = run(py, || row(source.source()?, &options, &Limits::default()).map_err(failed(&source)))?;
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
    let answer = run(py, || cards_kit::inspect(source.source()?, &Limits::default()).map_err(failed(&source)))?;
    plain(py, &answer)
}

/// The options of a check; what has no path has no name that a rule could be about.
pub(crate) fn lint_options(
    file: &Path,
    programs: &[String],
    select: &[String],
    ignore: &[String],
) -> Result<Options<'static>, Failed> {
    let asked = Options::of_words(programs, select, ignore).map_err(Failed::usage)?;
    let named = words::lint_options(file);
    let name = named.file_name.clone().filter(|_| file != Path::new(UNNAMED));
    Ok(named
        .with_file_name(name)
        .with_readers(asked.readers)
        .with_clients(asked.clients)
        .with_select(asked.select)
        .with_ignore(asked.ignore))
}

/// Whether what is lost is kept aside.
pub(crate) fn stashing(stash: bool) -> Stash {
    if stash { Stash::Everywhere } else { Stash::Off }
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
        let options = lint_options(source.name(), &programs, &select, &ignore)?;
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
        let options = lint_options(source.name(), &programs, &select, &ignore)?;
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
        let to: Goal = to.parse().map_err(Failed::usage)?;
        let opened = match open(source.source()?, Limits::default()) {
            Err(error) if cards_kit::may_be_beside(&error) => {
                let name = source.name().file_stem().unwrap_or_default().to_string_lossy();
                let made =
                    convert_beside_as(&source.read()?, to, &name, &Limits::default()).map_err(failed(&source))?;
                if made.is_some() && stash {
                    return Err(Failed::usage("`stash` is for cards, and this file holds none"));
                }
                return made.map(|made| made.answer()).ok_or_else(|| failed(&source)(error));
            }
            opened => opened.map_err(failed(&source))?,
        };
        let options = ConvertOptions::default().with_stash(stashing(stash));
        let mut answer = match to {
            Goal::Own(form) => {
                let converted = convert_document(opened.document(), form, &options, &mut words::random_ids());
                converted.map_err(failed(&source))?.answer()
            }
            Goal::Foreign(form) => {
                convert_foreign(opened.document(), form, &options).map_err(failed(&source))?.answer()
            }
        };
        answer.left_behind = opened.file.container.beside_the_card();
        Ok(answer)
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
        let mut host = options.host(opened.as_ref().and_then(|opened| opened.card())).with_seed(seed);
        let ExpandOptions { engine, target, explain, .. } = options;
        cards_kit::expand(text, engine, &mut host, target, explain, &limits)
            .map_err(|error| Failed::of("the text".as_ref(), error))
    })?;
    plain(py, &answer)
}

/// The tokens of a text, by the estimate that counts wherever no tokenizer is at hand.
#[pyfunction]
pub(crate) fn tokens(py: Python<'_>, text: &str) -> u64 {
    py.detach(|| Estimate::of(text))
}

/// The macros in a text, and what is odd about them.
#[pyfunction]
pub(crate) fn analyse<'py>(py: Python<'py>, text: &str, profile: &str) -> PyResult<Bound<'py, PyAny>> {
    let engine: Engine = profile.parse().map_err(Failed::usage)?;
    let answer = run(py, || MacroAnalysis::of(text, engine).map_err(|error| Failed::of("the text".as_ref(), error)))?;
    plain(py, &answer)
}

/// The JSON Schema of a form.
#[pyfunction]
pub(crate) fn schema<'py>(py: Python<'py>, form: &str) -> PyResult<Bound<'py, PyAny>> {
    plain(py, &cards_model::schema(words::form(form).map_err(Failed::from)?))
}

/// A chat as any client wrote it.
#[pyfunction]
pub(crate) fn chat<'py>(
    py: Python<'py>,
    file: &[u8],
    user: Option<&str>,
    character: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let names = Names { user, character, ..Names::default() };
    let read = run(py, || ReadChat::of(file, names).map_err(|error| Failed::refusal(error.class(), &chain(&error))))?;
    plain(py, &read)
}

/// What SillyTavern's user set for world info.
#[pyfunction]
pub(crate) fn world_info<'py>(py: Python<'py>, source: Input) -> PyResult<Bound<'py, PyAny>> {
    let read = run(py, || WorldInfo::of(&source.read()?).map_err(failed(&source)))?;
    plain(py, &read)
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
    keep: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let keep: Option<Keep> = keep.map(str::parse).transpose().map_err(Failed::usage)?;
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
        answer.kept =
            keep.map(|rule| kept(&cards, &links, exact, rule, |card| card.picture.clone())).unwrap_or_default();
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
