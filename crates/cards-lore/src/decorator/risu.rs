//! Decorators as RisuAI reads them, with those that only it knows.

use super::{
    Condition, Effects, Force, Line, Parsed, Scan, is_js_space, js_trim, list, name_and_value, secondary_rule, trimmed,
};
use crate::book::{Entry, Logic};
use crate::placement::{InjectHow, Placement};
use crate::settings::MatchMode;
use cards_words::Role;

/// Reads the block at the head of the content, after what the import makes of SillyTavern's fields.
///
/// De facto: RisuAI. The first line that does not start with `@@` ends the block, also a blank one.
pub(super) fn parse(entry: &Entry) -> Parsed {
    let mut effects = imported(entry);
    let content = trimmed(&entry.content, 0, is_js_space);
    let mut fallback = false;
    let mut block_end = content.start;
    let lines = entry.content.get(content.clone()).unwrap_or_default();
    for (number, line) in lines.split_inclusive('\n').enumerate() {
        let number = Line::try_from(number + 1).unwrap_or(Line::MAX);
        let text = line.strip_suffix('\n').unwrap_or(line);
        let Some(rest) = text.strip_prefix("@@") else { break };
        block_end += line.len();
        let (rest, is_fallback) = match rest.strip_prefix('@') {
            // An old spelling of `@@end`, not a fallback.
            Some("end") => ("end", false),
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        if is_fallback && !fallback {
            continue;
        }
        let (name, value) = name_and_value(rest, |c| c == ' ');
        fallback = !name.is_empty() && !apply(&mut effects, number, name, value);
        if fallback {
            effects.ignored.push(number);
        }
    }
    Parsed::with(effects, trimmed(&entry.content, block_end, is_js_space))
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
        Some(Logic::Unknown(_)) | None => {}
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
fn apply(effects: &mut Effects, line: Line, name: &str, value: &str) -> bool {
    let values: Vec<&str> = value.split(',').map(str::trim).collect();
    let head = values.first().copied().unwrap_or_default();
    let number = parse_int(head);
    match (name, number) {
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
        ("additional_keys", _) => effects.additional.push((line, list(value))),
        ("exclude_keys", _) => effects.exclude.push((line, list(value))),
        ("exclude_keys_all", _) => effects.exclude_all.push((line, list(value))),
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
    fn after_match_decorators_always_fall_back() {
        let (effects, _) = read("@@keep_activate_after_match\n@@@role user\nx");
        assert_eq!(effects.role, Some(Role::User));
        assert_eq!(effects.forces, [(1, Force::KeepAfterMatch)]);
    }
}
