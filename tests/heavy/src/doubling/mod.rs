//! `cargo heavy doubling`: what a file that is twice as large costs.
//!
//! Each part of a file that may repeat is made of n, 2n and 4n pieces, and the instructions that each verb takes are counted
//! by valgrind, not timed, so that a busy machine changes nothing. Where the second doubling costs more than three times
//! the first one (n log n: a little over two, n²: four), the chore fails. The tests of this folder hold what the library
//! allocates to the same on every run.

#[cfg(test)]
mod allocations;
mod parts;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use crate::cargo;
use crate::failure::Failure;
use parts::{PARTS, Part};

/// Verbs over a file, on one thread, so that no lock is waited for and one thread allocates; `FILE` is the file, `CHAT` a chat, `CARD`
/// another card, `PICTURE` a picture, `TEXTS` a list of one text, `OUT` a name that is free.
const LINES: [&str; 35] = [
    "inspect FILE",
    "lint FILE --json --threads 1",
    "repair FILE -o OUT --threads 1",
    "get FILE --json",
    "set FILE creator=Tobin -o OUT --threads 1",
    "set FILE greetings[*]=word -o OUT --threads 1",
    "set FILE book[content~=/./].content=word -o OUT --threads 1",
    "grep lamp FILE --threads 1",
    "replace lamp light FILE --in-place --threads 1",
    "texts out FILE -o OUT.po --threads 1",
    "texts in FILE TEXTS -o OUT --threads 1",
    "tags FILE --json --threads 1",
    "tags FILE --add clockwork --in-place --threads 1",
    "rename FILE",
    "new OUT.json --template FILE name=Tobin",
    "merge CARD FILE CARD -o OUT",
    "attach CARD FILE -o OUT",
    "detach FILE -o OUT",
    "convert FILE --to v1 -o OUT --threads 1",
    "convert FILE --to v3 --stash -o OUT --threads 1",
    "convert FILE --to prom -o OUT --threads 1",
    "diff CARD FILE",
    "pack FILE --as png --picture PICTURE -o OUT",
    "strip FILE -o OUT",
    "extract FILE -o OUT",
    "pack FILE --as charx -o OUT",
    "pack FILE --as prom --picture PICTURE -o OUT",
    "report FILE -o OUT",
    "scan FILE --lint --details --texts --threads 1",
    "dupes FILE CARD --near 0.8 --threads 1",
    "compat FILE",
    "expand TEXT --card FILE",
    "activate FILE --chat CHAT",
    "activate FILE --chat CHAT --profile all",
    "prompt FILE --chat CHAT",
];

/// Growth of the second doubling over that of the first, in hundredths, that is still n log n with some slack.
const MOST: u64 = 300;

/// Fewer instructions than this are the noise of a start.
const NOISE: u64 = 10_000_000;

/// What is counted.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// How many pieces there are at first.
    #[arg(long, default_value_t = 1_000)]
    pieces: usize,
    /// Only parts and verbs that hold this text.
    #[arg(long)]
    only: Option<String>,
    /// The tool; a release build of this tree unless given.
    #[arg(long)]
    cards: Option<PathBuf>,
    /// How many are counted at once; as many as there are processors unless given.
    #[arg(long)]
    jobs: Option<usize>,
}

/// A part and a verb.
type Pair = (&'static Part, &'static str);

/// What a pair costs at n, 2n and 4n.
struct Costs([u64; 3]);

impl Costs {
    /// The second doubling over the first, in hundredths.
    fn growth(&self) -> u64 {
        let [one, two, four] = self.0;
        let (first, second) = (two.saturating_sub(one), four.saturating_sub(two));
        second.saturating_mul(100) / first.max(NOISE / 4)
    }

    fn is_steep(&self) -> bool {
        let [_, two, four] = self.0;
        four.saturating_sub(two) > NOISE && self.growth() > MOST
    }
}

/// Builds the tool, counts, prints a line for each part and verb.
pub fn run(options: &Options) -> Result<(), Failure> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("doubling: not counted, valgrind is not at hand");
        return Ok(());
    }
    let cards = match &options.cards {
        // The tool is started in other folders.
        Some(cards) => cards.canonicalize().map_err(|error| Failure::new(format!("{}: {error}", cards.display())))?,
        None => {
            let mut build = Command::new(env!("CARGO"));
            let release = ["build", "--quiet", "--release", "--package", "cards-cli"];
            cargo::succeed(build.args(release).current_dir(crate::root()))?;
            crate::root().join("target/release/cards")
        }
    };
    let asked = |(part, line): &Pair| match &options.only {
        Some(only) => part.name.contains(only.as_str()) || line.contains(only.as_str()),
        None => true,
    };
    let pairs = PARTS.iter().flat_map(|part| LINES.map(|line| (part, line))).filter(|pair| pair.0.goes_with(pair.1));
    let queue: Mutex<Vec<Pair>> = Mutex::new(pairs.filter(asked).collect());
    let jobs = options.jobs.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1);
    let done = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs)
            .map(|job| {
                scope.spawn({
                    let (queue, cards) = (&queue, &cards);
                    move || work(job, options.pieces, cards, queue)
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|_| Err(Failure::new("a counter broke"))))
            .collect::<Result<Vec<_>, _>>()
    })?;
    let (mut counted, mut steep) = (0, 0);
    for (one, other) in done {
        counted += one;
        steep += other;
    }
    println!("doubling: {counted} counted, {steep} above n log n");
    if steep == 0 { Ok(()) } else { Err(Failure::new("a file that is twice as large costs too much")) }
}

