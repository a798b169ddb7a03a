//! Prepares the text of a script so that calls of its functions can be interrupted.
//!
//! Lua's debug hook would halve the speed of scripts, so a countdown is inserted into a script's text instead: in every
//! loop and function, before every `goto`, and in long stretches of code. Lua's hook is used only for a script that
//! needs a lot of memory, or that has a long stretch of code without a countdown.

/// The maximum number of slow operations between two countdowns. Slow operations are calls, and all operations whose
/// time may grow with the size of a string or a table.
const MOST_UNCOUNTED: usize = 32;

pub(super) struct Ticked {
    /// The script with countdowns. It takes three arguments: the function that restarts the countdown, and the two
    /// functions that replace `move` in calls with one heap and in calls with two heaps.
    pub text: String,
    /// Whether the script always reaches the next countdown soon, provided that strings and tables are small.
    pub is_dense: bool,
}

/// A block whose `end` or `until` has not been read yet.
enum Block {
    /// A function. Its body runs only when it is called, so `outside` keeps the number of uncounted operations before
    /// the definition.
    Function { outside: usize },
    /// Any other block. `most` is the maximum number of uncounted operations at the start of the block and at the ends
    /// of its branches.
    Other { most: usize },
}

/// Returns a name that does not occur in a text, not even as a part of another name.
fn unused_name(text: &str) -> String {
    let mut name = "ticks_".to_owned();
    while text.contains(&name) {
        name.push('_');
    }
    name
}

/// Inserts countdowns into a script without changing its line numbers.
pub(super) fn with_ticks(text: &str) -> Ticked {
    let count = unused_name(text);
    let text = &with_counted_heaps(text, [&format!("{count}one"), &format!("{count}two")]);
    let tick = format!(" {count}={count}-1 if {count}<0 then {count}={count}again()end ");
    let mut out = format!("local {count},{count}again,{count}one,{count}two=0,... ");
    let mut in_head = false;
    // The maximum number of slow operations since the last countdown.
    let mut uncounted = 0;
    let mut is_dense = true;
    let mut blocks = Vec::new();
    let mut before = "";
    for word in tokens(text) {
        let begins_statement = matches!(
            word,
            "break" | "for" | "if" | "local" | "repeat" | "return" | "while"
        );
        if word == "goto" || (begins_statement && uncounted > MOST_UNCOUNTED / 2) {
            out.push_str(&tick);
            uncounted = 0;
        }
        out.push_str(word);
        match word {
            "function" => {
                in_head = true;
                blocks.push(Block::Function { outside: uncounted });
                uncounted = 0;
            }
            "if" | "do" | "repeat" => blocks.push(Block::Other { most: uncounted }),
            ")" if in_head => {
                in_head = false;
                out.push_str(&tick);
            }
            _ if takes_time(word, before) => uncounted += 1,
            _ => {}
        }
        match (word, blocks.last_mut()) {
            ("then" | "else" | "elseif", Some(Block::Other { most })) => {
                *most = uncounted.max(*most);
                uncounted = *most;
            }
            ("end" | "until", Some(Block::Other { most })) => uncounted = uncounted.max(*most),
            ("end", Some(Block::Function { outside })) => uncounted = *outside,
            _ => {}
        }
        match word {
            "do" | "repeat" => out.push_str(&tick),
            "end" | "until" => drop(blocks.pop()),
            _ => {}
        }
        is_dense &= uncounted <= MOST_UNCOUNTED;
        if !is_blank(word) {
            before = word;
        }
    }
    Ticked {
        text: out,
        is_dense,
    }
}

/// Returns whether a text uses the name `move`, not counting fields with that name.
pub(super) fn names_move(text: &str) -> bool {
    let mut words = tokens(text).filter(|word| !is_blank(word));
    let mut before = "";
    words.any(|word| {
        let is_field = matches!(before, "." | ":");
        before = word;
        word == "move" && !is_field
    })
}

/// Renames `move` to the first of two names in calls with one heap, and to the second in calls with two heaps. The
/// functions with these names need not count their arguments. Returns the text unchanged if the script might define
/// `move` itself or use it without calling it.
fn with_counted_heaps(text: &str, names: [&str; 2]) -> String {
    let all: Vec<&str> = tokens(text).collect();
    let seen: Vec<usize> = (0..all.len()).filter(|&i| !is_blank(all[i])).collect();
    let word = |place: Option<usize>| {
        place
            .and_then(|place| seen.get(place))
            .map_or("", |&i| all[i])
    };
    let mut out = all.clone();
    for (place, &i) in seen.iter().enumerate() {
        match (word(place.checked_sub(1)), all[i], word(Some(place + 1))) {
            ("." | ":", "move", _) => {}
            ("function" | "goto", "move", _) | (_, "_ENV", _) => return text.to_owned(),
            (_, "move", "(") => {
                let heaps = heaps_in_call(seen[place + 2..].iter().map(|&i| all[i]));
                if let Some(name) = heaps.and_then(|heaps| names.get(heaps - 1)) {
                    out[i] = name;
                }
            }
            (_, "move", _) => return text.to_owned(),
            _ => {}
        }
    }
    out.concat()
}

