//! How many cases agreed, and what the others were.

use std::collections::BTreeMap;

use crate::failure::Failure;

/// The outcome of many cases of one kind.
#[derive(Debug)]
pub struct Tally {
    name: String,
    same: u64,
    unanswered: u64,
    /// By class: minimal cases, as rows.
    classes: BTreeMap<String, Vec<String>>,
}

impl Tally {
    /// No case yet.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), same: 0, unanswered: 0, classes: BTreeMap::new() }
    }

    /// A case that both answer alike.
    pub fn same(&mut self) {
        self.same += 1;
    }

    /// A case that the other one cannot answer.
    pub fn unanswered(&mut self) {
        self.unanswered += 1;
    }

    /// A case that is answered otherwise, as small as it gets.
    pub fn differs(&mut self, class: String, row: String) {
        self.classes.entry(class).or_default().push(row);
    }

    fn differing(&self) -> u64 {
        self.classes.values().map(Vec::len).sum::<usize>() as u64
    }

    /// How many of a hundred agree.
    fn share(&self) -> f64 {
        100.0 * self.same as f64 / (self.same + self.differing()).max(1) as f64
    }

    /// Prints as [`Tally::print`] does, and fails where fewer of a hundred agree than that.
    pub fn hold(&self, show: usize, least: Option<f64>) -> Result<(), Failure> {
        self.print(show);
        match least {
            Some(least) if self.share() < least => {
                Err(Failure::new(format!("{}: fewer than {least}% agree", self.name)))
            }
            _ => Ok(()),
        }
    }

    /// Prints the share that agrees, then each class, the most frequent first.
    pub fn print(&self, show: usize) {
        let (differ, share) = (self.differing(), self.share());
        let compared = self.same + differ;
        println!("{}: {share:.3}% of {compared} agree; {differ} differ, {} not answered", self.name, self.unanswered);
        let mut classes: Vec<_> = self.classes.iter().collect();
        classes.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
        for (class, rows) in classes {
            println!("{:6}  {class}", rows.len());
            // The shortest ones say most.
            let mut rows: Vec<_> = rows.iter().collect();
            rows.sort_by_key(|row| row.len());
            for row in rows.into_iter().take(show) {
                println!("        {row}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_few_that_agree_are_a_failure() {
        let mut tally = Tally::new("x");
        (0..99).for_each(|_| tally.same());
        tally.differs("a class".to_owned(), "a row".to_owned());
        assert!(tally.hold(0, Some(99.0)).is_ok() && tally.hold(0, None).is_ok());
        assert!(tally.hold(0, Some(99.5)).is_err());
        assert!(Tally::new("of nothing").hold(0, Some(1.0)).is_err());
    }
}
