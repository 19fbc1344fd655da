//! What patterns are made up from, as authors write them. The chore that compares with JavaScript engines takes them too.

/// Pieces that a quantifier may follow.
pub(super) const ATOMS: [&str; 36] = [
    "elf",
    "king",
    "cat",
    "Mask",
    "os",
    "é",
    "Ö",
    "ß",
    "σ",
    "\\s",
    "\\S",
    "\\w",
    "\\W",
    "\\d",
    "\\D",
    ".",
    "[^]",
    "[a-z]",
    "[^a-z]",
    "[\\s.,!?]",
    "[^\\W]",
    "[\\W_]",
    "[ks]",
    "[À-ÿ]",
    "[^\\s]",
    "\\.",
    "-",
    "'",
    " ",
    "\\n",
    "\\u00e9",
    "\\x41",
    "[A-Za-z0-9_]",
    "\\/",
    "ς",
    "[Σσ]",
];

/// Pieces that stand for a place.
pub(super) const EDGES: [&str; 10] =
    ["\\b", "\\B", "^", "$", "(?=s)", "(?!s)", "(?<=a)", "(?<!a)", "(?=\\W|$)", "(?<=^|\\W)"];

/// Quantifiers.
pub(super) const TIMES: [&str; 8] = ["?", "*", "+", "{2}", "{1,2}", "*?", "+?", "{2,}"];

/// Pieces of the texts that are looked through.
pub(super) const WORDS: [&str; 29] = [
    "elf", "himself", "king", "KING", "cats", "Cat", "mask", "ask", "os", "ΟΔΟΣ", "é", "ö", "ss", " ", " ", "\n", ".",
    ",", "_", "7", "-", "a", "s", "k", "ß", "/", "A", "ſ", "\u{212a}",
];
