//! Texts with macros, as authors of cards and presets write them.

use serde_json::{Value, json};

use super::random::Random;

const WORDS: [&str; 14] = [
    "the lamp",
    "a gull cries",
    "Rain.",
    "*waves*",
    "\"Come in!\"",
    "she said",
    "- item",
    "# Head",
    "5",
    "0",
    "x = 1",
    "{a}",
    "né",
    "|",
];
const NAMES: [&str; 5] = ["mood", "day", "hp", "Count", "x-1"];
const VALUES: [&str; 12] = ["calm", "1", "0", "-2", "1.50", "", "false", "[]", "[\"a\"]", "off", " padded ", "007"];
const FIELDS: [&str; 10] = [
    "description",
    "personality",
    "scenario",
    "persona",
    "mesExamples",
    "charPrompt",
    "charInstruction",
    "creatorNotes",
    "charVersion",
    "charDepthPrompt",
];
const PLAIN: [&str; 11] =
    ["user", "char", "User", "CHAR", "newline", "space", "noop", "trim", "group", "notChar", "lastMessage"];

/// One case with a slip of the pen: a letter too few, too many or twice, or a macro that is never closed.
pub fn slip(random: &mut Random) -> Value {
    let mut input = case(random);
    let text = input["text"].as_str().unwrap_or_default();
    let slipped = if random.chance(0.2) { format!("{{{{user {text}") } else { misspelt(random, text) };
    input["text"] = Value::from(slipped);
    input
}

/// One case: a template, what is around it, and dice.
pub fn case(random: &mut Random) -> Value {
    let theme = random.below(8);
    let pieces = 1 + random.below(6);
    let text = run(random, theme, pieces, 3);
    let mut env = json!({"user": "Mira", "char": "Corvin"});
    for (member, chance) in [
        ("description", 0.4),
        ("personality", 0.2),
        ("scenario", 0.2),
        ("persona", 0.3),
        ("mes_example", 0.1),
        ("first_mes", 0.2),
        ("system_prompt", 0.2),
        ("post_history_instructions", 0.1),
        ("creator_notes", 0.1),
        ("character_version", 0.1),
        ("depth_prompt", 0.1),
    ] {
        if random.chance(chance) {
            let theme = random.below(8);
            let pieces = 1 + random.below(3);
            env[member] = json!(run(random, theme, pieces, 2));
        }
    }
    for scope in ["local", "global"] {
        let known = random.below(3);
        for _ in 0..known {
            env[scope][random.of_list(&NAMES)] = json!(random.of_list(&VALUES));
        }
    }
    if random.chance(0.1) {
        env["original"] = json!("the {{user}} original");
    }
    if random.chance(0.1) {
        env["chat"] =
            json!([{"name": "Mira", "mes": "hello {{char}}", "is_user": true}, {"name": "Corvin", "mes": "Yes?"}]);
    }
    if random.chance(0.05) {
        env["dynamic"] = json!({"mood": "set for the call"});
    }
    let rolls: Vec<f64> = (0..24).map(|_| random.roll()).collect();
    json!({"text": text, "env": env, "rolls": rolls})
}

/// The macros that a case still uses, as a name for its class.
pub fn class(input: &Value) -> String {
    let mut names: Vec<&str> = Vec::new();
    let env = input["env"].as_object().into_iter().flatten().filter(|(name, _)| *name != "user" && *name != "char");
    let texts = env.filter_map(|(_, value)| value.as_str()).chain(input["text"].as_str());
    for text in texts {
        for behind in text.split("{{").skip(1) {
            let behind = behind.trim_start_matches(|c: char| !c.is_ascii_alphanumeric() && !"./$}".contains(c));
            let end = behind.find(|c: char| !c.is_ascii_alphanumeric() && !"/.$".contains(c)).unwrap_or(behind.len());
            // Which variable a shorthand names does not matter.
            let end = if behind.starts_with(['.', '$']) { 1 } else { end };
            names.push(behind.get(..end).unwrap_or_default());
        }
    }
    names.sort_unstable();
    names.dedup();
    if names.is_empty() { "no macro".to_owned() } else { names.join(" ") }
}

fn run(random: &mut Random, theme: usize, pieces: usize, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..pieces {
        let next = if random.chance(0.35) { 8 } else { theme };
        text.push_str(&piece(random, next, depth));
        text.push_str(random.of_list(&[" ", " ", "", "\n", ", "]));
    }
    text
}

/// What stands as an argument: words, or another macro inside.
fn argument(random: &mut Random, depth: usize) -> String {
    if depth > 0 && random.chance(0.25) {
        let theme = random.below(8);
        return piece(random, theme, depth - 1);
    }
    random.of_list(&VALUES).to_owned()
}

fn piece(random: &mut Random, theme: usize, depth: usize) -> String {
    match theme {
        0 => variable(random, depth),
        1 => shorthand(random, depth),
        2 => condition(random, depth),
        3 => chance(random, depth),
        4 => braced(random, random_field),
        5 => scoped(random, depth),
        6 => braced(random, random_plain),
        7 => oddity(random, depth),
        _ => random.of_list(&WORDS).to_owned(),
    }
}

fn random_field(random: &mut Random) -> String {
    random.of_list(&FIELDS).to_owned()
}

fn random_plain(random: &mut Random) -> String {
    random.of_list(&PLAIN).to_owned()
}

