//! Blocks: what a tag opens, and what becomes of the text up to its end.

use super::when;
use crate::builtin::risu::{data, is_true};
use crate::call::Env;
use crate::error::Error;
use crate::js;
use crate::syntax::risu::block_name;

const ELSE: &str = "{{:else}}";

/// An open block.
pub(super) enum Block {
    /// A condition that does not hold: the body is passed over.
    Dropped,
    /// `#if` and `#if_pure` that hold.
    Shown(Space),
    /// `#when`: both branches run, one is printed.
    When { holds: bool, space: Space },
    /// `#pure`.
    Pure,
    /// `#puredisplay`: the braces get backslashes.
    PureDisplay,
    /// `#escape`: brackets become signs that the client's page turns back.
    Escape,
    /// `#code`.
    Code,
    /// `#each LIST as NAME`; without a name nothing is printed.
    Each { list: String, name: Option<String>, keep: bool },
    /// `#func NAME`.
    Function(String),
}

/// What happens to the whitespace of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// Every line is trimmed at its start, the whole at both ends.
    Lines,
    /// Blank lines at both ends go.
    Edges,
    /// All is kept.
    Keep,
}

/// What a block that ends leaves.
pub(super) enum End {
    /// This text stands for it.
    Print(String),
    /// This text is read before what follows.
    ReadAgain(String),
}

impl Block {
    /// Whether what is in it is copied unread.
    pub(super) fn is_unread(&self) -> bool {
        !matches!(self, Self::Shown(_) | Self::When { .. } | Self::Code)
    }
}

/// Reads an opening tag, inner macros expanded; `None` where it opens nothing.
pub(super) fn open(env: &mut Env<'_>, tag: &str) -> Option<Block> {
    let name = block_name(tag)?;
    let rest = tag.get(1 + name.len()..).unwrap_or_default();
    Some(match name {
        "if" => shown(is_true(second_word(tag)), Space::Lines),
        "if_pure" => shown(is_true(second_word(tag)), Space::Keep),
        "when" => {
            let condition = when::condition(env, rest);
            if condition.legacy {
                shown(condition.holds, Space::Lines)
            } else {
                Block::When { holds: condition.holds, space: condition.space }
            }
        }
        "pure" => Block::Pure,
        "puredisplay" | "pure_display" => Block::PureDisplay,
        "escape" => Block::Escape,
        "code" => Block::Code,
        "each" => each(rest),
        _ => Block::Function(Some(second_word(tag)).filter(|name| !name.is_empty())?.to_owned()),
    })
}

fn shown(holds: bool, space: Space) -> Block {
    if holds { Block::Shown(space) } else { Block::Dropped }
}

/// Words end at single blanks, so that two blanks have an empty word between them.
fn second_word(tag: &str) -> &str {
    tag.split(' ').nth(1).unwrap_or_default()
}

/// `#each LIST as NAME`, `#each LIST NAME`, `#each::keep …`.
fn each(rest: &str) -> Block {
    let (keep, rest) = match rest.strip_prefix("::keep") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let rest = js::trim(rest);
    let rest = rest.strip_prefix("as ").unwrap_or(rest);
    let parts = rest.rsplit_once(" as ").or_else(|| rest.rsplit_once(' '));
    let (list, name) = parts.unwrap_or((rest, ""));
    let name = Some(js::trim(name).to_owned()).filter(|name| !name.is_empty());
    Block::Each { list: list.to_owned(), name, keep }
}

/// Ends a block.
pub(super) fn close(env: &mut Env<'_>, block: Block, body: &str, at: usize) -> Result<End, Error> {
    env.burn(body.len(), at)?;
    let text = match block {
        Block::Dropped => String::new(),
        Block::Shown(space) => settle(body, space),
        Block::When { holds, space } => branch(body, holds, space),
        Block::Pure => js::trim(body).to_owned(),
        Block::PureDisplay => js::trim(body).replace("{{", "\\{\\{").replace("}}", "\\}\\}"),
        Block::Escape => js::trim(body).chars().map(escaped).collect(),
        Block::Code => code(js::trim(body)),
        Block::Each { list, name, keep } => {
            return Ok(End::ReadAgain(repeated(env, &list, name.as_deref(), body, keep, at)?));
        }
        Block::Function(name) => {
            env.state.functions.insert(name, js::trim(body).to_owned());
            String::new()
        }
    };
    Ok(End::Print(text))
}

