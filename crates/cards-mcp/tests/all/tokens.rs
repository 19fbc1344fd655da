//! Tokens: a plan is written as it was said, once, and only over the file that it was made from.

use cards_mcp::{Desk, Disk, Limits, Memory, Root};
use serde_json::{Value, json};

use crate::given::{bytes, call, desk, fixture, refused};

const NAME: &str = r#"[{"op":"set","place":"name","value":"Brine"}]"#;

fn rename(desk: &mut Desk, path: &str) -> Value {
    let edits: Value = serde_json::from_str(NAME).unwrap();
    call(desk, "plan", json!({"paths": [path], "edits": edits})).data["token"].clone()
}

#[test]
fn apply_then_undo_is_nothing_and_undo_is_undone() {
    let before = fixture("cards/wick-v2.png");
    let mut desk = desk(&[("cards/a.png", &before)]);
    let token = rename(&mut desk, "cards/a.png");
    assert_eq!(bytes(&mut desk, "cards/a.png"), before);
    let planned = call(&mut desk, "look", json!({"path": token})).data["hash"].clone();
    let done = call(&mut desk, "apply", json!({"token": token}));
    assert_eq!(done.data["files"][0]["hash"], planned);
    let after = bytes(&mut desk, "cards/a.png");
    assert_ne!(after, before);
    let undone = call(&mut desk, "apply", json!({"token": done.data["undo"]}));
    assert_eq!(bytes(&mut desk, "cards/a.png"), before);
    call(&mut desk, "apply", json!({"token": undone.data["undo"]}));
    assert_eq!(bytes(&mut desk, "cards/a.png"), after);
}

#[test]
fn wrong_repeated_and_old_tokens_are_refused() {
    let files = Memory::of([("cards/a.json", fixture("cards/wick-v2.json"))]);
    let mut desk = Desk::new(files, Limits::default().with_plans(1), true);
    for wrong in ["", "plan-", "undo-0000000000000000", "plan-ffffffffffffffff"] {
        assert_eq!(refused(&mut desk, "apply", json!({"token": wrong})), "wrong-token", "{wrong}");
    }
    let old = rename(&mut desk, "cards/a.json");
    let token = rename(&mut desk, "cards/a.json");
    assert_eq!(refused(&mut desk, "apply", json!({"token": old})), "old-token");
    let done = call(&mut desk, "apply", json!({"token": token}));
    assert_eq!(refused(&mut desk, "apply", json!({"token": token})), "used-token");
    assert_eq!(refused(&mut desk, "look", json!({"path": token})), "used-token");
    assert_eq!(refused(&mut desk, "look", json!({"path": "plan-ffffffffffffffff"})), "wrong-token");
    call(&mut desk, "apply", json!({"token": done.data["undo"]}));
    assert_eq!(refused(&mut desk, "apply", json!({"token": done.data["undo"]})), "used-token");
}

#[test]
fn a_plan_of_a_file_that_moved_is_refused_and_writes_nothing() {
    let files = [("cards/a.json", fixture("cards/wick-v2.json")), ("cards/b.json", fixture("cards/wick-v2.json"))];
    let mut desk = desk(&files);
    let stale =
        call(&mut desk, "plan", json!({"paths": ["cards"], "replace": {"text": "Saltmere", "by": "Brinemere"}}));
    let other = rename(&mut desk, "cards/b.json");
    let done = call(&mut desk, "apply", json!({"token": other}));
    let before = bytes(&mut desk, "cards/a.json");
    assert_eq!(refused(&mut desk, "apply", json!({"token": stale.data["token"]})), "stale");
    assert_eq!(bytes(&mut desk, "cards/a.json"), before);
    // What was changed since is not taken back over either.
    let edits = json!([{"op": "set", "place": "creator", "value": "other"}]);
    let plan = call(&mut desk, "plan", json!({"paths": ["cards/b.json"], "edits": edits}));
    call(&mut desk, "apply", json!({"token": plan.data["token"]}));
    assert_eq!(refused(&mut desk, "apply", json!({"token": done.data["undo"]})), "stale");
}

