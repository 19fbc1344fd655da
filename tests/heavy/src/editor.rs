//! `cargo heavy editor`: how long a language server takes to answer while somebody types in a large card, and how much memory.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use xtask::failure::Failure;
use xtask::root;

/// What is measured.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Entries of the card's lorebook.
    #[arg(long, default_value_t = 3_000)]
    entries: usize,
    /// Bytes of the card, about.
    #[arg(long, default_value_t = 1_000_000)]
    bytes: usize,
    /// Keys that are pressed.
    #[arg(long, default_value_t = 200)]
    keys: usize,
    /// Milliseconds from one key to the next; people type one in 60 to 200.
    #[arg(long, default_value_t = 60)]
    pause: u64,
    /// A built server, in place of a release build made now.
    #[arg(long, value_name = "PROGRAM")]
    server: Option<PathBuf>,
}

/// The words of the card.
const WORDS: [&str; 12] =
    ["harbour", "lamp", "keeper", "storm", "letter", "bell", "reed", "stone", "winter", "ferry", "song", "ash"];

pub fn run(options: &Options) -> Result<(), Failure> {
    let server = match &options.server {
        Some(server) => server.clone(),
        None => {
            let built = Command::new(env!("CARGO"))
                .args(["build", "--release", "-p", "cards-lsp"])
                .current_dir(root())
                .status()?;
            if !built.success() {
                return Err(Failure::new("cards-lsp cannot be built"));
            }
            root().join("target/release/cards-lsp")
        }
    };
    let text = card(options);
    let mut editor = Editor::start(&server)?;
    let uri = "file:///nowhere/large.json";
    println!("a card of {} bytes and {} entries, {} keys pressed", text.len(), options.entries, options.keys);
    let opened = Instant::now();
    editor.note(
        "textDocument/didOpen",
        &json!({"textDocument": {"uri": uri, "languageId": "json", "version": 1, "text": text}}),
    )?;
    let first = editor.ask("textDocument/documentSymbol", &json!({"textDocument": {"uri": uri}}))?;
    println!(
        "opened, first symbols: {:.1} ms ({} at the root)",
        millis(opened.elapsed()),
        first.as_array().map_or(0, Vec::len)
    );
    editor.until("textDocument/publishDiagnostics")?;
    println!("opened, first diagnostics: {:.1} ms", millis(opened.elapsed()));
    // Lenses have something to say from here on.
    editor.until("workspace/codeLens/refresh")?;
    println!("opened, first lenses: {:.1} ms", millis(opened.elapsed()));

    let lines: Vec<&str> = text.split('\n').collect();
    let mut version = 1;
    for (what, keys) in
        [("keys in texts", in_texts(&lines, options.keys)), ("keys in members", in_members(&lines, options.keys))]
    {
        let mut took: Vec<(&str, Vec<Took>)> = Vec::new();
        for (number, Key { line, character, removed, text }) in keys.into_iter().enumerate() {
            version += 1;
            let place = |character: usize| json!({"line": line, "character": character});
            let change = json!({"range": {"start": place(character), "end": place(character + removed)}, "text": text});
            let mut before = editor.worked(Thread::Answers)?;
            editor.note(
                "textDocument/didChange",
                &json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}),
            )?;
            let inside = json!({"line": line, "character": character + 1 + number % 8 + 3});
            let at = json!({"textDocument": {"uri": uri}, "position": inside});
            let of = json!({"textDocument": {"uri": uri}});
            let shown = json!({"textDocument": {"uri": uri}, "range": {
                "start": {"line": line.saturating_sub(40), "character": 0}, "end": {"line": line + 40, "character": 0}}});
            let asked: [(&str, &Value); 11] = [
                ("textDocument/completion", &at),
                ("textDocument/signatureHelp", &at),
                ("textDocument/hover", &at),
                ("textDocument/definition", &at),
                ("textDocument/semanticTokens/range", &shown),
                ("textDocument/semanticTokens/full", &of),
                ("textDocument/inlayHint", &shown),
                ("textDocument/codeLens", &of),
                ("textDocument/foldingRange", &of),
                ("textDocument/documentSymbol", &of),
                ("textDocument/documentLink", &of),
            ];
            for (method, params) in asked {
                let waited = millis(editor.timed(method, params)?.0);
                let now = editor.worked(Thread::Answers)?;
                let time = Took { worked: millis(now.saturating_sub(before)), waited };
                before = now;
                match took.iter_mut().find(|(known, _)| *known == method) {
                    Some((_, times)) => times.push(time),
                    None => took.push((method, vec![time])),
                }
            }
            std::thread::sleep(Duration::from_millis(options.pause));
        }
        let all: Vec<Took> = took.iter().flat_map(|(_, times)| times.iter().copied()).collect();
        println!(
            "\n{what:<24} milliseconds of work: half     95 %     most   at most {PROMISED}   answer there: half     95 %"
        );
        for (method, times) in &took {
            row(method, times);
        }
        row("all", &all);
        // What is wrong is told once keys rest; what was asked before has been told by now.
        let (rested, before) = (Instant::now(), editor.worked(Thread::Beside)?);
        version += 1;
        let start = json!({"line": 0, "character": 0});
        let change = json!({"range": {"start": start, "end": start}, "text": " "});
        editor.note(
            "textDocument/didChange",
            &json!({"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}),
        )?;
        editor.until_diagnosed(version)?;
        let worked = millis(editor.worked(Thread::Beside)?.saturating_sub(before));
        println!(
            "diagnostics after the last key: {:.0} ms, {worked:.0} ms of work beside the answers",
            millis(rested.elapsed())
        );
    }
    println!("\nmemory at most: {:.0} MB", editor.memory()? as f64 / 1024.0);
    Ok(())
}

