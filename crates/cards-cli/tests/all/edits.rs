//! Reading, changing and searching texts: `get`, `set`, `grep`.

use std::fs;

use serde_json::Value;

use crate::desk::folder;
use crate::tool::{answer, fixture, folder_with, path, run, text};

#[test]
fn what_is_set_is_got_in_every_container_and_the_rest_stays() {
    let folder = folder();
    let at = folder.path();
    for file in ["wick.png", "wick.charx", "wick.json", "other.json"] {
        let before = fs::read(at.join(file)).unwrap();
        answer(at, &["set", file, "first_mes=Halt, \"{{user}}\"!", "--in-place", "--no-touch"]);
        assert_eq!(answer(at, &["get", file, "greetings[0]"]), "Halt, \"{{user}}\"!\n", "{file}");
        let old = answer(at, &["get", file, "first_mes", "--json"]);
        let hash = serde_json::from_str::<Value>(&old).unwrap()["hash"].as_str().unwrap().to_owned();
        assert_eq!(hash.len(), 64);
        answer(at, &["set", file, "description=Kept.", "--in-place", "--no-touch", "--guard", &hash[..8]]);
        let late = run(at, &["set", file, "description=Lost.", "--in-place", "--guard", &hash]);
        assert_eq!(late.status.code(), Some(2), "{file}");
        assert!(text(&late.stderr).contains("somebody else changed the file"), "{file}: {}", text(&late.stderr));
        fs::write(at.join("before"), before).unwrap();
        let changed = run(at, &["diff", "before", file, "--json"]);
        let changed: Value = serde_json::from_slice(&changed.stdout).unwrap();
        let paths: Vec<_> = changed["changes"].as_array().unwrap().iter().map(|one| one["path"].clone()).collect();
        assert_eq!(paths, ["description", "first_mes"], "{file}");
    }
}

/// The books of other programs' own forms, as the page changes them too (`tests/browser/web/tasks.mjs`): a key, a new entry, one that is
/// taken out, and nothing else. `NEW-ID` stands for an id of nine random letters.
#[test]
fn a_book_of_any_form_is_changed_in_its_own_form() {
    let rows: Value = serde_json::from_str(include_str!("../../../../tests/browser/web/books.json")).unwrap();
    for row in rows.as_array().unwrap() {
        let [before, after] = ["before", "after"].map(|name| row[name].as_str().unwrap());
        let folder = folder_with(&[("book.json", before.as_bytes())]);
        let sets = row["set"].as_array().unwrap().iter().map(|set| set.as_str().unwrap());
        let words: Vec<&str> =
            ["set", "book.json"].into_iter().chain(sets).chain(["--remove", "book[1]", "-o", "-"]).collect();
        let written = answer(folder.path(), &words);
        let (head, tail) = after.split_once("NEW-ID").unwrap_or((after, ""));
        let id = written.strip_prefix(head).and_then(|rest| rest.strip_suffix(tail));
        assert_eq!(id.map(str::len), Some(if tail.is_empty() { 0 } else { 9 }), "{}: {written}", row["form"]);
    }
}

#[test]
fn a_dry_run_shows_all_and_writes_nothing() {
    let folder = folder();
    let before = fs::read(folder.path().join("wick.png")).unwrap();
    let words = ["set", "wick.png", "tags=a, b", "greetings+=Who?", "--move", "greetings[0]=greetings[1]", "--dry-run"];
    let shown = answer(folder.path(), &words);
    for part in ["/data/tags\n", "  + [\"a\",\"b\"]", "  + Who?", "/data/first_mes"] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    assert_eq!(fs::read(folder.path().join("wick.png")).unwrap(), before);
    // What changes nothing leaves the file alone, its time of change included.
    let name = answer(folder.path(), &["get", "wick.png", "name"]);
    let same = run(folder.path(), &["set", "wick.png", &format!("name={}", name.trim()), "--in-place"]);
    assert!(text(&same.stderr).contains("nothing to change"), "{}", text(&same.stderr));
    assert_eq!(fs::read(folder.path().join("wick.png")).unwrap(), before);
}

