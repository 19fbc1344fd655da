//! Parts of a library, for several machines.

use std::path::PathBuf;
use std::str::FromStr;

use cards_words::Fnv1a;

/// Part I of N parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// Whether a file belongs to the part, told by its path within the folder that is scanned. The same file is in the
    /// same part on every machine and system.
    pub(super) fn holds(self, inside: PathBuf) -> bool {
        let mut hash = Fnv1a::new();
        for part in inside.components() {
            hash.write(part.as_os_str().to_string_lossy().as_bytes());
            hash.write(b"/");
        }
        let hash = hash.finish();
        // The low bits of FNV alone spread badly over small counts.
        (hash ^ (hash >> 32)) % self.count == self.index - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match parsed {
            Some((index, count)) if (1..=count).contains(&index) => Ok(Self { index, count }),
            _ => Err(format!("`{text}` should be I/N with I from 1 to N, such as 2/4")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_in_one_part() {
        let parts: Vec<Shard> = (1..=4).map(|i| format!("{i}/4").parse().unwrap()).collect();
        let mut counts = [0; 4];
        for n in 0..4000 {
            let path = format!("folder/{n:04}.png");
            let holders: Vec<_> = (0..4).filter(|&i| parts[i].holds(PathBuf::from(&path))).collect();
            assert_eq!(holders.len(), 1, "{path}");
            counts[holders[0]] += 1;
        }
        assert!(counts.iter().all(|count| (800..1200).contains(count)), "{counts:?}");
        assert!("0/4".parse::<Shard>().is_err() && "5/4".parse::<Shard>().is_err() && "x".parse::<Shard>().is_err());
    }
}
