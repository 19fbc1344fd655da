//! Laws that hold for any input: what was written reads back, and nothing else changes.

use std::io::{Cursor, Read};

use cards_container::png::{self, ChunkPolicy, Keyword, NewText, Png, WriteOptions};
use cards_container::zip::{Archive, Edit, Keep, Packing, Writer, rewrite};
use cards_container::{Limits, OpenOptions, Seekable, open, risum::Risum};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::common::{Packed, archive_with, b64, chunk, idat, iend, ihdr, itext, text, ztext};

/// Chunks of all kinds, cards among them, in any order.
fn any_chunk() -> impl Strategy<Value = Vec<u8>> {
    let bytes = vec(any::<u8>(), 0..40);
    let keyword = prop_oneof![Just("chara"), Just("ccv3"), Just("MOD"), Just("Chara"), Just("Comment"), Just("charas")];
    prop_oneof![
        bytes.clone().prop_map(|d| chunk(b"prVt", &d)),
        bytes.clone().prop_map(|d| chunk(b"IDAT", &d)),
        bytes.clone().prop_map(|d| chunk(b"fdAT", &d)),
        (keyword.clone(), "[ -~]{0,30}").prop_map(|(k, t)| text(k, &b64(&t))),
        (keyword.clone(), bytes.clone()).prop_map(|(k, t)| text(k, &t)),
        (keyword.clone(), "[ -~]{0,30}").prop_map(|(k, t)| ztext(k, &b64(&t))),
        (keyword, "[ -~]{0,30}", any::<bool>()).prop_map(|(k, t, z)| itext(k, &b64(&t), z)),
    ]
}

fn any_picture() -> impl Strategy<Value = Vec<u8>> {
    (vec(any_chunk(), 0..6), vec(any_chunk(), 0..6)).prop_map(|(before, after)| {
        let parts = [vec![b"\x89PNG\r\n\x1a\n".to_vec(), ihdr()], before, vec![idat()], after, vec![iend()]];
        parts.concat().concat()
    })
}

/// Chunks that are no card of the `chara` family, as bytes.
fn others(file: &[u8]) -> Vec<Vec<u8>> {
    let png = Png::open(file, &ChunkPolicy::lenient(), &Limits::default()).expect("a PNG");
    let cards: Vec<u64> =
        png.candidates().iter().filter(|c| c.keyword != Keyword::Mod).map(|c| c.chunk.offset).collect();
    let rest = png.chunks().iter().filter(|c| !cards.contains(&c.offset));
    rest.map(|c| file[c.offset as usize..c.end() as usize].to_vec()).collect()
}

/// All that a reader can see, for comparing two of them.
fn seen<S: cards_container::Source>(source: S) -> String {
    match Png::open(source, &ChunkPolicy::lenient(), &Limits::default()) {
        Err(e) => format!("{e:?}"),
        Ok(mut png) => {
            let choice = png.choose(|_| Ok(()));
            format!("{:?} {:?} {:?} {choice:?}", png.chunks(), png.candidates(), png.findings())
        }
    }
}

