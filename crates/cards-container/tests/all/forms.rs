//! Files of other programs: each sample gives what its table says, and nothing is taken for one that is none.

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cards_container::pack::{PackOptions, Parts, Target, pack, pack_card};
use cards_container::png::Program;
use cards_container::{Container, Error, FileKind, Format, Limits, Loaded, extract, open, strip_picture, yaml};
use cards_model::convert::{ORIGIN_KEY, Options, Stash, WrittenForm};
use cards_model::{Card, Content, Form, Json};
use serde_json::Value;

use crate::common::{b64, file, idat, iend, ihdr, shared, text};

/// The samples with a row each; none where the folder is not there.
fn samples() -> Option<(PathBuf, Vec<Value>)> {
    let folder = shared()?.join("corpus/forms");
    let rows = std::fs::read(folder.join("expected.json")).expect("a table");
    Some((folder, serde_json::from_slice(&rows).expect("JSON")))
}

#[test]
fn every_sample_of_another_program_reads_as_its_table_says() {
    let Some((folder, rows)) = samples() else { return };
    let wrong: Vec<String> = rows.iter().flat_map(|row| differences(&folder, row)).collect();
    assert!(wrong.is_empty(), "{} of {} rows\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    println!("{} samples of other programs", rows.len());
}

fn differences(folder: &Path, row: &Value) -> Vec<String> {
    let file = row["file"].as_str().expect("a name");
    let bytes = std::fs::read(folder.join(file)).expect(file);
    let limits = Limits::default();
    let read = open(&bytes[..], &limits).and_then(|mut opened| {
        let loaded = opened.load()?;
        Ok((opened.container, loaded))
    });
    let (mut container, loaded) = match read {
        Ok(_) if row["kind"] == "none" => return vec![format!("{file}: taken for something")],
        Err(_) if row["kind"] == "none" => return Vec::new(),
        Err(error) => return vec![format!("{file}: {}", error.chain())],
        Ok(read) => read,
    };
    let mut wrong = Vec::new();
    let mut check = |what: &str, found: Value| {
        if row.get(what).is_some_and(|expected| *expected != found) {
            wrong.push(format!("{file}: {what}: {} expected, {found} found", row[what]));
        }
    };
    let content = &loaded.document.content;
    let book = content.lorebook();
    let card = loaded.document.card();
    check("kind", if card.is_some() { "card" } else { "lorebook" }.into());
    // The table counts V0 in YAML as V1, whose members it has under other names; in JSON as V0.
    let v0 = row["form"] == "yaml-v0" && content.form() == Form::V0;
    check("reads_as", if v0 { "V1" } else { reads_as(content.form()) }.into());
    let book_name = book.as_ref().and_then(|book| book.name.clone());
    check("name", card.map_or_else(|| book_name.into(), |card| card.name().into()));
    check("entries", book.as_ref().map_or(0, |book| book.entries.len()).into());
    check("book_active", book.as_ref().map_or(0, |book| book.entries.iter().filter(|e| e.enabled).count()).into());
    check("pictures", pictures(&container, &loaded).into());
    let newer = loaded
        .document
        .findings()
        .iter()
        .any(|finding| ["marker", "marker-later", "marker-version"].contains(&finding.rule.id));
    check("alert", if newer { "newer".into() } else { Value::Null });
    if let Some(card) = card {
        let greetings: Vec<&str> =
            card.greetings().iter().map(|greeting| greeting.text).filter(|text| !text.is_empty()).collect();
        check("greetings", greetings.len().into());
        check("nickname", card.nickname().into());
        check("creator", card.creator().into());
        check("tags", card.tags().into());
        let starts = |what: &str, text: &str| match row[what].as_str() {
            Some(start) if text.starts_with(start) => start.into(),
            _ => text.into(),
        };
        check(
            "first_greeting_start",
            starts("first_greeting_start", card.greetings().first().map_or("", |first| first.text)),
        );
        check("description_start", starts("description_start", card.description()));
    }
    if let Some(expected) = row["payloads"].as_array() {
        let mut found = payloads(&mut container);
        let mut expected: Vec<&str> = expected.iter().filter_map(Value::as_str).collect();
        found.sort_unstable();
        expected.sort_unstable();
        if found != expected {
            wrong.push(format!("{file}: payloads: {expected:?} expected, {found:?} found"));
        }
    }
    wrong
}

fn reads_as(form: Form) -> &'static str {
    match form {
        Form::V0 => "V0",
        Form::LorebookV3 | Form::Lorebook => "V3 lorebook",
        other => other.name(),
    }
}

