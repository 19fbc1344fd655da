//! PNG and APNG: card payloads and assets in text chunks, everything else left as it is.
//!
//! Chunks are walked by their headers; image data is never read, inflated or copied until a new file is written.

mod asset;
mod chunk;
mod compose;
mod foreign;
mod keyword;
mod payload;
mod policy;
mod program;
mod read;
mod text;
mod write;

pub use asset::AssetChunk;
pub use chunk::{Chunk, ChunkType, SIGNATURE};
pub use compose::{Note, compose};
pub use foreign::Foreign;
pub use keyword::{Keyword, TextKind};
pub use payload::{Choice, Payload, Rejected, Why};
pub use policy::{Base64Rule, ChunkPolicy, CrcRule, Twins};
pub use program::Program;
pub use read::{Candidate, Png, Position, TextChunk};
pub use write::{NewText, Trailing, WriteOptions, Written, strip, strip_to, write, write_to};
