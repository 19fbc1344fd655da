//! `cargo xtask release`: what a release needs of the tree, and the archives with the tool in them.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use zip::write::SimpleFileOptions;

use crate::cargo;
use crate::failure::Failure;
use crate::sbom;

/// A step of a release.
#[derive(Debug, clap::Args)]
pub struct Options {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, clap::Subcommand)]
enum Step {
    /// Fails unless every part of the tree is ready for a tag such as v0.1.0.
    Check {
        /// The tag.
        tag: String,
    },
    /// Prints what the changelog says of the version.
    Notes,
    /// Writes what the tool is built of, as a CycloneDX document, into `target/release-files`.
    Sbom {
        /// The target; without one, this machine's.
        #[arg(long)]
        target: Option<String>,
    },
    /// Builds the tool and packs it with its completions, manual pages, licences and the CycloneDX document into
    /// `target/release-files`.
    Binary {
        /// The target; without one, this machine's.
        #[arg(long)]
        target: Option<String>,
    },
}

/// Runs a step.
pub fn run(options: &Options) -> Result<(), Failure> {
    match &options.step {
        Step::Check { tag } => check(tag),
        Step::Notes => {
            let version = version()?;
            let notes = notes(&changelog()?, &version)
                .ok_or_else(|| Failure::new(format!("the changelog has no section {version}")))?;
            println!("{notes}");
            Ok(())
        }
        Step::Sbom { target } => {
            let target = target.clone().map_or_else(cargo::host, Ok)?;
            let path = bill(&target)?;
            println!("release: {}", path.display());
            Ok(())
        }
        Step::Binary { target } => binary(target.as_deref()),
    }
}

/// The version of the workspace.
fn version() -> Result<String, Failure> {
    let manifest = fs::read_to_string(crate::root().join("Cargo.toml"))?;
    after(&manifest, "version = \"").ok_or_else(|| Failure::new("the workspace names no version"))
}

/// The text between a beginning of a line and the next quote.
fn after(text: &str, head: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix(head))?;
    line.split('"').next().map(str::to_owned)
}

fn changelog() -> Result<String, Failure> {
    Ok(fs::read_to_string(crate::root().join("docs/CHANGELOG.md"))?.replace("\r\n", "\n"))
}

/// What the changelog says under the heading of a version.
fn notes(changelog: &str, version: &str) -> Option<String> {
    let mut sections = changelog.split("\n## ").skip(1);
    let of = |section: &&str| section.split([' ', '\n']).next() == Some(version);
    let section = sections.find(of)?;
    Some(section.split_once('\n')?.1.trim().to_owned())
}

/// Parts of the tree that say another version than the workspace, for `tidy`.
pub fn problems() -> Result<Vec<String>, Failure> {
    let root = crate::root();
    let version = version()?;
    let mut problems = Vec::new();
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    for line in manifest.lines().filter(|line| line.starts_with("cards-") && line.contains("path = ")) {
        if !line.contains(&format!("version = \"{version}\"")) {
            problems.push(format!("Cargo.toml: the workspace is at {version}, but `{line}`"));
        }
    }
    let package: Value = serde_json::from_str(&fs::read_to_string(root.join("packages/npm/package.json"))?)?;
    if package["version"] != version.as_str() {
        problems
            .push(format!("packages/npm/package.json: the workspace is at {version}, it at {}", package["version"]));
    }
    if !changelog()?.contains("\n## Unreleased\n") && notes(&changelog()?, &version).is_none() {
        problems.push(format!("docs/CHANGELOG.md has neither `Unreleased` nor {version}"));
    }
    Ok(problems)
}

fn check(tag: &str) -> Result<(), Failure> {
    let version = version()?;
    let mut problems = problems()?;
    if tag.strip_prefix('v') != Some(version.as_str()) {
        problems.push(format!("the tag is {tag}, the workspace is at {version}"));
    }
    if notes(&changelog()?, &version).is_none() {
        problems.push(format!("docs/CHANGELOG.md has no section `## {version}`: what is Unreleased goes there"));
    }
    let manifest = fs::read_to_string(crate::root().join("Cargo.toml"))?;
    if after(&manifest, "repository = \"").is_none() {
        problems.push("Cargo.toml: [workspace.package] names no `repository`, which registries show".to_owned());
    }
    if problems.is_empty() {
        println!("release: the tree is ready for {tag}");
        return Ok(());
    }
    Err(Failure::new(problems.join("\n")))
}

