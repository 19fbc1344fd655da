//! Reading payloads, and choosing the one that counts.

#![deny(clippy::arithmetic_side_effects)]

use cards_words::Outcome;

use crate::asset::{self, AssetRef, ListedAsset, Location, Wanted};
use crate::base64_text;
use crate::error::{Error, Unreadable};
use crate::finding::Finding;
use crate::place::{Place, shown};
use crate::source;

use super::asset::AssetChunk;
use super::chunk::Chunk;
use super::foreign::Foreign;
use super::keyword::TextKind;
use super::policy::{Base64Rule, CrcRule, Twins};
use super::program::Program;
use super::read::{Candidate, Png, Position, check_size};
use super::text;

/// The raw JSON text of one candidate, as its writer encoded it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Payload {
    /// The chunk that it came from.
    pub candidate: Candidate,
    /// The bytes, byte order mark and all.
    pub bytes: Vec<u8>,
    /// What was odd about chunk and encoding.
    pub findings: Vec<Finding>,
}

/// A candidate that was passed over because it could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub struct Rejected {
    /// Its index in [`Png::candidates`].
    pub index: usize,
    /// Why.
    pub error: Error,
}

/// Why a candidate won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// There is no other.
    Only,
    /// Its keyword is better than those of the others.
    BetterKeyword,
    /// It is the first of its keyword.
    FirstOfKeyword,
    /// It is the last of its keyword.
    LastOfKeyword,
    /// Better ones could not be read.
    Fallback,
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Only => "it is the only card in the file",
            Self::BetterKeyword => "programs take a card under this keyword first",
            Self::FirstOfKeyword => "it is the first of its keyword",
            Self::LastOfKeyword => "it is the last of its keyword",
            Self::Fallback => "the better ones cannot be read",
        })
    }
}

/// The payload that counts, and why.
#[derive(Debug)]
#[non_exhaustive]
pub struct Choice {
    /// The payload.
    pub payload: Payload,
    /// Its index in [`Png::candidates`].
    pub index: usize,
    /// Why it won.
    pub why: Why,
    /// Better candidates that could not be read.
    pub rejected: Vec<Rejected>,
    /// What was odd: about the file, the candidates passed over, the chunk taken, and its twins.
    pub findings: Vec<Finding>,
}

impl<'s> Png<'s> {
    /// Reads the JSON text of one candidate.
    ///
    /// A wrong checksum is a finding here; [`Png::choose`] makes it the error when the payload does not read.
    ///
    /// # Errors
    /// [`Error::Truncated`], [`Error::TooLarge`], [`Error::Ratio`], [`Error::BadText`], [`Error::BadDeflate`],
    /// [`Error::BadBase64`], [`Error::BadCrc`] when the checksum explains one of the last three, [`Error::Encrypted`],
    /// [`Error::Io`].
    pub fn payload(&mut self, candidate: &Candidate) -> Result<Payload, Error> {
        let place = || candidate.place();
        let (bytes, odd) = self.decoded(&candidate.chunk, candidate.kind, self.policy.plain_json, &place)?;
        if bytes.len() as u64 > self.limits.json {
            let (size, limit) = (bytes.len() as u64, self.limits.json);
            return Err(Error::TooLarge { place: place(), size, limit, name: "json" });
        }
        let mut findings = candidate.findings();
        findings.extend(odd);
        Ok(Payload { candidate: candidate.clone(), bytes, findings })
    }

    /// The text of one candidate as it is, whether or not it is base64; its checksum does not count.
    pub(crate) fn undecoded(&mut self, candidate: &Candidate) -> Result<Vec<u8>, Error> {
        let place = || candidate.place();
        let data = self.data(&candidate.chunk)?.into_owned();
        Ok(text::text(candidate.kind, &data, &self.limits, &place)?.into_owned())
    }

    /// Reads the bytes of one asset chunk.
    ///
    /// # Errors
    /// As [`Png::payload`].
    pub fn asset(&mut self, asset: &AssetChunk) -> Result<Vec<u8>, Error> {
        let name = format!("chara-ext-asset_:{}", shown(asset.path.as_bytes()));
        let place = || Place::Chunk { name: name.clone(), offset: asset.chunk.offset };
        Ok(self.decoded(&asset.chunk, asset.kind, false, &place)?.0)
    }

    /// The index of the asset chunk that an `__asset:` URI names: its path, with or without the colon.
    pub fn find_asset(&self, path: &str) -> Option<usize> {
        let path = path.strip_prefix(':').unwrap_or(path);
        self.assets().iter().rposition(|asset| asset.path == path)
    }

