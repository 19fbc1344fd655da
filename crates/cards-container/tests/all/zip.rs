//! Archives: what opens, what is refused, what is written.

use cards_container::zip::{Archive, Edit, Keep, Method, Packing, Writer, rewrite};
use cards_container::{Error, Format, Limits, Seekable, sniff};
use cards_words::Outcome;
use std::io::{Cursor, Read, Write};

use crate::common::*;

fn open(bytes: &[u8]) -> Result<Archive<'_>, Error> {
    Archive::open(bytes, &Limits::default())
}

fn number(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
}

/// Adds to a number of four bytes.
fn add(bytes: &mut [u8], at: usize, more: usize) {
    let sum = (number(bytes, at) + more) as u32;
    bytes[at..at + 4].copy_from_slice(&sum.to_le_bytes());
}

fn read(bytes: &[u8], name: &str) -> Result<Vec<u8>, Error> {
    let mut archive = open(bytes)?;
    let index = archive.find(name).expect("an entry of that name");
    archive.read(index)
}

fn codes(bytes: &[u8]) -> Vec<&'static str> {
    open(bytes).expect("an archive").audit().iter().map(cards_container::Finding::code).collect()
}

#[track_caller]
fn refuse(result: Result<impl std::fmt::Debug, Error>, class: &str, message: &str) {
    let error = result.expect_err("a refusal");
    assert_eq!((error.class(), error.to_string().as_str()), (class, message));
}

#[test]
fn entries_read_whatever_stands_in_front() {
    let files = [Packed::new("a", b"one"), Packed::new("b", &[b'x'; 100_000]).deflated()];
    for (prefix, adjusted) in [(&b""[..], true), (b"\xff\xd8\xff\xe0jpeg", true), (b"\xff\xd8\xff\xe0jpeg", false)] {
        let bytes = archive_with(&files, prefix, adjusted, None);
        assert_eq!(read(&bytes, "a").expect("a"), b"one");
        assert_eq!(read(&bytes, "b").expect("b"), [b'x'; 100_000]);
        let expected: &[&str] = if prefix.is_empty() { &[] } else { &["archive-prefix"] };
        assert_eq!(codes(&bytes), expected);
        assert_eq!(open(&bytes).expect("an archive").prefix_len(), prefix.len() as u64);
    }
    let tail = [archive(&files), b"tail".to_vec()].concat();
    assert_eq!(read(&tail, "a").expect("a"), b"one");
    assert_eq!(codes(&tail), ["archive-suffix"]);
}

#[test]
fn archives_of_other_writers_read() {
    // The zip crate streams: sizes are in data descriptors, and a large file is asked for in ZIP64.
    let options = zip::write::SimpleFileOptions::default();
    let mut writer = zip::ZipWriter::new_stream(Vec::new());
    writer.start_file("deflated", options).expect("started");
    writer.write_all(&[7; 70_000]).expect("written");
    writer.start_file("wide", options.large_file(true)).expect("started");
    writer.write_all(b"PK\x07\x08 inside").expect("written");
    writer.add_directory("folder", options).expect("added");
    writer.set_comment("a comment that ends the file").expect("set");
    let bytes = writer.finish().expect("finished").into_inner();
    assert_eq!(read(&bytes, "deflated").expect("read"), [7; 70_000]);
    assert_eq!(read(&bytes, "wide").expect("read"), b"PK\x07\x08 inside");
    assert!(open(&bytes).expect("open").entry(2).expect("an entry").is_folder());
    // A reader over files answers the same as memory.
    let mut archive =
        Archive::open(Seekable::new(Cursor::new(&bytes)).expect("memory"), &Limits::default()).expect("open");
    let mut text = Vec::new();
    archive.reader(0).expect("a reader").read_to_end(&mut text).expect("read");
    assert_eq!(text, [7; 70_000]);
    // Raw copies lose the descriptors and keep the rest.
    let edits = [Edit::Put { name: "new", bytes: b"n" }];
    let copy = rewrite(&mut archive, &edits, Keep::Entries, Vec::new()).expect("rewritten").value;
    let mut theirs = zip::ZipArchive::new(Cursor::new(&copy)).expect("theirs");
    assert_eq!(theirs.len(), 4);
    let mut text = Vec::new();
    theirs.by_name("wide").expect("an entry").read_to_end(&mut text).expect("read");
    assert_eq!(text, b"PK\x07\x08 inside");
}

