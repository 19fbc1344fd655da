//! The gate of every run: what the library asks the allocator for, for files of n, 2n and 4n pieces.
//!
//! Bytes are counted, not time, so that a busy machine changes nothing. Work that allocates nothing is counted by
//! `cargo xtask doubling`, with the instructions of whole verbs, which takes much longer.

use std::error::Error;

use allocation_counter::measure;
use cards_kit::{Cast, Chat, Names, Options, Profile, RowOptions, Session};
use cards_model::Form;
use cards_model::convert::{Options as Conversion, Stash};
use cards_model::module::IdSource;

use super::parts::{CARD, PARTS, Part};

/// How many pieces there are at first.
const PIECES: usize = 150;

/// Growth of the second doubling over that of the first, in hundredths, that is still n log n with some slack: buffers
/// that double may do so at the last piece.
const MOST: u64 = 320;

/// Fewer bytes than this in the second doubling are the tables of an automaton or a buffer.
const NOISE: u64 = 400_000;

type Done = Result<(), Box<dyn Error>>;
type Job = (&'static str, fn(&[u8]) -> Done);

/// What front ends do with a file.
const JOBS: [Job; 11] = [
    ("inspect", |file| {
        let opened = cards_kit::open(file, &Default::default())?;
        drop(serde_json::to_string(&opened.answer())?);
        Ok(())
    }),
    ("lint", |file| {
        let linted = cards_kit::lint(file, &Default::default(), &Default::default())?;
        drop(serde_json::to_string(&linted.answer())?);
        Ok(())
    }),
    ("repair", |file| {
        drop(cards_kit::repair(file, &Default::default(), &Default::default())?);
        Ok(())
    }),
    ("convert to V1", |file| convert(file, Form::V1)),
    ("convert to V3", |file| convert(file, Form::V3)),
    ("convert to Prom", |file| convert(file, Form::Prom)),
    ("diff", |file| {
        let limits = Default::default();
        let other = made(&PARTS[0], 1)?;
        let (mut one, mut other) = (cards_kit::open(other.as_slice(), &limits)?, cards_kit::open(file, &limits)?);
        drop(cards_kit::diff::diff(&mut one, &mut other, true, &limits));
        Ok(())
    }),
    ("scan", |file| {
        drop(serde_json::to_string(&cards_kit::row(
            file,
            &RowOptions::default().with_lint(true).with_details(true),
            &Default::default(),
        )?)?);
        Ok(())
    }),
    ("activate as SillyTavern", |file| activate(file, Profile::SillyTavern)),
    ("activate as RisuAI", |file| activate(file, Profile::Risu)),
    ("prompt", |file| {
        let cast = Cast::read([("file", file)])?;
        drop(Session::new(cast, Options::default())?.turn(&chat()?)?);
        Ok(())
    }),
];

/// Ids of modules, of which none is made here.
struct Ids;

impl IdSource for Ids {
    fn module_id(&mut self) -> String {
        String::new()
    }

    fn entry_id(&mut self) -> String {
        String::new()
    }
}

fn convert(file: &[u8], to: Form) -> Done {
    let options = Conversion::default().with_stash(Stash::Everywhere);
    drop(cards_kit::convert_file(file, to, None, &options, &mut Ids, &Default::default())?);
    Ok(())
}

fn activate(file: &[u8], profile: Profile) -> Done {
    let cast = Cast::read([("file", file)])?;
    drop(Session::new(cast, Options::default().with_profile(profile))?.activate(&chat()?)?);
    Ok(())
}

fn chat() -> Result<Chat, Box<dyn Error>> {
    Ok(Chat::read(b"[{\"role\":\"user\",\"content\":\"k0q lamp\"}]", Names::default(), &Default::default())?.value)
}

fn made(part: &Part, pieces: usize) -> Result<Vec<u8>, Box<dyn Error>> {
    (part.make)(pieces).ok_or_else(|| format!("{} are not made", part.name).into())
}

/// The bytes that a job asks for over files of n, 2n and 4n pieces.
fn costs((name, job): Job, part: &Part) -> [u64; 3] {
    [1, 2, 4].map(|size| {
        let file = made(part, size * PIECES).unwrap_or_else(|problem| panic!("{problem}"));
        let mut done = Ok(());
        let info = measure(|| done = job(&file));
        done.unwrap_or_else(|problem| panic!("{name} of {}: {problem}", part.name));
        info.bytes_total
    })
}

/// Whether the second doubling costs more than the first one allows.
fn is_steep([one, two, four]: [u64; 3]) -> bool {
    let (first, second) = (two.saturating_sub(one), four.saturating_sub(two));
    second > NOISE && second.saturating_mul(100) > first.saturating_mul(MOST)
}

#[test]
fn what_is_allocated_grows_with_the_file() {
    let mut steep = Vec::new();
    for part in &PARTS {
        for job in JOBS {
            // A world is no card.
            let takes = part.file != super::parts::WORLD || matches!(job.0, "inspect" | "lint" | "repair");
            if takes {
                let costs = costs(job, part);
                if is_steep(costs) {
                    steep.push(format!("{} of {}: {costs:?} bytes", job.0, part.name));
                }
            }
        }
    }
    assert!(steep.is_empty(), "steeper than n log n:\n{}", steep.join("\n"));
}

#[test]
fn squares_are_found() {
    let square: Job = ("square", |file| {
        (1..file.len()).for_each(|length| drop(vec![0_u8; length]));
        Ok(())
    });
    let line: Job = ("line", |file| {
        file.iter().for_each(|_| drop(vec![0_u8; 1_000]));
        Ok(())
    });
    let greetings = PARTS.iter().find(|part| part.name == "greetings" && part.file == CARD).unwrap_or(&PARTS[0]);
    assert!(is_steep(costs(square, greetings)));
    assert!(!is_steep(costs(line, greetings)));
}
