//! PNG payloads: what is found, what wins, what is written.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::common::*;
use cards_container::png::{self, ChunkPolicy, CrcRule, Keyword, NewText, Png, Trailing, Twins, Why, WriteOptions};
use cards_container::{Error, Limits, Seekable, Unreadable};

/// The check that a caller with a card model would make, as far as these tests need it.
fn json(payload: &png::Payload) -> Result<(), Unreadable> {
    let parsed = serde_json::from_slice::<serde_json::Value>(&payload.bytes);
    parsed.map(drop).map_err(|e| Unreadable::new("bad-json", e))
}

fn choose_with(file: &[u8], policy: &ChunkPolicy) -> Result<(String, Why, Vec<&'static str>), Error> {
    let choice = Png::open(file, policy, &Limits::default())?.choose(json)?;
    let codes = choice.findings.iter().map(cards_container::Finding::code).collect();
    Ok((String::from_utf8_lossy(&choice.payload.bytes).into_owned(), choice.why, codes))
}

#[track_caller]
fn check(chunks: &[Vec<u8>], expected: &str, why: Why, codes: &[&str]) {
    let found = choose_with(&file(chunks), &ChunkPolicy::lenient()).expect("a readable card");
    assert_eq!((found.0.as_str(), found.1, found.2.as_slice()), (expected, why, codes));
}

#[track_caller]
fn refuse(bytes: &[u8], class: &str, message: &str) {
    let error = choose_with(bytes, &ChunkPolicy::lenient()).expect_err("no card");
    assert_eq!((error.class(), error.to_string().as_str()), (class, message));
}

const TWO: &str = r#"{"n":"two"}"#;
const THREE: &str = r#"{"n":"three"}"#;

#[test]
fn text_of_every_kind_and_place_is_found() {
    let card = b64(TWO);
    check(&[ihdr(), idat(), text("chara", &card), iend()], TWO, Why::Only, &[]);
    check(&[ihdr(), text("chara", &card), idat(), iend()], TWO, Why::Only, &[]);
    check(&[ihdr(), ztext("chara", &card), idat(), iend()], TWO, Why::Only, &["not-plain-text"]);
    check(&[ihdr(), itext("chara", &card, false), iend()], TWO, Why::Only, &["not-plain-text"]);
    check(&[ihdr(), itext("chara", &card, true), iend()], TWO, Why::Only, &["not-plain-text"]);
    check(&[ihdr(), text("CHARA", &card), iend()], TWO, Why::Only, &["keyword-case"]);
    check(&[ihdr(), text("chara_card_v3", &card), iend()], TWO, Why::Only, &["odd-keyword"]);
    check(&[ihdr(), text("MOD", &card), iend()], TWO, Why::Only, &[]);
    check(&[ihdr(), idat(), iend(), text("chara", &card)], TWO, Why::Only, &["trailing-bytes", "after-end"]);
}

#[test]
fn the_best_readable_candidate_wins() {
    let (two, three) = (text("chara", &b64(TWO)), text("ccv3", &b64(THREE)));
    check(&[ihdr(), two.clone(), three.clone(), iend()], THREE, Why::BetterKeyword, &[]);
    check(&[ihdr(), text("MOD", b"e30="), two.clone(), iend()], TWO, Why::BetterKeyword, &[]);
    check(&[ihdr(), text("ccv3", b"!!!"), two.clone(), iend()], TWO, Why::Fallback, &["passed-over"]);
    check(&[ihdr(), text("ccv3", &b64("{")), two.clone(), iend()], TWO, Why::Fallback, &["passed-over"]);
    check(&[ihdr(), idat(), two.clone(), iend(), three], TWO, Why::BetterKeyword, &["trailing-bytes"]);
    check(&[ihdr(), two.clone(), two.clone(), iend()], TWO, Why::FirstOfKeyword, &["equal-twins"]);
    let other = text("chara", &b64(THREE));
    check(&[ihdr(), two.clone(), other.clone(), iend()], TWO, Why::FirstOfKeyword, &["differing-twins"]);
    let last = ChunkPolicy::lenient().with_twins(Twins::Last);
    let found = choose_with(&file(&[ihdr(), two, other, iend()]), &last).expect("a card");
    assert_eq!((found.0.as_str(), found.1), (THREE, Why::LastOfKeyword));
}

#[test]
fn a_wrong_checksum_decides_only_when_the_payload_does_not_read() {
    let mut whole = text("chara", &b64(TWO));
    *whole.last_mut().expect("bytes") ^= 1;
    check(&[ihdr(), whole, iend()], TWO, Why::Only, &["bad-crc"]);
    let mut broken = text("chara", b"!!!!");
    *broken.last_mut().expect("bytes") ^= 1;
    let message = "chunk `tEXt chara` at byte 33 does not match its checksum and cannot be read; the file is damaged";
    refuse(&file(&[ihdr(), broken, iend()]), "bad-crc", message);
}