/// Counts the arguments of a call from the tokens after its opening parenthesis. Returns `None` if there are no
/// arguments, or if their number is uncertain.
fn heaps_in_call<'t>(words: impl Iterator<Item = &'t str>) -> Option<usize> {
    const OPERATORS: &str = " + - * / // % ^ # & ~ | << >> .. == ~= < > <= >= and or not ";
    let (mut depth, mut count) = (1, 1);
    let (mut is_operation, mut last) = (false, "");
    for word in words {
        match word {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" => depth -= 1,
            "function" => return None,
            "," if depth == 1 => (count, is_operation) = (count + 1, false),
            _ if depth == 1 => is_operation |= OPERATORS.contains(&format!(" {word} ")),
            _ => {}
        }
        if depth == 0 {
            // A call or `...` at the end may yield any number of values, unless it is an operand.
            let is_one = is_operation || last == "]" || last.ends_with(is_word);
            return is_one.then_some(count);
        }
        last = word;
    }
    None
}

/// Inserts a call into each string concatenation in a script, without changing the line numbers. Concatenation is the
/// only operator that makes strings of unbounded length. The resulting text takes the function to call as its only
/// argument.
pub(super) fn with_guarded_strings(text: &str) -> String {
    let guard = unused_name(text);
    let mut out = format!("local {guard}=... ");
    for word in tokens(text) {
        out.push_str(word);
        if word == ".." {
            out.push_str(&format!(" {guard}().."));
        }
    }
    out
}

/// Returns whether a token may begin a call, or an operation whose time depends on the sizes of strings or lists;
/// `before` is the token before it.
fn takes_time(word: &str, before: &str) -> bool {
    match word {
        "(" | ".." | "..." | "==" | "~=" | "<" | ">" | "<=" | ">=" => true,
        // A call with a table or a string as its only argument.
        _ if word.starts_with(['{', '"', '\'']) || is_long_string(word) => {
            before.ends_with(|c: char| is_word(c) || ")]\"'".contains(c))
        }
        _ => false,
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

pub(super) fn is_blank(word: &str) -> bool {
    word.starts_with("--") || word.starts_with(char::is_whitespace)
}

fn is_long_string(word: &str) -> bool {
    word.len() > 1 && word.starts_with('[')
}

/// Yields the tokens of a text, including blanks and comments.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (word, after) = rest.split_at(token(rest)?);
        rest = after;
        Some(word)
    })
}

/// The length of the first token of a text, in bytes; `None` if the text is empty.
fn token(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    const LONG_OPERATORS: [&str; 9] = ["...", "..", "==", "~=", "<=", ">=", "<<", ">>", "//"];
    let long = |text: &str| {
        let level = text.strip_prefix('[')?;
        let level = level.len() - level.trim_start_matches('=').len();
        text[1 + level..].starts_with('[').then(|| {
            let close = format!("]{}]", "=".repeat(level));
            text.find(&close).map_or(text.len(), |at| at + close.len())
        })
    };
    Some(match first {
        _ if is_word(first) => text.find(|c| !is_word(c)).unwrap_or(text.len()),
        '-' if text.starts_with("--") => match long(&text[2..]) {
            Some(length) => 2 + length,
            None => text.find(['\n', '\r']).unwrap_or(text.len()),
        },
        '[' => long(text).unwrap_or(1),
        '"' | '\'' => quoted(text, first),
        _ => {
            let operator = LONG_OPERATORS.iter().find(|long| text.starts_with(**long));
            operator.map_or(first.len_utf8(), |long| long.len())
        }
    })
}

