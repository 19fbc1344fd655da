//! A lorebook in the lore engine, to see what its keys do.

use cards_lore as lore;
use cards_model::book::EntryView;
use cards_model::{Form, Number};

use crate::everyday::{self, LANGUAGES};
use crate::rules::lore::{Second, second};
use crate::subject::Subject;

/// Entries compiled together: building the engine's automaton costs more than in proportion to its keys.
const TOGETHER: usize = 2_000;
/// When less than this part of what may be built is left, the rest of the entries is not looked at.
const LEAST_SHARE: u64 = 8;

/// What the engine says of the entries of a book.
#[derive(Debug, Default)]
pub(crate) struct Verdicts {
    /// Keys that never match, with the number of the entry.
    pub(crate) broken: Vec<(usize, lore::finding::FindingKind)>,
    /// Keys in slashes, of entries that are not told to be patterns, that are no patterns: the entry, the key, why.
    pub(crate) no_patterns: Vec<(usize, String, String)>,
    /// Entries that fire on many everyday messages.
    pub(crate) broad: Vec<Broad>,
}

/// An entry that fires on many everyday messages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Broad {
    /// The entry's number.
    pub(crate) entry: usize,
    /// On how many it fires.
    pub(crate) count: usize,
    /// Of how many.
    pub(crate) of: usize,
    /// The key by which it does.
    pub(crate) key: String,
}

/// Runs the book of a subject; nothing when there is none.
pub(crate) fn verdicts(subject: &Subject<'_>) -> Option<Verdicts> {
    let book = subject.book.as_ref()?;
    let world = subject.content().form() == Form::WorldInfo;
    let longest = subject.options.thresholds.key_chars;
    Some(look(&book.entries, world, longest, lore::Limits::default()))
}

