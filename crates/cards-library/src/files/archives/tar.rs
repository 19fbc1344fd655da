//! TAR archives of cards, read from front to back.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use super::broken::{Broken, class};
use super::member::{Content, LARGEST, Member};

/// Bytes of a block; headers are one, members are padded to whole ones (POSIX.1-1988, ustar).
const BLOCK: u64 = 512;
/// Bytes of a long name or of a list of attributes; paths of systems have at most a few thousand.
const LONGEST: u64 = 1 << 20;

/// An archive that is being gone through.
pub(super) struct Tar {
    input: Input,
    /// Where the input stands.
    at: u64,
    ended: bool,
}

enum Input {
    Plain(BufReader<File>),
    Gzip(Box<MultiGzDecoder<BufReader<File>>>),
}

/// What a header says.
struct Head {
    name: String,
    size: u64,
    kind: u8,
}

impl Tar {
    pub(super) fn open(path: &Path, packed: bool) -> Result<Self, Broken> {
        let file = File::open(path).map_err(|error| ("io", error.to_string()))?;
        let file = BufReader::with_capacity(1 << 16, file);
        let input = if packed { Input::Gzip(Box::new(MultiGzDecoder::new(file))) } else { Input::Plain(file) };
        Ok(Self { input, at: 0, ended: false })
    }

    /// The next file that is wanted by its name. What is broken ends the archive: behind it nothing can be told.
    pub(super) fn next(&mut self, wanted: impl Fn(&str) -> bool) -> Option<Member> {
        if self.ended {
            return None;
        }
        match self.step(wanted) {
            Ok(Some(member)) => Some(member),
            Ok(None) => {
                self.ended = true;
                None
            }
            Err(error) => {
                self.ended = true;
                Some(Member::broken(
                    String::new(),
                    0,
                    class(&error),
                    format!("the archive at byte {}: {error}", self.at),
                ))
            }
        }
    }

    fn step(&mut self, wanted: impl Fn(&str) -> bool) -> io::Result<Option<Member>> {
        let mut long: Option<String> = None;
        let mut long_size = None;
        while let Some(head) = self.head()? {
            match head.kind {
                // GNU: the name of the next file.
                b'L' => long = Some(text(&self.small(head.size)?)),
                // POSIX.1-2001: attributes of the next file.
                b'x' => {
                    let attributes = attributes(&self.small(head.size)?);
                    for (name, value) in attributes {
                        match name.as_str() {
                            "path" => long = Some(value),
                            "size" => long_size = value.parse().ok(),
                            _ => {}
                        }
                    }
                }
                b'0' | 0 | b'7' => {
                    let name = long.take().unwrap_or(head.name);
                    let size = long_size.take().unwrap_or(head.size);
                    let from = self.at;
                    if wanted(&name) && !name.ends_with('/') {
                        return self.member(name, size, from).map(Some);
                    }
                    self.pass(size)?;
                }
                // Folders, links and devices hold nothing.
                _ => {
                    (long, long_size) = (None, None);
                    self.pass(head.size)?;
                }
            }
        }
        Ok(None)
    }

    /// A file whose bytes begin here: read on the way where the archive is packed, left where it is otherwise.
    fn member(&mut self, name: String, size: u64, from: u64) -> io::Result<Member> {
        let content = match &mut self.input {
            Input::Plain(_) => Content::At(from),
            Input::Gzip(_) if size > LARGEST => {
                Content::Broken("too-large", format!("{size} bytes are over the limit of {LARGEST}"))
            }
            Input::Gzip(_) => {
                let bytes = self.bytes(size)?;
                self.pass_padding(size)?;
                return Ok(Member { name, size, content: Content::Bytes(bytes) });
            }
        };
        self.pass(size)?;
        Ok(Member { name, size, content })
    }

