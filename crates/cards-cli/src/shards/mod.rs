//! Archives of many cards, as data sets come: their members one by one, read in place.
//!
//! ZIP, TAR (also packed by gzip) and JSON lines. A ZIP that is a card itself, as CHARX and Prom archives are, stays one file.

mod lines;
mod tar;
mod zip;

use std::path::Path;
use std::sync::Arc;

use cards_container::Error;

use crate::walk::{Choice, Found, PassedOver, Walk, may_hold_a_card};
use lines::Lines;
use tar::Tar;
use zip::Zip;

/// Bytes of one member that are read. Cards with thousands of assets stay below it; what is larger is a row with an error.
const LARGEST: u64 = 256 << 20;

/// A file inside of another one.
#[derive(Debug)]
pub(crate) struct Member {
    /// Its name in the archive; the number of the line for JSON lines.
    pub(crate) name: String,
    /// Its bytes.
    pub(crate) size: u64,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// An entry of an archive that every thread opens once.
    Zip(Arc<Zip>, usize),
    /// So many bytes of the file from here on.
    At(u64),
    /// Bytes that were read on the way.
    Bytes(Vec<u8>),
    /// What cannot be read: a stable word, and why.
    Broken(&'static str, String),
}

/// Why a member cannot be read: a stable word, and the reason for people.
pub(crate) type Broken = (&'static str, String);

impl Member {
    fn broken(name: String, size: u64, class: &'static str, message: impl ToString) -> Self {
        Self { name, size, content: Content::Broken(class, message.to_string()) }
    }

    /// Reads the bytes, out of the file where they stand there.
    pub(crate) fn read(&self, file: &Path) -> Result<Vec<u8>, Broken> {
        if self.size > LARGEST {
            return Err(("too-large", format!("{} bytes are over the limit of {LARGEST}", self.size)));
        }
        match &self.content {
            Content::Zip(zip, index) => zip.read(*index).map_err(|error| broken(&error)),
            Content::At(offset) => {
                tar::range(file, *offset, self.size).map_err(|error| (tar::class(&error), error.to_string()))
            }
            Content::Bytes(bytes) => Ok(bytes.clone()),
            Content::Broken(class, message) => Err((class, message.clone())),
        }
    }
}

fn broken(error: &Error) -> Broken {
    (error.class(), error.chain())
}

/// The files of a walk, archives of cards taken apart.
pub(crate) struct Members<W> {
    walk: W,
    passed: PassedOver,
    all: bool,
    open: Option<(Found, Shard)>,
}

enum Shard {
    Zip(Arc<Zip>, std::vec::IntoIter<(usize, String, u64)>),
    Tar(Tar),
    Lines(Lines),
}

impl Members<Walk> {
    /// Goes through the files that a walk gives.
    pub(crate) fn of(walk: Walk, choice: Choice) -> Self {
        Self { passed: walk.passed(), walk, all: choice.all, open: None }
    }
}

impl<W: Iterator<Item = Found>> Iterator for Members<W> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            if let Some((found, shard)) = &mut self.open {
                if let Some(member) = shard.next(self.all) {
                    return Some(found.with(member));
                }
                self.open = None;
            }
            let found = self.walk.next()?;
            match Shard::open(&found) {
                Ok(Some(shard)) => self.open = Some((found, shard)),
                // Chats and rows of a scan are JSON lines as well; nobody asked for them by name.
                Ok(None) if !found.named && !self.all && !may_hold_a_card(&found.path) => self.passed.leave_out(),
                Ok(None) => return Some(found),
                Err((class, message)) => {
                    let member = Member::broken(String::new(), 0, class, message);
                    return Some(found.with(member));
                }
            }
        }
    }
}

impl Shard {
    /// Opens a file as an archive of cards; nothing for one that is none.
    fn open(found: &Found) -> Result<Option<Self>, Broken> {
        if found.error.is_some() {
            return Ok(None);
        }
        let path = &found.path;
        Ok(match kind(path) {
            Some(Kind::Zip) => Zip::open(path)?.map(|(zip, entries)| Self::Zip(Arc::new(zip), entries.into_iter())),
            Some(Kind::Tar) => Some(Self::Tar(Tar::open(path, false)?)),
            Some(Kind::TarGz) => Some(Self::Tar(Tar::open(path, true)?)),
            Some(Kind::Lines) => Lines::open(path)?.map(Self::Lines),
            None => None,
        })
    }

    /// The next member that may hold a card, or is broken.
    fn next(&mut self, all: bool) -> Option<Member> {
        match self {
            Self::Zip(zip, entries) => {
                let (index, name, size) = entries.find(|(_, name, _)| all || is_wanted(name))?;
                Some(Member { name, size, content: Content::Zip(Arc::clone(zip), index) })
            }
            Self::Tar(tar) => tar.next(|name| all || is_wanted(name)),
            Self::Lines(lines) => lines.next(),
        }
    }
}

enum Kind {
    Zip,
    Tar,
    TarGz,
    Lines,
}

fn kind(path: &Path) -> Option<Kind> {
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
pub(crate) fn may_be_shard(path: &Path) -> bool {
    kind(path).is_some()
}

/// Whether a member may hold a card, by its name: hidden files and what macOS puts beside files do not.
fn is_wanted(name: &str) -> bool {
    let mut parts = name.split(['/', '\\']);
    let hidden = parts.clone().any(|part| part == "__MACOSX" || (part.starts_with('.') && part != "." && part != ".."));
    !hidden && !name.ends_with('/') && may_hold_a_card(Path::new(parts.next_back().unwrap_or(name)))
}
