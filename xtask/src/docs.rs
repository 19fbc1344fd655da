//! `cargo xtask docs`: the pages that are made from the code.

use std::fs;

use crate::failure::Failure;

/// Whether to write the pages or to look at them.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Write nothing; fail when a committed page is not what the code makes now.
    #[arg(long)]
    check: bool,
}

/// The pages, each with what makes it.
fn pages() -> Vec<(&'static str, String)> {
    vec![("docs/rules.md", cards_lint::rules_markdown())]
}

/// Writes the pages, or proves the committed ones fresh. Where the spec texts are at hand, the index of their rules is
/// compared with them too.
pub fn run(options: &Options) -> Result<(), Failure> {
    let mut stale = Vec::new();
    for (name, wanted) in pages() {
        let path = crate::root().join(name);
        let found = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        if found == wanted {
            continue;
        }
        if options.check {
            stale.push(name);
        } else {
            fs::write(&path, wanted)?;
            println!("docs: wrote {name}");
        }
    }
    if !stale.is_empty() {
        return Err(Failure::new(format!("{} is stale; run `cargo xtask docs`", stale.join(", "))));
    }
    println!("docs: the pages made from the code are fresh");
    rule_index()
}

/// Proves that every rule of the spec texts has its row.
fn rule_index() -> Result<(), Failure> {
    let shared = crate::shared::dir();
    if !shared.is_dir() {
        println!("docs: the spec texts are not at {}, so their index was not compared with them", shared.display());
        return Ok(());
    }
    let summary = crate::rule_index::check(&shared).map_err(|problems| Failure::new(problems.join("\n")))?;
    let (keywords, rules, duties) = (summary.keywords, summary.rules, summary.duties);
    println!("docs: {keywords} keywords of the spec texts answer to {rules} rules and {duties} duties");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_pages_are_fresh() {
        for (name, wanted) in pages() {
            let found = fs::read_to_string(crate::root().join(name)).unwrap_or_default().replace("\r\n", "\n");
            assert!(found == wanted, "{name} is stale; run `cargo xtask docs`");
        }
    }
}
