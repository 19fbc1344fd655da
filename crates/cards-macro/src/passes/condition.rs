//! The conditions of Marinara's blocks: comparisons joined by `&&` and `||`, in parentheses or not.
//!
//! De facto: Marinara Engine 014be8d. What is in quotes or in braces is never an operator. Broken text is no error: a parenthesis
//! that is never closed makes one operand of the rest, and what is beside a group without an operator between belongs to its text.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::CharIndices;

use super::blocks::behind;
use crate::builtin::marinara::finite;
use crate::call::Env;
use crate::error::Error;
use crate::host::Fact;
use crate::js;

/// A condition in a flat tree, so that neither walking nor dropping it recurses.
pub(super) struct Condition<'c> {
    nodes: Vec<Node<'c>>,
    root: usize,
}

enum Node<'c> {
    /// An operand or a comparison.
    Atom(&'c str),
    List(Join, Vec<usize>),
}

/// How parts are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    All,
    Any,
    /// One part, in parentheses.
    Group,
    /// Parts without an operator between, which are one text.
    Beside,
}

/// What is between two parentheses while it is being read.
struct Open {
    /// Where the operand at hand begins.
    from: usize,
    all: Vec<usize>,
    any: Vec<usize>,
    /// Whether an operator, or the beginning, is before the operand at hand.
    wants: bool,
    /// How many parentheses are open in the operand at hand.
    literal: usize,
}

impl Open {
    fn at(from: usize) -> Self {
        Self { from, all: Vec::new(), any: Vec::new(), wants: true, literal: 0 }
    }
}

impl<'c> Condition<'c> {
    pub(super) fn parse(text: &'c str) -> Self {
        let mut tree = Self { nodes: Vec::new(), root: 0 };
        let (mut outer, mut open) = (Vec::new(), Open::at(0));
        let mut outside = Outside::of(text);
        while let Some((at, c)) = outside.next() {
            match c {
                '(' if open.literal == 0
                    && open.wants
                    && js::trim(text.get(open.from..at).unwrap_or_default()).is_empty() =>
                {
                    outer.push(std::mem::replace(&mut open, Open::at(at + 1)));
                }
                '(' => open.literal += 1,
                ')' if open.literal > 0 => open.literal -= 1,
                ')' => match outer.pop() {
                    Some(around) => {
                        tree.operand(&mut open, text, at);
                        let inside = tree.finish(std::mem::replace(&mut open, around));
                        tree.add(&mut open, Node::List(Join::Group, vec![inside]));
                        open.from = at + 1;
                    }
                    None if open.all.is_empty() => {}
                    // The client loses what is between.
                    None => {
                        tree.add(&mut open, Node::Atom(")"));
                        open.from = at + 1;
                    }
                },
                '&' | '|' if open.literal == 0 && text.get(at + 1..).is_some_and(|rest| rest.starts_with(c)) => {
                    tree.operand(&mut open, text, at);
                    if c == '|' {
                        let all = std::mem::take(&mut open.all);
                        let all = tree.joined(Join::All, all);
                        open.any.push(all);
                    }
                    (open.wants, open.from) = (true, at + 2);
                    outside.next();
                }
                _ => {}
            }
        }
        let mut whole = outer.into_iter().next().unwrap_or(open);
        tree.operand(&mut whole, text, text.len());
        tree.root = tree.finish(whole);
        tree
    }

    /// Adds the operand that ends here. Where one is wanted, nothing is one too.
    fn operand(&mut self, open: &mut Open, text: &'c str, end: usize) {
        let operand = js::trim(text.get(open.from..end).unwrap_or_default());
        open.from = end;
        if open.wants || !operand.is_empty() {
            self.add(open, Node::Atom(operand));
        }
    }

    fn add(&mut self, open: &mut Open, node: Node<'c>) {
        let added = self.push(node);
        let before = if std::mem::take(&mut open.wants) { None } else { open.all.pop() };
        let part = match before {
            None => added,
            Some(before) => match self.nodes.get_mut(before) {
                Some(Node::List(Join::Beside, parts)) => {
                    parts.push(added);
                    before
                }
                _ => self.push(Node::List(Join::Beside, vec![before, added])),
            },
        };
        open.all.push(part);
    }

