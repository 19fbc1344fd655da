//! The scripts of one mode, over one text.

use std::borrow::Cow;

use cards_macro::{Engine, Fact, Host, List, Overlay, Role};
use cards_pattern::{Match, Pattern};

use super::action::{Actions, sort};
use super::pattern::{moves, pattern};
use super::replace::{moved, substitute};
use super::script::{Mode, Script};
use crate::aside::{Place, expand};
use crate::finding::{Finding, FindingKind};
use crate::limits::Limits;
use crate::ran::{Ran, Step};

/// One call of the scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Call {
    /// On what they run.
    pub mode: Mode,
    /// Which message of the host's chat holds the text, from 0; `None` outside the chat.
    pub index: Option<usize>,
}

impl Call {
    /// A text outside the chat.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Self { mode, index: None }
    }

    /// Sets [`Call::index`].
    #[must_use]
    pub fn with_index(mut self, index: Option<usize>) -> Self {
        self.index = index;
        self
    }
}

/// Runs scripts over a text: those of the preset, of the card and of modules, in this order, of which those of the mode
/// count.
///
/// Macros of the text are expanded first, and again behind every script that replaces; macros that set variables do not
/// run, and stay as text. De facto: RisuAI 904a14a.
#[must_use]
pub fn run(text: &str, scripts: &[Script], call: &Call, host: &mut dyn Host, limits: &Limits) -> Ran {
    let mut situation = host.situation();
    situation.chat_index = call.index;
    situation.run_variables = false;
    let mut host = Overlay { host, answers: Place(situation) };
    let mut run = Run { ran: Ran { text: text.to_owned(), ..Ran::default() }, index: call.index, limits };
    if let Err(kind) = run.expand(&mut host) {
        run.ran.findings.push(Finding { script: 0, kind });
    }
    let of_mode = |script: &&Script| script.kind == call.mode.as_str() && !script.find.is_empty();
    let numbered = scripts.iter().enumerate().take(limits.scripts).filter(|(_, script)| of_mode(script));
    let mut list: Vec<_> = numbered.map(|(number, script)| (Actions::of(script), (number, script))).collect();
    sort(&mut list);
    for (actions, (number, script)) in &list {
        if !run.ran.begin(*number, limits) {
            break;
        }
        if let Err(kind) = run.script(*number, script, actions, &mut host) {
            run.ran.findings.push(Finding { script: *number, kind });
        }
    }
    run.ran
}

struct Run<'l> {
    ran: Ran,
    index: Option<usize>,
    limits: &'l Limits,
}

/// What a script did to the text.
enum Done {
    /// It replaced: macros are expanded in the whole text.
    Replaced(String),
    /// It did something else.
    Other(String),
    /// Nothing, or nothing to the text.
    Kept,
}

impl Run<'_> {
    fn expand(&mut self, host: &mut dyn Host) -> Result<(), FindingKind> {
        let expanded = expand(&self.ran.text, Engine::Risu, host, self.limits)
            .map_err(|error| FindingKind::Macro { reason: error.to_string() })?;
        self.ran.text = expanded;
        Ok(())
    }

    fn script(
        &mut self,
        number: usize,
        script: &Script,
        actions: &Actions,
        host: &mut dyn Host,
    ) -> Result<(), FindingKind> {
        let pattern = pattern(script, actions, host, self.limits)?;
        let mut matches = pattern.matches(&self.ran.text);
        let found: Result<Vec<Match>, _> = matches.by_ref().collect();
        let steps = matches.steps();
        self.ran.took(steps, 0);
        let found = found
            .map_err(|error| FindingKind::CostlyPattern { pattern: script.find.clone(), reason: error.to_string() })?;
        let done = self.done(script, actions, &pattern, &found, host);
        let (text, expands) = match done {
            Done::Replaced(text) => (text, true),
            Done::Other(text) => (text, false),
            Done::Kept => {
                if !found.is_empty() {
                    self.ran.steps.push(Step { script: number, hits: found.len(), changed: false });
                }
                return Ok(());
            }
        };
        if text.len() > self.limits.text_bytes {
            return Err(FindingKind::LongText { limit: self.limits.text_bytes });
        }
        let changed = text != self.ran.text;
        if changed || !found.is_empty() {
            self.ran.steps.push(Step { script: number, hits: found.len(), changed });
        }
        self.ran.text = text;
        if expands { self.expand(host) } else { Ok(()) }
    }

    fn done(
        &mut self,
        script: &Script,
        actions: &Actions,
        pattern: &Pattern,
        found: &[Match],
        host: &mut dyn Host,
    ) -> Done {
        let replace = replacement_of(script, actions);
        let text = &self.ran.text;
        let replaced = || Done::Replaced(replace_all(&replace, text, pattern, found, self.limits));
        if actions.names.is_empty() && !replace.starts_with("@@") {
            return replaced();
        }
        let does =
            |name: &str| actions.has(name) || replace.strip_prefix("@@").is_some_and(|rest| rest.starts_with(name));
        if found.is_empty() {
            let back = does("repeat_back").then_some(self.index).flatten();
            return back
                .and_then(|index| repeated(&replace, text, pattern, index, host))
                .map_or(Done::Kept, Done::Other);
        }
        if let Some(emotion) = replace.strip_prefix("@@emo ") {
            let known = host.list(List::Emotions).unwrap_or_default();
            self.ran.emotions.extend(known.into_iter().find(|known| known == emotion.trim()));
            return Done::Kept;
        }
        if does("inject") && self.index.is_some() {
            self.ran.stored = Some(text.clone());
            return Done::Other(without(text, found));
        }
        match moves(script, actions) {
            Some(to_top) => Done::Other(moved_text(&replace, text, pattern, found, to_top)),
            None => replaced(),
        }
    }
}

