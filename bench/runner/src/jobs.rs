//! The timed jobs.

use std::fs;
use std::path::Path;

use cards_container::charx::Charx;
use cards_container::png::{ChunkPolicy, Keyword, NewText, Png, WriteOptions, write};
use cards_container::{CardEntryRule, Limits as ContainerLimits, Source, open};
use cards_lore::{
    Book, Entry, Estimate, Host, Limits as LoreLimits, Lore, Message, Profile as LoreProfile, SeededDice, Settings,
    State, Turn, Verbatim,
};
use cards_macro::{For, MapHost, Profile, Template};
use cards_model::convert::{Options as Convert, Stash};
use cards_model::{Document, Form, Limits as JsonLimits};

use super::Row;
use super::limits::Limits;
use super::timing::{median_of, median_us};
use xtask::failure::Failure;

/// A job: its name, and what times it.
pub struct Job {
    /// The name, beginning with the letter of its input.
    pub name: &'static str,
    /// The letter of the limit programs that run beside it.
    pub limit: Option<&'static str>,
    /// How often it runs, by turns with them.
    pub rounds: usize,
    /// Times it.
    pub run: fn(&Path, &Limits) -> Result<Vec<Row>, Failure>,
}

/// Runs of a job, by turns with its limit program; whole commands of seconds, and jobs of which the curve counts, run fewer times.
const ROUNDS: usize = 15;
pub(super) const FEW: usize = 3;

impl Job {
    const fn beside(
        limit: &'static str,
        name: &'static str,
        run: fn(&Path, &Limits) -> Result<Vec<Row>, Failure>,
    ) -> Self {
        Self { name, limit: Some(limit), rounds: ROUNDS, run }
    }

    const fn alone(name: &'static str, run: fn(&Path, &Limits) -> Result<Vec<Row>, Failure>) -> Self {
        Self { name, limit: None, rounds: FEW, run }
    }
}

/// Every job.
pub const ALL: &[Job] = &[
    Job::beside("a", "a small PNG", small_png),
    Job::beside("b", "b big PNG", big_png),
    Job::beside("c", "c CHARX", charx),
    Job::beside("d", "d folder", folder),
    Job::beside("d", "scan", super::scan::run),
    Job::beside("e", "e macros", macros),
    Job::beside("f", "f lore", lore),
    Job { rounds: ROUNDS, ..Job::alone("g prompts", super::prompts::run) },
    Job::alone("l commands", super::commands::run),
    Job::alone(CURVES[0], super::library::grep),
    Job::alone(CURVES[1], super::library::near),
    Job::alone(CURVES[2], super::library::merge),
];

/// The jobs of which the curve counts; they are no part of the record.
pub const CURVES: [&str; 3] = ["h grep", "i near", "j merge"];

/// The jobs that need no inputs.
pub const ALONE: [&str; 4] = ["g prompts", CURVES[0], CURVES[1], CURVES[2]];

const LIMIT: &str = "limit:";

fn small_png(data: &Path, limits: &Limits) -> Result<Vec<Row>, Failure> {
    let file = data.join("a.png");
    let bytes = fs::read(&file)?;
    let (base, json) = (fs::read(data.join("base_a.png"))?, fs::read(data.join("a.json"))?);
    let ours = ContainerLimits::default();
    Ok(vec![
        Row {
            job: "a small PNG, read in memory, typed".to_owned(),
            ours: median_us(|| open(&bytes[..], &ours).and_then(|mut file| file.load()).map(|loaded| loaded.document)),
            baseline: ("memory walk, base64, SIMD JSON value", limits.get("a_read", LIMIT)),
            target: Some(2.0),
        },
        Row {
            job: "a small PNG, raw payload from a file".to_owned(),
            ours: median_us(|| raw_payload(&file)),
            baseline: ("headers and text only, SIMD JSON value", limits.get("a_readfile", LIMIT)),
            target: Some(1.5),
        },
        Row {
            job: "a small PNG, write".to_owned(),
            ours: median_us(|| write_card(&base, &json)),
            baseline: ("base64, checksum, one copy", limits.get("a_write", LIMIT)),
            target: Some(1.05),
        },
    ])
}

fn big_png(data: &Path, limits: &Limits) -> Result<Vec<Row>, Failure> {
    let bytes = fs::read(data.join("b.png"))?;
    let (base, json) = (fs::read(data.join("base_b.png"))?, fs::read(data.join("b.json"))?);
    let ours = ContainerLimits::default();
    Ok([
        Row {
            job: "b big PNG, read in memory, typed".to_owned(),
            ours: median_us(|| open(&bytes[..], &ours).and_then(|mut file| file.load()).map(|loaded| loaded.document)),
            baseline: ("memory walk, base64, SIMD JSON value", limits.get("b_read", LIMIT)),
            target: Some(1.6),
        },
        Row {
            job: "b big PNG, raw payload".to_owned(),
            ours: median_us(|| payload_of(&bytes[..])),
            baseline: ("base64 decoding alone", limits.get("b_read", "part: base64-simd")),
            target: Some(1.2),
        },
        Row {
            job: "b big PNG, write".to_owned(),
            ours: median_us(|| write_card(&base, &json)),
            baseline: ("base64, checksum, one copy", limits.get("b_write", LIMIT)),
            target: Some(1.5),
        },
    ]
    .into_iter()
    .chain(conversions(&json, limits)?)
    .collect())
}

