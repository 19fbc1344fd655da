//! The public address of the project: it is said in `Cargo.toml`, and everything else that names it is made to agree.

use std::fs;

use crate::failure::Failure;

/// Where the sources and the site are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The address of the repository, without a slash at its end.
    repository: String,
    /// The address of the site.
    homepage: String,
}

/// A place that names the address: what it is, its file, and its text as it should be.
struct Spot {
    file: String,
    what: &'static str,
    put: fn(&str, &Address) -> String,
}

impl Address {
    /// An address out of what somebody typed.
    pub fn new(repository: &str, homepage: &str) -> Result<Self, Failure> {
        let clean = |address: &str| {
            let address = address.trim_end_matches('/').trim_end_matches(".git");
            let rest = address.strip_prefix("https://").unwrap_or_default();
            let is_whole = rest.contains('.') && !rest.contains(char::is_whitespace) && !rest.contains(['"', '\\']);
            is_whole
                .then(|| address.to_owned())
                .ok_or_else(|| Failure::new(format!("`{address}` is no address that begins with https://")))
        };
        let repository = clean(repository)?;
        if repository.split('/').count() < 5 {
            return Err(Failure::new(format!("`{repository}` names no owner and no repository")));
        }
        Ok(Self { repository, homepage: clean(homepage)? })
    }

    /// The address that `Cargo.toml` says; nothing where it says none.
    pub fn said() -> Result<Option<Self>, Failure> {
        let manifest = fs::read_to_string(crate::root().join("Cargo.toml"))?;
        let value = |name: &str| {
            let line = manifest.lines().find_map(|line| line.strip_prefix(&format!("{name} = \"")));
            line.and_then(|line| line.strip_suffix('"')).map(str::to_owned)
        };
        match (value("repository"), value("homepage")) {
            (Some(repository), Some(homepage)) => Self::new(&repository, &homepage).map(Some),
            (None, None) => Ok(None),
            _ => Err(Failure::new("Cargo.toml: `repository` and `homepage` are said together or not at all")),
        }
    }

    /// The address of the repository.
    pub fn repository(&self) -> &str {
        &self.repository
    }

    /// `owner/name`, the last two parts of the address.
    fn name(&self) -> String {
        let mut parts: Vec<&str> = self.repository.rsplit('/').take(2).collect();
        parts.reverse();
        parts.join("/")
    }
}

/// Everything that names the address, the manifest that says it first.
fn spots() -> Result<Vec<Spot>, Failure> {
    let spot = |file: &str, what, put| Spot { file: file.to_owned(), what, put };
    let mut spots = vec![
        spot("Cargo.toml", "`repository` and `homepage` of the workspace", in_workspace),
        spot("packages/npm/package.json", "`repository` and `homepage`, without which npm takes no provenance", in_npm),
        spot("packages/python/pyproject.toml", "the addresses of the project", in_python),
        spot("README.md", "the badge of the checks", in_readme),
        spot("docs/install.md", "the words of an installation without a clone", in_install),
        spot("docs/repositories.md", "the address of the action and the hooks", in_words),
        spot("docs/project/registries.md", "the texts for lists", in_words),
        spot("crates/cards-mcp/server.json", "the name of the server for agents", in_words),
    ];
    let mut crates: Vec<String> = Vec::new();
    for folder in fs::read_dir(crate::root().join("crates"))? {
        crates.push(format!("crates/{}/Cargo.toml", folder?.file_name().to_string_lossy()));
    }
    crates.sort();
    spots.extend(crates.iter().map(|file| spot(file, "what it takes of the workspace", in_crate)));
    Ok(spots)
}

/// Writes an address everywhere.
pub fn write(address: &Address) -> Result<(), Failure> {
    if let Some(said) = Address::said()?.filter(|said| said != address) {
        return Err(Failure::new(format!("Cargo.toml says {} already: take that back first", said.repository)));
    }
    for spot in spots()? {
        let path = crate::root().join(&spot.file);
        let text = fs::read_to_string(&path)?;
        let put = (spot.put)(&text, address);
        if put != text {
            fs::write(path, put)?;
            println!("release: {}: {}", spot.file, spot.what);
        }
    }
    Ok(())
}