/// A key that is pressed, or a piece that is pasted.
struct Key {
    line: usize,
    character: usize,
    /// Characters that go.
    removed: usize,
    text: String,
}

/// Where the lines are that have a word, and where it is in them.
fn places(lines: &[&str], word: &str) -> Vec<(usize, usize)> {
    lines.iter().enumerate().filter_map(|(line, text)| Some((line, text.find(word)?))).collect()
}

/// A few keys in one text, then in another one.
fn in_texts(lines: &[&str], count: usize) -> Vec<Key> {
    let texts = places(lines, "{{user}}");
    let key = |number: usize| {
        let (line, character) = texts[(number / 8 * 397) % texts.len()];
        Key { line, character, removed: 0, text: "x".to_owned() }
    };
    (0..count).map(key).collect()
}

/// Members of one entry after another: one that is typed, so that the file is half typed until its last key; the letters of
/// `true`, the digits of a number, and a comma, which go and come again; an entry that is pasted, and taken out.
fn in_members(lines: &[&str], count: usize) -> Vec<Key> {
    let (members, numbers) = (places(lines, "\"enabled\""), places(lines, "\"insertion_order\""));
    let entry = json!({"keys": ["pasted"], "content": "It {{user}} is.", "enabled": true, "insertion_order": 1, "extensions": {}});
    let mut keys = Vec::new();
    let mut round = 0;
    while keys.len() < count {
        let mut push = |line: usize, character: usize, removed: usize, text: &str| {
            keys.push(Key { line, character, removed, text: text.to_owned() });
        };
        let nth = |of: &[(usize, usize)], number: usize| of[(round * 397 + number) % of.len()];
        let (line, character) = nth(&members, 0);
        for (number, key) in ["\"", "x", "\"", ":", "1", ",", " "].into_iter().enumerate() {
            push(line, character + number, 0, key);
        }
        let (line, character) = nth(&members, 1);
        let end = character + "\"enabled\": true".len();
        push(line, end - 1, 1, "");
        push(line, end - 1, 0, "e");
        let (line, _) = nth(&members, 2);
        push(line, end, 1, "");
        push(line, end, 0, ",");
        let (line, character) = nth(&numbers, 3);
        push(line, character + "\"insertion_order\": ".len(), 0, "1");
        push(line, character + "\"insertion_order\": ".len(), 1, "");
        let (line, _) = nth(&members, 4);
        let opening = (0..line).rev().find(|line| lines[*line].trim() == "{").unwrap_or(line);
        let pasted = format!("{entry}, ");
        push(opening, lines[opening].len() - 1, 0, &pasted);
        push(opening, lines[opening].len() - 1, pasted.len(), "");
        round += 1;
    }
    keys.truncate(count);
    keys
}

/// What an answer took.
#[derive(Clone, Copy, Debug)]
struct Took {
    /// What the server worked for it, on however busy a machine, the reading of the key before it included.
    worked: f64,
    /// Until all of it was there.
    waited: f64,
}

/// Milliseconds in which 95 of 100 answers are to be there.
const PROMISED: f64 = 20.0;

