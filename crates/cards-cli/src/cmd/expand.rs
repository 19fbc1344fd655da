//! `cards expand`: text with macros into text without.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::Limits;
use cards_kit::ExpandOptions;
use cards_kit::answer::{Expansion, Macros};
use cards_macro::{Engine, For};

use crate::cmd::pack::write::refuse;
use crate::failure::Failure;
use crate::input::{alert, is_standard_input, load_file, name, read_utf8, refuse_two_dashes};
use crate::nearest::nearest;
use crate::output::{FAINT, GOOD, LABEL, Output, STRONG, output_name};
use crate::printable::{line, printable};
use crate::save::save;
use crate::turn::{assignment, moment, persona, refuse_idle_macros, variables};

/// Expand the macros of a text: {{char}}, {{user}}, {{getvar::x}}, {{random::a::b}} and the others.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards expand greeting.txt --user Sam --card aria.png\n  \
    echo 'Hi {{user}}, I am {{char}}' | cards expand - --user Sam --char Aria\n  \
    cards expand scene.txt --profile sillytavern --var hp=10 --explain\n  cards expand --list --profile risu\n  \
    echo '{{agent::mood}}' | cards expand - --profile marinara --macro agent::mood=calm\n  \
    cards expand answer.txt --card aria.png --profile sillytavern --scripts --for display")]
pub(crate) struct Args {
    /// The text; `-` (the default) is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// A card whose names and fields the macros show.
    #[arg(long, value_name = "CARD")]
    card: Option<PathBuf>,
    /// The user's name; without it that of a persona's file, else `User`.
    #[arg(long, value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    user: Option<String>,
    /// What the user says about the one who chats, for {{persona}}; @FILE reads a file, which may be one of personas.
    #[arg(long, value_name = "TEXT", default_value = "")]
    persona: String,
    /// The character's name, in place of the card's.
    #[arg(long = "char", value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    character: Option<String>,
    /// Whose rules hold: spec, sillytavern, sillytavern@1.18, sillytavern-legacy, risu, module, agnai, koboldcpp, marinara, sillybunny or tauritavern.
    #[arg(long, value_name = "PROFILE", default_value = "spec")]
    profile: Engine,
    /// Set a variable of the chat.
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = assignment)]
    vars: Vec<(String, String)>,
    /// Set a global variable.
    #[arg(long = "global", value_name = "NAME=VALUE", value_parser = assignment)]
    globals: Vec<(String, String)>,
    /// Set what a macro prints that the client's program fills in, such as agent::mood=calm of Marinara, or one of your own.
    /// Refused for agnai, koboldcpp and module, which know names alone.
    #[arg(long = "macro", value_name = "NAME=VALUE", value_parser = assignment)]
    macros: Vec<(String, String)>,
    /// Seed of the dice; the same seed gives the same text.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The present moment for time macros: seconds since 1970, or an ISO date; the system's clock unless given.
    #[arg(long, value_name = "T")]
    now: Option<String>,
    /// What the text is for; comments and hidden keys differ.
    #[arg(long = "for", value_name = "USE", default_value = "prompt")]
    target: Target,
    /// Run the regex scripts of the card first, as the client of --profile runs them over an answer (sillytavern, risu).
    #[arg(long, requires = "card")]
    scripts: bool,
    /// Show each macro, what it became, and which variables it changed.
    #[arg(long)]
    explain: bool,
    /// List the macros of the profile instead of expanding anything.
    #[arg(long, conflicts_with_all = ["file", "card", "explain", "output", "scripts"])]
    list: bool,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace the output file if it exists.
    #[arg(long, requires = "output")]
    force: bool,
}

/// What a text is for.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Target {
    /// Text for the model.
    Prompt,
    /// Text for people.
    Display,
    /// Text that lore keys are looked for in.
    Scan,
}

