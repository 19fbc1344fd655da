//! Runs `fixtures/model`: each case is a file as found, and what reading it says.
//!
//! `input.json` holds the bytes; `options.txt`, where it stands, has words of `strict`, `relaxed`, `rules` (list
//! what breaks a rule, not only what was read around), `depth=N`, `values=N` and `bytes=N`; `expect.txt` has the form, the reason, what the getters answer, and the findings, or the
//! whole error. `CARDS_BLESS=1` writes the expectations anew.

use std::fmt::Write as _;
use std::path::Path;

use cards_model::{Content, Document, Error, Grammar, Limits, Style, ValidateOptions};

struct Options {
    strict: bool,
    rules: bool,
    grammar: Grammar,
    limits: Limits,
}

impl Options {
    fn of(text: &str) -> Self {
        let mut options = Self { strict: false, rules: false, grammar: Grammar::Strict, limits: Limits::default() };
        for word in text.split_whitespace() {
            let number = || word.split_once('=').and_then(|(_, n)| n.parse().ok()).expect("a limit is a number");
            match word.split('=').next() {
                Some("strict") => options.strict = true,
                Some("rules") => options.rules = true,
                Some("relaxed") => options.grammar = Grammar::Relaxed,
                Some("depth") => options.limits = options.limits.with_depth(number() as u32),
                Some("values") => options.limits = options.limits.with_values(number()),
                Some("bytes") => options.limits = options.limits.with_bytes(number()),
                _ => panic!("unknown option `{word}`"),
            }
        }
        options
    }

    fn read(&self, bytes: &[u8]) -> Result<Document, Error> {
        if self.strict {
            Document::read_strict(bytes, &self.limits)
        } else {
            Document::read_with(bytes, self.grammar, &self.limits)
        }
    }
}

/// What reading a file says, as text.
fn outcome(bytes: &[u8], options: &Options) -> String {
    let document = match options.read(bytes) {
        Ok(document) => document,
        Err(error) => return format!("refused ({}): {error}\n", error.class()),
    };
    let mut out = String::new();
    let detection = document.detection();
    let _ = writeln!(out, "form: {}, since {}", detection.form, detection.reason);
    describe(&document.content, &mut out);
    if let Some(book) = document.content.lorebook() {
        let _ = writeln!(out, "lore: {:?}, {} entries", book.name.as_deref().unwrap_or_default(), book.entries.len());
        for entry in &book.entries {
            let _ = write!(out, "  {:?} {:?}", entry.keys, entry.content);
            for (what, text) in [
                ("title", (!entry.title().is_empty()).then(|| format!("{:?}", entry.title()))),
                ("id", entry.id.as_ref().map(ToString::to_string)),
                ("order", Some(entry.insertion_order.to_string()).filter(|order| order != "0")),
                ("position", entry.position.as_ref().map(|position| format!("{:?}", position.as_str()))),
                ("secondary", entry.secondary_keys.as_ref().map(|keys| format!("{keys:?}"))),
                ("off", (!entry.enabled).then(String::new)),
                ("constant", entry.constant.filter(|constant| *constant).map(|_| String::new())),
                ("selective", entry.selective.filter(|selective| *selective).map(|_| String::new())),
            ] {
                if let Some(text) = text {
                    let _ = write!(out, " {what}{}{text}", if text.is_empty() { "" } else { "=" });
                }
            }
            out.push('\n');
        }
    }
    let broken = if options.rules { document.validate(ValidateOptions::STRICT) } else { document.findings().to_vec() };
    for finding in broken {
        let _ = writeln!(out, "{finding}");
    }
    if options.grammar == Grammar::Strict {
        let peek = cards_model::peek(bytes, &options.limits).expect("what can be read can be peeked at");
        assert_eq!(&peek.detection, detection, "a peek tells the same form");
        let name = document.card().map_or("", cards_model::Card::name);
        assert!(document.card().is_none() || peek.name == name, "a peek finds the same name");
    }
    if document.origin().is_none() {
        assert_eq!(document.to_bytes(), bytes, "an untouched file keeps its bytes");
    }
    let anew = document.to_text(Style::Compact);
    let again = Document::read(anew.as_str(), &options.limits).expect("what was written is read");
    assert_eq!(again.to_text(Style::Compact), anew, "what was written reads as itself");
    out
}

fn describe(content: &Content, out: &mut String) {
    let _ = match content {
        Content::Card(card) => {
            let _ = writeln!(out, "name: {:?}", card.display_name());
            for greeting in card.greetings() {
                let _ = writeln!(out, "greeting: {:?} {:?}", greeting.kind, greeting.text);
            }
            let about = [card.creator(), card.creator_notes()];
            if about.iter().any(|text| !text.is_empty()) || !card.tags().is_empty() {
                let _ = writeln!(out, "creator: {:?}, notes: {:?}, tags: {:?}", about[0], about[1], card.tags());
            }
            let dates = match card {
                cards_model::Card::V3(card) => [&card.data.creation_date, &card.data.modification_date],
                cards_model::Card::V3L(card) => [&card.data.creation_date, &card.data.modification_date],
                _ => [&None, &None],
            };
            for date in dates.into_iter().flatten() {
                let _ = writeln!(out, "date: {}", date.seconds());
            }
            Ok(())
        }
        Content::Module(module) => {
            writeln!(out, "module: {:?} {:?} {:?}", module.module_id, module.name, module.category.as_str())
        }
        _ => Ok(()),
    };
}

#[test]
fn the_cases_read_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/model");
    let mut cases: Vec<_> = std::fs::read_dir(&folder).expect("fixtures/model is there").flatten().collect();
    cases.sort_by_key(std::fs::DirEntry::file_name);
    let (mut failed, mut refused) = (Vec::new(), 0);
    for case in &cases {
        let name = case.file_name().to_string_lossy().into_owned();
        let bytes = std::fs::read(case.path().join("input.json")).expect("a case has an input");
        let options = Options::of(&std::fs::read_to_string(case.path().join("options.txt")).unwrap_or_default());
        let actual = outcome(&bytes, &options);
        refused += usize::from(actual.starts_with("refused"));
        if std::env::var_os("CARDS_BLESS").is_some() {
            std::fs::write(case.path().join("expect.txt"), &actual).expect("the folder can be written");
        }
        let expected = std::fs::read_to_string(case.path().join("expect.txt")).unwrap_or_default();
        println!("{name}: {}", if actual == expected { "ok" } else { "DIFFERS" });
        if actual != expected {
            failed.push(format!("{name}\n--- expected\n{expected}--- actual\n{actual}"));
        }
    }
    println!("{} cases, {refused} of them refusals", cases.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(cases.len() > 60, "cases are missing");
}
