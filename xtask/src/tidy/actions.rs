//! What workflows take from elsewhere: a tag can be moved to other code, a commit cannot.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Uses of an action in the workflows or in our own action that are not pinned to a commit, with the version beside it.
pub fn problems() -> Result<Vec<String>, Failure> {
    let root = crate::root();
    let mut files = vec![PathBuf::from("action.yml")];
    for file in fs::read_dir(root.join(".github/workflows"))? {
        files.push(Path::new(".github/workflows").join(file?.file_name()));
    }
    files.sort();
    let mut problems = Vec::new();
    for file in files {
        let text = fs::read_to_string(root.join(&file))?;
        problems.extend(loose(&text).map(|(line, used)| {
            format!("{}:{line}: `{used}` is not pinned: name the commit, and the version in a comment", file.display())
        }));
    }
    Ok(problems)
}

/// Line and text of each use that is neither of this repository nor pinned.
fn loose(workflow: &str) -> impl Iterator<Item = (usize, &str)> {
    workflow.lines().enumerate().filter_map(|(line, text)| {
        let (_, used) = text.split_once("uses: ")?;
        (!used.starts_with("./") && !is_pinned(used)).then_some((line + 1, used))
    })
}

fn is_pinned(used: &str) -> bool {
    let Some((action, version)) = used.split_once(" # v") else { return false };
    let commit = action.split_once('@').map_or("", |(_, commit)| commit);
    commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()) && !version.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_not_a_pin() {
        let commit = "11bd71901bbe5b1630ceea73d27597364c9af683";
        assert_eq!(loose(&format!("  - uses: actions/checkout@{commit} # v4.2.2\n  - uses: ./\n")).count(), 0);
        for used in ["actions/checkout@v4", &format!("actions/checkout@{commit}"), "actions/checkout@11bd719 # v4.2.2"]
        {
            assert_eq!(loose(&format!("a:\n  - uses: {used}\n")).collect::<Vec<_>>(), [(2, used)]);
        }
    }
}
