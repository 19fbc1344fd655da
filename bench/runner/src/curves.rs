//! `cargo xtask bench curves`: what ten and a hundred times as much of something costs, as the exponent of a power.
//!
//! Each size runs in a process of its own, so that its peak of memory is its own. A straight line has exponent 1. Larger
//! inputs leave the caches of a core, which adds a little, and a part that is there whatever the size takes some away; what
//! is left above [`STEEPEST`] grows faster than its input, and fails the bench.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cards_container::charx::Charx;
use cards_container::png::{ChunkPolicy, Png};
use cards_container::{CardEntryRule, Limits as ContainerLimits};
use cards_lore::{
    Book, Entry, Estimate, Host, Limits as LoreLimits, Lore, Message, Profile as LoreProfile, SeededDice, Settings,
    State, Turn, Verbatim,
};
use cards_macro::{For, Limits as MacroLimits, MapHost, Profile, RenderOptions, Template};
use cards_model::{Document, Limits as JsonLimits};

use super::jobs::{card_of, write_card};
use super::scan::build;
use super::timing::peak_kb;
use xtask::failure::Failure;

/// The exponent above which a curve is not straight: at a hundred times the size, 1.6 times what is in proportion.
const STEEPEST: f64 = 1.1;
/// Memory beyond that of an idle process, in KB, of which less says nothing about a curve.
const LEAST: f64 = 1_024.0;

/// What the chore calls them.
pub(super) const NAME: &str = "curves";

/// Something that may come a hundred times over.
struct Curve {
    name: &'static str,
    /// How many there are at most; the other sizes are a tenth and a hundredth.
    most: usize,
    /// Makes the input, and what is timed.
    prepare: fn(usize) -> Result<Job, Failure>,
}

/// What a curve came to.
pub(super) struct Measured {
    pub(super) name: &'static str,
    /// Sizes, with microseconds and the peak of memory in KB; no memory where another process did the work.
    pub(super) points: Vec<(usize, f64, f64)>,
    /// The exponent of time.
    pub(super) time: f64,
    /// The exponent of memory.
    pub(super) memory: f64,
}

/// What is timed.
type Job = Box<dyn FnMut() -> Result<usize, Failure>>;

/// The curve that takes the least memory: one macro is an idle process.
const MACROS: &str = "macros of a text, compiled and rendered";

const CURVES: [Curve; 8] = [
    Curve { name: "entries of a book, compiled and fired", most: 300_000, prepare: entries },
    Curve { name: "keys of an entry, compiled and fired", most: 100_000, prepare: keys },
    Curve { name: "messages of a chat, searched", most: 100_000, prepare: messages },
    Curve { name: MACROS, most: 100_000, prepare: macros },
    Curve { name: "chunks of a picture, opened", most: 60_000, prepare: chunks },
    Curve { name: "archive entries, opened", most: 65_500, prepare: archive },
    Curve { name: "members of an object, read", most: 300_000, prepare: members },
    Curve { name: "greetings of a card, read", most: 300_000, prepare: greetings },
];

/// Prints every curve, the start of the process and the size of the binary; fails where a curve is not straight.
pub(super) fn run(cards: usize, record: bool) -> Result<(), Failure> {
    println!(
        "{:<44} {:>10} {:>12} {:>10} {:>8} {:>8}",
        "curve", "size", "time (us)", "peak (KB)", "time ^", "memory ^"
    );
    let mut measured = Vec::new();
    let (_, idle) = apart(MACROS, 1)?;
    for curve in &CURVES {
        let mut points = Vec::new();
        for size in sizes(curve.most) {
            let (time, peak) = apart(curve.name, size)?;
            points.push((size, time, peak));
        }
        measured.push(show(curve.name, points, idle));
    }
    let tool = build()?;
    let points = library(&tool, cards)?;
    measured.push(show("cards of a library, scanned", points, 0.0));
    let start = super::timing::median_us(|| Command::new(&tool).arg("--version").stdout(Stdio::null()).status());
    println!("{:<44} {:>10} {start:>12.1}", "start of a process (cards --version)", "");
    let size = std::fs::metadata(&tool)?.len();
    println!("{:<44} {:>10} bytes", "size of the binary, with its symbols", size);
    if record {
        super::record::curves(&measured, start, size)?;
    }
    let steep = measured.iter().filter(|curve| curve.time.max(curve.memory) > STEEPEST);
    let steep: Vec<_> = steep.map(|curve| format!("{} ({:.2})", curve.name, curve.time.max(curve.memory))).collect();
    if steep.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!("not straight: {}", steep.join(", "))))
}

/// The time and the peak of memory of one size of one curve, in a process of its own.
fn apart(name: &str, size: usize) -> Result<(f64, f64), Failure> {
    let mut child = Command::new(std::env::current_exe()?);
    let told = child.args(["bench", "--one", &format!("{name}={size}")]).output()?;
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let numbers: Vec<f64> = told.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    let [time, peak] = numbers[..] else {
        return Err(Failure::new(format!("{name} of {size}: {told}")));
    };
    Ok((time, peak))
}

