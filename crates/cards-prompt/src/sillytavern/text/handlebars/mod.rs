//! The part of Handlebars that story strings are written in.
//!
//! De facto: Handlebars 4.7 as SillyTavern 1.19 uses it: no HTML escaping, data of plain texts, names that the data has
//! not handed to the macro engine. Texts, `{{name}}`, `{{{name}}}`, `{{&name}}`, `{{#if}}`, `{{#unless}}`, `{{#name}}`,
//! `{{^name}}`, `{{else}}` with chains, comments, `~`, `\{{` and the rule of standalone lines are read; whatever else
//! Handlebars knows (partials, decorators, raw blocks, paths, subexpressions, its other helpers) is refused by name.
//!
//! The crate `handlebars` 6.4 answers the client's shipped templates alike, but has no `{{#name}}` and no `{{^name}}`,
//! takes what the client refuses (`{{user}}}`, `{{if x}}`, `{{#if a b}}`), and brings thirty crates and a C compiler.

mod error;
mod lex;
mod parse;
mod render;
mod standalone;
#[cfg(test)]
mod tests;
mod tree;

pub use error::{Problem, TemplateError};
pub(super) use render::{Data, Failure, render};
use tree::Template;

/// Parses a template whose blocks are at most `depth` deep in one another.
pub(super) fn parse(text: &str, depth: usize) -> Result<Template<'_>, TemplateError> {
    let mut body = parse::parse(text, depth)?;
    standalone::strip(&mut body);
    Ok(Template { body })
}
