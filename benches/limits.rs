//! Measures solvers at their limits: `cargo bench --bench limits`.

use divan::Bencher;
use nimatron_core::erased::{AnyPosition, Ask};
use nimatron_core::games;
use nimatron_core::games::chomp::shapes::Outcomes;
use nimatron_core::rules::{Convention, Library, Limits, Value};
use nimatron_core::solve::octal::Code;
use nimatron_core::solve::periodic::{Recurrence, Repeat, Values};
use nimatron_core::solve::sums::OtherParts;

fn main() {
    divan::main();
}

fn opened(id: &str) -> Box<dyn AnyPosition> {
    games::open(id, &Library::default()).expect("an ID that reads")
}

fn value(position: &dyn AnyPosition) -> Value {
    position
        .value(&Limits::default())
        .expect("a position that is solved")
}

const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

/// Returns a row of 1,000 stones without a gap, and a row of about the same length that consists of short runs.
fn rows(convention: Convention) -> [Box<dyn AnyPosition>; 2] {
    let word = convention.word();
    let short: String = ["O", "OO", "OOO", "OOOO", "OOOOO"]
        .iter()
        .cycle()
        .take(250)
        .fold(String::new(), |row, run| {
            if row.len() + run.len() < 1000 {
                row + *run + "."
            } else {
                row
            }
        });
    [
        opened(&format!("{word} row:{}", "O".repeat(1000))),
        opened(&format!("{word} row:{short}")),
    ]
}

#[divan::bench(args = CONVENTIONS)]
fn two_rows_of_1000_cells_verdict(bencher: Bencher, convention: Convention) {
    let rows = rows(convention);
    bencher.bench_local(|| {
        rows.iter()
            .map(|row| value(row.as_ref()))
            .collect::<Vec<_>>()
    });
}

#[divan::bench(args = CONVENTIONS)]
fn two_rows_of_1000_cells_winning_moves(bencher: Bencher, convention: Convention) {
    let rows = rows(convention);
    let none = OtherParts::None;
    let limits = Limits::default();
    bencher.bench_local(|| {
        let count = |row: &dyn AnyPosition| {
            row.as_part()
                .unwrap()
                .winning(&none, usize::MAX, usize::MAX, &limits)
                .expect("solved")
                .count
        };
        rows.iter()
            .map(|row| count(row.as_ref()))
            .sum::<Option<u128>>()
    });
}

#[divan::bench(args = CONVENTIONS, sample_count = 5, sample_size = 1)]
fn rings_24_points(convention: Convention) -> Value {
    value(opened(&format!("{} rings/coronene:16777215", convention.word())).as_ref())
}

#[divan::bench(args = [10, 12, 14], max_time = 5)]
fn chomp_square(side: u16) -> Outcomes {
    Outcomes::build(&vec![side; usize::from(side)], &Limits::default()).expect("nothing stops it")
}

/// Computes the values without using the period.
#[divan::bench(args = ["0.77", "0.07", "0.6", "0.007", "0.376"], max_time = 5)]
fn octal_100000_values(code: &str) -> Values {
    let code: Code = code.parse().expect("a code that reads");
    let mut heaps = code.sequence().rule().clone();
    let mut values = Values::default();
    while values.len() <= 100_000 {
        let next = heaps.next(&values);
        values.push(next);
    }
    values
}

/// Proves the period with cold caches.
#[divan::bench(args = ["0.16", "0.56", "0.127"], max_time = 5)]
fn octal_period(code: &str) -> Option<Repeat> {
    let code: Code = code.parse().expect("a code that reads");
    let mut values = code.sequence();
    let period = values
        .prove_period(10_000_000, &Limits::default())
        .expect("enough memory");
    period.map(|period| period.repeat)
}

#[divan::bench(args = ["0.77", "0.07"], max_time = 5)]
fn octal_heap_of_100000(code: &str) -> Value {
    value(opened(&format!("octal/{code}:100000")).as_ref())
}

/// Analyses positions with numbers up to 2^63-1, which are solved by closed forms.
#[divan::bench(args = [
    "nim:9223372036854775807,5183764183746512,77777777777777777,4611686018427387904,31415926535897932",
    "misere nim:9223372036854775807,5183764183746512,77777777777777777,4611686018427387904,31415926535897932",
    "wythoff:9223372036854775807,5700357409661599241",
    "fibonacci:9223372036854775807",
    "powers/3:9223372036854775807",
])]
fn closed_form(bencher: Bencher, id: &str) {
    let position = opened(id);
    bencher.bench_local(|| {
        position.analyse(Ask::default())(&Limits::default()).expect("a position that is solved")
    });
}
