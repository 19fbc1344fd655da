//! Calls to the language server: messages of the protocol are pieces that come and go as they are.

use cards_lsp::{Desk, Said};
use serde::{Deserialize, Serialize};

use crate::call::{Answerer, Call, Reply};
use crate::held::Held;
use crate::refusal::Refusal;

/// The calls.
pub(crate) const CALLS: &[(&str, Answerer)] =
    &[("desk", open), ("desk.file", file), ("desk.hear", hear), ("desk.work", work)];

/// Starts a server.
fn open(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&call.table.keep(Held::Desk(Box::default())))
}

/// Gives it a file, or takes it away where none comes along.
fn file(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Args {
        uri: String,
    }
    let Args { uri } = call.args()?;
    let bytes = call.files.next();
    desk(call)?.file(&uri, bytes);
    Reply::of(&())
}

/// Has it answer messages that came together.
fn hear(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let Present { now } = call.args()?;
    let messages: Vec<Vec<u8>> = call.files.by_ref().collect();
    told(desk(call)?.hear(&messages, now)?)
}

/// Has it do a step of its long work.
fn work(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let Present { now } = call.args()?;
    told(desk(call)?.work(now))
}

/// When a call is made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Present {
    /// Seconds since 1970.
    now: Option<i64>,
}

fn desk<'a>(call: &'a mut Call<'_>) -> Result<&'a mut Desk, Refusal> {
    call.table.desk(call.held)
}

/// What it says: pieces are its messages, then the files to save.
fn told(said: Said) -> Result<Reply, Refusal> {
    #[derive(Serialize)]
    struct Told {
        messages: usize,
        files: Vec<String>,
        /// Milliseconds without a message after which there is work to do.
        rest: Option<u128>,
    }
    let (files, bytes): (Vec<String>, Vec<Vec<u8>>) = said.files.into_iter().unzip();
    let rest = said.rest.map(|rest| rest.as_millis());
    let reply = Reply::of(&Told { messages: said.messages.len(), files, rest })?;
    Ok(said.messages.into_iter().map(String::into_bytes).chain(bytes).fold(reply, Reply::with))
}
