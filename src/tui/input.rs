//! Parses terminal input, byte by byte, into keys, mouse events, pastes and reports.
//!
//! The terminal sends replies and reports in the same stream as the keys: as control strings (OSC, DCS, APC, PM, SOS)
//! and as control sequences (CSI). These messages may arrive late, or without a request. The parser reads each message
//! to its end, so that no part of the message is mistaken for keys. See ECMA-48 and xterm's *ctlseqs*.
//!
//! Crossterm's parser is unsuitable: it mistakes the start of a control string for a key such as alt-], and the rest
//! for typed letters, which would be played as moves. Only crossterm's event types are used here.

use ratatui::crossterm::event::{
    Event as Raw, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};

use super::pixels::Protocol;
use std::time::Duration;

/// The maximum length of a control sequence, in bytes. Longer sequences are ignored.
const LONGEST_SEQUENCE: usize = 64;
/// The time to wait for the remaining bytes of a key.
const KEY_ENDS: Duration = Duration::from_millis(20);
/// The time to wait for the remainder of a paste or a reply.
const TEXT_ENDS: Duration = Duration::from_secs(1);
/// The maximum number of bytes that are kept from a control string. This is enough for a colour report.
const KEPT_OF_STRING: usize = 256;
/// The maximum number of bytes that are kept from a paste.
const LONGEST_PASTE: usize = 1 << 20;
const END_OF_PASTE: &[u8] = b"\x1b[201~";
/// The query for image support. The first part asks whether the terminal supports kitty's image protocol. The second
/// part asks for the terminal's attributes, which every terminal reports.
pub const ASK_IMAGES: &str = "\x1b_Gi=77,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c";
const KITTY_SHOWS: &[u8] = b"Gi=77;OK";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// A key press, a mouse event, or a paste.
    Event(Raw),
    /// The background colour (the reply to OSC 11), with components from 0 to 255.
    Background([u8; 3]),
    /// The terminal's colours have changed (mode 2031).
    ColoursChanged,
    Images(Protocol),
    /// The terminal's attributes, which are the last reply to [`ASK_IMAGES`].
    Attributes,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Ground,
    Escape,
    /// After `ESC O`.
    Single,
    /// After `ESC [`, with the bytes received since then.
    Sequence(Vec<u8>),
    /// After `CSI [`, which the Linux console sends for F1 to F5.
    Console,
    /// After `CSI M`, with the number of remaining bytes of an old mouse report.
    OldMouse(u8),
    /// Inside a control string. `begun` is the character after the first escape character.
    String {
        begun: u8,
        text: Vec<u8>,
        escape: bool,
    },
    Paste(Vec<u8>),
    /// Inside a multi-byte character; `alt` is set if the alt key was pressed.
    Character {
        bytes: Vec<u8>,
        length: usize,
        alt: bool,
    },
}

#[derive(Debug, Default)]
pub struct Reader {
    state: State,
}

impl Reader {
    /// Returns the time to wait for the rest of an incomplete sequence, or `None` if no sequence has begun.
    pub fn wait(&self) -> Option<Duration> {
        match &self.state {
            State::Ground => None,
            State::Paste(_) => Some(TEXT_ENDS),
            State::String { text, .. } if !text.is_empty() => Some(TEXT_ENDS),
            _ => Some(KEY_ENDS),
        }
    }

    pub fn feed(&mut self, bytes: &[u8], sent: &mut Vec<Sent>) {
        for &byte in bytes {
            self.byte(byte, sent);
        }
    }

    /// Ends an incomplete sequence after a pause. The sequence becomes a key press or a paste, or is discarded.
    pub fn pause(&mut self, sent: &mut Vec<Sent>) {
        match std::mem::take(&mut self.state) {
            State::Escape => press(sent, KeyCode::Esc, KeyModifiers::NONE),
            State::Single => press(
                sent,
                KeyCode::Char('O'),
                KeyModifiers::ALT | KeyModifiers::SHIFT,
            ),
            State::Sequence(text) if text.is_empty() => {
                press(sent, KeyCode::Char('['), KeyModifiers::ALT)
            }
            State::String { begun, text, .. } if text.is_empty() => {
                let c = char::from(begun);
                press(sent, KeyCode::Char(c), KeyModifiers::ALT | shift_of(c));
            }
            State::Paste(text) => paste(sent, &text),
            _ => {}
        }
    }

