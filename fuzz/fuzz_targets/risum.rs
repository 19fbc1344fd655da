//! RisuAI modules: any bytes give a module that fits into them, or an error.
#![no_main]

use cards_container::Limits;
use cards_container::risum::{Risum, pack, unpack};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    assert_eq!(unpack(&pack(data)), data);
    if let Ok(module) = Risum::read(data.to_vec(), &Limits::default()) {
        let blobs: usize = (0..module.asset_count()).filter_map(|i| module.asset(i)).map(|blob| blob.len() + 5).sum();
        assert!(module.json.len() + blobs + 7 <= data.len());
    }
});
