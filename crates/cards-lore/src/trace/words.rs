//! The trace in plain words.

use std::borrow::Cow;

use super::{Cause, GroupWin, KeyList, KeyMatch, Outcome, Source, Stop, Trace};
use crate::book::Logic;
use crate::entry_at::EntryAt;

/// The texts that a turn searched, for the words around a match; without them (`()`) the words name places alone.
pub trait Searched {
    /// What people call a message, by its place among those that the engine was given, and its text where it is at hand.
    fn message(&self, at: usize) -> (String, Option<&str>) {
        (format!("message {}", at + 1), None)
    }

    /// The greeting, where it is apart from the messages.
    fn greeting(&self) -> Option<&str> {
        None
    }

    /// The text of an entry that fired.
    fn inserted(&self, _at: EntryAt) -> Option<&str> {
        None
    }
}

impl Searched for () {}

/// A trace and the texts that it speaks of.
#[derive(Clone, Copy)]
pub struct Words<'t> {
    trace: &'t Trace,
    searched: &'t dyn Searched,
}

impl std::fmt::Debug for Words<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Words").field(self.trace).finish()
    }
}

impl Trace {
    /// Says why an entry fired or did not, as a sentence without its full stop; `None` when it was not part of the turn.
    ///
    /// # Examples
    ///
    /// ```
    /// use cards_lore::{Book, Entry, EntryAt, Estimate, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim};
    ///
    /// let off = Entry { keys: vec!["lamp".into()], content: "Oil.".into(), enabled: false, ..Entry::default() };
    /// let book = Book { entries: vec![off], ..Book::default() };
    /// let lore = Lore::compile(vec![book], Settings::new(Profile::Spec), &Limits::default())?;
    /// let turn = Turn { messages: vec![Message::user("A lamp!")], ..Turn::default() };
    /// let mut dice = SeededDice::new(1);
    /// let mut host = Host { tokens: &mut Estimate, dice: &mut dice, expander: &mut Verbatim };
    /// let answer = lore.activate(&turn, &mut State::new(), &mut host)?;
    /// let at = EntryAt { book: 0, entry: 0 };
    /// assert_eq!(answer.trace.in_words(at).as_deref(), Some("it is switched off"));
    /// # Ok::<(), cards_lore::Error>(())
    /// ```
    #[must_use]
    pub fn in_words(&self, at: EntryAt) -> Option<String> {
        self.words(&()).entry(at)
    }

    /// The same with the texts at hand, so that the words around a match are shown.
    #[must_use]
    pub fn words<'t>(&'t self, searched: &'t dyn Searched) -> Words<'t> {
        Words { trace: self, searched }
    }
}

