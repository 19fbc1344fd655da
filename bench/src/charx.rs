//! The card of a CHARX, out of a file.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use flate2::{Decompress, FlushDecompress};

use crate::Outcome;
use crate::picture::value;
use crate::timing::row;

/// Times it.
pub fn run(folder: &Path) -> Outcome {
    let path = folder.join("c.charx");
    card_json(&path)?.ok_or("the archive has no card")?;
    row("c_card", "limit: end record, directory, inflate, sonic-rs value", || {
        card_json(&path).ok().flatten().map(|json| value(&json))
    });
    row("c_card", "part: whole file", || std::fs::read(&path));
    Ok(())
}

/// `card.json` by the directory at the end of the archive.
fn card_json(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    // The comment is short; a search for any would read 65,557 bytes.
    let mut tail = vec![0; size.min(150) as usize];
    let start = size - tail.len() as u64;
    file.read_exact_at(&mut tail, start)?;
    let Some(end) = memchr::memmem::rfind(&tail, b"PK\x05\x06") else { return Ok(None) };
    let mut directory = vec![0; number::<4>(&tail, end + 12)];
    file.read_exact_at(&mut directory, number::<4>(&tail, end + 16) as u64)?;
    let mut at = 0;
    while at + 46 <= directory.len() {
        let name = number::<2>(&directory, at + 28);
        if directory.get(at + 46..at + 46 + name) == Some(b"card.json") {
            let (packed, whole) = (number::<4>(&directory, at + 20), number::<4>(&directory, at + 24));
            let local = number::<4>(&directory, at + 42) as u64;
            let mut head = [0; 30];
            file.read_exact_at(&mut head, local)?;
            let data = local + 30 + (number::<2>(&head, 26) + number::<2>(&head, 28)) as u64;
            let mut bytes = vec![0; packed];
            file.read_exact_at(&mut bytes, data)?;
            let mut json = Vec::with_capacity(whole);
            Decompress::new(false).decompress_vec(&bytes, &mut json, FlushDecompress::Finish)?;
            return Ok(Some(json));
        }
        at += 46 + name + number::<2>(&directory, at + 30) + number::<2>(&directory, at + 32);
    }
    Ok(None)
}

/// A number of N bytes, the lowest first.
fn number<const N: usize>(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..at + N).unwrap_or_default().iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte))
}
