//! The tree of a translated pattern.

use std::collections::HashMap;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{self, ClassUnicode, ClassUnicodeRange, HirKind};

use crate::Error;

/// Groups inside groups that are read; `translate` has a limit of its own, and writes two for each look-around.
const MAX_DEPTH: usize = 500;

#[derive(Debug)]
pub(super) enum Node {
    Char(char),
    /// One of [`Tree::sets`].
    Set(u32),
    Begin,
    End,
    /// What a group matched, or nothing when it took no part.
    Reference {
        group: u32,
        ignore_case: bool,
    },
    Group {
        number: u32,
        inner: Box<Node>,
    },
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat {
        inner: Box<Node>,
        low: u32,
        high: Option<u32>,
        greedy: bool,
    },
    Look {
        inner: Box<Node>,
        behind: bool,
        negative: bool,
    },
}

#[derive(Debug)]
pub(super) struct Tree {
    pub(super) root: Node,
    pub(super) sets: Vec<Set>,
}

/// Characters, as ascending ranges.
#[derive(Clone, Debug)]
pub(super) struct Set {
    pub(super) ranges: Box<[(char, char)]>,
    /// Those of ASCII, a bit each.
    ascii: u128,
}

impl Set {
    /// The bytes of one range.
    pub(super) const RANGE_BYTES: usize = size_of::<(char, char)>();

    fn new(class: &ClassUnicode) -> Self {
        let ranges: Box<[_]> = class.iter().map(|range| (range.start(), range.end())).collect();
        let holds = |code: u8| ranges.iter().any(|&(from, to)| (from..=to).contains(&char::from(code)));
        let ascii = (0..128).filter(|&code| holds(code)).fold(0, |ascii, code| ascii | 1_u128 << code);
        Self { ranges, ascii }
    }

    pub(super) fn holds(&self, c: char) -> bool {
        if c.is_ascii() {
            return self.ascii >> u32::from(c) & 1 == 1;
        }
        let behind = self.ranges.partition_point(|&(from, _)| from <= c);
        behind.checked_sub(1).and_then(|at| self.ranges.get(at)).is_some_and(|&(_, to)| c <= to)
    }
}

/// Reads what `translate` wrote; the sets take at most so many bytes.
pub(super) fn read(source: &str, bytes: usize) -> Result<Tree, Error> {
    let mut reader = Reader { rest: source, groups: 0, sets: Vec::new(), known: HashMap::new(), bytes };
    let root = reader.choice(false, 0)?;
    if reader.rest.is_empty() { Ok(Tree { root, sets: reader.sets }) } else { Err(unknown()) }
}

struct Reader<'s> {
    rest: &'s str,
    groups: u32,
    sets: Vec<Set>,
    /// Sets by the text that writes them and whether case counts in it.
    known: HashMap<(&'s str, bool), u32>,
    bytes: usize,
}

/// What opens a group, and what it is.
#[derive(Clone, Copy)]
enum Opening {
    Plain { ignore_case: Option<bool> },
    Look { behind: bool, negative: bool },
}

const OPENINGS: [(&str, Opening); 7] = [
    ("(?:", Opening::Plain { ignore_case: None }),
    ("(?i:", Opening::Plain { ignore_case: Some(true) }),
    ("(?-i:", Opening::Plain { ignore_case: Some(false) }),
    ("(?=", Opening::Look { behind: false, negative: false }),
    ("(?!", Opening::Look { behind: false, negative: true }),
    ("(?<=", Opening::Look { behind: true, negative: false }),
    ("(?<!", Opening::Look { behind: true, negative: true }),
];

impl<'s> Reader<'s> {
    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn choice(&mut self, ignore_case: bool, depth: usize) -> Result<Node, Error> {
        if depth > MAX_DEPTH {
            return Err(Error::TooLarge { what: "groups inside groups past the limit" });
        }
        let mut ways = vec![self.sequence(ignore_case, depth)?];
        while self.eat("|") {
            ways.push(self.sequence(ignore_case, depth)?);
        }
        Ok(match (ways.pop(), ways.is_empty()) {
            (Some(only), true) => only,
            (last, _) => Node::Choice(ways.into_iter().chain(last).collect()),
        })
    }

