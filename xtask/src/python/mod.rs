//! `cargo xtask python`: the Python package, built into an environment of its own and checked there.

pub mod shapes;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::cargo;
use crate::failure::Failure;

/// What the checks need beside Python, in the versions that they were written with.
const TOOLS: [&str; 4] = ["maturin==1.16.0", "mypy==2.4.1", "pyright[nodejs]==1.1.414", "pytest==9.2.0"];
/// What the recipes of Spark need beside Java.
const SPARK: [&str; 1] = ["pyspark==4.3.0"];
/// What most recipes of `docs/scale.md` need.
const TABLES: [&str; 4] = ["duckdb==2.0.0", "pandas==3.1.1", "polars==2.1.0", "pyarrow==26.0.1"];

/// What to do.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Check its style, run its tests, type checkers and the rows of the conformance suite; make the wheel and run the
    /// examples of the READMEs and the recipes of docs/scale.md with it, in an environment that has nothing else of ours.
    #[arg(long)]
    check: bool,
    /// Get Spark for its recipes too, some hundreds of megabytes; they need Java beside it.
    #[arg(long, requires = "check")]
    spark: bool,
    /// Cards that the recipes run over.
    #[arg(long, requires = "check", default_value_t = 400, value_parser = clap::value_parser!(u32).range(400..))]
    cards: u32,
}

/// Builds the package into an environment of its own; says plainly what could not be done because something is missing.
pub fn run(options: &Options) -> Result<(), Failure> {
    let Some(python) = python() else {
        println!("python: NOT built and NOT tested, since there is no Python 3.10 or newer here");
        return Ok(());
    };
    let package = crate::root().join("packages/python");
    let tools = Environment(crate::root().join("target/python-env"));
    if let Some(missing) = prepare(python, &tools, &package)? {
        println!("python: NOT built and NOT tested, since {missing}");
        return Ok(());
    }
    tools.succeed("maturin", &["develop", "--quiet", "--locked"], &package)?;
    println!("python: the package is built, in {}", tools.0.display());
    if options.check { check(options, python, &tools, &package) } else { Ok(()) }
}

/// Its Rust, as that of the workspace is checked.
fn style(package: &Path) -> Result<(), Failure> {
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command.args(arguments).current_dir(package).env("CARGO_TARGET_DIR", crate::root().join("target"));
        cargo::succeed(&mut command)
    };
    cargo(&["fmt", "--", "--check"])?;
    cargo(&["clippy", "--quiet", "--locked", "--", "--deny", "warnings"])
}

fn check(options: &Options, python: &str, tools: &Environment, package: &Path) -> Result<(), Failure> {
    let clean = Environment(crate::root().join("target/python-wheel-env"));
    if !clean.make(python)? {
        return Err(Failure::new(format!("`{python} -m venv` makes no environment here")));
    }
    style(package)?;
    if !tools.install(&TABLES)? || !clean.install(&TABLES)? {
        println!("python: NOT tested beside other packages, since pip cannot get {}", TABLES.join(", "));
    }
    if options.spark && !clean.install(&SPARK)? {
        println!("python: NOT tested on Spark, since pip cannot get {}", SPARK.join(", "));
    }
    let interpreter = tools.program("python");
    // Skipped tests and recipes say why.
    tools.succeed("python", &["-m", "pytest", "--quiet", "-rs", "tests"], package)?;
    tools.succeed("python", &["-m", "mypy", "python/character_cards", "tests"], package)?;
    tools.succeed("pyright", &["--pythonpath", &interpreter.to_string_lossy(), "python/character_cards"], package)?;
    tools.succeed("python", &["-m", "mypy.stubtest", "--ignore-disjoint-bases", "character_cards._native"], package)?;
    conform(tools)?;
    recipes(options.cards, tools, &clean, package)
}

/// The wheel, installed as its users install it, under the examples that they are shown.
fn recipes(cards: u32, tools: &Environment, clean: &Environment, package: &Path) -> Result<(), Failure> {
    let wheels = crate::root().join("target/wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels)?;
    }
    tools.succeed("maturin", &["build", "--quiet", "--locked", "--out", &wheels.to_string_lossy()], package)?;
    let wheel = fs::read_dir(&wheels)?.next().ok_or_else(|| Failure::new("maturin made no wheel"))??.path();
    // By its file and without an index, since a package that needs another would not be one that is alone.
    let install = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index", "--force-reinstall"];
    clean.succeed("python", &[&install[..], &[&wheel.to_string_lossy()]].concat(), package)?;
    if !clean.install(&TOOLS[3..])? {
        println!("python: the recipes are NOT run, since pip cannot get {}", TOOLS[3]);
        return Ok(());
    }
    let mut recipes = clean.command("python", &["-m", "pytest", "--quiet", "-rs", "recipes"], package);
    cargo::succeed(recipes.env("RECIPE_CARDS", cards.to_string()))
}

