//! SillyTavern's older engine, and Marinara's: replacements over the whole text, one step after the other.
//!
//! De facto: SillyTavern 1.19.0 with the new engine off; Marinara Engine 014be8d. What a step inserts is seen by the steps after it, which is the
//! engine's way of nesting. The rules are the passes that the rows of the macro table name. Every rule finds its ends with
//! a [`Finder`], so that a rule is linear in the text.

mod blocks;
mod brackets;
mod condition;

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::builtin::card;
use crate::call::{ArgSpans, Args, Call, Env, Flow, Fun};
use crate::error::Error;
use crate::finish;
use crate::profile::Engine;
use crate::scan;
use crate::table::{self, Pass, Shape};

/// One rule: a pass of a row of the table, and what the row does.
struct Rule {
    pass: Pass,
    name: &'static str,
    call: Fun,
}

/// The rules of an engine in their order, step by step.
fn rules(profile: Engine) -> &'static [Rule] {
    static RULES: [OnceLock<Vec<Rule>>; Engine::ALL.len()] = [const { OnceLock::new() }; Engine::ALL.len()];
    let of = |rules: &'static OnceLock<Vec<Rule>>| {
        rules.get_or_init(|| {
            let rows = table::macro_table()
                .iter()
                .flat_map(|info| info.behaviours.iter().map(|behaviour| (info.name, behaviour)));
            let rows = rows.filter(|(_, behaviour)| behaviour.profiles & profile.bit() != 0);
            let mut rules: Vec<Rule> = rows
                .flat_map(|(name, behaviour)| {
                    behaviour.passes.iter().flat_map(move |&pass| {
                        let others = if pass.any_name { behaviour.aliases } else { &[] };
                        let names = std::iter::once(pass.name.unwrap_or(name)).chain(others.iter().copied());
                        names.map(move |name| Rule { pass, name, call: behaviour.call })
                    })
                })
                .collect();
            rules.sort_by_key(|rule| rule.pass.step);
            rules
        })
    };
    RULES.get(profile.index()).map(|rules| of(rules).as_slice()).unwrap_or_default()
}

/// Texts inside of one another go so deep; those below stay as they are. De facto: Marinara's limit.
const NESTED: usize = 16;

/// Runs all rules over a text inside of another.
pub(crate) fn again(env: &mut Env<'_>, text: &str, at: usize) -> Result<String, Error> {
    env.burn(text.len(), at)?;
    if env.state.calls >= NESTED {
        return Ok(text.to_owned());
    }
    env.state.calls += 1;
    let rendered = env.inside(|env| run(text, env));
    env.state.calls -= 1;
    rendered
}

/// Runs all rules.
pub(crate) fn run(template: &str, env: &mut Env<'_>) -> Result<String, Error> {
    let mut text = template.to_owned();
    let legacy = env.profile == Engine::SillyTavernLegacy;
    if legacy && !env.state.in_field && !text.is_empty() {
        card::prepare(env)?;
    }
    let mut extras_are_done = false;
    // The rules of one step are looked for together, from the beginning of the text to its end.
    for step in rules(env.profile).chunk_by(|a, b| a.pass.step == b.pass.step) {
        let Some(Rule { pass, .. }) = step.first() else { continue };
        // The client stops at the first rule for braces when the text has none.
        if pass.shape != Shape::Angle && !text.contains("{{") {
            break;
        }
        if pass.step > Pass::EXTRAS && !std::mem::replace(&mut extras_are_done, true) {
            text = extras(text, template, env)?;
        }
        // Inside a card field there are no card fields.
        if pass.needs.is_some_and(|fact| env.state.in_field || env.host.fact(fact).is_none()) {
            continue;
        }
        env.burn(text.len(), 0)?;
        let parts = step.iter().any(|rule| rule.pass.shape == Shape::Block);
        text = match pass.shape {
            Shape::Trim => finish::trim_marks(text),
            _ if parts => blocks::run(&brackets::repeat(&text, template, step, env)?, template, step, env)?,
            _ => replace(&text, template, step, env)?,
        };
    }
    Ok(text)
}

