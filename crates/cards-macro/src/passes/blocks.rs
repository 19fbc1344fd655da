//! Marinara's blocks: of `{{#if …}}…{{else if …}}…{{else}}…{{/if}}` one branch stays, and only its variables are written.
//!
//! De facto: Marinara Engine 014be8d. Text between the blocks has its variables replaced first, in text order, so a condition sees
//! what was set before it. Blocks are looked for among macros that stand in no other; what is behind a block that is never closed,
//! and the block itself, is no block.

use std::ops::Range;

use super::condition::Condition;
use super::{Finder, Rule, replace};
use crate::call::Env;
use crate::error::Error;
use crate::js;

/// What may be to the left of a tag on its line, and to the right.
const BLANKS: [char; 2] = [' ', '\t'];

/// A macro that parts a text into blocks.
struct Tag<'t> {
    kind: Kind<'t>,
    span: Range<usize>,
    /// The place of the tag that closes it.
    end: usize,
}

enum Kind<'t> {
    If(&'t str),
    ElseIf(&'t str),
    Else,
    End,
}

/// A stretch of text that is being written: all of it, or the branch that was chosen.
struct Level {
    at: usize,
    end: usize,
    tags: Range<usize>,
    /// Where it begins in what is written.
    begin: usize,
    /// Whether its opening and its closing tag have a line for themselves.
    alone: (bool, bool),
}

/// Chooses the branches, and runs the rules of a step over what is left. The levels are on the heap: a text may have many.
pub(super) fn run(text: &str, template: &str, step: &[Rule], env: &mut Env<'_>) -> Result<String, Error> {
    let tags = tags(text, env.limits.nesting)?;
    let mut out = String::new();
    let mut levels = vec![Level { at: 0, end: text.len(), tags: 0..tags.len(), begin: 0, alone: (false, false) }];
    while let Some(level) = levels.last_mut() {
        // The tags between a level's blocks are those that end it: the first tag in it opens one.
        let Some(open) = level.tags.next() else {
            out.push_str(&replace(text.get(level.at..level.end).unwrap_or_default(), template, step, env)?);
            let (begin, alone) = (level.begin, level.alone);
            levels.pop();
            env.burn(out.len() - begin, begin)?;
            settle(&mut out, begin, alone);
            continue;
        };
        let Some((first, last)) = tags.get(open).and_then(|first| Some((first, tags.get(first.end)?))) else { break };
        let before = text.get(level.at..first.span.start).unwrap_or_default();
        let inside = text.get(first.span.end..last.span.start).unwrap_or_default();
        let line_end = |at: usize| {
            let rest = text.get(at..).unwrap_or_default().trim_start_matches(BLANKS);
            rest.starts_with('\n').then_some(text.len() - rest.len() + 1)
        };
        let line_begins = before.trim_end_matches(BLANKS);
        let opens_alone = (line_begins.is_empty() || line_begins.ends_with('\n')) && line_end(first.span.end).is_some();
        let behind = line_end(last.span.end).filter(|_| inside.trim_end_matches(BLANKS).ends_with('\n'));
        let written = replace(before, template, step, env)?;
        out.push_str(if opens_alone { written.trim_end_matches(BLANKS) } else { &written });
        let limit = env.limits.output_bytes;
        if out.len() > limit {
            return Err(Error::OutputTooLarge { offset: first.span.start, limit });
        }
        (level.at, level.tags.start) = (behind.unwrap_or(last.span.end), first.end + 1);
        if let Some((at, end, tags)) = chosen(&tags, open, env)? {
            levels.push(Level { at, end, tags, begin: out.len(), alone: (opens_alone, behind.is_some()) });
        }
    }
    Ok(out)
}

/// Takes away what tags on lines of their own leave of these lines.
fn settle(out: &mut String, begin: usize, (opens, closes): (bool, bool)) {
    let block = out.get(begin..).unwrap_or_default();
    let rest = block.trim_start_matches(BLANKS);
    if opens && rest.starts_with('\n') {
        out.drain(begin..=begin + (block.len() - rest.len()));
    }
    if closes {
        let kept = out.get(begin..).unwrap_or_default().trim_end_matches(BLANKS).len();
        out.truncate(begin + kept);
    }
}

/// The first branch whose condition holds: where it is in the text, and the tags in it.
fn chosen(tags: &[Tag<'_>], open: usize, env: &mut Env<'_>) -> Result<Option<(usize, usize, Range<usize>)>, Error> {
    let mut at = open;
    while let Some(tag) = tags.get(at) {
        let holds = match tag.kind {
            Kind::If(condition) | Kind::ElseIf(condition) => {
                env.burn(condition.len(), tag.span.start)?;
                Condition::parse(condition).holds(env, tag.span.start)?
            }
            Kind::Else => true,
            Kind::End => return Ok(None),
        };
        // The next tag of this block; those of blocks inside are passed over.
        let mut next = at + 1;
        while let Some(Tag { kind: Kind::If(_), end, .. }) = tags.get(next) {
            next = end + 1;
        }
        if holds {
            return Ok(tags.get(next).map(|after| (tag.span.end, after.span.start, at + 1..next)));
        }
        at = next;
    }
    Ok(None)
}

/// The tags of the blocks of a text, but for those from the first block on that is never closed.
fn tags(text: &str, nesting: usize) -> Result<Vec<Tag<'_>>, Error> {
    let (mut tags, mut open, mut at, mut deep) = (Vec::<Tag<'_>>::new(), Vec::new(), 0, None);
    // Most texts have no block.
    if !text.contains('#') {
        return Ok(tags);
    }
    let mut finder = Finder::new(text);
    while let Some(start) = text.get(at..).and_then(|rest| rest.find("{{")).map(|skip| at + skip) {
        let Some(end) = finder.balanced(start) else { break };
        at = end + 2;
        let Some(kind) = kind(js::trim(text.get(start + 2..end).unwrap_or_default())) else { continue };
        match kind {
            Kind::If(_) => {
                if open.len() >= nesting {
                    deep.get_or_insert((tags.len(), start));
                }
                open.push(tags.len());
            }
            // Outside of a block they are text.
            _ if open.is_empty() => continue,
            Kind::End => {
                let last = tags.len();
                if let Some(opener) = open.pop().and_then(|opener: usize| tags.get_mut(opener)) {
                    opener.end = last;
                }
            }
            Kind::ElseIf(_) | Kind::Else => {}
        }
        tags.push(Tag { kind, span: start..at, end: 0 });
    }
    tags.truncate(open.first().copied().unwrap_or(tags.len()));
    match deep.filter(|(tag, _)| *tag < tags.len()) {
        Some((_, offset)) => Err(Error::TooDeep { offset, limit: nesting }),
        None => Ok(tags),
    }
}

/// What the text between braces is to a block.
fn kind(body: &str) -> Option<Kind<'_>> {
    if body.eq_ignore_ascii_case("/if") {
        return Some(Kind::End);
    }
    if let Some(condition) = behind(body, "#if") {
        return Some(Kind::If(condition));
    }
    let rest = behind(body, "else")?;
    if rest.is_empty() { Some(Kind::Else) } else { behind(rest, "if").map(Kind::ElseIf) }
}

/// The condition of a block or of a further branch, by what is between the braces.
pub(super) fn condition(body: &str) -> Option<&str> {
    match kind(body) {
        Some(Kind::If(condition) | Kind::ElseIf(condition)) => Some(condition),
        _ => None,
    }
}

/// What is behind a word and the white space that ends it, if the text does not end there.
pub(super) fn behind<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(word.len())?;
    let ends = rest.is_empty() || rest.starts_with(js::is_space);
    (head.eq_ignore_ascii_case(word) && ends).then(|| rest.trim_start_matches(js::is_space))
}