/// What says no address yet, or another one than `Cargo.toml`.
pub fn unset() -> Result<Vec<String>, Failure> {
    let Some(address) = Address::said()? else {
        let spots: Vec<String> = spots()?.iter().map(|spot| format!("  {}: {}", spot.file, spot.what)).collect();
        let head = "no public address is set; `cargo xtask release address https://… --site https://…` writes it into";
        return Ok(vec![format!("{head}\n{}", spots.join("\n"))]);
    };
    let mut unset = Vec::new();
    for spot in spots()? {
        let text = fs::read_to_string(crate::root().join(&spot.file))?;
        if (spot.put)(&text, &address) != text {
            unset.push(format!("{}: {} do not say {}", spot.file, spot.what, address.repository));
        }
    }
    Ok(unset)
}

/// A text with lines behind one of its lines, unless they are there.
fn behind(text: &str, line: &str, more: &str) -> String {
    if text.contains(more) { text.to_owned() } else { text.replacen(line, &format!("{line}{more}"), 1) }
}

fn in_workspace(text: &str, at: &Address) -> String {
    let more = format!("repository = \"{}\"\nhomepage = \"{}\"\n", at.repository, at.homepage);
    behind(text, "authors = [\"The cards developers\"]\n", &more)
}

fn in_crate(text: &str, _: &Address) -> String {
    behind(text, "keywords.workspace = true\n", "repository.workspace = true\nhomepage.workspace = true\n")
}

fn in_npm(text: &str, at: &Address) -> String {
    let more = format!(
        "    \"repository\": {{ \"type\": \"git\", \"url\": \"git+{}.git\" }},\n    \"homepage\": \"{}\",\n",
        at.repository, at.homepage
    );
    behind(text, "    \"license\": \"MIT OR Apache-2.0\",\n", &more)
}

fn in_python(text: &str, at: &Address) -> String {
    let urls = format!("[project.urls]\nRepository = \"{}\"\nHomepage = \"{}\"\n\n", at.repository, at.homepage);
    if text.contains(&urls) {
        text.to_owned()
    } else {
        text.replacen("[project.scripts]", &format!("{urls}[project.scripts]"), 1)
    }
}

fn in_readme(text: &str, at: &Address) -> String {
    let checks = format!("{}/actions/workflows/ci.yml", at.repository);
    behind(text, "# cards\n", &format!("\n[![CI]({checks}/badge.svg)]({checks}) [The site]({})\n", at.homepage))
}

fn in_install(text: &str, at: &Address) -> String {
    let text = text.replace("--repo OWNER/cards`", &format!("--repo {}`", at.name()));
    text.replace("`REPOSITORY` is the address that one would clone:", &format!("`REPOSITORY` is {}:", at.repository))
}

fn in_words(text: &str, at: &Address) -> String {
    let owner = at.name().split('/').next().unwrap_or_default().to_owned();
    let text = text
        .replace(" # the address and the tag of this repository", "")
        .replace("OWNER/cards@TAG", &format!("{}@TAG", at.name()));
    let text = text.replace("io.github.OWNER", &format!("io.github.{owner}"));
    text.replace(" `REPOSITORY` is that address.", "").replace("REPOSITORY", &at.repository)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_written_everywhere_and_once() {
        let address = Address::new("https://forge.example/them/cards.git", "https://cards.example/")
            .unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(address.name(), "them/cards");
        let has_none = Address::said().unwrap_or_else(|failure| panic!("{failure}")).is_none();
        for spot in spots().unwrap_or_else(|failure| panic!("{failure}")) {
            let text = fs::read_to_string(crate::root().join(&spot.file)).expect("a file of the tree");
            let put = (spot.put)(&text, &address);
            assert!(put != text || !has_none, "{}: nothing was written", spot.file);
            assert_eq!((spot.put)(&put, &address), put, "{}: written twice", spot.file);
            for left in ["OWNER/", "io.github.OWNER", "the address that one would clone"] {
                assert!(!put.contains(left), "{}: {left} is left", spot.file);
            }
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for (repository, site) in [
            ("them/cards", "https://a.example"),
            ("https://forge.example", "https://a.example"),
            ("https://forge.example/them/cards", "a"),
        ] {
            assert!(Address::new(repository, site).is_err(), "{repository} {site}");
        }
    }
}
