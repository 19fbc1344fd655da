//! Cards that stand in a library more than once.

use std::collections::BTreeMap;

use crate::answer::{Alike, AlikeCard, Dupes, Row, SameCard, SameName, Variant};
use crate::near::{Signature, groups, pairs};

/// What is kept of a card to compare it with others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Where it stands.
    pub path: String,
    /// The hash of its content.
    pub content_hash: String,
    /// Its name.
    pub name: String,
    /// Who made it.
    pub creator: String,
    /// Its version.
    pub version: String,
    /// Its texts in estimated tokens.
    pub tokens: u64,
    /// What its prose is known by, where that was asked for and there is enough of it.
    pub signature: Option<Signature>,
}

impl Known {
    /// Takes what counts out of a row.
    #[must_use]
    pub fn of(path: String, row: Row) -> Self {
        let Row { content_hash, name, creator, version, tokens, .. } = row;
        Self { path, content_hash, name, creator, version, tokens: tokens.total, signature: None }
    }
}

/// Finds cards with the same content and, unless `exact_only`, those with the same name and creator and other content.
///
/// A card without a name or a creator is like no other.
#[must_use]
pub fn dupes(cards: Vec<Known>, exact_only: bool) -> Dupes {
    let count = cards.len();
    let mut by_hash: BTreeMap<String, Vec<Known>> = BTreeMap::new();
    for card in cards {
        by_hash.entry(card.content_hash.clone()).or_default().push(card);
    }
    let mut by_name: BTreeMap<(String, String), Vec<&[Known]>> = BTreeMap::new();
    for same in by_hash.values().filter(|_| !exact_only) {
        if let Some(first) = same.first().filter(|card| !card.name.trim().is_empty() && !card.creator.trim().is_empty())
        {
            let key = (first.name.trim().to_lowercase(), first.creator.trim().to_lowercase());
            by_name.entry(key).or_default().push(same);
        }
    }
    let near = by_name.into_values().filter(|contents| contents.len() > 1).filter_map(same_name).collect();
    let mut exact: Vec<_> = by_hash.values().filter(|same| same.len() > 1).filter_map(|same| same_card(same)).collect();
    exact.sort_by(|a, b| a.paths.first().cmp(&b.paths.first()));
    Dupes { cards: count, exact, near, alike: Vec::new() }
}

/// Finds cards whose prose is nearly the same, whatever they are called: groups of which each card is at least so similar to
/// another one, from 0 to 1. Groups of one content are left out; cards without a signature are like no other.
#[must_use]
pub fn alike(cards: &[Known], least: f64) -> Vec<Alike> {
    let (cards, signatures): (Vec<&Known>, Vec<Signature>) =
        cards.iter().filter_map(|card| Some((card, card.signature.clone()?))).unzip();
    let pairs = pairs(&signatures, least);
    let groups = groups(&pairs, signatures.len()).into_iter().map(|(members, similarity)| {
        let cards: Vec<&Known> = members.into_iter().filter_map(|member| cards.get(member).copied()).collect();
        (cards, similarity)
    });
    let other =
        |cards: &[&Known]| cards.iter().zip(cards.iter().skip(1)).any(|(a, b)| a.content_hash != b.content_hash);
    groups
        .filter(|(cards, _)| other(cards))
        .map(|(cards, similarity)| Alike {
            percent: (similarity * 100.0).round() as u32,
            cards: cards
                .into_iter()
                .map(|card| AlikeCard {
                    path: card.path.clone(),
                    name: card.name.clone(),
                    content_hash: card.content_hash.clone(),
                    tokens: card.tokens,
                })
                .collect(),
        })
        .collect()
}

fn same_card(same: &[Known]) -> Option<SameCard> {
    let first = same.first()?;
    Some(SameCard {
        content_hash: first.content_hash.clone(),
        name: first.name.clone(),
        creator: first.creator.clone(),
        paths: paths(same),
    })
}

fn same_name(mut contents: Vec<&[Known]>) -> Option<SameName> {
    contents.sort_by_cached_key(|same| paths(same));
    let first = contents.first()?.first()?;
    let variant = |same: &&[Known]| {
        let first = same.first()?;
        Some(Variant {
            content_hash: first.content_hash.clone(),
            version: first.version.clone(),
            tokens: first.tokens,
            paths: paths(same),
        })
    };
    let variants = contents.iter().filter_map(variant).collect();
    Some(SameName { name: first.name.clone(), creator: first.creator.clone(), variants })
}

fn paths(same: &[Known]) -> Vec<String> {
    same.iter().map(|card| card.path.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(path: &str, hash: &str, name: &str, creator: &str) -> Known {
        let [path, content_hash, name, creator] = [path, hash, name, creator].map(str::to_owned);
        Known { path, content_hash, name, creator, ..Known::default() }
    }

    #[test]
    fn content_counts_before_names() {
        let cards = vec![
            known("c", "1", "Aria", "Sam"),
            known("a", "1", "Aria", "Sam"),
            known("b", "2", " aria", "SAM"),
            known("d", "3", "Aria", ""),
        ];
        let found = dupes(cards.clone(), false);
        assert_eq!(found.exact.iter().map(|same| same.paths.join(" ")).collect::<Vec<_>>(), ["c a"]);
        assert!(alike(&cards, 0.5).is_empty());
        let near: Vec<_> = found.near.iter().flat_map(|same| &same.variants).map(|one| one.paths.join(" ")).collect();
        assert_eq!(near, ["b", "c a"]);
        assert_eq!((found.cards, dupes(cards, true).near.len()), (4, 0));
    }
}
