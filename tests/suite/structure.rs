//! The house is held to its plan: which layer may know which, no circles of files, one module style, files of a length
//! that can be read, names that need no legend, and types that share no name. Read from the sources, without comments and tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::adding::sources;

/// The layers from below; a layer may import those of a smaller number. See the map in `src/lib.rs`.
const LAYERS: [(&str, u32); 9] = [
    ("rules", 0),
    ("solve", 1),
    ("erased", 2),
    ("games", 3),
    ("play", 4),
    ("draw", 4),
    ("settings", 5),
    ("tui", 6),
    ("cli", 6),
];

/// The longest file, in lines without its tests.
const LONGEST: usize = 400;

/// The longest function, in lines from its head to its closing brace.
const LONGEST_FUNCTION: usize = 60;

/// Words that mean something to the authors alone: no module, type, function or constant is called so.
const DIALECT: [&str; 16] = [
    "seat", "sitting", "desk", "told", "sheet", "heavy", "shelf", "bag", "bags", "parlour", "kit", "around",
    "walk", "rest", "raced", "strips",
];

/// A source without comments and tests.
struct Source {
    /// From `src`, such as `games/piles/mod.rs`.
    path: PathBuf,
    code: String,
    lines: usize,
}

impl Source {
    fn is_test(&self) -> bool {
        self.path.ends_with("tests.rs") || self.path.components().any(|c| c.as_os_str() == "tests")
    }

    /// The modules that it is: `["games", "piles"]` for `games/piles/mod.rs`.
    fn module(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.path.with_extension("").iter().map(|c| c.to_string_lossy().into_owned()).collect();
        if names.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
            names.pop();
        }
        names
    }
}

fn read() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let list: Vec<Source> = sources(&root)
        .into_iter()
        .map(|full| {
            let text = fs::read_to_string(&full).unwrap();
            let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(&text);
            let code: Vec<&str> = own.lines().filter(|l| !l.trim_start().starts_with("//")).collect();
            Source {
                path: full.strip_prefix(&root).unwrap().to_owned(),
                code: code.join("\n"),
                lines: own.lines().count(),
            }
        })
        .filter(|source| !source.is_test() && !is_declared_for_tests(&root, &source.path))
        .collect();
    assert!(list.len() > 100, "only {} files were found", list.len());
    list
}

/// Whether the module above a file has it for tests alone.
fn is_declared_for_tests(root: &Path, path: &Path) -> bool {
    let (Some(folder), Some(name)) = (path.parent(), path.file_stem()) else { return false };
    let above = fs::read_to_string(root.join(folder).join("mod.rs")).unwrap_or_default();
    let lines: Vec<&str> = above.lines().collect();
    lines.windows(2).any(|pair| {
        let module = pair[1].trim_start_matches("pub(crate) ").strip_prefix("mod ");
        pair[0] == "#[cfg(test)]" && module.is_some_and(|m| m.trim_end_matches(';') == name.to_string_lossy())
    })
}

/// Fails with the faults.
fn report(kind: &str, faults: BTreeSet<String>) {
    let list: Vec<String> = faults.into_iter().collect();
    assert!(list.is_empty(), "{kind}:\n{}", list.join("\n"));
}

/// The paths that a source names after `crate`, `super` or one of its own modules, as modules and items from the root.
fn named_paths(source: &Source) -> BTreeSet<Vec<String>> {
    let own = source.module();
    let is_folder = source.path.ends_with("mod.rs") || source.path.ends_with("lib.rs");
    let children: Vec<&str> = source
        .code
        .lines()
        .filter_map(|l| {
            l.trim_start_matches("pub(crate) ")
                .trim_start_matches("pub(super) ")
                .trim_start_matches("pub ")
                .strip_prefix("mod ")
        })
        .filter_map(|l| l.strip_suffix(';'))
        .collect();
    let mut found = BTreeSet::new();
    let words: Vec<(usize, &str)> = words(&source.code);
    let mut i = 0;
    while i < words.len() {
        let (at, first) = words[i];
        i += 1;
        let before = &source.code[..at];
        if before.ends_with("::") {
            continue;
        }
        let base = match first {
            "crate" => Vec::new(),
            "super" => {
                // A file's parent is its folder's module; a folder's module has the folder above.
                own[..own.len().saturating_sub(1)].to_vec()
            }
            child if children.contains(&child) && is_folder => {
                let mut base = own.clone();
                base.push(child.to_owned());
                base
            }
            _ => continue,
        };
        expand(&source.code[at + first.len()..], base, &mut found);
    }
    found
}

