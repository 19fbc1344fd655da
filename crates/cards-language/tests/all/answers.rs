//! One answer after another, over one card.

use cards_kit::{Chat, Profile};
use cards_language::lore::{EntryLore, Lore};
use cards_language::*;
use cards_lint::Options;

use crate::{CARD, card, place};

fn labels(document: &Document, position: Position, client: &Client) -> Vec<String> {
    completions(document, position, client).into_iter().map(|item| item.label).collect()
}

#[test]
fn a_macro_is_told_with_its_value_and_what_each_client_makes_of_it() {
    let (document, client) = (card(), Client::of(Profile::SillyTavern));
    let told = hover(&document, place(&document, "{{char}}", 3), &client).unwrap();
    assert!(told.markdown.starts_with("`{{char}}` → `\"Aria\"`"), "{}", told.markdown);
    for part in ["SillyTavern 1.19", "- CCv3:", "- RisuAI:", "the row `"] {
        assert!(told.markdown.contains(part), "{part}: {}", told.markdown);
    }
    assert_eq!(told.range, Range { start: place(&document, "{{char}}", 0), end: place(&document, "{{char}}", 8) });
    assert_eq!(hover(&document, place(&document, "A bard", 1), &client), None);
}

#[test]
fn macros_of_the_client_are_completed_and_closed() {
    let mut document = card();
    let at = document.text().find("A bard.").unwrap();
    document.replace(&(at..at), "{{us");
    let here = document.lines().position(document.text(), at + 4);
    let all = completions(&document, here, &Client::default());
    let user = all.iter().find(|item| item.label == "user").unwrap();
    assert_eq!(user.edit.new_text, "user}}");
    assert!(user.detail.contains("→"), "{}", user.detail);
    assert!(labels(&document, here, &Client::of(Profile::Risu)).contains(&"calc".to_owned()));
    assert!(!labels(&document, here, &Client::default()).contains(&"calc".to_owned()));
    // In a name nothing is expanded.
    assert!(labels(&document, place(&document, "Aria", 2), &Client::default()).is_empty());
}

#[test]
fn variables_and_decorators_are_completed() {
    let (document, client) = (card(), Client::default());
    assert_eq!(labels(&document, place(&document, "getvar::mood", 8), &client), ["mood", "unused"]);
    // Those of the chat and those of all chats are not the same.
    assert_eq!(labels(&document, place(&document, "setglobalvar::seen", 14), &client), [""; 0]);
    let decorators = labels(&document, place(&document, "@@depth 4", 4), &client);
    assert!(decorators.contains(&"scan_depth".to_owned()) && decorators.contains(&"inject_at".to_owned()));
    let mut document = card();
    let at = document.text().find("@@depth 4").unwrap();
    document.replace(&(at..at + 9), "@@position b");
    let here = document.lines().position(document.text(), at + 12);
    assert_eq!(labels(&document, here, &client), ["after_desc", "before_desc", "personality", "scenario"]);
}

#[test]
fn arguments_of_a_macro_are_told_one_by_one() {
    let (document, client) = (card(), Client::default());
    let told = signature(&document, place(&document, "setvar::mood::calm", 15), &client).unwrap();
    assert!(told.label.starts_with("{{setvar::"), "{}", told.label);
    assert_eq!(told.active, 1);
    assert!(signature(&document, place(&document, "A bard", 1), &client).is_none());
}

#[test]
fn variables_are_found_and_renamed_over_all_texts() {
    let (mut document, client) = (card(), Client::default());
    let here = place(&document, "getvar::mood", 9);
    let all = uses(&document, here, &client);
    assert_eq!(all.iter().map(|used| used.sets).collect::<Vec<_>>(), [true, false]);
    let edits = rename(&document, here, "temper", &client).unwrap();
    for edit in edits.iter().rev() {
        document.edit(Some(edit.range), &edit.new_text);
    }
    assert!(document.text().contains("{{setvar::temper::calm}}") && document.text().contains("{{getvar::temper}}"));
    assert!(rename(&document, here, "a::b", &client).unwrap_err().contains("cannot be the name"));
    let unread: Vec<String> = never_read(&card(), &client).into_iter().map(|one| one.message).collect();
    assert_eq!(unread.len(), 2, "{unread:?}");
    assert!(unread.iter().any(|message| message.contains("`unused`")), "{unread:?}");
}

