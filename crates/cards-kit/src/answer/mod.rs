//! Answers as plain data: with feature `serde` they go out in any format, and `Schemas` describes what comes out.
//!
//! What a job gives back knows its rules, pointers and errors as types; its `answer()` is the same as texts, numbers, lists
//! and objects, for a page, a script or another language. `cards … --json` prints these, with the names of files beside them.

#[cfg(feature = "serde")]
mod asked;
mod check;
mod convert;
mod diff;
mod edit;
mod expand;
mod files;
#[cfg(feature = "serde")]
mod fired;
mod head;
mod inspect;
mod messages;
#[cfg(feature = "serde")]
mod read;
#[cfg(feature = "serde")]
mod shape;
mod small;
mod turn;
#[cfg(feature = "serde")]
mod value;

#[cfg(feature = "serde")]
pub use asked::Asked;
pub use check::{Change, Counts, Finding, Lint, ReadFinding, Repair, Rule, Rules};
pub use convert::{Conversion, Loss, Packed};
pub use diff::{Diff, Difference, PieceDifference, PromptDiff, Side, What};
pub use edit::{
    Attached, Detached, Disagreement, Edit, FieldChange, Got, GotValue, Grep, LeftFile, Match, Merged, MergedMember,
    Misfit, Misfits, Renamed, Replaced, ReplacedText, Tag, Tags, TextRow, Texts, TwinChange, Undone,
};
pub use expand::{Expansion, Macro, Macros, ScriptRun, Step, VariableChange};
pub use files::{AssetInfo, Extraction, Page, Refusal, Stripped, Written};
pub use head::{Head, Order};
pub use inspect::{
    BesideSummary, BookSummary, CardSummary, Chunk, FileEntry, FileFinding, Inspection, ModuleSummary, Need,
};
pub use messages::{ContentPiece, LeftOutText, MessagePieces, Messages, PromptText};
#[cfg(feature = "serde")]
pub use read::{ChatMessage, MacroAnalysis, MacroFinding, ReadChat, UsedMacro, WorldInfo};
pub use small::{CheckedId, CheckedIds, Compatibility, Divergence, FormSchema, Ids};
pub use turn::{Activations, EntryAnswer, Piece, PlacedTexts, ProfileAnswer, Prompt, Unplaced};

pub use crate::described::LAYOUT;
#[cfg(feature = "serde")]
pub use crate::described::{Described, Members, Schemas, object};
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use cards_json::Json;