/// The pictures of the character: the file itself, those of a package, and emotions.
fn pictures(container: &Container<'_>, loaded: &Loaded) -> usize {
    let itself = matches!(loaded.kind, FileKind::Png | FileKind::Apng | FileKind::Webp | FileKind::Jpeg);
    let packed = if let Container::Carrier(carrier) = container { carrier.pictures().len() } else { 0 };
    let emotions = match &loaded.document.content {
        Content::Card(card) => {
            card.extensions().get("risuai").and_then(|risu| risu.get("emotions")?.as_array().map(<[Json]>::len))
        }
        _ => None,
    };
    usize::from(itself) + packed + emotions.unwrap_or_default()
}

fn payloads(container: &mut Container<'_>) -> Vec<&'static str> {
    let Container::Png(png) = container else { return Vec::new() };
    let mut found: Vec<&'static str> = png.candidates().iter().map(|candidate| candidate.keyword.as_str()).collect();
    found.extend(png.foreign().expect("in memory").iter().map(|foreign| match foreign.program {
        Program::Backyard => "backyard",
        Program::Ginger => "ginger",
        Program::RisuAi => "risuai",
        Program::NovelAi => "naidata",
        _ => "exif",
    }));
    found
}

/// The file of a card in another program's form.
fn written(card: &Card, form: WrittenForm, options: &Options) -> Vec<u8> {
    match form {
        WrittenForm::TextGen => yaml::from_json(&to_foreign(card, form, options)).into_bytes(),
        WrittenForm::Byaf => {
            let mut out = Vec::new();
            let options = PackOptions::default().with_convert(options.clone());
            pack_card(card.clone(), Parts::default(), Target::Byaf, &options, &mut out).expect("an archive");
            out
        }
        _ => to_foreign(card, form, options).to_string().into_bytes(),
    }
}

fn to_foreign(card: &Card, form: WrittenForm, options: &Options) -> Json {
    Content::Card(card.clone()).to_foreign(form, options).expect("a card").value
}

/// Every sample that is a card, as a file of each form that is written, and back with the stash.
#[test]
fn every_sample_goes_to_every_written_form_and_back() {
    let Some((folder, rows)) = samples() else { return };
    let keeping = Options::default().with_stash(Stash::Everywhere);
    let mut count = 0;
    for row in rows.iter().filter(|row| row["kind"] == "card") {
        let file = row["file"].as_str().expect("a name");
        let loaded = open(std::fs::read(folder.join(file)).expect(file), Limits::default())
            .and_then(|mut opened| opened.load())
            .expect(file);
        let (document, card) = (&loaded.document, loaded.document.card().expect(file));
        for form in WrittenForm::ALL.iter().filter(|form| !form.is_lorebook()) {
            let read = |bytes: Vec<u8>| {
                let loaded = open(bytes, Limits::default())
                    .and_then(|mut opened| opened.load())
                    .unwrap_or_else(|e| panic!("{file} {form:?}: {}", e.chain()));
                assert_eq!(loaded.document.origin().map(|origin| origin.form), Some(form.form()), "{file}");
                loaded.document.card().expect("a card").clone()
            };
            let there = read(written(card, *form, &keeping));
            let back = there.into_form(card.form(), &Options::default()).expect("a card").value;
            assert_eq!(Content::Card(back).to_json(), document.content.to_json(), "{file} {form:?}");
            let plain = read(written(card, *form, &Options::default()));
            assert_eq!(plain.name(), card.name(), "{file} {form:?}");
            assert_eq!(plain.greetings().first(), card.greetings().first(), "{file} {form:?}");
            count += 1;
            let Some(origin) = document.origin().filter(|origin| origin.form == form.form()) else { continue };
            let mut v3 = card.clone().into_form(Form::V3, &keeping).expect("a card").value;
            v3.extensions_mut().expect("V3").insert(ORIGIN_KEY, origin.original.clone());
            assert_eq!(to_foreign(&v3, *form, &Options::default()), origin.original, "{file}");
        }
    }
    println!("{count} files of other programs written");
}

#[test]
fn a_backyard_archive_takes_the_picture_and_pictures_among_the_assets() {
    let picture = crate::pack::picture();
    let icon = format!("data:image/png;base64,{}", "iVBORw0KGgo=");
    let text = format!(
        r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"A","first_mes":"f","assets":[
            {{"type":"icon","uri":"ccdefault:","name":"main","ext":"png"}},{{"type":"emotion","uri":"{icon}","name":"joy","ext":"png"}},
            {{"type":"x","uri":"data:text/plain;base64,QUI=","name":"notes","ext":"txt"}}]}}}}"#
    );
    let mut opened = open(text.as_bytes(), Limits::default()).unwrap();
    let loaded = opened.load().unwrap();
    let mut out = Vec::new();
    let options = PackOptions::default().with_portrait(picture);
    let report = pack(&mut opened.container, loaded, Target::Byaf, &options, &mut out).unwrap();
    assert_eq!(report.assets, 2);
    let said: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["`notes` is left out: a Backyard archive holds pictures alone"]);
    let mut opened = open(&out[..], Limits::default()).unwrap();
    opened.load().unwrap();
    let Container::Carrier(carrier) = &opened.container else { panic!("a package") };
    assert_eq!((carrier.kind(), carrier.pictures().len()), (FileKind::Byaf, 2));
    assert_eq!(opened.container.beside_the_card().len(), 2);
}

