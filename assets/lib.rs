//! Embeds Nimatron's data files.

/// Files in the order in which the program lists them, each as its name without the extension and its contents.
pub type Files = &'static [(&'static str, &'static str)];

/// Games written as scripts, in the order of the catalogue.
pub const GAMES: Files = &[
    ("grundy", include_str!("games/grundy.lua")),
    ("dawson", include_str!("games/dawson.lua")),
    ("half", include_str!("games/half.lua")),
    ("euclid", include_str!("games/euclid.lua")),
    ("treblecross", include_str!("games/treblecross.lua")),
    ("silver-dollar", include_str!("games/silver-dollar.lua")),
    ("cram", include_str!("games/cram.lua")),
    ("domineering", include_str!("games/domineering.lua")),
    ("hare", include_str!("games/hare.lua")),
    ("coins", include_str!("games/coins.lua")),
    ("dots", include_str!("games/dots.lua")),
    ("square", include_str!("games/square.lua")),
    ("cut", include_str!("games/cut.lua")),
];

/// The boards of the rings game.
pub const BOARDS: Files = &[
    ("cube", include_str!("boards/cube.json")),
    ("grid", include_str!("boards/grid.json")),
    ("wheel", include_str!("boards/wheel.json")),
    ("petersen", include_str!("boards/petersen.json")),
    ("dodecahedron", include_str!("boards/dodecahedron.json")),
    ("coronene", include_str!("boards/coronene.json")),
];

/// The graphs of the token game.
pub const GRAPHS: Files = &[
    ("divisors", include_str!("graphs/divisors.json")),
    ("knight", include_str!("graphs/knight.json")),
    ("pyramid", include_str!("graphs/pyramid.json")),
    ("river", include_str!("graphs/river.json")),
    ("tree", include_str!("graphs/tree.json")),
];

/// The skill paths of the built-in games.
pub const PATHS: Files = &[
    ("star", include_str!("paths/star.toml")),
    ("rings", include_str!("paths/rings.toml")),
    ("row", include_str!("paths/row.toml")),
    ("triangle", include_str!("paths/triangle.toml")),
    ("strip", include_str!("paths/strip.toml")),
    ("nim", include_str!("paths/nim.toml")),
    ("bash", include_str!("paths/bash.toml")),
    ("race", include_str!("paths/race.toml")),
    ("auction", include_str!("paths/auction.toml")),
    ("powers", include_str!("paths/powers.toml")),
    ("subtraction", include_str!("paths/subtraction.toml")),
    ("octal", include_str!("paths/octal.toml")),
    ("wythoff", include_str!("paths/wythoff.toml")),
    ("queen", include_str!("paths/queen.toml")),
    ("ferguson", include_str!("paths/ferguson.toml")),
    ("boxes", include_str!("paths/boxes.toml")),
    ("fibonacci", include_str!("paths/fibonacci.toml")),
    ("chomp", include_str!("paths/chomp.toml")),
    ("tictactoe", include_str!("paths/tictactoe.toml")),
    ("token", include_str!("paths/token.toml")),
    ("sum", include_str!("paths/sum.toml")),
];

/// Lessons, in the recommended order.
pub const LESSONS: Files = &[
    ("residue", include_str!("lessons/residue.json")),
    ("mirror", include_str!("lessons/mirror.json")),
    ("columns", include_str!("lessons/columns.json")),
    ("grundy", include_str!("lessons/grundy.json")),
    ("sums", include_str!("lessons/sums.json")),
    ("kayles", include_str!("lessons/kayles.json")),
    ("edges", include_str!("lessons/edges.json")),
    ("octal", include_str!("lessons/octal.json")),
    ("misere", include_str!("lessons/misere.json")),
    ("misere-kayles", include_str!("lessons/misere-kayles.json")),
    ("shapes", include_str!("lessons/shapes.json")),
    ("wythoff", include_str!("lessons/wythoff.json")),
    ("fibonacci", include_str!("lessons/fibonacci.json")),
    ("stealing", include_str!("lessons/stealing.json")),
    ("chomp", include_str!("lessons/chomp.json")),
    ("chains", include_str!("lessons/chains.json")),
];

/// The commented script that serves as a template for users' own games.
pub const TEMPLATE: &str = include_str!("games/template.lua.txt");

/// Puzzles, one JSON object per line, as written by `nimatron puzzle --answer --json`.
pub const PUZZLES: &str = include_str!("puzzles/shipped.jsonl");

/// The openings of Triangle War with six dots per side, as written by nimatron-core's example `triangle_book`.
pub const TRIANGLE_BOOK: &[u8] = include_bytes!("triangle-6.book");
