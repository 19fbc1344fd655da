//! Values through the formats of serde.

use cards_json::*;
use serde::de::IntoDeserializer as _;
use serde::de::value::Error;
use serde::{Deserialize as _, de};

#[track_caller]
fn written(number: &str) -> Result<String, String> {
    serde_json::to_string(&number.parse::<Json>().unwrap()).map_err(|error| error.to_string())
}

#[test]
fn a_number_goes_out_as_it_is_or_not_at_all() {
    for exact in [
        "0",
        "-0.0",
        "18446744073709551615",
        "-9223372036854775809",
        "12345678901234567890123",
        "340282366920938463463374607431768211455",
        "-170141183460469231731687303715884105728",
    ] {
        assert_eq!(written(exact).as_deref(), Ok(exact));
    }
    assert_eq!((written("-0").as_deref(), written("1.50").as_deref()), (Ok("-0.0"), Ok("1.5")));
    for beyond in ["340282366920938463463374607431768211456", "-170141183460469231731687303715884105729", "1e999"] {
        assert_eq!(written(beyond), Err(format!("the number {beyond} is beyond what serde carries")));
    }
}

#[test]
fn wide_integers_come_in_as_they_are() {
    let wide: de::value::U128Deserializer<Error> = u128::MAX.into_deserializer();
    assert_eq!(Json::deserialize(wide).unwrap().to_string(), u128::MAX.to_string());
    let deep: de::value::I128Deserializer<Error> = i128::MIN.into_deserializer();
    assert_eq!(Json::deserialize(deep).unwrap().to_string(), i128::MIN.to_string());
}
