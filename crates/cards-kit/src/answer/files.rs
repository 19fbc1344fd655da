//! Answers about files: what was written, and why something was refused.

use super::inspect::FileFinding;
use crate::answers;

answers! {
    /// Why something was not done.
    pub struct Refusal {
        /// A stable word for it.
        pub class: &'static str,
        /// Why, for people.
        pub message: String,
        /// What to do about it, where the message does not say so.
        pub help: Option<String>,
    }

    /// A page that was written.
    pub struct Page {
        /// The file.
        pub written: String,
        /// Its bytes.
        pub bytes: usize,
        /// How many cards are on it.
        pub cards: usize,
        /// How many files were passed over, since no card in them can be read.
        pub unread: usize,
    }

    /// A picture without its card.
    pub struct Stripped {
        /// How many card chunks were taken out.
        pub payloads: usize,
        /// How many asset chunks were taken out.
        pub assets: usize,
        /// What was odd about the picture.
        pub findings: Vec<FileFinding>,
    }

    /// The pieces of a file.
    pub struct Extraction {
        /// The pieces that were taken out.
        pub written: Vec<Written>,
        /// What was passed over, and why.
        pub findings: Vec<FileFinding>,
    }

    /// A piece of a file.
    pub struct Written {
        /// Where it went.
        pub path: String,
        /// What it is.
        pub kind: &'static str,
        /// Its bytes.
        pub bytes: u64,
    }
}
