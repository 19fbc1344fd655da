//! The text and the class of every error.

use std::error::Error as _;
use std::io;

use cards_container::png::Program;
use cards_container::zip::{NameError, SafePath};
use cards_container::{Error, Finding, Format, Limits, Place, open};

fn chunk() -> Place {
    Place::Chunk { name: "tEXt chara".to_owned(), offset: 33 }
}

fn entry() -> Place {
    Place::Entry("card.json".to_owned())
}

fn name() -> String {
    "a.png".to_owned()
}

/// Each error with its class and its text.
fn all() -> Vec<(Error, &'static str, &'static str)> {
    let io = || io::Error::other("the disk is gone");
    vec![
        (Error::Io { offset: 7, source: io() }, "io", "reading at byte 7 failed"),
        (Error::Write { source: io() }, "io", "writing failed"),
        (
            Error::Truncated { place: chunk(), size: 40 },
            "truncated",
            "chunk `tEXt chara` at byte 33 is cut off: the file ends at byte 40; fetch it again from where it came",
        ),
        (
            Error::TooLarge { place: Place::Directory, size: 9, limit: 8, name: "directory" },
            "too-large",
            "the archive's central directory has 9 bytes or more, over the limit of 8; raise `Limits::directory` to read it",
        ),
        (
            Error::TooMany { place: Place::File, what: "chunks", count: 3, limit: 2, name: "chunks" },
            "limit",
            "the file has 3 chunks or more, over the limit of 2; raise `Limits::chunks` to read it",
        ),
        (
            Error::Ratio { place: entry(), limit: 200 },
            "too-large",
            "archive entry `card.json` inflates to more than 200 times its size, as only a bomb does; raise \
             `Limits::ratio` to read it",
        ),
        (
            Error::BadSignature { hint: "its first byte is lost" },
            "bad-signature",
            "the PNG signature is damaged, as when a transfer changes line ends: its first byte is lost",
        ),
        (
            Error::BadCrc { place: entry() },
            "bad-crc",
            "archive entry `card.json` does not match its checksum and cannot be read; the file is damaged",
        ),
        (Error::NoHeader, "bad-signature", "the PNG does not begin with an `IHDR` chunk"),
        (
            Error::BadText { place: chunk(), reason: "its text holds a NUL" },
            "bad-field",
            "chunk `tEXt chara` at byte 33 is not a well-formed text chunk: its text holds a NUL",
        ),
        (
            Error::BadDeflate { place: chunk() },
            "bad-zip",
            "chunk `tEXt chara` at byte 33 cannot be inflated; the compressed data is damaged",
        ),
        (
            Error::BadBase64 { place: chunk(), at: 4, found: "<".to_owned(), hint: "" },
            "bad-base64",
            "chunk `tEXt chara` at byte 33 is not base64: byte 4 of the text is `<`",
        ),
        (
            Error::Encrypted { place: entry(), how: "AES in ZIP" },
            "encrypted",
            "archive entry `card.json` is encrypted (AES in ZIP); export it without protection from the program that made it",
        ),
        (
            Error::Unreadable { place: entry(), class: "bad-json", source: "a comma is missing".into() },
            "bad-json",
            "archive entry `card.json` holds no readable card",
        ),
        (
            Error::NotReadBack { source: Box::new(Error::NoHeader) },
            "bad-signature",
            "the new file could not be read again, so it is not handed out",
        ),
        (
            Error::NoCard { container: "the archive", found: "it has no files".to_owned() },
            "not-a-card",
            "the archive holds no card: it has no files",
        ),
        (
            Error::Unsupported(Format::SevenZip),
            "bad-zip",
            "this is a 7z archive and not a card container; cards come as PNG, APNG, CHARX, ZIP or JSON",
        ),
        (
            Error::Unsupported(Format::of(b"\x10\x03\xfc\x4a")),
            "unsupported-container",
            "this is a RisuAI preset and not a card container; cards come as PNG, APNG, CHARX, ZIP or JSON",
        ),
        (
            Error::BadZip { place: Place::EndRecord, reason: "its ZIP64 part is missing" },
            "bad-zip",
            "the archive's end record is broken: its ZIP64 part is missing",
        ),
        (
            Error::Overlap { entry: name(), other: "b.png".to_owned() },
            "bad-zip",
            "archive entry `a.png` overlaps `b.png`; no packer writes this, so the archive is refused",
        ),
        (
            Error::Duplicate { entry: name(), count: 2 },
            "duplicate-entry",
            "archive entry `a.png` stands 2 times; readers differ on which one counts, so it is refused",
        ),
        (
            Error::Method { entry: name(), method: 93 },
            "bad-zip",
            "archive entry `a.png` uses compression method 93; pack it again with deflate",
        ),
        (
            Error::UnsafeName { entry: name(), reason: NameError::Device },
            "zip-slip",
            "archive entry `a.png` cannot be extracted: its name is reserved for a device",
        ),
        (
            Error::BadModule { reason: "its version is not known", found: 1 },
            "unsupported-container",
            "the RisuAI module cannot be read: its version is not known (byte 0x01)",
        ),
        (
            Error::BadPreset { reason: "its version is not known" },
            "unsupported-container",
            "the RisuAI preset cannot be read: its version is not known; export it again, as JSON where that can be had",
        ),
        (
            Error::CannotWrite { place: Place::Module("JSON".to_owned()), reason: "it is too large" },
            "bad-field",
            "the RisuAI module's JSON cannot be written: it is too large",
        ),
    ]
}