proptest! {
    #[test]
    fn a_written_card_reads_back_and_nothing_else_changes(
        picture in any_picture(),
        json in vec(any::<u8>(), 0..200),
        both in any::<bool>(),
    ) {
        let mut new = vec![NewText::Card { keyword: Keyword::Chara, json: &json }];
        if both {
            new.push(NewText::Card { keyword: Keyword::Ccv3, json: &json });
        }
        let written = png::write(&picture, &new, &WriteOptions::default()).expect("written").bytes;
        let choice = Png::open(written.as_slice(), &ChunkPolicy::lenient(), &Limits::default())
            .and_then(|mut png| png.choose(|_| Ok(())))
            .expect("a card");
        prop_assert_eq!(&choice.payload.bytes, &json);
        prop_assert!(choice.rejected.is_empty(), "no stale twin stays");
        prop_assert_eq!(others(&written), others(&picture));
        let again = png::write(&written, &new, &WriteOptions::default()).expect("written").bytes;
        prop_assert_eq!(&again, &written, "writing the same again changes nothing");
        let mut streamed = Vec::new();
        let source = Seekable::new(Cursor::new(&picture)).expect("memory");
        png::write_to(source, &new, &WriteOptions::default(), &mut streamed).expect("written");
        prop_assert_eq!(&streamed, &written);
        // The oracle reads our chunks as we meant them, unless random IDAT bytes confuse it first.
        if let Ok(mut theirs) = ::png::Decoder::new(Cursor::new(&written)).read_info()
            && theirs.finish().is_ok()
        {
            let chunks = &theirs.info().uncompressed_latin1_text;
            let expected = String::from_utf8(b64_bytes(&json)).expect("ASCII");
            prop_assert!(chunks.iter().any(|c| c.keyword == "chara" && c.text == expected));
        }
    }

    #[test]
    fn memory_and_file_are_read_alike(
        picture in any_picture(),
        cut in any::<prop::sample::Index>(),
        flips in vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let mut bytes = picture;
        for (at, value) in flips {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        bytes.truncate(cut.index(bytes.len() + 1));
        let from_file = seen(Seekable::new(Cursor::new(&bytes)).expect("memory"));
        prop_assert_eq!(seen(bytes.as_slice()), from_file);
    }

    #[test]
    fn a_written_archive_reads_back(files in vec(("[a-z]{1,8}", vec(any::<u8>(), 0..300)), 0..8)) {
        let mut files = files;
        files.sort();
        files.dedup_by(|a, b| a.0 == b.0);
        files.retain(|(name, _)| !matches!(name.as_str(), "con" | "prn" | "aux" | "nul"));
        let mut writer = Writer::new(Vec::new());
        for (name, bytes) in &files {
            writer.add(name, bytes, Packing::Auto).expect("added");
        }
        let bytes = writer.finish().expect("finished");
        let mut ours = Archive::open(bytes.as_slice(), &Limits::default()).expect("open");
        let mut theirs = zip::ZipArchive::new(Cursor::new(&bytes)).expect("theirs");
        prop_assert_eq!(ours.len(), files.len());
        for (index, (name, content)) in files.iter().enumerate() {
            prop_assert_eq!(&ours.read(index).expect("read"), content);
            let mut text = Vec::new();
            theirs.by_name(name).expect("an entry").read_to_end(&mut text).expect("read");
            prop_assert_eq!(&text, content);
        }
        // A rewrite without a change gives the same bytes.
        let copy = rewrite(&mut ours, &[], Keep::Entries, Vec::new()).expect("rewritten").value;
        prop_assert_eq!(&copy, &bytes);
        if let Some((name, _)) = files.first() {
            let edit = [Edit::Put { name, bytes: b"changed" }];
            let copy = rewrite(&mut ours, &edit, Keep::Entries, Vec::new()).expect("rewritten").value;
            let mut copy = Archive::open(copy.as_slice(), &Limits::default()).expect("open");
            prop_assert_eq!(copy.read(0).expect("read"), b"changed");
            for (index, (_, content)) in files.iter().enumerate().skip(1) {
                prop_assert_eq!(&copy.read(index).expect("read"), content);
            }
        }
    }

    #[test]
    fn any_bytes_are_answered_alike_from_memory_and_file(
        files in vec(("[a-zA-Z/.\\\\]{0,9}", vec(any::<u8>(), 0..60), any::<bool>()), 0..5),
        prefix in vec(any::<u8>(), 0..12),
        adjusted in any::<bool>(),
        flips in vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let packed: Vec<Packed> = files
            .iter()
            .map(|(name, data, deflate)| Packed { deflate: *deflate, ..Packed::new(name, data) })
            .collect();
        let mut bytes = archive_with(&packed, &prefix, adjusted, None);
        for (at, value) in flips {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        bytes.truncate(cut.index(bytes.len()) + bytes.len() / 2);
        let from_file = listing(Seekable::new(Cursor::new(&bytes)).expect("memory"));
        prop_assert_eq!(listing(bytes.as_slice()), from_file);
        let _ = open(bytes.as_slice(), OpenOptions::default());
    }

    #[test]
    fn any_bytes_make_a_module_or_an_error(bytes in vec(any::<u8>(), 0..80)) {
        let mut bytes = bytes;
        if bytes.len() > 1 {
            bytes[..2].copy_from_slice(&[0x6f, 0]);
        }
        if let Ok(module) = Risum::read(bytes.clone(), &Limits::default()) {
            let held: usize = (0..module.asset_count()).filter_map(|i| module.asset(i)).map(|a| a.len() + 5).sum();
            prop_assert!(held + module.json.len() + 7 <= bytes.len());
        }
    }
}

fn listing<S: cards_container::Source>(source: S) -> String {
    match Archive::open(source, &Limits::default()) {
        Err(e) => format!("{e:?}"),
        Ok(mut archive) => {
            let contents: Vec<_> = (0..archive.len()).map(|i| archive.read(i)).collect();
            format!("{:?} {contents:?}", archive.audit())
        }
    }
}

fn b64_bytes(bytes: &[u8]) -> Vec<u8> {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes).into_bytes()
}
