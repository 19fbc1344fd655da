//! A card as a tree of texts, one file an entry, for git and translators, and back to the byte.
//!
//! What is no prose stays in the file that the card came in, the base, whose texts are empty. Each other file is a [`sheet`]: texts
//! behind lines with their places.

use std::collections::{BTreeMap, HashMap, HashSet};

use cards_container::FileKind;
use cards_model::TextClass;

use super::place::{Step, Way};
use super::texts::{Text, texts};
use super::{Editor, Patch, sheet};
use crate::error::Error;
use crate::limits::Limits;
use crate::open::{OpenOptions, open};

/// The file of a tree that lists the places of all its texts, so that none is lost without a word.
pub const PLACES: &str = "places.txt";
/// The name of the base, without its end.
pub const BASE: &str = "base";

/// A card as a tree of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tree {
    /// The kind of file that the base is.
    pub kind: FileKind,
    /// The card without the texts of the files.
    pub base: Vec<u8>,
    /// The files, by their paths in the tree.
    pub files: BTreeMap<String, String>,
}

/// Takes the prose of a card, lorebook or module apart.
///
/// A file whose texts cannot be taken out and put back to the byte keeps them in the base as well; the files count.
///
/// # Errors
/// [`Error::Container`], and [`Error::OnlyRead`] for a kind of file that is not written.
///
/// # Examples
/// ```
/// use cards_kit::edit::tree;
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi."}}"#;
/// let limits = Default::default();
/// let mut taken = tree::take(file, &limits)?;
/// assert_eq!(tree::join(&taken.base, &taken.files, &limits)?, file);
/// let greeting = taken.files.get_mut("first_mes.md").map(|text| *text = text.replace("Hi.", "Ho."));
/// assert!(greeting.is_some());
/// let joined = tree::join(&taken.base, &taken.files, &limits)?;
/// assert!(String::from_utf8_lossy(&joined).contains(r#""first_mes":"Ho.""#));
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn take(bytes: &[u8], limits: &Limits) -> Result<Tree, Error> {
    let editor = opened(bytes, limits)?;
    let all = texts(&editor.document().content);
    let json = editor.document().content.to_json();
    // In a list that holds more than texts, a text may have another number than the place that it is written at.
    let is_there =
        |text: &Text<'_>| json.pointer(text.pointer.as_str()).and_then(|value| value.as_str()) == Some(&text.text);
    let taken: Vec<&Text<'_>> = all.iter().filter(|text| is_taken(text) && is_there(text)).collect();
    let mut sheets: BTreeMap<String, Vec<(String, &str)>> = BTreeMap::new();
    let mut names = Names::of(&all);
    for text in &taken {
        let name = names.file(text);
        sheets.entry(name).or_default().push((text.pointer.as_str().to_owned(), &text.text));
    }
    let mut files: BTreeMap<String, String> =
        sheets.into_iter().map(|(name, texts)| (name, sheet::write(&texts))).collect();
    let places: String = taken.iter().map(|text| sheet::line_of(text.pointer.as_str()) + "\n").collect();
    files.insert(PLACES.to_owned(), places);
    let empty = |text: &&Text<'_>| Ok(Patch::Set { path: text.pointer.as_str().parse()?, value: "".into() });
    let patches = taken.iter().map(empty).collect::<Result<Vec<_>, Error>>()?;
    let mut blank = editor.clone();
    let base = blank.apply(&patches).and_then(|_| blank.to_bytes(bytes, limits));
    if let Ok(base) = base
        && join(&base, &files, limits).is_ok_and(|joined| joined == bytes)
    {
        return Ok(Tree { kind: editor.kind(), base, files });
    }
    // Whatever cannot be written is refused here, and not when somebody has translated it.
    editor.clone().apply(&[])?;
    Ok(Tree { kind: editor.kind(), base: bytes.to_vec(), files })
}

