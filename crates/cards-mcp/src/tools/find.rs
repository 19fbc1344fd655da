//! `find`: the cards of a library: by facts, by a text, those that are there more than once.

use cards_kit::answer::Match;
use cards_kit::edit::replace::{Pattern, PatternOptions};
use cards_kit::edit::texts::{Text, read_texts};
use cards_kit::{Form, container};
use cards_library::near::Shingles;
use cards_library::{Known, RowOptions, alike, dupes, near_links, row};
use cards_words::plural;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::library::{Shelf, shelf};
use super::{Hints, Tool};
use crate::answer::{Answer, value_of};
use crate::desk::Desk;
use crate::given::{arguments, pattern};
use crate::path::CardPath;
use crate::refusal::Refusal;
use crate::schema::{any, of_answer, of_arguments};

pub(super) const TOOL: Tool = Tool {
    name: "find",
    title: "Find cards",
    about: "Lists the cards and lorebooks of the roots, or of folders in them, with name, form, size and tokens. Narrow it by \
        name, tag, creator or form; look for a text in every text of the cards (`text`); or find cards that are there more than \
        once (`doubles`). Without arguments it lists everything, from which paths are taken for the other tools.",
    examples: &[
        ("everything", "{}"),
        ("bards in one folder", r#"{"paths":["cards/bards"],"tag":"bard"}"#),
        ("who mentions Saltmere", r#"{"text":"Saltmere","word":true}"#),
        ("doubles and near doubles", r#"{"doubles":"near"}"#),
    ],
    hints: Hints::LOOKS,
    input: of_arguments::<Arguments>,
    output: || {
        of_answer(&[
            any("roots", "The roots, and whether files may be written."),
            any(
                "files",
                "The files: path, name, creator, form, container, tags, greetings, tokens, entries, findings, bytes.",
            ),
            any("matches", "Where the text is: path, place, excerpt, count."),
            any("groups", "Files that belong together: kind, name, paths, percent."),
        ])
    },
    run: |desk, value| find(desk, arguments(value)?),
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Arguments {
    /// Folders and files to look at, as `root` or `root/folder`; all roots without them.
    paths: Vec<String>,
    /// A text to look for in every text of the cards.
    text: Option<String>,
    /// Take the text for a regular expression.
    regex: bool,
    /// Find whole words only.
    word: bool,
    /// Take capital and small letters for the same.
    ignore_case: bool,
    /// Look in these fields alone, as `description`, `greetings`, `book.keys`, `book.content`.
    fields: Vec<String>,
    /// Only cards whose name has this text; letter case does not matter.
    name: Option<String>,
    /// Only cards with this tag; letter case does not matter.
    tag: Option<String>,
    /// Only cards whose creator has this text; letter case does not matter.
    creator: Option<String>,
    /// Only files of this form: v1, v2, v3, lorebook, worldinfo, module …
    form: Option<String>,
    /// Give groups of cards that are there more than once, in place of the list.
    doubles: Option<Doubles>,
    /// Go on from this number of the list.
    offset: usize,
    /// Bytes that the answer may have; 24576 without it.
    max_bytes: Option<usize>,
}

/// What counts as a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Doubles {
    /// The same content, in whatever container and form, or the same name and creator.
    Same,
    /// Nearly the same prose as well.
    Near,
}

/// Prose in common from which on two cards are near doubles, as `cards dupes --near` has it.
const NEAR: f64 = 0.8;

/// What reads the rest of a list.
const ON: &str = "call `find` again with the same arguments and offset {}";

fn find(desk: &mut Desk, args: Arguments) -> Result<Answer, Refusal> {
    let shelf = shelf(desk, &args.paths)?;
    let found = match (&args.text, args.doubles) {
        (Some(_), Some(_)) => return Err(Refusal::usage("`text` and `doubles` are two questions; ask one at a time")),
        (Some(text), None) => matches(desk, &args, text, &shelf)?,
        (None, Some(doubles)) => groups(desk, doubles, &shelf)?,
        (None, None) => files(desk, &args, &shelf)?,
    };
    Ok(noted(found, &shelf))
}

/// Says what was passed over.
fn noted(mut answer: Answer, shelf: &Shelf) -> Answer {
    if shelf.links > 0 {
        answer = answer.left(
            plural(shelf.links, "link"),
            "links are not followed; start the server with the folder that they lead to",
        );
    }
    if shelf.cut {
        answer = answer.left("files beyond the limit of a call", "name a folder in `paths`");
    }
    answer
}

/// Goes through files until the time is up; gives how many were looked at.
fn each(desk: &Desk, shelf: &Shelf, mut one: impl FnMut(&CardPath)) -> usize {
    let begun = desk.files.millis();
    for (number, path) in shelf.files.iter().enumerate() {
        if desk.files.millis().saturating_sub(begun) > desk.limits.millis {
            return number;
        }
        one(path);
    }
    shelf.files.len()
}

fn timed(answer: Answer, looked: usize, shelf: &Shelf) -> Answer {
    match shelf.files.len() - looked {
        0 => answer,
        left => {
            answer.left(format!("{}, for which there was no time", plural(left, "file")), "name a folder in `paths`")
        }
    }
}

fn files(desk: &Desk, args: &Arguments, shelf: &Shelf) -> Result<Answer, Refusal> {
    let form = args.form.as_deref().map(str::parse::<Form>).transpose();
    let form = form.map_err(|error| Refusal::usage("there is no such form").detail(error.to_string()))?;
    let has = |text: &str, wanted: &Option<String>| {
        wanted.as_ref().is_none_or(|wanted| text.to_lowercase().contains(&wanted.to_lowercase()))
    };
    let (mut items, mut unread, mut strays) = (Vec::new(), 0, 0);
    let looked = each(desk, shelf, |path| {
        let Ok(source) = desk.files.open(path) else {
            unread += 1;
            return;
        };
        let bytes = source.size();
        match row(source, &RowOptions::default(), desk.kit()) {
            Ok(row) => {
                let tagged = |wanted: &String| row.tags.iter().any(|tag| tag.to_lowercase() == wanted.to_lowercase());
                let wanted = has(&row.name, &args.name)
                    && has(&row.creator, &args.creator)
                    && args.tag.as_ref().is_none_or(tagged)
                    && form.is_none_or(|form| form.id() == row.spec);
                if wanted {
                    items.push(json!({
                        "path": path.to_string(), "name": row.name, "creator": row.creator, "form": row.spec,
                        "container": row.container, "tags": row.tags, "greetings": row.greetings,
                        "tokens": row.tokens.total, "entries": row.lore.map(|lore| lore.entries),
                        "findings": {"error": row.findings.error, "warning": row.findings.warning, "note": row.findings.note},
                        "bytes": bytes,
                    }));
                }
            }
            Err(error) if error.class() == "not-a-card" => strays += 1,
            Err(error) => {
                unread += 1;
                items.push(json!({"path": path.to_string(), "bytes": bytes, "unreadable": error.class()}));
            }
        }
    });
    let count = items.len() - items.iter().filter(|item| item.get("unreadable").is_some()).count();
    let mut summary = format!("{count} of {} are what is asked for", plural(looked, "file"));
    if unread > 0 {
        summary.push_str(&format!("; {} cannot be read", plural(unread, "file")));
    }
    if strays > 0 {
        summary.push_str(&format!("; {} hold no card", plural(strays, "file")));
    }
    let roots = json!({"names": desk.files.roots(), "writable": desk.may_write});
    let answer = Answer::new(summary).with("roots", roots)?.with_list("files", items, args.offset, ON);
    Ok(timed(answer, looked, shelf))
}

fn matches(desk: &Desk, args: &Arguments, text: &str, shelf: &Shelf) -> Result<Answer, Refusal> {
    let options = PatternOptions::default().with_regex(args.regex).with_word(args.word);
    let options = options.with_ignore_case(args.ignore_case).with_fields(args.fields.clone());
    let pattern = pattern(text, options)?;
    let (mut items, mut files, mut unread) = (Vec::new(), 0, 0);
    let looked = each(desk, shelf, |path| match in_file(desk, path, &pattern) {
        Ok(found) if found.is_empty() => {}
        Ok(found) => {
            files += 1;
            items.extend(found.into_iter().map(|found| {
                json!({"path": path.to_string(), "place": found.place, "excerpt": excerpt(&found), "count": found.spans.len()})
            }));
        }
        Err(_) => unread += 1,
    });
    let mut summary = format!("the text is in {} of {}", plural(items.len(), "place"), plural(files, "file"));
    if unread > 0 {
        summary.push_str(&format!("; {} cannot be read as a card", plural(unread, "file")));
    }
    let answer = Answer::new(summary).with_list("matches", items, args.offset, ON);
    let paths = if args.paths.is_empty() { desk.files.roots() } else { args.paths.clone() };
    let next = json!({"paths": paths, "replace": {"text": text, "by": "…"}});
    let answer =
        if files > 0 && args.offset == 0 { answer.then("replace it everywhere", "plan", next) } else { answer };
    Ok(timed(answer, looked, shelf))
}

fn in_file(desk: &Desk, path: &CardPath, pattern: &Pattern) -> Result<Vec<Match>, Refusal> {
    let one = |text: &Text<'_>| {
        let mut found = Match::default();
        (found.place, found.pointer) = (text.place.to_string(), text.pointer.to_string());
        (found.text, found.spans) = (text.text.clone().into_owned(), pattern.spans(text));
        (!found.spans.is_empty()).then_some(found)
    };
    let mut file = container::open(desk.files.open(path)?, &desk.kit().files)?;
    Ok(read_texts(&mut file, |_| true, |texts| texts.iter().filter_map(one).collect())?)
}

/// The first match of a text with what is around it.
fn excerpt(found: &Match) -> String {
    const AROUND: usize = 40;
    let Some([start, end]) = found.spans.first().copied() else { return String::new() };
    let before: String = found.text.get(..start).unwrap_or_default().chars().rev().take(AROUND).collect();
    let before: String = before.chars().rev().collect();
    let after: String = found.text.get(end..).unwrap_or_default().chars().take(AROUND).collect();
    format!("{before}[{}]{after}", found.text.get(start..end).unwrap_or_default())
}

fn groups(desk: &Desk, doubles: Doubles, shelf: &Shelf) -> Result<Answer, Refusal> {
    let options = RowOptions::default().with_near(doubles == Doubles::Near);
    let (mut cards, mut unread) = (Vec::new(), 0);
    let looked = each(desk, shelf, |path| {
        let read = desk.files.open(path).ok().and_then(|source| row(source, &options, desk.kit()).ok());
        match read {
            Some(row) => cards.push(Known::of(path.to_string(), row)),
            None => unread += 1,
        }
    });
    let found = dupes(&cards, false);
    let mut items: Vec<Value> = Vec::new();
    for group in &found.exact {
        items.push(json!({"kind": "same content", "name": group.name, "creator": group.creator, "paths": group.paths}));
    }
    for (kind, groups) in [
        ("same but for what clients write", found.core.iter().map(|group| (&group.name, &group.variants)).collect()),
        ("same name and creator", found.near.iter().map(|group| (&group.name, &group.variants)).collect::<Vec<_>>()),
    ] {
        for (name, variants) in groups {
            let paths: Vec<&String> = variants.iter().flat_map(|variant| &variant.paths).collect();
            items.push(json!({"kind": kind, "name": name, "variants": value_of(variants)?, "paths": paths}));
        }
    }
    if doubles == Doubles::Near {
        let links = near_links(&cards, NEAR, |wanted| wanted.iter().map(|card| prose(desk, card)).collect());
        for group in alike(&cards, &links) {
            let paths: Vec<&String> = group.cards.iter().map(|card| &card.path).collect();
            items.push(json!({"kind": "nearly the same prose", "percent": group.percent, "paths": paths, "cards": value_of(&group.cards)?}));
        }
    }
    let mut summary = format!("{} among {}", plural(items.len(), "group"), plural(cards.len(), "card"));
    if unread > 0 {
        summary.push_str(&format!("; {} cannot be read as a card", plural(unread, "file")));
    }
    let answer =
        Answer::new(summary).with_list("groups", items, 0, "name a folder in `paths`, or ask for a larger max_bytes");
    Ok(timed(answer, looked, shelf))
}

/// What a card says now, unless it says something else than when it was looked at.
fn prose(desk: &Desk, card: &Known) -> Option<Shingles> {
    let source = desk.files.open(&card.path.parse().ok()?).ok()?;
    let mut file = container::open(source, &desk.kit().files).ok()?;
    let said = |texts: &[Text<'_>]| {
        let (shingles, signature) = Shingles::with_signature(texts);
        (signature == card.signature).then_some(shingles)
    };
    read_texts(&mut file, |_| true, said).ok().flatten()
}
