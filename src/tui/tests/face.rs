use super::harness::*;
use crate::draw::{Style, album::TextAlbum};
use nimatron_core::rules::{FigureMark, Picture};
use std::collections::BTreeSet;

type Rgb = [u8; 3];

/// Returns the hue of a colour in degrees, or `None` for white, black and greys.
fn hue(colour: Rgb) -> Option<f32> {
    let [r, g, b] = colour.map(f32::from);
    let most = r.max(g).max(b);
    let least = r.min(g).min(b);
    let span = most - least;
    if span < 40.0 {
        return None;
    }
    let sector = match most {
        _ if most == r => ((g - b) / span).rem_euclid(6.0),
        _ if most == g => (b - r) / span + 2.0,
        _ => (r - g) / span + 4.0,
    };
    Some(sector * 60.0)
}

/// Returns the names of the roles whose hues are on the board. Asserts that every hue on the board is close to the hue
/// of a role.
fn hues(m: &Machine) -> BTreeSet<&'static str> {
    let c = m.app.cx.theme.colours();
    let roles = [
        ("amber", c.stone),
        ("chocolate", c.food),
        ("A", c.first),
        ("B", c.second),
        ("won", c.won),
        ("lost", c.lost),
        ("idea", c.idea),
    ];
    let drawing = table_view::drawing(&m.app.cx, m.on_table(), true);
    let shapes = drawing.shapes.iter().map(|shape| shape.colour);
    let colours = shapes.chain(drawing.labels.iter().map(|label| label.ink));
    let away = |a: f32, b: f32| (a - b).abs().min(360.0 - (a - b).abs());
    let role = |colour: Rgb| {
        let here = hue(colour)?;
        let far = |role: &(&str, Rgb)| hue(role.1).map_or(360.0, |there| away(here, there));
        let nearest = roles.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
        assert!(far(nearest) < 12.0, "{colour:?} belongs to no role");
        Some(nearest.0)
    };
    colours.filter_map(role).collect()
}

#[test]
fn a_board_has_at_most_four_hues_and_none_of_an_outcome() {
    let mut most = 0;
    for scheme in [Scheme::Dark, Scheme::Light] {
        for entry in CATALOGUE.iter() {
            let mut setup = begin(80, 24);
            setup.theme.scheme = scheme;
            let mut m = Machine::new(table(setup, entry.info.example, HUMANS));
            for pressed in ["", "first", "first", "tab", "t", "t"] {
                let position = m.on_table().game().position().boxed_clone();
                match (pressed, position.choices(&[], 1).list.first()) {
                    ("first", Some(first)) => m.keys(&format!("m '{}' enter", first.text)),
                    ("first", None) => {}
                    _ => m.keys(pressed),
                }
                let hues = hues(&m);
                let id = entry.info.example;
                assert!(hues.len() <= 4, "{id} after {pressed:?}: {hues:?}");
                let judges = hues.contains("won") || hues.contains("lost");
                assert!(!judges, "{id} after {pressed:?}: {hues:?}");
                most = most.max(hues.len());
            }
        }
    }
    assert_eq!(most, 4);
}

#[test]
fn the_panel_tells_moves_in_words() {
    let mut told = 0;
    for entry in CATALOGUE.iter() {
        let mut m = Machine::at(entry.info.example, HUMANS);
        for _ in 0..2 {
            let first = m.on_table().game().position().choices(&[], 1).list;
            let Some(first) = first.first() else { continue };
            m.keys(&format!("m '{}' enter", first.text));
            let page = shown(&m);
            assert!(!page.contains(&format!("played {}", first.text)), "{page}");
            if first.text.contains(['=', '>']) {
                assert!(!page.contains(&first.text), "{page}");
                told += 1;
            }
        }
    }
    assert!(told > 10, "{told}");
}

