//! What each client makes of a macro, found by letting each engine expand it.

use std::collections::{BTreeSet, HashMap, HashSet};

use cards_macro::{Fact, For, Kind, Limits, Profile, RenderOptions, Scope, Template, Value, Variables, example_host};

use crate::excerpt;

/// The engines that are compared. SillyTavern's older one replaces text pass by pass and has no macros to look at.
///
/// Those of clients that know names alone would be named with nearly every macro, so they are not among them.
const CLIENTS: &[Profile] = &[Profile::Spec, Profile::SillyTavern, Profile::Risu];

/// How often a macro is expanded with other dice: enough to see that it draws.
const THROWS: [f64; 6] = [0.0, 0.2, 0.4, 0.6, 0.8, 0.99];
/// Work of one expansion; a macro that takes more is no slip of the pen.
const FUEL: u64 = 20_000;
/// Bytes of macros that are expanded, over the whole card.
const MOST_BYTES: usize = 4 << 20;
/// Macros that are expanded, over the whole card, each spelling once.
const MOST: usize = 2_000;

/// Macros that every engine expands alike. Nearly every card has them, and letting three engines expand each of them takes
/// longer than most rules.
const ALIKE: [&str; 6] = ["{{char}}", "{{user}}", "{{Char}}", "{{User}}", "<USER>", "<BOT>"];

/// Compares the clients; what it has found out about a macro it keeps.
pub(super) struct Clients {
    written: HashSet<(Scope, String)>,
    known: HashMap<String, Option<String>>,
    left: usize,
}

/// A macro that clients expand in different ways.
pub(super) struct Difference {
    /// The name, that all of one kind have.
    pub(super) name: String,
    pub(super) span: std::ops::Range<usize>,
    /// What each client shows.
    pub(super) message: String,
}

impl Clients {
    /// With the variables that the card sets; whoever reads them finds something.
    pub(super) fn new(written: impl Iterator<Item = (Scope, String)>) -> Self {
        Self { written: written.collect(), known: HashMap::new(), left: MOST_BYTES }
    }

    /// The macros of a text that clients expand in different ways, in text order.
    pub(super) fn differences(&mut self, text: &str) -> Vec<Difference> {
        // Few texts have a macro, and none is without one of these.
        if !text.contains("{{") && !text.contains('<') {
            return Vec::new();
        }
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for &profile in CLIENTS {
            let Ok(template) = Template::parse(text, profile) else { return Vec::new() };
            for one in template.root().macros().filter(|one| is_macro(one.kind())) {
                let span = one.span();
                if !seen.insert((span.start, span.end)) {
                    continue;
                }
                if let Some(message) = self.message(one.text()) {
                    found.push(Difference { name: name(one.text()), span, message });
                }
            }
        }
        found.sort_by_key(|difference| difference.span.start);
        // A block that one client knows is text to the others, and so are its parts.
        let mut end = 0;
        found.retain(|difference| {
            let inside = difference.span.start < end;
            end = end.max(difference.span.end);
            !inside
        });
        found
    }

    /// What clients show for a macro, where that differs.
    fn message(&mut self, source: &str) -> Option<String> {
        // Where it has a meaning, every client puts its own text in; elsewhere it has none, which is a rule of its own.
        if name(source) == "original" {
            return None;
        }
        if ALIKE.contains(&source) {
            return None;
        }
        if let Some(known) = self.known.get(source) {
            return known.clone();
        }
        if self.known.len() >= MOST {
            return None;
        }
        self.left = self.left.checked_sub(source.len())?;
        let message = self.compare(source);
        self.known.insert(source.to_owned(), message.clone());
        message
    }

