//! Which scripts run, and over what.

use cards_macro::Host;
use cards_pattern::{Matches, Pattern};
use cards_words::setters;

use super::find;
use super::replace::{Hit, replacement};
use super::script::{Placement, Script};
use crate::finding::{Finding, FindingKind};
use crate::limits::Limits;
use crate::ran::{Ran, Step};

/// What the text is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// It is being stored: scripts that are for display or prompt alone do not run.
    #[default]
    Stored,
    /// It is shown: scripts for display run.
    Display,
    /// It goes into the prompt: scripts for prompts run.
    Prompt,
}

cards_words::named! {
    Purpose: "purpose";
    Stored => "stored",
    Display => "display",
    Prompt => "prompt",
}

/// One call of the scripts.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Call {
    /// What kind of text it is.
    pub placement: Placement,
    /// What it is for.
    pub purpose: Purpose,
    /// Whether the user edited it.
    pub edit: bool,
    /// How many messages are newer; `None` where that is not known, and no script is asked for its depth.
    pub depth: Option<f64>,
    /// Who speaks, for `{{char}}` in trim strings; `None` is the card.
    pub speaker: Option<String>,
}

impl Call {
    /// A text that is being stored.
    #[must_use]
    pub fn new(placement: Placement) -> Self {
        Self { placement, purpose: Purpose::Stored, edit: false, depth: None, speaker: None }
    }
}

setters! {
    Call:
    with_purpose purpose: Purpose,
    with_edit edit: bool,
    with_depth depth: Option<f64>,
    with_speaker speaker: Option<String>,
}

/// Where scripts come from; the client runs those of the settings, then those of the preset and the card if the user has
/// allowed them.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Sources {
    /// Of the settings.
    pub global: Vec<Script>,
    /// Of the preset.
    pub preset: Vec<Script>,
    /// Of the card.
    pub card: Vec<Script>,
}

impl Sources {
    /// Puts the lists together in the client's order.
    #[must_use]
    pub fn in_order(self, allow_preset: bool, allow_card: bool) -> Vec<Script> {
        let mut scripts = self.global;
        scripts.extend(self.preset.into_iter().filter(|_| allow_preset));
        scripts.extend(self.card.into_iter().filter(|_| allow_card));
        scripts
    }
}

impl Script {
    /// Whether the call runs the script, as far as flags, edits and depth say.
    fn is_asked(&self, call: &Call) -> bool {
        let purpose = match call.purpose {
            Purpose::Display => self.display_only,
            Purpose::Prompt => self.prompt_only,
            Purpose::Stored => !self.display_only && !self.prompt_only,
        };
        let deep_enough = |depth: f64| self.min_depth.is_none_or(|least| least < -1.0 || depth >= least);
        let not_too_deep = |depth: f64| self.max_depth.is_none_or(|most| most < 0.0 || depth <= most);
        purpose
            && (!call.edit || self.runs_on_edit)
            && call.depth.is_none_or(|depth| deep_enough(depth) && not_too_deep(depth))
    }
}

/// Runs scripts over a text, each over what the last one made.
///
/// De facto: SillyTavern 1.19.0. Where the client breaks, the text stays as it was and the last finding is
/// [`FindingKind::Breaks`].
#[must_use]
pub fn run(text: &str, scripts: &[Script], call: &Call, host: &mut dyn Host, limits: &Limits) -> Ran {
    let mut ran = Ran { text: text.to_owned(), ..Ran::default() };
    if text.is_empty() {
        return ran;
    }
    for (number, script) in scripts.iter().enumerate().take(limits.scripts) {
        if !script.is_asked(call) {
            continue;
        }
        if !script.disabled && script.is_placed(call.placement) && !ran.begin(number, limits) {
            break;
        }
        let kind = FindingKind::Breaks { reason: "the script has no `placement`" };
        let done = match script.placement {
            None => Err(kind),
            Some(_) if script.is_placed(call.placement) => {
                step(&mut ran, number, script, call.speaker.as_deref(), host, limits)
            }
            Some(_) => Ok(()),
        };
        if !keep(&mut ran, number, done) {
            ran.text = text.to_owned();
            break;
        }
    }
    ran
}

/// Runs one script alone, asking neither where nor when, as `/regex` and the editor's test do.
#[must_use]
pub fn run_one(text: &str, script: &Script, host: &mut dyn Host, limits: &Limits) -> Ran {
    let mut ran = Ran { text: text.to_owned(), ..Ran::default() };
    if ran.begin(0, limits) {
        let done = step(&mut ran, 0, script, None, host, limits);
        keep(&mut ran, 0, done);
    }
    ran
}

/// Notes what went wrong; `false` where the whole call breaks.
fn keep(ran: &mut Ran, script: usize, done: Result<(), FindingKind>) -> bool {
    let Err(kind) = done else { return true };
    let breaks = matches!(kind, FindingKind::Breaks { .. });
    ran.findings.push(Finding { script, kind });
    !breaks
}

fn step(
    ran: &mut Ran,
    number: usize,
    script: &Script,
    speaker: Option<&str>,
    host: &mut dyn Host,
    limits: &Limits,
) -> Result<(), FindingKind> {
    if script.disabled || script.find.is_empty() || ran.text.is_empty() {
        return Ok(());
    }
    let Some(pattern) = find::pattern(script, host, limits)? else { return Ok(()) };
    let (mut matches, mut trimmed) = (pattern.matches(&ran.text), 0);
    let made = made(&mut matches, &ran.text, (script, &pattern), &mut trimmed, speaker, host, limits);
    let steps = matches.steps();
    ran.took(steps, trimmed);
    if let Some((out, hits)) = made? {
        ran.steps.push(Step { script: number, hits, changed: out != ran.text });
        ran.text = out;
    }
    Ok(())
}

/// What looking for one string in a match counts as, beside the match.
const TRIM_BYTES: usize = 16;

/// The text with every match replaced, and how many they were; nothing where there is none. What is read to trim matches is
/// counted.
fn made(
    matches: &mut Matches<'_>,
    text: &str,
    (script, pattern): (&Script, &Pattern),
    trimmed: &mut u64,
    speaker: Option<&str>,
    host: &mut dyn Host,
    limits: &Limits,
) -> Result<Option<(String, usize)>, FindingKind> {
    let mut out = String::new();
    let (mut done, mut hits) = (0, 0);
    let trims = script.trim.as_ref().map_or(0, Vec::len);
    let too_long = FindingKind::LongText { limit: limits.text_bytes };
    for found in matches {
        let found = found
            .map_err(|error| FindingKind::CostlyPattern { pattern: script.find.clone(), reason: error.to_string() })?;
        let (start, end) = (found.start(), found.end());
        out.push_str(text.get(done..start).unwrap_or_default());
        *trimmed += (trims * (end - start + TRIM_BYTES)) as u64;
        if *trimmed > limits.scan_bytes {
            return Err(FindingKind::Spent { limit: limits.scan_bytes });
        }
        let hit = Hit { text, pattern, found };
        out.push_str(&replacement(script, &hit, speaker, host, limits)?);
        if out.len() > limits.text_bytes {
            return Err(too_long);
        }
        (done, hits) = (end, hits + 1);
    }
    if hits == 0 {
        return Ok(None);
    }
    out.push_str(text.get(done..).unwrap_or_default());
    if out.len() > limits.text_bytes { Err(too_long) } else { Ok(Some((out, hits))) }
}
