"""Names that a reader takes for one another: one form for all of them, whatever alphabet they borrow letters from.

The letters are the single ones of Unicode's confusables (UTS 39) that are drawn like a Latin letter in common fonts,
written out here: of the alphabets that people type, Cyrillic, Greek and Armenian, and the small capitals and variants
of Latin. Fullwidth, mathematical and circled letters need no row: NFKC makes them plain.
"""

import unicodedata

_CAPITALS = {
    "ΑАᎪꓮ": "a", "ΒВᏴꓐ": "b", "СϹᏟꓚ": "c", "ᎠꓓĐ": "d", "ΕЕᎬꓰ": "e", "ꓝ": "f", "ԌᏀꓖ": "g", "ΗНᎻꓧ": "h",
    "ΙІӀᎥꓲ": "l", "ЈᎫꓙ": "j", "ΚКᏦꓗ": "k", "ᏞꓡԼ": "l", "ΜМᎷꓟ": "m", "ΝꓠИ": "n", "ΟОՕꓳØ": "o", "ΡРᏢꓑ": "p",
    "Ԛ": "q", "ᎡꓣЯ": "r", "ЅՏᏚꓢ": "s", "ΤТᎢꓔ": "t", "ՍꓴЦ": "u", "ѴᏙꓦ": "v", "ԜᎳꓪ": "w", "ΧХꓫ": "x", "ΥУҮꓬ": "y",
    "ΖᏃꓜ": "z",
}  # fmt: skip
_LETTERS = {
    "аαɑᴀ": "a", "ьƅʙв": "b", "сϲᴄ": "c", "ԁđᴅ": "d", "еεєҽᴇ": "e", "ƒꜰ": "f", "ɡցɢԍ": "g", "һհħʜн": "h",
    "iıɩɪіιӏłʟ1|!ןוا": "l", "јյᴊ": "j", "кκᴋ": "k", "мᴍ": "m", "пոηնɴи": "n", "оοօσøᴏס0": "o", "рρᴘ": "p", "ԛզ": "q",
    "гʀяꭇ": "r", "ѕꜱ": "s", "тτŧᴛ": "t", "υսцᴜ": "u", "νѵᴠ": "v", "ѡԝᴡшω": "w", "хχ": "x", "уүʏγ": "y", "ᴢ": "z",
}  # fmt: skip
_TABLES = tuple(
    str.maketrans({letter: latin for letters, latin in table.items() for letter in letters})
    for table in (_CAPITALS, _LETTERS)
)
_PAIRS = (("rn", "m"), ("vv", "w"), ("æ", "ae"), ("œ", "oe"))


def skeleton(name: str) -> str:
    """The form that names have in common which look alike; never shown, only compared.

    Accents, spaces and punctuation do not count, nor does which of i, l, 1 and I it is.
    """
    plain = unicodedata.normalize("NFKC", name).translate(_TABLES[0]).casefold()
    bare = "".join(char for char in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(char))
    text = "".join(char for char in bare.translate(_TABLES[1]) if char.isalnum())
    for pair, letter in _PAIRS:
        text = text.replace(pair, letter)
    return text
