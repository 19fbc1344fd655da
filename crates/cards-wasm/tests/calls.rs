//! Calls as JavaScript makes them. What they answer in full is tested under Node, in `packages/npm/test`.

use cards_wasm::World;

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hello."}}"#;
const CORE: &str = include_str!("../../../packages/npm/core.js");

/// Makes a call and gives the JSON of its answer.
fn call(world: &mut World, held: u32, name: &str, args: &str, files: &[&str]) -> String {
    let pieces = [name, args].iter().chain(files).map(|piece| piece.as_bytes().to_vec()).collect();
    let answer = world.call(held, pieces).pieces();
    answer.first().map(|json| String::from_utf8_lossy(json).into_owned()).unwrap_or_default()
}

#[test]
fn every_call_is_made_by_the_package_and_no_other() {
    for name in World::names() {
        assert!(CORE.contains(&format!("call('{name}'")), "packages/npm/core.js never calls {name}");
    }
    for rest in CORE.split("call('").skip(1) {
        let name = rest.split('\'').next().unwrap();
        assert!(World::names().any(|known| known == name), "no call is named {name}");
    }
}

#[test]
fn a_card_stays_open_under_its_number_until_it_is_freed() {
    let mut world = World::default();
    assert_eq!(call(&mut world, 0, "open", "{}", &[CARD]), r#"{"ok":1}"#);
    assert_eq!(call(&mut world, 0, "open", "{}", &[CARD]), r#"{"ok":2}"#);
    let set = r#"{"patches":[{"op":"set","path":"name","value":"Wick"}]}"#;
    let changed = r#"{"ok":[{"pointer":"/data/name","cause":"asked","before":"Aria","after":"Wick"}]}"#;
    assert_eq!(call(&mut world, 1, "card.apply", set, &[]), changed);
    assert_eq!(call(&mut world, 1, "free", "{}", &[]), r#"{"ok":null}"#);
    let freed = r#"{"error":{"kind":"usage","code":"usage","message":"this was freed","place":null,"help":null}}"#;
    assert_eq!(call(&mut world, 1, "card.about", "{}", &[]), freed);
    let about = r#"{"ok":{"container":"JSON","form":"V2","name":"Aria","changed":false,"steps":0}}"#;
    assert_eq!(call(&mut world, 2, "card.about", "{}", &[]), about);
    assert_eq!(call(&mut world, 0, "open", "{}", &[CARD]), r#"{"ok":1}"#);
}

#[test]
fn calls_that_are_none_are_refused() {
    let mut world = World::default();
    for (name, args, files, message) in [
        ("sing", "{}", &[][..], "this module has no `sing`; the full one may have it"),
        ("open", "{}", &[], "a file belongs here: its bytes, or its text"),
        ("tokens", "{}", &[], "missing field `text` at line 1 column 2"),
        ("row", r#"{"lnt":true}"#, &[CARD], "unknown field `lnt`, expected `lint` or `signature` at line 1 column 6"),
        ("schema", r#"{"form":"v9"}"#, &[], "`v9` is not the name of a form; choose one of v0, v1, v2, v3, v3l, prom"),
        ("create", r#"{"form":"module"}"#, &[], "a new card is v1, v2, v3, v3l or prom, not an RPGGO module"),
    ] {
        let answer = call(&mut world, 0, name, args, files);
        let wanted = format!(r#"{{"error":{{"kind":"usage","code":"usage","message":"{message}"#);
        assert!(answer.starts_with(&wanted), "{answer}");
    }
    assert!(
        World::default().call(0, Vec::new()).pieces()[0].starts_with(br#"{"error":{"kind":"usage","code":"usage""#)
    );
}
