//! Messages as a model's interface wants them.

use cards_json::{Json as Tree, Style};
use cards_prompt::wire::{
    ClaudeOptions, GoogleOptions, Names, ai21, claude, cohere, google, mistral, plain_text, post_process, xai,
};
use cards_words::Profile;
use serde_json::{Value, json};

/// Answers a question about the last step before messages are sent.
pub(super) fn answer(input: &Value, profile: Profile) -> Option<Value> {
    let messages: Vec<Tree> = input["messages"].as_array()?.iter().map(|message| Tree::from(message.clone())).collect();
    let name = |member: &str| input[member].as_str().unwrap_or_default();
    let group = input["group"].as_array().into_iter().flatten().filter_map(|name| name.as_str().map(str::to_owned));
    let names = Names::new(name("char"), name("user")).with_group(group.collect());
    let options = &input["options"];
    let system_prompt = options["system_prompt"] == true;
    let mode = input["mode"].as_str()?;
    Some(match mode {
        "convert_claude" => {
            let options = ClaudeOptions::default()
                .with_system_prompt(system_prompt)
                .with_prefill(options["prefill"].as_str().unwrap_or_default())
                .with_tools(options["tools"] == true);
            let done = claude(&messages, &options, &names);
            json!({ "system": values(&done.system), "messages": values(&done.messages) })
        }
        "convert_google" => {
            let options = GoogleOptions::default()
                .with_system_prompt(system_prompt)
                .with_model(options["model"].as_str().unwrap_or_default())
                .with_profile(profile);
            let done = google(&messages, &options, &names);
            json!({ "system_instruction": { "parts": values(&done.system) }, "contents": values(&done.contents) })
        }
        "convert_mistral" => json!({ "messages": values(&mistral(&messages, &names)) }),
        "convert_cohere" => json!({ "messages": values(&cohere(&messages, &names)) }),
        "convert_ai21" => json!({ "messages": values(&ai21(&messages, &names)) }),
        "convert_xai" => json!({ "messages": values(&xai(&messages, &names)) }),
        "convert_text" => json!({ "text": plain_text(&messages) }),
        mode => {
            let (post, tools) = mode.strip_suffix("_tools").map_or((mode, false), |post| (post, true));
            json!({ "messages": values(&post_process(&messages, post.parse().ok()?, tools, &names)) })
        }
    })
}

fn values(messages: &[Tree]) -> Vec<Value> {
    messages.iter().filter_map(|message| serde_json::from_str(&message.to_text(Style::Compact)).ok()).collect()
}
