//! What became of a card or lorebook on its way.

use cards_container::pack::Report;
use cards_json::Json;

use super::inspect::FileFinding;
use crate::answers;

answers! {
    /// A value that the target has no place for.
    pub struct Loss {
        /// Where it stood, as a JSON pointer.
        pub pointer: String,
        /// Why it could not go along.
        pub reason: &'static str,
        /// Its length as compact JSON, in bytes.
        pub bytes: usize,
        /// What is lost or becomes of it, in words; of scripts and presets alone.
        #[absent("String::is_empty")]
        pub what: String,
    }

    /// A card or lorebook in another form.
    pub struct Conversion {
        /// The form that it had, by its id.
        pub from: &'static str,
        /// The form that it has now, by its id.
        pub to: &'static str,
        /// Whether what was lost is kept aside inside the result.
        pub stashed: bool,
        /// Where a marker named another form or version, which is that of the result now.
        pub marked: Vec<String>,
        /// What the form has no place for.
        pub loss: Vec<Loss>,
        /// Assets and other parts of the file that are not in the result, by their names in it.
        pub left_behind: Vec<String>,
        /// The result; null where it went into a file.
        #[written("super::value::write_some")]
        pub result: Option<Json>,
    }

    /// A card in a new file.
    pub struct Packed {
        /// The form of the card as written, by its id.
        pub form: Option<&'static str>,
        /// How many assets went along.
        pub assets: usize,
        /// What its new form has no place for.
        pub loss: Vec<Loss>,
        /// What the V2 stand-in beside a V3 card lacks.
        pub backfill_loss: Vec<Loss>,
        /// What was odd, missing or left out.
        pub findings: Vec<FileFinding>,
    }
}

impl From<&cards_model::Loss> for Loss {
    fn from(loss: &cards_model::Loss) -> Self {
        let (pointer, reason) = (loss.pointer.to_string(), loss.reason.as_str());
        Self { pointer, reason, bytes: loss.size, what: String::new() }
    }
}

impl From<&Report> for Packed {
    fn from(report: &Report) -> Self {
        Self {
            form: report.form.map(|form| form.id()),
            assets: report.assets,
            loss: report.loss.iter().map(Loss::from).collect(),
            backfill_loss: report.backfill_loss.iter().map(Loss::from).collect(),
            findings: report.findings.iter().map(FileFinding::from).collect(),
        }
    }
}