fn braced(random: &mut Random, name: fn(&mut Random) -> String) -> String {
    let name = name(random);
    match random.below(8) {
        0 => format!("{{{{ {name} }}}}"),
        1 => format!("{{{{{}}}}}", name.to_uppercase()),
        _ => format!("{{{{{name}}}}}"),
    }
}

fn variable(random: &mut Random, depth: usize) -> String {
    let name = random.of_list(&NAMES).to_owned();
    let global = random.of_list(&["", "", "global"]);
    let value = argument(random, depth);
    match random.below(8) {
        0 | 1 => format!("{{{{set{global}var::{name}::{value}}}}}"),
        2 => format!("{{{{add{global}var::{name}::{value}}}}}"),
        3 => format!("{{{{inc{global}var::{name}}}}}"),
        4 => format!("{{{{dec{global}var::{name}}}}}"),
        5 => format!("{{{{has{global}var::{name}}}}}"),
        6 => format!("{{{{delete{global}var::{name}}}}}"),
        _ => format!("{{{{get{global}var::{name}}}}}"),
    }
}

fn shorthand(random: &mut Random, depth: usize) -> String {
    let scope = random.of_list(&[".", ".", " .", "$"]);
    let name = random.of_list(&NAMES).to_owned();
    let value = argument(random, depth);
    match random.below(4) {
        0 => format!("{{{{{scope}{name}}}}}"),
        1 => format!("{{{{{scope}{name}{}}}}}", random.of_list(&["++", "--"])),
        _ => {
            let operator =
                random.of_list(&["=", "+=", "-=", "||", "??", "||=", "??=", "==", "!=", ">", ">=", "<", "<="]);
            format!("{{{{{scope}{name} {operator} {value}}}}}")
        }
    }
}

fn condition(random: &mut Random, depth: usize) -> String {
    let what = match random.below(5) {
        0 => format!(".{}", random.of_list(&NAMES)),
        1 => random.of_list(&FIELDS).to_owned(),
        2 => format!("{{{{getvar::{}}}}}", random.of_list(&NAMES)),
        3 => random.of_list(&PLAIN).to_owned(),
        _ => argument(random, depth),
    };
    let not = random.of_list(&["", "", "", "!", "! "]);
    let inner = depth.saturating_sub(1);
    let (theme, other) = (random.below(8), random.below(8));
    let (first, second) = (random.below(3), random.below(2));
    let then = run(random, theme, first, inner);
    let or = run(random, other, second, inner);
    match random.below(4) {
        0 => format!("{{{{if {not}{what}}}}}{then}{{{{/if}}}}"),
        1 => format!("{{{{if::{not}{what}::{then}}}}}"),
        _ => format!("{{{{if {not}{what}}}}}\n  {then}\n{{{{else}}}}\n  {or}\n{{{{/if}}}}"),
    }
}

fn chance(random: &mut Random, depth: usize) -> String {
    let items = 1 + random.below(3);
    match random.below(4) {
        0 => format!("{{{{roll::{}}}}}", random.of_list(&["d6", "1d6", "2d4+1", "20", "1d", "d0", "3D6-2"])),
        1 => {
            let items: Vec<_> = (0..=items).map(|_| random.of_list(&["red", "blue", " green ", "a\\, b"])).collect();
            format!("{{{{random:{}}}}}", items.join(","))
        }
        _ => {
            let items: Vec<_> = (0..=items).map(|_| argument(random, depth)).collect();
            format!("{{{{random::{}}}}}", items.join("::"))
        }
    }
}

fn scoped(random: &mut Random, depth: usize) -> String {
    let theme = random.below(8);
    let pieces = random.below(3);
    let inner = run(random, theme, pieces, depth.saturating_sub(1));
    let name = random.of_list(&NAMES).to_owned();
    match random.below(6) {
        0 => format!("{{{{setvar::{name}}}}}{inner}{{{{/setvar}}}}"),
        1 => format!("{{{{setvar {name}}}}}\n  {inner}\n    more\n{{{{/setvar}}}}"),
        2 => format!("{{{{reverse}}}}{inner}{{{{/reverse}}}}"),
        3 => format!("{{{{trim}}}}{inner}{{{{/trim}}}}"),
        4 => format!("{{{{// {inner} }}}}"),
        _ => format!("{{{{#setvar::{name}}}}} {inner} {{{{/setvar}}}}"),
    }
}

/// What is written by mistake, out of habit, or for another program.
fn oddity(random: &mut Random, depth: usize) -> String {
    let value = argument(random, depth);
    match random.below(11) {
        0 => "<USER>".to_owned(),
        1 => "<BOT>".to_owned(),
        2 => "\\{\\{char\\}\\}".to_owned(),
        3 => format!("{{{{unknown::{value}}}}}"),
        4 => format!("{{{{user::{value}}}}}"),
        5 => "{{original}}".to_owned(),
        6 => format!("{{{{reverse:{value}}}}}"),
        7 => format!("{{{{setvar:mood:{value}}}}}"),
        8 => "{{char's}}".to_owned(),
        9 => "{{{char}}}".to_owned(),
        _ => format!("{{{{banned {value}}}}}"),
    }
}

/// A letter too few, too many or twice.
fn misspelt(random: &mut Random, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = random.below(letters.len().max(1));
    match random.below(3) {
        0 if at < letters.len() => {
            letters.remove(at);
        }
        1 if at < letters.len() => letters.insert(at, letters[at]),
        _ => letters
            .insert(at.min(letters.len()), random.of_list(&["{", "}", ":", "|", " "]).chars().next().unwrap_or(' ')),
    }
    letters.into_iter().collect()
}
