//! The verbs as `cards` alone lists them: by what people come for, on one screen of 80 columns and 24 lines.

use clap::Command;

/// What is above the list of verbs.
const HEAD: &str = "Looks at, changes, converts and tries out character cards: PNG, CHARX, ZIP, JSON\n\
    {usage-heading} cards COMMAND [OPTIONS], or cards FILE to look at it\n";

/// What is below it.
const FOOT: &str = "\ncards COMMAND --help has options and examples; --json is for programs.\n\
    Exit status: 0 done, 1 something was found, 2 something could not be done.\n";

/// A group: what it is for, and its verbs, each with a few words.
type Group = (&'static str, &'static [(&'static str, &'static str)]);

/// The verbs that are listed. Those that another one does as well are not; they work, and have help of their own.
const GROUPS: &[Group] = &[
    (
        "Look",
        &[
            ("inspect", "what is in a file"),
            ("prompt", "what a model would get"),
            ("activate", "what a chat fires, and why"),
            ("lint", "what is wrong, for whom"),
            ("rule", "what a finding means"),
            ("compat", "how two clients differ"),
            ("diff", "two cards compared"),
            ("expand", "macros of a text"),
        ],
    ),
    (
        "Change",
        &[
            ("get", "one text, or all"),
            ("set", "texts, entries, picture"),
            ("edit", "all texts in an editor"),
            ("repair", "what lint can mend"),
            ("merge", "two edits of one card"),
            ("texts", "lists for translators"),
            ("attach", "a lorebook into a card"),
            ("detach", "lorebooks out of it"),
        ],
    ),
    (
        "Library",
        &[
            ("scan", "list the cards; also: ls"),
            ("grep", "search every text"),
            ("dupes", "what is there twice"),
            ("tags", "count, add, rename"),
            ("replace", "a text in every text"),
            ("undo", "the last run over many"),
            ("rename", "files after their cards"),
            ("report", "a page, a contact sheet"),
        ],
    ),
    (
        "Make",
        &[
            ("new", "a card from a few texts"),
            ("convert", "into another form"),
            ("pack", "into another container"),
            ("extract", "a file taken apart"),
            ("strip", "a picture without cards"),
        ],
    ),
    (
        "Programs",
        &[
            ("schema", "of specs and answers"),
            ("conform", "the suite, on a program"),
            ("completions", "of a shell"),
            ("man", "manual pages"),
            ("help", "of a command"),
        ],
    ),
];

/// The command line with its verbs in groups.
pub(crate) fn shown(command: Command) -> Command {
    let styles = command.get_styles().clone();
    let (head, name) = (styles.get_header(), styles.get_literal());
    // As a template it is printed as it is; other texts of help are broken into lines anew, by a count that takes colours for letters.
    let mut text = HEAD.to_owned();
    for (group, verbs) in GROUPS {
        for (line, pair) in verbs.chunks(2).enumerate() {
            let group = if line == 0 { *group } else { "" };
            text += &format!("{head}{group:<9}{head:#}");
            let cells = pair.iter().map(|(verb, words)| {
                // A long name moves its own words, and not those of the next column.
                let wide = (verb.len() + 1).max(9);
                let cell = format!("{:<36}", format!("{verb:<wide$}{words}"));
                let (verb, words) = cell.split_at(verb.len());
                format!("{name}{verb}{name:#}{words}")
            });
            text += cells.collect::<String>().trim_end();
            text.push('\n');
        }
    }
    with_one_line(command).help_template(text + FOOT)
}

/// The options that every verb has, as one line of the help of each.
const SHARED: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{all-args}\n\n\
                      Output: --json for programs, --color auto|always|never, -q/--quiet{after-help}\n";

fn with_one_line(command: Command) -> Command {
    let command =
        ["json", "color", "quiet"].iter().fold(command, |command, name| command.mut_arg(name, |arg| arg.hide(true)));
    command.mut_subcommands(lined)
}

fn lined(command: Command) -> Command {
    command.help_template(SHARED).mut_subcommands(lined)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn the_page_fits_a_screen_and_has_every_verb_once() {
        let mut command = shown(Cli::command());
        let page = command.render_help().to_string();
        assert!(page.lines().count() < 24, "{page}");
        let wide: Vec<_> = page.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{wide:#?}");
        let mut listed: Vec<_> = GROUPS.iter().flat_map(|(_, verbs)| verbs.iter()).map(|(verb, _)| *verb).collect();
        command.build();
        let mut verbs: Vec<_> =
            command.get_subcommands().filter(|verb| !verb.is_hide_set()).map(|verb| verb.get_name()).collect();
        listed.sort_unstable();
        verbs.sort_unstable();
        assert_eq!(listed, verbs);
    }
}
