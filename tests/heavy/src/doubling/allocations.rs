//! The gate of every run: what each verb asks the allocator for, for files of n, 2n and 4n pieces.
//!
//! Bytes are counted, not time, so that a busy machine changes nothing. Work that allocates nothing is counted by
//! `cargo heavy doubling`, with the instructions of the same lines, which takes much longer.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::thread;

use allocation_counter::measure;

use super::parts::{PARTS, Part};
use super::{LINES, set_up, words};

/// How many pieces there are at first.
const PIECES: usize = 100;

/// Growth of the second doubling over that of the first, in hundredths, that is still n log n with some slack: buffers
/// that double may do so at the last piece.
const MOST: u64 = 320;

/// Fewer bytes than this in the second doubling are the tables of an automaton or a buffer.
const NOISE: u64 = 400_000;

/// Which share of the parts a process counts.
const SHARE: &str = "CARDS_DOUBLING_SHARE";

/// The processes that share the parts.
const SHARES: usize = 2;

/// What a line asks for over files of n, 2n and 4n pieces of a part, in a folder of this process.
fn costs(line: &'static str, part: &Part, room: &Path) -> [u64; 3] {
    // What a program makes once, such as its patterns, is made before anything is counted.
    let [_, costs @ ..] = [1, 1, 2, 4].map(|size| {
        set_up(part, size * PIECES, room).unwrap_or_else(|failure| panic!("{failure:?}"));
        std::env::set_current_dir(room).unwrap_or_else(|error| panic!("{error}"));
        measure(|| run(line, part)).bytes_total
    });
    costs
}

/// Whether the second doubling costs more than the first one allows.
fn is_steep([one, two, four]: [u64; 3]) -> bool {
    let (first, second) = (two.saturating_sub(one), four.saturating_sub(two));
    second > NOISE && second.saturating_mul(100) > first.saturating_mul(MOST)
}

/// Runs a line as the tool does.
fn run(line: &'static str, part: &Part) {
    let refused = ExitCode::from(2);
    let line: Vec<OsString> = std::iter::once("cards".into()).chain(words(line, part)).collect();
    let status = cards_cli::main(line.clone());
    assert!(status != refused, "{line:?} over {} does not run", part.name);
}

/// The verbs print and work in a folder, so that they are counted in processes of their own.
#[test]
fn what_is_allocated_grows_with_the_file() {
    let this = std::env::current_exe().unwrap_or_else(|error| panic!("{error}"));
    let count = |share: usize| {
        let mut command = Command::new(&this);
        command.args([
            "doubling::allocations::the_lines_of_a_share",
            "--exact",
            "--ignored",
            "--test-threads=1",
            "--nocapture",
        ]);
        // Records of changes in a folder of this share alone: what others left there is read and shortened at some point,
        // which is no cost of the line that happens to do it.
        let state = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        let output = command.env(SHARE, share.to_string()).env("XDG_STATE_HOME", state.path()).output();
        let output = output.unwrap_or_else(|error| panic!("{error}"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8_lossy(&output.stderr);
        said.lines()
            .find_map(|line| line.strip_suffix(" lines were counted")?.parse::<usize>().ok())
            .unwrap_or_default()
    };
    let counted: usize = thread::scope(|scope| {
        let shares: Vec<_> = (0..SHARES).map(|share| scope.spawn(move || count(share))).collect();
        shares.into_iter().map(|share| share.join().unwrap_or_else(|_| panic!("a share of the parts failed"))).sum()
    });
    let all = PARTS.iter().flat_map(|part| LINES.map(|line| part.goes_with(line))).filter(|goes| *goes).count();
    assert_eq!(counted, all, "not every line was counted");
}

#[test]
#[ignore = "prints what the verbs print, and is run by `what_is_allocated_grows_with_the_file`"]
fn the_lines_of_a_share() {
    let share: usize = std::env::var(SHARE).ok().and_then(|share| share.parse().ok()).unwrap_or_default();
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let room = folder.path().join("room");
    let (mut counted, mut steep) = (0, Vec::new());
    for part in PARTS.iter().skip(share).step_by(SHARES) {
        for line in LINES.into_iter().filter(|line| part.goes_with(line)) {
            // A verb that works on several cores allocates on whichever thread comes first, so that a count is up to chance; the
            // least of a few is not, and what grows too fast does so each time.
            let mut least = costs(line, part, &room);
            for _ in 0..4 {
                if !is_steep(least) {
                    break;
                }
                let again = costs(line, part, &room);
                least = [0, 1, 2].map(|size: usize| least[size].min(again[size]));
            }
            counted += 1;
            if is_steep(least) {
                steep.push(format!("{line} of {}: {least:?} bytes", part.name));
            }
        }
    }
    assert!(steep.is_empty(), "steeper than n log n:\n{}", steep.join("\n"));
    eprintln!("{counted} lines were counted");
}

#[test]
fn squares_are_found() {
    let costs = |job: fn(usize)| [1, 2, 4].map(|size| measure(|| job(size * 1_000)).bytes_total);
    assert!(is_steep(costs(|n| (1..n).for_each(|length| drop(vec![0_u8; length])))));
    assert!(!is_steep(costs(|n| (0..n).for_each(|_| drop(vec![0_u8; 1_000])))));
}
