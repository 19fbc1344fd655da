//! Whole commands over large files, as somebody waits for them: books of 100,000 entries, an archive of 65,535 members, 20,000
//! cards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use serde_json::json;

use super::Row;
use super::jobs::card_of;
use super::limits::Limits;
use super::million::{How, library, once};
use super::scan::build;
use xtask::failure::Failure;

/// Entries of a large book.
const ENTRIES: usize = 100_000;
/// Members of a large archive, as many as one without ZIP64 has.
const MEMBERS: usize = 65_535;
/// Cards of a library that is gone through: a tenth of what the target of near duplicates is said of.
const CARDS: usize = 20_000;
/// What the books may take, in microseconds and in MB.
const ACTIVATE: (f64, u64) = (1_500_000.0, 300);
/// What the archive may take.
const EXTRACT: f64 = 3_000_000.0;
/// What a tenth of 200,000 files may take, which may take 20 s.
const NEAR: f64 = 2_000_000.0;
/// What the findings of 20,000 cards may take of the processor: 12 s, on two cores.
const LINT: f64 = 6_000_000.0;

/// Times them, each once a round.
pub(super) fn run(data: &Path, _: &Limits) -> Result<Vec<Row>, Failure> {
    let (tool, room) = (build()?, crate::root().join("target/bench-commands"));
    fs::create_dir_all(&room)?;
    let mut rows = Vec::new();
    for (job, file, profile) in [
        ("l activate, 100,000 entries, each names the next", chain(&room)?, "spec"),
        ("l activate, 100,000 entries that share a key", shared(&room)?, "spec"),
        ("l activate, 300,000 keys of SillyTavern's", world(&room)?, "sillytavern"),
    ] {
        let mut activate = Command::new(&tool);
        activate.arg("activate").arg(file).args(["--profile", profile, "--json", "--quiet", "--say", "n0q and place7"]);
        let (ours, _, most) = once(job, &mut activate)?;
        let (time, memory) = ACTIVATE;
        rows.push(row(job, ours, time, &format!("what it may take, with {memory} MB; it took {most} MB")));
    }
    rows.extend(extract(&tool, &room)?);

    let folder = data.join("folder");
    let job = "l lint of 20,000 cards";
    let mut lint = Command::new("sh");
    // Cards with findings are no failure of the bench.
    lint.args(["-c", r#""$@" >/dev/null; [ $? -le 1 ]"#, "sh"]).arg(&tool).args(["lint", "--quiet"]);
    lint.args(std::iter::repeat_n(&folder, 20));
    let (ours, ..) = once(job, &mut lint)?;
    rows.push(row(job, ours, LINT, "what it may take, 12 s of two cores"));

    let job = "l near duplicates of 20,000 files";
    let how = How { cards: CARDS, room: crate::root().join("target/bench-many"), tool: None, python: PathBuf::new() };
    let mut near = Command::new(&tool);
    near.args(["dupes", "--quiet", "--json", "--near", "0.8"]).args(library(&how)?);
    let (ours, ..) = once(job, &mut near)?;
    rows.push(row(job, ours, NEAR, "what it may take, a tenth of 20 s"));
    Ok(rows)
}

/// An archive taken apart, beside a loop that makes as many files and has them flushed to the disk, as what is to survive a crash has to.
///
/// What a round has made stays until the last one: ext4 takes many times as long to make a file for some minutes after others were
/// removed.
fn extract(tool: &Path, room: &Path) -> Result<[Row; 2], Failure> {
    static ROUND: AtomicUsize = AtomicUsize::new(1);
    let job = "l extract of 65,535 members";
    let round = ROUND.fetch_add(1, Ordering::Relaxed);
    let made = room.join(format!("made-{}", std::process::id()));
    let (files, out) = (made.join(format!("files-{round}")), made.join(format!("members-{round}")));
    fs::create_dir_all(&files)?;
    let from = Instant::now();
    for number in 0..MEMBERS {
        fs::write(files.join(format!("{number}.png")), b"x")?;
    }
    flushed(&files)?;
    let alone = from.elapsed().as_secs_f64() * 1e6;
    let mut command = Command::new(tool);
    command.arg("extract").arg(archive(room)?).args(["--quiet", "-o"]).arg(&out);
    let (ours, ..) = once(job, &mut command)?;
    if round == super::jobs::FEW {
        fs::remove_dir_all(&made)?;
    }
    let mut beside =
        row("l extract, beside the files alone", ours, alone, "as many files made and flushed, and nothing else");
    beside.target = Some(1.2);
    Ok([row(job, ours, EXTRACT, "what it may take"), beside])
}

/// Waits until what is in a folder is on the disk.
fn flushed(folder: &Path) -> Result<(), Failure> {
    let status = Command::new("sync").arg("--file-system").arg(folder).status()?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("sync ended with {status}"))) }
}

fn row(job: &str, ours: f64, may: f64, what: &str) -> Row {
    // A dozen of these in a run of the bench.
    let what: &'static str = Box::leak(what.to_owned().into_boxed_str());
    Row { job: job.to_owned(), ours, baseline: (what, Some(may)), target: Some(1.0) }
}

/// A file that is made once.
fn made(room: &Path, name: &str, make: impl FnOnce() -> Result<Vec<u8>, Failure>) -> Result<PathBuf, Failure> {
    let file = room.join(name);
    if !file.exists() {
        fs::write(&file, make()?)?;
    }
    Ok(file)
}

fn book(entry: impl Fn(usize) -> (String, String)) -> Result<Vec<u8>, Failure> {
    let entry = |number| {
        let (key, content) = entry(number);
        json!({"keys": [key], "content": content, "extensions": {}, "enabled": true, "insertion_order": 1})
    };
    let entries: Vec<_> = (0..ENTRIES).map(entry).collect();
    let book = json!({"extensions": {}, "recursive_scanning": true, "entries": entries});
    let card = card_of(&[]).replace(r#""extensions":{}"#, &format!(r#""extensions":{{}},"character_book":{book}"#));
    Ok(card.into_bytes())
}

/// Each entry is fired by the one in front of it.
fn chain(room: &Path) -> Result<PathBuf, Failure> {
    made(room, "chain.json", || book(|number| (format!("n{number}q"), format!("n{}q", number + 1))))
}

/// All entries are fired by one key.
fn shared(room: &Path) -> Result<PathBuf, Failure> {
    made(room, "shared.json", || book(|number| ("n0q".to_owned(), format!("Text {number}."))))
}

/// World info of three keys an entry.
fn world(room: &Path) -> Result<PathBuf, Failure> {
    made(room, "world.json", || {
        let entry = |number: usize| {
            let keys = [format!("place{number}"), format!("lord of {number}"), format!("river {number}")];
            let entry = json!({"uid": number, "key": keys, "comment": "", "content": "Rings at noon.", "order": 100});
            (number.to_string(), entry)
        };
        let entries: serde_json::Map<_, _> = (0..ENTRIES).map(entry).collect();
        Ok(json!({ "entries": entries }).to_string().into_bytes())
    })
}

fn archive(room: &Path) -> Result<PathBuf, Failure> {
    use std::io::Write as _;
    made(room, "members.charx", || {
        let failed = |error: zip::result::ZipError| Failure::new(error.to_string());
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        writer.start_file("card.json", stored).map_err(failed)?;
        writer.write_all(card_of(&[]).replace("_v2", "_v3").as_bytes())?;
        for number in 1..MEMBERS {
            writer.start_file(format!("assets/other/images/{number}.png"), stored).map_err(failed)?;
            writer.write_all(b"x")?;
        }
        Ok(writer.finish().map_err(failed)?.into_inner())
    })
}