#[test]
fn the_end_names_the_ending_of_the_game_and_addresses_the_person() {
    for (id, last, who, ending) in [
        (
            "auction/5/23:20",
            "+3",
            "You raised the bid by 3.",
            "The player who buys the land wins.",
        ),
        (
            "queen:1,0",
            "1,0",
            "You moved the queen 1 square left.",
            "The player who reaches the corner wins.",
        ),
        (
            "chomp:1x1",
            "1,1",
            "You bit",
            "The player who eats the poison at the bottom left loses.",
        ),
        ("nim:1 + nim:1", "1/1-1", "You took", ""),
    ] {
        let mut m = Machine::at(id, COMPUTER);
        m.send(Event::Resize(160, 50));
        m.keys(&format!("m '{last}' enter"));
        let page = shown(&m).replace('"', " ");
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        if m.on_table().game().result().is_some() && m.moves() == last {
            assert!(page.contains(who) && page.contains(ending), "{id}\n{page}");
        } else {
            assert_eq!(id, "nim:1 + nim:1");
        }
    }
    let mut m = Machine::at("nim:3,5,7", COMPUTER);
    m.walk(&[("X y", "You resigned."), ("", "You lost")]);
}

#[test]
fn a_number_of_winning_moves_is_told_once() {
    for (id, kinds) in [
        ("star:8191", HUMANS),
        ("chomp:4x6", HUMANS),
        ("queen:7,5", HUMANS),
    ] {
        let mut m = Machine::at(id, kinds);
        for pressed in ["", "tab"] {
            m.keys(pressed);
            let page = shown(&m);
            let counts = page.matches("moves win").count() + page.matches("moves lose").count();
            let every = page.matches("Every move loses").count();
            assert!(counts + every <= 1, "{id}\n{page}");
        }
    }
}

#[test]
fn a_queen_that_reaches_several_losing_squares_is_not_said_to_reach_one() {
    for (x, y) in (0..10).flat_map(|x| (0..10).map(move |y| (x, y))) {
        let analysis = open(&format!("queen:{x},{y}"))
            .analysed(Ask::default(), &Limits::default())
            .unwrap();
        let told = analysis
            .reasons
            .iter()
            .any(|r| r.text.contains("you can reach one"));
        assert!(!told, "{x},{y}");
    }
    let m = Machine::at("queen:7,5", HUMANS);
    let figure = m.on_table().figure(false).unwrap();
    let losing = figure
        .marks
        .iter()
        .filter(|m| matches!(m, FigureMark::Losing(_)));
    assert!(losing.count() >= 5);
}

#[test]
fn a_mistake_has_one_colour_whoever_makes_it() {
    let mut colours = BTreeSet::new();
    // The first player makes the mistake in the first match, and the second player in the second match.
    for (id, moves) in [
        ("nim:3,5,7", "m '1-3' enter m '3-2' enter m '2-1' enter"),
        ("nim:3,5,6", "m '1-3' enter m '3-2' enter m '2-1' enter"),
    ] {
        let mut driver = drive(table(begin(80, 24), id, HUMANS), None);
        keys(&mut driver, &format!("{moves} a"));
        for _ in 0..3 {
            let buffer = driver.display.backend().buffer();
            let rows = buffer.content.chunks(usize::from(buffer.area.width));
            for row in rows {
                let text: String = row.iter().map(|cell| cell.symbol()).collect();
                if let Some(at) = text.find(" Mistake ") {
                    let at = text[..at].chars().count() + 1;
                    colours.insert(format!("{} {}", row[at].fg, row[at].bg));
                }
            }
            keys(&mut driver, "right");
        }
    }
    assert_eq!(colours.len(), 1, "{colours:?}");
}

#[test]
fn the_title_has_no_id_and_silent_keys_speak() {
    for entry in CATALOGUE.iter() {
        let m = Machine::at(entry.info.example, HUMANS);
        let title: String = m.lines()[0].iter().collect();
        let name = m.on_table().game().position().name();
        assert!(!title.contains(':') && title.contains(name), "{title}");
    }
    let mut m = Machine::at("powers/4:24", HUMANS);
    m.walk(&[("", "Powers of 4")]);
    let mut m = Machine::at("nim:3,5,7", HUMANS);
    m.walk(&[("L", "does nothing here")]);
    let mut m = home();
    m.walk(&[("n", "@setup")]);
    let mut m = Machine::at("nim:3,5,7", HUMANS);
    m.walk(&[("m '1-3' enter a", "arrows step")]);
}

