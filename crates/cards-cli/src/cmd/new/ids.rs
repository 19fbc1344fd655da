//! New ids, and ids checked.

use std::io::Write as _;
use std::process::ExitCode;

use cards_kit::answer::{CheckedIds, Ids};
use cards_model::id::{Kind, RandomIds, check};

use crate::cmd::convert::random_bits;
use crate::failure::Failure;
use crate::output::{BAD, GOOD, Output};
use crate::printable::line;
use crate::status::Status;

/// How many ids to make, or those to check.
#[derive(Debug, clap::Args)]
pub(crate) struct WhichIds {
    /// How many ids to make; one unless given.
    #[arg(long, value_name = "N", requires = "ids", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: Option<u32>,
    /// Say what is wrong with this id, instead of making one.
    #[arg(long, value_name = "ID", conflicts_with = "count", requires = "ids", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    check: Vec<String>,
}

impl WhichIds {
    /// The option that was given, if one was: clap asks for none of what a file that is named as well rules out.
    pub(super) fn given(&self) -> Option<&'static str> {
        self.count.map(|_| "--count").or_else(|| (!self.check.is_empty()).then_some("--check"))
    }
}

/// What an id is for.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum IdKind {
    Module,
    Character,
    Game,
    Entry,
}

/// Prints new ids, or what is wrong with those that are to be checked.
pub(crate) fn ids(kind: IdKind, which: &WhichIds, out: &mut Output) -> Result<ExitCode, Failure> {
    let kind = match kind {
        IdKind::Module => Kind::Module,
        IdKind::Character => Kind::Character,
        IdKind::Game => Kind::Game,
        IdKind::Entry => Kind::Entry,
    };
    if !which.check.is_empty() {
        return check_ids(kind, &which.check, out);
    }
    let mut ids = RandomIds::new(random_bits);
    let made: Vec<_> = (0..which.count.unwrap_or(1)).map(|_| ids.next(kind)).collect();
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
