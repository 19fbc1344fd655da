//! Cards that are in a library more than once.

use std::collections::BTreeMap;

use cards_kit::container::{Container, Source};
use cards_kit::edit::texts::{Text, texts};
use cards_kit::plain::bytes_hash;
use cards_kit::{Limits, Opened, open, portrait};
use cards_model::Content;
use cards_words::Estimate;

use crate::answer::{Alike, AlikeCard, Dupes, Kept, Row, SameCard, SameCore, SameName, Variant};
use crate::near::{Link, Shingles, Signature, groups, links};

/// What is kept of a card to compare it with others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Where it stands.
    pub path: String,
    /// What its row says of its picture.
    pub picture: Pictured,
    /// The hash of its content.
    pub content_hash: String,
    /// The hash of its content without what clients write for themselves.
    pub core_hash: String,
    /// Its name.
    pub name: String,
    /// Who made it.
    pub creator: String,
    /// Its version.
    pub version: String,
    /// Its texts in estimated tokens.
    pub tokens: u64,
    /// The bytes of the file.
    pub size: u64,
    /// When the file was last changed, in microseconds since 1970, where that is known.
    pub modified: Option<i64>,
    /// What its prose is known by, where that was asked for and there is enough of it.
    pub signature: Option<Signature>,
}

impl Known {
    /// Takes what counts out of a row.
    #[must_use]
    pub fn of(path: String, row: Row) -> Self {
        let Row { content_hash, core_hash, name, creator, version, tokens, signature, .. } = row;
        let signature = signature.as_deref().and_then(Signature::from_hex);
        Self {
            path,
            picture: Pictured::of_row(row.container, row.assets),
            content_hash,
            core_hash,
            name,
            creator,
            version,
            tokens: tokens.total,
            signature,
            ..Self::default()
        }
    }

    /// Takes what counts out of a lorebook alone, be it that of a card or a file of its own: the keys and texts of its entries, in their
    /// order. Its creator and picture are those of no book. Nothing where there is no entry.
    ///
    /// # Examples
    /// ```
    /// use cards_library::Known;
    /// let text = r#"{"entries":[{"keys":["toll"],"content":"Two coins."}]}"#;
    /// let card = format!(r#"{{"spec":"chara_card_v2","data":{{"name":"Aria","character_book":{text}}}}}"#);
    /// let [card, book] = [card, format!(r#"{{"spec":"lorebook_v3","data":{text}}}"#)]
    ///     .map(|text| cards_kit::open(text.into_bytes(), cards_kit::Limits::default()));
    /// let [card, book] = [card?, book?].map(|file| Known::of_book(String::new(), file.content()).unwrap());
    /// assert_eq!((card.content_hash, &*card.name), (book.content_hash, "Aria"));
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    #[must_use]
    pub fn of_book(path: String, content: &Content) -> Option<Self> {
        let book = content.lorebook()?;
        let (all, mut said) = (texts(content), String::new());
        for text in all.iter().filter(|text| text.is_of("book.keys") || text.is_of("book.content")) {
            // The length in front tells where a text ends, whatever is in it.
            said.push_str(&format!("{}:{}", text.text.len(), text.text));
        }
        let tokens = all.iter().filter(|text| text.is_of("book.content")).map(|text| Estimate::of(&text.text)).sum();
        let name = book.name.clone().filter(|name| !name.trim().is_empty());
        let of_card = || if let Content::Card(card) = content { card.name().to_owned() } else { String::new() };
        let name = name.unwrap_or_else(of_card);
        let (content_hash, signature) = (bytes_hash(said.as_bytes()), Signature::of(&entries(content)));
        (!said.is_empty()).then(|| Self { path, content_hash, name, tokens, signature, ..Self::default() })
    }
}

/// The texts of the entries of a lorebook, by which [`Known::of_book`] tells near ones.
#[must_use]
pub fn entries(content: &Content) -> Vec<Text<'_>> {
    texts(content).into_iter().filter(|text| text.is_of("book.content")).collect()
}