#[test]
fn a_saved_match_is_offered_by_the_key_that_the_bar_names() {
    let (_folder, store) = stored();
    let mut driver = drive(table(begin(120, 40), "nim:3,5,7", HUMANS), Some(store));
    keys(&mut driver, "m '1-3' enter q");
    keys(&mut driver, "esc esc o");
    let page = screen(&driver);
    if page.contains("saves it") {
        let key = page
            .split(" saves it")
            .next()
            .unwrap()
            .chars()
            .last()
            .unwrap();
        assert!(page.contains(&format!("{key} save")), "{page}");
    }
}

#[test]
fn pawns_take_clicks_in_both_ranks_and_mirrored() {
    let mut played = BTreeSet::new();
    for (file, is_top) in [(2, false), (2, true), (8, false), (8, true)] {
        let mut m = Machine::at("own/dawson:9", HUMANS);
        let drawing = table_view::drawing(&m.app.cx, m.on_table(), true);
        let place = board::place(&drawing, table_view::panes(&m.app.cx).main);
        let mut hits = drawing.hits.iter();
        let hit = hits.find(|hit| hit.site.item == file).unwrap();
        let rows: BTreeSet<u16> = hit.cells.iter().map(|cell| cell.1).collect();
        let y = if is_top {
            *rows.first().unwrap()
        } else {
            hit.y
        };
        assert!(!is_top || y + 1 < hit.y);
        for _ in 0..2 {
            m.send(Event::Click(place.x + hit.x, place.y + y));
        }
        played.insert(m.moves());
    }
    assert_eq!(played, BTreeSet::from(["1>6".to_owned()]));
}

#[test]
fn numbers_are_rectangles_that_are_cut_by_pointing() {
    let mut m = Machine::at("own/euclid:26,10", HUMANS);
    let first = m.on_table().game().position().choices(&[], 9).list;
    assert_eq!(first.len(), 2);
    for choice in first {
        let mut m = Machine::at("own/euclid:26,10", HUMANS);
        m.point(choice.sites[0]);
        m.keys("enter");
        assert_eq!(m.moves(), choice.text);
    }
    m.walk(&[("", "26 x 10"), ("enter", "reduced 26 to")]);
    // A line and its mirror image make the same cut, so each move has two sites.
    let position = open("own/cut:7x5");
    for choice in position.choices(&[], 9).list {
        assert_eq!(choice.sites.len(), 2, "{}", choice.text);
        for site in choice.sites {
            let mut m = Machine::at("own/cut:7x5", HUMANS);
            m.point(site);
            m.keys("enter");
            assert_eq!(m.moves(), choice.text);
        }
    }
}

#[test]
fn a_verdict_hidden_in_one_match_is_shown_in_the_next() {
    let game = || Match::between(open("nim:3,5,7"), COMPUTER);
    let mut m = Machine::new(App::with_match(begin(80, 24), game(), None));
    m.walk(&[
        ("", "You can win"),
        ("v", "!You can win"),
        ("R", "You can win"),
    ]);
}

#[test]
fn the_third_hint_says_that_it_is_gone() {
    let mut m = Machine::at("nim:3,5,7", HUMANS);
    m.walk(&[
        ("t", "winning move is in"),
        ("t", "wins."),
        ("t", "The hint is put away."),
    ]);
}

#[test]
fn legends_name_what_is_on_the_board() {
    for (ascii, depth, sign) in [
        (false, Depth::True, "teal: "),
        (false, Depth::Sixteen, "◇ "),
        (true, Depth::None, "% "),
    ] {
        let mut setup = begin(120, 40);
        (setup.theme.ascii, setup.theme.depth) = (ascii, depth);
        let mut m = Machine::new(table(setup, "race/3/21:5", HUMANS));
        m.keys("m '+1' enter");
        let page = shown(&m);
        assert!(
            page.contains(&format!("{sign}whoever moves from there loses")),
            "{page}"
        );
    }
}

#[test]
fn enter_plays_the_move_that_the_hint_names() {
    let mut played = 0;
    for entry in CATALOGUE.iter() {
        let mut m = Machine::at(entry.info.example, HUMANS);
        let best = m.on_table().analysis().and_then(|a| a.best.clone());
        let Some(best) = best else { continue };
        m.keys("t t enter");
        assert_eq!(m.moves(), best.text, "{}", entry.info.example);
        played += 1;
    }
    assert!(played > 25, "{played}");
}

