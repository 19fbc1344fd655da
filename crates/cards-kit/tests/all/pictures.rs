//! Portraits of other kinds than PNG: what becomes of them, and what is refused before it is decoded.

use cards_container::{Container, FileKind, Format, open, pack};
use cards_kit::{Error, Limits, Picture, PictureOptions, Portrait, portrait};
use cards_model::{Card, v3};

/// Red, green, blue and white, of 8 by 8 pixels each, which survive what JPEG does.
fn pixels() -> Vec<[u8; 3]> {
    let at = |x: usize, y: usize| match (x < 8, y < 8) {
        (true, true) => [255, 0, 0],
        (false, true) => [0, 255, 0],
        (true, false) => [0, 0, 255],
        (false, false) => [255; 3],
    };
    (0..16).flat_map(|y| (0..16).map(move |x| at(x, y))).collect()
}

/// A TIFF block that turns the picture, and tells a place and a name.
fn exif(orientation: u8, telling: bool) -> Vec<u8> {
    let mut block = b"MM\0*\0\0\0\x08".to_vec();
    let mut tags = vec![[1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]];
    if telling {
        tags.push([0x01, 0x3b, 0, 2, 0, 0, 0, 2, b'B', 0, 0, 0]);
        tags.push([0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0]);
    }
    block.extend([0, u8::try_from(tags.len()).unwrap()]);
    block.extend(tags.concat());
    block.extend([0; 4]);
    block
}

fn jpeg(exif: Option<&[u8]>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut out, 100);
    encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_1_1);
    if let Some(exif) = exif {
        encoder.add_app_segment(1, [&b"Exif\0\0"[..], exif].concat()).unwrap();
    }
    encoder.encode(pixels().as_flattened(), 16, 16, jpeg_encoder::ColorType::Rgb).unwrap();
    out
}

fn webp(exif: Option<Vec<u8>>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = image_webp::WebPEncoder::new(&mut out);
    if let Some(exif) = exif {
        encoder.set_exif_metadata(exif);
    }
    encoder.encode(pixels().as_flattened(), 16, 16, image_webp::ColorType::Rgb8).unwrap();
    out
}

fn gif(frames: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let palette = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255];
    let indexes: Vec<u8> = (0..256_usize).map(|i| u8::from(i % 16 >= 8) + 2 * u8::from(i >= 128)).collect();
    let mut encoder = gif::Encoder::new(&mut out, 16, 16, &palette).unwrap();
    for _ in 0..frames {
        encoder.write_frame(&gif::Frame::from_indexed_pixels(16, 16, indexes.clone(), None)).unwrap();
    }
    drop(encoder);
    out
}

fn png() -> Vec<u8> {
    Portrait::of(gif(1), &PictureOptions::default()).unwrap().png
}

/// The colours of the four corners, in words, after what is to be a portrait has become one.
#[track_caller]
fn corners(bytes: Vec<u8>, options: &PictureOptions) -> (String, Vec<String>) {
    let portrait = Portrait::of(bytes, options).unwrap();
    let seen = Picture::read(&portrait.png, &PictureOptions::default()).unwrap();
    let (pixels, last) = (seen.over_white(), seen.width() - 1);
    let word = |[red, green, blue]: [u8; 3]| match (red > 128, green > 128, blue > 128) {
        (true, false, false) => 'r',
        (false, true, false) => 'g',
        (false, false, true) => 'b',
        (true, true, true) => 'w',
        _ => '?',
    };
    let bottom = (seen.height() - 1) * seen.width();
    let corners = [0, last, bottom, bottom + last].map(|at| word(pixels[at]));
    (corners.iter().collect(), portrait.findings.iter().map(ToString::to_string).collect())
}

#[test]
fn pictures_of_every_kind_become_png() {
    let options = PictureOptions::default();
    for bytes in [jpeg(None), webp(None), gif(1)] {
        assert_eq!(corners(bytes, &options), ("rgbw".to_owned(), vec![]));
    }
    assert_eq!(
        corners(gif(2), &options).1,
        ["`animation` is left out: a card has one picture, and this is the first of them"]
    );
    let png = png();
    assert_eq!(Portrait::of(png.clone(), &options).unwrap().png, png, "a PNG stays as it is");
}

#[test]
fn pictures_are_turned_as_they_say() {
    let expected = ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"];
    for (orientation, expected) in (1..=8).zip(expected) {
        for bytes in [jpeg(Some(&exif(orientation, false))), webp(Some(exif(orientation, false)))] {
            assert_eq!(corners(bytes, &PictureOptions::default()).0, expected, "{orientation}");
        }
    }
    let Portrait { png, findings, .. } = Portrait::of(jpeg(Some(&exif(6, true))), &PictureOptions::default()).unwrap();
    assert_eq!(
        findings[0].to_string(),
        "`EXIF data` is left out: it tells the place where the picture was made, and by whom"
    );
    assert!(!png.windows(4).any(|part| part == b"eXIf"));
}

