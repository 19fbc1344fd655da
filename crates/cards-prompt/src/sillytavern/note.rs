//! The author's note, and the lore and persona around it.

use cards_words::Outcome;

use super::beside::{AuthorsNote, ExtensionPosition, NotePlace, Persona, PersonaPosition};
use super::extension::{ExtensionPrompt, ExtensionPrompts, NOTE_KEY, PERSONA_KEY};
use super::sourced::Sourced;
use crate::segment::Source;

/// What the note's schedule kept out of the prompt.
pub(crate) type NotDue = Sourced;

/// How many messages of the user count: with the interval 1 there is always one.
fn counted(note: &AuthorsNote<'_>, user_messages: usize) -> f64 {
    if note.interval == 1.0 { 1.0 } else { user_messages as f64 }
}

/// Whether the note is due: every `interval` messages of the user; never before the first.
fn is_due(note: &AuthorsNote<'_>, count: f64) -> bool {
    count > 0.0 && note.interval > 0.0 && count >= note.interval && count % note.interval == 0.0
}

/// Puts the author's note among the extension prompts; says whether it is due. What is not due is a finding.
///
/// De facto: SillyTavern 1.19.0.
pub(crate) fn set_note(
    note: &AuthorsNote<'_>,
    user_messages: usize,
    prompts: &mut ExtensionPrompts,
) -> Outcome<bool, NotDue> {
    let count = counted(note, user_messages);
    let due = is_due(note, count);
    let never = count == 0.0 || note.interval <= 0.0 || note.interval.is_nan();
    let own = Sourced::new(note.prompt, Source::AuthorsNote);
    let value = match &note.character {
        None => own,
        Some(character) => {
            let of_character = Sourced::new(character.prompt, Source::CharactersNote);
            match character.place {
                NotePlace::Replace => of_character,
                NotePlace::Before => Sourced::joined([&of_character, &own], "\n"),
                NotePlace::After => Sourced::joined([&own, &of_character], "\n"),
            }
        }
    };
    let (position, depth) = if never {
        (ExtensionPosition::Nowhere, ExtensionPrompts::MAX_DEPTH as f64)
    } else {
        (note.position, note.depth)
    };
    let (value, kept_out) = if due { (value, Vec::new()) } else { (Sourced::default(), vec![value]) };
    prompts.set(ExtensionPrompt { key: NOTE_KEY.to_owned(), value, position, depth, role: note.role });
    Outcome::new(due, kept_out)
}

/// Puts lore above and below the note. What is not due is a finding.
pub(crate) fn surround(top: &[Sourced], bottom: &[Sourced], due: bool, prompts: &mut ExtensionPrompts) -> Vec<NotDue> {
    if !due {
        return top.iter().chain(bottom).cloned().collect();
    }
    let Some(note) = prompts.get(NOTE_KEY).cloned() else { return Vec::new() };
    let top = Sourced::joined(top, "\n");
    let bottom = Sourced::joined(bottom, "\n");
    let all = Sourced::joined([&top, &note.value, &bottom], "\n");
    let text = all.text();
    let start = usize::from(text.starts_with('\n'));
    let end = text.len() - usize::from(text.len() > start && text.ends_with('\n'));
    prompts.set(ExtensionPrompt { value: all.slice(start..end), ..note });
    Vec::new()
}

/// Puts the persona around the note or at a depth; its own place in the prompt is not asked here.
pub(crate) fn set_persona(persona: &Persona<'_>, due: bool, prompts: &mut ExtensionPrompts) -> Outcome<(), NotDue> {
    if persona.description.is_empty() {
        return Outcome::default();
    }
    let text = Sourced::new(persona.description, Source::Persona);
    match persona.position {
        PersonaPosition::AboveNote | PersonaPosition::BelowNote if !due => return Outcome::new((), vec![text]),
        PersonaPosition::AboveNote | PersonaPosition::BelowNote => {
            let Some(note) = prompts.get(NOTE_KEY).cloned() else { return Outcome::default() };
            let pair = [&text, &note.value];
            let value = match persona.position {
                PersonaPosition::AboveNote => Sourced::joined(pair, "\n"),
                _ => Sourced::joined(pair.into_iter().rev(), "\n"),
            };
            prompts.set(ExtensionPrompt { value, ..note });
        }
        PersonaPosition::AtDepth => {
            prompts.set(ExtensionPrompt::in_chat(PERSONA_KEY, text, persona.depth, persona.role));
        }
        PersonaPosition::Nowhere => return Outcome::new((), vec![text]),
        PersonaPosition::InPrompt => {}
    }
    Outcome::default()
}
