//! The page that shows who does what: programs across, behaviours down.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Class, Results, Row};

/// A line of the page, and the rows that show it.
struct Behaviour {
    title: &'static str,
    kind: &'static str,
    client: &'static str,
    /// Families of the rows, or beginnings of their names; all where there is none.
    of: &'static [&'static str],
}

const fn line(title: &'static str, kind: &'static str, client: &'static str, of: &'static [&'static str]) -> Behaviour {
    Behaviour { title, kind, client, of }
}

/// The page, part by part.
const PARTS: &[(&str, &[Behaviour])] = &[
    (
        "Files",
        &[
            line("PNG with `chara`", "read", "spec", &["picture-chara", "picture-before-pixels"]),
            line("PNG with `ccv3`", "read", "spec", &["picture-ccv3"]),
            line("compressed text (zTXt)", "read", "spec", &["picture-compressed"]),
            line("international text (iTXt)", "read", "spec", &["picture-international"]),
            line("JSON that is not base64", "read", "spec", &["picture-plain-json"]),
            line("refuses a picture without a card", "read", "spec", &["picture-no-card"]),
            line("V1 as JSON and PNG", "read", "spec", &["file-wick-v1"]),
            line("V2 as JSON and PNG", "read", "spec", &["file-wick-v2"]),
            line("V3 as JSON and PNG", "read", "spec", &["file-wick-v3-json", "file-wick-v3-png"]),
            line("V3 as APNG", "read", "spec", &["file-wick-v3-apng"]),
            line("V3 as CHARX", "read", "spec", &["file-wick-v3-charx"]),
            line("CCv3 Lynn", "read", "spec", &["file-wick-v3l"]),
            line("Prom 3.1 as JSON and ZIP", "read", "spec", &["file-wick-prom"]),
            line("takes and refuses as the CCv3 text says", "read", "spec", &["json", "png", "charx"]),
            line("reads PNG as SillyTavern does", "read", "sillytavern", &["png_read"]),
            line("reads CHARX as SillyTavern does", "read", "sillytavern", &["charx"]),
            line("writes PNG as SillyTavern does", "write", "sillytavern", &[]),
            line("imports as RisuAI does", "read", "risu", &[]),
            line("RisuAI modules", "module", "risu", &[]),
        ],
    ),
    (
        "Keeps what it does not know",
        &[
            line("`extensions` of card, book and entry", "keep", "spec", &["keep-extensions"]),
            line("unknown members", "keep", "spec", &["keep-unknown", "keep-null"]),
            line(
                "id 0, empty texts, long numbers",
                "keep",
                "spec",
                &["keep-entry-id", "keep-long-number", "keep-unicode"],
            ),
            line(
                "members of V3",
                "keep",
                "spec",
                &[
                    "keep-nickname",
                    "keep-source",
                    "keep-dates",
                    "keep-notes",
                    "keep-group",
                    "keep-assets",
                    "keep-use-regex",
                ],
            ),
            line("decorators", "keep", "spec", &["keep-decorators"]),
        ],
    ),
    (
        "Forms",
        &[
            line("tells specs apart", "check", "spec", &[]),
            line("validates as SillyTavern does", "check", "sillytavern", &[]),
            line("converts without loss", "convert", "spec", &[]),
            line("converts as RisuAI does", "convert", "risu", &[]),
            line("imports JSON as SillyTavern does", "import", "sillytavern", &["import_json", "json", "list_view"]),
            line("books of NovelAI, Agnai and RisuAI", "import", "sillytavern", &["novelai", "agnai", "risu", "world"]),
            line("YAML and BYAF cards", "import", "sillytavern", &["yaml", "byaf"]),
        ],
    ),
    (
        "Macros",
        &[
            line("names of the spec", "macro", "spec", &["char", "user"]),
            line("chance of the spec: random, pick, roll", "macro", "spec", &["random", "pick", "roll"]),
            line("comments and reverse of the spec", "macro", "spec", &["comments", "reverse"]),
            line("all of SillyTavern 1.19", "macro", "sillytavern", &[]),
            line("variables of SillyTavern", "macro", "sillytavern", &["vars", "shorthand", "variables-more"]),
            line("`if` and blocks of SillyTavern", "macro", "sillytavern", &["if", "scoped"]),
            line("SillyTavern's older engine", "macro", "sillytavern-legacy", &[]),
            line("all of RisuAI", "macro", "risu", &[]),
            line("names of Agnai", "macro", "agnai", &[]),
            line("macros of Marinara", "macro", "marinara", &[]),
            line("macros of SillyBunny", "macro", "sillybunny", &[]),
        ],
    ),
    (
        "Lorebooks",
        &[
            line("keys of the spec", "lore", "spec", &["keys", "secondary", "regex", "flags"]),
            line("scan depth, order and budget of the spec", "lore", "spec", &["scan", "order", "budget", "recursion"]),
            line(
                "decorators of the spec",
                "lore",
                "spec",
                &[
                    "depth",
                    "role",
                    "position",
                    "after-every",
                    "after-match",
                    "greeting",
                    "key-decorators",
                    "force",
                    "scan-decorator",
                    "misc-decorators",
                    "syntax",
                ],
            ),
            line("all of SillyTavern 1.19", "lore", "sillytavern", &[]),
            line("all of RisuAI", "lore", "risu", &[]),
            line("memory books of Agnai", "lore", "agnai", &[]),
            line("world info of KoboldAI Lite", "lore", "koboldcpp", &[]),
            line("lorebooks of Marinara", "lore", "marinara", &[]),
            line("world info of SillyBunny", "lore", "sillybunny", &[]),
            line("world info of TauriTavern", "lore", "tauritavern", &[]),
        ],
    ),
    (
        "Prompts and scripts",
        &[
            line("regex scripts of SillyTavern", "regex", "sillytavern", &[]),
            line("regex scripts of RisuAI", "regex", "risu", &[]),
            line("whole prompts of SillyTavern", "prompt", "sillytavern", &[]),
            line("messages as SillyTavern's server turns them", "post", "sillytavern", &[]),
        ],
    ),
];

/// What a version of a client changed, with the beginning of the names of the rows that show it.
struct Change {
    client: &'static str,
    from: &'static str,
    to: &'static str,
    what: &'static str,
    rows: &'static str,
}

const fn change(from: &'static str, to: &'static str, what: &'static str, rows: &'static str) -> Change {
    Change { client: "sillytavern", from, to, what, rows }
}

/// What changed, the newest version first.
const CHANGES: &[Change] = &[
    change(
        "1.18.0",
        "1.19.0",
        "a bar among the arguments of a macro is a letter as any other; before, it made the macro text",
        "ver-bar-",
    ),
    change(
        "1.18.0",
        "1.19.0",
        "`{{setvarkey}}`, `{{getvarkey}}`, their kin for global variables, and the same by index, are new",
        "ver-key-",
    ),
    change(
        "1.18.0",
        "1.19.0",
        "`{{//}}` and `{{comment}}` have one argument or a text around them, else they stay as text; before, any number and none around",
        "ver-comment-",
    ),
    change(
        "1.18.0",
        "1.19.0",
        "messages for Gemini 3.5 Flash Lite, 3.6 Flash and 3.7 Flash end with the user's side",
        "ver-google-",
    ),
    change(
        "1.17.0",
        "1.18.0",
        "a text prompt that writes for the user ends with the last form of the user's messages, and none of the chat has it",
        "ver-impersonate-",
    ),
];

impl Change {
    fn shows(&self, row: &Row) -> bool {
        let own =
            row.profile.split_once('@').is_some_and(|(client, version)| client == self.client && version == self.from);
        own && row.id.split_once('/').is_some_and(|(_, name)| name.starts_with(self.rows))
    }
}

/// The versions that rows were run at: how many hold, how many are of that version and older ones alone, and what changed.
fn versions_markdown(rows: &[Row]) -> String {
    // A row that holds in fewer versions than there are has another answer in the others.
    let versions = rows.iter().map(|row| row.versions.len()).max().unwrap_or_default();
    let mut counts: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    for row in rows {
        let own = row.profile.split_once('@').map_or("", |(_, version)| version);
        for version in &row.versions {
            let count = counts.entry((row.client(), version)).or_default();
            count.0 += 1;
            count.1 += usize::from(own == version && row.versions.len() < versions);
        }
    }
    let mut out = String::from(
        "## Versions\n\n| client | version | rows that hold for it | answered otherwise by another |\n| --- | --- | --- | --- |\n",
    );
    // Writing to a text cannot fail.
    for ((client, version), (holds, own)) in counts.iter().rev() {
        let _ = writeln!(out, "| {client} | {version} | {holds} | {own} |");
    }
    out.push_str("\n| from | to | what changed | rows of the older version |\n| --- | --- | --- | --- |\n");
    for change in CHANGES {
        let shown = rows.iter().filter(|row| change.shows(row)).count();
        let Change { client, from, to, what, .. } = change;
        let _ = writeln!(out, "| {client}@{from} | {to} | {what} | {shown} |");
    }
    out.push('\n');
    out
}

impl Behaviour {
    fn shows(&self, row: &Row) -> bool {
        let name = row.id.split_once('/').map_or(row.id.as_str(), |(_, name)| name);
        let family = row.tags.first().map_or("", String::as_str);
        // A name ends at a hyphen, so that `v3` is not `v3l`.
        let begins =
            |part: &&str| name.strip_prefix(*part).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
        row.kind == self.kind
            && row.client() == self.client
            && (self.of.is_empty() || self.of.contains(&family) || self.of.iter().any(begins))
    }
}

/// The behaviours of the page, each with the rows that show it.
pub fn behaviours(rows: &[Row]) -> impl Iterator<Item = (&'static str, Vec<&Row>)> {
    let all = PARTS.iter().flat_map(|(_, behaviours)| *behaviours);
    all.map(|behaviour| (behaviour.title, rows.iter().filter(|row| behaviour.shows(row)).collect()))
}

/// The page of the committed results, in Markdown.
#[doc(hidden)]
pub fn compatibility_markdown(rows: &[Row], results: &[Results]) -> String {
    let mut out = String::new();
    // Writing to a text cannot fail.
    for (title, behaviours) in PARTS {
        let _ = write!(out, "## {title}\n\n| behaviour | rows |");
        for program in results {
            let _ = write!(out, " {} |", program.program);
        }
        let _ = writeln!(out, "\n| --- | --- |{}", " --- |".repeat(results.len()));
        for behaviour in *behaviours {
            let shown: Vec<&Row> = rows.iter().filter(|row| behaviour.shows(row)).collect();
            let _ = write!(out, "| {} | [{}](../suite/rows/{}) |", behaviour.title, shown.len(), behaviour.kind);
            for program in results {
                let _ = write!(out, " {} |", cell(&shown, program));
            }
            out.push('\n');
        }
        out.push('\n');
    }
    out.push_str(&versions_markdown(rows));
    out.push_str("## Programs\n\n| program | version | run on | same | otherwise | not supported |\n| --- | --- | --- | --- | --- | --- |\n");
    for program in results {
        let count = |wanted: fn(Class) -> bool| rows.iter().filter(|row| wanted(program.class(&row.id))).count();
        let same = count(|class| class == Class::Same);
        let (otherwise, not) = (count(Class::fails), count(|class| class == Class::Unsupported));
        let (name, version, date) = (&program.program, &program.version, &program.date);
        let _ = writeln!(out, "| {name} | {version} | {date} | {same} | {otherwise} | {not} |");
    }
    out
}

/// What a program answers to rows, for a cell of a table: `yes`, `12 of 20`, `no`, or `–` where it answers none.
pub fn cell(rows: &[&Row], program: &Results) -> String {
    let classes: Vec<Class> = rows.iter().map(|row| program.class(&row.id)).collect();
    let count = |wanted: Class| classes.iter().filter(|class| **class == wanted).count();
    let (same, asked) = (count(Class::Same), classes.len() - count(Class::Unsupported));
    match (same, asked) {
        (_, 0) => "–".to_owned(),
        (same, _) if same == classes.len() => "yes".to_owned(),
        (0, _) => "no".to_owned(),
        (same, asked) if asked == classes.len() => format!("{same} of {asked}"),
        (same, asked) => format!("{same} of {asked} asked"),
    }
}
