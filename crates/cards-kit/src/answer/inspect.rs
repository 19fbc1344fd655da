//! What a file holds.

use cards_container::{Finding, Loaded};
use cards_model::{Content, Lorebook, Module};

use super::check::ReadFinding;
use crate::answers;

answers! {
    /// What a file holds.
    pub struct Inspection {
        /// The kind of file: JSON, PNG, APNG, CHARX or Prom ZIP.
        pub container: &'static str,
        /// The part of it that was read.
        pub place: String,
        /// The form of its content, by its id.
        pub form: &'static str,
        /// What tells the form.
        pub told_by: String,
        /// The card; null for books and modules.
        pub card: Option<CardSummary>,
        /// The lorebook, of a file that is one; null for cards, which have theirs in `card`.
        pub lorebook: Option<BookSummary>,
        /// The module, of a file that is one.
        pub module: Option<ModuleSummary>,
        /// What of it cannot be had outside one program; nothing of it is ever run.
        pub needs: Vec<Need>,
        /// What was odd about the content and tolerated.
        pub findings: Vec<ReadFinding>,
        /// What was odd about the file around it.
        pub container_findings: Vec<FileFinding>,
        /// A file that is no card, and that clients keep beside their cards.
        #[absent("Option::is_none")]
        pub beside: Option<BesideSummary>,
        /// The chunks of a picture, where they were asked for.
        #[absent("Option::is_none")]
        pub chunks: Option<Vec<Chunk>>,
        /// The entries of an archive, where they were asked for.
        #[absent("Option::is_none")]
        pub entries: Option<Vec<FileEntry>>,
    }

    /// A file that clients keep beside their cards: regex scripts, a chat, a preset, templates.
    pub struct BesideSummary {
        /// The stable word for it.
        pub kind: &'static str,
        /// What it is, for people.
        pub what: String,
        /// How many scripts, messages, prompts or templates it has.
        pub count: usize,
        /// What is in it, a line each.
        pub lines: Vec<String>,
        /// What takes it.
        pub taken_by: &'static str,
    }

    /// Something that one program has and others have not.
    pub struct Need {
        /// The stable word for it.
        pub kind: &'static str,
        /// What it is, for people.
        pub what: &'static str,
        /// The program that has it, with the extensions that it takes.
        pub client: &'static str,
        /// How many there are: scripts, or texts with such a thing in them.
        pub count: usize,
        /// Where, as JSON pointers; the first hundred.
        pub places: Vec<String>,
    }

    /// A card in short.
    pub struct CardSummary {
        /// Its name.
        pub name: String,
        /// The name that it goes by in chats.
        pub nickname: Option<String>,
        /// Who made it.
        pub creator: String,
        /// Its version.
        pub version: String,
        /// What the creator says about it, to its users.
        pub creator_notes: String,
        /// Its tags.
        pub tags: Vec<String>,
        /// How many greetings it has, of every kind.
        pub greetings: usize,
        /// Its lorebook.
        pub lorebook: Option<BookSummary>,
        /// How many assets it lists.
        pub assets: usize,
    }

    /// A lorebook in short.
    pub struct BookSummary {
        /// Its name.
        pub name: Option<String>,
        /// How many entries it has.
        pub entries: usize,
        /// How many of them always fire.
        pub constant: usize,
        /// How many of them are switched off.
        pub disabled: usize,
    }

    /// A module in short.
    pub struct ModuleSummary {
        /// Its name.
        pub name: String,
        /// Its id.
        pub id: String,
        /// Who made it.
        pub creator: String,
        /// Its category.
        pub category: String,
        /// What it is for, in its author's words.
        pub intro: String,
        /// How many entries it has.
        pub entries: usize,
    }

    /// An oddity of a file around its card.
    pub struct FileFinding {
        /// The stable word for it.
        pub rule: &'static str,
        /// What is odd, for people.
        pub message: String,
    }

    /// A chunk of a picture.
    pub struct Chunk {
        /// Its type, four letters.
        pub r#type: String,
        /// The keyword of a text chunk.
        pub keyword: Option<String>,
        /// Where it begins in the file.
        pub offset: u64,
        /// The bytes in it.
        pub length: u32,
        /// The checksum: right, wrong, or missing where the chunk is cut off.
        pub crc: &'static str,
    }

    /// An entry of an archive.
    pub struct FileEntry {
        /// Its name.
        pub name: String,
        /// What it is there for.
        pub role: &'static str,
        /// Its bytes.
        pub size: u64,
        /// Its bytes as packed.
        pub packed: u64,
        /// How it is packed.
        pub method: String,
        /// What its bytes are; null where they cannot be read.
        pub format: Option<&'static str>,
        /// The class of the error that keeps it from being read.
        pub error: Option<&'static str>,
    }
}

impl From<&Finding> for FileFinding {
    fn from(finding: &Finding) -> Self {
        Self { rule: finding.code(), message: finding.to_string() }
    }
}

impl From<&cards_lint::Need> for Need {
    fn from(need: &cards_lint::Need) -> Self {
        Self {
            kind: need.kind.as_str(),
            what: need.kind.what(),
            client: need.kind.client(),
            count: need.count,
            places: need.places.iter().map(|place| place.pointer.as_str().to_owned()).collect(),
        }
    }
}

impl From<&Lorebook> for BookSummary {
    fn from(book: &Lorebook) -> Self {
        Self {
            name: book.name.clone(),
            entries: book.entries.len(),
            constant: book.entries.iter().filter(|entry| entry.constant == Some(true)).count(),
            disabled: book.entries.iter().filter(|entry| !entry.enabled).count(),
        }
    }
}

impl BookSummary {
    /// The lorebook that a file is.
    fn of_file(content: &Content) -> Option<Self> {
        match content {
            Content::Card(_) | Content::Module(_) => None,
            book => book.lorebook().map(|book| Self::from(&*book)),
        }
    }
}

impl From<&Module> for ModuleSummary {
    fn from(module: &Module) -> Self {
        Self {
            name: module.name.clone(),
            id: module.module_id.clone(),
            creator: module.creator.clone(),
            category: module.category.as_str().to_owned(),
            intro: module.intro.clone(),
            entries: module.entries.len(),
        }
    }
}

impl From<&cards_model::Card> for CardSummary {
    fn from(card: &cards_model::Card) -> Self {
        Self {
            name: card.name().to_owned(),
            nickname: card.nickname().map(str::to_owned),
            creator: card.creator().to_owned(),
            version: card.character_version().to_owned(),
            creator_notes: card.creator_notes().to_owned(),
            tags: card.tags().to_vec(),
            greetings: card.greetings().len(),
            lorebook: card.lorebook().map(|book| BookSummary::from(&*book)),
            assets: card.assets().len(),
        }
    }
}

impl From<&Loaded> for Inspection {
    fn from(loaded: &Loaded) -> Self {
        let document = &loaded.document;
        Self {
            container: loaded.kind.as_str(),
            place: loaded.place.to_string(),
            form: document.content.form().id(),
            told_by: document.detection().reason.to_string(),
            card: document.card().map(CardSummary::from),
            lorebook: BookSummary::of_file(&document.content),
            module: match &document.content {
                Content::Module(module) => Some(ModuleSummary::from(module)),
                _ => None,
            },
            needs: cards_lint::needs(&document.content).iter().map(Need::from).collect(),
            findings: document.findings().iter().map(ReadFinding::from).collect(),
            container_findings: loaded.findings.iter().map(FileFinding::from).collect(),
            beside: None,
            chunks: None,
            entries: None,
        }
    }
}