impl Words<'_> {
    /// Says why an entry fired or did not, as a sentence without its full stop; `None` when it was not part of the turn.
    #[must_use]
    pub fn entry(&self, at: EntryAt) -> Option<String> {
        self.trace.outcome(at).map(|outcome| self.outcome(outcome))
    }

    /// The same for an outcome of the trace.
    #[must_use]
    pub fn outcome(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::NoKey => "none of its keys occurs in the messages that are searched".to_owned(),
            Outcome::Fired(fired) => {
                let secondary =
                    fired.secondary.as_ref().map(|key| format!(", with {}", self.key(key))).unwrap_or_default();
                let pass = if fired.pass > 1 { format!(", in pass {}", fired.pass) } else { String::new() };
                let left =
                    fired.left.map(|left| format!("; {left:.0} tokens of the budget were left")).unwrap_or_default();
                format!("{}{secondary}{pass}{left}", self.cause(&fired.cause))
            }
            Outcome::Stopped(stopped) => {
                let key = stopped.key.as_ref().map(|key| format!("{}, but ", self.key(key))).unwrap_or_default();
                format!("{key}{}", self.stop(&stopped.stop))
            }
        }
    }

    /// Says which key matched, and where.
    #[must_use]
    pub fn key(&self, key: &KeyMatch) -> String {
        let list = match key.list {
            KeyList::Primary => "key",
            KeyList::Secondary => "secondary key",
            KeyList::Additional => "additional key",
            KeyList::Exclude | KeyList::ExcludeAll => "exclude key",
        };
        let (place, text) = match key.source {
            Source::Message(number) => self.searched.message(number),
            Source::Greeting => ("the greeting".to_owned(), self.searched.greeting()),
            Source::Field(field) => (format!("the {}", field.as_str()), None),
            Source::Injection(number) => (format!("injection {}", number + 1), None),
            Source::Inserted(at) => (format!("the text of {}", self.label(at)), self.searched.inserted(at)),
            Source::Window => ("the messages".to_owned(), None),
        };
        let excerpt = text.and_then(|text| excerpt(text, key)).map(|text| format!(": {text}")).unwrap_or_default();
        format!("{list} \"{}\" matched in {place}{excerpt}", key.key)
    }

    fn cause(&self, cause: &Cause) -> String {
        match cause {
            Cause::Constant => "it is constant".to_owned(),
            Cause::Key(key) => self.key(key),
            Cause::Sticky { until } => format!("it stays active until the chat has {until} messages"),
            Cause::Decorator { name, line } => format!("line {line} forces it (@@{name})"),
            Cause::Forced => "the caller forced it".to_owned(),
            Cause::Always => "modules are inserted whole".to_owned(),
        }
    }

    fn stop(&self, stop: &Stop) -> String {
        match stop {
            Stop::Disabled => "it is switched off".to_owned(),
            Stop::NoKeys => "it has no keys and nothing else fires it".to_owned(),
            Stop::InvalidKey => "one of its keys is not a valid pattern, so it never matches".to_owned(),
            Stop::Empty => "its text is empty".to_owned(),
            Stop::Depth { found_at, depth } => {
                format!("a key occurs only in the message {found_at} back, and {depth} are searched")
            }
            Stop::Secondary { logic, key } => self.secondary(*logic, key.as_ref()),
            Stop::Decorator { name, line, key } => {
                let key = key.as_ref().map(|key| format!(" ({})", self.key(key))).unwrap_or_default();
                format!("line {line} forbids it (@@{name}){key}")
            }
            Stop::Probability { rolled, chance } => {
                format!("the dice showed {rolled:.0} and its chance is {chance:.0} %")
            }
            Stop::Group { group, winner, how } => {
                let winner = winner.map_or_else(|| "another entry".to_owned(), |at| self.label(at));
                let how = match how {
                    GroupWin::Active => "which was active already",
                    GroupWin::Sticky => "which is sticky",
                    GroupWin::Score => "which has more matching keys",
                    GroupWin::Priority => "which takes precedence",
                    GroupWin::Roll => "by the dice",
                    GroupWin::Mistake => {
                        "and this entry was taken out in the place of another, as SillyTavern does by mistake"
                    }
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
            Stop::Injected { into } => format!("its text went into {}", self.label(*into)),
            Stop::Limit => "a limit ended the search before it was looked at".to_owned(),
        }
    }

    fn secondary(&self, logic: Logic, key: Option<&KeyMatch>) -> String {
        let found = key.map(|key| format!(" ({})", self.key(key))).unwrap_or_default();
        match logic {
            Logic::AndAny => "none of its secondary keys occurs there".to_owned(),
            Logic::AndAll => "not all of its secondary keys occur there".to_owned(),
            Logic::NotAny => format!("a secondary key occurs there{found}, which forbids it"),
            Logic::NotAll => "all of its secondary keys occur there, which forbids it".to_owned(),
            Logic::NoNumber => "its selective logic is not a number, which the client asks for".to_owned(),
            Logic::Unknown(number) => format!("its selective logic {number} is not one that the client knows"),
        }
    }

    fn label(&self, at: EntryAt) -> String {
        format!("\"{}\"", self.trace.label(at).unwrap_or(Cow::Borrowed("an entry")))
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
