//! Runs the fuzz targets briefly, on their corpus and on random inputs made from the corpus; the program in `fuzz/`
//! runs them for longer. `NIMATRON_FUZZ` sets the number of random inputs per target (by default, up to 500).

#[path = "../../fuzz/src/chance.rs"]
mod chance;
#[path = "../../fuzz/src/scripts.rs"]
mod scripts;
#[path = "../../fuzz/src/targets.rs"]
mod targets;

use std::path::Path;

#[test]
fn no_target_fails_on_its_corpus_or_what_chance_makes_of_it() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let asked = std::env::var("NIMATRON_FUZZ")
        .ok()
        .and_then(|n| n.parse::<usize>().ok());
    for (name, target) in targets::ALL {
        let mut inputs = chance::Inputs::new(&corpus.join(name), 1940);
        assert!(inputs.known() >= 5, "{name} has no corpus");
        let long = targets::LONG.contains(&name);
        // Slow targets get fewer random inputs.
        let usual = match name {
            "events" => 14,
            "palette" => 3,
            "scripts" => 20,
            "points" | "loops" => 40,
            _ => 500,
        };
        for i in 0..inputs.known() + asked.unwrap_or(usual) {
            let mut input = if long {
                inputs.next_long()
            } else {
                inputs.next()
            };
            if long && i >= inputs.known() {
                input[0] = (i % 256) as u8;
            }
            if std::panic::catch_unwind(|| target(&input)).is_err() {
                panic!("{name}, input {i}: {:?}", String::from_utf8_lossy(&input));
            }
        }
    }
}
