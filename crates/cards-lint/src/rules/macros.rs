//! Rules about `{{macros}}`.

use std::collections::{BTreeMap, HashMap, HashSet};

use cards_macro::{Analysis, Engine, Error, Finding, Kind, Oddity, Scope, Template};
use cards_model::Form;

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::{Role, Subject, Text};

use super::asset_macros;
use super::clients::{Clients, Difference};

rules! {
    /// The rules about `{{macros}}`.
    MACRO;
    /// A name that is almost a macro's.
    MISSPELT: "macro-misspelt", Warning, "CCv3 macros; de facto: SillyTavern 1.19, RisuAI 460ecae (unknown macros stay as text)",
        "Macros are spelled as clients know them.",
        "Correct the spelling; `cards expand --list` shows the macros.",
        check: misspelt;
    /// A name that no client knows.
    UNKNOWN: "macro-unknown", Note, "CCv3 macros; de facto: SillyTavern 1.19, RisuAI 460ecae (unknown macros stay as text)",
        "Macros are those of the specs and of common clients.",
        "The text shows as it is written unless an extension of a client knows it.",
        check: unknown;
    /// Braces that are opened and not closed.
    UNTERMINATED: "macro-unterminated", Warning, "CCv3 macros (`{{…}}`)",
        "Each `{{` is closed by `}}`.",
        "Close the braces.",
        check: unterminated;
    /// `{user}`.
    SINGLE_BRACE: "macro-single-brace", Warning, "V1 and CCv3 macros; de facto: RPGGO's own sample has `{user}`",
        "Names of people are written in double braces.",
        "Write `{{user}}` or `{{char}}`; in single braces it is text.",
        check: single_brace;
    /// The wrong number of arguments.
    ARGUMENTS: "macro-arguments", Warning, "CCv3 macros; de facto: SillyTavern 1.19",
        "Macros get as many arguments as they take.",
        "See `cards expand --list` for how the macro is written; as written it stays as text.",
        check: arguments;
    /// Clients render the text differently.
    CLIENTS: "macro-clients", Note, "de facto: SillyTavern 1.19, RisuAI 460ecae against CCv3",
        "Texts render alike in every client.",
        "Use a macro that all clients know (`cards expand --list` has them), or accept the difference.",
        check: clients;
    /// A variable that nothing sets.
    UNSET_VARIABLE: "macro-unset-variable", Warning, "Prom macros (getvar, setvar); de facto: SillyTavern 1.19 gives an empty text, RisuAI 460ecae `null`",
        "Variables are set before they are read.",
        "Set the variable in a greeting or a constant entry with `{{setvar::name::value}}`.",
        check: unset_variable;
    /// `{{original}}` where it has no meaning.
    ORIGINAL: "macro-original", Warning, "V2 system_prompt, post_history_instructions",
        "`{{original}}` is used in a system prompt or in post-history instructions.",
        "Take it out; elsewhere there is no text that it could stand for.",
        check: original;
    /// The text is past a limit of the macro engine.
    LIMIT: "macro-limit", Warning, "cards limits",
        "Texts stay within the limits of the macro engine.",
        "Nest fewer macros; other clients may hang on this text.",
        check: limit;
}

/// The engine that knows the most macros which authors use in a form. A module has four of them alone, and what its author took for
/// one is told by the others.
pub(crate) fn engine(form: Form) -> Engine {
    match form {
        Form::WorldInfo => Engine::SillyTavern,
        _ => Engine::Spec,
    }
}