/// What counts of a row of a scan, as a line of JSON or another language has it. Where a member is absent or null, nothing is known.
#[cfg(feature = "serde")]
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default)]
pub struct KnownRow {
    path: Option<String>,
    container: Option<String>,
    assets: Option<usize>,
    content_hash: Option<String>,
    core_hash: Option<String>,
    name: Option<String>,
    creator: Option<String>,
    version: Option<String>,
    tokens: Option<KnownTokens>,
    size: Option<u64>,
    mtime_us: Option<i64>,
    signature: Option<String>,
}

#[cfg(feature = "serde")]
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default)]
struct KnownTokens {
    total: Option<u64>,
}

#[cfg(feature = "serde")]
impl KnownRow {
    /// Whether the scan was asked for signatures, which near texts are found by; of short prose there is an empty one.
    #[must_use]
    pub fn is_signed(&self) -> bool {
        self.signature.is_some()
    }

    /// Gives the card of the row; nothing where the file held none. The number of the row stands for a path that it has not.
    #[must_use]
    pub fn known(self, number: usize) -> Option<Known> {
        Some(Known {
            path: self.path.unwrap_or_else(|| number.to_string()),
            picture: match (self.container, self.assets) {
                (Some(container), Some(assets)) => Pictured::of_row(&container, assets),
                _ => Pictured::Unknown,
            },
            content_hash: self.content_hash.filter(|hash| !hash.is_empty())?,
            core_hash: self.core_hash.unwrap_or_default(),
            name: self.name.unwrap_or_default(),
            creator: self.creator.unwrap_or_default(),
            version: self.version.unwrap_or_default(),
            tokens: self.tokens.and_then(|tokens| tokens.total).unwrap_or_default(),
            size: self.size.unwrap_or_default(),
            modified: self.mtime_us,
            signature: self.signature.as_deref().and_then(Signature::from_hex),
        })
    }
}

/// Which file of a group to keep; of equal ones, the first by path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Keep {
    /// The first by path.
    First,
    /// The one that was changed last.
    Newest,
    /// The one that was changed first.
    Oldest,
    /// The one of the most bytes: with the largest picture, and with assets.
    Largest,
    /// The one with the shortest path, which copies are not.
    ShortestPath,
}

cards_words::named! {
    Keep: "choice of what to keep";
    First => "first",
    Newest => "newest",
    Oldest => "oldest",
    Largest => "largest",
    ShortestPath => "shortest-path",
}

impl Keep {
    /// What comes first is kept.
    fn rank(self, card: &Known) -> (i128, &str) {
        let least = match self {
            Self::First => 0,
            // A file whose date is not known is no reason to move one whose date is.
            Self::Newest => card.modified.map_or(i128::MAX, |at| -i128::from(at)),
            Self::Oldest => card.modified.map_or(i128::MAX, i128::from),
            Self::Largest => -i128::from(card.size),
            Self::ShortestPath => card.path.chars().count() as i128,
        };
        (least, &card.path)
    }
}

/// What is known of the picture of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pictured {
    /// It has none.
    Absent,
    /// The hash of its bytes, whatever else is in the file.
    Hash(String),
    /// The file is not at hand, or cannot be read.
    #[default]
    Unknown,
}

impl Pictured {
    /// Reads the picture of a file.
    #[must_use]
    pub fn read(source: impl Source, limits: &Limits) -> Self {
        let Ok(Opened { mut file, loaded, .. }) = open(source, limits) else { return Self::Unknown };
        let bytes = match &mut file.container {
            // Texts beside the picture are none of it.
            Container::Png(png) => png.image().ok(),
            other => portrait::read(other, loaded.document.card()),
        };
        match (bytes, &file.container) {
            (Some(bytes), _) => Self::Hash(bytes_hash(&bytes)),
            (None, Container::Png(_) | Container::Carrier(_)) => Self::Unknown,
            (None, _) => Self::Absent,
        }
    }

