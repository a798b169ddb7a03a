use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::erased::Ask;
use crate::games::oracle::{Search, agrees, canonical, fault, opened, ruleset, solved, typed};
use crate::games::prelude::*;
use crate::solve::graph::{Graph, Product};
use crate::solve::large_piles::LargePiles;

fn game(graph: &str, convention: Convention) -> Token {
    ruleset::<Token>(convention, &[graph]).unwrap()
}

type Arcs = BTreeMap<String, Vec<String>>;

fn arcs(inline: &str) -> Arcs {
    let mut arcs = Arcs::new();
    for arc in inline.split(',') {
        let (a, b) = arc.split_once('-').unwrap();
        arcs.entry(a.to_owned()).or_default().push(b.to_owned());
        arcs.entry(b.to_owned()).or_default();
    }
    arcs
}

fn slides(arcs: &Arcs, at: &[String]) -> Vec<(String, Vec<String>)> {
    let mut next = Vec::new();
    for (i, v) in at.iter().enumerate() {
        for w in &arcs[v] {
            let mut to = at.to_vec();
            to[i] = w.clone();
            next.push((format!("{}>{w}", i + 1), to));
        }
    }
    next
}

fn positions(arcs: &Arcs, count: usize) -> Vec<Vec<String>> {
    (0..count).fold(vec![Vec::new()], |all, _| {
        let longer = |p: Vec<String>| {
            arcs.keys()
                .map(move |v| p.iter().cloned().chain([v.clone()]).collect())
        };
        all.into_iter().flat_map(longer).collect()
    })
}

fn graph_agrees(graph: &str, count: usize) {
    let arcs = arcs(
        game(graph, Convention::Normal)
            .graph()
            .text()
            .strip_prefix('/')
            .unwrap(),
    );
    let id = |names: &Vec<String>| format!("token/{graph}:{}", names.join(","));
    agrees(&positions(&arcs, count), &id, &|at| slides(&arcs, at));
}

/// Returns a random acyclic graph. Each possible arc is included with probability 1 / `sparse`; the arc from v1 to v0
/// is always included.
fn random(n: u64, sparse: u32, seed: u64) -> String {
    let mut rng = StdRng::seed_from_u64(seed);
    let all = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
    let arcs = all.filter(|&arc| arc == (1, 0) || rng.random_ratio(1, sparse));
    arcs.map(|(a, b)| format!("v{a}-v{b}"))
        .collect::<Vec<_>>()
        .join(",")
}

#[test]
fn shipped_graphs_agree_with_a_plain_search() {
    for name in NAMES {
        graph_agrees(name, 1);
        graph_agrees(name, 2);
    }
    graph_agrees("pyramid", 3);
}

#[test]
fn random_graphs_agree_with_a_plain_search() {
    for seed in 1..25 {
        graph_agrees(&random(7, 2 + seed as u32 % 3, seed), 1 + seed as usize % 3);
    }
}

#[test]
fn many_tokens_are_searched_as_a_heap_of_equals() {
    // Seven tokens on twelve vertices have 12^7 ordered positions but far fewer sorted positions.
    let limits = Limits::default();
    let graph = random(12, 3, 4);
    let arcs = arcs(&graph);
    let next = |at: &Vec<String>| slides(&arcs, at);
    for convention in [Convention::Normal, Convention::Misere] {
        let game = game(&graph, convention);
        let names = ["v5", "v4", "v3", "v6", "v5", "v2", "v4"].map(str::to_owned);
        let at = game.parse_state(Text::new(&names.join(","))).unwrap();
        let misere = convention == Convention::Misere;
        let plain = Search::new(misere, &next).value(&names.to_vec());
        assert_eq!(game.outcome(&at, &limits), Ok(Outcome::won(plain.wins)));
    }
}

/// Returns a subtraction game as a graph: a token moves one or two steps along a chain, and all vertices are tame.
fn chain(n: usize) -> String {
    let arcs = (1..=n)
        .flat_map(|a| [1, 2].map(|k| (a, k)))
        .filter(|(a, k)| a >= k);
    arcs.map(|(a, k)| format!("s{a}-s{}", a - k))
        .collect::<Vec<_>>()
        .join(",")
}

