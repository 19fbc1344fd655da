//! Who is near to whom among many.

use std::collections::{HashMap, HashSet};

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
/// Texts that are asked for at once: enough for the threads of whoever reads them, and half of what is held, since a few turn out
/// to be needed besides.
const AHEAD: usize = HELD / 2;

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
/// `prose` gives what is in some texts, by their numbers and in their order; where it gives nothing, the estimate of the
/// signatures counts. It is asked for many at once, so that it may read them on several threads, and now and then for one that is
/// not needed in the end; the answer does not depend on that. Each text is held against a bounded number of others, so that the
/// work grows with the number of texts and not with its square.
///
/// # Examples
/// ```
/// use cards_library::near::{Shingles, Signature, links};
/// use cards_kit::edit::texts::texts;
/// let card = |end: &str| {
///     let text = "A bard who walks from town to town, and sings of the towns that she left.";
///     let file = format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"A","description":"{text}{end}"}}}}"#);
///     cards_kit::open(file.into_bytes(), cards_kit::Limits::default())
/// };
/// let cards = [card("")?, card(" Often.")?];
/// let signatures: Vec<_> = cards.iter().filter_map(|card| Signature::of(&texts(card.content()))).collect();
/// let prose = |number: &usize| Some(Shingles::of(&texts(cards[*number].content())));
/// let found = links(&signatures, 0.8, |numbers| numbers.iter().map(prose).collect());
/// assert_eq!((found.len(), found[0].first, found[0].second), (1, 0, 1));
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[must_use]
pub fn links(signatures: &[Signature], least: f64, prose: impl FnMut(&[usize]) -> Vec<Option<Shingles>>) -> Vec<Link> {
    ahead(signatures, least, AHEAD, prose)
}

fn ahead(
    signatures: &[Signature],
    least: f64,
    most: usize,
    prose: impl FnMut(&[usize]) -> Vec<Option<Shingles>>,
) -> Vec<Link> {
    let mut texts = Texts { prose, held: HashMap::new() };
    let mut lead: Vec<usize> = (0..signatures.len()).collect();
    let (bands, mut found, mut next) = (Bands::of(signatures), Vec::new(), 0);
    while next < signatures.len() {
        let round = Round::from(&mut next, signatures, &bands, least, most, &mut lead);
        texts.read(&round);
        for (first, others) in round.pairs {
            let mut tries = 0;
            for (second, estimate) in others {
                let (a, b) = (leader(&mut lead, first), leader(&mut lead, second));
                if a == b {
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
    }
    found
}

/// Texts that follow each other, with those that they may be held against.
struct Round {
    /// A text each, and the numbers behind it with what the signatures say: near enough to be looked at, and not connected yet.
    pairs: Vec<(usize, Vec<(usize, f64)>)>,
    /// The texts that are most likely looked at.
    wanted: HashSet<usize>,
}

impl Round {
    /// Takes texts from `next` on until so many are wanted, or none is left.
    fn from(
        next: &mut usize,
        signatures: &[Signature],
        bands: &Bands,
        least: f64,
        most: usize,
        lead: &mut [usize],
    ) -> Self {
        let (mut round, mut others) = (Self { pairs: Vec::new(), wanted: HashSet::new() }, Vec::new());
        while let Some(signature) = signatures.get(*next).filter(|_| round.wanted.len() < most) {
            let first = *next;
            *next += 1;
            bands.alike(first, &mut others);
            let estimate = |&second: &usize| Some((second, signature.similarity(signatures.get(second)?)));
            let near: Vec<_> = others
                .iter()
                .filter(|second| leader(lead, first) != leader(lead, **second))
                .filter_map(estimate)
                .filter(|(_, estimate)| *estimate >= least - MARGIN)
                .collect();
            if !near.is_empty() {
                round.wanted.insert(first);
                // Whoever is held against more in vain is held against no other.
                round.wanted.extend(near.iter().map(|(second, _)| second).take(TRIES));
                round.pairs.push((first, near));
            }
        }
        round
    }
}

/// The texts that are compared, each read once while it is held.
struct Texts<F> {
    prose: F,
    held: HashMap<usize, Option<Shingles>>,
}

impl<F: FnMut(&[usize]) -> Vec<Option<Shingles>>> Texts<F> {
    /// Reads at once what a round wants.
    fn read(&mut self, round: &Round) {
        let Some((first, _)) = round.pairs.first() else { return };
        // None that was passed is looked at again.
        self.held.retain(|number, _| number >= first);
        if self.held.len() + round.wanted.len() > HELD {
            self.held.retain(|number, _| round.wanted.contains(number));
        }
        let mut absent: Vec<usize> =
            round.wanted.iter().copied().filter(|number| !self.held.contains_key(number)).collect();
        absent.sort_unstable();
        self.hold(&absent);
    }

    fn hold(&mut self, absent: &[usize]) {
        if !absent.is_empty() {
            let read = (self.prose)(absent).into_iter().chain(std::iter::repeat_with(|| None));
            self.held.extend(absent.iter().copied().zip(read));
        }
    }

    fn similarity(&mut self, first: usize, second: usize) -> Option<f64> {
        if self.held.len() + 2 > HELD {
            self.held.retain(|number, _| *number == first || *number == second);
        }
        for number in [first, second] {
            if !self.held.contains_key(&number) {
                self.hold(&[number]);
            }
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
    use proptest::prelude::*;

    fn prose(words: &[String]) -> Shingles {
        super::super::tests::read(words, Shingles::of)
    }

    fn some_of(all: &[Shingles], numbers: &[usize]) -> Vec<Option<Shingles>> {
        numbers.iter().map(|number| all.get(*number).cloned()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn how_many_texts_are_read_at_once_makes_no_difference(
            seed in any::<u64>(),
            families in 1_usize..6,
            count in 1_usize..40,
            edits in 1_usize..16,
            most in 2_usize..30,
        ) {
            let mut dice = Dice(seed);
            let bases: Vec<_> = (0..families).map(|family| dice.words(50, family % 2)).collect();
            let texts: Vec<_> = (0..count)
                .map(|_| {
                    let mut words = bases[dice.below(families)].clone();
                    for _ in 0..dice.below(edits) {
                        let at = dice.below(words.len());
                        words[at] = "edited".to_owned();
                    }
                    words
                })
                .collect();
            let signatures: Vec<_> = texts.iter().map(|words| signature(words)).collect();
            let all: Vec<_> = texts.iter().map(|words| prose(words)).collect();
            let one_by_one = ahead(&signatures, 0.8, 1, |numbers| some_of(&all, numbers));
            prop_assert_eq!(ahead(&signatures, 0.8, most, |numbers| some_of(&all, numbers)), one_by_one);
            let guessed = ahead(&signatures, 0.8, 1, |_| Vec::new());
            prop_assert_eq!(ahead(&signatures, 0.8, most, |_| Vec::new()), guessed);
        }
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
        let found = links(&signatures, 0.8, |numbers| some_of(&all, numbers));
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
        let found = links(&crowd, 0.8, |numbers| {
            read += numbers.len();
            vec![Some(text.clone()); numbers.len()]
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
        let found = links(&signatures, 0.8, |_| Vec::new());
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