#[test]
fn texts_come_from_files_and_as_json() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("greeting.txt"), "One\nTwo\n").unwrap();
    let words = ["set", "wick.json", "first_mes=@greeting.txt", "nickname=@@at", "tags:=[\"x\"]", "-o", "new.json"];
    answer(at, &words);
    assert_eq!(answer(at, &["get", "new.json", "first_mes", "nickname", "tags"]), "One\nTwo\n@at\n[\"x\"]\n");
    let wrong = run(at, &["set", "wick.json", "tags:=[", "-o", "never.json"]);
    assert!(text(&wrong.stderr).contains("what follows `:=` is not JSON"), "{}", text(&wrong.stderr));
    let wrong = run(at, &["set", "wick.json", "frist_mes=x", "-o", "never.json"]);
    assert!(text(&wrong.stderr).contains("has no `frist_mes`; it has name"), "{}", text(&wrong.stderr));
}

#[test]
fn grep_finds_texts_by_field_and_pattern() {
    let folder = folder();
    let at = folder.path();
    let found = answer(at, &["grep", "--json", "-i", "REED king", "wick.png", "library"]);
    let rows: Vec<Value> = found.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2, "{found}");
    assert_eq!(rows[1]["file"], "library/wick.png");
    let matches: Vec<&Value> = rows.iter().flat_map(|row| row["matches"].as_array().unwrap()).collect();
    assert!(matches.iter().any(|row| row["place"] == "book[2].name"), "{found}");
    for row in matches {
        let (start, end) = (row["spans"][0][0].as_u64().unwrap(), row["spans"][0][1].as_u64().unwrap());
        let part = &row["text"].as_str().unwrap()[start as usize..end as usize];
        assert_eq!(part.to_lowercase(), "reed king");
    }
    let keys = answer(at, &["grep", "-F", "Reed King", "--field", "book.keys", "wick.png"]);
    assert!(keys.lines().all(|line| line.contains("book[2].keys[0]")) && keys.lines().count() == 1, "{keys}");
    assert_eq!(answer(at, &["grep", "-l", "Wick", "library", "wick.json"]), "library/wick.png\nwick.json\n");
    // An escape in the JSON is the letter that it stands for.
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"\u0057ick"}}"#;
    fs::write(at.join("escaped.json"), card).unwrap();
    assert_eq!(answer(at, &["grep", "-c", "Wick", "escaped.json"]), "escaped.json: 1\n");
}

#[test]
fn how_many_files_hold_no_card_does_not_hang_on_the_pattern() {
    let folder = folder();
    let at = folder.path();
    let passed_over = |pattern: &str| {
        let said = text(&run(at, &["grep", pattern, "."]).stderr);
        let line = said.lines().find(|line| line.starts_with("no card in ")).unwrap_or_default();
        line.split(' ').nth(3).and_then(|count| count.parse::<usize>().ok()).unwrap_or_default()
    };
    let before = passed_over(".");
    fs::write(at.join("package.json"), r#"{"name":"reed","version":"1.0.0"}"#).unwrap();
    fs::write(at.join("cut.json"), r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"reed""#).unwrap();
    for pattern in ["reed", "nobody-at-all", "."] {
        assert_eq!(passed_over(pattern), before + 2, "{pattern}");
    }
}

#[test]
fn texts_go_out_and_come_in_as_they_were() {
    let folder = folder();
    let at = folder.path();
    for (file, list) in [("wick.png", "a.po"), ("wick.charx", "a.csv"), ("wick.json", "a.json"), ("book.json", "b.po")]
    {
        let before = fs::read(at.join(file)).unwrap();
        answer(at, &["texts", "out", file, "-o", list]);
        answer(at, &["texts", "in", file, list, "--in-place"]);
        assert_eq!(fs::read(at.join(file)).unwrap(), before, "{file}");
    }
    let list = r#"[{"place":"first_mes","source":"no longer","text":"Neu"},{"place":"nobody","source":"","text":"x"},
        {"place":"name","source":"Maren Tidewell","text":"Mira"},{"place":"book[2].name","source":"The Reed King","text":"Schilf"}]"#;
    fs::write(at.join("list.json"), list).unwrap();
    let output = run(at, &["texts", "in", "wick.png", "list.json", "-o", "new.png", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["misfits"].as_array().unwrap().len(), 2, "{told}");
    assert_eq!(answer(at, &["get", "new.png", "name", "book[2].name"]), "Mira\nSchilf\n");
    let po = "msgctxt \"name\"\nmsgid \"Maren Tidewell\"\nmsgstr \"\"\n\"Mi\"\n\"ra\"\n";
    fs::write(at.join("list.po"), po).unwrap();
    answer(at, &["texts", "in", "wick.png", "list.po", "--in-place"]);
    assert_eq!(answer(at, &["get", "wick.png", "name"]), "Mira\n");
    let unsure = "#, fuzzy\nmsgid \"\"\nmsgstr \"\"\n\n#, c-format, fuzzy\nmsgctxt \"name\"\nmsgid \"Mira\"\nmsgstr \"Myra\"\n\n\
        msgctxt \"first_mes\"\nmsgid \"x\"\nmsgstr \"\"\n";
    fs::write(at.join("unsure.po"), unsure).unwrap();
    let output = run(at, &["texts", "in", "wick.png", "unsure.po", "--in-place"]);
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(1), "name: its new text is marked as fuzzy, which is not finished\n".to_owned())
    );
    assert_eq!(answer(at, &["get", "wick.png", "name"]), "Mira\n");
    fs::write(at.join("slip.po"), "msgid\n").unwrap();
    let output = run(at, &["texts", "in", "wick.png", "slip.po", "--in-place"]);
    assert!(text(&output.stderr).contains("the list of texts cannot be read at line 1"), "{}", text(&output.stderr));
}