#[test]
fn tame_graphs_take_any_number_of_tokens_in_misere_play() {
    let limits = Limits::default();
    graph_agrees(&chain(7), 3);
    let game = game(&chain(300), Convention::Misere);
    let state = |steps: &[usize]| {
        let names: Vec<String> = steps.iter().map(|s| format!("s{s}")).collect();
        game.parse_state(Text::new(&names.join(","))).unwrap()
    };
    let value = |steps: &[usize]| game.value(&state(steps), &limits).unwrap();
    assert_eq!(value(&[299, 299, 299, 299]).outcome, Outcome::Loss);
    assert_eq!(value(&[300, 300, 300]).outcome, Outcome::Win);
    assert_eq!(value(&[300, 300, 298]).outcome, Outcome::Loss);
    assert_eq!(value(&[298, 298, 298, 299]).remoteness, None);
}

#[test]
fn a_long_path_with_many_arcs_is_one_pass() {
    let limits = Limits::default();
    for convention in [Convention::Normal, Convention::Misere] {
        let game = game(&chain(50_000), convention);
        assert_eq!(game.graph().ends().len(), 99_999);
        let at = game.parse_state(Text::new("s50000")).unwrap();
        let value = game.value(&at, &limits).unwrap();
        assert_eq!(value.outcome, Outcome::Win);
        assert_eq!(
            value.grundy,
            (convention == Convention::Normal).then_some(2)
        );
    }
}

#[test]
fn wild_vertices_past_the_search_are_not_proved_in_misere_play() {
    let limits = Limits::default();
    // The only arc from f leads to s2, so f is a firm 0. The arcs from z lead to f and to s0, a fickle 0, so z has
    // value 1 in normal and 2 in misère play: z is wild.
    let graph = format!("{},f-s2,z-f,z-s0", chain(60));
    let tokens = ["z,z", &",s60".repeat(9)].concat();
    for convention in [Convention::Normal, Convention::Misere] {
        let game = game(&graph, convention);
        let at = game.parse_state(Text::new(&tokens)).unwrap();
        let vertices = game.vertices(&limits).unwrap();
        assert!(
            !vertices.tame(&at) && vertices.tame(&game.parse_state(Text::new("f,s60")).unwrap())
        );
        match convention {
            Convention::Normal => assert!(game.value(&at, &limits).is_ok()),
            Convention::Misere => {
                assert!(matches!(game.value(&at, &limits), Err(Stop::NotProved(_))))
            }
        }
        let one = game.parse_state(Text::new("z")).unwrap();
        assert_eq!(game.value(&one, &limits).unwrap().outcome, Outcome::Win);
    }
}

#[test]
fn texts_are_canonical_vertices_keep_their_case_and_errors_say_what_and_where() {
    canonical(&[
        ("TOKEN/b-c,a-c,a-b:a,c", "token/a-b,a-c,b-c:a,c"),
        ("token/A-a,B-A:B", "token/A-a,B-A:B"),
        ("token/River:spring", "token/river:spring"),
        ("misere token/a-b:a,a", "misere token/a-b:a,a"),
        ("normal token/divisors:60,1", "token/divisors:60,1"),
    ]);
    for (text, column, words) in [
        ("token/a-b,b-c:d", 15, "\"d\""),
        ("token/a-b,b-c:a,,b", 17, "no vertex"),
        ("token/a-b,b-c:", 15, "no vertex"),
        ("token/a-b,b-c:A", 15, "\"A\""),
        ("token/a-b,b-c,a-b:a", 15, "a-b is there twice"),
        ("token/a-b,b-c,c-a:a", 7, "a > b > c > a"),
        ("token/d-b,a-b,b-c,c-b:a", 7, "b > c > b"),
        ("token/a-b,c-c:a", 11, "c > c"),
        ("token/a-b,c-:a", 13, "no name"),
        ("token/a-b,c-d?:a", 14, "'?'"),
        ("token/a-b-c:a", 10, "'-'"),
        ("token/nile:a", 7, "nile"),
        ("token/:a", 7, "no graph"),
        ("token:a", 6, "parameter"),
        ("token/a-b/c:a", 11, "parameter"),
    ] {
        let error = fault(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.what.contains(words), "{text}: {error}");
    }
}

