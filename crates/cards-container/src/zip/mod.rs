//! ZIP archives, read from their central directory and written without surprises.
//!
//! Opening reads the end record and the directory, nothing else; entries are read one at a time, inflated under the
//! caller's [`Limits`](crate::Limits).

mod archive;
mod audit;
mod directory;
mod end;
mod entry;
mod name;
mod names;
mod reader;
mod rewrite;
mod write;

pub use archive::Archive;
pub use entry::{Entry, Method};
pub use name::{NameError, RawName, SafePath};
pub use reader::EntryReader;
pub use rewrite::{Edit, Keep, rewrite};
pub use write::{Packing, Writer};

pub(crate) use directory::is_archive;
pub(crate) use rewrite::DOUBLED;
