//! No option is passed over in silence.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::time::UNIX_EPOCH;

use crate::desk::{folder, verbs as verbs_of_help};
use crate::laws::options_of;
use crate::tool::{run, text};

/// A card that uses what options speak of.
const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"{{getvar::mood}} {{getglobalvar::mood}} {{time}} {{date}} {{roll:d1000000}} {{persona}} {{tone}}","personality":"","scenario":"","first_mes":"Hi {{user}}, the toll is due.","mes_example":"<START>\n{{user}}: One.\n{{char}}: Two.","creator_notes":"","system_prompt":"","post_history_instructions":"","alternate_greetings":["Ho."],"tags":["bard","elf"],"creator":"","character_version":"","extensions":{"regex_scripts":[{"id":"a","scriptName":"a","findRegex":"/toll/g","replaceString":"fee","trimStrings":[],"placement":[1,2],"disabled":false,"markdownOnly":false,"promptOnly":true,"runOnEdit":true,"substituteRegex":0,"minDepth":null,"maxDepth":null}]},"character_book":{"extensions":{},"entries":[{"id":1,"name":"Toll","keys":["toll"],"content":"Two coins {{getvar::mood}}{{getglobalvar::mood}}{{tone}}.","extensions":{},"enabled":true,"insertion_order":1},{"id":2,"name":"Barge","keys":["barge"],"content":"It is late, {{user}}.","extensions":{"probability":50,"useProbability":true},"enabled":true,"insertion_order":2}]}}}"#;

/// Prose enough to be near to other prose.
const PROSE: &str = "She keeps the lock at the head of the canal, and knows each barge by the sound of its bell. ";

/// The table: command lines, and options, of each verb.
#[derive(Default)]
struct Verb<'t> {
    bases: Vec<(&'t str, Vec<&'t str>)>,
    options: Vec<(&'t str, Vec<&'t str>, Vec<&'t str>)>,
    silent: BTreeSet<(&'t str, &'t str)>,
    /// Options that have nothing to say beside another one.
    beside: BTreeSet<(&'t str, &'t str)>,
}

fn table(text: &str) -> BTreeMap<&str, Verb<'_>> {
    let mut verbs: BTreeMap<&str, Verb<'_>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let mut next = || words.next().unwrap();
        let (kind, verb, name) = (next(), verbs.entry(next()).or_default(), next());
        let rest: Vec<&str> = words.collect();
        match kind {
            "base" => verb.bases.push((name, rest)),
            "say" => {
                let both = rest.iter().position(|word| *word == "|").unwrap_or_default();
                let own = if rest.contains(&"|") { both + 1 } else { 0 };
                verb.options.push((name, rest[..both].to_vec(), rest[own..].to_vec()));
            }
            "beside" => {
                let firsts = name.split(',');
                verb.beside.extend(firsts.flat_map(|first| rest[0].split(',').map(move |second| (first, second))));
                assert!(rest.len() > 2, "{line}");
            }
            "none" => assert!(verb.silent.insert((name, rest[0])) && rest.len() > 2, "{line}"),
            _ => panic!("{line}"),
        }
    }
    verbs
}

/// A baseline with a finding of `bad.json`.
const KNOWN: &str = r#"{"schema":1,"findings":{"bad.json":{"wrong-type":{"a string where an array belongs; kept, and read as its nearest equivalent":1}}}}"#;

/// What a command line answered, with every file that was there afterwards.
#[derive(PartialEq)]
struct Answer {
    code: Option<i32>,
    said: [String; 2],
    left: BTreeMap<String, Vec<u8>>,
}

/// What command lines answered in this second: most options are held against the same line without them. In another one, what has
/// the date in it would differ by that alone, and a silent option be taken for heard.
#[derive(Default)]
struct Asked(RefCell<(u64, Answers)>);

type Answers = BTreeMap<Vec<String>, Rc<Answer>>;

impl Asked {
    fn ask(&self, line: &[String]) -> Rc<Answer> {
        let now = UNIX_EPOCH.elapsed().unwrap().as_secs();
        let (second, known) = &mut *self.0.borrow_mut();
        if *second != now {
            *second = now;
            known.clear();
        }
        let new = || Rc::new(answer(&line.iter().map(String::as_str).collect::<Vec<_>>()));
        Rc::clone(known.entry(line.to_vec()).or_insert_with(new))
    }
}

/// Gives all files below a folder one time, which `scan` writes into its rows.
fn settle(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            settle(&entry);
        } else {
            fs::File::options().append(true).open(&entry).unwrap().set_modified(UNIX_EPOCH).unwrap();
        }
    }
}

