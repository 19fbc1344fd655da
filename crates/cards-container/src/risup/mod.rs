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
use cards_model::Json;
use flate2::{Compression, Decompress, GzBuilder};

use crate::error::Error;
use crate::limits::Limits;
use crate::msgpack::{self, Unread};
use crate::place::Place;
use crate::{inflate, risum};

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

/// How a file is packed, if it may be a preset: any gzip may.
#[must_use]
pub fn packing_of(file: &[u8]) -> Option<Packing> {
    const GZIP: &[u8] = b"\x1f\x8b\x08";
    if file.starts_with(GZIP) {
        return Some(Packing::Plain);
    }
    file.get(..GZIP.len()).filter(|head| risum::unpack(head) == GZIP).map(|_| Packing::Permuted)
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
/// assert_eq!(read(&file, &Default::default())?, preset);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(file: &[u8], limits: &Limits) -> Result<Json, Error> {
    let bad = |reason| Error::BadPreset { reason };
    let zipped = match packing_of(file).ok_or(bad("it is not packed as one"))? {
        Packing::Permuted => Cow::Owned(risum::unpack(file)),
        Packing::Plain => Cow::Borrowed(file),
    };
    let gzip = Decompress::new_gzip(WINDOW);
    let packed = inflate::whole(gzip, &zipped, limits, limits.json, "json", &|| Place::File)?;
    let value = |bytes: &[u8]| {
        let text = msgpack::to_json(bytes, limits).map(String::from_utf8);
        if let Err(Unread::TooLarge(size)) = text {
            return Err(Error::TooLarge { place: Place::File, size, limit: limits.json, name: "json" });
        }
        let value = text.ok().and_then(Result::ok).and_then(|text| Json::read(&text, &limits.for_json()).ok());
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
pub fn write(preset: &Json, packing: Packing) -> Vec<u8> {
    let sealed = seal::seal(&msgpack::of_json(preset));
    let length = u32::try_from(sealed.len()).unwrap_or(u32::MAX);
    let head = b"\x83\xadpresetVersion\x02\xa4type\xa6preset\xa6preset\xc6";
    let packed = [&head[..], &length.to_be_bytes(), &sealed].concat();
    // Nothing of the machine or the moment is in it.
    let mut zip = GzBuilder::new().write(Vec::new(), Compression::default());
    let zipped = zip.write_all(&packed).and_then(|()| zip.finish()).unwrap_or_default();
    match packing {
        Packing::Permuted => risum::pack(&zipped),
        Packing::Plain => zipped,
    }
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
        assert_eq!((packing_of(&file), packing_of(&permuted)), (Some(Packing::Plain), Some(Packing::Permuted)));
        assert_eq!(read(&permuted, &limits).unwrap().to_string(), preset());
    }

    #[test]
    fn what_is_written_is_read() {
        let preset: Json = preset().parse().unwrap();
        for packing in [Packing::Plain, Packing::Permuted] {
            let file = write(&preset, packing);
            assert_eq!(packing_of(&file), Some(packing));
            assert_eq!(read(&file, &Limits::default()).unwrap(), preset);
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
        let file = write(&preset().parse().unwrap(), Packing::Permuted);
        assert!(said(&file[..40], &limits).starts_with("the file"), "{}", said(&file[..40], &limits));
        let size = 700;
        let few = Limits::default().with_json(size);
        assert_eq!(
            said(&zipped(&vec![0x90; 701]), &few),
            "the file has 701 bytes or more, over the limit of 700; raise `Limits::json` to read it"
        );
        assert!(read(&write(&"x".into(), Packing::Plain), &few).is_ok());
        let deep = zipped(&[b"\x91".repeat(1 << 16), vec![0xc0]].concat());
        assert!(said(&deep, &limits).contains("the limits on JSON"), "{}", said(&deep, &limits));
    }
}
