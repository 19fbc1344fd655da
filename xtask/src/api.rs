//! `cargo xtask api`: the public items of each library crate, held against the lists in `docs/api`.

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
    document(&libraries)?;
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
/// given to rustdoc alone, since build scripts of others that see it choose other code, and all would be built twice.
fn document(libraries: &[String]) -> Result<(), Failure> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["doc", "--quiet", "--locked", "--no-deps", "--all-features"]);
    command.args(libraries.iter().flat_map(|name| ["--package", name]));
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

/// The public items, a line each. What the compiler or a derive adds says little, and would be half of the list.
fn items(json: &Path) -> Result<String, Failure> {
    let list = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    Ok(without_methods_of_traits(&list.to_string()))
}

/// Leaves out the functions and constants that an implementation of a trait has to have: the trait says them already.
fn without_methods_of_traits(items: &str) -> String {
    let mut out = String::new();
    let mut implementing: Option<&str> = None;
    for line in items.lines() {
        if line.starts_with("impl") {
            implementing = line.split_once(" for ").map(|(_, it)| name(it));
        }
        let item = ["pub fn ", "pub const fn ", "pub const "].iter().find_map(|head| line.strip_prefix(head));
        let of_a_trait = implementing.zip(item).is_some_and(|(of, item)| {
            let rest = item.strip_prefix(of).filter(|_| !of.is_empty());
            rest.is_some_and(|rest| rest.starts_with('<') || rest.starts_with("::"))
        });
        if !of_a_trait {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// The path at the beginning of a type, without its arguments.
fn name(of: &str) -> &str {
    of.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).next().unwrap_or_default()
}

/// The lines that one list has and the other has not.
fn differences(wanted: &str, found: &str) -> Vec<String> {
    let lacks = |text: &str, line: &str| !text.lines().any(|other| other == line);
    let gone = wanted.lines().filter(|line| lacks(found, line)).map(|line| format!("- {line}"));
    let new = found.lines().filter(|line| lacks(wanted, line)).map(|line| format!("+ {line}"));
    gone.chain(new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_and_what_is_new_is_shown() {
        assert_eq!(
            differences("pub fn a()\npub fn b()\n", "pub fn b()\npub fn c()\n"),
            ["- pub fn a()", "+ pub fn c()"]
        );
        assert!(differences("pub fn a()\n", "pub fn a()\n").is_empty());
    }

    #[test]
    fn methods_of_traits_are_said_by_the_trait() {
        let own = "pub struct a::Text<'a>\nimpl<'a> a::Text<'a>\npub fn a::Text<'a>::len(&self) -> usize\n";
        let made = "impl<'a> core::fmt::Display for a::Text<'a>\n";
        let method = "pub fn a::Text<'a>::fmt(&self)\n";
        let after = "pub type a::Text<'a>::Error = a::Error\npub struct a::Texts\npub fn a::text()\n";
        assert_eq!(without_methods_of_traits(&[own, made, method, after].concat()), [own, made, after].concat());
    }
}
