//! Calls about texts and their macros.

use cards_kit::answer::{MacroAnalysis, Macros};
use cards_kit::{ExpandOptions, Limits};
use cards_words::Estimate;

use crate::args::{self, engine};
use crate::call::{Answerer, Call, Reply};
use crate::refusal::Refusal;

/// The calls.
pub(crate) const CALLS: &[(&str, Answerer)] =
    &[("tokens", tokens), ("analyse", analyse), ("expand", expand), ("macros", macros)];

fn tokens(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&Estimate::of(&call.args::<args::Text>()?.text))
}

fn analyse(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let args: args::OfEngine = call.args()?;
    Reply::of(&MacroAnalysis::of(&args.text, engine(args.engine.as_deref())?)?)
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
