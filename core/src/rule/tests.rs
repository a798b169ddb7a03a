use super::*;
use crate::claim::{self, Said};
use crate::games;
use crate::rules::{Library, Outcome, ScriptText};
use crate::solve::periodic::Repeat;

fn with<T>(id: &str, library: &Library, upto: u64, f: impl FnOnce(&Numbered<'_>, RuleTable) -> T) -> T {
    let position = games::open(id, library).unwrap();
    let game = Numbered::of(&*position, &Limits::default()).unwrap().unwrap();
    let table = tabulate(&game, Some(upto), &Limits::default()).unwrap();
    f(&game, table)
}

fn found_in(id: &str, library: &Library, upto: u64) -> Findings {
    with(id, library, upto, |game, table| find(game, &table, &Limits::default()).unwrap())
}

fn found(id: &str, upto: u64) -> Findings {
    found_in(id, &Library::default(), upto)
}

#[test]
fn the_rules_of_lost_positions_are_found_and_proved_where_a_theorem_says_so() {
    for (id, upto, rule, is_proved) in [
        ("bash/3:1", 60, "n % 4 == 0", true),
        ("misere bash/3:1", 60, "n % 4 == 1", true),
        ("powers/2:1", 60, "n % 3 == 0", true),
        ("powers/3:1", 60, "n % 2 == 0", true),
        // The rules that are refuted on the way may be sequences that grow by the same number for ever.
        ("powers/10:1", 60, "[0, 2, 4, 6, 8].contains(n % 11)", true),
        ("subtraction/1,3,4:1", 60, "[0, 2].contains(n % 7)", true),
        ("wythoff:1,1", 32, "a == beatty(b - a, 1, 5, 2)", true),
        ("queen:1,1", 24, "a == beatty(b - a, 1, 5, 2)", true),
        ("ferguson:1,1", 16, "a % 2 == 1 && b % 2 == 1", true),
        ("boxes:1,1", 32, "is_power(b + 1, 2)", true),
        ("misere boxes:1,1", 48, "(b + 1) % 3 == 0 && is_power((b + 1) / 3, 2)", true),
        ("fibonacci:5", 150, "is_fibonacci(n)", true),
        ("own/euclid:3,2", 32, "a == 0 || a != b && b <= beatty(a, 1, 5, 2)", false),
        ("own/half:3", 100, "is_power(n + 1, 2)", false),
        ("race/3/21:0", 100, "n % 4 == 1", true),
        ("auction/3/40:0", 100, "n % 4 == 0", true),
        ("chomp:2x2", 12, "b == a + 1", true),
    ] {
        let found = found(id, upto).lost.unwrap_or_else(|| panic!("no rule for {id}"));
        assert_eq!((found.expression.as_str(), found.theorem.is_some()), (rule, is_proved), "{id}");
    }
    let misere = found("misere wythoff:1,1", 24).lost.unwrap();
    assert!(misere.theorem.is_some() && misere.expression.contains("[0, 1], [2, 2]"), "{misere:?}");
    let misere = found("misere octal/0.75:1", 60).lost.unwrap();
    assert!(misere.theorem.is_some_and(|theorem| theorem.contains("quotient")), "{}", misere.expression);
    let nothing = found("own/grundy:10", 150);
    assert_eq!((nothing.lost, nothing.values, nothing.predicts), (None, None, Vec::new()));
}

#[test]
fn the_rules_of_values_are_found_and_proved() {
    let values = |id, upto| found(id, upto).values.unwrap();
    let bash = values("bash/3:1", 60);
    assert_eq!((bash.expression.as_str(), bash.theorem.is_some()), ("n % 4", true));
    let kayles = values("octal/0.77:1", 200);
    assert!(kayles.expression.starts_with("switch n { 0 => 0, 3 => 3,"), "{}", kayles.expression);
    assert!(kayles.expression.contains("70 => 6, _ => [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][n % 12]"));
    assert_eq!(kayles.theorem.as_deref(), Some("octal periodicity theorem (Guy and Smith 1956)"));
    let dawson = values("octal/0.07:1", 200);
    assert!(dawson.words.contains("period 34") && dawson.words.contains("from 53 on"), "{}", dawson.words);
    assert!(dawson.theorem.is_some());
}

#[test]
fn a_game_that_ends_is_searched_whole() {
    with("race/3/21:0", &Library::default(), 100, |game, table| {
        assert_eq!((table.checked, table.ends), (21, true));
        let findings = find(game, &table, &Limits::default()).unwrap();
        assert!(findings.predicts.iter().all(|n| n[0] <= 21));
    });
}

/// A script of heaps, or of one or two numbers.
fn script(text: &str) -> Library {
    let library = Library::default();
    library.insert_script(ScriptText { name: "t".into(), file: "t.rhai".into(), text: text.into() });
    library
}

/// Only numbers that are refused are the end of a game, of which all positions were searched then.
#[test]
fn a_script_that_fails_does_not_end_a_game() {
    let script = |says: &str| {
        let legal = format!("fn legal(at) {{ if at[0] >= 40 {{ {says} }} true }}");
        script(&format!(
            "const START = [5]; fn moves(at) {{ if at[0] > 0 {{ [[at[0] - 1]] }} else {{ [] }} }} {legal}"
        ))
    };
    with("own/t:5", &script("return false;"), 60, |_, table| {
        assert_eq!((table.checked, table.ends, table.stopped), (39, true, None));
    });
    with("own/t:5", &script("throw \"unknown\";"), 60, |game, table| {
        assert_eq!((table.checked, table.ends), (39, false));
        assert!(
            table.stopped.as_ref().is_some_and(|why| why.to_string().contains("unknown")),
            "{:?}",
            table.stopped
        );
        assert_eq!(find(game, &table, &Limits::default()).unwrap().lost.unwrap().theorem, None);
    });
}

/// What a script's lost positions follow; the predictions are held against a table twice as far.
fn script_rule(text: &str, id: &str, upto: u64) -> String {
    let library = script(text);
    let (findings, checked) = with(id, &library, upto, |game, table| {
        (find(game, &table, &Limits::default()).unwrap(), table.checked)
    });
    let rule = findings.lost.unwrap_or_else(|| panic!("no rule"));
    assert_eq!(rule.theorem, None);
    let further = with(id, &library, 2 * checked, |_, table| table);
    let truth = further.numbers.lost().into_iter().filter(|(_, lost)| *lost).map(|(numbers, _)| numbers);
    let truth: NumberList = truth.collect();
    assert_eq!(findings.predicts, truth);
    rule.expression
}

fn heaps(options: &str) -> String {
    format!("const START = [5]; fn options(heap) {{ let out = []; {options} out }}")
}

#[test]
fn rules_of_heaps_hold_twice_as_far() {
    let divisors = heaps("for t in 1..heap { if heap % t == 0 { out.push([heap - t]); } }");
    assert_eq!(script_rule(&divisors, "own/t:5", 60), "n == 0 || n % 2 == 1");
    let third = heaps("for t in 1..heap / 3 + 1 { out.push([heap - t]); }");
    assert_eq!(script_rule(&third, "own/t:5", 100), "in_sequence(n, [0], 3, 0, 2, 1)");
    let one_or_half = heaps("if heap > 0 { out.push([heap - 1]); out.push([heap / 2]); }");
    assert_eq!(script_rule(&one_or_half, "own/t:5", 60), "n == 0 || trailing_zeros(n, 2) % 2 == 1");
    let bits = heaps("let b = 1; while b <= heap { if (heap & b) != 0 { out.push([heap - b]); } b *= 2; }");
    assert_eq!(script_rule(&bits, "own/t:5", 60), "digit_sum(n, 2) % 2 == 0");
    let divide = heaps("if heap > 0 { for d in 2..10 { out.push([heap / d]); } }");
    assert!(script_rule(&divide, "own/t:5", 1000).starts_with("in_runs(n, true, [0], [9, 1, 8]"));
}

fn pairs_of(moves: &str) -> String {
    format!("const START = [5, 5]; fn moves(c) {{ let out = []; {moves} out }}")
}

#[test]
fn rules_of_pairs_hold_twice_as_far() {
    let king = pairs_of(
        "for d in [[1, 0], [0, 1], [1, 1]] { if c[0] >= d[0] && c[1] >= d[1] { out.push([c[0] - d[0], c[1] - d[1]]); } }",
    );
    let library = script(&king);
    // Negative numbers are no positions of a table, and no move leads there.
    assert_eq!(script_rule(&king, "own/t:5,5", 12), "a % 2 == 0 && b % 2 == 0");
    assert!(found_in("misere own/t:5,5", &library, 16).lost.is_some());
    let two = pairs_of(
        "for t in 1..4 { if c[0] >= t { out.push([c[0] - t, c[1]]); } if c[1] >= t { out.push([c[0], c[1] - t]); } }",
    );
    assert_eq!(script_rule(&two, "own/t:5,5", 16), "(b - a) % 4 == 0");
    let doubling = pairs_of("for t in 1..min(c[0], c[1]) + 1 { out.push([c[0] - t, 2 * t]); }");
    assert_eq!(script_rule(&doubling, "own/t:5,5", 20), "a == 0 || b < least_zeckendorf(a)");
    let wide = pairs_of(
        "for t in 0..c[0] + 1 { for u in 0..c[1] + 1 { if t + u > 0 && (t == 0 || u == 0 || abs(t - u) < 2) { \
         out.push([c[0] - t, c[1] - u]); } } }",
    );
    assert_eq!(script_rule(&wide, "own/t:5,5", 14), "(b - a) % 2 == 0 && a == beatty((b - a) / 2, 0, 2, 1)");
}

#[test]
fn what_is_refuted_is_refuted_first_where_it_says() {
    with("fibonacci:5", &Library::default(), 100, |game, table| {
        let refuted = find(game, &table, &Limits::default()).unwrap().refuted;
        assert_eq!(refuted.len(), 2);
        for Refuted { rule: FoundRule { expression, .. }, least } in refuted {
            let answer =
                claim::check(game, &table, ClaimKind::Lost, &expression, &Limits::default()).unwrap();
            assert_eq!(answer.least.map(|l| l.numbers), Some(least), "{expression}");
        }
    });
    with("wythoff:1,1", &Library::default(), 20, |game, table| {
        let refuted = find(game, &table, &Limits::default()).unwrap().refuted;
        assert!(!refuted.is_empty());
        for Refuted { rule: FoundRule { expression, .. }, least } in refuted {
            let answer =
                claim::check(game, &table, ClaimKind::Lost, &expression, &Limits::default()).unwrap();
            assert!(answer.wrong.contains(&least), "{expression} {least:?} {:?}", answer.wrong);
        }
    });
}

#[test]
fn every_rule_that_is_told_holds_as_a_claim() {
    for (id, upto) in [
        ("bash/3:1", 40),
        ("octal/0.77:1", 100),
        ("octal/0.07:1", 150),
        ("own/half:3", 64),
        ("fibonacci:5", 100),
        ("wythoff:1,1", 24),
        ("misere wythoff:1,1", 24),
        ("own/euclid:2,1", 32),
        ("misere ferguson:1,1", 20),
        ("boxes:1,1", 32),
        ("chomp:2x2", 10),
        ("misere strip:000", 40),
    ] {
        with(id, &Library::default(), upto, |game, table| {
            let Findings { lost, values, .. } = find(game, &table, &Limits::default()).unwrap();
            for (kind, rule) in [(ClaimKind::Lost, lost), (ClaimKind::Value, values)] {
                let Some(rule) = rule else { continue };
                let answer = claim::check(game, &table, kind, &rule.expression, &Limits::default());
                assert_eq!(answer.unwrap().least, None, "{id}: {}", rule.expression);
            }
        });
    }
}

#[test]
fn a_wrong_claim_has_a_least_counterexample_with_the_move_that_shows_it() {
    with("bash/3:1", &Library::default(), 40, |game, table| {
        let check = |kind, text: &str| claim::check(game, &table, kind, text, &Limits::default());
        let least = check(ClaimKind::Lost, "n % 5 == 0").unwrap().least.unwrap();
        assert_eq!((least.numbers, least.shown_by), (vec![4], None));
        assert_eq!(least.claimed, Said::Outcome(Outcome::Win));
        assert_eq!(check(ClaimKind::Lost, "n % 8 == 0").unwrap().wrong[..2], [[4], [12]]);
        let least = check(ClaimKind::Lost, "n % 2 == 0").unwrap().least.unwrap();
        assert_eq!((least.id.as_str(), least.shown_by.as_deref()), ("bash/3:2", Some("1-2")));
        let least = check(ClaimKind::Value, "n % 3").unwrap().least.unwrap();
        assert_eq!((least.numbers, least.claimed, least.truth), (vec![3], Said::Value(0), Said::Value(3)));
        assert_eq!(least.shown_by.as_deref(), Some("1-3"));
        let answer = check(ClaimKind::Value, "n % 4").unwrap();
        assert_eq!((answer.least, answer.positions), (None, 41));
    });
}

#[test]
fn a_wrong_expression_is_told_its_column() {
    with("bash/3:1", &Library::default(), 10, |game, table| {
        let error = |text: &str| {
            claim::check(game, &table, ClaimKind::Lost, text, &Limits::default()).unwrap_err().to_string()
        };
        assert!(error("n + x == 1").starts_with("column 5: "), "{}", error("n + x == 1"));
        assert_eq!(error("n % 5 =="), "column 9: the expression ends too early");
        assert!(error("n % 5").contains("expected true or false"));
        assert!(error("a == 0").ends_with("Variable not found: a; expected n"), "{}", error("a == 0"));
        assert!(error("n & 3 == 0").ends_with("write (n & 3) == 0"), "{}", error("n & 3 == 0"));
        assert!(error("n % 4\n == x").starts_with("line 2, column 5: "), "{}", error("n % 4\n == x"));
        assert!(error("").starts_with("column 1: "));
        assert!(
            error("} fn other() { true").contains("more than an expression")
                || error("} fn other() { true").starts_with("column")
        );
    });
}

#[test]
fn a_claim_by_remainders_is_proved_where_the_game_repeats() {
    with("bash/3:1", &Library::default(), 40, |game, table| {
        let limits = Limits::default();
        let findings = find(game, &table, &limits).unwrap();
        let is_proved =
            |text: &str| claim::is_proved(game, &table, ClaimKind::Lost, text, &findings, &limits).unwrap();
        assert!(is_proved("n%4 == 0") && is_proved("[0, 4].contains(n % 8)") && is_proved("0 == n % 4"));
        assert!(is_proved("2 * n % 8 == 0") && is_proved("n == 8 || n % 12 == 8 || n % 12 % 8 == 0"));
        // It overflows at 5808.
        let large = "(n + 9223372036854770000) % 4 == 0";
        for beyond in ["n % 4 == 0 && n < 99", "n % 4 ** 1 == 0", "n % 44 % 4 == 0", "n & 3 == 0", large] {
            assert!(!is_proved(beyond), "{beyond}");
        }
    });
}

#[test]
fn a_claim_about_pairs_is_told_their_names() {
    with("wythoff:1,1", &Library::default(), 5, |game, table| {
        let error = claim::check(game, &table, ClaimKind::Lost, "n == 0", &Limits::default()).unwrap_err();
        assert!(error.to_string().ends_with("Variable not found: n; expected a and b"), "{error}");
    });
}

/// Where up to two fifths of a heap may be taken, as any player of it can work out.
#[test]
fn values_of_restricted_nim_are_told_beyond_the_column() {
    let mut grundy: Vec<u64> = Vec::new();
    for n in 0..200 {
        let reached = &grundy[n - 2 * n / 5..];
        grundy.push((0..).find(|v| !reached.contains(v)).unwrap());
    }
    let column = Column { least: 0, all: grundy[..60].to_vec() };
    let rules = values::candidates(&column, &Limits::default()).unwrap();
    assert!(rules.iter().any(|rule| (0..).zip(&grundy).all(|(n, v)| rule.value(n) == Some(*v))));
}

#[test]
fn a_period_of_values_is_seen_three_times() {
    for (values, from, length) in [(vec![5, 1, 9, 2, 2, 2], 3, 1), (vec![1, 2, 1, 2, 1, 2], 0, 2)] {
        let repeat = Repeat { from, length };
        let rules = values::candidates(&Column { least: 0, all: values }, &Limits::default()).unwrap();
        assert!(rules.iter().any(|rule| rule.repeat() == Some(repeat)), "{rules:?}");
    }
    let column = Column { least: 0, all: (0..30).map(|n| n % 3).collect() };
    let rules = values::candidates(&column, &Limits::default()).unwrap();
    let lost = NumberRule::Zero(rules.into_iter().next().unwrap()).table(90);
    assert!((0..).zip(lost).all(|(n, lost)| lost == (n % 3 == 0)));
}

/// More exceptions to remainders than are listed: they are a sequence of their own.
#[test]
fn two_rules_that_are_joined_hold_beyond_the_column() {
    let joins: [fn(bool, bool) -> bool; 3] = [|a, b| a || b, |a, b| a && !b, |a, b| a != b];
    for (i, join) in joins.into_iter().enumerate() {
        let all: Vec<bool> = (0..8000u64).map(|n| join(n % 2 == 0, n.isqrt() * n.isqrt() == n)).collect();
        let column = Column { least: 0, all: all[..4000].to_vec() };
        let rules = sets::candidates(&column, &Limits::default()).unwrap();
        assert!(rules.first().is_some_and(|rule| rule.table(7999) == all), "{i}: {rules:?}");
    }
}

#[test]
fn a_sequence_that_begins_late_is_told_from_where() {
    let inside =
        (0..1000u64).map(|n| [5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987].contains(&n)).collect();
    let column = Column { least: 0, all: inside };
    let rule = sets::shortest(&column, &Limits::default()).unwrap().unwrap();
    assert_eq!(rule.said("n").0, "n >= 5 && is_fibonacci(n)");
}

/// What merely fits a short table does not displace what is proved of the game.
#[test]
fn what_is_proved_of_a_game_is_told_of_the_shortest_table() {
    for (id, upto, rule) in [
        ("boxes:1,1", 9, "is_power(b + 1, 2)"),
        ("misere boxes:1,1", 15, "(b + 1) % 3 == 0 && is_power((b + 1) / 3, 2)"),
        ("misere boxes:1,1", 12, "(b + 1) % 3 == 0 && is_power((b + 1) / 3, 2)"),
        ("fibonacci:5", 40, "is_fibonacci(n)"),
        ("chomp:2x2", 6, "b == a + 1"),
        ("wythoff:1,1", 5, "a == beatty(b - a, 1, 5, 2)"),
        ("misere ferguson:1,1", 3, "(a == 1 || a % 3 == 2) && b % 3 == 2"),
        ("misere row:9", 15, "[1, 4, 9, 12, 20].contains(n)"),
        ("row:9", 5, "false"),
        ("powers/10:1", 8, "[0, 2, 4, 6, 8].contains(n % 11)"),
        ("misere strip:000", 5, "[1, 3].contains(n) || n != 2 && n % 2 == 0"),
        ("subtraction/1,9:1", 5, "n % 2 == 0"),
        ("subtraction/1,10:1", 5, "[0, 2, 4, 6, 8].contains(n % 11)"),
    ] {
        let lost = found(id, upto).lost.unwrap_or_else(|| panic!("no rule for {id}"));
        assert_eq!((lost.expression.as_str(), lost.theorem.is_some()), (rule, true), "{id}");
    }
    let misere = found("misere wythoff:1,1", 15).lost.unwrap();
    assert!(misere.theorem.is_some() && misere.expression.contains("[0, 1], [2, 2]"), "{misere:?}");
    let values = |id, upto| found(id, upto).values.unwrap();
    assert_eq!(values("boxes:1,1", 3).expression, "odd_part(b + 1) / 2");
    assert_eq!(values("ferguson:1,1", 2).expression, "trailing_zeros(((a - 1) | (b - 1)) + 1, 2)");
    assert_eq!(values("nim:1", 3).theorem.as_deref(), Some("Sprague and Grundy"));
}

/// The game's own set refutes beyond the table what fits it.
#[test]
fn nothing_is_predicted_that_the_game_itself_refutes() {
    with("subtraction/1,70:1", &Library::default(), 50, |game, table| {
        let predicts = find(game, &table, &Limits::default()).unwrap().predicts;
        let is_lost = |n: &u64| (n % 71).is_multiple_of(2) && n % 71 != 70;
        assert!(predicts.is_empty() || predicts.concat() == (0..=100).filter(is_lost).collect::<Vec<_>>());
    });
}

#[test]
fn a_period_is_seen_three_times() {
    assert_eq!(proof::period_of(&[9, 8, 7, 1, 2, 1, 2, 1]), None);
    assert_eq!(proof::period_of(&[9, 8, 7, 1, 2, 1, 2, 1, 2]), Some(Repeat { from: 3, length: 2 }));
}

#[test]
fn one_class_that_is_missing_is_named_alone() {
    let modulus = feature::Feature::Remainder { modulus: 5 };
    let rule = sets::NumberRule::Classes { feature: modulus, inside: vec![0, 1, 3, 4], except: Vec::new() };
    assert_eq!(
        rule.said("n"),
        ("n % 5 != 2".to_owned(), "n does not leave the remainder 2 when divided by 5".to_owned())
    );
}

#[test]
fn the_ends_of_runs_count_as_what_a_rule_costs() {
    let inside = (0..100u64).map(|n| (n + 1).ilog2() % 2 == 0).collect();
    let rules = sets::candidates(&Column { least: 0, all: inside }, &Limits::default()).unwrap();
    let runs = rules.iter().find(|rule| matches!(rule, sets::NumberRule::Runs(_))).unwrap();
    assert!(runs.cost() > 4, "{}", runs.cost());
}

/// Negative numbers and 0 have none of these qualities but where they are squares or the like.
#[test]
fn the_functions_of_claims_know_what_is_below_their_first() {
    let all = [
        "is_square(n - 1) == [1, 2, 5, 10, 17].contains(n)",
        "is_triangular(n - 1) == [1, 2, 4, 7, 11, 16].contains(n)",
        "is_fibonacci(n - 1) == [1, 2, 3, 4, 6, 9, 14].contains(n)",
        "is_prime(n - 1) == [3, 4, 6, 8, 12, 14, 18, 20].contains(n)",
        "is_power(n - 1, 2) == [2, 3, 5, 9, 17].contains(n)",
        "(leading_digit(n, 5) == 3) == [3, 15, 16, 17, 18, 19].contains(n)",
        "in_runs(n, true, [2], [1, 1, 3], [1, 1, 3]) == ((n / 3) % 2 == 0)",
    ];
    with("bash/3:1", &Library::default(), 20, |game, table| {
        for text in all {
            let claimed = format!("{text} && n % 4 == 0");
            let answer = claim::check(game, &table, ClaimKind::Lost, &claimed, &Limits::default()).unwrap();
            assert_eq!(answer.wrong, Vec::<Vec<u64>>::new(), "{text}");
            // Where it were wrong, it would be seen.
            let claimed = format!("{text} == (n % 4 == 0)");
            let answer = claim::check(game, &table, ClaimKind::Lost, &claimed, &Limits::default()).unwrap();
            assert!(answer.least.is_none(), "{text}: {:?}", answer.least);
        }
    });
}

#[test]
fn pairs_that_have_something_in_common_are_told_what() {
    type Test = fn(u64, u64) -> bool;
    let all: [(Test, &str); 6] = [
        (|a, b| (b - a) % 3 == 0, "the difference is a multiple of 3"),
        (|a, b| numbers::gcd(a, b) == 1, "the greatest common divisor of a and b is 1"),
        (|a, b| (a ^ b) % 5 == 2, "the nim-sum of a and b leaves the remainder 2 when divided by 5"),
        (|a, b| numbers::odd_part(a) == numbers::odd_part(b), "a and b have the same odd part"),
        (|a, b| a / 5 == b / 5, "a / 5 and b / 5 are the same, rounded down"),
        (|a, b| a.ilog10() == b.ilog10(), "a and b have equally many digits in base 10"),
    ];
    for (test, words) in all {
        let pairs = (1..=120).flat_map(|a| (a..=120).map(move |b| (a, b)));
        let cells: Vec<_> = pairs.map(|(a, b)| Cell { a, b, is: test(a, b) }).collect();
        let rule = pairs::shortest(&cells, 120, true, &Limits::default()).unwrap().unwrap();
        assert_eq!(rule.said(true).1, words);
    }
}

#[test]
fn a_script_that_fails_at_0_is_looked_at_from_1() {
    let text =
        heaps("if heap == 0 { throw \"no heap\"; } for t in 1..4 { if t < heap { out.push([heap - t]); } }");
    let least = with("own/t:5", &script(&text), 40, |_, table| match table.numbers {
        Numbers::Single { lost, .. } => lost.least,
        Numbers::Pairs { .. } => panic!("one number"),
    });
    assert_eq!(least, 1);
}

#[test]
fn a_claim_may_ask_for_wythoff_pairs() {
    with("wythoff:0,0", &Library::default(), 30, |game, table| {
        let check =
            |text| claim::check(game, &table, ClaimKind::Lost, text, &Limits::default()).unwrap().least;
        assert!(check("is_wythoff_pair(a, b, 1, 0)").is_none());
        assert!(check("is_wythoff_pair(a, b, 2, 0)").is_some());
    });
}

#[test]
fn a_rule_is_supported_by_four_bits_more_than_it_costs_and_a_quarter() {
    assert!(sets::supported(10, 14) && !sets::supported(10, 13));
    assert!(sets::supported(40, 50) && !sets::supported(40, 49));
}

#[test]
fn no_slope_is_looked_at_twice() {
    let mut all: Vec<_> = sets::slopes().into_iter().map(|slope| slope.floor(1_000_000_000)).collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}

#[test]
fn values_that_are_all_the_same_are_told_so() {
    for (first, others, words) in [(0, 0, "always 0"), (0, 3, "the same everywhere: 3; only 0 has value 0")] {
        let values = std::iter::once(first).chain(std::iter::repeat_n(others, 1000)).collect();
        let column = Column { least: 0, all: values };
        let rule = values::candidates(&column, &Limits::default()).unwrap().remove(0);
        assert_eq!(rule.said("n").1, words);
    }
}

/// Pairs with a = 0 and equal pairs that follow rules of their own; both rules speak of the pair of zeros only where its
/// own does.
#[test]
fn what_is_said_of_pairs_with_rules_of_their_own_goes_for_no_others() {
    let classes = |modulus, inside: &[u64]| sets::NumberRule::Classes {
        feature: feature::Feature::Remainder { modulus },
        inside: inside.to_vec(),
        except: Vec::new(),
    };
    let (never, always, even) = (classes(1, &[]), classes(1, &[0]), classes(2, &[0]));
    let rest = || PairRule::Remainders { modulus: 3, inside: vec![(0, 1)] };
    let two = || PairRule::Remainders { modulus: 3, inside: vec![(0, 1), (1, 0)] };
    let said = "the remainders of a and b when divided by 3 are 0 and 1";
    let own = "b is even";
    for (zero, equal, rest, words) in [
        (None, None, rest(), said.to_owned()),
        (None, Some(&always), rest(), format!("a = b, or when {said}")),
        (None, Some(&never), rest(), format!("a and b differ and {said}")),
        (None, Some(&even), rest(), format!("{said}; where a = b: {own}")),
        (Some(&always), None, rest(), format!("a = 0, or when {said}")),
        (Some(&always), Some(&always), rest(), format!("a = 0, or when a = b, or when {said}")),
        (Some(&always), Some(&never), rest(), format!("a = 0, or when a and b differ and {said}")),
        (Some(&always), Some(&even), rest(), format!("{said}; where a = b > 0: {own}; where a = 0: always")),
        (Some(&never), None, rest(), format!("a is not 0 and {said}")),
        (Some(&never), Some(&always), rest(), format!("a = b, or when {said}; where a = 0: never")),
        (Some(&never), Some(&never), rest(), format!("a is not 0 and a and b differ and {said}")),
        (Some(&never), Some(&even), rest(), format!("{said}; where a = b > 0: {own}; where a = 0: never")),
        (Some(&even), None, rest(), format!("{said}; where a = 0: {own}")),
        (Some(&even), Some(&always), rest(), format!("a = b, or when {said}; where a = 0: {own}")),
        (Some(&even), Some(&never), rest(), format!("a and b differ and {said}; where a = 0: {own}")),
        (Some(&even), Some(&even), rest(), format!("{said}; where a = b > 0: {own}; where a = 0: {own}")),
        (Some(&never), None, two(), format!("{said}, or 1 and 0; where a = 0: never")),
    ] {
        let rule = PairRule::Split { zero: zero.cloned(), equal: equal.cloned(), rest: Box::new(rest) };
        assert_eq!(rule.said(true).1, words, "{:?}", rule.said(true).0);
        let except = PairRule::Except(Box::new(rule), vec![(2, 5)]);
        let join = if words.contains("; where") { ";" } else { "," };
        assert_eq!(except.said(true).1, format!("{words}{join} or the pair is [2, 5]"));
    }
}

#[test]
fn what_is_proved_of_rounds_goes_before_what_only_fits() {
    let lost = |id: &str, upto: u64| {
        let mut found = None;
        with(id, &Library::default(), upto, |game, table| {
            let findings = find(game, &table, &Limits::default()).unwrap();
            assert!(findings.refuted.len() == 2, "{id}: {:?}", findings.refuted);
            found = findings.lost.map(|rule| (rule.expression, rule.theorem.is_some()));
        });
        found
    };
    let proved = |text: &str| Some((text.to_owned(), true));
    // These rounds are longer than any remainder that is looked for, or than the table.
    assert_eq!(lost("bash/99:1", 500), proved("n % 100 == 0"));
    assert_eq!(lost("misere bash/600:1", 50), proved("n % 601 == 1"));
    assert_eq!(lost("race/10/5000000:0", 100), proved("n % 11 == 5"));
    assert_eq!(lost("misere auction/100/10000:0", 300), proved("n % 101 == 0"));
    // Runs that keep their lengths repeat.
    assert!(lost("subtraction/11,14:1", 300).unwrap().1);
}

#[test]
fn a_claim_is_not_proved_by_a_table_that_is_too_short_for_it() {
    let is_proved = |id: &str, upto: u64, text: &str| {
        let mut proved = None;
        with(id, &Library::default(), upto, |game, table| {
            let limits = Limits::default();
            let findings = find(game, &table, &limits).unwrap();
            proved = Some(claim::is_proved(game, &table, ClaimKind::Lost, text, &findings, &limits).unwrap());
        });
        proved.unwrap()
    };
    // The least common multiple is 2^64 + 1.
    assert!(!is_proved("bash/67280421310720:1", 100, "n % 274177 == 0"));
    // Wrong at 38, 42.
    let far = "a % 2 == 1 && b % 2 == 1 || a % 40 == 38 && b % 40 == 2";
    assert!(!is_proved("ferguson:2,2", 41, far) && is_proved("ferguson:2,2", 12, "b % 2 == 1 && a % 2 == 1"));
    assert!(!is_proved("ferguson:2,2", 12, "a % 2 == 1 && b % 2 == 1 || a == 50"));
}

#[test]
fn an_equation_is_the_same_whichever_side_its_numbers_are_on() {
    with("chomp:2x2", &Library::default(), 6, |game, table| {
        let limits = Limits::default();
        let findings = find(game, &table, &limits).unwrap();
        let is_proved =
            |text: &str| claim::is_proved(game, &table, ClaimKind::Lost, text, &findings, &limits).unwrap();
        for same in ["b == a + 1", "b - a == 1", "1 == b - a", "a + 1 == b", "a - b + 1 == 0"] {
            assert!(is_proved(same), "{same}");
        }
        for other in ["b - a == 2", "b + a == 1", "b - a >= 1", "b - a == 1 && a < 99"] {
            assert!(!is_proved(other), "{other}");
        }
    });
}

#[test]
fn a_set_may_be_made_of_two() {
    let rule = |least: u64, is_lost: &dyn Fn(u64) -> bool| {
        let table = RuleTable::of_single(least, 2000, &mut |n| Ok(Some(is_lost(n)))).unwrap();
        LostRule::of(&table, &Limits::default()).unwrap().map(|rule| rule.words("n"))
    };
    use super::numbers::{digit_sum, is_fibonacci, is_power, is_square, is_triangular};
    let told = |text: &str| Some(text.to_owned());
    assert_eq!(
        rule(0, &|n| is_square(n) || is_triangular(n)),
        told("n is a square, or n is a triangular number")
    );
    assert_eq!(
        rule(0, &|n| n == 0 || is_power(n, 2) || is_power(n, 3)),
        told("n is 0, or n is a power of 2, or n is a power of 3")
    );
    assert_eq!(
        rule(1, &|n| n % 7 == 2 || digit_sum(n, 2).is_multiple_of(3)),
        told(
            "n leaves the remainder 2 when divided by 7, or the number of ones in binary of n is 0 modulo 3"
        )
    );
    assert_eq!(rule(1, &|n| is_fibonacci(n) || n * n % 101 == 5 || n * n * n % 103 < 9), None);
}
