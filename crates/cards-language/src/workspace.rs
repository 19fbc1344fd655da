//! What the files of a folder have to do with each other: names that are there twice, and links from a card to its world.

use std::collections::BTreeMap;

use cards_model::Content;

use crate::data::Diagnostic;
use crate::document::{Document, opened};
use crate::lines::{Position, Range};

/// What is known of a file of the folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileNames {
    /// The name of the card, or of the lorebook.
    pub name: String,
    /// Whether it is a card.
    pub is_card: bool,
    /// The world that the card names.
    pub world: Option<String>,
    /// Whether it holds scripts, whose names these are.
    pub scripts: Vec<String>,
}

impl FileNames {
    /// Reads the names of a file of any container; nothing for a file that is none of ours. `stem` is its name without its ending,
    /// by which clients know a lorebook that says none itself.
    #[must_use]
    pub fn read(bytes: &[u8], stem: &str) -> Option<Self> {
        if let Some(opened) = opened(bytes) {
            return Self::of(opened.content(), stem);
        }
        let document = Document::new(std::str::from_utf8(bytes).ok()?, crate::Syntax::Json);
        (document.holds() == crate::Holds::Scripts).then(|| {
            let named = |node: usize| {
                document
                    .member(node, "scriptName")
                    .or_else(|| document.member(node, "comment"))
                    .and_then(|name| document.string(name))
            };
            let nodes = 0..document.outline().nodes().len();
            let scripts: Vec<String> = nodes.filter_map(named).filter(|name| !name.is_empty()).collect();
            Self { name: stem.to_owned(), scripts, ..Self::default() }
        })
    }

    fn of(content: &Content, stem: &str) -> Option<Self> {
        match content {
            Content::Card(card) => {
                let json = content.to_json();
                let place = content.form().extensions_pointer();
                let world = place.and_then(|place| json.at(&place.member("world"))?.as_str().map(str::to_owned));
                let world = world.filter(|world| !world.is_empty());
                Some(Self { name: card.name().to_owned(), is_card: true, world, scripts: Vec::new() })
            }
            content => {
                let book = cards_model::book::BookView::of(content)?;
                let name = if book.name().is_empty() { stem } else { book.name() };
                Some(Self { name: name.to_owned(), ..Self::default() })
            }
        }
    }
}

/// The files of a folder, by their addresses.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    files: BTreeMap<String, FileNames>,
}

/// A place in another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The words that lead there.
    pub range: Range,
    /// The address.
    pub uri: String,
    /// What is there.
    pub tooltip: String,
}

impl Workspace {
    /// Notes what a file says, or that it is none of ours.
    pub fn set(&mut self, uri: &str, names: Option<FileNames>) {
        match names {
            Some(names) => self.files.insert(uri.to_owned(), names),
            None => self.files.remove(uri),
        };
    }

    /// Forgets the files of a folder.
    pub fn forget(&mut self, folder: &str) {
        let folder = format!("{}/", folder.trim_end_matches('/'));
        self.files.retain(|uri, _| !uri.starts_with(&folder));
    }