#[test]
fn moves_are_read_leniently_with_one_token_only() {
    let one = ["1>c", ">c", "c", " 1 > c "].map(|text| (text, "1>c"));
    typed(
        "token/a-b,a-c,b-c:a",
        &one,
        &["2>c", "0>c", "1>a", "1>d", "1>C", "1"],
    );
    typed(
        "token/a-b,a-c,b-c:a,c",
        &[("1>b", "1>b")],
        &["c", ">c", "2>b"],
    );
}

#[test]
fn shipped_graphs_read_under_their_own_names() {
    for ((name, json), known) in nimatron_assets::GRAPHS.iter().zip(NAMES) {
        let (own, source) = source::read(json).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!((own.as_str(), known), (*name, *name));
        assert!(!source.about.is_empty());
        let inline = game(&source.graph.text()[1..], Convention::Normal);
        assert_eq!(inline.graph().ends(), source.graph.ends());
        assert_eq!(inline.source.params, source.graph.text());
    }
}

#[test]
fn large_graphs_are_explained_too() {
    let graph = chain(50_000);
    for state in [
        "normal token/{}:s50000",
        "misere token/{}:s50000",
        "token/{}:s50000,s49999",
    ] {
        let id = state.replace("{}", &graph);
        let found = solved(&id);
        let itself = Claim::Outcome(opened(&id).id(), found.value.outcome);
        assert!(
            found
                .reasons
                .iter()
                .any(|reason| reason.claims.contains(&itself)),
            "{state}"
        );
        // Each claim about a position repeats the long ID of the graph, so only this position's outcome is claimed.
        let mut claims = found.reasons.iter().flat_map(|reason| &reason.claims);
        assert!(
            claims.all(|claim| !matches!(claim, Claim::Outcome(..)) || *claim == itself),
            "{state}"
        );
    }
}

#[test]
fn in_a_misere_sum_with_heaps_no_more_than_100000_moves_are_gone_through() {
    // In a sum with large Nim piles and no other parts, all moves are tested individually.
    let rest = Product::new(vec![Graph::from_moves([Vec::new()].into_iter())], 1).unwrap();
    let found = LargePiles::new(rest, vec![0], 3, &Limits::default())
        .unwrap()
        .unwrap();
    let others = OtherParts::Piles {
        found: &found,
        at: 0,
        heaps: Vec::new(),
    };
    let arcs: Vec<String> = (1..=101).map(|n| format!("a-b{n}")).collect();
    let game = game(&arcs.join(","), Convention::Misere);
    let winning = |tokens: usize| {
        let at = game
            .parse_state(Text::new(&vec!["a"; tokens].join(",")))
            .unwrap();
        let limits = Limits::default();
        let beside = Beside {
            others: &others,
            ..Beside::nothing(&limits)
        };
        let found = game.moves_to(&at, Outcome::Win, beside);
        found.map(|found| found.len())
    };
    assert_eq!(winning(20), Ok(Some(20 * 101)));
    assert!(matches!(winning(1000), Err(Stop::NotProved(why)) if why.contains("up to 100000")));
}

/// Returns a random graph of `n` vertices in which v0 and v1 form a cycle.
fn random_with_cycles(n: u64, sparse: u32, seed: u64) -> String {
    let mut rng = StdRng::seed_from_u64(seed);
    let all = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
    let arcs = all.filter(|&(a, b)| {
        a != b && ([(0, 1), (1, 0)].contains(&(a, b)) || rng.random_ratio(1, sparse))
    });
    let arcs: Vec<String> = arcs.map(|(a, b)| format!("v{a}-v{b}")).collect();
    arcs.join(",") + "!"
}

