//! JSON lines of cards.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

use cards_container::Limits;

use super::broken::Broken;
use super::member::{Content, Member};
use crate::{RowOptions, row};

/// A file of JSON lines, a card a line.
pub(super) struct Lines {
    input: BufReader<File>,
    number: usize,
    /// Bytes of one line that are read, as of any JSON.
    longest: u64,
}

impl Lines {
    /// Opens a file whose first line is a card; nothing for any other, such as chats and rows of a scan.
    pub(super) fn open(path: &Path) -> Result<Option<Self>, Broken> {
        let begin = || {
            File::open(path).map(|file| Self {
                input: BufReader::with_capacity(1 << 16, file),
                number: 0,
                longest: Limits::default().json,
            })
        };
        let Ok(mut lines) = begin() else { return Ok(None) };
        let first = lines.next().and_then(|member| match member.content {
            Content::Bytes(bytes) => Some(bytes),
            _ => None,
        });
        let is_card =
            first.is_some_and(|first| row(&first[..], &RowOptions::default(), &cards_kit::Limits::default()).is_ok());
        Ok(if is_card { begin().ok() } else { None })
    }

    /// The next line that is not blank.
    pub(super) fn next(&mut self) -> Option<Member> {
        loop {
            let mut line = Vec::new();
            let read = self.input.by_ref().take(self.longest + 1).read_until(b'\n', &mut line);
            self.number += 1;
            let name = self.number.to_string();
            match read {
                Ok(0) => return None,
                Err(error) => {
                    // What cannot be read now is not passed over by trying again.
                    self.longest = 0;
                    return (!line.is_empty() || error.kind() != io::ErrorKind::UnexpectedEof)
                        .then(|| Member::broken(name, 0, "io", error));
                }
                Ok(_) if line.len() as u64 > self.longest => {
                    let skipped = self.skip_line();
                    let size = line.len() as u64 + skipped;
                    let message = format!("the line has {size} bytes, over the limit of {}", self.longest);
                    return Some(Member::broken(name, size, "too-large", message));
                }
                Ok(_) if line.trim_ascii().is_empty() => {}
                Ok(_) => {
                    let size = line.len() as u64;
                    return Some(Member { name, size, content: Content::Bytes(line) });
                }
            }
        }
    }

    /// Passes over the rest of a line, and says how long that is.
    fn skip_line(&mut self) -> u64 {
        let mut count = 0;
        while let Ok(block) = self.input.fill_buf() {
            let end = block.iter().position(|byte| *byte == b'\n');
            let step = end.map_or(block.len(), |end| end + 1);
            self.input.consume(step);
            count += step as u64;
            if end.is_some() || step == 0 {
                break;
            }
        }
        count
    }
}