#[test]
fn broken_archives_are_refused_by_part() {
    let card = Packed::new("card.json", b"{}");
    let whole = archive(std::slice::from_ref(&card));
    refuse(
        open(&whole[..whole.len() - 10]),
        "truncated",
        "the archive's end record is cut off: the file ends at byte 108; fetch it again from where it came",
    );
    refuse(
        open(b"no archive at all, only text"),
        "bad-zip",
        "the archive's end record is broken: there is none, so this is no ZIP archive",
    );
    assert_eq!(codes(&archive_with(&[card.clone(), Packed::new("b", b"x")], b"", true, Some(9))), ["wrong-count"]);
    let locked = Packed { flags: 1, ..card.clone() };
    refuse(
        read(&archive(&[locked]), "card.json"),
        "encrypted",
        "archive entry `card.json` is encrypted (ZIP encryption); export it without protection from the program that made \
         it",
    );
    let big = Packed { claim: Some(3 << 30), ..card.clone() }.deflated();
    refuse(
        read(&archive(&[big]), "card.json"),
        "too-large",
        "archive entry `card.json` has 3221225472 bytes or more, over the limit of 268435456; raise `Limits::member` to \
         read it",
    );
    let lie = |claim| Packed { claim: Some(claim), data: vec![7; 1000], ..card.clone() }.deflated();
    refuse(
        read(&archive(&[lie(999)]), "card.json"),
        "bad-zip",
        "archive entry `card.json` is broken: it inflates to more than the directory claims",
    );
    refuse(
        read(&archive(&[lie(1001)]), "card.json"),
        "bad-zip",
        "archive entry `card.json` is broken: it inflates to less than the directory claims",
    );
    let mut damaged = whole.clone();
    damaged[30 + 9] = b'[';
    refuse(
        read(&damaged, "card.json"),
        "bad-crc",
        "archive entry `card.json` does not match its checksum and cannot be read; the file is damaged",
    );
}

#[test]
fn overlapping_entries_are_refused() {
    let mut bytes = archive(&[Packed::new("a", b"aaaa"), Packed::new("b", b"bbbb")]);
    let second = bytes.windows(6).rposition(|w| w == b"PK\x01\x02\x14\x03").expect("a record");
    // The second record points into the first entry.
    bytes[second + 42..second + 46].copy_from_slice(&0_u32.to_le_bytes());
    refuse(open(&bytes), "bad-zip", "archive entry `a` overlaps `b`; no packer writes this, so the archive is refused");
}

#[test]
fn odd_names_are_reported_and_never_become_paths() {
    let link = Packed { mode: 0o120_777, ..Packed::new("assets/l", b"/etc/hostname") };
    let raw = Packed { name: b"caf\x82".to_vec(), ..Packed::new("", b"x") };
    let files = [
        Packed::new("assets/../../up.txt", b"x"),
        Packed::new("assets\\..\\..\\up.txt", b"x"),
        Packed::new("assets\\in.txt", b"x"),
        link,
        raw,
        Packed::new("\u{65e5}.png", b"x"),
        Packed::new("twice", b"1"),
        Packed::new("twice", b"2"),
        Packed { flags: 1, ..Packed::new("locked", b"x") },
    ];
    let bytes = archive(&files);
    assert_eq!(
        codes(&bytes),
        [
            "zip-slip",
            "zip-slip",
            "backslash",
            "backslash",
            "zip-slip",
            "undecodable-name",
            "not-ascii",
            "duplicate-entry",
            "encrypted",
        ]
    );
    let archive = open(&bytes).expect("open");
    let paths: Vec<_> = archive.entries().map(|e| e.safe_path().map(|p| p.to_string()).ok()).collect();
    assert_eq!(paths[..5], [None, None, Some("assets/in.txt".into()), None, None]);
    assert_eq!(read(&bytes, "twice").expect("the last"), b"2");
}

#[test]
fn bombs_are_stopped_while_inflating() {
    let bomb = Packed::new("bomb", &vec![0; 20 << 20]).deflated();
    let error = read(&archive(std::slice::from_ref(&bomb)), "bomb").expect_err("a bomb");
    assert_eq!(error.class(), "too-large");
    // A false claim does not help it.
    let hidden = Packed { claim: Some(100), ..bomb };
    assert_eq!(read(&archive(&[hidden]), "bomb").expect_err("a bomb").class(), "bad-zip");
    // Many small bombs meet the limit of the whole archive.
    let files: Vec<Packed> = (0..12).map(|n| Packed::new(&n.to_string(), &vec![0; 8 << 20]).deflated()).collect();
    let bytes = archive(&files);
    let mut archive = open(&bytes).expect("open");
    let first_error = (0..12).find_map(|n| archive.read(n).err()).expect("a refusal");
    assert_eq!(
        first_error.to_string(),
        "the file inflates to more than 200 times its size, as only a bomb does; raise \
                                         `Limits::ratio` to read it"
    );
}