impl From<Target> for For {
    fn from(target: Target) -> Self {
        match target {
            Target::Prompt => Self::Prompt,
            Target::Display => Self::Display,
            Target::Scan => Self::Scan,
        }
    }
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    if args.list {
        return list(args.profile, out);
    }
    refuse_idle_macros(&args.macros, &[args.profile])?;
    if let Some(path) = &args.output {
        refuse(path, args.force, out)?;
    }
    refuse_two_dashes(args.card.iter().chain([&args.file]).map(PathBuf::as_path))?;
    let limits = Limits::default();
    let loaded = args.card.as_ref().map(|path| load_file(path, &limits)).transpose()?;
    for (path, loaded) in args.card.iter().zip(&loaded) {
        alert(path, &loaded.document, out);
    }
    let card = loaded.as_ref().and_then(|loaded| loaded.document.card());
    let persona = persona(&args.persona, args.user.as_deref())?;
    let user = args.user.clone().unwrap_or(persona.name);
    let mut options = ExpandOptions::default()
        .with_engine(args.profile)
        .with_user(if user.is_empty() { "User" } else { &user })
        .with_persona(persona.description)
        .with_target(args.target.into())
        .with_explain(args.explain)
        .with_now(moment(args.now.as_deref())?)
        .with_variables(variables(&args.vars, &args.globals))
        .with_macros(args.macros.iter().cloned().collect());
    options.character.clone_from(&args.character);
    let mut host = options.host(card).with_seed(args.seed);
    if is_standard_input(&args.file) && io::stdin().is_terminal() {
        out.note("the text is read from here; end it with Ctrl-D on a line of its own");
    }
    let text = read_utf8(&args.file, &limits)?;
    let failed = |error| match error {
        cards_kit::Error::Macro(source) => {
            Failure::Macro { what: format!("{} cannot be expanded", name(&args.file)), source }
        }
        error => Failure::of(&args.file, error),
    };
    let limits = cards_kit::Limits::default();
    let (text, scripts) = match card.filter(|_| args.scripts) {
        Some(card) => {
            if !cards_kit::has_scripts(card, args.profile) {
                return Err(no_scripts(args));
            }
            cards_kit::run_scripts(&text, card, options.engine, &mut host, options.target, &limits)
        }
        None => (text, Vec::new()),
    };
    for run in &scripts {
        let said = line(&run.to_string(), 260);
        match &run.problem {
            Some(_) => out.warn(&said),
            None if args.explain && !out.json() => out.note(&said),
            None => {}
        }
    }
    let mut expansion = cards_kit::expand(&text, options.engine, &mut host, options.target, options.explain, &limits)
        .map_err(failed)?;
    expansion.scripts = scripts;
    let expanded = expansion.text.clone().unwrap_or_default();
    if let Some(path) = &args.output {
        save(path, expanded.as_bytes(), args.force, out)?;
    }
    match &args.output {
        output if out.json() => {
            expansion.text = expansion.text.take().filter(|_| output.is_none());
            out.answer(&[("output", output.as_deref().map(Path::to_string_lossy).into())], &expansion)?;
        }
        Some(path) => {
            if args.explain && path != Path::new("-") {
                explain(&expansion, out)?;
            }
            out.note(&format!("wrote {}", output_name(path)));
        }
        None if args.explain => explain(&expansion, out)?,
        None => out.results().write_all(printable(&expanded).as_bytes())?,
    }
    if !expansion.unknown.is_empty() {
        let names: Vec<_> = expansion.unknown.iter().map(|name| with_like(name, args.profile)).collect();
        out.note(&format!("left as text, since no macro of the profile has the name: {}", names.join(", ")));
    }
    Ok(ExitCode::SUCCESS)
}

/// `--scripts` where the card brings none for the client.
fn no_scripts(args: &Args) -> Failure {
    let card = args.card.as_deref().map(name).unwrap_or_default();
    let message = match args.profile {
        profile if profile.is_sillytavern() || profile == Engine::Risu => {
            format!("{card} brings no regex scripts of {}: leave --scripts out", args.profile)
        }
        profile => format!("no client has the rules of {profile}: give --scripts with --profile sillytavern or risu"),
    };
    Failure::Other { class: "no-scripts", message }
}

/// An unknown name, with the macro that may have been meant.
fn with_like(name: &str, profile: Engine) -> String {
    let known = cards_macro::macro_table().iter().filter(|info| info.variant(profile).is_some()).map(|info| info.name);
    match nearest(name, known) {
        Some(like) => format!("{name} (`{like}` is like it)"),
        None => name.to_owned(),
    }
}

fn explain(expansion: &Expansion, out: &mut Output) -> Result<(), Failure> {
    let results = out.results();
    for step in &expansion.steps {
        let indent = "  ".repeat(step.depth.min(20));
        let source = line(step.source.as_deref().unwrap_or_default(), 60);
        let (start, end) = (step.start, step.end);
        let head = format!("{indent}{LABEL}{source}{LABEL:#} {FAINT}{start}..{end}{FAINT:#}");
        match &step.became {
            None => writeln!(results, "{head} stays as text")?,
            Some(became) => writeln!(results, "{head} becomes {GOOD}\"{}\"{GOOD:#}", line(became, 60))?,
        }
        for change in &step.changes {
            let show = |value: &Option<String>| {
                value.as_ref().map_or("unset".to_owned(), |value| format!("\"{}\"", line(value, 40)))
            };
            let scope = if change.scope == "global" { "global variable" } else { "variable" };
            writeln!(
                results,
                "{indent}  {scope} {STRONG}{}{STRONG:#}: {} -> {}",
                line(&change.name, 40),
                show(&change.before),
                show(&change.after)
            )?;
        }
    }
    writeln!(results, "{FAINT}---{FAINT:#}")?;
    let text = printable(expansion.text.as_deref().unwrap_or_default());
    write!(results, "{text}{}", if text.ends_with('\n') { "" } else { "\n" })?;
    Ok(())
}

fn list(profile: Engine, out: &mut Output) -> Result<ExitCode, Failure> {
    let known = Macros::of(profile);
    if out.json() {
        out.answer(&[], &known)?;
        return Ok(ExitCode::SUCCESS);
    }
    for one in known.macros {
        out.hanging(&format!("{STRONG}{}{STRONG:#}  ", one.name), one.note)?;
        writeln!(
            out.results(),
            "    {LABEL}{}{LABEL:#} {FAINT}->{FAINT:#} {}",
            line(one.example, 60),
            line(one.result, 60)
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