#[test]
fn wrong_spelling_and_single_braces_are_mended() {
    let client = Client::default();
    for (word, title, now) in [("{{chra}}", "Write char", "{{char}}"), ("Hi {user}", "Write {{user}}", "{{user}}")] {
        let mut document = card();
        let here = place(&document, word, 5);
        let all = actions(&document, Range { start: here, end: here }, &[], &client);
        let action = all.iter().find(|action| action.title == title).unwrap_or_else(|| panic!("{all:?}"));
        let edit = &action.edits.as_ref().unwrap()[0];
        let at = document.lines().offset(document.text(), edit.range.start);
        document.edit(Some(edit.range), &edit.new_text);
        let around = &document.text()[at - 2..at + 9];
        assert!(around.contains(now), "{around}");
    }
}

#[test]
fn lore_says_how_often_each_entry_fires_and_why() {
    let (document, client) = (card(), Client::default());
    let lore = Lore::of(&document, &client, &Options::default());
    let words: Vec<String> = lore.entries.iter().map(EntryLore::words).collect();
    assert_eq!(words[0], "fires on 0 of 12 everyday messages · fires 1 entry · fired by 1 entry · in a loop");
    assert!(words[2].starts_with("fires on 2 of 12 everyday messages"), "{words:?}");
    assert_eq!(words[3], "always there");
    assert_eq!(lore.lenses(&document).len(), 4);
    // From the key to the entries that it fires; the harbour comes by recursion.
    let to = lore::definitions(&document, place(&document, "\"bell\"", 2), &client, &lore);
    assert!(to.contains(&Range {
        start: place(&document, "{\"keys\": [\"bell\"]", 0),
        end: place(&document, "{\"keys\": [\"bell\"]", 1)
    }));
    let told = lore::hover(&document, place(&document, "\"bell\"", 2), &client, &lore).unwrap();
    assert!(told.markdown.contains("- #0 (bell)"), "{}", told.markdown);
    assert_eq!(lore::references(&document, place(&document, "Ships", 0), &lore).len(), 2, "its key, and the bell");
    let mut chat = Chat::default();
    chat.say_as_user("The bell!");
    let why = lore::why_silent(&document, &chat, None, &client).unwrap();
    assert!(why.contains("+ **") && why.contains("− **"), "{why}");
}

#[test]
fn texts_say_their_tokens_and_the_budget_what_is_left() {
    let document = card();
    let whole = Range { start: Position::default(), end: Position { line: 99, character: 0 } };
    let labels: Vec<String> = hints(&document, whole).into_iter().map(|hint| hint.label).collect();
    assert!(labels.iter().any(|label| label.starts_with("≈ ")), "{labels:?}");
    assert!(labels.iter().any(|label| label.contains("left: 1 constant entries")), "{labels:?}");
    assert_eq!(hints(&document, Range::default()).len(), 0);
}

#[test]
fn the_parts_of_a_card_are_named_and_fold() {
    let document = card();
    let all = symbols(&document);
    let data = all.iter().find(|symbol| symbol.name == "data").unwrap();
    let book = data.children.iter().find(|symbol| symbol.name == "character_book").unwrap();
    let entries = book.children.iter().find(|symbol| symbol.name == "entries").unwrap();
    assert_eq!(entries.children.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>()[..2], ["bell", "harbour"]);
    assert!(folds(&document).contains(&folds(&document)[0]) && folds(&document).len() >= 3);
    let marks = tokens(&document, None, &Client::default());
    assert!(marks.len().is_multiple_of(5) && marks.len() >= 5 * 8, "{marks:?}");
}

