//! Points anywhere with straight lines between them, drawn in dots of braille (eight a cell), and labels over them.

use super::canvas::{Canvas, Ink, Mark, wide};
use super::disc::{self, DiscSize};
use super::hits::{Hit, PlainDrawing};
use super::pen::{self, Pen, Style, ink};
use nimatron_core::rules::{Face, Network, Node, nearest};

/// More points than this are never drawn, only told in words.
const MOST: usize = 300;

/// The farthest apart, in columns, that the two nearest points are set.
const APART: f32 = 18.0;

/// Draws a network; `None` where labels would run into each other.
pub(super) fn draw(network: &Network, pen: &Pen<'_>) -> Option<PlainDrawing> {
    let large = [(11, 5), (7, 3), (9, 3), (11, 3)].map(|(width, height)| Some(DiscSize { width, height }));
    let large = large.into_iter().filter(|_| !pen.style.ascii).map(|disc| PointForm { tight: false, disc });
    let forms = large.chain([PointForm { tight: false, disc: None }, PointForm { tight: true, disc: None }]);
    let layout = forms.into_iter().find_map(|form| NetworkLayout::of(network, pen, form))?;
    let mut canvas = Canvas::sized(layout.width, layout.height);
    let lines: Vec<(usize, usize)> = network.links.iter().map(|l| l.ends).collect();
    let ends = lines.iter().filter_map(|&(a, b)| Some((*layout.places.get(a)?, *layout.places.get(b)?)));
    if pen.style.ascii {
        ends.for_each(|(a, b)| plain_line(a, b, &mut canvas));
    } else {
        let mut dots = Dots::new(layout.width, layout.height);
        let (straight, aslant): (Vec<_>, Vec<_>) = ends.partition(|(a, b)| a.0 == b.0 || a.1 == b.1);
        aslant.into_iter().for_each(|(a, b)| dots.line(a, b));
        dots.paint(&mut canvas);
        straight.into_iter().for_each(|(a, b)| straight_line(a, b, &mut canvas));
    }
    // Heads stand where the arc meets the label it points at, so they are set before labels are.
    for link in network.links.iter().filter(|l| l.arrow) {
        if let (Some(&a), Some(&b)) = (layout.places.get(link.ends.0), layout.places.get(link.ends.1)) {
            let taken = |node: &Node| layout.form.taken(node, pen.marks.mark_of(node.site));
            let taken = network.nodes.get(link.ends.1).map_or(((0, 0), 0), taken);
            head(a, b, taken, pen.style, &mut canvas);
        }
    }
    let arrows = network.links.iter().any(|l| l.arrow);
    let mut hits = Vec::new();
    for (node, &(x, y)) in network.nodes.iter().zip(&layout.places) {
        hits.extend(match layout.form.tight {
            false => label(node, (x, y), layout.form, pen, &mut canvas),
            true => tight_label(node, x, y, arrows, pen, &mut canvas),
        });
    }
    Some(PlainDrawing { canvas, hits, cut: None, said: None })
}

/// What is written at a point.
fn text(node: &Node) -> String {
    if node.load.is_empty() { node.label.clone() } else { format!("{}:{}", node.label, node.load) }
}

/// How much room a point takes.
#[derive(Clone, Copy)]
struct PointForm {
    /// Without the brackets of a stone: for boards that would not fit with them. Only marks have brackets then, and a
    /// point without a stone is a dot.
    tight: bool,
    /// How large a point is, where it is more than a label in one row.
    disc: Option<DiscSize>,
}

impl PointForm {
    /// How far a label reaches to the left and to the right, the brackets of a stone included.
    fn reach(self, node: &Node) -> (i32, i32) {
        if let Some(disc) = self.disc {
            return (disc.width / 2, disc.width / 2);
        }
        let w = wide(&text(node)).max(1);
        let more = i32::from(!self.tight);
        (w / 2 + more, (w - 1) / 2 + more)
    }

    /// What of its room a point takes now: all of it where something stands there or stood, else its label alone.
    fn taken(self, node: &Node, mark: Mark) -> ((i32, i32), i32) {
        let stands = !node.load.is_empty() || node.face != Face::Empty || mark.last;
        match self.disc {
            Some(_) if !stands => (PointForm { disc: None, ..self }.reach(node), 0),
            _ => (self.reach(node), self.rim()),
        }
    }

    /// How many rows a point takes above and below its label.
    fn rim(self) -> i32 {
        self.disc.map_or(0, |d| d.height / 2)
    }

    /// How many cells stay free between two labels in a row: in the tight form a mark's bracket of each.
    fn gap(self) -> i32 {
        if self.tight { 2 } else { 0 }
    }
}

/// The cell of each point.
struct NetworkLayout {
    form: PointForm,
    places: Vec<(i32, i32)>,
    width: i32,
    height: i32,
}

