//! `cargo heavy fuzz`: builds the fuzz targets with the stable toolchain, and runs them.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use crate::cargo::{self, Metadata};
use crate::failure::Failure;

/// Where the targets stand, from the root.
const WORKSPACE: &str = "fuzz";

/// Inputs to begin with, for all targets: the files that the fixtures are. Those that are made to hurt come beside them, and
/// small ones of each target's own kind from `fuzz/seeds`.
const SEEDS: [&str; 3] = ["fixtures/cards", "fixtures/model", "fixtures/lore"];

/// What cargo-fuzz passes as well: counters at every edge, comparisons as hints. These are flags of the stable compiler;
/// the sanitizers are not, and our own code has no `unsafe` for them to watch.
const COVERAGE: &str = "--cfg fuzzing -Ccodegen-units=1 -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Which targets, and for how long.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The targets; all of them when none is named.
    targets: Vec<String>,
    /// How long each of them runs, in seconds; 0 only builds them.
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Stop after this many inputs as well. The inputs found earlier on this machine are then left aside, so that the same
    /// seed begins from the same inputs in the same order everywhere. The targets are then built in less time, and run slower.
    #[arg(long, requires = "seed")]
    runs: Option<u32>,
    /// The seed of the random part; without one, each run has its own.
    #[arg(long)]
    seed: Option<u32>,
    /// The memory that a target may take, in MB.
    #[arg(long, default_value_t = 512)]
    memory: u32,
}

/// Builds the targets and runs as many at once as there are cores; a crash is a failure and leaves its input in `fuzz/artifacts`.
pub fn run(options: &Options) -> Result<(), Failure> {
    let manifest = crate::root().join(WORKSPACE).join("Cargo.toml");
    let known = targets(&manifest)?;
    if let Some(unknown) = options.targets.iter().find(|name| !known.contains(name)) {
        return Err(Failure::new(format!("there is no fuzz target `{unknown}`; there are {}", known.join(", "))));
    }
    let own = |name: &str| crate::root().join(WORKSPACE).join("seeds").join(name);
    if let Some(bare) =
        known.iter().find(|name| fs::read_dir(own(name)).map_or(true, |mut seeds| seeds.next().is_none()))
    {
        return Err(Failure::new(format!("fuzz target `{bare}` has no seeds in {WORKSPACE}/seeds/{bare}")));
    }
    let built = build(&manifest, if options.runs.is_some() { "sample" } else { "dev" })?;
    println!("fuzz: {} targets build", known.len());
    if options.seconds == 0 {
        return Ok(());
    }
    let hostile = crate::root().join("target/hostile/made");
    crate::hostile::make(&hostile)?;
    let chosen = known.iter().filter(|name| options.targets.is_empty() || options.targets.contains(name));
    let left = Mutex::new(chosen);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    // One target a core; the first failure of each thread ends it, and all of them are told.
    let failures: Vec<String> = thread::scope(|scope| {
        let one = || {
            loop {
                let name = left.lock().map_err(|_| "a thread of the fuzzer died".to_owned())?.next();
                let Some(name) = name else { return Ok(()) };
                fuzz(name, options, &built, &hostile).map_err(|error| error.to_string())?;
            }
        };
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        let died = |_| Err("a thread of the fuzzer died".to_owned());
        threads.into_iter().filter_map(|thread| thread.join().unwrap_or_else(died).err()).collect()
    });
    if failures.is_empty() { Ok(()) } else { Err(Failure::new(failures.join("\n"))) }
}

/// Runs one target, and prints what it said once it is done.
fn fuzz(name: &str, options: &Options, built: &Path, hostile: &Path) -> Result<(), Failure> {
    let folder = |kind: &str| crate::root().join(WORKSPACE).join(kind).join(name);
    fs::create_dir_all(folder("corpus"))?;
    fs::create_dir_all(folder("artifacts"))?;
    let mut seeds = vec![folder("seeds"), hostile.to_owned()];
    seeds.extend(SEEDS.map(|folder| crate::root().join(folder)));
    let list = crate::root().join("target/fuzz").join(format!("{name}.seeds"));
    fs::write(&list, listed(&seeds)?)?;
    let most = options.runs.map(|runs| format!(" or {runs} inputs")).unwrap_or_default();
    println!("fuzz: {name} for {} s{most}", options.seconds);
    let output = Command::new(built.join(name))
        .current_dir(crate::root())
        .args(options.runs.is_none().then(|| folder("corpus")))
        .arg(format!("-seed_inputs=@{}", list.display()))
        .args(options.runs.map(|runs| format!("-runs={runs}")))
        .arg(format!("-artifact_prefix={}/", folder("artifacts").display()))
        .arg(format!("-max_total_time={}", options.seconds))
        .args(options.seed.map(|seed| format!("-seed={seed}")))
        .arg(format!("-rss_limit_mb={}", options.memory))
        .args(["-print_final_stats=1", "-verbosity=0", "-timeout=120"])
        .output()?;
    println!("fuzz: {name} ran\n{}", String::from_utf8_lossy(&output.stderr).trim_end());
    if output.status.success() {
        return Ok(());
    }
    Err(Failure::new(format!("fuzz target `{name}` failed; its input is in {}", folder("artifacts").display())))
}

/// The files of folders as the fuzzer takes them, in the order of their names: that of the file system differs from
/// machine to machine, and with it what a seed comes to.
fn listed(folders: &[PathBuf]) -> Result<String, Failure> {
    let mut left = folders.to_vec();
    let mut files = Vec::new();
    while let Some(path) = left.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(path)? {
                left.push(entry?.path());
            }
        } else {
            files.push(path);
        }
    }
    files.sort();
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    Ok(names.join(","))
}

fn targets(manifest: &Path) -> Result<Vec<String>, Failure> {
    let Metadata { packages, .. } = cargo::metadata(manifest)?;
    let mut names: Vec<_> = packages.into_iter().flat_map(|package| package.programs).collect();
    names.sort();
    Ok(names)
}

/// Builds all targets with counters for coverage, as a profile of their workspace says, and gives the folder of the programs.
fn build(manifest: &Path, profile: &str) -> Result<PathBuf, Failure> {
    let host = cargo::host()?;
    let target_dir = crate::root().join("target/fuzz");
    let mut command = Command::new(env!("CARGO"));
    // With a target named, the flags stay away from build scripts.
    command
        .arg("build")
        .arg("--manifest-path")
        .arg(manifest)
        .args(["--profile", profile, "--target", &host, "--target-dir"])
        .arg(&target_dir);
    command.env("RUSTFLAGS", COVERAGE).env_remove("CARGO_ENCODED_RUSTFLAGS");
    cargo::succeed(&mut command)?;
    Ok(target_dir.join(host).join(if profile == "dev" { "debug" } else { profile }))
}
