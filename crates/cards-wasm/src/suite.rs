//! The call that answers the conformance suite.

use serde::Deserialize;

use crate::call::{Answerer, Call, Reply};
use crate::refusal::Refusal;

/// The call.
pub(crate) const CALLS: &[(&str, Answerer)] = &[("conform", conform)];

/// A row of the suite.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    kind: String,
    profile: String,
    input: serde_json::Value,
}

fn conform(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let question: Question = call.args()?;
    Reply::of(&cards_suite::answer(&question.kind, &question.profile, &question.input))
}
