//! What Handlebars 4.7 answers, for the part of it that is read here.

use std::collections::BTreeMap;

use super::*;
use crate::segment::Source;
use crate::sillytavern::Sourced;

struct Given(BTreeMap<&'static str, Sourced>);

impl Data for Given {
    fn text(&self, name: &str) -> Option<&Sourced> {
        self.0.get(name)
    }

    fn missing(&mut self, name: &str) -> Result<String, cards_macro::Error> {
        Ok(format!("<{name}>"))
    }
}

/// Two blocks may be in one another, and a hundred bytes come out.
fn answer(text: &str) -> String {
    let data = [("description", "D"), ("char", "Pip"), ("scenario", "S"), ("system", "")];
    let mut given = Given(data.map(|(name, text)| (name, Sourced::new(text, Source::Persona))).into());
    let template = match parse(text, 2) {
        Ok(template) => template,
        Err(error) => return format!("! {error}"),
    };
    match render(&template, &mut given, 100) {
        Ok(told) => told.text().to_owned(),
        Err(Failure::Template(error)) => format!("! {error}"),
        Err(Failure::Macro(error)) => format!("! {error}"),
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(answer(text), expected, "{text:?}");
}

#[test]
fn names_are_of_the_data_or_macros() {
    check("{{description}}{{ char }}{{&char}}{{{char}}}", "DPipPipPip");
    check("{{Description}}|{{nope}}|{{setvar::a::b c}}|{{nope x=1}}", "<Description>|<nope>|<setvar::a::b>|<nope>");
    check("{{123}} {{-1.50}} {{true}} {{'a b'}} {{[char]}}", "<123> <-1.5> <true> <a b> Pip");
    check("{{trim}}{{trim x}}", "{{trim}}{{trim}}");
    check("a }} b { c } {{#if char}}{ {{/if}}", "a }} b { c } { ");
}

#[test]
fn conditions_look_at_the_data_only() {
    check("{{#if char}}a{{else}}b{{/if}}{{#if system}}a{{else}}b{{/if}}{{#if nope}}a{{^}}b{{/if}}", "abb");
    check("{{#unless system}}a{{/unless}}{{#unless char}}b{{else}}c{{/unless}}", "ac");
    check("{{#if system}}a{{else if char}}b{{else}}c{{/if}}", "b");
    check("{{#if 0}}a{{/if}}{{#if 'x'}}b{{/if}}{{#if true}}c{{/if}}{{#if null}}d{{/if}}", "bc");
    check("{{#description}}{{this}}{{char}}{{/description}}{{^system}}a{{/system}}{{#nope}}b{{/nope}}", "D<char>b");
}

#[test]
fn comments_and_backslashes() {
    check("{{! c }}a{{!-- }} --}}b{{!--}}c", "abc");
    check("\\{{char}} {{char}} \\\\{{char}} \\{{x}}\\{{y}}", "{{char}} Pip \\Pip {{x}}{{y}}");
}

#[test]
fn a_tag_that_is_alone_on_its_line_takes_the_line_along() {
    check("  {{#if char}}  \n{{description}}\n\t{{/if}}\t\nlast", "D\nlast");
    check("a\r\n{{#if char}}\r\nb\r\n{{/if}}\r\nc", "a\r\nb\r\nc");
    check("{{#if system}}\na\n{{else}}\nb\n{{/if}}\nc", "b\nc");
    check("{{#if system}}\na\n{{else if char}}\nb\n{{else}}\nd\n{{/if}}\nc", "b\nc");
    check(" {{! c }} \nx{{! c }}\ny", "x\ny");
    check("x {{#if char}}\na\n{{/if}} y", "x \na\n y");
    check("{{#if char}}{{#if char}}\n x\n{{/if}}{{/if}}", "\n x\n");
    check("{{#if nope}}{{/if}}\n", "\n");
}

#[test]
fn a_tilde_takes_all_blanks_along() {
    check("{{~#if description~}}  {{description}}  {{~/if~}}  tail", "Dtail");
    check("a \n {{~char~}} \n b", "aPipb");
    check("a\n{{~#if description}}\n b\n{{/if~}}\nc", "a b\nc");
    check("a {{~! c ~}} b", "ab");
}

#[test]
fn what_the_client_cannot_read_says_where() {
    check("a {{ b", "! the tag at byte 2 is not one that Handlebars reads");
    check("{{.x}}", "! a path at byte 0: Handlebars knows it, story strings have none");
    check("{{char}}}", "! the tag at byte 0 is not one that Handlebars reads");
    check("{{{char}}}}", "! the tag at byte 0 is not one that Handlebars reads");
    check("{{random::a,b}}", "! the tag at byte 0 is not one that Handlebars reads");
    check("{{// x}}", "! the tag at byte 0 is not one that Handlebars reads");
    check("x {{/if}}", "! `{{/if}}` at byte 2 is in no block");
    check("{{else}}", "! `{{else}}` at byte 0 is in no block");
    check("{{if x}}a{{/if}}", "! `{{if}}` at byte 0 is in no block");
    check("{{^system}}a{{else if char}}b{{/system}}", "! `{{else}}` at byte 12 is in no block");
    check("ab{{#if char}}", "! the block `if` at byte 2 is not closed");
    check("{{#if char}}x{{/unless}}", "! `{{/unless}}` at byte 13 is where the block `if` is open");
    check("{{#if char scenario}}{{/if}}", "! `if` at byte 0 wants exactly one name");
    check("{{char x}}", "! `char` at byte 0 is a text and takes no arguments");
    check("{{#if (broken}}", "! a subexpression at byte 0: Handlebars knows it, story strings have none");
    check("{{@root}}", "! a name with `@` at byte 0: Handlebars knows it, story strings have none");
    check("{{#if char as |x|}}", "! a block parameter at byte 0: Handlebars knows it, story strings have none");
    check("{{> part}}", "! a partial at byte 0: Handlebars knows it, story strings have none");
    check("{{#each char}}{{/each}}", "! `{{#each}}` at byte 0: Handlebars knows it, story strings have none");
}

#[test]
fn depth_and_length_have_limits() {
    check("{{#if char}}{{#if char}}x{{/if}}{{/if}}", "x");
    check("{{#if char}}{{#if char}}{{#if char}}", "! the block at byte 24 is in more than 2 others");
    check(&"{{char}}".repeat(33), &"Pip".repeat(33));
    let many = |head: &str| format!("{{{{{head}{}}}}}", " char".repeat(100_000));
    check(&many("char"), "! `char` at byte 0 is a text and takes no arguments");
    check(&many("#if"), "! `if` at byte 0 wants exactly one name");
    assert!(answer(&"{{char}}".repeat(34)).starts_with("! "), "34 names are 102 bytes");
}
