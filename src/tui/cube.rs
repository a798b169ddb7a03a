//! Approximates colours for terminals that have only 256 colours.

use std::cell::RefCell;
use std::sync::OnceLock;

use nimatron_paint::Rgb;
use rustc_hash::FxHashMap;

/// Returns the index of the nearest of the 256 colours. Only the 6x6x6 cube and the greys are used, because the first
/// sixteen colours differ between terminals.
pub fn indexed(colour: Rgb) -> u8 {
    thread_local! { static FOUND: RefCell<FxHashMap<Rgb, u8>> = RefCell::default(); }
    FOUND.with_borrow_mut(|found| *found.entry(colour).or_insert_with(|| nearest(colour)))
}

fn nearest(colour: Rgb) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    static ALL: OnceLock<Vec<(u8, [f32; 3])>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let cube = LEVELS.into_iter().flat_map(|r| LEVELS.map(|g| (r, g)));
        let cube = cube.flat_map(|(r, g)| LEVELS.map(|b| [r, g, b]));
        let greys = (0..24).map(|step| [8 + 10 * step; 3]);
        (16..=255)
            .zip(cube.chain(greys))
            .map(|(number, colour)| (number, seen(colour)))
            .collect()
    });
    let wanted = seen(colour);
    let apart = |other: &[f32; 3]| -> f32 {
        let [lightness, green, blue] = [0, 1, 2].map(|i| (wanted[i] - other[i]).powi(2));
        // Lightness has less weight than hue, because a slightly darker brown still looks brown, but a grey does not.
        lightness + 2.0 * (green + blue)
    };
    let near = all
        .iter()
        .min_by(|a, b| apart(&a.1).total_cmp(&apart(&b.1)));
    near.map_or(0, |&(number, _)| number)
}

/// Converts a colour to Oklab (Ottosson 2020), in which the distance between two colours matches the perceived
/// difference. The channels are lightness, green to red, and blue to yellow.
fn seen(colour: Rgb) -> [f32; 3] {
    let [r, g, b] = colour.map(|c| {
        let c = f32::from(c) / 255.0;
        if c <= 0.04045 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    });
    let l = (0.412_221_47 * r + 0.536_332_54 * g + 0.051_445_993 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_84 * g + 0.629_978_7 * b).cbrt();
    [
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_keep_their_hue() {
        assert_eq!(indexed([219, 168, 86]), 179, "gold");
        assert_eq!(indexed([142, 90, 52]), 94, "brown, not mauve");
        assert_eq!(indexed([17, 19, 26]), 233);
        assert_eq!(indexed([0, 0, 0]), 16);
    }
}
