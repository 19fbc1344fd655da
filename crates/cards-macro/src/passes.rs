//! SillyTavern's older engine: replacements over the whole text, one rule after the other.
//!
//! De facto: SillyTavern 1.19.0 with the new engine off. What a rule inserts is seen by the rules after it, which is the
//! engine's way of nesting. Every rule finds its ends with a [`Finder`], so that a rule is linear in the text.

use crate::builtin::{card, chat, names, random, text as texts, time, variables as vars};
use crate::call::{ArgSpans, Args, Call, Env, Flow, Fun};
use crate::error::Error;
use crate::finish;
use crate::host::Fact;
use crate::json::{self, Json};
use crate::scan;
use crate::vars::{Scope, Value};

/// How a rule finds its macros.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// `<name>`.
    Angle,
    /// `{{name}}`.
    Bare,
    /// `{{name::a::b}}`: `a` without colons, `b` without braces; whether `b` may be empty.
    Pair(bool),
    /// `{{name::a}}`: `a` without closing braces.
    One,
    /// `{{name:a}}`, `{{name a}}`: one character of `: ` and then `a` without closing braces.
    Loose,
    /// `{{name:a}}`, `{{name::a}}`, a blank allowed before the colon.
    List,
    /// `{{name:a}}` within a line.
    Line(&'static str),
    /// `{{//…}}`, anything up to the first `}}`.
    Comment,
    /// `{{name  a}}`: blanks, then `a` without closing braces.
    Blanks,
    /// `{{name"a"}}` within a line.
    Quoted,
    /// `{{name+2}}`, `{{name-2}}`.
    Signed,
    /// `{{name::a::b}}` within a line.
    LinePair,
}

/// One rule.
struct Rule {
    name: &'static str,
    shape: Shape,
    call: Fun,
    /// The rule is there only when the host has this.
    needs: Option<Fact>,
}

const fn rule(name: &'static str, shape: Shape, call: Fun) -> Rule {
    Rule { name, shape, call, needs: None }
}

const fn field(name: &'static str, call: Fun, needs: Fact) -> Rule {
    Rule { name, shape: Shape::Bare, call, needs: Some(needs) }
}