    fn push(&mut self, node: Node<'c>) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn joined(&mut self, join: Join, parts: Vec<usize>) -> usize {
        match parts.as_slice() {
            [part] => *part,
            _ => self.push(Node::List(join, parts)),
        }
    }

    fn finish(&mut self, open: Open) -> usize {
        let all = self.joined(Join::All, open.all);
        let mut any = open.any;
        any.push(all);
        self.joined(Join::Any, any)
    }

    /// Whether it holds. Parts that no longer matter are not looked at, so what is in them does nothing.
    pub(super) fn holds(&self, env: &mut Env<'_>, at: usize) -> Result<bool, Error> {
        let mut steps: Vec<Step<'_>> = Vec::new();
        let mut node = self.root;
        loop {
            while let Some(Node::List(join @ (Join::All | Join::Any | Join::Group), parts)) = self.nodes.get(node) {
                let Some((&first, rest)) = parts.split_first() else { break };
                node = first;
                steps.push(Step { join: *join, rest: rest.iter(), compared: None });
            }
            let before = steps.last_mut().filter(|step| step.join == Join::Any).map(|step| &mut step.compared);
            let holds = atom(&self.text(node), before, env, at)?;
            loop {
                let Some(step) = steps.last_mut() else { return Ok(holds) };
                let decided = match step.join {
                    Join::All => !holds,
                    Join::Any => holds,
                    Join::Group | Join::Beside => true,
                };
                match step.rest.next().filter(|_| !decided) {
                    Some(&next) => {
                        node = next;
                        break;
                    }
                    None => steps.pop(),
                };
            }
        }
    }

    /// Whether one side of a comparison is what is asked for. Of parts without an operator between, each counts as well.
    pub(super) fn names(&self, is: impl Fn(&str) -> bool) -> bool {
        let mut todo = vec![self.root];
        while let Some(node) = todo.pop() {
            if let Some(Node::List(join, parts)) = self.nodes.get(node) {
                todo.extend(parts);
                if *join != Join::Beside {
                    continue;
                }
            }
            let text = self.text(node);
            let (left, compared) = comparison(&text);
            if is(left) || compared.is_some_and(|(_, right)| is(right)) {
                return true;
            }
        }
        false
    }

    /// The text of a part, as the client puts it together again.
    fn text(&self, node: usize) -> Cow<'c, str> {
        if let Some(Node::Atom(text)) = self.nodes.get(node) {
            return Cow::Borrowed(text);
        }
        let (mut text, mut todo) = (String::new(), vec![Piece::Node(node)]);
        while let Some(piece) = todo.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Node(node) => match self.nodes.get(node) {
                    Some(Node::Atom(atom)) => text.push_str(atom),
                    Some(Node::List(join, parts)) => {
                        let (begin, between, end) = match join {
                            Join::All => ("", " && ", ""),
                            Join::Any => ("", " || ", ""),
                            Join::Group => ("(", "", ")"),
                            Join::Beside => ("", "", ""),
                        };
                        text.push_str(begin);
                        todo.push(Piece::Text(end));
                        for (number, &part) in parts.iter().enumerate().rev() {
                            todo.push(Piece::Node(part));
                            todo.push(Piece::Text(if number > 0 { between } else { "" }));
                        }
                    }
                    None => {}
                },
            }
        }
        Cow::Owned(text)
    }
}

/// A list that is being walked.
struct Step<'n> {
    join: Join,
    rest: std::slice::Iter<'n, usize>,
    /// What the last `==` of the list had on its left.
    compared: Option<String>,
}