    fn byte(&mut self, byte: u8, sent: &mut Vec<Sent>) {
        match &mut self.state {
            State::Ground => self.plain(byte, false, sent),
            State::Escape => self.after_escape(byte, sent),
            State::Single => {
                self.state = State::Ground;
                single(byte, sent);
            }
            State::Sequence(text) => match byte {
                0x1b => self.state = State::Escape,
                // CAN and SUB cancel the sequence.
                0x18 | 0x1a => self.state = State::Ground,
                b'[' if text.is_empty() => self.state = State::Console,
                b'M' if text.is_empty() => self.state = State::OldMouse(3),
                0x40..=0x7e => {
                    let text = std::mem::take(text);
                    self.state = State::Ground;
                    if text == b"200" && byte == b'~' {
                        self.state = State::Paste(Vec::new());
                    } else if text.len() <= LONGEST_SEQUENCE {
                        sequence(&text, byte, sent);
                    }
                }
                _ if text.len() <= LONGEST_SEQUENCE => text.push(byte),
                _ => {}
            },
            State::Console => {
                self.state = State::Ground;
                if let b'A'..=b'E' = byte {
                    press(sent, KeyCode::F(byte - b'A' + 1), KeyModifiers::NONE);
                }
            }
            State::OldMouse(left) => {
                *left -= 1;
                if *left == 0 {
                    self.state = State::Ground;
                }
            }
            State::String {
                begun,
                text,
                escape,
            } => {
                let over = match byte {
                    b'\\' if *escape => true,
                    0x07 | 0x18 | 0x1a => true,
                    _ => false,
                };
                if over {
                    if *begun == b']'
                        && let Some(colour) = background(text)
                    {
                        sent.push(Sent::Background(colour));
                    }
                    if *begun == b'_' && text.starts_with(KITTY_SHOWS) {
                        sent.push(Sent::Images(Protocol::Kitty));
                    }
                    self.state = State::Ground;
                } else if *escape && byte != 0x1b {
                    // An escape character ends the string, regardless of the next byte.
                    self.state = State::Escape;
                    self.byte(byte, sent);
                } else {
                    *escape = byte == 0x1b;
                    if text.len() < KEPT_OF_STRING {
                        text.push(byte);
                    }
                }
            }
            State::Paste(text) => {
                text.push(byte);
                if text.ends_with(END_OF_PASTE) {
                    text.truncate((text.len() - END_OF_PASTE.len()).min(LONGEST_PASTE));
                    let text = std::mem::take(text);
                    self.state = State::Ground;
                    paste(sent, &text);
                } else if text.len() > LONGEST_PASTE + END_OF_PASTE.len() {
                    // Drop the excess, but continue to search for the end.
                    let end = text.split_off(text.len() - END_OF_PASTE.len());
                    text.truncate(LONGEST_PASTE);
                    text.extend(end);
                }
            }
            State::Character { bytes, length, alt } => {
                if byte & 0xc0 != 0x80 {
                    self.state = State::Ground;
                    return self.byte(byte, sent);
                }
                bytes.push(byte);
                if bytes.len() == *length {
                    let modifiers = if *alt {
                        KeyModifiers::ALT
                    } else {
                        KeyModifiers::NONE
                    };
                    let found = std::str::from_utf8(bytes)
                        .ok()
                        .and_then(|text| text.chars().next());
                    self.state = State::Ground;
                    if let Some(c) = found.filter(|c| !c.is_control()) {
                        press(sent, KeyCode::Char(c), modifiers | shift_of(c));
                    }
                }
            }
        }
    }