/// The rules in their order; [`TRIM`] stands for the one that takes line ends with it.
static RULES: &[Rule] = &[
    rule("USER", Shape::Angle, names::user),
    rule("BOT", Shape::Angle, names::char),
    rule("CHAR", Shape::Angle, names::char),
    rule("CHARIFNOTGROUP", Shape::Angle, names::group),
    rule("GROUP", Shape::Angle, names::group),
    rule("roll", Shape::Loose, random::roll_trimmed),
    rule("systemPrompt", Shape::Bare, chat::system_prompt),
    rule("defaultSystemPrompt", Shape::Bare, chat::default_system_prompt),
    rule("exampleSeparator", Shape::Bare, chat::example_separator),
    rule("chatSeparator", Shape::Bare, chat::example_separator),
    rule("chatStart", Shape::Bare, chat::chat_start),
    rule("setvar", Shape::Pair(true), set::<false>),
    rule("addvar", Shape::Pair(false), add::<false>),
    rule("incvar", Shape::One, step::<false, true>),
    rule("decvar", Shape::One, step::<false, false>),
    rule("getvar", Shape::One, get::<false>),
    rule("setglobalvar", Shape::Pair(true), set::<true>),
    rule("addglobalvar", Shape::Pair(false), add::<true>),
    rule("incglobalvar", Shape::One, step::<true, true>),
    rule("decglobalvar", Shape::One, step::<true, false>),
    rule("getglobalvar", Shape::One, get::<true>),
    rule("newline", Shape::Bare, texts::newline),
    rule(TRIM, Shape::Bare, texts::nothing),
    rule("noop", Shape::Bare, texts::nothing),
    rule("input", Shape::Bare, texts::input),
    field("original", names::original_once, Fact::Original),
    field("charPrompt", card::system_prompt, Fact::SystemPrompt),
    field("charInstruction", card::instruction, Fact::PostHistoryInstructions),
    field("charJailbreak", card::instruction, Fact::PostHistoryInstructions),
    field("description", card::description, Fact::Description),
    field("personality", card::personality, Fact::Personality),
    field("scenario", card::scenario, Fact::Scenario),
    field("persona", card::persona, Fact::Persona),
    field("mesExamples", card::mes_examples, Fact::MesExample),
    field("mesExamplesRaw", card::mes_examples_raw, Fact::MesExample),
    field("charVersion", card::version, Fact::CharacterVersion),
    field("char_version", card::version, Fact::CharacterVersion),
    field("charDepthPrompt", card::depth_prompt, Fact::DepthPrompt),
    field("creatorNotes", card::creator_notes, Fact::CreatorNotes),
    rule("user", Shape::Bare, names::user),
    rule("char", Shape::Bare, names::char),
    rule("group", Shape::Bare, names::group),
    rule("charIfNotGroup", Shape::Bare, names::group),
    rule("groupNotMuted", Shape::Bare, names::group_not_muted),
    rule("notChar", Shape::Bare, names::not_char_legacy),
    rule("model", Shape::Bare, chat::model),
    rule("isMobile", Shape::Bare, chat::is_mobile),
    rule(EXTRAS, Shape::Bare, texts::nothing),
    rule("maxPrompt", Shape::Bare, chat::max_prompt),
    rule("lastMessage", Shape::Bare, chat::last_message),
    rule("lastMessageId", Shape::Bare, chat::last_message_id),
    rule("lastUserMessage", Shape::Bare, chat::last_user_message),
    rule("lastCharMessage", Shape::Bare, chat::last_char_message),
    rule("firstIncludedMessageId", Shape::Bare, chat::first_included),
    rule("firstDisplayedMessageId", Shape::Bare, chat::first_displayed),
    rule("lastSwipeId", Shape::Bare, chat::last_swipe_id),
    rule("currentSwipeId", Shape::Bare, chat::current_swipe_id),
    rule("allChatRange", Shape::Bare, chat::all_chat_range),
    rule("reverse", Shape::Line(":"), texts::reverse),
    rule("//", Shape::Comment, texts::nothing),
    rule("time", Shape::Bare, time::time),
    rule("date", Shape::Bare, time::date),
    rule("weekday", Shape::Bare, time::weekday),
    rule("isotime", Shape::Bare, time::iso_time),
    rule("isodate", Shape::Bare, time::iso_date),
    rule("datetimeformat", Shape::Blanks, time::format),
    rule("idle_duration", Shape::Bare, time::idle),
    rule("time_UTC", Shape::Signed, time::time_at_offset),
    rule("outlet", Shape::Line("::"), texts::outlet),
    rule("timeDiff", Shape::LinePair, time::difference),
    rule("banned ", Shape::Quoted, texts::nothing),
    rule("random", Shape::List, random::random_legacy),
    rule("pick", Shape::List, random::pick_legacy),
];

const TRIM: &str = "trim";
/// Stands for the macros of the host's own.
const EXTRAS: &str = "";

