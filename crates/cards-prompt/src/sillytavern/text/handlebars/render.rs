//! From a template and its data to a text.

use cards_macro::Error;

use super::error::{Problem, TemplateError};
use super::tree::{Branch, Node, Operand, Template, Test, Value};
use crate::segment::Source;
use crate::sillytavern::Sourced;

/// What a template is rendered with.
pub(in super::super) trait Data {
    /// A text of the data; names are case-sensitive.
    fn text(&self, name: &str) -> Option<&Sourced>;

    /// What stands for a name that the data has not.
    fn missing(&mut self, name: &str) -> Result<String, Error>;
}

/// Why a template gave no text.
#[derive(Debug)]
pub(in super::super) enum Failure {
    Template(TemplateError),
    Macro(Error),
}

impl From<TemplateError> for Failure {
    fn from(error: TemplateError) -> Self {
        Self::Template(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Macro(error)
    }
}

/// Renders a template to at most `limit` bytes.
pub(in super::super) fn render(template: &Template<'_>, data: &mut dyn Data, limit: usize) -> Result<Sourced, Failure> {
    let mut renderer = Renderer { data, limit, out: Sourced::default() };
    renderer.body(&template.body, None)?;
    Ok(renderer.out)
}

struct Renderer<'d> {
    data: &'d mut dyn Data,
    limit: usize,
    out: Sourced,
}

impl Renderer<'_> {
    /// Renders nodes; inside `{{#name}}` there is nothing but `this`.
    fn body(&mut self, body: &[Node<'_>], this: Option<&str>) -> Result<(), Failure> {
        for node in body {
            match node {
                Node::Comment(_) => {}
                Node::Text(text) => self.push(text.left, 0)?,
                Node::Value(value, _) => self.value(value, this)?,
                Node::Block(block) => {
                    let taken = match &block.test {
                        Test::If(operand) => self.holds(operand, this),
                        Test::Unless(operand) => !self.holds(operand, this),
                        Test::Name(name) => {
                            let text = match self.data.text(name).filter(|_| this.is_none()) {
                                Some(text) => text.text().to_owned(),
                                None => self.data.missing(name)?,
                            };
                            // A text is never the other branch's, not even an empty one.
                            self.branch(block.then.as_ref(), Some(&text))?;
                            continue;
                        }
                    };
                    let branch = if taken { &block.then } else { &block.otherwise };
                    self.branch(branch.as_ref(), this)?;
                }
            }
        }
        Ok(())
    }

    fn branch(&mut self, branch: Option<&Branch<'_>>, this: Option<&str>) -> Result<(), Failure> {
        branch.map_or(Ok(()), |branch| self.body(&branch.body, this))
    }

    fn value(&mut self, value: &Value, this: Option<&str>) -> Result<(), Failure> {
        let fault = |problem| Err(TemplateError::new(value.at, problem).into());
        let name = match (&value.name, this) {
            (Operand::This, Some(this)) if !value.arguments => return self.push(this, value.at),
            (Operand::This, _) => return fault(Problem::Feature("`{{this}}` outside of `{{#name}}`".to_owned())),
            (name, _) => name.shown(),
        };
        // The client keeps it for the macros, which run over the whole later.
        if name == "trim" {
            return self.push("{{trim}}", value.at);
        }
        match self.data.text(&name).filter(|_| this.is_none()) {
            Some(_) if value.arguments => fault(Problem::NoFunction(name)),
            Some(text) => {
                check(self.out.text().len() + text.text().len(), value.at, self.limit)?;
                self.out.push(text);
                Ok(())
            }
            None => {
                let text = self.data.missing(&name)?;
                self.push(&text, value.at)
            }
        }
    }

    /// Whether a condition holds: macros and variables never do.
    fn holds(&self, operand: &Operand, this: Option<&str>) -> bool {
        match operand {
            Operand::Name(name) => self.data.text(name).filter(|_| this.is_none()).is_some_and(|text| !text.is_empty()),
            Operand::Quoted(text) => !text.is_empty(),
            Operand::Number(number) => *number != 0.0,
            Operand::Word(word) => *word == "true",
            Operand::This => this.is_none_or(|text| !text.is_empty()),
        }
    }

    fn push(&mut self, text: &str, at: usize) -> Result<(), Failure> {
        check(self.out.text().len() + text.len(), at, self.limit)?;
        if !text.is_empty() {
            self.out.push(&Sourced::new(text, Source::Setting("story_string")));
        }
        Ok(())
    }
}

fn check(size: usize, offset: usize, limit: usize) -> Result<(), Error> {
    if size > limit { Err(Error::OutputTooLarge { offset, limit }) } else { Ok(()) }
}
