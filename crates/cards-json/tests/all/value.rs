//! Values, what they hold, and how deep.

use cards_json::*;

fn json(text: &str) -> Json {
    text.parse().unwrap()
}

fn pointer(text: &str) -> Pointer {
    text.parse().unwrap()
}

#[test]
fn pointers_lead_to_values() {
    let value = json(r#"{"a/b":[{"x":1},[2,3]]}"#);
    assert_eq!(value.at(&pointer("/a~1b/1/0")).and_then(Json::as_i64), Some(2));
    assert_eq!(value.at(&Pointer::ROOT), Some(&value));
    for nowhere in ["/a", "/a~1b/2", "/a~1b/00", "/a~1b/-", "/a~1b/0/x/y"] {
        assert_eq!(value.at(&pointer(nowhere)), None, "{nowhere}");
    }
    assert_eq!(value["a/b"][1][1].as_i64(), Some(3));
    assert!(value["b"][7]["c"].is_null());
}

#[test]
fn values_go_in_and_out_where_a_pointer_leads() {
    let mut value = json(r#"{"a":[1,{"b":2}],"c":3}"#);
    assert_eq!(value.set(&pointer("/a/1/b"), "x").unwrap(), Some(2.into()));
    assert_eq!(value.set(&pointer("/a/2"), 0.5).unwrap(), None);
    assert_eq!(value.set(&pointer("/d"), f64::NAN).unwrap(), None);
    assert_eq!(value.remove(&pointer("/a/0")), Some(1.into()));
    assert_eq!(value.remove(&pointer("/c")), Some(3.into()));
    assert_eq!(value.to_string(), r#"{"a":[{"b":"x"},0.5],"d":null}"#);
    let before = value.clone();
    for nowhere in ["/a/3", "/a/x", "/d/x", "/x/y"] {
        assert!(matches!(value.set(&pointer(nowhere), 1), Err(Error::NoPlace { .. })), "{nowhere}");
        assert_eq!(value.remove(&pointer(nowhere)), None, "{nowhere}");
    }
    assert_eq!(value.remove(&Pointer::ROOT), None);
    assert_eq!(value, before);
    value.insert(&pointer("/a/0"), "first").unwrap();
    assert_eq!(value.to_string(), r#"{"a":["first",{"b":"x"},0.5],"d":null}"#);
}
