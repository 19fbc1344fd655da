//! The author's note and the persona of a command line, and where they go.

use cards_kit::{ChatNote, PersonaPlace};
use cards_prompt::sillytavern::{ExtensionPosition, PersonaPosition};
use cards_words::Role;

use crate::failure::Failure;
use crate::turn::text_or_file;

/// Where note and persona go.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct BesideArgs {
    /// The author's note, in place of the chat's; @FILE reads a file.
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Send the note at every so many messages of the user.
    #[arg(long, value_name = "N")]
    note_interval: Option<u32>,
    /// Where the note goes: in-prompt, in-chat, before-prompt or nowhere.
    #[arg(long, value_name = "PLACE")]
    note_position: Option<ExtensionPosition>,
    /// Messages between the note and the end of the chat.
    #[arg(long, value_name = "N")]
    note_depth: Option<u32>,
    /// Who speaks the note: system, user or assistant.
    #[arg(long, value_name = "ROLE")]
    note_role: Option<Role>,
    /// Where the persona goes: in-prompt, above-note, below-note, at-depth or nowhere.
    #[arg(long, value_name = "PLACE")]
    persona_position: Option<PersonaPosition>,
    /// Messages between a persona at a depth and the end of the chat.
    #[arg(long, value_name = "N")]
    persona_depth: Option<u32>,
    /// Who speaks a persona at a depth: system, user or assistant.
    #[arg(long, value_name = "ROLE")]
    persona_role: Option<Role>,
}

impl BesideArgs {
    /// Whether anything is said here.
    pub(super) fn are_asked_for(&self) -> bool {
        self.note.is_some() || self.places_note() || self.places_persona()
    }

    /// Whether a note is given and nothing of places.
    pub(super) fn is_note_alone(&self) -> bool {
        !self.places_note() && !self.places_persona()
    }

    /// The note, without places.
    pub(super) fn note_alone(self) -> Self {
        Self { note: self.note, ..Self::default() }
    }

    fn places_persona(&self) -> bool {
        self.persona_position.is_some() || self.is_persona_deep()
    }

    /// Whether something is said of a persona at a depth.
    fn is_persona_deep(&self) -> bool {
        self.persona_depth.is_some() || self.persona_role.is_some()
    }

    /// Refuses a place for a persona that is not there.
    pub(super) fn refuse_places_of_persona(&self) -> Result<(), Failure> {
        if self.places_persona() { Err(usage("there is no persona to place: add --persona")) } else { Ok(()) }
    }

    fn places_note(&self) -> bool {
        let Self { note_interval, note_position, note_depth, note_role, .. } = self;
        note_interval.is_some() || note_position.is_some() || note_depth.is_some() || note_role.is_some()
    }

    /// The note, or that of the chat with what is said of it here; `None` leaves the chat's as it is.
    pub(super) fn note(&self, of_chat: Option<&ChatNote>) -> Result<Option<ChatNote>, Failure> {
        let own = self.note.as_deref().map(text_or_file).transpose()?.map(ChatNote::new);
        if !self.places_note() {
            return Ok(own);
        }
        let Some(mut note) = own.or_else(|| of_chat.cloned()) else {
            return Err(usage("there is no author's note to place: add --note, or a chat that has one"));
        };
        if self.note_position.is_some_and(|position| position != ExtensionPosition::InChat)
            && (self.note_depth.is_some() || self.note_role.is_some())
        {
            return Err(usage("--note-depth and --note-role are for a note at --note-position in-chat"));
        }
        note.interval = self.note_interval.map_or(note.interval, f64::from);
        note.position = self.note_position.unwrap_or(note.position);
        note.depth = self.note_depth.map_or(note.depth, f64::from);
        note.role = self.note_role.unwrap_or(note.role);
        Ok(Some(note))
    }

    /// Where the persona goes that is said to go to a place; a depth or a role alone means at a depth.
    pub(super) fn persona(&self, place: PersonaPlace) -> Result<PersonaPlace, Failure> {
        let usual = if self.is_persona_deep() { PersonaPosition::AtDepth } else { place.position };
        if self.is_persona_deep() && self.persona_position.is_some_and(|position| position != PersonaPosition::AtDepth)
        {
            return Err(usage("--persona-depth and --persona-role are for a persona at --persona-position at-depth"));
        }
        Ok(place
            .with_position(self.persona_position.unwrap_or(usual))
            .with_depth(self.persona_depth.map_or(place.depth, f64::from))
            .with_role(self.persona_role.unwrap_or(place.role)))
    }
}

fn usage(message: &str) -> Failure {
    Failure::Other { class: "usage", message: message.to_owned() }
}
