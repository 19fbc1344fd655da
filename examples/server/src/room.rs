//! How much is held at once.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes of the smallest step in which room is taken.
const STEP: usize = 4 << 10;

/// The room for uploads and answers.
pub(crate) struct Room {
    steps: Arc<Semaphore>,
    most: usize,
}

/// Room that was taken, given back when it is dropped.
pub(crate) struct Taken(Option<OwnedSemaphorePermit>);

impl Room {
    pub(crate) fn new(bytes: usize) -> Self {
        let most = (bytes / STEP).clamp(1, Semaphore::MAX_PERMITS);
        Self { steps: Arc::new(Semaphore::new(most)), most }
    }

    /// Bytes that are held.
    pub(crate) fn held(&self) -> usize {
        (self.most - self.steps.available_permits()) * STEP
    }

    /// Makes what was taken as large as so many bytes; nothing where that is more than there is.
    pub(crate) fn grow(&self, taken: &mut Taken, bytes: usize) -> Option<()> {
        let has = taken.0.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let wanted = u32::try_from(bytes.div_ceil(STEP).saturating_sub(has)).ok()?;
        let more = Arc::clone(&self.steps).try_acquire_many_owned(wanted).ok()?;
        match &mut taken.0 {
            Some(permit) => permit.merge(more),
            none => *none = Some(more),
        }
        Some(())
    }
}

impl Taken {
    pub(crate) const NONE: Self = Self(None);
}
