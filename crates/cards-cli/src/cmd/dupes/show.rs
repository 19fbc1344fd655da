//! What is shown of copies.

use std::io::Write;

use cards_library::answer::{Dupes, Variant};

use crate::failure::Failure;
use crate::output::{FAINT, GOOD, LABEL, Output, STRONG};
use crate::printable::line;

/// Shows the groups.
pub(super) fn groups(found: &Dupes, out: &mut Output) -> Result<(), Failure> {
    let results = out.results();
    for same in &found.exact {
        writeln!(
            results,
            "{STRONG}{}{STRONG:#}  {LABEL}same content{LABEL:#}  {FAINT}{} files{FAINT:#}",
            title(&same.name),
            same.paths.len()
        )?;
        for path in &same.paths {
            writeln!(results, "  {}", line(path, 200))?;
        }
    }
    for same in &found.core {
        writeln!(
            results,
            "{STRONG}{}{STRONG:#}  {LABEL}same content but for what clients write{LABEL:#}",
            title(&same.name)
        )?;
        variants(&same.variants, results)?;
    }
    for same in &found.near {
        writeln!(
            results,
            "{STRONG}{}{STRONG:#} by {}  {LABEL}same name, other content{LABEL:#}  {FAINT}compare: cards diff{FAINT:#}",
            title(&same.name),
            line(&same.creator, 40)
        )?;
        variants(&same.variants, results)?;
    }
    for group in &found.alike {
        writeln!(
            results,
            "{STRONG}{}{STRONG:#}  {LABEL}nearly the same prose{LABEL:#}  {FAINT}at least {} percent in common{FAINT:#}",
            title(group.cards.first().map_or("", |card| &card.name)),
            group.percent
        )?;
        for card in &group.cards {
            let hash = card.content_hash.get(..8).unwrap_or(&card.content_hash);
            let path = line(&card.path, 200);
            writeln!(
                results,
                "  {path}  {FAINT}{}, {} tokens, content {hash}{FAINT:#}",
                title(&card.name),
                card.tokens
            )?;
        }
    }
    Ok(())
}

/// Shows what is kept of each group, and where the others go.
pub(super) fn kept(found: &Dupes, out: &mut Output) -> Result<(), Failure> {
    let results = out.results();
    let mut moves = found.moves.iter();
    for group in &found.kept {
        writeln!(results, "{GOOD}keep{GOOD:#} {}", line(&group.keep, 200))?;
        for other in &group.others {
            let to = moves.as_slice().first().filter(|one| one.file == *other).map(|one| line(&one.output, 200));
            let to = to.map(|to| format!("{FAINT} -> {FAINT:#}{LABEL}{to}{LABEL:#}")).unwrap_or_default();
            if !to.is_empty() {
                moves.next();
            }
            writeln!(results, "  {}{to}", line(other, 200))?;
        }
    }
    Ok(())
}

fn variants(variants: &[Variant], results: &mut impl Write) -> Result<(), Failure> {
    for variant in variants {
        for path in &variant.paths {
            let version = if variant.version.is_empty() {
                String::new()
            } else {
                format!("version {}, ", line(&variant.version, 20))
            };
            writeln!(
                results,
                "  {}  {FAINT}{version}{} tokens, content {}{FAINT:#}",
                line(path, 200),
                variant.tokens,
                variant.content_hash.get(..8).unwrap_or(&variant.content_hash)
            )?;
        }
    }
    Ok(())
}

fn title(name: &str) -> String {
    if name.trim().is_empty() { "(no name)".to_owned() } else { line(name, 60) }
}
