//! `cargo xtask release`: what a release needs of the tree, and the archives with the tool in them.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use zip::write::SimpleFileOptions;

use crate::address::{self, Address};
use crate::cargo;
use crate::failure::Failure;
use crate::sbom;

/// The date that compilers of C are told, in seconds: the first that an archive can hold, as the archives have it.
const EPOCH: &str = "315532800";

/// How what is handed out is built.
const PROFILE: &str = "dist";

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
    /// Writes the public address into the manifests, the packages and the pages that name it.
    Address {
        /// The address of the repository, as https://forge.example/owner/cards.
        repository: String,
        /// The address of the site.
        #[arg(long)]
        site: String,
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
    /// Builds the wheel of the Python package into `target/release-files`; maturin has to be on the PATH, for Linux with zig
    /// (`maturin[zig]`).
    Wheel {
        /// The target; without one, this machine's.
        #[arg(long)]
        target: Option<String>,
    },
    /// Builds and packs the tool in two folders whose names differ, and fails unless both archives have the same bytes.
    Twice,
}

/// Runs a step.
pub fn run(options: &Options) -> Result<(), Failure> {
    match &options.step {
        Step::Check { tag } => check(tag),
        Step::Address { repository, site } => address::write(&Address::new(repository, site)?),
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
        Step::Wheel { target } => wheel(target.as_deref()),
        Step::Twice => twice(),
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
    for file in ["Cargo.toml", "pyproject.toml"] {
        let text = fs::read_to_string(root.join("packages/python").join(file))?;
        if after(&text, "version = \"").as_deref() != Some(&version) {
            problems.push(format!("packages/python/{file}: the workspace is at {version}, it at another"));
        }
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
    problems.extend(address::unset()?);
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
    let built = build(&root, target)?;
    let stem = format!("cards-{}-{target}", version()?);
    let path = root.join("target/release-files").join(format!("{stem}.zip"));
    pack(&path, &stem, &built, &bill(target)?, target == host)?;
    println!("release: {}", path.display());
    Ok(())
}

/// Builds the tool in a folder that holds the tree, and says where it is.
fn build(tree: &Path, target: &str) -> Result<PathBuf, Failure> {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--profile", PROFILE, "--locked", "--package", "cards-cli", "--features", "mimalloc"]);
    build.args(["--target", target]);
    without_paths(&mut build, tree, target);
    cargo::succeed(build.current_dir(tree))?;
    let name = if target.contains("windows") { "cards.exe" } else { "cards" };
    let built = tree.join("target").join(target).join(PROFILE).join(name);
    // A package with a row of its own in the profile forgets `strip`: the table of names is a sixth of the program.
    if target.contains("linux") && has_symbols(&fs::read(&built)?) {
        return Err(Failure::new(format!(
            "{} has its table of symbols; the profile `{PROFILE}` has to strip it",
            built.display()
        )));
    }
    Ok(built)
}

/// Whether an ELF file has a section for the names of its functions.
fn has_symbols(program: &[u8]) -> bool {
    const SECTION: &[u8] = b"\0.symtab\0";
    program.windows(SECTION.len()).any(|window| window == SECTION)
}

/// Paths of this machine, in messages and line tables, become names.
fn without_paths(build: &mut Command, tree: &Path, target: &str) {
    let home = std::env::var("CARGO_HOME")
        .unwrap_or_else(|_| std::env::home_dir().unwrap_or_default().join(".cargo").to_string_lossy().into_owned());
    let folder = tree.display();
    build.env("RUSTFLAGS", format!("--remap-path-prefix={folder}=cards --remap-path-prefix={home}=cargo"));
    if !target.contains("msvc") {
        // The allocator is written in C, and says when it was compiled.
        build.env("CFLAGS", format!("-ffile-prefix-map={folder}=cards -ffile-prefix-map={home}=cargo"));
    }
    build.env("SOURCE_DATE_EPOCH", EPOCH);
    build.env_remove("CARGO_ENCODED_RUSTFLAGS").env("CARGO_TARGET_DIR", tree.join("target"));
}

/// Builds the wheel for a target.
fn wheel(target: Option<&str>) -> Result<(), Failure> {
    let root = crate::root();
    let target = target.map_or_else(cargo::host, |target| Ok(target.to_owned()))?;
    let mut build = Command::new("maturin");
    build.args(["build", "--profile", PROFILE, "--locked", "--target", &target, "--out"]);
    build.arg(root.join("target/release-files"));
    // Zig links against the C library that the tag promises, whatever this machine has.
    let tags = [("linux-gnu", "manylinux2014"), ("linux-musl", "musllinux_1_2")];
    if let Some((_, tag)) = tags.iter().find(|(end, _)| target.ends_with(end)) {
        build.args(["--zig", "--compatibility", tag]);
    }
    without_paths(&mut build, &root, &target);
    cargo::succeed(build.current_dir(root.join("packages/python")))
}

/// Builds what is committed in two new folders, one of them deeper than the other, and compares the archives.
fn twice() -> Result<(), Failure> {
    let root = crate::root();
    let host = cargo::host()?;
    let all = root.join("target/release-twice");
    let bill = bill(&host)?;
    let stem = format!("cards-{}-{host}", version()?);
    let (mut tools, mut archives) = (BTreeSet::new(), BTreeSet::new());
    for (index, name) in ["one", "another/and-deeper"].into_iter().enumerate() {
        let tree = all.join(name);
        if tree.exists() {
            fs::remove_dir_all(&tree)?;
        }
        fs::create_dir_all(&tree)?;
        let mut clone = Command::new("git");
        cargo::succeed(clone.args(["clone", "--quiet", "--depth", "1"]).arg(file_address(&root)).arg(&tree))?;
        let built = build(&tree, &host)?;
        let path = all.join(format!("{index}.zip"));
        pack(&path, &stem, &built, &bill, true)?;
        tools.insert(fs::read(&built)?);
        archives.insert(fs::read(&path)?);
    }
    if tools.len() > 1 {
        return Err(Failure::new(format!("the tool differs with the folder and the time; see {}", all.display())));
    }
    if archives.len() > 1 {
        return Err(Failure::new(format!("the tool is the same, and the archives differ; see {}", all.display())));
    }
    println!("release: built in two folders, the tool and its archive have the same bytes");
    Ok(())
}

/// A folder as git clones it by its own protocol, which takes no more than the newest commit.
fn file_address(folder: &Path) -> String {
    format!("file://{}", folder.display())
}

/// Writes the archive: names in a fixed order, one date for all, and the right to run for the tool alone.
fn pack(path: &Path, stem: &str, built: &Path, bill: &Path, runs_here: bool) -> Result<(), Failure> {
    let root = crate::root();
    let name = built.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut files = vec![(name, fs::read(built)?, 0o755)];
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
        let pages = path.with_extension("man");
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