#[test]
fn small_files_may_grow_by_any_ratio() {
    let bytes = archive(&[Packed::new("a", &[0; 10_000]).deflated()]);
    let floor = |n| {
        let mut archive = Archive::open(bytes.as_slice(), &Limits::default().with_ratio_floor(n)).expect("open");
        archive.read(0)
    };
    assert!(floor(10_000).is_ok());
    assert!(Limits::default().ratio < 10_000 / 45, "as many zeros take some 40 bytes");
    assert_eq!(floor(9_999).map(|_| ()).map_err(|error| error.class()), Err("too-large"));
}

#[test]
fn limits_hold_on_both_sides() {
    let bytes = archive(&[Packed::new("a", b"four"), Packed::new("b", b"x")]);
    let member = |n| {
        let mut archive = Archive::open(bytes.as_slice(), &Limits::default().with_member(n)).expect("open");
        archive.read(0)
    };
    assert!(member(4).is_ok());
    assert_eq!(member(3).expect_err("over").class(), "too-large");
    let members = |n| Archive::open(bytes.as_slice(), &Limits::default().with_members(n));
    assert!(members(2).is_ok());
    assert_eq!(members(1).expect_err("over").class(), "limit");
    let directory = |n| Archive::open(bytes.as_slice(), &Limits::default().with_directory(n));
    assert!(directory(94).is_ok());
    assert_eq!(directory(93).expect_err("over").class(), "too-large");
    let total = |n| {
        let mut archive = Archive::open(bytes.as_slice(), &Limits::default().with_archive_total(n)).expect("open");
        archive.read(0).and_then(|_| archive.read(1))
    };
    assert!(total(5).is_ok());
    assert_eq!(total(4).expect_err("over").class(), "too-large");
}

#[test]
fn what_is_written_is_plain_and_the_same_each_time() {
    let write = || {
        let mut writer = Writer::new(Vec::new());
        writer.add("card.json", &[b' '; 1000], Packing::Auto).expect("added");
        writer.add("assets/a.png", b"\x89PNG\r\n\x1a\n....................", Packing::Auto).expect("added");
        writer.finish().expect("finished")
    };
    let bytes = write();
    assert_eq!(bytes, write());
    let archive = open(&bytes).expect("open");
    let methods: Vec<_> = archive.entries().map(|e| e.method).collect();
    assert_eq!(methods, [Method::Deflated, Method::Stored]);
    let mut peeked = open(&bytes).expect("open");
    assert_eq!(peeked.format(1).expect("a format"), Format::Png);
    assert_eq!(peeked.peek(0, 3).expect("three bytes"), b"   ");
    let mut theirs = zip::ZipArchive::new(Cursor::new(&bytes)).expect("theirs");
    assert_eq!(theirs.by_index(0).expect("an entry").size(), 1000);
    let mut writer = Writer::new(Vec::new());
    for name in ["../up", "/abs", "a//b", "\u{65e5}", "a\\b", "", "CON"] {
        assert_eq!(writer.add(name, b"", Packing::Auto).expect_err(name).class(), "bad-field", "{name}");
    }
    writer.add("a", b"", Packing::Auto).expect("added");
    assert!(writer.add("a", b"", Packing::Auto).is_err(), "one name, one entry");
}

#[test]
fn untouched_entries_are_copied_as_they_were() {
    let files = [Packed::new("a", &[1; 5000]).deflated(), Packed::new("b", b"bb"), Packed::new("b", b"last")];
    let bytes = archive_with(&files, b"prefix", false, None);
    let mut archive = open(&bytes).expect("open");
    let edits = [Edit::Put { name: "new", bytes: b"n" }, Edit::Remove { name: "none" }];
    let Outcome { value: copy, findings } =
        rewrite(&mut archive, &edits, Keep::Entries, Vec::new()).expect("rewritten");
    let findings: Vec<_> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        findings,
        [
            "`6 bytes in front of the archive` is left out: an archive that is written anew holds its entries alone",
            "`b` is left out: a later archive entry has the same name, and counts",
        ]
    );
    assert_eq!(read(&copy, "a").expect("a"), [1; 5000]);
    assert_eq!(read(&copy, "b").expect("b"), b"last");
    assert_eq!(read(&copy, "new").expect("new"), b"n");
    let (old, new) = (open(&bytes).expect("open"), open(&copy).expect("open"));
    let (old, new) = (old.entry(0).expect("a"), new.entry(0).expect("a"));
    assert_eq!((old.compressed, old.crc, old.method), (new.compressed, new.crc, new.method));
}

