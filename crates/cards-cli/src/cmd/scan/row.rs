//! The facts of one file, as one line of JSON.

use std::fs::{self, File};
use std::io::Read as _;
use std::time::UNIX_EPOCH;

use cards_container::{Container, Finding, Limits, Loaded, load_opened};
use cards_model::rules::Level;
use cards_model::{Card, Content, Lorebook};
use sha2::{Digest as _, Sha256};

use super::line::Line;
use crate::failure::Failure;
use crate::input::file_source;
use crate::plain::{content_hash, hex, plain};
use crate::tokens::estimate;
use crate::walk::Found;

/// The version of the row's layout. Members may be added under the same number; none changes its meaning.
pub(super) const SCHEMA: i64 = 1;

/// What a scan says about one file.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) path: String,
    pub(crate) size: u64,
    pub(crate) modified: Option<i64>,
    pub(crate) file_hash: Option<String>,
    pub(crate) facts: Result<Facts, Trouble>,
}

/// Why there are no facts.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) class: &'static str,
    pub(crate) message: String,
}

/// What a card says about itself, in numbers.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(crate) container: &'static str,
    pub(crate) spec: &'static str,
    pub(crate) name: String,
    pub(crate) creator: String,
    pub(crate) version: String,
    pub(crate) tags: Vec<String>,
    pub(crate) greetings: usize,
    pub(crate) tokens: Tokens,
    pub(crate) lore: Option<Lore>,
    pub(crate) assets: usize,
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) notes: usize,
    pub(crate) content_hash: String,
}

/// Estimated tokens by field.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    pub(crate) description: usize,
    pub(crate) personality: usize,
    pub(crate) scenario: usize,
    pub(crate) first_mes: usize,
    pub(crate) mes_example: usize,
    pub(crate) system_prompt: usize,
    pub(crate) post_history_instructions: usize,
    /// What stays in the prompt for the whole chat: all of the above but greeting and examples.
    pub(crate) permanent: usize,
    /// All of the above.
    pub(crate) total: usize,
}

/// A lorebook in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lore {
    pub(crate) entries: usize,
    pub(crate) constant: usize,
    pub(crate) disabled: usize,
    pub(crate) tokens: usize,
}

/// Reads the facts of a file; whatever goes wrong is part of the row.
pub(crate) fn read_row(found: &Found, hash: bool) -> Row {
    let mut row = Row {
        path: found.path.to_string_lossy().into_owned(),
        size: 0,
        modified: None,
        file_hash: None,
        facts: Err(Trouble { class: "io", message: String::new() }),
    };
    let read = match &found.error {
        Some(error) => Err(Trouble { class: "io", message: error.to_string() }),
        None => read_file(found, hash, &mut row),
    };
    row.facts = read;
    row
}

fn read_file(found: &Found, hash: bool, row: &mut Row) -> Result<Facts, Trouble> {
    let io = |error: std::io::Error| Trouble { class: "io", message: error.to_string() };
    let file = File::open(&found.path).map_err(io)?;
    let meta = file.metadata().map_err(io)?;
    (row.size, row.modified) = (meta.len(), modified_us(&meta));
    if hash {
        row.file_hash = Some(hash_file(&file).map_err(io)?);
    }
    let limits = Limits::default();
    let card = |source| {
        let failure = Failure::Card { path: found.path.clone(), source };
        let (class, chain) = (failure.class(), failure.chain());
        let message = chain.split_once(": ").map_or(chain.as_str(), |(_, rest)| rest).to_owned();
        Trouble { class, message }
    };
    let source = file_source(file, meta.len()).map_err(io)?;
    let mut opened = cards_container::open(source, &limits).map_err(card)?;
    let loaded = load_opened(&mut opened, &limits).map_err(card)?;
    let mut facts = facts(&loaded);
    let audit = match &opened {
        Container::Charx(charx) => charx.archive().audit(),
        Container::Prom(prom) => prom.archive().audit(),
        _ => Vec::new(),
    };
    for finding in loaded.findings.iter().chain(&audit) {
        facts.count(severity(finding));
    }
    Ok(facts)
}

fn hash_file(mut file: &File) -> std::io::Result<String> {
    let (mut hasher, mut block) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut block)? {
            0 => return Ok(hex(&hasher.finalize())),
            count => hasher.update(block.get(..count).unwrap_or_default()),
        }
    }
}

/// When a file was last changed, in microseconds since 1970.
pub(super) fn modified_us(meta: &fs::Metadata) -> Option<i64> {
    let since = meta.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_micros()).ok()
}

/// How much an oddity of a container matters.
fn severity(finding: &Finding) -> Level {
    match finding.code() {
        "zip-slip" | "duplicate-entry" | "bad-crc" | "truncated" | "bad-utf8" | "passed-over" => Level::Must,
        "equal-twins" | "byte-order-mark" | "archive-prefix" | "archive-suffix" | "trailing-bytes" | "card-name" => {
            Level::Note
        }
        _ => Level::Should,
    }
}