#[test]
fn what_cannot_be_read_is_said_plainly() {
    let no_card = "the PNG holds no card: no text chunk is named `ccv3`, `chara` or `MOD`; there is `parameters`";
    refuse(&file(&[ihdr(), text("parameters", b"x"), iend()]), "not-a-card", no_card);
    let cut = "the PNG holds no card: it is cut off at byte 40, and no card is before that; fetch it again from where it \
               came";
    refuse(&file(&[ihdr(), text("chara", &b64(TWO))])[..40], "not-a-card", cut);
    let encrypted = "chunk `tEXt chara` at byte 33 is encrypted (RisuAI's `rcc` container); export it without protection \
                     from the program that made it";
    refuse(&file(&[ihdr(), text("chara", b"rcc||rccv1||AA||00||e30="), iend()]), "encrypted", encrypted);
    let plain = "chunk `tEXt chara` at byte 33 holds no readable card: key must be a string at line 1 column 2";
    let error = choose_with(&file(&[ihdr(), text("chara", b"{oops}"), iend()]), &ChunkPolicy::lenient());
    let error = error.expect_err("no JSON");
    assert_eq!((error.class(), error.chain().as_str()), ("bad-json", plain));
    let cut = "chunk `tEXt chara` at byte 33 is cut off: the file ends at byte 50; fetch it again from where it came";
    refuse(&file(&[ihdr(), text("chara", &b64(TWO))])[..50], "truncated", cut);
    refuse(
        b"\x89PNG\n\x1a\n\0\0",
        "bad-signature",
        "the PNG signature is damaged, as when a transfer changes line ends: carriage returns were removed; send the file \
         in binary mode",
    );
    refuse(
        b"RIFF\0\0\0\0WEBPVP8 ",
        "unsupported-container",
        "this is a WEBP picture and not a card container; cards come as PNG, APNG, CHARX, ZIP or JSON",
    );
}

#[test]
fn text_is_limited_while_inflating() {
    let bomb = file(&[ihdr(), ztext("chara", &vec![b'Q'; 48 << 20]), iend()]);
    assert_eq!(choose_with(&bomb, &ChunkPolicy::lenient()).expect_err("a bomb").class(), "too-large");
    let limits = |text_chunk| Limits::default().with_text_chunk(text_chunk);
    let small = file(&[ihdr(), text("chara", &b64(TWO)), iend()]);
    let stored = 6 + b64(TWO).len() as u64;
    let open = |n| Png::open(small.as_slice(), &ChunkPolicy::lenient(), &limits(n)).expect("a PNG").choose(json);
    assert!(open(stored).is_ok());
    assert_eq!(open(stored - 1).expect_err("over the limit").class(), "too-large");
    let chunks = |n| Png::open(small.as_slice(), &ChunkPolicy::lenient(), &Limits::default().with_chunks(n));
    assert!(chunks(3).is_ok());
    assert_eq!(chunks(2).expect_err("over the limit").class(), "limit");
}

#[test]
fn clients_read_as_they_do() {
    let two = text("chara", &b64(TWO));
    let st = |chunks: &[Vec<u8>]| {
        let bytes = file(chunks);
        let png = Png::open(bytes.as_slice(), &ChunkPolicy::silly_tavern(), &Limits::default());
        png.and_then(|mut png| png.choose(|_| Ok(()))).map(|c| String::from_utf8_lossy(&c.payload.bytes).into_owned())
    };
    assert_eq!(st(&[ihdr(), text("ccv3", b"!!!"), two.clone(), iend()]).expect("junk is skipped"), "");
    assert_eq!(st(&[two.clone(), iend()]).expect_err("no header").class(), "bad-signature");
    assert_eq!(st(&[ihdr(), two.clone()]).expect_err("no end").class(), "truncated");
    assert_eq!(st(&[ihdr(), text("Note", b"a\0b"), two.clone(), iend()]).expect_err("a NUL").class(), "bad-field");
    assert_eq!(st(&[ihdr(), itext("chara", &b64(TWO), false), iend()]).expect_err("iTXt").class(), "not-a-card");
    for keyword in [Keyword::CharaCardV3, Keyword::Mod] {
        let other = file(&[ihdr(), text(keyword.as_str(), &b64(TWO)), iend()]);
        for policy in [ChunkPolicy::silly_tavern(), ChunkPolicy::risu()] {
            assert_eq!(choose_with(&other, &policy).expect_err("no client reads it").class(), "not-a-card");
        }
    }
    let risu = choose_with(&file(&[ihdr(), text("Chara", &b64(TWO)), iend()]), &ChunkPolicy::risu());
    assert_eq!(risu.expect_err("case").class(), "not-a-card");
    assert_eq!(ChunkPolicy::risu().crc, CrcRule::Ignore);
}

