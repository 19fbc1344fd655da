//! Fields of the card, rendered when they are asked for.

use crate::call::{Call, Env, Flow};
use crate::error::Error;
use crate::host::Fact;
use crate::js;

fields! {
    put_field:
    description: Description,
    personality: Personality,
    scenario: Scenario,
    persona: Persona,
    mes_examples_raw: MesExample,
    system_prompt: SystemPrompt,
    instruction: PostHistoryInstructions,
    creator_notes: CreatorNotes,
    depth_prompt: DepthPrompt,
}

fn put_field(call: &mut Call<'_, '_>, fact: Fact) -> Result<Flow, Error> {
    let text = field(call, fact)?;
    call.put(&text)
}

/// Renders a field of the card, once for a text: later uses repeat the result. Inside another field it is blank.
pub(crate) fn field(call: &mut Call<'_, '_>, fact: Fact) -> Result<String, Error> {
    if call.env.state.in_field {
        return Ok(String::new());
    }
    if let Some(text) = call.env.state.fields.get(&fact) {
        return Ok(text.clone());
    }
    let Some(text) = call.env.host.fact(fact).map(std::borrow::Cow::into_owned) else {
        return Ok(String::new());
    };
    let rendered = call.env.field(&text, call.at)?;
    call.env.state.fields.insert(fact, rendered.clone());
    Ok(rendered)
}

/// Renders every card field that is there, in the client's order, and keeps the results: the older engine does so before
/// it looks at a text, and what they set is set.
pub(crate) fn prepare(env: &mut Env<'_>) -> Result<(), Error> {
    for fact in [
        Fact::SystemPrompt,
        Fact::MesExample,
        Fact::Description,
        Fact::Personality,
        Fact::Persona,
        Fact::Scenario,
        Fact::PostHistoryInstructions,
        Fact::DepthPrompt,
        Fact::CreatorNotes,
        Fact::FirstMessage,
    ] {
        if let Some(text) = env.host.fact(fact).map(std::borrow::Cow::into_owned) {
            let rendered = env.field(&text, 0)?;
            env.state.fields.insert(fact, rendered);
        }
    }
    // No macro of this engine shows a greeting.
    for greeting in env.host.alternate_greetings().to_vec() {
        env.field(&greeting, 0)?;
    }
    Ok(())
}

/// The card's version, as it is.
pub(crate) fn version(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if call.env.state.in_field {
        return Ok(Flow::Done);
    }
    call.put_fact(Fact::CharacterVersion)
}

/// The example messages, each block with its heading.
pub(crate) fn mes_examples(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let text = field(call, Fact::MesExample)?;
    let separator = call.env.host.fact(Fact::ExampleSeparator).map(std::borrow::Cow::into_owned);
    let blocks = example_blocks(&text);
    for block in blocks {
        call.put(separator.as_deref().unwrap_or("<START>"))?;
        call.put("\n")?;
        call.put(js::trim(block))?;
        call.put("\n")?;
    }
    Ok(Flow::Done)
}

/// The parts between `<START>` lines, in any letter case; what is before the first is a block too.
fn example_blocks(text: &str) -> Vec<&str> {
    const START: &str = "<START>";
    if text.is_empty() || text == START {
        return Vec::new();
    }
    let mut cuts: Vec<usize> = text
        .match_indices('<')
        .map(|(at, _)| at)
        .filter(|&at| text.get(at..at + START.len()).is_some_and(|mark| mark.eq_ignore_ascii_case(START)))
        .collect();
    let mut blocks = Vec::new();
    if !text.starts_with(START) {
        blocks.push(text.get(..cuts.first().copied().unwrap_or(text.len())).unwrap_or_default());
    }
    cuts.push(text.len());
    for pair in cuts.windows(2) {
        if let [start, end] = pair {
            blocks.push(text.get(start + START.len()..*end).unwrap_or_default());
        }
    }
    blocks
}

/// The first message, or the alternate greeting of the given number.
pub(crate) fn greeting(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let number = match call.args.get(0) {
        None => 0,
        Some(number) => match super::text::integer(number) {
            Some(number) => number,
            None => return Ok(Flow::Keep),
        },
    };
    if call.env.state.in_field {
        return Ok(Flow::Done);
    }
    let text = match number {
        0 => call.env.host.fact(Fact::FirstMessage).map(std::borrow::Cow::into_owned),
        _ => usize::try_from(number)
            .ok()
            .and_then(|number| number.checked_sub(1))
            .and_then(|index| call.env.host.alternate_greetings().get(index).cloned()),
    };
    if let Some(rendered) = call.env.state.greetings.get(&number).cloned() {
        return call.put(&rendered);
    }
    let rendered = call.env.field(&text.unwrap_or_default(), call.at)?;
    call.env.state.greetings.insert(number, rendered.clone());
    call.put(&rendered)
}