#[test]
fn nothing_is_written_without_leave() {
    let before = fixture("cards/wick-v2.json");
    let mut desk = Desk::new(Memory::of([("cards/a.json", &before)]), Limits::default(), false);
    let edits: Value = serde_json::from_str(NAME).unwrap();
    let plan = call(&mut desk, "plan", json!({"paths": ["cards/a.json"], "edits": edits}));
    assert!(plan.next.iter().all(|next| next.tool != "apply"));
    assert_eq!(refused(&mut desk, "apply", json!({"token": plan.data["token"]})), "read-only");
    assert_eq!(bytes(&mut desk, "cards/a.json"), before);
}

#[test]
fn a_plan_that_changes_nothing_has_no_token() {
    let mut desk = desk(&[("cards/a.json", fixture("cards/wick-v2.json"))]);
    let edits = json!([{"op": "set", "place": "name", "value": "Maren Tidewell"}]);
    let plan = call(&mut desk, "plan", json!({"paths": ["cards/a.json"], "edits": edits, "no_touch": true}));
    assert!(plan.data.get("token").is_none() && plan.summary.starts_with("nothing to change"));
}

#[test]
fn on_the_disk_a_file_that_is_new_is_taken_away_and_links_are_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (root, state) = (folder.path().join("cards"), folder.path().join("state"));
    std::fs::create_dir(&root).unwrap();
    let before = fixture("cards/wick-v2.json");
    std::fs::write(root.join("a.json"), &before).unwrap();
    std::fs::write(folder.path().join("secret.json"), &before).unwrap();
    let disk = || Disk::new(vec![Root::new("cards", &root).unwrap()], Some(state.clone()));
    let mut desk = Desk::new(disk(), Limits::default(), true);
    let made = call(
        &mut desk,
        "make",
        json!({"path": "cards/new.json", "edits": [{"op": "set", "place": "name", "value": "N"}]}),
    );
    let made = call(&mut desk, "apply", json!({"token": made.data["token"]}));
    assert!(root.join("new.json").exists());
    let undone = call(&mut desk, "apply", json!({"token": made.data["undo"]}));
    assert!(!root.join("new.json").exists());
    call(&mut desk, "apply", json!({"token": undone.data["undo"]}));
    assert!(root.join("new.json").exists());
    let token = rename(&mut desk, "cards/a.json");
    call(&mut desk, "apply", json!({"token": token}));
    assert_ne!(std::fs::read(root.join("a.json")).unwrap(), before);
    // The tool takes back the whole run of the server.
    let run = cards_library::files::journal::Run::last(&state).unwrap().unwrap();
    assert_eq!(run.command(), "cards-mcp");
    run.take_back(false, |path, fate| {
        assert_eq!(fate, cards_library::files::journal::Fate::Back, "{}", path.display())
    });
    assert_eq!(std::fs::read(root.join("a.json")).unwrap(), before);
    assert!(!root.join("new.json").exists());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("secret.json"), root.join("link.json")).unwrap();
        std::os::unix::fs::symlink(folder.path(), root.join("up")).unwrap();
        let mut desk = Desk::new(disk(), Limits::default(), true);
        for path in ["cards/link.json", "cards/up/secret.json"] {
            assert_eq!(refused(&mut desk, "look", json!({"path": path})), "link", "{path}");
            assert_eq!(refused(&mut desk, "make", json!({"path": path})), "link", "{path}");
        }
        let all = call(&mut desk, "find", json!({}));
        assert_eq!(all.data["files"].as_array().unwrap().len(), 1);
        assert_eq!(all.left_out[0].what, "2 links");
    }
    for name in ["", "a/b", "plan-x", ".."] {
        assert!(Root::new(name, &root).is_err(), "{name}");
    }
}
