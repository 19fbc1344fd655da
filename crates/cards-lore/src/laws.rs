//! What holds for every book and chat: the laws that our own tests ask, for yours (feature `laws`).
//!
//! ```
//! use cards_lore::{Book, Entry, Limits, Lore, Message, Profile, Settings, State, Turn, Verbatim, laws};
//! let book = Book::new("Saltmere", [Entry::new(["bell"], "It rings before a loss.")]);
//! let lore = Lore::compile(vec![book], Settings::new(Profile::Spec), &Limits::default())?;
//! let turn = Turn::new([Message::user("Did you hear the bell?")]);
//! laws::is_repeatable(&lore, &turn, &State::new(), &mut Verbatim)?;
//! laws::trace_agrees(&lore, &turn, &State::new(), &mut Verbatim)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use cards_words::Broken;
use cards_words::{Profile, SeededDice, Words};

use crate::trace::{Cause, Outcome, Source};
use crate::{Activation, Error, Expander, Host, Lore, State, Turn};

/// The answer of a host that counts words and throws the same dice each time.
fn answer(lore: &Lore, turn: &Turn<'_>, state: &mut State, expander: &mut dyn Expander) -> Result<Activation, Error> {
    let mut host = Host { tokens: &mut Words, dice: &mut SeededDice::new(7), expander };
    lore.activate(turn, state, &mut host)
}

/// The same turn from the same state has the same answer, whatever the state remembers of texts, and also after it was written and
/// read again.
///
/// # Errors
/// [`Broken`]
pub fn is_repeatable(lore: &Lore, turn: &Turn<'_>, state: &State, expander: &mut dyn Expander) -> Result<(), Broken> {
    let law = "what a state remembers of texts only saves work";
    let mut fresh = state.clone();
    fresh.forget_texts();
    let mut stored = State::from_text(&state.to_text()).map_err(|error| Broken::new(law, error.to_string()))?;
    let mut said = |state: &mut State| format!("{:?}", answer(lore, turn, state, expander));
    let (kept, fresh, stored) = (said(&mut state.clone()), said(&mut fresh), said(&mut stored));
    Broken::unless(kept == fresh, law, || format!("{kept}\nand afresh\n{fresh}"))?;
    Broken::unless(kept == stored, law, || format!("{kept}\nand from its lasting form\n{stored}"))
}

/// Without recursion, what is inserted is within the budget that each book has, for books that leave it to the settings.
///
/// # Errors
/// [`Broken`]
pub fn stays_within_the_budget(
    lore: &Lore,
    turn: &Turn<'_>,
    state: &State,
    expander: &mut dyn Expander,
) -> Result<(), Broken> {
    let settings = lore.settings();
    let Some(budget) = settings.token_budget.filter(|_| !settings.recursive) else { return Ok(()) };
    let left_to_it = lore.books().iter().all(|book| book.token_budget.is_none());
    let free = lore.books().iter().flat_map(|book| &book.entries).any(|entry| entry.ignore_budget);
    let Ok(answer) = answer(lore, turn, &mut state.clone(), expander) else { return Ok(()) };
    let most = budget * lore.books().len() as f64;
    let holds = !left_to_it || free || answer.tokens() as f64 <= most;
    Broken::unless(holds, "what is inserted is within the budget", || format!("{} of {most}", answer.tokens()))
}

/// The trace names each entry once; those that it says fired are those of the answer, each with a text in one place, and a plain key
/// is where the trace says.
///
/// # Errors
/// [`Broken`]
pub fn trace_agrees(lore: &Lore, turn: &Turn<'_>, state: &State, expander: &mut dyn Expander) -> Result<(), Broken> {
    let law = "the trace and the answer say the same";
    let Ok(answer) = answer(lore, turn, &mut state.clone(), expander) else { return Ok(()) };
    let mut fired = Vec::new();
    for (at, outcome) in answer.trace.entries() {
        let Outcome::Fired(how) = outcome else { continue };
        fired.push(at);
        if let Cause::Key(key) = &how.cause
            && let Source::Message(number) = key.source
            && !key.key.starts_with('/')
        {
            let text = turn.messages.get(number).and_then(|message| message.text.get(key.offset..)).unwrap_or_default();
            let there = text.to_lowercase().starts_with(&key.key.trim().to_lowercase());
            Broken::unless(there, law, || format!("{key:?} is not in {text:?}"))?;
        }
    }
    let mut active: Vec<_> = answer.entries.iter().map(|entry| entry.at).collect();
    active.sort_unstable();
    fired.sort_unstable();
    Broken::unless(active == fired, law, || format!("{fired:?} fired, and {active:?} are inserted"))?;
    let (named, all) =
        (answer.trace.entries().count(), lore.books().iter().map(|book| book.entries.len()).sum::<usize>());
    Broken::unless(named == all, law, || format!("{named} of {all} entries are in the trace"))?;
    let mut placed: Vec<usize> = answer.slots.iter().flat_map(|slot| slot.entries.iter().copied()).collect();
    placed.sort_unstable();
    // SillyTavern puts no empty text anywhere.
    let with_text = |(_, entry): &(usize, &crate::Active)| {
        lore.settings().profile.family() != Profile::SillyTavern || !entry.content.is_empty()
    };
    let wanted: Vec<usize> = answer.entries.iter().enumerate().filter(with_text).map(|(number, _)| number).collect();
    Broken::unless(placed == wanted, law, || format!("{wanted:?} have a text, and {placed:?} a place"))
}

/// A dry run leaves no timed effect that was not there.
///
/// # Errors
/// [`Broken`]
pub fn a_dry_run_changes_nothing(
    lore: &Lore,
    turn: &Turn<'_>,
    state: &State,
    expander: &mut dyn Expander,
) -> Result<(), Broken> {
    let mut after = state.clone();
    let _ = answer(lore, &turn.clone().with_dry_run(true), &mut after, expander);
    Broken::unless(after == *state, "a dry run changes nothing", || format!("{state:?} became {after:?}"))
}
