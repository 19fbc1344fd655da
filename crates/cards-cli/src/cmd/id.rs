//! `cards id`: new ids, and ids checked.

use std::io::Write as _;
use std::process::ExitCode;

use cards_kit::answer::{CheckedIds, Ids};
use cards_model::id::{Kind, RandomIds, check};

use super::convert::random_bits;
use crate::failure::Failure;
use crate::output::{BAD, GOOD, Output};
use crate::printable::line;
use crate::status::Status;

/// Make new ids for RPGGO modules and their entries, or check existing ones.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status: 1 when a checked id is wrong, else 0.\n\n\
    Examples:\n  cards id module\n  cards id entry --count 5\n  cards id module --check M1A2B3C4D")]
pub(crate) struct Args {
    /// What the id is for.
    #[arg(value_name = "KIND")]
    kind: IdKind,
    /// How many to make.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Check this id instead of making one.
    #[arg(long, value_name = "ID", conflicts_with = "count", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    check: Vec<String>,
}

/// What an id is for.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum IdKind {
    Module,
    Character,
    Game,
    Entry,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    let kind = match args.kind {
        IdKind::Module => Kind::Module,
        IdKind::Character => Kind::Character,
        IdKind::Game => Kind::Game,
        IdKind::Entry => Kind::Entry,
    };
    if !args.check.is_empty() {
        return check_ids(kind, &args.check, out);
    }
    let mut ids = RandomIds::new(random_bits);
    let made: Vec<_> = (0..args.count).map(|_| ids.next(kind)).collect();
    if out.json() {
        out.answer(&[], &Ids::new(kind.as_str(), made))?;
    } else {
        for id in made {
            writeln!(out.results(), "{id}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn check_ids(kind: Kind, ids: &[String], out: &mut Output) -> Result<ExitCode, Failure> {
    let mut right = true;
    let mut rows = Vec::new();
    for id in ids {
        let wrong = check(kind, id).err().map(|error| error.to_string());
        right &= wrong.is_none();
        if out.json() {
            rows.push((id.clone(), wrong));
        } else {
            match wrong {
                None => writeln!(out.results(), "{GOOD}{}{GOOD:#}", line(id, 40))?,
                Some(problem) => writeln!(out.results(), "{BAD}{}{BAD:#}: {}", line(id, 40), line(&problem, 120))?,
            }
        }
    }
    if out.json() {
        out.answer(&[], &CheckedIds::new(kind.as_str(), rows))?;
    }
    Ok(if right { Status::Fine } else { Status::Found }.into())
}
