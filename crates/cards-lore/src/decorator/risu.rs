//! Decorators as RisuAI reads them, with those that only it knows.

use super::{Condition, Effects, Force, Parsed, Scan, is_js_space, js_trim, line_of, list, secondary_rule, trimmed};
use crate::book::{Entry, Logic};
use crate::match_mode::MatchMode;
use crate::placement::{InjectHow, Placement};
use cards_words::Role;
use cards_words::decorators::{Block, Line as Token, Syntax};

/// Reads the block at the head of the content, after what the import makes of SillyTavern's fields.
///
/// De facto: RisuAI. The first line that does not start with `@@` ends the block, also a blank one.
pub(super) fn parse(entry: &Entry) -> Parsed {
    let mut effects = imported(entry);
    let block = Block::read(&entry.content, &Syntax::RISU);
    let mut ignored = false;
    for token in block.lines() {
        // An old spelling of `@@end`, not a fallback.
        let is_end = entry.content.get(token.span.clone()) == Some("@@@end");
        if token.fallback && !is_end && !ignored {
            continue;
        }
        ignored = !token.name.is_empty() && !apply(&mut effects, &token);
        if ignored {
            effects.ignored.push(line_of(&token));
        }
    }
    Parsed::with(effects, trimmed(&entry.content, block.rest(), is_js_space, is_js_space))
}

/// What Risu's import writes at the head of the content for fields of SillyTavern.
fn imported(entry: &Entry) -> Effects {
    let mut effects = Effects::default();
    if let Some(chance) = entry.probability.filter(|&chance| chance != 100.0) {
        effects.probability.push((0, chance));
    }
    if let Placement::Depth { depth } = entry.placement {
        effects.placement = Some(Placement::Depth { depth });
        effects.role = Some(entry.role);
    }
    match secondary_rule(entry) {
        Some(Logic::AndAny) => effects.additional.push((0, entry.secondary_keys.clone())),
        Some(Logic::NotAll) => effects.exclude_all.push((0, entry.secondary_keys.clone())),
        Some(Logic::NotAny) => effects.exclude.push((0, entry.secondary_keys.clone())),
        Some(Logic::AndAll) => {
            effects.additional.extend(entry.secondary_keys.iter().map(|key| (0, vec![key.clone()])));
        }
        Some(Logic::Unknown(_) | Logic::NoNumber) | None => {}
    }
    if entry.timing.delay > 0 {
        effects.conditions.push((0, Condition::After(f64::from(entry.timing.delay))));
    }
    if entry.whole_words == Some(true) {
        effects.match_mode = Some(MatchMode::SpacedWord);
    }
    effects
}