    /// The next header; nothing at the end, which is a block of zeros or that of the file.
    fn head(&mut self) -> io::Result<Option<Head>> {
        let mut block = [0; BLOCK as usize];
        let mut held = 0;
        while let Some(rest) = block.get_mut(held..).filter(|rest| !rest.is_empty()) {
            match self.read(rest)? {
                0 if held == 0 => return Ok(None),
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                count => held += count,
            }
        }
        self.at += BLOCK;
        if block.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        head_of(&block).map(Some)
    }

    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match &mut self.input {
            Input::Plain(file) => file.read(buf),
            Input::Gzip(stream) => stream.read(buf),
        }
    }

    /// So many bytes, and what pads them.
    fn small(&mut self, size: u64) -> io::Result<Vec<u8>> {
        if size > LONGEST {
            return Err(io::Error::other(format!("a name of {size} bytes is over the limit of {LONGEST}")));
        }
        let bytes = self.bytes(size)?;
        self.pass_padding(size)?;
        Ok(bytes)
    }

    fn bytes(&mut self, size: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let count = match &mut self.input {
            Input::Plain(file) => file.take(size).read_to_end(&mut bytes)?,
            Input::Gzip(stream) => stream.take(size).read_to_end(&mut bytes)?,
        };
        self.at += count as u64;
        if count as u64 == size { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    fn pass_padding(&mut self, size: u64) -> io::Result<()> {
        self.skip(size.next_multiple_of(BLOCK) - size)
    }

    /// Passes over a file and what pads it.
    fn pass(&mut self, size: u64) -> io::Result<()> {
        let padded = size.checked_next_multiple_of(BLOCK);
        self.skip(padded.ok_or_else(|| io::Error::other("a file of more bytes than there are"))?)
    }

    fn skip(&mut self, count: u64) -> io::Result<()> {
        match &mut self.input {
            Input::Plain(file) => {
                let step = i64::try_from(count).map_err(io::Error::other)?;
                file.seek_relative(step)?;
            }
            Input::Gzip(stream) => {
                let passed = io::copy(&mut stream.take(count), &mut io::sink())?;
                if passed < count {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
        }
        self.at += count;
        Ok(())
    }
}

/// Reads a header: name at 0, size at 124, checksum at 148, kind at 156, `ustar` at 257 and the front of the name at 345.
fn head_of(block: &[u8]) -> io::Result<Head> {
    let field = |from: usize, to: usize| block.get(from..to).unwrap_or_default();
    let sum: u64 =
        block.iter().enumerate().map(|(at, byte)| u64::from(if (148..156).contains(&at) { b' ' } else { *byte })).sum();
    if octal(field(148, 156)) != Some(sum) {
        return Err(io::Error::other("a header does not match its checksum"));
    }
    let size = number(field(124, 136)).ok_or_else(|| io::Error::other("a header has a size that is no number"))?;
    let (name, front) = (text(field(0, 100)), text(field(345, 500)));
    let is_posix = field(257, 263) == b"ustar\0";
    let name = if is_posix && !front.is_empty() { format!("{front}/{name}") } else { name };
    Ok(Head { name, size, kind: block.get(156).copied().unwrap_or_default() })
}

/// A number in octal digits, or in GNU's binary form, whose first bit is set.
fn number(field: &[u8]) -> Option<u64> {
    match field.split_first() {
        Some((first, rest)) if first & 0x80 != 0 => {
            let start = u64::from(first & 0x7f);
            rest.iter().try_fold(start, |number, byte| number.checked_mul(256)?.checked_add(u64::from(*byte)))
        }
        _ => octal(field),
    }
}

fn octal(field: &[u8]) -> Option<u64> {
    let digits = field.split(|byte| *byte == 0).next().unwrap_or_default().trim_ascii();
    u64::from_str_radix(std::str::from_utf8(digits).ok()?, 8).ok()
}

/// The text up to the first zero.
fn text(field: &[u8]) -> String {
    String::from_utf8_lossy(field.split(|byte| *byte == 0).next().unwrap_or_default()).into_owned()
}

/// Attributes, each as `LENGTH NAME=VALUE` and a line feed, its own length counted in.
fn attributes(mut list: &[u8]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    while let Some(space) = list.iter().position(|byte| *byte == b' ') {
        let length = list.get(..space).and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<usize>().ok());
        let Some((record, rest)) =
            length.filter(|length| *length > space).and_then(|length| list.split_at_checked(length))
        else {
            break;
        };
        let said = String::from_utf8_lossy(record.get(space + 1..).unwrap_or_default()).into_owned();
        if let Some((name, value)) = said.trim_end_matches('\n').split_once('=') {
            all.push((name.to_owned(), value.to_owned()));
        }
        list = rest;
    }
    all
}
