//! What to do about a failure, where its message does not say so already.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use cards_container::{Error, Format, Place};

use crate::failure::Failure;
use crate::input::is_standard_input;
use crate::nearest::nearest;
use crate::shell::word;

/// Most names of a folder that are compared with one that is not there.
const NAMES: usize = 10_000;

impl Failure {
    /// What to do about it, in one sentence; command lines in it can be pasted.
    pub(crate) fn advice(&self) -> Option<String> {
        match self {
            Self::Read { path, source } => read(path, source.kind()),
            Self::Write { path, source } => write(path, source.kind()),
            Self::Card { path, source } => card(path, source),
            Self::Content { class: "bad-json", .. } => {
                Some("repair that line in an editor, or export the file again from the program that made it".to_owned())
            }
            _ => None,
        }
    }
}

fn read(path: &Path, kind: ErrorKind) -> Option<String> {
    let named = word(path);
    match kind {
        ErrorKind::NotFound if path.to_string_lossy().contains("://") => {
            Some("save the file first: addresses are not opened".to_owned())
        }
        ErrorKind::NotFound => Some(match like(path) {
            Some(other) => format!("did you mean {}?", word(&other)),
            None => match missing_folder(path) {
                Some(folder) => format!("there is no folder {}; check the spelling", word(folder)),
                None => "check the spelling, and the folder that you are in".to_owned(),
            },
        }),
        ErrorKind::IsADirectory => {
            // A path that ends in dots has no name to give the page.
            let page = if path.file_stem().is_some() { path.with_extension("html") } else { "page.html".into() };
            let page = word(&page);
            Some(format!("folders go to `cards ls {named}`, `cards lint {named}` or `cards report {named} -o {page}`"))
        }
        ErrorKind::PermissionDenied => Some(format!("if the file is yours, allow it: chmod u+r {named}")),
        _ => None,
    }
}

fn write(path: &Path, kind: ErrorKind) -> Option<String> {
    match kind {
        ErrorKind::NotFound => {
            missing_folder(path).map(|folder| format!("make the folder first: mkdir -p {}", word(folder)))
        }
        ErrorKind::IsADirectory => Some("name a file in the folder with -o".to_owned()),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            Some("choose a folder that you may write into with -o".to_owned())
        }
        ErrorKind::StorageFull => Some("make room on the disk, or choose another one with -o".to_owned()),
        _ => None,
    }
}

/// The folder of a file, if it is not there.
fn missing_folder(path: &Path) -> Option<&Path> {
    path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists())
}

/// The file beside it whose name is like that of a file that is not there.
fn like(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let mut names: Vec<_> =
        entries.take(NAMES).filter_map(|entry| Some(PathBuf::from(entry.ok()?.file_name()))).collect();
    names.sort();
    // Extensions are alike too often to tell names apart.
    let stem = |name: &PathBuf| name.file_stem().and_then(OsStr::to_str).unwrap_or_default().to_owned();
    let found = nearest(path.file_stem()?.to_str()?, names.iter().map(stem))?;
    let same = names.iter().filter(|name| stem(name) == found);
    let name = same.max_by_key(|name| name.extension() == path.extension())?;
    Some(path.with_file_name(name))
}

fn card(path: &Path, error: &Error) -> Option<String> {
    let named = word(path);
    Some(match error {
        Error::NoCard { found, .. } if found.contains("which is not read here") => {
            "open it with the program that it is for, and export the character as V2 or V3".to_owned()
        }
        Error::NoCard { container: "the PNG", found } if !found.contains("fetch it again") => format!(
            "chat programs and picture sites drop the card when they save a picture again, so ask for the file as it was \
             uploaded; to put a card into this picture: cards pack CARD.json --picture {named} -o NEW.png"
        ),
        Error::NoCard { container: "the folder", .. } => {
            format!("`cards extract FILE -o {named}` makes such a folder; by hand, the card's JSON is its card.json")
        }
        Error::NoCard { container: "the archive", found } if !found.contains("extract") => {
            "unpack it, and inspect what is in it".to_owned()
        }
        Error::Unsupported(format) => unsupported(*format, &named)?.to_owned(),
        Error::TooLarge { .. } | Error::TooMany { .. } | Error::Ratio { .. } => {
            "the limits of this tool are fixed, so that no file takes all memory; a program on `cards-container` can \
             raise them for files that it trusts"
                .to_owned()
        }
        Error::Unreadable { place: Place::File, class: "bad-json", .. } => {
            "repair the text at that place in an editor".to_owned()
        }
        Error::Unreadable { class: "bad-json", .. }
        | Error::BadBase64 { .. }
        | Error::BadCrc { place: Place::Chunk { .. } } => {
            let folder = if is_standard_input(path) { PathBuf::from("parts") } else { path.with_extension("") };
            let folder = word(&folder);
            format!(
                "fetch the file again, or take it apart and repair the text by hand: cards extract {named} -o {folder}"
            )
        }
        Error::BadCrc { .. } | Error::BadDeflate { .. } | Error::BadText { .. } => {
            "the card itself is damaged, and nothing here can guess it; fetch the file again from where it came"
                .to_owned()
        }
        Error::Unreadable { class: "unsupported-version", .. } => {
            "export it as V2 or V3 from the program that made it, or look for a newer `cards`".to_owned()
        }
        Error::BadZip { .. } | Error::Overlap { .. } | Error::Duplicate { .. } | Error::Method { .. } => {
            let kind = if path.extension() == Some(OsStr::new("zip")) { "prom" } else { "charx" };
            format!(
                "fetch it again; if another program can unpack it, pack it again: cards pack DIR --as {kind} -o NEW.{}",
                if kind == "prom" { "zip" } else { "charx" }
            )
        }
        _ => return None,
    })
}

fn unsupported(format: Format, named: &str) -> Option<String> {
    Some(
        match format {
            Format::Html => {
                "a site sent a page instead of the file: open the link in a browser, and save the file itself"
            }
            Format::Webp | Format::Jpeg => {
                "its EXIF and XMP data hold no card; take the PNG, CHARX or JSON that the site or the program offers"
            }
            Format::Gif | Format::Avif | Format::Heif | Format::Bmp => {
                "pictures of this kind hold no card; take the PNG, CHARX or JSON that the site or the program offers"
            }
            _ if format == Format::Risup || named.ends_with(".risupreset") => {
                return Some(format!(
                    "`cards inspect {named}`, lint and convert read presets; if they do not read this one, export it again"
                ));
            }
            Format::Rar | Format::SevenZip | Format::Gzip | Format::Bzip2 | Format::Xz | Format::Zstd => {
                "unpack it first, and inspect what is in it"
            }
            Format::Empty => "it has no bytes at all; fetch or export it again",
            Format::Text => {
                return Some(format!(
                    "macros in a text are for `cards expand {named}`, a chat is for `cards prompt CARD --chat {named}`"
                ));
            }
            _ => return None,
        }
        .to_owned(),
    )
}
