//! `cargo xtask features`: every library and program builds without features, and with each one alone; the libraries document
//! themselves without features and with the usual ones, and no link in it leads nowhere.

use std::process::Command;

use crate::cargo;
use crate::failure::Failure;

/// Checks every member of the workspace without features, then with each of its features alone, and documents it.
pub fn run() -> Result<(), Failure> {
    let (mut count, mut pages) = (0, 0);
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
        // With all of them, CI documents the workspace at once; a program alone documents itself by its help.
        let sets: &[&[&str]] =
            if package.published && package.library { &[&["--no-default-features"], &[]] } else { &[] };
        for set in sets {
            println!("features: {} documented {}", package.name, if set.is_empty() { "as it is" } else { "with none" });
            let mut command = Command::new(env!("CARGO"));
            command.args(["doc", "--quiet", "--no-deps", "--lib", "--package", &package.name]).args(*set);
            cargo::succeed(command.env("RUSTDOCFLAGS", "-D warnings").current_dir(crate::root()))?;
            pages += 1;
        }
    }
    println!("features: {count} sets build, each by itself, and {pages} document themselves");
    Ok(())
}
