//! `cargo heavy differential`: random cases, answered by us and by others.
//!
//! Cases are made from a seed, as authors write them. A case that is answered otherwise is made smaller until nothing can
//! be left out, and is printed as a row that `cargo xtask conform` reads. SillyTavern answers where its package was
//! installed (`npm install --ignore-scripts sillytavern@1.19.0` in some folder) and Node.js is at hand; `regress`,
//! `serde_json`, `png` and `zip` always do.

mod books;
mod client;
mod data;
mod macro_texts;
mod pattern_texts;
mod random;
mod rows;
mod shrink;
mod tally;

use std::path::PathBuf;

use cards_suite::{Judged, Level, Row, answer, compare, explain};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::suite::fold::fold;
use client::Client;
use random::Random;
use tally::Tally;

/// What to compare, how often, with whom.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// What is made up; everything when none is named.
    #[arg(value_enum)]
    kinds: Vec<Kind>,
    /// How many cases of each kind.
    #[arg(long, default_value_t = 2_000)]
    cases: u64,
    /// Where the cases begin; the same seed gives the same cases.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder in which the package `sillytavern` was installed; `$CARDS_SILLYTAVERN` unless given.
    #[arg(long)]
    client: Option<PathBuf>,
    /// How many minimal cases of a class are printed.
    #[arg(long, default_value_t = 1)]
    show: usize,
    /// Print a case as it was made, and not as small as it gets.
    #[arg(long)]
    whole: bool,
    /// Fails where fewer of a hundred agree; `regress` is not held to it, since DIVERGENCES.md says where it is wrong.
    #[arg(long, value_name = "PERCENT")]
    least: Option<f64>,
    /// Writes the rows that SillyTavern and we answer alike to a file; `crates/cards-suite/tests/all/data/random.jsonl` is
    /// made so, and is answered by every run of the tests.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
}

/// What cases are made up of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Texts with macros, beside SillyTavern.
    Macros,
    /// The same with a slip of the pen in each.
    Slips,
    /// World info with chats, beside SillyTavern.
    Books,
    /// Regex scripts, beside SillyTavern.
    Scripts,
    /// Whole prompts of parts of the suite's rows, beside SillyTavern.
    Prompts,
    /// JavaScript patterns with texts, beside `regress`, and V8 where Node.js is at hand.
    Patterns,
    /// JSON, pictures and archives, beside `serde_json`, `png` and `zip`.
    Cards,
}

/// Makes the cases, compares, prints.
pub fn run(options: &Options) -> Result<(), Failure> {
    let folder = options.client.clone().or_else(|| std::env::var_os("CARDS_SILLYTAVERN").map(PathBuf::from));
    let mut client = folder.map(|folder| Client::start(&folder)).transpose()?;
    let mut kept = String::new();
    let all = [Kind::Macros, Kind::Slips, Kind::Books, Kind::Scripts, Kind::Prompts, Kind::Patterns, Kind::Cards];
    for kind in all.into_iter().filter(|kind| options.kinds.is_empty() || options.kinds.contains(kind)) {
        match (kind, &mut client) {
            (Kind::Macros | Kind::Slips | Kind::Books | Kind::Scripts | Kind::Prompts, None) => {
                println!("{kind:?}: not compared, SillyTavern is not at hand; --client FOLDER says where it is");
            }
            (Kind::Macros, Some(client)) => {
                beside(options, client, ("macros", folded), macro_texts::case, macro_texts::class, &mut kept)?
                    .hold(options.show, options.least)?;
            }
            (Kind::Slips, Some(client)) => {
                beside(options, client, ("slips", folded), macro_texts::slip, macro_texts::class, &mut kept)?
                    .hold(options.show, options.least)?;
            }
            (Kind::Books, Some(client)) => {
                beside(options, client, ("books", folded), books::case, books::class, &mut kept)?
                    .hold(options.show, options.least)?;
            }
            (Kind::Scripts, Some(client)) => {
                beside(options, client, ("regex", as_it_is), rows::scripts, rows::class, &mut kept)?
                    .hold(options.show, options.least)?;
            }
            (Kind::Prompts, Some(client)) => {
                let known = crate::suite::all()?;
                let prompts = rows::Prompts::of(known.values());
                let case = |random: &mut Random| prompts.case(random);
                beside(options, client, ("prompt", as_it_is), case, rows::class, &mut kept)?
                    .hold(options.show, options.least)?;
            }
            (Kind::Patterns, client) => pattern_texts::run(options, client.as_mut())?,
            (Kind::Cards, _) => data::run(options).hold(options.show, options.least)?,
        }
    }
    if let Some(file) = &options.keep {
        std::fs::write(file, kept)?;
    }
    Ok(())
}

