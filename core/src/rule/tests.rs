use super::*;
use crate::claim::{self, ClaimAnswer, Said};
use crate::erased::Ask;
use crate::games;
use crate::rules::{Convention, Library, Outcome, ScriptText};
use crate::solve::periodic::Repeat;

pub(super) fn known(text: &str) -> Expr {
    parse(text, &[Var::N, Var::A, Var::B]).unwrap()
}

/// The solver silently ignores a theorem's rule that does not parse, so this test must ensure that all of them parse.
#[test]
fn the_rules_of_the_theorems_parse() {
    let mut rules = 0;
    for entry in games::CATALOGUE.iter().filter(|e| e.info.default.is_some()) {
        for convention in [Convention::Normal, Convention::Misere] {
            let id =
                crate::erased::with_word(Some(convention), entry.info.default, entry.info.example);
            let position = games::open(&id, &Library::default()).unwrap();
            let theory = position.theory(100, &Limits::default()).unwrap();
            for rule in [theory.lost, theory.values].into_iter().flatten() {
                known(&rule.rule);
                rules += 1;
            }
        }
    }
    assert!(rules >= 18, "{rules}");
}

#[test]
fn what_is_proved_of_all_numbers_is_solved_for_all() {
    for ruleset in [
        "octal/0.177",
        "octal/0.07",
        "octal/0.123",
        "octal/4.7",
        "octal/0.26",
        "octal/0.77",
        "subtraction/2,5,9",
        "powers/4",
        "bash/6",
        "misere subtraction/2,5,9",
        "misere powers/4",
        "misere octal/0.123",
        "misere octal/0.77",
        "misere bash/6",
    ] {
        let opened = |n: u64| games::open(&format!("{ruleset}:{n}"), &Library::default()).unwrap();
        let limits = Limits::default();
        let theory = opened(20).theory(2000, &limits).unwrap();
        let repeat = theory.period.expect(ruleset).repeat;
        for n in [1_000_000_000_000_000_000, 999_999_999_999_999_937, 100_001] {
            let least = opened(repeat.least(n));
            let large = opened(n);
            let outcome = large.outcome(&limits).unwrap();
            assert_eq!(outcome, least.outcome(&limits).unwrap(), "{ruleset}:{n}");
            let summands = [&large, &least].map(|at| at.summand(&limits).unwrap().nimber);
            assert_eq!(summands[0], summands[1], "{ruleset}:{n}");
            let all = large.analysed(Ask::default(), &limits).unwrap();
            assert_eq!(all.value.outcome, outcome, "{ruleset}:{n}");
            assert_eq!(
                all.winning.is_empty(),
                outcome == Outcome::Loss,
                "{ruleset}:{n}"
            );
        }
    }
}