/// The 1 MB card as another spec has it, and back. What a conversion takes is made outside of the clock, and what it gives is dropped
/// there: an application has both in any case.
fn conversions(json: &[u8], beside: &Limits) -> Result<Vec<Row>, Failure> {
    let limits = JsonLimits::default();
    let parse = median_us(|| Document::read(json, &limits));
    let read = Document::read(json, &limits)?;
    let card = read.card().ok_or_else(|| Failure::new("the input `b.json` is no card"))?;
    let (plain, stashing) = (Convert::default(), Convert::default().with_stash(Stash::Everywhere));
    let v1 = card.clone().into_form(Form::V1, &stashing)?.value;
    Ok(vec![
        Row {
            job: "b V3 to V2 of the parsed card".to_owned(),
            ours: median_of(|| card.clone(), |card| card.into_form(Form::V2, &plain)),
            baseline: ("shared, one look at each entry", beside.get("b_convert", LIMIT)),
            target: Some(1.0),
        },
        Row {
            job: "b V1 back to V3 out of a stash".to_owned(),
            ours: median_of(|| v1.clone(), |card| card.into_form(Form::V3, &plain)),
            baseline: ("our reading of the JSON", Some(parse)),
            target: Some(1.5),
        },
    ])
}

fn charx(data: &Path, limits: &Limits) -> Result<Vec<Row>, Failure> {
    let file = data.join("c.charx");
    let ours = ContainerLimits::default();
    let baseline = || ("directory, inflate, SIMD JSON value", limits.get("c_card", LIMIT));
    let opened = || Ok::<_, Failure>(Charx::open(PositionedFile::open(&file)?, CardEntryRule::default(), &ours)?);
    Ok(vec![
        Row {
            job: "c 60 MB CHARX, its card.json".to_owned(),
            ours: median_us(|| Ok::<_, Failure>(opened()?.card_json()?)),
            baseline: baseline(),
            target: Some(1.5),
        },
        Row {
            job: "c 60 MB CHARX, its card for a listing".to_owned(),
            ours: median_us(|| Ok::<_, Failure>(open(PositionedFile::open(&file)?, &ours)?.peek()?.peek)),
            baseline: baseline(),
            target: Some(1.5),
        },
        Row {
            job: "c 60 MB CHARX, its card, typed".to_owned(),
            ours: median_us(|| Ok::<_, Failure>(open(PositionedFile::open(&file)?, &ours)?.load()?.document)),
            baseline: baseline(),
            target: None,
        },
    ])
}

fn folder(data: &Path, limits: &Limits) -> Result<Vec<Row>, Failure> {
    let mut files = Vec::new();
    for entry in fs::read_dir(data.join("folder"))? {
        files.push(entry?.path());
    }
    files.sort();
    let ours = ContainerLimits::default();
    let names = || -> Result<usize, Failure> {
        let mut total = 0;
        for file in &files {
            total += open(PositionedFile::open(file)?, &ours)?.peek()?.peek.name.len();
        }
        Ok(total)
    };
    Ok(vec![Row {
        job: "d names of 1,000 PNG cards, one thread".to_owned(),
        ours: median_us(names),
        baseline: ("headers and text only, SIMD JSON value", limits.get("d_folder", "limit: headers and text")),
        target: Some(1.1),
    }])
}

fn macros(data: &Path, limits: &Limits) -> Result<Vec<Row>, Failure> {
    let text = fs::read_to_string(data.join("e.txt"))?;
    let template = Template::parse(&text, Profile::Spec)?;
    let baseline = || ("scan, names replaced", limits.get("e_macros", LIMIT));
    let mut host = MapHost::new("Sam", "Alice");
    Ok(vec![
        Row {
            job: "e 2,000 macros, render compiled".to_owned(),
            ours: median_us(|| template.render(&mut host, For::Prompt).map(|text| text.len())),
            baseline: baseline(),
            target: Some(2.5),
        },
        Row {
            job: "e 2,000 macros, compile and render".to_owned(),
            ours: median_us(|| -> Result<usize, Failure> {
                Ok(Template::parse(&text, Profile::Spec)?.render(&mut host, For::Prompt)?.len())
            }),
            baseline: baseline(),
            target: Some(6.0),
        },
    ])
}

