//! RisuAI presets: `.risup` and `.risupreset`.
//!
//! de facto: RisuAI 460ecae (`src/ts/storage/database.svelte.ts`). An object of MessagePack says that it is a preset, and of which
//! version; the preset in it is MessagePack again, sealed under a key that is the same for everybody. All of it is packed by gzip,
//! and in a `.risup` by the permutation of modules as well.

#![deny(clippy::arithmetic_side_effects)]

mod seal;

use std::borrow::Cow;
use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cards_model::json::{Json, Number, Pointer};
use flate2::{Compression, Decompress, GzBuilder};

use crate::error::Error;
use crate::limits::Limits;
use crate::place::Place;
use crate::sniff::Format;
use crate::{inflate, msgpack, risum};

/// How a preset is packed; its name is the ending of such files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Packing {
    /// As in a `.risup`.
    Permuted,
    /// As in a `.risupreset`.
    Plain,
}

cards_words::named! {
    Packing: "packing of a preset";
    Permuted => "risup",
    Plain => "risupreset",
}

impl Packing {
    /// How a file of this format is packed, if it may be a preset: any gzip may.
    #[must_use]
    pub fn of(format: Format) -> Option<Self> {
        match format {
            Format::Risup => Some(Self::Permuted),
            Format::Gzip => Some(Self::Plain),
            _ => None,
        }
    }
}

/// A preset as its file, and what the file says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Packed {
    /// The file.
    pub bytes: Vec<u8>,
    /// Where numbers are that JSON says more exactly than the client's library keeps them: whole ones beyond 2^53, and those beyond
    /// the range of `f64`, which become nothing.
    pub rounded: Vec<Pointer>,
}

/// Reads a preset.
///
/// # Errors
/// [`Error::BadPreset`] for another file, [`Error::BadDeflate`] for a broken one, [`Error::TooLarge`] past `Limits::json`,
/// [`Error::Ratio`] past `Limits::ratio`.
///
/// # Examples
/// ```
/// use cards_container::risup::{Packing, read, write};
/// let preset: cards_model::Json = r#"{"name":"Brief","promptTemplate":[]}"#.parse()?;
/// let file = write(&preset, Packing::Permuted);
/// assert_eq!((read(&file.bytes, &Default::default())?, file.rounded.len()), (preset, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(file: &[u8], limits: &Limits) -> Result<Json, Error> {
    let bad = |reason| Error::BadPreset { reason };
    let zipped = match Packing::of(Format::of(file)).ok_or(bad("it is not packed as one"))? {
        Packing::Permuted => Cow::Owned(risum::unpack(file)),
        Packing::Plain => Cow::Borrowed(file),
    };
    let gzip = Decompress::new_gzip(WINDOW);
    let packed = inflate::whole(gzip, &zipped, limits, limits.json, "json", &|| Place::File)?;
    let value = |bytes: &[u8]| {
        let text = msgpack::to_json(bytes, limits, || Place::File)?;
        let value = text.and_then(|text| Json::read(&text, &limits.for_json()).ok());
        value.ok_or(bad("it holds no MessagePack, or more than the limits on JSON allow"))
    };
    let outer = value(&packed)?;
    if outer.get("type").and_then(Json::as_str) != Some("preset") {
        return Err(bad("it does not say that it is one"));
    }
    if !matches!(outer.get("presetVersion").and_then(Json::as_f64), Some(0.0 | 2.0)) {
        return Err(bad("its version is not known"));
    }
    let sealed = outer.get("preset").or_else(|| outer.get("pres")).and_then(Json::as_str);
    let sealed = sealed.and_then(|text| STANDARD.decode(text).ok());
    let opened = sealed
        .and_then(|sealed| seal::open(&sealed))
        .ok_or(bad("it is not sealed as RisuAI seals presets, or changed since"))?;
    value(&opened)
}

/// Bits of gzip's window: the most that it has.
const WINDOW: u8 = 15;

