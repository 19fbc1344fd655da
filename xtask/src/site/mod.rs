//! `cargo xtask site`: the documentation, the page and its examples as one folder for a server of files.
//!
//! The tree is laid out anew under `target/site-src`, page by page as `docs/SUMMARY.md` lists them and where they are in the repository,
//! so that their links hold; what they link to beside is copied, or becomes an address of the repository.

pub mod links;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::address::Address;
use crate::failure::Failure;

/// What to do.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Fail where the site is built without the page, or not built at all since mdBook is missing.
    #[arg(long)]
    whole: bool,
}

/// What lists the pages.
const SUMMARY: &str = "docs/SUMMARY.md";

/// Where the page of `web/` goes, seen from the root of the site.
const PAGE: &str = "page/index.html";
/// The file beside it, with the language server.
const BESIDE: &str = "editor.html";

/// The pages of the site, by their paths from the root.
pub fn pages() -> Result<Vec<String>, Failure> {
    let summary = fs::read_to_string(crate::root().join(SUMMARY))?;
    let paths = links::links(&summary).into_iter().filter_map(|link| links::resolve(SUMMARY, link.target));
    Ok(paths.map(|(path, _)| path).collect())
}

/// Links of the pages, as they are in the repository, that lead to no file or no heading.
fn broken() -> Result<Vec<String>, Failure> {
    let mut broken = Vec::new();
    for page in pages()? {
        broken.extend(links::problems(&crate::root(), &page)?);
    }
    Ok(broken)
}

/// Lays the tree out, builds the site with mdBook, adds the page, and looks whether each link of it leads somewhere.
pub fn run(options: &Options) -> Result<(), Failure> {
    let root = crate::root();
    let (source, out) = (root.join("target/site-src"), root.join("target/site"));
    for folder in [&source, &out] {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
    }
    let broken = broken()?;
    if !broken.is_empty() {
        return Err(Failure::new(broken.join("\n")));
    }
    let page = root.join("web/dist/index.html");
    lay_out(&root, &source, page.is_file())?;
    let built = Command::new("mdbook").arg("build").arg(&source).status();
    match built {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(Failure::new(format!("mdbook ended with {status}"))),
        Err(_) if options.whole => {
            return Err(Failure::new("there is no mdbook on the PATH: `cargo install --locked mdbook`"));
        }
        Err(_) => {
            println!("site: NOT built, since there is no mdbook on the PATH; its sources are in {}", source.display());
            return Ok(());
        }
    }
    if page.is_file() {
        put(&page, &out.join(PAGE))?;
        put(&page.with_file_name(BESIDE), &out.join(PAGE).with_file_name(BESIDE))?;
    } else if options.whole {
        return Err(Failure::new("the page is not built: `cargo xtask web` makes web/dist/index.html"));
    } else {
        println!("site: without the page, since web/dist/index.html is not built");
    }
    let problems = dead(&out)?;
    if !problems.is_empty() {
        return Err(Failure::new(problems.join("\n")));
    }
    println!("site: {}, {} pages", out.join("index.html").display(), pages()?.len());
    Ok(())
}

/// Writes the pages, and what they link to, where mdBook looks for them.
fn lay_out(root: &Path, source: &Path, has_page: bool) -> Result<(), Failure> {
    let (pages, mut beside) = (pages()?, BTreeSet::new());
    let known: BTreeSet<&str> = pages.iter().map(String::as_str).collect();
    let repository = Address::said()?.map(|address| format!("{}/blob/main", address.repository()));
    let summary = fs::read_to_string(root.join(SUMMARY))?;
    for (page, text) in pages.iter().map(|page| (page.as_str(), None)).chain([(SUMMARY, Some(summary))]) {
        let text = text.map_or_else(|| fs::read_to_string(root.join(page)), Ok)?;
        let text = relinked(page, &text, &known, repository.as_deref(), &mut beside);
        let to = if page == SUMMARY { "SUMMARY.md".to_owned() } else { as_index(page) };
        let text = if page == "README.md" && has_page { with_page(&text) } else { text };
        write(&source.join(to), &text)?;
    }
    for path in beside {
        put(&root.join(&path), &source.join(&path))?;
    }
    put(&root.join("docs/book.toml"), &source.join("book.toml"))
}

/// The first page, with the way to the page of `web/`.
fn with_page(text: &str) -> String {
    let lead = format!("[Try it in your browser]({PAGE}): three cards are there, nothing is uploaded.\n\n## One call");
    text.replacen("## One call", &lead, 1)
}

