//! What was read of a card by its places, and what an edit changed.

use cards_json::{Json, Pointer};
use cards_model::Content;

use super::convert::Loss;
use super::inspect::FileFinding;
use crate::answers;
use crate::edit::texts::texts;
use crate::error::Error;
use crate::{Editor, Place};

answers! {
    /// Values of a card.
    pub struct Got {
        /// SHA-256 of the file, for the guard of a later edit.
        pub hash: String,
        /// The values, as they were asked for.
        pub values: Vec<GotValue>,
    }

    /// One value of a card.
    pub struct GotValue {
        /// The place, as it was asked for or as people call it.
        pub place: String,
        /// Where it is in the file; null for what is in several members.
        pub pointer: Option<String>,
        /// The value.
        #[written("super::value::write")]
        pub value: Json,
    }

    /// What was replaced in the texts of a file; without a file and texts where nothing was found at all.
    pub struct Replaced {
        /// The texts that changed, or would.
        pub texts: Vec<ReplacedText>,
    }

    /// A text in which something was replaced.
    pub struct ReplacedText {
        /// What its place is called.
        pub place: String,
        /// Where it is in the file.
        pub pointer: String,
        /// The text before.
        pub before: String,
        /// The text after.
        pub after: String,
        /// How often something was replaced.
        pub count: usize,
    }

    /// What became of a run that was taken back.
    pub struct Undone {
        /// The command line of that run; null where there was none to take back.
        pub command: Option<String>,
        /// Files that are as they were before it, or would be.
        pub files: Vec<String>,
        /// Temporary files and folders, left by runs that ended while writing, that were removed, or would be.
        pub removed: Vec<String>,
        /// Files that were left as they are.
        pub left: Vec<LeftFile>,
        /// Whether it was done.
        pub applied: bool,
    }

    /// A file that was left as it is.
    pub struct LeftFile {
        /// The file.
        pub file: String,
        /// Why.
        pub why: String,
    }

    /// What was found in a file; one without a file and matches where nothing was found at all.
    pub struct Grep {
        /// The texts in which something was found.
        pub matches: Vec<Match>,
    }

    /// A text in which something was found.
    pub struct Match {
        /// What its place is called.
        pub place: String,
        /// Where it is in the file.
        pub pointer: String,
        /// The text.
        pub text: String,
        /// Where it was found: first byte and the byte behind the last, each time.
        pub spans: Vec<[usize; 2]>,
    }

    /// What an edit changed.
    pub struct Edit {
        /// The changes, in order.
        pub changes: Vec<FieldChange>,
        /// Second accounts of the card in the file.
        pub twins: Vec<TwinChange>,
    }

    /// What a merge changed.
    pub struct Merged {
        /// The changes of our side, in order.
        pub changes: Vec<FieldChange>,
        /// What both sides changed in different ways.
        pub conflicts: Vec<Disagreement>,
        /// The picture, texts beside it and files of an archive that came from their side, or that both changed.
        pub members: Vec<MergedMember>,
        /// Whether our file is of another kind than theirs, and did not take what changed beside their card.
        pub of_other_kind: bool,
        /// What of their side could not go on.
        pub findings: Vec<FileFinding>,
    }

    /// A picture, a text beside it or a file of an archive, in a merge.
    pub struct MergedMember {
        /// What it is: `picture`, the keyword of a text of a PNG, or the name of a file in an archive.
        pub name: String,
        /// Whose the result has: `ours` or `theirs`.
        pub taken: &'static str,
        /// Whether the side that counts took it out.
        pub removed: bool,
        /// Whether both sides changed it, each in another way.
        pub conflict: bool,
    }

    /// A value that both sides of a merge changed.
    pub struct Disagreement {
        /// Where it is in our side.
        pub pointer: String,
        /// What it was; absent where it was not there.
        #[absent("Option::is_none")]
        #[written("super::value::write_some")]
        pub base: Option<Json>,
        /// What our side made of it; absent where it was taken out.
        #[absent("Option::is_none")]
        #[written("super::value::write_some")]
        pub ours: Option<Json>,
        /// What their side made of it; absent where it was taken out.
        #[absent("Option::is_none")]
        #[written("super::value::write_some")]
        pub theirs: Option<Json>,
        /// Which of them the result has: `ours`, `theirs`, or `both`.
        pub taken: &'static str,
    }

    /// The texts of a card, for translators.
    pub struct Texts {
        /// The texts, in reading order.
        pub texts: Vec<TextRow>,
    }

    /// A text of a card.
    pub struct TextRow {
        /// What its place is called.
        pub place: String,
        /// The text as it is.
        pub source: String,
        /// The text that takes its place; empty for none.
        pub text: String,
    }

    /// What the texts of a list changed.
    pub struct Misfits {
        /// The changes, in order.
        pub changes: Vec<FieldChange>,
        /// The rows that fitted no more.
        pub misfits: Vec<Misfit>,
    }

    /// A row of a list that fits a card no more.
    pub struct Misfit {
        /// The place.
        pub place: String,
        /// Why nothing was set there.
        pub why: &'static str,
    }

    /// What became of lorebooks that were put into a card.
    pub struct Attached {
        /// Entries that were added.
        pub added: usize,
        /// Entries that the card had already.
        pub doubles: usize,
        /// What the form of the card has no place for, of all the lorebooks.
        pub loss: Vec<Loss>,
    }

    /// What became of a card of which lorebooks were taken out.
    pub struct Detached {
        /// Entries that were taken out.
        pub removed: usize,
        /// Entries of the lorebooks that the card did not have.
        pub absent: usize,
    }

    /// The tags of cards.
    pub struct Tags {
        /// How many cards there are.
        pub cards: usize,
        /// How many of them were changed, or would be.
        pub changed: usize,
        /// How many files of folders have a form without tags, and would have got some: V1 cards, lorebooks, modules.
        pub without: usize,
        /// The tags as they are now, the most frequent first.
        pub tags: Vec<Tag>,
        /// The cards without a tag, where these were asked for.
        pub untagged: Vec<String>,
    }

    /// A tag.
    pub struct Tag {
        /// Its most frequent spelling.
        pub tag: String,
        /// How many cards have it, in whatever spelling.
        pub cards: usize,
        /// Its other spellings, which differ in capital letters, blanks and hyphens alone.
        #[absent("Vec::is_empty")]
        pub also: Vec<String>,
    }

    /// A file that was named after its card, or would be.
    pub struct Renamed {
        /// Whether it was done.
        pub applied: bool,
    }

    /// One value that an edit changed.
    pub struct FieldChange {
        /// Where it is in the file.
        pub pointer: String,
        /// Why: `asked`, `copy` for a copy that follows, `date` for the date of change.
        pub cause: &'static str,
        /// What was there; absent for a value that is new.
        #[absent("Option::is_none")]
        #[written("super::value::write_some")]
        pub before: Option<Json>,
        /// What is there now; absent for a value that was taken out.
        #[absent("Option::is_none")]
        #[written("super::value::write_some")]
        pub after: Option<Json>,
    }

    /// A second account of the card in the same file.
    pub struct TwinChange {
        /// Where it stands.
        pub place: String,
        /// Whether it is made anew; others say what the card said before.
        pub follows: bool,
    }
}