#[test]
fn the_bar_keeps_its_keys_in_every_game() {
    for entry in CATALOGUE.iter() {
        for (width, height) in [(60, 20), (80, 24)] {
            let mut m = Machine::at(entry.info.example, HUMANS);
            m.send(Event::Resize(width, height));
            let first = m.on_table().game().position().choices(&[], 1).list;
            let pressed = [
                (String::new(), "t hint "),
                (format!("m '{}' enter", first[0].text), "t hint "),
                ("u t".to_owned(), "t show "),
                ("t".to_owned(), "t hide "),
                ("t".to_owned(), "t hint "),
            ];
            for (pressed, hint) in pressed {
                m.keys(&pressed);
                if m.on_table().game().result().is_some() {
                    continue;
                }
                let bar: String = m.lines()[usize::from(height) - 1].iter().collect();
                let words: Vec<&str> = bar.split_whitespace().collect();
                let has = |key| words.contains(&key);
                let id = entry.info.example;
                assert!(bar.contains(hint), "{id} {width}: {bar}");
                assert!(has("?") && has("esc") && has("q"), "{id} {width}: {bar}");
                let is_fixed = bar.ends_with("  ? help  esc back  q quit  ");
                assert!(width < 80 || hint != "t hint " || is_fixed, "{id}: {bar}");
            }
        }
    }
    let mut m = Machine::at("nim:3,5,7", HUMANS);
    m.send(Event::Resize(60, 20));
    m.walk(&[("", "enter take 1 from pile 1  "), ("?", "esc back")]);
}

#[test]
fn escape_puts_a_hint_away_before_it_leaves() {
    let mut m = Machine::at("nim:3,5,7", HUMANS);
    m.walk(&[
        ("t", "A winning move is in the lit"),
        ("esc", "!A winning move is in the lit"),
        ("", "@table"),
        ("esc", "@home"),
    ]);
}

#[test]
fn a_hint_alone_has_the_colour_of_the_idea() {
    let stones = |m: &Machine, colour: Rgb| {
        let drawing = table_view::drawing(&m.app.cx, m.on_table(), true);
        let is_stone = |shape: &&nimatron_paint::Shape| {
            shape.colour == colour && matches!(shape.form, nimatron_paint::Form::Disc { .. })
        };
        drawing.shapes.iter().filter(is_stone).count()
    };
    for (id, taken) in [
        ("nim:3,5,7", 1),
        ("wythoff:9,12", 10),
        ("subtraction/1,3,4:11", 4),
        ("fibonacci:24", 3),
        ("nim:6 + nim:2", 4),
    ] {
        for aside in ["t t", "t t left up left"] {
            let mut m = Machine::at(id, HUMANS);
            let idea = m.app.cx.theme.colours().idea;
            m.keys(aside);
            assert_eq!(stones(&m, idea), taken, "{id}");
        }
    }
    for entry in CATALOGUE.iter() {
        for pressed in ["t", "t t", "tab t t"] {
            let mut m = Machine::at(entry.info.example, HUMANS);
            let c = m.app.cx.theme.colours();
            m.keys(pressed);
            if m.on_table().hinted().is_empty() {
                continue;
            }
            let drawing = table_view::drawing(&m.app.cx, m.on_table(), true);
            let dimmed = nimatron_paint::mix(c.ground, c.idea, 0.4);
            let shapes = drawing.shapes.iter().map(|shape| shape.colour);
            let mut colours = shapes.chain(drawing.labels.iter().map(|label| label.ink));
            assert!(
                colours.all(|colour| colour != dimmed),
                "{} {pressed}",
                entry.info.example
            );
        }
    }
}

#[test]
fn equal_moves_of_tokens_are_one_and_need_no_list() {
    let mut m = Machine::at("token/a-b,a-c,b-c,c-d:a,a,a", HUMANS);
    m.point(Site::new(0, 0));
    m.walk(&[
        ("", "enter pick"),
        ("enter", "point at one of the lit places"),
        ("", "!enter "),
        ("enter", "!Which move?"),
    ]);
    m.point(Site::new(0, 2));
    m.walk(&[("", "enter move token 1 to c"), ("enter", "!Which move?")]);
    assert_eq!(m.moves(), "1>c");
}

