//! Archives: memory and file are read alike, a rewrite keeps every entry, and no name becomes an unsafe path.
#![no_main]

use std::io::Cursor;
use std::path::{Component, Path};

use cards_container::zip::{Archive, Edit, Keep, rewrite};
use cards_container::{Limits, Seekable, Source, open};
use libfuzzer_sys::fuzz_target;

fn listing(source: impl Source) -> String {
    match Archive::open(source, &Limits::default()) {
        Err(e) => format!("{e:?}"),
        Ok(mut archive) => {
            let contents: Vec<_> = (0..archive.len()).map(|i| archive.read(i)).collect();
            format!("{:?} {contents:?}", archive.audit())
        }
    }
}

/// With entries put, replaced and removed, and everything around kept: what was put is there, what was removed is not, and
/// the rest reads as before.
fn edited(data: &[u8]) {
    let Ok(mut archive) = Archive::open(data, &Limits::default()) else { return };
    let names: Vec<_> = archive.entries().filter_map(|entry| entry.name.text().map(str::to_owned)).collect();
    let mut edits = vec![Edit::Put { name: "new.txt", bytes: b"new" }];
    if let Some(name) = names.first().filter(|name| *name != "new.txt") {
        edits.push(Edit::Put { name, bytes: b"replaced" });
    }
    if let Some(name) = names.get(1).filter(|name| *name != "new.txt" && Some(*name) != names.first()) {
        edits.push(Edit::Remove { name });
    }
    let Ok(written) = rewrite(&mut archive, &edits, Keep::Everything, Vec::new()) else { return };
    let written = written.value;
    let mut copy = Archive::open(written.as_slice(), &Limits::default()).expect("what was written opens");
    for edit in edits {
        match edit {
            Edit::Put { name, bytes } => {
                let at = copy.find(name).expect("what was put is there");
                assert_eq!(copy.read(at).expect("it reads"), bytes);
            }
            Edit::Remove { name } => assert_eq!(copy.find(name), None),
        }
    }
}

fuzz_target!(|data: &[u8]| {
    assert_eq!(listing(data), listing(Seekable::new(Cursor::new(data)).expect("memory seeks")));
    let _ = open(data, Limits::default());
    let Ok(mut archive) = Archive::open(data, &Limits::default()) else { return };
    for entry in archive.entries() {
        let Ok(path) = entry.safe_path() else { continue };
        let inside = Path::new(path.as_str()).components().all(|part| matches!(part, Component::Normal(_)));
        assert!(inside, "{path}");
    }
    edited(data);
    let Ok(written) = rewrite(&mut archive, &[], Keep::Entries, Vec::new()) else { return };
    let copy = written.value;
    let mut copy = Archive::open(copy.as_slice(), &Limits::default()).expect("what was written opens");
    for index in 0..copy.len() {
        let Some(entry) = copy.entry(index) else { continue };
        let old = archive.entries().filter(|old| old.name.bytes == entry.name.bytes).last().map(|old| old.index);
        let old = old.expect("the entry comes from the old archive");
        match (archive.read(old), copy.read(index)) {
            (Ok(old), Ok(new)) => assert_eq!(old, new),
            (old, new) => assert_eq!(old.is_ok(), new.is_ok(), "{old:?} {new:?}"),
        }
    }
});
