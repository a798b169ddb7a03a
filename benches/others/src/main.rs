//! Compares the solvers with published crates.

#[path = "../../common/mod.rs"]
mod common;
#[path = "../../common/pairs.rs"]
mod pairs;

use std::collections::HashMap;

use common::machine;
use igs::game::{Game, SimpleGame};
use igs::games::chomp::Chomp;
use igs::solver::Solver as Impartial;
use igs::solver::lvb::LVBSimpleGameSolver;
use nimatron_core::games::chomp::shapes::Outcomes;
use nimatron_core::rules::Limits;
use nimatron_core::solve::octal::Code;
use nimatron_core::solve::periodic::{Recurrence, Values};
use ogs::{NaiveSolver, RC2Solver, RCSolver, Solver};
use pairs::{head, pair};

fn main() {
    machine();
    head();
    chomp();
    octal();
}

fn here(code: &str, heaps: usize) -> Vec<u32> {
    let code: Code = code.parse().expect("a code that reads");
    let mut rule = code.sequence().rule().clone();
    let mut values = Values::default();
    while values.len() < heaps {
        let next = rule.next(&values);
        values.push(next);
    }
    values.iter().collect()
}

fn there<S: Solver>(code: &str, heaps: usize) -> Vec<u32>
where
    S::Stats: Default,
{
    let solver = S::with_capacity(code.parse().expect("a code that reads"), heaps);
    solver.take(heaps).map(u32::from).collect()
}

fn octal() {
    for (code, heaps) in [("0.77", 100_000), ("0.07", 100_000), ("0.6", 20_000), ("0.007", 20_000)] {
        let work = |way| format!("octal/{code}: {heaps} Grundy values, no use made of a period; ogs, {way}");
        pair(&work("RC"), 3, || here(code, heaps), || there::<RCSolver>(code, heaps));
        pair(&work("RC2"), 3, || here(code, heaps), || there::<RC2Solver>(code, heaps));
    }
    let work = "octal/0.77: 20000 Grundy values, no use made of the period; ogs, naive";
    pair(work, 5, || here("0.77", 20_000), || there::<NaiveSolver>("0.77", 20_000));
}

fn chomp() {
    for (side, rounds) in [(6, 9), (8, 9), (10, 3)] {
        pair(
            &format!("Chomp {side}x{side}: how many first bites win; igs, outcomes with a hash table"),
            rounds,
            || {
                let bar = vec![u16::from(side); usize::from(side)];
                let table = Outcomes::build(&bar, &Limits::default()).expect("nothing stops it");
                let bites = (0..bar.len()).flat_map(|row| (0..bar[row]).map(move |column| (row, column)));
                let after = |(row, column): (usize, u16)| {
                    let cut =
                        bar.iter().enumerate().map(move |(i, &l)| if i < row { l } else { l.min(column) });
                    cut.collect::<Vec<u16>>()
                };
                // The crate omits the move that eats the poisoned square, and treats a bar and its mirror image as
                // equal.
                let lost = |bite: &(usize, u16)| *bite != (0, 0) && !table.wins(after(*bite).into_iter());
                bites.filter(lost).count()
            },
            || {
                let game = Chomp::new(side, side);
                let mut solver = Impartial::new(&game, HashMap::new(), (), (), ());
                let start = game.initial_position();
                game.successors(&start).filter(|next| solver.has_nimber(next, 0)).count()
            },
        );
    }
}