#[test]
fn half_typed_and_mistyped_files_keep_answering() {
    let client = Client::default();
    let broken = CARD
        .replace("\"name\": \"Aria\",", "\"name\": \"Aria,")
        .replace("\"spec_version\": \"2.0\",", "\"spec_version\": ");
    let document = Document::new(broken, Syntax::Json);
    let all = diagnostics(&document, &Options::default());
    let codes: Vec<&str> = all.iter().map(|one| one.code.as_str()).collect();
    assert!(codes.contains(&"bad-json") && codes.contains(&"macro-misspelt"), "{codes:?}");
    assert!(hover(&document, place(&document, "{{char}}", 3), &client).unwrap().markdown.contains("Aria"));
    assert_eq!(uses(&document, place(&document, "getvar::mood", 9), &client).len(), 2);
    let wrong = Document::new(CARD.replace("\"scenario\": \"", "\"creator\": 7, \"scenario\": \""), Syntax::Json);
    assert!(diagnostics(&wrong, &Options::default()).iter().any(|one| one.code == "wrong-type"));
    assert!(symbols(&wrong).len() >= 3);
    let other = Document::new("{\"dependencies\": {", Syntax::Json);
    assert_eq!(diagnostics(&other, &Options::default()), [], "a file that is none of ours");
}

#[test]
fn a_card_in_yaml_is_read_where_it_is_written() {
    let text =
        "name: Odile\ncontext: |-\n  {{char}} keeps the lamp.\n  She waits for {{user}}.\ngreeting: \"Hi {{user}}\"\n";
    let document = Document::new(text, Syntax::Yaml);
    assert!(matches!(document.holds(), Holds::Content(_)), "{:?}", document.holds());
    let told = hover(&document, place(&document, "{{char}}", 3), &Client::default()).unwrap();
    assert!(told.markdown.starts_with("`{{char}}` → `\"Odile\"`"), "{}", told.markdown);
    assert_eq!(told.range.start, place(&document, "{{char}}", 0));
    let told = hover(&document, place(&document, "Hi {{user}}", 5), &Client::default()).unwrap();
    assert_eq!(told.range.start, place(&document, "Hi {{user}}", 3));
}

