//! What files may hold, by their names.

use std::path::Path;

/// Extensions of files that may hold cards.
const EXTENSIONS: [&str; 10] =
    ["png", "apng", "json", "charx", "zip", "lorebook", "risum", "byaf", "voxpkg", "kaistory"];
/// Extensions of files that seldom hold one: those without are passed over where nobody named them.
const SELDOM: [&str; 5] = ["jpg", "jpeg", "webp", "yaml", "yml"];

/// Whether a file may hold a card.
pub(super) fn may_hold_a_card(path: &Path) -> bool {
    has_card_name(path) || seldom_holds_a_card(path)
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

/// Whether files of this name seldom hold a card.
pub(super) fn seldom_holds_a_card(path: &Path) -> bool {
    has_extension(path, &SELDOM)
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