/// A hand-made ZIP64 archive of one file: every size and offset is in the ZIP64 parts alone.
fn zip64(name: &str, data: &[u8], prefix: &[u8]) -> Vec<u8> {
    let plain = archive(&[Packed::new(name, data)]);
    let data_end = 30 + name.len() + data.len();
    let mut out = [prefix, &plain[..data_end]].concat();
    let mut record = plain[data_end..data_end + 46 + name.len()].to_vec();
    record[20..28].copy_from_slice(&[0xff; 8]);
    record[42..46].copy_from_slice(&[0xff; 4]);
    record[30..32].copy_from_slice(&28_u16.to_le_bytes());
    record.extend_from_slice(&[1, 0, 24, 0]);
    for value in [data.len() as u64, data.len() as u64, 0] {
        record.extend_from_slice(&value.to_le_bytes());
    }
    let directory = out.len() as u64;
    out.extend_from_slice(&record);
    let end = out.len() as u64;
    out.extend_from_slice(b"PK\x06\x06");
    out.extend_from_slice(&44_u64.to_le_bytes());
    out.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for value in [1, 1, record.len() as u64, directory - prefix.len() as u64] {
        out.extend_from_slice(&value.to_le_bytes());
    }
    out.extend_from_slice(b"PK\x06\x07\0\0\0\0");
    out.extend_from_slice(&(end - prefix.len() as u64).to_le_bytes());
    out.extend_from_slice(&1_u32.to_le_bytes());
    out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    out.extend_from_slice(&[0xff; 12]);
    out.extend_from_slice(&[0, 0]);
    out
}

#[test]
fn zip64_reads_with_and_without_bytes_in_front() {
    for prefix in [&b""[..], b"\xff\xd8\xff\xe0 a picture"] {
        let bytes = zip64("card.json", b"{\"a\":1}", prefix);
        assert_eq!(read(&bytes, "card.json").expect("read"), b"{\"a\":1}", "{prefix:?}");
        // A rewrite brings it back to plain ZIP, which the other reader takes too.
        let mut wide = open(&bytes).expect("open");
        let plain = rewrite(&mut wide, &[], Keep::Entries, Vec::new()).expect("rewritten").value;
        assert_eq!(plain, archive(&[Packed { flags: 0, ..Packed::new("card.json", b"{\"a\":1}") }]));
    }
    let mut lost = zip64("card.json", b"{}", b"");
    let record = lost.windows(4).position(|w| w == b"PK\x06\x06").expect("a record");
    lost[record] = b'?';
    refuse(open(&lost), "bad-zip", "the archive's end record is broken: its ZIP64 part is missing");
}

#[test]
fn a_unicode_path_field_gives_the_name() {
    let mut bytes = archive(&[Packed::new("caf_", b"x")]);
    let at = bytes.windows(4).position(|w| w == b"PK\x01\x02").expect("a record");
    let unicode = "caf\u{e9}".as_bytes();
    let mut field = vec![0x75, 0x70, 5 + unicode.len() as u8, 0, 1];
    field.extend_from_slice(&crc32fast::hash(b"caf_").to_le_bytes());
    field.extend_from_slice(unicode);
    let name_end = at + 46 + 4;
    bytes.splice(name_end..name_end, field.iter().copied());
    bytes[at + 30] = field.len() as u8;
    let end = bytes.len() - 22;
    let size = u32::from_le_bytes(bytes[end + 12..end + 16].try_into().expect("four")) + field.len() as u32;
    bytes[end + 12..end + 16].copy_from_slice(&size.to_le_bytes());
    let archive = open(&bytes).expect("open");
    assert_eq!(archive.entry(0).expect("an entry").name.text(), Some("caf\u{e9}"));
    // By either name, as often as it is asked for.
    for _ in 0..20 {
        assert_eq!((archive.find("caf\u{e9}"), archive.find("caf_"), archive.find("caf")), (Some(0), Some(0), None));
    }
    assert_eq!(read(&bytes, "caf\u{e9}").expect("read"), b"x");
}

