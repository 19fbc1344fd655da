//! What the chores ask of cargo and the compiler.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::failure::Failure;

/// The members of a workspace, as cargo tells them.
#[derive(Debug)]
pub struct Metadata {
    /// The members, by name.
    pub packages: Vec<Package>,
}

/// A member of a workspace.
#[derive(Debug)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its features but `default`, sorted.
    pub features: Vec<String>,
    /// Whether it has a library.
    pub library: bool,
    /// The names of its programs.
    pub programs: Vec<String>,
    /// Whether it may go to a registry.
    pub published: bool,
}

/// Reads what `cargo metadata` says of the members of a workspace.
pub fn metadata(manifest: &Path) -> Result<Metadata, Failure> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--manifest-path"])
        .arg(manifest)
        .output()?;
    if !output.status.success() {
        return Err(Failure::new(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let value: Value = serde_json::from_slice(&output.stdout)?;
    let packages = value["packages"].as_array().into_iter().flatten().map(package).collect();
    Ok(Metadata { packages })
}

fn package(value: &Value) -> Package {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let features: BTreeMap<_, _> = value["features"].as_object().into_iter().flatten().collect();
    let targets = || value["targets"].as_array().into_iter().flatten();
    let is =
        |target: &Value, kind: &str| target["kind"].as_array().is_some_and(|all| all.iter().any(|one| one == kind));
    Package {
        name: text(&value["name"]),
        features: features.into_keys().filter(|name| *name != "default").cloned().collect(),
        library: targets().any(|target| is(target, "lib")),
        programs: targets().filter(|target| is(target, "bin")).map(|target| text(&target["name"])).collect(),
        published: value["publish"].is_null(),
    }
}

/// The triple of the machine that builds.
pub fn host() -> Result<String, Failure> {
    let output = Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| Failure::new("rustc does not say for what it builds"))
}

/// Builds the tool as the tests of the workspace do, so that neither builds what the other did, and says where it is. An example is
/// named for what tests depend on, which asks for more features of packages that both have.
pub fn tool() -> Result<PathBuf, Failure> {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--workspace", "--bin", "cards", "--examples"]);
    build.args(["--message-format", "json"]);
    let messages = String::from_utf8_lossy(&output(build.current_dir(crate::root()))?).into_owned();
    let found = messages.lines().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        let is_tool = message.get("target")?.get("kind")?.get(0)?.as_str()? == "bin";
        Some(PathBuf::from(message.get("executable")?.as_str()?)).filter(|_| is_tool)
    });
    found.ok_or_else(|| Failure::new("cargo does not say where the tool is"))
}

/// Runs a command to its end; a failure names it.
pub fn succeed(command: &mut Command) -> Result<(), Failure> {
    if command.status()?.success() { Ok(()) } else { Err(Failure::new(format!("this did not succeed: {command:?}"))) }
}

/// What a command wrote to its standard output; a failure has what it wrote to the other one.
pub fn output(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(Failure::new(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr))))
}
