//! Texts that say who speaks them.

use cards_words::Role;

/// Cuts a text at its lines `@@user`, `@@assistant` and `@@system`; what does not begin with `@@` is the system's.
pub(super) fn spoken(text: &str) -> Vec<(Role, String)> {
    if !text.starts_with("@@") {
        let text = format!("@@system\n{text}");
        return cut(&text);
    }
    cut(text)
}

fn cut(text: &str) -> Vec<(Role, String)> {
    let mut messages: Vec<(Role, String)> = Vec::new();
    let mut rest = text;
    // What is in front of the first mark is lost in the client.
    while let Some((before, role, after)) = next(rest) {
        if let Some((_, said)) = messages.last_mut() {
            before.trim().clone_into(said);
        }
        messages.push((role, String::new()));
        rest = after;
    }
    if let Some((_, said)) = messages.last_mut() {
        rest.trim().clone_into(said);
    }
    messages
}

/// The next mark: the text before it, who speaks behind it, and what is behind it.
fn next(text: &str) -> Option<(&str, Role, &str)> {
    for (at, _) in text.match_indices('@') {
        let Some(behind) = text.get(at..).and_then(|text| text.strip_prefix("@@")) else { continue };
        let behind = behind.strip_prefix('@').unwrap_or(behind);
        for role in [Role::User, Role::Assistant, Role::System] {
            if let Some(rest) = behind.strip_prefix(role.as_str()).and_then(|rest| rest.strip_prefix('\n')) {
                return Some((text.get(..at).unwrap_or_default(), role, rest));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_say_who_speaks() {
        let told = |text| spoken(text).into_iter().map(|(role, text)| format!("{role}: {text}")).collect::<Vec<_>>();
        assert_eq!(told("Be brief."), ["system: Be brief."]);
        assert_eq!(told("@@user\n Hi \n@@@assistant\nHo"), ["user: Hi", "assistant: Ho"]);
        assert_eq!(told("One @@system\ntwo"), ["system: One", "system: two"]);
        assert_eq!(told("@@depth 1\n@@user\nHi"), ["user: Hi"]);
        assert!(told("@@nobody\nHi").is_empty());
        assert_eq!(told(""), ["system: "]);
    }
}
