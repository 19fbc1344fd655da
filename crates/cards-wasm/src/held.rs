//! What stays open between calls.

#[cfg(feature = "edit")]
use crate::card::OpenCard;
use crate::refusal::Refusal;
#[cfg(feature = "full")]
use crate::session::OpenSession;

/// Something that stays open between calls.
pub(crate) enum Held {
    /// A card that is being changed.
    #[cfg(feature = "edit")]
    Card(Box<OpenCard>),
    /// A chat, or lorebooks alone.
    #[cfg(feature = "full")]
    Session(Box<OpenSession>),
    /// A language server.
    #[cfg(feature = "editor")]
    Desk(Box<cards_lsp::Desk>),
}

/// What is open, by numbers from 1.
#[derive(Default)]
pub(crate) struct Table(Vec<Option<Held>>);

impl Table {
    /// Keeps something and gives its number: the first that is free.
    pub(crate) fn keep(&mut self, held: Held) -> u32 {
        let free = self.0.iter().position(Option::is_none).unwrap_or_else(|| {
            self.0.push(None);
            self.0.len() - 1
        });
        if let Some(slot) = self.0.get_mut(free) {
            *slot = Some(held);
        }
        u32::try_from(free + 1).unwrap_or_default()
    }

    /// Lets something go.
    #[cfg(feature = "edit")]
    pub(crate) fn free(&mut self, number: u32) {
        if let Some(slot) = Self::index(number).and_then(|index| self.0.get_mut(index)) {
            *slot = None;
        }
    }

    /// The card of a number.
    #[cfg(feature = "edit")]
    pub(crate) fn card(&mut self, number: u32) -> Result<&mut OpenCard, Refusal> {
        match self.get(number)? {
            Held::Card(card) => Ok(card),
            #[cfg(any(feature = "full", feature = "editor"))]
            _ => Err(Refusal::usage("this is no card")),
        }
    }

    /// The session of a number.
    #[cfg(feature = "full")]
    pub(crate) fn session(&mut self, number: u32) -> Result<&mut OpenSession, Refusal> {
        match self.get(number)? {
            Held::Session(session) => Ok(session),
            _ => Err(Refusal::usage("this is no session")),
        }
    }

    /// The language server of a number.
    #[cfg(feature = "editor")]
    pub(crate) fn desk(&mut self, number: u32) -> Result<&mut cards_lsp::Desk, Refusal> {
        match self.get(number)? {
            Held::Desk(desk) => Ok(desk),
            #[cfg(feature = "edit")]
            _ => Err(Refusal::usage("this is no language server")),
        }
    }

    fn get(&mut self, number: u32) -> Result<&mut Held, Refusal> {
        let slot = Self::index(number).and_then(|index| self.0.get_mut(index));
        slot.and_then(Option::as_mut).ok_or_else(|| Refusal::usage("this was freed"))
    }

    fn index(number: u32) -> Option<usize> {
        usize::try_from(number).ok()?.checked_sub(1)
    }
}
