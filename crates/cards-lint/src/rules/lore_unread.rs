//! What a client that is named passes over of a lorebook, as its profile in `cards-lore` has it.

use std::collections::BTreeMap;

use cards_lore::unread;
use cards_model::{Content, Pointer};

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rule about clients that are named.
    UNREAD;
    /// A member that says nothing to a client.
    ENTRY_UNREAD: "entry-unread", Note, "De facto: the profiles of `docs/lore.md`, each from the client's own code",
        "A lorebook says what it has to say in members that the client acts on.",
        "Say it by a member that the client reads, or expect the entry to fire without it; `cards activate --profile` shows what it does.",
        check: passed_over;
}

/// Asked for clients that are named alone: what one client passes over is another one's business.
fn passed_over(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some(view) = &subject.book else { return };
    let book = match subject.content() {
        Content::Card(card) => card.lorebook(),
        // World info is read by other names.
        Content::WorldInfo(_) | Content::Module(_) => None,
        other => other.lorebook(),
    };
    let Some(book) = book else { return };
    for &client in &subject.options.clients {
        let mut members: BTreeMap<Pointer, (Pointer, usize)> = BTreeMap::new();
        for found in unread(&book, client) {
            let Some(place) = found.place(view) else { continue };
            members.entry(found.member).or_insert((place, 0)).1 += 1;
        }
        for (member, (pointer, count)) in members {
            let what = match member.as_str() {
                "/content" => "`@@` lines are text".to_owned(),
                name => format!("`{}` is not read", name.trim_start_matches('/').replace('/', ".")),
            };
            let also = match count - 1 {
                0 => String::new(),
                1 => ", as in 1 entry more".to_owned(),
                more => format!(", as in {more} entries more"),
            };
            sink.value(pointer, format!("to {} {what}{also}", client.title()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_know_the_rule() {
        assert_eq!(UNREAD.iter().map(|lint| lint.rule.id).collect::<Vec<_>>(), [crate::options::PASSED_OVER]);
    }
}
