//! Pointers into a value.

use cards_json::*;

fn pointer(text: &str) -> Pointer {
    text.parse().unwrap()
}

#[test]
fn keys_are_escaped_and_come_back() {
    let mut pushed = Pointer::ROOT;
    pushed.push_member("a/b~c");
    pushed.push_index(3);
    assert_eq!(pushed, "/a~1b~0c/3");
    assert_eq!(pointer("/a~1b~0c/3").keys().collect::<Vec<_>>(), ["a/b~c", "3"]);
    assert_eq!(pointer("/data").member("x/y"), "/data/x~1y");
    assert_eq!(pointer("/~01").last().as_deref(), Some("~1"));
    assert_eq!(Pointer::ROOT.keys().count(), 0);
    assert_eq!(pointer("/").keys().collect::<Vec<_>>(), [""]);
}

#[test]
fn only_pointers_are_read() {
    for text in ["a", "a/b", "/~", "/~2", "/a~"] {
        assert!(text.parse::<Pointer>().is_err(), "{text}");
    }
}

#[test]
fn a_pointer_goes_up_and_down() {
    let mut at = pointer("/a/b");
    assert_eq!(at.parent().and_then(|up| up.parent()), Some(Pointer::ROOT));
    assert_eq!(Pointer::ROOT.parent(), None);
    assert_eq!(at.below(&pointer("/a")), Some(pointer("/b")));
    assert_eq!(pointer("/ab").below(&pointer("/a")), None);
    assert_eq!(pointer("/a").join(&pointer("/b")), at);
    at.pop();
    at.pop();
    at.pop();
    assert!(at.is_root());
}

#[test]
fn indices_are_ordered_by_number() {
    let mut all = ["/b", "/a/10", "/a/2", "", "/a", "/a/x", "/a/02"].map(pointer);
    all.sort();
    assert_eq!(all.map(|p| p.to_string()), ["", "/a", "/a/2", "/a/10", "/a/02", "/a/x", "/b"]);
}
