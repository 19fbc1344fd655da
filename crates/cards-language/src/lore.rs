//! Lore: which entries a message fires, what fires an entry, and how often.

use cards_json::{Limits, Pointer};
use cards_kit::{Card, Cast, Chat, Names, Session};
use cards_lint::{EVERYDAY, Options};
use cards_lore::EntryAt;
use cards_lore::trace::{Cause, Outcome, Stop};
use cards_model::book::BookView;

use crate::client::Client;
use crate::data::{Hover, Lens};
use crate::diagnostics::short;
use crate::document::Document;
use crate::lines::{Position, Range};
use crate::roles::Role;

/// What becomes of each entry over everyday messages, and which others its text fires. It takes a search of the whole book for
/// each message, so a server works it out beside its answers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Lore {
    /// The entries, in the order of the file.
    pub entries: Vec<EntryLore>,
}

/// What becomes of an entry.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EntryLore {
    /// Where it is.
    pub pointer: Pointer,
    /// What it is called.
    pub title: String,
    /// On how many everyday messages it fires, in the language in which it fires most.
    pub count: usize,
    /// Of how many.
    pub of: usize,
    /// Whether no key had to be there.
    pub always: bool,
    /// Why it never fires, whatever is said.
    pub never: Option<String>,
    /// The entries that its text fires, by number.
    pub fires: Vec<usize>,
    /// The entries whose texts fire it, by number.
    pub fired_by: Vec<usize>,
    /// Whether it is in a circle of entries that fire each other.
    pub in_circle: bool,
}

/// A session of a document's card and book, for the client; nothing where it has no book that can be searched.
///
/// # Errors
/// The book is past a limit of the engine.
pub fn session(document: &Document, client: &Client) -> Result<Option<Session>, String> {
    let Some(opened) = document.open() else { return Ok(None) };
    let mut cast = Cast::default();
    cast.add(opened, "");
    let session = Session::new(cast, client.options()).map_err(|error| error.to_string())?;
    Ok(Some(session.with_tokens(cards_words::Estimate)))
}

/// Makes the chat that entries and prompt are tried with, as `cards prompt --chat --say` makes it: what a file holds, and a
/// message behind it; where nothing was said before, the greeting is first. Without either, the message is an everyday one.
///
/// # Errors
/// The file is no chat.
pub fn chat(document: &Document, client: &Client, file: Option<&str>, message: Option<&str>) -> Result<Chat, String> {
    let mut cast = Cast::default();
    if let Some(opened) = document.open() {
        cast.add(opened, "");
    }
    let card = cast.card();
    let names = Names {
        user: client.user.as_deref(),
        character: card.map(Card::display_name),
        full_name: card.map(Card::name),
    };
    let mut chat = match file {
        Some(text) => {
            Chat::read_with(text.as_bytes(), names, &Limits::default()).map_err(|error| error.to_string())?.value
        }
        None => Chat::default(),
    };
    let everyday = EVERYDAY.first().and_then(|all| all.first()).copied().filter(|_| chat.messages.is_empty());
    if let Some(message) = message.or(everyday) {
        cast.say(&mut chat, &client.options().greeting, message).map_err(|error| error.to_string())?;
    }
    Ok(chat)
}

/// Says a message, and gives why each entry fired or did not.
///
/// # Errors
/// A limit of the engine.
pub fn say(session: &mut Session, message: &str) -> Result<cards_kit::Fired, String> {
    let mut chat = Chat::default();
    chat.say_as_user(message);
    let memory = session.memory.clone();
    let fired = session.activate(&chat).map_err(|error| error.to_string());
    // Each message is the first of its chat.
    session.memory = memory;
    fired
}

impl Lore {
    /// Tries the book of a document on everyday messages, as `cards activate` would each of them.
    #[must_use]
    pub fn of(document: &Document, client: &Client, options: &Options<'_>) -> Self {
        let Some(opened) = document.open() else { return Self::default() };
        let Some(book) = BookView::of(&opened.content) else { return Self::default() };
        let mut entries: Vec<EntryLore> = book
            .entries
            .iter()
            .enumerate()
            .map(|(number, entry)| EntryLore {
                pointer: entry.pointer.clone(),
                title: match (entry.title(), entry.keys().first()) {
                    ("", Some(key)) => key.clone(),
                    ("", None) => format!("entry {number}"),
                    (title, _) => title.to_owned(),
                },
                ..EntryLore::default()
            })
            .collect();
        count(document, client, &mut entries);
        for (number, fired) in cards_lint::fires(&book, options).unwrap_or_default().into_iter().enumerate() {
            for other in &fired {
                if let Some(other) = entries.get_mut(*other) {
                    other.fired_by.push(number);
                }
            }
            if let Some(entry) = entries.get_mut(number) {
                entry.fires = fired;
            }
        }
        for number in 0..entries.len() {
            let in_circle = returns(&entries, number);
            if let Some(entry) = entries.get_mut(number) {
                entry.in_circle = in_circle;
            }
        }
        Self { entries }
    }

