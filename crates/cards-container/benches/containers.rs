//! Times the jobs a to d of the shared bench against plain hand-written baselines.
//!
//! `CARDS_BENCH_DATA=DIR cargo bench -p cards-container`, where DIR was made by `bench/inputs.py`. A baseline does
//! the least work that the job needs, with the same base64 and inflate parts, and checks nothing.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a bench may stop at anything odd"
)]

use std::fs::{self, File};
use std::hint::black_box;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::{GeneralPurposeConfig, Simd};
use cards_container::charx::Charx;
use cards_container::png::{ChunkPolicy, Keyword, NewText, Png, WriteOptions, write};
use cards_container::zip::{Packing, Writer};
use cards_container::{CardEntryRule, Limits, Seekable, Source};

fn main() {
    let Some(dir) = std::env::var_os("CARDS_BENCH_DATA").map(PathBuf::from) else {
        println!("skipped: set CARDS_BENCH_DATA to a folder that gen.py made");
        return;
    };
    let engine = Simd::standard(GeneralPurposeConfig::new());
    println!("{:<44} {:>10} {:>10} {:>7}", "job", "baseline", "ours", "ratio");
    // First, so that the peak is that of opening archives alone.
    charx_job("(c) CHARX from a file, card.json", &dir.join("c.charx"));
    println!("    peak memory so far: {} kB", peak_kb());
    for name in ["a", "b"] {
        png_jobs(name, &dir, &engine);
    }
    let many = std::env::temp_dir().join(format!("cards-bench-{}.charx", std::process::id()));
    fs::write(&many, many_entries()).unwrap();
    charx_job("(c) same with 20 000 entries", &many);
    fs::remove_file(&many).unwrap();
    folder_job(&dir, &engine);
}

fn png_jobs(name: &str, dir: &Path, engine: &Simd) {
    let path = dir.join(format!("{name}.png"));
    let file = fs::read(&path).unwrap();
    let bare = fs::read(dir.join(format!("base_{name}.png"))).unwrap();
    let json = fs::read(dir.join(format!("{name}.json"))).unwrap();
    let card = |payload: Vec<u8>| assert_eq!(payload.len(), json.len());
    compare(
        &format!("({name}) raw payload out, in memory"),
        || card(engine.decode(walk(&file).unwrap()).unwrap()),
        || card(choose(file.as_slice())),
    );
    compare(
        &format!("({name}) raw payload out, from a file"),
        || card(engine.decode(walk_file(&File::open(&path).unwrap()).unwrap()).unwrap()),
        || card(choose(Positioned::open(&path))),
    );
    compare(
        &format!("({name}) same through Read + Seek"),
        || card(engine.decode(walk_file(&File::open(&path).unwrap()).unwrap()).unwrap()),
        || card(choose(Seekable::new(File::open(&path).unwrap()).unwrap())),
    );
    compare(
        &format!("({name}) write one chunk, in memory"),
        || splice(&bare, &json, engine),
        || {
            let new = [NewText::Card { keyword: Keyword::Ccv3, json: &json }];
            write(&bare, &new, &WriteOptions::default()).unwrap().bytes
        },
    );
}

fn charx_job(name: &str, path: &Path) {
    compare(
        name,
        || charx_by_hand(path),
        || {
            let mut charx = Charx::open(Positioned::open(path), CardEntryRule::Lenient, &Limits::default()).unwrap();
            charx.card_json().unwrap()
        },
    );
}

fn folder_job(dir: &Path, engine: &Simd) {
    let mut files: Vec<PathBuf> = fs::read_dir(dir.join("folder")).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    compare(
        "(d) payloads of a folder, one thread",
        || -> usize {
            let one = |p: &PathBuf| engine.decode(walk_file(&File::open(p).unwrap()).unwrap()).unwrap().len();
            files.iter().map(one).sum()
        },
        || -> usize { files.iter().map(|p| choose(Positioned::open(p)).len()).sum() },
    );
}

fn choose(source: impl Source) -> Vec<u8> {
    let mut png = Png::open(source, &ChunkPolicy::lenient(), &Limits::default()).unwrap();
    png.choose(|_| Ok(())).unwrap().payload.bytes
}

/// A file read at positions, as the command-line tool does it: one system call per read.
struct Positioned {
    file: File,
    size: u64,
}

impl Positioned {
    fn open(path: &Path) -> Self {
        let file = File::open(path).unwrap();
        let size = file.metadata().unwrap().len();
        Self { file, size }
    }
}

impl Source for Positioned {
    fn size(&self) -> u64 {
        self.size
    }

    #[cfg(unix)]
    fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&self.file, buf, offset)
    }

    #[cfg(windows)]
    fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(&self.file, buf, offset)
    }
}

/// Baseline: the card chunk's text, by a walk over chunk lengths.
fn walk(png: &[u8]) -> Option<&[u8]> {
    let (mut at, mut best) = (8, None);
    while at + 12 <= png.len() {
        let length = u32::from_be_bytes(png[at..at + 4].try_into().unwrap()) as usize;
        let data = png.get(at + 8..at + 8 + length)?;
        if &png[at + 4..at + 8] == b"tEXt" {
            if let Some(text) = data.strip_prefix(b"ccv3\0") {
                best = Some(text);
            } else if let (Some(text), None) = (data.strip_prefix(b"chara\0"), best) {
                best = Some(text);
            }
        }
        at += 12 + length;
    }
    best
}

