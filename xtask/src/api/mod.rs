//! `cargo xtask api`: the public items of each library crate, held against the lists in `docs/api`.

mod compact;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use serde_json::Value;

use crate::cargo;
use crate::failure::Failure;

/// The folder of the lists. Not the folders of the crates: what is there and is no source counts as a test for `tidy`.
const LISTS: &str = "docs/api";

/// The beginning of a list, before the number of the format.
const HEAD: &str =
    "# The public items with every feature; `cargo xtask api --bless` makes it. Read from rustdoc's JSON of format ";

/// Set where this program is to be taken for rustdoc.
const AS_RUSTDOC: &str = "XTASK_AS_RUSTDOC";

/// Whether to look, or to write.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Fail when a list is not what its crate has; this is what happens without an option, too.
    #[arg(long, conflicts_with = "bless")]
    check: bool,
    /// Write the lists.
    #[arg(long)]
    bless: bool,
}

/// Lists what each library has, and compares or writes.
pub fn run(options: &Options) -> Result<(), Failure> {
    let root = crate::root();
    let libraries: Vec<String> = cargo::metadata(&root.join("Cargo.toml"))?
        .packages
        .into_iter()
        .filter(|package| package.library && package.programs.is_empty() && package.published)
        .map(|package| package.name)
        .collect();
    document()?;
    let mut problems = Vec::new();
    for name in &libraries {
        let list = root.join(LISTS).join(format!("{name}.txt"));
        let json = root.join("target/doc").join(format!("{}.json", name.replace('-', "_")));
        let text = fs::read_to_string(&json)?;
        let format = format(&text)?;
        if options.bless {
            fs::write(&list, format!("{HEAD}{format}.\n{}", items(&json)?))?;
            continue;
        }
        let wanted = fs::read_to_string(&list).unwrap_or_default().replace("\r\n", "\n");
        let (head, wanted) = wanted.split_once('\n').unwrap_or_default();
        if let Some(other) = head.strip_prefix(HEAD).map(|rest| rest.trim_end_matches('.')).filter(|it| *it != format) {
            println!(
                "api: public items were NOT checked, since the lists were read from rustdoc's format {other} and this \
                 toolchain writes {format}"
            );
            return Ok(());
        }
        problems.extend(differences(wanted, &items(&json)?).into_iter().map(|line| format!("{name}: {line}")));
    }
    for stray in fs::read_dir(root.join(LISTS))? {
        let stray = stray?.file_name().to_string_lossy().into_owned();
        if stray.strip_suffix(".txt").is_none_or(|name| !libraries.iter().any(|library| library == name)) {
            problems.push(format!("{LISTS}/{stray} is the list of no library"));
        }
    }
    if options.bless {
        println!("api: wrote the lists of {} crates into {LISTS}", libraries.len());
        return Ok(());
    }
    if problems.is_empty() {
        println!("api: {} libraries have the public items of their lists", libraries.len());
        return Ok(());
    }
    let words = "public items changed (- gone, + new); what is meant goes into the changelog and, with `cargo xtask api \
                 --bless`, into the lists";
    Err(Failure::new(format!("{}\n{words}", problems.join("\n"))))
}

/// Has rustdoc write what it knows of the libraries. Its JSON is not stable, and asks for a flag that says so; the flag is
/// given to rustdoc alone, since build scripts of others that see it choose other code, and all would be built twice. So
/// would it be if the libraries alone were asked for, or no example: features of others' packages come from all that is named.
fn document() -> Result<(), Failure> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["doc", "--quiet", "--locked", "--no-deps", "--all-features", "--workspace", "--lib", "--examples"]);
    command.env("RUSTDOC", std::env::current_exe()?).env(AS_RUSTDOC, "1");
    command.env("RUSTDOCFLAGS", "-Z unstable-options --output-format json");
    cargo::succeed(command.env_remove("CARGO_ENCODED_RUSTDOCFLAGS").current_dir(crate::root()))
}

/// Runs rustdoc with the arguments of this program, where it was started in its place.
pub fn as_rustdoc() -> Option<ExitCode> {
    std::env::var_os(AS_RUSTDOC)?;
    let status = Command::new("rustdoc").args(std::env::args_os().skip(1)).env("RUSTC_BOOTSTRAP", "1").status();
    Some(if status.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The number of the format of a document of rustdoc.
fn format(json: &str) -> Result<String, Failure> {
    let value: Value = serde_json::from_str(json)?;
    Ok(value["format_version"].to_string())
}

/// The public items, in the short form of [`compact`].
fn items(json: &Path) -> Result<String, Failure> {
    let list =
        public_api::Builder::from_rustdoc_json(json).omit_blanket_impls(true).omit_auto_trait_impls(true).build()?;
    Ok(compact::compact(&list.to_string()))
}

/// The lines that one list has and the other has not, each with the item that it is of.
fn differences(wanted: &str, found: &str) -> Vec<String> {
    let (wanted, found) = (told(wanted), told(found));
    let only = |these: &[String], others: &[String], sign: char| -> Vec<String> {
        let others: BTreeSet<&String> = others.iter().collect();
        these.iter().filter(|line| !others.contains(line)).map(|line| format!("{sign} {line}")).collect()
    };
    [only(&wanted, &found, '-'), only(&found, &wanted, '+')].concat()
}

/// Each line of a list behind the path of the item that it is of.
fn told(list: &str) -> Vec<String> {
    let mut item = "";
    let told = list.lines().map(|line| match line.strip_prefix("  ") {
        Some(inner) => format!("{item}: {}", inner.trim_start()),
        None => {
            item = line.split(": ").next().unwrap_or(line);
            line.to_owned()
        }
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_and_what_is_new_is_shown_with_its_item() {
        let list = |second: &str| {
            format!("struct a::A: Clone\n  fn new() -> Self\nstruct a::B: {second}\n  fn new() -> Self\n")
        };
        let fewer = list("Clone").replacen("  fn new() -> Self\n", "", 1);
        assert_eq!(differences(&list("Clone"), &fewer), ["- struct a::A: fn new() -> Self"]);
        assert_eq!(differences(&list("Clone"), &list("Copy")), ["- struct a::B: Clone", "+ struct a::B: Copy"]);
        assert!(differences(&fewer, &fewer).is_empty());
    }
}