    /// Finds the assets that the card lists; nothing is read.
    pub fn list_assets(&self, refs: &[AssetRef<'_>]) -> Outcome<Vec<ListedAsset>, Finding> {
        asset::list(refs, |wanted| {
            let key = match wanted {
                Wanted::Key(key) => key,
                Wanted::Path(path) => path.as_str(),
            };
            Some((Location::Chunk(self.find_asset(key)?), None))
        })
    }

    /// Chooses the payload that counts: the best keyword first, then the twin that the policy prefers, and the next
    /// one where `check` or decoding fails.
    ///
    /// `check` looks at the JSON text; a caller with a card model reads the card there.
    ///
    /// # Errors
    /// [`Error::NoCard`] without a candidate; otherwise the error of the best candidate, when none can be read.
    pub fn choose(&mut self, mut check: impl FnMut(&Payload) -> Result<(), Unreadable>) -> Result<Choice, Error> {
        let order = self.order();
        let mut rejected: Vec<Rejected> = Vec::new();
        for &index in order.iter().take(self.limits.candidates) {
            let Some(candidate) = self.candidates().get(index).cloned() else {
                continue;
            };
            match self.checked(&candidate, &mut check) {
                Ok(payload) => return self.chosen(payload, index, rejected),
                Err(error @ Error::Io { .. }) => return Err(error),
                Err(error) if !self.policy.fallback => return Err(error),
                Err(error) => rejected.push(Rejected { index, error }),
            }
        }
        Err(match rejected.into_iter().next() {
            Some(first) => first.error,
            None => self.no_card()?,
        })
    }

    /// Candidates from best to worst.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.candidates().len()).collect();
        if self.policy.twins == Twins::Last {
            order.reverse();
        }
        order.sort_by_key(|&i| self.candidates().get(i).map(|c| (c.position == Position::AfterEnd, c.keyword)));
        order
    }

    fn checked(
        &mut self,
        candidate: &Candidate,
        check: &mut impl FnMut(&Payload) -> Result<(), Unreadable>,
    ) -> Result<Payload, Error> {
        let payload = self.payload(candidate)?;
        let place = || candidate.place();
        match check(&payload) {
            Ok(()) => Ok(payload),
            Err(_) if payload.findings.contains(&Finding::BadCrc { place: place() }) => {
                Err(Error::BadCrc { place: place() })
            }
            Err(unreadable) => Err(unreadable.at(place())),
        }
    }

    fn chosen(&mut self, payload: Payload, index: usize, rejected: Vec<Rejected>) -> Result<Choice, Error> {
        let keyword = payload.candidate.keyword;
        let twins: Vec<Candidate> = self
            .candidates()
            .iter()
            .enumerate()
            .filter(|&(i, c)| i != index && c.keyword == keyword && !rejected.iter().any(|r| r.index == i))
            .map(|(_, c)| c.clone())
            .collect();
        let why = match (self.candidates().len(), rejected.len(), twins.len()) {
            (1, ..) => Why::Only,
            (_, 1.., _) => Why::Fallback,
            (_, _, 0) => Why::BetterKeyword,
            _ if self.policy.twins == Twins::First => Why::FirstOfKeyword,
            _ => Why::LastOfKeyword,
        };
        let mut findings = self.findings().to_vec();
        findings.extend(rejected.iter().filter_map(|r| {
            let place = self.candidates().get(r.index)?.place();
            Some(Finding::PassedOver { place, class: r.error.class(), reason: r.error.chain() })
        }));
        findings.extend(payload.findings.iter().cloned());
        if !twins.is_empty() {
            findings.push(self.compare(&payload, &twins));
        }
        findings.extend(self.foreign()?.iter().map(Foreign::finding));
        Ok(Choice { payload, index, why, rejected, findings })
    }

    fn compare(&mut self, payload: &Payload, twins: &[Candidate]) -> Finding {
        let (keyword, count) = (payload.candidate.keyword.as_str(), twins.len().saturating_add(1));
        let same = |png: &mut Self, twin| png.payload(twin).is_ok_and(|other| other.bytes == payload.bytes);
        if twins.len() < self.limits.candidates && twins.iter().all(|twin| same(self, twin)) {
            return Finding::EqualTwins { keyword, count };
        }
        Finding::DifferingTwins { keyword, count, chosen: payload.candidate.chunk.offset }
    }

