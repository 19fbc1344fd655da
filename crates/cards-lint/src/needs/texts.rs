//! Things of one program in texts, by the marks with which they begin.

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use cards_model::book::BookView;
use cards_model::{Pointer, WorldInfo};

use super::{Found, NeedKind, NeedPlace};
use crate::excerpt;
use crate::parts::Text;

/// What a mark may begin. Letter case does not count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// A template, if it is closed again.
    Template,
    /// A macro of Tavern Helper, if it goes on as one.
    Macro,
    /// A page, if it is in a code fence.
    Page,
    /// Something that nothing else begins with.
    Sure(NeedKind),
}

/// Marks in texts.
const MARKS: [(&str, Mark); 7] = [
    ("<%", Mark::Template),
    ("{{get_", Mark::Macro),
    ("{{format_", Mark::Macro),
    ("<initvar>", Mark::Sure(NeedKind::MvuVariables)),
    ("<updatevariable>", Mark::Sure(NeedKind::MvuVariables)),
    ("<statusplaceholderimpl", Mark::Sure(NeedKind::MvuVariables)),
    ("<body", Mark::Page),
];

/// Marks in names and comments of entries.
const TITLES: [(&str, NeedKind); 6] = [
    ("[initvar]", NeedKind::MvuVariables),
    ("[mvu_update]", NeedKind::MvuVariables),
    ("[mvu_plot]", NeedKind::MvuVariables),
    ("[generate:", NeedKind::EjsTemplates),
    ("[render:", NeedKind::EjsTemplates),
    ("[initialvariables]", NeedKind::EjsTemplates),
];

/// Whose variables a macro of Tavern Helper reads.
const SCOPES: [&str; 6] = ["message", "chat", "global", "character", "preset", "script"];

/// Commands that a line of STscript begins with, as far as cards have them.
const COMMANDS: [&str; 24] = [
    "abort",
    "addvar",
    "buttons",
    "delay",
    "echo",
    "flushvar",
    "gen",
    "genraw",
    "getvar",
    "if",
    "inject",
    "input",
    "let",
    "popup",
    "run",
    "send",
    "sendas",
    "setglobalvar",
    "setvar",
    "sys",
    "times",
    "trigger",
    "var",
    "while",
];

static TEXT_MARKS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| automaton(MARKS.map(|(mark, _)| mark)));
static TITLE_MARKS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| automaton(TITLES.map(|(mark, _)| mark)));

fn automaton<const N: usize>(marks: [&str; N]) -> Option<AhoCorasick> {
    AhoCorasick::builder().ascii_case_insensitive(true).build(marks).ok()
}

