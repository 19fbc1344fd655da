//! The facts of one file, as a listing of many has them.

use cards_container::{Container, OpenFile, Source, Unreadable, open};
use cards_kit::edit::texts::texts;
use cards_kit::plain::{Map, View, dates_of, plain};
use cards_kit::{Error, Limits};
use cards_lint::{Facts, Input, Options, Severity, rule_of};
use cards_model::{Card, Content, Evidence, Form, Grammar, Reading, Timestamp};
use cards_words::Estimate;
use cards_words::setters;

use crate::answer::{Book, Details, Row, RowTexts, RuleCount, Tokens};
use crate::hash::hashes;
use crate::near::Signature;
use crate::ordinary::{Ordinary, read as ordinary};

/// What a row says beyond headers and card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RowOptions {
    /// Whether every rule is checked, which takes several times as long; without it, the findings are what the reader
    /// tolerated.
    pub lint: bool,
    /// Whether the signature of the prose is taken, by which near texts are found.
    pub near: bool,
    /// Whether the row has [`Row::details`].
    pub details: bool,
    /// Whether the row has [`Row::texts`].
    pub texts: bool,
}

setters! {
    RowOptions:
    /// Checks every rule, or not.
    with_lint(lint: bool) = lint;
    /// Takes the signature of the prose, or not.
    with_near(near: bool) = near;
    /// Adds details, or not.
    with_details(details: bool) = details;
    /// Adds the texts, or not.
    with_texts(texts: bool) = texts;
}

/// Reads the facts of a file: of pictures and archives, headers and the card alone.
///
/// The language of [`Details`] is told with feature `language` alone.
///
/// # Errors
/// [`Error::Container`].
///
/// # Examples
/// ```
/// use cards_library::RowOptions;
///
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard."}}"#;
/// let row = cards_library::row(&file[..], &RowOptions::default().with_texts(true), &Default::default())?;
/// assert_eq!((row.name.as_str(), row.spec, row.tokens.total), ("Aria", "v2", 3));
/// assert_eq!(row.texts.map(|texts| texts.description).as_deref(), Some("A bard."));
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn row(source: impl Source, options: &RowOptions, limits: &Limits) -> Result<Row, Error> {
    row_of(source, options, &Options::default(), limits)
}

/// The same of a file of which more is known than its bytes.
pub(crate) fn row_of(
    source: impl Source,
    options: &RowOptions,
    rules: &Options<'_>,
    limits: &Limits,
) -> Result<Row, Error> {
    let mut file = open(source, &limits.files)?;
    let mut row = if options.lint { Row::linted(&mut file, options, rules)? } else { Row::read(&mut file, options)? };
    if let (Some(details), Container::Png(png)) = (&mut row.details, &mut file.container) {
        (details.width, details.height) = png.pixels().unzip();
    }
    Ok(row)
}

impl Row {
    /// The facts of a file, with what the reader tolerated as its findings.
    fn read(file: &mut OpenFile<'_>, options: &RowOptions) -> Result<Self, Error> {
        let json = file.limits().for_json();
        let read = file.read(|text, evidence| Self::of(text, evidence, options, json))?;
        let mut row = Self { container: read.kind.as_str(), ..read.value };
        let audit = match &file.container {
            Container::Charx(charx) => charx.archive().audit(),
            Container::Prom(prom) => prom.archive().audit(),
            Container::Carrier(carrier) => carrier.archive().map(|archive| archive.audit()).unwrap_or_default(),
            _ => Vec::new(),
        };
        for finding in read.findings.iter().chain(&audit) {
            let rule = rule_of(finding);
            row.broken(rule.id, rule.severity);
        }
        Ok(row)
    }

    /// The facts of a file that is held to every rule.
    fn linted(file: &mut OpenFile<'_>, options: &RowOptions, rules: &Options<'_>) -> Result<Self, Error> {
        let (document, facts) = Facts::read(file)?;
        let mut row =
            Self { container: facts.kind.as_str(), linted: true, ..Self::of_content(&document.content, options) };
        let report = cards_lint::lint(&Input { document: &document, facts: Some(&facts) }, rules);
        report.findings.iter().for_each(|finding| row.broken(finding.rule.id, finding.severity()));
        Ok(row)
    }

    /// What a card, lorebook or module says about itself; the container is left to the caller.
    fn of(
        json: &[u8],
        evidence: Evidence,
        options: &RowOptions,
        limits: cards_model::Limits,
    ) -> Result<Self, Unreadable> {
        let deep = options.near || options.details || options.texts;
        if !deep && let Some(card) = ordinary(json, &limits) {
            return Ok(Self::of_ordinary(card));
        }
        let reading = Reading::with_evidence(json, Grammar::Strict, evidence, &limits)?;
        let mut row = Self::of_content(reading.content(), options);
        reading.findings().iter().for_each(|finding| row.broken(finding.rule.id, finding.severity()));
        Ok(row)
    }

    /// Counts a breach of a rule.
    fn broken(&mut self, rule: &'static str, severity: Severity) {
        self.findings.add(severity);
        let Some(details) = &mut self.details else { return };
        match details.rules.iter_mut().find(|known| known.rule == rule) {
            Some(known) => known.count += 1,
            None => details.rules.push(RuleCount { rule, severity: severity.as_str(), count: 1 }),
        }
    }