impl NetworkLayout {
    fn of(network: &Network, pen: &Pen<'_>, form: PointForm) -> Option<NetworkLayout> {
        let nodes = &network.nodes;
        let (width, height) = pen.space();
        if nodes.is_empty()
            || nodes.len() > MOST
            || nodes.iter().any(|n| !(n.at.0.is_finite() && n.at.1.is_finite()))
        {
            return None;
        }
        let least = |f: &dyn Fn(&Node) -> f32| nodes.iter().map(f).fold(f32::INFINITY, f32::min);
        let most = |f: &dyn Fn(&Node) -> f32| nodes.iter().map(f).fold(f32::NEG_INFINITY, f32::max);
        let (left, top) = (least(&|n| n.at.0), least(&|n| n.at.1));
        let (across, high) = (most(&|n| n.at.0) - left, most(&|n| n.at.1) - top);
        // Room for a label, its brackets and the arrows of the cursor on each side.
        let side = nodes.iter().map(|n| form.reach(n)).map(|(left, right)| left.max(right) + 1).max()?;
        if form.disc.is_some_and(|d| nodes.iter().any(|n| wide(&text(n)) + 2 > d.width - 2)) {
            return None;
        }
        let rim = form.rim();
        let room = ((width - 1 - 2 * side) as f32, (height - 1 - 2 * rim) as f32);
        if room.0 < 0.0 || room.1 < 0.0 {
            return None;
        }
        let scale = |room: f32, size: f32| if size > 0.0 { room / size } else { f32::INFINITY };
        let (sx, sy) = (scale(room.0, across), scale(room.1, high));
        // A cell is twice as high as wide; the picture may be stretched, but not out of recognition: a narrow one more.
        let stretch = if 2.0 * across < high { 2.0 } else { 1.0 };
        let (sx, sy) = (sx.min(4.0 * stretch * sy), sy.min(sx / 1.3));
        let near = least_distance(nodes);
        // Large points may be farther apart.
        let sx = sx.min(stretch * (APART + 2.0 * (side - 2).max(0) as f32) / near);
        let sy = sy.min(sx / 1.3);
        let cell = |v: f32| if v.is_finite() { rounded(v.into()) } else { 0 };
        let place = |n: &Node| side + cell(if across > 0.0 { (n.at.0 - left) * sx } else { 0.0 });
        let down = |n: &Node| rim + cell(if high > 0.0 { (n.at.1 - top) * sy } else { 0.0 });
        let places: Vec<(i32, i32)> = nodes.iter().map(|n| (place(n), down(n))).collect();
        let right = places.iter().map(|p| p.0).max()?;
        let bottom = places.iter().map(|p| p.1).max()?;
        let layout = NetworkLayout { form, places, width: right + side + 1, height: bottom + 1 + rim };
        (layout.width <= width && layout.height <= height && layout.is_clear(network)).then_some(layout)
    }

    /// Whether no two labels touch, and every line can be seen between its ends.
    fn is_clear(&self, network: &Network) -> bool {
        let span = |(&(x, y), n): (&(i32, i32), &Node)| {
            let (left, right) = self.form.reach(n);
            (y, x - left, x + right)
        };
        let spans: Vec<(i32, i32, i32)> = self.places.iter().zip(&network.nodes).map(span).collect();
        let seen = |&(a, b): &(usize, usize)| match (spans.get(a), spans.get(b)) {
            (Some(p), Some(q)) if a != b => p.0.abs_diff(q.0) > 1 || p.2 + 1 < q.1 || q.2 + 1 < p.1,
            _ => true,
        };
        if self.form.disc.is_some() {
            // Discs are apart, with some of the line between them.
            let rows = 2 * self.form.rim() + 1;
            let apart = |p: &(i32, i32, i32), q: &(i32, i32, i32)| {
                p.0.abs_diff(q.0) > nearest(rows) || p.2 + 4 < q.1 || q.2 + 4 < p.1
            };
            return spans.iter().enumerate().all(|(i, p)| spans[..i].iter().all(|q| apart(p, q)));
        }
        let mut sorted = spans.clone();
        sorted.sort_unstable();
        sorted.windows(2).all(|w| w[0].0 != w[1].0 || w[0].2 + self.form.gap() < w[1].1)
            && network.links.iter().map(|l| l.ends).all(|ends| seen(&ends))
    }
}

/// The cell of a coordinate.
#[expect(clippy::cast_possible_truncation, reason = "of a float it takes the nearest number, and 0 of none")]
fn rounded(v: f64) -> i32 {
    v.round() as i32
}