/// The length of a quoted string at the start of a text, in bytes.
fn quoted(text: &str, quote: char) -> usize {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next() {
                // `\z` skips the white space after it, including line breaks.
                Some((_, 'z')) => {
                    let is_blank = |c: char| c.is_ascii_whitespace() || c == '\x0b';
                    while chars.next_if(|&(_, c)| is_blank(c)).is_some() {}
                }
                // `\r\n` and `\n\r` count as a single line break.
                Some((_, first @ ('\n' | '\r'))) => {
                    let second = if first == '\n' { '\r' } else { '\n' };
                    chars.next_if(|&(_, c)| c == second);
                }
                _ => {}
            },
            // Lua rejects a quoted string that is not closed before the end of the line.
            '\n' | '\r' => return at,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(text: &str) -> (usize, bool) {
        let Ticked {
            text: out,
            is_dense,
        } = with_ticks(text);
        assert_eq!(out.lines().count(), text.lines().count().max(1));
        let count = unused_name(text);
        (out.matches(&format!("={count}-1")).count(), is_dense)
    }

    #[test]
    fn loops_jumps_and_functions_count() {
        for (text, count) in [
            ("while true do end", 1),
            ("for i=1,3 do for k in pairs(t) do end end", 2),
            ("repeat local x = 'do' until x -- do", 1),
            ("::a:: goto a", 1),
            (
                "local function f(a, b --[[ ) ]]) return function() end end",
                2,
            ),
            ("function t.a:b(...) return (1) end", 1),
            ("local s = [==[ do ]] do ]==] do end", 1),
            ("local s = \"\\\" do\" .. '\\\\' do end", 1),
            ("--[[ do\n do ]] do end --[==[ do", 1),
            ("local s = \"\\z\n do\" while true do end", 1),
            ("local s = '\\z \t\x0b\r\n do' while true do end", 1),
            ("local s = \"\\\r\n do\" while true do end", 1),
            ("local s = \"\\\n do\" while true do end", 1),
            ("t.redo, undo, doing = 1, t[ [[do]] ], 2", 0),
        ] {
            assert_eq!(ticks(text), (count, true), "{text}");
        }
    }

    #[test]
    fn long_stretches_are_counted_where_a_statement_begins_or_are_not_dense() {
        let often = |part: &str| part.repeat(MOST_UNCOUNTED);
        for (text, is_dense) in [
            (often("local a = s == t "), true),
            (often("if s == t then u = 1 end "), true),
            (often("s = s .. t "), true),
            (often("s = s .. t .. s "), false),
            (often("f{} f'' f[[]] "), false),
            (often("f = function() return s == t end "), true),
            (often("f = function() end s = s == s == t "), false),
            // A countdown in a block that may be skipped does not restart the count for the code after the block.
            (
                often("s = s == t == s == t if x then u = 1 local v end "),
                true,
            ),
            (
                often("if x then u = x == x == x local v end ") + &often("s = s .. t "),
                false,
            ),
            (format!("t = {{{}}}", often("{1, 2}, -1, not a, ")), true),
            (format!("t = {{{}}}", often("#(a .. b), ")), false),
        ] {
            assert_eq!(ticks(&text).1, is_dense, "{text}");
        }
    }

    #[test]
    fn concatenations_are_guarded() {
        let text = "s = a..b .. c -- ..\nlocal f = function(...) return '..', [[..]] end";
        let out = with_guarded_strings(text);
        assert_eq!(out.lines().count(), 2);
        let guard = unused_name(text);
        assert_eq!(out.matches(&format!(".. {guard}()..")).count(), 2, "{out}");
    }

    #[test]
    fn the_heaps_of_a_call_are_counted_where_their_number_is_plain() {
        let counted = |text| with_counted_heaps(text, ["m1", "m2"]);
        for (text, expected) in [
            ("move(n) move( t[1], 2 )", "m1(n) m2( t[1], 2 )"),
            ("move(n - f(1, 2)) move(-(a))", "m1(n - f(1, 2)) m1(-(a))"),
            (
                "move(n, --[[)]] #t) move(f(1), a)",
                "m2(n, --[[)]] #t) m2(f(1), a)",
            ),
            (
                "move(f(n)) move(a, ...) move()",
                "move(f(n)) move(a, ...) move()",
            ),
            (
                "move(f'') move(f{1}) move(f[[]])",
                "move(f'') move(f{1}) move(f[[]])",
            ),
            ("move(1, 2, 3) move((f(n)))", "move(1, 2, 3) move((f(n)))"),
            (
                "t.move(1) function t.move() end move(1)",
                "t.move(1) function t.move() end m1(1)",
            ),
            (
                "s = 'move(1)' remove(1) -- move(1)",
                "s = 'move(1)' remove(1) -- move(1)",
            ),
            // These texts stay unchanged, because `move` may be redefined or aliased in them, or because its arguments
            // cannot be counted.
            (
                "local function move(a) end move(1)",
                "local function move(a) end move(1)",
            ),
            ("local m = move move(1)", "local m = move move(1)"),
            (
                "function f(move) move(1) end",
                "function f(move) move(1) end",
            ),
            ("local _ENV = t move(1)", "local _ENV = t move(1)"),
            (
                "move(function() return 1, 2 end)",
                "move(function() return 1, 2 end)",
            ),
        ] {
            assert_eq!(counted(text), expected);
        }
    }

    #[test]
    fn no_name_of_a_script_is_taken() {
        let text = "ticks_ = ticks__ do end";
        assert!(!text.contains(&unused_name(text)));
    }
}
