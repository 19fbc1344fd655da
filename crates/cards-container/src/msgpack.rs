//! MessagePack as JSON text, for RisuAI's pictures of 2023 and its presets; and JSON as MessagePack, for presets.
//!
//! Bytes become base64, names that are no text are written as text, extensions are `null`. Depth and size are bounded
//! while the text grows, and no length is believed before its bytes are there.
//!
//! By hand, since the crate `rmp` reads the head of a value and no more: depth, size and JSON would be ours all the same.
//!
//! Spec: MessagePack, 2013 revision.

#![deny(clippy::arithmetic_side_effects)]

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cards_model::json::{Json, Number};

use crate::error::Error;
use crate::limits::Limits;
use crate::place::Place;

/// The JSON text of a value with nothing behind it; nothing for anything else, and for what is deeper than JSON may be.
///
/// # Errors
/// [`Error::TooLarge`] past `Limits::json`.
pub(crate) fn to_json(bytes: &[u8], limits: &Limits, place: impl FnOnce() -> Place) -> Result<Option<String>, Error> {
    let mut reader = Reader {
        bytes,
        out: String::new(),
        depth: limits.for_json().depth,
        most: usize::try_from(limits.json).unwrap_or(usize::MAX),
        too_large: None,
    };
    let read = reader.value();
    if let Some(size) = reader.too_large {
        return Err(Error::TooLarge { place: place(), size, limit: limits.json, name: "json" });
    }
    Ok(read.filter(|()| reader.bytes.is_empty()).map(|()| reader.out))
}

struct Reader<'a> {
    bytes: &'a [u8],
    out: String,
    depth: u32,
    most: usize,
    /// The size of the text that was over the limit.
    too_large: Option<u64>,
}

impl<'a> Reader<'a> {
    fn value(&mut self) -> Option<()> {
        let head = self.byte()?;
        match head {
            0x00..=0x7f => self.number(head),
            0x80..=0x8f => self.map(usize::from(head & 0x0f)),
            0x90..=0x9f => self.list(usize::from(head & 0x0f)),
            0xa0..=0xbf => self.text(usize::from(head & 0x1f)),
            0xc2 | 0xc3 => self.push(if head == 0xc3 { "true" } else { "false" }),
            0xc4..=0xc6 => {
                let length = self.length(head.wrapping_sub(0xc4))?;
                let bytes = self.take(length)?;
                self.push(&Json::from(STANDARD.encode(bytes)).to_string())
            }
            0xc7..=0xc9 => {
                let length = self.length(head.wrapping_sub(0xc7))?;
                self.take(length.checked_add(1)?)?;
                self.push("null")
            }
            0xca => {
                let number = f32::from_be_bytes(self.array()?);
                self.float(number.into())
            }
            0xcb => {
                let number = f64::from_be_bytes(self.array()?);
                self.float(number)
            }
            0xcc..=0xcf => {
                let number = self.unsigned(head & 3)?;
                self.number(number)
            }
            0xd0..=0xd3 => {
                let number = self.signed(head & 3)?;
                self.number(number)
            }
            0xd4..=0xd8 => {
                let length = 1_usize.checked_shl(u32::from(head.wrapping_sub(0xd4)))?;
                self.take(length.checked_add(1)?)?;
                self.push("null")
            }
            0xd9..=0xdb => {
                let length = self.length(head.wrapping_sub(0xd9))?;
                self.text(length)
            }
            0xdc | 0xdd => {
                let length = self.length(head.wrapping_sub(0xdb))?;
                self.list(length)
            }
            0xde | 0xdf => {
                let length = self.length(head.wrapping_sub(0xdd))?;
                self.map(length)
            }
            0xe0..=0xff => self.number(i8::from_be_bytes([head])),
            0xc0 => self.push("null"),
            // Never used.
            0xc1 => None,
        }
    }

    fn list(&mut self, length: usize) -> Option<()> {
        self.nested("[", "]", |reader| {
            for at in 0..length {
                if at > 0 {
                    reader.push(",")?;
                }
                reader.value()?;
            }
            Some(())
        })
    }

