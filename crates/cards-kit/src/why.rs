//! The lore engine's trace in plain words.

use cards_lore::book::Logic;
use cards_lore::trace::{Cause, GroupWin, KeyList, KeyMatch, Outcome, Source, Stop};
use cards_lore::{EntryAt, Lore, Placement};

use crate::miss::{Miss, NearMiss};
use crate::session::Fired;

/// What the words speak of.
struct Scene<'l> {
    /// The books.
    lore: &'l Lore,
    /// What was searched.
    fired: &'l Fired,
}

/// Says why an entry fired or did not, as a sentence without its full stop.
#[must_use]
pub fn in_words(outcome: &Outcome, lore: &Lore, fired: &Fired) -> String {
    let scene = &Scene { lore, fired };
    match outcome {
        Outcome::NoKey => "none of its keys occurs in the messages that are searched".to_owned(),
        Outcome::Fired(fired) => {
            let secondary =
                fired.secondary.as_ref().map(|key| format!(", with {}", key_in_words(key, scene))).unwrap_or_default();
            let pass = if fired.pass > 1 { format!(", in pass {}", fired.pass) } else { String::new() };
            let left = fired.left.map(|left| format!("; {left:.0} tokens were left")).unwrap_or_default();
            format!("{}{secondary}{pass}{left}", cause_in_words(&fired.cause, scene))
        }
        Outcome::Stopped(stopped) => {
            let key = stopped.key.as_ref().map(|key| format!("{}, but ", key_in_words(key, scene))).unwrap_or_default();
            format!("{key}{}", stop_in_words(&stopped.stop, scene))
        }
        _ => "its outcome is not known here".to_owned(),
    }
}

/// Says what keeps a key from matching that is almost there, and what to set so that it matches.
#[must_use]
pub fn near_in_words(near: &NearMiss, lore: &Lore, fired: &Fired) -> String {
    let key = key_in_words(&near.key, &Scene { lore, fired });
    let how = match near.miss {
        Miss::OtherCase => "if letter case did not count",
        Miss::InsideWord => "if it might be inside a word",
        Miss::InsideWordOtherCase => "if it might be inside a word and letter case did not count",
        Miss::NotAPattern => "if it were read as a pattern",
    };
    format!("{how}, {key}; to have that, set {}", near.miss.setting(lore.settings().profile))
}

fn cause_in_words(cause: &Cause, scene: &Scene<'_>) -> String {
    match cause {
        Cause::Constant => "it is constant".to_owned(),
        Cause::Key(key) => key_in_words(key, scene),
        Cause::Sticky { until } => format!("it stays active until the chat has {until} messages"),
        Cause::Decorator { name, line } => format!("line {line} forces it (@@{name})"),
        Cause::Forced => "the caller forced it".to_owned(),
        Cause::Always => "modules are inserted whole".to_owned(),
        _ => "it fired".to_owned(),
    }
}

fn key_in_words(key: &KeyMatch, scene: &Scene<'_>) -> String {
    let list = match key.list {
        KeyList::Primary => "key",
        KeyList::Secondary => "secondary key",
        KeyList::Additional => "additional key",
        KeyList::Exclude | KeyList::ExcludeAll => "exclude key",
        other => other.as_str(),
    };
    let (place, text) = match key.source {
        Source::Message(number) => scene.message(number + scene.fired.greeting),
        Source::Greeting => ("the greeting".to_owned(), scene.message(0).1),
        Source::Field(field) => (format!("the {}", field.as_str()), None),
        Source::Injection(number) => (format!("injection {}", number + 1), None),
        Source::Inserted(at) => (format!("the text of {}", entry_in_words(at, scene)), scene.fired.inserted(at)),
        Source::Window => ("the messages".to_owned(), None),
        _ => ("a text".to_owned(), None),
    };
    let excerpt = text.and_then(|text| excerpt(text, key)).map(|text| format!(": {text}")).unwrap_or_default();
    format!("{list} \"{}\" matched in {place}{excerpt}", key.key)
}

impl<'l> Scene<'l> {
    /// A message by its place in what the model sees: its number in the chat file, and its text.
    fn message(&self, at: usize) -> (String, Option<&'l str>) {
        let history = &self.fired.history;
        let number = match history.places.get(at) {
            Some(None) => "the greeting".to_owned(),
            Some(Some(place)) => format!("message {}", place + 1),
            None => format!("message {}", at + 1),
        };
        (number, history.messages.get(at).map(|message| &*message.text))
    }
}

/// The words around a match, the match itself in brackets; `None` where the text is not the one that was searched, as far as
/// a plain key can tell.
fn excerpt(text: &str, key: &KeyMatch) -> Option<String> {
    const AROUND: usize = 24;
    /// Characters of a match that are shown.
    const SHOWN: usize = 60;
    let (start, end) = (key.offset, key.offset + key.length);
    let is_pattern = key.key.starts_with('/');
    let found = text.get(start..end).filter(|found| !found.is_empty())?;
    // A pattern cannot tell; comments and hidden keys are what may be missing in what was searched.
    let is_other = if is_pattern { text.contains("{{") } else { found.to_lowercase() != key.key.to_lowercase() };
    if is_other {
        return None;
    }
    let before: Vec<char> = text.get(..start)?.chars().rev().take(AROUND + 1).collect();
    let after: Vec<char> = text.get(end..)?.chars().take(AROUND + 1).collect();
    let head = if before.len() > AROUND { "…" } else { "" };
    let tail = if after.len() > AROUND { "…" } else { "" };
    let before: String = before.iter().take(AROUND).rev().collect();
    let after: String = after.iter().take(AROUND).collect();
    let one_line = |text: String| text.replace(char::is_whitespace, " ");
    let cut: String = found.chars().take(SHOWN).collect();
    let found = if cut.len() < found.len() { format!("{cut}…") } else { cut };
    Some(format!("{head}{}[{}]{}{tail}", one_line(before), one_line(found), one_line(after)))
}

