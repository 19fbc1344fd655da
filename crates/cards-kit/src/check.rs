//! What is wrong with a file.

use cards_container::{FileKind, Source};
use cards_lint::{Facts, Input, Options, Report};
use cards_model::Document;

use crate::answer::{self, Finding};
use crate::beside::{self, Beside};
use crate::error::Error;
use crate::limits::Limits;
use crate::open::options::OpenOptions;

/// What was found in a file.
///
/// ```
/// let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard"}}"#;
/// let linted = cards_kit::lint(&card[..], &Default::default(), &Default::default())?;
/// for finding in &linted.report.findings {
///     println!("{finding}\n  {}", finding.help());
/// }
/// assert_eq!((linted.kind.as_str(), linted.form), ("JSON", "v2"));
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Linted {
    /// The kind of file.
    pub kind: FileKind,
    /// The id of the form of its content, or the word for what it is beside cards.
    pub form: &'static str,
    /// Whether the file holds no card, lorebook or module and is one that clients keep beside them.
    pub is_beside: bool,
    /// What was found.
    pub report: Report,
}

/// Holds a file to the rules of the specs, containers, macros and lorebooks; one that clients keep beside their cards
/// ([`Beside`](crate::Beside)) to those that have a meaning for it.
///
/// # Errors
/// [`Error::Container`] for a file that cannot be read.
///
/// # Examples
/// ```
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard"}}"#;
/// let linted = cards_kit::lint(file, &Default::default(), &Default::default())?;
/// assert!(linted.answer().findings.iter().any(|finding| finding.pointer.as_deref() == Some("/data/tags")));
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn lint(mut source: impl Source, options: &Options<'_>, limits: &Limits) -> Result<Linted, Error> {
    let read = OpenOptions::mendable(limits).open(&mut source).and_then(|mut file| Facts::read(&mut file));
    let (document, facts) = match read {
        Ok(read) => read,
        Err(error) if Beside::may_be(&error) => {
            let beside =
                beside::whole(&mut source, limits).and_then(|bytes| beside::lint::lint(&bytes, options, limits));
            return Ok(beside.ok_or(error)?);
        }
        Err(error) => return Err(error.into()),
    };
    let report = report(&document, &facts, options);
    Ok(Linted { kind: facts.kind, form: document.content.form().id(), is_beside: false, report })
}

/// What is wrong with a document in its file.
pub(crate) fn report(document: &Document, facts: &Facts, options: &Options<'_>) -> Report {
    cards_lint::lint(&Input { document, facts: Some(facts) }, options)
}

impl Linted {
    /// Tells what was found.
    #[doc(hidden)]
    #[must_use]
    pub fn answer(&self) -> answer::Lint {
        answer::Lint {
            container: self.kind.as_str(),
            form: self.form,
            findings: self.report.findings.iter().map(Finding::from).collect(),
        }
    }
}