/// Puts the texts of a tree into its base.
///
/// # Errors
/// [`Error::Tree`] for a text that is gone, was not there or is there twice, and those of [`Editor::apply`].
pub fn join(base: &[u8], files: &BTreeMap<String, String>, limits: &Limits) -> Result<Vec<u8>, Error> {
    let refused = |problem: String| Error::Tree { problem };
    let Some(places) = files.get(PLACES) else { return Err(refused(format!("there is no {PLACES}"))) };
    let lines = places.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut wanted: HashSet<String> = lines.map(sheet::place_of).collect();
    let mut editor = opened(base, limits)?;
    let mut patches = Vec::new();
    for (name, text) in files.iter().filter(|(name, _)| *name != PLACES) {
        let sections = sheet::read(text, |_| false).map_err(|problem| refused(format!("{name}: {problem}")))?;
        for (place, text) in sections {
            if !wanted.remove(&place) {
                let problem = format!("{name}: the text of {place} is not in {PLACES}, or is there twice");
                return Err(refused(problem));
            }
            patches.push((place, text));
        }
    }
    if let Some(place) = wanted.into_iter().min() {
        return Err(refused(format!(
            "the text of {place} is in no file; to empty it, leave its line and nothing below it"
        )));
    }
    let json = editor.document().content.to_json();
    let is_new = |place: &str, text: &str| json.pointer(place).and_then(|value| value.as_str()) != Some(text);
    let changed = patches.into_iter().filter(|(place, text)| is_new(place, text));
    let set = |(place, text): (String, String)| Ok(Patch::Set { path: place.parse()?, value: text.into() });
    let patches = changed.map(set).collect::<Result<Vec<_>, Error>>()?;
    editor.apply(&patches)?;
    editor.to_bytes(base, limits)
}

fn opened(bytes: &[u8], limits: &Limits) -> Result<Editor, Error> {
    Ok(open(bytes, OpenOptions::mendable(limits))?.edit())
}

/// Whether a text goes into a file: prose whose lines an editor leaves as they are.
fn is_taken(text: &Text<'_>) -> bool {
    text.class == TextClass::Prose && !text.text.contains('\r') && !text.text.lines().any(sheet::was_mark)
}

/// Names of files.
struct Names<'a> {
    /// The texts of the lorebook, by their places.
    titles: HashMap<String, &'a str>,
    /// The files of entries, by their numbers.
    entries: HashMap<usize, String>,
    taken: HashSet<String>,
}

impl<'a> Names<'a> {
    fn of(all: &'a [Text<'_>]) -> Self {
        let titles = all.iter().map(|text| (text.place.to_string(), &*text.text)).collect();
        Self { titles, entries: HashMap::new(), taken: HashSet::new() }
    }

    /// The file that a text goes into: one an entry and a greeting, and one for each other field.
    fn file(&mut self, text: &Text<'_>) -> String {
        match &text.place.0 {
            Way::Named(field, steps) => match (field.as_str(), steps.first()) {
                ("book", Some(Step::Index(number))) => self.entry(*number),
                ("greetings", Some(Step::Index(number))) => format!("greetings-{}.md", number + 1),
                (field, _) => format!("{field}.md"),
            },
            Way::Pointer(_) => "others.md".to_owned(),
        }
    }

    /// The file of an entry, which is named after its title or first key.
    fn entry(&mut self, number: usize) -> String {
        if let Some(name) = self.entries.get(&number) {
            return name.clone();
        }
        let title = ["name", "comment", "keys[0]", "keys"]
            .iter()
            .find_map(|member| self.titles.get(&format!("book[{number}].{member}")))
            .copied()
            .unwrap_or_default();
        let plain: String = title.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
        let stem: String = plain.split_whitespace().collect::<Vec<_>>().join("-").chars().take(LONGEST).collect();
        let stem = if stem.is_empty() { "entry".to_owned() } else { stem };
        let named =
            |count: usize| if count == 1 { format!("book/{stem}.md") } else { format!("book/{stem}-{count}.md") };
        // Some disks take capital and small letters for the same.
        let name = (1..).map(named).find(|name| self.taken.insert(name.to_lowercase())).unwrap_or_default();
        self.entries.insert(number, name.clone());
        name
    }
}

/// Characters of a name that is made from a title.
const LONGEST: usize = 40;
