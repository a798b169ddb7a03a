//! The scripts that come with the program: a name and the text of each.

/// In the order of the catalogue.
pub(super) const SHIPPED: [(&str, &str); 9] = [
    ("grundy", include_str!("../../../assets/games/grundy.rhai")),
    ("dawson", include_str!("../../../assets/games/dawson.rhai")),
    ("half", include_str!("../../../assets/games/half.rhai")),
    ("euclid", include_str!("../../../assets/games/euclid.rhai")),
    ("treblecross", include_str!("../../../assets/games/treblecross.rhai")),
    ("silver-dollar", include_str!("../../../assets/games/silver-dollar.rhai")),
    ("cram", include_str!("../../../assets/games/cram.rhai")),
    ("domineering", include_str!("../../../assets/games/domineering.rhai")),
    ("hare", include_str!("../../../assets/games/hare.rhai")),
];
