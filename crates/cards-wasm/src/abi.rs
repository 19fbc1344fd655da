//! What JavaScript sees of the module: six functions on numbers.
//!
//! JavaScript asks for room ([`cards_put`]), writes bytes there, and calls; afterwards it reads the pieces of the answer where
//! [`cards_at`] says, until the next call. Addresses go out and none comes in, so that nothing here follows a pointer: the
//! module has no unsafe block, and these six attributes are all that the lint sees.
//!
//! wasm-bindgen would hide the attributes and bring its own, a program that has to be of the very version of the crate, and a
//! glue of 8 KB and more for what `packages/npm/index.js` does in 40 lines.

#![expect(unsafe_code, reason = "an export needs a name that the linker keeps, and such an attribute counts as unsafe")]

use std::cell::RefCell;

use crate::world::World;

/// What the module holds between the functions of one call.
#[derive(Default)]
struct Room {
    world: World,
    /// Pieces of the call that is being put together: its name, its arguments, its files.
    given: Vec<Vec<u8>>,
    /// Pieces of the last answer: JSON, then bytes.
    made: Vec<Vec<u8>>,
}

thread_local! {
    static ROOM: RefCell<Room> = RefCell::default();
    /// What stopped the module, for the report that JavaScript makes of it.
    static LAST_WORDS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Has the words of a panic kept. Called once, before anything else.
#[unsafe(no_mangle)]
extern "C" fn cards_start() {
    std::panic::set_hook(Box::new(|info| LAST_WORDS.with(|words| *words.borrow_mut() = info.to_string())));
}

/// Makes room for a piece of the next call and says where; null where so much cannot be had.
#[unsafe(no_mangle)]
extern "C" fn cards_put(bytes: usize) -> *mut u8 {
    ROOM.with(|room| {
        let mut room = room.borrow_mut();
        let mut piece = Vec::new();
        if piece.try_reserve_exact(bytes).is_err() {
            room.given.clear();
            return std::ptr::null_mut();
        }
        piece.resize(bytes, 0);
        room.given.push(piece);
        room.given.last_mut().map_or(std::ptr::null_mut(), |piece| piece.as_mut_ptr())
    })
}

/// Runs the call whose pieces were put, on what is held under a number, and gives the number of pieces of the answer.
#[unsafe(no_mangle)]
extern "C" fn cards_call(held: u32) -> usize {
    ROOM.with(|room| {
        let mut room = room.borrow_mut();
        let given = std::mem::take(&mut room.given);
        // The old answer makes room for what is done now.
        room.made = Vec::new();
        room.made = room.world.call(held, given).pieces();
        room.made.len()
    })
}

/// Says where a piece of the answer stands.
#[unsafe(no_mangle)]
extern "C" fn cards_at(piece: usize) -> *const u8 {
    ROOM.with(|room| room.borrow().made.get(piece).map_or(std::ptr::null(), |piece| piece.as_ptr()))
}

/// Says how many bytes a piece of the answer has.
#[unsafe(no_mangle)]
extern "C" fn cards_size(piece: usize) -> usize {
    ROOM.with(|room| room.borrow().made.get(piece).map_or(0, Vec::len))
}

/// Says where the words of the panic stand that stopped the module, zero behind them.
#[unsafe(no_mangle)]
extern "C" fn cards_last_words() -> *const u8 {
    LAST_WORDS.with(|words| {
        let mut words = words.borrow_mut();
        words.push('\0');
        words.as_ptr()
    })
}
