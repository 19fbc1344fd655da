//! `cargo xtask features`: every library and program builds without features, and with each one alone.

use std::process::Command;

use crate::cargo;
use crate::failure::Failure;

/// Checks every member of the workspace without features, then with each of its features alone.
pub fn run() -> Result<(), Failure> {
    let mut count = 0;
    for package in cargo::metadata(&crate::root().join("Cargo.toml"))?.packages {
        let alone = package.features.iter().map(|feature| Some(feature.as_str()));
        for feature in [None].into_iter().chain(alone) {
            println!("features: {} with {}", package.name, feature.unwrap_or("none"));
            let mut command = Command::new(env!("CARGO"));
            command.args(["check", "--quiet", "--package", &package.name, "--no-default-features"]);
            command.args(feature.iter().flat_map(|feature| ["--features", feature]));
            cargo::succeed(command.current_dir(crate::root()))?;
            count += 1;
        }
    }
    println!("features: {count} sets build, each by itself");
    Ok(())
}