/// An environment with Python's packages.
struct Environment(PathBuf);

impl Environment {
    fn program(&self, name: &str) -> PathBuf {
        self.0.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
    }

    /// Whether there is one, or could be made; one that was left half made is made anew.
    fn make(&self, python: &str) -> Result<bool, Failure> {
        if self.program("python").exists() || self.program("python.exe").exists() {
            return Ok(true);
        }
        is_done(Command::new(python).args(["-m", "venv", "--clear"]).arg(&self.0))
    }

    fn succeed(&self, program: &str, arguments: &[&str], folder: &Path) -> Result<(), Failure> {
        cargo::succeed(&mut self.command(program, arguments, folder))
    }

    fn command(&self, program: &str, arguments: &[&str], folder: &Path) -> Command {
        let mut command = Command::new(self.program(program));
        command.args(arguments).current_dir(folder).env("VIRTUAL_ENV", &self.0);
        // The folder of the workspace, whose lock file has the same versions, so that little is built twice.
        command.env("CARGO_TARGET_DIR", crate::root().join("target"));
        command
    }

    /// Whether the installer got these, or had them.
    fn install(&self, packages: &[&str]) -> Result<bool, Failure> {
        let install = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--retries", "1"];
        let mut command = Command::new(self.program("python"));
        is_done(command.args(install).args(["--timeout", "15"]).args(packages))
    }
}

/// A Python that is new enough.
fn python() -> Option<&'static str> {
    let new_enough = |name: &&str| {
        let test = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
        Command::new(name).args(["-c", test]).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    ["python3", "python"].into_iter().find(new_enough)
}

/// Makes the environment with what the checks need, and says what cannot be had.
fn prepare(python: &str, tools: &Environment, package: &Path) -> Result<Option<String>, Failure> {
    if !tools.make(python)? {
        return Ok(Some(format!("`{python} -m venv` makes no environment here")));
    }
    if !tools.install(&TOOLS)? {
        return Ok(Some(format!("pip cannot get {}", TOOLS.join(", "))));
    }
    let fetched = Command::new(env!("CARGO")).args(["fetch", "--locked"]).current_dir(package).output()?;
    if String::from_utf8_lossy(&fetched.stderr).contains("--locked") {
        return Err(Failure::new("packages/python/Cargo.lock is stale: run `cargo metadata` there"));
    }
    Ok((!fetched.status.success()).then(|| "cargo cannot get what it is built of".to_owned()))
}

/// Whether a command succeeds; what it says is for nobody.
fn is_done(command: &mut Command) -> Result<bool, Failure> {
    Ok(command.stdout(Stdio::null()).stderr(Stdio::null()).status()?.success())
}

/// The suite, asked through Python: the rows that our library answers are answered.
fn conform(tools: &Environment) -> Result<(), Failure> {
    let adapter = crate::root().join("suite/adapters/cards_python.py");
    let program = format!("'{}' '{}'", tools.program("python").display(), adapter.display());
    let [ours, through_python] = [None, Some(program.as_str())].map(|program| {
        // The tool inside of the package asks, so that nothing more is built.
        let mut command = Command::new(tools.program("python"));
        command.args(["-m", "character_cards", "conform", "--json", "--suite", "suite"]);
        command.args(program.iter().flat_map(|program| ["--program", program])).current_dir(crate::root());
        let output = command.output()?;
        let mut answer: Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| Failure::new(format!("`cards conform` gave no answer: {error}")))?;
        answer["program"] = Value::Null;
        Ok::<_, Failure>(answer)
    });
    let (ours, through_python) = (ours?, through_python?);
    if ours != through_python {
        return Err(Failure::new("the suite is answered otherwise through Python than by the library"));
    }
    println!("python: the suite is answered as by the library, all {} rows", ours["rows"]);
    Ok(())
}