fn with_in<T>(
    id: &str,
    library: &Library,
    upto: u64,
    f: impl FnOnce(&Numbered<'_>, RuleTable) -> T,
) -> T {
    let position = games::open(id, library).unwrap();
    let game = Numbered::find(&*position, &Limits::default())
        .unwrap()
        .unwrap();
    let table = tabulate(&game, Some(upto), &Limits::default()).unwrap();
    f(&game, table)
}

fn with<T>(id: &str, upto: u64, f: impl FnOnce(&Numbered<'_>, RuleTable) -> T) -> T {
    with_in(id, &Library::default(), upto, f)
}

fn findings(game: &Numbered<'_>, table: &RuleTable) -> Findings {
    let limits = Limits::default();
    let mut found = find(game, table, &limits).unwrap();
    prove(game, table, &mut found, &limits).unwrap();
    found
}

fn predicts(game: &Numbered<'_>, table: &RuleTable) -> NumberList {
    let lost = findings(game, table).lost;
    let mut predicted = NumberList::new();
    if let Some(rule) = lost {
        super::predicted(game, table, &rule, &Limits::default(), &mut predicted).unwrap();
    }
    predicted
}

fn refuted_of(table: &RuleTable) -> Vec<Refuted> {
    refuted(table, &Limits::default()).unwrap()
}

fn found(id: &str, upto: u64) -> Findings {
    with(id, upto, |game, table| findings(game, &table))
}

fn checked(game: &Numbered<'_>, table: &RuleTable, kind: ClaimKind, text: &str) -> ClaimAnswer {
    claim::check(game, table, kind, text, &Limits::default()).unwrap()
}

#[test]
fn the_rules_of_lost_positions_are_found_and_proved_where_a_theorem_says_so() {
    for (id, upto, rule, is_proved) in [
        ("bash/3:1", 60, "n % 4 == 0", true),
        ("misere bash/3:1", 60, "n % 4 == 1", true),
        ("powers/2:1", 60, "n % 3 == 0", true),
        ("powers/3:1", 60, "n % 2 == 0", true),
        ("powers/10:1", 60, "[0, 2, 4, 6, 8].contains(n % 11)", true),
        ("powers/10:1", 8, "[0, 2, 4, 6, 8].contains(n % 11)", true),
        ("subtraction/1,3,4:1", 60, "[0, 2].contains(n % 7)", true),
        ("subtraction/1,9:1", 5, "n % 2 == 0", true),
        (
            "subtraction/1,10:1",
            5,
            "[0, 2, 4, 6, 8].contains(n % 11)",
            true,
        ),
        // The values have period 1550 from heap 5181 on, far beyond the table.
        ("octal/0.165:1", 40, "[0, 2].contains(n)", true),
        ("wythoff:1,1", 32, "a == beatty(b - a, 1, 5, 2)", true),
        ("wythoff:1,1", 5, "a == beatty(b - a, 1, 5, 2)", true),
        ("queen:1,1", 24, "a == beatty(b - a, 1, 5, 2)", true),
        ("ferguson:1,1", 16, "a % 2 == 1 && b % 2 == 1", true),
        (
            "misere ferguson:1,1",
            3,
            "(a == 1 || a % 3 == 2) && b % 3 == 2",
            true,
        ),
        ("boxes:1,1", 32, "is_power(b + 1, 2)", true),
        ("boxes:1,1", 9, "is_power(b + 1, 2)", true),
        (
            "misere boxes:1,1",
            48,
            "(b + 1) % 3 == 0 && is_power((b + 1) / 3, 2)",
            true,
        ),
        (
            "misere boxes:1,1",
            15,
            "(b + 1) % 3 == 0 && is_power((b + 1) / 3, 2)",
            true,
        ),
        (
            "misere boxes:1,1",
            12,
            "(b + 1) % 3 == 0 && is_power((b + 1) / 3, 2)",
            true,
        ),
        ("fibonacci:5", 150, "is_fibonacci(n)", true),
        ("fibonacci:5", 40, "is_fibonacci(n)", true),
        (
            "own/euclid:3,2",
            32,
            "a == 0 || a != b && b <= beatty(a, 1, 5, 2)",
            false,
        ),
        ("own/half:3", 100, "is_power(n + 1, 2)", false),
        ("race/3/21:0", 100, "n % 4 == 1", true),
        ("auction/3/40:0", 100, "n % 4 == 0", true),
        ("chomp:2x2", 12, "b == a + 1", true),
        ("chomp:2x2", 6, "b == a + 1", true),
        ("normal chomp:2x2", 6, "b == 0", true),
        ("row:9", 5, "false", true),
        ("misere row:9", 15, "[1, 4, 9, 12, 20].contains(n)", true),
        (
            "misere strip:000",
            5,
            "[1, 3].contains(n) || n != 2 && n % 2 == 0",
            true,
        ),
        // The period is longer than the table, or longer than every modulus that the search tries.
        ("bash/99:1", 500, "n % 100 == 0", true),
        ("misere bash/600:1", 50, "n % 601 == 1", true),
        ("race/10/5000000:0", 100, "n % 11 == 5", true),
        ("misere auction/100/10000:0", 300, "n % 101 == 0", true),
    ] {
        let found = found(id, upto)
            .lost
            .unwrap_or_else(|| panic!("no rule for {id}"));
        assert_eq!(
            (found.expression().as_str(), found.theorem.is_some()),
            (rule, is_proved),
            "{id}"
        );
    }
    for (id, upto, words) in [
        ("misere wythoff:1,1", 24, "[0, 1], [2, 2]"),
        ("misere wythoff:1,1", 15, "[0, 1], [2, 2]"),
        // The period is 25: 11 lost positions, then 14 won positions.
        ("subtraction/11,14:1", 300, ""),
    ] {
        let lost = found(id, upto).lost.unwrap();
        assert!(
            lost.theorem.is_some() && lost.expression().contains(words),
            "{lost:?}"
        );
    }
    let misere = found("misere octal/0.75:1", 60).lost.unwrap();
    let theorem = misere.theorem.unwrap_or_default();
    assert!(theorem.contains("quotient"), "{theorem}");
    let nothing = found("own/grundy:10", 150);
    assert_eq!((nothing.lost, nothing.values), (None, None));
}

#[test]
fn the_rules_of_values_are_found_and_proved() {
    for (id, upto, rule, theorem) in [
        ("bash/3:1", 60, "n % 4", ""),
        ("boxes:1,1", 3, "odd_part(b + 1) / 2", ""),
        (
            "ferguson:1,1",
            2,
            "trailing_zeros(((a - 1) | (b - 1)) + 1, 2)",
            "",
        ),
        ("nim:1", 3, "n", "Sprague and Grundy"),
    ] {
        let found = found(id, upto).values.unwrap();
        assert_eq!(found.expression(), rule, "{id}");
        assert!(
            found.theorem.is_some_and(|told| told.contains(theorem)),
            "{id}"
        );
    }
    let kayles = found("octal/0.77:1", 200).values.unwrap();
    assert!(
        kayles
            .expression()
            .starts_with("switch n { 0 => 0, 3 => 3,"),
        "{}",
        kayles.expression()
    );
    assert!(
        kayles
            .expression()
            .contains("70 => 6, _ => [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][n % 12]")
    );
    assert_eq!(
        kayles.theorem.as_deref(),
        Some("octal periodicity theorem (Guy and Smith 1956)")
    );
    let dawson = found("octal/0.07:1", 200).values.unwrap();
    assert!(
        dawson.words.contains("period 34") && dawson.words.starts_with("From 53 on, "),
        "{}",
        dawson.words
    );
    assert!(dawson.theorem.is_some());
}

#[test]
fn a_game_that_ends_is_searched_whole() {
    with("race/3/21:0", 100, |game, table| {
        assert_eq!((table.checked, table.ends), (21, true));
        assert!(predicts(game, &table).iter().all(|n| n[0] <= 21));
    });
}

fn script(text: &str) -> Library {
    let library = Library::default();
    library.insert_script(ScriptText {
        name: "t".into(),
        file: "t.lua".into(),
        text: text.into(),
    });
    library
}

#[test]
fn a_script_that_fails_does_not_end_a_game() {
    let script = |says: &str| {
        let legal = format!("function legal(at) if at[1] >= 40 then {says} end return true end");
        script(&format!(
            "START = {{5}} function moves(at) return at[1] > 0 and {{{{at[1] - 1}}}} or {{}} end {legal}"
        ))
    };
    with_in("own/t:5", &script("return false"), 60, |_, table| {
        assert_eq!((table.checked, table.ends, table.stopped), (39, true, None));
    });
    with_in(
        "own/t:5",
        &script("error(\"unknown\")"),
        60,
        |game, table| {
            assert_eq!((table.checked, table.ends), (39, false));
            assert!(
                table
                    .stopped
                    .as_ref()
                    .is_some_and(|why| why.to_string().contains("unknown")),
                "{:?}",
                table.stopped
            );
            assert_eq!(findings(game, &table).lost.unwrap().theorem, None);
        },
    );
}

/// Finds the rule for a script's lost positions, and checks its predictions against a table twice as long.
fn script_rule(text: &str, id: &str, upto: u64) -> String {
    let library = script(text);
    let (findings, predicts, checked) = with_in(id, &library, upto, |game, table| {
        (
            findings(game, &table),
            predicts(game, &table),
            table.checked,
        )
    });
    let rule = findings.lost.unwrap_or_else(|| panic!("no rule"));
    assert_eq!(rule.theorem, None);
    let further = with_in(id, &library, 2 * checked, |_, table| table);
    let lost = further.points.iter().filter(|point| point.lost);
    let truth = lost.map(|point| further.numbers(point));
    let truth: NumberList = truth.collect();
    assert_eq!(predicts, truth);
    rule.expression()
}

fn heaps(options: &str) -> String {
    format!("START = {{5}} function options(heap) local out = {{}} {options} return out end")
}

#[test]
fn rules_of_heaps_hold_twice_as_far() {
    let divisors =
        heaps("for t = 1, heap - 1 do if heap % t == 0 then out[#out + 1] = {heap - t} end end");
    assert_eq!(
        script_rule(&divisors, "own/t:5", 60),
        "n == 0 || n % 2 == 1"
    );
    let third = heaps("for t = 1, heap // 3 do out[#out + 1] = {heap - t} end");
    assert_eq!(
        script_rule(&third, "own/t:5", 100),
        "in_sequence(n, [0], 3, 0, 2, 1)"
    );
    let one_or_half = heaps("if heap > 0 then out = {{heap - 1}, {heap // 2}} end");
    assert_eq!(
        script_rule(&one_or_half, "own/t:5", 60),
        "n == 0 || trailing_zeros(n, 2) % 2 == 1"
    );
    let bits = heaps(
        "local b = 1 while b <= heap do if heap & b ~= 0 then out[#out + 1] = {heap - b} end b = 2 * b end",
    );
    assert_eq!(
        script_rule(&bits, "own/t:5", 60),
        "digit_sum(n, 2) % 2 == 0"
    );
    // The table has too few outcomes to support a list, but the rising values show that no other heap has value 0.
    let even_or_one =
        heaps("for t = 1, heap do if t == 1 or t % 2 == 0 then out[#out + 1] = {heap - t} end end");
    assert_eq!(
        script_rule(&even_or_one, "own/t:5", 40),
        "[0, 3].contains(n)"
    );
}

#[test]
fn values_follow_digits_or_the_lost_positions() {
    let values = |options: &str| {
        let found = with_in("own/t:5", &script(&heaps(options)), 99, |game, table| {
            findings(game, &table)
        });
        found.values.map(|rule| rule.expression())
    };
    assert_eq!(
        values("for t = (heap + 1) // 2, heap do if t > 0 then out[#out + 1] = {heap - t} end end")
            .as_deref(),
        Some("digits(n, 2)")
    );
    assert_eq!(
        values("if heap > 0 then out = {{heap // 2}} end").as_deref(),
        Some("digits(n, 2) % 2")
    );
    assert_eq!(
        values("for t = 1, heap do if t % 2 == heap % 2 then out[#out + 1] = {heap - t} end end")
            .as_deref(),
        Some("(n + 1) / 2")
    );
    assert_eq!(
        values("if heap > 0 then out = {{heap - heap % 10 - heap // 10}} end").as_deref(),
        Some("if n == 0 || n % 20 >= 10 { 0 } else { 1 }")
    );
}

/// Multiples of 3 are lost, with 30 exceptions. All exceptions are larger than the numbers to which the rule for the
/// values is applied.
#[test]
fn a_rule_that_fails_beyond_its_predictions_is_dropped() {
    let late = heaps(
        "local value = heap % 3 if heap > 8000 and heap < 8450 and heap % 15 == 6 then value = 3 end \
         for smaller = 0, value - 1 do out[#out + 1] = {smaller} end",
    );
    with_in("own/t:5", &script(&late), 17_000, |game, table| {
        let Findings { lost, values, .. } = findings(game, &table);
        let [lost, values] = [lost, values].map(|rule| rule.unwrap().rule);
        for point in &table.points {
            let at = point.at.map(u64::cast_signed);
            assert_eq!(lost.holds(at), point.lost, "{at:?}: {lost}");
            assert_eq!(values.eval(at).ok(), point.value.map(u64::cast_signed));
        }
        assert!(!lost.holds([8001, 8001]) && lost.holds([8004, 8004]));
    });
}

fn pairs_of(moves: &str) -> String {
    format!("START = {{5, 5}} function moves(c) local out = {{}} {moves} return out end")
}

#[test]
fn rules_of_pairs_hold_twice_as_far() {
    let king = pairs_of(
        "for _, d in ipairs({{1, 0}, {0, 1}, {1, 1}}) do if c[1] >= d[1] and c[2] >= d[2] then out[#out + 1] = {c[1] - d[1], c[2] - d[2]} end end",
    );
    assert_eq!(
        script_rule(&king, "own/t:5,5", 12),
        "a % 2 == 0 && b % 2 == 0"
    );
    let chessboard = pairs_of(
        "if c[1] > 0 then out = {{c[1] - 1, c[2]}, {c[1] - 1, c[1]}} end if c[2] > 0 then out[#out + 1] = {c[1], c[2] - 1} end",
    );
    assert_eq!(
        script_rule(&chessboard, "own/t:5,5", 24),
        "(a + b) % 2 == 0"
    );
    let misere = with_in("misere own/t:5,5", &script(&king), 16, |game, table| {
        findings(game, &table)
    });
    assert!(misere.lost.is_some());
    let two = pairs_of(
        "for t = 1, 3 do if c[1] >= t then out[#out + 1] = {c[1] - t, c[2]} end if c[2] >= t then out[#out + 1] = {c[1], c[2] - t} end end",
    );
    assert_eq!(script_rule(&two, "own/t:5,5", 16), "(b - a) % 4 == 0");
    let doubling =
        pairs_of("for t = 1, math.min(c[1], c[2]) do out[#out + 1] = {c[1] - t, 2 * t} end");
    assert_eq!(
        script_rule(&doubling, "own/t:5,5", 20),
        "a == 0 || b < least_zeckendorf(a)"
    );
    let wide = pairs_of(
        "for t = 0, c[1] do for u = 0, c[2] do if t + u > 0 and (t == 0 or u == 0 or math.abs(t - u) < 2) then \
         out[#out + 1] = {c[1] - t, c[2] - u} end end end",
    );
    assert_eq!(
        script_rule(&wide, "own/t:5,5", 14),
        "(b - a) % 2 == 0 && a == beatty((b - a) / 2, 0, 2, 1)"
    );
}

#[test]
fn what_is_refuted_is_refuted_first_where_it_says() {
    for (id, upto) in [
        ("fibonacci:5", 100),
        ("wythoff:1,1", 20),
        ("bash/99:1", 500),
        ("misere bash/600:1", 50),
        ("race/10/5000000:0", 100),
        ("misere auction/100/10000:0", 300),
        ("subtraction/11,14:1", 300),
    ] {
        with(id, upto, |game, table| {
            let refuted = refuted_of(&table);
            assert!(refuted.len() <= 2, "{id}");
            for Refuted { rule, least } in refuted {
                let expression = rule.expression();
                let answer = checked(game, &table, ClaimKind::Lost, &expression);
                assert!(
                    answer.wrong.contains(&least),
                    "{id}: {expression} {least:?} {:?}",
                    answer.wrong
                );
                let first = answer.least.unwrap().numbers;
                assert!(
                    first == least || game.is_pair(),
                    "{id}: {expression} {least:?} {first:?}"
                );
            }
        });
    }
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
        with(id, upto, |game, table| {
            let Findings { lost, values, .. } = findings(game, &table);
            for (kind, rule) in [(ClaimKind::Lost, lost), (ClaimKind::Value, values)] {
                let Some(rule) = rule else { continue };
                let answer = checked(game, &table, kind, &rule.expression());
                assert_eq!(answer.least, None, "{id}: {}", rule.expression());
            }
        });
    }
}

#[test]
fn a_wrong_claim_has_a_least_counterexample_with_the_move_that_shows_it() {
    with("bash/3:1", 40, |game, table| {
        let check = |kind, text: &str| checked(game, &table, kind, text);
        let least = check(ClaimKind::Lost, "n % 5 == 0").least.unwrap();
        assert_eq!((least.numbers, least.shown_by), (vec![4], None));
        assert_eq!(least.claimed, Said::Outcome(Outcome::Win));
        assert_eq!(check(ClaimKind::Lost, "n % 8 == 0").wrong[..2], [[4], [12]]);
        let least = check(ClaimKind::Lost, "n % 2 == 0").least.unwrap();
        assert_eq!(
            (least.id.as_str(), least.shown_by.as_deref()),
            ("bash/3:2", Some("1-2"))
        );
        let least = check(ClaimKind::Value, "n % 3").least.unwrap();
        assert_eq!(
            (least.numbers, least.claimed, least.truth),
            (vec![3], Said::Value(0), Said::Value(3))
        );
        assert_eq!(least.shown_by.as_deref(), Some("1-3"));
        let answer = check(ClaimKind::Value, "n % 4");
        assert_eq!((answer.least, answer.positions), (None, 41));
    });
}

#[test]
fn a_wrong_expression_is_told_its_column() {
    for (id, text, start, end) in [
        ("bash/3:1", "n + x == 1", "column 5: ", ""),
        (
            "bash/3:1",
            "n % 5 ==",
            "column 9: the expression ends too early",
            "",
        ),
        ("bash/3:1", "n % 5", "", "expected true or false"),
        (
            "bash/3:1",
            "a == 0",
            "column 1: ",
            "a is not known; expected n",
        ),
        (
            "bash/3:1",
            "n && n > 3",
            "column 1: ",
            "expected a condition",
        ),
        (
            "bash/3:1",
            "gcd(n) == 1",
            "column 4: ",
            "gcd takes 2 arguments, not 1",
        ),
        (
            "bash/3:1",
            "f(n) == 1",
            "column 1: ",
            "there is no function f",
        ),
        (
            "bash/3:1",
            "99999999999999999999 == n",
            "column 1: ",
            "too large",
        ),
        (
            "bash/3:1",
            "n % (n - n) == 1",
            "column 1: at 0: ",
            "divided by 0",
        ),
        (
            "bash/3:1",
            "n % 4 == 0 && n * 9223372036854775807 >= 0",
            "column 1: at 4: ",
            "too large",
        ),
        ("bash/3:1", "n % 4\n == x", "line 2, column 5: ", ""),
        ("bash/3:1", "", "column 1: ", ""),
        ("bash/3:1", "} fn other() { true", "column", ""),
        (
            "wythoff:1,1",
            "n == 0",
            "",
            "n is not known; expected a and b",
        ),
    ] {
        let error = with(id, 10, |game, table| {
            claim::check(game, &table, ClaimKind::Lost, text, &Limits::default())
                .unwrap_err()
                .to_string()
        });
        assert!(
            error.starts_with(start) && error.contains(end),
            "{text}: {error}"
        );
    }
}

#[test]
fn a_claim_is_proved_where_the_rule_of_the_game_says_the_same_for_ever() {
    // This claim first fails at 38,42.
    let far = "a % 2 == 1 && b % 2 == 1 || a % 40 == 38 && b % 40 == 2";
    for (id, upto, proved, not) in [
        (
            "bash/3:1",
            40,
            &[
                "n%4 == 0",
                "[0, 4].contains(n % 8)",
                "0 == n % 4",
                "2 * n % 8 == 0",
                "n == 8 || n % 12 == 8 || n % 12 % 8 == 0",
            ][..],
            &[
                "n % 4 == 0 && n < 99",
                "n % 4 ** 1 == 0",
                "n % 44 % 4 == 0",
                "n & 3 == 0",
                // This sum overflows at n = 5808.
                "(n + 9223372036854770000) % 4 == 0",
            ][..],
        ),
        // The two periods have the least common multiple 2^64 + 1.
        ("bash/67280421310720:1", 100, &[], &["n % 274177 == 0"]),
        // These tables end before the positions that refute the claims.
        ("ferguson:2,2", 41, &[], &[far]),
        (
            "ferguson:2,2",
            12,
            &["b % 2 == 1 && a % 2 == 1"],
            &["a % 2 == 1 && b % 2 == 1 || a == 50"],
        ),
        (
            "chomp:2x2",
            6,
            &[
                "b == a + 1",
                "b - a == 1",
                "1 == b - a",
                "a + 1 == b",
                "a - b + 1 == 0",
            ],
            &[
                "b - a == 2",
                "b + a == 1",
                "b - a >= 1",
                "b - a == 1 && a < 99",
            ],
        ),
    ] {
        with(id, upto, |game, table| {
            let limits = Limits::default();
            let found = findings(game, &table);
            for (texts, expected) in [(proved, true), (not, false)] {
                for text in texts {
                    let is_proved =
                        claim::is_proved(game, &table, ClaimKind::Lost, text, &found, &limits);
                    assert_eq!(is_proved, Ok(expected), "{id}: {text}");
                }
            }
        });
    }
}

#[test]
fn a_claim_is_not_proved_where_values_are_unknown() {
    with("bash/3:1", 60, |game, mut table| {
        let limits = Limits::default();
        let claim = "switch n { 45 => 9, _ => n % 4 }";
        let found = findings(game, &table);
        table.points[40..].iter_mut().for_each(|p| p.value = None);
        assert_eq!(checked(game, &table, ClaimKind::Value, claim).least, None);
        for (text, expected) in [(claim, false), ("(n + 4) % 4", true)] {
            let proved = claim::is_proved(game, &table, ClaimKind::Value, text, &found, &limits);
            assert_eq!(proved, Ok(expected), "{text}");
        }
    });
}

#[test]
fn a_period_of_values_is_seen_three_times() {
    for (values, from, length) in [
        (vec![5, 1, 9, 2, 2, 2], 3, 1),
        (vec![1, 2, 1, 2, 1, 2], 0, 2),
    ] {
        let repeat = Repeat { from, length };
        let rules = values::candidates(
            &Column {
                least: 0,
                all: values,
            },
            &Limits::default(),
        )
        .unwrap();
        assert!(
            rules.iter().any(|rule| repeat_of(rule) == Some(repeat)),
            "{rules:?}"
        );
    }
    let column = Column {
        least: 0,
        all: (0..30).map(|n| n % 3).collect(),
    };
    let rules = values::candidates(&column, &Limits::default()).unwrap();
    assert_eq!(pairs::zero_of(&rules[0]).to_string(), "n % 3 == 0");
}

#[test]
fn a_sequence_that_begins_late_is_told_from_where() {
    let inside = (0..1000u64)
        .map(|n| [5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987].contains(&n))
        .collect();
    let column = Column {
        least: 0,
        all: inside,
    };
    let rule = sets::shortest(&column, &Limits::default())
        .unwrap()
        .unwrap();
    assert_eq!(rule.to_string(), "n >= 5 && is_fibonacci(n)");
    assert_eq!(
        words::condition(&rule, "n", None),
        "n is a Fibonacci number, from 5 on"
    );
    let late = Column {
        least: 0,
        all: (0..1000u64)
            .map(|n| n >= 13 && numbers::is_fibonacci(n))
            .collect(),
    };
    let rule = sets::shortest(&late, &Limits::default()).unwrap().unwrap();
    assert_eq!(rule.to_string(), "n >= 13 && is_fibonacci(n)");
}

#[test]
fn a_geometric_sequence_is_told_by_its_powers() {
    let terms: Vec<u64> = (0..9).map(|k| 2 * 3u64.pow(k) - 1).collect();
    let column = Column {
        least: 0,
        all: (0..5000).map(|n| terms.contains(&n)).collect(),
    };
    let rule = sets::shortest(&column, &Limits::default())
        .unwrap()
        .unwrap();
    assert_eq!(
        rule.to_string(),
        "(n + 1) % 2 == 0 && is_power((n + 1) / 2, 3)"
    );
}

#[test]
fn nothing_is_predicted_that_the_game_itself_refutes() {
    with("subtraction/1,70:1", 50, |game, table| {
        let predicts = predicts(game, &table);
        let is_lost = |n: &u64| (n % 71).is_multiple_of(2) && n % 71 != 70;
        assert!(
            predicts.is_empty()
                || predicts.concat() == (0..=100).filter(is_lost).collect::<Vec<_>>()
        );
    });
}

#[test]
fn the_functions_of_claims_know_what_is_below_their_first() {
    let all = [
        "is_square(n - 1) == [1, 2, 5, 10, 17].contains(n)",
        "is_triangular(n - 1) == [1, 2, 4, 7, 11, 16].contains(n)",
        "is_fibonacci(n - 1) == [1, 2, 3, 4, 6, 9, 14].contains(n)",
        "is_prime(n - 1) == [3, 4, 6, 8, 12, 14, 18, 20].contains(n)",
        "is_power(n - 1, 2) == [2, 3, 5, 9, 17].contains(n)",
        "(leading_digit(n, 5) == 3) == [3, 15, 16, 17, 18, 19].contains(n)",
        "in_beatty(n - 1 + 1, 1, 5, 2, 0, 1) == [1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19].contains(n)",
        "in_beatty(n, 0, 2, 3, 1, 0) == (n > 0)",
        "(prime_factors(n) == 3) == [8, 12, 18, 20].contains(n)",
        "(least_factor_place(n) == 2) == [3, 9, 15].contains(n)",
        "(digits(n, 3) == 2) == (n >= 3 && n < 9)",
    ];
    with("bash/3:1", 20, |game, table| {
        for text in all {
            let claimed = format!("{text} && n % 4 == 0");
            let answer = checked(game, &table, ClaimKind::Lost, &claimed);
            assert_eq!(answer.wrong, Vec::<Vec<u64>>::new(), "{text}");
            let claimed = format!("{text} == (n % 4 == 0)");
            let answer = checked(game, &table, ClaimKind::Lost, &claimed);
            assert!(answer.least.is_none(), "{text}: {:?}", answer.least);
        }
    });
}

#[test]
fn a_list_of_pairs_repeats_as_both_sides_do() {
    let repeats = |text| repeat_of(&known(text)).map(|repeat| (repeat.from, repeat.length));
    assert_eq!(repeats("[0, 1].contains(n % 2)"), Some((0, 2)));
    assert_eq!(repeats("[[0, 1]].contains([n % 2, n % 3])"), Some((0, 6)));
    assert_eq!(repeats("[[0, 1]].contains([n % 2, n / 3])"), None);
}

#[test]
fn a_rule_that_is_refuted_was_right_twice() {
    for (id, upto) in [
        ("bash/3:1", 40),
        ("fibonacci:5", 100),
        ("own/half:3", 64),
        ("subtraction/2,5,9:1", 100),
        ("misere octal/0.77:1", 60),
    ] {
        with(id, upto, |_, table| {
            for Refuted { rule, least } in refuted_of(&table) {
                let lost = table.points.iter().filter(|point| point.lost);
                let before = lost.filter(|point| point.at[0] < least[0]).count();
                assert!(before >= 2, "{id}: {} {least:?}", rule.expression());
            }
        });
    }
}

#[test]
fn the_rules_that_fit_the_beginning_are_told_with_what_refutes_them() {
    for (id, upto, expected) in [
        (
            "bash/3:1",
            40,
            "[0, 4].contains(n) at [8]; trailing_zeros(n + 2, 2) % 3 == 1 at [14]",
        ),
        ("fibonacci:5", 100, "n == 3 || n % 3 == 2 at [11]"),
        (
            "own/half:3",
            64,
            "n == 1 || digit_sum(n, 5) % 3 == 0 at [11]",
        ),
        ("subtraction/1,5,7:1", 60, "digit_sum(n, 8) % 2 == 0 at [8]"),
        (
            "wythoff:1,1",
            20,
            "b == 2 * a at [2, 4]; b == 5 * a / 2 at [2, 5]",
        ),
        ("ferguson:1,1", 16, ""),
        (
            "boxes:1,1",
            32,
            "[1, 3].contains(b) at [1, 7]; (2 * a + b) % 2 == 1 at [1, 5]",
        ),
    ] {
        let refuted = with(id, upto, |_, table| refuted_of(&table));
        let refuted: Vec<String> = refuted
            .iter()
            .map(|Refuted { rule, least }| format!("{} at {least:?}", rule.expression()))
            .collect();
        assert_eq!(refuted.join("; "), expected, "{id}");
    }
}

#[test]
fn values_that_grow_steadily_and_nim_sums_of_other_values_are_told() {
    let column = Column {
        least: 0,
        all: (0..60).map(|n| 2 * n + 3).collect(),
    };
    let rules = values::candidates(&column, &Limits::default()).unwrap();
    assert_eq!(rules[0].to_string(), "n * 2 + 3");
    let pairs = (0..=40u64).flat_map(|a| (a..=40).map(move |b| (a, b)));
    let cells: Vec<_> = pairs
        .map(|(a, b)| Cell {
            a,
            b,
            is: (a % 5) ^ (b % 5),
        })
        .collect();
    let rule = pairs::shortest_value(&cells, true, &Limits::default()).unwrap();
    assert_eq!(rule.unwrap().to_string(), "(a % 5) ^ (b % 5)");
}

#[test]
fn pairs_that_have_something_in_common_are_told_what() {
    type Test = fn(u64, u64) -> bool;
    let all: [(Test, &str); 4] = [
        (|a, b| (b - a) % 3 == 0, "the difference is a multiple of 3"),
        (
            |a, b| numbers::gcd(a, b) == 1,
            "the greatest common divisor of a and b is 1",
        ),
        (
            |a, b| (a ^ b) % 5 == 2,
            "the nim-sum of a and b leaves the remainder 2 when divided by 5",
        ),
        (
            |a, b| numbers::odd_part(a) == numbers::odd_part(b),
            "a and b have the same odd part",
        ),
    ];
    for (test, words) in all {
        let pairs = (1..=120).flat_map(|a| (a..=120).map(move |b| (a, b)));
        let cells: Vec<_> = pairs
            .map(|(a, b)| Cell {
                a,
                b,
                is: test(a, b),
            })
            .collect();
        let rule = pairs::shortest(&cells, true, &Limits::default())
            .unwrap()
            .unwrap();
        assert_eq!(words::condition(&rule, "n", None), words);
    }
}

#[test]
fn a_script_that_fails_at_0_is_looked_at_from_1() {
    let text = heaps(
        "if heap == 0 then error(\"no heap\") end for t = 1, 3 do if t < heap then out[#out + 1] = {heap - t} end end",
    );
    let least = with_in("own/t:5", &script(&text), 40, |_, table| table.points[0].at);
    assert_eq!(least, [1, 1]);
}

#[test]
fn a_claim_may_ask_for_wythoff_pairs() {
    with("wythoff:0,0", 30, |game, table| {
        for (text, holds) in [
            ("is_wythoff_pair(a, b, 1, 0)", true),
            ("is_wythoff_pair(a, b, 2, 0)", false),
        ] {
            assert_eq!(
                checked(game, &table, ClaimKind::Lost, text).least.is_none(),
                holds
            );
        }
    });
}

#[test]
fn a_rule_is_supported_by_four_bits_more_than_it_costs_and_a_quarter() {
    assert!(sets::supported(10, 14) && !sets::supported(10, 13));
    assert!(sets::supported(40, 50) && !sets::supported(40, 49));
}

#[test]
fn no_slope_is_looked_at_twice() {
    let mut all: Vec<_> = sets::slopes()
        .into_iter()
        .map(|slope| slope.floor(1_000_000_000))
        .collect();
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}

#[test]
fn values_that_are_all_the_same_are_told_so() {
    for (first, others, words) in [
        (0, 0, "The Grundy value is always 0"),
        (
            0,
            3,
            "From 1 on, the Grundy value is always 3; before that, only 0 is an exception, with value 0",
        ),
    ] {
        let values = std::iter::once(first)
            .chain(std::iter::repeat_n(others, 1000))
            .collect();
        let column = Column {
            least: 0,
            all: values,
        };
        let rule = values::candidates(&column, &Limits::default())
            .unwrap()
            .remove(0);
        assert_eq!(super::words::values(&rule), words);
    }
}

#[test]
fn a_rule_of_values_needs_six_of_them() {
    let column = |count: usize| Column {
        least: 0,
        all: vec![3; count],
    };
    let rules = |count| values::candidates(&column(count), &Limits::default()).unwrap();
    assert!(rules(5).is_empty() && !rules(6).is_empty());
    assert_eq!(
        [6, 7, 1000].map(|count| column(count).evidence()),
        [2, 3, 9]
    );
}

#[test]
fn rules_are_said_in_plain_sentences() {
    for (text, expected) in [
        ("n % 4 == 0", "n is a multiple of 4"),
        ("n % 2 != 0", "n is odd"),
        (
            "n % 5 != 2",
            "n does not leave the remainder 2 when divided by 5",
        ),
        (
            "[0, 2].contains(n % 7)",
            "n leaves the remainder 0 or 2 when divided by 7",
        ),
        (
            "n % 25 < 11",
            "n leaves a remainder of less than 11 when divided by 25",
        ),
        ("[1, 4, 9].contains(n)", "n is 1, 4 or 9"),
        (
            "[0, 2].contains(n) || ![1, 3].contains(n) && n % 2 == 1",
            "n is 0 or 2, or n is odd and is neither 1 nor 3",
        ),
        (
            "n == 1 || ![4, 6, 10].contains(n) && n % 2 == 0",
            "n is 1, or n is even and is none of 4, 6 and 10",
        ),
        ("n != 1 && n % 3 == 0", "n is a multiple of 3 and is not 1"),
        (
            "n == 0 || trailing_zeros(n, 2) % 2 == 1",
            "n is 0, or n ends in an odd number of zeros in base 2",
        ),
        (
            "digit_sum(n, 2) % 2 == 0",
            "n has an even number of ones in binary",
        ),
        ("is_power(n + 1, 2)", "n is one less than a power of 2"),
        (
            "(n + 1) % 3 == 0 && is_power((n + 1) / 3, 2)",
            "n is one less than 3 times a power of 2",
        ),
        (
            "in_sequence(n, [0], 3, 0, 2, 1)",
            "n is one of 0, 1, 2, 4, 7, 11, 17, 26, ...: each is 3/2 of the one before, rounded down, plus 1",
        ),
        ("a % 2 == 1 && b % 2 == 1", "a and b are both odd"),
        (
            "(a == 0 || a % 2 == 1) && (b == 0 || b % 2 == 1)",
            "either a is 0 or a is odd, and either b is 0 or b is odd",
        ),
        (
            "a % 3 == 0 && b % 3 == 0",
            "a and b are both multiples of 3",
        ),
        (
            "(a == 1 || a % 3 == 2) && b % 3 == 2",
            "b leaves the remainder 2 when divided by 3, and either a is 1 or a leaves the remainder 2 when divided by 3",
        ),
        ("b == a + 1", "b is 1 more than a"),
        (
            "a == beatty(b - a, 1, 5, 2)",
            "a and b are a Beatty pair floor(k s) and floor(k s) + k, where s is the golden ratio (1.618...)",
        ),
        (
            "(b - a) % 2 == 0 && a == beatty((b - a) / 2, 0, 2, 1)",
            "a and b are a Beatty pair floor(k s) and floor(k s) + 2 k, where s is √2 (1.414...)",
        ),
        (
            "[[0, 1], [2, 2]].contains([a, b]) || ![[0, 0], [1, 2]].contains([a, b]) && a == b",
            "the pair is [0, 1] or [2, 2], or a and b are equal, and the pair is neither [0, 0] nor [1, 2]",
        ),
        (
            "a == 0 || a != b && b <= beatty(a, 1, 5, 2)",
            "a is 0, or a and b are different and b is less than the golden ratio (1.618...) times a",
        ),
        ("3 * b < 5 * a", "b is less than 5/3 times a"),
        (
            "if a == 0 { b % 2 == 0 } else { (b - a) % 3 == 0 }",
            "the difference is a multiple of 3; but if a is 0, when b is even",
        ),
        (
            "[[0, 1], [1, 0]].contains([a % 3, b % 3])",
            "the remainders of a and b when divided by 3 are 0 and 1, or 1 and 0",
        ),
        (
            "![[0, 1], [1, 0]].contains([a % 3, b % 3])",
            "the remainders of a and b when divided by 3 are not 0 and 1, nor 1 and 0",
        ),
        (
            "[0, 1, 0, 2][n % 4] == 0",
            "the formula for the Grundy values gives 0",
        ),
        (
            "a == 0 || b < least_zeckendorf(a)",
            "a is 0, or b is less than the least Fibonacci number in the Zeckendorf sum of a",
        ),
    ] {
        let rule = known(text);
        assert_eq!(rule.to_string(), text);
        assert_eq!(words::condition(&rule, "n", None), expected, "{text}");
    }
    for (text, expected) in [
        ("false", "No position is lost"),
        ("n % 4 == 0", "Lost exactly when n is a multiple of 4"),
        ("[1, 4].contains(n)", "Lost exactly when n is 1 or 4"),
        (
            "n == 0 || n % 4 == 1",
            "Lost exactly when n is 0, or n leaves the remainder 1 when divided by 4",
        ),
        (
            "n == 1 || n != 0 && n % 3 == 0",
            "Lost exactly when n is a multiple of 3. Exceptions: 1 is lost, 0 is not",
        ),
        (
            "[0, 3].contains(n) || ![5, 7].contains(n) && n % 2 == 1",
            "Lost exactly when n is odd. Exceptions: 0 and 3 are lost, 5 and 7 are not",
        ),
        (
            "[[0, 1], [2, 2]].contains([a, b]) || ![[0, 0], [1, 2]].contains([a, b]) && a == b",
            "Lost exactly when a and b are equal. Exceptions: [0, 1] and [2, 2] are lost, [0, 0] and [1, 2] are not",
        ),
        (
            "[[0, 1]].contains([a, b]) || a == b",
            "Lost exactly when a and b are equal. Exception: [0, 1] is lost",
        ),
        (
            "![[0, 0], [1, 1]].contains([a, b]) && a == b",
            "Lost exactly when a and b are equal. Exceptions: [0, 0] and [1, 1] are not lost",
        ),
    ] {
        let rule = known(text);
        assert_eq!(words::lost(&rule), expected, "{text}");
    }
    for (text, expected) in [
        ("n", "The Grundy value is n itself"),
        (
            "n % 4",
            "The Grundy value is the remainder of n when divided by 4",
        ),
        (
            "(100 - n) % 4",
            "The Grundy value is the remainder of 100 - n when divided by 4",
        ),
        ("n / 3", "The Grundy value is n / 3, rounded down"),
        (
            "(n + 1) / 2",
            "The Grundy value is (n + 1) / 2, rounded down",
        ),
        (
            "(n + 1) % 6 / 2",
            "The Grundy values repeat with period 6: 0, 1, 1, 2, 2, 0",
        ),
        (
            "n % 6 / 2",
            "The Grundy values repeat with period 6: 0, 0, 1, 1, 2, 2",
        ),
        (
            "n / 6 * 3 + n % 3",
            "The Grundy values rise by 3 every 6 numbers: 0, 1, 2, 0, 1, 2, ...",
        ),
        (
            "switch n { 0 => 0, _ => [3, 1, 0, 2][n % 4] }",
            "From 1 on, the Grundy values repeat with period 4: 1, 0, 2, 3; before that, only 0 is an exception, \
             with value 0",
        ),
        (
            "switch n { 0 => 0, 1 => 1, _ => (n + 1) % 3 }",
            "From 2 on, the Grundy value is the remainder of n + 1 when divided by 3; before that, there are 2 \
             exceptions",
        ),
        (
            "if n % 20 >= 10 { 0 } else { 1 }",
            "The Grundy value is 0 in lost positions and 1 in all others",
        ),
        (
            "odd_part(n + 1) / 2",
            "The Grundy value is half of the odd part of n + 1, rounded down",
        ),
        ("a ^ b", "The Grundy value is the nim-sum of a and b"),
        (
            "[0, 1, 3, 2][a % 2 * 2 + b % 2]",
            "The Grundy value depends on the remainders of a and b when divided by 2: 0 and 0 give 0, 0 and 1 give 1, \
             1 and 0 give 3, 1 and 1 give 2",
        ),
        (
            "(a % 3) ^ (b % 3)",
            "The Grundy value is the nim-sum of two values, one for each number: the remainder of the number when \
             divided by 3",
        ),
    ] {
        let rule = known(text);
        assert_eq!(rule.to_string(), text);
        assert_eq!(words::values(&rule), expected, "{text}");
    }
}

#[test]
fn expressions_are_read_as_they_are_written() {
    for (text, written) in [
        ("n%2==0and n>1", "n % 2 == 0 && n > 1"),
        ("not (n == 1 or n ~= 2)", "!(n == 1 || n != 2)"),
        ("n in [1, 2]", "[1, 2].contains(n)"),
        ("n - (n - 1) - 2 == 3", "n - (n - 1) - 2 == 3"),
        ("(n & 3) == 0", "(n & 3) == 0"),
        ("n & 3 == 0", "(n & 3) == 0"),
        ("2 ** 3 ** 1 == n", "2 ** 3 ** 1 == n"),
        ("-n + -2 < n // 2", "0 - n + -2 < n / 2"),
        ("a == b && (a > 1 || b > 1)", "a == b && (a > 1 || b > 1)"),
        ("n << 2 > 1_000", "n << 2 > 1000"),
    ] {
        let rule = known(text);
        assert_eq!(rule.to_string(), written, "{text}");
        assert_eq!(known(written).to_string(), written);
    }
    for (text, at, value) in [
        ("(n - 3) % 5", 1, 3),
        ("(n - 3) / 5", 1, -1),
        ("7 - 2 - n", 1, 4),
        ("2 ** 3 ** 2", 0, 512),
        ("n | 4 ^ 1", 2, 7),
        ("1 << n", 10, 1024),
        ("min(n, 3) + max(n, 3) + abs(1 - n)", 5, 12),
        ("digit(n, 10, 1)", 345, 4),
    ] {
        assert_eq!(known(text).eval([at, at]), Ok(value), "{text}");
    }
}

#[test]
fn a_set_may_be_made_of_two() {
    let rule = |least: u64, is_lost: &dyn Fn(u64) -> bool| {
        let table = RuleTable::of_single(least, 2000, &mut |n| Ok(Some(is_lost(n)))).unwrap();
        LostRule::find(&table, &Limits::default())
            .unwrap()
            .map(|rule| rule.words("n"))
    };
    use super::numbers::{digit_sum, is_fibonacci, is_power, is_square, is_triangular};
    let told = |text: &str| Some(text.to_owned());
    assert_eq!(
        rule(0, &|n| is_square(n) || is_triangular(n)),
        told("n is a square, or n is a triangular number")
    );
    assert_eq!(
        rule(0, &|n| [5, 7, 11].contains(&n)
            || is_square(n)
            || is_triangular(n)),
        told("n is 5, 7 or 11, or n is a square, or n is a triangular number")
    );
    assert_eq!(
        rule(0, &|n| n == 0 || is_power(n, 2) || is_power(n, 3)),
        told("n is 0, or n is a power of 2, or n is a power of 3")
    );
    // The lost positions of the game in Codeforces 1537D, where each move subtracts a proper divisor other than 1.
    assert_eq!(
        rule(1, &|n| n % 2 == 1 || is_power(n / 2, 4)),
        told("n is odd, or n is an odd power of 2")
    );
    assert_eq!(
        rule(1, &|n| n % 2 == 1
            || n.is_multiple_of(6) && is_power(n / 6, 3)),
        told("n is odd, or n is 6 times a power of 3")
    );
    assert_eq!(
        rule(1, &|n| n % 7 == 2 || digit_sum(n, 2).is_multiple_of(3)),
        told(
            "n leaves the remainder 2 when divided by 7, or the number of ones in the binary form of n is a multiple of 3"
        )
    );
    assert_eq!(
        rule(1, &|n| is_fibonacci(n)
            || n * n % 101 == 5
            || n * n * n % 103 < 9),
        None
    );
}

#[test]
fn a_value_that_never_changes_needs_31_pairs() {
    let rule = |count: u64| {
        let cells: Vec<_> = (0..count).map(|b| Cell { a: 0, b, is: 0 }).collect();
        let rule = pairs::shortest_value(&cells, true, &Limits::default()).unwrap();
        rule.map(|rule| rule.to_string())
    };
    assert_eq!(rule(30), None);
    assert_eq!(rule(31).as_deref(), Some("0"));
}

#[test]
fn the_largest_triangular_numbers_are_known() {
    let largest = 6_074_000_999_u64 * 3_037_000_500;
    assert!(numbers::is_triangular((1 << 31) * u64::from(u32::MAX)));
    assert!(numbers::is_triangular(largest) && !numbers::is_triangular(largest + 1));
}

#[test]
fn a_theorem_about_lost_positions_proves_no_values() {
    let game = games::open("fibonacci:2", &Library::default()).unwrap();
    let limits = Limits::default();
    let numbered = Numbered::find(&*game, &limits).unwrap().unwrap();
    let table = tabulate(&numbered, Some(2), &limits).unwrap();
    let found = find(&numbered, &table, &limits).unwrap();
    assert!(found.lost.unwrap().theorem.is_some());
    assert!(found.values.is_none_or(|values| values.theorem.is_none()));
}

#[test]
fn a_rule_of_a_long_column_is_checked_to_its_end() {
    let column = |except: u64| Column {
        least: 0,
        all: (0..30_000).map(|n| n % 4 == 0 && n != except).collect(),
    };
    let limits = Limits::default();
    let shortest = |except| sets::shortest(&column(except), &limits).unwrap();
    for (except, expected) in [
        (1, Some("n % 4 == 0")),
        (12_000, Some("n != 12000 && n % 4 == 0")),
        (29_000, None),
    ] {
        let rule = shortest(except).map(|rule| rule.to_string());
        assert_eq!(rule.as_deref(), expected);
    }
    assert_eq!(
        column(12_000).first_wrong(&known("n % 4 == 0"), &limits),
        Ok(Some(12_000))
    );
}

#[test]
fn an_expired_limit_leaves_what_is_proved() {
    let expired = Limits::default().stopping(|| Some("late".to_owned()));
    let late = || Stop::Interrupted("late".to_owned());
    let found = |game: &Numbered<'_>, table: &RuleTable| {
        let found = find(game, table, &expired).unwrap();
        assert_eq!(refuted(table, &expired), Err(late()));
        if let Some(lost) = &found.lost {
            let mut list = NumberList::new();
            let stopped = predicted(game, table, lost, &expired, &mut list);
            assert_eq!((stopped, list), (Err(late()), NumberList::new()));
        }
        found
    };
    with("bash/3:1", 20_000, |game, table| {
        let found = found(game, &table);
        let rules = [found.lost, found.values].map(|rule| rule.unwrap());
        assert_eq!(
            rules.each_ref().map(FoundRule::expression),
            ["n % 4 == 0", "n % 4"]
        );
        assert!(rules.iter().all(|rule| rule.theorem.is_some()));
        assert!(!found.unfinished.contains(&SearchPart::Lost));
    });
    with("subtraction/1,3,4:1", 20_000, |game, table| {
        let found = found(game, &table);
        assert_eq!((found.lost, found.values), (None, None));
        assert!(
            found
                .period
                .is_some_and(|period| period.starts_with("period 7 from 0 on"))
        );
        assert_eq!(found.stopped, Some(late()));
        for part in [SearchPart::Lost, SearchPart::Values] {
            assert!(found.unfinished.contains(&part), "{part:?}");
        }
    });
    with("wythoff:1,1", 30, |game, table| {
        let lost = found(game, &table).lost.unwrap();
        assert_eq!(lost.expression(), "a == beatty(b - a, 1, 5, 2)");
        assert!(lost.theorem.is_some());
    });
}