    fn map(&mut self, length: usize) -> Option<()> {
        self.nested("{", "}", |reader| {
            for at in 0..length {
                if at > 0 {
                    reader.push(",")?;
                }
                let from = reader.out.len();
                reader.value()?;
                if !reader.out.get(from..)?.starts_with('"') {
                    let name = Json::from(reader.out.split_off(from)).to_string();
                    reader.push(&name)?;
                }
                reader.push(":")?;
                reader.value()?;
            }
            Some(())
        })
    }

    fn nested(&mut self, open: &str, close: &str, inside: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        self.depth = self.depth.checked_sub(1)?;
        self.push(open)?;
        inside(self)?;
        self.depth = self.depth.saturating_add(1);
        self.push(close)
    }

    fn text(&mut self, length: usize) -> Option<()> {
        let text = String::from_utf8_lossy(self.take(length)?);
        self.push(&Json::from(&*text).to_string())
    }

    fn number(&mut self, number: impl ToString) -> Option<()> {
        self.push(&number.to_string())
    }

    fn float(&mut self, number: f64) -> Option<()> {
        self.push(&Number::from_f64(number).map_or(Json::Null, Json::Number).to_string())
    }

    /// A length of 1, 2 or 4 bytes.
    fn length(&mut self, power: u8) -> Option<usize> {
        usize::try_from(self.unsigned(power)?).ok()
    }

    /// A number of 1, 2, 4 or 8 bytes: two to this power.
    fn unsigned(&mut self, power: u8) -> Option<u64> {
        Some(match power {
            0 => self.byte()?.into(),
            1 => u16::from_be_bytes(self.array()?).into(),
            2 => u32::from_be_bytes(self.array()?).into(),
            _ => u64::from_be_bytes(self.array()?),
        })
    }

    /// The same with a sign.
    fn signed(&mut self, power: u8) -> Option<i64> {
        Some(match power {
            0 => i8::from_be_bytes(self.array()?).into(),
            1 => i16::from_be_bytes(self.array()?).into(),
            2 => i32::from_be_bytes(self.array()?).into(),
            _ => i64::from_be_bytes(self.array()?),
        })
    }

    fn byte(&mut self) -> Option<u8> {
        self.array().map(u8::from_be_bytes)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(*array)
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(taken)
    }

    fn push(&mut self, text: &str) -> Option<()> {
        let size = self.out.len().saturating_add(text.len());
        if size > self.most {
            self.too_large = Some(size as u64);
            return None;
        }
        self.out.push_str(text);
        Some(())
    }
}

/// A value as MessagePack, as RisuAI's own library writes it: whole numbers past 32 bits are floats, since those of 64 bits are
/// read as another type.
pub(crate) fn of_json(value: &Json) -> Vec<u8> {
    let mut out = Vec::new();
    write(value, &mut out);
    out
}

fn write(value: &Json, out: &mut Vec<u8>) {
    match value {
        Json::Null => out.push(0xc0),
        Json::Bool(is) => out.push(if *is { 0xc3 } else { 0xc2 }),
        Json::Number(number) => write_number(number, out),
        Json::String(text) => write_text(text, out),
        Json::Array(items) => {
            write_length(items.len(), (0x90, 16), [None, Some(0xdc), Some(0xdd)], out);
            items.iter().for_each(|item| write(item, out));
        }
        Json::Object(object) => {
            write_length(object.len(), (0x80, 16), [None, Some(0xde), Some(0xdf)], out);
            for (name, value) in object {
                write_text(name, out);
                write(value, out);
            }
        }
    }
}

