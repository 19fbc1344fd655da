//! The tables of `docs/performance.md`, made from what runs of the bench measured and `bench/results` keeps.
//!
//! Nobody edits a table by hand: `cargo xtask docs --check` makes the page once more from the files.

use std::fmt::Write as _;
use std::fs;

use crate::failure::Failure;

/// The page with the tables.
pub const PAGE: &str = "docs/performance.md";
/// The table of jobs, and what it is made from.
pub const JOBS: (&str, &str) = ("jobs", "bench/results/jobs.tsv");
/// The table of curves, and what it is made from.
pub const CURVES: (&str, &str) = ("curves", "bench/results/curves.tsv");

/// The jobs that other programs do too: as `bench/peers.mjs` and `bench/peers.py` call them, and as ours are called.
const SHARED: &[(&str, &str)] = &[
    ("a_read", "a small PNG, read in memory, typed"),
    ("a_write", "a small PNG, write"),
    ("b_read", "b big PNG, read in memory, typed"),
    ("b_write", "b big PNG, write"),
    ("b_convert", "b V3 to V2 of the parsed card"),
    ("c_card", "c 60 MB CHARX, its card.json"),
    ("d_folder", "d names of 1,000 PNG cards, one thread"),
    ("f_lore", "f 2,000 entries, 60 KB of chat, warm"),
];

/// The page, its tables made from what was kept.
/// # Errors
/// A file that cannot be read, and a page without a place for a table.
pub fn page() -> Result<(String, String), Failure> {
    let mut page = fs::read_to_string(crate::root().join(PAGE))?.replace("\r\n", "\n");
    for ((name, file), table) in [(JOBS, jobs_table as fn(&str) -> String), (CURVES, curves_table)] {
        let kept = fs::read_to_string(crate::root().join(file))?.replace("\r\n", "\n");
        page = replaced(&page, name, file, &table(&kept))
            .ok_or_else(|| Failure::new(format!("{PAGE} has no place for the table of {name}")))?;
    }
    Ok((PAGE.to_owned(), page))
}

/// The page with another table between the two comments that mark its place.
fn replaced(page: &str, name: &str, file: &str, table: &str) -> Option<String> {
    let begin = format!("<!-- made from {file} by `cargo xtask docs`: {name} -->\n");
    let (front, rest) = page.split_once(&begin)?;
    let end = format!("<!-- end: {name} -->\n");
    let (_, back) = rest.split_once(&end)?;
    Some(format!("{front}{begin}\n{}\n\n{end}{back}", table.trim_end()))
}

fn jobs_table(kept: &str) -> String {
    let rows: Vec<Vec<&str>> = kept.lines().map(|line| line.split('\t').collect()).collect();
    let with = rows.iter().filter_map(|row| match row[..] {
        ["with", name, version] => Some(format!("{name} {version}")),
        _ => None,
    });
    let mut out = format!("With {}.\n\n", with.collect::<Vec<_>>().join(", "));
    for row in &rows {
        if let ["on", how] = row[..] {
            let _ = writeln!(out, "The run was on {how}.\n");
        }
    }
    out.push_str("| job | ours | beside it | ratio | least to most | target | what is beside it |\n");
    out.push_str("| --- | ---: | ---: | ---: | ---: | ---: | --- |\n");
    let number = |text: &str| text.parse::<f64>().ok();
    for row in &rows {
        let ["ours", job, ours, base, baseline, target, ratio, least, most, rounds] = row[..] else { continue };
        let (Some(ours), base) = (number(ours), number(base)) else { continue };
        let ratio = number(ratio).map_or("-".to_owned(), figure);
        let spread = match (number(least), number(most)) {
            (Some(least), Some(most)) => format!("{} to {} ({rounds})", figure(least), figure(most)),
            _ => "-".to_owned(),
        };
        let target = if target.is_empty() { "-" } else { target };
        let base = base.map_or("-".to_owned(), time);
        let _ = writeln!(out, "| {job} | {} | {base} | {ratio} | {spread} | {target} | {baseline} |", time(ours));
    }
    out.push_str("\n| job | program | its time | against ours |\n| --- | --- | ---: | ---: |\n");
    for (key, job) in SHARED {
        let ours = rows.iter().find_map(|row| match row[..] {
            ["ours", name, ours, ..] if name == *job => number(ours),
            _ => None,
        });
        for row in &rows {
            let ["peer", of, name, version, micros] = row[..] else { continue };
            let Some(micros) = number(micros).filter(|_| of == *key) else { continue };
            let ratio = ours.map_or("-".to_owned(), |ours| figure(micros / ours));
            let _ = writeln!(out, "| {job} | {name} {version} | {} | {ratio} |", time(micros));
        }
    }
    for row in &rows {
        if let ["missing", package] = row[..] {
            let _ = writeln!(out, "| - | {package}: not installed, not run | - | - |");
        }
    }
    out
}

