//! Names, fields of the card, prompts of the program: fields and prompts are rendered when they are asked for.

use crate::call::{Call, Flow};
use crate::error::Error;
use crate::host::{Fact, List};

use super::data;

pub(crate) fn char(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if call.env.host.situation().fixed_names {
        return call.put("botname");
    }
    let name = call.env.char_name().into_owned();
    call.put(&name)
}

pub(crate) fn user(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if call.env.host.situation().fixed_names {
        return call.put("username");
    }
    call.put_fact(Fact::User)
}

fields! {
    put_field:
    description: Description,
    personality: Personality,
    scenario: Scenario,
    persona: Persona,
    examples: MesExample,
    main_prompt: DefaultSystemPrompt,
    jailbreak: Jailbreak,
    global_note: GlobalNote,
}

fn put_field(call: &mut Call<'_, '_>, fact: Fact) -> Result<Flow, Error> {
    let text = call.env.host.fact(fact).unwrap_or_default().into_owned();
    let rendered = call.env.nested(&text, call.at, false)?;
    call.put(&rendered)
}

/// The lore entries, each as the JSON that the program has of it.
pub(crate) fn lorebook(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    data::put_names(call, List::Lore)
}
