//! What pattern a script means.

use cards_macro::{Engine, Host};
use cards_pattern::{Flags, Pattern};

use super::action::Actions;
use super::script::Script;
use crate::aside::expand;
use crate::finding::FindingKind;
use crate::limits::Limits;

/// The order that a script gives for a line of its own, and in which direction it moves.
pub(super) fn moves(script: &Script, actions: &Actions) -> Option<bool> {
    if actions.has("move_top") || script.replace.starts_with("@@move_top ") {
        return Some(true);
    }
    (actions.has("move_bottom") || script.replace.starts_with("@@move_bottom ")).then_some(false)
}

/// Compiles the pattern of a script.
pub(super) fn pattern(
    script: &Script,
    actions: &Actions,
    host: &mut dyn Host,
    limits: &Limits,
) -> Result<Pattern, FindingKind> {
    let letters = letters(&actions.flags, moves(script, actions).is_some());
    let find = if actions.has("cbs") {
        expand(&script.find, Engine::Risu, host, limits)
            .map_err(|error| FindingKind::Macro { reason: error.to_string() })?
    } else {
        script.find.clone()
    };
    let shown = || format!("/{find}/{letters}");
    let Some(flags) = Flags::read(&letters) else {
        let reason = format!("JavaScript knows no flags `{letters}`");
        return Err(FindingKind::InvalidPattern { pattern: shown(), reason });
    };
    match Pattern::compile(&find, flags, &limits.pattern) {
        Ok(pattern) => Ok(pattern),
        Err(error @ cards_pattern::Error::Syntax { .. }) => {
            Err(FindingKind::InvalidPattern { pattern: shown(), reason: error.to_string() })
        }
        Err(error) => Err(FindingKind::CostlyPattern { pattern: shown(), reason: error.to_string() }),
    }
}

/// The flags that are left when the client has tidied them.
fn letters(flags: &str, moves: bool) -> String {
    let flags = if moves { flags.replacen('g', "", 1) } else { flags.to_owned() };
    let mut out = String::new();
    for c in flags.chars().filter(|c| "dgimsuvy".contains(*c)) {
        if !out.contains(c) {
            out.push(c);
        }
    }
    if out.is_empty() {
        out.push('u');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_tidied() {
        for (flags, moves, letters_left) in [
            ("g", false, "g"),
            ("gqix", false, "gi"),
            ("xq", false, "u"),
            (" g i ", false, "gi"),
            ("g", true, "u"),
            ("gg", true, "g"),
        ] {
            assert_eq!(letters(flags, moves), letters_left, "{flags}");
        }
    }
}