/// Runs one size of one curve, and prints its time and its peak of memory.
pub(super) fn one(asked: &str) -> Result<(), Failure> {
    let (name, size) = asked.rsplit_once('=').ok_or_else(|| Failure::new("a curve and its size are `name=number`"))?;
    let curve = CURVES.iter().find(|curve| curve.name == name).ok_or_else(|| Failure::new("there is no such curve"))?;
    let size = size.parse().map_err(|_| Failure::new("the size is not a number"))?;
    let mut job = (curve.prepare)(size)?;
    let time = least_us(&mut job)?;
    println!("{time} {}", peak_kb("/proc/self/status").unwrap_or_default());
    Ok(())
}

/// What a run takes in microseconds: the least time of several, or the processor time of one in the middle where that is
/// less, since longer runs are interrupted more often on a machine that others use.
fn least_us(job: &mut dyn FnMut() -> Result<usize, Failure>) -> Result<f64, Failure> {
    let (mut least, start) = (f64::MAX, Instant::now());
    let (mut runs, before) = (0.0, processor_us());
    while runs < 3.0 || (start.elapsed() < Duration::from_millis(500) && runs < 1_000.0) {
        let once = Instant::now();
        std::hint::black_box(job()?);
        least = least.min(once.elapsed().as_nanos() as f64 / 1_000.0);
        runs += 1.0;
    }
    let processor = before.zip(processor_us()).map(|(before, after)| (after - before) / runs);
    // A job that is done by another process takes none here.
    Ok(processor.filter(|processor| *processor > 0.2 * least).map_or(least, |processor| processor.min(least)))
}

/// The processor time of this process so far, where the system tells.
fn processor_us() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanos: f64 = told.split_whitespace().next()?.parse().ok()?;
    Some(nanos / 1_000.0)
}

/// Prints the points of a curve with its exponents; memory is what is beyond that of an idle process.
fn show(name: &'static str, points: Vec<(usize, f64, f64)>, idle: f64) -> Measured {
    let time = exponent(points.iter().map(|(size, time, _)| (*size as f64, *time)));
    let memory = exponent(points.iter().map(|(size, _, peak)| (*size as f64, (peak - idle).max(LEAST))));
    for (number, (size, micros, peak)) in points.iter().enumerate() {
        print!("{:<44} {size:>10} {micros:>12.1} {peak:>10.0}", if number == 0 { name } else { "" });
        if number + 1 == points.len() { println!(" {time:>8.2} {memory:>8.2}") } else { println!() }
    }
    Measured { name, points, time, memory }
}

/// The exponent of the power of the size that fits best: the slope of logarithms by least squares.
fn exponent(points: impl Iterator<Item = (f64, f64)>) -> f64 {
    let logs: Vec<(f64, f64)> = points.map(|(size, cost)| (size.ln(), cost.max(f64::MIN_POSITIVE).ln())).collect();
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|log| log.0), mean(|log| log.1));
    let above: f64 = logs.iter().map(|log| (log.0 - x) * (log.1 - y)).sum();
    above / logs.iter().map(|log| (log.0 - x).powi(2)).sum::<f64>()
}

fn sizes(most: usize) -> [usize; 3] {
    [most / 100, most / 10, most]
}

/// Limits that no size of a curve meets.
fn wide() -> LoreLimits {
    let mut limits = LoreLimits::default();
    (limits.entries, limits.keys_per_entry, limits.chat_bytes) = (usize::MAX, usize::MAX, usize::MAX);
    (limits.build_steps, limits.build_bytes, limits.checks) = (u64::MAX, u64::MAX, u64::MAX);
    limits
}

/// Compiles a book and fires it over a chat.
fn fired(entries: Vec<Entry>, chat: Vec<String>) -> Job {
    let book = Book { recursive_scanning: Some(false), entries, ..Book::default() };
    let settings = Settings::new(LoreProfile::Spec).with_scan_depth(1e9);
    Box::new(move || {
        let lore = Lore::compile(vec![book.clone()], settings.clone(), &wide())?;
        let messages = chat.iter().map(|text| Message::system(text.as_str())).collect();
        let mut host = Host { tokens: &mut Estimate, dice: &mut SeededDice::new(1), expander: &mut Verbatim };
        let fired = lore.activate(&Turn { messages, ..Turn::default() }, &mut State::new(), &mut host)?;
        Ok(fired.entries.len())
    })
}

fn entry(keys: Vec<String>) -> Entry {
    Entry { keys, content: "A line of what there is to know.".to_owned(), ..Entry::default() }
}

