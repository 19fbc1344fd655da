//! The command line as a whole.

use std::ffi::OsString;
use std::path::Path;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args as _, ColorChoice, Command, CommandFactory as _, FromArgMatches as _, Parser};
use serde_json::{Value, json};

use crate::cmd::Verb;
use crate::groups;
use crate::hints;
use crate::look::Look;

/// Reads, checks, converts and renders character cards: PNG, APNG, CHARX, Prom ZIP and JSON.
#[derive(Debug, Parser)]
#[command(name = "cards", version, max_term_width = 100)]
// The manual has this; `cards --help` has the page of [`groups`].
#[command(
    after_help = "Exit status: 0 when all went well; 1 when lint, diff, compat, conform or `new --ids --check` found something; 2 when \
    something could not be done: a file that is absent, damaged or no card, an output that exists, a wrong command \
    line.\n\nExamples:\n  cards inspect aria.png   # or cards aria.png\n  cards prompt aria.png --chat chat.jsonl --user Sam\n  \
    cards activate aria.png --chat chat.jsonl --explain\n  echo 'Hi {{user}}' | cards expand - --user Sam"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    #[command(flatten)]
    pub(crate) look: Look,
}

/// What to say instead of running: help, the version, or what is wrong with the command line.
pub(crate) struct Refusal {
    error: clap::Error,
    json: bool,
}

impl Refusal {
    /// The object for scripts that asked for JSON; help and versions have none.
    pub(crate) fn to_json(&self) -> Option<Value> {
        let asked = matches!(self.error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
        if asked || !self.json {
            return None;
        }
        let text = self.error.render().to_string();
        let mut parts = text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
        let message = parts.next().unwrap_or_default();
        let tip = parts.find_map(|part| part.strip_prefix("tip: ").map(str::to_owned));
        let message = message.strip_prefix("error: ").unwrap_or(&message);
        Some(json!({"schema": 1, "file": null, "error": {"class": "usage", "message": message, "help": tip}}))
    }

    /// Prints it, and gives the exit status.
    pub(crate) fn print(&self) -> u8 {
        // Whoever reads it may have seen enough, as `head` does.
        let _ = self.error.print();
        u8::try_from(self.error.exit_code()).unwrap_or(u8::MAX)
    }
}

/// Reads the command line.
pub(crate) fn read(mut words: Vec<OsString>) -> Result<Cli, Refusal> {
    let json = options(&words).any(|word| word == "--json");
    // A line without a mistake needs no verb but its own, whose arguments are a tenth of all: they are made in half a millisecond less.
    let alone = words.get(1).and_then(|word| Verb::alone(word.to_str()?));
    let matches = alone.and_then(|verb| of_one(verb).try_get_matches_from(&words).ok());
    let cli = matches.map_or_else(|| among_all(&mut words), |matches| given(&matches, hints::order(&matches)));
    cli.map_err(|error| Refusal { error, json })
}

/// The command line of one verb, without what only a mistake or help is answered by.
fn of_one(verb: Command) -> Command {
    Look::augment_args(Command::new("cards")).subcommand(verb)
}

/// What a line gives, or what is said to it.
fn given(matches: &ArgMatches, hint: Option<clap::Error>) -> Result<Cli, clap::Error> {
    hint.map_or_else(|| Cli::from_arg_matches(matches), Err)
}

/// Reads a line that is no plain one: by an alias, with the file alone, with a mistake, or a question for help.
fn among_all(words: &mut Vec<OsString>) -> Result<Cli, clap::Error> {
    let command = groups::shown(Cli::command()).color(colour(words));
    // The first thing that people type is the name of a file alone.
    let is_file = |word: &&OsString| command.find_subcommand(word).is_none() && Path::new(word).is_file();
    let file_alone = words.get(1).filter(is_file).is_some();
    if file_alone {
        words.insert(1, "inspect".into());
    }
    let matches = command.clone().try_get_matches_from(&*words).map_err(|error| hints::told(error, words, &command))?;
    given(&matches, if file_alone { hints::after_a_file(&matches) } else { hints::order(&matches) })
}

/// The colour that help and errors about the command line have: asked for like any other, but needed before it is read.
fn colour(words: &[OsString]) -> ColorChoice {
    let mut options = options(words);
    let when = options.by_ref().find_map(|word| match word.strip_prefix("--color")? {
        "" => Some(None),
        value => value.strip_prefix('=').map(Some),
    });
    match when.and_then(|given| given.or_else(|| options.next())) {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

/// The words that may be options.
fn options(words: &[OsString]) -> impl Iterator<Item = &str> {
    words.iter().skip(1).map(|word| word.to_str().unwrap_or_default()).take_while(|word| *word != "--")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Each verb by itself takes what it takes among the others.
    #[test]
    fn a_verb_alone_takes_what_it_takes_among_all() {
        fn taken(command: &Command) -> BTreeSet<String> {
            // But for where help lists it.
            let arguments = command.get_arguments().map(|argument| format!("{:?}", argument.clone().display_order(0)));
            let groups = command.get_groups().map(|group| format!("{group:?}"));
            arguments.chain(groups).chain(command.get_subcommands().flat_map(taken)).collect()
        }
        let mut all = Cli::command();
        all.build();
        let mut seen = 0;
        for verb in all.get_subcommands().filter(|verb| verb.get_name() != "help") {
            let mut one = of_one(Verb::alone(verb.get_name()).unwrap());
            one.build();
            let (one, all) = (taken(one.find_subcommand(verb.get_name()).unwrap()), taken(verb));
            assert_eq!(one.symmetric_difference(&all).collect::<Vec<_>>(), [""; 0], "{}", verb.get_name());
            seen += 1;
        }
        assert!(seen > 30, "{seen}");
    }
}