    fn after_escape(&mut self, byte: u8, sent: &mut Vec<Sent>) {
        self.state = match byte {
            0x1b => {
                press(sent, KeyCode::Esc, KeyModifiers::NONE);
                State::Escape
            }
            b'[' => State::Sequence(Vec::new()),
            b'O' => State::Single,
            // These bytes begin OSC, DCS, APC, PM and SOS strings.
            b']' | b'P' | b'_' | b'^' | b'X' => State::String {
                begun: byte,
                text: Vec::new(),
                escape: false,
            },
            _ => {
                self.state = State::Ground;
                return self.plain(byte, true, sent);
            }
        };
    }

    fn plain(&mut self, byte: u8, alt: bool, sent: &mut Vec<Sent>) {
        let modifiers = if alt {
            KeyModifiers::ALT
        } else {
            KeyModifiers::NONE
        };
        let control = |c: u8| (KeyCode::Char(char::from(c)), KeyModifiers::CONTROL);
        let (code, held) = match byte {
            0x1b => {
                self.state = State::Escape;
                return;
            }
            b'\r' => (KeyCode::Enter, KeyModifiers::NONE),
            b'\t' => (KeyCode::Tab, KeyModifiers::NONE),
            0x7f => (KeyCode::Backspace, KeyModifiers::NONE),
            0 => control(b' '),
            0x01..=0x1a => control(byte - 1 + b'a'),
            0x1c..=0x1f => control(byte - 0x1c + b'4'),
            0x20..=0x7e => (KeyCode::Char(char::from(byte)), shift_of(char::from(byte))),
            _ => {
                let length = match byte {
                    0xc2..=0xdf => 2,
                    0xe0..=0xef => 3,
                    0xf0..=0xf4 => 4,
                    _ => return,
                };
                self.state = State::Character {
                    bytes: vec![byte],
                    length,
                    alt,
                };
                return;
            }
        };
        press(sent, code, modifiers | held);
    }
}

fn press(sent: &mut Vec<Sent>, code: KeyCode, modifiers: KeyModifiers) {
    sent.push(Sent::Event(Raw::Key(KeyEvent::new(code, modifiers))));
}

/// Returns the modifiers that a character implies: shift for a capital letter, and none otherwise.
fn shift_of(c: char) -> KeyModifiers {
    if c.is_uppercase() {
        KeyModifiers::SHIFT
    } else {
        KeyModifiers::NONE
    }
}

fn paste(sent: &mut Vec<Sent>, text: &[u8]) {
    sent.push(Sent::Event(Raw::Paste(
        String::from_utf8_lossy(text).into_owned(),
    )));
}

/// Parses the byte after `ESC O`. Terminals send such sequences for cursor keys, F1 to F4, and the number pad.
fn single(byte: u8, sent: &mut Vec<Sent>) {
    let code = match byte {
        b'M' => Some(KeyCode::Enter),
        b'j'..=b'o' => Some(KeyCode::Char(char::from(
            b"*+,-./"[usize::from(byte - b'j')],
        ))),
        b'p'..=b'y' => Some(KeyCode::Char(char::from(byte - b'p' + b'0'))),
        b'X' => Some(KeyCode::Char('=')),
        _ => letter(byte),
    };
    code.into_iter()
        .for_each(|code| press(sent, code, KeyModifiers::NONE));
}

fn letter(byte: u8) -> Option<KeyCode> {
    Some(match byte {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P'..=b'S' => KeyCode::F(byte - b'P' + 1),
        _ => return None,
    })
}