#[test]
fn texts_and_classes_of_errors() {
    for (error, class, text) in all() {
        assert_eq!((error.class(), error.to_string().as_str()), (class, text));
        // A cause is behind the error and not in its text.
        let cause = error.source().map(ToString::to_string);
        let chain = cause.as_deref().map_or(text.to_owned(), |cause| format!("{text}: {cause}"));
        assert_eq!(error.chain(), chain);
        let caused = matches!(
            error,
            Error::Io { .. } | Error::Write { .. } | Error::Unreadable { .. } | Error::NotReadBack { .. }
        );
        assert_eq!(cause.is_some(), caused);
    }
}

#[test]
fn classes_of_other_formats() {
    for (format, class) in [
        (Format::Rar, "bad-zip"),
        (Format::Empty, "truncated"),
        (Format::Text, "not-a-card"),
        (Format::Json, "not-a-card"),
        (Format::Webp, "unsupported-container"),
    ] {
        assert_eq!(Error::Unsupported(format).class(), class, "{format}");
    }
}

#[test]
fn reasons_against_names() {
    for (name, reason, text) in [
        ("a\0", NameError::ControlCharacter, "its name holds a control character"),
        ("/a", NameError::Absolute, "its name is an absolute path"),
        ("", NameError::Empty, "its name is empty"),
        ("../a", NameError::ClimbsOut, "its name climbs out of the folder"),
        ("C:a", NameError::Colon, "its name holds a colon, as drives and streams do"),
        ("a.", NameError::LooseEnd, "a part of its name ends in a dot or a blank"),
        ("nul", NameError::Device, "its name is reserved for a device"),
        (&"a/".repeat(33), NameError::TooDeep, "its name nests too deep"),
        (&"a".repeat(256), NameError::TooLong, "a part of its name is longer than 255 bytes"),
    ] {
        assert_eq!(SafePath::new(name), Err(reason), "{name}");
        assert_eq!(reason.to_string(), text);
    }
    assert_eq!(NameError::NotUtf8.to_string(), "its name is not UTF-8");
    assert_eq!(NameError::Special.to_string(), "it is a link or a device, not a file");
}

/// What a server answers with: line and column of the mistake in the JSON text.
#[test]
fn the_cause_of_unreadable_json_has_line_and_column() {
    let error = open(&b"{\n  \"name\": \"Aria\",\n  oops\n}"[..], Limits::default())
        .and_then(|mut file| file.load())
        .expect_err("no JSON");
    assert_eq!((error.class(), error.to_string().as_str()), ("bad-json", "the file holds no readable card"));
    let Some(cards_model::Error::Json(cards_model::json::Error::Syntax { at, .. })) = error.json() else {
        panic!("{error:?}")
    };
    assert_eq!((at.line, at.column), (3, 3));
    assert!(error.source().is_some_and(|cause| cause.is::<cards_model::Error>()));
    assert!(error.chain().starts_with("the file holds no readable card: not JSON at line 3, column 3"), "{error:?}");
    let of_a_text: Error =
        cards_model::Document::read("[]", &cards_model::Limits::default()).expect_err("no card").into();
    assert_eq!(of_a_text.class(), "not-a-card");
}

#[test]
fn findings_of_writing_say_what_was_done() {
    let behind = Finding::TrailingDropped { count: 9 };
    assert_eq!(behind.to_string(), "9 bytes behind the end of the picture were left out");
    let listed = Finding::PictureListed { name: "main".to_owned() };
    assert_eq!(listed.to_string(), "the card's own picture was none of its assets; it is listed now, as icon `main`");
}

#[test]
fn findings_of_payloads_of_other_programs_name_them() {
    let copy = Finding::Foreign { place: chunk(), program: Program::Ginger, differs: None };
    let said =
        "chunk `tEXt chara` at byte 33 holds a copy for Ginger alone, which may say something else than the card";
    assert_eq!(copy.to_string(), said);
    let compared =
        |differs| Finding::Foreign { place: chunk(), program: Program::Ginger, differs: Some(differs) }.to_string();
    let end = |text: &str| format!("chunk `tEXt chara` at byte 33 holds a copy for Ginger alone, {text}");
    assert_eq!(compared(Vec::new()), end("which says the same as the card"));
    let other = "which says something else than the card: another name, another description";
    assert_eq!(compared(vec!["name", "description"]), end(other));
    let dropped = Finding::ForeignDropped { place: chunk(), program: Program::Backyard };
    assert_eq!(dropped.to_string(), "chunk `tEXt chara` at byte 33, a copy for Backyard alone, was taken out");
    let lynn =
        "a CCv3L card in a picture is under `ccv3`, where SillyTavern shows it without a greeting; a CHARX suits it";
    assert_eq!(Finding::V3lInPicture.to_string(), lynn);
}

/// Whoever hands a reader to `open` reads this text from the compiler.
#[test]
fn the_compiler_names_what_takes_a_reader() {
    let source = include_str!("../../src/source.rs");
    let answer =
        source.split_once("#[diagnostic::on_unimplemented(").and_then(|(_, rest)| rest.split_once("pub trait Source"));
    let (answer, _) = answer.expect("an answer for what is no source");
    assert!(answer.contains("has no length and no place to read at") && answer.contains("a source by `Seekable::new`"));
}
