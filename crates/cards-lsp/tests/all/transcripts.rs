//! What is said both ways.

use std::fs;
use std::path::Path;

use lsp_types::{
    CodeAction, CodeLens, CompletionList, DocumentSymbol, Hover, InlayHint, SemanticTokens, SignatureHelp,
    WorkspaceEdit,
};
use serde_json::{Value, json};

use crate::editor::{Door, Editor, uri};

/// What is said is the same behind each door.
macro_rules! through_each_door {
    ($($name:ident),+ $(,)?) => {
        mod through_each_door {
            $(#[test]
            fn $name() {
                crate::editor::Door::all().for_each(super::$name);
            })+
        }
    };
}

through_each_door! {
    a_card_is_opened_typed_in_and_repaired,
    everything_is_answered_in_the_types_of_the_protocol,
    a_text_of_a_picture_is_opened_and_saved_back_under_a_guard,
    what_is_taken_back_is_not_answered_and_strange_requests_are_refused,
    broken_texts_and_settings_are_named_and_the_rest_goes_on,
    a_lorebook_that_a_data_folder_has_is_no_finding,
}

pub(crate) const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard",
"description":"A bard. {{char}} {{setvar::mood::calm}}{{getvar::mood}} {{chra}}",
"character_book":{"token_budget":50,"extensions":{},"entries":[
{"keys":["bell"],"content":"@@depth 4\nThe harbour.","enabled":true,"insertion_order":1,"extensions":{}},
{"keys":["harbour"],"content":"Hear the bell.","enabled":true,"insertion_order":2,"extensions":{}}]},
"extensions":{"world":"North"}}}
"#;

/// Where a word is.
fn at(text: &str, word: &str, on: usize) -> Value {
    let offset = text.find(word).unwrap() + on;
    let line = text[..offset].matches('\n').count();
    let start = text[..offset].rfind('\n').map_or(0, |line| line + 1);
    json!({"line": line, "character": text[start..offset].encode_utf16().count()})
}

fn place(uri: &str, position: Value) -> Value {
    json!({"textDocument": {"uri": uri}, "position": position})
}

/// An answer as the types of the protocol have it.
fn typed<T: serde::de::DeserializeOwned>(answer: Value) -> T {
    let shown = answer.to_string();
    serde_json::from_value(answer).unwrap_or_else(|error| panic!("{error}: {shown}"))
}

fn folder(name: &str) -> tempfile::TempDir {
    let folder = tempfile::Builder::new().prefix(name).tempdir().unwrap();
    fs::write(folder.path().join("aria.json"), CARD).unwrap();
    folder
}

fn a_card_is_opened_typed_in_and_repaired(door: Door) {
    let folder = folder("typed");
    let file = uri(&folder.path().join("aria.json"));
    let mut editor = Editor::start(door, folder.path(), &json!({}));
    editor.open(&file, "json", CARD);
    let wrong = editor.diagnostics(&file, 1);
    let codes: Vec<&str> = wrong.iter().filter_map(|one| one["code"].as_str()).collect();
    assert!(codes.contains(&"wrong-type") && codes.contains(&"macro-misspelt"), "{codes:?}");
    let page = wrong[0]["codeDescription"]["href"].as_str().unwrap().to_owned();
    let read = editor.ask("cards/read", json!({"uri": page}));
    assert!(read["text"].as_str().unwrap().starts_with("# "), "{read}");

    // What is typed is followed: the misspelt name gets its letter.
    let (start, end) = (at(CARD, "chra}}", 0), at(CARD, "chra}}", 4));
    editor.change(&file, 2, json!({"start": start, "end": end}), "char");
    let codes: Vec<Value> = editor.diagnostics(&file, 2).into_iter().map(|one| one["code"].clone()).collect();
    assert!(!codes.contains(&json!("macro-misspelt")), "{codes:?}");

    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let asked = json!({"textDocument": {"uri": file}, "range": range, "context": {"diagnostics": []}});
    let actions: Vec<CodeAction> = typed(editor.ask("textDocument/codeAction", asked));
    let all = actions.iter().find(|action| action.title.starts_with("Repair all")).unwrap();
    let edits = all.edit.clone().unwrap();
    let text = CARD.replace("chra", "char");
    let wanted = cards_kit::repair(text.as_bytes(), &Default::default(), &Default::default()).unwrap();
    let mut document = cards_language::Document::new(text, cards_language::Syntax::Json);
    let edits: Value = serde_json::to_value(edits.changes.unwrap().into_values().next().unwrap()).unwrap();
    let edits: Vec<cards_language::TextEdit> = typed(edits);
    for edit in edits.iter().rev() {
        document.edit(Some(edit.range), &edit.new_text);
    }
    let mended: Value = serde_json::from_str(document.text()).unwrap();
    assert_eq!(mended["data"]["tags"], json!(["bard"]));
    // Absent members of dates are filled by the clock, which goes on.
    assert_eq!(document.text().len(), String::from_utf8(wanted.bytes).unwrap().len());
    editor.end();
}