fn lore(data: &Path, limits: &Limits) -> Result<Vec<Row>, Failure> {
    let job: serde_json::Value = serde_json::from_slice(&fs::read(data.join("f.json"))?)?;
    let strings = |value: &serde_json::Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect()
    };
    let entries = job["book"]["entries"].as_array().into_iter().flatten().map(|entry| Entry {
        keys: strings(&entry["keys"]),
        content: entry["content"].as_str().unwrap_or_default().to_owned(),
        order: entry["insertion_order"].as_f64().unwrap_or_default(),
        ..Entry::default()
    });
    // As the limit program: every message is searched once, and nothing else is.
    let book = Book { recursive_scanning: Some(false), entries: entries.collect(), ..Book::default() };
    let settings = Settings::new(LoreProfile::Spec).with_scan_depth(1_000.0);
    let compile = || Lore::compile(vec![book.clone()], settings.clone(), &LoreLimits::default());
    let compiled = compile()?;
    let texts = strings(&job["messages"]);
    let turn = |texts: &[String], lore: &Lore, state: &mut State| {
        let messages = texts.iter().map(|text| Message::system(text.as_str())).collect();
        let mut host = Host { tokens: &mut Estimate, dice: &mut SeededDice::new(1), expander: &mut Verbatim };
        let fired = lore.activate(&Turn { messages, ..Turn::default() }, state, &mut host);
        fired.map(|activation| activation.entries.len())
    };
    let mut newest = texts.clone();
    let mut state = State::new();
    turn(&texts, &compiled, &mut state)?;
    let mut said = 0;
    let warm = median_us(|| turn(&texts, &compiled, &mut State::new()));
    let one_more = median_us(|| {
        said += 1;
        if let Some(last) = newest.last_mut() {
            last.replace_range(.., &format!("message {said}, of no interest to anybody in particular"));
        }
        turn(&newest, &compiled, &mut state)
    });
    let risu = Settings::new(LoreProfile::Risu).with_scan_depth(1_000.0);
    let risu = Lore::compile(vec![book.clone()], risu, &LoreLimits::default())?;
    let risu_warm = median_us(|| turn(&texts, &risu, &mut State::new()));
    let limit = |begins: &str| limits.get("f_lore", begins);
    Ok(vec![
        Row {
            job: "f 2,000 entries, 60 KB of chat, warm".to_owned(),
            ours: warm,
            baseline: ("lower case, one automaton pass", limit(LIMIT)),
            target: Some(1.2),
        },
        Row {
            job: "f the same, compiled first".to_owned(),
            ours: median_us(|| turn(&texts, &compile()?, &mut State::new())),
            baseline: ("lower case, one automaton pass", limit(LIMIT)),
            target: Some(10.0),
        },
        Row {
            job: "f a turn with one new message".to_owned(),
            ours: one_more,
            baseline: ("our warm turn", Some(warm)),
            target: Some(0.03),
        },
        Row {
            job: "f the same as RisuAI, warm".to_owned(),
            ours: risu_warm,
            baseline: ("lower case, one automaton pass", limit(LIMIT)),
            target: Some(1.5),
        },
    ])
}

fn payload_of<S: Source>(source: S) -> Result<Vec<u8>, Failure> {
    let mut png = Png::open(source, &ChunkPolicy::lenient(), &ContainerLimits::default())?;
    Ok(png.choose(|_| Ok(()))?.payload.bytes)
}

fn raw_payload(file: &Path) -> Result<Vec<u8>, Failure> {
    payload_of(PositionedFile::open(file)?)
}

pub(super) fn write_card(picture: &[u8], json: &[u8]) -> Result<Vec<u8>, Failure> {
    let card = [NewText::Card { keyword: Keyword::Ccv3, json }];
    Ok(write(picture, &card, &WriteOptions::default())?.bytes)
}

/// A card of a few texts, and greetings.
pub(super) fn card_of(greetings: &[String]) -> String {
    let greetings = serde_json::json!(greetings);
    format!(
        r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Aria","description":"A bard.","personality":"calm","scenario":"a road","first_mes":"Hello.","mes_example":"","creator_notes":"","system_prompt":"","post_history_instructions":"","alternate_greetings":{greetings},"tags":["made"],"creator":"bench","character_version":"1","extensions":{{}}}}}}"#
    )
}

/// A file read in place, as the command-line tool reads it.
struct PositionedFile {
    file: fs::File,
    size: u64,
}

impl PositionedFile {
    fn open(path: &Path) -> Result<Self, Failure> {
        let file = fs::File::open(path)?;
        let size = file.metadata()?.len();
        Ok(Self { file, size })
    }
}

impl Source for PositionedFile {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> std::io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&self.file, buf, offset)
    }
}