/// Returns limits that allow `most` checks and then stop the computation.
fn stopping_after(most: u64) -> Limits {
    let checks = std::sync::atomic::AtomicU64::new(0);
    Limits::default().stopping(move || {
        let done = checks.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        (done >= most).then(|| "late".to_owned())
    })
}

#[test]
fn a_limit_stops_every_part_of_a_search() {
    with("subtraction/2,5,9:1", 20_000, |game, table| {
        let whole = findings(game, &table);
        let (mut is_open, mut most) = (true, 1);
        while is_open {
            let found = find(game, &table, &stopping_after(most)).unwrap();
            is_open = found.stopped.is_some();
            assert_eq!(is_open, !found.unfinished.is_empty());
            if let Some(lost) = &found.lost {
                assert_eq!(lost.expression(), whole.lost.as_ref().unwrap().expression());
            }
            most *= 4;
        }
        assert!(most > 1000, "{most}");
    });
}

#[test]
fn a_stopped_proof_keeps_the_rules() {
    let limits = Limits::default();
    let rules = |found: &Findings| {
        let both = [&found.lost, &found.values];
        both.map(|rule| rule.as_ref().map(FoundRule::expression))
    };
    let proved = |found: &Findings| {
        let both = [&found.lost, &found.values].into_iter().flatten();
        both.filter(|rule| rule.theorem.is_some()).count()
    };
    let (mut stopped, mut further) = (0, 0);
    // The periods of these games are proved far beyond the tables.
    for (id, upto) in [("octal/0.165:1", 40), ("octal/0.165:1", 300)] {
        with(id, upto, |game, table| {
            let before = find(game, &table, &limits).unwrap();
            let mut whole = before.clone();
            prove(game, &table, &mut whole, &limits).unwrap();
            further += proved(&whole) - proved(&before);
            let (mut is_open, mut most) = (true, 1);
            while is_open {
                let mut found = before.clone();
                let done = prove(game, &table, &mut found, &stopping_after(most));
                is_open = done.is_err();
                if is_open {
                    assert_eq!(done, Err(Stop::Interrupted("late".to_owned())), "{id}");
                    assert_eq!(rules(&found), rules(&before), "{id}");
                    stopped += 1;
                } else {
                    assert_eq!(found, whole, "{id}");
                }
                most *= 2;
            }
            let mut found = before.clone();
            prove(game, &table, &mut found, &limits.clone().with_memory(1)).unwrap();
            assert_eq!(rules(&found), rules(&before), "{id}");
        });
    }
    assert!(stopped > 4 && further > 0, "{stopped} {further}");
}

