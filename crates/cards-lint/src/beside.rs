//! Files that clients keep beside their cards: regex scripts, presets, templates, personas, chats.
//!
//! Who reads such a file says what there is to look at; the rules are those that cards are held to, and two of their own.

use std::borrow::Cow;

use cards_container::Place;
use cards_macro::{Engine, Oddity};
use cards_model::rules::Rule;
use cards_model::{Document, Json, Limits, Pointer};

use crate::collector::Collector;
use crate::lint::{add_excerpts, add_lines, settled};
use crate::options::Options;
use crate::parts::{Role, Text};
use crate::report::Report;
use crate::rule::{Lint, rules};
use crate::rules::{macros, merge_mark, regex_script, text};
use crate::sink::Sink;
use crate::subject::{Input, Subject};
use crate::{fix, readers};

rules! {
    /// The rules about files that clients keep beside their cards.
    BESIDE;
    /// The client refuses the file.
    REFUSED: "beside-refused", Error, "de facto: SillyTavern 1.19 and RisuAI 904a14a, importers of regex scripts",
        "A file beside cards is one that its client takes.",
        "Correct what the message names; until then nothing of the file is imported.",
        breaks: readers::RUN_SCRIPTS;
    /// The client passes over a part of the file.
    PASSED_OVER: "beside-passed-over", Warning, "de facto: SillyTavern 1.19 (presets, templates, chats, groups, names in its data folder)",
        "Nothing in a file beside cards is passed over by its client.",
        "Correct the value, or take it out; as it is, the client uses its own value or leaves it out.",
        breaks: readers::KEEP_PRESETS;
}

/// A file that a client keeps beside its cards, as far as rules look at it.
///
/// ```
/// use cards_lint::{Beside, Options, lint_beside};
/// use cards_model::{Json, Limits, Pointer};
///
/// let source = r#"{"scriptName":"stars","findRegex":"/(/","replaceString":"","placement":[2]}"#;
/// let json = Json::read(source, &Limits::default())?;
/// let mut file = Beside::new(source.as_bytes());
/// file.sillytavern = vec![(Pointer::ROOT, &json)];
/// assert_eq!(lint_beside(&file, &Options::default()).findings[0].id(), "regex-invalid");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Beside<'a> {
    /// The file, for lines and columns.
    pub source: &'a [u8],
    /// Its JSON, where all of it is one value.
    pub json: Option<&'a Json>,
    /// Texts in which the client expands macros.
    pub texts: Vec<(Pointer, &'a str)>,
    /// Whether that is another client than SillyTavern; then macros are asked for their names alone, and not for what they take.
    pub is_of_another: bool,
    /// Macros that the file itself gives a meaning.
    pub names: Vec<&'a str>,
    /// SillyTavern's regex scripts.
    pub sillytavern: Vec<(Pointer, &'a Json)>,
    /// RisuAI's regex scripts.
    pub risu: Vec<(Pointer, &'a Json)>,
    /// What the client passes over.
    pub passed_over: Vec<(Pointer, String)>,
    /// Why the client refuses the file.
    pub refused: Option<String>,
}

impl<'a> Beside<'a> {
    /// A file of which nothing is known yet.
    #[must_use]
    pub fn new(source: &'a [u8]) -> Self {
        Self { source, ..Self::default() }
    }
}

/// Themes whose rules hold for such files too. Their texts are one client's own, so that no other client is compared.
const HELD: [&[&Lint]; 4] = [merge_mark::MERGES, macros::MACRO, regex_script::REGEX_SCRIPT, text::TEXT];

/// Holds a file beside cards to the rules that cards are held to, as far as they have a meaning for it. Nothing is repaired.
#[must_use]
pub fn lint_beside(file: &Beside<'_>, options: &Options<'_>) -> Report {
    // What asks for a document finds SillyTavern's form without anything in it.
    let Ok(nothing) = Document::read(r#"{"entries":{}}"#, &Limits::default()) else { return Report::default() };
    let text = |(pointer, text): &(Pointer, _)| Text {
        pointer: pointer.clone(),
        text: Cow::Borrowed(*text),
        role: Role::Override,
    };
    let texts: Vec<Text<'_>> = file.texts.iter().map(text).collect();
    let mut analyses = macros::analyse(&texts, Engine::SillyTavern);
    let is_own = |oddity: &Oddity| match oddity {
        Oddity::Unknown { name, .. } => file.names.iter().any(|own| own.eq_ignore_ascii_case(name)),
        Oddity::WrongArguments { .. } => file.is_of_another,
        _ => false,
    };
    for analysis in analyses.iter_mut().filter_map(|(_, analysis)| analysis.as_mut().ok()) {
        analysis.findings.retain(|finding| !is_own(&finding.oddity));
    }
    let subject = Subject::beside(
        Input { document: &nothing, facts: None },
        options,
        (texts, analyses),
        [file.sillytavern.clone(), file.risu.clone()],
        file.json,
    );
    let mut collector = Collector::default();
    let mut said = |rule: &'static Rule, pointer: &Pointer, message: &str| {
        let mut sink = Sink { rule, place: &Place::File, findings: &mut collector };
        sink.value(pointer.clone(), message);
    };
    file.refused.iter().for_each(|message| said(&REFUSED.rule, &Pointer::ROOT, message));
    file.passed_over.iter().for_each(|(pointer, message)| said(&PASSED_OVER.rule, pointer, message));
    for Lint { rule, check } in HELD.into_iter().flatten().copied() {
        // Variables of a chat may be set anywhere: in a card, by another preset, by hand.
        let has_a_meaning = rule.id != macros::UNSET_VARIABLE.rule.id;
        if let Some(check) = check.filter(|_| has_a_meaning && options.covers(rule)) {
            check(&subject, &mut Sink { rule, place: &Place::File, findings: &mut collector });
        }
    }
    let mut findings = settled(collector, &Place::File, options);
    findings.iter_mut().for_each(|finding| finding.fix = None);
    add_excerpts(&subject, &Place::File, &mut findings);
    if file.json.is_some() {
        add_lines(&fix::text_of(file.source), &mut findings);
    }
    Report::new(findings)
}
