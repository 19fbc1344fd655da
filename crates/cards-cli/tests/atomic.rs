//! A write that is killed leaves the old file or the new one.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/cards");
/// Bytes of the picture: enough that writing and flushing take a while.
const PICTURE: usize = 6 << 20;
const KILLS: u32 = 40;

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    // Checksums of chunks that hold no card are nobody's business here.
    [&u32::try_from(data.len()).unwrap().to_be_bytes()[..], kind, data, &[0; 4]].concat()
}

/// A PNG of a few megabytes: a private chunk in front of the picture data.
fn large(portrait: &[u8]) -> Vec<u8> {
    let filler: Vec<u8> = (0..PICTURE).map(|i| (i * 31 % 251) as u8).collect();
    let (head, rest) = portrait.split_at(33);
    [head, &chunk(b"prVt", &filler), rest].concat()
}

fn embed(folder: &Path, card: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cards"));
    command
        .args(["embed", "card.png", card, "--in-place", "--quiet"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Names in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_file_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let path = at.join("card.png");
    let portrait = fs::read(Path::new(FIXTURES).join("portrait.png")).unwrap();
    let cards =
        ["wick-v1.json", "wick-v2.json"].map(|name| Path::new(FIXTURES).join(name).to_str().unwrap().to_owned());
    // The two files that may stand there, and how long a write takes.
    let mut whole = Vec::new();
    let mut longest = Duration::from_millis(1);
    for card in &cards {
        fs::write(&path, large(&portrait)).unwrap();
        let begun = Instant::now();
        assert!(embed(at, card).status().unwrap().success());
        longest = longest.max(begun.elapsed());
        whole.push(fs::read(&path).unwrap());
    }
    assert_ne!(whole[0], whole[1]);

    let (mut old, mut new) = (0, 0);
    for round in 0..KILLS {
        let before = fs::read(&path).unwrap();
        let next = usize::from(before == whole[0]);
        let mut child = embed(at, &cards[next]).spawn().unwrap();
        // Moments spread over the whole run and a little past it, out of order.
        std::thread::sleep(longest.mul_f64(f64::from(round * 17 % KILLS) / f64::from(KILLS) * 1.2));
        let _ = child.kill();
        child.wait().unwrap();
        let after = fs::read(&path).unwrap();
        if after == before {
            old += 1;
        } else {
            assert!(after == whole[next], "round {round} left {} bytes that are neither file", after.len());
            new += 1;
        }
    }
    println!("{old} kills left the old file, {new} the new one");
    assert!(old > 0, "no kill came early enough to test anything");

    // A kill that cannot be caught may leave a hidden temporary file: never under a name that someone reads, and in
    // nobody's way.
    let strange: Vec<String> =
        names(at).into_iter().filter(|name| name != "card.png" && !name.starts_with(".cards-")).collect();
    assert_eq!(strange, Vec::<String>::new());
    assert!(embed(at, &cards[0]).status().unwrap().success());
    assert_eq!(fs::read(&path).unwrap(), whole[0]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_nothing_over() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let portrait = fs::read(Path::new(FIXTURES).join("portrait.png")).unwrap();
    fs::write(at.join("card.png"), large(&portrait)).unwrap();
    let card = Path::new(FIXTURES).join("wick-v1.json").to_str().unwrap().to_owned();
    for round in 0..10 {
        let mut child = embed(at, &card).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(4 * round));
        let told = Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status();
        if told.is_err() {
            println!("there is no `kill` to send the signal with");
        }
        child.wait().unwrap();
    }
    assert_eq!(names(at), BTreeSet::from(["card.png".to_owned()]));
}