/// Writes the bill of materials for a target beside where its archive goes.
fn bill(target: &str) -> Result<PathBuf, Failure> {
    let folder = crate::root().join("target/release-files");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("cards-{}-{target}.cdx.json", version()?));
    fs::write(&path, sbom::document(target)?)?;
    Ok(path)
}

/// Builds for a target and packs; no path and no date of this machine goes into the archive.
fn binary(target: Option<&str>) -> Result<(), Failure> {
    let root = crate::root();
    let host = cargo::host()?;
    let target = target.unwrap_or(&host);
    let home = std::env::var("CARGO_HOME")
        .unwrap_or_else(|_| std::env::home_dir().unwrap_or_default().join(".cargo").to_string_lossy().into_owned());
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--release", "--locked", "--package", "cards-cli", "--target", target]);
    // Paths of this machine, in messages and line tables, become names.
    build.env("RUSTFLAGS", format!("--remap-path-prefix={}=cards --remap-path-prefix={home}=cargo", root.display()));
    cargo::succeed(build.env_remove("CARGO_ENCODED_RUSTFLAGS").current_dir(&root))?;
    let name = if target.contains("windows") { "cards.exe" } else { "cards" };
    let built = root.join("target").join(target).join("release").join(name);
    let stem = format!("cards-{}-{target}", version()?);
    let bill = bill(target)?;
    let path = root.join("target/release-files").join(format!("{stem}.zip"));
    pack(&path, &stem, name, &built, &bill, target == host)?;
    println!("release: {}", path.display());
    Ok(())
}

/// Writes the archive: names in a fixed order, one date for all, and the right to run for the tool alone.
fn pack(path: &Path, stem: &str, name: &str, built: &Path, bill: &Path, runs_here: bool) -> Result<(), Failure> {
    let root = crate::root();
    let mut files = vec![(name.to_owned(), fs::read(built)?, 0o755)];
    for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "docs/install.md", "docs/CHANGELOG.md"] {
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push((name, fs::read(root.join(file))?, 0o644));
    }
    files.push(("cards.cdx.json".to_owned(), fs::read(bill)?, 0o644));
    // The tool writes these itself, where it can run.
    if runs_here {
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            let script = cargo::output(Command::new(built).args(["completions", shell]))?;
            files.push((format!("completions/cards.{shell}"), script, 0o644));
        }
        let pages = root.join("target/release-files/man");
        fs::create_dir_all(&pages)?;
        cargo::output(Command::new(built).arg("man").arg(&pages))?;
        let mut names: Vec<_> = fs::read_dir(&pages)?.collect::<Result<_, _>>()?;
        names.sort_by_key(fs::DirEntry::file_name);
        for page in names {
            files.push((format!("man/{}", page.file_name().to_string_lossy()), fs::read(page.path())?, 0o644));
        }
    }
    let mut archive = zip::ZipWriter::new(File::create(path)?);
    for (file, bytes, mode) in files {
        // The writer's own default date is the first that an archive can hold; no clock is asked.
        let options = SimpleFileOptions::DEFAULT.unix_permissions(mode);
        archive.start_file(format!("{stem}/{file}"), options)?;
        archive.write_all(&bytes)?;
    }
    archive.finish()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_those_of_one_version() {
        let changelog = "# Changelog\n\n## Unreleased\n\n- new\n\n## 0.2.0 (2026-12-01)\n\n### Tool\n\n- two\n\n## 0.1.0\n\n- one\n";
        assert_eq!(notes(changelog, "0.2.0").as_deref(), Some("### Tool\n\n- two"));
        assert_eq!(notes(changelog, "0.1.0").as_deref(), Some("- one"));
        assert_eq!(notes(changelog, "0.3.0"), None);
    }
}
