//! Counts the steps of a script. Lua's own hook looks at each instruction, which makes scripts half as fast as without
//! it; so the program writes a countdown into a script's text, at the head of every loop, jump and function. All that
//! lies between two of these ends by itself.

/// Names that do not occur in a text: of the countdown, and of the function that starts it anew.
pub(super) struct TickNames {
    count: String,
    /// The global from which the text takes that function.
    pub global: String,
}

impl TickNames {
    pub fn new(text: &str) -> TickNames {
        let mut count = "ticks_".to_owned();
        while text.contains(&count) {
            count.push('_');
        }
        TickNames {
            global: format!("{count}global"),
            count,
        }
    }
}

/// Writes the countdown into a text, without changing its lines. The global that [`TickNames`] names must be there when
/// the text is run, which removes it.
pub(super) fn with_ticks(text: &str, names: &TickNames) -> String {
    let TickNames { count, global } = names;
    let tick = format!(" {count}={count}-1 if {count}<0 then {count}={count}again()end ");
    let mut out = format!("local {count},{count}again=0,{global} {global}=nil ");
    let mut in_head = false;
    let mut rest = text;
    while let Some(length) = token(rest) {
        let (word, after) = rest.split_at(length);
        if word == "goto" {
            out.push_str(&tick);
        }
        out.push_str(word);
        match word {
            "function" => in_head = true,
            "do" | "repeat" => out.push_str(&tick),
            ")" if in_head => {
                in_head = false;
                out.push_str(&tick);
            }
            _ => {}
        }
        rest = after;
    }
    out
}

/// The length of the first token of a text, where blanks, comments and strings are tokens too; `None` if the text is
/// empty.
fn token(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
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
        _ => first.len_utf8(),
    })
}

/// The length of a string in quotes at the start of a text.
fn quoted(text: &str, quote: char) -> usize {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next() {
                // The string goes on behind the blanks, line ends among them.
                Some((_, 'z')) => {
                    let is_blank = |c: char| c.is_ascii_whitespace() || c == '\x0b';
                    while chars.next_if(|&(_, c)| is_blank(c)).is_some() {}
                }
                // A line end of two characters counts as one.
                Some((_, first @ ('\n' | '\r'))) => {
                    let second = if first == '\n' { '\r' } else { '\n' };
                    chars.next_if(|&(_, c)| c == second);
                }
                _ => {}
            },
            // Lua refuses a string that is not closed on its line.
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

    /// The words after which, or before which, a text counts.
    fn places(text: &str) -> usize {
        let names = TickNames::new(text);
        let out = with_ticks(text, &names);
        assert_eq!(out.lines().count(), text.lines().count().max(1));
        out.matches(&format!("={}-1", names.count)).count()
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
            assert_eq!(places(text), count, "{text}");
        }
    }

    #[test]
    fn no_name_of_a_script_is_taken() {
        let text = "ticks_ = ticks__ do end";
        let names = TickNames::new(text);
        assert!(!text.contains(&names.count) && names.global.contains(&names.count));
    }
}