/// Words of the code with their places.
fn words(code: &str) -> Vec<(usize, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut list = Vec::new();
    let mut start = None;
    for (i, c) in code.char_indices().chain([(code.len(), ' ')]) {
        match (is_word(c), start) {
            (true, None) => start = Some(i),
            (false, Some(s)) => {
                list.push((s, &code[s..i]));
                start = None;
            }
            _ => {}
        }
    }
    list
}

/// All paths that begin with `base` and go on as the text does: `::a::{b, c::D}` gives two.
fn expand(rest: &str, base: Vec<String>, found: &mut BTreeSet<Vec<String>>) {
    let Some(after) = rest.strip_prefix("::") else {
        if !base.is_empty() {
            found.insert(base);
        }
        return;
    };
    if let Some(inner) = after.strip_prefix('{') {
        let mut depth = 0;
        let mut piece = 0;
        for (i, c) in inner.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' => {
                    let part = inner[piece..i].trim();
                    if !part.is_empty() {
                        expand(&format!("::{part}"), base.clone(), found);
                    }
                    piece = i + 1;
                    if c == '}' {
                        return;
                    }
                }
                _ => {}
            }
        }
        return;
    }
    let end = after.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(after.len());
    let mut base = base;
    match &after[..end] {
        "" => {}
        "super" => drop(base.pop()),
        "self" => {}
        word => base.push(word.to_owned()),
    }
    expand(&after[end..], base, found);
}

/// For each module its file.
fn modules(list: &[Source]) -> BTreeMap<Vec<String>, usize> {
    list.iter().enumerate().map(|(i, source)| (source.module(), i)).collect()
}

/// What a folder's module hands on: the name, and the module that it comes from.
fn handed_on(list: &[Source]) -> BTreeMap<Vec<String>, Vec<String>> {
    let mut from = BTreeMap::new();
    for source in list.iter().filter(|s| s.path.ends_with("mod.rs")) {
        let own = source.module();
        for line in source.code.split(';').filter_map(|s| s.split("pub use ").nth(1)) {
            let mut paths = BTreeSet::new();
            expand(&format!("::{}", line.replace('\n', " ")), own.clone(), &mut paths);
            for path in paths {
                if let Some((name, module)) = path.split_last() {
                    let mut here = own.clone();
                    here.push(name.clone());
                    from.insert(here, module.to_vec());
                }
            }
        }
    }
    from
}

/// The files that a file names, but for the modules of the folders around it, where the types shared by a folder are.
fn edges(list: &[Source]) -> Vec<BTreeSet<usize>> {
    let (modules, handed) = (modules(list), handed_on(list));
    let resolve = |path: &[String]| {
        let mut path = path.to_vec();
        for _ in 0..4 {
            // What is handed on stands for where it comes from.
            let Some(at) = (1..=path.len()).find(|&n| handed.contains_key(&path[..n])) else { break };
            let mut real = handed[&path[..at]].clone();
            real.extend_from_slice(&path[at - 1..]);
            if real == path {
                break;
            }
            path = real;
        }
        (1..=path.len()).rev().find_map(|n| modules.get(&path[..n]).copied())
    };
    list.iter()
        .enumerate()
        .map(|(i, source)| {
            let own = source.module();
            named_paths(source)
                .iter()
                .filter_map(|path| resolve(path))
                .filter(|&to| to != i && !own.starts_with(&list[to].module()))
                .collect()
        })
        .collect()
}

#[test]
fn a_layer_knows_only_those_below_it() {
    let list = read();
    let layer = |name: &str| LAYERS.iter().find(|(n, _)| *n == name).map(|(_, at)| *at);
    let mut faults = BTreeSet::new();
    let mut seen = 0;
    for source in &list {
        let Some(own) = source.module().first().cloned() else { continue };
        let at = layer(&own).unwrap_or_else(|| panic!("{own} is in no layer"));
        for path in named_paths(source) {
            let Some(there) = path.first().filter(|there| **there != own) else { continue };
            seen += 1;
            if layer(there).is_none_or(|there| there >= at) {
                faults.insert(format!("{} names {}", source.path.display(), path.join("::")));
            }
        }
    }
    assert!(seen > 300, "only {seen} paths between layers were found");
    report("layer", faults);
}

#[test]
fn no_files_of_a_layer_go_round_in_a_circle() {
    let list = read();
    let edges = edges(&list);
    assert!(edges.iter().map(BTreeSet::len).sum::<usize>() > 500);
    // A file that can be reached from itself.
    let mut faults = BTreeSet::new();
    for start in 0..list.len() {
        let mut seen = BTreeSet::new();
        let mut open: Vec<usize> = edges[start].iter().copied().collect();
        while let Some(at) = open.pop() {
            if seen.insert(at) {
                open.extend(&edges[at]);
            }
        }
        if seen.contains(&start) {
            faults.insert(list[start].path.display().to_string());
            for &next in edges[start].iter().filter(|&&next| reaches(&edges, next, start)) {
                // Shown where the test fails: the ways round.
                println!("{} > {}", list[start].path.display(), list[next].path.display());
            }
        }
    }
    report("circle", faults);
}

