//! `cargo heavy doors`: the same questions through every way in, and the same answers.
//!
//! The questions are data, in `tests/doors/questions.json`. The answers of the libraries are what those of the tool, the npm package
//! and the Python package are held to, as JSON: an answer that differs is named with its file, question and way in.

mod library;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use cards_kit::{CardFile, Limits, Patch};
use serde_json::{Map, Number, Value, json};

use crate::failure::Failure;
use crate::{cargo, root, shared};

/// Differences that are printed.
const SHOWN: usize = 20;
/// Bytes of an answer that are printed.
const WIDTH: usize = 300;
/// Bytes of the largest file that is asked about.
const LARGEST: u64 = 2 << 20;

/// What to ask about.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Ask about every card of the shared corpus, or about all fixtures where there is none, and not about a few fixtures alone.
    #[arg(long)]
    whole: bool,
    /// Files to ask about, in place of those.
    files: Vec<PathBuf>,
}

/// A file that is asked about, and two edits of it.
pub struct Files {
    path: String,
    file: Vec<u8>,
    ours: Vec<u8>,
    theirs: Vec<u8>,
}

impl Files {
    fn name(&self) -> String {
        Path::new(&self.path).file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Asks everything, and fails where an answer differs.
pub fn run(options: &Options) -> Result<(), Failure> {
    let table: Value = serde_json::from_slice(&fs::read(root().join("tests/doors/questions.json"))?)?;
    let questions: Vec<&Value> = table["questions"].as_array().into_iter().flatten().collect();
    // A folder of its own, since two runs at once would read each other's files.
    let shared = root().join("target/tmp");
    fs::create_dir_all(&shared)?;
    let folder = tempfile::Builder::new().prefix("doors-").tempdir_in(shared)?;
    let scratch = folder.path().to_owned();
    fs::write(scratch.join("chat.json"), table["chat"].to_string())?;
    fs::write(scratch.join("macros.txt"), table["macros"].as_str().unwrap_or_default())?;
    let tool = Tool { program: cargo::tool()?, scratch };
    let mut doors = [Door::start("npm", npm())?, Door::start("Python", python())?];
    let files = match &options.files[..] {
        [] if options.whole => whole()?,
        [] => few()?,
        given => given.to_vec(),
    };
    let (mut asked, mut beside, mut within, mut unlike) = (0_usize, 0_usize, 0_usize, Vec::new());
    for path in &files {
        let file = fs::read(path)?;
        let edited = |place: &str, text: &str| edited(&file, place, text).unwrap_or_else(|| file.clone());
        let (ours, theirs) = (edited("description", "A keeper of locks."), edited("name", "Mira"));
        let given = Files { path: path.to_string_lossy().into_owned(), ours, theirs, file };
        tool.write(&given)?;
        let by_tool = questions.iter().map(|question| tool.ask(question, &given)).collect::<Result<Vec<_>, _>>()?;
        // Of a chat or a preset, the rest is for cards.
        let is_beside = by_tool.iter().any(|answer| answer["beside"].is_object());
        beside += usize::from(is_beside);
        let others = doors.iter_mut().map(|door| door.ask(&tool.line(&given))).collect::<Result<Vec<_>, _>>()?;
        for (question, by_tool) in questions.iter().zip(by_tool) {
            if is_beside && question["beside"] != true {
                continue;
            }
            let id = question["id"].as_str().unwrap_or_default();
            let wanted = library::answer(id, &given, &table).ok_or_else(|| {
                Failure::new(format!("`{id}` is not asked of the libraries: tests/heavy/src/doors/library.rs"))
            })?;
            let wanted = compared(wanted, question);
            let mut told = vec![("the tool", by_tool)];
            let from_others = doors
                .iter()
                .zip(&others)
                .filter_map(|(door, answers)| Some((door.name, answers.as_ref()?[id].clone())));
            told.extend(from_others);
            for (door, answer) in told {
                // By its path, an archive that is none of a card is gone through as a folder, which bytes are not.
                if answer["path"].as_str().is_some_and(|path| path != given.path) {
                    within += 1;
                    continue;
                }
                asked += 1;
                let answer = compared(answer, question);
                if answer != wanted {
                    unlike.push(format!("{}: {id}: {door}: {}", given.path, first_difference("", &wanted, &answer)));
                }
            }
        }
    }
    for line in unlike.iter().take(SHOWN) {
        println!("{line}");
    }
    if !unlike.is_empty() {
        return Err(Failure::new(format!("doors: {} of {asked} answers are not those of the libraries", unlike.len())));
    }
    if within > 0 {
        println!("doors: {within} answers are about what is in an archive, and are passed over");
    }
    println!(
        "doors: {asked} answers about {} files, {beside} of them beside cards, are those of the libraries",
        files.len()
    );
    Ok(())
}

/// The file with a text set; nothing for one that cannot be changed.
fn edited(file: &[u8], place: &str, text: &str) -> Option<Vec<u8>> {
    let mut file = CardFile::open(file.to_vec(), &Limits::default()).ok()?;
    file.apply(&[Patch::Set { path: place.parse().ok()?, value: text.into() }]).ok()?;
    Some(file.to_bytes().ok()?.into_owned())
}

/// The cards among the fixtures, and a file of each kind that is kept beside cards.
fn few() -> Result<Vec<PathBuf>, Failure> {
    let folders = ["fixtures/cards", "fuzz/seeds/beside", "fuzz/seeds/chats"];
    Ok(folders.iter().map(|folder| below(&root().join(folder))).collect::<Result<Vec<_>, _>>()?.concat())
}

fn whole() -> Result<Vec<PathBuf>, Failure> {
    let corpus = shared::dir().join("corpus");
    below(&if corpus.is_dir() { corpus } else { root().join("fixtures") })
}

/// The files below a folder that are not too large to be asked about often, in order.
fn below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            found.extend(below(&entry.path())?);
        } else if entry.metadata()?.len() <= LARGEST {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

/// The tool, asked by its command line.
struct Tool {
    program: PathBuf,
    scratch: PathBuf,
}

impl Tool {
    fn edit(&self, side: &str) -> PathBuf {
        self.scratch.join(side)
    }

    fn write(&self, files: &Files) -> Result<(), Failure> {
        fs::write(self.edit("ours"), &files.ours)?;
        fs::write(self.edit("theirs"), &files.theirs)?;
        Ok(())
    }

    /// What the packages are asked about.
    fn line(&self, files: &Files) -> Value {
        json!({ "path": files.path, "ours": self.edit("ours"), "theirs": self.edit("theirs") })
    }

    fn ask(&self, question: &Value, files: &Files) -> Result<Value, Failure> {
        let mut command = Command::new(&self.program);
        for word in question["tool"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            match word {
                "{path}" => command.arg(&files.path),
                "{ours}" | "{theirs}" => command.arg(self.edit(word.trim_matches(['{', '}']))),
                "{chat}" => command.arg(self.scratch.join("chat.json")),
                "{macros}" => command.arg(self.scratch.join("macros.txt")),
                word => command.arg(word),
            };
        }
        let output = command.arg("--json").output()?;
        // A scan has no row for a file that is nothing of cards.
        if output.status.success() && output.stdout.is_empty() {
            return Ok(json!({ "beside": {} }));
        }
        let answer: Value = serde_json::from_slice(&output.stdout).map_err(|error| {
            let said = String::from_utf8_lossy(&output.stderr);
            Failure::new(format!("{}: `cards {}` gave no JSON: {error}\n{said}", files.path, question["tool"]))
        })?;
        // A row of a scan has its error beside what it says.
        if answer["error"].is_object() && answer.get("path").is_none() {
            return Ok(json!({ "refused": answer["error"]["class"] }));
        }
        let place = question["take"].as_str().unwrap_or_default();
        Ok(answer.pointer(place).cloned().unwrap_or_default())
    }
}

/// A package of another language: a program that answers a line with a line.
struct Door {
    name: &'static str,
    running: Option<(Child, ChildStdin, BufReader<ChildStdout>)>,
}

impl Door {
    /// Starts what asks it; says so where it is not built here.
    fn start(name: &'static str, command: Option<Command>) -> Result<Self, Failure> {
        let Some(mut command) = command else {
            println!("doors: the {name} package is NOT asked, since it is not built here");
            return Ok(Self { name, running: None });
        };
        let mut child = command.current_dir(root()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let running = child.stdin.take().zip(child.stdout.take());
        Ok(Self { name, running: running.map(|(to, from)| (child, to, BufReader::new(from))) })
    }

    fn ask(&mut self, line: &Value) -> Result<Option<Value>, Failure> {
        let Some((_, to, from)) = &mut self.running else { return Ok(None) };
        writeln!(to, "{line}")?;
        let mut answer = String::new();
        from.read_line(&mut answer)?;
        let answer = serde_json::from_str(&answer);
        answer.map(Some).map_err(|error| Failure::new(format!("{}: {line}: no answer: {error}", self.name)))
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        if let Some((mut child, to, _)) = self.running.take() {
            drop(to);
            // It ends by itself when nothing more is asked.
            let _ = child.wait();
        }
    }
}

/// The npm package, where `cargo xtask web` has built its module.
fn npm() -> Option<Command> {
    let is_built = root().join("packages/npm/cards.wasm").is_file();
    let mut command = Command::new("node");
    command.arg("tests/doors/ask.mjs");
    (is_built && Command::new("node").arg("--version").output().is_ok()).then_some(command)
}

/// The Python package, where `cargo xtask python` has built it.
fn python() -> Option<Command> {
    let programs = ["target/python-env/bin/python", "target/python-env/Scripts/python.exe"];
    let program = programs.map(|path| root().join(path)).into_iter().find(|path| path.is_file())?;
    let mut command = Command::new(program);
    command.arg("tests/doors/ask.py");
    command.env("PYTHONIOENCODING", "utf-8:surrogatepass");
    Some(command)
}

/// An answer as it is compared: without what one way in alone can know, and numbers as JavaScript has them.
fn compared(answer: Value, question: &Value) -> Value {
    let mut answer = plain(answer);
    if let Value::Object(members) = &mut answer {
        for name in question["without"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            members.remove(name);
        }
        if question["moments"] == false {
            let changes = members.get_mut("changes").and_then(Value::as_array_mut).into_iter().flatten();
            for change in changes.filter(|change| change["cause"] == "date") {
                change["after"] = "now".into();
            }
        }
        if question["nulls"] == false {
            members.retain(|_, value| !value.is_null());
        }
    }
    answer
}

fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().and_then(Number::from_f64).map_or(Value::Null, Value::Number),
        Value::Array(values) => values.into_iter().map(plain).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, value)| (name, plain(value))).collect::<Map<_, _>>().into()
        }
        other => other,
    }
}

/// Where two answers differ first.
fn first_difference(at: &str, wanted: &Value, found: &Value) -> String {
    let shown = |value: &Value| value.to_string().chars().take(WIDTH).collect::<String>();
    match (wanted, found) {
        (Value::Object(a), Value::Object(b)) => {
            let names = a.keys().chain(b.keys());
            let differs = names.into_iter().find(|name| a.get(*name) != b.get(*name));
            if let Some(name) = differs {
                let at = format!("{at}/{name}");
                return match (a.get(name), b.get(name)) {
                    (Some(a), Some(b)) => first_difference(&at, a, b),
                    (Some(a), None) => format!("{at} is absent in place of {}", shown(a)),
                    (_, b) => format!("{at} is {} in place of nothing", b.map(shown).unwrap_or_default()),
                };
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            if let Some((number, (a, b))) = a.iter().zip(b).enumerate().find(|(_, (a, b))| a != b) {
                return first_difference(&format!("{at}/{number}"), a, b);
            }
        }
        _ => {}
    }
    format!("{at} is {} in place of {}", shown(found), shown(wanted))
}