#[test]
fn no_file_of_the_notcards_is_taken_for_a_card() {
    let Some(folder) = shared().map(|shared| shared.join("corpus/notcards")) else { return };
    let (mut count, mut taken, mut folders) = (0, Vec::new(), vec![folder]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            count += 1;
            let own = path.file_name().is_some_and(|name| {
                name == "README.md" || name == "manifest.json" && path.parent().is_some_and(|p| p.ends_with("notcards"))
            });
            if let Ok(loaded) =
                open(std::fs::read(&path).expect("a file"), Limits::default()).and_then(|mut opened| opened.load())
                && !own
            {
                taken.push(format!("{}: {}", path.display(), loaded.document.content.form()));
            }
        }
    }
    assert!(taken.is_empty(), "{} of {count}\n{}", taken.len(), taken.join("\n"));
    println!("{count} files that are no cards");
}

/// A JPEG with these segments, and nothing to see.
fn jpeg(segments: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let segment = |(kind, body): &(u8, Vec<u8>)| {
        let length = u16::try_from(body.len() + 2).unwrap().to_be_bytes();
        [&[0xff, *kind][..], &length, body].concat()
    };
    let all: Vec<u8> = segments.iter().flat_map(segment).collect();
    [&[0xff, 0xd8][..], &all, b"\xff\xda\0\x02pixels\xff\xd9"].concat()
}

#[test]
fn the_comment_of_a_jpeg_may_be_a_card() {
    let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","first_mes":"f"}}"#;
    let photo = jpeg(&[(0xfe, b"a photo".to_vec()), (0xe1, b"Exif\0\0no".to_vec())]);
    assert!(open(&photo[..], Limits::default()).and_then(|mut opened| opened.load()).is_err());
    assert_eq!(strip_picture(&photo, &Limits::default()).unwrap().bytes, photo);
    for text in [card.to_vec(), STANDARD.encode(card).into_bytes()] {
        let with = jpeg(&[(0xfe, text), (0xdb, vec![1, 2])]);
        let loaded = open(&with[..], Limits::default()).unwrap().load().unwrap();
        assert_eq!((loaded.kind, loaded.place.to_string()), (FileKind::Jpeg, "the comment of the picture".to_owned()));
        let stripped = strip_picture(&with, &Limits::default()).unwrap();
        assert_eq!(stripped.bytes, jpeg(&[(0xdb, vec![1, 2])]));
        assert_eq!(stripped.findings.len(), 1);
    }
}

#[test]
fn a_jpeg_that_its_card_holds_together_is_not_stripped() {
    let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","first_mes":"f"}}"#;
    let mut broken = jpeg(&[(0xfe, card.to_vec())]);
    let behind = broken.iter().rposition(|byte| *byte == b'}').unwrap() + 1;
    broken[behind] = b':';
    assert!(open(&broken[..], Limits::default()).and_then(|mut opened| opened.load()).is_ok());
    assert!(matches!(strip_picture(&broken, &Limits::default()), Err(Error::NotReadBack { .. })));
}