/// Looks at the entries piece by piece; all pieces are paid for out of one budget.
fn look(entries: &[EntryView<'_>], world: bool, longest: usize, mut limits: lore::Limits) -> Verdicts {
    let mut verdicts = Verdicts::default();
    let least = limits.build_steps / LEAST_SHARE;
    for (part, entries) in entries.chunks(TOGETHER).enumerate() {
        if limits.build_steps < least {
            break;
        }
        let first = part * TOGETHER;
        run(entries, first, world, longest, &mut limits, &mut verdicts);
        slashed(entries, first, &mut limits, &mut verdicts);
    }
    verdicts
}

/// Compiles entries, and tries them on the messages.
fn run(
    entries: &[EntryView<'_>],
    first: usize,
    world: bool,
    longest: usize,
    limits: &mut lore::Limits,
    verdicts: &mut Verdicts,
) {
    let profile = if world { lore::Profile::SillyTavern } else { lore::Profile::Spec };
    let entries: Vec<_> = entries.iter().map(|entry| asked(entry, world, longest)).collect();
    let count = entries.len();
    // Past a limit of the engine there is nothing to say about these.
    let Some(compiled) = compile(entries, profile, limits) else { return };
    let broken = compiled.findings().iter().filter_map(|odd| Some((first + odd.entry?.entry, odd.kind.clone())));
    verdicts.broken.extend(broken);
    let mut broadest: Vec<Option<Broad>> = vec![None; count];
    for messages in LANGUAGES {
        for broad in
            hits(&compiled, messages, count).into_iter().filter(|broad| everyday::is_often(broad.count, broad.of))
        {
            let better = |old: &Broad| old.count * broad.of >= broad.count * old.of;
            if let Some(slot) = broadest.get_mut(broad.entry).filter(|slot| !slot.as_ref().is_some_and(better)) {
                *slot = Some(broad);
            }
        }
    }
    limits.build_steps = compiled.build_steps_left();
    verdicts.broad.extend(broadest.into_iter().flatten().map(|broad| Broad { entry: first + broad.entry, ..broad }));
}

fn compile(entries: Vec<lore::Entry>, profile: lore::Profile, limits: &lore::Limits) -> Option<lore::Lore> {
    let own = lore::Book { entries, recursive_scanning: Some(false), ..lore::Book::default() };
    let settings = lore::Settings::new(profile)
        .with_recursive(false)
        .with_include_names(false)
        .with_budget_percent(100.0)
        .with_max_context(f64::from(u32::MAX));
    lore::Lore::compile(vec![own], settings, limits).ok()
}

/// An entry as far as its keys go: only whether they match is asked, not what is inserted or how likely.
fn asked(entry: &EntryView<'_>, world: bool, longest: usize) -> lore::Entry {
    let use_regex = entry.use_regex() == Some(true);
    // Longer plain keys are in no message, and their number of letters would cost much.
    let short = |key: &&String| use_regex || key.starts_with('/') || key.chars().take(longest + 1).count() <= longest;
    // What must not be there hardly ever is, so that the keys alone decide.
    let logic = second(entry);
    let second = Some(entry.secondary_keys()).filter(|_| !matches!(logic, Second::Not { .. }));
    lore::Entry {
        keys: entry.keys().iter().filter(short).cloned().collect(),
        secondary_keys: second.into_iter().flatten().filter(short).cloned().collect(),
        selective: entry.selective().unwrap_or(world),
        logic: (logic == Second::All).then_some(lore::book::Logic::AndAll),
        content: "x".to_owned(),
        enabled: entry.enabled(),
        constant: entry.constant(),
        order: entry.order(),
        priority: entry.priority().map(Number::as_f64),
        use_regex,
        case_sensitive: entry.case_sensitive(),
        whole_words: entry.match_whole_words().filter(|_| world),
        ..lore::Entry::default()
    }
}

/// On how many messages each entry fires, and by which key; entries that never do are not listed.
fn hits(compiled: &lore::Lore, texts: &[&str], entries: usize) -> Vec<Broad> {
    let mut hits = vec![Broad::default(); entries];
    for text in texts {
        let messages = vec![lore::Message::system(*text)];
        let turn = lore::Turn { messages, dry_run: true, ..lore::Turn::default() };
        let mut host = lore::Host {
            tokens: &mut cards_words::Words,
            dice: &mut lore::SeededDice::new(0),
            expander: &mut lore::Verbatim,
        };
        let Ok(activation) = compiled.activate(&turn, &mut lore::State::default(), &mut host) else {
            continue;
        };
        for (at, outcome) in activation.trace.entries() {
            if let (Some(slot), lore::trace::Outcome::Fired(fired)) = (hits.get_mut(at.entry), outcome)
                && let lore::trace::Cause::Key(key) = &fired.cause
            {
                slot.entry = at.entry;
                slot.count += 1;
                slot.of = texts.len();
                slot.key.clone_from(&key.key);
            }
        }
    }
    hits.retain(|broad| broad.count > 0);
    hits
}

/// Keys in slashes that are distinguished from text by their slashes alone, and what is wrong with them as patterns.
fn slashed(entries: &[EntryView<'_>], first: usize, limits: &mut lore::Limits, verdicts: &mut Verdicts) {
    let of = |entry: &EntryView<'_>| lore::Entry {
        keys: entry.keys().iter().chain(entry.secondary_keys()).filter(|key| is_slashed(key)).cloned().collect(),
        content: "x".to_owned(),
        use_regex: true,
        ..lore::Entry::default()
    };
    let asked: Vec<(usize, lore::Entry)> = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.enabled() && entry.use_regex() != Some(true))
        .map(|(number, entry)| (first + number, of(entry)))
        .filter(|(_, entry)| !entry.keys.is_empty())
        .collect();
    let (numbers, asked): (Vec<usize>, Vec<_>) = asked.into_iter().unzip();
    let Some(compiled) = compile(asked, lore::Profile::Spec, limits) else { return };
    limits.build_steps = compiled.build_steps_left();
    for odd in compiled.findings() {
        if let (Some(number), lore::finding::FindingKind::InvalidPattern { key, reason }) =
            (odd.entry.and_then(|at| numbers.get(at.entry)), &odd.kind)
        {
            verdicts.no_patterns.push((*number, key.clone(), reason.clone()));
        }
    }
}

/// Whether a key is written as a pattern in slashes: `/pattern/flags`. A path such as `/home/page` is not.
pub(crate) fn is_slashed(key: &str) -> bool {
    let Some((pattern, flags)) = key.trim().strip_prefix('/').and_then(|rest| rest.rsplit_once('/')) else {
        return false;
    };
    let known = flags.bytes().all(|b| b"dgimsuvy".contains(&b));
    let meant = pattern.contains(['\\', '(', '[', '*', '+', '?', '|', '^', '$']);
    !pattern.is_empty() && flags.len() <= 6 && (known || (meant && flags.bytes().all(|b| b.is_ascii_lowercase())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards_model::book::BookView;
    use cards_model::{Entry, Lorebook};

    #[test]
    fn pieces_of_a_large_book_share_what_may_be_built() {
        let keyed = |key: String| Entry { keys: vec![key], ..Entry::default() };
        let costly = |number: usize| Entry { use_regex: Some(true), ..keyed(format!("[a-f]{{9}}[0-9]{{{number}}}")) };
        let mut entries: Vec<Entry> = (1..=20).map(costly).collect();
        entries.resize_with(TOGETHER, || keyed("lamp".to_owned()));
        entries.push(keyed("/(a/".to_owned()));
        let book = Lorebook { entries, ..Lorebook::default() };
        let entries = BookView::from(&book).entries;
        let broken = |steps| {
            let limits = lore::Limits::default().with_build_steps(steps);
            look(&entries, false, 100, limits).no_patterns.iter().map(|(entry, ..)| *entry).collect::<Vec<_>>()
        };
        assert_eq!(broken(16 << 20), [TOGETHER]);
        // Twenty patterns take 16 KiB each at least, and leave nothing for the next piece.
        assert!(broken(340 << 10).is_empty());
    }
}
