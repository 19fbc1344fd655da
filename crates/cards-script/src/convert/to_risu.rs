//! SillyTavern's scripts for RisuAI.

use std::fmt::Write as _;

use cards_words::Outcome;

use super::tokens::{Groups, Token, kept, of_sillytavern};
use super::{Loss, Losses};
use crate::risu::{Mode, Script as Risu};
use crate::sillytavern::{Placement, Script, Substitute, with_match, written_pattern};

/// Writes scripts as RisuAI keeps them; one that runs on several texts becomes several.
pub fn to_risu(scripts: &[Script]) -> Outcome<Vec<Risu>, Loss> {
    let mut made = Vec::new();
    let mut list = Vec::new();
    for (number, script) in scripts.iter().enumerate() {
        let mut losses = Losses { script: number, list: &mut list };
        let modes = modes(script, &mut losses);
        let Some(base) = base(script, &mut losses) else { continue };
        for kind in modes {
            made.push(Risu { kind: kind.to_owned(), ..base.clone() });
        }
    }
    Outcome::new(made, list)
}

/// What the script would run on there.
fn modes(script: &Script, losses: &mut Losses<'_>) -> Vec<&'static str> {
    for (placement, what) in [
        (Placement::SlashCommand, "messages by slash commands"),
        (Placement::WorldInfo, "contents of lorebook entries"),
        (Placement::Reasoning, "reasoning"),
    ] {
        if script.is_placed(placement) {
            losses.add("placement", format!("RisuAI runs no scripts on {what}"));
        }
    }
    if script.disabled {
        losses.add("placement", "a script that is off keeps no word of what it runs on");
        return vec!["disabled"];
    }
    let (input, output) = (script.is_placed(Placement::UserInput), script.is_placed(Placement::AiOutput));
    if !input && !output {
        losses.add("placement", "nothing that RisuAI runs scripts on, so it is off there");
        return vec!["disabled"];
    }
    let mut modes = Vec::new();
    if script.display_only || script.prompt_only {
        if input != output {
            losses.add("placement", "RisuAI runs it on the messages of both sides");
        }
        modes.extend(script.display_only.then_some(Mode::EditDisplay.as_str()));
        modes.extend(script.prompt_only.then_some(Mode::EditProcess.as_str()));
    } else {
        modes.extend(input.then_some(Mode::EditInput.as_str()));
        modes.extend(output.then_some(Mode::EditOutput.as_str()));
    }
    modes
}

/// Everything but the mode; `None` where the script does nothing.
fn base(script: &Script, losses: &mut Losses<'_>) -> Option<Risu> {
    let Some((find, letters)) = written_pattern(&script.find) else {
        losses.add("findRegex", "no pattern, so the script does nothing");
        return None;
    };
    if script.trim.as_ref().is_some_and(|trim| trim.iter().any(|text| !text.is_empty())) {
        losses.add("trimStrings", "RisuAI takes nothing out of what it inserts");
    }
    if script.min_depth.is_some() || script.max_depth.is_some() {
        losses.add("minDepth", "RisuAI does not ask for the depth");
    }
    if script.runs_on_edit {
        losses.add("runOnEdit", "RisuAI runs no scripts on edits");
    }
    if script.substitute == Substitute::Escaped {
        losses.add("substituteRegex", "values of macros are part of the pattern there, without backslashes");
    }
    for (name, _) in script.others.iter() {
        losses.add("others", format!("`{name}` is unknown to RisuAI"));
    }
    // An empty flag would mean `g` there; `d` changes nothing.
    let mut flags = if letters.is_empty() { "d".to_owned() } else { letters.to_owned() };
    let groups = Groups::of(find, letters, script.substitute != Substitute::None);
    let replace = replacement(script.replace.as_deref().unwrap_or_default(), &groups, losses);
    if script.substitute != Substitute::None {
        flags.push_str("<cbs>");
    }
    if replace.ends_with('>') {
        flags.push_str("<no_end_nl>");
    }
    Some(Risu {
        comment: script.name.clone().unwrap_or_default(),
        find: find.to_owned(),
        flags_count: flags != "g",
        flags: if flags == "g" { String::new() } else { flags },
        replace,
        ..Risu::default()
    })
}

/// The replacement, with what means something else there written otherwise.
fn replacement(replace: &str, groups: &Groups, losses: &mut Losses<'_>) -> String {
    // Each client has a macro that prints nothing.
    let replace = replace.replace("{{noop}}", "{{none}}");
    let tokens = kept(of_sillytavern(&with_match(&replace)), |token| match token {
        Token::Group(number) if !groups.has(*number) => {
            losses.add("replaceString", format!("`${number}` is behind the last group, and prints nothing there"));
            false
        }
        // What no group has prints nothing in SillyTavern.
        Token::Name(name) => groups.has_name(name),
        _ => true,
    });
    let mut out = String::new();
    for token in tokens {
        match token {
            Token::Text(text) => write_text(&text, &mut out),
            Token::Group(0) => out.push_str("$&"),
            Token::Group(number) => {
                let _ = write!(out, "${number}");
            }
            Token::Name(name) => {
                let _ = write!(out, "$<{name}>");
            }
            Token::Around(_) => {}
        }
    }
    if out.starts_with("@@") {
        out.insert_str(0, "{{none}}");
    }
    out
}

/// Writes text; `$n` would be a line break there, before anything else is read.
fn write_text(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('$') {
        out.push_str(before);
        out.push_str(if behind.starts_with('n') { "${{none}}" } else { "$$" });
        rest = behind;
    }
    out.push_str(rest);
}