#[test]
fn the_columns_of_three_piles_stand_after_a_move_too() {
    let mut m = Machine::at("nim:3,5,7", COMPUTER);
    m.walk(&[("", "odd)"), ("m '1-1' enter", "odd)")]);
    assert_eq!(m.on_table().game().cursor(), 2);
    assert!(shown(&m).contains("pile 3"), "{}", shown(&m));
}

#[test]
fn the_list_of_moves_has_room_for_four() {
    let mut m = Machine::at("octal/0.77:12", HUMANS);
    for _ in 0..4 {
        let all = m.on_table().game().position().choices(&[], 99).list;
        let split = all.iter().find(|choice| choice.text.contains(':'));
        let text = split.unwrap_or(&all[0]).text.clone();
        m.keys(&format!("m '{text}' enter"));
    }
    let lines = m.lines();
    let listed = lines[14..]
        .iter()
        .map(|line| line.iter().collect::<String>());
    let moves = listed.filter(|line| line.contains("  took ") || line.contains("  split "));
    assert_eq!(moves.count(), 4, "{}", shown(&m));
}

#[test]
fn a_puzzle_says_its_result_once_and_offers_the_next() {
    let (_folder, store) = stored();
    let mut driver = drive(App::at_home(begin(80, 24)), Some(store));
    keys(&mut driver, "p down down down enter");
    let answer = on_table(&driver).puzzle().unwrap().puzzle.answer.clone();
    keys(&mut driver, &format!("m '{answer}' enter"));
    let page = screen(&driver);
    assert_eq!(page.to_lowercase().matches("solved").count(), 1, "{page}");
    assert!(page.contains("  n next"), "{page}");
}

#[test]
fn pawns_keep_their_files_when_rows_split() {
    let mut m = Machine::at("own/dawson:9", HUMANS);
    let pawns = |m: &Machine| {
        let drawing = table_view::drawing(&m.app.cx, m.on_table(), false);
        let hits = drawing.hits.iter();
        let mut pawns: Vec<_> = hits
            .map(|hit| (hit.x, hit.site.group, hit.site.item))
            .collect();
        pawns.sort_unstable();
        pawns
    };
    let files: Vec<u16> = pawns(&m).iter().map(|pawn| pawn.0).collect();
    assert_eq!(files.len(), 9);
    // Advancing pawn 5 removes files 4 to 6, and then advancing pawn 1 of the first row removes files 1 and 2.
    for (played, kept) in [("1>3,3", vec![1, 2, 3, 7, 8, 9]), ("1>1", vec![3, 7, 8, 9])] {
        m.keys(&format!("m '{played}' enter"));
        let now: Vec<u16> = pawns(&m).iter().map(|pawn| pawn.0).collect();
        let kept: Vec<u16> = kept.iter().map(|file| files[file - 1]).collect();
        assert_eq!(now, kept, "{played}");
    }
    assert_eq!(pawns(&m)[1].2, 1);
    m.walk(&[("right", "enter advance pawn 1 (mirror")]);
    let chosen = m.on_table().chosen_move();
    let Meaning::One(text) = chosen else {
        panic!("one move is chosen")
    };
    let words = m.on_table().game().position().move_words(&text);
    assert_eq!(words, "advance pawn 1 (mirror of 3) in heap 2");
    // After the undo, files 1 and 2 are on the board again. The new move removes files 7 and 8.
    m.keys("u m '2>1' enter");
    let now: Vec<u16> = pawns(&m).iter().map(|pawn| pawn.0).collect();
    assert_eq!(now, [1, 2, 3, 9].map(|file| files[file - 1]));
}

