//! The facts of one file, as one line of JSON.

use std::fs::{self, File};
use std::io::Read as _;
use std::time::UNIX_EPOCH;

use cards_container::{Container, Limits, Unreadable, read_opened};
use cards_lint::{Input, Severity, lint, open_card, rule_of};
use cards_model::{Card, Content, Document, Form, Grammar, Lorebook, Reading};
use sha2::{Digest as _, Sha256};

use super::line::Line;
use crate::failure::Failure;
use crate::input::{file_source, open};
use crate::tokens::estimate;
use crate::walk::Found;
use cards_kit::plain::{Map, Ordinary, View, content_hash, hex, ordinary, plain};

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
#[derive(Debug, Default, PartialEq, Eq)]
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
    /// Whether the findings are those of all rules.
    pub(crate) linted: bool,
    pub(crate) content_hash: String,
}

/// What a scan looks at beyond headers and card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Depth {
    /// Every byte, for the file's hash.
    pub(crate) hash: bool,
    /// Every rule of `cards lint`.
    pub(crate) lint: bool,
}

/// Estimated tokens by field.
#[derive(Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lore {
    pub(crate) entries: usize,
    pub(crate) constant: usize,
    pub(crate) disabled: usize,
    pub(crate) tokens: usize,
}

/// Reads the facts of a file; whatever goes wrong is part of the row.
pub(crate) fn read_row(found: &Found, depth: Depth) -> Row {
    let mut row = Row {
        path: found.path.to_string_lossy().into_owned(),
        size: 0,
        modified: None,
        file_hash: None,
        facts: Err(Trouble { class: "io", message: String::new() }),
    };
    let read = match &found.error {
        Some(error) => Err(Trouble { class: "io", message: error.to_string() }),
        None => read_file(found, depth, &mut row),
    };
    row.facts = read;
    row
}

