//! Rules about the regex scripts that a card brings along. They run over a text of the card, under limits.

use cards_macro::MapHost;
use cards_model::{Card, Json, Pointer};
use cards_script::sillytavern::{Placement, Script, run_one};
use cards_script::{FindingKind, Limits, risu};

use crate::readers;
use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rules about regex scripts.
    REGEX_SCRIPT;
    /// The pattern of a script is none.
    INVALID: "regex-invalid", Warning, "ECMAScript regular expressions; de facto: SillyTavern 1.19, RisuAI 904a14a",
        "The pattern of a regex script is one that JavaScript takes.",
        "Correct the pattern; until then the script does nothing.",
        breaks: readers::RUN_SCRIPTS,
        check: invalid;
    /// The pattern of a script is costly.
    COSTLY: "regex-costly", Warning, "CWE-1333",
        "The pattern of a regex script is done soon, whatever it searches.",
        "Say more exactly what is looked for: no repetition of a repetition, no `.*` in a look-around.",
        breaks: readers::RUN_SCRIPTS,
        check: costly;
    /// A script that is on never runs.
    NEVER: "regex-never", Warning, "de facto: SillyTavern 1.19 (`placement`), RisuAI 904a14a (`type`)",
        "A regex script that is on can run.",
        "Say what the script looks for and what it runs over, or take it out.",
        breaks: readers::WANT_PLACES_OF_SCRIPTS,
        check: never;
    /// A script that no message brings about.
    BY_NAME: "regex-by-name", Note, "de facto: SillyTavern 1.19 (`placement`, `minDepth`, `maxDepth`; `/regex name=…` asks for none of them)",
        "A regex script that is on runs over messages, or is called by its name.",
        "Say what the script runs over, unless quick replies or other scripts call it by its name.",
        check: by_name;
    /// A script changes what is stored.
    STORED: "regex-alters-chat", Note, "de facto: SillyTavern 1.19 (`markdownOnly`, `promptOnly`)",
        "A regex script alters what is shown or sent, and leaves the chat as it was said.",
        "Let it alter the display (`markdownOnly`) or the prompt (`promptOnly`), unless the chat itself is to change.",
        check: stored;
}

/// A script of a card, for people.
struct Found<S> {
    pointer: Pointer,
    name: String,
    script: S,
}

/// Scripts of a client, as many as are looked at.
fn list<S>(
    subject: &Subject<'_>,
    scripts: &[(Pointer, &Json)],
    read: impl Fn(&Json) -> S,
    name: impl Fn(&S) -> Option<String>,
) -> Vec<Found<S>> {
    let found = scripts.iter().take(subject.options.thresholds.scripts).enumerate().map(|(number, (pointer, item))| {
        let script = read(item);
        let name = name(&script).filter(|name| !name.trim().is_empty());
        let name = name.unwrap_or_else(|| format!("script {}", number + 1));
        Found { pointer: pointer.clone(), name, script }
    });
    found.collect()
}

fn of_sillytavern(subject: &Subject<'_>) -> Vec<Found<Script>> {
    list(subject, &subject.scripts[0], Script::from_json, |script| script.name.clone())
}

fn of_risu(subject: &Subject<'_>) -> Vec<Found<risu::Script>> {
    list(subject, &subject.scripts[1], risu::Script::from_json, |script| Some(script.comment.clone()))
}

/// SillyTavern's scripts that are on.
fn switched_on<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = Found<Script>> + use<'s> {
    of_sillytavern(subject).into_iter().filter(|found| !found.script.disabled)
}

/// What a pattern may cost over the text.
fn limits(subject: &Subject<'_>) -> Limits {
    let steps = subject.options.thresholds.script_steps;
    let pattern = cards_pattern::Limits::default();
    // One search takes a quarter at most, so that a text with several matches has its share left.
    Limits::default().with_pattern(pattern.with_backtrack_steps(steps / 4).with_text_steps(steps))
}