    /// Gives the words above each entry.
    #[must_use]
    pub fn lenses(&self, document: &Document) -> Vec<Lens> {
        let nodes = document.entries();
        let lens = |(number, entry): (usize, &EntryLore)| {
            let node = nodes.get(number)?.node;
            Some(Lens {
                range: document.range(&short(document, node)),
                title: entry.words(),
                command: "cards.whySilent",
                pointer: entry.pointer.as_str().to_owned(),
            })
        };
        self.entries.iter().enumerate().filter_map(lens).collect()
    }
}

impl EntryLore {
    /// Says how often the entry fires, and what it has to do with others.
    #[must_use]
    pub fn words(&self) -> String {
        let often = match &self.never {
            Some(why) => format!("never fires: {why}"),
            None if self.always => "always there".to_owned(),
            None => format!("fires on {} of {} everyday messages", self.count, self.of),
        };
        let mut words = often;
        let entries = |count: usize| if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") };
        if !self.fires.is_empty() {
            words += &format!(" · fires {}", entries(self.fires.len()));
        }
        if !self.fired_by.is_empty() {
            words += &format!(" · fired by {}", entries(self.fired_by.len()));
        }
        if self.in_circle {
            words += " · in a loop";
        }
        words
    }
}

/// Entries that are looked at for circles at most from one.
const MOST_STEPS: usize = 4_096;

/// Whether a way leads from an entry back to it.
fn returns(entries: &[EntryLore], first: usize) -> bool {
    let mut seen = std::collections::HashSet::new();
    let mut open: Vec<usize> = entries.get(first).map(|entry| entry.fires.clone()).unwrap_or_default();
    while let Some(at) = open.pop() {
        if at == first {
            return true;
        }
        if seen.len() < MOST_STEPS && seen.insert(at) {
            open.extend(entries.get(at).into_iter().flat_map(|entry| entry.fires.iter().copied()));
        }
    }
    false
}

/// Counts on how many messages of each language each entry fires.
fn count(document: &Document, client: &Client, entries: &mut [EntryLore]) {
    let Ok(Some(mut session)) = session(document, client) else { return };
    for messages in EVERYDAY {
        let mut counts = vec![(0, 0); entries.len()];
        for message in *messages {
            let Ok(fired) = say(&mut session, message) else { continue };
            for (at, outcome) in fired.activation.trace.entries() {
                let Some(slot) = counts.get_mut(at.entry).filter(|_| at.book == 0) else { continue };
                match outcome {
                    Outcome::Fired(how) => {
                        slot.0 += 1;
                        slot.1 += usize::from(matches!(how.cause, Cause::Constant | Cause::Always));
                    }
                    Outcome::Stopped(stopped) => {
                        let forever =
                            matches!(stopped.stop, Stop::Disabled | Stop::NoKeys | Stop::InvalidKey | Stop::Empty);
                        if let Some(entry) = entries.get_mut(at.entry).filter(|entry| forever && entry.never.is_none())
                        {
                            entry.never = fired.why(at);
                        }
                    }
                    _ => {}
                }
            }
        }
        for (entry, (count, always)) in entries.iter_mut().zip(counts) {
            let of = messages.len();
            entry.always |= always == of;
            if entry.of == 0 || count * entry.of > entry.count * of {
                (entry.count, entry.of) = (count, of);
            }
        }
    }
}

/// Gives the entries that a chat of one message fires, by number.
///
/// # Errors
/// A limit of the engine.
pub fn fired(session: &mut Session, message: &str) -> Result<Vec<EntryAt>, String> {
    let answer = say(session, message)?;
    Ok(answer.activation.entries.iter().map(|active| active.at).collect())
}

