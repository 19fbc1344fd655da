//! Calls about texts and their macros.

use cards_kit::answer::{MacroAnalysis, Macros};
use cards_kit::{ExpandOptions, Limits};

use crate::args::study::{self as args, engine};
use crate::call::{Answerer, Call, Reply};
use crate::refusal::Refusal;

/// The calls.
pub(crate) const CALLS: &[(&str, Answerer)] = &[("analyse", analyse), ("expand", expand), ("macros", macros)];

fn analyse(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let args: args::OfEngine = call.args()?;
    Reply::of(&MacroAnalysis::of(&args.text, engine(args.engine.as_deref())?)?)
}

fn expand(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let args::Expand { text, options, seed } = call.args()?;
    let card = if call.held == 0 { None } else { call.table.card(call.held)?.document().card() };
    let mut host = options.host(card).with_seed(seed as u64);
    let ExpandOptions { engine, target, explain, .. } = options;
    Reply::of(&cards_kit::expand(&text, engine, &mut host, target, explain, &Limits::default())?)
}

fn macros(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&Macros::of(engine(call.args::<args::OfEngine>()?.engine.as_deref())?))
}