/// The branch of a `#when` that is printed. On one line `{{:else}}` counts where it is first; on several lines it
/// counts alone on its line.
fn branch(body: &str, holds: bool, space: Space) -> String {
    if !body.contains('\n') {
        let (yes, no) = body.split_once(ELSE).unwrap_or((body, ""));
        return if holds { yes } else { no }.to_owned();
    }
    let lines: Vec<&str> = body.split('\n').collect();
    let cut = lines.iter().position(|line| js::trim(line) == ELSE);
    let chosen = match (cut, holds) {
        (Some(cut), true) => lines.get(..cut),
        (Some(cut), false) => lines.get(cut + 1..),
        (None, true) => Some(lines.as_slice()),
        (None, false) => None,
    };
    let chosen = chosen.unwrap_or_default();
    if space == Space::Keep {
        return chosen.join("\n");
    }
    let is_text = |line: &&str| !js::trim(line).is_empty();
    let first = chosen.iter().position(is_text).unwrap_or(chosen.len());
    let end = chosen.iter().rposition(is_text).map_or(first, |last| last + 1);
    chosen.get(first..end).unwrap_or_default().join("\n")
}

/// Takes whitespace off a body.
fn settle(body: &str, space: Space) -> String {
    if space == Space::Keep {
        return body.to_owned();
    }
    let lines: Vec<&str> = body.split('\n').map(|line| line.trim_start_matches(js::is_space)).collect();
    js::trim(&lines.join("\n")).to_owned()
}

/// The body once for each item, with the item in the place of `{{slot::NAME}}`.
fn repeated(
    env: &mut Env<'_>,
    list: &str,
    name: Option<&str>,
    body: &str,
    keep: bool,
    at: usize,
) -> Result<String, Error> {
    let Some(name) = name else {
        return Ok(String::new());
    };
    let slot = format!("{{{{slot::{name}}}}}");
    let body = if keep { body.to_owned() } else { settle(body, Space::Lines) };
    let slots = body.matches(&slot).count();
    let limit = env.limits.output_bytes;
    let mut text = String::new();
    for item in data::list(list) {
        let item = item.plain();
        let growth = body.len().saturating_add(slots.saturating_mul(item.len()));
        if text.len().saturating_add(growth) > limit {
            return Err(Error::OutputTooLarge { offset: at, limit });
        }
        // What is put back is read again, which costs more than copying it.
        env.burn(growth.saturating_add(64).saturating_mul(8), at)?;
        text.push_str(&body.replace(&slot, &item));
    }
    Ok(if keep { text } else { js::trim(&text).to_owned() })
}

/// The signs that stand for brackets in text.
fn escaped(c: char) -> char {
    match c {
        '{' => '\u{e9b8}',
        '}' => '\u{e9b9}',
        '(' => '\u{e9ba}',
        ')' => '\u{e9bb}',
        other => other,
    }
}

/// Takes line ends and tabs out and reads backslashes.
fn code(body: &str) -> String {
    let mut out = String::with_capacity(body.len());
    let mut chars = body.chars().filter(|c| !matches!(c, '\n' | '\t'));
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        out.push(match chars.next() {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('v') => '\u{b}',
            Some('x') => '\0',
            Some('u') => {
                let digits: String = chars.by_ref().take(4).collect();
                let unit = js::parse_int(&digits, 16).unwrap_or(0.0);
                char::from_u32(unit as u32).unwrap_or('\u{fffd}')
            }
            Some(other) => other,
            None => break,
        });
    }
    out
}

/// The client's oldest condition, `{#if X` with the text from the next line on: dropped where X is empty, `0` or `-1`.
pub(super) fn old_condition(inner: &str) -> Option<&str> {
    let (head, text) = inner.split_once('\n')?;
    if !head.starts_with("if") {
        return None;
    }
    Some(if matches!(js::trim(second_word(head)), "" | "0" | "-1") { "" } else { js::trim(text) })
}

/// Whether a tag that calls a function names one that is there.
pub(super) fn is_function(env: &Env<'_>, inner: &str) -> bool {
    inner.split("::").nth(1).is_some_and(|name| env.state.functions.contains_key(name))
}