#[test]
fn two_edits_become_one_and_what_cannot_be_decided_is_named() {
    let folder = folder();
    let at = folder.path();
    answer(at, &["set", "wick.png", "tags+=mine", "first_mes=Mine", "-o", "ours.png"]);
    answer(at, &["set", "wick.json", "tags+=theirs", "scenario=Theirs", "-o", "theirs.json"]);
    answer(at, &["merge", "wick.png", "ours.png", "theirs.json", "-o", "merged.png"]);
    let got = answer(at, &["get", "merged.png", "tags", "first_mes", "scenario"]);
    assert_eq!(got, "[\"original\",\"canal\",\"example\",\"mine\",\"theirs\"]\nMine\nTheirs\n");
    answer(at, &["set", "wick.json", "first_mes=New", "name=Newer", "-o", "new.json"]);
    let output = run(at, &["update", "wick.png", "new.json", "ours.png", "--in-place", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["conflicts"][0]["pointer"], "/data/first_mes", "{told}");
    assert_eq!(answer(at, &["get", "ours.png", "first_mes", "name"]), "Mine\nNewer\n");
    let marked = run(at, &["merge", "wick.json", "ours.png", "new.json", "--mark", "-o", "marked.png"]);
    assert_eq!(marked.status.code(), Some(1));
    assert!(
        answer(at, &["get", "marked.png", "first_mes"]).contains("<<<<<<< ours\nMine\n=======\nNew\n>>>>>>> theirs")
    );
}

#[test]
fn cards_that_have_no_place_for_tags_are_counted() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("two")).unwrap();
    for name in ["wick-v1.png", "wick-v3.png"] {
        fs::copy(fixture(name), at.join("two").join(name)).unwrap();
    }
    let output = run(at, &["tags", "two", "--add", "new", "--in-place"]);
    assert!(output.status.success());
    let told = text(&output.stderr);
    assert!(told.contains("changed 1 of 2 cards") && told.contains("no place for tags in 1 file"), "{told}");
    assert!(!told.contains("no card in"), "{told}");
    let told = answer(at, &["tags", "two", "--add", "newer", "--dry-run", "--json"]);
    assert!(told.contains(r#""without":1"#), "{told}");
    // Whatever is asked, the same files are cards with a place for tags: not a lorebook, nor a module.
    fs::copy(fixture("chat.jsonl"), at.join("two/chat.jsonl")).unwrap();
    fs::write(at.join("two/book.json"), r#"{"spec":"lorebook_v3","data":{"extensions":{},"entries":[]}}"#).unwrap();
    for words in [&["tags", "two"][..], &["tags", "two", "--remove", "new", "--dry-run"]] {
        let told = answer(at, &[words, &["--json"]].concat());
        assert!(told.contains(r#""cards":1,"#) && told.contains(r#""without":2"#), "{words:?}: {told}");
    }
}

#[test]
fn a_place_without_a_parent_is_no_damage_of_the_file() {
    let folder = folder();
    let output = run(folder.path(), &["set", "wick.json", "/data/nope/bar=1", "-o", "never.json"]);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(told.contains("error[no-place]: wick.json: no value can be put at `/data/nope/bar`"), "{told}");
    assert!(!told.contains("in an editor"), "{told}");
}

#[test]
fn near_texts_are_found_in_folders_and_rows() {
    let folder = folder();
    let at = folder.path();
    answer(at, &["set", "wick.png", "name=Somebody", "tags=x", "scenario=A little else.", "-o", "library/near.png"]);
    let near = |words: &[&str]| {
        let found: Value = serde_json::from_str(&answer(at, words)).unwrap();
        found["alike"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(near(&["dupes", "library", "--json"]), 0);
    assert_eq!(near(&["dupes", "library", "--near", "0.8", "--json"]), 1);
    answer(at, &["scan", "--near", "library", "-o", "rows.jsonl"]);
    assert_eq!(near(&["dupes", "rows.jsonl", "--near", "0.8", "--json"]), 1);
    assert!(answer(at, &["dupes", "library", "--near", "0.8"]).contains("nearly the same prose"));
}

#[test]
fn books_go_into_cards_and_doubles_stay_out() {
    let folder = folder();
    let at = folder.path();
    answer(at, &["attach", "wick.png", "other-book.json", "wick.charx", "-o", "more.png", "--json"]);
    let told = answer(at, &["attach", "more.png", "other-book.json", "--in-place", "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["added"], &told["doubles"]), (&0.into(), &1.into()));
    let count = |file: &str| answer(at, &["get", file, "book.entries", "--json"]).matches("\"keys\":").count();
    assert_eq!(count("more.png"), count("wick.png") + 1);
    answer(at, &["attach", "bad.json", "wick.png", "--in-place"]);
    assert_eq!(answer(at, &["get", "bad.json", "book.name"]), "Saltmere\n");
}

#[test]
fn a_module_is_made_with_ids_of_its_own() {
    let folder = folder();
    let at = folder.path();
    let words = ["name=Saltmere", "category=World Knowledge", "book[+].content=A town.", "book[+].content=A lock."];
    let made = |file: &str| {
        answer(at, &[&["new", file, "--spec", "module"][..], &words].concat());
        let json: Value = serde_json::from_slice(&fs::read(at.join(file)).unwrap()).unwrap();
        let id = |entry: &str| json.pointer(entry).and_then(Value::as_str).unwrap_or_default().to_owned();
        [id("/module_id"), id("/entries/0/entry_id"), id("/entries/1/entry_id")]
    };
    let (one, other) = (made("one.json"), made("two.json"));
    assert!(one.iter().all(|id| id.len() == 9 && !other.contains(id)) && one[1] != one[2], "{one:?} {other:?}");
    let said = answer(at, &["lint", "one.json", "--all"]);
    assert!(!said.contains("error") && !said.contains("missing-member"), "{said}");
    for name in ["town.png", "town.byaf", "town.yaml"] {
        let refused = run(at, &["new", name, "--spec", "module", "name=X"]);
        assert_eq!(refused.status.code(), Some(2), "{name}");
    }
}

#[test]
fn a_change_is_dated_unless_that_is_not_wanted() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("dated.json"), r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"A","creation_date":5,"modification_date":6,"source":["b"]}}"#).unwrap();
    answer(at, &["set", "dated.json", "name=Mira", "--in-place", "--no-touch"]);
    assert_eq!(answer(at, &["get", "dated.json", "modification_date"]), "6\n");
    answer(at, &["set", "dated.json", "name=Mora", "--in-place"]);
    assert_ne!(answer(at, &["get", "dated.json", "modification_date"]), "6\n");
    let refused = run(at, &["set", "dated.json", "creation_date:=7", "--in-place"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("`--force` changes it"), "{}", text(&refused.stderr));
    let forced = run(at, &["set", "dated.json", "creation_date:=7", "source:=[]", "--in-place", "--force"]);
    let said = text(&forced.stderr);
    assert!(
        said.contains("another date of creation") && said.contains("does not name its source any more: b"),
        "{said}"
    );
}

#[test]
fn where_a_result_goes_is_asked_for_by_every_way() {
    let folder = folder();
    for words in [
        &["set", "wick.png", "name=X"][..],
        &["attach", "wick.png", "other-book.json"],
        &["detach", "wick.png"],
        &["strip", "wick.png"],
        &["embed", "wick.png", "wick.json"],
    ] {
        let output = run(folder.path(), words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let said = text(&output.stderr);
        assert!(said.contains("--in-place changes the file itself, -o OUT writes another"), "{words:?}: {said}");
        assert_eq!(said.contains("--dry-run"), !["strip", "embed"].contains(&words[0]), "{words:?}: {said}");
    }
}

#[test]
fn bytes_are_no_text_and_a_picture_has_several_names() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("odd.txt"), b"caf\xe9").unwrap();
    let refused = run(at, &["set", "wick.json", "creator=@odd.txt", "-o", "never.json"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("the byte at 3 is not UTF-8"), "{}", text(&refused.stderr));
    for name in ["picture", "portrait", "image", "avatar"] {
        let shown = answer(at, &["set", "wick.png", &format!("{name}=@portrait.png"), "--dry-run"]);
        assert!(shown.contains("a new one") && !shown.contains('\u{fffd}'), "{name}: {shown}");
    }
}

#[test]
fn lists_take_one_element_or_several() {
    let folder = folder();
    let at = folder.path();
    answer(
        at,
        &["set", "wick.json", "tags=a, b", "tags+=c,d", "tags+:=\"e,f\"", "greetings+=Well, well.", "-o", "new.json"],
    );
    assert_eq!(answer(at, &["get", "new.json", "tags"]), "[\"a\",\"b\",\"c\",\"d\",\"e,f\"]\n");
    assert!(answer(at, &["get", "new.json", "greetings"]).contains("\"Well, well.\"]"));
    answer(at, &["set", "wick.json", "book.entries+:={\"keys\":[\"eel\"],\"content\":\"c\"}", "-o", "eel.json"]);
    assert!(answer(at, &["get", "eel.json", "book[eel]"]).contains("\"enabled\":true"));
}

#[test]
fn an_element_of_the_wrong_kind_is_refused() {
    let folder = folder();
    let at = folder.path();
    let before = fs::read(at.join("wick.png")).unwrap();
    for edit in ["tags[0]:=7", "tags+:=7", "greetings[1]:=[]", "book.entries[0].keys[0]:=null", "greetings:=[\"a\",7]"]
    {
        let output = run(at, &["set", "wick.png", edit, "--in-place"]);
        assert_eq!(output.status.code(), Some(2), "{edit}: {}", text(&output.stdout));
        assert_eq!(fs::read(at.join("wick.png")).unwrap(), before, "{edit}");
    }
}

#[test]
fn pictures_that_go_into_an_archive_are_not_called_lost() {
    let folder = folder();
    let at = folder.path();
    let lost = |words: &[&str]| {
        let told: Value = serde_json::from_str(&answer(at, words)).unwrap();
        let lost = told["loss"].as_array().unwrap().clone();
        lost.iter().any(|loss| loss["pointer"].as_str().unwrap().starts_with("/data/assets"))
    };
    answer(
        at,
        &[
            "set",
            "wick.charx",
            "assets:=[{\"type\":\"icon\",\"uri\":\"ccdefault:\",\"name\":\"main\",\"ext\":\"png\"}]",
            "-o",
            "plain.charx",
        ],
    );
    answer(at, &["pack", "plain.charx", "--as", "png", "--picture", "portrait.png", "-o", "plain.png"]);
    assert!(!lost(&["convert", "plain.png", "--to", "byaf", "-o", "plain.byaf", "--json"]));
    answer(at, &["inspect", "plain.byaf"]);
}

#[test]
fn books_come_out_of_cards_again() {
    let folder = folder();
    let at = folder.path();
    answer(at, &["attach", "wick.png", "other-book.json", "-o", "more.png"]);
    let told = answer(at, &["detach", "more.png", "other-book.json", "--in-place", "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["removed"], &told["absent"]), (&1.into(), &0.into()));
    let book = |file: &str| answer(at, &["get", file, "book.entries"]);
    assert_eq!(book("more.png"), book("wick.png"));
    answer(at, &["detach", "wick.png", "--save", "taken.json", "-o", "bare.png"]);
    assert_eq!(answer(at, &["get", "taken.json", "book.entries"]), book("wick.png"));
    assert_eq!(run(at, &["get", "bare.png", "book"]).status.code(), Some(2));
    for (save, to) in [
        ("both.json", "both.json"),
        ("both.json", "./both.json"),
        ("wick.png", "new.png"),
        ("-", "-"),
        ("book.png", "new.png"),
    ] {
        let output = run(at, &["detach", "wick.png", "--save", save, "-o", to, "--force"]);
        assert_eq!(output.status.code(), Some(2), "{save} {to}");
    }
    assert_eq!(run(at, &["detach", "bare.png", "--in-place"]).status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn an_editor_gets_a_folder_of_texts() {
    let folder = folder();
    let at = folder.path();
    let script = "for f in \"$1\"/*first*mes* \"$1\"/*greeting*0*; do test -f \"$f\" && echo 'Who goes there?' > \"$f\"; done; true\n";
    fs::write(at.join("folder.sh"), script).unwrap();
    answer(at, &["edit", "wick.json", "--folder", "--with", "sh folder.sh"]);
    assert_eq!(answer(at, &["get", "wick.json", "first_mes"]), "Who goes there?\n");
    let before = fs::read(at.join("wick.json")).unwrap();
    answer(at, &["edit", "wick.json", "--folder", "--with", "true"]);
    assert_eq!(fs::read(at.join("wick.json")).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn a_line_of_an_edited_text_that_is_not_as_it_was_is_refused_and_the_texts_are_kept() {
    let folder = folder();
    let at = folder.path();
    let before = fs::read(at.join("wick.json")).unwrap();
    for (script, wanted) in [
        ("/^<!-- cards: first_mes -->$/d", "the line `<!-- cards: first_mes -->` is gone"),
        ("s/^<!-- cards: first_mes -->$/<!--cards: first_mes-->/", "`<!--cards: first_mes-->` is not as it was"),
        ("s/^<!-- cards: first_mes -->$/<!--  Cards: first_mes -->/", "`<!--  Cards: first_mes -->` is not as it was"),
        ("s/^<!-- cards: first_mes -->$/<!-- cards: name -->/", "the line for `name` is there twice"),
        ("/^<!-- cards:/d", "line 1: a text in front of the first line"),
        ("1i New.", "line 1: a text in front of the first line"),
    ] {
        fs::write(at.join("editor.sh"), format!("sed -i '{script}' \"$1\"\n")).unwrap();
        let output = run(at, &["edit", "wick.json", "--with", "sh editor.sh"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{script}: {said}");
        assert!(said.contains(wanted) && said.contains("; the edited texts are in "), "{script}: {said}");
        assert_eq!(fs::read(at.join("wick.json")).unwrap(), before, "{script}");
    }
}

#[test]
fn words_in_front_of_what_a_card_does_not_say_stay_out_of_its_name() {
    let folder = folder();
    let at = folder.path();
    answer(at, &["new", "one.json", "name=Aria", "character_version=2"]);
    let name = |to: &str| {
        let told = answer(at, &["rename", "one.json", "--to", to]);
        told.trim().rsplit("-> ").next().unwrap_or_default().to_owned()
    };
    for (template, expected) in [
        ("{name} by {creator}", "Aria.json"),
        ("{name} by {creator} v{version}", "Aria v2.json"),
        ("{name} ({creator})", "Aria.json"),
        ("{name} ({creator}) {version}", "Aria 2.json"),
        ("{creator} - {name}", "Aria.json"),
        ("card {name}", "card Aria.json"),
    ] {
        assert_eq!(name(template), expected, "{template}");
    }
}

#[test]
fn new_cards_hold_what_they_were_given() {
    let folder = folder();
    let at = folder.path();
    for spec in ["v1", "v2", "v3", "v3l", "prom"] {
        let file = format!("{spec}.json");
        answer(at, &["new", &file, "--spec", spec, "name=Aria", "first_mes=Hi", "description=@text.txt"]);
        assert_eq!(answer(at, &["get", &file, "name", "first_mes"]), "Aria\nHi\n", "{spec}");
        let lint = run(at, &["lint", &file, "--fail-on", "error"]);
        assert_eq!(lint.status.code(), Some(0), "{spec}: {}", text(&lint.stdout));
    }
    for file in ["aria.byaf", "aria.yaml"] {
        answer(at, &["new", file, "name=Aria", "first_mes=Hi"]);
        assert_eq!(answer(at, &["get", file, "name", "first_mes"]), "Aria\nHi\n", "{file}");
        let seen: Value = serde_json::from_str(&answer(at, &["inspect", file, "--json"])).unwrap();
        assert_ne!(seen["container"], "JSON", "{file}: {seen}");
    }
    answer(at, &["new", "mira.json", "--template", "wick.png", "name=Mira"]);
    assert_eq!(answer(at, &["get", "mira.json", "scenario"]), answer(at, &["get", "wick.png", "scenario"]));
    assert_eq!(run(at, &["get", "mira.json", "assets"]).status.code(), Some(2));
    answer(at, &["new", "aria.png", "--picture", "portrait.png", "name=Aria", "greetings+=Ho"]);
    assert_eq!(answer(at, &["get", "aria.png", "greetings[1]"]), "Ho\n");
}

#[test]
fn files_are_named_after_their_cards_and_none_is_replaced() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("cards")).unwrap();
    for file in ["one.png", "two.png", "Maren Tidewell.png"] {
        fs::copy(at.join("wick.png"), at.join("cards").join(file)).unwrap();
    }
    fs::write(at.join("cards/note.json"), "{}").unwrap();
    let names = || {
        let mut all: Vec<_> = fs::read_dir(at.join("cards"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        all.sort();
        all
    };
    let before = names();
    let shown = answer(at, &["rename", "cards"]);
    assert!(shown.contains("one.png -> cards/Maren Tidewell (2).png"), "{shown}");
    assert_eq!(names(), before);
    answer(at, &["rename", "cards", "--apply"]);
    let wanted = ["Maren Tidewell (2).png", "Maren Tidewell (3).png", "Maren Tidewell.png", "note.json"];
    assert_eq!(names(), wanted);
    // The files have their names now.
    assert_eq!(answer(at, &["rename", "cards", "--apply", "--to", "{name} ({spec})"]).lines().count(), 3);
}

#[test]
fn tags_are_counted_added_removed_and_renamed() {
    let folder = folder();
    let at = folder.path();
    assert!(answer(at, &["tags", "wick.png", "library"]).contains("     2  canal"));
    answer(at, &["tags", "library", "--rename", "CANAL=Canals", "--remove", "example", "--add", "new", "--in-place"]);
    assert_eq!(answer(at, &["get", "library/wick.png", "tags"]), "[\"original\",\"Canals\",\"new\"]\n");
    let again = run(at, &["tags", "library", "--add", "New", "--in-place"]);
    assert!(text(&again.stderr).contains("changed 0 of 1 card"), "{}", text(&again.stderr));
    // V2 `tags`: letter case does not count; the most frequent spelling is shown, and the others behind it.
    fs::create_dir(at.join("spelled")).unwrap();
    for (number, tags) in [r#""Ferry","ferry""#, r#""Ferry""#, r#""FERRY","Sea""#].into_iter().enumerate() {
        let card = format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"A","tags":[{tags}]}}}}"#);
        fs::write(at.join(format!("spelled/{number}.json")), card).unwrap();
    }
    assert_eq!(answer(at, &["tags", "spelled"]), "     3  Ferry  also FERRY, ferry\n     1  Sea\n");
    let told = answer(at, &["tags", "spelled", "--json"]);
    assert!(told.contains(r#"{"also":["FERRY","ferry"],"cards":3,"tag":"Ferry"}"#), "{told}");
}

#[test]
fn the_first_paragraph_of_the_notes_is_shown_whole() {
    let folder = folder();
    let at = folder.path();
    let paragraph =
        "A sentence of the notes that is longer than a line of a screen has room for, and goes on. And a second one.";
    let card = format!(
        r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"A","creator_notes":"{paragraph}\n\nMore."}}}}"#
    );
    fs::write(at.join("noted.json"), card).unwrap();
    let shown = answer(at, &["inspect", "noted.json"]);
    let words: Vec<&str> = shown.split_whitespace().collect();
    assert!(words.join(" ").contains(paragraph), "{shown}");
    assert!(!shown.contains("More."), "{shown}");
    assert!(
        answer(at, &["inspect", "noted.json", "--json"])
            .contains(&format!(r#""creator_notes":"{paragraph}\n\nMore.""#))
    );
}

#[cfg(unix)]
#[test]
fn an_editor_gets_the_texts_and_gives_them_back() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("editor.sh"), "sed -i 's/lock/weir/g; s/^Again.*$/Gone/' \"$1\"\n").unwrap();
    answer(at, &["set", "wick.json", "scenario=One\n\n<!-- cards: name -->\nlock\n", "--in-place"]);
    answer(at, &["edit", "wick.json", "--with", "sh editor.sh"]);
    let scenario = answer(at, &["get", "wick.json", "scenario"]);
    assert_eq!(scenario, "One\n\n<!-- cards: name -->\nweir\n\n");
    assert!(answer(at, &["get", "wick.json", "description"]).contains("Saltmere weir"));
    let before = fs::read(at.join("wick.json")).unwrap();
    answer(at, &["edit", "wick.json", "--with", "true"]);
    assert_eq!(fs::read(at.join("wick.json")).unwrap(), before);
    fs::write(at.join("broken.sh"), "printf '<!-- cards: nobody -->\\nx\\n' > \"$1\"\n").unwrap();
    let output = run(at, &["edit", "wick.json", "--with", "sh broken.sh"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("the line for `nobody` was not there") && said.contains("; the edited texts are in "),
        "{said}"
    );
}

/// The sheet of an editor holds the texts of every known file such that a sheet which nobody changed leaves it as it was.
#[cfg(unix)]
#[test]
fn a_sheet_that_nobody_changed_leaves_every_known_file_as_it_was() {
    let folder = folder();
    let (at, mut seen) = (folder.path(), 0);
    for file in crate::laws::cards() {
        let bytes = fs::read(&file).unwrap();
        for with in [&["edit", path(&file), "--with", "true"][..], &["edit", path(&file), "--with", "true", "--folder"]]
        {
            let output = run(at, &[with, &["-o", "out", "--force"]].concat());
            match output.status.code() {
                Some(0) => assert!(fs::read(at.join("out")).unwrap() == bytes, "{with:?}"),
                // A form of another program is read alone; a card without texts has nothing to edit.
                _ => assert_eq!(text(&output.stdout), "", "{with:?}: {}", text(&output.stderr)),
            }
            seen += usize::from(output.status.success());
        }
    }
    assert!(seen > 10, "{seen} sheets");
}

/// Names of members may hold line ends, blanks and what ends a mark.
#[cfg(unix)]
#[test]
fn a_text_whose_place_is_no_plain_line_is_edited_as_any_other() {
    let folder = folder();
    let at = folder.path();
    let notes = r#"{"a\nb":"one","c --> d":"two"," e ":"three","\"f\"":"four"}"#;
    let card = format!(
        r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"A","creator_notes_multilingual":{notes}}}}}"#
    );
    fs::write(at.join("odd.json"), &card).unwrap();
    for number in ["one", "two", "three", "four"] {
        let with = format!("sed -i s/^{number}$/changed/");
        let output = run(at, &["edit", "odd.json", "--with", &with, "-o", "out.json", "--force"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        // The notes in no language and the date of the change follow.
        let made = fs::read_to_string(at.join("out.json")).unwrap();
        assert!(made.contains(&notes.replace(number, "changed")), "{made}");
    }
    // What is said of such a line is how it is written.
    for (script, said) in [
        ("/a.nb/,+1d", r#"the line `<!-- cards: "creator_notes_multilingual.a\nb" -->` is gone"#),
        ("s/a.nb/a\\\\nc/", r#"the line for `"creator_notes_multilingual.a\nc"` was not there"#),
    ] {
        fs::write(at.join("change.sh"), format!("sed -i '{script}' \"$1\"\n")).unwrap();
        let output = run(at, &["edit", "odd.json", "--with", "sh change.sh", "-o", "out.json", "--force"]);
        assert!(text(&output.stderr).contains(said), "{script}: {}", text(&output.stderr));
    }
}

/// serde writes `1.50` as `1.5`, and `1e400` not at all: what is said of a change that was made must not fail, nor say another number.
#[test]
fn numbers_are_told_as_they_are_written_by_every_verb() {
    let numbers = ["1.50", "1e400", "-0", "12345678901234567890123", "1E2"];
    let card = |value: &str| {
        format!(
            r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"A","extensions":{{"a/x":{value}}}}}}}"#
        )
    };
    let (here, other) = (r#"[{"n":7.0}]"#, r#"{"n":8.0}"#);
    for number in numbers.into_iter().chain([r#"["a",2.50]"#, here]) {
        let folder = folder_with(&[("a.json", card(number).as_bytes()), ("b.json", card(other).as_bytes())]);
        let at = folder.path();
        let (before, after) = (format!(r#""before":{number}"#), format!(r#""after":{number}"#));
        let rows: [(&[&str], &str); 8] = [
            (&["get", "a.json", "extensions[\"a/x\"]"], &format!(r#""value":{number}"#)),
            (&["get", "a.json", "extensions"], &format!(r#""value":{{"a/x":{number}}}"#)),
            (&["diff", "a.json", "b.json"], &before),
            (&["diff", "b.json", "a.json"], &after),
            (&["set", "a.json", "extensions[\"a/x\"]=no", "-o", "set.json"], &before),
            (&["set", "a.json", "--remove", "extensions[\"a/x\"]", "--dry-run"], &before),
            (&["merge", "b.json", "b.json", "a.json", "-o", "merged.json"], &after),
            (&["merge", "a.json", "b.json", "set.json", "-o", "both.json", "--ours"], &format!(r#""base":{number}"#)),
        ];
        for (line, wanted) in rows {
            let done = run(at, &[line, &["--json"]].concat());
            let told = text(&done.stdout);
            assert!(told.contains(wanted), "{line:?} of {number}: {told}{}", text(&done.stderr));
            assert_ne!(done.status.code(), Some(2), "{line:?} of {number}");
        }
    }
}
