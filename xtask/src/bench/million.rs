//! Jobs of a large library: 200,000 made cards, half of them PNG, the rest JSON and CHARX; each runs once, as a whole process.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use cards_container::Limits as ReadLimits;
use cards_container::pack::{PackOptions, Target, pack};

use super::Row;
use super::jobs::write_card;
use super::library::card;
use super::limits::Limits;
use super::timing::peak_kb;
use crate::failure::Failure;

/// How many cards there are.
const CARDS: usize = 200_000;
/// How many of them a folder holds.
const FOLDER: usize = 1_000;
/// Side of the square picture of noise that PNG and CHARX have: some 60 KB, over which a scan has to step.
const SIDE: u32 = 144;
/// Microseconds that a job may take.
const A_MINUTE: f64 = 60_000_000.0;
/// How often the memory of a running process is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Times the scan to Parquet, and near duplicates out of files and out of rows.
pub(super) fn run(_: &Path, _: &Limits) -> Result<Vec<Row>, Failure> {
    let (cards, library) = (build()?, library()?);
    let room = crate::root().join("target/bench-many");
    let (table, rows) = (room.join("cards.parquet"), room.join("cards.jsonl"));
    let scan = |arguments: &[&str], to: &Path| {
        let mut scan = Command::new(&cards);
        scan.args(["scan", "--quiet", "--force"]).args(arguments).arg(&library).arg("-o").arg(to);
        scan
    };
    let dupes = |of: &Path| {
        let mut dupes = Command::new(&cards);
        dupes.args(["dupes", "--quiet", "--json", "--near", "0.8"]).arg(of);
        dupes
    };
    let jobs = [
        ("k scan of 200,000 cards to JSON lines", scan(&[], &rows)),
        ("k the same to Parquet", scan(&["--format", "parquet"], &table)),
        ("k the same with details, to Parquet", scan(&["--details", "--format", "parquet"], &table)),
        ("k the same with signatures, JSON lines", scan(&["--near"], &rows)),
        ("k near duplicates of their rows", dupes(&rows)),
        ("k near duplicates of the files", dupes(&library)),
    ];
    jobs.into_iter().map(|(job, command)| once(job, command)).collect()
}

/// Runs a process to its end, and prints the most memory that it was seen with.
fn once(job: &str, mut command: Command) -> Result<Row, Failure> {
    let start = Instant::now();
    let mut running = command.stdout(Stdio::null()).spawn()?;
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
    // 1 says that duplicates were found, or files that hold no card.
    if !matches!(ended.code(), Some(0 | 1)) {
        return Err(Failure::new(format!("{job}: {ended}")));
    }
    if let Some(most) = most {
        println!("{job:<40} {:>9} MB of memory at most", most / 1024);
    }
    Ok(Row { job: job.to_owned(), ours, baseline: ("a minute", Some(A_MINUTE)), target: Some(1.0) })
}

/// Builds the tool for speed, with tables.
fn build() -> Result<PathBuf, Failure> {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--release", "--package", "cards-cli", "--features", "arrow"]);
    if !build.current_dir(crate::root()).status()?.success() {
        return Err(Failure::new("the tool could not be built"));
    }
    Ok(std::env::current_exe()?.with_file_name("cards"))
}

/// The library, made once; some 9 GB.
fn library() -> Result<PathBuf, Failure> {
    let library = crate::root().join("target/bench-many/cards");
    let picture = noise()?;
    for folder in 0..CARDS / FOLDER {
        let place = library.join(format!("{folder:03}"));
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
    Ok(library)
}

/// A file of the library: PNG by turns with JSON and CHARX.
fn file(number: usize, picture: &[u8]) -> Result<(&'static str, Vec<u8>), Failure> {
    let text = card(number);
    match number % 4 {
        1 => Ok(("json", text.into_bytes())),
        3 => {
            let mut opened = cards_kit::open(text.as_bytes(), &cards_kit::Limits::default())?;
            let options =
                PackOptions::default().with_picture(Some(picture.to_vec())).with_limits(ReadLimits::default());
            let mut out = Vec::new();
            pack(&mut opened.container, opened.loaded, Target::Charx, &options, &mut out)?;
            Ok(("charx", out))
        }
        _ => Ok(("png", write_card(picture, text.as_bytes())?)),
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
            let opened = cards_kit::open(&bytes[..], &cards_kit::Limits::default()).unwrap();
            assert_eq!(opened.card().unwrap().name(), format!("Card {number}"));
        }
    }
}