    fn of_ordinary(card: Ordinary<'_>) -> Self {
        let Ordinary { form, map, assets, has_book } = card;
        let is_v1 = form == Form::V1;
        // V1 has no creator, version or tags; what has these names is an app's.
        let beyond_v1 = |name| if is_v1 { "" } else { map.text_of(name) };
        let greetings = |name| map.list_of(name).iter().filter(|greeting| !greeting.is_empty()).count();
        let (alternate, group) = (greetings("alternate_greetings"), greetings("group_only_greetings"));
        let tokens = |name| Estimate::of(map.text_of(name));
        let mut row = Self {
            spec: form.id(),
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
                system_prompt: Estimate::of(beyond_v1("system_prompt")),
                post_history_instructions: Estimate::of(beyond_v1("post_history_instructions")),
                ..Tokens::default()
            }
            .summed(),
            lore: has_book.then(|| lore_of(&map)),
            assets,
            ..Self::default()
        };
        (row.content_hash, row.core_hash) = hashes(map);
        row
    }

    fn of_content(content: &Content, options: &RowOptions) -> Self {
        Self {
            details: options.details.then(|| Details::of(content)),
            signature: options
                .near
                .then(|| Signature::of(&texts(content)).map(|near| near.to_hex()).unwrap_or_default()),
            texts: options.texts.then(|| RowTexts::of(content)),
            ..Self::numbers(content)
        }
    }

    fn numbers(content: &Content) -> Self {
        let (content_hash, core_hash) = hashes(plain(content));
        let mut row = Self { spec: content.form().id(), content_hash, core_hash, ..Self::default() };
        match content {
            Content::Card(card) => row.add_card(card),
            Content::Module(module) => {
                row.name.clone_from(&module.name);
                row.creator.clone_from(&module.creator);
                let tokens = module.entries.iter().map(|entry| Estimate::of(&entry.content)).sum();
                row.lore = Some(Book { entries: module.entries.len(), tokens, ..Book::default() });
            }
            other => {
                let book = other.lorebook();
                row.name = book.as_ref().and_then(|book| book.name.clone()).unwrap_or_default();
                row.lore = book.map(|book| Book::from(&*book));
            }
        }
        row
    }

    fn add_card(&mut self, card: &Card) {
        card.name().clone_into(&mut self.name);
        card.creator().clone_into(&mut self.creator);
        card.character_version().clone_into(&mut self.version);
        self.tags = card.tags().to_vec();
        let greetings = card.greetings();
        self.greetings = greetings.iter().filter(|greeting| !greeting.text.is_empty()).count();
        self.assets = card.assets().len();
        self.lore = card.lorebook().map(|book| Book::from(&*book));
        self.tokens = Tokens::from(card);
    }
}

impl Details {
    /// What a card, lorebook or module says beyond its numbers; pictures and rules are left to the caller.
    fn of(content: &Content) -> Self {
        let mut details = Self {
            needs: cards_lint::needs(content).iter().map(|need| need.kind.as_str()).collect(),
            ..Self::default()
        };
        #[cfg(feature = "language")]
        {
            details.language = crate::language::language_of(&texts(content)).map(str::to_owned);
        }
        if let Content::Card(card) = content {
            details.extensions = card.extensions().iter().map(|(name, _)| name.to_owned()).collect();
            let said = |time: Option<&Timestamp>| time.map(|time| time.seconds()).filter(|seconds| *seconds != 0);
            let (created, changed) = dates_of(card);
            (details.created, details.changed) = (said(created), said(changed));
        }
        details
    }
}

/// The lorebook of a plain view in numbers; flags that hold their default are left out there.
fn lore_of(map: &Map<'_>) -> Book {
    let mut lore = Book::default();
    let Some(View::Map(book)) = map.get("character_book") else { return lore };
    for entry in book.list_of("entries") {
        let View::Map(entry) = entry else { continue };
        lore.entries += 1;
        lore.constant += usize::from(entry.get("constant").is_some());
        lore.disabled += usize::from(entry.get("enabled").is_some());
        lore.tokens += Estimate::of(entry.text_of("content"));
    }
    lore
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
            let read = |options: RowOptions| Row::of(text.as_bytes(), Evidence::Members, &options, limits);
            let deep = RowOptions::default().with_texts(true);
            if let (Ok(row), Ok(deep)) = (read(RowOptions::default()), read(deep)) {
                prop_assert_eq!(row, Row { texts: None, ..deep }, "{}", text);
            }
        }
    }

    #[test]
    fn details_say_what_numbers_do_not() {
        let card = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","first_mes":"Hi","creation_date":1700000000,
            "description":"She walks along the river each evening and listens for the old bell that nobody else can hear. When the water is low she finds things between the stones, and what she finds she keeps in a box under her bed. There were evenings when she almost told somebody about it.",
            "alternate_greetings":["Ho"],"tags":"bard","extensions":{"regex_scripts":[{"scriptName":"a","findRegex":"b"}]},
            "character_book":{"extensions":{},"entries":[{"keys":["bell"],"content":"It rings."}]}}}"#;
        let options = RowOptions::default().with_details(true).with_texts(true).with_near(true);
        let row = row(card.as_bytes(), &options, &Limits::default()).unwrap();
        let details = row.details.unwrap();
        assert_eq!((details.created, details.changed), (Some(1_700_000_000), None));
        assert_eq!((details.needs, details.extensions), (vec!["regex-scripts"], vec!["regex_scripts".to_owned()]));
        let counted: usize = details.rules.iter().map(|rule| rule.count).sum();
        assert!(counted > 0 && counted == row.findings.error + row.findings.warning + row.findings.note);
        assert_eq!(details.width, None);
        let texts = row.texts.unwrap();
        assert_eq!((texts.first_mes.as_str(), &texts.greetings[..]), ("Hi", &["Ho".to_owned()][..]));
        assert_eq!(texts.lore, ["It rings."]);
        assert_eq!(row.signature.map(|signature| signature.len()), Some(512));
        #[cfg(feature = "language")]
        assert_eq!(details.language.as_deref(), Some("eng"));
    }
}