    fn compare(&self, source: &str) -> Option<String> {
        let variables = self.variables(source);
        let templates: Option<Vec<_>> = CLIENTS.iter().map(|profile| Template::parse(source, *profile).ok()).collect();
        let templates = templates?;
        let outcomes = |throws: &[f64]| -> Option<Vec<BTreeSet<String>>> {
            templates.iter().map(|template| outcomes(template, &variables, throws)).collect()
        };
        // Most macros give the same in every client, which one throw of the dice shows; the others are tried with all throws.
        let one = outcomes(THROWS.get(..1)?)?;
        let first = one.first()?;
        if one.iter().all(|other| other == first) {
            return None;
        }
        let shown = outcomes(&THROWS)?;
        let first = shown.first()?;
        // What is drawn by lot is alike when each draws.
        let alike = |a: &BTreeSet<String>, b: &BTreeSet<String>| a == b || (a.len() > 1 && b.len() > 1);
        if shown.iter().all(|other| alike(first, other)) {
            return None;
        }
        let mut groups: Vec<(&BTreeSet<String>, Vec<&str>)> = Vec::new();
        for (outcomes, &profile) in shown.iter().zip(CLIENTS) {
            match groups.iter_mut().find(|(known, _)| alike(known, outcomes)) {
                Some((_, names)) => names.push(title(profile)),
                None => groups.push((outcomes, vec![title(profile)])),
            }
        }
        let parts: Vec<String> = groups
            .into_iter()
            .map(|(outcomes, names)| format!("{} {}", names.join(" and "), verb(outcomes, source, names.len())))
            .collect();
        Some(format!("`{}`: {}", name(source), parts.join(", ")))
    }

    /// The variables that a macro reads and that the card sets.
    fn variables(&self, source: &str) -> Variables {
        let mut variables = Variables::default();
        let Ok(template) = Template::parse(source, Profile::SillyTavern) else { return variables };
        for used in template.analyse().reads {
            if let Some(name) = used.name.filter(|name| self.written.contains(&(used.scope, name.clone()))) {
                let store = if used.scope == Scope::Global { &mut variables.global } else { &mut variables.chat };
                store.insert(name, Value::from("x"));
            }
        }
        variables
    }
}

/// Everything that a client may show for a macro; nothing where expanding fails.
fn outcomes(template: &Template<'_>, variables: &Variables, throws: &[f64]) -> Option<BTreeSet<String>> {
    let options =
        RenderOptions::new(For::Prompt).with_limits(Limits::default().with_fuel(FUEL).with_output_bytes(1 << 20));
    let mut outcomes = BTreeSet::new();
    for (number, throw) in throws.iter().enumerate() {
        let mut host = example_host().rolls(&[*throw; 64]);
        // The nickname is a matter of its own, and the same for every macro.
        host.set(Fact::Nickname, "");
        host.set(Fact::ChatId, number.to_string());
        host.set(Fact::CardId, number.to_string());
        host.messages.extend(host.messages.first().cloned().into_iter().cycle().take(number));
        host.variables = variables.clone();
        outcomes.insert(template.render_with(&mut host, &options).ok()?.text.into_owned());
    }
    Some(outcomes)
}

fn is_macro(kind: Kind) -> bool {
    matches!(kind, Kind::Known | Kind::Shorthand | Kind::Block)
}

fn title(profile: Profile) -> &'static str {
    match profile {
        Profile::Spec => "CCv3",
        client => client.title(),
    }
}

/// What clients do with a macro, as the end of a sentence.
fn verb(outcomes: &BTreeSet<String>, source: &str, clients: usize) -> String {
    let s = if clients == 1 { "s" } else { "" };
    match outcomes.first().map(String::as_str) {
        Some(only) if outcomes.len() == 1 && only == source => format!("leave{s} it as text"),
        Some("") if outcomes.len() == 1 => format!("print{s} nothing"),
        Some(only) if outcomes.len() == 1 => format!("print{s} `{}`", excerpt::beginning(only)),
        _ => format!("draw{s} lots"),
    }
}

/// The name of a macro: what is at its head.
fn name(source: &str) -> String {
    let head = source.trim_start_matches(['{', '<', ' ']);
    let name: String =
        head.chars().take_while(|c| !c.is_whitespace() && !matches!(c, ':' | '}' | '>')).take(40).collect();
    name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_need_not_be_compared_is_alike() {
        for source in ALIKE {
            assert_eq!(Clients::new(std::iter::empty()).compare(source), None, "{source}");
        }
    }
}
