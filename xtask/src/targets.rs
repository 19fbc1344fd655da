//! `cargo xtask targets`: every library builds for the web and for 32-bit machines, where a toolchain can tell.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo;
use crate::failure::Failure;

/// The web, and a machine whose addresses have 32 bits.
const TARGETS: [&str; 2] = ["wasm32-unknown-unknown", "i686-unknown-linux-gnu"];

/// A compiler and a cargo of its version that are outside rustup, with the source of the standard library: the packages
/// `rustc-web`, `cargo-web` and `rust-web-src` of Debian, which keep Firefox and Chromium buildable.
const SYSTEM: (&str, &str) = ("/usr/bin/rustc", "/usr/bin/cargo");

/// The source of the standard library, from a sysroot: `rustup component add rust-src`.
pub const SOURCE: &str = "lib/rustlib/src/rust";

/// Which standard library a target gets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Std {
    /// The one that came with the compiler, where there is one.
    Given,
    /// One that is built for size.
    Small,
}

impl Std {
    /// What has cargo build it. That is no stable option of cargo; the compiler is a stable one nevertheless.
    fn build(self, command: &mut Command) {
        command.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
        if self == Self::Small {
            command.arg("-Zbuild-std-features=optimize_for_size");
        }
    }
}

/// The oldest compiler that the workspace supports.
pub const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");

/// Libraries for machines with a system: the hash tables of Arrow ask it for randomness.
const FOR_SYSTEMS: [&str; 1] = ["cards-library"];

/// Checks every library of the workspace for each target; a target that no toolchain here knows is named and passed over.
pub fn run() -> Result<(), Failure> {
    let packages = cargo::metadata(&crate::root().join("Cargo.toml"))?.packages;
    let libraries: Vec<_> = packages
        .iter()
        .filter(|package| package.library && package.programs.is_empty() && !FOR_SYSTEMS.contains(&&*package.name))
        .map(|package| &*package.name)
        .collect();
    for target in TARGETS {
        let Some(mut command) = toolchain(target, "check", Std::Given)? else {
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
pub fn toolchain(target: &str, verb: &str, std: Std) -> Result<Option<Command>, Failure> {
    let own = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output()?;
    if own.status.success() && Path::new(String::from_utf8_lossy(&own.stdout).trim()).is_dir() {
        let mut command = Command::new(env!("CARGO"));
        command.arg(verb);
        if std == Std::Small {
            if !sysroot("rustc").is_some_and(|sysroot| has_source(&sysroot)) {
                return Err(Failure::new(
                    "the source of the standard library is missing: `rustup component add rust-src`",
                ));
            }
            std.build(&mut command);
        }
        return Ok(Some(command));
    }
    let (rustc, cargo) = SYSTEM;
    let source = sysroot(rustc).is_some_and(|sysroot| has_source(&sysroot));
    if !source || !Path::new(cargo).is_file() {
        return Ok(None);
    }
    let version = Command::new(rustc).arg("--version").output()?;
    if !is_supported(&String::from_utf8_lossy(&version.stdout)) || (verb == "rustc" && !has_linker()) {
        return Ok(None);
    }
    let mut command = Command::new(cargo);
    command.env("RUSTC", rustc).env_remove("RUSTUP_TOOLCHAIN").arg(verb);
    std.build(&mut command);
    Ok(Some(command))
}

/// Where a compiler keeps its libraries; nothing where there is no such compiler.
pub fn sysroot(rustc: &str) -> Option<PathBuf> {
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
    Some(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// Whether the linker is there that a compiler of the system calls for the web, and that its package only recommends.
fn has_linker() -> bool {
    Command::new("rust-lld").args(["-flavor", "wasm", "--version"]).output().is_ok_and(|output| output.status.success())
}

/// Where the source of the standard library is that a target is built with: that of the compiler which [`toolchain`] chose.
pub fn source(chosen: &Command) -> Option<PathBuf> {
    let own = chosen.get_envs().find_map(|(name, value)| (name == "RUSTC").then_some(value).flatten());
    let sysroot = sysroot(own.and_then(|rustc| rustc.to_str()).unwrap_or("rustc"))?;
    Some(sysroot.join(SOURCE))
}

/// Whether the source of the standard library is there.
fn has_source(sysroot: &Path) -> bool {
    sysroot.join(SOURCE).join("library/std/Cargo.toml").is_file()
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