enum Piece {
    Node(usize),
    Text(&'static str),
}

/// Whether an operand is true, or a comparison. Behind `name == "a" ||`, a lone `"b"` is compared with the name too.
fn atom(text: &str, before: Option<&mut Option<String>>, env: &mut Env<'_>, at: usize) -> Result<bool, Error> {
    let text = if text.contains("{{") { Cow::Owned(env.again(text, at)?) } else { Cow::Borrowed(text) };
    let (left, compared) = comparison(&text);
    let Some((operator, right)) = compared else {
        if let Some(name) = before.and_then(|before| before.as_deref()).filter(|_| quoted(left).is_some()) {
            return compare(name, Operator::Is, left, env, at);
        }
        let value = operand(left, env, at)?;
        let is_false = FALSE.iter().any(|word| value.eq_ignore_ascii_case(word));
        return Ok(!is_false && !js::trim(&value).is_empty());
    };
    if let (Some(before), Operator::Is) = (before, operator) {
        *before = Some(left.to_owned());
    }
    compare(left, operator, right, env, at)
}

/// Words that are not true.
const FALSE: [&str; 6] = ["false", "0", "no", "off", "null", "undefined"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Is,
    IsNot,
    Above,
    Below,
    AtLeast,
    AtMost,
    Contains,
    Lacks,
}

const SYMBOLS: [(&str, Operator); 7] = [
    (">=", Operator::AtLeast),
    ("<=", Operator::AtMost),
    ("==", Operator::Is),
    ("!=", Operator::IsNot),
    (">", Operator::Above),
    ("<", Operator::Below),
    ("=", Operator::Is),
];

/// Those that stand for others come behind them.
const WORDS: [(&[&str], Operator); 6] = [
    (&["is", "not"], Operator::IsNot),
    (&["not", "contains"], Operator::Lacks),
    (&["not", "includes"], Operator::Lacks),
    (&["contains"], Operator::Contains),
    (&["includes"], Operator::Contains),
    (&["is"], Operator::Is),
];

/// Splits at the first operator with something on both sides.
fn comparison(text: &str) -> (&str, Option<(Operator, &str)>) {
    for (at, _) in Outside::of(text) {
        let Some((before, rest)) = text.split_at_checked(at) else { continue };
        let symbol = || SYMBOLS.iter().find_map(|(symbol, operator)| Some((*operator, rest.strip_prefix(symbol)?)));
        let said = |(words, operator): &(&[&str], Operator)| {
            Some((*operator, words.iter().try_fold(rest, |rest, word| behind(rest, word))?))
        };
        let word = || WORDS.iter().find_map(said).filter(|_| before.ends_with(js::is_space));
        if let Some((operator, right)) = symbol().or_else(word) {
            let (left, right) = (js::trim(before), js::trim(right));
            if !left.is_empty() && !right.is_empty() {
                return (left, Some((operator, right)));
            }
        }
    }
    (js::trim(text), None)
}

fn compare(left: &str, operator: Operator, right: &str, env: &mut Env<'_>, at: usize) -> Result<bool, Error> {
    let (left, right) = (operand(left, env, at)?, operand(right, env, at)?);
    let numbers = finite(&left).zip(finite(&right));
    let text = |text: &str| js::trim(text).to_lowercase();
    let (is, contains) = (|| text(&left) == text(&right), || text(&left).contains(&text(&right)));
    Ok(match operator {
        Operator::Is => numbers.map_or_else(is, |(a, b)| a == b),
        Operator::IsNot => !numbers.map_or_else(is, |(a, b)| a == b),
        Operator::Above => numbers.is_some_and(|(a, b)| a > b),
        Operator::Below => numbers.is_some_and(|(a, b)| a < b),
        Operator::AtLeast => numbers.is_some_and(|(a, b)| a >= b),
        Operator::AtMost => numbers.is_some_and(|(a, b)| a <= b),
        Operator::Contains => contains(),
        Operator::Lacks => !contains(),
    })
}

/// What an operand stands for: text in quotes for itself, a name for the name or the field as the card has it, the name of a
/// macro for what it prints, and any other word for itself.
fn operand(written: &str, env: &mut Env<'_>, at: usize) -> Result<String, Error> {
    if let Some(text) = quoted(written) {
        return Ok(text);
    }
    let name = js::trim(written);
    let lower = name.strip_prefix('@').unwrap_or(name).to_lowercase();
    let fact = match lower.as_str() {
        "char" | "charname" | "character" | "speaker" | "charphonetic" | "charnamephonetic" | "characterphonetic"
        | "speakerphonetic" => return Ok(env.char_name().into_owned()),
        "user" | "username" | "userphonetic" | "usernamephonetic" => Fact::User,
        "persona" | "personadescription" => Fact::Persona,
        "input" => Fact::Input,
        "model" => Fact::Model,
        "chatid" => Fact::ChatId,
        "description" => Fact::Description,
        "personality" => Fact::Personality,
        "scenario" => Fact::Scenario,
        "example" => Fact::MesExample,
        "charsysinfo" => Fact::SystemPrompt,
        "charposthistory" => Fact::PostHistoryInstructions,
        _ => return printed(name, env, at),
    };
    Ok(env.host.fact(fact).unwrap_or_default().into_owned())
}

/// What a macro of this name prints; the name itself where there is none. One that writes a variable does not run.
fn printed(name: &str, env: &mut Env<'_>, at: usize) -> Result<String, Error> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let first = name.get(..name.find(|c| !is_word(c)).unwrap_or(name.len())).unwrap_or_default();
    if WRITERS.iter().any(|writer| first.eq_ignore_ascii_case(writer)) {
        return Ok(name.to_owned());
    }
    // A variable of a preset, which is a macro of the host's own here.
    if let Some(variable) = name
        .get("var".len()..)
        .filter(|_| first.eq_ignore_ascii_case("var"))
        .and_then(|rest| rest.strip_prefix([':', '.']))
    {
        let extras = env.host.extra_macros();
        let place = extras.iter().position(|extra| extra.name.eq_ignore_ascii_case(js::trim(variable)));
        return Ok(place.and_then(|place| env.host.call_extra(place, &[])).unwrap_or_default());
    }
    let macro_text = format!("{{{{{name}}}}}");
    let printed = env.again(&macro_text, at)?;
    Ok(if printed == macro_text { name.to_owned() } else { printed })
}

const WRITERS: [&str; 5] = ["setvar", "addvar", "addnumvar", "incvar", "decvar"];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quote {
    Single,
    Double,
}

pub(super) fn quote(c: char) -> Option<Quote> {
    match c {
        '"' | '\u{201c}'..='\u{201f}' => Some(Quote::Double),
        '\'' | '\u{2018}'..='\u{201b}' => Some(Quote::Single),
        _ => None,
    }
}

/// The text between two quotes of one kind, typographic or not.
fn quoted(written: &str) -> Option<String> {
    let trimmed = js::trim(written);
    let mut chars = trimmed.chars();
    let (first, last) = (quote(chars.next()?)?, quote(chars.next_back()?)?);
    if first != last {
        return None;
    }
    let (mut text, mut rest) = (String::new(), chars.as_str());
    while let Some((plain, escaped)) = rest.split_once('\\') {
        text.push_str(plain);
        match escaped.chars().next().filter(|&c| c == '\\' || quote(c).is_some()) {
            Some(c) => {
                text.push(c);
                rest = escaped.get(c.len_utf8()..).unwrap_or_default();
            }
            None => {
                text.push('\\');
                rest = escaped;
            }
        }
    }
    text.push_str(rest);
    // The client reads line ends from what is left of the backslashes.
    Some(text.replace("\\n", "\n"))
}

/// The characters of a condition that are neither in quotes nor in braces, with their places.
struct Outside<'c> {
    chars: Peekable<CharIndices<'c>>,
    quote: Option<Quote>,
    escaped: bool,
    braces: usize,
}

impl<'c> Outside<'c> {
    fn of(text: &'c str) -> Self {
        Self { chars: text.char_indices().peekable(), quote: None, escaped: false, braces: 0 }
    }
}

impl Iterator for Outside<'_> {
    type Item = (usize, char);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (at, c) = self.chars.next()?;
            if self.quote.is_some() {
                let escaped = std::mem::replace(&mut self.escaped, false);
                if !escaped && c == '\\' {
                    self.escaped = true;
                } else if !escaped && quote(c) == self.quote {
                    self.quote = None;
                }
                continue;
            }
            if matches!(c, '{' | '}')
                && self.chars.peek().is_some_and(|&(_, next)| next == c)
                && (c == '{' || self.braces > 0)
            {
                self.chars.next();
                if c == '{' {
                    self.braces += 1
                } else {
                    self.braces -= 1
                };
                continue;
            }
            if self.braces > 0 {
                continue;
            }
            self.quote = quote(c);
            if self.quote.is_none() {
                return Some((at, c));
            }
        }
    }
}