/// Looks through the texts that go into prompts or chats.
pub(super) fn find(texts: &[Text<'_>], found: &mut Found) {
    for text in texts.iter().filter(|text| text.role.is_expanded()) {
        let mut seen: Vec<NeedKind> = Vec::new();
        for (kind, span) in marked(&text.text) {
            if !seen.contains(&kind) {
                seen.push(kind);
                add(kind, &text.text, span, &text.pointer, found);
            }
        }
        if let Some(span) = commands(&text.text) {
            add(NeedKind::StScript, &text.text, span, &text.pointer, found);
        }
    }
}

/// Looks at the titles of entries, and for Quick Replies that they start.
pub(super) fn find_in_entries(book: &BookView<'_>, found: &mut Found) {
    for entry in &book.entries {
        let mut marked =
            [("name", entry.name()), ("comment", entry.comment())].into_iter().filter_map(|(member, title)| {
                let hit = TITLE_MARKS.as_ref()?.find(title)?;
                Some((member, title, hit.range(), TITLES.get(hit.pattern().as_usize())?.1))
            });
        if let Some((member, title, span, kind)) = marked.next() {
            add(kind, title, span, &entry.pointer.member(member), found);
        }
        let automation = entry.extensions().and_then(|extensions| extensions.get("automation_id")?.as_str());
        find_automation(automation, &entry.pointer, found);
    }
}

/// Looks for Quick Replies that entries of world info start.
pub(super) fn find_in_world(world: &WorldInfo, found: &mut Found) {
    let entries = Pointer::from(["entries"]);
    for (name, entry) in &world.entries.0 {
        find_automation(entry.automation_id.as_deref(), &entries.member(name), found);
    }
}

fn find_automation(id: Option<&str>, entry: &Pointer, found: &mut Found) {
    if let Some(id) = id.filter(|id| !id.trim().is_empty()) {
        add(NeedKind::QuickReplies, id, 0..id.len(), entry, found);
    }
}

/// Looks into a script for what it loads.
pub(super) fn find_in_script(code: &str, pointer: &Pointer, found: &mut Found) {
    const LOADED: &str = "MagVarUpdate";
    if let Some(start) = code.find(LOADED) {
        add(NeedKind::MvuVariables, code, start..start + LOADED.len(), pointer, found);
    }
}

/// Looks for a page in what a regex script puts in.
pub(super) fn find_page(text: &str, pointer: &Pointer, found: &mut Found) {
    if let Some((kind, span)) = marked(text).find(|(kind, _)| *kind == NeedKind::HtmlPages) {
        add(kind, text, span, pointer, found);
    }
}

fn add(kind: NeedKind, text: &str, span: Range<usize>, pointer: &Pointer, found: &mut Found) {
    let excerpt = excerpt::around(text, &span);
    found.add(kind, NeedPlace { pointer: pointer.clone(), span: Some(span), count: 1, excerpt });
}

/// What is in a text, with the marks.
fn marked(text: &str) -> impl Iterator<Item = (NeedKind, Range<usize>)> {
    // Searched once for the whole text, and only where there is a mark: a text of openings alone is not walked to its end
    // for each of them.
    let last_template = LazyCell::new(|| text.rfind("%>").unwrap_or_default());
    let first_fence = LazyCell::new(|| text.find("```").unwrap_or(text.len()));
    let closed_page = LazyCell::new(|| text.to_ascii_lowercase().contains("</body>"));
    let hits = TEXT_MARKS.iter().flat_map(move |marks| marks.find_iter(text));
    hits.filter_map(move |hit| {
        let (_, mark) = MARKS.get(hit.pattern().as_usize())?;
        let behind = text.get(hit.end()..).unwrap_or_default();
        let kind = match mark {
            Mark::Sure(kind) => *kind,
            Mark::Template => {
                let opens = behind.starts_with(|c: char| "=-_#".contains(c) || c.is_whitespace());
                (opens && *last_template >= hit.end()).then_some(NeedKind::EjsTemplates)?
            }
            Mark::Macro => helper_macro(behind)?,
            Mark::Page => {
                let tag = behind.starts_with(|c: char| c == '>' || c.is_whitespace());
                (tag && *first_fence < hit.start() && *closed_page).then_some(NeedKind::HtmlPages)?
            }
        };
        Some((kind, hit.range()))
    })
}

/// What a macro that begins with `get_` or `format_` is.
fn helper_macro(behind: &str) -> Option<NeedKind> {
    let scope = SCOPES.iter().find(|scope| behind.starts_with(**scope))?;
    let path = behind.get(scope.len()..)?.strip_prefix("_variable::")?;
    // The tree in which MagVarUpdate keeps its variables.
    Some(if path.starts_with("stat_data") { NeedKind::MvuVariables } else { NeedKind::TavernHelperMacros })
}

/// The first line that is one of STscript: a known command with a named argument, a pipe or a closure behind it.
fn commands(text: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let shape = line.trim().strip_prefix('/').is_some_and(|line| {
            let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let named = rest.split_whitespace().next().and_then(|word| word.split_once('='));
            let is_named = named.is_some_and(|(name, _)| !name.is_empty() && name.chars().all(char::is_alphanumeric));
            COMMANDS.contains(&name) && (is_named || rest.contains("| /") || rest.contains("{:"))
        });
        if shape {
            return Some(start + indent..start + line.trim_end().len());
        }
        start += line.len();
    }
    None
}