/// The distance of the two nearest points; 1 where there are no two apart.
fn least_distance(nodes: &[Node]) -> f32 {
    let apart = |a: &Node, b: &Node| (a.at.0 - b.at.0).hypot(a.at.1 - b.at.1);
    let pairs = nodes.iter().enumerate().flat_map(|(i, a)| nodes[i + 1..].iter().map(move |b| apart(a, b)));
    let least = pairs.filter(|d| *d > 0.0).fold(f32::INFINITY, f32::min);
    if least.is_finite() { least } else { 1.0 }
}

fn label(
    node: &Node,
    (x, y): (i32, i32),
    form: PointForm,
    pen: &Pen<'_>,
    canvas: &mut Canvas,
) -> Option<Hit> {
    let mark = pen.marks.mark_of(node.site);
    let text = text(node);
    let ring = !node.load.is_empty() || node.face != Face::Empty;
    let ink = if node.load.is_empty() { ink(node.face) } else { Ink::Stone };
    let ((left, right), rim) = form.taken(node, mark);
    if let Some(size) = form.disc.filter(|_| ring || mark.last) {
        let (x0, y0) = disc::corner(size, (x, y));
        for (dx, dy) in (0..size.width).flat_map(|dx| (0..size.height).map(move |dy| (dx, dy))) {
            // Lines end where the point begins.
            canvas.put(x0 + dx, y0 + dy, ' ', Ink::Plain, Mark::NONE);
        }
        if ring {
            disc::filled(size, (x, y), (&text, ink), mark, pen, canvas);
        } else {
            disc::ghost(size, (x, y), mark, pen, canvas);
            canvas.write(x - wide(&text) / 2, y, &text, Ink::Dim, mark);
        }
    } else {
        let on = if ring && !pen.style.ascii { Ink::OnStone } else { ink };
        canvas.write(x - left + 1, y, &text, on, mark);
        let (open, close) = pen.brackets(mark, ring).unwrap_or((' ', ' '));
        let rim = if open == pen::RIM.0 { Ink::Stone } else { on };
        canvas.put(x - left, y, open, rim, mark);
        canvas.put(x + right, y, close, rim, mark);
    }
    if let Some((ch, ink)) = node.site.and_then(|site| pen.marks.badge(site)) {
        canvas.put(x + right, y - rim, ch, ink, Mark::NONE);
    }
    value(node, (x, y), right, pen, canvas);
    if mark.cursor {
        let (open, close) = pen.pointers();
        let (ink, mark) = if rim > 0 { (Ink::Strong, Mark::NONE) } else { (Ink::Plain, mark) };
        canvas.put(x - left - 1, y, open, ink, mark);
        canvas.put(x + right + 1, y, close, ink, mark);
    }
    let area = (y - rim..=y + rim).flat_map(|y| (x - left..=x + right).map(move |x| (x, y)));
    node.site.map(|site| Hit::new(site, x, y, area))
}

/// The value of a point, or of the part that it is the last point of, above its right end.
fn value(node: &Node, (x, y): (i32, i32), right: i32, pen: &Pen<'_>, canvas: &mut Canvas) {
    let Some(site) = node.site else { return };
    let own = pen.marks.values().find(|(places, _)| places.last() == Some(&site));
    if let Some((_, text)) = own {
        let left = (x + right + 1).min(i32::from(canvas.width()) - wide(text));
        let y = if y > 0 { y - 1 } else { y + 1 };
        canvas.write(left, y, text, Ink::Figure, Mark::NONE);
    }
}

/// A label without brackets but those of a mark.
fn tight_label(node: &Node, x: i32, y: i32, arrows: bool, pen: &Pen<'_>, canvas: &mut Canvas) -> Option<Hit> {
    let mark = pen.marks.mark_of(node.site);
    let stands = !node.load.is_empty() || node.face != Face::Empty;
    let ink = if node.load.is_empty() { ink(node.face) } else { Ink::Stone };
    let (left, right) = PointForm { tight: true, disc: None }.reach(node);
    // Where arrows lead to points that are free, their names are what a move is typed with.
    if stands || arrows {
        canvas.write(x - left, y, &text(node), ink, mark);
    } else {
        canvas.put(x, y, pen.style.pick('·', '.'), ink, mark);
    }
    let (from, to) = if stands || arrows { (x - left - 1, x + right + 1) } else { (x - 1, x + 1) };
    let said = pen.brackets(mark, false);
    value(node, (x, y), right, pen, canvas);
    let brackets = match (mark.cursor, said) {
        (true, Some((_, close))) => Some((pen.pointers().0, close)),
        (true, None) => Some(pen.pointers()),
        (false, said) => said,
    };
    if let Some((open, close)) = brackets {
        canvas.put(from, y, open, ink, mark);
        canvas.put(to, y, close, ink, mark);
    }
    if let Some((ch, ink)) = node.site.and_then(|site| pen.marks.badge(site)) {
        canvas.put(to, y, ch, ink, Mark::NONE);
    }
    node.site.map(|site| Hit::row(site, x, y, x - left - 1, x + right + 1))
}

