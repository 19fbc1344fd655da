//! Jobs of a large library of made cards, half of them PNG, the rest JSON and CHARX: ours, the package for Python, and what
//! people have there beside it. Each runs once, as a whole process.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use cards_container::Limits as ReadLimits;
use cards_container::pack::{PackOptions, Target, pack};
use cards_container::png::{Keyword, NewText, WriteOptions, write};

use super::Row;
use super::library::card;
use super::timing::peak_kb;
use xtask::failure::Failure;

/// The name of these jobs, which run when they are asked for only.
pub(super) const NAME: &str = "k library";
/// How many cards there are unless somebody says so; 200,000 are 9 GB.
pub(super) const CARDS: usize = 20_000;
/// How many of them a folder holds.
const FOLDER: usize = 1_000;
/// Side of the square picture of noise that PNG and CHARX have: some 60 KB, over which a scan has to step.
const SIDE: u32 = 144;
/// Microseconds that a card may take: 200,000 of them in a minute.
const A_CARD: f64 = 300.0;
/// How much longer than the tool's Python may take for the same scan.
const PYTHON: f64 = 1.15;
/// How often the memory of a running process is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// What is timed over what.
pub(super) struct How {
    /// How many cards; whole folders.
    pub(super) cards: usize,
    /// Where they are, or are made.
    pub(super) room: PathBuf,
    /// The tool, where it is built already.
    pub(super) tool: Option<PathBuf>,
    /// A Python, with whatever of `bench/library.py` is installed there.
    pub(super) python: PathBuf,
}

