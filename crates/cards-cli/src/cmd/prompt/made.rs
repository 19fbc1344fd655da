//! The prompt that a command line asks for, whatever makes it.

use cards_kit::diff::PromptPieces;
use cards_kit::{Cast, Chat, Session};
use cards_prompt::Prompt;
use cards_prompt::sillytavern::PersonaPosition;
use cards_prompt::sillytavern::chat::ChatPrompt;
use cards_prompt::sillytavern::text::TextPrompt;
use cards_words::Profile;

use super::Args;
use super::client::is_clients;
use crate::failure::Failure;
use crate::output::Output;
use crate::turn::{failure, refuse_idle_macros, text_or_file};

/// The user's own system prompt where none is given, in the order of the specs.
const SYSTEM: &str = "Write {{char}}'s next reply in a chat between {{char}} and {{user}}.";

/// A prompt of one of the three kinds.
pub(super) enum Made {
    /// Card, lore and chat in order.
    Plain(Prompt),
    /// The messages of a client.
    Chat(ChatPrompt),
    /// The text of a client.
    Text(TextPrompt),
}

impl Made {
    pub(super) fn pieces(&self) -> PromptPieces {
        match self {
            Self::Plain(prompt) => prompt.into(),
            Self::Chat(prompt) => prompt.into(),
            Self::Text(prompt) => prompt.into(),
        }
    }
}

/// Makes the prompt; the session that made it has the memory for the next turn.
pub(super) fn make(args: &Args, cast: &Cast, chat: &Chat, out: &mut Output) -> Result<(Session, Made), Failure> {
    refuse_idle_macros(&args.turn.macros, &[args.profile])?;
    // RisuAI's main prompt is empty in a new installation.
    let system = if args.profile == Profile::Risu { "" } else { SYSTEM };
    let options = args
        .turn
        .options(args.profile)?
        .with_world_info(args.turn.world_info(&[args.profile], out)?)
        .with_greeting(args.greeting.clone().unwrap_or_default())
        .with_system_prompt(text_or_file(args.system.as_deref().unwrap_or(system))?)
        .with_post_history_instructions(text_or_file(args.post_history.as_deref().unwrap_or_default())?);
    if !is_clients(args.profile) && !args.client.are_asked_for_beside_a_note(args.profile) {
        if args.turn.persona()?.place.position != PersonaPosition::InPrompt {
            out.note("the place of the persona is SillyTavern's; here its text goes where every persona does");
        }
        let mut session = args.turn.session(cast, options.with_context(args.context))?;
        let noted = args.client.noted(chat)?;
        let answer = session.turn(&noted).map_err(failure)?;
        return Ok((session, Made::Plain(answer.prompt)));
    }
    refuse_what_presets_have(args)?;
    args.client.refuse_places_of_no_persona(&args.turn.persona)?;
    let how = args.client.read(args.profile, args.context, (chat, args.turn.persona()?.place), out)?;
    let mut session = args.turn.session(cast, options.with_context(args.context))?;
    if args.client.has_templates() {
        let templates = args.client.templates(args.context, out)?;
        let prompt = session.text(chat, &how, &templates).map_err(failure)?;
        return Ok((session, Made::Text(prompt)));
    }
    let prompt = session.messages(chat, &how).map_err(failure)?;
    Ok((session, Made::Chat(prompt)))
}

/// Refuses the user's own prompts beside a preset or a template, whose own are sent.
fn refuse_what_presets_have(args: &Args) -> Result<(), Failure> {
    let given = [("--system", &args.system), ("--post-history", &args.post_history)];
    let Some((option, _)) = given.into_iter().find(|(_, text)| text.is_some()) else { return Ok(()) };
    let instead = if args.client.has_templates() { "a file for --sysprompt" } else { "a file for --preset" };
    let message = format!(
        "{option} is for the order of the specs and RisuAI's; what SillyTavern sends has its prompts from its own files: put the text into {instead}"
    );
    Err(Failure::Other { class: "usage", message })
}
