//! `cargo heavy laws`: the property tests, again and again on cases that they have not seen.
//!
//! The test command draws its cases from one seed (`.cargo/config.toml`), so that a commit gets the same answer each time.
//! New cases are looked for here, as the fuzz targets do for bytes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::cargo;
use crate::failure::Failure;

/// What the package of the property tests reads its seed from.
const SEED: &str = "PROPTEST_RNG_SEED";

/// How often, and from where.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// How often each property test runs; each round has a seed of its own.
    #[arg(long, default_value_t = 10)]
    rounds: u64,
    /// The seed of the first round; without one, the clock's.
    #[arg(long)]
    seed: Option<u64>,
    /// Make so many random changes of crooked cards instead, and hold each against the laws of changes; each card is repaired,
    /// converted, taken apart and packed as well.
    #[arg(long, value_name = "N")]
    changes: Option<u64>,
    /// Put so many made cards and every file of the corpus to lint, compat, activate and prompt instead, which have to agree.
    #[arg(long, value_name = "N", conflicts_with = "changes")]
    cards: Option<u64>,
}

/// The tests that put cards to four questions, by the beginning of their names, and how many cards are made.
const CARDS: [&str; 2] = ["four_ways::the_four_answers_about_", "CARDS_MADE"];

/// The test that makes as many changes as its variable says.
const CHANGES: [&str; 2] = ["changes::as_many_changes_as_asked_are_what_was_asked_and_no_more", "CARDS_CHANGES"];

/// Runs every property test of the workspace in each round, and stops at the first that fails.
pub fn run(options: &Options) -> Result<(), Failure> {
    let first = match options.seed {
        Some(seed) => seed,
        None => SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs(),
    };
    if let Some(count) = options.changes {
        return changes(count, first);
    }
    if let Some(count) = options.cards {
        return cards(count, first);
    }
    let mut names = BTreeSet::new();
    collect(&crate::root().join("crates"), &mut names)?;
    for folder in ["bench", "tests", "xtask"] {
        collect(&crate::root().join(folder), &mut names)?;
    }
    if names.is_empty() {
        return Err(Failure::new("there are no property tests"));
    }
    for seed in (first..).take(usize::try_from(options.rounds)?) {
        println!("laws: {} tests with seed {seed}", names.len());
        let mut command = Command::new(env!("CARGO"));
        command.args(["test", "--quiet", "--workspace", "--lib", "--bins", "--tests", "--"]).args(&names);
        hold(command, seed)?;
    }
    println!("laws: {} tests held in {} rounds", names.len(), options.rounds);
    Ok(())
}

/// Makes so many random changes.
fn changes(count: u64, seed: u64) -> Result<(), Failure> {
    println!("laws: {count} changes with seed {seed}");
    let [test, variable] = CHANGES;
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--quiet", "--package", "cards-kit", "--test", "all", "--", "--ignored", "--exact", test]);
    command.arg("--nocapture").env(variable, count.to_string());
    hold(command, seed)
}

/// Puts so many made cards, and the corpus, to the four questions.
fn cards(count: u64, seed: u64) -> Result<(), Failure> {
    println!("laws: {count} cards with seed {seed}");
    let [tests, variable] = CARDS;
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--quiet", "--package", "cards-kit", "--test", "all", "--", "--ignored", tests]);
    command.arg("--nocapture").env(variable, count.to_string());
    hold(command, seed)
}

/// Runs tests with a seed.
fn hold(mut command: Command, seed: u64) -> Result<(), Failure> {
    command.env(SEED, seed.to_string()).current_dir(crate::root());
    cargo::succeed(&mut command).map_err(|failure| {
        Failure::new(format!("{failure}; {SEED}={seed} brings the same cases back, and the case belongs into a test"))
    })
}

/// The names of the tests inside `proptest!` below a folder.
fn collect(folder: &Path, names: &mut BTreeSet<String>) -> Result<(), Failure> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, names)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(tests_of(&fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

/// The names of the tests inside `proptest!` of one file.
///
/// The sources are formatted, so a block ends at the brace that stands as far in as its beginning.
fn tests_of(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut end = None;
    for line in source.lines() {
        let code = line.trim_start();
        let inside = line.strip_suffix(code).unwrap_or_default();
        match &end {
            None if code == "proptest! {" => end = Some(format!("{inside}}}")),
            Some(last) if line == last => end = None,
            Some(_) => names.extend(
                code.strip_prefix("fn ").and_then(|rest| rest.split_once('(')).map(|(name, _)| name.to_owned()),
            ),
            None => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_what_stands_in_a_block_is_a_law() {
        let source = "fn helper() {\n}\nproptest! {\n    #[test]\n    fn holds(x in 0..3) {\n    }\n}\n#[test]\nfn plain() {\n}\n";
        assert_eq!(super::tests_of(source), ["holds"]);
    }
}
