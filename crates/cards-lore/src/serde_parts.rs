//! Parts of the forms that serde writes: numbers as JSON has them, and values behind a member of their own.

/// A number, without a fraction where it has none. What JSON has no number for is written as `null` and read as NaN.
pub(crate) mod number {
    use serde::{Deserialize, Deserializer, Serializer};

    /// Up to here every whole number is one of its own.
    const EXACT: f64 = 9_007_199_254_740_992.0;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
    pub(crate) fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        let whole = number.fract() == 0.0 && number.abs() < EXACT && !(*number == 0.0 && number.is_sign_negative());
        match number {
            number if whole => serializer.serialize_i64(*number as i64),
            number if number.is_finite() => serializer.serialize_f64(*number),
            _ => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        Ok(Option::<f64>::deserialize(deserializer)?.unwrap_or(f64::NAN))
    }
}

/// The same where there may be none: a member that is left out.
pub(crate) mod number_or_none {
    use serde::{Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
        match number {
            Some(number) => super::number::serialize(number, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
        super::number::deserialize(deserializer).map(Some)
    }
}

/// Puts the value of a variant behind a member, beside the tag of its enum.
macro_rules! behind {
    ($(($module:ident, $member:literal, $type:ty)),* $(,)?) => { $(
        pub(crate) mod $module {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            #[derive(Serialize)]
            struct Written<'v> {
                #[serde(rename = $member)]
                value: &'v $type,
            }

            #[derive(Deserialize)]
            struct Read {
                #[serde(rename = $member)]
                value: $type,
            }

            pub(crate) fn serialize<S: Serializer>(value: &$type, serializer: S) -> Result<S::Ok, S::Error> {
                Written { value }.serialize(serializer)
            }

            pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                Read::deserialize(deserializer).map(|read| read.value)
            }
        }
    )* };
}

behind! {
    (key, "key", crate::trace::KeyMatch),
    (message, "message", usize),
    (injection, "injection", usize),
    (field, "field", crate::book::Field),
    (by, "by", crate::entry_at::EntryAt),
    (name, "name", String),
    (part, "part", String),
    (position, "position", i64),
    (written, "written", String),
}
