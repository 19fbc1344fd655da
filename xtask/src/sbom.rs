//! The bill of materials of the tool, as a CycloneDX document: made here from what cargo and the lock file say, since that
//! takes no further program, and the same tree gives the same bytes (no clock, no serial number).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::cargo;
use crate::failure::Failure;

/// The package whose program is described.
const TOOL: &str = "cards-cli";

/// What the tool is built of, as cargo shows it: `package name v1.0.0 (place)|licence` behind the depth of the line.
#[derive(Debug, Default, PartialEq)]
struct Tree {
    /// Licences, by the name and version of a package.
    licences: BTreeMap<(String, String), String>,
    /// What a package stands on.
    edges: BTreeMap<(String, String), BTreeSet<(String, String)>>,
    /// Whose tree it is.
    root: (String, String),
}

/// The document for one target.
pub fn document(target: &str) -> Result<String, Failure> {
    let all = parse(&tree(target, "normal,build")?)?;
    let linked = parse(&tree(target, "normal,no-proc-macro")?)?;
    let sums = checksums(&fs::read_to_string(crate::root().join("Cargo.lock"))?.replace("\r\n", "\n"));
    let bom = describe(&all, &linked, &sums, target);
    Ok(serde_json::to_string_pretty(&bom)? + "\n")
}

/// What cargo says that the tool is built of for a target.
fn tree(target: &str, edges: &str) -> Result<String, Failure> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["tree", "--locked", "--package", TOOL, "--target", target, "--edges", edges]);
    let output = cargo::output(command.args(["--prefix", "depth", "--format", "|{p}|{l}"]).current_dir(crate::root()))?;
    Ok(String::from_utf8_lossy(&output).into_owned())
}

fn parse(text: &str) -> Result<Tree, Failure> {
    let mut tree = Tree::default();
    let mut above: Vec<(String, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let odd = || Failure::new(format!("cargo tree says something else than expected: {line}"));
        let mut parts = line.splitn(3, '|');
        let depth: usize = parts.next().unwrap_or_default().parse().map_err(|_| odd())?;
        let mut package = parts.next().ok_or_else(odd)?.split(' ');
        let (name, version) = (package.next().ok_or_else(odd)?, package.next().ok_or_else(odd)?);
        let one = (name.to_owned(), version.trim_start_matches('v').to_owned());
        // A package that was shown before has a mark and no lines of its own.
        let licence = parts.next().unwrap_or_default().trim_end_matches(" (*)");
        tree.licences.insert(one.clone(), licence.replace('/', " OR "));
        tree.edges.entry(one.clone()).or_default();
        above.truncate(depth);
        match above.last() {
            Some(parent) => {
                tree.edges.entry(parent.clone()).or_default().insert(one.clone());
            }
            None => tree.root = one.clone(),
        }
        above.push(one);
    }
    Ok(tree)
}

/// The checksums of a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let of = |block: &str, member: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(member)?.strip_prefix(" = \""))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    let blocks = lock.split("[[package]]\n").skip(1);
    blocks.filter_map(|block| Some(((of(block, "name")?, of(block, "version")?), of(block, "checksum")?))).collect()
}

fn describe(all: &Tree, linked: &Tree, sums: &BTreeMap<(String, String), String>, target: &str) -> Value {
    let reference = |(name, version): &(String, String)| format!("pkg:cargo/{name}@{version}");
    let component = |one: &(String, String), kind: &str| {
        let mut out = json!({
            "type": kind, "bom-ref": reference(one), "name": one.0, "version": one.1, "purl": reference(one),
            "licenses": [{ "expression": all.licences[one] }],
        });
        if let Some(sum) = sums.get(one) {
            out["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
        }
        out
    };
    let others = all.licences.keys().filter(|one| **one != all.root).map(|one| {
        let mut out = component(one, "library");
        // What only takes part in the build is named, and marked as not delivered.
        out["scope"] = json!(if linked.licences.contains_key(one) { "required" } else { "excluded" });
        out
    });
    let mut tool = component(&all.root, "application");
    tool["properties"] = json!([{ "name": "cards:target", "value": target }]);
    let edges = all.edges.iter().map(
        |(one, under)| json!({ "ref": reference(one), "dependsOn": under.iter().map(reference).collect::<Vec<_>>() }),
    );
    json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {
            "tools": { "components": [{ "type": "application", "name": "cargo xtask release sbom" }] },
            "component": tool,
        },
        "components": others.collect::<Vec<_>>(),
        "dependencies": edges.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = "0|tool v0.1.0 (/a/place)|MIT\n1|left v1.0.0|MIT/Apache-2.0\n2|base v2.0.0+meta|Zlib\n\
                        1|right v1.1.0 (proc-macro)|MIT\n2|base v2.0.0+meta|Zlib (*)\n";

    #[test]
    fn a_tree_becomes_packages_and_what_they_stand_on() -> Result<(), Failure> {
        let tree = parse(TREE)?;
        let linked = parse("0|tool v0.1.0 (/a/place)|MIT\n1|left v1.0.0|MIT/Apache-2.0\n2|base v2.0.0+meta|Zlib\n")?;
        let sums = checksums("version = 4\n\n[[package]]\nname = \"left\"\nversion = \"1.0.0\"\nchecksum = \"ab\"\n");
        let bom = describe(&tree, &linked, &sums, "some-target");
        assert!(!bom.to_string().contains("/a/place"), "places of this machine stay out");
        assert_eq!(bom["metadata"]["component"]["name"], "tool");
        let told: Vec<_> = bom["components"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|one| (one["purl"].as_str(), one["scope"].as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (Some("pkg:cargo/base@2.0.0+meta"), Some("required")),
                (Some("pkg:cargo/left@1.0.0"), Some("required")),
                (Some("pkg:cargo/right@1.1.0"), Some("excluded")),
            ]
        );
        assert_eq!(bom["components"][1]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bom["components"][1]["hashes"][0]["content"], "ab");
        assert_eq!(bom["dependencies"][0], json!({ "ref": "pkg:cargo/base@2.0.0+meta", "dependsOn": [] }));
        assert_eq!(bom["dependencies"][2]["dependsOn"], json!(["pkg:cargo/base@2.0.0+meta"]));
        Ok(())
    }

    #[test]
    fn the_tool_is_described_whole() -> Result<(), Failure> {
        let target = cargo::host()?;
        let text = document(&target)?;
        assert_eq!(text, document(&target)?, "the same bytes twice");
        let bom: Value = serde_json::from_str(&text)?;
        let components = || bom["components"].as_array().into_iter().flatten();
        assert!(components().any(|one| one["name"] == "cards-model"));
        for one in components() {
            let ours = one["name"].as_str().is_some_and(|name| name.starts_with("cards-"));
            assert_eq!(one["hashes"].is_array(), !ours, "{one}");
            assert_ne!(one["licenses"][0]["expression"], "", "{one}");
        }
        let named: BTreeSet<_> =
            components().chain([&bom["metadata"]["component"]]).map(|one| one["bom-ref"].as_str()).collect();
        for edge in bom["dependencies"].as_array().into_iter().flatten() {
            for under in edge["dependsOn"].as_array().into_iter().flatten() {
                assert!(named.contains(&under.as_str()), "{under}");
            }
        }
        Ok(())
    }
}
