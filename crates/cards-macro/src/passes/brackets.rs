//! Marinara's brackets: in a chat of several characters, the lines from `[` to `]` come once for each of them.
//!
//! De facto: Marinara Engine 014be8d. Brackets without a macro of a character stay. Each copy has its blocks chosen, its variables
//! written and the names and fields of its character put in; everything else of it is for the steps that come behind.

use std::borrow::Cow;

use super::condition::{Condition, quote};
use super::{Finder, Rule, blocks};
use crate::builtin::marinara::{FIELDS, others_of, without_comments};
use crate::call::Env;
use crate::error::Error;
use crate::host::{Fact, Host};
use crate::js;
use crate::overlay::{Answers, Overlay};

/// Fields of a member in the order in which they are put in; those without a fact have no text here.
const PUT: [(&str, Option<Fact>); 8] = [
    ("description", Some(Fact::Description)),
    ("personality", Some(Fact::Personality)),
    ("backstory", None),
    ("appearance", None),
    ("scenario", Some(Fact::Scenario)),
    ("example", Some(Fact::MesExample)),
    ("charSysInfo", Some(Fact::SystemPrompt)),
    ("charPostHistory", Some(Fact::PostHistoryInstructions)),
];
/// Names of macros that make brackets come once for each, beside those fields.
const NAMES: [&str; 8] =
    ["char", "charName", "charPhonetic", "charNamePhonetic", "group", "char_about", "convo_behavior", "convo_display"];
/// Words of conditions that do, beside those names.
const WORDS: [&str; 4] = ["character", "speaker", "characterPhonetic", "speakerPhonetic"];

/// A member of the group in front of the host.
struct As {
    member: usize,
    name: String,
}

impl Answers for As {
    fn fact<'a>(&'a self, host: &'a dyn Host, fact: Fact) -> Option<Cow<'a, str>> {
        match fact {
            Fact::Char => Some(Cow::Borrowed(&self.name)),
            _ if PUT.iter().any(|(_, put)| *put == Some(fact)) => host.member_fact(self.member, fact),
            _ => host.fact(fact),
        }
    }
}

/// The text with its brackets repeated.
pub(super) fn repeat<'t>(
    text: &'t str,
    template: &str,
    step: &[Rule],
    env: &mut Env<'_>,
) -> Result<Cow<'t, str>, Error> {
    let names: Vec<String> = env.host.group().into_iter().flatten().map(|member| member.name.clone()).collect();
    if names.len() < 2 || !text.contains('[') {
        return Ok(Cow::Borrowed(text));
    }
    let lines: Vec<&str> = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    let (mut out, mut at, mut size, mut repeats, mut closes) = (Vec::new(), 0, 0, false, true);
    while let Some(&line) = lines.get(at) {
        let rest = lines.get(at..).unwrap_or_default();
        let opens = closes && js::trim(line) == "[";
        let end = if opens { rest.iter().position(|line| js::trim(line) == "]") } else { None };
        let Some(end) = end else {
            // Where nothing closes the first, nothing closes those behind it.
            closes &= !opens;
            out.push(Cow::Borrowed(line));
            at += 1;
            continue;
        };
        let block = rest.get(..=end).unwrap_or_default();
        at += block.len();
        let joined = block.join("\n");
        if !asks_for_a_character(&joined, env)? {
            out.extend(block.iter().map(|line| Cow::Borrowed(*line)));
            continue;
        }
        repeats = true;
        for (member, name) in names.iter().enumerate() {
            let copy = copy(&joined, template, step, As { member, name: name.clone() }, env)?;
            size += copy.len();
            out.push(Cow::Owned(copy));
            let limit = env.limits.output_bytes;
            if size > limit {
                return Err(Error::OutputTooLarge { offset: 0, limit });
            }
        }
    }
    // The client cuts lines and puts them together again, which only this shows.
    Ok(if repeats { Cow::Owned(out.join("\n")) } else { Cow::Borrowed(text) })
}

/// Brackets as they are for one member.
fn copy(text: &str, template: &str, step: &[Rule], member: As, env: &mut Env<'_>) -> Result<String, Error> {
    let state = std::mem::take(&mut env.state);
    let mut overlay = Overlay { host: &mut *env.host, answers: member };
    let mut of_member = Env {
        host: &mut overlay,
        profile: env.profile,
        target: env.target,
        limits: env.limits,
        original: env.original,
        outlets: env.outlets,
        engines: env.engines,
        state,
    };
    let text = scoped(text, template, step, &mut of_member, 0);
    env.state = of_member.state;
    text
}

