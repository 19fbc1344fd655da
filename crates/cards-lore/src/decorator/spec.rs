//! Decorators as the CCv3 text has them, with its gaps filled as `docs/lore.md` says.

use super::{Condition, Effects, Force, Line, Parsed, Scan, list, name_and_value, trimmed};
use crate::placement::Placement;
use crate::settings::{Context, Settings};
use cards_words::Role;

/// Reads the block at the head of the content.
///
/// Spec: CCv3, "Decorators". Blank lines inside of the block are passed over; white space before `@@` does not count.
/// Behind a block the text begins with its first word, and its lines end with line feeds; see DIVERGENCES, "text behind
/// decorators".
pub(super) fn parse(content: &str, settings: &Settings) -> Parsed {
    if !content.trim_start().starts_with("@@") {
        return Parsed::plain(content);
    }
    let mut reader = Reader { settings, effects: Effects::default(), masks: Masks::default() };
    // What the decorator before, with its fallbacks, came to: only while ignored do fallbacks count.
    let mut ignored = false;
    let mut block_end = 0;
    for (number, line) in content.split_inclusive('\n').enumerate() {
        let number = Line::try_from(number + 1).unwrap_or(Line::MAX);
        let text = line.trim();
        if let Some(rest) = text.strip_prefix("@@@") {
            if ignored {
                ignored = !reader.apply(number, rest);
            }
        } else if let Some(rest) = text.strip_prefix("@@") {
            ignored = !reader.apply(number, rest);
        } else if !text.is_empty() {
            break;
        }
        block_end += line.len();
    }
    let end = trimmed(content, block_end, |c| matches!(c, '\n' | '\r')).end;
    let start = trimmed(content, block_end, char::is_whitespace).start.min(end);
    let mut effects = reader.effects;
    effects.placement = reader.masks.placement();
    let text = content.get(start..end).unwrap_or_default();
    let rewritten = text.contains("\r\n").then(|| text.replace("\r\n", "\n").into());
    Parsed { rewritten, ..Parsed::with(effects, start..end) }
}

struct Reader<'s> {
    settings: &'s Settings,
    effects: Effects,
    masks: Masks,
}

/// The placement decorators; the stronger masks the weaker, whatever their order.
#[derive(Default)]
struct Masks {
    position: Option<Placement>,
    depth: Option<Placement>,
    reverse_depth: Option<Placement>,
}

impl Masks {
    fn placement(self) -> Option<Placement> {
        self.position.or(self.depth).or(self.reverse_depth)
    }
}

impl Reader<'_> {
    /// Applies one decorator; false when it is ignored, so that its fallback counts.
    fn apply(&mut self, line: Line, text: &str) -> bool {
        let (name, value) = name_and_value(text, char::is_whitespace);
        let accepted = self.accept(line, name, value).is_some();
        if !accepted {
            self.effects.ignored.push(line);
        }
        accepted
    }

    fn accept(&mut self, line: Line, name: &str, value: &str) -> Option<()> {
        let chat = self.settings.context == Context::Chat;
        let effects = &mut self.effects;
        match name {
            "activate_only_after" => condition(effects, line, Condition::After(number(value)?)),
            "activate_only_every" => {
                let every = number(value).filter(|&every| every != 0.0)?;
                condition(effects, line, Condition::Every(every));
            }
            "is_greeting" => condition(effects, line, Condition::Greeting(number(value)?)),
            "is_user_icon" => {
                if !self.settings.user_icons || value.is_empty() {
                    return None;
                }
                condition(effects, line, Condition::UserIcon(value.to_owned()));
            }
            "keep_activate_after_match" => force(effects, line, Force::KeepAfterMatch),
            "dont_activate_after_match" => force(effects, line, Force::DontAfterMatch),
            "activate" => force(effects, line, Force::Activate),
            "dont_activate" => force(effects, line, Force::DontActivate),
            "depth" if chat => first(&mut self.masks.depth, Placement::Depth { depth: number(value)? }),
            "reverse_depth" if chat => {
                first(&mut self.masks.reverse_depth, Placement::ReverseDepth { depth: number(value)? });
            }
            "instruct_depth" if !chat => {
                first(&mut self.masks.depth, Placement::InstructDepth { tokens: number(value)? });
            }
            "reverse_instruct_depth" if !chat => {
                first(&mut self.masks.reverse_depth, Placement::ReverseInstructDepth { tokens: number(value)? });
            }
            "position" => {
                if !matches!(value, "after_desc" | "before_desc" | "personality" | "scenario") {
                    return None;
                }
                first(&mut self.masks.position, Placement::Slot(value.to_owned()));
            }
            "role" => first(&mut effects.role, Role::from_name(value)?),
            "scan_depth" if chat => first(&mut effects.scan, Scan::Messages(number(value)?)),
            "instruct_scan_depth" if !chat => first(&mut effects.scan, Scan::Tokens(number(value)?)),
            "ignore_on_max_context" => effects.first_to_drop = true,
            "additional_keys" => effects.additional.push((line, keys(value)?)),
            "exclude_keys" => {
                let keys = keys(value)?;
                if effects.exclude.is_empty() {
                    effects.exclude.push((line, keys));
                }
            }
            "disable_ui_prompt" => {
                if !matches!(value, "post_history_instructions" | "system_prompt") {
                    return None;
                }
                if effects.disabled_prompts.is_empty() {
                    effects.disabled_prompts.push(value.to_owned());
                }
            }
            _ => return None,
        }
        Some(())
    }
}