/// The beginning of the longest text of the card.
fn text_of<'s>(subject: &'s Subject<'_>) -> &'s str {
    let text = subject.texts.iter().map(|text| &*text.text).max_by_key(|text| text.len());
    let text = text.filter(|text| !text.trim().is_empty()).unwrap_or("text");
    let most = subject.options.thresholds.script_text;
    let end = (0..=text.len().min(most)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    text.get(..end).unwrap_or_default()
}

/// Runs every script over a text, and hands on what was odd.
fn run_all(subject: &Subject<'_>, text: &str, mut odd: impl FnMut(Pointer, &str, FindingKind)) {
    let mut limits = limits(subject);
    let name_of_card = subject.card().map(Card::name).unwrap_or_default();
    for Found { pointer, name, mut script } in of_sillytavern(subject) {
        script.disabled = false;
        let ran = run_one(text, &script, &mut MapHost::new("User", name_of_card), &limits);
        limits.scan_bytes = limits.scan_bytes.saturating_sub(ran.scanned);
        ran.findings.into_iter().for_each(|finding| odd(pointer.clone(), &name, finding.kind));
    }
    for Found { pointer, name, mut script } in of_risu(subject) {
        let call = risu::Call::new(risu::Mode::EditOutput);
        risu::Mode::EditOutput.as_str().clone_into(&mut script.kind);
        let ran = risu::run(text, &[script], &call, &mut MapHost::new("User", name_of_card), &limits);
        limits.scan_bytes = limits.scan_bytes.saturating_sub(ran.scanned);
        ran.findings.into_iter().for_each(|finding| odd(pointer.clone(), &name, finding.kind));
    }
}

fn invalid(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    run_all(subject, "text", |pointer, name, kind| {
        if let FindingKind::InvalidPattern { pattern, reason } = kind {
            sink.value(pointer, format!("`{name}` has no pattern that runs: {reason}")).excerpt(&pattern);
        }
    });
}

fn costly(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let most = subject.options.thresholds.scripts;
    for scripts in subject.scripts.iter().filter(|scripts| scripts.len() > most) {
        let (count, more) = (scripts.len(), scripts.len() - most);
        let place = scripts.first().and_then(|(pointer, _)| pointer.parent()).unwrap_or_default();
        sink.value(place, format!("{count} scripts run over every message; the last {more} were not looked at"));
    }
    let mut spent = false;
    run_all(subject, text_of(subject), |pointer, name, kind| match kind {
        FindingKind::CostlyPattern { pattern, reason } => {
            sink.value(pointer, format!("`{name}` is too costly: {reason}")).excerpt(&pattern);
        }
        FindingKind::LongText { limit } => {
            sink.value(pointer, format!("`{name}` makes a text of more than {limit} bytes"));
        }
        FindingKind::Spent { .. } if !std::mem::replace(&mut spent, true) => {
            sink.value(pointer, format!("`{name}` and what follows it were not looked at: the others take too long"));
        }
        _ => {}
    });
}

fn never(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for Found { pointer, name, script } in switched_on(subject) {
        let why = match &script.placement {
            _ if script.find.is_empty() => "it looks for nothing",
            None => "it does not say where, and SillyTavern breaks off there",
            Some(_) => continue,
        };
        sink.value(pointer, format!("`{name}` never runs: {why}"));
    }
    for Found { pointer, name, script } in of_risu(subject) {
        if script.find.is_empty() && script.kind != "disabled" {
            sink.value(pointer, format!("`{name}` never runs: it looks for nothing"));
        }
    }
}

fn by_name(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let known = |number: &f64| PLACES.iter().any(|(place, _)| f64::from(place.number()) == *number);
    for Found { pointer, name, script } in switched_on(subject).filter(|found| !found.script.find.is_empty()) {
        let why = match (&script.placement, script.min_depth, script.max_depth) {
            (Some(places), _, _) if !places.iter().any(known) => "it does not say where",
            (Some(_), Some(min), Some(max)) if max >= 0.0 && min > max => "no message is as deep as it asks for",
            _ => continue,
        };
        sink.value(pointer, format!("`{name}` runs only when it is called by its name: {why}"));
    }
}

/// What scripts run over, for people.
const PLACES: [(Placement, &str); 5] = [
    (Placement::UserInput, "what the user says"),
    (Placement::AiOutput, "what the character says"),
    (Placement::SlashCommand, "what commands say"),
    (Placement::WorldInfo, "lorebook entries"),
    (Placement::Reasoning, "reasoning"),
];

fn stored(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for Found { pointer, name, script } in of_sillytavern(subject) {
        if script.disabled || script.display_only || script.prompt_only || script.find.is_empty() {
            continue;
        }
        // Lore is never stored back.
        let places = PLACES.iter().filter(|(place, _)| *place != Placement::WorldInfo && script.is_placed(*place));
        let places: Vec<&str> = places.map(|(_, what)| *what).collect();
        if !places.is_empty() {
            sink.value(pointer, format!("`{name}` changes the chat for good: {}", places.join(", ")));
        }
    }
}
