//! What files may hold, by their names.

use std::fs;
use std::io::{self, Read as _, Seek as _};
use std::path::Path;

/// Extensions of files that may hold cards.
const EXTENSIONS: [&str; 7] = ["png", "apng", "json", "charx", "zip", "lorebook", "risum"];
/// Extensions of pictures that RisuAI puts an archive behind; without one they hold no card.
const PICTURES: [&str; 2] = ["jpg", "jpeg"];

/// Whether a file may hold a card.
pub(super) fn may_hold_a_card(path: &Path) -> bool {
    has_card_name(path) || (has_extension(path, &PICTURES) && ends_as_archive(path))
}

/// Whether the name of a file is one that files with cards have.
#[must_use]
pub fn has_card_name(path: &Path) -> bool {
    has_extension(path, &EXTENSIONS)
}

fn has_extension(path: &Path, known: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    known.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

/// Whether a file ends with the end record of an archive, as one without a comment does.
fn ends_as_archive(path: &Path) -> bool {
    const RECORD: usize = 22;
    let mut record = [0; RECORD];
    let read = fs::File::open(path).and_then(|mut file| {
        file.seek(io::SeekFrom::End(-(RECORD as i64)))?;
        file.read_exact(&mut record)
    });
    read.is_ok() && record.starts_with(b"PK\x05\x06")
}

/// A kind of archive of cards.
pub(super) enum Kind {
    Zip,
    Tar,
    TarGz,
    Lines,
}

/// The kind of archive that a file may be, by its name.
pub(super) fn kind(path: &Path) -> Option<Kind> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    Some(match () {
        () if ends(&[".zip"]) => Kind::Zip,
        () if ends(&[".tar"]) => Kind::Tar,
        () if ends(&[".tar.gz", ".tgz"]) => Kind::TarGz,
        () if ends(&[".jsonl", ".ndjson"]) => Kind::Lines,
        () => return None,
    })
}

/// Whether a file may be an archive of cards, by its name.
pub(super) fn may_be_archive(path: &Path) -> bool {
    kind(path).is_some()
}
