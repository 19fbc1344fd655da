//! Repairs what can be repaired safely, in the container that the card came in.

mod plan;

use std::io::Write;

use cards_container::{FileKind, Source};
use cards_lint::{Facts, Finding, Fix, Options, Report, fix};
use cards_model::Document;

use crate::answer::{self, Change, Counts};
use crate::check::report;
use crate::error::Error;
use crate::limits::Limits;
use crate::open::options::OpenOptions;
pub(crate) use plan::Plan;

/// A repair that was worked out and not written yet.
///
/// It takes the file again to write: what no finding is about is copied as it is.
#[derive(Debug)]
pub struct Repair {
    changes: Vec<Change>,
    plan: Plan,
}

/// A repaired file.
///
/// ```
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","creator":7}}"#;
/// let repaired = cards_kit::repair(file, &Default::default(), &Default::default())?;
/// for change in &repaired.changes {
///     println!("{}: {}", change.place, change.message);
/// }
/// assert!(!repaired.changes.is_empty());
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Repaired {
    /// The whole file; the bytes that went in where there was nothing to repair.
    pub bytes: Vec<u8>,
    /// What was changed, in order.
    pub changes: Vec<Change>,
    /// What is left to find in the result.
    pub left: Report,
}

/// Repairs a file in memory: wrong types, absent members, stale twins, bad checksums, what `cards lint` marks as fixable.
///
/// # Errors
/// Those of [`Repair::plan`], [`Repair::write`] and [`Repair::prove`].
///
/// # Examples
/// ```
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard"}}"#;
/// let repaired = cards_kit::repair(file, &Default::default(), &Default::default())?;
/// assert!(repaired.changes.iter().any(|change| change.place == "/data/tags"));
/// assert!(String::from_utf8_lossy(&repaired.bytes).contains(r#""tags":["bard"]"#));
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn repair(bytes: &[u8], options: &Options<'_>, limits: &Limits) -> Result<Repaired, Error> {
    let repair = Repair::plan(bytes, options, limits)?;
    let mut out = Vec::new();
    if repair.changes.is_empty() {
        out.extend_from_slice(bytes);
    } else {
        repair.write(bytes, limits, &mut out)?;
    }
    let left = repair.prove(&out[..], limits)?;
    Ok(Repaired { bytes: out, changes: repair.changes, left })
}

impl Repair {
    /// Works out what there is to repair in a file.
    ///
    /// # Errors
    /// [`Error::Container`] for a file that cannot be read, [`Error::Model`] where the stand-in for older programs cannot be
    /// made anew.
    pub fn plan(source: impl Source, options: &Options<'_>, limits: &Limits) -> Result<Self, Error> {
        let (mut document, facts) = Facts::read(&mut OpenOptions::mendable(limits).open(source)?)?;
        let first = report(&document, &facts, options);
        let mut changes = repair_document(&mut document, &facts, &first, options, limits.repair_rounds);
        let wanted = |report: &Report| -> Vec<Finding> {
            report.findings.iter().filter(|finding| finding.fix == Some(Fix::Container)).cloned().collect()
        };
        let chosen = wanted(&first);
        let plan = Plan::new(&document, &facts, chosen.iter().any(|finding| finding.id() == "stale-twin"))?;
        if !changes.is_empty() || !chosen.is_empty() {
            // Writing a picture anew does all of these, whatever was chosen, so all of them are named.
            let all = wanted(&report(&document, &facts, &Options::default()));
            let done = all.iter().filter(|finding| finding.id() != "stale-twin" || chosen.contains(finding));
            changes.extend(done.map(of_container));
            changes.extend(plan.dropped.iter().map(|place| Change {
                rule: "equal-twins",
                place: place.to_string(),
                message: "a second chunk of its keyword is taken out".to_owned(),
            }));
        }
        Ok(Self { changes, plan })
    }

    /// Gives the repaired document.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.plan.document
    }

    /// Gives the kind of the file, which a repair leaves as it is.
    #[must_use]
    pub fn kind(&self) -> FileKind {
        self.plan.kind
    }

    /// Gives what is changed, in order; nothing where there is nothing to repair.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Writes the file that was planned for anew, with its repairs.
    ///
    /// # Errors
    /// [`Error::Container`].
    pub fn write(&self, source: impl Source, limits: &Limits, out: impl Write) -> Result<(), Error> {
        Ok(self.plan.write(source, &limits.files, out)?)
    }

    /// Proves that what was written holds the repaired card, and gives what is left to find in it.
    ///
    /// # Errors
    /// [`Error::NotReadBack`] and [`Error::OtherCard`].
    pub fn prove(&self, source: impl Source, limits: &Limits) -> Result<Report, Error> {
        self.plan.prove(source, limits)
    }

    /// Tells what is changed, and what is left of it in the result.
    #[doc(hidden)]
    #[must_use]
    pub fn answer(&self, left: Option<&Report>) -> answer::Repair {
        answer::Repair { changes: self.changes.clone(), left: left.map(Counts::from) }
    }
}

impl Repaired {
    /// Tells what was changed, and what is left to find.
    #[doc(hidden)]
    #[must_use]
    pub fn answer(&self) -> answer::Repair {
        answer::Repair { changes: self.changes.clone(), left: Some(Counts::from(&self.left)) }
    }
}

/// Repairs the document, round by round.
fn repair_document(
    document: &mut Document,
    facts: &Facts,
    first: &Report,
    options: &Options<'_>,
    rounds: usize,
) -> Vec<Change> {
    let mut repaired = Vec::new();
    let mut last = first.clone();
    for _ in 0..rounds {
        let changes = fix(document, &last.findings);
        if changes.is_empty() {
            break;
        }
        repaired.extend(changes.into_iter().map(|change| Change {
            rule: change.rule.id,
            place: change.pointer.or_whole("(whole card)").to_owned(),
            message: change.message,
        }));
        last = report(document, facts, options);
    }
    repaired
}

/// What writing the container anew does about a finding.
fn of_container(finding: &Finding) -> Change {
    let message = match finding.id() {
        "differing-twins" => "one chunk stays, the others are taken out",
        "equal-twins" => "one chunk stays, its copies are taken out",
        "passed-over" => "the chunk that nobody can read is taken out",
        "twin-unreadable" => "the chunk is taken out",
        "stale-twin" => "`chara` is rewritten from the card that counts",
        _ => "the chunk is rewritten",
    };
    Change {
        rule: finding.id(),
        place: finding.location.place.to_string(),
        message: format!("{message} ({})", finding.message),
    }
}

/// Whether a kind of file keeps its card in chunks.
fn is_picture(kind: FileKind) -> bool {
    matches!(kind, FileKind::Png | FileKind::Apng)
}