fn stop_in_words(stop: &Stop, scene: &Scene<'_>) -> String {
    match stop {
        Stop::Disabled => "it is switched off".to_owned(),
        Stop::NoKeys => "it has no keys and nothing else fires it".to_owned(),
        Stop::InvalidKey => "one of its keys is not a valid pattern, so it never matches".to_owned(),
        Stop::Empty => "its text is empty".to_owned(),
        Stop::Depth { found_at, depth } => {
            format!("a key occurs only in the message {found_at} back, and {depth} are searched")
        }
        Stop::Secondary { logic, key } => secondary_in_words(*logic, key.as_ref(), scene),
        Stop::Decorator { name, line, key } => {
            let key = key.as_ref().map(|key| format!(" ({})", key_in_words(key, scene))).unwrap_or_default();
            format!("line {line} forbids it (@@{name}){key}")
        }
        Stop::Probability { rolled, chance } => format!("the dice showed {rolled:.0} and its chance is {chance:.0} %"),
        Stop::Group { group, winner, how } => {
            let winner = winner.map_or_else(|| "another entry".to_owned(), |at| entry_in_words(at, scene));
            let how = match how {
                GroupWin::Active => "which was active already",
                GroupWin::Sticky => "which is sticky",
                GroupWin::Score => "which has more matching keys",
                GroupWin::Priority => "which takes precedence",
                GroupWin::Roll => "by the dice",
                GroupWin::Mistake => {
                    "and this entry was taken out in the place of another, as SillyTavern does by mistake"
                }
                other => other.as_str(),
            };
            format!("{winner} won the group \"{group}\", {how}")
        }
        Stop::Cooldown { until } => format!("it rests until the chat has {until} messages"),
        Stop::Delay { needed, length } => format!("it waits for {needed} messages and the chat has {length}"),
        Stop::Trigger => "it is not for this kind of generation".to_owned(),
        Stop::CharacterName => "it is not for this character".to_owned(),
        Stop::CharacterTag => "it is not for a character with these tags".to_owned(),
        Stop::RecursionExcluded => "other entries cannot fire it".to_owned(),
        Stop::RecursionDelayed { level } => format!("it waits for other entries to fire (level {level})"),
        Stop::Budget { needed, used, budget } => {
            format!("the budget is short: it needs {needed} tokens, {used:.0} of {budget:.0} are used")
        }
        Stop::NoTarget => "the entry that it belongs into did not fire".to_owned(),
        Stop::Injected { into } => format!("its text went into {}", entry_in_words(*into, scene)),
        Stop::Limit => "a limit ended the search before it was looked at".to_owned(),
        other => other.as_str().to_owned(),
    }
}

fn secondary_in_words(logic: Logic, key: Option<&KeyMatch>, scene: &Scene<'_>) -> String {
    let found = key.map(|key| format!(" ({})", key_in_words(key, scene))).unwrap_or_default();
    match logic {
        Logic::AndAny => "none of its secondary keys occurs there".to_owned(),
        Logic::AndAll => "not all of its secondary keys occur there".to_owned(),
        Logic::NotAny => format!("a secondary key occurs there{found}, which forbids it"),
        Logic::NotAll => "all of its secondary keys occur there, which forbids it".to_owned(),
        Logic::NoNumber => "its selective logic is not a number, which the client asks for".to_owned(),
        Logic::Unknown(number) => format!("its selective logic {number} is not one that the client knows"),
    }
}

fn entry_in_words(at: EntryAt, scene: &Scene<'_>) -> String {
    format!("\"{}\"", scene.lore.label(at))
}

/// Says where a text goes.
#[must_use]
pub fn place_in_words(placement: &Placement) -> String {
    match placement {
        Placement::Default => "with the lore".to_owned(),
        Placement::BeforeChar => "before the character".to_owned(),
        Placement::AfterChar => "after the character".to_owned(),
        Placement::AuthorNoteTop => "before the author's note".to_owned(),
        Placement::AuthorNoteBottom => "after the author's note".to_owned(),
        Placement::ExamplesTop => "before the example messages".to_owned(),
        Placement::ExamplesBottom => "after the example messages".to_owned(),
        Placement::Depth { depth } if depth.is_nan() => "at a depth that is not a number".to_owned(),
        Placement::Depth { depth } => format!("at depth {depth}"),
        Placement::ReverseDepth { depth } => format!("{depth} messages from the start"),
        Placement::InstructDepth { tokens } => format!("{tokens} tokens from the end"),
        Placement::ReverseInstructDepth { tokens } => format!("{tokens} tokens from the start"),
        Placement::Slot(name) => format!("at {name}"),
        Placement::Outlet(name) => format!("in outlet {name}"),
        Placement::Inject { target, .. } => format!("into {target}"),
        Placement::Nowhere(number) => format!("nowhere (position {number})"),
        Placement::NoPlace(written) => format!("nowhere (position {written}, which the client does not know)"),
        other => other.kind().to_owned(),
    }
}
