//! The regex scripts that a card brings along.

use cards_macro::{Engine, For, MapHost};
use cards_model::{Card, Json};
use cards_script::{Ran, risu, sillytavern};

use crate::answer::ScriptRun;
use crate::limits::Limits;

/// Runs the regex scripts of a card over a text, as over an answer of the model: first the scripts that alter what is
/// stored, then those for the purpose. Engines that run no scripts leave the text as it is.
///
/// De facto: SillyTavern 1.19.0 (`extensions.regex_scripts`), RisuAI 904a14a (`extensions.risuai.customScripts`).
///
/// # Examples
///
/// ```
/// use cards_kit::{Engine, For, macro_host, open, run_scripts};
///
/// let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","extensions":{"regex_scripts":[
///     {"scriptName":"loud","findRegex":"/bell/g","replaceString":"BELL","trimStrings":[],"placement":[2]}]}}}"#;
/// let opened = open(card.as_bytes(), cards_kit::Limits::default())?;
/// let card = opened.document().card().unwrap();
/// let mut host = macro_host(Some(card), "Sam", None);
/// let (text, runs) = run_scripts("a bell", card, Engine::SillyTavern, &mut host, For::Prompt, &Default::default());
/// assert_eq!((text.as_str(), runs[0].name.as_str()), ("a BELL", "loud"));
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[must_use]
pub fn run_scripts(
    text: &str,
    card: &Card,
    engine: Engine,
    host: &mut MapHost,
    target: For,
    limits: &Limits,
) -> (String, Vec<ScriptRun>) {
    match engine {
        engine if engine.is_sillytavern() => of_sillytavern(text, card, host, target, limits),
        Engine::Risu => of_risu(text, card, host, target, limits),
        _ => (text.to_owned(), Vec::new()),
    }
}

fn of_sillytavern(
    text: &str,
    card: &Card,
    host: &mut MapHost,
    target: For,
    limits: &Limits,
) -> (String, Vec<ScriptRun>) {
    use sillytavern::{Call, Placement, Purpose, Script, run};

    let scripts = card.extensions().get("regex_scripts").map(Script::list_from_json).unwrap_or_default();
    let name = |number: usize| scripts.get(number).and_then(|script| script.name.clone()).unwrap_or_default();
    let purposes = match target {
        For::Prompt => &[Purpose::Stored, Purpose::Prompt][..],
        For::Display => &[Purpose::Stored, Purpose::Display],
        _ => &[Purpose::Stored],
    };
    let mut runs = Vec::new();
    let mut text = text.to_owned();
    for purpose in purposes {
        let call = Call::new(Placement::AiOutput).with_purpose(*purpose).with_depth(Some(0.0));
        text = keep(run(&text, &scripts, &call, host, &limits.scripts), name, &mut runs);
    }
    (text, runs)
}

/// The regex scripts that a card brings for RisuAI.
pub(crate) fn risu_scripts(card: &Card) -> Vec<risu::Script> {
    let list = card.extensions().get("risuai").and_then(|risuai| risuai.get("customScripts"));
    list.map(risu::Script::list_from_json).unwrap_or_default()
}

fn of_risu(text: &str, card: &Card, host: &mut MapHost, target: For, limits: &Limits) -> (String, Vec<ScriptRun>) {
    use risu::{Call, Mode, run};

    let scripts = risu_scripts(card);
    let name = |number: usize| scripts.get(number).map(|script| script.comment.clone()).unwrap_or_default();
    let modes = match target {
        For::Prompt => &[Mode::EditOutput, Mode::EditProcess][..],
        For::Display => &[Mode::EditOutput, Mode::EditDisplay],
        _ => &[Mode::EditOutput],
    };
    let mut runs = Vec::new();
    let mut text = text.to_owned();
    for mode in modes {
        text = keep(run(&text, &scripts, &Call::new(*mode), host, &limits.scripts), name, &mut runs);
    }
    (text, runs)
}

/// Notes what ran and what could not.
fn keep(ran: Ran, name: impl Fn(usize) -> String, runs: &mut Vec<ScriptRun>) -> String {
    let done = ran.steps.iter().map(|step| ScriptRun {
        name: name(step.script),
        hits: step.hits,
        changed: step.changed,
        problem: None,
    });
    runs.extend(done);
    let failed = ran.findings.iter().map(|finding| ScriptRun {
        name: name(finding.script),
        hits: 0,
        changed: false,
        problem: Some(finding.kind.to_string()),
    });
    runs.extend(failed);
    ran.text
}

/// Tells whether a card brings regex scripts for an engine.
///
/// ```
/// use cards_kit::{Card, Engine, has_scripts};
/// let card: Card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","extensions":{"regex_scripts":[
///     {"scriptName":"loud","findRegex":"/bell/g","replaceString":"BELL"}]}}}"#.parse()?;
/// assert!(has_scripts(&card, Engine::SillyTavern) && !has_scripts(&card, Engine::Risu));
/// # Ok::<(), cards_kit::model::Error>(())
/// ```
#[must_use]
pub fn has_scripts(card: &Card, engine: Engine) -> bool {
    let extensions = card.extensions();
    let list = match engine {
        engine if engine.is_sillytavern() => extensions.get("regex_scripts"),
        Engine::Risu => extensions.get("risuai").and_then(|risuai| risuai.get("customScripts")),
        _ => None,
    };
    list.and_then(Json::as_array).is_some_and(|items| !items.is_empty())
}
