//! Many files at a time, answers in order.

use std::collections::BTreeMap;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::FilesError;

/// Items that a thread takes at once: enough that threads seldom meet, few enough that none ends late.
const BATCH: usize = 4;
/// Batches that may be begun before the oldest of them is handed on: one slow file must not let the answers of all
/// the others pile up in memory.
const AHEAD: usize = 128;

/// Turns each item into an answer on `threads` threads, all cores where that is 0, and hands the answers on in the
/// order of the items, on the caller's thread, in small groups. The caller's thread is one of the threads.
///
/// Items are asked for as they are needed, and only so many answers are ever held; memory does not grow with their
/// number.
///
/// # Errors
/// The first that `take` answers, after which nothing more is begun, and threads that cannot be started.
pub fn in_order<I: Send, T: Send, E: From<FilesError>>(
    items: impl Iterator<Item = I> + Send,
    threads: usize,
    answer: impl Fn(I) -> T + Sync,
    mut take: impl FnMut(Vec<T>) -> Result<(), E>,
) -> Result<(), E> {
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, Into::into),
        given => given,
    };
    let queue = Queue { state: Mutex::new(State { items, begun: 0, taken: 0, stop: false }), moved: Condvar::new() };
    thread::scope(|scope| {
        let _stop = StopAtEnd(&queue);
        let (done, answers) = channel();
        for _ in 1..threads {
            let (done, queue, answer) = (done.clone(), &queue, &answer);
            let work = move || work(queue, answer, &done);
            thread::Builder::new().spawn_scoped(scope, work).map_err(FilesError::Threads)?;
        }
        drop(done);
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        loop {
            // The others wait where they are too far ahead; this thread works on the oldest answers first.
            let (number, batch) = match queue.next(Room::OrNot) {
                Some((number, items)) => (number, items.into_iter().map(&answer).collect()),
                None => match answers.recv() {
                    Ok(answered) => answered,
                    Err(_) => return Ok(()),
                },
            };
            waiting.insert(number, batch);
            waiting.extend(answers.try_iter());
            while let Some(batch) = waiting.remove(&next) {
                take(batch)?;
                next += 1;
            }
            queue.taken(next);
        }
    })
}

fn work<I, T>(queue: &Queue<impl Iterator<Item = I>>, answer: impl Fn(I) -> T, done: &Sender<(usize, Vec<T>)>) {
    // Others wait for the batch of a thread that panics, and would wait for ever.
    let _stop = StopAtEnd(queue);
    while let Some((number, batch)) = queue.next(Room::Awaited) {
        if done.send((number, batch.into_iter().map(&answer).collect())).is_err() {
            return;
        }
    }
}

/// Where the threads get their items.
struct Queue<I> {
    state: Mutex<State<I>>,
    /// Answers were handed on, or the work was stopped.
    moved: Condvar,
}

struct State<I> {
    items: I,
    /// Batches given out.
    begun: usize,
    /// Batches handed on.
    taken: usize,
    stop: bool,
}

/// What a thread does when too many batches are ahead of the oldest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Room {
    /// It waits.
    Awaited,
    /// It goes without.
    OrNot,
}

impl<I: Iterator> Queue<I> {
    /// The next batch and its number.
    fn next(&self, room: Room) -> Option<(usize, Vec<I::Item>)> {
        let full = |state: &mut State<I>| !state.stop && state.begun >= state.taken + AHEAD;
        let mut state = self.lock();
        if room == Room::Awaited {
            state = self.moved.wait_while(state, full).unwrap_or_else(PoisonError::into_inner);
        }
        if state.stop || full(&mut state) {
            return None;
        }
        let batch: Vec<_> = state.items.by_ref().take(BATCH).collect();
        let number = state.begun;
        state.begun += 1;
        (!batch.is_empty()).then_some((number, batch))
    }
}

impl<I> Queue<I> {
    fn taken(&self, taken: usize) {
        self.lock().taken = taken;
        self.moved.notify_all();
    }

    fn stop(&self) {
        self.lock().stop = true;
        self.moved.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<I>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells the other threads to stop when its own ends, by a panic too.
struct StopAtEnd<'a, I>(&'a Queue<I>);

impl<I> Drop for StopAtEnd<'_, I> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    fn gathered(count: usize, threads: usize) -> Vec<usize> {
        let mut all = Vec::new();
        let take = |answers| {
            all.extend::<Vec<usize>>(answers);
            Ok::<(), FilesError>(())
        };
        in_order(0..count, threads, |item| item * 2, take).unwrap();
        all
    }

    proptest! {
        #[test]
        fn every_answer_comes_once_and_in_order(count in 0_usize..3_000, threads in 0_usize..5) {
            prop_assert_eq!(gathered(count, threads), (0..count).map(|item| item * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_slow_item_holds_the_others_back() {
        let begun = AtomicUsize::new(0);
        let answer = |item: usize| {
            begun.fetch_add(1, Ordering::SeqCst);
            if item == 0 {
                thread::sleep(Duration::from_millis(50));
            }
        };
        let mut taken = 0;
        let take = |answers: Vec<()>| {
            taken += answers.len();
            // Nobody is more than the window ahead of what was handed on, give or take the batches in hand.
            assert!(begun.load(Ordering::SeqCst) <= taken + (AHEAD + 4) * BATCH);
            Ok::<(), FilesError>(())
        };
        in_order(0..20_000, 3, answer, take).unwrap();
        assert_eq!(taken, 20_000);
    }

    #[test]
    fn a_failure_ends_it() {
        let begun = AtomicUsize::new(0);
        let failure = || FilesError::Threads(std::io::Error::other("full"));
        let answer = |_| begun.fetch_add(1, Ordering::SeqCst);
        assert!(in_order(0.., 2, answer, |_| Err(failure())).is_err());
        assert!(begun.load(Ordering::SeqCst) <= (AHEAD + 4) * BATCH);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_it() {
        let main = thread::current().id();
        let answer = |_| assert_eq!(thread::current().id(), main, "on purpose");
        let _ = in_order(0.., 3, answer, |_| Ok::<(), FilesError>(()));
    }
}
