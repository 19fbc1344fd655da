//! `cards expand`: text with macros into text without.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::Limits;
use cards_macro::{Engine, Fact, For, RenderOptions, Rendered, Scope, Template, Value as MacroValue};
use serde_json::{Value, json};

use crate::cmd::pack::write::refuse;
use crate::failure::Failure;
use crate::input::{is_standard_input, load_file, name, read_text, refuse_two_dashes};
use crate::nearest::nearest;
use crate::output::{FAINT, GOOD, LABEL, Output, STRONG, output_name};
use crate::printable::{line, printable};
use crate::save::save;
use crate::turn::{assignment, moment, text_or_file, variables};

/// Expand the macros of a text: {{char}}, {{user}}, {{getvar::x}}, {{random::a::b}} and the others.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards expand greeting.txt --user Sam --card aria.png\n  \
    echo 'Hi {{user}}, I am {{char}}' | cards expand - --user Sam --char Aria\n  \
    cards expand scene.txt --profile sillytavern --var hp=10 --explain\n  cards expand --list --profile risu")]
pub(crate) struct Args {
    /// The text; `-` (the default) is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// A card whose names and fields the macros show.
    #[arg(long, value_name = "CARD")]
    card: Option<PathBuf>,
    /// The user's name.
    #[arg(long, value_name = "NAME", default_value = "User")]
    user: String,
    /// What the user says about the one who chats, for {{persona}}; @FILE reads a file.
    #[arg(long, value_name = "TEXT", default_value = "")]
    persona: String,
    /// The character's name, in place of the card's.
    #[arg(long = "char", value_name = "NAME")]
    character: Option<String>,
    /// Whose rules hold: spec, sillytavern, sillytavern-legacy, risu or module.
    #[arg(long, value_name = "PROFILE", default_value = "spec")]
    profile: Engine,
    /// Set a variable of the chat.
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = assignment)]
    vars: Vec<(String, String)>,
    /// Set a global variable.
    #[arg(long = "global", value_name = "NAME=VALUE", value_parser = assignment)]
    globals: Vec<(String, String)>,
    /// Seed of the dice; the same seed gives the same text.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The present moment for time macros: seconds since 1970, or an ISO date; the system's clock unless given.
    #[arg(long, value_name = "T")]
    now: Option<String>,
    /// What the text is for; comments and hidden keys differ.
    #[arg(long = "for", value_name = "USE", default_value = "prompt")]
    target: Target,
    /// Show each macro, what it became, and which variables it changed.
    #[arg(long)]
    explain: bool,
    /// List the macros of the profile instead of expanding anything.
    #[arg(long, conflicts_with_all = ["card", "explain", "output"])]
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
    if let Some(path) = &args.output {
        refuse(path, args.force, out)?;
    }
    refuse_two_dashes(args.card.iter().chain([&args.file]).map(PathBuf::as_path))?;
    let limits = Limits::default();
    let loaded = args.card.as_ref().map(|path| load_file(path, &limits)).transpose()?;
    let card = loaded.as_ref().and_then(|loaded| loaded.document.card());
    let mut host = cards_kit::macro_host(card, &args.user, args.character.as_deref()).seed(args.seed);
    host.set(Fact::Persona, text_or_file(&args.persona)?);
    host.now = moment(args.now.as_deref())?;
    host.variables = variables(&args.vars, &args.globals);
    if is_standard_input(&args.file) && io::stdin().is_terminal() {
        out.note("the text is read from here; end it with Ctrl-D on a line of its own");
    }
    let text = read_text(&args.file, &limits)?;
    let failed = |source| Failure::Macro { what: format!("{} cannot be expanded", name(&args.file)), source };
    let template = Template::parse(&text, args.profile).map_err(failed)?;
    let options = RenderOptions::new(args.target.into()).with_explain(args.explain);
    let rendered = template.render_with(&mut host, &options).map_err(failed)?;
    if let Some(path) = &args.output {
        save(path, rendered.text.as_bytes(), args.force, out)?;
    }
    match &args.output {
        output if out.json() => out.json_line(&to_json(&text, &rendered, &host.variables, output.as_deref()))?,
        Some(path) => out.note(&format!("wrote {}", output_name(path))),
        None if args.explain => explain(&text, &rendered, out)?,
        None => out.results().write_all(printable(&rendered.text).as_bytes())?,
    }
    if !rendered.unknown.is_empty() {
        let names: Vec<_> = rendered.unknown.iter().map(|name| with_like(name, args.profile)).collect();
        out.note(&format!("left as text, since no macro of the profile has the name: {}", names.join(", ")));
    }
    Ok(ExitCode::SUCCESS)
}