/// Where a line from `a` meets the label at `b`, and the arrow there.
fn head(a: (i32, i32), b: (i32, i32), (half, rim): ((i32, i32), i32), style: Style, canvas: &mut Canvas) {
    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
    let steps = dx.abs().max(dy.abs());
    let at = |i: i32| {
        let along = |d: i32| rounded(f64::from(d) * f64::from(i) / f64::from(steps));
        (b.0 + along(dx), b.1 + along(dy))
    };
    let outside = |&(x, y): &(i32, i32)| (y - b.1).abs() > rim || x < b.0 - half.0 || x > b.0 + half.1;
    if let Some((x, y)) = (1..steps).map(at).find(outside) {
        canvas.put(x, y, arrow(-dx, -dy, style), Ink::Plain, Mark::NONE);
    }
}

/// The arrow for a direction in cells.
fn arrow(dx: i32, dy: i32, style: Style) -> char {
    let (across, down) = (dx.abs(), 2 * dy.abs());
    // Less than a third as far one way as the other counts as straight.
    let (flat, steep) = (3 * down < across, 3 * across < down);
    let (unicode, ascii) = match (dx < 0, dy < 0, flat, steep) {
        (false, _, true, _) => ('→', '>'),
        (true, _, true, _) => ('←', '<'),
        (_, false, _, true) => ('↓', 'v'),
        (_, true, _, true) => ('↑', '^'),
        (false, false, ..) => ('↘', 'v'),
        (true, false, ..) => ('↙', 'v'),
        (false, true, ..) => ('↗', '^'),
        (true, true, ..) => ('↖', '^'),
    };
    style.pick(unicode, ascii)
}

/// A line along a row or a column: whole, and in characters that every font has.
fn straight_line(a: (i32, i32), b: (i32, i32), canvas: &mut Canvas) {
    let ch = if a.1 == b.1 { '─' } else { '│' };
    for (x, y) in
        (a.0.min(b.0)..=a.0.max(b.0)).flat_map(|x| (a.1.min(b.1)..=a.1.max(b.1)).map(move |y| (x, y)))
    {
        canvas.put(x, y, ch, Ink::Dim, Mark::NONE);
    }
}

/// A line of plain characters.
fn plain_line(a: (i32, i32), b: (i32, i32), canvas: &mut Canvas) {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let steps = dx.abs().max(dy.abs());
    let ch = match (2 * dy.abs() > 5 * dx.abs(), dx.abs() > 5 * dy.abs(), (dx < 0) == (dy < 0)) {
        (true, ..) => '|',
        (_, true, _) => '-',
        (.., true) => '\\',
        (.., false) => '/',
    };
    for i in 1..steps {
        let along = |d: i32| rounded(f64::from(d) * f64::from(i) / f64::from(steps));
        canvas.put(a.0 + along(dx), a.1 + along(dy), ch, Ink::Dim, Mark::NONE);
    }
}

/// A field of dots, two a cell across and four down.
struct Dots {
    width: i32,
    cells: Vec<u8>,
}

impl Dots {
    fn new(width: i32, height: i32) -> Dots {
        Dots { width, cells: vec![0; nearest((width * height).max(0))] }
    }

    /// A line between the middles of two cells.
    fn line(&mut self, a: (i32, i32), b: (i32, i32)) {
        let fine = |(x, y): (i32, i32)| (f64::from(2 * x) + 0.5, f64::from(4 * y) + 1.5);
        let ((ax, ay), (bx, by)) = (fine(a), fine(b));
        let steps = rounded((bx - ax).abs().max((by - ay).abs()).ceil());
        for i in 0..=steps.max(1) {
            let part = f64::from(i) / f64::from(steps.max(1));
            self.dot(rounded(ax + (bx - ax) * part), rounded(ay + (by - ay) * part));
        }
    }

    fn dot(&mut self, x: i32, y: i32) {
        /// The bits of a cell's dots, row by row, as Unicode numbers them.
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let (cx, cy) = (x.div_euclid(2), y.div_euclid(4));
        if (0..self.width).contains(&cx)
            && cy >= 0
            && let Some(cell) = self.cells.get_mut(nearest::<usize, _>(cy * self.width + cx))
        {
            *cell |= BITS[nearest::<usize, _>(y.rem_euclid(4))][nearest::<usize, _>(x.rem_euclid(2))];
        }
    }

    fn paint(&self, canvas: &mut Canvas) {
        for (i, &bits) in (0..).zip(&self.cells) {
            if let Some(ch) = char::from_u32(0x2800 + u32::from(bits)).filter(|_| bits != 0) {
                canvas.put(i % self.width, i / self.width, ch, Ink::Dim, Mark::NONE);
            }
        }
    }
}
