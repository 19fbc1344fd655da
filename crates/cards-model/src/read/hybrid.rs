//! Cards of V2 and CCv3 whose texts are at the root and not in `data`.
//!
//! De facto: SillyTavern 1.19 leaves the value of the root where `data` lacks the member; files of Chub are so.

use crate::document::SpecObject;
use crate::json::{Json, Pointer};
use crate::{Card, Content, Finding, rules, v2, v3};

/// Takes texts over that `data` lacks and the root has under their V1 names. They are in their fields then, the root
/// keeps them, and whatever writes the field writes it into `data`.
pub(super) fn read_root(content: &mut Content, findings: &mut Vec<Finding>, most: usize) {
    let taken = match content {
        Content::Card(Card::V2(card)) => into_v2(card),
        Content::Card(Card::V3(card)) => into_v3(card),
        _ => return,
    };
    for name in taken.into_iter().take(most.saturating_sub(findings.len())) {
        let message = format!("`{name}` is at the root and not in `data`; read from there");
        findings.push(Finding::new(&rules::ROOT_MEMBER, Pointer::from([name]), message));
    }
}

/// The text of a root where `data` has no such member.
fn text(root: &crate::Rest, name: &str) -> Option<String> {
    root.unknown().get(name).and_then(Json::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

macro_rules! take {
    ($card:ident, $data:ty, $($field:ident),*) => {{
        let mut taken = Vec::new();
        $(
            let name = stringify!($field);
            let absent = <$data>::index_of(name).is_some_and(|index| !$card.data.rest.stood_at(index));
            if absent && $card.data.rest.was_read() && let Some(text) = text(&$card.rest, name) {
                $card.data.$field = text;
                taken.push(name);
            }
        )*
        taken
    }};
}

fn into_v2(card: &mut v2::Card) -> Vec<&'static str> {
    take!(card, v2::Data, name, description, personality, scenario, first_mes, mes_example)
}

fn into_v3(card: &mut v3::Card) -> Vec<&'static str> {
    take!(card, v3::Data, name, description, personality, scenario, first_mes, mes_example)
}
