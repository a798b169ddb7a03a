#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| nimatron_fuzz::scripts::notation(data));
