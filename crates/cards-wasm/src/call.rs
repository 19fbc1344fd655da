//! One call: what comes in, who answers, what goes out.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::held::Table;
#[cfg(feature = "cards")]
use crate::macros;
use crate::modules;
use crate::refusal::Refusal;
#[cfg(feature = "edit")]
use crate::{card, file};

/// A call, taken apart.
pub(crate) struct Call<'w> {
    /// What stays open between calls.
    pub(crate) table: &'w mut Table,
    /// The number of what the call is about; 0 for nothing.
    pub(crate) held: u32,
    /// The arguments, as JSON.
    args: Vec<u8>,
    /// The files, in the order of the arguments.
    pub(crate) files: std::vec::IntoIter<Vec<u8>>,
}

impl Call<'_> {
    /// The arguments.
    pub(crate) fn args<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        Ok(serde_json::from_slice(&self.args)?)
    }

    /// The next file.
    #[cfg(feature = "edit")]
    pub(crate) fn file(&mut self) -> Result<Vec<u8>, Refusal> {
        self.files.next().ok_or_else(|| Refusal::usage("a file belongs here: its bytes, or its text"))
    }
}

/// What answers a call of a name.
pub(crate) type Answerer = fn(&mut Call<'_>) -> Result<Reply, Refusal>;

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

/// What a call gives back.
#[derive(Debug, Default)]
pub struct Reply {
    /// `{"ok": …}`, `{"error": {"code", "message", "place", "help"}}`, or `{"count": …}` with texts that a counter of the caller's is to count.
    json: Vec<u8>,
    /// The files, in the order that the call promises.
    files: Vec<Vec<u8>>,
}

impl Reply {
    /// An answer.
    pub(crate) fn of(answer: &impl Serialize) -> Result<Self, Refusal> {
        #[derive(Serialize)]
        struct Done<'a, T> {
            ok: &'a T,
        }
        Ok(Self { json: serde_json::to_vec(&Done { ok: answer })?, files: Vec::new() })
    }

    /// Texts whose tokens have to be counted before there is an answer.
    #[cfg(feature = "full")]
    pub(crate) fn count(texts: &[Box<str>]) -> Result<Self, Refusal> {
        #[derive(Serialize)]
        struct Count<'a> {
            count: &'a [Box<str>],
        }
        Ok(Self { json: serde_json::to_vec(&Count { count: texts })?, files: Vec::new() })
    }

    /// The same with a file.
    pub(crate) fn with(mut self, file: Vec<u8>) -> Self {
        self.files.push(file);
        self
    }

    fn refused(refusal: &Refusal) -> Self {
        #[derive(Serialize)]
        struct Error<'a> {
            error: &'a Refusal,
        }
        Self { json: serde_json::to_vec(&Error { error: refusal }).unwrap_or_default(), files: Vec::new() }
    }

    /// The JSON, and the files behind it.
    #[must_use]
    pub fn pieces(self) -> Vec<Vec<u8>> {
        std::iter::once(self.json).chain(self.files).collect()
    }
}

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