    /// What a row alone says of it: JSON has no picture beside the card, and none in it where it lists no assets.
    fn of_row(container: &str, assets: usize) -> Self {
        if container == "JSON" && assets == 0 { Self::Absent } else { Self::Unknown }
    }
}

/// Cards of one content, beside those that differ in what clients wrote.
type Core<'a> = BTreeMap<&'a str, Vec<&'a Known>>;

/// Finds cards with the same content and, unless `exact_only`, those that differ only in what clients write for themselves, and
/// those with the same name and creator and other content.
///
/// A card without a name or a creator is like no other.
#[must_use]
pub fn dupes(cards: &[Known], exact_only: bool) -> Dupes {
    let mut by_core: BTreeMap<&str, Core<'_>> = BTreeMap::new();
    for card in cards {
        let contents = by_core.entry(core_of(card)).or_default();
        contents.entry(&card.content_hash).or_default().push(card);
    }
    let mut exact: Vec<_> = by_core
        .values()
        .flat_map(BTreeMap::values)
        .filter(|same| same.len() > 1)
        .filter_map(|same| same_card(same))
        .collect();
    exact.sort_by(|a, b| a.paths.first().cmp(&b.paths.first()));
    let mut found = Dupes { cards: cards.len(), exact, ..Dupes::default() };
    if exact_only {
        return found;
    }
    found.core = by_core.iter().filter(|(_, contents)| contents.len() > 1).filter_map(same_core).collect();
    found.core.sort_by(|a, b| a.variants.first().map(|one| &one.paths).cmp(&b.variants.first().map(|one| &one.paths)));
    let mut by_name: BTreeMap<(String, String), Vec<&Core<'_>>> = BTreeMap::new();
    for core in by_core.values() {
        let card = core.values().flatten().next();
        if let Some(card) = card.filter(|card| !card.name.trim().is_empty() && !card.creator.trim().is_empty()) {
            let key = (card.name.trim().to_lowercase(), card.creator.trim().to_lowercase());
            by_name.entry(key).or_default().push(core);
        }
    }
    found.near = by_name.into_values().filter(|cores| cores.len() > 1).filter_map(|cores| same_name(&cores)).collect();
    found
}

/// Rows of an older tool have no such hash.
fn core_of(card: &Known) -> &str {
    if card.core_hash.is_empty() { &card.content_hash } else { &card.core_hash }
}

/// Finds links between cards whose prose is nearly the same, whatever they are called: each has at least so much in common,
/// from 0 to 1. Cards without a signature are like no other; `prose` gives what some cards say, in their order, where that can be
/// read, and is asked as [`links`] says.
#[must_use]
pub fn near_links(cards: &[Known], least: f64, mut prose: impl FnMut(&[&Known]) -> Vec<Option<Shingles>>) -> Vec<Link> {
    let (numbers, signatures): (Vec<usize>, Vec<Signature>) =
        cards.iter().enumerate().filter_map(|(number, card)| Some((number, card.signature.clone()?))).unzip();
    let card = |number: usize| numbers.get(number).copied();
    let found = links(&signatures, least, |wanted| {
        let wanted: Vec<&Known> = wanted.iter().filter_map(|number| cards.get(card(*number)?)).collect();
        prose(&wanted)
    });
    let link = |link: Link| Some(Link { first: card(link.first)?, second: card(link.second)?, ..link });
    found.into_iter().filter_map(link).collect()
}