fn write_number(number: &Number, out: &mut Vec<u8>) {
    let whole = number.as_i64();
    if let Some(small) = whole.and_then(|number| i8::try_from(number).ok()).filter(|number| *number >= -32) {
        out.extend(small.to_be_bytes());
    } else if let Some(positive) = whole.and_then(|number| u32::try_from(number).ok()) {
        out.push(0xce);
        out.extend(positive.to_be_bytes());
    } else if let Some(negative) = whole.and_then(|number| i32::try_from(number).ok()) {
        out.push(0xd2);
        out.extend(negative.to_be_bytes());
    } else {
        out.push(0xcb);
        out.extend(number.as_f64().to_be_bytes());
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    write_length(text.len(), (0xa0, 32), [Some(0xd9), Some(0xda), Some(0xdb)], out);
    out.extend(text.as_bytes());
}

/// A length: in the head, where there is room for it, or in one, two or four bytes behind another head.
fn write_length(length: usize, (head, room): (u8, usize), longer: [Option<u8>; 3], out: &mut Vec<u8>) {
    match (u8::try_from(length), u16::try_from(length), longer) {
        (Ok(short), ..) if length < room => out.push(head | short),
        (Ok(length), _, [Some(head), ..]) => out.extend([head, length]),
        (_, Ok(length), [_, Some(head), _]) => {
            out.push(head);
            out.extend(length.to_be_bytes());
        }
        (.., [.., head]) => {
            out.extend(head);
            // Nothing that JSON's limits let in is longer.
            out.extend(u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: Option<&str>) {
        let made = to_json(bytes, &Limits::default(), || Place::File).unwrap();
        assert_eq!(made.as_deref(), expected);
    }

    #[test]
    fn json_is_limited_on_both_sides() {
        let (bytes, json) = (b"\x92\xa3abc\x01", r#"["abc",1]"#);
        let read = |bytes: &[u8], most| {
            let read = to_json(bytes, &Limits::default().with_json(most), || Place::File);
            read.map_err(|error| error.to_string())
        };
        assert_eq!(read(bytes, 9), Ok(Some(json.to_owned())));
        let said = "the file has 9 bytes or more, over the limit of 8; raise `Limits::json` to read it";
        assert_eq!(read(bytes, 8), Err(said.to_owned()));
        assert_eq!(read(&[&bytes[..], b"\xc0"].concat(), 9), Ok(None));
    }

    #[test]
    fn each_kind_of_value_has_its_json() {
        check(b"\x82\xa1a\x93\x01\xff\xcd\x01\x00\x05\xc4\x02hi", Some(r#"{"a":[1,-1,256],"5":"aGk="}"#));
        check(b"\x94\xc0\xc2\xc3\xcb\x3f\xf8\0\0\0\0\0\0", Some("[null,false,true,1.5]"));
        check(b"\xd9\x01x", Some(r#""x""#));
        check(b"\xdc\0\x01\xd4\x05\x00", Some("[null]"));
        check(b"\xdf\0\0\0\x01\xa1k\xd3\xff\xff\xff\xff\xff\xff\xff\xfe", Some(r#"{"k":-2}"#));
    }

    #[test]
    fn what_is_written_is_read_as_it_was() {
        let long = "x".repeat(70_000);
        let items = vec!["0"; 70_000].join(",");
        for json in [
            r#"{"a":[1,-1,-32,-33,127,128,255,256,65536,4294967295,-2147483648],"b":{"":null,"t":true,"f":false}}"#,
            "[1.5,4294967296,-2147483649,0.1]",
            r#"["0123456789012345678901234567890","01234567890123456789012345678901"]"#,
            &format!("[\"{}\",\"{}\",\"{long}\"]", &long[..255], &long[..256]),
            &format!("[[{}],[{}],[{items}]]", &items[..29], &items[..31]),
            &format!("{{{}}}", (0..20).map(|n| format!("\"{n}\":{n}")).collect::<Vec<_>>().join(",")),
        ] {
            let value: Json = json.parse().unwrap();
            check(&of_json(&value), Some(json));
        }
    }

    #[test]
    fn what_is_cut_off_or_followed_is_nothing() {
        for bytes in
            [&b""[..], b"\x92\x01", b"\xdd\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\x01\x01", b"\xda\0", b"\xc1"]
        {
            check(bytes, None);
        }
        check(&b"\x91".repeat(1 << 16), None);
    }
}