/// A page with links as they hold in the site. What is neither a page nor a file of `docs/` is an address of the repository or, without
/// one, its path.
fn relinked(
    page: &str,
    text: &str,
    known: &BTreeSet<&str>,
    repository: Option<&str>,
    beside: &mut BTreeSet<String>,
) -> String {
    let (mut out, mut from) = (String::new(), 0);
    for link in links::links(text) {
        let Some((path, heading)) = links::resolve(page, link.target) else { continue };
        let new = if known.contains(path.as_str()) {
            as_index(if page == SUMMARY { &path } else { link.target })
        } else if path.starts_with("docs/") && crate::root().join(&path).is_file() {
            beside.insert(path);
            link.target.to_owned()
        } else if let Some(repository) = repository {
            let heading = if heading.is_empty() { String::new() } else { format!("#{heading}") };
            format!("{repository}/{path}{heading}")
        } else if let Some(named) = text.get(from..link.at).and_then(|before| unlinked(before, &path)) {
            // A link to nowhere is worse than a name.
            out += &named;
            from = link.at + link.target.len() + 1;
            continue;
        } else {
            link.target.to_owned()
        };
        out += text.get(from..link.at).unwrap_or_default();
        out += &new;
        from = link.at + link.target.len();
    }
    out += text.get(from..).unwrap_or_default();
    out
}

/// What is before the target of a link, as plain words with the path; nothing where it is no link in Markdown.
fn unlinked(before: &str, path: &str) -> Option<String> {
    let before = before.strip_suffix("](")?;
    let (head, words) = before.rsplit_once('[')?;
    let says = words.contains(path) || words.replace('`', "") == path;
    Some(if says { format!("{head}{words}") } else { format!("{head}{words} (`{path}`)") })
}

/// mdBook makes the first page of a folder of `index.md`.
fn as_index(target: &str) -> String {
    target.replace("README.md", "index.md")
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(path, text)?)
}

fn put(from: &Path, to: &Path) -> Result<(), Failure> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to)?;
    Ok(())
}

/// Links of the built site that lead to no file of it, and what it would fetch from elsewhere.
fn dead(out: &Path) -> Result<Vec<String>, Failure> {
    let mut problems = Vec::new();
    for page in html(out, out)? {
        if page == PAGE || page == "print.html" || page == "404.html" || page == "toc.html" {
            continue;
        }
        let text = fs::read_to_string(out.join(&page))?;
        for link in links::links(&text).iter().filter(|link| !link.is_markdown) {
            let before = text.get(..link.at).unwrap_or_default();
            let tag = before.rfind('<').and_then(|at| before.get(at..)).unwrap_or_default();
            // Behind the end of a tag, it is code that shows one.
            if tag.contains('>') {
                continue;
            }
            let is_fetched = before.ends_with("src=\"") || tag.starts_with("<link");
            match links::resolve(&page, link.target) {
                None if is_fetched && !link.target.starts_with("data:") => {
                    problems.push(format!("{page} fetches {}", link.target));
                }
                Some((path, _)) if !path.is_empty() && !out.join(&path).exists() => {
                    problems.push(format!("{page}: `{}` leads to no file", link.target));
                }
                _ => {}
            }
        }
    }
    Ok(problems)
}

/// The pages of a folder and those below, by their paths from its root.
fn html(folder: &Path, root: &Path) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(html(&path, root)?);
        } else if path.extension().is_some_and(|ext| ext == "html") {
            let path = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_link_of_each_page_leads_to_a_file_and_a_heading() {
        let pages = pages().unwrap_or_else(|failure| panic!("{failure}"));
        assert!(pages.len() > 150 && pages.contains(&"README.md".to_owned()), "{}", pages.len());
        let broken = broken().unwrap_or_else(|failure| panic!("{failure}"));
        assert!(broken.is_empty(), "{}", broken.join("\n"));
    }

    #[test]
    fn links_out_of_the_site_lead_to_the_repository_or_nowhere_else() {
        let known = BTreeSet::from(["README.md", "docs/a.md", "suite/README.md"]);
        let text = "[s](../suite/README.md#x) [b](b.tsv) [c](../crates/x) [h](https://example.com)";
        let with = |repository| relinked("docs/a.md", text, &known, repository, &mut BTreeSet::new());
        assert_eq!(
            with(Some("https://example.com/r/blob/main")),
            "[s](../suite/index.md#x) [b](https://example.com/r/blob/main/docs/b.tsv) \
             [c](https://example.com/r/blob/main/crates/x) [h](https://example.com)"
        );
        assert!(with(None).ends_with("b (`docs/b.tsv`) c (`crates/x`) [h](https://example.com)"), "{}", with(None));
    }
}
