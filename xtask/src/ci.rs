//! `cargo xtask ci`: what the server runs.

use std::process::Command;

use crate::failure::Failure;

/// Runs `.ci/run`, which is the one list of what must pass.
pub fn run() -> Result<(), Failure> {
    let status = Command::new("bash").arg(".ci/run").current_dir(crate::root()).status()?;
    if status.success() { Ok(()) } else { Err(Failure::new("the checks did not pass")) }
}
