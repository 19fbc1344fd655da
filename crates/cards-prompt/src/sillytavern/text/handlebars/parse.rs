//! From texts and tags to a tree of blocks.

use super::error::{Problem, TemplateError};
use super::lex::{Kind, Lexer, Piece, Tag};
use super::tree::{Block, Branch, Node, Operand, Strip, Test, Text, Value};

/// Names that Handlebars has a function for, and story strings do not use.
const FUNCTIONS: [&str; 6] = ["each", "with", "lookup", "log", "helperMissing", "blockHelperMissing"];

/// A block whose end has not come yet.
struct Frame<'t> {
    /// What the closing tag has to say; of the block of an `{{else if}}`, what the outer block's has to say.
    name: Operand,
    block: Block<'t>,
    /// Whether it is the block of an `{{else if}}`, which ends with the block around it.
    chained: bool,
    inverted: bool,
    /// Whether `{{else}}` has come.
    otherwise: bool,
    /// What is around the block.
    around: Vec<Node<'t>>,
}

pub(super) fn parse(text: &str, depth: usize) -> Result<Vec<Node<'_>>, TemplateError> {
    let mut lexer = Lexer::new(text);
    let mut parser = Parser { frames: Vec::new(), body: Vec::new(), depth };
    while let Some(piece) = lexer.next()? {
        match piece {
            Piece::Text(text) => {
                parser.body.push(Node::Text(Text { written: text, left: text, cut_end: false, cut_start: false }));
            }
            Piece::Comment(strip) => parser.body.push(Node::Comment(strip)),
            Piece::Tag(tag) => parser.tag(tag)?,
        }
    }
    match parser.frames.pop() {
        Some(frame) => Err(TemplateError::new(frame.block.at, Problem::NotClosed(frame.name.shown()))),
        None => Ok(parser.body),
    }
}

struct Parser<'t> {
    frames: Vec<Frame<'t>>,
    /// The branch that is being read.
    body: Vec<Node<'t>>,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn tag(&mut self, tag: Tag) -> Result<(), TemplateError> {
        match tag.kind {
            Kind::Value | Kind::Triple => self.value(tag),
            Kind::Open => self.open(tag, false, false),
            // Where a block is open, `{{^x}}` may only stand for a block of its own as well.
            Kind::Inverse => self.open(tag, true, false),
            Kind::Else => self.otherwise(tag.at, tag.strip),
            // A block that is opened by `^` has one `{{else}}` and no chain.
            Kind::ElseChain if self.frames.last().is_some_and(|frame| frame.inverted) => {
                Err(TemplateError::new(tag.at, Problem::NotOpen("else".to_owned())))
            }
            Kind::ElseChain => {
                self.otherwise(tag.at, tag.strip)?;
                self.open(tag, false, true)
            }
            Kind::Close => self.close(tag),
        }
    }

    fn value(&mut self, tag: Tag) -> Result<(), TemplateError> {
        let arguments = tag.words.len() > 1 || tag.named;
        let fault = |problem| Err(TemplateError::new(tag.at, problem));
        let Some(name) = tag.words.into_iter().next() else { return fault(Problem::Unreadable) };
        match &name {
            Operand::Name(name) if FUNCTIONS.contains(&name.as_str()) => {
                return fault(Problem::Feature(format!("`{{{{{name}}}}}`")));
            }
            Operand::Name(name) if matches!(name.as_str(), "if" | "unless") => {
                return fault(Problem::NotOpen(name.clone()));
            }
            _ => {}
        }
        self.body.push(Node::Value(Value { name, arguments, at: tag.at }, tag.strip));
        Ok(())
    }

    fn open(&mut self, tag: Tag, inverted: bool, chained: bool) -> Result<(), TemplateError> {
        let (at, strip, named) = (tag.at, tag.strip, tag.named);
        let fault = |problem| Err(TemplateError::new(at, problem));
        if self.frames.len() >= self.depth {
            return fault(Problem::TooDeep(self.depth));
        }
        let mut words = tag.words.into_iter();
        let (Some(name), subject, more) = (words.next(), words.next(), words.next()) else {
            return fault(Problem::Unreadable);
        };
        let helper = name.shown();
        let test = match (helper.as_str(), subject) {
            ("if" | "unless", _) if named => return fault(Problem::Feature("a named argument".to_owned())),
            ("if", Some(subject)) if more.is_none() => Test::If(subject),
            ("unless", Some(subject)) if more.is_none() => Test::Unless(subject),
            ("if" | "unless", _) => return fault(Problem::Arguments(helper)),
            (name, _) if FUNCTIONS.contains(&name) => return fault(Problem::Feature(format!("`{{{{#{name}}}}}`"))),
            (_, Some(_)) => return fault(Problem::NoFunction(helper)),
            _ if named => return fault(Problem::NoFunction(helper)),
            (_, None) => match &name {
                Operand::Name(name) | Operand::Quoted(name) => Test::Name(name.clone()),
                _ => return fault(Problem::Feature(format!("a block of `{helper}`"))),
            },
        };
        let [open, between, close] = [strip, Strip::default(), Strip::default()];
        let block = Block { test, at, then: None, otherwise: None, open, between, close };
        let around = std::mem::take(&mut self.body);
        self.frames.push(Frame { name, block, chained, inverted, otherwise: false, around });
        Ok(())
    }

    /// `{{else}}`: the branch so far is whole.
    fn otherwise(&mut self, at: usize, strip: Strip) -> Result<(), TemplateError> {
        match self.frames.last_mut() {
            Some(frame) if !frame.otherwise => {
                frame.otherwise = true;
                frame.block.between = strip;
                let body = std::mem::take(&mut self.body);
                frame.block.then = Some(Branch { body, chained: false });
                Ok(())
            }
            _ => Err(TemplateError::new(at, Problem::NotOpen("else".to_owned()))),
        }
    }

    /// `{{/name}}`: ends the block, and with it those of its `{{else if}}`s.
    fn close(&mut self, tag: Tag) -> Result<(), TemplateError> {
        let Some(name) = tag.words.first().filter(|_| tag.words.len() == 1 && !tag.named) else {
            return Err(TemplateError::new(tag.at, Problem::Unreadable));
        };
        let mut from_chain = false;
        loop {
            let Some(frame) = self.frames.pop() else {
                return Err(TemplateError::new(tag.at, Problem::NotOpen(format!("/{}", name.shown()))));
            };
            let chained = frame.chained;
            if !chained && frame.name.shown() != name.shown() {
                let (open, close) = (frame.name.shown(), name.shown());
                return Err(TemplateError::new(tag.at, Problem::Crossed { open, close }));
            }
            // Of a chain in a chain, the client takes the tag that opens it for its end as well.
            let in_chain = chained && self.frames.last().is_some_and(|outer| outer.chained);
            let strip = if in_chain { frame.block.open } else { tag.strip };
            let last = Branch { body: std::mem::take(&mut self.body), chained: from_chain };
            self.end(frame, last, strip);
            if !chained {
                return Ok(());
            }
            from_chain = true;
        }
    }

    /// Puts a block that is whole into what is around it.
    fn end(&mut self, frame: Frame<'t>, last: Branch<'t>, strip: Strip) {
        let Frame { mut block, inverted, otherwise, around, .. } = frame;
        if otherwise {
            block.otherwise = Some(last);
        } else {
            block.then = Some(last);
        }
        if inverted {
            std::mem::swap(&mut block.then, &mut block.otherwise);
        }
        block.close = strip;
        self.body = around;
        self.body.push(Node::Block(Box::new(block)));
    }
}