fn curves_table(kept: &str) -> String {
    let mut out = String::from("| what | size | time | peak of memory | exponent of time | of memory |\n");
    out.push_str("| --- | ---: | ---: | ---: | ---: | ---: |\n");
    let rows: Vec<Vec<&str>> = kept.lines().map(|line| line.split('\t').collect()).collect();
    for row in &rows {
        match row[..] {
            ["point", name, size, micros, peak] => {
                let peak = match peak {
                    "0" => "-".to_owned(),
                    peak => format!("{} MB", peak.parse::<u64>().unwrap_or_default().div_ceil(1_024)),
                };
                let micros = micros.parse().map_or("-".to_owned(), time);
                let _ = writeln!(out, "| {name} | {size} | {micros} | {peak} | | |");
            }
            ["fit", name, of_time, of_memory] => {
                let _ = writeln!(out, "| **{name}** | | | | {of_time} | {of_memory} |");
            }
            ["start", micros] => {
                let micros = micros.parse().map_or("-".to_owned(), time);
                let _ = writeln!(out, "| start of a process (`cards --version`) | | {micros} | | | |");
            }
            ["size", bytes] => {
                let _ = writeln!(out, "| size of the binary, with its symbols | {bytes} bytes | | | | |");
            }
            _ => {}
        }
    }
    out
}

/// A ratio with as many digits as it has meaning.
fn figure(ratio: f64) -> String {
    match ratio {
        ratio if ratio >= 100.0 => format!("{ratio:.0}"),
        ratio if ratio >= 10.0 => format!("{ratio:.1}"),
        ratio if ratio >= 0.1 => format!("{ratio:.2}"),
        ratio => format!("{ratio:.3}"),
    }
}

/// A time for people.
fn time(micros: f64) -> String {
    match micros {
        micros if micros >= 1e6 => format!("{:.2} s", micros / 1e6),
        micros if micros >= 1e3 => format!("{:.2} ms", micros / 1e3),
        micros if micros >= 100.0 => format!("{micros:.0} us"),
        micros => format!("{micros:.1} us"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_ratios_versions_and_what_is_not_there() {
        let kept = "with\tcards\t1.2.3\n\
            on\ta quiet machine\n\
            ours\ta small PNG, write\t10.000\t8.000\tone copy\t1.05\t1.250\t1.1\t2\t7\n\
            ours\tb V3 to V2 of the parsed card\t20.000\t\tnothing\t\t\t\t\t7\n\
            peer\ta_write\tsomebody\t0.1\t2000.0\nmissing\tnobody\n";
        let table = jobs_table(kept);
        assert!(table.starts_with("With cards 1.2.3.\n"), "{table}");
        assert!(table.contains("The run was on a quiet machine."), "{table}");
        let row = "| a small PNG, write | 10.0 us | 8.0 us | 1.25 | 1.10 to 2.00 (7) | 1.05 | one copy |";
        assert!(table.contains(row), "{table}");
        assert!(table.contains("| b V3 to V2 of the parsed card | 20.0 us | - | - | - | - | nothing |"), "{table}");
        assert!(table.contains("| a small PNG, write | somebody 0.1 | 2.00 ms | 200 |"), "{table}");
        assert!(table.contains("| nobody: not installed, not run |"), "{table}");
    }

    #[test]
    fn a_table_edited_by_hand_is_made_anew() {
        let page = "before\n<!-- made from f.tsv by `cargo xtask docs`: t -->\n\n| 1 |\n\n<!-- end: t -->\nbehind\n";
        let made = replaced(page, "t", "f.tsv", "| 2 |\n").expect("the marks are there");
        assert!(made.contains("\n\n| 2 |\n\n<!-- end") && !made.contains("| 1 |"));
        assert_eq!(replaced(&made, "t", "f.tsv", "| 2 |\n").as_deref(), Some(made.as_str()));
        assert!(replaced("no marks", "t", "f.tsv", "").is_none());
    }

    #[test]
    fn the_jobs_of_other_programs_are_jobs_of_ours() {
        let source = include_str!("../../bench/runner/src/jobs.rs");
        for (_, job) in SHARED {
            assert!(source.contains(&format!("\"{job}\"")), "{job}");
        }
    }
}
