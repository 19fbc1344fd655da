//! The size of a picture out of its first bytes.

/// Width and height of a PNG, GIF, WebP or JPEG, where its head tells them.
pub(crate) fn pixels(head: &[u8]) -> Option<(u32, u32)> {
    png(head).or_else(|| gif(head)).or_else(|| webp(head)).or_else(|| jpeg(head))
}

fn png(head: &[u8]) -> Option<(u32, u32)> {
    let rest = head.strip_prefix(&cards_container::png::SIGNATURE)?;
    let rest = rest.get(4..)?.strip_prefix(b"IHDR")?;
    let number = |at: usize| rest.get(at..)?.first_chunk().map(|b| u32::from_be_bytes(*b));
    Some((number(0)?, number(4)?))
}

fn gif(head: &[u8]) -> Option<(u32, u32)> {
    let rest = head.strip_prefix(b"GIF8")?;
    Some((little16(rest, 2)?, little16(rest, 4)?))
}

fn little16(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|b| u32::from(u16::from_le_bytes(*b)))
}

/// Spec: WebP container (RFC 9649), sections 2.5 to 2.7.
fn webp(head: &[u8]) -> Option<(u32, u32)> {
    let rest = head.strip_prefix(b"RIFF")?.get(4..)?.strip_prefix(b"WEBP")?;
    let (kind, body) = (rest.first_chunk::<4>()?, rest.get(8..)?);
    match kind {
        b"VP8X" => {
            let side = |at: usize| {
                let [a, b, c] = *body.get(at..)?.first_chunk::<3>()?;
                Some(u32::from_le_bytes([a, b, c, 0]) + 1)
            };
            Some((side(4)?, side(7)?))
        }
        b"VP8L" => {
            let bits = u32::from_le_bytes(*body.strip_prefix(&[0x2f])?.first_chunk()?);
            Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
        }
        b"VP8 " => {
            let frame = body.get(3..)?.strip_prefix(&[0x9d, 0x01, 0x2a])?;
            Some((little16(frame, 0)? & 0x3fff, little16(frame, 2)? & 0x3fff))
        }
        _ => None,
    }
}

/// Spec: JPEG (ITU-T T.81), section B.1: segments up to the frame header.
fn jpeg(head: &[u8]) -> Option<(u32, u32)> {
    let mut rest = head.strip_prefix(&[0xff, 0xd8])?;
    loop {
        let [0xff, marker, ..] = *rest else { return None };
        rest = rest.get(2..)?;
        // Fill bytes and marks without a body.
        if matches!(marker, 0xff | 0x01 | 0xd0..=0xd7) {
            rest = if marker == 0xff { head.get(head.len() - rest.len() - 1..)? } else { rest };
            continue;
        }
        let length = usize::from(u16::from_be_bytes(*rest.first_chunk()?));
        if matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
            let side = |at: usize| rest.get(at..)?.first_chunk().map(|b| u32::from(u16::from_be_bytes(*b)));
            return Some((side(5)?, side(3)?));
        }
        if length < 2 {
            return None;
        }
        rest = rest.get(length..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_from_heads() {
        let jpeg = b"\xff\xd8\xff\xe0\x00\x04\x00\x00\xff\xff\xc2\x00\x11\x08\x0b\xb8\x07\xd0\x03";
        assert_eq!(pixels(jpeg), Some((2000, 3000)));
        assert_eq!(pixels(b"GIF89a\x20\x03\x58\x02"), Some((800, 600)));
        assert_eq!(pixels(b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\x0f\0\xff\x07\0"), Some((4096, 2048)));
        assert_eq!(pixels(b"RIFF\0\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a\x40\x01\xf0\0"), Some((320, 240)));
        for cut in 0..jpeg.len() - 2 {
            assert_eq!(pixels(&jpeg[..cut]), None, "{cut}");
        }
        assert_eq!(pixels(b"\xff\xd8\xff\xe0\x00\x00\x00"), None);
    }
}