/// Compares with the client: cases of one kind, judged as rows. Those that are alike are added to `kept`.
fn beside(
    options: &Options,
    client: &mut Client,
    (name, made): (&str, Made),
    case: impl Fn(&mut Random) -> Value,
    class: fn(&Value) -> String,
    kept: &mut String,
) -> Result<Tally, Failure> {
    let mut tally = Tally::new(&format!("{name}, beside SillyTavern"));
    for number in 0..options.cases {
        let input = case(&mut Random::of(options.seed, number));
        let id = format!("{name}-{}-{number}", options.seed);
        let Some(row) = answered(client, made, &id, &input)? else {
            tally.unanswered();
            continue;
        };
        if !judged(&row).class.fails() {
            kept.extend(row.to_line().into_iter().chain(["\n".to_owned()]));
            tally.same();
            continue;
        }
        let mut lost = None;
        // A smaller case that we refuse where we answered the whole one is another difference.
        let refuses = |row: &Row| answer(&row.kind, &row.profile, &row.input).get("error").is_some();
        let refused = refuses(&row);
        let smallest = if options.whole {
            input
        } else {
            shrink::shrink(input, |input| match answered(client, made, &id, input) {
                Ok(row) => row.is_some_and(|row| refuses(&row) == refused && judged(&row).class.fails()),
                Err(failure) => {
                    lost = Some(failure);
                    false
                }
            })
        };
        if let Some(failure) = lost {
            return Err(failure);
        }
        if let Some(row) = answered(client, made, &id, &smallest)? {
            let shown = format!("{}\n{}", row.to_line().unwrap_or_default(), explain(&row, &judged(&row)));
            tally.differs(class(&smallest), shown);
        }
    }
    Ok(tally)
}

/// How an answered question becomes a row of the suite.
type Made = fn(id: &str, asked: &Value, answer: Value) -> Result<Option<Row>, Failure>;

/// A question as the vectors have it.
fn folded(_: &str, asked: &Value, answer: Value) -> Result<Option<Row>, Failure> {
    let mut row = asked.clone();
    row["expected"] = answer;
    let rows = fold(&row.to_string()).map_err(Failure::new)?;
    Ok(rows.into_iter().find(|row| row.profile.starts_with(CLIENT)))
}

/// A question as rows of the suite have it.
fn as_it_is(id: &str, asked: &Value, answer: Value) -> Result<Option<Row>, Failure> {
    let kind = id.split('-').next().unwrap_or_default();
    let row = json!({
        "id": format!("sillytavern/{id}"), "kind": kind, "profile": format!("{CLIENT}1.19.0"), "level": Level::Client, "tags": ["found"],
        "input": asked["input"], "expected": answer, "source": "SillyTavern 1.19.0, its own code run on the row",
    });
    Ok(Some(serde_json::from_value(row)?))
}

/// The client, before its version.
const CLIENT: &str = "sillytavern@";

/// The input as a row of the suite, with what the client answers; `None` where it broke.
fn answered(client: &mut Client, made: Made, id: &str, input: &Value) -> Result<Option<Row>, Failure> {
    let kind = id.split('-').next().unwrap_or_default();
    let asked = json!({"id": id, "kind": kind, "tags": ["found"], "input": input});
    let answer = client.answer(&asked)?;
    if answer.get("error").is_some() { Ok(None) } else { made(id, &asked, answer) }
}

/// Our answer beside the client's.
fn judged(row: &Row) -> Judged {
    compare(row, &answer(&row.kind, &row.profile, &row.input))
}