/// Analyses each text in which macros are expanded; past a limit there is nothing to say but the limit.
pub(crate) fn analyse(texts: &[Text<'_>], engine: Engine) -> Vec<(usize, Result<Analysis, Error>)> {
    let expanded = texts.iter().enumerate().filter(|(_, text)| text.role.has_macros());
    expanded
        .map(|(number, text)| (number, Template::parse(&text.text, engine).map(|template| template.analyse())))
        .collect()
}

/// The oddities of all texts.
fn oddities<'a>(subject: &'a Subject<'_>) -> impl Iterator<Item = (&'a Text<'a>, &'a Finding)> {
    let read = subject
        .analyses()
        .iter()
        .filter_map(|(number, analysis)| Some((subject.texts.get(*number)?, analysis.as_ref().ok()?)));
    read.flat_map(|(text, analysis)| analysis.findings.iter().map(move |finding| (text, finding)))
}

/// Passes on the oddities that a rule is about, each name once, with how many texts more have it.
fn once(subject: &Subject<'_>, sink: &mut Sink<'_>, about: impl Fn(&Oddity) -> Option<(String, String)>) {
    let mut found: Vec<(&Text<'_>, &Finding, String, usize)> = Vec::new();
    let mut numbers = HashMap::new();
    let mut seen = HashSet::new();
    for (text, finding) in oddities(subject) {
        let Some((name, message)) = about(&finding.oddity) else { continue };
        if !seen.insert((text.pointer.as_str(), name.clone())) {
            continue;
        }
        let number = *numbers.entry(name).or_insert(found.len());
        match found.get_mut(number) {
            Some((.., more)) => *more += 1,
            None => found.push((text, finding, message, 0)),
        }
    }
    for (text, finding, message, more) in found {
        sink.text(text, finding.span.clone(), format!("{message}{}", also(more)));
    }
}

/// Passes on the oddities that a rule is about, each once per text and name.
fn each(subject: &Subject<'_>, sink: &mut Sink<'_>, about: impl Fn(&Oddity) -> Option<(String, String)>) {
    let mut seen = HashSet::new();
    for (text, finding) in oddities(subject) {
        if let Some((name, message)) = about(&finding.oddity)
            && seen.insert((text.pointer.as_str(), name))
        {
            sink.text(text, finding.span.clone(), message);
        }
    }
}

fn misspelt(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    each(subject, sink, |oddity| match oddity {
        Oddity::Unknown { name, suggestion: Some(_), known_in } if known_in.is_empty() => {
            Some((name.clone(), oddity.to_string()))
        }
        _ => None,
    });
}

fn unknown(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    once(subject, sink, |oddity| match oddity {
        Oddity::Unknown { name, suggestion: None, known_in } if known_in.is_empty() && !is_of_a_client(name) => {
            Some((name.clone(), oddity.to_string()))
        }
        Oddity::Unknown { name, known_in, .. } if is_module(subject) && !known_in.is_empty() => {
            Some((name.clone(), no_macro_of_modules(name)))
        }
        _ => None,
    });
    if is_module(subject) {
        beyond_modules(subject, sink);
    }
}

fn is_module(subject: &Subject<'_>) -> bool {
    subject.content().form() == Form::Module
}

fn no_macro_of_modules(name: &str) -> String {
    format!(
        "`{name}` stays as text: modules have `{{{{char}}}}`, `<BOT>`, `{{{{user}}}}` and `<USER>` and no other macro"
    )
}

/// Macros of cards in a module, each name once, with how many texts more have it.
fn beyond_modules(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let mut found: Vec<(&Text<'_>, std::ops::Range<usize>, String, usize)> = Vec::new();
    for text in subject.texts.iter().filter(|text| text.role.has_macros()) {
        let Ok(template) = Template::parse(&text.text, engine(Form::Module)) else { continue };
        let Ok(own) = Template::parse(&text.text, Engine::Module) else { continue };
        let own: HashSet<_> = own.macros().map(|one| one.span()).collect();
        let mut here = HashSet::new();
        for one in template.macros().filter(|one| one.kind() == Kind::Known && !own.contains(&one.span())) {
            let name = if one.is_angled() { one.text().to_owned() } else { one.name().to_lowercase() };
            if !here.insert(name.clone()) {
                continue;
            }
            match found.iter_mut().find(|(.., known, _)| *known == name) {
                Some((.., more)) => *more += 1,
                None => found.push((text, one.span(), name, 0)),
            }
        }
    }
    for (text, span, name, more) in found {
        sink.text(text, span, format!("{}{}", no_macro_of_modules(&name), also(more)));
    }
}

/// Whether a name is a part of a client's syntax: tags of blocks, SillyTavern's shorthand for variables, RisuAI's
/// macros for assets.
fn is_of_a_client(name: &str) -> bool {
    name.starts_with(['/', '#', ':', '.', '$']) || asset_macros::is_one(name)
}

fn unterminated(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for (text, finding) in oddities(subject).filter(|(_, finding)| finding.oddity == Oddity::Unterminated) {
        sink.text(text, finding.span.clone(), finding.oddity.to_string());
    }
}

fn single_brace(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    // For each text and spelling: the first place, and how many there are.
    let mut found: Vec<(&Text<'_>, &Finding, &str, usize)> = Vec::new();
    let mut numbers = HashMap::new();
    for (text, finding) in oddities(subject) {
        let Oddity::SingleBraces { .. } = &finding.oddity else { continue };
        // `\{\{char}}` is there to be read as braces.
        if text.text.get(..finding.span.start).is_some_and(|before| before.ends_with('\\')) {
            continue;
        }
        let spelled = text.text.get(finding.span.clone()).unwrap_or_default();
        let number = *numbers.entry((text.pointer.as_str(), spelled)).or_insert(found.len());
        match found.get_mut(number) {
            Some((.., count)) => *count += 1,
            None => found.push((text, finding, spelled, 1)),
        }
    }
    for (text, finding, spelled, count) in found {
        let times = if count > 1 { format!(" ({count} times)") } else { String::new() };
        sink.text(text, finding.span.clone(), format!("`{spelled}` is text; the macro has double braces{times}"));
    }
}

fn arguments(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    if is_module(subject) {
        return;
    }
    each(subject, sink, |oddity| match oddity {
        Oddity::WrongArguments { name, .. } => Some((name.clone(), oddity.to_string())),
        _ => None,
    });
}

fn clients(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    // World info is SillyTavern's own, and modules are RPGGO's.
    if matches!(subject.content().form(), Form::WorldInfo | Form::Module) {
        return;
    }
    let written = subject.variables().iter().flat_map(|(_, analysis)| &analysis.writes);
    let written = written.filter_map(|used| Some((used.scope, used.name.clone()?)));
    let mut clients = Clients::new(written);
    let mut found: Vec<(&Text<'_>, Difference, usize)> = Vec::new();
    let mut numbers: HashMap<(String, String), usize> = HashMap::new();
    for text in subject.texts.iter().filter(|text| text.role.is_expanded()) {
        let mut here = HashSet::new();
        for difference in clients.differences(&text.text) {
            // One finding a macro for the whole card, and one count a text.
            let key = (difference.name.clone(), difference.message.clone());
            if !here.insert(key.clone()) {
                continue;
            }
            let number = *numbers.entry(key).or_insert(found.len());
            match found.get_mut(number) {
                Some((.., more)) => *more += 1,
                None => found.push((text, difference, 0)),
            }
        }
    }
    for (text, difference, more) in found {
        let message = format!("{}{}", difference.message, also(more));
        sink.text(text, difference.span, message);
    }
    keys(subject, sink);
}

/// Macros in keys: RisuAI expands none.
fn keys(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let known = |text: &&Text<'_>| {
        text.role == Role::Key
            && Template::parse(&text.text, Engine::SillyTavern)
                .is_ok_and(|template| template.macros().any(|one| one.kind() == Kind::Known))
    };
    let mut all = subject.texts.iter().filter(known);
    if let Some(first) = all.next() {
        let message = format!("a key with a macro, which RisuAI looks for as text{}", also(all.count()));
        sink.value(first.pointer.clone(), message).excerpt(&first.text);
    }
}

/// Says that something is in more texts.
fn also(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => "; in 1 text more".to_owned(),
        more => format!("; in {more} texts more"),
    }
}

fn unset_variable(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    // For each variable, the texts that set it.
    let mut written: HashMap<(Scope, &str), Vec<usize>> = HashMap::new();
    let mut reads = Vec::new();
    for (number, analysis) in subject.variables() {
        let Some(text) = subject.texts.get(*number) else { continue };
        for used in &analysis.writes {
            match &used.name {
                Some(name) => written.entry((used.scope, name)).or_default().push(*number),
                // A name that a macro makes may be any.
                None => return,
            }
        }
        reads.extend(analysis.reads.iter().map(|used| (*number, text, used)));
    }
    let mut seen = HashSet::new();
    let mut in_greetings = BTreeMap::new();
    for (number, text, used) in reads {
        let Some(name) = used.name.as_deref() else { continue };
        // What asks whether a variable is there may find it absent, and what counts up begins at nothing.
        let source = text.text.get(used.span.clone()).unwrap_or_default().to_ascii_lowercase();
        if [
            "{{hasvar",
            "{{varexists",
            "{{hasglobalvar",
            "{{globalvarexists",
            "{{addvar",
            "{{addglobalvar",
            "{{incvar",
            "{{incglobalvar",
            "{{decvar",
            "{{decglobalvar",
        ]
        .iter()
        .any(|name| source.starts_with(name))
        {
            continue;
        }
        match written.get(&(used.scope, name)) {
            Some(setters) if text.role != Role::Greeting || !setters.contains(&number) => {
                in_greetings.entry((used.scope, name)).or_insert(setters);
            }
            Some(_) => {}
            None if seen.insert((text.pointer.as_str(), name)) => {
                let scope = if used.scope == Scope::Global { "global variable" } else { "variable" };
                sink.text(text, used.span.clone(), format!("nothing in the card sets the {scope} `{name}`"));
            }
            None => {}
        }
    }
    some_greetings(subject, &in_greetings, sink);
}

/// Variables that some greetings set and others do not: a chat that begins with one of those reads nothing.
fn some_greetings(subject: &Subject<'_>, variables: &BTreeMap<(Scope, &str), &Vec<usize>>, sink: &mut Sink<'_>) {
    // Greetings for groups and other locales begin other chats.
    let is_solo = |text: &Text<'_>| {
        text.role == Role::Greeting
            && !text.pointer.as_str().contains("group")
            && !text.pointer.as_str().contains("first_messages")
    };
    let greetings: Vec<usize> =
        subject.texts.iter().enumerate().filter(|(_, text)| is_solo(text)).map(|(number, _)| number).collect();
    for ((_, name), setters) in variables {
        let setters: HashSet<&usize> = setters.iter().collect();
        let only_there = setters.iter().all(|number| greetings.binary_search(number).is_ok());
        if !only_there {
            continue;
        }
        for number in greetings.iter().filter(|number| !setters.contains(number)) {
            if let Some(text) = subject.texts.get(*number) {
                let message =
                    format!("the greeting does not set the variable `{name}`, as others do, and the card reads it");
                sink.value(text.pointer.clone(), message).excerpt(&text.text);
            }
        }
    }
}

fn original(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for text in subject.texts.iter().filter(|text| text.role.is_expanded() && text.role != Role::Override) {
        if let Some(at) = text.text.to_ascii_lowercase().find("{{original}}") {
            sink.text(text, at..at + "{{original}}".len(), "`{{original}}` replaces nothing here");
        }
    }
}

fn limit(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for (number, analysis) in subject.analyses() {
        if let (Some(text), Err(error)) = (subject.texts.get(*number), analysis) {
            sink.value(text.pointer.clone(), error.to_string());
        }
    }
}