/// Counts pairs until there are none left; how many were counted, how many of these are steep.
fn work(job: usize, pieces: usize, cards: &Path, queue: &Mutex<Vec<Pair>>) -> Result<(u32, u32), Failure> {
    let room = crate::root().join("target/doubling").join(job.to_string());
    let (mut counted, mut steep) = (0, 0);
    loop {
        let next = queue.lock().map_or(None, |mut queue| queue.pop());
        let Some((part, line)) = next else { return Ok((counted, steep)) };
        let mut costs = Costs([0; 3]);
        for (cost, size) in costs.0.iter_mut().zip([1, 2, 4]) {
            *cost = instructions(cards, line, part, size * pieces, &room)?;
        }
        let bad = costs.is_steep();
        counted += 1;
        steep += u32::from(bad);
        let (mark, growth) = (if bad { "STEEP" } else { "     " }, costs.growth());
        let millions = costs.0.map(|count| count / 1_000_000);
        println!(
            "{mark} {}, {line}: {millions:?} million, the second doubling {}.{:02} times the first",
            part.name,
            growth / 100,
            growth % 100
        );
    }
}

/// Puts a file of so many pieces into an empty folder, with what the lines take besides.
fn set_up(part: &Part, pieces: usize, room: &Path) -> Result<(), Failure> {
    let _ = std::fs::remove_dir_all(room);
    std::fs::create_dir_all(room)?;
    let made = (part.make)(pieces).ok_or_else(|| Failure::new(format!("{} are not made", part.name)))?;
    std::fs::write(room.join(part.file), made)?;
    std::fs::write(room.join("text"), "{{description}} {{user}}")?;
    std::fs::write(room.join("texts.csv"), "place,source,text\nname,Tobin,Tobin the Elder\n")?;
    Ok(())
}

/// A line as its verb takes it, over the file of a part, in the folder that was set up.
fn words(line: &'static str, part: &Part) -> Vec<OsString> {
    let fixture = |name: &str| crate::root().join("fixtures/cards").join(name).into();
    let word = |word: &'static str| match word {
        "FILE" => part.file.into(),
        "TEXT" => "text".into(),
        "TEXTS" => "texts.csv".into(),
        "CHAT" => fixture("chat.jsonl"),
        "CARD" => fixture("wick-v2.json"),
        "PICTURE" => fixture("wick-v2.png"),
        other => other.into(),
    };
    line.split(' ').map(word).collect()
}

/// The instructions of one run over a file of so many pieces.
fn instructions(cards: &Path, line: &'static str, part: &Part, pieces: usize, room: &Path) -> Result<u64, Failure> {
    set_up(part, pieces, room)?;
    let mut command = Command::new("valgrind");
    command.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
    command.arg(cards).args(words(line, part)).current_dir(room).env("XDG_STATE_HOME", room);
    let output = command.output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    // Exit status 2 and above: the verb did not do what the line is there for.
    if output.status.code().is_none_or(|code| code > 1) {
        return Err(Failure::new(format!("`cards {line}` over {} does not run: {said}", part.name)));
    }
    let refs =
        said.lines().find_map(|line| line.split_once("refs:").filter(|(head, _)| head.trim_end().ends_with('I')));
    let count = refs.map(|(_, count)| count.trim().replace(',', ""));
    let count = count.ok_or_else(|| Failure::new(format!("valgrind does not count `cards {line}`: {said}")))?;
    count.parse().map_err(|_| Failure::new(format!("valgrind counts {count}")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn squares_are_steep_and_sorting_is_not() {
        let costs = |of: fn(u64) -> u64| Costs([1, 2, 4].map(|size| of(size * 10_000)));
        assert!(costs(|n| n * n).is_steep());
        assert!(!costs(|n| 5_000 * n).is_steep());
        assert!(!costs(|n| 1_000 * n * u64::from(n.ilog2())).is_steep());
        // Too little to tell it from the noise of a start.
        assert!(!costs(|n| n * n / 1_000).is_steep());
    }

    /// The verbs without a line, and why.
    const APART: [(&str, &str); 7] = [
        ("rule", "its answer is a row of a table"),
        ("schema", "its answer is made of the specs"),
        ("conform", "runs a suite"),
        ("completions", "of the tool itself"),
        ("man", "of the tool itself"),
        ("edit", "`texts out` and `texts in` with a program between them"),
        ("undo", "puts back what `replace` did, whose line keeps it"),
    ];

    #[test]
    fn every_verb_has_a_line_or_a_reason() {
        // The table of statuses is held to the verbs of the tool.
        let table = include_str!("../../../../crates/cards-cli/tests/data/status.txt");
        let rows = table.lines().filter(|line| !line.starts_with('#'));
        let verbs: BTreeSet<_> = rows.filter_map(|line| line.split_whitespace().nth(2)).collect();
        let lines = LINES.iter().filter_map(|line| line.split(' ').next());
        let known: BTreeSet<_> = lines.chain(APART.map(|(verb, _)| verb)).collect();
        assert_eq!(verbs, known);
    }

    #[test]
    fn every_part_is_made_and_grows() {
        for part in &PARTS {
            let sizes = [1, 2, 4].map(|size| (part.make)(size * 40).map_or(0, |made| made.len()));
            assert!(sizes.is_sorted_by(|a, b| a < b), "{}: {sizes:?}", part.name);
        }
    }
}