/// Asks a command line in a folder of its own.
fn answer(words: &[&str]) -> Answer {
    let folder = folder();
    let toml = "[lint]\nignore = [\"wrong-type\"]\n";
    let sysprompt = r#"{"name":"Plain","content":"Be {{char}}.","post_history":""}"#;
    let text_of_all = "Hi {{user}}, {{char}}: {{persona}} {{getvar::mood}} {{getglobalvar::mood}} {{time}} {{date}} {{roll:d1000000}} toll {{tone}} {{comment: note}}";
    let settings = r#"{"world_info_settings":{"world_info_depth":0}}"#;
    let module = r#"{"module_id":"M00000000","name":"n","creator":"","intro":"","category":"Others","cover_url":"","entries":[{"entry_id":"aaaaaaaaa","keys":["gull"],"content":"White."}]}"#;
    for (name, content) in [
        ("made.json", CARD),
        ("good.toml", toml),
        ("sysprompt.json", sysprompt),
        ("text.txt", text_of_all),
        ("settings.json", settings),
        ("module.json", module),
        ("marked.json", &CARD.replace("Ho.", "<<<<<<< ours\\nHo.\\n=======\\nHe.\\n>>>>>>> theirs\\n")),
        ("mine.json", &CARD.replace("Hi {{user}}", "Hey {{user}}")),
        ("theirs.json", &CARD.replace("Hi {{user}}", "Hello {{user}}").replace("\"bard\"", "\"bard\",\"tall\"")),
        ("newer.json", &CARD.replace("\"elf\"", "\"orc\"")),
        ("list.po", "msgctxt \"name\"\nmsgid \"Aria\"\nmsgstr \"Mira\"\n"),
        ("prose.json", &CARD.replace("Two coins", &PROSE.repeat(8)).replace(r#""creator":"""#, r#""creator":"Ann""#)),
        (
            "near.json",
            &CARD
                .replace("Two coins", &PROSE.repeat(8))
                .replace("late", "dark")
                .replace(r#""creator":"""#, r#""creator":"Ann""#),
        ),
        ("since.jsonl", ""),
        ("synonyms.txt", "bard=singer # as in the songs\n"),
        ("known.json", KNOWN),
    ] {
        fs::write(folder.path().join(name), content).unwrap();
    }
    // A card by the name of none, which only --all looks at.
    fs::create_dir(folder.path().join("named")).unwrap();
    fs::write(folder.path().join("named/aria.txt"), CARD).unwrap();
    // An editor that changes the name.
    fs::write(
        folder.path().join("rename.sh"),
        "#!/bin/sh\nfind \"$1\" -type f -exec sed -i 's/Maren Tidewell/Mira/' {} +\n",
    )
    .unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(folder.path().join("rename.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    }
    settle(folder.path());
    let output = run(folder.path(), words);
    let left = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let left = left.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    Answer { code: output.status.code(), said: [text(&output.stdout), text(&output.stderr)], left }
}

/// What is wrong with the options of a verb.
fn problems(verb: &str, table: &Verb<'_>) -> Vec<String> {
    let mut problems = Vec::new();
    let asked = Asked::default();
    let listed: BTreeSet<String> = table.options.iter().map(|(option, ..)| (*option).to_owned()).collect();
    let there = options_of(verb);
    let differ: Vec<_> = listed.symmetric_difference(&there).collect();
    if !differ.is_empty() {
        problems.push(format!("{verb}: say.txt and --help differ in {differ:?}"));
    }
    let mut heard = BTreeSet::new();
    for (mode, base) in &table.bases {
        for (option, both, own) in &table.options {
            let line = |more: &[&str]| {
                let verb: Vec<&str> = verb.split('.').collect();
                let words: Vec<String> =
                    [&verb[..], base, both, more].concat().into_iter().map(str::to_owned).collect();
                (asked.ask(&words), words.join(" "))
            };
            let ((with, words), (without, _)) = (line(own), line(&[]));
            let silent = with == without && with.code != Some(2);
            if !silent && with.code != Some(2) {
                heard.insert(*option);
            }
            let excused = table.silent.contains(&(*mode, *option)) || table.silent.contains(&("*", *option));
            if silent && !excused {
                problems.push(format!("{mode}: {words}: {option} changes nothing"));
            }
        }
    }
    for option in listed.iter().filter(|option| !heard.contains(option.as_str())) {
        if !table.silent.contains(&("*", option.as_str())) {
            problems.push(format!("{verb}: {option} changes no command line of the table"));
        }
    }
    problems
}

/// What is wrong with the options of a verb beside each other: for each two there is a command line in which the second
/// changes the answer beside the first, or they are refused together in all, or the pair has its reason. `chosen` chooses pairs.
fn pairs(verb: &str, table: &Verb<'_>, every: &Verb<'_>, chosen: impl Fn(usize) -> bool) -> Vec<String> {
    let mut problems = Vec::new();
    let asked = Asked::default();
    let lines = |words: &[&str]| -> Vec<Vec<String>> {
        let mut all = Vec::new();
        for (_, base) in &table.bases {
            all.push(
                verb.split('.').chain(base.iter().copied()).chain(words.iter().copied()).map(str::to_owned).collect(),
            );
        }
        all
    };
    let ways = |of: &str| -> Vec<Vec<&str>> {
        let all = table.options.iter().filter(|(option, ..)| *option == of);
        all.map(|(_, both, own)| [&both[..], own].concat()).collect()
    };
    let names: BTreeSet<&str> = table.options.iter().map(|(option, ..)| *option).collect();
    let all = names.iter().flat_map(|first| names.iter().map(move |second| (*first, *second)));
    for (number, (first, second)) in all.enumerate() {
        let excused = |table: &Verb<'_>| ["*", first].iter().any(|first| table.beside.contains(&(*first, second)));
        let silent = table.silent.contains(&("*", second)) || excused(table) || excused(every);
        if first == second || silent || !chosen(number) {
            continue;
        }
        let mut silent = Vec::new();
        let firsts = ways(first);
        let seconds: Vec<_> = table.options.iter().filter(|(option, ..)| *option == second).collect();
        let tries = firsts.iter().flat_map(|one| seconds.iter().map(move |two| (one, two)));
        let heard = tries.into_iter().any(|(one, (_, both, own))| {
            let beside = lines(&[&one[..], both].concat());
            let together = lines(&[&one[..], both, own].concat());
            beside.iter().zip(&together).any(|(beside, together)| {
                let with = asked.ask(together);
                if with.code == Some(2) {
                    return false;
                }
                let heard = with != asked.ask(beside);
                silent.extend((!heard).then(|| together.join(" ")));
                heard
            })
        });
        if let (false, Some(line)) = (heard, silent.first()) {
            problems.push(format!("{verb} {first} {second}: {line}"));
        }
    }
    problems
}

#[test]
fn options_are_heard_or_refused() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/say.txt");
    let text = fs::read_to_string(path).unwrap();
    let verbs: Vec<_> = table(&text).into_iter().filter(|(verb, _)| *verb != "*").collect();
    // `conform` is of the suite, whose folder is its own; the lists of `texts` are two verbs.
    let all = verbs_of_help().into_iter().filter(|verb| verb != "conform" && verb != "texts");
    let with_options =
        all.chain(["texts.out", "texts.in"].map(str::to_owned)).filter(|verb| !options_of(verb).is_empty());
    let absent: Vec<_> = with_options.filter(|verb| verbs.iter().all(|(known, _)| known != verb)).collect();
    assert!(absent.is_empty(), "say.txt lacks {absent:?}");
    let (first, second) = verbs.split_at(verbs.len() / 2);
    let all =
        |verbs: &[(&str, Verb<'_>)]| verbs.iter().flat_map(|(verb, table)| problems(verb, table)).collect::<Vec<_>>();
    let found = std::thread::scope(|scope| {
        let rest = scope.spawn(|| all(second));
        let mut found = all(first);
        found.extend(rest.join().unwrap());
        found
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// For each two options. One of eight pairs; with `CARDS_PAIRS=all`, which the nightly run sets, each.
#[test]
fn options_beside_each_other_are_heard_or_refused() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/say.txt");
    let text = fs::read_to_string(path).unwrap();
    let mut verbs = table(&text);
    let every = verbs.remove("*").unwrap_or_default();
    let step = if std::env::var_os("CARDS_PAIRS").is_some() { 1 } else { 8 };
    let one = |(verb, table): &(&str, Verb<'_>)| pairs(verb, table, &every, |number| number % step == 0);
    let (prompt, rest): (Vec<_>, Vec<_>) = verbs.into_iter().partition(|(verb, _)| *verb == "prompt");
    let found: Vec<String> = std::thread::scope(|scope| {
        let rest = scope.spawn(|| rest.iter().flat_map(one).collect::<Vec<_>>());
        let prompt: Vec<_> = prompt.iter().flat_map(one).collect();
        [prompt, rest.join().unwrap()].concat()
    });
    assert!(found.is_empty(), "{} pairs:\n{}", found.len(), found.join("\n"));
}