fn first<T>(slot: &mut Option<T>, value: T) {
    if slot.is_none() {
        *slot = Some(value);
    }
}

fn condition(effects: &mut Effects, line: Line, new: Condition) {
    if effects.conditions.iter().all(|(_, old)| old.name() != new.name()) {
        effects.conditions.push((line, new));
    }
}

fn force(effects: &mut Effects, line: Line, new: Force) {
    if effects.forces.iter().all(|&(_, old)| old != new) {
        effects.forces.push((line, new));
    }
}

fn keys(value: &str) -> Option<Vec<String>> {
    Some(list(value)).filter(|keys| !keys.is_empty())
}

/// Reads a full decimal literal; anything else makes the decorator invalid.
fn number(value: &str) -> Option<f64> {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let decimal = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if decimal(whole) && decimal(fraction) { value.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards_words::Profile;

    fn read(content: &str) -> (Effects, &str) {
        let parsed = parse(content, &Settings::new(Profile::Spec));
        (parsed.effects.map(|effects| *effects).unwrap_or_default(), content.get(parsed.text).unwrap())
    }

    #[test]
    fn fallbacks_count_only_while_everything_before_was_ignored() {
        let (effects, text) = read("@@a1\n@@@a2\n@@@depth 7\n@@@role user\nDeep.");
        assert_eq!(effects.placement, Some(Placement::Depth { depth: 7.0 }));
        assert_eq!(effects.role, None);
        assert_eq!(text, "Deep.");
    }

    #[test]
    fn position_masks_depth_in_any_order() {
        let (effects, _) = read("@@depth 3\n@@position scenario\n@@reverse_depth 1\nx");
        assert_eq!(effects.placement, Some(Placement::Slot("scenario".to_owned())));
    }

    #[test]
    fn numbers_are_full_decimal_literals() {
        for bad in ["", "3,4", "9x", "soon", "+5", "1e3", ".", "1."] {
            assert_eq!(number(bad), None, "{bad}");
        }
        assert_eq!(number("-2"), Some(-2.0));
        assert_eq!(number("1.5"), Some(1.5));
    }

    #[test]
    fn text_without_a_block_is_left_alone() {
        assert_eq!(read("\n Mail me @@home.\n").1, "\n Mail me @@home.\n");
        assert_eq!(read("@@depth 1\nOne.\n\n  Two.").1, "One.\n\n  Two.");
        assert_eq!(read("@@activate").1, "");
        assert_eq!(read("@@depth 1\n   One.\n  Two.\n").1, "One.\n  Two.");
        let crlf = parse("@@depth 1\r\nOne.\r\n\r\nTwo.\r\n", &Settings::new(Profile::Spec));
        assert_eq!(crlf.rewritten.as_deref(), Some("One.\n\nTwo."));
    }
}
