//! Writing a changed card into the container that it came in.

use std::io::Write;

use cards_container::png::{self, Keyword, NewText, Trailing, WriteOptions};
use cards_container::zip::{Archive, Edit, Keep, rewrite};
use cards_container::{Container, Error, FileKind, Loaded, OpenFile, Place, Source, open};
use cards_lint::{Facts, Report};
use cards_model::convert::{Options, Purpose};
use cards_model::json::Style;
use cards_model::{Card, Content, Document, Form};

use crate::check::report;
use crate::limits::Limits;
use crate::open::options::OpenOptions;

/// What a file is that is read and never written.
fn only_read(document: &Document, kind: FileKind) -> Option<String> {
    let origin = document.origin().map(|origin| origin.form.to_string());
    origin.or_else(|| kind.is_only_read().then(|| format!("a file of the kind {kind}")))
}

/// What the new file holds instead of the old.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The kind of file, which stays.
    pub(super) kind: FileKind,
    /// The changed document.
    pub(super) document: Document,
    json: Vec<u8>,
    /// The card chunks of a picture, in the order of writing.
    chunks: Vec<(Keyword, Vec<u8>)>,
    /// Chunks that no finding names and that do not go on, since one of their keyword does.
    pub(super) dropped: Vec<Place>,
}

impl Plan {
    /// Refuses a file of a kind or form that is read and never written.
    pub(crate) fn refuse_only_read(document: &Document, kind: FileKind) -> Result<(), crate::Error> {
        only_read(document, kind).map_or(Ok(()), |found| Err(crate::Error::OnlyRead { found }))
    }

    /// Decides what is written. Twins of another keyword stay as they are, unless they are stale.
    pub(crate) fn new(document: &Document, facts: &Facts, stale: bool) -> Result<Self, crate::Error> {
        Self::refuse_only_read(document, facts.kind)?;
        let json = document.to_bytes();
        let (mut chunks, mut dropped) = (Vec::new(), Vec::new());
        if super::is_picture(facts.kind) {
            let own = keyword(&facts.place, &document.content);
            // Modules and cards are two families: writing one leaves the chunks of the other alone.
            let family = |keyword: Keyword| (keyword == Keyword::Mod) == (own == Keyword::Mod);
            for twin in facts.twins.iter().filter(|twin| twin.keyword != own && family(twin.keyword)) {
                if twin.keyword == Keyword::CharaCardV3 || chunks.iter().any(|(known, _)| *known == twin.keyword) {
                    dropped.push(twin.place.clone());
                    continue;
                }
                let bytes = if stale { backfill(document, &twin.document)? } else { twin.document.to_bytes() };
                chunks.push((twin.keyword, bytes));
            }
            chunks.push((own, json.clone()));
            // SillyTavern's order: `chara`, then `ccv3`.
            chunks.sort_by_key(|(keyword, _)| std::cmp::Reverse(*keyword));
        }
        Ok(Self { kind: facts.kind, document: document.clone(), json, chunks, dropped })
    }

    /// Writes the new file.
    pub(crate) fn write(
        &self,
        source: impl Source,
        limits: &cards_container::Limits,
        mut out: impl Write,
    ) -> Result<(), Error> {
        let failed = |source| Error::Write { source };
        match open(source, limits)?.container {
            Container::Png(picture) => {
                let new: Vec<_> =
                    self.chunks.iter().map(|(keyword, json)| NewText::Card { keyword: *keyword, json }).collect();
                let options = WriteOptions::default()
                    .with_trailing(Trailing::Keep)
                    .with_drop_foreign(false)
                    .with_limits(limits.clone());
                png::write_to(picture.into_source(), &new, &options, &mut out)?;
            }
            Container::Charx(mut charx) => {
                let entry = charx.card_entry();
                self.archive(charx.archive_mut(), entry, &mut out)?;
            }
            Container::Prom(mut prom) => {
                let entry = prom.card_entry();
                self.archive(prom.archive_mut(), entry, &mut out)?;
            }
            _ => out.write_all(&self.json).map_err(failed)?,
        }
        out.flush().map_err(failed)
    }

    /// What is left to find in a written file, once it is seen to hold the changed card.
    pub(crate) fn prove(&self, source: impl Source, limits: &Limits) -> Result<Report, crate::Error> {
        let (mut file, loaded) = self.read_back(source, limits)?;
        let facts = Facts::of(&mut file, &loaded);
        Ok(report(&loaded.document, &facts, &cards_lint::Options::default()))
    }

    /// Reads a written file, and refuses one that does not hold the changed card.
    pub(crate) fn read_back<'s>(
        &self,
        source: impl Source + 's,
        limits: &Limits,
    ) -> Result<(OpenFile<'s>, Loaded), crate::Error> {
        let read = OpenOptions::mendable(limits).open(source).and_then(|mut file| Ok((file.load()?, file)));
        let (loaded, file) = read.map_err(|source| crate::Error::NotReadBack { source })?;
        if loaded.document.content != self.document.content {
            return Err(crate::Error::OtherCard);
        }
        Ok((file, loaded))
    }

    /// Writes an archive: the card's entry anew, all others as they are.
    fn archive(&self, archive: &mut Archive<'_>, entry: usize, out: &mut dyn Write) -> Result<(), Error> {
        let name = archive.entry(entry).and_then(|entry| entry.name.text().map(str::to_owned)).unwrap_or_default();
        let written = rewrite(archive, &[Edit::Put { name: &name, bytes: &self.json }], Keep::Everything, out)?;
        // Only a second card of that name would be left out, and an archive with two is not read.
        debug_assert!(written.is_clean(), "{:?}", written.findings);
        Ok(())
    }
}

/// The keyword under which a payload goes on: its own, or the one of its spec where it had none of the standard.
fn keyword(place: &Place, content: &Content) -> Keyword {
    let found = match place {
        Place::Chunk { name, .. } => name.split_once(' ').and_then(|(_, name)| Keyword::of(name.as_bytes())),
        _ => None,
    };
    match found {
        Some(Keyword::CharaCardV3) | None => match content.form() {
            Form::V3 | Form::V3L => Keyword::Ccv3,
            Form::Module => Keyword::Mod,
            _ => Keyword::Chara,
        },
        Some(keyword) => keyword,
    }
}

/// A twin made anew from the card that counts, in the spec that the old twin had.
fn backfill(document: &Document, old: &Document) -> Result<Vec<u8>, cards_model::Error> {
    let Some(card) = document.card() else {
        return Ok(old.to_bytes());
    };
    let target = match old.card() {
        Some(Card::V1(_)) => Form::V1,
        _ => Form::V2,
    };
    let options = Options::default().with_purpose(Purpose::Backfill);
    let converted = card.clone().into_form(target, &options)?;
    Ok(Document::new(Content::Card(converted.value)).to_text(Style::Compact).into_bytes())
}
