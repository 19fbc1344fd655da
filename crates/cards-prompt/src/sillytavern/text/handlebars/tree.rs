//! What a template is made of.

/// A template, parsed and with its standalone lines taken out.
#[derive(Clone, Debug)]
pub(in super::super) struct Template<'t> {
    pub(super) body: Vec<Node<'t>>,
}

/// Whether a tag asks for the blanks before it and behind it to go (`~`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Strip {
    pub(super) before: bool,
    pub(super) behind: bool,
}

/// What a template is made of.
#[derive(Clone, Debug)]
pub(super) enum Node<'t> {
    Text(Text<'t>),
    Comment(Strip),
    Value(Value, Strip),
    Block(Box<Block<'t>>),
}

/// A text between tags: as it was written, and what is left of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'t> {
    pub(super) written: &'t str,
    pub(super) left: &'t str,
    /// Whether the rule of standalone lines took something off its end or its beginning already.
    pub(super) cut_end: bool,
    pub(super) cut_start: bool,
}

/// A name that stands for a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    pub(super) name: Operand,
    /// Whether arguments are behind the name.
    pub(super) arguments: bool,
    pub(super) at: usize,
}

/// A word of a tag.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operand {
    /// A name, or a text in quotes where a name may stand.
    Name(String),
    /// A text in quotes.
    Quoted(String),
    Number(f64),
    /// `true`, `false`, `null`, `undefined`.
    Word(&'static str),
    /// `this`, the text that a `{{#name}}` is about.
    This,
}

impl Operand {
    /// The word as the client would name it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Name(text) | Self::Quoted(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Word(word) => (*word).to_owned(),
            Self::This => "this".to_owned(),
        }
    }
}

/// A block with its two branches.
#[derive(Clone, Debug)]
pub(super) struct Block<'t> {
    pub(super) test: Test,
    pub(super) at: usize,
    /// What is between the opening tag and the next.
    pub(super) then: Option<Branch<'t>>,
    /// What is behind `{{else}}`.
    pub(super) otherwise: Option<Branch<'t>>,
    pub(super) open: Strip,
    pub(super) between: Strip,
    pub(super) close: Strip,
}

/// What decides between the branches of a block.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    If(Operand),
    Unless(Operand),
    /// A name of the data, whose text `this` becomes.
    Name(String),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Branch<'t> {
    pub(super) body: Vec<Node<'t>>,
    /// Whether the branch is the block of an `{{else if}}`.
    pub(super) chained: bool,
}
