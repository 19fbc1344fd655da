//! Portraits in JPEG, WebP, GIF and PNG: what is made of one reads again as the pixels that it had, is no larger than was
//! asked for, and has nothing beside its pixels; what is larger than the limits is refused.
#![no_main]

use cards_container::png::{ChunkPolicy, Png};
use cards_container::{Format, Limits};
use cards_kit::{Picture, PictureOptions, Portrait};
use libfuzzer_sys::fuzz_target;

/// Most pixels of a picture, and most on a side.
const PIXELS: u64 = 1 << 18;
const SIDE: u32 = 2048;
/// What a picture is made to fit.
const SMALL: u32 = 9;

fuzz_target!(|bytes: &[u8]| {
    let options = PictureOptions::default().with_pixels(PIXELS).with_side(SIDE);
    let old = Picture::read(bytes, &options).ok();
    for size in [None, Some(SMALL)] {
        let Ok(portrait) = Portrait::of(bytes.to_vec(), &options.clone().with_size(size)) else { continue };
        assert_eq!(portrait.format, Format::of(bytes));
        if portrait.png == bytes {
            // A PNG that is small enough stays, whatever is in it.
            assert_eq!(portrait.format, Format::Png);
            continue;
        }
        let made = Picture::read(&portrait.png, &options).expect("what was made reads");
        let (width, height) = (made.width() as u64, made.height() as u64);
        assert!(width * height <= PIXELS && width.max(height) <= SIDE.into());
        match size {
            None => assert_eq!(Some(made), old),
            Some(most) => assert!(width.max(height) <= most.into()),
        }
        let limits = Limits::default();
        let png = Png::open(&portrait.png[..], &ChunkPolicy::default(), &limits).expect("it is a PNG");
        for chunk in png.chunks() {
            assert!([*b"IHDR", *b"iCCP", *b"IDAT", *b"IEND"].contains(&chunk.kind.0), "{}", chunk.kind);
        }
    }
});
