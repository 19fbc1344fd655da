//! Decorators as the CCv3 text has them, with its gaps filled as `docs/lore.md` says.

use super::{Condition, Effects, Force, Line, Parsed, Scan, line_of, list, trimmed};
use crate::placement::Placement;
use crate::settings::{Context, Settings};
use cards_words::Role;
use cards_words::decorators::{Block, Line as Token, Syntax};

/// Reads the block at the head of the content.
///
/// Spec: CCv3, "Decorators". Blank lines inside of the block are passed over; white space before `@@` does not count.
/// Behind a block the text begins with its first word, and its lines end with line feeds; see DIVERGENCES, "text behind
/// decorators".
pub(super) fn parse(content: &str, settings: &Settings) -> Parsed {
    let block = Block::read(content, &Syntax::SPEC);
    if block.is_empty() {
        return Parsed::plain(content);
    }
    let mut reader = Reader { settings, effects: Effects::default(), masks: Masks::default() };
    // What the decorator before, with its fallbacks, came to: only while ignored do fallbacks count.
    let mut ignored = false;
    for token in block.lines() {
        if !token.fallback || ignored {
            ignored = !reader.apply(&token);
        }
    }
    let mut effects = reader.effects;
    effects.placement = reader.masks.placement();
    let range = trimmed(content, block.rest(), char::is_whitespace, |c| matches!(c, '\n' | '\r'));
    let text = content.get(range.clone()).unwrap_or_default();
    let rewritten = text.contains("\r\n").then(|| text.replace("\r\n", "\n").into());
    Parsed { rewritten, ..Parsed::with(effects, range) }
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
    fn apply(&mut self, token: &Token<'_>) -> bool {
        let accepted = self.accept(token).is_some();
        if !accepted {
            self.effects.ignored.push(line_of(token));
        }
        accepted
    }

    fn accept(&mut self, token: &Token<'_>) -> Option<()> {
        let (line, value) = (line_of(token), token.value);
        let chat = self.settings.context == Context::Chat;
        let effects = &mut self.effects;
        match token.name {
            "activate_only_after" => condition(effects, line, Condition::After(token.as_number()?)),
            "activate_only_every" => {
                let every = token.as_number().filter(|&every| every != 0.0)?;
                condition(effects, line, Condition::Every(every));
            }
            "is_greeting" => condition(effects, line, Condition::Greeting(token.as_number()?)),
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
            "depth" if chat => first(&mut self.masks.depth, Placement::Depth { depth: token.as_number()? }),
            "reverse_depth" if chat => {
                first(&mut self.masks.reverse_depth, Placement::ReverseDepth { depth: token.as_number()? });
            }
            "instruct_depth" if !chat => {
                first(&mut self.masks.depth, Placement::InstructDepth { tokens: token.as_number()? });
            }
            "reverse_instruct_depth" if !chat => {
                first(&mut self.masks.reverse_depth, Placement::ReverseInstructDepth { tokens: token.as_number()? });
            }
            "position" => {
                if !matches!(value, "after_desc" | "before_desc" | "personality" | "scenario") {
                    return None;
                }
                first(&mut self.masks.position, Placement::Slot(value.to_owned()));
            }
            "role" => first(&mut effects.role, Role::from_name(value)?),
            "scan_depth" if chat => first(&mut effects.scan, Scan::Messages(token.as_number()?)),
            "instruct_scan_depth" if !chat => first(&mut effects.scan, Scan::Tokens(token.as_number()?)),
            "ignore_on_max_context" => effects.first_to_drop = true,
            "additional_keys" => effects.additional.push((line, keys(token)?)),
            "exclude_keys" => {
                let keys = keys(token)?;
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

fn keys(token: &Token<'_>) -> Option<Vec<String>> {
    Some(list(token)).filter(|keys| !keys.is_empty())
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
    fn text_without_a_block_is_left_alone() {
        assert_eq!(read("\n Mail me @@home.\n").1, "\n Mail me @@home.\n");
        assert_eq!(read("@@depth 1\nOne.\n\n  Two.").1, "One.\n\n  Two.");
        assert_eq!(read("@@activate").1, "");
        assert_eq!(read("@@depth 1\n   One.\n  Two.\n").1, "One.\n  Two.");
        let crlf = parse("@@depth 1\r\nOne.\r\n\r\nTwo.\r\n", &Settings::new(Profile::Spec));
        assert_eq!(crlf.rewritten.as_deref(), Some("One.\n\nTwo."));
    }

    /// Depths in messages are of chats, depths in tokens of single texts; a decorator of the other kind is ignored.
    #[test]
    fn each_kind_of_prompt_has_its_own_depths() {
        let instruct = Settings::new(Profile::Spec).with_context(Context::Instruct);
        for (content, in_chat, in_text) in [
            ("@@depth 3\nx", Some(Placement::Depth { depth: 3.0 }), None),
            ("@@reverse_depth 3\nx", Some(Placement::ReverseDepth { depth: 3.0 }), None),
            ("@@instruct_depth 3\nx", None, Some(Placement::InstructDepth { tokens: 3.0 })),
            ("@@reverse_instruct_depth 3\nx", None, Some(Placement::ReverseInstructDepth { tokens: 3.0 })),
        ] {
            assert_eq!(read(content).0.placement, in_chat, "{content}");
            let read = parse(content, &instruct).effects.and_then(|effects| effects.placement);
            assert_eq!(read, in_text, "{content}");
        }
        for (content, in_chat, in_text) in [
            ("@@scan_depth 3\nx", Some(Scan::Messages(3.0)), None),
            ("@@instruct_scan_depth 3\nx", None, Some(Scan::Tokens(3.0))),
        ] {
            assert_eq!(read(content).0.scan, in_chat, "{content}");
            assert_eq!(parse(content, &instruct).effects.and_then(|effects| effects.scan), in_text, "{content}");
        }
    }
}
