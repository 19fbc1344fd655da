//! One file of a library on the disk, in numbers.

use std::fs::{self, File};
use std::path::Path;
use std::time::UNIX_EPOCH;

use cards_kit::plain::bytes_hash;
use cards_lint::Options;

use super::archives::member::Member;
use super::place::of_place;
use super::source::{FileSource, stream_hash};
use super::walk::Found;
use crate::answer::{Row, Trouble};
use crate::file_row::{Depth, FileRow, read_source, trouble};

fn read_file(path: &Path, depth: Depth, out: &mut FileRow) -> Result<Row, Trouble> {
    let io = |error: std::io::Error| trouble("io", &error);
    let file = File::open(path).map_err(io)?;
    let meta = file.metadata().map_err(io)?;
    (out.size, out.modified) = (meta.len(), modified_us(&meta));
    if depth.hash {
        out.file_hash = Some(stream_hash(&file).map_err(io)?);
    }
    let source = FileSource::new(file, meta.len()).map_err(io)?;
    read_source(source, depth, || of_place(Options::default(), path))
}

/// Reads a file inside of an archive, which is as old as the archive.
fn read_member(found: &Found, member: &Member, depth: Depth, out: &mut FileRow) -> Result<Row, Trouble> {
    out.size = member.size;
    out.modified = fs::metadata(&found.path).ok().as_ref().and_then(modified_us);
    let bytes = member.read(&found.path).map_err(Trouble::from)?;
    if depth.hash {
        out.file_hash = Some(bytes_hash(&bytes));
    }
    read_source(&bytes[..], depth, || of_place(Options::default(), &found.inside()))
}

/// When a file was last changed, in microseconds since 1970.
#[must_use]
pub fn modified_us(meta: &fs::Metadata) -> Option<i64> {
    let since = meta.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_micros()).ok()
}

impl FileRow {
    /// Reads the facts of a file; whatever goes wrong is part of the row.
    #[must_use]
    pub fn of(found: &Found, depth: Depth) -> Self {
        let mut file = Self::unread(found.shown());
        file.row = match (&found.error, &found.member) {
            (Some(error), _) => Err(trouble("io", error)),
            (None, Some(member)) => read_member(found, member, depth, &mut file),
            (None, None) => read_file(&found.path, depth, &mut file),
        };
        file
    }

    /// Whether it is no card, and nobody said that it were one: a file that was merely found and seldom holds one.
    #[must_use]
    pub fn is_passed_over(&self, found: &Found) -> bool {
        found.seldom_holds_a_card() && self.row.is_err()
    }

    /// Reads the facts of the file at a path; whatever goes wrong is part of the row.
    #[must_use]
    pub fn at(path: &Path, depth: Depth) -> Self {
        let mut file = Self::unread(path.to_string_lossy().into_owned());
        file.row = read_file(path, depth, &mut file);
        file
    }
}
