//! A lorebook in the lore engine, to see what its keys do.

use cards_lore as lore;
use cards_model::{Form, Number};

use crate::subject::Subject;

/// Everyday sentences without a name or a place. A key that stands in many of them stands in almost every chat.
const EVERYDAY: &[&str] = &[
    "I look at the door and wait for a moment.",
    "What do you want to do now?",
    "She smiles and says that it is fine.",
    "He walks to the window, then turns around.",
    "We should go before it gets dark.",
    "You are right, that was not what I meant.",
    "They laugh and sit down at the table.",
    "Hello! How are you today?",
];

/// From how many of the sentences on a key fires on almost everything.
const OFTEN: usize = 3;

/// What the engine says of the entries of a book.
pub(crate) struct Verdicts {
    /// Keys that never match, with the number of the entry.
    pub(crate) broken: Vec<(usize, lore::FindingKind)>,
    /// Entries that fire on many everyday sentences: how many, and the key.
    pub(crate) broad: Vec<(usize, usize, String)>,
    /// How many sentences there were.
    pub(crate) sentences: usize,
}

/// Runs the book of a subject; nothing when there is none or it is past the limits of the engine.
pub(crate) fn verdicts(subject: &Subject<'_>) -> Option<Verdicts> {
    let book = subject.book.as_ref()?;
    let world = subject.content().form() == Form::WorldInfo;
    let profile = if world { lore::Profile::SillyTavern } else { lore::Profile::Spec };
    let entries = book.book.entries.iter().enumerate().map(|(number, entry)| lore::Entry {
        id: number.to_string(),
        keys: entry.keys.clone(),
        secondary_keys: entry.secondary_keys.clone().unwrap_or_default(),
        selective: entry.selective.unwrap_or(world),
        // Only whether the keys match is asked, not what is inserted.
        content: "x".to_owned(),
        enabled: entry.enabled,
        constant: entry.constant == Some(true),
        order: entry.insertion_order.as_f64(),
        priority: entry.priority.as_ref().map(Number::as_f64),
        use_regex: entry.use_regex == Some(true),
        case_sensitive: entry.case_sensitive,
        ..lore::Entry::default()
    });
    let own = lore::Book { entries: entries.collect(), recursive_scanning: Some(false), ..lore::Book::default() };
    let settings = lore::Settings {
        recursive: false,
        include_names: false,
        budget_percent: 100.0,
        max_context: f64::from(u32::MAX),
        ..lore::Settings::new(profile)
    };
    let compiled = lore::Lore::compile(vec![own], settings, lore::Limits::default()).ok()?;
    let broken = compiled.findings().iter().filter_map(|odd| Some((odd.entry?.entry, odd.kind.clone()))).collect();
    let hits = everyday_hits(&compiled, book.book.entries.len());
    let broad = hits.into_iter().enumerate().filter(|(_, (count, _))| *count >= OFTEN);
    let broad = broad.map(|(entry, (count, key))| (entry, count, key)).collect();
    Some(Verdicts { broken, broad, sentences: EVERYDAY.len() })
}

/// On how many sentences each entry fires, and by which key.
fn everyday_hits(compiled: &lore::Lore, entries: usize) -> Vec<(usize, String)> {
    let mut hits = vec![(0, String::new()); entries];
    for text in EVERYDAY {
        let messages = vec![lore::Message { name: None, role: lore::Role::default(), text }];
        let turn = lore::Turn { messages, dry_run: true, ..lore::Turn::default() };
        let mut host =
            lore::Host { tokens: &mut lore::Words, dice: &mut lore::SeededDice::new(0), expander: &mut lore::Verbatim };
        let Ok(activation) = compiled.activate(&turn, &mut lore::State::default(), &mut host) else {
            continue;
        };
        for (at, outcome) in activation.trace.entries() {
            if let (Some(slot), lore::Outcome::Fired(fired)) = (hits.get_mut(at.entry), outcome)
                && let lore::Cause::Key(key) = &fired.cause
            {
                slot.0 += 1;
                slot.1.clone_from(&key.key);
            }
        }
    }
    hits
}
