//! Checks text in other writing systems: IDs are the same in every locale, and in a UTF-8 locale nothing is
//! transliterated.

use super::program::{Folder, at_home, fed};

const SIGNS: &str = "
NAME = '東西 und ж'
RULE = 'Fische: é 🎲.'
GLYPHS = '·東西'
START = {2, 1, 2, 0, 2}
function moves(cells)
  local out = {}
  for i = 1, #cells do
    if cells[i] > 0 then
      local to = {table.unpack(cells)}
      to[i] = cells[i] - 1
      out[#out + 1] = to
    end
  end
  return out
end";

#[test]
fn no_command_changes_an_id_in_any_locale() {
    let home = Folder::new();
    let script = home.write("signs.lua", SIGNS);
    let id = "own/signs:東西·";
    let saved = home.write(
        "match.json",
        &format!(
            r#"{{"format": "nimatron-match", "version": 1, "start": "{id}", "moves": ["1=0", "2=1"]}}"#
        ),
    );
    let ids = home.write("ids.txt", &format!("{id}\nown/signs:東é\n"));
    let session = "id\n1=0\nid\nplayed\nq\n";
    let asked = format!(r#"{{"id": 1, "request": "solve", "position": "{id}"}}"#);
    let commands: &[(&[&str], &str)] = &[
        (&["solve", id], ""),
        (&["solve", "--brief", id], ""),
        (&["solve", "--json", "--all", id], ""),
        (&["solve", "--file", &ids], ""),
        (&["solve", "-"], id),
        (&["solve", "own/signs:東é"], ""),
        (&["solve", "own/signs:東 + nim:3"], ""),
        (&["tree", id], ""),
        (&["tree", "--format", "dot", id], ""),
        (&["tree", "--format", "json", id], ""),
        (&["strategy", id], ""),
        (&["strategy", "--format", "dot", id], ""),
        (&["strategy", "--format", "json", id], ""),
        (&["export", id], ""),
        (&["export", "--format", "svg", id], ""),
        (&["export", &saved], ""),
        (&["show", "--svg", id], ""),
        (&["check", &saved], ""),
        (&["review", "--json", &saved], ""),
        (&["play", "--plain", id], session),
        (&["games"], ""),
        (&["serve"], &asked),
    ];
    for (arguments, input) in commands {
        let run = |locale: &str| {
            let mut command = at_home(home.path(), &["--game", &script]);
            let ran = fed(command.args(*arguments).env("LC_ALL", locale), input);
            ran.out + &ran.err
        };
        for (locale, is_utf8) in [("C", false), ("de_DE.ISO-8859-1", false), ("C.UTF-8", true)] {
            let shown = run(locale);
            let words = |text: &str| -> Vec<String> {
                let words = text.split(|c: char| c.is_whitespace() || "\"'(,<\\".contains(c));
                let ids = words.filter(|word| word.starts_with("own/signs:"));
                ids.map(str::to_owned).collect()
            };
            let found = words(&shown);
            assert!(!found.is_empty(), "{arguments:?}: {shown}");
            for id in &found {
                let mut signs = id["own/signs:".len()..].chars();
                let is_sign = |c: char| "·東西é".contains(c) || c.is_ascii_punctuation();
                assert!(signs.all(is_sign), "{arguments:?} in {locale}: {id}");
            }
            if is_utf8 {
                for wrong in ["Dong", "Xi ", "zh ", "?东"] {
                    assert!(!shown.contains(wrong), "{arguments:?}: {shown}");
                }
            }
        }
    }
}
