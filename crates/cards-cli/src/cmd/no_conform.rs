//! `cards conform` in a build that has no conformance suite: it says how to get one.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::failure::Failure;
use crate::output::Output;

/// Run the conformance suite; this build of the tool is without it
///
/// The suite serves those who test a program of their own, and what it answers with makes the tool a tenth larger. To have it:
/// `cargo install --locked --path crates/cards-cli --features suite`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// What a build with the suite would be asked.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _asked: Vec<OsString>,
}

/// Says how to get what was asked for.
pub(crate) fn run(_: &Args, _: &mut Output) -> Result<ExitCode, Failure> {
    let message = "this build of `cards` has no conformance suite; `cargo install --locked --path crates/cards-cli \
                   --features suite` in a clone builds one that has"
        .to_owned();
    Err(Failure::Other { class: "not-built", message })
}
