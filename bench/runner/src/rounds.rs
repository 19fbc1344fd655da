//! Ours and the limit programs by turns, so that whatever slows a machine slows both.

use std::fs;
use std::path::Path;

use xtask::failure::Failure;

use super::Row;
use super::jobs::Job;
use super::limits::Limits;

/// A row of several rounds.
pub(super) struct Line {
    /// The job, its baseline and target; each time is the middle of all rounds.
    pub(super) row: Row,
    /// The middle of the ratios of each round, and the least and the most of them.
    pub(super) ratio: Option<[f64; 3]>,
    /// How many rounds there were.
    pub(super) rounds: usize,
}

/// Runs a job beside its limit program, round by round.
pub(super) fn run(job: &Job, data: &Path) -> Result<Vec<Line>, Failure> {
    let mut rounds = Vec::new();
    for _ in 0..job.rounds {
        let limits = match job.limit {
            Some(letter) => Limits::measure(data, letter)?,
            None => Limits::default(),
        };
        rounds.push((job.run)(data, &limits)?);
    }
    Ok(together(rounds))
}

/// The rows of all rounds as one; each round has the same.
pub(super) fn together(rounds: Vec<Vec<Row>>) -> Vec<Line> {
    let count = rounds.len();
    let mut all: Vec<Vec<Row>> = Vec::new();
    for round in rounds {
        for (at, row) in round.into_iter().enumerate() {
            match all.get_mut(at) {
                Some(rows) => rows.push(row),
                None => all.push(vec![row]),
            }
        }
    }
    let line = |mut rows: Vec<Row>| {
        let middle = |of: &dyn Fn(&Row) -> Option<f64>| {
            let mut numbers: Vec<f64> = rows.iter().filter_map(of).collect();
            numbers.sort_by(f64::total_cmp);
            let ends = numbers.first().copied().zip(numbers.last().copied());
            ends.map(|(least, most)| [numbers[numbers.len() / 2], least, most])
        };
        let ours = middle(&|row| Some(row.ours));
        let base = middle(&|row| row.baseline.1);
        let ratio = middle(&|row| row.baseline.1.map(|base| row.ours / base));
        let mut row = rows.swap_remove(0);
        row.ours = ours.map_or(row.ours, |[middle, ..]| middle);
        row.baseline.1 = base.map(|[middle, ..]| middle);
        Line { row, ratio, rounds: count }
    };
    all.into_iter().map(line).collect()
}

/// How much of the processor others had while something ran here.
pub(super) struct Others {
    all: f64,
    busy: f64,
    own: f64,
}

/// More than this, and a run says that the machine was busy.
const BUSY: f64 = 0.05;

impl Others {
    /// From now on; nothing where the system does not say.
    pub(super) fn since_now() -> Option<Self> {
        let numbers = |file: &str| -> Option<Vec<f64>> {
            let said = fs::read_to_string(file).ok()?;
            // Behind the name of the program, which may have blanks.
            let said = said.rsplit_once(") ").map_or(said.as_str(), |(_, rest)| rest);
            Some(said.lines().next()?.split_whitespace().skip(1).filter_map(|word| word.parse().ok()).collect())
        };
        let (machine, own) = (numbers("/proc/stat")?, numbers("/proc/self/stat")?);
        let all: f64 = machine.iter().take(8).sum();
        let idle: f64 = machine.get(3..5)?.iter().sum();
        // This process, and those that it has waited for.
        Some(Self { all, busy: all - idle, own: own.get(10..14)?.iter().sum() })
    }

    /// The share of all cores that others have had since.
    pub(super) fn share(&self) -> Option<f64> {
        let now = Self::since_now()?;
        let all = now.all - self.all;
        let others = (now.busy - self.busy) - (now.own - self.own);
        (all > 0.0).then(|| (others / all).clamp(0.0, 1.0))
    }

    /// That, in words.
    pub(super) fn said(&self) -> String {
        let Some(share) = self.share() else { return "how much others used is not known here".to_owned() };
        let how = if share > BUSY { "a busy machine" } else { "a quiet machine" };
        format!("{how}, of whose cores others used {:.0}%", share * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_the_middle_of_the_rounds_with_its_ends() {
        let row = |ours, base| Row { job: "j".to_owned(), ours, baseline: ("b", Some(base)), target: None };
        let rounds = [(10.0, 10.0), (30.0, 10.0), (40.0, 20.0)];
        let lines = together(rounds.map(|(ours, base)| vec![row(ours, base)]).into());
        let [Line { row, ratio, rounds }] = &lines[..] else { panic!("one row stays one row") };
        assert_eq!((row.ours, row.baseline.1, *rounds), (30.0, Some(10.0), 3));
        assert_eq!(*ratio, Some([2.0, 1.0, 3.0]));
    }

    #[test]
    fn what_others_use_is_a_share() {
        let Some(before) = Others::since_now() else { return };
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert!(before.share().is_none_or(|share| (0.0..=1.0).contains(&share)));
        // Since before the machine began, in which nobody but others used any.
        let others = Others { all: 0.0, busy: 0.0, own: 0.0 };
        assert!(others.said().contains(" machine, of whose cores others used "), "{}", others.said());
    }
}