/// The replacement with its line breaks.
fn replacement_of(script: &Script, actions: &Actions) -> String {
    let mut replace = script.replace.replace("$n", "\n");
    if replace.ends_with('>') && !actions.has("no_end_nl") {
        replace.push('\n');
    }
    replace
}

/// Replaces every match; it ends early past the limit on texts, which the caller reports.
fn replace_all(replace: &str, text: &str, pattern: &Pattern, found: &[Match], limits: &Limits) -> String {
    let mut out = String::new();
    let mut done = 0;
    for hit in found {
        out.push_str(text.get(done..hit.start()).unwrap_or_default());
        substitute(replace, text, pattern, hit, &mut out);
        done = hit.end();
        if out.len() > limits.text_bytes {
            return out;
        }
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

/// The text without its matches.
fn without(text: &str, found: &[Match]) -> String {
    let mut out = String::new();
    let mut done = 0;
    for hit in found {
        out.push_str(text.get(done..hit.start()).unwrap_or_default());
        done = hit.end();
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

/// Takes the matches out and puts the replacement on a line before or behind the text. With the flag `g`, which takes
/// two of them to be left, the first match goes and is not moved.
fn moved_text(replace: &str, text: &str, pattern: &Pattern, found: &[Match], to_top: bool) -> String {
    let mut out = without(text, found);
    let order = ["@@move_top ", "@@move_bottom "].into_iter().find_map(|order| replace.strip_prefix(order));
    let skipped = usize::from(pattern.flags().global);
    let lines: Vec<String> = found.iter().skip(skipped).map(|hit| moved(order.unwrap_or(replace), text, hit)).collect();
    if to_top {
        let mut whole = String::new();
        for line in lines.iter().rev() {
            whole.push_str(line);
            whole.push('\n');
        }
        whole.push_str(&out);
        return whole;
    }
    for line in &lines {
        out.push('\n');
        out.push_str(line);
    }
    out
}

/// The text with the first match of the nearest earlier message of its role, or of the greeting, beside it.
fn repeated(replace: &str, text: &str, pattern: &Pattern, index: usize, host: &dyn Host) -> Option<String> {
    let hit = {
        let earlier = earlier_text(index, host)?;
        let found = pattern.matches(&earlier).next()?.ok()?;
        earlier.get(found.start()..found.end())?.to_owned()
    };
    match replace.split(' ').nth(1).unwrap_or("end") {
        "end" => Some(format!("{text}{hit}")),
        "start" => Some(format!("{hit}{text}")),
        "end_nl" => Some(format!("{text}\n{hit}")),
        "start_nl" => Some(format!("{hit}\n{text}")),
        _ => None,
    }
}

fn earlier_text<'h>(index: usize, host: &'h dyn Host) -> Option<Cow<'h, str>> {
    let messages = host.messages();
    let role = messages.get(index).map_or(Role::Assistant, |message| message.role);
    let earlier = messages.get(..index).unwrap_or_default().iter().rev().find(|message| message.role == role);
    if let Some(message) = earlier {
        return Some(Cow::Borrowed(&*message.text));
    }
    match host.situation().greeting {
        Some(number) => host.alternate_greetings().get(number).map(|text| Cow::Borrowed(text.as_str())),
        None => host.fact(Fact::FirstMessage),
    }
}