    fn sequence(&mut self, ignore_case: bool, depth: usize) -> Result<Node, Error> {
        let mut nodes = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            let atom = self.atom(ignore_case, depth)?;
            nodes.push(self.repeated(atom)?);
        }
        Ok(Node::Sequence(nodes))
    }

    fn atom(&mut self, ignore_case: bool, depth: usize) -> Result<Node, Error> {
        if self.eat("\\A") {
            return Ok(Node::Begin);
        }
        if self.eat("\\z") {
            return Ok(Node::End);
        }
        if let Some(rest) = self.rest.strip_prefix("(?(") {
            // `(?(1)\1)`: the group, if it took part.
            let (number, rest) = rest.split_once(")\\").ok_or_else(unknown)?;
            let (_, rest) = rest.split_once(')').ok_or_else(unknown)?;
            self.rest = rest;
            return Ok(Node::Reference { group: number.parse().map_err(|_| unknown())?, ignore_case });
        }
        for (text, opening) in OPENINGS {
            if self.eat(text) {
                return self.group(opening, ignore_case, depth);
            }
        }
        if self.eat("(") {
            self.groups += 1;
            let number = self.groups;
            let inner = Box::new(self.choice(ignore_case, depth + 1)?);
            return self.closed(Node::Group { number, inner });
        }
        if self.rest.starts_with('[') {
            let length = set_length(self.rest).ok_or_else(unknown)?;
            return self.set(length, ignore_case);
        }
        let c = self.character().ok_or_else(unknown)?;
        self.letter(c, ignore_case)
    }

    fn group(&mut self, opening: Opening, ignore_case: bool, depth: usize) -> Result<Node, Error> {
        let node = match opening {
            Opening::Plain { ignore_case: own } => self.choice(own.unwrap_or(ignore_case), depth + 1)?,
            Opening::Look { behind, negative } => {
                let inner = Box::new(self.choice(ignore_case, depth + 1)?);
                Node::Look { inner, behind, negative }
            }
        };
        self.closed(node)
    }

    fn closed(&mut self, node: Node) -> Result<Node, Error> {
        if self.eat(")") { Ok(node) } else { Err(unknown()) }
    }

    /// Reads a character that stands for itself.
    fn character(&mut self) -> Option<char> {
        if let Some(rest) = self.rest.strip_prefix("\\x{") {
            let (digits, rest) = rest.split_once('}')?;
            self.rest = rest;
            return char::from_u32(u32::from_str_radix(digits, 16).ok()?);
        }
        let c = self.rest.chars().next().filter(|c| !"\\.*+?{}$^".contains(*c))?;
        self.rest = self.rest.get(c.len_utf8()..)?;
        Some(c)
    }

    fn letter(&mut self, c: char, ignore_case: bool) -> Result<Node, Error> {
        if !ignore_case {
            return Ok(Node::Char(c));
        }
        let class = folded(c);
        match class.ranges() {
            [one] if one.start() == one.end() => Ok(Node::Char(c)),
            _ => self.keep(&class).map(Node::Set),
        }
    }

    fn set(&mut self, length: usize, ignore_case: bool) -> Result<Node, Error> {
        let (text, rest) = self.rest.split_at_checked(length).ok_or_else(unknown)?;
        self.rest = rest;
        if let Some(&known) = self.known.get(&(text, ignore_case)) {
            return Ok(Node::Set(known));
        }
        let parsed = ParserBuilder::new().case_insensitive(ignore_case).build().parse(text).map_err(|_| unknown())?;
        let class = match parsed.into_kind() {
            HirKind::Class(hir::Class::Unicode(class)) => class,
            // A set of one character.
            HirKind::Literal(hir::Literal(bytes)) => {
                let text = std::str::from_utf8(&bytes).map_err(|_| unknown())?;
                ClassUnicode::new(text.chars().map(|c| ClassUnicodeRange::new(c, c)))
            }
            _ => return Err(unknown()),
        };
        let number = self.keep(&class)?;
        self.known.insert((text, ignore_case), number);
        Ok(Node::Set(number))
    }

    fn keep(&mut self, class: &ClassUnicode) -> Result<u32, Error> {
        let taken = size_of::<Set>().saturating_add(class.ranges().len().saturating_mul(Set::RANGE_BYTES));
        self.bytes = self.bytes.checked_sub(taken).ok_or(TOO_LARGE)?;
        let number = u32::try_from(self.sets.len()).map_err(|_| TOO_LARGE)?;
        self.sets.push(Set::new(class));
        Ok(number)
    }

    fn repeated(&mut self, atom: Node) -> Result<Node, Error> {
        let (low, high) = if self.eat("*") {
            (0, None)
        } else if self.eat("+") {
            (1, None)
        } else if self.eat("?") {
            (0, Some(1))
        } else if let Some(rest) = self.rest.strip_prefix('{') {
            let (counts, rest) = rest.split_once('}').ok_or_else(unknown)?;
            self.rest = rest;
            counted(counts).ok_or_else(unknown)?
        } else {
            return Ok(atom);
        };
        let greedy = !self.eat("?");
        Ok(Node::Repeat { inner: Box::new(atom), low, high, greedy })
    }
}

/// Reads the inside of `{2}`, `{2,}` and `{2,3}`.
fn counted(text: &str) -> Option<(u32, Option<u32>)> {
    let Some((low, high)) = text.split_once(',') else {
        let exact = text.parse().ok()?;
        return Some((exact, Some(exact)));
    };
    let high = if high.is_empty() { None } else { Some(high.parse().ok()?) };
    Some((low.parse().ok()?, high))
}

/// The bytes of the set that the text begins with, which may hold others.
fn set_length(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'[' => open += 1,
            b']' => {
                open = open.checked_sub(1)?;
                if open == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The characters that count as this one, by the simple case folding of Unicode.
pub(super) fn folded(c: char) -> ClassUnicode {
    let mut class = ClassUnicode::new([ClassUnicodeRange::new(c, c)]);
    // Fails without tables only, which are compiled in; the character alone is then left.
    let _ = class.try_case_fold_simple();
    class
}

pub(super) const TOO_LARGE: Error = Error::TooLarge { what: "compiled past the size limit" };

fn unknown() -> Error {
    Error::TooLarge { what: "not a pattern that the engine knows" }
}
