//! Text in a container that belongs to no card: what image tools and frontends leave there.

use std::collections::HashSet;

use cards_container::png::{Chunk, ChunkPolicy, Png};
use cards_container::zip::Archive;
use cards_container::{Format, Limits, Place};

/// The longest foreign text that is looked at.
const TEXT: u64 = 1 << 20;
/// Foreign text that is kept of one file: more is no metadata.
const TOTAL: usize = 16 << 20;
/// Archive entries that are looked at: one description for each of a thousand pictures.
const ENTRIES: usize = 1_024;

/// Foreign texts with their places, and how much more of them is kept.
#[derive(Debug)]
pub(crate) struct Metadata {
    pub(crate) texts: Vec<(Place, String)>,
    left: usize,
}

impl Default for Metadata {
    fn default() -> Self {
        Self { texts: Vec::new(), left: TOTAL }
    }
}

impl Metadata {
    fn push(&mut self, place: Place, text: &[u8]) {
        if let Some(left) = self.left.checked_sub(text.len()) {
            self.left = left;
            // UTF-16, as EXIF has it, reads as UTF-8 once its zeros are gone.
            let text: Vec<u8> = text.iter().copied().filter(|byte| *byte != 0).collect();
            self.texts.push((place, String::from_utf8_lossy(&text).into_owned()));
        }
    }

    /// Text chunks that are neither cards nor assets, and EXIF.
    pub(crate) fn of_picture(&mut self, png: &mut Png<'_>) {
        let cards = png.candidates().iter().map(|candidate| candidate.chunk.offset);
        let own: HashSet<u64> = cards.chain(png.assets().iter().map(|asset| asset.chunk.offset)).collect();
        let foreign = |chunk: &&Chunk| !own.contains(&chunk.offset) && u64::from(chunk.length) <= TEXT;
        let chunks: Vec<Chunk> = png.chunks().iter().filter(foreign).copied().collect();
        for chunk in chunks {
            match &chunk.kind.0 {
                b"tEXt" | b"zTXt" | b"iTXt" => {
                    let Ok(Some(read)) = png.text(&chunk, TEXT) else { continue };
                    self.push(chunk_place(&chunk, Some(&read.keyword)), &read.text);
                }
                b"eXIf" => {
                    if let Ok(data) = png.data(&chunk) {
                        let data = data.into_owned();
                        self.push(chunk_place(&chunk, None), &data);
                    }
                }
                _ => {}
            }
        }
    }

    /// Texts beside the card in an archive.
    pub(crate) fn of_archive(&mut self, archive: &mut Archive<'_>, card: usize) {
        let is_text = |name: &str| {
            let ext = name.rsplit_once('.').map(|(_, ext)| ext.to_ascii_lowercase()).unwrap_or_default();
            ["json", "jsonl", "txt", "md", "xml", "ini", "toml", "yaml", "yml", "log"].contains(&ext.as_str())
        };
        let texts = archive.entries().filter(|entry| {
            entry.index != card && entry.size <= TEXT && !entry.is_folder() && entry.name.text().is_some_and(is_text)
        });
        let texts: Vec<usize> = texts.map(|entry| entry.index).take(ENTRIES).collect();
        for index in texts {
            if let (Ok(bytes), Some(name)) = (archive.read(index), shown(archive, index)) {
                self.push(Place::Entry(name), &bytes);
            }
        }
    }

    /// The metadata of a picture of which only the head is there.
    pub(crate) fn of_head(&mut self, place: &Place, head: &[u8]) {
        if Format::of(head) != Format::Png {
            return self.push(place.clone(), head);
        }
        if let Ok(mut png) = Png::open(head, &ChunkPolicy::lenient(), &Limits::default()) {
            let mut inside = Self { texts: Vec::new(), left: self.left };
            inside.of_picture(&mut png);
            self.left = inside.left;
            self.texts.extend(inside.texts.into_iter().map(|(_, text)| (place.clone(), text)));
        }
    }
}

fn shown(archive: &Archive<'_>, index: usize) -> Option<String> {
    archive.entry(index).map(|entry| entry.shown())
}

/// The place of a chunk, with the keyword of a text chunk.
pub(crate) fn chunk_place(chunk: &Chunk, keyword: Option<&[u8]>) -> Place {
    let mut name = String::from_utf8_lossy(&chunk.kind.0).escape_debug().to_string();
    if let Some(keyword) = keyword {
        name.push(' ');
        name.extend(String::from_utf8_lossy(keyword).escape_debug().take(120));
    }
    Place::Chunk { name, offset: chunk.offset }
}
