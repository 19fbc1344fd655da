//! `cargo xtask docs`: the pages that are made from the code, and the pictures of what the tool prints.

use std::fs;

use cards_cli::answers::{VERBS, schema as answer_schema};
use cards_model::concept::settings_markdown;
use cards_model::convert::matrix_markdown;
use cards_model::{Form, Style, schema};

use crate::failure::Failure;

/// Whether to write the pages or to look at them.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Write nothing; fail when a committed page is not what the code makes now.
    #[arg(long)]
    check: bool,
}

/// The page of the macros: what every profile makes of every macro.
const MACROS_HEAD: &str = "# Macros

Made from the macro table of `cards-macro` by `cargo xtask docs`; edit the table and run it again. Every example is run
by the tests of the crate.

A profile says which macros and rules hold: `spec` (the default: what the card specs name, with `:` and `::` alike),
`sillytavern` (SillyTavern 1.19), `sillytavern-legacy` (its older engine), `sillytavern@1.18` (with a row of its own where it
differs), `risu` (RisuAI), `module` (RPGGO modules: four spellings of two names, nothing else), `agnai` and `koboldcpp` (the names that these clients fill in), `marinara` (its macros, blocks and brackets), `sillybunny` (SillyTavern 1.19 but for its comments), `tauritavern` (another name of `sillytavern@1.18`). A row says how the profiles in its first column write and read the macro; in a
profile without a row it is unknown. Unknown macros stay in the text as they are.

Names tell no upper from lower case. Inner macros come first, and what a macro gives is not read for macros again unless a
note says so. `⏎` stands for a line end. Where profiles and texts differ on purpose, and why, is in
[DIVERGENCES.md](DIVERGENCES.md#macros).

";

/// The page of the clients and libraries: what each answers to the conformance suite.
const COMPATIBILITY_HEAD: &str = "# Who does what

Made from the rows of `suite/rows` and the results in `suite/results` by `cargo xtask docs`; the programs were run by the adapters
in `suite/adapters`, whose first lines say how each is installed. `yes`: every row of the behaviour is answered as it expects;
`12 of 20`: some are; `no`: none; `–`: the program does not do it, or its adapter does not ask. The number of rows leads to
them. `cards conform --explain ID` shows one; [the README of the suite](../suite/README.md) says what the rows are and how to add a
program.

";

/// The results of every program, ours last.
fn results() -> Result<Vec<cards_suite::Results>, Failure> {
    let mut found = Vec::new();
    for entry in fs::read_dir(crate::root().join("suite/results"))? {
        let path = entry?.path();
        found.push(cards_suite::Results::read(&path.display().to_string(), &fs::read_to_string(&path)?)?);
    }
    found.sort_by_key(|results| (results.program == "cards", results.program.to_lowercase()));
    Ok(found)
}

fn compatibility(rows: &[cards_suite::Row], results: &[cards_suite::Results]) -> Result<String, Failure> {
    let page = cards_suite::compatibility_markdown(rows, results);
    Ok(format!("{COMPATIBILITY_HEAD}{}\n", page.trim_end()))
}

/// The pages, each with what makes it.
fn pages() -> Result<Vec<(String, String)>, Failure> {
    let rows: Vec<_> = crate::suite::all()?.into_values().collect();
    let results = results()?;
    let mut pages = vec![
        ("crates/cards-kit/src/compat/shown_by.tsv".to_owned(), cards_suite::shown_by_table(&rows)),
        ("docs/rules.md".to_owned(), cards_lint::rules_markdown()),
        ("docs/conversion.md".to_owned(), matrix_markdown()),
        ("docs/settings.md".to_owned(), settings_markdown()),
        ("docs/compatibility.md".to_owned(), compatibility(&rows, &results)?),
        ("docs/macros.md".to_owned(), format!("{MACROS_HEAD}{}\n", cards_macro::markdown().trim_end())),
    ];
    pages.extend(Form::ALL.iter().map(|form| (form.id(), form)).map(|(name, form)| {
        let schema = schema(*form).to_text(Style::Pretty(2));
        (format!("docs/schema/{name}.schema.json"), format!("{schema}\n"))
    }));
    pages.extend(VERBS.iter().filter_map(|verb| {
        let schema = answer_schema(verb.name)?.to_text(Style::Pretty(2));
        Some((format!("docs/schema/answers/{}.schema.json", verb.name), format!("{schema}\n")))
    }));
    pages.extend(crate::rule_pages::pages()?);
    pages.extend(crate::companion::pages(&rows, &results)?);
    pages.extend(crate::field_docs::pages()?);
    pages.push(crate::performance::page()?);
    pages.push(("docs/SUMMARY.md".to_owned(), crate::rule_pages::summary()?));
    pages.push(("packages/npm/answers.d.ts".to_owned(), crate::typescript::declarations()));
    pages.push(("packages/python/python/character_cards/shapes.py".to_owned(), crate::python::shapes::module()));
    Ok(pages)
}

/// Writes the pages and pictures, or proves the committed ones fresh; then checks what `docs/DIVERGENCES.md` points to and, where the
/// spec texts are at hand, the index of their rules.
pub fn run(options: &Options) -> Result<(), Failure> {
    let mut stale = bring_up(pages()?, options)?;
    // The tool is built for them, which takes its time: the pages are there already.
    stale.extend(bring_up(crate::pictures::make()?, options)?);
    stale.extend(orphans()?);
    if !stale.is_empty() {
        return Err(Failure::new(format!("{} is stale; run `cargo xtask docs`", stale.join(", "))));
    }
    println!("docs: the pages and pictures made from the code are fresh");
    let problems = crate::shown::problems()?;
    if problems.is_empty() { rule_index() } else { Err(Failure::new(problems.join("\n"))) }
}

/// Writes what is not as it is made now, or names it.
fn bring_up(made: Vec<(String, String)>, options: &Options) -> Result<Vec<String>, Failure> {
    let mut stale = Vec::new();
    for (name, wanted) in made {
        let path = crate::root().join(&name);
        let found = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        if found == wanted {
            continue;
        }
        if options.check {
            stale.push(name);
        } else {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(&path, wanted)?;
            println!("docs: wrote {name}");
        }
    }
    Ok(stale)
}

/// Pages of rules that there are no more.
fn orphans() -> Result<Vec<String>, Failure> {
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(crate::root().join("docs/rules"))? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| cards_lint::find_rule(name.trim_end_matches(".md")).is_none());
    Ok(names.into_iter().map(|name| format!("docs/rules/{name}, whose rule is gone,")).collect())
}

/// Proves that every rule of the spec texts has its row.
pub fn rule_index() -> Result<(), Failure> {
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
        for (name, wanted) in pages().expect("every page can be made") {
            let found = fs::read_to_string(crate::root().join(&name)).unwrap_or_default().replace("\r\n", "\n");
            assert!(found == wanted, "{name} is stale; run `cargo xtask docs`");
        }
    }
}
