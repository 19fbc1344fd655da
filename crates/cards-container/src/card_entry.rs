//! Finding the entry that holds the card.

use crate::error::Error;
use crate::finding::Finding;
use crate::place::shown;
use crate::zip::Archive;

/// Which entry of an archive is the card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CardEntryRule {
    /// The exact name at the root; else one single entry at the root that differs in case or separators; else one
    /// single entry one folder down. The latter two are findings.
    #[default]
    Lenient,
    /// The exact name at the root, once. Spec: CCv3, CHARX.
    Root,
    /// The exact name at the root, the last one where there are several. de facto: RisuAI 460ecae.
    RootLast,
    /// The first entry of the directory whose name ends in the card's, outside `__MACOSX`.
    /// de facto: SillyTavern 1.19.
    FirstSuffix,
}

cards_words::named! {
    CardEntryRule: "rule for the entry of a card";
    Lenient => "lenient",
    Root => "root",
    RootLast => "root-last",
    FirstSuffix => "first-suffix",
}

/// The card's entry.
pub(crate) struct Found {
    pub(crate) index: usize,
    /// The folder that it is in, with its slash.
    pub(crate) root: String,
    pub(crate) finding: Option<Finding>,
}

/// Finds the entry that holds the card.
pub(crate) fn find(archive: &Archive<'_>, exact: &'static str, rule: CardEntryRule) -> Result<Found, Error> {
    if rule == CardEntryRule::FirstSuffix {
        return first_suffix(archive, exact).ok_or_else(|| no_card(archive, exact));
    }
    match archive.find_all(exact).as_slice() {
        [] if rule == CardEntryRule::Lenient => loose(archive, exact),
        [] => Err(no_card(archive, exact)),
        [.., index] if rule == CardEntryRule::RootLast => {
            Ok(Found { index: *index, root: String::new(), finding: None })
        }
        [index] => Ok(Found { index: *index, root: String::new(), finding: None }),
        several => Err(Error::Duplicate { entry: exact.to_owned(), count: several.len() }),
    }
}

fn first_suffix(archive: &Archive<'_>, exact: &str) -> Option<Found> {
    let entry = archive.entries().find(|e| {
        let name = e.name.bytes;
        name.ends_with(exact.as_bytes()) && !name.starts_with(b"__MACOSX")
    })?;
    Some(Found { index: entry.index, root: String::new(), finding: None })
}

fn loose(archive: &Archive<'_>, exact: &'static str) -> Result<Found, Error> {
    let (mut at_root, mut nested) = (Vec::new(), Vec::new());
    for entry in archive.entries().filter(|e| !e.is_folder()) {
        // A card outside of the archive's own folders, such as `../card.json`, is nobody's.
        let Ok(path) = entry.safe_path() else {
            continue;
        };
        match path.parts().collect::<Vec<_>>().as_slice() {
            [file] if file.eq_ignore_ascii_case(exact) => at_root.push((entry.index, String::new())),
            [folder, file] if file.eq_ignore_ascii_case(exact) && *folder != "__MACOSX" => {
                nested.push((entry.index, format!("{folder}/")));
            }
            _ => {}
        }
    }
    let several = |count| Error::Duplicate { entry: exact.to_owned(), count };
    let (index, root) = match (at_root.as_slice(), nested.as_slice()) {
        ([one], _) | ([], [one]) => one.clone(),
        ([], []) => return Err(no_card(archive, exact)),
        ([], many) | (many, _) => return Err(several(many.len())),
    };
    let name = archive.entry(index).map(|e| e.shown()).unwrap_or_default();
    Ok(Found { index, root, finding: Some(Finding::CardName { name, exact }) })
}

/// Says what the archive holds instead of a card.
fn no_card(archive: &Archive<'_>, exact: &str) -> Error {
    let names: Vec<&[u8]> = archive.entries().filter(|e| !e.is_folder()).map(|e| e.name.bytes).take(4096).collect();
    if let Some(found) = package(&names) {
        return Error::NoCard { container: "the archive", found };
    }
    let png = names.iter().find(|n| n.to_ascii_lowercase().ends_with(b".png"));
    let found = match (names.first(), png) {
        (None, _) => format!("it has no files, and no `{exact}`"),
        (_, Some(png)) => {
            format!("it has no `{exact}`, but a picture `{}` that may be a card; extract and read that", shown(png))
        }
        (Some(first), None) => format!("it has no `{exact}`; its first file is `{}`", shown(first)),
    };
    Error::NoCard { container: "the archive", found }
}

/// Says so where an archive is a package of another program, which its files tell for certain.
fn package(names: &[&[u8]]) -> Option<String> {
    let parts = |name: &&[u8]| name.split(|&b| b == b'/').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let has = |folder: &[u8], file: &[u8]| {
        names.iter().find(|name| matches!(parts(name).as_slice(), [one, _, last] if one == folder && last == file))
    };
    let (program, name) = if names.contains(&&b"manifest.json"[..]) {
        ("Backyard (BYAF)", has(b"characters", b"character.json")?)
    } else {
        let voxta = has(b"Characters", b"character.json").or_else(|| has(b"Books", b"book.json"));
        ("Voxta", voxta.or_else(|| has(b"Scenarios", b"scenario.json"))?)
    };
    Some(format!("it is a package of {program}, which is not read here; the character or book is `{}`", shown(name)))
}
