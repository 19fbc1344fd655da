//! What is open, and who answers a call of a name.

use crate::call::{Answerer, Call, Reply};
use crate::held::Table;
#[cfg(feature = "cards")]
use crate::macros;
use crate::modules;
use crate::refusal::Refusal;
#[cfg(feature = "edit")]
use crate::{card, file};

/// Everything that can be called.
const TABLES: &[&[(&str, Answerer)]] = &[
    #[cfg(feature = "edit")]
    file::CALLS,
    #[cfg(feature = "edit")]
    card::CALLS,
    #[cfg(feature = "cards")]
    file::study::CALLS,
    #[cfg(feature = "cards")]
    card::study::CALLS,
    #[cfg(feature = "cards")]
    macros::CALLS,
    #[cfg(feature = "editor")]
    crate::desk::CALLS,
    #[cfg(feature = "full")]
    crate::session::CALLS,
    #[cfg(feature = "suite")]
    crate::suite::CALLS,
];

/// What is open, and who answers.
#[derive(Default)]
pub struct World {
    table: Table,
}

impl World {
    /// The names of the calls that are not in every module of cards: of the core, and of the full one alone.
    #[doc(hidden)]
    pub fn names_beyond() -> [&'static [&'static str]; 2] {
        [modules::OF_CORE, modules::OF_FULL]
    }

    /// The names of all calls.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLES.iter().flat_map(|table| table.iter()).map(|(name, _)| *name)
    }

    /// Answers a call whose pieces are its name, its arguments as JSON, and its files; about what is held under a number, or
    /// about nothing under 0.
    ///
    /// # Examples
    /// ```
    /// let mut world = cards_wasm::World::default();
    /// let call = ["tokens", r#"{"text":"A bard sings."}"#].map(|piece| piece.as_bytes().to_vec());
    /// assert_eq!(world.call(0, call.to_vec()).pieces(), [br#"{"ok":4}"#.to_vec()]);
    /// ```
    pub fn call(&mut self, held: u32, pieces: Vec<Vec<u8>>) -> Reply {
        self.answer(held, pieces).unwrap_or_else(|refusal| Reply::refused(&refusal))
    }

    fn answer(&mut self, held: u32, pieces: Vec<Vec<u8>>) -> Result<Reply, Refusal> {
        let mut pieces = pieces.into_iter();
        let (Some(name), Some(args)) = (pieces.next(), pieces.next()) else {
            return Err(Refusal::usage("a call has a name and arguments"));
        };
        let known = TABLES.iter().flat_map(|table| table.iter()).find(|(known, _)| known.as_bytes() == name);
        let Some((_, answerer)) = known else {
            return Err(modules::lacking(&String::from_utf8_lossy(&name)));
        };
        answerer(&mut Call { table: &mut self.table, held, args, files: pieces })
    }
}