#[test]
fn asset_chunks_are_found_with_and_without_the_colon() {
    let bytes = file(&[
        ihdr(),
        text("chara-ext-asset_1", b"QQ=="),
        text("chara-ext-asset_:some/longer/path/to/a/picture.png", b"Qg=="),
        text("chara", &b64(TWO)),
        iend(),
    ]);
    let mut png = Png::open(bytes.as_slice(), &ChunkPolicy::lenient(), &Limits::default()).expect("a PNG");
    let assets = png.assets().to_vec();
    assert_eq!(
        assets.iter().map(|a| (a.path.as_str(), a.colon)).collect::<Vec<_>>(),
        [("1", false), ("some/longer/path/to/a/picture.png", true)]
    );
    assert_eq!(png.asset(&assets[0]).expect("bytes"), b"A");
    assert_eq!(png.find_asset(":some/longer/path/to/a/picture.png"), Some(1));
    assert_eq!(png.candidates().len(), 1);
}

#[test]
fn old_payloads_go_and_the_rest_stays() {
    let foreign = [text("parameters", b"x"), chunk(b"prVt", &[1, 2, 3]), ztext("gingerbread", b"<xml/>")];
    let bytes = file(&[
        ihdr(),
        foreign[0].clone(),
        text("ccv3", b"AAAA"),
        ztext("Chara", b"AAAA"),
        idat(),
        foreign[1].clone(),
        itext("chara", b"AAAA", true),
        foreign[2].clone(),
        text("MOD", b"AAAA"),
        iend(),
        text("chara", b"AAAA"),
    ]);
    let new = [
        NewText::Card { keyword: Keyword::Chara, json: TWO.as_bytes() },
        NewText::Card { keyword: Keyword::Ccv3, json: THREE.as_bytes() },
    ];
    let written = png::write(&bytes, &new, &WriteOptions::default()).expect("written");
    let expected = file(&[
        ihdr(),
        foreign[0].clone(),
        idat(),
        foreign[1].clone(),
        foreign[2].clone(),
        text("MOD", b"AAAA"),
        text("chara", &b64(TWO)),
        text("ccv3", &b64(THREE)),
        iend(),
    ]);
    assert_eq!(written.bytes, expected);
    assert_eq!(written.findings.len(), 1, "the bytes behind the end are left out");
    let mut streamed = Vec::new();
    let source = Seekable::new(std::io::Cursor::new(&bytes)).expect("memory");
    png::write_to(source, &new, &WriteOptions::default(), &mut streamed).expect("written");
    assert_eq!(streamed, expected);
    let keep = WriteOptions::default().with_trailing(Trailing::Keep);
    let polyglot = [bytes, b"tail".to_vec()].concat();
    assert!(png::write(&polyglot, &new, &keep).expect("written").bytes.ends_with(&[iend(), b"tail".to_vec()].concat()));
    let bare = file(&[ihdr(), foreign[0].clone(), idat(), foreign[1].clone(), foreign[2].clone(), iend()]);
    assert_eq!(png::strip(&expected, &WriteOptions::default()).expect("stripped").bytes, bare);
}

#[test]
fn a_picture_without_its_end_is_not_written_to() {
    let new = [NewText::Card { keyword: Keyword::Chara, json: b"{}" }];
    let error = png::write(&file(&[ihdr(), idat()]), &new, &WriteOptions::default()).expect_err("no end");
    assert_eq!(error.class(), "truncated");
    let long = NewText::Asset { path: &"p".repeat(80), bytes: b"" };
    let error = png::write(&file(&[ihdr(), idat(), iend()]), &[long], &WriteOptions::default()).expect_err("long");
    assert!(error.to_string().contains("79 bytes"), "{error}");
    let longest = NewText::Asset { path: &"p".repeat(79 - "chara-ext-asset_:".len()), bytes: b"" };
    assert!(png::write(&file(&[ihdr(), idat(), iend()]), &[longest], &WriteOptions::default()).is_ok());
}

