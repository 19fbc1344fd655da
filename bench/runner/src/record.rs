//! What a run of the bench measured, kept in `bench/results`; the tables of `docs/performance.md` are made from it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::curves::Measured;
use super::rounds::Line;
use xtask::failure::Failure;
use xtask::performance;

/// What another program took for a job, or that it is not there.
pub(super) struct Peer {
    /// The job as the scripts call it; none for a package that is not installed.
    job: Option<String>,
    /// The program, or the package that is missing.
    name: String,
    version: String,
    micros: f64,
}

/// Runs the programs of others over the inputs: packages of Node in a folder, and those of a Python.
pub(super) fn peers(data: &Path, folder: &Path, python: &Path) -> Result<Vec<Peer>, Failure> {
    let data = data.canonicalize()?;
    let mut peers: Vec<Peer> = Vec::new();
    for letter in super::LETTERS {
        for (program, script) in [(Path::new("node"), "bench/peers.mjs"), (python, "bench/peers.py")] {
            let mut run = Command::new(program);
            run.arg(crate::root().join(script)).arg(letter).arg(&data).current_dir(folder);
            let output = run.output().map_err(|error| Failure::new(format!("{}: {error}", program.display())))?;
            if !output.status.success() {
                return Err(Failure::new(format!("{script} {letter}: {}", String::from_utf8_lossy(&output.stderr))));
            }
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let peer = peer(&serde_json::from_str(line)?);
                // A package that is missing is so for every letter.
                if peer.job.is_some() || !peers.iter().any(|other| other.job.is_none() && other.name == peer.name) {
                    peers.push(peer);
                }
            }
        }
    }
    Ok(peers)
}

fn peer(row: &Value) -> Peer {
    let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let micros = row.get("median_us").and_then(Value::as_f64);
    match micros {
        Some(micros) => Peer { job: Some(text("job")), name: text("peer"), version: text("version"), micros },
        None => Peer { job: None, name: text("package"), version: String::new(), micros: 0.0 },
    }
}

/// Keeps what a run measured, and writes the page anew.
pub(super) fn jobs(lines: &[Line], peers: &[Peer], python: &Path, how: &str) -> Result<(), Failure> {
    let mut out = String::new();
    for (name, version) in versions(python) {
        let _ = writeln!(out, "with\t{name}\t{version}");
    }
    let _ = writeln!(out, "on\t{how}");
    for line in lines {
        let row = &line.row;
        let number = |number: Option<f64>| number.map(|number| format!("{number:.3}")).unwrap_or_default();
        let (baseline, base) = row.baseline;
        let target = row.target.map(|target| target.to_string()).unwrap_or_default();
        let [ratio, least, most] = [0, 1, 2].map(|at| number(line.ratio.and_then(|ratio| ratio.get(at).copied())));
        let _ = writeln!(
            out,
            "ours\t{}\t{:.3}\t{}\t{baseline}\t{target}\t{ratio}\t{least}\t{most}\t{}",
            row.job,
            row.ours,
            number(base),
            line.rounds
        );
    }
    for peer in peers {
        let _ = match &peer.job {
            Some(job) => writeln!(out, "peer\t{job}\t{}\t{}\t{:.1}", peer.name, peer.version, peer.micros),
            None => writeln!(out, "missing\t{}", peer.name),
        };
    }
    keep(performance::JOBS.1, &out)
}

/// Keeps what the curves came to, and writes the page anew.
pub(super) fn curves(measured: &[Measured], start: f64, size: u64) -> Result<(), Failure> {
    let mut out = format!("start\t{start:.1}\nsize\t{size}\n");
    for curve in measured {
        for (size, micros, peak) in &curve.points {
            let _ = writeln!(out, "point\t{}\t{size}\t{micros:.1}\t{peak:.0}", curve.name);
        }
        let _ = writeln!(out, "fit\t{}\t{:.2}\t{:.2}", curve.name, curve.time, curve.memory);
    }
    keep(performance::CURVES.1, &out)
}

fn keep(file: &str, text: &str) -> Result<(), Failure> {
    let path = crate::root().join(file);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)?;
    let (name, page) = performance::page()?;
    fs::write(crate::root().join(&name), page)?;
    println!("wrote {file} and the tables of {name}");
    Ok(())
}

/// What ran, in which version.
fn versions(python: &Path) -> Vec<(String, String)> {
    let told = |program: &Path| {
        let output = Command::new(program).arg("--version").output().ok()?;
        let told = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        told.split_whitespace()
            .find(|word| word.trim_start_matches('v').starts_with(char::is_numeric))
            .map(str::to_owned)
    };
    let mut versions = vec![
        ("cards".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
        ("profile".to_owned(), super::PROFILE.to_owned()),
    ];
    for (name, program) in [("rustc", Path::new("rustc")), ("Node", Path::new("node")), ("Python", python)] {
        versions.extend(told(program).map(|version| (name.to_owned(), version)));
    }
    let lock = fs::read_to_string(crate::root().join("bench/Cargo.lock")).unwrap_or_default();
    for package in ["aho-corasick", "base64-simd", "crc32fast", "flate2", "memchr", "png", "sonic-rs"] {
        let begins = format!("name = \"{package}\"\nversion = \"");
        let version = lock.split_once(&begins).and_then(|(_, rest)| rest.split_once('"'));
        versions.extend(version.map(|(version, _)| (package.to_owned(), version.to_owned())));
    }
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = processor.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    versions
        .push(("processor".to_owned(), format!("{}, {cores} cores", processor.map_or("unknown", |(_, name)| name))));
    versions
}
