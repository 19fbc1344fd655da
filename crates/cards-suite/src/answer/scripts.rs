//! Texts through regex scripts.

use cards_json::Json as Tree;
use cards_script::sillytavern::{Call, Placement, Purpose, Script, Sources, run, run_one};
use cards_script::{FindingKind, Limits, risu};
use serde_json::{Value, json};

use super::form::{only, refusal};
use super::macros::{risu_host, sillytavern_host, variables};

/// The members of a row of SillyTavern's.
const MEMBERS: [&str; 17] = [
    "user",
    "char",
    "text",
    "scripts",
    "script",
    "alone",
    "raw",
    "allow",
    "extension_off",
    "placement",
    "is_markdown",
    "is_prompt",
    "is_edit",
    "depth",
    "character_override",
    "env",
    "rolls",
];

/// Answers a question in the form that SillyTavern's rows have.
pub(super) fn sillytavern(input: &Value) -> Option<Value> {
    if let Err(error) = only("the row", input, &MEMBERS) {
        return Some(refusal(error));
    }
    let mut host = sillytavern_host(input);
    let text = input["text"].as_str()?;
    let limits = Limits::default();
    let ran = if input["alone"] == true {
        run_one(text, &script(&input["script"], input), &mut host, &limits)
    } else {
        run(text, &scripts(input), &call(input), &mut host, &limits)
    };
    let breaks = ran.findings.iter().find(|finding| matches!(finding.kind, FindingKind::Breaks { .. }));
    if let Some(finding) = breaks {
        return Some(json!({ "error": finding.kind.to_string() }));
    }
    Some(json!({
        "text": ran.text, "local": variables(&host.variables.chat), "global": variables(&host.variables.global),
        "rolls_used": host.rolls_taken(),
    }))
}

fn scripts(input: &Value) -> Vec<Script> {
    if input["extension_off"] == true {
        return Vec::new();
    }
    let list = |name: &str| -> Vec<Script> {
        input["scripts"][name].as_array().into_iter().flatten().map(|item| script(item, input)).collect()
    };
    let mut sources = Sources::default();
    (sources.global, sources.preset, sources.card) = (list("global"), list("preset"), list("scoped"));
    let allowed = |name: &str| input["allow"][name] != false;
    sources.in_order(allowed("preset"), allowed("scoped"))
}

/// A script, laid over what rows leave out.
fn script(item: &Value, input: &Value) -> Script {
    let mut whole = if input["raw"] == true {
        json!({})
    } else {
        json!({
            "id": "", "scriptName": "", "findRegex": "", "replaceString": "", "trimStrings": [], "placement": [2],
            "disabled": false, "markdownOnly": false, "promptOnly": false, "runOnEdit": false, "substituteRegex": 0,
            "minDepth": null, "maxDepth": null,
        })
    };
    for (name, value) in item.as_object().into_iter().flatten() {
        whole[name] = value.clone();
    }
    Script::from_json(&Tree::from(whole))
}

fn call(input: &Value) -> Call {
    // A word, or the client's number.
    let placement = match (input["placement"].as_str(), input["placement"].as_u64()) {
        (Some("user_input"), _) | (_, Some(1)) => Placement::UserInput,
        (Some("slash_command"), _) | (_, Some(3)) => Placement::SlashCommand,
        (Some("world_info"), _) | (_, Some(5)) => Placement::WorldInfo,
        (Some("reasoning"), _) | (_, Some(6)) => Placement::Reasoning,
        _ => Placement::AiOutput,
    };
    let purpose = match (input["is_markdown"] == true, input["is_prompt"] == true) {
        (true, _) => Purpose::Display,
        (_, true) => Purpose::Prompt,
        _ => Purpose::Stored,
    };
    Call::new(placement)
        .with_purpose(purpose)
        .with_edit(input["is_edit"] == true)
        .with_depth(input["depth"].as_f64())
        .with_speaker(input["character_override"].as_str().map(str::to_owned))
}

/// Answers a question in the form that RisuAI's rows have.
pub(super) fn risu(input: &Value) -> Option<Value> {
    let mut host = risu_host(input);
    let list = |items: &Value| -> Vec<risu::Script> {
        items.as_array().into_iter().flatten().map(|item| risu::Script::from_json(&Tree::from(item.clone()))).collect()
    };
    let scripts: Vec<_> = [&input["preset_scripts"], &input["scripts"], &input["app"]["module_scripts"]]
        .into_iter()
        .flat_map(list)
        .collect();
    let index = input["chat_index"].as_u64().map(|index| index as usize);
    let mode = risu::Mode::ALL.iter().copied().find(|mode| Some(mode.as_str()) == input["mode"].as_str())?;
    let call = risu::Call::new(mode).with_index(index);
    let ran = risu::run(input["text"].as_str()?, &scripts, &call, &mut host, &Limits::default());
    let mut answer = json!({ "text": ran.text, "local": variables(&host.variables.chat) });
    if !ran.emotions.is_empty() {
        answer["emotions"] = json!(ran.emotions);
    }
    if let (Some(stored), Some(index)) = (&ran.stored, index) {
        let messages = input["chat"]["messages"].as_array().into_iter().flatten();
        let mut texts: Vec<Value> = messages.map(|message| message["content"].clone()).collect();
        if let Some(text) = texts.get_mut(index) {
            *text = json!(stored);
        }
        answer["messages"] = Value::Array(texts);
    }
    Some(answer)
}