/// Gives the groups that links make of cards. Groups of one content are left out.
#[must_use]
pub fn alike(cards: &[Known], links: &[Link]) -> Vec<Alike> {
    let groups = groups(links, cards.len()).into_iter().map(|(members, similarity)| {
        let cards: Vec<&Known> = members.into_iter().filter_map(|member| cards.get(member)).collect();
        (cards, similarity)
    });
    let other = |cards: &[&Known]| cards.iter().zip(cards.iter().skip(1)).any(|(a, b)| core_of(a) != core_of(b));
    groups
        .filter(|(cards, _)| other(cards))
        .map(|(cards, similarity)| Alike {
            percent: (similarity * 100.0).floor() as u32,
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

/// Says which file of each group to keep: of those with the same content and, unless `exact_only`, of those that differ only in
/// what clients write, and of those that links make one. What only has the same name is no copy, and in none.
///
/// No picture gets lost: files with another picture make a group of their own, a file whose picture is not known is kept, and a
/// file without a picture is kept only where none of its group has one. Of what differs so, each is in the answer, also alone.
/// `picture` is asked for the files of groups alone.
#[must_use]
pub fn kept(
    cards: &[Known],
    links: &[Link],
    exact_only: bool,
    keep: Keep,
    mut picture: impl FnMut(&Known) -> Pictured,
) -> Vec<Kept> {
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all = links.to_vec();
    for (second, card) in cards.iter().enumerate() {
        let first = *first.entry(if exact_only { &card.content_hash } else { core_of(card) }).or_insert(second);
        all.extend((first != second).then_some(Link { first, second, similarity: 1.0 }));
    }
    let of_group = |(members, _): (Vec<usize>, f64)| {
        let members = members.into_iter().filter_map(|member| cards.get(member));
        let mut members: Vec<_> = members.map(|card| (picture(card), card)).collect();
        members.sort_by_key(|(picture, card)| (*picture == Pictured::Absent, keep.rank(card)));
        by_picture(members)
    };
    groups(&all, cards.len()).into_iter().flat_map(of_group).collect()
}

/// Files of one group, those to be kept first, by their pictures.
fn by_picture(members: Vec<(Pictured, &Known)>) -> Vec<Kept> {
    let mut kept: Vec<(Pictured, Kept)> = Vec::new();
    for (picture, card) in members {
        let same = match picture {
            // Those without one come last, so that the first group has a picture if any has.
            Pictured::Absent => kept.first_mut(),
            Pictured::Hash(_) => kept.iter_mut().find(|(known, _)| *known == picture),
            Pictured::Unknown => None,
        };
        match same {
            Some((_, same)) => same.others.push(card.path.clone()),
            None => kept.push((picture, Kept { keep: card.path.clone(), others: Vec::new() })),
        }
    }
    for (_, group) in &mut kept {
        group.others.sort();
    }
    kept.into_iter().map(|(_, group)| group).collect()
}

fn same_card(same: &[&Known]) -> Option<SameCard> {
    let first = same.first()?;
    Some(SameCard {
        content_hash: first.content_hash.clone(),
        name: first.name.clone(),
        creator: first.creator.clone(),
        paths: paths(same),
    })
}

fn same_core((hash, contents): (&&str, &Core<'_>)) -> Option<SameCore> {
    let first = contents.values().flatten().next()?;
    Some(SameCore {
        core_hash: (*hash).to_owned(),
        name: first.name.clone(),
        creator: first.creator.clone(),
        variants: variants(contents.values()),
    })
}

fn same_name(cores: &[&Core<'_>]) -> Option<SameName> {
    let variants = variants(cores.iter().flat_map(|core| core.values()));
    let lead = &variants.first()?.content_hash;
    let first = cores.iter().find_map(|core| core.get(lead.as_str())?.first())?;
    Some(SameName { name: first.name.clone(), creator: first.creator.clone(), variants })
}

fn variants<'a>(contents: impl Iterator<Item = &'a Vec<&'a Known>>) -> Vec<Variant> {
    let variant = |same: &Vec<&Known>| {
        let first = same.first()?;
        Some(Variant {
            content_hash: first.content_hash.clone(),
            version: first.version.clone(),
            tokens: first.tokens,
            paths: paths(same),
        })
    };
    let mut all: Vec<Variant> = contents.filter_map(variant).collect();
    all.sort_by(|a, b| a.paths.cmp(&b.paths));
    all
}

fn paths(same: &[&Known]) -> Vec<String> {
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
        let found = dupes(&cards, false);
        assert_eq!(found.exact.iter().map(|same| same.paths.join(" ")).collect::<Vec<_>>(), ["c a"]);
        let near: Vec<_> = found.near.iter().flat_map(|same| &same.variants).map(|one| one.paths.join(" ")).collect();
        assert_eq!(near, ["b", "c a"]);
        assert_eq!((found.cards, dupes(&cards, true).near.len()), (4, 0));
    }

    #[test]
    fn what_clients_wrote_makes_no_other_card() {
        let card = |path: &str, hash: &str, core: &str| {
            let mut card = known(path, hash, "Aria", "Sam");
            core.clone_into(&mut card.core_hash);
            card
        };
        let cards =
            [card("a", "1", "x"), card("b", "2", "x"), card("c", "2", "x"), card("d", "3", "y"), card("e", "y", "")];
        let found = dupes(&cards, false);
        assert_eq!(found.exact.len(), 1);
        let told: Vec<_> = found.core.iter().flat_map(|same| &same.variants).map(|one| one.paths.join(" ")).collect();
        assert_eq!(told, ["a", "b c", "d", "e"]);
        assert_eq!(found.near[0].variants.len(), 4);
        assert!(dupes(&cards[..3], false).near.is_empty());
    }

    #[test]
    fn one_file_of_each_group_is_kept() {
        let card = |path: &str, hash: &str, size: u64, modified: Option<i64>| Known {
            size,
            modified,
            core_hash: hash[..1].to_owned(),
            ..known(path, hash, "", "")
        };
        let cards = [
            card("lib/b.png", "1a", 9, Some(5)),
            card("lib/a copy.png", "1a", 9, Some(7)),
            card("a.png", "1b", 7, None),
            card("z.png", "2", 1, Some(0)),
            card("y.png", "3", 2, Some(1)),
        ];
        let told = |links: &[Link], exact, keep| -> Vec<String> {
            kept(&cards, links, exact, keep, |_| Pictured::Absent)
                .iter()
                .map(|group| format!("{}: {}", group.keep, group.others.join(", ")))
                .collect()
        };
        assert_eq!(told(&[], true, Keep::First), ["lib/a copy.png: lib/b.png"]);
        assert_eq!(told(&[], false, Keep::First), ["a.png: lib/a copy.png, lib/b.png"]);
        assert_eq!(told(&[], false, Keep::Newest), ["lib/a copy.png: a.png, lib/b.png"]);
        assert_eq!(told(&[], false, Keep::Oldest), ["lib/b.png: a.png, lib/a copy.png"]);
        assert_eq!(told(&[], false, Keep::Largest), ["lib/a copy.png: a.png, lib/b.png"]);
        assert_eq!(told(&[], true, Keep::ShortestPath), ["lib/b.png: lib/a copy.png"]);
        let near = [Link { first: 3, second: 4, similarity: 0.9 }];
        assert_eq!(told(&near, false, Keep::Largest)[1], "y.png: z.png");
        assert_eq!(alike(&cards, &near)[0].percent, 90);
    }
    #[test]
    fn no_picture_is_given_up() {
        let files = [("a.json", "-"), ("b.png", "x"), ("c.png", "y"), ("d.png", "x"), ("e.png", "?"), ("f.json", "-")];
        let cards: Vec<_> = files.iter().map(|(path, _)| known(path, "1", "", "")).collect();
        let picture = |card: &Known| match files.iter().find(|(path, _)| *path == card.path).unwrap().1 {
            "-" => Pictured::Absent,
            "?" => Pictured::Unknown,
            hash => Pictured::Hash(hash.to_owned()),
        };
        let told: Vec<_> = kept(&cards, &[], false, Keep::First, picture)
            .iter()
            .map(|group| format!("{}: {}", group.keep, group.others.join(", ")))
            .collect();
        assert_eq!(told, ["b.png: a.json, d.png, f.json", "c.png: ", "e.png: "]);
    }
}
