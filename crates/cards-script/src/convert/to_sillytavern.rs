//! RisuAI's scripts for SillyTavern.

use std::fmt::Write as _;

use cards_words::Outcome;

use super::tokens::{Groups, Token, kept, of_risu};
use super::{Loss, Losses};
use crate::risu::{Mode, Script as Risu, actions_of, in_order};
use crate::sillytavern::{Placement, Script, Substitute};

/// Writes scripts as SillyTavern keeps them, in the order in which RisuAI runs them.
pub fn to_sillytavern(scripts: &[Risu]) -> Outcome<Vec<Script>, Loss> {
    let mut made = Vec::new();
    let mut list = Vec::new();
    for number in in_order(scripts) {
        let Some(script) = scripts.get(number) else { continue };
        let mut losses = Losses { script: number, list: &mut list };
        made.extend(one(script, &mut losses));
    }
    Outcome::new(made, list)
}

fn one(script: &Risu, losses: &mut Losses<'_>) -> Option<Script> {
    if script.find.is_empty() {
        losses.add("in", "no pattern, so the script does nothing");
        return None;
    }
    let actions = actions_of(script);
    let order = script.replace.strip_prefix("@@").map(|rest| rest.split(' ').next().unwrap_or_default());
    for name in ["emo", "inject", "move_top", "move_bottom", "repeat_back"] {
        if actions.has(name) || order == Some(name) {
            losses.add("out", format!("SillyTavern has no `{name}`; the script is left out"));
            return None;
        }
    }
    let (placement, display, prompt, off) = placed(script, losses)?;
    let mut flags = String::new();
    for c in actions.flags.chars() {
        match c {
            'g' | 'i' | 'm' | 's' | 'u' if !flags.contains(c) => flags.push(c),
            'v' | 'y' => losses.add("flag", format!("SillyTavern takes no flag `{c}`")),
            _ => {}
        }
    }
    let mut replace = script.replace.replace("$n", "\n");
    if replace.ends_with('>') && !actions.has("no_end_nl") {
        replace.push('\n');
    }
    for (name, _) in script.others.iter() {
        losses.add("others", format!("`{name}` is unknown to SillyTavern"));
    }
    let groups = Groups::of(&script.find, &flags, actions.has("cbs"));
    Some(Script {
        name: Some(if script.comment.is_empty() { "script".to_owned() } else { script.comment.clone() }),
        find: format!("/{}/{flags}", script.find),
        replace: Some(replacement(&replace, &groups, losses)),
        trim: Some(Vec::new()),
        placement: Some(placement.iter().map(|placement| f64::from(placement.number())).collect()),
        disabled: off,
        display_only: display,
        prompt_only: prompt,
        substitute: if actions.has("cbs") { Substitute::Raw } else { Substitute::None },
        ..Script::default()
    })
}

/// Where it runs there: placements, for display alone, for the prompt alone, off.
fn placed(script: &Risu, losses: &mut Losses<'_>) -> Option<(Vec<Placement>, bool, bool, bool)> {
    let both = vec![Placement::UserInput, Placement::AiOutput];
    let mode = Mode::ALL.iter().copied().find(|mode| mode.as_str() == script.kind);
    match (mode, script.kind.as_str()) {
        (Some(Mode::EditInput), _) => Some((vec![Placement::UserInput], false, false, false)),
        (Some(Mode::EditOutput), _) => Some((vec![Placement::AiOutput], false, false, false)),
        (Some(Mode::EditDisplay), _) => Some((both, true, false, false)),
        (Some(Mode::EditProcess), _) => Some((both, false, true, false)),
        (None, "disabled") => Some((vec![Placement::AiOutput], false, false, true)),
        (None, kind) => {
            losses.add("type", format!("SillyTavern has nothing like `{kind}`; the script is left out"));
            None
        }
    }
}

/// The replacement, with what means something else there written otherwise.
fn replacement(replace: &str, groups: &Groups, losses: &mut Losses<'_>) -> String {
    // Each client has a macro that prints nothing.
    let replace = &replace.replace("{{none}}", "{{noop}}");
    let tokens = kept(of_risu(replace, groups), |token| {
        let around = matches!(token, Token::Around(_));
        if around {
            losses.add("out", "the text before or behind a match cannot be inserted");
        }
        !around
    });
    let mut out = String::new();
    let mut after_number = false;
    for token in tokens {
        match token {
            Token::Text(text) => {
                // A digit behind it would be part of the number.
                if after_number && text.starts_with(|c: char| c.is_ascii_digit()) {
                    out.push_str("{{noop}}");
                }
                write_text(&text, &mut out);
            }
            Token::Group(number) => {
                close_text(&mut out);
                let _ = write!(out, "${number}");
                after_number = true;
                continue;
            }
            Token::Name(name) => {
                close_text(&mut out);
                let _ = write!(out, "$<{name}>");
            }
            Token::Around(_) => {}
        }
        after_number = false;
    }
    out
}

/// Keeps a sign at the end of a text from being read with what follows.
fn close_text(out: &mut String) {
    if out.ends_with('$') {
        out.push_str("{{noop}}");
    }
}

/// Writes text; a sign before a number or a name in angles would stand for a group there.
fn write_text(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('$') {
        out.push_str(before);
        out.push('$');
        if behind.starts_with(|c: char| c.is_ascii_digit() || c == '<') {
            out.push_str("{{noop}}");
        }
        rest = behind;
    }
    out.push_str(rest);
}
