//! What an app meets has an example: each name of the list has one in its documentation, where `cargo test` runs it.

use std::fs;
use std::path::Path;

use crate::failure::Failure;

/// The names that downstream programs, ports, bindings and the tool use most: a crate and a type or function each, with a part
/// of the path of its source where the name alone is several.
const LIST: &str = "xtask/examples.tsv";

/// Names of the list that have no example, or are gone.
pub fn problems() -> Result<Vec<String>, Failure> {
    let root = crate::root();
    let list = fs::read_to_string(root.join(LIST))?;
    let mut problems = Vec::new();
    for row in list.lines().filter(|line| !line.starts_with('#')) {
        let (package, name) = row.split_once('\t').unwrap_or((row, ""));
        let (part, name) = name.rsplit_once("::").unwrap_or(("", name));
        let folder = root.join("crates").join(package).join("src");
        let sources = super::pinned::sources(&folder)?;
        let within = |file: &Path| {
            let file = file.strip_prefix(&folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
            file.contains(&part.replace("::", "/"))
        };
        let found: Vec<bool> =
            sources.iter().filter(|(file, _)| within(file)).flat_map(|(_, text)| examples_of(text, name)).collect();
        if !found.contains(&true) {
            let what = if found.is_empty() { "there is no such item" } else { "it has no example" };
            problems.push(format!("{LIST}: {package} {name}: {what}"));
        }
    }
    println!("tidy: {} names that apps meet have an example", list.lines().count() - problems.len() - 1);
    Ok(problems)
}

/// For each public item of a name in a source, whether an example is in the documentation above it.
fn examples_of(text: &str, name: &str) -> Vec<bool> {
    let lines: Vec<&str> = text.lines().collect();
    let is_item = |line: &str| {
        let rest = line.trim_start().strip_prefix("pub ").map(|rest| rest.trim_start_matches("const "));
        let rest =
            ["fn ", "struct ", "enum ", "trait "].iter().find_map(|word| rest?.strip_prefix(word)?.strip_prefix(name));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let above = |at: usize| lines[..at].iter().rev().take_while(|line| !line.is_empty() && **line != "}");
    let items = lines.iter().enumerate().filter(|(_, line)| is_item(line));
    items.map(|(at, _)| above(at).any(|line| line.trim_start().starts_with("/// ```"))).collect()
}

#[cfg(test)]
mod tests {
    use super::examples_of;

    #[test]
    fn an_example_is_one_of_the_item_alone() {
        let text = "/// A.\n///\n/// ```\n/// a();\n/// ```\n#[must_use]\npub fn a() {}\n\n/// B.\npub fn b() {}\n\n/// No a.\npub fn ab() {}\n";
        assert_eq!(["a", "b", "c"].map(|name| examples_of(text, name)), [vec![true], vec![false], vec![]]);
    }
}