#[test]
fn sizes_at_the_maximum_are_refused_without_overflow() {
    let mut wide = zip64("card.json", b"{}", b"");
    let sizes = wide.windows(4).position(|w| w == [1, 0, 24, 0]).expect("a field") + 4;
    wide[sizes..sizes + 16].copy_from_slice(&[0xff; 16]);
    refuse(
        read(&wide, "card.json"),
        "too-large",
        "archive entry `card.json` has 18446744073709551615 bytes or more, over the limit of 268435456; raise \
         `Limits::member` to read it",
    );
    assert!(rewrite(&mut open(&wide).expect("open"), &[], Keep::Entries, Vec::new()).is_err());
    wide[sizes + 16..sizes + 24].copy_from_slice(&[0xff; 8]);
    assert!(open(&wide).and_then(|mut archive| archive.peek(0, 1)).is_err());
}

#[test]
fn an_encrypted_entry_opens_with_its_password_after_a_rewrite() {
    use zip::unstable::write::FileOptionsExt as _;
    let options = zip::write::SimpleFileOptions::default();
    let locked = options.with_deprecated_encryption(b"pw").expect("a password");
    // A stream has its checksums behind the data, so that the password is proven by the date.
    for stream in [true, false] {
        let bytes = if stream {
            let mut writer = zip::ZipWriter::new_stream(Vec::new());
            writer.start_file("secret.txt", locked).expect("started");
            writer.write_all(b"the toll is silver").expect("written");
            writer.finish().expect("finished").into_inner()
        } else {
            let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
            writer.start_file("secret.txt", locked).expect("started");
            writer.write_all(b"the toll is silver").expect("written");
            writer.finish().expect("finished").into_inner()
        };
        let edits = [Edit::Put { name: "card.json", bytes: b"{}" }];
        for keep in [Keep::Entries, Keep::Everything] {
            let copy = rewrite(&mut open(&bytes).expect("open"), &edits, keep, Vec::new()).expect("rewritten").value;
            let mut theirs = zip::ZipArchive::new(Cursor::new(&copy)).expect("theirs");
            let mut text = String::new();
            let mut entry = theirs.by_index_decrypt(0, b"pw").expect("the password fits");
            entry.read_to_string(&mut text).expect("read");
            assert_eq!(text, "the toll is silver", "{stream} {keep:?}");
            drop(entry);
            assert!(theirs.by_name("card.json").is_ok());
        }
    }
}

#[test]
fn a_rewrite_keeps_all_around_the_entries_where_it_is_asked_to() {
    let files = [Packed::new("a", b"1"), Packed::new("twice", b"1"), Packed::new("twice", b"2")];
    for adjusted in [true, false] {
        let archive = with_comment(archive_with(&files, b"in front", adjusted, None), b"made by hand");
        let bytes = [archive.as_slice(), b"behind"].concat();
        let mut archive = open(&bytes).expect("open");
        assert_eq!((archive.comment(), archive.suffix_len()), (&b"made by hand"[..], 6));
        let copy = rewrite(&mut archive, &[], Keep::Everything, Vec::new()).expect("rewritten");
        assert_eq!(copy, Outcome::clean(bytes.clone()));
        let edits = [Edit::Put { name: "a", bytes: b"other" }];
        let copy = rewrite(&mut archive, &edits, Keep::Everything, Vec::new()).expect("rewritten");
        assert!(copy.is_clean() && copy.value.starts_with(b"in front") && copy.value.ends_with(b"by handbehind"));
        assert_eq!(read(&copy.value, "a").expect("a"), b"other");
        assert_eq!(open(&copy.value).expect("open").findings(), open(&bytes).expect("open").findings());
        // The comment goes on in a plain archive too, and the rest is named.
        let plain = rewrite(&mut archive, &[], Keep::Entries, Vec::new()).expect("rewritten");
        assert_eq!(open(&plain.value).expect("open").comment(), b"made by hand");
        assert_eq!(plain.findings.len(), 3);
    }
}

#[test]
fn growth_is_limited_on_both_sides() {
    let bytes = archive(&[Packed::new("zeros", &[0; 10_000]).deflated()]);
    let packed = open(&bytes).expect("open").entry(0).expect("an entry").compressed;
    let read =
        |limits: Limits| Archive::open(bytes.as_slice(), &limits).expect("open").read(0).map(|bytes| bytes.len());
    let ratio = 10_000_u64.div_ceil(packed);
    let tight = Limits::default().with_ratio_floor(0);
    assert_eq!(read(tight.clone().with_ratio(ratio)).expect("within the ratio"), 10_000);
    assert_eq!(
        read(tight.with_ratio(ratio - 1)).expect_err("past the ratio").to_string(),
        format!(
            "archive entry `zeros` inflates to more than {} times its size, as only a bomb does; raise `Limits::ratio` to \
             read it",
            ratio - 1
        )
    );
    let floor = |floor| read(Limits::default().with_ratio(1).with_ratio_floor(floor));
    assert_eq!(floor(10_000).expect("up to the floor no ratio counts"), 10_000);
    assert_eq!(floor(9_999).expect_err("past the floor").class(), "too-large");
    let json = |n| Archive::open(bytes.as_slice(), &Limits::default().with_json(n)).expect("open").read_json(0);
    assert!(json(10_000).is_ok());
    assert_eq!(json(9_999).expect_err("over").class(), "too-large");
}