fn settled(
    arcs: &Arcs,
    positions: &[Vec<String>],
    misere: bool,
) -> BTreeMap<Vec<String>, (Outcome, Option<u64>)> {
    let mut known: BTreeMap<Vec<String>, (Outcome, Option<u64>)> = BTreeMap::new();
    for round in 0.. {
        let mut found = Vec::new();
        for at in positions.iter().filter(|at| !known.contains_key(*at)) {
            let after: Vec<_> = slides(arcs, at)
                .into_iter()
                .map(|(_, to)| known.get(&to))
                .collect();
            let is = |wanted| {
                move |to: &Option<&(Outcome, Option<u64>)>| {
                    to.is_some_and(|(outcome, _)| *outcome == wanted)
                }
            };
            if after.is_empty() {
                found.push((at.clone(), Outcome::won(misere)));
            } else if after.iter().any(is(Outcome::Loss)) {
                found.push((at.clone(), Outcome::Win));
            } else if after.iter().all(is(Outcome::Win)) {
                found.push((at.clone(), Outcome::Loss));
            }
        }
        if found.is_empty() {
            break;
        }
        known.extend(
            found
                .into_iter()
                .map(|(at, outcome)| (at, (outcome, Some(round)))),
        );
    }
    for at in positions {
        known.entry(at.clone()).or_insert((Outcome::Draw, None));
    }
    known
}

#[test]
fn graphs_with_cycles_agree_with_rounds_of_the_definition() {
    let limits = Limits::default();
    let mut seen = BTreeMap::new();
    for seed in 1..16 {
        let graph = random_with_cycles(6, 3 + seed as u32 % 3, seed);
        let arcs = arcs(graph.trim_end_matches('!'));
        for count in 1..=2 {
            let positions = positions(&arcs, count);
            for misere in [false, true] {
                let known = settled(&arcs, &positions, misere);
                for at in positions.iter().step_by(1 + 6 * (count - 1)) {
                    let word = if misere { "misere " } else { "" };
                    let id = format!("{word}token/{graph}:{}", at.join(","));
                    let position = opened(&id);
                    assert_eq!(position.id(), id);
                    let (outcome, remoteness) = known[at];
                    *seen.entry(outcome).or_insert(0) += 1;
                    let found = position.analyse(Ask::default().with_all())(&limits).unwrap();
                    assert_eq!(
                        found.value,
                        Value::from_outcome(outcome).with_remoteness(remoteness),
                        "{id}"
                    );
                    let legal: Vec<_> = (found.legal.unwrap().into_iter())
                        .map(|m| (m.choice.text, m.outcome, m.remoteness))
                        .collect();
                    let expected: Vec<_> = (slides(&arcs, at).into_iter())
                        .map(|(text, to)| {
                            (text, known[&to].0.reversed(), known[&to].1.map(|r| r + 1))
                        })
                        .collect();
                    assert_eq!(legal, expected, "{id}");
                    // The best move shortens a win, delays a loss and keeps a draw.
                    let best = found
                        .best
                        .map(|best| expected.iter().find(|m| m.0 == best.text).unwrap());
                    if let Some((_, reached, left)) = best {
                        assert_eq!(*reached, outcome, "{id}");
                        assert!(outcome == Outcome::Draw || *left == remoteness, "{id}");
                    }
                    let drawing = expected.iter().filter(|m| m.1 == Outcome::Draw).count();
                    assert!(
                        outcome != Outcome::Draw || found.drawing.len() == drawing,
                        "{id}"
                    );
                    for claim in found.reasons.iter().flat_map(|reason| &reason.claims) {
                        if let Claim::Outcome(of, told) = claim {
                            let (_, state) = of.rsplit_once(':').unwrap();
                            let at: Vec<String> = state.split(',').map(str::to_owned).collect();
                            assert_eq!(known[&at].0, *told, "{id}: {of}");
                        }
                    }
                }
            }
        }
    }
    assert!(
        seen.len() == 3 && seen.values().all(|n| *n > 20),
        "{seen:?}"
    );
}

