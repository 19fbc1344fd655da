//! One call: what comes in, who answers, what goes out.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::held::Table;
use crate::refusal::Refusal;

/// A call, taken apart.
pub(crate) struct Call<'w> {
    /// What stays open between calls.
    pub(crate) table: &'w mut Table,
    /// The number of what the call is about; 0 for nothing.
    pub(crate) held: u32,
    /// The arguments, as JSON.
    pub(crate) args: Vec<u8>,
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

    pub(crate) fn refused(refusal: &Refusal) -> Self {
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