/// EXIF data of one directory: how the picture is turned, and a comment.
///
/// Spec: EXIF 2.32, §4.6.
fn exif(turned: bool, comment: Option<&[u8]>) -> Vec<u8> {
    let count = u16::from(turned) + u16::from(comment.is_some());
    let behind = 8 + 2 + 12 * u32::from(count) + 4;
    let mut block = [&b"II*\0\x08\0\0\0"[..], &count.to_le_bytes()].concat();
    if turned {
        block.extend(b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0");
    }
    let value = comment.map(|comment| [b"ASCII\0\0\0", comment].concat());
    if let Some(value) = &value {
        block.extend(b"\x86\x92\x07\0");
        block.extend(u32::try_from(value.len()).unwrap().to_le_bytes());
        block.extend(behind.to_le_bytes());
    }
    block.extend([0; 4]);
    block.extend(value.unwrap_or_default());
    block
}

/// A WEBP of these chunks, and nothing to see.
fn webp(chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let chunk = |(kind, body): &(&[u8; 4], Vec<u8>)| {
        let length = u32::try_from(body.len()).unwrap().to_le_bytes();
        [&kind[..], &length, body, &vec![0; body.len() % 2]].concat()
    };
    let all: Vec<u8> = chunks.iter().flat_map(chunk).collect();
    [b"RIFF", &u32::try_from(all.len() + 4).unwrap().to_le_bytes()[..], b"WEBP", &all].concat()
}

/// The comment goes, the other tags stay, and data without other tags goes whole; a WEBP says in its header whether it has any.
#[test]
fn a_card_is_taken_out_of_exif_data() {
    let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","first_mes":"f"}}"#;
    // The place of the entry that went is empty.
    let turned = [exif(true, None), vec![0; 12]].concat();
    let head = |block: Vec<u8>| [&b"Exif\0\0"[..], &block].concat();
    let tables = (0xdb, vec![1, 2]);
    let vp8x = |flags: u8| (b"VP8X", vec![flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let dots = (b"VP8 ", b"dot".to_vec());
    for (with, without) in [
        (
            jpeg(&[(0xe1, head(exif(true, Some(card)))), tables.clone()]),
            jpeg(&[(0xe1, head(turned.clone())), tables.clone()]),
        ),
        (jpeg(&[(0xe1, head(exif(false, Some(card)))), tables.clone()]), jpeg(&[tables])),
        (
            webp(&[vp8x(0x18), dots.clone(), (b"EXIF", exif(true, Some(card)))]),
            webp(&[vp8x(0x18), dots.clone(), (b"EXIF", turned)]),
        ),
        (webp(&[vp8x(0x18), (b"EXIF", exif(false, Some(card))), dots.clone()]), webp(&[vp8x(0x10), dots])),
    ] {
        let loaded = open(&with[..], Limits::default()).unwrap().load().unwrap();
        assert_eq!(loaded.place.to_string(), "the EXIF comment");
        let stripped = strip_picture(&with, &Limits::default()).unwrap();
        assert_eq!(stripped.bytes, without);
        assert_eq!(stripped.findings.len(), 1);
        assert_eq!(strip_picture(&without, &Limits::default()).unwrap().bytes, without);
    }
}

/// Every picture of the samples that is read has its card taken out, and nothing else; a second time takes nothing.
#[test]
fn cards_are_taken_out_of_jpeg_and_webp() {
    let Some((folder, rows)) = samples() else { return };
    let mut count = 0;
    for row in rows {
        let file = row["file"].as_str().unwrap();
        let bytes = std::fs::read(folder.join(file)).unwrap();
        if !matches!(Format::of(&bytes), Format::Jpeg | Format::Webp) {
            continue;
        }
        let read = open(&bytes[..], Limits::default()).and_then(|mut opened| opened.load()).is_ok();
        let stripped = strip_picture(&bytes, &Limits::default()).unwrap();
        assert_eq!(stripped.findings.is_empty(), !read, "{file}");
        assert_eq!(stripped.bytes == bytes, !read, "{file}");
        assert!(open(&stripped.bytes[..], Limits::default()).and_then(|mut opened| opened.load()).is_err(), "{file}");
        assert_eq!(strip_picture(&stripped.bytes, &Limits::default()).unwrap().bytes, stripped.bytes, "{file}");
        if Format::of(&bytes) == Format::Webp {
            let length = u32::from_le_bytes(*stripped.bytes[4..].first_chunk().unwrap());
            assert_eq!(length as usize + 8, stripped.bytes.len(), "{file}");
        }
        count += usize::from(read);
    }
    println!("{count} pictures stripped");
}

#[test]
fn payloads_of_other_programs_are_pieces() {
    let Some((folder, _)) = samples() else { return };
    let bytes = std::fs::read(folder.join("ginger/all-payloads.png")).unwrap();
    let mut opened = open(&bytes[..], Limits::default()).unwrap();
    let loaded = opened.load().unwrap();
    let pieces = extract::pieces(&opened.container, &loaded).value;
    let paths: Vec<&str> =
        pieces.iter().map(|piece| piece.path.as_str()).filter(|path| path.starts_with("payloads/")).collect();
    assert_eq!(paths, ["payloads/01-chara.json", "payloads/02-backyard.json", "payloads/03-ginger.xml"]);
    let read = |container: &mut Container<'_>, path: &str| {
        let mut out = Vec::new();
        pieces.iter().find(|piece| piece.path.as_str() == path).unwrap().write_to(container, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert!(read(&mut opened.container, "payloads/02-backyard.json").starts_with('{'));
    assert!(read(&mut opened.container, "payloads/03-ginger.xml").contains("<Ginger"));
}

#[test]
fn what_one_program_alone_reads_is_taken_out_raw() {
    let Some((folder, _)) = samples() else { return };
    for (file, wanted) in [
        ("ginger/ginger-only.png", "payloads/01-ginger.xml"),
        ("risu/risuai-not-a-character.png", "payloads/01-risuai.json"),
    ] {
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let mut opened = open(&bytes[..], Limits::default()).unwrap();
        assert!(opened.load().is_err(), "{file}");
        let pieces = extract::damaged_pieces(&mut opened.container).value;
        let piece = pieces.iter().find(|piece| piece.path.as_str() == wanted).expect(file);
        let mut out = Vec::new();
        piece.write_to(&mut opened.container, &mut out).unwrap();
        assert!(out.starts_with(b"<") || out.starts_with(b"{"), "{file}: {:?}", &out[..9]);
    }
}

/// A picture of a payload under a keyword.
fn picture(payloads: &[(&str, &str)]) -> Vec<u8> {
    let texts = payloads.iter().map(|(keyword, json)| text(keyword, &b64(json)));
    file(&[ihdr()].into_iter().chain(texts).chain([idat(), iend()]).collect::<Vec<_>>())
}

#[test]
fn a_name_is_enough_under_a_card_keyword() {
    let limits = Limits::default();
    for bare in
        [r#"{"name":"M","description":"d","personality":"p","scenario":"s"}"#, r#"{"name":"M","first_mes":"hi"}"#]
    {
        let error = open(bare.as_bytes(), &limits).and_then(|mut opened| opened.load()).unwrap_err().chain();
        assert!(
            error.contains("; a card without a marker is recognised by more of its texts, and there is no `"),
            "{error}"
        );
        let file = picture(&[("chara", bare)]);
        let loaded = open(&file, &limits).unwrap().load().unwrap();
        let document = &loaded.document;
        assert_eq!((document.content.form(), document.card().map(Card::name)), (Form::V1, Some("M")));
        assert!(document.findings().iter().any(|finding| finding.rule.id == "bare-card"));
        assert_eq!(document.to_bytes(), bare.as_bytes());
        let peek = open(&file, &limits).unwrap().peek().unwrap().peek;
        assert_eq!((peek.form(), peek.name.as_str()), (Form::V1, "M"));
        // An edit is one of the same card.
        let mut edited = loaded.document.clone();
        edited.card_mut().unwrap().set_name("N");
        assert_eq!(edited.to_bytes(), bare.replace(r#""M""#, r#""N""#).as_bytes());
    }
    // Whatever tells itself counts first, and what has no name is none.
    let named = r#"{"name":"M"}"#;
    let whole = r#"{"spec":"chara_card_v2","data":{"name":"Whole"}}"#;
    let loaded = open(picture(&[("ccv3", named), ("chara", whole)]), &limits).unwrap().load().unwrap();
    assert_eq!(loaded.document.card().map(Card::name), Some("Whole"));
    assert_eq!(
        open(picture(&[("chara", "{}")]), &limits).and_then(|mut opened| opened.load()).unwrap_err().class(),
        "not-a-card"
    );
    assert_eq!(
        open(picture(&[("MOD", named)]), &limits).and_then(|mut opened| opened.load()).unwrap_err().class(),
        "not-a-card"
    );
}
