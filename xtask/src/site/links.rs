//! Links of pages in Markdown: where they lead, and whether that exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::companion::slug;
use crate::failure::Failure;

/// A link as it is written, with where its target is in the text.
#[derive(Debug, PartialEq, Eq)]
pub struct Link<'t> {
    /// The target.
    pub target: &'t str,
    /// The byte that the target begins at.
    pub at: usize,
    /// Whether it is written in Markdown, and not as an attribute of HTML.
    pub is_markdown: bool,
}

/// What is before a target.
const BEGINNINGS: [(&str, char, bool); 4] =
    [("](", ')', true), ("src=\"", '"', false), ("srcset=\"", '"', false), ("href=\"", '"', false)];

/// The links of a page, outside of code.
pub fn links(text: &str) -> Vec<Link<'_>> {
    let (mut found, mut start, mut fenced) = (Vec::new(), 0, false);
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            found.extend(links_of_line(line, start));
        }
        start += line.len();
    }
    found
}

fn links_of_line(line: &str, start: usize) -> Vec<Link<'_>> {
    let mut found = Vec::new();
    for (beginning, end, is_markdown) in BEGINNINGS {
        for (at, _) in line.match_indices(beginning) {
            let from = at + beginning.len();
            let before = line.get(..at).unwrap_or_default();
            let rest = line.get(from..).unwrap_or_default();
            // Between two marks of code, it is no link.
            let is_code = before.matches('`').count() % 2 == 1;
            if let (false, Some(length)) = (is_code, rest.find(end)) {
                let target = rest.get(..length).unwrap_or_default();
                found.push(Link { target, at: start + from, is_markdown });
            }
        }
    }
    found.sort_by_key(|link| link.at);
    found
}

/// The path from the root that a target names, seen from a page, and the heading behind `#`; nothing where it leads out of the tree.
pub fn resolve(page: &str, target: &str) -> Option<(String, String)> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, heading) = target.split_once('#').unwrap_or((target, ""));
    if path.is_empty() {
        return Some((page.to_owned(), heading.to_owned()));
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some((parts.join("/"), heading.to_owned()))
}

/// The names of a page's headings, those of equal words with their numbers.
pub fn headings(text: &str) -> BTreeSet<String> {
    let (mut names, mut fenced) = (BTreeSet::new(), false);
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        let words = line.trim_start_matches('#');
        if fenced || words.len() == line.len() || !words.starts_with(' ') {
            continue;
        }
        // Of a link in a heading, its words count.
        let name = slug(&words.split("](").next().unwrap_or_default().replace('[', ""));
        let mut unique = name.clone();
        let mut number = 1;
        while !names.insert(unique.clone()) {
            unique = format!("{name}-{number}");
            number += 1;
        }
    }
    names
}

/// What is wrong with the links of a page: files and headings that there are not.
pub fn problems(root: &Path, page: &str) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(root.join(page))?;
    let mut problems = Vec::new();
    for link in links(&text) {
        let Some((path, heading)) = resolve(page, link.target) else { continue };
        let file = root.join(&path);
        if !file.exists() {
            problems.push(format!("{page}: `{}` leads to no file", link.target));
        } else if !heading.is_empty()
            && path.ends_with(".md")
            && !headings(&fs::read_to_string(&file)?).contains(&heading)
        {
            problems.push(format!("{page}: `{}` leads to no heading", link.target));
        }
    }
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text = "[a](b.md#c) `[no](x)` ![p](q.svg)\n```\n[no](y)\n```\n<img src=\"z.png\">";
        let targets: Vec<&str> = links(text).iter().map(|link| link.target).collect();
        assert_eq!(targets, ["b.md#c", "q.svg", "z.png"]);
        assert!(links(text).iter().all(|link| text[link.at..].starts_with(link.target)));
    }

    #[test]
    fn targets_are_seen_from_their_page() {
        let of = |page, target| resolve(page, target).map(|(path, heading)| format!("{path}#{heading}"));
        assert_eq!(of("docs/a.md", "../suite/README.md#x").as_deref(), Some("suite/README.md#x"));
        assert_eq!(of("docs/a.md", "#here").as_deref(), Some("docs/a.md#here"));
        assert_eq!(of("a.md", "../out.md"), None);
        assert_eq!(of("a.md", "https://example.com"), None);
    }

    #[test]
    fn equal_headings_have_numbers() {
        let names = headings("# A\n## A\n```\n# no\n```\n## [B c](d.md)\n");
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["a", "a-1", "b-c"]);
    }
}