/// A text of one member, which may be one of its fields.
fn scoped(text: &str, template: &str, step: &[Rule], env: &mut Env<'_>, depth: u8) -> Result<String, Error> {
    let mut text = blocks::run(&without_comments(text), template, step, env)?;
    let name = env.char_name().into_owned();
    text = put(&text, &["char", "charName"], env, |_| Ok(name.clone()))?;
    text = put(&text, &["charPhonetic", "charNamePhonetic"], env, |_| Ok(name.clone()))?;
    text = put(&text, &["group"], env, |env| Ok(others_of(env)))?;
    for (name, fact) in PUT {
        text = put(&text, &[name], env, |env| {
            let field = fact.and_then(|fact| env.host.fact(fact)).unwrap_or_default().into_owned();
            if field.is_empty() || depth >= FIELDS {
                return Ok(String::new());
            }
            scoped(&field, template, step, env, depth + 1)
        })?;
    }
    Ok(text)
}

/// Replaces a macro of these names, which may have white space within its braces.
fn put(
    text: &str,
    names: &[&str],
    env: &mut Env<'_>,
    mut make: impl FnMut(&mut Env<'_>) -> Result<String, Error>,
) -> Result<String, Error> {
    env.burn(text.len(), 0)?;
    let (mut out, mut copied, mut at) = (String::new(), 0, 0);
    while let Some(start) = text.get(at..).and_then(|rest| rest.find("{{")).map(|skip| at + skip) {
        at = start + 1;
        let Some((name, end)) = bare(text, start) else { continue };
        if !names.iter().any(|known| name.eq_ignore_ascii_case(known)) {
            continue;
        }
        out.push_str(text.get(copied..start).unwrap_or_default());
        out.push_str(&make(env)?);
        let limit = env.limits.output_bytes;
        if out.len() > limit {
            return Err(Error::OutputTooLarge { offset: start, limit });
        }
        env.burn(end - start, start)?;
        (copied, at) = (end, end);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Ok(out)
}

/// The name of a macro that has nothing but a name between its braces, and where it ends.
fn bare(text: &str, start: usize) -> Option<(&str, usize)> {
    let inside = text.get(start + 2..)?.trim_start_matches(js::is_space);
    let name = inside.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '_');
    let behind = name.trim_start_matches(js::is_space).strip_prefix("}}")?;
    let name = inside.get(..inside.len() - name.len()).filter(|name| !name.is_empty())?;
    Some((name, text.len() - behind.len()))
}

/// Whether a text has a macro of a character, or a block whose condition names one. Conditions may be in each other, and each is read.
fn asks_for_a_character(text: &str, env: &mut Env<'_>) -> Result<bool, Error> {
    let mut finder = Finder::new(text);
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find("{{")).map(|skip| at + skip) {
        at = start + 1;
        if bare(text, start).is_some_and(|(name, _)| is_of_character(name)) {
            return Ok(true);
        }
        let rest = text.get(start + 2..).unwrap_or_default();
        let Some(condition) = blocks::condition(rest.trim_start_matches(js::is_space)) else { continue };
        let Some(end) = finder.balanced(start) else { return Ok(names_a_character(condition)) };
        env.burn(end - start, 0)?;
        let body = js::trim(text.get(start + 2..end).unwrap_or_default());
        if blocks::condition(body).is_some_and(|condition| Condition::parse(condition).names(is_operand)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_of_character(name: &str) -> bool {
    let fields = PUT.iter().map(|(name, _)| name);
    NAMES.iter().chain(fields).any(|known| name.eq_ignore_ascii_case(known))
}

fn is_operand(written: &str) -> bool {
    let name = js::trim(written);
    let name = name.strip_prefix('@').unwrap_or(name);
    is_of_character(name) || WORDS.iter().any(|word| name.eq_ignore_ascii_case(word))
}

/// Whether a word outside of quotes is one of a character's, in a block whose braces never end.
fn names_a_character(text: &str) -> bool {
    let mut open = None;
    let outside: String = text
        .chars()
        .map(|c| {
            let kind = quote(c);
            match open {
                None if kind.is_some() => open = kind,
                Some(_) if kind == open => open = None,
                None => return c,
                Some(_) => {}
            }
            ' '
        })
        .collect();
    outside.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(is_operand)
}
