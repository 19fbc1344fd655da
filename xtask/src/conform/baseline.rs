//! The committed pass counts, below which no run may fall.

use std::fmt::Write as _;
use std::fs;

use super::Passed;
use crate::failure::Failure;

const FILE: &str = "xtask/conform-baseline.tsv";

/// Compares a run with the committed counts; with `bless`, commits today's instead.
pub(super) fn check(today: &Passed, bless: bool) -> Result<(), Failure> {
    let path = crate::root().join(FILE);
    if bless {
        let mut text = String::from("# kind\tprofile\tpassed\n");
        for ((kind, profile), passed) in today {
            writeln!(text, "{kind}\t{profile}\t{passed}")?;
        }
        fs::write(path, text)?;
        return Ok(());
    }
    let committed = fs::read_to_string(path)?;
    let mut fallen = Vec::new();
    for line in committed.lines().filter(|line| !line.starts_with('#')) {
        let [kind, profile, passed] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(Failure::new(format!("{FILE}: cannot read the line `{line}`")));
        };
        let before: usize = passed.parse().map_err(|_| Failure::new(format!("{FILE}: `{passed}` is no count")))?;
        let now = today.get(&(kind.to_owned(), profile.to_owned())).copied().unwrap_or(0);
        if now < before {
            fallen.push(format!("{kind} [{profile}]: {now} passed, {before} before"));
        }
    }
    if fallen.is_empty() {
        Ok(())
    } else {
        Err(Failure::new(format!("fewer rows pass than before: {}", fallen.join("; "))))
    }
}
