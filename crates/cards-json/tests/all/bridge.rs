//! Values of `serde_json` into ours and back.

use cards_json::*;
use serde_json::Value;

#[test]
fn values_cross_the_bridge_and_come_back() {
    let text = r#"{"a":[1,-2,0.5,18446744073709551615,-0.0,null,true],"b":"x"}"#;
    let json: Json = text.parse().unwrap();
    let value = Value::from(json.clone());
    assert_eq!(value["a"][3], u64::MAX);
    assert_eq!(Json::from(value), json);
    assert_eq!(Value::from(Json::from(f64::INFINITY)), Value::Null);
    assert_eq!(Value::from("1e999".parse::<Json>().unwrap()), Value::Null);
}
