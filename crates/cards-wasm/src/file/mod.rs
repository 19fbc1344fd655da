//! Calls about whole files.

#[cfg(feature = "cards")]
pub(crate) mod study;

use cards_kit::answer::GotValue;
use cards_kit::{Limits, OpenOptions, Opened, Timestamp};
use cards_words::Estimate;
use serde::Serialize;

use crate::args;
use crate::call::{Answerer, Call, Reply};
use crate::refusal::Refusal;

/// The calls.
pub(crate) const CALLS: &[(&str, Answerer)] = &[("about", about), ("texts", texts), ("edit", edit), ("tokens", tokens)];

/// Opens a file.
pub(crate) fn opened(file: &[u8]) -> Result<Opened<'_>, Refusal> {
    Ok(cards_kit::open(file, Limits::default())?)
}

fn about(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    #[derive(Serialize)]
    struct About {
        version: &'static str,
        module: &'static str,
        full: bool,
    }
    call.args::<args::Nothing>()?;
    let full = cfg!(feature = "full");
    let module = if full {
        "full"
    } else if cfg!(feature = "cards") {
        "core"
    } else {
        "edit"
    };
    Reply::of(&About { version: env!("CARGO_PKG_VERSION"), module, full })
}

fn texts(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&GotValue::texts(opened(&call.file()?)?.content()))
}

fn edit(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let args: args::Edit = call.args()?;
    let (file, limits) = (call.file()?, Limits::default());
    let mut editor = cards_kit::open(&file[..], OpenOptions::mendable(&limits))?.edit();
    editor = editor.with_touch(args.now.map(Timestamp::from_seconds));
    editor.apply(&args.patches)?;
    Ok(Reply::of(&editor.answer())?.with(editor.to_bytes(&file, &limits)?))
}

fn tokens(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&Estimate::of(&call.args::<args::Text>()?.text))
}