/// A key that no other number has.
fn key(number: usize) -> String {
    const SYLLABLES: [&str; 16] =
        ["ba", "de", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va", "we", "xi", "yo", "zu", "ga"];
    let mut rest = number.wrapping_mul(2_654_435_761) % (1 << 32);
    let mut key = String::new();
    for _ in 0..8 {
        key.push_str(SYLLABLES[rest % 16]);
        rest /= 16;
    }
    key
}

fn entries(size: usize) -> Result<Job, Failure> {
    Ok(fired((0..size).map(|number| entry(vec![key(number)])).collect(), vec![key(1), key(7)]))
}

fn keys(size: usize) -> Result<Job, Failure> {
    Ok(fired(vec![entry((0..size).map(key).collect())], vec![key(1), "nothing of the kind".to_owned()]))
}

fn messages(size: usize) -> Result<Job, Failure> {
    let said = |number: usize| format!("Message {number} speaks of {} and of nothing else that matters.", key(number));
    Ok(fired((0..200).map(|number| entry(vec![key(number)])).collect(), (0..size).map(said).collect()))
}

fn macros(size: usize) -> Result<Job, Failure> {
    let kinds = ["{{char}} walks ", "{{user}} waits ", "{{setvar::a::1}}and ", "{{getvar::a}} is "];
    let text: String = kinds.iter().cycle().take(size).copied().collect();
    let mut limits = MacroLimits::default();
    (limits.template_bytes, limits.output_bytes, limits.fuel, limits.calls) =
        (usize::MAX, usize::MAX, u64::MAX, usize::MAX);
    Ok(Box::new(move || {
        let template = Template::parse_with(&text, Profile::Spec, &limits)?;
        let options = RenderOptions::new(For::Prompt).with_limits(limits.clone());
        Ok(template.render_with(&mut MapHost::new("Sam", "Alice"), &options)?.text.len())
    }))
}

fn chunks(size: usize) -> Result<Job, Failure> {
    let picture = std::fs::read(crate::root().join("fixtures/cards/portrait.png"))?;
    let whole = write_card(&picture, card_of(&[]).as_bytes())?;
    // A chunk that says nothing, in front of the end of twelve bytes.
    let mut chunk = vec![0, 0, 0, 4];
    chunk.extend_from_slice(b"tEXta\0bc");
    let mut crc = flate2::Crc::new();
    crc.update(&chunk[4..]);
    chunk.extend_from_slice(&crc.sum().to_be_bytes());
    let (front, end) = whole.split_at(whole.len() - 12);
    let bytes = [front, &chunk.repeat(size), end].concat();
    let mut limits = ContainerLimits::default();
    limits.chunks = u64::MAX;
    Ok(Box::new(move || {
        let mut png = Png::open(&bytes[..], &ChunkPolicy::lenient(), &limits)?;
        Ok(png.chunks().len() + png.choose(|_| Ok(()))?.payload.bytes.len())
    }))
}

fn archive(size: usize) -> Result<Job, Failure> {
    use std::io::Write as _;
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let failed = |error: zip::result::ZipError| Failure::new(error.to_string());
    writer.start_file("card.json", stored).map_err(failed)?;
    writer.write_all(card_of(&[]).as_bytes())?;
    for number in 1..size {
        writer.start_file(format!("assets/other/images/{number}.png"), stored).map_err(failed)?;
    }
    let bytes = writer.finish().map_err(failed)?.into_inner();
    let mut limits = ContainerLimits::default();
    (limits.members, limits.directory) = (u64::MAX, u64::MAX);
    Ok(Box::new(move || Ok(Charx::open(&bytes[..], CardEntryRule::default(), &limits)?.card_json()?.len())))
}

/// Reads a card of this text.
fn read(text: String) -> Job {
    Box::new(move || Ok(Document::read(text.as_str(), &JsonLimits::unbounded())?.findings().len()))
}

fn members(size: usize) -> Result<Job, Failure> {
    let members: Vec<String> = (0..size).map(|number| format!(r#""{}{number}":{number}"#, key(number))).collect();
    let card = card_of(&[]);
    Ok(read(card.replace(r#""extensions":{}"#, &format!(r#""extensions":{{{}}}"#, members.join(",")))))
}

fn greetings(size: usize) -> Result<Job, Failure> {
    Ok(read(card_of(&(0..size).map(|number| format!("Hello for the {number}th time.")).collect::<Vec<_>>())))
}

/// Scans folders of JSON cards, a whole process each.
fn library(tool: &std::path::Path, most: usize) -> Result<Vec<(usize, f64, f64)>, Failure> {
    let mut points = Vec::new();
    for size in sizes(most) {
        let folder: PathBuf = crate::root().join(format!("target/bench-cards-{size}"));
        if !folder.join(format!("{}.json", size.saturating_sub(1))).exists() {
            std::fs::create_dir_all(&folder)?;
            for number in 0..size {
                std::fs::write(folder.join(format!("{number}.json")), card_of(&[format!("Greeting {number}.")]))?;
            }
        }
        let mut scan = || {
            let status = Command::new(tool).args(["scan", "--quiet"]).arg(&folder).stdout(Stdio::null()).status()?;
            if status.success() { Ok(size) } else { Err(Failure::new("`cards scan` failed")) }
        };
        points.push((size, least_us(&mut scan)?, 0.0));
    }
    Ok(points)
}