fn facts(loaded: &Loaded) -> Facts {
    let content = &loaded.document.content;
    let mut facts = Facts {
        container: loaded.kind.name(),
        spec: content.form().name(),
        content_hash: content_hash(&plain(content)),
        ..Facts::default()
    };
    match content {
        Content::Card(card) => of_card(card, &mut facts),
        Content::Module(module) => {
            facts.name.clone_from(&module.name);
            facts.creator.clone_from(&module.creator);
            let tokens = module.entries.iter().map(|entry| estimate(&entry.content)).sum();
            facts.lore = Some(Lore { entries: module.entries.len(), tokens, ..Lore::default() });
        }
        other => {
            let book = other.lorebook();
            facts.name = book.as_ref().and_then(|book| book.name.clone()).unwrap_or_default();
            facts.lore = book.map(|book| lore(&book));
        }
    }
    for finding in loaded.document.findings() {
        facts.count(finding.level());
    }
    facts
}

fn of_card(card: &Card, facts: &mut Facts) {
    card.name().clone_into(&mut facts.name);
    card.creator().clone_into(&mut facts.creator);
    card.character_version().clone_into(&mut facts.version);
    facts.tags = card.tags().to_vec();
    let greetings = card.greetings();
    facts.greetings = greetings.iter().filter(|greeting| !greeting.text.is_empty()).count();
    facts.assets = card.assets().len();
    facts.lore = card.lorebook().map(|book| lore(&book));
    facts.tokens = Tokens::of(card);
}

impl Tokens {
    /// The estimates for a card.
    pub(crate) fn of(card: &Card) -> Self {
        let first = card.greetings().first().map_or(0, |greeting| estimate(greeting.text));
        let mut tokens = Self {
            description: estimate(card.description()),
            personality: estimate(card.personality()),
            scenario: estimate(card.scenario()),
            first_mes: first,
            mes_example: estimate(&card.mes_example()),
            system_prompt: estimate(card.system_prompt()),
            post_history_instructions: estimate(card.post_history_instructions()),
            ..Self::default()
        };
        tokens.permanent = tokens.description
            + tokens.personality
            + tokens.scenario
            + tokens.system_prompt
            + tokens.post_history_instructions;
        tokens.total = tokens.permanent + tokens.first_mes + tokens.mes_example;
        tokens
    }
}

/// A lorebook in numbers.
pub(crate) fn lore(book: &Lorebook) -> Lore {
    Lore {
        entries: book.entries.len(),
        constant: book.entries.iter().filter(|entry| entry.constant == Some(true)).count(),
        disabled: book.entries.iter().filter(|entry| !entry.enabled).count(),
        tokens: book.entries.iter().map(|entry| estimate(&entry.content)).sum(),
    }
}

impl Facts {
    fn count(&mut self, level: Level) {
        match level {
            Level::Must => self.errors += 1,
            Level::Should => self.warnings += 1,
            Level::Note => self.notes += 1,
        }
    }
}

impl Row {
    /// The row as one line, its end included.
    pub(crate) fn to_line(&self) -> String {
        let mut out = Line::new();
        out.nest('{', '}', |out| {
            out.key("schema").number(SCHEMA);
            out.key("path").string(&self.path);
            out.key("size").number(i64::try_from(self.size).unwrap_or(i64::MAX));
            out.key("mtime_us");
            match self.modified {
                Some(time) => out.number(time),
                None => out.null(),
            }
            match &self.facts {
                Ok(facts) => facts.write(out),
                Err(_) => {
                    for key in ["container", "spec", "name", "content_hash"] {
                        out.key(key).null();
                    }
                }
            }
            if let Some(hash) = &self.file_hash {
                out.key("file_hash").string(hash);
            }
            out.key("error");
            match &self.facts {
                Ok(_) => out.null(),
                Err(trouble) => out.nest('{', '}', |out| {
                    out.key("class").string(trouble.class);
                    out.key("message").string(&trouble.message);
                }),
            }
        });
        out.finish()
    }
}

impl Facts {
    fn write(&self, out: &mut Line) {
        out.key("container").string(self.container);
        out.key("spec").string(self.spec);
        out.key("name").string(&self.name);
        out.key("creator").string(&self.creator);
        out.key("version").string(&self.version);
        out.key("tags").nest('[', ']', |out| self.tags.iter().for_each(|tag| out.string(tag)));
        out.key("greetings").count(self.greetings);
        out.key("tokens").nest('{', '}', |out| {
            for (name, count) in self.tokens.fields() {
                out.key(name).count(count);
            }
        });
        out.key("lore");
        match self.lore {
            None => out.null(),
            Some(lore) => out.nest('{', '}', |out| {
                out.key("entries").count(lore.entries);
                out.key("constant").count(lore.constant);
                out.key("disabled").count(lore.disabled);
                out.key("tokens").count(lore.tokens);
            }),
        }
        out.key("assets").count(self.assets);
        out.key("findings").nest('{', '}', |out| {
            out.key("error").count(self.errors);
            out.key("warning").count(self.warnings);
            out.key("note").count(self.notes);
        });
        out.key("content_hash").string(&self.content_hash);
    }
}

impl Tokens {
    /// The fields by name, in the order of output.
    pub(crate) fn fields(&self) -> [(&'static str, usize); 9] {
        [
            ("description", self.description),
            ("personality", self.personality),
            ("scenario", self.scenario),
            ("first_mes", self.first_mes),
            ("mes_example", self.mes_example),
            ("system_prompt", self.system_prompt),
            ("post_history_instructions", self.post_history_instructions),
            ("permanent", self.permanent),
            ("total", self.total),
        ]
    }
}
