//! A whole file changed in one go.

use cards_lint::{Facts, Report};
use cards_model::Document;

use crate::error::Error;
use crate::limits::Limits;
use crate::open::OpenOptions;
use crate::repair::Plan;

/// An edited file.
///
/// ```
/// use cards_kit::{Limits, edit};
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
/// let edited = edit(file, &Limits::default(), |document| {
///     document.card_mut().ok_or(cards_kit::Error::NoCard)?.set_name("Mira");
///     Ok(())
/// })?;
/// assert!(String::from_utf8_lossy(&edited.bytes).contains("Mira"));
/// for finding in &edited.report.findings {
///     println!("{finding}");
/// }
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Edited {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// What there is to find in it.
    pub report: Report,
}

/// Changes what a file holds, keeps the copies of its members in step, and writes it into the same container.
///
/// A picture stays as it is but for its card chunks; in one with a V2 stand-in beside a V3 card, the stand-in is made anew.
/// A file that nothing changed comes back byte for byte. An [`Editor`](crate::Editor) does the same step by step.
///
/// # Errors
/// [`Error::Container`], [`Error::Model`], [`Error::NotReadBack`], and what `change` answers.
///
/// # Examples
/// ```
/// use cards_kit::{Patch, edit};
/// let file = br#"{"name":"Aria","spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
/// let rename = Patch::Set { path: "name".parse()?, value: "Wick".into() };
/// let edited = edit(file, &Default::default(), |document| rename.apply(document))?;
/// assert_eq!(edited.bytes, br#"{"name":"Wick","spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick"}}"#);
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn edit(
    bytes: &[u8],
    limits: &Limits,
    change: impl FnOnce(&mut Document) -> Result<(), Error>,
) -> Result<Edited, Error> {
    let (mut document, facts) = Facts::read(&mut OpenOptions::mendable(limits).open(bytes)?)?;
    change(&mut document)?;
    if document.is_untouched() {
        let report = crate::check::report(&document, &facts, &cards_lint::Options::default());
        return Ok(Edited { bytes: bytes.to_vec(), report });
    }
    document.sync_mirrors();
    let plan = Plan::new(&document, &facts, true)?;
    let mut out = Vec::new();
    plan.write(bytes, &limits.files, &mut out)?;
    let report = plan.prove(&out[..], limits)?;
    Ok(Edited { bytes: out, report })
}