#[test]
fn a_picture_is_made_smaller_as_a_whole() {
    let options = PictureOptions::default().with_size(Some(4));
    for bytes in [jpeg(None), webp(None), gif(1), png()] {
        let portrait = Portrait::of(bytes, &options).unwrap();
        let seen = Picture::read(&portrait.png, &PictureOptions::default()).unwrap();
        assert_eq!((seen.width(), seen.height()), (4, 4));
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_is_decoded() {
    let refused = |bytes: &[u8], options: &PictureOptions| Portrait::of(bytes.to_vec(), options).unwrap_err();
    let small = PictureOptions::default().with_size(Some(1));
    for bytes in [jpeg(None), webp(None), gif(1), png()] {
        // Only the headers are there: who decodes first finds a damaged picture.
        let head = &bytes[..bytes.len() - 12];
        let side = refused(head, &small.clone().with_side(15));
        assert_eq!(
            side.to_string(),
            "the picture has 16 pixels on a side, and the limit `side` is 15; make it smaller"
        );
        let pixels = refused(head, &small.clone().with_pixels(255));
        assert_eq!(
            pixels.to_string(),
            "the picture has 256 pixels in all, and the limit `pixels` is 255; make it smaller"
        );
        assert_eq!(pixels.class(), "limit");
    }
    // A bomb says its size in its header, whatever follows.
    let mut bomb = png();
    bomb[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    assert!(matches!(refused(&bomb, &small), Error::PictureSize { size: 65_536, .. }));
    let mut bomb = jpeg(None);
    let frame = bomb.windows(2).position(|part| part == [0xff, 0xc0]).unwrap();
    bomb[frame + 5..frame + 9].fill(0xff);
    assert!(matches!(refused(&bomb, &small), Error::PictureSize { .. }));
    let error = refused(b"no picture at all", &small);
    assert_eq!(error.to_string(), "this is plain text; a picture of a card is a PNG, JPEG, WebP or GIF");
    let error = refused(b"\xff\xd8\xff\xe0 cut", &small);
    assert!(error.to_string().starts_with("the JPEG cannot be decoded: "), "{error}");
}

/// The decoder would break off over these, in the middle of the program.
#[test]
fn jpegs_with_samples_that_no_encoder_writes_are_refused() {
    let found = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/picture/odd-sampling.jpg");
    let mut made = jpeg(None);
    let frame = made.windows(2).position(|part| part == [0xff, 0xc0]).unwrap();
    made[frame + 17] = 0x44;
    for bytes in [std::fs::read(found).unwrap(), made] {
        let error = Portrait::of(bytes, &PictureOptions::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the JPEG cannot be decoded: its colours have other numbers of samples than encoders write; save it again in a \
             program for pictures"
        );
    }
}

/// A card of each container with another picture, which is then the one that is read.
#[test]
fn the_picture_of_a_card_is_replaced_in_every_container() {
    let card = v3::Card { data: v3::Data { name: "A".into(), ..Default::default() }, ..Default::default() };
    let new = Portrait::of(jpeg(None), &PictureOptions::default()).unwrap().png;
    for target in [pack::Target::Png, pack::Target::Charx, pack::Target::Json] {
        let parts = pack::Parts::default().with_portrait(png());
        let mut old = Vec::new();
        pack::pack_card(Card::V3(Box::new(card.clone())), parts, target, &pack::PackOptions::default(), &mut old)
            .unwrap();
        let (bytes, _) = portrait::set(&old, new.clone(), &Limits::default()).unwrap();
        let limits = cards_container::Limits::default();
        let mut file = open(&bytes[..], &limits).unwrap();
        let loaded = open(&bytes[..], &limits).unwrap().load().unwrap();
        let found = portrait::read(&mut file.container, loaded.document.card()).expect("a picture");
        assert_eq!(found, new, "{target:?}");
        assert_eq!(loaded.document.card().unwrap().assets().len(), 1, "{target:?}: one icon, as before");
    }
}

#[test]
fn an_icon_of_another_kind_becomes_the_picture_of_a_png_card() {
    let card = v3::Card { data: v3::Data { name: "A".into(), ..Default::default() }, ..Default::default() };
    let parts = pack::Parts::default().with_portrait(webp(None));
    let mut charx = Vec::new();
    let options = pack::PackOptions::default();
    pack::pack_card(Card::V3(Box::new(card)), parts, pack::Target::Charx, &options, &mut charx).unwrap();
    let mut file = open(&charx[..], cards_container::Limits::default()).unwrap();
    assert!(matches!(file.container, Container::Charx(_)));
    let loaded = open(&charx[..], cards_container::Limits::default()).unwrap().load().unwrap();
    let own = portrait::as_png(&mut file.container, loaded.document.card(), &PictureOptions::default())
        .unwrap()
        .expect("a portrait");
    assert_eq!(own.format, Format::Webp);
    let mut out = Vec::new();
    let options = pack::PackOptions::default().with_portrait(own.png);
    pack::pack(&mut file.container, loaded, pack::Target::Png, &options, &mut out).unwrap();
    assert_eq!(open(&out[..], cards_container::Limits::default()).unwrap().load().unwrap().kind, FileKind::Png);
}

#[test]
fn the_words_about_a_damaged_picture_say_what_helps() {
    let damaged = Error::PictureData { kind: "GIF", problem: "x".to_owned() };
    assert_eq!(damaged.to_string(), "the GIF cannot be decoded: x; save it again in a program for pictures");
}