    /// Gives how many files are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether no file is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The other files of a kind that have a name.
    fn named<'a>(&'a self, uri: &'a str, name: &'a str, cards: bool) -> impl Iterator<Item = &'a str> {
        let same =
            move |(other, names): &(&String, &FileNames)| *other != uri && names.name == name && names.is_card == cards;
        self.files.iter().filter(same).map(|(uri, _)| uri.as_str())
    }

    /// Gives names of a document that another file has too, and worlds that are in no file.
    #[must_use]
    pub fn diagnostics(&self, uri: &str, document: &Document) -> Vec<Diagnostic> {
        let Some(own) = self.files.get(uri) else { return Vec::new() };
        let odd = |range: Range, code: &str, message: String| Diagnostic {
            range,
            severity: 3,
            code: code.to_owned(),
            code_description: None,
            source: "cards".to_owned(),
            message,
            data: None,
        };
        let mut all = Vec::new();
        let others: Vec<&str> = self.named(uri, &own.name, own.is_card).collect();
        if let (false, Some(range)) = (own.name.is_empty() || others.is_empty(), name_of(document)) {
            let what = if own.is_card { "card" } else { "lorebook" };
            let shown: Vec<&str> = others.iter().take(3).map(|uri| uri.rsplit('/').next().unwrap_or(uri)).collect();
            let message = format!("another {what} of this folder has the same name: {}", shown.join(", "));
            all.push(odd(range, "duplicate-name", message));
        }
        if let (Some(world), Some(node)) = (&own.world, world_of(document))
            && self.named(uri, world, false).next().is_none()
            && let Some(span) = document.outline().inside(node)
        {
            let message = format!("no lorebook of this folder has the name `{world}`");
            all.push(odd(document.range(&span), "world-missing", message));
        }
        all
    }

    /// Gives what of a document leads to other files: from a card to its world, from a world to the cards that name it, from a
    /// script in a card to the file that has it.
    #[must_use]
    pub fn links(&self, uri: &str, document: &Document) -> Vec<Link> {
        let mut links = Vec::new();
        if let (Some(node), Some(own)) = (world_of(document), self.files.get(uri))
            && let (Some(span), Some(world)) = (document.outline().inside(node), &own.world)
        {
            let range = document.range(&span);
            let to = |uri: &str| Link { range, uri: uri.to_owned(), tooltip: format!("the lorebook {world}") };
            links.extend(self.named(uri, world, false).map(to));
        }
        if let (Some(own), Some(range)) = (self.files.get(uri).filter(|own| !own.is_card), name_of(document)) {
            let names_it = |(_, names): &(&String, &FileNames)| names.world.as_deref() == Some(&own.name);
            let to = |(uri, names): (&String, &FileNames)| Link {
                range,
                uri: uri.clone(),
                tooltip: format!("the card {} names this lorebook", names.name),
            };
            links.extend(self.files.iter().filter(names_it).map(to));
        }
        for (node, name) in script_names(document) {
            let has = |(other, names): &(&String, &FileNames)| *other != uri && names.scripts.contains(&name);
            let to = |(uri, _): (&String, &FileNames)| Link {
                range: document.outline().inside(node).map(|span| document.range(&span)).unwrap_or_default(),
                uri: uri.clone(),
                tooltip: format!("the script {name}"),
            };
            links.extend(self.files.iter().filter(has).map(to));
        }
        links
    }

    /// Gives the files that a place of a document leads to.
    #[must_use]
    pub fn definitions(&self, uri: &str, document: &Document, position: Position) -> Vec<String> {
        let here = |link: &Link| link.range.start <= position && position <= link.range.end;
        self.links(uri, document).into_iter().filter(here).map(|link| link.uri).collect()
    }
}

/// Where the name of a card or lorebook is.
fn name_of(document: &Document) -> Option<Range> {
    let data = document.member(0, "data").filter(|data| document.outline().children(*data).next().is_some());
    let name = data.and_then(|data| document.member(data, "name")).or_else(|| document.member(0, "name"))?;
    Some(document.range(&document.outline().inside(name)?))
}

/// Where a card names its world.
fn world_of(document: &Document) -> Option<usize> {
    let crate::Holds::Content(form) = document.holds() else { return None };
    document.find(&form.extensions_pointer()?.member("world"))
}

/// The names of the scripts that a card brings along.
fn script_names(document: &Document) -> Vec<(usize, String)> {
    let crate::Holds::Content(form) = document.holds() else { return Vec::new() };
    let Some(list) = form.extensions_pointer().and_then(|place| document.find(&place.member("regex_scripts"))) else {
        return Vec::new();
    };
    let named = |script: usize| {
        let node = document.member(script, "scriptName")?;
        Some((node, document.string(node)?))
    };
    document.outline().children(list).filter_map(named).collect()
}
