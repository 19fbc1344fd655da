//! Pictures of what the tool prints, for README.md: the real output of a debug build, drawn as SVG.

mod half_blocks;
mod terminal;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::cargo;
use crate::failure::Failure;

/// A command line whose output is drawn.
struct Scene {
    /// The picture's file name.
    name: &'static str,
    /// Where the command runs, from the root.
    folder: &'static str,
    /// The arguments, as the picture shows them.
    line: &'static str,
    /// What somebody hears who does not see the picture.
    title: &'static str,
    /// What the command exits with.
    status: i32,
}

const SCENES: &[Scene] = &[
    Scene {
        name: "inspect.svg",
        folder: ".",
        line: "inspect fixtures/cards/wick-v3.png --art",
        title: "The portrait of a card in half blocks, then its fields with their tokens",
        status: 0,
    },
    Scene {
        name: "lint.svg",
        folder: "xtask/sources",
        line: "lint juniper.json",
        title: "Four findings about a card, each with its place, an excerpt, the source of the rule and help",
        status: 1,
    },
    Scene {
        name: "activate.svg",
        folder: ".",
        line: "activate fixtures/cards/wick-v3.png --chat fixtures/cards/chat.jsonl --user Sam --explain",
        title: "Which entries of a lorebook fired, and the reason for each",
        status: 0,
    },
];

/// The pictures, each with its path from the root.
pub fn make() -> Result<Vec<(String, String)>, Failure> {
    let tool = cargo::tool()?;
    let each = SCENES.iter().map(|scene| {
        let printed = scene.run(&tool)?;
        let svg = terminal::draw(scene.line, scene.title, &printed)
            .map_err(|problem| Failure::new(format!("the output of `cards {}`: {problem}", scene.line)))?;
        Ok((format!("docs/pictures/{}", scene.name), svg))
    });
    each.collect()
}

impl Scene {
    /// What the command prints on a terminal with colours.
    fn run(&self, tool: &PathBuf) -> Result<String, Failure> {
        let output = Command::new(tool)
            .args(self.line.split(' '))
            .args(["--color", "always"])
            .current_dir(crate::root().join(self.folder))
            .env_remove("NO_COLOR")
            .stdin(Stdio::null())
            .output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(self.status) || !said.is_empty() {
            return Err(Failure::new(format!("`cards {}` ended with {}: {said}", self.line, output.status)));
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}