/// Times the scan to each format, near duplicates out of files and out of rows, and the same from Python.
pub(super) fn run(how: &How) -> Result<Vec<Row>, Failure> {
    let (tool, folders) = (how.tool.clone().map_or_else(build, Ok)?, library(how)?);
    let scan = |arguments: &[&str], to: &str| {
        let mut scan = Command::new(&tool);
        scan.args(["scan", "--quiet", "--force"]).args(arguments).args(&folders).arg("-o").arg(how.room.join(to));
        scan
    };
    let dupes = |of: &[PathBuf]| {
        let mut dupes = Command::new(&tool);
        dupes.args(["dupes", "--quiet", "--json", "--near", "0.8"]).args(of);
        dupes
    };
    let lines = how.room.join("cards.jsonl");
    let jobs = [
        ("k scan to JSON lines", scan(&[], "cards.jsonl")),
        ("k the same again, nothing changed", scan(&["--since", &lines.to_string_lossy()], "again.jsonl")),
        ("k the same to an Arrow file", scan(&["--format", "arrow"], "cards.arrow")),
        ("k the same to Parquet", scan(&["--format", "parquet"], "cards.parquet")),
        ("k the same with details, to Parquet", scan(&["--details", "--format", "parquet"], "details.parquet")),
        ("k the same with signatures, JSON lines", scan(&["--near"], "near.jsonl")),
        ("k near duplicates of their rows", dupes(&[how.room.join("near.jsonl")])),
        ("k near duplicates of the files", dupes(&folders)),
    ];
    warm(&folders)?;
    let mut rows = Vec::new();
    for (job, mut command) in jobs {
        let baseline = ("what it may take", Some(A_CARD * how.cards as f64));
        rows.push(Row { job: job.to_owned(), ours: once(job, &mut command)?.0, baseline, target: Some(1.0) });
    }
    let of_tool = |begins: &str| rows.iter().find(|row| row.job == begins).map(|row| row.ours);
    let (lines, arrow) = (of_tool("k scan to JSON lines"), of_tool("k the same to an Arrow file"));
    let python = |job: &str| {
        let mut command = Command::new(&how.python);
        command.arg(crate::root().join("bench/library.py")).args([job]).arg(&how.room).args(&folders);
        command
    };
    let mut beside = |job: &str,
                      asked: &str,
                      baseline: (&'static str, Option<f64>),
                      target: Option<f64>|
     -> Result<Option<f64>, Failure> {
        let (ours, said, _) = once(job, &mut python(asked))?;
        println!("{job:<40} {}", said.trim_end());
        if said.is_empty() {
            return Err(Failure::new(format!("{job}: the script ended without an answer")));
        }
        if said.starts_with("NOT") {
            return Ok(None);
        }
        rows.push(Row { job: job.to_owned(), ours, baseline, target });
        Ok(Some(ours))
    };
    beside("k Python: rows of the scan", "rows", ("the tool, to JSON lines", lines), Some(PYTHON))?;
    beside("k Python: batches, to an Arrow file", "arrow", ("the tool, to an Arrow file", arrow), Some(PYTHON))?;
    let ours = beside("k Python: names of the PNG by scan", "scan", ("", None), None)?;
    for (job, asked) in [
        ("k Python: the same one by one, by peek", "peek"),
        ("k Python: the same by tavern-card", "tavern-card"),
        ("k Python: the same by aichar", "aichar"),
        ("k Python: the same by a Pillow loop", "pillow"),
    ] {
        beside(job, asked, ("names of the PNG by scan", ours), None)?;
    }
    Ok(rows)
}

/// Reads every file once, so that no job finds others than the next.
fn warm(folders: &[PathBuf]) -> Result<(), Failure> {
    for folder in folders {
        for entry in fs::read_dir(folder)? {
            std::io::copy(&mut fs::File::open(entry?.path())?, &mut std::io::sink())?;
        }
    }
    Ok(())
}

/// Runs a process to its end and prints the most memory that it was seen with; gives microseconds, what it said, and that memory in
/// MB.
pub(super) fn once(job: &str, command: &mut Command) -> Result<(f64, String, u64), Failure> {
    let said = std::env::temp_dir().join(format!("cards-bench-{}", std::process::id()));
    let start = Instant::now();
    let mut running = command.stdout(fs::File::create(&said)?).spawn()?;
    let status = format!("/proc/{}/status", running.id());
    let mut most = None;
    let ended = loop {
        if let Some(ended) = running.try_wait()? {
            break ended;
        }
        // Where there is no such file, nothing is known of memory.
        most = peak_kb(&status).max(most);
        thread::sleep(LOOK);
    };
    let ours = start.elapsed().as_micros() as f64;
    if !ended.success() {
        return Err(Failure::new(format!("{job}: {ended}")));
    }
    let most = most.unwrap_or_default() / 1024;
    if most > 0 {
        println!("{job:<40} {most:>9} MB of memory at most");
    }
    let words = fs::read_to_string(&said)?;
    fs::remove_file(said)?;
    Ok((ours, words, most))
}

/// Builds the tool for speed, with tables.
fn build() -> Result<PathBuf, Failure> {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--profile", super::PROFILE, "--package", "cards-cli"]);
    build.args(["--features", "arrow,mimalloc"]);
    if !build.current_dir(crate::root()).status()?.success() {
        return Err(Failure::new("the tool could not be built"));
    }
    Ok(std::env::current_exe()?.with_file_name("cards"))
}

/// The folders of the library, made once.
pub(super) fn library(how: &How) -> Result<Vec<PathBuf>, Failure> {
    let library = how.room.join("cards");
    let picture = noise()?;
    let folders = 0..how.cards.div_ceil(FOLDER);
    let place = |folder: usize| library.join(format!("{folder:03}"));
    for folder in folders.clone() {
        let place = place(folder);
        if place.exists() {
            continue;
        }
        // Whole folders only, so that a run that was stopped goes on where it was.
        let unfinished = library.join("unfinished");
        fs::create_dir_all(&unfinished)?;
        for number in folder * FOLDER..(folder + 1) * FOLDER {
            let (kind, bytes) = file(number, &picture)?;
            fs::write(unfinished.join(format!("{number:06}.{kind}")), bytes)?;
        }
        fs::rename(unfinished, place)?;
    }
    Ok(folders.map(place).collect())
}

/// A file of the library: PNG by turns with JSON and CHARX.
fn file(number: usize, picture: &[u8]) -> Result<(&'static str, Vec<u8>), Failure> {
    let text = card(number);
    match number % 4 {
        1 => Ok(("json", text.into_bytes())),
        3 => {
            let mut opened = cards_kit::open(text.as_bytes(), cards_kit::Limits::default())?;
            let options = PackOptions::default().with_portrait(picture.to_vec()).with_limits(ReadLimits::default());
            let mut out = Vec::new();
            pack(&mut opened.file.container, opened.loaded, Target::Charx, &options, &mut out)?;
            Ok(("charx", out))
        }
        _ => {
            // Where V2 cards stand, and where every program looks.
            let card = [NewText::Card { keyword: Keyword::Chara, json: text.as_bytes() }];
            Ok(("png", write(picture, &card, &WriteOptions::default())?.bytes))
        }
    }
}

/// A picture that does not pack.
fn noise() -> Result<Vec<u8>, Failure> {
    let mut state = 1_u64;
    let mut grain = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    let pixels: Vec<u8> = (0..SIDE * SIDE * 3).map(|_| grain()).collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, SIDE, SIDE);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_made_library_is_png_and_every_file_of_it_holds_its_card() {
        let picture = noise().unwrap();
        let made: Vec<_> = (0..8).map(|number| file(number, &picture).unwrap()).collect();
        let kinds: Vec<_> = made.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, ["png", "json", "png", "charx", "png", "json", "png", "charx"]);
        for (number, (_, bytes)) in made.iter().enumerate() {
            let opened = cards_kit::open(&bytes[..], cards_kit::Limits::default()).unwrap();
            assert_eq!(opened.card().unwrap().name(), format!("Card {number}"));
        }
    }
}
