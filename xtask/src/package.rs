//! `cargo xtask package`: what each crate takes to a registry, held against a list; and the packages themselves.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::cargo;
use crate::failure::Failure;

/// The files of each package, but for the Rust sources below `src`, which come and go.
const LIST: &str = "xtask/packages.tsv";

const LIST_HEAD: &str = "# What each package holds besides the Rust files below `src`: crate, file. `cargo xtask package --bless` makes it.\n";

/// Files that cargo makes itself.
const MADE: [&str; 4] = [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml", "Cargo.toml.orig"];

/// Whether to make packages, or to look at what would be in them.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Make no package; fail when the committed list is not what they would hold.
    #[arg(long, conflicts_with = "bless")]
    check: bool,
    /// Make no package; write the list.
    #[arg(long)]
    bless: bool,
}

/// Holds the list, then makes every package and builds each out of its archive alone. Those that stand on one another are
/// found among the packages just made, so that only crates of others come from a registry.
pub fn run(options: &Options) -> Result<(), Failure> {
    if options.bless {
        fs::write(crate::root().join(LIST), list()?)?;
        println!("package: wrote {LIST}");
        return Ok(());
    }
    let problems = problems()?;
    if !problems.is_empty() {
        return Err(Failure::new(problems.join("\n")));
    }
    println!("package: every crate holds what {LIST} says");
    if options.check {
        return Ok(());
    }
    let mut command = Command::new(env!("CARGO"));
    command.args(["package", "--workspace", "--locked", "--allow-dirty"]);
    for package in cargo::metadata(&crate::root().join("Cargo.toml"))?.packages {
        if !package.published {
            command.args(["--exclude", &package.name]);
        }
    }
    cargo::succeed(command.current_dir(crate::root()))
}

/// Whether the list and the packages differ, for `tidy`.
pub fn problems() -> Result<Vec<String>, Failure> {
    let wanted = fs::read_to_string(crate::root().join(LIST)).unwrap_or_default().replace("\r\n", "\n");
    let found = list()?;
    let lacks = |text: &str, line: &str| !text.lines().any(|other| other == line);
    let more = found.lines().filter(|line| lacks(&wanted, line)).map(|line| (line, "is packed and not in"));
    let less = wanted.lines().filter(|line| lacks(&found, line)).map(|line| (line, "is not packed and in"));
    Ok(more
        .chain(less)
        .map(|(line, what)| format!("{} {what} {LIST}; `cargo xtask package --bless`", line.replace('\t', ": ")))
        .collect())
}

fn list() -> Result<String, Failure> {
    let mut out = LIST_HEAD.to_owned();
    for package in cargo::metadata(&crate::root().join("Cargo.toml"))?.packages {
        if !package.published {
            continue;
        }
        let output = Command::new(env!("CARGO"))
            .args(["package", "--list", "--allow-dirty", "--package", &package.name])
            .current_dir(crate::root())
            .output()?;
        if !output.status.success() {
            return Err(Failure::new(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        let text = String::from_utf8_lossy(&output.stdout).replace('\\', "/");
        let is_source = |file: &str| file.starts_with("src/") && file.ends_with(".rs");
        for file in text.lines().filter(|file| !MADE.contains(file) && !is_source(file)) {
            writeln!(out, "{}\t{file}", package.name)?;
        }
    }
    Ok(out)
}