/// Replaces the macros of the host's own, one after the other.
fn extras(mut text: String, template: &str, env: &mut Env<'_>) -> Result<String, Error> {
    let names: Vec<String> = env.host.extra_macros().iter().map(|extra| extra.name.clone()).collect();
    for name in names {
        let call = |call: &mut Call<'_, '_>| {
            let name = call.inner;
            crate::extra::call(call, name).map(|flow| flow.unwrap_or(Flow::Keep))
        };
        env.burn(text.len(), 0)?;
        text = replace_with(&text, template, &[(&*name, Shape::Bare)], |_, found| call(found), env)?;
    }
    Ok(text)
}

/// Replaces every macro of the rules of a step.
fn replace(text: &str, template: &str, step: &[Rule], env: &mut Env<'_>) -> Result<String, Error> {
    let names: Vec<(&str, Shape)> = step.iter().map(|rule| (rule.name, rule.pass.shape)).collect();
    let run =
        |number: usize, call: &mut Call<'_, '_>| step.get(number).map_or(Ok(Flow::Keep), |rule| (rule.call)(call));
    replace_with(text, template, &names, run, env)
}

/// Replaces every macro of these names. All of them are in braces, or all in angle brackets.
fn replace_with(
    text: &str,
    template: &str,
    names: &[(&str, Shape)],
    run: impl Fn(usize, &mut Call<'_, '_>) -> Result<Flow, Error>,
    env: &mut Env<'_>,
) -> Result<String, Error> {
    let angle = names.first().is_some_and(|(_, shape)| *shape == Shape::Angle);
    let (open, width) = if angle { (b'<', 1) } else { (b'{', 2) };
    let bytes = text.as_bytes();
    let mut finder = Finder::new(text);
    let (mut out, mut copied, mut at) = (String::new(), 0, 0);
    while let Some(hit) = scan::find2(bytes, at, open, open) {
        at = hit + 1;
        if width == 2 && bytes.get(hit + 1) != Some(&b'{') {
            continue;
        }
        let found = names.iter().enumerate().find_map(|(number, &(name, shape))| {
            let behind = hit + width + name.len();
            let named = text.get(hit + width..behind).is_some_and(|found| found.eq_ignore_ascii_case(name));
            let (args, end) = if named { finder.shape(shape, behind, name, hit)? } else { return None };
            Some((number, name, args, end))
        });
        let Some((number, name, args, end)) = found else { continue };
        out.push_str(text.get(copied..hit).unwrap_or_default());
        let before = out.len();
        let mut call = Call {
            env,
            args: Args { text, spans: ArgSpans::Rendered(args.as_slice()) },
            inner: name,
            scoped: false,
            template,
            at: hit,
            out: &mut out,
        };
        if run(number, &mut call)? == Flow::Keep {
            out.truncate(before);
            out.push_str(text.get(hit..end).unwrap_or_default());
        }
        let limit = env.limits.output_bytes;
        if out.len() > limit {
            return Err(Error::OutputTooLarge { offset: hit, limit });
        }
        env.burn(end - hit, hit)?;
        copied = end;
        at = end;
    }
    if out.is_empty() && copied == 0 {
        return Ok(text.to_owned());
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Ok(out)
}

/// Finds ends of macros; positions found once serve until they are passed.
struct Finder<'t> {
    text: &'t str,
    brace: Option<usize>,
    braces: Option<usize>,
    line_end: Option<usize>,
    colons: Option<usize>,
    /// The last end of a quoted argument in the line that ends at the first number.
    last_quote: Option<(usize, Option<usize>)>,
    /// Where the braces that open at a place end, once it was asked for.
    ends: Option<HashMap<usize, usize>>,
    /// From here on the closing tag that was looked for is nowhere.
    unclosed: Option<usize>,
}

type Found = (Vec<(usize, usize)>, usize);

