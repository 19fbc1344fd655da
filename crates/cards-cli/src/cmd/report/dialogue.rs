//! Example dialogue as turns of a chat.

/// Who speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    User,
    Character,
    /// Neither, or not said.
    Nobody,
}

/// What one speaker says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Turn<'a> {
    pub(super) speaker: Speaker,
    /// Lines, joined where they are shown.
    pub(super) lines: Vec<&'a str>,
}

/// Cuts an example dialogue into its conversations, at `<START>` lines, and those into turns, at lines that begin with
/// a speaker.
pub(super) fn conversations<'a>(text: &'a str, name: &str) -> Vec<Vec<Turn<'a>>> {
    let mut all: Vec<Vec<Turn<'a>>> = Vec::new();
    for line in text.lines() {
        let line = match line.trim_start().get(..7) {
            Some(head) if head.eq_ignore_ascii_case("<START>") => {
                all.push(Vec::new());
                line.trim_start().get(7..).unwrap_or_default()
            }
            _ => line,
        };
        if all.is_empty() {
            all.push(Vec::new());
        }
        let Some(turns) = all.last_mut() else { continue };
        match (speaker(line, name), turns.last_mut()) {
            (Some((speaker, said)), _) => turns.push(Turn { speaker, lines: vec![said] }),
            (None, Some(turn)) => turn.lines.push(line),
            (None, None) if line.trim().is_empty() => {}
            (None, None) => turns.push(Turn { speaker: Speaker::Nobody, lines: vec![line] }),
        }
    }
    for turn in all.iter_mut().flatten() {
        while turn.lines.last().is_some_and(|line| line.trim().is_empty()) {
            turn.lines.pop();
        }
    }
    all.retain(|turns| !turns.is_empty());
    all
}

/// The speaker that a line names, and what is left of the line.
fn speaker<'a>(line: &'a str, name: &str) -> Option<(Speaker, &'a str)> {
    let (head, said) = line.trim_start().split_once(':')?;
    let is = |word: &str| !word.is_empty() && head.trim().eq_ignore_ascii_case(word);
    let speaker = if is("{{user}}") || is("<user>") || is("you") {
        Speaker::User
    } else if is("{{char}}") || is("<bot>") || is("<char>") || is(name) {
        Speaker::Character
    } else {
        return None;
    };
    Some((speaker, said.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_speakers_are_found() {
        let text = "<START>\n{{user}}: Hi\n{{char}}: One\n\ntwo\n<start>\nWick: Well: yes\nA line\n";
        let turn = |speaker, lines: &[&'static str]| Turn { speaker, lines: lines.to_vec() };
        assert_eq!(
            conversations(text, "Wick"),
            [
                vec![turn(Speaker::User, &["Hi"]), turn(Speaker::Character, &["One", "", "two"])],
                vec![turn(Speaker::Character, &["Well: yes", "A line"])],
            ]
        );
        assert_eq!(conversations("no names here", "x"), [[turn(Speaker::Nobody, &["no names here"])]]);
        assert!(conversations("\n \n", "x").is_empty());
    }
}
