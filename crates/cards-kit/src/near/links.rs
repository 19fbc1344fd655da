//! Who is near to whom among many.

use std::collections::HashMap;

use super::{Shingles, Signature, VALUES};

/// Values of a band: two texts are compared when all of one band agree, which at a similarity of 0.8 fails for 1 pair in
/// 20,000, and at 0.4 happens to 1 pair in 4.
const ROWS: usize = 5;
/// How many of those behind it that agree in a band a text is compared with. More than so many are texts that many cards
/// have in common; there the neighbours hold a group together.
const CROWD: usize = 32;
/// How far below what is asked for an estimate may be for the texts to be looked at: 2.5 standard deviations.
const MARGIN: f64 = 0.1;
/// How many texts one may be held against in vain, of those to which the estimate says that it may be near.
const TRIES: usize = 32;
/// Texts that are held at once while they are compared.
const HELD: usize = 1_000;

/// Two near texts by their numbers, the smaller one first, and how near they are.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Link {
    /// The number of the one.
    pub first: usize,
    /// The number of the other.
    pub second: usize,
    /// What they have in common, from 0 to 1.
    pub similarity: f64,
}

/// Finds links between texts that have at least so much in common, as many as tell who belongs together: what others connect
/// already is not compared.
///
/// `prose` gives what stands in a text, by its number; where it gives nothing, the estimate of the signatures counts. Each is
/// held against a bounded number of others, so that the work grows with the number of texts and not with its square.
///
/// # Examples
/// ```
/// use cards_kit::near::{Shingles, Signature, links};
/// use cards_kit::edit::texts::texts;
/// let card = |end: &str| {
///     let text = "A bard who walks from town to town, and sings of the towns that she left.";
///     let file = format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"A","description":"{text}{end}"}}}}"#);
///     cards_kit::open(file.into_bytes(), &Default::default())
/// };
/// let cards = [card("")?, card(" Often.")?];
/// let signatures: Vec<_> = cards.iter().filter_map(|card| Signature::of(&texts(card.content()))).collect();
/// let found = links(&signatures, 0.8, |number| Some(Shingles::of(&texts(cards[number].content()))));
/// assert_eq!((found.len(), found[0].first, found[0].second), (1, 0, 1));
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[must_use]
pub fn links(signatures: &[Signature], least: f64, prose: impl FnMut(usize) -> Option<Shingles>) -> Vec<Link> {
    let mut texts = Texts { prose, held: HashMap::new() };
    let mut lead: Vec<usize> = (0..signatures.len()).collect();
    let (bands, mut found, mut others) = (Bands::of(signatures), Vec::new(), Vec::new());
    for (first, signature) in signatures.iter().enumerate() {
        bands.alike(first, &mut others);
        let mut tries = 0;
        for &second in &others {
            let (a, b) = (leader(&mut lead, first), leader(&mut lead, second));
            let Some(other) = signatures.get(second).filter(|_| a != b) else { continue };
            let estimate = signature.similarity(other);
            if estimate < least - MARGIN {
                continue;
            }
            let similarity = texts.similarity(first, second).unwrap_or(estimate);
            if similarity >= least {
                found.push(Link { first, second, similarity });
                if let Some(one) = lead.get_mut(a.max(b)) {
                    *one = a.min(b);
                }
            } else {
                tries += 1;
                if tries == TRIES {
                    break;
                }
            }
        }
    }
    found
}

/// The texts that are compared, each read once while it is held.
struct Texts<F> {
    prose: F,
    held: HashMap<usize, Option<Shingles>>,
}

impl<F: FnMut(usize) -> Option<Shingles>> Texts<F> {
    fn similarity(&mut self, first: usize, second: usize) -> Option<f64> {
        if self.held.len() + 2 > HELD {
            self.held.clear();
        }
        for number in [first, second] {
            self.held.entry(number).or_insert_with(|| (self.prose)(number));
        }
        let [Some(first), Some(second)] = [first, second].map(|number| self.held.get(&number)) else { return None };
        Some(first.as_ref()?.similarity(second.as_ref()?))
    }
}

/// Which signatures agree in one of 25 bands.
struct Bands {
    /// For each signature and band, the number of the next one that agrees with it there, or [`LAST`].
    next: Vec<[u32; BANDS]>,
}

/// Behind it comes none.
const LAST: u32 = u32::MAX;
const BANDS: usize = VALUES / ROWS;

impl Bands {
    fn of(signatures: &[Signature]) -> Self {
        let mut next = vec![[LAST; BANDS]; signatures.len()];
        for band in 0..BANDS {
            let mut seen: HashMap<&[u16], usize> = HashMap::new();
            for (number, signature) in signatures.iter().enumerate() {
                let Some(key) = signature.0.get(band * ROWS..(band + 1) * ROWS) else { continue };
                let before = seen.insert(key, number);
                if let Some(slot) = before.and_then(|before| next.get_mut(before)?.get_mut(band)) {
                    *slot = u32::try_from(number).unwrap_or(LAST);
                }
            }
        }
        Self { next }
    }

    /// The numbers behind this one that agree with it in some band, in order, each once; the nearest [`CROWD`] of each band.
    fn alike(&self, first: usize, others: &mut Vec<usize>) {
        others.clear();
        for band in 0..BANDS {
            let after = |number: &usize| {
                let next = *self.next.get(*number)?.get(band)?;
                (next != LAST).then_some(next as usize)
            };
            others.extend(std::iter::successors(after(&first), after).take(CROWD));
        }
        // Most are found in several bands.
        others.sort_unstable();
        others.dedup();
    }
}

