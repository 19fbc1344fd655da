//! What rules look at: a document taken apart once for all of them.

use std::borrow::Cow;
use std::cell::OnceCell;

use cards_model::book::BookView;
use cards_model::rules::JSON_RELAXED;
use cards_model::{Card, Content, Document, Json, Pointer, Style};

use crate::engine::{self, Verdicts};
use crate::facts::Facts;
use crate::fix;
use crate::needs::{self, Need};
use crate::options::Options;
pub(crate) use crate::parts::{Role, Text};
use crate::parts::{scripts_of, taken_apart};
use crate::rules::macros;

/// A document to be linted, and what its container shows.
///
/// ```
/// use cards_lint::{Facts, Input, Options, lint};
/// let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi {user}!"}}"#;
/// let mut file = cards_container::open(&card[..], cards_container::Limits::default())?;
/// let (document, facts) = Facts::read(&mut file)?;
/// let report = lint(&Input { document: &document, facts: Some(&facts) }, &Options::default());
/// assert!(!report.is_clean());
/// # Ok::<(), cards_container::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The document.
    pub document: &'a Document,
    /// What the container shows, where there is one.
    pub facts: Option<&'a Facts>,
}

/// A document taken apart.
pub(crate) struct Subject<'a> {
    pub(crate) input: Input<'a>,
    pub(crate) options: &'a Options<'a>,
    pub(crate) texts: Vec<Text<'a>>,
    /// SillyTavern's regex scripts and RisuAI's, each with its place.
    pub(crate) scripts: [Vec<(Pointer, &'a Json)>; 2],
    /// The lorebook of the document, in whichever layout; the entries of a module are texts that always go in.
    pub(crate) book: Option<BookView<'a>>,
    verdicts: OnceCell<Option<Verdicts>>,
    analyses: OnceCell<Analyses>,
    variables: OnceCell<Vec<(usize, cards_macro::Analysis)>>,
    json: OnceCell<Option<Cow<'a, Json>>>,
    needs: OnceCell<Vec<Need>>,
}

/// For each text with macros: its number, and what its macros are.
type Analyses = Vec<(usize, Result<cards_macro::Analysis, cards_macro::Error>)>;

impl<'a> Subject<'a> {
    pub(crate) fn new(input: Input<'a>, options: &'a Options<'a>) -> Self {
        let (texts, book) = taken_apart(&input.document.content);
        let scripts = input.document.card().map(scripts_of).unwrap_or_default();
        Self { book, ..Self::of_parts(input, options, texts, scripts) }
    }

    /// What rules look at in a file beside cards, in the place of what its document has.
    pub(crate) fn beside(
        input: Input<'a>,
        options: &'a Options<'a>,
        (texts, analyses): (Vec<Text<'a>>, Analyses),
        scripts: [Vec<(Pointer, &'a Json)>; 2],
        json: Option<&'a Json>,
    ) -> Self {
        Self {
            json: OnceCell::from(json.map(Cow::Borrowed)),
            analyses: OnceCell::from(analyses),
            ..Self::of_parts(input, options, texts, scripts)
        }
    }

    fn of_parts(
        input: Input<'a>,
        options: &'a Options<'a>,
        texts: Vec<Text<'a>>,
        scripts: [Vec<(Pointer, &'a Json)>; 2],
    ) -> Self {
        Self {
            input,
            options,
            texts,
            scripts,
            book: None,
            verdicts: OnceCell::new(),
            analyses: OnceCell::new(),
            variables: OnceCell::new(),
            json: OnceCell::new(),
            needs: OnceCell::new(),
        }
    }

    pub(crate) fn content(&self) -> &'a Content {
        &self.input.document.content
    }

    /// The JSON as it is in the file, or as it would be written.
    pub(crate) fn json(&self) -> Option<&Json> {
        let document = self.input.document;
        let read = || {
            let source = document.source().and_then(|bytes| fix::parse(&fix::text_of(bytes)));
            source.or_else(|| fix::parse(&document.to_text(Style::Compact)))
        };
        self.json.get_or_init(|| read().map(Cow::Owned)).as_deref()
    }

    /// Whether a string of the JSON may hold what is looked for in a strict text of it. Nearly none does, and its text tells without
    /// being read again.
    pub(crate) fn may_hold(&self, found_in: impl FnOnce(&[u8]) -> bool) -> bool {
        let document = self.input.document;
        let relaxed = || document.findings().iter().any(|finding| finding.rule == &JSON_RELAXED);
        // The JSON of a file beside cards is not that of the document.
        self.json.get().is_some() || document.source().is_none_or(|json| relaxed() || found_in(json))
    }

    /// What the lore engine says of the book; it is asked once.
    pub(crate) fn verdicts(&self) -> Option<&Verdicts> {
        self.verdicts.get_or_init(|| engine::verdicts(self)).as_ref()
    }

    /// What the macro engine says of the texts in the profile that fits the form; it is asked once.
    pub(crate) fn analyses(&self) -> &Analyses {
        self.analyses.get_or_init(|| macros::analyse(&self.texts, macros::engine(self.content().form())))
    }

    /// Which texts set and read variables, by SillyTavern's engine, which knows the most ways to do so.
    pub(crate) fn variables(&self) -> &[(usize, cards_macro::Analysis)] {
        let read = || {
            let all = macros::analyse(&self.texts, cards_macro::Engine::SillyTavern);
            let used = |analysis: &cards_macro::Analysis| !analysis.reads.is_empty() || !analysis.writes.is_empty();
            all.into_iter()
                .filter_map(|(number, analysis)| Some((number, analysis.ok().filter(used)?)))
                .filter(|(number, _)| self.texts.get(*number).is_some_and(|text| text.role.is_expanded()))
                .collect()
        };
        self.variables.get_or_init(read)
    }

    /// What of the document cannot be had outside one program.
    pub(crate) fn needs(&self) -> &[Need] {
        self.needs.get_or_init(|| needs::of_parts(self.content(), &self.texts, self.book.as_ref()))
    }

    pub(crate) fn card(&self) -> Option<&'a Card> {
        self.input.document.card()
    }
}