#[test]
fn only_so_many_candidates_are_tried() {
    let limits = |candidates| Limits::default().with_candidates(candidates);
    let broken = text("chara", b"!!!");
    let bytes = file(&[ihdr(), broken.clone(), broken, text("chara", &b64(TWO)), iend()]);
    let tried = |n| {
        let mut png = Png::open(bytes.as_slice(), &ChunkPolicy::lenient(), &limits(n)).expect("a PNG");
        png.choose(json).map(|choice| choice.index).map_err(|e| e.class())
    };
    assert_eq!(tried(3), Ok(2));
    assert_eq!(tried(2), Err("bad-base64"));
}

#[test]
fn another_reader_finds_what_was_written() {
    let picture = file(&[ihdr(), idat(), ztext("chara", b"AAAA"), iend()]);
    let new = [
        NewText::Card { keyword: Keyword::Chara, json: TWO.as_bytes() },
        NewText::Asset { path: "1", bytes: b"asset" },
    ];
    let written = png::write(&picture, &new, &WriteOptions::default()).expect("written").bytes;
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(&written)).read_info().expect("a PNG");
    let mut pixel = [0; 1];
    reader.next_frame(&mut pixel).expect("a picture");
    reader.finish().expect("a whole file");
    assert_eq!(pixel, [0x80]);
    let texts: Vec<_> = reader.info().uncompressed_latin1_text.iter().map(|t| (t.keyword.as_str(), &t.text)).collect();
    let (two, asset) = (String::from_utf8(b64(TWO)).expect("ASCII"), "YXNzZXQ=".to_owned());
    assert_eq!(texts, [("chara", &two), ("chara-ext-asset_:1", &asset)]);
    assert!(reader.info().compressed_latin1_text.is_empty());
}

#[test]
fn json_without_base64_is_read() {
    check(&[ihdr(), text("chara", TWO.as_bytes()), iend()], TWO, Why::Only, &["plain-json"]);
    check(&[ihdr(), ztext("chara", TWO.as_bytes()), iend()], TWO, Why::Only, &["not-plain-text", "plain-json"]);
    let utf8 = r#"{"n":"é"}"#;
    check(&[ihdr(), text("chara", utf8.as_bytes()), iend()], utf8, Why::Only, &["plain-json"]);
    // The standard has text in Latin-1.
    check(&[ihdr(), text("chara", b"{\"n\":\"\xe9\"}"), iend()], utf8, Why::Only, &["plain-json"]);
    for policy in [ChunkPolicy::silly_tavern(), ChunkPolicy::risu()] {
        assert!(choose_with(&file(&[ihdr(), text("chara", TWO.as_bytes()), idat(), iend()]), &policy).is_err());
    }
}