/// An unknown name, with the macro that may have been meant.
fn with_like(name: &str, profile: Engine) -> String {
    let known = cards_macro::macro_table().iter().filter(|info| info.variant(profile).is_some()).map(|info| info.name);
    match nearest(name, known) {
        Some(like) => format!("{name} (`{like}` is like it)"),
        None => name.to_owned(),
    }
}

fn explain(text: &str, rendered: &Rendered<'_>, out: &mut Output) -> Result<(), Failure> {
    let results = out.results();
    for step in &rendered.steps {
        let indent = "  ".repeat(step.depth.min(20));
        let source = line(text.get(step.span.clone()).unwrap_or_default(), 60);
        let (start, end) = (step.span.start, step.span.end);
        if step.kept {
            writeln!(results, "{indent}{LABEL}{source}{LABEL:#} {FAINT}{start}..{end}{FAINT:#} stays as text")?;
        } else {
            let became = line(&step.became, 60);
            writeln!(
                results,
                "{indent}{LABEL}{source}{LABEL:#} {FAINT}{start}..{end}{FAINT:#} becomes {GOOD}\"{became}\"{GOOD:#}"
            )?;
        }
        for change in &step.changes {
            let show = |value: &Option<MacroValue>| {
                value.as_ref().map_or("unset".to_owned(), |value| format!("\"{}\"", line(&value.as_text(), 40)))
            };
            let scope = if change.scope == Scope::Global { "global variable" } else { "variable" };
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
    let text = printable(&rendered.text);
    write!(results, "{text}{}", if text.ends_with('\n') { "" } else { "\n" })?;
    Ok(())
}

/// All about a rendering; its text stands in a file where there is one.
fn to_json(text: &str, rendered: &Rendered<'_>, variables: &cards_macro::Variables, output: Option<&Path>) -> Value {
    let steps: Vec<_> = rendered
        .steps
        .iter()
        .map(|step| {
            let changes: Vec<_> = step
                .changes
                .iter()
                .map(|change| {
                    json!({
                        "scope": if change.scope == Scope::Global { "global" } else { "chat" },
                        "name": change.name,
                        "before": change.before.as_ref().map(MacroValue::as_text),
                        "after": change.after.as_ref().map(MacroValue::as_text),
                    })
                })
                .collect();
            json!({
                "start": step.span.start, "end": step.span.end, "source": text.get(step.span.clone()),
                "became": if step.kept { Value::Null } else { Value::from(step.became.as_str()) }, "changes": changes,
            })
        })
        .collect();
    let map = |scope: Scope| {
        variables
            .scope(scope)
            .iter()
            .map(|(name, value)| (name.clone(), Value::from(value.as_text())))
            .collect::<serde_json::Map<_, _>>()
    };
    let unset: Vec<_> = rendered.unset.iter().map(|(_, name)| name).collect();
    json!({
        "schema": 1, "text": output.is_none().then_some(&rendered.text), "output": output.map(Path::to_string_lossy),
        "unknown": rendered.unknown, "unset": unset, "steps": steps,
        "variables": map(Scope::Chat), "global_variables": map(Scope::Global),
    })
}

fn list(profile: Engine, out: &mut Output) -> Result<ExitCode, Failure> {
    let mut rows = Vec::new();
    for info in cards_macro::macro_table() {
        let Some(variant) = info.variant(profile) else { continue };
        rows.push((info, variant));
    }
    if out.json() {
        let macros: Vec<_> = rows
            .iter()
            .map(|(info, variant)| {
                let arity = variant.arity();
                json!({
                    "name": info.name, "aliases": variant.aliases(), "min_arguments": arity.min,
                    "max_arguments": if arity.max == cards_macro::Arity::MANY { Value::Null } else { arity.max.into() },
                    "note": variant.note(), "example": variant.example().template, "result": variant.example().result,
                })
            })
            .collect();
        out.json_line(&json!({"schema": 1, "profile": profile.name(), "macros": macros}))?;
        return Ok(ExitCode::SUCCESS);
    }
    for (info, variant) in rows {
        out.hanging(&format!("{STRONG}{}{STRONG:#}  ", info.name), variant.note())?;
        let example = variant.example();
        writeln!(
            out.results(),
            "    {LABEL}{}{LABEL:#} {FAINT}->{FAINT:#} {}",
            line(example.template, 60),
            line(example.result, 60)
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