impl<'t> Finder<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            brace: None,
            braces: None,
            line_end: None,
            colons: None,
            last_quote: None,
            ends: None,
            unclosed: None,
        }
    }

    fn rest(&self, from: usize) -> &'t str {
        self.text.get(from..).unwrap_or_default()
    }

    /// A memoised search; where there is nothing, the end of the text.
    fn next(text: &str, memo: &mut Option<usize>, from: usize, find: impl Fn(&str) -> Option<usize>) -> usize {
        match *memo {
            Some(at) if at >= from => at,
            _ => {
                let found = text.get(from..).and_then(find).map_or(text.len(), |at| from + at);
                *memo = Some(found);
                found
            }
        }
    }

    fn brace(&mut self, from: usize) -> usize {
        Self::next(self.text, &mut self.brace, from, |rest| rest.find('}'))
    }

    fn braces(&mut self, from: usize) -> usize {
        Self::next(self.text, &mut self.braces, from, |rest| rest.find("}}"))
    }

    /// The end of what a dot of the client's patterns matches.
    fn line_end(&mut self, from: usize) -> usize {
        Self::next(self.text, &mut self.line_end, from, |rest| rest.find(crate::js::ends_line))
    }

    fn colons(&mut self, from: usize) -> usize {
        Self::next(self.text, &mut self.colons, from, |rest| rest.find("::"))
    }

    /// Text without closing braces up to `}}`, from `from`; at least one character unless `empty`.
    fn unbraced(&mut self, from: usize, empty: bool) -> Option<(usize, usize)> {
        let end = self.brace(from);
        ((empty || end > from) && self.rest(end).starts_with("}}")).then_some((from, end + 2))
    }

    /// Reads what follows a macro's name: the arguments' places and the end of the macro.
    fn shape(&mut self, shape: Shape, at: usize, name: &str, open: usize) -> Option<Found> {
        let rest = self.rest(at);
        let one = |(start, end): (usize, usize)| (vec![(start, end - 2)], end);
        match shape {
            Shape::Angle => rest.starts_with('>').then(|| (Vec::new(), at + 1)),
            Shape::Bare => rest.starts_with("}}").then(|| (Vec::new(), at + 2)),
            Shape::One => rest.starts_with("::").then(|| self.unbraced(at + 2, false))?.map(one),
            Shape::Loose => rest.starts_with([' ', ':']).then(|| self.unbraced(at + 1, false))?.map(one),
            Shape::List => {
                let blank = usize::from(rest.starts_with(crate::js::is_space));
                let colon = at + blank;
                if !self.rest(colon).starts_with(':') {
                    return None;
                }
                let second = usize::from(self.rest(colon + 1).starts_with(':'));
                // The second colon is the separator's only if something is left for the list.
                let list = self.unbraced(colon + 1 + second, false);
                list.or_else(|| self.unbraced(colon + 1, false)).map(one)
            }
            Shape::Pair(empty) => {
                let start = rest.starts_with("::").then_some(at + 2)?;
                let colon = self.rest(start).find(':').map(|skip| start + skip)?;
                if colon == start || !self.rest(colon).starts_with("::") {
                    return None;
                }
                let (value, end) = self.unbraced(colon + 2, empty)?;
                Some((vec![(start, colon), (value, end - 2)], end))
            }
            Shape::Line(separator) => {
                let start = rest.starts_with(separator).then_some(at + separator.len())?;
                let end = self.line_braces(start)?;
                Some((vec![(start, end)], end + 2))
            }
            Shape::Comment => {
                let end = self.braces(at);
                (end < self.text.len()).then(|| (vec![(at, end)], end + 2))
            }
            Shape::Blanks => {
                let start = at + (rest.len() - rest.trim_start_matches(' ').len());
                (start > at).then(|| self.unbraced(start, true))?.map(one)
            }
            Shape::Quoted => {
                let line = self.line_end(at);
                let start = rest.starts_with('"').then_some(at + 1)?;
                // Greedy: the last `"}}` of the line, looked for once a line.
                let last = match self.last_quote {
                    Some((of, last)) if of == line => last,
                    _ => self.text.get(start..line)?.rfind("\"}}").map(|skip| start + skip),
                };
                self.last_quote = Some((line, last));
                let end = last.filter(|&last| last >= start)?;
                Some((vec![(start, end)], end + 3))
            }
            Shape::Signed => {
                let digits = rest.strip_prefix(['+', '-'])?;
                let count = digits.bytes().take_while(u8::is_ascii_digit).count();
                let end = at + 1 + count;
                (count > 0 && self.rest(end).starts_with("}}")).then(|| (vec![(at, end)], end + 2))
            }
            Shape::Trim | Shape::Block => None,
            Shape::Balanced(separator) => {
                let start = rest.starts_with(separator).then_some(at + separator.len())?;
                let end = self.balanced(open)?;
                (start <= end).then(|| (vec![(start, end)], end + 2))
            }
            Shape::Word(separator) | Shape::WordAnd(separator) => {
                let start = rest.starts_with(separator).then_some(at + separator.len())?;
                let is_sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
                let word = self.rest(start).trim_start_matches(is_sign);
                let (end, close) = (self.text.len() - word.len(), self.balanced(open)?);
                if end == start {
                    return None;
                }
                if matches!(shape, Shape::Word(_)) {
                    return (end == close).then(|| (vec![(start, end)], end + 2));
                }
                let value = word.starts_with("::").then_some(end + 2).filter(|value| *value <= close)?;
                Some((vec![(start, end), (value, close)], close + 2))
            }
            Shape::Colon => rest.starts_with(':').then(|| self.unbraced(at + 1, false))?.map(one),
            Shape::Around => {
                let start = rest.starts_with("}}").then_some(at + 2)?;
                if self.unclosed.is_some_and(|from| start >= from) {
                    return None;
                }
                let close = format!("{{{{/{name}}}}}");
                let begins = |byte: &usize| {
                    self.text.get(*byte..byte + close.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(&close))
                };
                let end = self.rest(start).match_indices("{{/").map(|(skip, _)| start + skip).find(begins);
                if end.is_none() {
                    self.unclosed = Some(start);
                }
                end.map(|end| (vec![(start, end)], end + close.len()))
            }
            Shape::Eating => {
                let behind = rest.strip_prefix("}}")?.trim_start_matches(crate::js::is_space);
                Some((Vec::new(), self.text.len() - behind.len()))
            }
            Shape::LinePair => {
                let start = rest.starts_with("::").then_some(at + 2)?;
                let line_end = self.line_end(start);
                let middle = self.colons(start);
                let end = self.braces(middle + 2);
                (end < line_end).then(|| (vec![(start, middle), (middle + 2, end)], end + 2))
            }
        }
    }

    /// Where the braces that open at a place end. De facto: Marinara Engine 014be8d stops looking at the first that never end.
    fn balanced(&mut self, open: usize) -> Option<usize> {
        let ends = self.ends.get_or_insert_with(|| {
            let (mut ends, mut opens, mut at) = (HashMap::new(), Vec::new(), 0);
            let bytes = self.text.as_bytes();
            while let Some(two) = bytes.get(at..at + 2) {
                match two {
                    b"{{" => opens.push(at),
                    b"}}" => ends.extend(opens.pop().map(|open| (open, at))),
                    _ => {
                        at += 1;
                        continue;
                    }
                }
                at += 2;
            }
            let lost = opens.first().copied().unwrap_or(usize::MAX);
            ends.retain(|open, _| *open < lost);
            ends
        });
        ends.get(&open).copied()
    }

    /// The first `}}` in the line of `start`, behind at least one character.
    fn line_braces(&mut self, start: usize) -> Option<usize> {
        let first = self.rest(start).chars().next()?;
        let end = self.braces(start + first.len_utf8());
        (end < self.line_end(start)).then_some(end)
    }
}

#[cfg(test)]
mod tests {
    use crate::profile::{Engine, Syntax};
    use crate::table;

    #[test]
    fn what_an_engine_of_replacements_does_has_a_pass_and_nothing_else_has() {
        for info in table::macro_table() {
            for behaviour in info.behaviours {
                let replaces = |engine: &&Engine| engine.rules().syntax == Syntax::Passes;
                let known = Engine::ALL.iter().filter(replaces).any(|engine| behaviour.profiles & engine.bit() != 0);
                assert_eq!(!behaviour.passes.is_empty(), known, "{}", info.name);
            }
        }
    }
}