#[test]
fn what_readers_take_for_a_bomb_is_stored() {
    let mut writer = Writer::new(Vec::new());
    writer.add("letters", &vec![b'a'; 9 << 20], Packing::Auto).expect("added");
    let bytes = writer.finish().expect("finished");
    assert_eq!(open(&bytes).expect("open").entry(0).expect("an entry").method, Method::Stored);
    assert_eq!(read(&bytes, "letters").expect("it reads").len(), 9 << 20);
}

#[test]
fn the_end_record_is_found_and_believed_as_far_as_it_fits() {
    let whole = archive(&[Packed::new("a", b"one")]);
    let end = whole.len() - 22;
    let disks = |own: u16, first: u16| {
        let mut bytes = whole.clone();
        bytes[end + 4..end + 6].copy_from_slice(&own.to_le_bytes());
        bytes[end + 6..end + 8].copy_from_slice(&first.to_le_bytes());
        read(&bytes, "a")
    };
    // All ones stand for a number in the ZIP64 part.
    for (own, first, split) in [(0, 0, false), (0xffff, 0xffff, false), (1, 0, true), (0, 1, true), (2, 2, true)] {
        assert_eq!(disks(own, first).is_err(), split, "{own} {first}");
    }
    // As many entries as ZIP64 would name, and no ZIP64 part.
    assert_eq!(codes(&archive_with(&[Packed::new("a", b"one")], b"", true, Some(0xffff))), ["wrong-count"]);
    // A comment longer than the bytes that are looked at first, one that is cut off, and bytes behind a large archive.
    let commented = with_comment(whole.clone(), &[b'-'; 3000]);
    assert_eq!(read(&commented, "a").expect("read"), b"one");
    assert_eq!(open(&commented[..commented.len() - 1]).expect_err("cut off").class(), "truncated");
    let large = [archive(&[Packed::new("a", &[b'x'; 80_000])]), b"tail".to_vec()].concat();
    assert_eq!((read(&large, "a").expect("read").len(), codes(&large)), (80_000, vec!["archive-suffix"]));
    // Something between the directory and its end, as a signature of the archive is.
    let mut signed = whole.clone();
    signed.splice(end..end, *b"PK\x05\x05\x02\0ab");
    assert_eq!((read(&signed, "a").expect("read"), codes(&signed)), (b"one".to_vec(), vec![]));
    // A text that holds an archive is a text; only one that ends in an archive is both.
    let text = [b"{\"a\": 1}", whole.as_slice()].concat();
    assert_eq!(sniff(&mut text.as_slice()).expect("a format"), Format::Zip);
    assert_eq!(sniff(&mut [text.as_slice(), b"}"].concat().as_slice()).expect("a format"), Format::Json);
}

#[test]
fn any_number_that_is_full_asks_for_the_zip64_part() {
    let wide = zip64("card.json", b"{}", b"");
    let end = wide.len() - 22;
    let (offset, size) = (30 + 9 + 2, 46 + 9 + 28);
    for full in 0..3 {
        let mut bytes = wide.clone();
        let values = [(8, 2, 1), (10, 2, 1), (12, 4, size), (16, 4, offset)];
        for (number, (at, length, value)) in values.into_iter().enumerate() {
            if number.saturating_sub(1) != full {
                bytes[end + at..end + at + length].copy_from_slice(&u32::to_le_bytes(value)[..length]);
            }
        }
        assert_eq!((read(&bytes, "card.json").expect("read"), codes(&bytes)), (b"{}".to_vec(), vec![]), "{full}");
    }
    // A record that the file is too short for is not the one.
    let mut misled = with_comment(wide, b"PK\x06\x06");
    misled[end - 12..end - 4].copy_from_slice(&(end as u64 + 22).to_le_bytes());
    assert_eq!(read(&misled, "card.json").expect("read"), b"{}");
}