/// Runs all rules.
pub(crate) fn run(template: &str, env: &mut Env<'_>) -> Result<String, Error> {
    let mut text = template.to_owned();
    if !env.state.in_field && !text.is_empty() {
        card::prepare(env)?;
    }
    for rule in RULES {
        // The client stops at the first rule for braces when the text has none.
        if !matches!(rule.shape, Shape::Angle) && !text.contains("{{") {
            break;
        }
        // Inside a card field there are no card fields.
        if rule.needs.is_some_and(|fact| env.state.in_field || env.host.fact(fact).is_none()) {
            continue;
        }
        env.burn(text.len(), 0)?;
        text = match rule.name {
            TRIM => finish::trim_marks(text),
            EXTRAS => extras(text, template, env)?,
            _ => replace(&text, template, rule, env)?,
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
        text = replace_with(&text, template, &name, Shape::Bare, call, env)?;
    }
    Ok(text)
}

fn replace(text: &str, template: &str, rule: &Rule, env: &mut Env<'_>) -> Result<String, Error> {
    replace_with(text, template, rule.name, rule.shape, rule.call, env)
}

/// Replaces every macro of one name.
fn replace_with(
    text: &str,
    template: &str,
    name: &str,
    shape: Shape,
    run: impl Fn(&mut Call<'_, '_>) -> Result<Flow, Error>,
    env: &mut Env<'_>,
) -> Result<String, Error> {
    let (open, width) = if matches!(shape, Shape::Angle) { (b'<', 1) } else { (b'{', 2) };
    let bytes = text.as_bytes();
    let mut finder = Finder::new(text);
    let (mut out, mut copied, mut at) = (String::new(), 0, 0);
    while let Some(hit) = scan::find2(bytes, at, open, open) {
        at = hit + 1;
        let behind = hit + width + name.len();
        let named = text.get(hit + width..behind).is_some_and(|found| found.eq_ignore_ascii_case(name));
        if !named || (width == 2 && bytes.get(hit + 1) != Some(&b'{')) {
            continue;
        }
        let Some((args, end)) = finder.shape(shape, behind) else {
            continue;
        };
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
        if run(&mut call)? == Flow::Keep {
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
}

type Found = (Vec<(usize, usize)>, usize);

impl<'t> Finder<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, brace: None, braces: None, line_end: None, colons: None, last_quote: None }
    }

    fn rest(&self, from: usize) -> &'t str {
        self.text.get(from..).unwrap_or_default()
    }

    /// A memoised search; where there is nothing, the end of the text.
    fn next(text: &str, memo: &mut Option<usize>, from: usize, needle: &str) -> usize {
        match *memo {
            Some(at) if at >= from => at,
            _ => {
                let found = text.get(from..).and_then(|rest| rest.find(needle)).map_or(text.len(), |at| from + at);
                *memo = Some(found);
                found
            }
        }
    }

    fn brace(&mut self, from: usize) -> usize {
        Self::next(self.text, &mut self.brace, from, "}")
    }

    fn braces(&mut self, from: usize) -> usize {
        Self::next(self.text, &mut self.braces, from, "}}")
    }

    fn line_end(&mut self, from: usize) -> usize {
        Self::next(self.text, &mut self.line_end, from, "\n")
    }

    fn colons(&mut self, from: usize) -> usize {
        Self::next(self.text, &mut self.colons, from, "::")
    }

    /// Text without closing braces up to `}}`, from `from`; at least one character unless `empty`.
    fn unbraced(&mut self, from: usize, empty: bool) -> Option<(usize, usize)> {
        let end = self.brace(from);
        ((empty || end > from) && self.rest(end).starts_with("}}")).then_some((from, end + 2))
    }

    /// Reads what follows a macro's name: the arguments' places and the end of the macro.
    fn shape(&mut self, shape: Shape, at: usize) -> Option<Found> {
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
            Shape::LinePair => {
                let start = rest.starts_with("::").then_some(at + 2)?;
                let middle = self.colons(start);
                let end = self.line_braces_from(middle + 2)?;
                (middle < end).then(|| (vec![(start, middle), (middle + 2, end)], end + 2))
            }
        }
    }

    /// The first `}}` in the line of `start`, behind at least one character.
    fn line_braces(&mut self, start: usize) -> Option<usize> {
        let first = self.rest(start).chars().next()?;
        let end = self.line_braces_from(start + first.len_utf8())?;
        (self.line_end(start) > end).then_some(end)
    }

    fn line_braces_from(&mut self, from: usize) -> Option<usize> {
        let end = self.braces(from);
        (end < self.text.len() && self.line_end(from) > end).then_some(end)
    }
}

const fn scope_of(global: bool) -> Scope {
    if global { Scope::Global } else { Scope::Chat }
}

fn set<const GLOBAL: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let value = call.args.or_empty(1);
    call.env.burn(value.len(), call.at)?;
    call.env.set_var(scope_of(GLOBAL), call.trimmed(0), value.into());
    Ok(Flow::Done)
}

fn add<const GLOBAL: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (name, value) = (call.trimmed(0), call.args.or_empty(1));
    vars::added(call, scope_of(GLOBAL), name, vars::Addend::Text(value))?;
    Ok(Flow::Done)
}

/// Prints a list without its brackets, as JavaScript joins one into text.
fn step<const GLOBAL: bool, const UP: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let name = call.trimmed(0);
    let by = if UP { 1.0 } else { -1.0 };
    let value = vars::added(call, scope_of(GLOBAL), name, vars::Addend::Number(by))?;
    let printed = match &value {
        Value::Text(text) => match json::read(text) {
            Some(Json::List(items)) => items.iter().map(Json::plain).collect::<Vec<_>>().join(","),
            _ => text.clone(),
        },
        Value::Number(_) => value.as_text().into_owned(),
    };
    call.put(&printed)
}

fn get<const GLOBAL: bool>(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let name = call.trimmed(0);
    let text = vars::read_text(call.env, scope_of(GLOBAL), name);
    call.put(&text)
}
