//! Rules about `{{macros}}`.

use std::collections::HashSet;

use cards_macro::{Analysis, Error, Finding, Oddity, Profile, Scope, Template};
use cards_model::Form;

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::{Role, Subject, Text};

rules! {
    /// The rules about `{{macros}}`.
    MACRO;
    /// A name that is almost a macro's.
    MISSPELT: "macro-misspelt", Warning, "CCv3 macros; de facto: SillyTavern 1.19, RisuAI 460ecae (unknown macros stay as text)",
        "Macros are spelled as clients know them.",
        "Correct the spelling; `cards expand --list` shows the macros.",
        check: Some(misspelt);
    /// A name that no client knows.
    UNKNOWN: "macro-unknown", Note, "CCv3 macros; de facto: SillyTavern 1.19, RisuAI 460ecae (unknown macros stay as text)",
        "Macros are those of the specs and of common clients.",
        "The text shows as it is written unless an extension of a client knows it.",
        check: Some(unknown);
    /// Braces that are opened and not closed.
    UNTERMINATED: "macro-unterminated", Warning, "CCv3 macros (`{{…}}`)",
        "Each `{{` is closed by `}}`.",
        "Close the braces.",
        check: Some(unterminated);
    /// `{user}`.
    SINGLE_BRACE: "macro-single-brace", Warning, "V1 and CCv3 macros; de facto: RPGGO's own sample has `{user}`",
        "Names of people stand in double braces.",
        "Write `{{user}}` or `{{char}}`; in single braces it is text.",
        check: Some(single_brace);
    /// The wrong number of arguments.
    ARGUMENTS: "macro-arguments", Warning, "CCv3 macros; de facto: SillyTavern 1.19",
        "Macros get as many arguments as they take.",
        "See `cards expand --list` for how the macro is written; as it stands it stays as text.",
        check: Some(arguments);
    /// Clients render the text differently.
    CLIENTS: "macro-clients", Note, "de facto: SillyTavern 1.19, RisuAI 460ecae against CCv3",
        "Texts render alike in every client.",
        "Use the spelling that all clients know, or accept the difference.",
        check: Some(clients);
    /// A variable that nothing sets.
    UNSET_VARIABLE: "macro-unset-variable", Warning, "Prom macros (getvar, setvar); de facto: SillyTavern 1.19 gives an empty text, RisuAI 460ecae `null`",
        "Variables are set before they are read.",
        "Set the variable in a greeting or a constant entry with `{{setvar::name::value}}`.",
        check: Some(unset_variable);
    /// `{{original}}` where it has no meaning.
    ORIGINAL: "macro-original", Warning, "V2 system_prompt, post_history_instructions",
        "`{{original}}` stands in a system prompt or in post-history instructions.",
        "Take it out; elsewhere there is no text that it could stand for.",
        check: Some(original);
    /// The text is past a limit of the macro engine.
    LIMIT: "macro-limit", Warning, "cards limits",
        "Texts stay within the limits of the macro engine.",
        "Nest fewer macros; other clients may hang on this text.",
        check: Some(limit);
}

/// The profile that fits the form: the one that knows the most macros which authors use there.
pub(crate) fn profile(form: Form) -> Profile {
    match form {
        Form::Module => Profile::Module,
        Form::WorldInfo => Profile::SillyTavern,
        _ => Profile::Spec,
    }
}

/// Analyses each text in which macros are expanded; past a limit there is nothing to say but the limit.
pub(crate) fn analyse(texts: &[Text<'_>], profile: Profile) -> Vec<(usize, Result<Analysis, Error>)> {
    let expanded = texts.iter().enumerate().filter(|(_, text)| text.role.has_macros());
    expanded
        .map(|(number, text)| (number, Template::parse(&text.text, profile).map(|template| template.analyse())))
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
        Oddity::Unknown { name, suggestion: Some(meant), known_in } if known_in.is_empty() => {
            Some((name.clone(), format!("`{name}` is no macro; `{meant}` is like it")))
        }
        _ => None,
    });
}

fn unknown(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    each(subject, sink, |oddity| match oddity {
        Oddity::Unknown { name, suggestion: None, known_in } if known_in.is_empty() => {
            Some((name.clone(), format!("`{name}` is no macro of a spec, of SillyTavern or of RisuAI")))
        }
        _ => None,
    });
}

fn unterminated(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for (text, finding) in oddities(subject).filter(|(_, finding)| finding.oddity == Oddity::Unterminated) {
        sink.text(text, finding.span.clone(), "`{{` is opened here and never closed");
    }
}

fn single_brace(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for (text, finding) in oddities(subject) {
        if let Oddity::SingleBraces { name } = &finding.oddity {
            sink.text(text, finding.span.clone(), format!("`{{{name}}}` is text; the macro has double braces"));
        }
    }
}

fn arguments(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    each(subject, sink, |oddity| match oddity {
        Oddity::WrongArguments { name, takes, found } => {
            let takes = match (takes.min, takes.max) {
                (min, max) if min == max => format!("{min}"),
                (min, max) if max == cards_macro::Arity::MANY => format!("{min} or more"),
                (min, max) => format!("{min} to {max}"),
            };
            Some((name.clone(), format!("`{name}` takes {takes} arguments and has {found}")))
        }
        _ => None,
    });
}

fn clients(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    each(subject, sink, |oddity| match oddity {
        Oddity::DiffersIn { profile, how } => Some((format!("{profile}: {how}"), format!("in {profile}: {how}"))),
        Oddity::Unknown { name, known_in, .. } if !known_in.is_empty() => {
            let known: Vec<_> = known_in.iter().map(|profile| profile.name()).collect();
            Some((name.clone(), format!("`{name}` is a macro in {} alone, and text elsewhere", known.join(", "))))
        }
        _ => None,
    });
}

fn unset_variable(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let mut written: HashSet<(Scope, String)> = HashSet::new();
    let mut reads = Vec::new();
    // SillyTavern's engine knows the most ways to set a variable.
    for (number, analysis) in analyse(&subject.texts, Profile::SillyTavern) {
        let (Some(text), Ok(analysis)) = (subject.texts.get(number), analysis) else { continue };
        for used in analysis.writes {
            match used.name {
                Some(name) => drop(written.insert((used.scope, name))),
                // A name that a macro makes may be any.
                None => return,
            }
        }
        reads.extend(analysis.reads.into_iter().map(|used| (text, used)));
    }
    let mut seen = HashSet::new();
    for (text, used) in reads {
        let Some(name) = used.name else { continue };
        if !written.contains(&(used.scope, name.clone())) && seen.insert((text.pointer.clone(), name.clone())) {
            let scope = if used.scope == Scope::Global { "global variable" } else { "variable" };
            sink.text(text, used.span, format!("nothing in the card sets the {scope} `{name}`"));
        }
    }
}

fn original(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for text in subject.texts.iter().filter(|text| text.role.has_macros() && text.role != Role::Override) {
        if let Some(at) = text.text.to_ascii_lowercase().find("{{original}}") {
            sink.text(text, at..at + "{{original}}".len(), "`{{original}}` stands for nothing here");
        }
    }
}

fn limit(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    for (number, analysis) in subject.analyses() {
        if let (Some(text), Err(error)) = (subject.texts.get(*number), analysis) {
            sink.value(text.pointer.as_str(), error.to_string());
        }
    }
}