#[test]
fn a_directory_is_read_in_any_order_and_refused_where_it_lies() {
    let bytes = archive(&[Packed::new("a", b"one"), Packed::new("b", b"two")]);
    let end = bytes.len() - 22;
    let directory = end - 2 * 47;
    let mut turned = bytes.clone();
    turned[directory..end].rotate_left(47);
    let names = |bytes: &[u8]| -> Vec<String> {
        open(bytes).expect("open").entries().map(|entry| format!("{:?}", entry.name)).collect()
    };
    assert_eq!(
        (names(&bytes), names(&turned)),
        (vec!["RawName(a)".into(), "RawName(b)".into()], vec!["RawName(b)".into(), "RawName(a)".into()])
    );
    assert_eq!((read(&turned, "a").expect("a"), codes(&turned)), (b"one".to_vec(), vec![]));

    let mut junk = bytes.clone();
    junk[directory + 47] = b'?';
    refuse(open(&junk), "bad-zip", "the archive's central directory is broken: it holds something that is no record");
    let mut inside = bytes.clone();
    inside[directory + 47 + 42] = 33;
    refuse(
        open(&inside),
        "bad-zip",
        "archive entry `a` overlaps `b`; no packer writes this, so the archive is refused",
    );
    let mut behind = bytes.clone();
    behind[directory + 47 + 42] = directory as u8;
    refuse(
        read(&behind, "b"),
        "bad-zip",
        "archive entry `b` is broken: its local header would be behind the directory",
    );

    let findings = |adjusted| {
        let bytes = archive_with(&[Packed::new("a", b"one")], b"front", adjusted, None);
        let mut archive = open(&bytes).expect("open");
        assert_eq!(archive.prefix(3).expect("the first"), b"fro");
        assert_eq!(archive.prefix(100).expect("all"), b"front");
        format!("{:?}", archive.findings())
    };
    assert_eq!(findings(true), "[Prefix { count: 5, adjusted: true }]");
    assert_eq!(findings(false), "[Prefix { count: 5, adjusted: false }]");
    assert!(open(&archive(&[])).expect("open").is_empty() && !open(&bytes).expect("open").is_empty());
}

#[test]
fn an_entry_says_what_it_is() {
    let files = [
        Packed::new("folder/", b""),
        Packed::new("folder\\", b""),
        Packed::new("file\\", b"x"),
        Packed::new("empty", b""),
        Packed { flags: 0x800, ..Packed::new("four", b"1234") },
        Packed { flags: 8, ..Packed::new("streamed", b"1") },
    ];
    let bytes = archive(&files);
    let mut archive = open(&bytes).expect("open");
    let folders: Vec<bool> = archive.entries().map(|entry| entry.is_folder()).collect();
    assert_eq!(folders, [true, true, false, false, false, false]);
    let flags: Vec<bool> = archive.entries().map(|entry| entry.name.utf8_flag).collect();
    assert_eq!(flags, [false, false, false, false, true, false]);

    // The end is the end however often one reads, and room for nothing reads nothing.
    let mut reader = archive.reader(4).expect("a reader");
    assert_eq!((reader.claimed(), reader.read(&mut []).expect("no room")), (4, 0));
    let mut read = Vec::new();
    assert_eq!((reader.read_to_end(&mut read).expect("read"), read.as_slice()), (4, &b"1234"[..]));
    assert_eq!(reader.read(&mut [0; 8]).expect("the end again"), 0);

    let large = |member| {
        let archive = Archive::open(bytes.as_slice(), &Limits::default().with_member(member)).expect("open");
        archive.audit().iter().filter(|finding| finding.code() == "too-large").count()
    };
    assert_eq!((large(4), large(3)), (0, 1));
}

#[test]
fn another_name_counts_only_with_its_version_and_checksum() {
    let named = |version: u8, of: &[u8]| {
        let field = [&[0x75, 0x70, 8, 0, version], crc32fast::hash(of).to_le_bytes().as_slice(), b"new"].concat();
        let bytes = with_extra(&[], &field);
        open(&bytes).expect("open").entry(0).expect("an entry").shown()
    };
    assert_eq!((named(1, b"a"), named(1, b"b"), named(2, b"a")), ("new".into(), "a".into(), "a".into()));
}

/// An archive of one entry `a` with extra fields in its local header and in its record.
fn with_extra(local: &[u8], record: &[u8]) -> Vec<u8> {
    let mut bytes = archive(&[Packed::new("a", b"one")]);
    let (at, end) = (30 + 1 + 3, bytes.len() - 22);
    bytes[at + 30] = record.len() as u8;
    bytes[28] = 0;
    add(&mut bytes, end + 12, record.len());
    add(&mut bytes, end + 16, local.len());
    bytes.splice(at + 47..at + 47, record.iter().copied());
    bytes[28] = local.len() as u8;
    bytes[26] = 1;
    bytes.splice(31..31, local.iter().copied());
    bytes
}