#[test]
fn a_closed_box_shows_who_closed_it() {
    let owners = |m: &Machine| {
        let Picture::Graph(graph) = &m.on_table().scene.picture else {
            panic!("dots and boxes are a graph")
        };
        graph
            .areas
            .iter()
            .map(|area| area.owner)
            .collect::<Vec<_>>()
    };
    // The box at the lower right was closed before the match began.
    let mut m = Machine::at("own/dots:A:o-o.o-_._.o.o-o._-#-o.o-o", HUMANS);
    assert_eq!(owners(&m), [None]);
    m.keys("m '12=-' enter m '7=4,8=1' enter");
    assert_eq!(owners(&m), [Some(Player::Second), None]);
    m.walk(&[("", "drew line 2-5, +1")]);
    let pages: Vec<_> = m.on_table().game().pages().collect();
    let album = TextAlbum::new(Style::default(), pages.len());
    let texts = pages.iter().map(|page| album.page(page));
    let owned: Vec<bool> = texts.map(|text| text.contains(" B ")).collect();
    assert_eq!(owned, [false, false, true], "{pages:?}");
    m.keys("u");
    assert_eq!(owners(&m), [None]);
}

#[test]
fn the_home_page_says_of_every_game_who_wins() {
    let mut m = home();
    let mut told = 0;
    for entry in CATALOGUE.iter() {
        select(&mut m.app, entry.info.id);
        let text: String = m.lines()[4..22]
            .iter()
            .flat_map(|line| &line[40..])
            .collect();
        let is_said = ["win", "lose", "points"]
            .iter()
            .any(|word| text.contains(word));
        assert!(is_said, "{}: {}", entry.info.id, shown(&m));
        told += 1;
    }
    assert!(told > 20, "{told}");
}

#[test]
fn stones_keep_their_size_while_heaps_are_split() {
    let largest = |m: &Machine| {
        let drawing = table_view::drawing(&m.app.cx, m.on_table(), false);
        assert!(drawing.cut.is_none(), "{}", m.moves());
        let radius = |shape: &nimatron_paint::Shape| match shape.form {
            nimatron_paint::Form::Disc { r, .. } => r,
            _ => 0.0,
        };
        drawing.shapes.iter().map(radius).fold(0.0, f32::max)
    };
    for (id, size) in [
        ("own/grundy:10", (80, 24)),
        ("own/grundy:10", (60, 20)),
        ("own/grundy:13", (120, 40)),
        ("own/grundy:20", (80, 24)),
        ("own/grundy:9,7", (160, 50)),
    ] {
        let mut m = Machine::at(id, HUMANS);
        m.app.cx.size = size;
        let first = largest(&m);
        while let Some(choice) = {
            let mut all = m.on_table().game().position().choices(&[], 1000).list;
            let is_first = m.on_table().game().cursor().is_multiple_of(2);
            if is_first {
                all.drain(..).next()
            } else {
                all.pop()
            }
        } {
            m.keys(&format!("m '{}' enter", choice.text));
            assert_eq!(largest(&m), first, "{id} {size:?}: {}", m.moves());
        }
        assert!(m.on_table().game().cursor() > 4, "{id}");
    }
}

#[test]
fn hint_and_undo_stay_in_their_places_in_the_bar() {
    let mut m = Machine::at("own/grundy:12", HUMANS);
    let bar = |m: &Machine| m.lines()[23].iter().collect::<String>();
    let hint = bar(&m).find("t hint");
    m.keys("m '1>5,7' enter");
    let long = bar(&m);
    let is_whole = long.contains("split 5 into 1 and 4") && long.contains("u undo  t hint");
    assert!(is_whole, "{long}");
    assert_eq!(long.find("t hint"), hint);
    m.keys("right");
    let other = bar(&m);
    assert_ne!(long, other);
    assert_eq!(other.find("u undo  t hint"), long.find("u undo  t hint"));
}

#[test]
fn left_and_right_follow_the_stones_of_a_pile_drawn_in_rows() {
    let mut m = Machine::at("bash/3:21", HUMANS);
    m.walk(&[
        ("", "take 1"),
        ("left", "take 2"),
        ("left", "take 3"),
        ("right right", "take 1"),
        ("right", "take 1"),
        ("down", "take 3"),
    ]);
}

#[test]
fn a_narrow_home_page_shows_the_board_of_the_selected_game() {
    let mut m = Machine::new(App::at_home(begin(60, 20)));
    m.walk(&[("", "Hexagram star"), ("", "▐5▐─▐6▐─▐7▐")]);
}