/// Baseline: the same from a file, one small read per chunk.
fn walk_file(file: &File) -> Option<Vec<u8>> {
    let read_at = |buf: &mut [u8], at: u64| -> usize {
        #[cfg(unix)]
        let got = std::os::unix::fs::FileExt::read_at(file, buf, at);
        #[cfg(windows)]
        let got = std::os::windows::fs::FileExt::seek_read(file, buf, at);
        got.unwrap()
    };
    let (mut at, mut best) = (8_u64, None);
    let mut head = [0; 16];
    while read_at(&mut head, at) >= 8 {
        let length = u32::from_be_bytes(head[..4].try_into().unwrap());
        if &head[4..8] == b"tEXt" {
            if head[8..].starts_with(b"ccv3\0") {
                best = Some((true, at + 13, length - 5));
            } else if head[8..].starts_with(b"chara\0") && best.is_none_or(|(v3, ..)| !v3) {
                best = Some((false, at + 14, length - 6));
            }
        }
        if &head[4..8] == b"IEND" {
            break;
        }
        at += 12 + u64::from(length);
    }
    let (_, at, length) = best?;
    let mut text = vec![0; length as usize];
    assert_eq!(read_at(&mut text, at), text.len());
    Some(text)
}

/// Baseline: one copy of the picture with one chunk before its last twelve bytes.
fn splice(bare: &[u8], json: &[u8], engine: &Simd) -> Vec<u8> {
    let cut = bare.len() - 12;
    let length = base64::encoded_len(json.len(), true).unwrap();
    let mut out = Vec::with_capacity(bare.len() + length + 17);
    out.extend_from_slice(&bare[..cut]);
    let at = out.len();
    out.extend_from_slice(&(length as u32 + 5).to_be_bytes());
    out.extend_from_slice(b"tEXtccv3\0");
    let from = out.len();
    out.resize(from + length, 0);
    engine.encode_slice(json, &mut out[from..]).unwrap();
    let crc = crc32fast::hash(&out[at + 4..]);
    out.extend_from_slice(&crc.to_be_bytes());
    out.extend_from_slice(&bare[cut..]);
    out
}

/// Baseline: `card.json` by the central directory, trusting everything.
fn charx_by_hand(path: &Path) -> Vec<u8> {
    let mut file = Positioned::open(path);
    let mut read = |at: u64, length: usize| {
        let mut buf = vec![0; length];
        assert_eq!(file.read_at(at, &mut buf).unwrap(), length);
        buf
    };
    let size = fs::metadata(path).unwrap().len();
    let tail = read(size - 150, 150);
    let end = tail.windows(4).rposition(|w| w == b"PK\x05\x06").unwrap();
    let u32_at = |b: &[u8], at: usize| u32::from_le_bytes(b[at..at + 4].try_into().unwrap()) as usize;
    let u16_at = |b: &[u8], at: usize| usize::from(u16::from_le_bytes(b[at..at + 2].try_into().unwrap()));
    let directory = read(u32_at(&tail, end + 16) as u64, u32_at(&tail, end + 12));
    let mut at = 0;
    while at + 46 <= directory.len() {
        let record = &directory[at..];
        let name_len = u16_at(record, 28);
        if &record[46..46 + name_len] == b"card.json" {
            let offset = u32_at(record, 42) as u64;
            let local = read(offset, 30);
            let data = offset + 30 + u16_at(&local, 26) as u64 + u16_at(&local, 28) as u64;
            let packed = read(data, u32_at(record, 20));
            if u16_at(record, 10) == 0 {
                return packed;
            }
            let mut out = Vec::with_capacity(u32_at(record, 24));
            let mut inflater = flate2::Decompress::new(false);
            inflater.decompress_vec(&packed, &mut out, flate2::FlushDecompress::Finish).unwrap();
            return out;
        }
        at += 46 + name_len + u16_at(record, 30) + u16_at(record, 32);
    }
    panic!("no card.json")
}

/// An archive of 20 000 small assets, `card.json` last.
fn many_entries() -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    for n in 0..20_000 {
        writer.add(&format!("assets/emotion/images/{n}.png"), &[n as u8; 64], Packing::Store).unwrap();
    }
    writer.add("card.json", br#"{"spec":"chara_card_v3"}"#, Packing::Store).unwrap();
    writer.finish().unwrap()
}

/// Runs two ways of a job in turns, so that noise meets both, and prints the median of each.
fn compare<A, B>(job: &str, mut baseline: impl FnMut() -> A, mut ours: impl FnMut() -> B) {
    let (mut base, mut own) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        black_box(baseline());
        black_box(ours());
    }
    let start = Instant::now();
    while base.len() < 5 || (start.elapsed() < Duration::from_millis(1500) && base.len() < 20_000) {
        base.push(timed(&mut baseline));
        own.push(timed(&mut ours));
    }
    let (base, own) = (median(base), median(own));
    let micros = |d: Duration| format!("{:.2} us", d.as_nanos() as f64 / 1000.0);
    let ratio = own.as_secs_f64() / base.as_secs_f64();
    println!("{job:<44} {:>10} {:>10} {ratio:>6.2}x", micros(base), micros(own));
}

fn timed<T>(job: &mut impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    black_box(job());
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn peak_kb() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.map_or_else(|| "?".to_owned(), |l| l.trim().trim_end_matches(" kB").to_owned())
}