/// Writes a preset.
#[must_use]
pub fn write(preset: &Json, packing: Packing) -> Packed {
    let sealed = seal::seal(&msgpack::of_json(preset));
    let length = u32::try_from(sealed.len()).unwrap_or(u32::MAX);
    let head = b"\x83\xadpresetVersion\x02\xa4type\xa6preset\xa6preset\xc6";
    let packed = [&head[..], &length.to_be_bytes(), &sealed].concat();
    // Nothing of the machine or the moment is in it, and memory takes all.
    let mut zip = GzBuilder::new().write(Vec::new(), Compression::default());
    let zipped = zip.write_all(&packed).and_then(|()| zip.finish()).unwrap_or_default();
    let bytes = match packing {
        Packing::Permuted => risum::pack(&zipped),
        Packing::Plain => zipped,
    };
    let mut rounded = Vec::new();
    round(preset, &Pointer::ROOT, &mut rounded);
    Packed { bytes, rounded }
}

fn round(value: &Json, at: &Pointer, rounded: &mut Vec<Pointer>) {
    match value {
        Json::Number(number) if !is_exact(number) => rounded.push(at.clone()),
        Json::Array(items) => items.iter().enumerate().for_each(|(n, item)| round(item, &at.index(n), rounded)),
        Json::Object(object) => object.iter().for_each(|(name, value)| round(value, &at.member(name), rounded)),
        _ => {}
    }
}