/// EXIF data with a `UserComment` in its sub-directory, and with another tag where one is given.
fn exif(comment: &[u8], other: bool) -> Vec<u8> {
    let mut tiff = b"MM\0*\0\0\0\x08".to_vec();
    let entries = 1 + u16::from(other);
    tiff.extend_from_slice(&entries.to_be_bytes());
    let sub = 8 + 2 + 12 * u32::from(entries) + 4;
    if other {
        // Orientation.
        tiff.extend_from_slice(b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0");
    }
    tiff.extend_from_slice(b"\x87\x69\0\x04\0\0\0\x01");
    tiff.extend_from_slice(&sub.to_be_bytes());
    tiff.extend_from_slice(&[0; 4]);
    tiff.extend_from_slice(b"\0\x01\x92\x86\0\x07");
    let value = [b"ASCII\0\0\0", comment].concat();
    tiff.extend_from_slice(&(value.len() as u32).to_be_bytes());
    tiff.extend_from_slice(&(sub + 2 + 12 + 4).to_be_bytes());
    tiff.extend_from_slice(&[0; 4]);
    tiff.extend_from_slice(&value);
    chunk(b"eXIf", &tiff)
}

#[test]
fn payloads_of_other_programs_are_listed_named_and_taken_out() {
    let backyard = br#"{"character":{"aiName":"Miku"},"version":4}"#;
    let chunks = [
        (exif(backyard, true), png::Program::Backyard, "chunk `eXIf UserComment` at byte 33"),
        (
            exif(STANDARD.encode(backyard).as_bytes(), true),
            png::Program::Backyard,
            "chunk `eXIf UserComment` at byte 33",
        ),
        (ztext("ginger", b"PD94bWw+"), png::Program::Ginger, "chunk `zTXt ginger` at byte 33"),
        (text("risuai", b"gaR0eXBl"), png::Program::RisuAi, "chunk `tEXt risuai` at byte 33"),
        (text("naidata", b"e30="), png::Program::NovelAi, "chunk `tEXt naidata` at byte 33"),
    ];
    // Its JSON text where it comes to one, else what its base64 holds.
    let said: [&[u8]; 5] = [backyard, backyard, b"<?xml>", b"\x81\xa4type", b"{}"];
    for ((foreign, program, place), said) in chunks.into_iter().zip(said) {
        let bytes = file(&[ihdr(), foreign.clone(), idat(), text("chara", &b64(TWO)), iend()]);
        let mut png = Png::open(bytes.as_slice(), &ChunkPolicy::lenient(), &Limits::default()).expect("a PNG");
        let found: Vec<_> = png.foreign().expect("a list").iter().map(|f| (f.program, f.place().to_string())).collect();
        assert_eq!(found, [(program, place.to_owned())]);
        let first = png.foreign().expect("a list").remove(0);
        assert_eq!(String::from_utf8_lossy(&png.foreign_bytes(&first).expect("bytes")), String::from_utf8_lossy(said));
        let codes: Vec<_> = png.choose(json).expect("a card").findings.iter().map(|f| f.code()).collect();
        assert_eq!(codes, ["foreign-payload"]);
        let alone = file(&[ihdr(), foreign, idat(), iend()]);
        let error = choose_with(&alone, &ChunkPolicy::lenient()).expect_err("no card");
        let what = if program == png::Program::NovelAi { "a lorebook" } else { "a card" };
        let text = format!(
            "the PNG holds no card: {place} holds {what} in the form of {program} alone, which is not read here"
        );
        assert_eq!((error.class(), error.to_string()), ("not-a-card", text));
        let new = [NewText::Card { keyword: Keyword::Chara, json: THREE.as_bytes() }];
        for written in
            [png::strip(&bytes, &WriteOptions::default()), png::write(&bytes, &new, &WriteOptions::default())]
        {
            let written = written.expect("written");
            assert_eq!(written.findings.iter().map(|f| f.code()).collect::<Vec<_>>(), ["foreign-dropped"]);
            let mut bare =
                Png::open(written.bytes.as_slice(), &ChunkPolicy::lenient(), &Limits::default()).expect("a PNG");
            assert!(bare.foreign().expect("a list").is_empty());
            for chunk in bare.chunks().to_vec() {
                bare.check(&chunk).expect("a right checksum");
            }
            // Other tags stay.
            let exif = bare.chunks().iter().find(|chunk| &chunk.kind.0 == b"eXIf").copied();
            assert_eq!(exif.is_some(), program == png::Program::Backyard);
            if let Some(exif) = exif {
                let data = bare.data(&exif).expect("data").into_owned();
                assert!(data.windows(2).any(|tag| tag == [1, 0x12]) && !data.windows(4).any(|word| word == b"Miku"));
            }
        }
    }
    let only = file(&[ihdr(), exif(backyard, false), idat(), text("chara", &b64(TWO)), iend()]);
    let bare = png::strip(&only, &WriteOptions::default()).expect("stripped").bytes;
    assert_eq!(bare, file(&[ihdr(), idat(), iend()]));
    // Settings of a picture generator are no card.
    let comfy = file(&[ihdr(), exif(br#"{"prompt":{"3":{}}}"#, false), idat(), iend()]);
    let mut png = Png::open(comfy.as_slice(), &ChunkPolicy::lenient(), &Limits::default()).expect("a PNG");
    assert!(png.foreign().expect("a list").is_empty());
}

fn open(bytes: &[u8]) -> Png<'_> {
    Png::open(bytes, &ChunkPolicy::lenient(), &Limits::default()).expect("a PNG")
}

#[test]
fn a_picture_says_how_it_ends() {
    let whole = file(&[ihdr(), idat(), iend()]);
    let size = whole.len();
    let start = size - iend().len();
    let behind = |more: &[u8]| [whole.as_slice(), more].concat();
    let no_chunk = chunk(b"1234", b"no chunk has digits for a name");
    let cut_text = text("chara", &b64(TWO));
    let cut_off = |what: &str, at: usize| vec![format!("{what} is cut off: the file ends at byte {at}")];
    let trailing = |count: usize| vec![format!("{count} bytes follow the end of the picture")];
    let garbled = vec![format!("the chunk at byte {start} has no valid type; what follows was not read")];
    for (bytes, findings, end) in [
        (whole.clone(), vec![], Some(size)),
        // The checksum of the last chunk may be missing.
        (whole[..size - 2].to_vec(), vec![], Some(size - 2)),
        (whole[..size - 4].to_vec(), vec![], Some(size - 4)),
        (whole[..size - 5].to_vec(), cut_off("the file", size - 5), None),
        (whole[..start].to_vec(), cut_off("the file", start), None),
        (whole[..start - 1].to_vec(), cut_off("chunk `IDAT` at byte 33", start - 1), None),
        (file(&[ihdr(), idat(), no_chunk.clone(), iend()]), garbled, None),
        // What is behind the end is no fault of the picture.
        (behind(b"abc"), trailing(3), Some(size)),
        (behind(&no_chunk), trailing(no_chunk.len()), Some(size)),
        (behind(&cut_text[..20]), trailing(20), Some(size)),
        (behind(&iend()), trailing(12), Some(size)),
    ] {
        let png = open(&bytes);
        let said: Vec<String> = png.findings().iter().map(ToString::to_string).collect();
        assert_eq!((said, png.end()), (findings, end.map(|end| end as u64)), "{}", bytes.escape_ascii());
    }
}

#[test]
fn what_is_no_picture_says_what_happened_to_it() {
    for (bytes, class, hint) in [
        (&b""[..], "truncated", "an empty file"),
        (b"\x89PNG", "truncated", "ends at byte 4"),
        (b"\x89PNG\n\x1a\n\0\0", "bad-signature", "carriage returns were removed"),
        (b"\x89PNG\r\r\n\x1a\r\n", "bad-signature", "line ends were doubled"),
        (b"\x89PNG\x0d\x00\0\0", "bad-signature", "the bytes behind its name differ"),
        (b"\xef\xbf\xbdPNG\r\n\x1a\n", "bad-signature", "saved as text"),
        (b"\xc2\x89PNG\r\n\x1a\n", "bad-signature", "saved as text"),
        (b"?PNG\r\n\x1a\n", "bad-signature", "saved as text"),
        (b"PNG\r\n\x1a\n", "bad-signature", "its first byte is lost"),
    ] {
        let error = choose_with(bytes, &ChunkPolicy::lenient()).expect_err("no picture");
        let message = error.to_string();
        assert!(error.class() == class && message.contains(hint), "{}: {message}", bytes.escape_ascii());
    }
}

#[test]
fn a_picture_tells_what_its_chunks_hold() {
    let others: Vec<Vec<u8>> = (0..9).map(|n| text(&format!("Note {n}"), b"")).collect();
    let nameless = chunk(b"tEXt", b"A text of another program that has no keyword at all");
    let png = file(&[vec![ihdr(), nameless], others, vec![idat(), iend()]].concat());
    let names = open(&png).other_keywords().to_vec();
    assert_eq!(names.len(), 8);
    assert_eq!((names[0].as_str(), names[7].as_str()), ("A text of another progra", "Note 6"));

    let mut wrong = text("chara", &b64(TWO));
    *wrong.last_mut().expect("bytes") ^= 1;
    let bytes = file(&[ihdr(), ztext("chara", &b64(TWO)), chunk(b"acTL", &[0; 8]), idat(), wrong, iend()]);
    let mut png = open(&bytes);
    let chunks = png.chunks().to_vec();
    assert_eq!(format!("{:?} {}", chunks[0].kind, chunks[0].kind), "ChunkType(IHDR) IHDR");
    let sums: Vec<_> = chunks.iter().map(|chunk| png.check(chunk).map_err(|e| e.class())).collect();
    assert_eq!(sums, [Ok(()), Ok(()), Ok(()), Ok(()), Err("bad-crc"), Ok(())]);
    assert_eq!(png.data(&chunks[2]).expect("its data"), [0; 8].as_slice());
    assert_eq!(png.text(&chunks[0], 100).expect("no text chunk"), None);
    let stored = u64::from(chunks[1].length);
    let read = png.text(&chunks[1], stored.max(b64(TWO).len() as u64)).expect("within the bound").expect("a text");
    assert_eq!((read.keyword, read.text), (b"chara".to_vec(), b64(TWO)));
    assert_eq!(png.text(&chunks[1], stored - 1).expect_err("past the bound").class(), "too-large");
    let places: Vec<_> = png.candidates().iter().map(|found| found.position).collect();
    assert_eq!(places, [png::Position::BeforePicture, png::Position::AfterPicture]);
    assert!(png.is_animated());
    assert!(!open(&file(&[ihdr(), idat(), chunk(b"acTL", &[0; 8]), iend()])).is_animated());
    let cut = open(&bytes[..bytes.len() - 20]).check(&chunks[4]).expect_err("cut off");
    assert_eq!(cut.class(), "truncated");
}

#[test]
fn the_choice_says_why_and_stops_where_a_client_does() {
    let (two, three, broken) = (text("chara", &b64(TWO)), text("ccv3", &b64("{")), text("chara", b"!!!"));
    let st = choose_with(&file(&[ihdr(), three, two.clone(), iend()]), &ChunkPolicy::silly_tavern());
    assert_eq!(st.expect_err("the client looks at no other").class(), "bad-json");
    // A wrong checksum explains JSON that does not read.
    let mut wrong = text("chara", &b64("{"));
    *wrong.last_mut().expect("bytes") ^= 1;
    assert_eq!(
        choose_with(&file(&[ihdr(), wrong, iend()]), &ChunkPolicy::lenient()).expect_err("damage").class(),
        "bad-crc"
    );
    // What could not be read is nobody's twin.
    let bytes = file(&[ihdr(), broken.clone(), two.clone(), iend()]);
    assert_eq!(choose_with(&bytes, &ChunkPolicy::lenient()).expect("a card").2, ["passed-over"]);
    check(&[ihdr(), broken, two.clone(), two.clone(), iend()], TWO, Why::Fallback, &["passed-over", "equal-twins"]);
    // More twins than are tried are not compared.
    let bytes = file(&[ihdr(), two.clone(), two, iend()]);
    let codes = |limits: &Limits| {
        let mut png = Png::open(bytes.as_slice(), &ChunkPolicy::lenient(), limits).expect("a PNG");
        let choice = png.choose(json).map_err(|e| e.class())?;
        Ok::<_, &str>(choice.findings.iter().map(cards_container::Finding::code).collect::<Vec<_>>())
    };
    assert_eq!(codes(&Limits::default().with_candidates(2)), Ok(vec!["equal-twins"]));
    assert_eq!(codes(&Limits::default().with_candidates(1)), Ok(vec!["differing-twins"]));
    let size = TWO.len() as u64;
    assert_eq!(codes(&Limits::default().with_json(size)), Ok(vec!["equal-twins"]));
    assert_eq!(codes(&Limits::default().with_json(size - 1)), Err("too-large"));
    // A text that ends too early is distinguished from one of an unknown method.
    let cut = chunk(b"iTXt", b"chara\0\0\0en\0title");
    let error = choose_with(&file(&[ihdr(), cut, iend()]), &ChunkPolicy::lenient()).expect_err("no text");
    assert!(error.to_string().contains("it ends before its text"), "{error}");
    for (why, text) in [
        (Why::Only, "it is the only card in the file"),
        (Why::BetterKeyword, "programs take a card under this keyword first"),
        (Why::FirstOfKeyword, "it is the first of its keyword"),
        (Why::LastOfKeyword, "it is the last of its keyword"),
        (Why::Fallback, "the better ones cannot be read"),
    ] {
        assert_eq!(why.to_string(), text);
    }
    for kind in [png::TextKind::Plain, png::TextKind::Deflated, png::TextKind::International] {
        assert_eq!(kind.to_string(), kind.as_str());
    }
}

#[test]
fn a_client_looks_at_checksums_and_places_as_it_does() {
    let card = text("chara", &b64(TWO));
    let spoiled = |mut chunk: Vec<u8>| {
        *chunk.last_mut().expect("bytes") ^= 1;
        chunk
    };
    for (chunks, found) in [
        (vec![ihdr(), idat(), card.clone(), iend()], Ok(TWO)),
        (vec![ihdr(), idat(), card.clone(), spoiled(iend())], Ok(TWO)),
        (vec![ihdr(), idat(), card.clone(), iend(), spoiled(idat())], Ok(TWO)),
        (vec![ihdr(), spoiled(idat()), card.clone(), iend()], Err("bad-crc")),
        (vec![ihdr(), idat(), iend(), card], Err("not-a-card")),
    ] {
        let read = choose_with(&file(&chunks), &ChunkPolicy::silly_tavern()).map(|(text, ..)| text);
        assert_eq!(read.map_err(|error| error.class()), found.map(str::to_owned));
    }
}

#[test]
fn a_picture_and_its_texts_are_read_up_to_their_limits() {
    let bytes = file(&[ihdr(), text("chara", &b64(TWO)), idat(), iend()]);
    let bare = |member: usize| {
        let limits = Limits::default().with_member(member as u64);
        let mut png = Png::open(bytes.as_slice(), &ChunkPolicy::lenient(), &limits).expect("a PNG");
        png.bare_picture().map_err(|error| error.class())
    };
    assert_eq!(bare(bytes.len()), Ok(file(&[ihdr(), idat(), iend()])));
    assert_eq!(bare(bytes.len() - 1), Err("too-large"));
    let mut png = open(&bytes);
    let chunk = png.chunks()[1];
    let length = u64::from(chunk.length);
    assert!(png.text(&chunk, length).is_ok());
    assert_eq!(png.text(&chunk, length - 1).expect_err("over").class(), "too-large");
    // All of the text is there where the file ends in front of its checksum.
    let end = chunk.data_offset() as usize + chunk.length as usize;
    assert!(open(&bytes[..end]).text(&chunk, length).is_ok());
    assert_eq!(open(&bytes[..end - 1]).text(&chunk, length).expect_err("cut off").class(), "truncated");
}

/// A file that is put together anew from its own parts is the same file, but for the order of its texts.
#[test]
fn a_file_composed_of_its_parts_has_all_of_them_once() {
    let (card, asset) = (text("chara", &b64(TWO)), text("chara-ext-asset_:0", &b64("x")));
    let (software, note) = (text("Software", b"paint"), ztext("Comment", b"by hand"));
    let behind = b"what a phone left behind".to_vec();
    let odd = [ihdr(), software.clone(), card.clone(), asset.clone(), idat(), note.clone(), iend(), behind.clone()];
    let bytes = file(&odd);
    let mut png = Png::open(&bytes[..], &ChunkPolicy::lenient(), &Limits::default()).unwrap();
    let notes = png.notes().unwrap();
    let said: Vec<(&str, bool)> = notes.iter().map(|note| (note.keyword.as_str(), note.is_asset())).collect();
    assert_eq!(said, [("Software", false), ("chara-ext-asset_:0", true), ("Comment", false)]);
    assert_eq!(notes.iter().map(png::Note::as_bytes).collect::<Vec<_>>(), [&software[..], &asset, &note]);
    assert_eq!(png.image().unwrap(), file(&[ihdr(), idat()]));

    let limits = Limits::default();
    let composed = png::compose(&bytes[..], None, &notes, &limits).unwrap();
    assert_eq!(composed, file(&[ihdr(), idat(), software, asset.clone(), note, card.clone(), iend(), behind.clone()]));
    let other = file(&[ihdr(), idat(), idat()]);
    let composed = png::compose(&bytes[..], Some(&other), &notes[1..2], &limits).unwrap();
    assert_eq!(composed, file(&[ihdr(), idat(), idat(), asset, card, iend(), behind]));
    let error = png::compose(&file(&[ihdr(), idat()])[..], None, &[], &limits).unwrap_err();
    assert_eq!(error.class(), "truncated");
}

#[test]
fn the_header_says_how_large_a_picture_is() {
    let header = chunk(b"IHDR", &[0, 0, 1, 2, 0, 0, 0, 3, 8, 0, 0, 0, 0]);
    let pixels = |bytes: &[u8]| Png::open(bytes, &ChunkPolicy::lenient(), &Limits::default()).ok()?.pixels();
    assert_eq!(pixels(&file(&[header, idat(), iend()])), Some((258, 3)));
    assert_eq!(pixels(&file(&[idat(), iend()])), None);
}

/// The source is `pngChunk.ts` of RisuAI 460ecae, which reads `tEXt` alone.
#[test]
fn risus_rules_read_plain_texts_alone() {
    let card = b64(TWO);
    let read = |chunk: Vec<u8>| choose_with(&file(&[ihdr(), chunk, idat(), iend()]), &ChunkPolicy::risu()).is_ok();
    assert!(read(text("chara", &card)));
    assert!(!read(ztext("chara", &card)) && !read(itext("chara", &card, false)) && !read(text("CHARA", &card)));
}

/// RisuAI's MessagePack of 2023 says which limit it passes, and is taken out as it is then.
#[test]
fn what_another_program_keeps_is_limited_on_both_sides() {
    let packed = b"\x81\xa4name\xa3abc";
    let bytes = file(&[ihdr(), text("risuai", STANDARD.encode(packed).as_bytes()), idat(), iend()]);
    for (most, said) in [(14, &br#"{"name":"abc"}"#[..]), (13, packed)] {
        let limits = Limits::default().with_json(most);
        let mut png = Png::open(bytes.as_slice(), &ChunkPolicy::lenient(), &limits).expect("a PNG");
        let found = png.foreign().expect("a list").remove(0);
        assert_eq!(png.foreign_bytes(&found).expect("bytes"), said);
        let refused = (most < 14).then(|| {
            "chunk `tEXt risuai` at byte 33 has 14 bytes or more, over the limit of 13; raise `Limits::json` to read it".to_owned()
        });
        assert_eq!(png.foreign_json(&found).map_err(|error| error.to_string()).err(), refused);
        let opened = cards_container::open(bytes.as_slice(), &limits)
            .and_then(|mut file| file.load())
            .map(drop)
            .map_err(|error| error.to_string());
        let named = opened.as_ref().is_err_and(|error| Some(error) == refused.as_ref());
        assert_eq!(named, most < 14, "{opened:?}");
    }
}