#[test]
fn loops_are_written_at_the_end_and_lone_vertices_among_the_arcs() {
    canonical(&[
        ("token/b-a,a-b,b-c!:a", "token/a-b,b-a,b-c!:a"),
        // The `!` of a graph without cycles is dropped.
        ("token/b-c,a-b!:a", "token/a-b,b-c:a"),
        ("token/3,0-1,1-2:0,1,3", "token/0-1,1-2,3:0,1,3"),
        ("token/a-b,b,c:a", "token/a-b,c:a"),
        ("misere token/a-b,b-a,c!:c", "misere token/a-b,b-a,c!:c"),
    ]);
    for (text, column, words) in [
        ("token/a-b,b-a:a", 7, "a > b > a"),
        ("token/a-b!,b-a:a", 10, "'!'"),
        ("token/a-b,c,c:a", 13, "c is there twice"),
        ("token/a,b:a", 7, "no arc"),
        ("token/a-b,b-b!:a", 11, "b > b"),
    ] {
        let error = fault(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.what.contains(words), "{text}: {error}");
    }
    let drawn = solved("token/a-b,b-a,b-c!:a,a");
    assert_eq!(drawn.value.grundy, None);
    let alone = opened("token/a-b,b-a!:a + nim:1");
    assert!(matches!(
        alone.value(&Limits::default()),
        Err(Stop::NotProved(why)) if why.contains("cannot be a part of a sum")
    ));
}

#[test]
fn a_file_says_that_its_graph_has_loops_and_lone_vertices() {
    let read = |fields: &str| {
        let json = format!("{{\"arcs\": [[\"a\", \"b\"], [\"b\", \"a\"]]{fields}}}");
        source::read(&json).map(|(_, graph)| graph.graph.text())
    };
    let refused = read("").unwrap_err().to_string();
    assert!(
        refused.contains("a > b > a") && refused.contains("\"loops\": true"),
        "{refused}"
    );
    assert_eq!(read(", \"loops\": true").unwrap(), "/a-b,b-a!");
    let vertices = ", \"loops\": true, \"vertices\": [\"a\", \"b\", \"z\"]";
    assert_eq!(read(vertices).unwrap(), "/a-b,b-a,z!");
}

#[test]
fn arcs_that_lead_up_are_named() {
    let up = |count: usize| {
        let arcs: String = (0..count).map(|i| format!("a{i}-b,b-a{i},")).collect();
        let [up, end] = &opened(&format!("token/{arcs}b-c!:b")).scene().notes[..] else {
            panic!("two notes")
        };
        assert_eq!(end, "Play may go on for ever, and then it is a draw.");
        up.clone()
    };
    assert_eq!(up(2), "These arcs lead up: a1-b, b-a0.");
    assert_eq!(up(12).matches('-').count(), 12);
    assert!(!up(12).contains("..."), "{}", up(12));
    assert_eq!(up(13).matches('-').count(), 12);
    assert!(up(13).ends_with(", ...."), "{}", up(13));
}

#[test]
fn errors_name_twelve_vertices_at_most() {
    for (n, names) in [(11, "v10, v11"), (12, "v10, v11, ...")] {
        let arcs: Vec<String> = (10..10 + n).map(|i| format!("v{i}-v{}", i + 1)).collect();
        let error = fault(&format!("token/{}:x", arcs.join(","))).to_string();
        assert!(error.contains("v10, v11"), "{error}");
        assert_eq!(error.contains("..."), n == 12, "{names}: {error}");
    }
}

#[test]
fn a_random_position_has_one_to_three_tokens() {
    let at = opened("token/a-b,b-c:a");
    let drawn = |pick: &mut dyn FnMut(u64) -> u64| at.random_position(pick).unwrap().id();
    assert_eq!(drawn(&mut |_| 0), "token/a-b,b-c:a");
    assert_eq!(drawn(&mut |n| n - 1), "token/a-b,b-c:c,c,c");
}

#[test]
fn arcs_and_lone_vertices_are_counted_together() {
    let inline = |text: &str| source::inline(Text::new(text), 3).map(|graph| graph.params);
    assert_eq!(inline("a-b,b-c,d").as_deref(), Ok("/a-b,b-c,d"));
    let error = inline("a-b,b-c,d,c-d").unwrap_err();
    assert_eq!(
        error.to_string(),
        "column 11: too many arcs; expected at most 3"
    );
}