/// Parses a control sequence, given its parameters and its last byte. Unknown sequences are ignored.
fn sequence(text: &[u8], last: u8, sent: &mut Vec<Sent>) {
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    if let Some(mouse) = text.strip_prefix('<') {
        return sgr_mouse(mouse, last, sent);
    }
    if text.starts_with("?997;") && last == b'n' {
        return sent.push(Sent::ColoursChanged);
    }
    if let Some(attributes) = text.strip_prefix('?').filter(|_| last == b'c') {
        if attributes.split(';').any(|n| n == "4") {
            sent.push(Sent::Images(Protocol::Sixel));
        }
        return sent.push(Sent::Attributes);
    }
    if text.starts_with(|c: char| !c.is_ascii_digit() && c != ';') {
        return;
    }
    // The sequence consists of numbers that are separated by semicolons. A number may have parts that are separated by
    // colons.
    let number = |field: usize, part: usize| -> Option<u32> {
        text.split(';')
            .nth(field)?
            .split(':')
            .nth(part)?
            .parse()
            .ok()
    };
    let kind = match number(1, 1) {
        Some(3) => return,
        Some(2) => KeyEventKind::Repeat,
        _ => KeyEventKind::Press,
    };
    let held = number(1, 0).map_or(KeyModifiers::NONE, modifiers);
    let plain = |code: KeyCode| (code, KeyModifiers::NONE);
    let found = match last {
        b'Z' => Some((KeyCode::BackTab, KeyModifiers::SHIFT)),
        // A sequence that ends in `R` and has parameters may be an unsolicited cursor position report instead of F3.
        b'R' if !text.is_empty() => None,
        b'u' => number(0, 0).and_then(coded),
        b'~' if number(0, 0) == Some(27) => number(2, 0).and_then(coded),
        b'~' => number(0, 0).and_then(numbered).map(plain),
        _ => letter(last).map(plain),
    };
    if let Some((code, extra)) = found {
        sent.push(Sent::Event(Raw::Key(KeyEvent::new_with_kind(
            code,
            held | extra,
            kind,
        ))));
    }
}

/// Decodes xterm's code for modifiers. The code is 1 plus the sum of 1 for shift, 2 for alt, 4 for control and 8 for
/// super.
fn modifiers(number: u32) -> KeyModifiers {
    let bits = number.saturating_sub(1);
    let known = [
        KeyModifiers::SHIFT,
        KeyModifiers::ALT,
        KeyModifiers::CONTROL,
        KeyModifiers::SUPER,
    ];
    (0..)
        .zip(known)
        .filter(|(bit, _)| bits >> bit & 1 == 1)
        .map(|(_, modifier)| modifier)
        .collect()
}

/// Returns the key that `number` stands for in the kitty keyboard protocol or in xterm's modifyOtherKeys. In both, the
/// number of a character is its code point.
fn coded(number: u32) -> Option<(KeyCode, KeyModifiers)> {
    use KeyCode::{Down, End, Home, Left, PageDown, PageUp, Right, Up};
    /// The character keys of the number pad, numbered from 57399.
    const PAD: &[u8; 15] = b"0123456789./*-+";
    const WAYS: [KeyCode; 8] = [Left, Right, Up, Down, PageUp, PageDown, Home, End];
    let code = match number {
        8 | 127 => KeyCode::Backspace,
        9 => KeyCode::Tab,
        13 | 57414 => KeyCode::Enter,
        27 => KeyCode::Esc,
        57376..=57387 => KeyCode::F(u8::try_from(number - 57363).ok()?),
        57399..=57413 => KeyCode::Char(char::from(PAD[(number - 57399) as usize])),
        57417..=57424 => WAYS[(number - 57417) as usize],
        // The other keys of the protocol's private range are ignored.
        57344..=63743 => return None,
        _ => {
            let c = char::from_u32(number).filter(|c| !c.is_control())?;
            return Some((KeyCode::Char(c), shift_of(c)));
        }
    };
    Some((code, KeyModifiers::NONE))
}

/// Returns the key for the number in a sequence such as `CSI 3 ~`, as sent by the VT220 and its successors.
fn numbered(number: u32) -> Option<KeyCode> {
    let f = |n: u32| u8::try_from(n).ok().map(KeyCode::F);
    match number {
        1 | 7 => Some(KeyCode::Home),
        2 => Some(KeyCode::Insert),
        3 => Some(KeyCode::Delete),
        4 | 8 => Some(KeyCode::End),
        5 => Some(KeyCode::PageUp),
        6 => Some(KeyCode::PageDown),
        11..=15 => f(number - 10),
        17..=21 => f(number - 11),
        23..=26 => f(number - 12),
        28 | 29 => f(number - 13),
        31..=34 => f(number - 14),
        42..=45 => f(number - 21),
        _ => None,
    }
}