fn row(name: &str, times: &[Took]) {
    let of = |part: f64, times: &[Took], which: fn(&Took) -> f64| {
        let mut all: Vec<f64> = times.iter().map(which).collect();
        all.sort_by(f64::total_cmp);
        all.get(((all.len() as f64 * part) as usize).min(all.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    let worked = [0.5, 0.95, 1.0].map(|part| format!("{:>8.2}", of(part, times, |took| took.worked))).join(" ");
    let waited = [0.5, 0.95].map(|part| format!("{:>8.2}", of(part, times, |took| took.waited))).join(" ");
    let kept = times.iter().filter(|took| took.worked <= PROMISED).count() as f64 / times.len().max(1) as f64;
    println!("{name:<42} {worked} {:>10.2} %              {waited}", kept * 100.0);
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// A card with a large book: entries with keys, macros and variables, as people write them.
fn card(options: &Options) -> String {
    let word = |number: usize| WORDS[number % WORDS.len()];
    let each = options.bytes / options.entries.max(1);
    let entries: Vec<Value> = (0..options.entries)
        .map(|number| {
            let mut content = format!("{{{{char}}}} tells {{{{user}}}} of the {} {number}. ", word(number));
            if number % 10 == 0 {
                content += "{{setvar::seen::1}}{{getvar::mood}} ";
            }
            let mut step = number;
            while content.len() + 240 < each {
                step += 7;
                content += &format!("The {} lies by the {}; ", word(step), word(step / 3 + 5));
            }
            json!({"keys": [format!("{} {number}", word(number)), format!("{}{number}", word(number + 3))], "content": content,
                "extensions": {}, "enabled": true, "insertion_order": number, "comment": format!("Entry {number}")})
        })
        .collect();
    let card = json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {
        "name": "Aria", "description": "A bard who knows {{user}}. {{setvar::mood::calm}}", "personality": "", "scenario": "",
        "first_mes": "Hello {{user}}", "mes_example": "", "extensions": {},
        "character_book": {"extensions": {}, "token_budget": 4000, "entries": entries}}});
    serde_json::to_string_pretty(&card).unwrap_or_default()
}

/// The threads of the server.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thread {
    Answers,
    Beside,
}

struct Editor {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: i64,
}

impl Editor {
    fn start(program: &PathBuf) -> Result<Self, Failure> {
        let mut server = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (to, from) = (server.stdin.take(), server.stdout.take());
        let (Some(to), Some(from)) = (to, from) else { return Err(Failure::new("the server has no pipes")) };
        let mut editor = Self { server, to, from: BufReader::new(from), asked: 0 };
        let can = json!({"workspace": {"codeLens": {"refreshSupport": true}}});
        editor.ask("initialize", &json!({"processId": null, "capabilities": can, "rootUri": null}))?;
        editor.note("initialized", &json!({}))?;
        Ok(editor)
    }

    fn send(&mut self, message: &Value) -> Result<(), Failure> {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        Ok(self.to.flush()?)
    }

    fn note(&mut self, method: &str, params: &Value) -> Result<(), Failure> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, Failure> {
        Ok(self.timed(method, params)?.1)
    }

    /// Asks, and says how long it took until all of the answer was there; to read it is the editor's part.
    fn timed(&mut self, method: &str, params: &Value) -> Result<(Duration, Value), Failure> {
        let began = Instant::now();
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            let bytes = self.frame()?;
            let time = began.elapsed();
            let mut message: Value = serde_json::from_slice(&bytes)?;
            if message["id"] == id && message.get("method").is_none() {
                if !message["error"].is_null() {
                    return Err(Failure::new(format!("{method}: {}", message["error"])));
                }
                return Ok((time, message["result"].take()));
            }
        }
    }

    fn until(&mut self, method: &str) -> Result<(), Failure> {
        while serde_json::from_slice::<Value>(&self.frame()?)?["method"] != method {}
        Ok(())
    }

    /// Waits until what is wrong with a version is told.
    fn until_diagnosed(&mut self, version: i32) -> Result<(), Failure> {
        loop {
            let message: Value = serde_json::from_slice(&self.frame()?)?;
            if message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == version {
                return Ok(());
            }
        }
    }

    fn frame(&mut self) -> Result<Vec<u8>, Failure> {
        let (mut length, mut line) = (0, String::new());
        loop {
            line.clear();
            if self.from.read_line(&mut line)? == 0 {
                return Err(Failure::new("the server ended"));
            }
            match line.trim().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.parse()?,
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// How long the server has worked, for its answers or beside them.
    fn worked(&self, threads: Thread) -> Result<Duration, Failure> {
        let mut nanos = 0;
        for task in fs::read_dir(format!("/proc/{}/task", self.server.id()))? {
            let task = task?.path();
            if (fs::read_to_string(task.join("comm"))?.trim() == "background") == (threads == Thread::Beside) {
                let said = fs::read_to_string(task.join("schedstat"))?;
                nanos += said.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0);
            }
        }
        Ok(Duration::from_nanos(nanos))
    }

    /// The most memory that the server had, in KiB.
    fn memory(&self) -> Result<u64, Failure> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.server.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        Ok(line.and_then(|line| line.split_whitespace().next()).ok_or_else(|| Failure::new("no VmHWM"))?.parse()?)
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        drop(self.server.kill());
        drop(self.server.wait());
    }
}
