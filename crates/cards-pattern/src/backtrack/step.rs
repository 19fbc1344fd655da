//! What a search does.

/// One step of a search.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The character that comes, or that is before when matching backwards.
    Char {
        c: char,
        back: bool,
    },
    /// The same for one of a set.
    Set {
        set: u32,
        back: bool,
    },
    Reference {
        group: u32,
        ignore_case: bool,
        back: bool,
    },
    Begin,
    End,
    /// Goes on at the first, and at the second when that comes to nothing.
    Split {
        first: u32,
        second: u32,
    },
    Jump(u32),
    /// Keeps the place in a slot: two for each group, and one for each repetition that may match nothing.
    Save(u32),
    /// Clears slots from one to before another.
    Forget {
        from: u32,
        to: u32,
    },
    /// Fails when nothing was matched since the place was kept in the slot.
    Progress(u32),
    /// Looks around with the steps that follow up to [`Step::Done`]; `after` is behind them.
    Look {
        negative: bool,
        after: u32,
    },
    Done,
}
