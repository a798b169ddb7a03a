//! The book of 6 dots and what lies around it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use super::{Random, game, go, read, set};
use crate::games::triangle::book::{Book, Damage};
use crate::games::triangle::capture::reduce;
use crate::games::triangle::grid::Grid;
use crate::games::triangle::margin_table::MarginTable;
use crate::games::triangle::rows::Rows;
use crate::games::triangle::rules::Drawn;
use crate::games::triangle::weights::Weights;
use crate::rules::{Limits, Step, Stop};
use crate::solve::Solve;

/// The shipped book, opened once.
fn shipped() -> &'static (Weights, Book) {
    static SHIPPED: OnceLock<(Weights, Book)> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let weights = Weights::new(Rows::of(6).unwrap());
        let book = Book::shipped(&weights, &go()).unwrap();
        (weights, book)
    })
}

/// A random core of 6 dots with that many edges, packed.
fn random_core(random: &mut Random, edges: u32) -> u64 {
    let (grid, rows) = (Grid::of(6).unwrap(), Rows::of(6).unwrap());
    loop {
        let core = rows.pack(random.edges(grid, edges));
        if rows.is_core(core) {
            return core;
        }
    }
}

#[test]
fn the_book_is_what_tables_say() {
    let rows = Rows::of(6).unwrap();
    let (weights, book) = shipped();
    assert_eq!(book.len(), 1_292_735);
    assert_eq!(book.value(0), Some(1));
    let mut random = Random(5);
    // The lightest entries, straight from tables of their own.
    for _ in 0..5 {
        let (core, value) = loop {
            let (core, value) = book.entry(random.below(book.len())).unwrap();
            if weights.count(core) < 600_000 {
                break (core, value);
            }
        };
        assert_eq!(MarginTable::above(rows, core, &go()).unwrap().value(core), value);
    }
    // Any entry whose moves all stay in the book has the value of its best move.
    let mut held = 0;
    for _ in 0..1500 {
        let (core, value) = book.entry(random.below(book.len())).unwrap();
        if core.count_ones() <= 5 {
            held += u32::from(follows(book, core, value));
        }
    }
    for core in [0, 1, rows.pack(set(Grid::of(6).unwrap(), "9-13"))] {
        assert!(follows(book, core, book.value(core).unwrap()));
    }
    assert!(held > 20, "{held}");
}

/// Whether all moves of an entry stay in the book; if so, its value must be that of the best one.
fn follows(book: &Book, core: u64, value: i32) -> bool {
    let (grid, rows) = (Grid::of(6).unwrap(), Rows::of(6).unwrap());
    let drawn = rows.unpack(core);
    let moves = (0..45).filter(|e| drawn >> e & 1 == 0).map(|e| {
        let after = reduce(grid, drawn | 1 << e);
        Some(-after.value(book.value(rows.pack(after.core))?))
    });
    let Some(moves) = moves.collect::<Option<Vec<i32>>>() else { return false };
    assert_eq!(moves.iter().max(), Some(&value), "{}", rows.unpack(core));
    true
}

#[test]
fn damaged_books_are_refused() {
    let (weights, book) = shipped();
    let shipped = book.bytes().to_vec();
    let open = |bytes: Vec<u8>| Book::open(weights, bytes.into(), &go()).map(|_| ()).unwrap_err();
    let changed = |at: usize, to: u8| {
        let mut bytes = shipped.clone();
        bytes[at] = to;
        bytes
    };
    for bytes in [vec![], shipped[..11].to_vec(), shipped[..100].to_vec(), changed(0, b'x'), changed(6, 0)] {
        assert_eq!(open(bytes), Damage::NotABook);
    }
    assert!(matches!(open(changed(6, 200)), Damage::Length { .. }));
}

/// Limits that stop at question number `most`, and what they were asked and told.
fn counted(most: u32) -> (Limits, Arc<AtomicU32>, Arc<Mutex<Vec<Step>>>) {
    let (asked, told) = (Arc::new(AtomicU32::new(0)), Arc::new(Mutex::new(Vec::new())));
    let (count, list) = (Arc::clone(&asked), Arc::clone(&told));
    let limits = go()
        .stopping(move || (count.fetch_add(1, Ordering::Relaxed) + 1 >= most).then(|| "enough".to_owned()))
        .reporting(move |step| list.lock().unwrap().push(step));
    (limits, asked, told)
}

#[test]
fn openings_can_be_stopped_at_any_moment() {
    let game = game(6);
    // Before the book, while it is opened, and while the tables around it are built.
    let (drawn, at) = (set(game.grid(), "2-4 4-5 5-9 1-2 11-12 14-15"), "2-4,4-5,5-9,1-2,11-12,14-15");
    let at = read(&game, at);
    for most in [1, 2, 50, 1000] {
        let (limits, asked, _) = counted(most);
        assert!(matches!(game.best(&at, &limits), Err(Stop::Interrupted(_))), "{most}");
        assert_eq!(asked.load(Ordering::Relaxed), most);
    }
    // Nothing is lost by a stop, and the progress goes from nothing to all, once for the book and once for the rest.
    let (limits, _, told) = counted(u32::MAX);
    let margin = game.margins.moves(drawn, &limits).unwrap().iter().map(|m| m.margin).max();
    assert_eq!(margin, Some(game.margins.margin(drawn, &go()).unwrap()));
    let told = told.lock().unwrap();
    assert!(told.iter().all(|step| step.done <= step.total));
    let jobs: Vec<_> = told.chunk_by(|a, b| a.total == b.total).collect();
    assert!(!jobs.is_empty() && jobs.len() <= 2, "{}", jobs.len());
    for job in jobs {
        assert!(job.is_sorted_by_key(|step| step.done));
    }
}

#[test]
fn openings_of_six_dots() {
    let game = game(6);
    // The corners' edges win for the first player, all others lose by one.
    let moves = game.margins.moves(0, &go()).unwrap();
    let won: Vec<String> = moves.iter().filter(|m| m.margin > 0).map(|m| game.edge_text(m.edge)).collect();
    assert_eq!(won.join(" "), "1-2 1-3 11-16 15-21 16-17 20-21");
    assert!(moves.iter().all(|m| m.margin.abs() == 1));
    let value = game.value(&Drawn::default(), &go()).unwrap();
    assert_eq!((value.margin, value.remoteness), (Some(1), Some(45)));
    // In and around the book, moves agree with the position's own value and with a table above it.
    let mut random = Random(77);
    let mut held = 0;
    while held < 4 {
        let edges = 6 + random.below(4) as u32;
        let core = random_core(&mut random, edges);
        let drawn = Rows::of(6).unwrap().unpack(core);
        if MarginTable::count(Rows::of(6).unwrap(), core) > 800_000 {
            continue;
        }
        held += 1;
        let margin = game.margins.margin(drawn, &go()).unwrap();
        let best = game.margins.moves(drawn, &go()).unwrap().iter().map(|m| m.margin).max();
        assert_eq!(best, Some(margin));
        let table = MarginTable::above(Rows::of(6).unwrap(), core, &go()).unwrap();
        assert_eq!(table.value(core), margin);
    }
}