#[test]
fn lorebooks_scripts_and_presets_are_told_apart() {
    for (text, holds) in [
        (r#"{"entries":{"0":{"uid":0,"key":["x"],"content":"{{char}} y","disable":false}}}"#, "WorldInfo"),
        (r#"{"scriptName":"x","findRegex":"/a/g","replaceString":"{{match}} b","placement":[2]}"#, "Scripts"),
        (
            r#"{"prompts":[{"identifier":"main","name":"Main","content":"Write {{char}}."}],"prompt_order":[]}"#,
            "Preset",
        ),
        (r#"{"name":"package","version":"1.0.0","dependencies":{}}"#, "Other"),
    ] {
        let document = Document::new(text, Syntax::Json);
        assert!(format!("{:?}", document.holds()).contains(holds), "{text}: {:?}", document.holds());
    }
}

#[test]
fn texts_of_pictures_are_opened_and_saved_with_a_guard() {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/cards/wick-v3.png")).unwrap();
    let texts = files::list(&file).unwrap();
    let greeting = texts.iter().find(|text| text.place.starts_with("greetings")).unwrap();
    let uri = format!("cards:/a/wick.png/{}", greeting.path);
    let (path, place) = files::split(&uri).unwrap();
    assert_eq!((path.as_str(), place.as_str()), ("/a/wick.png", greeting.place.as_str()));
    let opened = files::open(&file, &place).unwrap();
    let (new, hash) = files::save(file.clone(), &place, "Mind the step.", &opened.hash).unwrap();
    assert_eq!(files::open(&new, &place).unwrap(), files::open(&new, &place).unwrap());
    assert_eq!(files::open(&new, &place).unwrap().text, "Mind the step.");
    assert_eq!(files::open(&new, &place).unwrap().hash, hash);
    let changed = files::save(new, &place, "again", &opened.hash).unwrap_err();
    assert_eq!(
        changed.to_string(),
        "the file was changed by another program since its text was opened; open it again, so that nothing is lost"
    );
    assert_eq!(
        files::split("cards:/none").unwrap_err().to_string(),
        "`cards:/none` is no text in a file: it is written `cards:/folder/aria.png/greetings/1`"
    );
    for text in &texts {
        let (_, place) = files::split(&format!("cards:/a/wick.png/{}", text.path)).unwrap();
        assert!(files::open(&file, &place).is_ok(), "{}", text.place);
    }
}

#[test]
fn the_prompt_is_shown_with_ones_own_preset() {
    let document = card();
    let mut chat = Chat::default();
    chat.say_as_user("The bell!");
    let preset = r#"{"prompts":[{"identifier":"main","role":"system","content":"Play {{char}} well."}],
        "prompt_order":[{"character_id":100001,"order":[{"identifier":"main","enabled":true},{"identifier":"chatHistory","enabled":true}]}]}"#;
    let shown = files::preview(&document, &chat, Some(preset), &Client::of(Profile::SillyTavern)).unwrap();
    assert!(shown.contains("Play Aria well.") && shown.contains("The bell!"), "{shown}");
    assert!(files::preview(&document, &chat, Some(preset), &Client::default()).unwrap_err().contains("SillyTavern"));
    assert!(files::preview(&document, &chat, None, &Client::default()).unwrap().contains("The bell rings"));
}

#[test]
fn files_of_a_folder_know_each_other() {
    let mut workspace = Workspace::default();
    let world = r#"{"name":"North","entries":{"0":{"uid":0,"key":["x"],"content":"y","disable":false}}}"#;
    workspace.set("file:///aria.json", FileNames::read(CARD.as_bytes(), "aria"));
    let document = card();
    let codes = |workspace: &Workspace| -> Vec<String> {
        workspace.diagnostics("file:///aria.json", &document).into_iter().map(|one| one.code).collect()
    };
    assert_eq!(codes(&workspace), ["world-missing"]);
    workspace.set("file:///North.json", FileNames::read(world.as_bytes(), "North"));
    assert_eq!(codes(&workspace), [""; 0]);
    workspace.set("file:///copy.json", FileNames::read(CARD.as_bytes(), "copy"));
    assert_eq!(codes(&workspace), ["duplicate-name"]);
    let links = workspace.links("file:///aria.json", &document);
    assert_eq!(links.iter().map(|link| link.uri.as_str()).collect::<Vec<_>>(), ["file:///North.json"]);
    assert_eq!(links[0].range.start, place(&document, "North", 0));
    let book = Document::new(world, Syntax::Json);
    assert_eq!(workspace.links("file:///North.json", &book).len(), 2, "both cards name it");
}

#[test]
fn settings_name_the_client_and_slips_are_named() {
    let read = |text: &str| Settings::read(&text.parse().unwrap());
    let settings = read(
        r#"{"editor":{"client":"sillytavern","version":"1.19.0","user":"Sam"},"lint":{"ignore":["macro-clients"]}}"#,
    );
    let settings = settings.unwrap();
    assert_eq!((settings.client.name().as_str(), settings.lint.ignore.len()), ("SillyTavern 1.19", 1));
    for (text, part) in [
        (r#"{"editor":{"client":"chub"}}"#, "chub"),
        (r#"{"editor":{"client":"sillytavern","version":"1.12"}}"#, "the rules of 1.19, 1.18, 1.17 are known"),
        (r#"{"editor":{"theme":"dark"}}"#, "`theme`"),
        (r#"{"lint":{"selct":[]}}"#, "`selct`"),
    ] {
        assert!(read(text).unwrap_err().contains(part), "{text}");
    }
}

#[test]
fn every_rule_has_its_page() {
    let rules = cards_lint::catalogue();
    let ids = rules.iter().flat_map(|group| &group.rules).map(|rule| rule.id);
    for id in ids {
        assert!(rule_page(id).is_some_and(|page| page.contains(id)), "{id}");
    }
}

/// A block has its condition behind a blank.
#[test]
fn blocks_of_marinara_are_completed_and_told() {
    let mut document = card();
    let at = document.text().find("A bard.").unwrap();
    document.replace(&(at..at), "{{#");
    let client = Client::of(Profile::Marinara);
    let here = |document: &Document, past: usize| document.lines().position(document.text(), at + past);
    let all = completions(&document, here(&document, 3), &client);
    let block = all.iter().find(|item| item.label == "#if").unwrap();
    assert_eq!(block.edit.new_text, "#if ");
    document.replace(&(at..at + 3), "{{#if agent::mood");
    let told = signature(&document, here(&document, 17), &client).unwrap();
    assert!(told.label.starts_with("{{#if ") && !told.label.contains("::"), "{}", told.label);
}