#[test]
fn stopped_predictions_are_the_first_ones() {
    with("subtraction/1,3,4:1", 5000, |game, table| {
        let limits = Limits::default();
        let lost = find(game, &table, &limits).unwrap().lost.unwrap();
        let mut whole = NumberList::new();
        predicted(game, &table, &lost, &limits, &mut whole).unwrap();
        let (mut is_open, mut most, mut begun) = (true, 1, 0);
        while is_open {
            let mut list = NumberList::new();
            let done = predicted(game, &table, &lost, &stopping_after(most), &mut list);
            is_open = done == Err(Stop::Interrupted("late".to_owned()));
            assert_eq!(list, whole[..list.len()]);
            assert_eq!(is_open, list.len() < whole.len());
            begun += usize::from(is_open && !list.is_empty());
            most *= 2;
        }
        assert!(begun > 3, "{begun}");
        let false_rules = refuted(&table, &limits).unwrap();
        let (mut is_open, mut most) = (true, 1);
        while is_open {
            let found = refuted(&table, &stopping_after(most));
            is_open = found == Err(Stop::Interrupted("late".to_owned()));
            assert!(is_open || found == Ok(false_rules.clone()));
            most *= 2;
        }
        assert!(most > 100, "{most}");
    });
}

/// The table is long: comparing each number with all terms of a slowly growing sequence would take minutes.
#[test]
fn guesses_are_refuted_in_long_tables() {
    let table = RuleTable::of_single(0, 300_000, &mut |n| Ok(Some(n % 7 == 0 || n % 7 == 2)));
    let refuted = refuted_of(&table.unwrap());
    assert!(!refuted.is_empty() && refuted.iter().all(|refuted| refuted.least[0] < 100));
}