/// Applies one decorator, the last of a kind winning; false when its fallback counts.
fn apply(effects: &mut Effects, token: &Token<'_>) -> bool {
    let (line, value) = (line_of(token), token.value);
    let head = value.split(',').next().unwrap_or_default().trim();
    match (token.name, parse_int(head)) {
        ("activate_only_after", Some(n)) => effects.conditions.push((line, Condition::After(n))),
        ("activate_only_every", Some(n)) => effects.conditions.push((line, Condition::Every(n))),
        ("is_greeting", Some(n)) => effects.conditions.push((line, Condition::Greeting(n))),
        ("depth", Some(n)) => effects.placement = Some(Placement::Depth { depth: n }),
        ("reverse_depth", Some(n)) => effects.placement = Some(Placement::ReverseDepth { depth: n }),
        // A value that is no number scans everything and counts as handled.
        ("scan_depth", n) => effects.scan = Some(n.map_or(Scan::All, Scan::Messages)),
        ("probability", Some(n)) => effects.probability.push((line, n)),
        ("priority", n) => effects.priority = Some(n.unwrap_or(f64::NAN)),
        ("end", _) => effects.placement = Some(Placement::Depth { depth: 0.0 }),
        // Both are remembered, but never count as handled.
        ("keep_activate_after_match", _) => {
            effects.forces.push((line, Force::KeepAfterMatch));
            return false;
        }
        ("dont_activate_after_match", _) => {
            effects.forces.push((line, Force::DontAfterMatch));
            return false;
        }
        ("activate", _) => effects.forces.push((line, Force::Activate)),
        ("dont_activate", _) => effects.forces.push((line, Force::DontActivate)),
        ("role", _) => match Role::from_name(head) {
            Some(role) => effects.role = Some(role),
            None => return false,
        },
        ("position", _) if value.is_empty() => effects.aborts = Some(line),
        ("position", _) => {
            let known = matches!(head, "after_desc" | "before_desc" | "personality" | "scenario");
            if !known && !head.starts_with("pt_") {
                return false;
            }
            effects.placement = Some(Placement::Slot(head.to_owned()));
        }
        ("ignore_on_max_context", _) => effects.priority = Some(-1000.0),
        ("additional_keys", _) => effects.additional.push((line, list(token))),
        ("exclude_keys", _) => effects.exclude.push((line, list(token))),
        ("exclude_keys_all", _) => effects.exclude_all.push((line, list(token))),
        ("match_full_word", _) => effects.match_mode = Some(MatchMode::SpacedWord),
        ("match_partial_word", _) => effects.match_mode = Some(MatchMode::Substring),
        ("recursive", _) => effects.recursive = Some(true),
        ("unrecursive", _) => effects.recursive = Some(false),
        ("no_recursive_search", _) => effects.skip_inserted = true,
        ("inject_lore", _) => effects.inject_lore = Some(value.to_owned()),
        ("inject_at", _) => {
            effects.placement = Some(Placement::Inject { target: value.to_owned(), how: InjectHow::Append });
        }
        ("inject_prepend", _) => effects.inject_how = InjectHow::Prepend,
        ("inject_replace", _) => effects.inject_how = InjectHow::Replace(value.to_owned()),
        ("disable_ui_prompt", _) => {
            if !matches!(head, "post_history_instructions" | "system_prompt") {
                return false;
            }
            effects.disabled_prompts.push(head.to_owned());
        }
        _ => return false,
    }
    true
}

/// JavaScript's `parseInt`: leading white space, a sign, digits; what follows is ignored.
fn parse_int(text: &str) -> Option<f64> {
    let text = js_trim(text);
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    let value: f64 = unsigned.get(..digits).filter(|digits| !digits.is_empty())?.parse().ok()?;
    Some(if text.starts_with('-') { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &str) -> (Effects, String) {
        let entry = Entry { content: content.to_owned(), ..Entry::default() };
        let parsed = parse(&entry);
        (*parsed.effects.unwrap(), content.get(parsed.text).unwrap().to_owned())
    }

    #[test]
    fn the_last_placement_wins() {
        let (effects, _) = read("@@position after_desc\n@@depth 3rd\nx");
        assert_eq!(effects.placement, Some(Placement::Depth { depth: 3.0 }));
    }

    #[test]
    fn a_blank_line_ends_the_block() {
        let (effects, text) = read("\n@@depth 1\n\n@@role user\nx ");
        assert_eq!(effects.role, None);
        assert_eq!(text, "@@role user\nx");
    }

    #[test]
    fn lines_are_counted_from_the_begin_of_the_content() {
        assert_eq!(read("\n\n@@depth 1\n@@oddity\nx").0.ignored, [4]);
    }

    #[test]
    fn an_old_spelling_of_end_is_no_fallback() {
        let end = Some(Placement::Depth { depth: 0.0 });
        assert_eq!(read("@@@end\nx").0.placement, end);
        assert_eq!(read("@@@end \nx").0.placement, None);
        assert_eq!(read("@@oddity\n@@@end \nx").0.placement, end);
    }

    #[test]
    fn after_match_decorators_always_fall_back() {
        let (effects, _) = read("@@keep_activate_after_match\n@@@role user\nx");
        assert_eq!(effects.role, Some(Role::User));
        assert_eq!(effects.forces, [(1, Force::KeepAfterMatch)]);
    }
}
