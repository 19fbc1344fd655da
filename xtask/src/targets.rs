//! `cargo xtask targets`: every library builds for the web and for 32-bit machines, where a toolchain can tell.

use std::path::Path;
use std::process::Command;

use crate::cargo;
use crate::failure::Failure;

/// The web, and a machine whose addresses have 32 bits.
const TARGETS: [&str; 2] = ["wasm32-unknown-unknown", "i686-unknown-linux-gnu"];

/// A compiler and a cargo of its version that stand outside rustup, with the source of the standard library: the packages
/// `rustc-web`, `cargo-web` and `rust-web-src` of Debian, which keep Firefox and Chromium buildable.
const SYSTEM: (&str, &str, &str) = ("/usr/bin/rustc", "/usr/bin/cargo", "lib/rustlib/src/rust/library/std/Cargo.toml");

/// The oldest compiler that the workspace supports.
pub const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");

/// Libraries for machines with a system: the hash tables of Arrow ask it for randomness.
const FOR_SYSTEMS: [&str; 1] = ["cards-arrow"];

/// Checks every library of the workspace for each target; a target that no toolchain here knows is named and passed over.
pub fn run() -> Result<(), Failure> {
    let packages = cargo::metadata(&crate::root().join("Cargo.toml"))?.packages;
    let libraries: Vec<_> = packages
        .iter()
        .filter(|package| package.library && package.programs.is_empty() && !FOR_SYSTEMS.contains(&&*package.name))
        .map(|package| &*package.name)
        .collect();
    for target in TARGETS {
        let Some(mut command) = toolchain(target, "check")? else {
            println!(
                "targets: {target} was NOT checked: `rustup target add {target}`, or Debian's rustc-web, cargo-web and \
                 rust-web-src of {OLDEST} or later"
            );
            continue;
        };
        command.args(["--quiet", "--target", target, "--target-dir"]).arg(crate::root().join("target").join(target));
        command.args(libraries.iter().flat_map(|name| ["--package", name]));
        cargo::succeed(command.current_dir(crate::root()))?;
        println!("targets: {target} builds {} libraries", libraries.len());
    }
    Ok(())
}

/// The beginning of a `cargo check` or `cargo build` for the target: with its own standard library, or by building that too.
/// Nothing where no toolchain here knows the target.
pub fn toolchain(target: &str, verb: &str) -> Result<Option<Command>, Failure> {
    let own = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output()?;
    if own.status.success() && Path::new(String::from_utf8_lossy(&own.stdout).trim()).is_dir() {
        let mut command = Command::new(env!("CARGO"));
        command.arg(verb);
        return Ok(Some(command));
    }
    let (rustc, cargo, std) = SYSTEM;
    let Ok(sysroot) = Command::new(rustc).args(["--print", "sysroot"]).output() else { return Ok(None) };
    let sysroot = String::from_utf8_lossy(&sysroot.stdout).trim().to_owned();
    if !Path::new(&sysroot).join(std).is_file() || !Path::new(cargo).is_file() {
        return Ok(None);
    }
    let version = Command::new(rustc).arg("--version").output()?;
    if !is_supported(&String::from_utf8_lossy(&version.stdout)) {
        return Ok(None);
    }
    let mut command = Command::new(cargo);
    // Building the standard library is not a stable option of cargo; the compiler is a stable one nevertheless.
    command.env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
    command.args([verb, "-Zbuild-std=std,panic_abort"]);
    Ok(Some(command))
}

/// Whether a compiler that calls itself so, as in `rustc 1.88.0 (6b00bc388 2025-06-23)`, is new enough.
fn is_supported(said: &str) -> bool {
    let numbers = |version: &str| -> Vec<u32> { version.split('.').filter_map(|part| part.parse().ok()).collect() };
    said.split(' ').nth(1).is_some_and(|version| numbers(version) >= numbers(OLDEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_that_are_too_old_are_none() {
        for (said, expected) in [
            ("rustc 1.85.0 (4d91de4e4 2025-02-17) (built from a source tarball)", false),
            ("rustc 1.87.9", false),
            ("rustc 2.0.0 (x)", true),
            ("rustc 1.100.0 (x)", true),
            ("rustc", false),
        ] {
            assert_eq!(is_supported(said), expected, "{said}");
        }
        assert!(is_supported(&format!("rustc {OLDEST}.0")) && is_supported(&format!("rustc {OLDEST}")));
    }
}