fn read_file(found: &Found, depth: Depth, row: &mut Row) -> Result<Facts, Trouble> {
    let io = |error: std::io::Error| Trouble { class: "io", message: error.to_string() };
    let file = File::open(&found.path).map_err(io)?;
    let meta = file.metadata().map_err(io)?;
    (row.size, row.modified) = (meta.len(), modified_us(&meta));
    if depth.hash {
        row.file_hash = Some(hash_file(&file).map_err(io)?);
    }
    let limits = Limits::default();
    let trouble = |failure: Failure| {
        let (class, chain) = (failure.class(), failure.chain());
        let message = chain.split_once(": ").map_or(chain.as_str(), |(_, rest)| rest).to_owned();
        Trouble { class, message }
    };
    let card = |source| trouble(Failure::Card { path: found.path.clone(), source });
    let source = file_source(file, meta.len()).map_err(io)?;
    let mut opened = cards_container::open(source, &limits).map_err(card)?;
    let read = read_opened(&mut opened, &limits, |json| Facts::of(json, limits.for_json())).map_err(card)?;
    let mut facts = read.value;
    facts.container = read.kind.name();
    let audit = match &opened {
        Container::Charx(charx) => charx.archive().audit(),
        Container::Prom(prom) => prom.archive().audit(),
        _ => Vec::new(),
    };
    if depth.lint {
        facts.lint(open_card(open(&found.path).map_err(trouble)?, &limits).map_err(card)?);
    } else {
        read.findings.iter().chain(&audit).for_each(|finding| facts.count(rule_of(finding).severity));
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

impl Facts {
    /// What a card, lorebook or module says about itself; the container is left to the caller.
    fn of(json: &[u8], limits: cards_model::Limits) -> Result<Self, Unreadable> {
        match ordinary(json, limits) {
            Some(card) => Ok(Self::of_ordinary(card)),
            None => {
                let reading = Reading::of(json, Grammar::Strict, limits)?;
                Ok(Self::of_content(reading.content(), reading.findings()))
            }
        }
    }

    fn of_ordinary(card: Ordinary<'_>) -> Self {
        let Ordinary { form, map, assets, has_book } = card;
        let is_v1 = form == Form::V1;
        // V1 has no creator, version or tags; what has these names is an app's.
        let beyond_v1 = |name| if is_v1 { "" } else { map.text_of(name) };
        let greetings = |name| map.list_of(name).iter().filter(|greeting| !greeting.is_empty()).count();
        let (alternate, group) = (greetings("alternate_greetings"), greetings("group_only_greetings"));
        let tokens = |name| estimate(map.text_of(name));
        let mut facts = Self {
            spec: form.name(),
            name: map.text_of("name").to_owned(),
            creator: beyond_v1("creator").to_owned(),
            version: beyond_v1("character_version").to_owned(),
            tags: if is_v1 {
                Vec::new()
            } else {
                map.list_of("tags").iter().filter_map(View::as_text).map(str::to_owned).collect()
            },
            greetings: usize::from(!map.text_of("first_mes").is_empty())
                + if is_v1 { 0 } else { alternate }
                + if form == Form::V3 { group } else { 0 },
            tokens: Tokens {
                description: tokens("description"),
                personality: tokens("personality"),
                scenario: tokens("scenario"),
                first_mes: tokens("first_mes"),
                mes_example: tokens("mes_example"),
                system_prompt: estimate(beyond_v1("system_prompt")),
                post_history_instructions: estimate(beyond_v1("post_history_instructions")),
                ..Tokens::default()
            }
            .summed(),
            lore: has_book.then(|| lore_of(&map)),
            assets,
            ..Self::default()
        };
        facts.content_hash = content_hash(map);
        facts
    }

    fn of_content(content: &Content, findings: &[cards_model::Finding]) -> Self {
        let mut facts =
            Self { spec: content.form().name(), content_hash: content_hash(plain(content)), ..Self::default() };
        match content {
            Content::Card(card) => facts.add_card(card),
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
        findings.iter().for_each(|finding| facts.count(finding.severity()));
        facts
    }

    fn add_card(&mut self, card: &Card) {
        card.name().clone_into(&mut self.name);
        card.creator().clone_into(&mut self.creator);
        card.character_version().clone_into(&mut self.version);
        self.tags = card.tags().to_vec();
        let greetings = card.greetings();
        self.greetings = greetings.iter().filter(|greeting| !greeting.text.is_empty()).count();
        self.assets = card.assets().len();
        self.lore = card.lorebook().map(|book| lore(&book));
        self.tokens = Tokens::of(card);
    }
}

/// The lorebook of a plain view in numbers; flags that hold their default are left out there.
fn lore_of(map: &Map<'_>) -> Lore {
    let mut lore = Lore::default();
    let Some(View::Map(book)) = map.get("character_book") else { return lore };
    for entry in book.list_of("entries") {
        let View::Map(entry) = entry else { continue };
        lore.entries += 1;
        lore.constant += usize::from(entry.get("constant").is_some());
        lore.disabled += usize::from(entry.get("enabled").is_some());
        lore.tokens += estimate(entry.text_of("content"));
    }
    lore
}

impl Tokens {
    /// The estimates for a card.
    pub(crate) fn of(card: &Card) -> Self {
        let first = card.greetings().first().map_or(0, |greeting| estimate(greeting.text));
        Self {
            description: estimate(card.description()),
            personality: estimate(card.personality()),
            scenario: estimate(card.scenario()),
            first_mes: first,
            mes_example: estimate(&card.mes_example()),
            system_prompt: estimate(card.system_prompt()),
            post_history_instructions: estimate(card.post_history_instructions()),
            ..Self::default()
        }
        .summed()
    }

    /// Adds up the fields.
    fn summed(mut self) -> Self {
        self.permanent =
            self.description + self.personality + self.scenario + self.system_prompt + self.post_history_instructions;
        self.total = self.permanent + self.first_mes + self.mes_example;
        self
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
    /// Counts what `cards lint` finds in place of what the reader had to read around.
    fn lint(&mut self, (document, facts): (Document, cards_lint::Facts)) {
        (self.errors, self.warnings, self.notes, self.linted) = (0, 0, 0, true);
        let report = lint(&Input { document: &document, facts: Some(&facts) }, &cards_lint::Options::default());
        report.findings.iter().for_each(|finding| self.count(finding.severity()));
    }

    fn count(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
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
        if self.linted {
            out.key("linted").bool(true);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use cards_model::json::Json;
    use cards_model::strategy::{self, Oddity};
    use proptest::prelude::*;

    fn card_json(oddity: Oddity) -> impl Strategy<Value = Json> {
        let form = proptest::sample::select(&[Form::V1, Form::V2, Form::V3][..]);
        form.prop_flat_map(move |form| strategy::json_of(&cards_model::root_shape(form), oddity))
    }

    proptest! {
        #[test]
        fn the_short_way_says_what_the_long_way_says(json in prop_oneof![
            card_json(Oddity::Plain),
            card_json(Oddity::Crooked),
        ]) {
            let (text, limits) = (json.to_string(), cards_model::Limits::default());
            if let (Ok(facts), Ok(reading)) =
                (Facts::of(text.as_bytes(), limits), Reading::of(text.as_bytes(), Grammar::Strict, limits))
            {
                prop_assert_eq!(facts, Facts::of_content(reading.content(), reading.findings()), "{}", text);
            }
        }
    }
}
