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
    let places = |word: &str| -> Vec<(usize, usize)> {
        let found = lines.iter().enumerate().filter_map(|(line, text)| Some((line, text.find(word)?)));
        found.collect()
    };
    let (texts, members) = (places("{{user}}"), places("\"enabled\""));
    let mut version = 1;
    // A few keys in one text, then in another one.
    let in_texts: Vec<_> = (0..options.keys).map(|number| (texts[(number / 8 * 397) % texts.len()], "x")).collect();
    // A member that is typed, so that the file is half typed until its last key.
    let member = ["\"", "x", "\"", ":", "1", ",", " "];
    let typed = (0..options.keys).map(|number| {
        let (line, character) = members[(number / member.len() * 397) % members.len()];
        ((line, character + number % member.len()), member[number % member.len()])
    });
    for (what, keys) in [("keys in texts", in_texts), ("keys of members that are typed", typed.collect())] {
        let mut took: Vec<(&str, Vec<Took>)> = Vec::new();
        for (number, ((line, character), key)) in keys.into_iter().enumerate() {
            version += 1;
            let place = json!({"line": line, "character": character});
            let change = json!({"range": {"start": place, "end": place}, "text": key});
            let mut before = editor.worked()?;
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
                let now = editor.worked()?;
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
        println!("\n{what}, in milliseconds        work: half     95 %     most   answer there: half     95 %");
        for (method, times) in &took {
            row(method, times);
        }
        row("all", &all);
    }
    println!("\nmemory at most: {:.0} MB", editor.memory()? as f64 / 1024.0);
    Ok(())
}

/// What an answer took.
#[derive(Clone, Copy, Debug)]
struct Took {
    /// What the server worked for it, on however busy a machine, the reading of the key before it included.
    worked: f64,
    /// Until all of it was there.
    waited: f64,
}

fn row(name: &str, times: &[Took]) {
    let of = |part: f64, times: &[Took], which: fn(&Took) -> f64| {
        let mut all: Vec<f64> = times.iter().map(which).collect();
        all.sort_by(f64::total_cmp);
        all.get(((all.len() as f64 * part) as usize).min(all.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    let worked = [0.5, 0.95, 1.0].map(|part| format!("{:>8.2}", of(part, times, |took| took.worked))).join(" ");
    let waited = [0.5, 0.95].map(|part| format!("{:>8.2}", of(part, times, |took| took.waited))).join(" ");
    println!("{name:<36} {worked}                 {waited}");
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

    /// How long the server has worked, what it does beside its answers left out.
    fn worked(&self) -> Result<Duration, Failure> {
        let mut nanos = 0;
        for task in fs::read_dir(format!("/proc/{}/task", self.server.id()))? {
            let task = task?.path();
            if fs::read_to_string(task.join("comm"))?.trim() != "background" {
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