/// Parses a mouse report (mode 1006). All reports except left-button presses and wheel events are ignored.
fn sgr_mouse(text: &str, last: u8, sent: &mut Vec<Sent>) {
    let mut numbers = text.split(';').map(str::parse::<u16>);
    let (Some(Ok(button)), Some(Ok(x)), Some(Ok(y)), b'M') =
        (numbers.next(), numbers.next(), numbers.next(), last)
    else {
        return;
    };
    let kind = match button & !0b1_1100 {
        0 => MouseEventKind::Down(MouseButton::Left),
        64 => MouseEventKind::ScrollUp,
        65 => MouseEventKind::ScrollDown,
        _ => return,
    };
    let column = x.saturating_sub(1);
    let row = y.saturating_sub(1);
    sent.push(Sent::Event(Raw::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    })));
}

/// Parses the colour in a reply to OSC 11: `11;rgb:ffff/ffff/ffff`, with one to four digits per component, or
/// `11;#rrggbb`. The alpha component of `rgba` is ignored.
fn background(text: &[u8]) -> Option<[u8; 3]> {
    let text = std::str::from_utf8(text).ok()?;
    // The escape character of the terminator may be part of the text.
    let colour = text.trim_end_matches('\x1b').strip_prefix("11;")?;
    let parts: Vec<&str> = match (colour.strip_prefix('#'), colour.split_once(':')) {
        (Some(digits), _) if digits.is_ascii() && digits.len() == 6 => {
            vec![&digits[..2], &digits[2..4], &digits[4..]]
        }
        (None, Some(("rgb" | "rgba", digits))) => digits.split('/').take(3).collect(),
        _ => return None,
    };
    let part = |digits: &str| -> Option<u8> {
        let value = u32::from_str_radix(digits, 16)
            .ok()
            .filter(|_| (1..=4).contains(&digits.len()) && !digits.starts_with('+'))?;
        let most = (1u32 << (4 * digits.len())) - 1;
        u8::try_from(value * 255 / most).ok()
    };
    match parts[..] {
        [r, g, b] => Some([part(r)?, part(g)?, part(b)?]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Sent> {
        let mut sent = Vec::new();
        let mut reader = Reader::default();
        reader.feed(text.as_bytes(), &mut sent);
        reader.pause(&mut sent);
        assert_eq!(reader.wait(), None);
        let mut pieces = Vec::new();
        let mut reader = Reader::default();
        text.bytes()
            .for_each(|byte| reader.feed(&[byte], &mut pieces));
        reader.pause(&mut pieces);
        assert_eq!(sent, pieces, "{text:?}");
        sent
    }

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Sent {
        Sent::Event(Raw::Key(KeyEvent::new(code, modifiers)))
    }

    #[test]
    fn keys_are_read_as_terminals_send_them() {
        use KeyModifiers as M;
        for (text, code, modifiers) in [
            ("a", KeyCode::Char('a'), M::NONE),
            ("Q", KeyCode::Char('Q'), M::SHIFT),
            ("漢", KeyCode::Char('漢'), M::NONE),
            ("\x1bé", KeyCode::Char('é'), M::ALT),
            ("\x1b", KeyCode::Esc, M::NONE),
            ("\r", KeyCode::Enter, M::NONE),
            ("\n", KeyCode::Char('j'), M::CONTROL),
            ("\x03", KeyCode::Char('c'), M::CONTROL),
            ("\0", KeyCode::Char(' '), M::CONTROL),
            ("\x1c", KeyCode::Char('4'), M::CONTROL),
            ("\x1f", KeyCode::Char('7'), M::CONTROL),
            ("\x7f", KeyCode::Backspace, M::NONE),
            ("\x1bx", KeyCode::Char('x'), M::ALT),
            ("\x1b[", KeyCode::Char('['), M::ALT),
            ("\x1b]", KeyCode::Char(']'), M::ALT),
            ("\x1bP", KeyCode::Char('P'), M::ALT | M::SHIFT),
            ("\x1bO", KeyCode::Char('O'), M::ALT | M::SHIFT),
            ("\x1b[A", KeyCode::Up, M::NONE),
            ("\x1bOB", KeyCode::Down, M::NONE),
            ("\x1b[1;5C", KeyCode::Right, M::CONTROL),
            ("\x1b[Z", KeyCode::BackTab, M::SHIFT),
            ("\x1b[3~", KeyCode::Delete, M::NONE),
            ("\x1b[5;2~", KeyCode::PageUp, M::SHIFT),
            ("\x1b[24~", KeyCode::F(12), M::NONE),
            ("\x1bOP", KeyCode::F(1), M::NONE),
            ("\x1b[[E", KeyCode::F(5), M::NONE),
            ("\x1b[1;2P", KeyCode::F(1), M::SHIFT),
            ("\x1bOM", KeyCode::Enter, M::NONE),
            ("\x1bOt", KeyCode::Char('4'), M::NONE),
            ("\x1bOm", KeyCode::Char('-'), M::NONE),
            ("\x1b[27u", KeyCode::Esc, M::NONE),
            ("\x1b[97;5u", KeyCode::Char('a'), M::CONTROL),
            ("\x1b[27;5;13~", KeyCode::Enter, M::CONTROL),
        ] {
            assert_eq!(read(text), [key(code, modifiers)], "{text:?}");
        }
        assert_eq!(read("\x1b\x1b"), vec![key(KeyCode::Esc, M::NONE); 2]);
    }

    #[test]
    fn every_numbered_key_is_known() {
        use KeyCode::{
            Delete, Down, End, Enter, F, Home, Insert, Left, PageDown, PageUp, Right, Up,
        };
        let ways = [Left, Right, Up, Down, PageUp, PageDown, Home, End];
        let digits = ('0'..='9')
            .chain(['.', '/', '*', '-', '+'])
            .map(KeyCode::Char);
        let pad = (57399..)
            .zip(digits.chain([Enter]))
            .chain((57417..).zip(ways))
            .chain((57376..).zip((13..=24).map(F)));
        for (number, code) in pad {
            assert_eq!(
                read(&format!("\x1b[{number}u")),
                [key(code, KeyModifiers::NONE)],
                "{number}"
            );
        }
        let editing = [Home, Insert, Delete, End, PageUp, PageDown, Home, End];
        let numbers = (11..=34)
            .filter(|n| ![16, 22, 27, 30].contains(n))
            .chain(42..=45);
        for (number, code) in (1..).zip(editing).chain(numbers.zip((1..).map(F))) {
            assert_eq!(
                read(&format!("\x1b[{number}~")),
                [key(code, KeyModifiers::NONE)],
                "{number}"
            );
        }
    }

    #[test]
    fn replies_of_the_terminal_are_never_keys() {
        for reply in [
            "\x1b]11;rgb:0000/0000\x1b\\",
            "\x1b]10;rgb:ffff/ffff/ffff\x07",
            "\x1b]52;c;cXVpdA==\x07",
            "\x1b]0;q\x1b\\",
            "\x1bP1$r0m\x1b\\",
            "\x1bP>|XTerm(367)\x1b\\",
            "\x1b_Gi=31;OK\x1b\\",
            "\x1b^secret\x1b\\",
            "\x1bXqqq\x1b\\",
            "\x1b[?2026;2$y",
            "\x1b[>41;367;0c",
            "\x1b[?31u",
            "\x1b[12;40R",
            "\x1b[8;24;80t",
            "\x1b[I",
            "\x1b[O",
            "\x1b[0n",
            "\x1b[M !!",
            "\x1b[97;1:3u",
            "\x1b[<0;3;4m",
            "\x1b[<35;3;4M",
            "\x1b[201~",
            "\u{9b}",
        ] {
            let found = read(&format!("{reply}z"));
            assert_eq!(
                found,
                [key(KeyCode::Char('z'), KeyModifiers::NONE)],
                "{reply:?}"
            );
        }
        assert_eq!(read("\x1b[?997;1n"), [Sent::ColoursChanged]);
        assert_eq!(read("\x1b[?1;2c"), [Sent::Attributes]);
        let sixel = [Sent::Images(Protocol::Sixel), Sent::Attributes];
        assert_eq!(read("\x1b[?62;4;22c"), sixel);
        let kitty = [Sent::Images(Protocol::Kitty), Sent::Attributes];
        assert_eq!(read("\x1b_Gi=77;OK\x1b\\\x1b[?62;c"), kitty);
        assert_eq!(read("\x1b_Gi=77;EINVAL:no\x1b\\"), []);
        // An unterminated string is discarded at a pause, and an overlong sequence is ignored up to its last byte.
        assert_eq!(read(&format!("\x1b]11;{}", "q".repeat(100_000))), []);
        assert_eq!(read(&format!("\x1b[{}Aq", "1;".repeat(100_000))).len(), 1);
    }

    #[test]
    fn backgrounds_are_read_in_all_their_forms() {
        for (text, colour) in [
            ("\x1b]11;rgb:ffff/8080/0000\x1b\\", [255, 128, 0]),
            ("\x1b]11;rgb:ff/80/00\x07", [255, 128, 0]),
            ("\x1b]11;rgba:ffff/ffff/ffff/ffff\x07", [255, 255, 255]),
            ("\x1b]11;#102030\x07", [16, 32, 48]),
        ] {
            assert_eq!(read(text), [Sent::Background(colour)], "{text:?}");
        }
        for bad in [
            "rgb:",
            "rgb:g/0/0",
            "rgb:00000/0/0",
            "#12",
            "#ééé",
            "red",
            "rgb:-1/0/0",
        ] {
            assert_eq!(read(&format!("\x1b]11;{bad}\x07")), [], "{bad}");
        }
    }

    #[test]
    fn pastes_come_whole_and_bounded() {
        let paste = |text: &str| vec![Sent::Event(Raw::Paste(text.to_owned()))];
        assert_eq!(read("\x1b[200~3,4\n\x1b[A\x1b[201~"), paste("3,4\n\x1b[A"));
        assert_eq!(read("\x1b[200~no end"), paste("no end"));
        let long = format!("\x1b[200~{}\x1b[201~x", "a".repeat(LONGEST_PASTE + 5000));
        let found = read(&long);
        assert!(found[0] == paste(&"a".repeat(LONGEST_PASTE))[0]);
        assert_eq!(found[1], key(KeyCode::Char('x'), KeyModifiers::NONE));
    }

    #[test]
    fn a_key_that_may_go_on_is_awaited_for_less_time_than_a_text() {
        for (begun, wait) in [
            ("a", None),
            ("\x1b", Some(KEY_ENDS)),
            ("\x1b[", Some(KEY_ENDS)),
            ("\x1b]", Some(KEY_ENDS)),
            ("\x1b]1", Some(TEXT_ENDS)),
            ("\x1b[200~pasted", Some(TEXT_ENDS)),
            ("\x1b[200~pasted\x1b[201~", None),
        ] {
            let mut reader = Reader::default();
            reader.feed(begun.as_bytes(), &mut Vec::new());
            assert_eq!(reader.wait(), wait, "{begun:?}");
        }
    }

    #[test]
    fn the_left_button_and_the_wheel_are_told() {
        let mouse = |kind, column, row| {
            [Sent::Event(Raw::Mouse(MouseEvent {
                kind,
                column,
                row,
                modifiers: KeyModifiers::NONE,
            }))]
        };
        assert_eq!(
            read("\x1b[<0;3;4M"),
            mouse(MouseEventKind::Down(MouseButton::Left), 2, 3)
        );
        assert_eq!(
            read("\x1b[<4;3;4M"),
            mouse(MouseEventKind::Down(MouseButton::Left), 2, 3)
        );
        assert_eq!(read("\x1b[<64;1;1M"), mouse(MouseEventKind::ScrollUp, 0, 0));
        assert_eq!(
            read("\x1b[<65;1;1M"),
            mouse(MouseEventKind::ScrollDown, 0, 0)
        );
    }
}
