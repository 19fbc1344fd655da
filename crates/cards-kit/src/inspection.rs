//! What an open file holds, as [`Opened::answer`](crate::Opened::answer) tells it: texts, numbers and lists, which serde writes as
//! they are.

pub use crate::answer::{
    BesideSummary, BookSummary, CardSummary, Chunk, FileEntry, FileFinding, Inspection, ModuleSummary, Need,
    ReadFinding,
};