fn reaches(edges: &[BTreeSet<usize>], from: usize, to: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        if seen.insert(at) {
            open.extend(&edges[at]);
        }
    }
    false
}

#[test]
fn one_module_style_and_files_that_can_be_read() {
    let mut faults = BTreeSet::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for source in read() {
        let shown = source.path.display();
        if root.join(&source.path).with_extension("").is_dir() {
            faults.insert(format!("{shown} stands beside a folder of its name"));
        }
        if source.lines > LONGEST {
            faults.insert(format!("{shown} is too long"));
        }
    }
    // A page of the interface is a room: a folder with its state, update and view.
    let pages = root.join("tui/pages");
    let rooms: Vec<PathBuf> = fs::read_dir(&pages).unwrap().map(|e| e.unwrap().path()).collect();
    assert!(rooms.iter().filter(|room| room.is_dir()).count() >= 5, "{rooms:?}");
    for room in rooms.iter().filter(|room| !room.is_dir() && !room.ends_with("mod.rs")) {
        faults.insert(format!("{} is a page without a room", room.strip_prefix(&root).unwrap().display()));
    }
    report("style", faults);
}

/// The functions of a source that are longer than that, each with its lines. A function ends with the first brace that
/// stands as far in as its head, as the sources are formatted.
fn long_functions(source: &Source) -> Vec<(String, usize)> {
    let lines: Vec<&str> = source.code.lines().collect();
    let mut long = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let head = line.trim_start();
        let Some(name) = named(head, &["const fn ", "fn "]).filter(|_| !head.ends_with(';')) else {
            continue;
        };
        let end = format!("{}}}", &line[..line.len() - head.len()]);
        let length = lines[i..].iter().position(|l| *l == end).map_or(1, |n| n + 1);
        if length > LONGEST_FUNCTION {
            long.push((name, length));
        }
    }
    long
}

#[test]
fn functions_have_names_and_not_sections() {
    let mut faults = BTreeSet::new();
    let mut functions = 0;
    for source in read() {
        functions += source.code.matches("fn ").count();
        for (name, length) in long_functions(&source) {
            faults.insert(format!("{}: {name} has {length} lines", source.path.display()));
        }
    }
    assert!(functions > 2000, "only {functions} functions were found");
    report("long function", faults);
    let code = format!("fn long() {{\n{}}}\nfn short() {{\n}}", "    0;\n".repeat(LONGEST_FUNCTION));
    let source = Source { path: PathBuf::from("long.rs"), lines: 0, code };
    assert_eq!(long_functions(&source), [("long".to_owned(), LONGEST_FUNCTION + 2)]);
}

/// What names types, and what names modules, functions and constants besides.
const TYPES: [&str; 4] = ["struct ", "enum ", "trait ", "type "];
const NAMED: [&str; 9] =
    ["struct ", "enum ", "trait ", "type ", "mod ", "const fn ", "fn ", "const ", "static "];

/// The name of what a line defines, if that is one of some kinds.
fn named(line: &str, kinds: &[&str]) -> Option<String> {
    let line =
        ["pub(crate) ", "pub(super) ", "pub "].iter().find_map(|p| line.strip_prefix(p)).unwrap_or(line);
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    words(rest).first().map(|(_, name)| (*name).to_owned())
}

#[test]
fn no_two_types_share_a_name() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in read() {
        // A type that a trait asks for is indented, and is the trait's.
        for line in source.code.lines() {
            if let Some(name) = named(line, &TYPES) {
                places.entry(name).or_default().push(source.path.display().to_string());
            }
        }
    }
    assert!(places.len() > 300, "only {} types were found", places.len());
    let shared = places.into_iter().filter(|(_, places)| places.len() > 1);
    report("name", shared.map(|(name, places)| format!("{name}: {}", places.join(", "))).collect());
}

#[test]
fn names_need_no_legend() {
    let mut faults = BTreeSet::new();
    for source in read() {
        let shown = source.path.display();
        let names = source.module().last().cloned().into_iter();
        for name in names.chain(source.code.lines().filter_map(|line| named(line.trim_start(), &NAMED))) {
            // `FieldKind` and `field_kind` are both two words.
            let mut spaced = String::new();
            for c in name.chars() {
                if c.is_uppercase() || c == '_' {
                    spaced.push(' ');
                }
                spaced.extend(c.to_lowercase().filter(|c| *c != '_'));
            }
            if spaced.split(' ').any(|word| DIALECT.contains(&word)) {
                faults.insert(format!("{shown} has {name}"));
            }
        }
    }
    report("dialect", faults);
}