    /// Reads a chunk, undoes deflate and base64, and looks at its checksum as the policy says.
    fn decoded(
        &mut self,
        chunk: &Chunk,
        kind: TextKind,
        plain: bool,
        place: &dyn Fn() -> Place,
    ) -> Result<(Vec<u8>, Vec<Finding>), Error> {
        let length = u64::from(chunk.length);
        let missing = |e| match e {
            Error::Truncated { size, .. } => Error::Truncated { place: place(), size },
            Error::TooLarge { size, limit, name, .. } => Error::TooLarge { place: place(), size, limit, name },
            other => other,
        };
        check_size(&self.limits, &*self.source, chunk, length).map_err(missing)?;
        // The checksum may be cut off while the data is whole.
        let with_crc = length.saturating_add(4).min(self.source.size().saturating_sub(chunk.data_offset()));
        let (limits, policy) = (&self.limits, &self.policy);
        let block = source::bytes(&mut *self.source, chunk.data_offset(), with_crc, place)?;
        let (data, crc) = block.split_at_checked(chunk.length as usize).unwrap_or_default();
        let crc_is_wrong = policy.crc != CrcRule::Ignore && crc_differs(chunk, data, crc);
        let bytes =
            text::text(kind, data, limits, place).and_then(|text| match plain.then(|| plain_json(&text)).flatten() {
                Some(json) => Ok((json, vec![Finding::PlainJson { place: place() }])),
                None => undo_base64(&text, policy.base64, place),
            });
        match bytes {
            Ok((bytes, mut findings)) => {
                if crc_is_wrong {
                    findings.insert(0, Finding::BadCrc { place: place() });
                }
                Ok((bytes, findings))
            }
            Err(Error::BadText { .. } | Error::BadDeflate { .. } | Error::BadBase64 { .. }) if crc_is_wrong => {
                Err(Error::BadCrc { place: place() })
            }
            Err(error) => Err(error),
        }
    }

    fn no_card(&mut self) -> Result<Error, Error> {
        let foreign = self.foreign()?;
        let cut = self.findings().iter().find_map(|finding| match finding {
            Finding::Truncated { size, .. } => Some(*size),
            _ => None,
        });
        let found = if let Some(size) = cut {
            format!("it is cut off at byte {size}, and no card is before that; fetch it again from where it came")
        } else if let Some(first) = foreign.first() {
            let what = if first.program == Program::NovelAi { "a lorebook" } else { "a card" };
            format!("{} holds {what} in the form of {} alone, which is not read here", first.place(), first.program)
        } else if self.other_keywords().is_empty() {
            "none of its chunks is a text chunk `ccv3`, `chara` or `MOD`; the picture may have been re-encoded"
                .to_owned()
        } else {
            let list = self.other_keywords().join("`, `");
            format!("no text chunk is named `ccv3`, `chara` or `MOD`; there is `{list}`")
        };
        Ok(Error::NoCard { container: "the PNG", found })
    }
}

fn crc_differs(chunk: &Chunk, data: &[u8], stored: &[u8]) -> bool {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&chunk.kind.0);
    hasher.update(data);
    stored.first_chunk().copied().map(u32::from_be_bytes) != Some(hasher.finalize())
}

/// The text of a chunk that holds a JSON object as it is, made UTF-8; by the PNG standard it is Latin-1.
fn plain_json(text: &[u8]) -> Option<Vec<u8>> {
    let start = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii_start();
    let json = start.starts_with(b"{").then_some(text)?;
    if std::str::from_utf8(json).is_ok() {
        return Some(json.to_vec());
    }
    Some(json.iter().map(|&byte| char::from(byte)).collect::<String>().into_bytes())
}

fn undo_base64(text: &[u8], rule: Base64Rule, place: &dyn Fn() -> Place) -> Result<(Vec<u8>, Vec<Finding>), Error> {
    if text.starts_with(b"rcc||") {
        return Err(Error::Encrypted { place: place(), how: "RisuAI's `rcc` container" });
    }
    if rule == Base64Rule::SkipJunk {
        return Ok((base64_text::decode_skipping(text), Vec::new()));
    }
    let (bytes, odd) = base64_text::decode(text).map_err(|bad| {
        let plain = text.trim_ascii_start().starts_with(b"{");
        let hint = if plain { ", and the chunk holds plain JSON" } else { "" };
        Error::BadBase64 { place: place(), at: bad.at, found: shown(&[bad.byte]), hint }
    })?;
    let mut findings = Vec::new();
    if odd.url_alphabet {
        findings.push(Finding::UrlAlphabet { place: place() });
    }
    if odd.missing_padding {
        findings.push(Finding::MissingPadding { place: place() });
    }
    Ok((bytes, findings))
}