fn everything_is_answered_in_the_types_of_the_protocol(door: Door) {
    let folder = folder("types");
    fs::write(
        folder.path().join("cards.toml"),
        "[editor]\nclient = \"sillytavern\"\nversion = \"1.19\"\nuser = \"Sam\"\n",
    )
    .unwrap();
    fs::write(
        folder.path().join("North.json"),
        r#"{"entries":{"0":{"uid":0,"key":["x"],"content":"y","disable":false}}}"#,
    )
    .unwrap();
    let file = uri(&folder.path().join("aria.json"));
    let able = json!({"workspace": {"codeLens": {"refreshSupport": true}, "didChangeWatchedFiles": {"dynamicRegistration": true}}, "textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}});
    let mut editor = Editor::start(door, folder.path(), &able);
    editor.open(&file, "json", CARD);
    editor.diagnostics(&file, 1);

    let hover: Hover = typed(editor.ask("textDocument/hover", place(&file, at(CARD, "{{char}}", 3))));
    assert!(format!("{hover:?}").contains("SillyTavern 1.19"), "{hover:?}");
    let list: CompletionList = typed(editor.ask("textDocument/completion", place(&file, at(CARD, "{{char}}", 3))));
    assert!(list.items.iter().any(|item| item.label == "char"));
    let help: SignatureHelp = typed(editor.ask("textDocument/signatureHelp", place(&file, at(CARD, "mood::calm", 8))));
    assert_eq!(help.active_parameter, Some(1));

    let to = editor.ask("textDocument/definition", place(&file, at(CARD, "getvar::mood", 9)));
    assert_eq!(to[0]["range"]["start"], at(CARD, "setvar::mood", 8));
    let mut asked = place(&file, at(CARD, "getvar::mood", 9));
    asked["context"] = json!({"includeDeclaration": true});
    assert_eq!(editor.ask("textDocument/references", asked.clone()).as_array().unwrap().len(), 2);
    assert_eq!(editor.ask("textDocument/prepareRename", asked.clone())["placeholder"], "mood");
    asked["newName"] = "temper".into();
    let edit: WorkspaceEdit = typed(editor.ask("textDocument/rename", asked.clone()));
    assert_eq!(edit.changes.unwrap().into_values().next().unwrap().len(), 2);
    asked["newName"] = "a:b".into();
    assert!(editor.refused("textDocument/rename", asked).contains("cannot be the name"));

    let of = json!({"textDocument": {"uri": file}});
    let symbols: Vec<DocumentSymbol> = typed(editor.ask("textDocument/documentSymbol", of.clone()));
    assert_eq!(symbols.len(), 3);
    assert!(editor.ask("textDocument/foldingRange", of.clone()).is_array());
    let marks: SemanticTokens = typed(editor.ask("textDocument/semanticTokens/full", of.clone()));
    assert!(marks.data.len() >= 6, "{marks:?}");
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let hints: Vec<InlayHint> =
        typed(editor.ask("textDocument/inlayHint", json!({"textDocument": {"uri": file}, "range": whole})));
    assert!(format!("{hints:?}").contains("tokens"));
    // The names of the folder's files come from beside.
    let links = (0..200).find_map(|_| {
        let links = editor.ask("textDocument/documentLink", of.clone());
        if links.as_array().is_some_and(|all| !all.is_empty()) {
            return Some(links);
        }
        std::thread::sleep(std::time::Duration::from_millis(25));
        None
    });
    assert!(links.unwrap()[0]["target"].as_str().unwrap().ends_with("North.json"));

    // Words above entries come when the book was tried.
    let lenses = (0..200).find_map(|_| {
        let lenses: Vec<CodeLens> = typed(editor.ask("textDocument/codeLens", of.clone()));
        std::thread::sleep(std::time::Duration::from_millis(if lenses.is_empty() { 25 } else { 0 }));
        (!lenses.is_empty()).then_some(lenses)
    });
    let lens = lenses.unwrap()[0].command.clone().unwrap();
    assert!(lens.title.contains("everyday messages"), "{}", lens.title);
    assert!(editor.questions.iter().any(|asked| asked.method == "workspace/codeLens/refresh"));
    let watched = editor.questions.iter().find(|asked| asked.method == "client/registerCapability").unwrap();
    assert!(watched.params.to_string().contains("**/cards.toml"), "{watched:?}");

    // A world that is gone from the disk is one that the card names in vain; so is one of a folder that is taken away.
    fs::remove_file(folder.path().join("North.json")).unwrap();
    editor.changed_on_disk(3, &folder.path().join("North.json"));
    let missing = (0..9).any(|_| editor.diagnostics(&file, 1).iter().any(|one| one["code"] == "world-missing"));
    assert!(missing);
    let removed = json!({"event": {"added": [], "removed": [{"uri": uri(folder.path()), "name": "x"}]}});
    editor.note("workspace/didChangeWorkspaceFolders", removed);
    assert_eq!(editor.ask("textDocument/documentLink", of.clone()), json!([]));

    let mut arguments = lens.arguments.unwrap();
    arguments.push("The bell!".into());
    let why = editor.ask("workspace/executeCommand", json!({"command": lens.command, "arguments": arguments}));
    assert!(why["markdown"].as_str().unwrap().contains("key \"bell\" matched"), "{why}");
    let prompt = editor
        .ask("workspace/executeCommand", json!({"command": "cards.previewPrompt", "arguments": [file, "The bell!"]}));
    assert!(prompt["markdown"].as_str().unwrap().contains("The bell!"), "{prompt}");
    assert!(
        editor
            .refused("workspace/executeCommand", json!({"command": "cards.none", "arguments": [file]}))
            .contains("no command")
    );
    editor.end();
}

fn a_text_of_a_picture_is_opened_and_saved_back_under_a_guard(door: Door) {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("wick card.png");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/cards/wick-v3.png"), &picture).unwrap();
    let before = fs::read(&picture).unwrap();
    let mut editor = Editor::start(door, folder.path(), &json!({}));
    let texts = editor.ask("cards/texts", json!({"uri": uri(&picture).replace(' ', "%20")}));
    let first = texts.as_array().unwrap().iter().find(|text| text["place"] == "description").unwrap();
    let address = first["uri"].as_str().unwrap();
    assert!(address.ends_with("/wick%20card.png/description"), "{address}");
    let read = editor.ask("cards/read", json!({"uri": address}));
    let text = read["text"].as_str().unwrap();

    // It is a document like any other, whose macros have the values of its card.
    editor.open(address, "plaintext", &format!("{text} {{{{char}}}}"));
    let last = text.rsplit('\n').next().unwrap().encode_utf16().count() + 4;
    let position = json!({"line": text.matches('\n').count(), "character": last});
    let hover = editor.ask("textDocument/hover", place(address, position));
    assert!(hover.to_string().contains("{{char}}"), "{hover}");

    let save = json!({"uri": address, "text": "A lamp.", "hash": read["hash"]});
    let saved = editor.ask("cards/write", save.clone());
    assert_ne!(fs::read(&picture).unwrap(), before);
    let again = editor.ask("cards/read", json!({"uri": address}));
    assert_eq!((again["text"].as_str(), &again["hash"]), (Some("A lamp."), &saved["hash"]));
    assert!(editor.refused("cards/write", save).contains("changed by another program"));
    assert!(editor.refused("cards/read", json!({"uri": "cards:/none"})).contains("is no text in a file"));
    editor.end();
}

fn what_is_taken_back_is_not_answered_and_strange_requests_are_refused(door: Door) {
    let folder = folder("back");
    let file = uri(&folder.path().join("aria.json"));
    let mut editor = Editor::start(door, folder.path(), &json!({}));
    editor.open(&file, "json", CARD);
    assert!(editor.refused("textDocument/none", json!({"textDocument": {"uri": file}})).contains("no request"));
    assert!(
        editor
            .refused("textDocument/hover", json!({"textDocument": {"uri": file}, "position": 7}))
            .contains("position")
    );
    assert_eq!(
        editor.ask("textDocument/hover", place("file:///nobody.json", json!({"line": 0, "character": 0}))),
        Value::Null
    );
    // Long work first, so that what follows waits in the queue.
    let heavy: Vec<_> = (0..20).map(|_| editor.begin("textDocument/codeAction", json!({
        "textDocument": {"uri": file}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}, "context": {},
    }))).collect();
    let last = editor.begin("textDocument/hover", place(&file, at(CARD, "{{char}}", 3)));
    editor.note("$/cancelRequest", json!({"id": serde_json::to_value(&last).unwrap()}));
    // Whoever was faster: each gets one answer, and what was taken back in time says so.
    let mut answered = Vec::new();
    for _ in 0..=heavy.len() {
        let response = editor.any_response();
        let told = serde_json::to_value(&response).unwrap();
        assert!(response.id == last || told.get("error").is_none(), "{told}");
        assert!(told.get("error").is_none() || told["error"]["code"] == -32800, "{told}");
        answered.push(response.id);
    }
    answered.sort();
    answered.dedup();
    assert_eq!(answered.len(), heavy.len() + 1);
    editor.end();
}

fn broken_texts_and_settings_are_named_and_the_rest_goes_on(door: Door) {
    let folder = folder("broken");
    fs::write(folder.path().join("cards.toml"), "[editor]\nclient = \"chub\"\n").unwrap();
    let file = uri(&folder.path().join("aria.json"));
    let mut editor = Editor::start(door, folder.path(), &json!({}));
    editor.open(&file, "json", &CARD.replace("\"tags\":\"bard\",", "\"tags\":"));
    let said = editor.told("window/showMessage");
    assert!(said["message"].as_str().unwrap().contains("chub"), "{said}");
    let codes: Vec<Value> = editor.diagnostics(&file, 1).into_iter().map(|one| one["code"].clone()).collect();
    assert!(codes.contains(&json!("bad-json")) && codes.contains(&json!("macro-misspelt")), "{codes:?}");
    fs::write(folder.path().join("cards.toml"), "[lint]\nignore = [\"macro-misspelt\"]\n").unwrap();
    editor.changed_on_disk(2, &folder.path().join("cards.toml"));
    let codes: Vec<Value> = editor.diagnostics(&file, 1).into_iter().map(|one| one["code"].clone()).collect();
    assert!(!codes.contains(&json!("macro-misspelt")), "{codes:?}");
    editor.end();
}

fn a_lorebook_that_a_data_folder_has_is_no_finding(door: Door) {
    let folder = tempfile::Builder::new().prefix("data").tempdir().unwrap();
    for name in ["characters", "worlds"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let world = folder.path().join("worlds/Harbor.json");
    fs::write(&world, r#"{"entries":{}}"#).unwrap();
    let mut editor = Editor::start(door, folder.path(), &json!({}));
    editor.changed_on_disk(1, &world);
    for (name, is_found) in [("Harbor", false), ("Nowhere", true), ("../worlds/Harbor", true)] {
        let data = format!(r#"{{"name":"A","description":"x","first_mes":"Hi.","extensions":{{"world":"{name}"}}}}"#);
        let card = format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{data}}}"#);
        let file = uri(&folder.path().join(format!("characters/{}.json", name.len())));
        editor.open(&file, "json", &card);
        let found = editor.diagnostics(&file, 1);
        let codes: Vec<&Value> = found.iter().map(|one| &one["code"]).collect();
        assert_eq!(codes.contains(&&json!("lore-elsewhere")), is_found, "{name}: {codes:?}");
    }
    editor.end();
}