/// The groups that links make of so many things: each with the numbers of its members in order, and the least similarity of a
/// link in it. What is near to nothing is in none.
#[must_use]
pub fn groups(links: &[Link], count: usize) -> Vec<(Vec<usize>, f64)> {
    let mut lead: Vec<usize> = (0..count).collect();
    for link in links {
        let (a, b) = (leader(&mut lead, link.first), leader(&mut lead, link.second));
        if let Some(one) = lead.get_mut(a.max(b)) {
            *one = a.min(b);
        }
    }
    let mut groups: HashMap<usize, (Vec<usize>, f64)> = HashMap::new();
    for number in 0..count {
        let group = groups.entry(leader(&mut lead, number)).or_insert((Vec::new(), 1.0));
        group.0.push(number);
    }
    for link in links {
        if let Some(group) = groups.get_mut(&leader(&mut lead, link.first)) {
            group.1 = group.1.min(link.similarity);
        }
    }
    let mut groups: Vec<_> = groups.into_values().filter(|(members, _)| members.len() > 1).collect();
    groups.sort_by(|(a, _), (b, _)| a.cmp(b));
    groups
}

/// The least member of a group, the way to it made short.
fn leader(lead: &mut [usize], of: usize) -> usize {
    let mut at = of;
    while let Some(&next) = lead.get(at).filter(|next| **next != at) {
        let after = lead.get(next).copied().unwrap_or(next);
        if let Some(slot) = lead.get_mut(at) {
            *slot = after;
        }
        at = next;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Dice, shared, signature};
    use super::*;

    fn prose(words: &[String]) -> Shingles {
        super::super::tests::read(words, Shingles::of)
    }

    #[test]
    fn near_cards_of_a_made_library_are_found_and_others_are_not() {
        let mut dice = Dice(7);
        let (mut texts, mut known) = (Vec::new(), Vec::new());
        for card in 0..300 {
            let length = 60 + dice.below(240);
            let words = dice.words(length, card % 2);
            // Three of four cards have an edited copy, from a word or two to a quarter of them: what both have is known.
            if card % 4 < 3 {
                let mut copy = words.clone();
                for _ in 0..1 + dice.below(words.len() / 8) {
                    let at = dice.below(copy.len());
                    copy[at] = "edited".to_owned();
                }
                copy.remove(dice.below(words.len()));
                if shared(&words, &copy) >= 0.8 {
                    known.push((texts.len(), texts.len() + 1));
                }
                texts.push(words);
                texts.push(copy);
            } else {
                texts.push(words);
            }
        }
        let signatures: Vec<_> = texts.iter().map(|words| signature(words)).collect();
        let all: Vec<_> = texts.iter().map(|words| prose(words)).collect();
        let found = links(&signatures, 0.8, |number| all.get(number).cloned());
        let far = found.iter().filter(|link| shared(&texts[link.first], &texts[link.second]) < 0.8).count();
        let is_found = |(a, b): &&(usize, usize)| found.iter().any(|link| (link.first, link.second) == (*a, *b));
        let hits = known.iter().filter(is_found).count();
        assert!((60..180).contains(&known.len()), "{} of 225 pairs are near", known.len());
        assert!(hits * 100 >= known.len() * 95, "{hits} of {} were found", known.len());
        assert!(far * 100 < found.len(), "{far} of {} are not near", found.len());
    }

    #[test]
    fn a_crowd_makes_a_bounded_number_of_comparisons() {
        // Each held against each would be 125,000 pairs.
        let mut dice = Dice(3);
        let words = dice.words(80, 0);
        let (same, text) = (signature(&words), prose(&words));
        let crowd = vec![same; 500];
        let (bands, mut others) = (Bands::of(&crowd), Vec::new());
        let pairs: usize = (0..crowd.len())
            .map(|number| {
                bands.alike(number, &mut others);
                others.len()
            })
            .sum();
        assert!(pairs < crowd.len() * CROWD, "{pairs}");
        let mut read = 0;
        let found = links(&crowd, 0.8, |_| {
            read += 1;
            Some(text.clone())
        });
        assert_eq!((groups(&found, crowd.len()).len(), found.len()), (1, crowd.len() - 1));
        assert!(read <= 2 * crowd.len(), "{read} texts were read");
    }

    #[test]
    fn without_the_texts_the_estimate_counts() {
        let mut dice = Dice(5);
        let words = dice.words(200, 1);
        let mut copy = words.clone();
        copy[7] = "edited".to_owned();
        let signatures = [signature(&words), signature(&dice.words(200, 1)), signature(&copy)];
        let found = links(&signatures, 0.8, |_| None);
        assert_eq!(found, [Link { first: 0, second: 2, similarity: signatures[0].similarity(&signatures[2]) }]);
    }

    #[test]
    fn groups_hold_whatever_links_connect() {
        let link = |first, second| Link { first, second, similarity: 0.9 - first as f64 / 100.0 };
        let found = groups(&[link(0, 4), link(1, 2), link(2, 4)], 6);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, [0, 1, 2, 4]);
        assert!((found[0].1 - 0.88).abs() < 1e-9);
    }
}