/// Tells what a key or an entry under a place fires, and what fires it; of a key, what a message fires that is the key alone.
#[must_use]
pub fn hover(document: &Document, position: Position, client: &Client, lore: &Lore) -> Option<Hover> {
    let offset = document.lines().offset(document.text(), position);
    let (node, facts, _) = document.text_at(offset)?;
    let number = document.entry_of(node)?;
    let own = lore.entries.get(number)?;
    let range = document.range(&facts.inside);
    if facts.role != Role::Key {
        return None;
    }
    let mut session = session(document, client).ok()??;
    let fired = fired(&mut session, facts.map.text()).ok()?;
    let names: Vec<String> = fired.iter().map(|at| format!("- {}", session.lore().label(*at))).collect();
    let list = if names.is_empty() { "- nothing".to_owned() } else { names.join("\n") };
    let markdown = format!("A message that is this key alone fires:\n{list}\n\n{}\n\n*{}*", own.words(), client.name());
    Some(Hover { range, markdown })
}

/// Gives where a key under a place leads: to the entries that it fires. From the text of an entry, to those that it fires.
#[must_use]
pub fn definitions(document: &Document, position: Position, client: &Client, lore: &Lore) -> Vec<Range> {
    let offset = document.lines().offset(document.text(), position);
    let Some((node, facts, _)) = document.text_at(offset) else { return Vec::new() };
    let numbers: Vec<usize> = match facts.role {
        Role::Key => {
            let session = session(document, client).ok().flatten();
            let fired = session.and_then(|mut session| fired(&mut session, facts.map.text()).ok());
            fired.unwrap_or_default().into_iter().filter(|at| at.book == 0).map(|at| at.entry).collect()
        }
        Role::Lore => {
            document.entry_of(node).and_then(|own| lore.entries.get(own)).map_or(Vec::new(), |own| own.fires.clone())
        }
        _ => Vec::new(),
    };
    ranges(document, numbers)
}

/// Gives what fires the entry under a place: its keys, and the entries whose texts have one of them.
#[must_use]
pub fn references(document: &Document, position: Position, lore: &Lore) -> Vec<Range> {
    let offset = document.lines().offset(document.text(), position);
    let Some(number) = document.at(offset).and_then(|node| document.entry_of(node)) else { return Vec::new() };
    let keys = document.entries().get(number).map(|entry| entry.node).into_iter().flat_map(|entry| {
        let end = document.outline().nodes().get(entry).map_or(0, |node| node.after);
        (entry..end).filter(|node| document.role(*node) == Some(Role::Key))
    });
    let mut all: Vec<Range> =
        keys.filter_map(|node| document.text_of(node)).map(|facts| document.range(&facts.inside)).collect();
    all.extend(ranges(document, lore.entries.get(number).map(|entry| entry.fired_by.clone()).unwrap_or_default()));
    all
}

fn ranges(document: &Document, numbers: Vec<usize>) -> Vec<Range> {
    let nodes = document.entries();
    let range = |number: usize| Some(document.range(&short(document, nodes.get(number)?.node)));
    numbers.into_iter().filter_map(range).collect()
}

/// Says why each entry of a document, or the one at a pointer, fires on a message or stays silent: what `cards activate --explain`
/// says.
///
/// # Errors
/// There is no book, or it is past a limit.
pub fn why_silent(
    document: &Document,
    message: &Chat,
    pointer: Option<&Pointer>,
    client: &Client,
) -> Result<String, String> {
    let mut session = session(document, client)?.ok_or("there is no card or lorebook here")?;
    let wanted = pointer.and_then(|pointer| document.find(pointer)).and_then(|node| document.entry_of(node));
    let fired = session.activate(message).map_err(|error| error.to_string())?;
    let misses = session.near_misses(&fired).map_err(|error| error.to_string())?;
    let mut out =
        format!("# {} of {} fire\n\n*{}*\n", fired.activation.entries.len(), session.entries().count(), client.name());
    for first in session.to_do_first() {
        out += &format!("\n> {first}\n");
    }
    for (at, _) in session.entries().filter(|(at, _)| wanted.is_none_or(|wanted| at.entry == wanted && at.book == 0)) {
        let outcome = fired.activation.trace.outcome(at).cloned().unwrap_or_default();
        let mark = if matches!(outcome, Outcome::Fired(_)) { "+" } else { "−" };
        let words = session.why(&fired, at);
        out += &format!("\n{mark} **{}**: {words}", session.lore().label(at));
        if let Some(near) = misses.get(&at) {
            out += &format!("; {}", near.in_words(&fired));
        }
        out.push('\n');
    }
    Ok(out)
}
