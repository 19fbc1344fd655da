//! What is known of one text, and kept until it is typed in.

use std::cell::OnceCell;
use std::ops::Range as Bytes;
use std::rc::Rc;

use cards_json::Escapes;
use cards_macro::{Engine, Template, VariableUse};
use cards_words::Estimate;
use cards_words::decorators::{Block, Syntax};

use crate::roles::Role;

/// A text, where it is written, and what was made out about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TextFacts {
    /// What it is for.
    pub role: Role,
    /// Its bytes in the file, without quotes.
    pub inside: Bytes<usize>,
    /// What it says, and the way there and back.
    pub map: Rc<Escapes>,
    known: Rc<Known>,
}

/// What was made out about a text, wherever it is.
#[derive(Debug, Default)]
struct Known {
    uses: OnceCell<(Engine, Uses)>,
    marks: OnceCell<(Engine, Vec<Mark>)>,
    tokens: OnceCell<u64>,
}

/// The variables that a text reads and sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    pub(crate) reads: Vec<VariableUse>,
    pub(crate) writes: Vec<VariableUse>,
}

/// A part of a text that is shown in another colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) span: Bytes<usize>,
    pub(crate) kind: MarkKind,
}

/// What the part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkKind {
    Macro,
    Variable,
    Decorator,
}

impl TextFacts {
    pub(crate) fn new(role: Role, inside: Bytes<usize>, map: Escapes) -> Self {
        Self { role, inside, map: Rc::new(map), known: Rc::default() }
    }

    /// The same text at another place.
    pub(crate) fn at(&self, inside: Bytes<usize>) -> Self {
        Self { inside, ..self.clone() }
    }

    /// Gives about how many tokens the text is; decorators are none.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        *self.known.tokens.get_or_init(|| {
            let text = self.map.text();
            Estimate::of(if self.role == Role::Lore { Block::read(text, &Syntax::SPEC).text() } else { text })
        })
    }

    /// Whether anything in it may be a macro.
    pub(crate) fn has_braces(&self) -> bool {
        let text = self.map.text();
        text.contains("{{") || text.contains('<')
    }

    /// The variables, as an engine reads them.
    pub(crate) fn uses(&self, engine: Engine) -> Uses {
        if !self.role.expands() || !self.map.text().contains("{{") {
            return Uses::default();
        }
        let make = || {
            let read = Template::parse(self.map.text(), engine).map(|template| template.analyse());
            let uses = read.map(|read| Uses { reads: read.reads, writes: read.writes });
            (engine, uses.unwrap_or_default())
        };
        match self.known.uses.get_or_init(make) {
            (known, uses) if *known == engine => uses.clone(),
            _ => make().1,
        }
    }

    /// What is shown in another colour, in order.
    pub(crate) fn marks(&self, engine: Engine) -> Vec<Mark> {
        match self.known.marks.get_or_init(|| (engine, self.find_marks(engine))) {
            (known, marks) if *known == engine => marks.clone(),
            _ => self.find_marks(engine),
        }
    }

    fn find_marks(&self, engine: Engine) -> Vec<Mark> {
        let mut marks = Vec::new();
        if self.role == Role::Lore {
            for line in Block::read(self.map.text(), &Syntax::SPEC).lines() {
                marks.push(Mark { span: line.span.clone(), kind: MarkKind::Decorator });
            }
        }
        if self.role.expands()
            && self.has_braces()
            && let Ok(template) = Template::parse(self.map.text(), engine)
        {
            for found in template.macros() {
                if found.kind() == cards_macro::Kind::Unknown {
                    continue;
                }
                let name = found.name_span();
                let span = if found.is_angled() { found.span() } else { name };
                marks.push(Mark { span, kind: MarkKind::Macro });
            }
            let uses = self.uses(engine);
            for used in uses.reads.iter().chain(&uses.writes) {
                if let Some(named) = &used.named {
                    marks.retain(|mark| mark.span != *named);
                    marks.push(Mark { span: named.clone(), kind: MarkKind::Variable });
                }
            }
        }
        marks.retain(|mark| !mark.span.is_empty());
        marks.sort_by_key(|mark| (mark.span.start, mark.span.end));
        marks.dedup();
        // What the protocol shows may not overlap.
        let mut end = 0;
        marks.retain(|mark| {
            let free = mark.span.start >= end;
            if free {
                end = mark.span.end;
            }
            free
        });
        marks
    }
}