/// Whether a float is worth the number: one with a fraction, or a whole one that has as many digits as are kept.
fn is_exact(number: &Number) -> bool {
    let (worth, spelled) = (number.as_f64(), number.to_string());
    let is_whole = spelled.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    worth.is_finite() && (!is_whole || format!("{worth:.0}") == spelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A preset as the libraries that RisuAI uses make it: msgpackr, fflate and Web Crypto, under Node.
    const MADE_BY_THE_CLIENTS_LIBRARIES: &str = "H4sIAAAAAAAAAwGBAn793gADrXByZXNldFZlcnNpb24CpHR5cGWmcHJlc2V0pnByZXNldMUCWao/ffqe38B00NQUWPqvuoNcxkBMLoe87S5lq7\
        jeA6gzEkjwjR6w78mmcyRltB2mTxUbT5gGUI6Y///CcGSYpzHCQuw1hFyt/pjBXge7gj8Rm1kpOVhuUPP/QG58SJDqshJ18U7C5qAsEkNKw/yn\
        mJe+z/9tFnfelyeRRGo8VNCVwGdl7hXmXIVvJI2975R2EpRckSTNPbt7BUswVL9792LrMkkbbJeAg8w4/BvCKDmJQJ4LkKtI5derZqiLT/fiAs\
        MTuDndLSNAy9qch1a7qpu3jSCJy/3EJ9/NrguDh3xRJEJ3CmCrGSK6nekJK6TJRAwLQ/dWUrkXG4KIFMTKzsLrfDO/r0Lk19Q4RPqcETupxagv\
        FBtsXeqnpj8lxRMXGI9dkRreR/UVyRRmuYrtfE9GXSbyEPH3vmFLcxnA8Ebl8dYqz1p1l3ECaykaw3dw8GzIHbmucMlLQgFfVtU3QbNa5tgZ14\
        EBuxOLA6fX4ociwOWSiW5alUMCtRcmEVdHZlsNDUyM1al3BGqmMDzhUKQ7zsFyyS4Q6zsdy+utdjJbj38dEKk4O3nWpT8AWqJrHQb82xhJ2WsG\
        f7i+kO9CHjSIJVpoDb2M2WXUE6dy8Fy9uqelw8aLKoVKbA5IXqpTk5zh1k3bOpjIT4ADUm+IpHTJOQufr4wpdABLzr0RkpnjIDcVwF0+39MWui\
        fZGPjmEKe9JtO0JZ5xS90aQLDaXBTzVpYCo806oSumGEf/bQ0azY4eFIrvm9mp4w6DOFN6VIyNtM0B5Tf9vq+smUhbuEtO3uJRa5fESRI71WO8\
        gQIAAA==";

    const PRESET: &str = r#"{"name":"Lantern","promptTemplate":[{"type":"plain","type2":"main","role":"system","text":"Write as {{char}}. 🏮 é"},{"type":"description"},{"type":"lorebook"},{"type":"chat","rangeStart":0,"rangeEnd":"end"}],"temperature":70,"maxContext":4096,"frequencyPenalty":-5,"top_p":0.92,"regex":[],"big":4294967296,"none":null,"on":true,"long":"LONG","apiType":null}"#;

    fn preset() -> String {
        PRESET.replace("LONG", &"x".repeat(300))
    }

    #[test]
    fn what_the_clients_libraries_made_is_read() {
        let file = STANDARD.decode(MADE_BY_THE_CLIENTS_LIBRARIES).unwrap();
        let limits = Limits::default();
        assert_eq!(read(&file, &limits).unwrap().to_string(), preset());
        let permuted = risum::pack(&file);
        assert_eq!([&file, &permuted].map(|file| Format::of(file)), [Format::Gzip, Format::Risup]);
        assert_eq!(read(&permuted, &limits).unwrap().to_string(), preset());
    }

    #[test]
    fn what_is_written_is_read() {
        let preset: Json = preset().parse().unwrap();
        for packing in [Packing::Plain, Packing::Permuted] {
            let file = write(&preset, packing);
            assert_eq!(Packing::of(Format::of(&file.bytes)), Some(packing));
            assert_eq!((read(&file.bytes, &Limits::default()).unwrap(), file.rounded), (preset.clone(), vec![]));
        }
    }

    /// Numbers that are named are others in the file, and no others are.
    #[test]
    fn numbers_that_a_float_cannot_keep_are_named() {
        for (number, in_file, is_named) in [
            ("9007199254740992", "9007199254740992.0", false),
            ("9007199254740993", "9007199254740992.0", true),
            ("-9007199254740993", "-9007199254740992.0", true),
            ("12345678901234567890", "1.2345678901234567e19", true),
            ("18446744073709551616", "1.8446744073709552e19", false),
            ("1e999", "null", true),
            ("-1e999", "null", true),
            ("1.50", "1.5", false),
            ("1e2", "100", false),
            ("-0", "0", false),
            ("7", "7", false),
        ] {
            let preset: Json = format!(r#"{{"a":[1,{{"b":{number}}}]}}"#).parse().unwrap();
            let file = write(&preset, Packing::Permuted);
            let back = read(&file.bytes, &Limits::default()).unwrap();
            assert_eq!(back.pointer("/a/1/b").unwrap().to_string(), in_file, "{number}");
            let wanted: &[Pointer] = if is_named { &[Pointer::from(["a"]).index(1).member("b")] } else { &[] };
            assert_eq!(file.rounded, wanted, "{number}");
        }
    }

    #[test]
    fn what_is_no_preset_says_why() {
        let limits = Limits::default();
        let said = |file: &[u8], limits: &Limits| read(file, limits).unwrap_err().to_string();
        let zipped = |bytes: &[u8]| {
            let mut zip = GzBuilder::new().write(Vec::new(), Compression::default());
            zip.write_all(bytes).unwrap();
            zip.finish().unwrap()
        };
        let object = |json: &str| zipped(&msgpack::of_json(&json.parse().unwrap()));
        for (file, wanted) in [
            (b"{}".to_vec(), "it is not packed as one"),
            (zipped(b"hello"), "it holds no MessagePack, or more than the limits on JSON allow"),
            (object("{}"), "it does not say that it is one"),
            (object(r#"{"type":"preset","presetVersion":9}"#), "its version is not known"),
            (
                object(r#"{"type":"preset","presetVersion":2,"preset":"AAAA"}"#),
                "it is not sealed as RisuAI seals presets, or changed since",
            ),
        ] {
            let wanted =
                format!("the RisuAI preset cannot be read: {wanted}; export it again, as JSON where that can be had");
            assert_eq!(said(&file, &limits), wanted);
        }
        let file = write(&preset().parse().unwrap(), Packing::Permuted).bytes;
        assert!(said(&file[..40], &limits).starts_with("the file"), "{}", said(&file[..40], &limits));
        let size = 700;
        let few = Limits::default().with_json(size);
        assert_eq!(
            said(&zipped(&vec![0x90; 701]), &few),
            "the file has 701 bytes or more, over the limit of 700; raise `Limits::json` to read it"
        );
        assert!(read(&write(&"x".into(), Packing::Plain).bytes, &few).is_ok());
        let deep = zipped(&[b"\x91".repeat(1 << 16), vec![0xc0]].concat());
        assert!(said(&deep, &limits).contains("the limits on JSON"), "{}", said(&deep, &limits));
    }
}
