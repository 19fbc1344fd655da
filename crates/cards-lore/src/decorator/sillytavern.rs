//! Decorators as SillyTavern 1.19 reads them: two that act, all others dropped.

use super::{Effects, Force, Parsed, line_of};
use cards_words::decorators::{Block, Syntax, TextEnds};

/// Reads the block at the head of the content.
///
/// De facto: SillyTavern 1.19. A line acts only when it is exactly the decorator; a content that is nothing but
/// decorators stays in the prompt as it was.
pub(super) fn parse(content: &str, syntax: &Syntax) -> Parsed {
    let block = Block::read(content, syntax);
    if block.is_empty() {
        return Parsed::plain(content);
    }
    let mut effects = Effects::default();
    let mut after_unknown = false;
    for token in block.lines() {
        let line = line_of(&token);
        if token.fallback && !after_unknown {
            effects.ignored.push(line);
            continue;
        }
        after_unknown = !token.name.starts_with("activate") && !token.name.starts_with("dont_activate");
        let name = match syntax.text {
            TextEnds::Kept => token.name.strip_suffix('\r').unwrap_or(token.name),
            _ => token.name,
        };
        match name {
            "activate" => effects.forces.push((line, Force::Activate)),
            "dont_activate" => effects.forces.push((line, Force::DontActivate)),
            _ => effects.ignored.push(line),
        }
    }
    Parsed::with(effects, content.len() - block.text().len()..content.len())
}

/// De facto: SillyBunny 16609ad; carriage returns go with their lines, behind the block too, and a block alone is no text.
pub(super) fn parse_mended(content: &str) -> Parsed {
    let parsed = parse(content, &Syntax::SILLY_BUNNY);
    let text = content.get(parsed.text.clone()).unwrap_or_default();
    let rewritten = (parsed.effects.is_some() && text.contains("\r\n")).then(|| text.replace("\r\n", "\n").into());
    Parsed { rewritten, ..parsed }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &str) -> (Vec<Force>, &str) {
        let parsed = parse(content, &Syntax::SILLY_TAVERN);
        let forces = parsed.effects.map(|e| e.forces.iter().map(|f| f.1).collect()).unwrap_or_default();
        (forces, content.get(parsed.text).unwrap())
    }

    #[test]
    fn only_exact_lines_act() {
        assert_eq!(read("@@activate\nT"), (vec![Force::Activate], "T"));
        assert_eq!(read("@@activate\r\nT"), (vec![], "T"));
        assert_eq!(read("@@depth 4\n\nT"), (vec![], "\nT"));
        assert_eq!(read(" @@activate\nT"), (vec![], " @@activate\nT"));
    }

    #[test]
    fn fallbacks_count_after_unknown_lines() {
        assert_eq!(read("@@x\n@@@activate\nT"), (vec![Force::Activate], "T"));
        assert_eq!(read("@@activate\n@@@dont_activate\nT"), (vec![Force::Activate], "T"));
    }

    #[test]
    fn a_content_of_decorators_only_stays() {
        assert_eq!(read("@@activate"), (vec![Force::Activate], "@@activate"));
        assert_eq!(read("@@activate\n"), (vec![Force::Activate], ""));
    }
}