#[test]
fn a_copy_of_an_entry_keeps_its_flags_and_extra_fields() {
    let bytes = with_extra(b"UT\x05\0\x01abcd", b"UT\x01\0\x01ux\x02\0zz");
    assert_eq!(read(&bytes, "a").expect("a"), b"one");
    for keep in [Keep::Entries, Keep::Everything] {
        let copy = rewrite(&mut open(&bytes).expect("open"), &[], keep, Vec::new()).expect("rewritten");
        assert_eq!(copy, Outcome::clean(bytes.clone()), "{keep:?}");
    }
    let streamed = archive(&[Packed { flags: 0x808, ..Packed::new("a", b"one") }]);
    let mut writer = Writer::new(Vec::new());
    writer.add_raw(&mut open(&streamed).expect("open"), 0).expect("copied");
    let copy = writer.finish().expect("finished");
    assert_eq!(copy, archive(&[Packed { flags: 0x800, ..Packed::new("a", b"one") }]));
}

#[test]
fn what_plain_zip_cannot_hold_is_not_written() {
    // The largest number of four bytes stands for a ZIP64 field, and of two bytes too.
    let claims = archive(&[Packed { claim: Some(u32::MAX), ..Packed::new("a", b"one") }.deflated()]);
    let copy = rewrite(&mut open(&claims).expect("open"), &[], Keep::Entries, Vec::new()).map(|_| ());
    assert!(copy.expect_err("too large").to_string().contains("larger than the 4 GiB"));
    let mut writer = Writer::new(Vec::new());
    for number in 0..65_535 {
        writer.add(&number.to_string(), b"", Packing::Store).expect("added");
    }
    assert!(writer.finish().expect_err("too many").to_string().contains("more than 65 534 entries"));
}

#[test]
fn an_entry_is_deflated_where_that_gains_a_byte() {
    let packed = |bytes: &[u8]| {
        let mut writer = Writer::new(Vec::new());
        writer.add("a", bytes, Packing::Auto).expect("added");
        let bytes = writer.finish().expect("finished");
        let archive = open(&bytes).expect("open");
        let entry = archive.entry(0).expect("an entry");
        (entry.method, entry.compressed)
    };
    for length in 0..40_usize {
        let bytes: Vec<u8> = (0..length).map(|at| b'a' + (at / 4) as u8).collect();
        for bytes in [bytes, vec![b'a'; length]] {
            let (method, size) = packed(&bytes);
            assert_eq!(method == Method::Deflated, size < length as u64, "{}", bytes.escape_ascii());
            assert!(size <= length as u64);
        }
    }
    // However much it gains, up to the size from which growth counts.
    assert_eq!(packed(&vec![b'a'; Limits::default().ratio_floor as usize]).0, Method::Deflated);
}

#[test]
fn an_archive_as_a_whole_may_grow_to_a_floor() {
    let files: Vec<Packed> = (0..9).map(|n| Packed::new(&n.to_string(), &[0; 1000]).deflated()).collect();
    let bytes = archive(&files);
    let mut archive =
        Archive::open(bytes.as_slice(), &Limits::default().with_ratio(10).with_ratio_floor(1000)).expect("open");
    for entry in 0..8 {
        assert_eq!(archive.read(entry).expect("up to the floor").len(), 1000);
    }
    refuse(
        archive.read(8),
        "too-large",
        "the file inflates to more than 10 times its size, as only a bomb does; raise `Limits::ratio` to read it",
    );
}

/// Who asks for many names is answered out of an index, as who asks for few is by a look at each.
#[test]
fn entries_are_found_by_name_however_many_are_asked_for() {
    let names: Vec<String> = (0..60).map(|n| format!("scenarios/{}.json", n % 50)).chain(["".to_owned()]).collect();
    let files: Vec<Packed> = names.iter().map(|name| Packed::new(name, b"x")).collect();
    let bytes = archive(&files);
    let all = open(&bytes).expect("an archive");
    for name in names.iter().map(String::as_str).chain(["scenarios/50.json", "scenarios", "s"]) {
        let places: Vec<usize> = (0..names.len()).filter(|&at| names[at] == name).collect();
        // A fresh archive has no index yet.
        let fresh = open(&bytes).expect("an archive");
        for archive in [&fresh, &all] {
            assert_eq!(archive.find_all(name), places, "{name}");
            assert_eq!(archive.find(name), places.last().copied(), "{name}");
        }
    }
}
