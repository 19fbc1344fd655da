//! Archives of many cards, as data sets come: their members one by one, read in place.
//!
//! ZIP, TAR (also packed by gzip) and JSON lines. A ZIP that is a card itself, as CHARX and Prom archives are, stays one file.

mod broken;
mod lines;
pub(super) mod member;
mod tar;
mod zip;

use std::path::Path;
use std::sync::Arc;

use super::names::{Kind, kind, may_hold_a_card};
use super::walk::{Choice, Found, PassedOver, Walk};
use broken::Broken;
use lines::Lines;
use member::{Content, Member};
use tar::Tar;
use zip::Zip;

/// The files of a walk, archives of cards taken apart.
pub struct Members<W> {
    walk: W,
    passed: PassedOver,
    all: bool,
    /// Whether they are taken apart; else the files are given as they are.
    archives: bool,
    open: Option<(Found, Opened)>,
}

enum Opened {
    Zip(Arc<Zip>, std::vec::IntoIter<(usize, String, u64)>),
    Tar(Tar),
    Lines(Lines),
}

impl Members<Walk> {
    /// Goes through the files that a walk gives.
    #[must_use]
    pub fn of(walk: Walk, choice: Choice) -> Self {
        Self { passed: walk.passed(), walk, all: choice.all, archives: choice.archives, open: None }
    }
}

impl<W: Iterator<Item = Found>> Iterator for Members<W> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            if let Some((found, opened)) = &mut self.open {
                if let Some(member) = opened.next(self.all) {
                    return Some(found.with(member));
                }
                self.open = None;
            }
            let found = self.walk.next()?;
            if !self.archives {
                return Some(found);
            }
            match Opened::open(&found) {
                Ok(Some(opened)) => self.open = Some((found, opened)),
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

impl Opened {
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

/// Whether a member may hold a card, by its name: hidden files and what macOS puts beside files do not.
fn is_wanted(name: &str) -> bool {
    let mut parts = name.split(['/', '\\']);
    let hidden = parts.clone().any(|part| part == "__MACOSX" || (part.starts_with('.') && part != "." && part != ".."));
    !hidden && !name.ends_with('/') && may_hold_a_card(Path::new(parts.next_back().unwrap_or(name)))
}
