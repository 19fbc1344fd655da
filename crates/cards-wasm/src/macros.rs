//! Calls about texts and their macros.

use std::ops::Range;

use cards_kit::answer::Macros;
use cards_kit::{ExpandOptions, Limits};
use cards_macro::{Finding, Kind, Oddity, Template};
use cards_words::Estimate;
use serde::Serialize;

use crate::args::{self, engine};
use crate::call::{Answerer, Call, Reply};
use crate::refusal::Refusal;

/// The calls.
pub(crate) const CALLS: &[(&str, Answerer)] =
    &[("tokens", tokens), ("analyse", analyse), ("expand", expand), ("macros", macros)];

fn tokens(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&Estimate::of(&call.args::<args::Text>()?.text))
}

/// A macro of a text.
#[derive(Serialize)]
struct Macro<'t> {
    name: &'t str,
    span: [usize; 2],
    /// Whether the engine knows it.
    known: bool,
}

/// Something odd about a text.
#[derive(Serialize)]
struct Odd<'t> {
    span: [usize; 2],
    #[serde(flatten)]
    oddity: &'t Oddity,
}

#[derive(Serialize)]
struct Analysis<'t> {
    macros: Vec<Macro<'t>>,
    findings: Vec<Odd<'t>>,
}

fn analyse(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let args: args::OfEngine = call.args()?;
    let template = Template::parse_with(&args.text, engine(args.engine.as_deref())?, &Limits::default().macros)?;
    let pair = |span: Range<usize>| [span.start, span.end];
    let mut macros: Vec<_> = template
        .macros()
        .map(|found| Macro { name: found.name(), span: pair(found.span()), known: found.kind() != Kind::Unknown })
        .collect();
    macros.sort_by_key(|found| found.span);
    let analysis = template.analyse();
    let odd = |Finding { span, oddity, .. }: &'_ Finding| (pair(span.clone()), oddity.clone());
    let oddities: Vec<_> = analysis.findings.iter().map(odd).collect();
    let findings = oddities.iter().map(|(span, oddity)| Odd { span: *span, oddity }).collect();
    Reply::of(&Analysis { macros, findings })
}

fn expand(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let args::Expand { text, options, seed } = call.args()?;
    let card = if call.held == 0 { None } else { call.table.card(call.held)?.document().card() };
    let mut host = options.host(card).seed(seed as u64);
    let ExpandOptions { engine, target, explain, .. } = options;
    Reply::of(&cards_kit::expand(&text, engine, &mut host, target, explain, &Limits::default())?)
}

fn macros(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&Macros::of(engine(call.args::<args::OfEngine>()?.engine.as_deref())?))
}