impl GotValue {
    /// Tells of the value at a place.
    #[must_use]
    pub fn new(place: impl Into<String>, pointer: Option<Pointer>, value: Json) -> Self {
        Self { place: place.into(), pointer: pointer.map(|pointer| pointer.to_string()), value }
    }

    /// Every text that is not empty, in reading order.
    #[must_use]
    pub fn texts(content: &Content) -> Vec<Self> {
        let all = texts(content).into_iter();
        all.map(|text| Self::new(text.place.to_string(), Some(text.pointer), (&*text.text).into())).collect()
    }

    /// The entries of the lorebook, in the order in which places count them.
    #[must_use]
    pub fn entries(editor: &Editor) -> Vec<Self> {
        let all = editor.entries().into_iter().enumerate();
        all.map(|(number, (pointer, entry))| Self::new(format!("book[{number}]"), Some(pointer), entry)).collect()
    }

    /// The values at some places.
    ///
    /// # Errors
    /// Those of [`Editor::get_all`], and of a text that is no place.
    pub fn all(editor: &Editor, places: &[String]) -> Result<Vec<Self>, Error> {
        let parsed = places.iter().map(|place| place.parse::<Place>()).collect::<Result<Vec<_>, _>>()?;
        let values = editor.get_all(&parsed)?.into_iter();
        Ok(places.iter().zip(values).map(|(place, (pointer, value))| Self::new(place, pointer, value)).collect())
    }
}
