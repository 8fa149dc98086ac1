"""Letters of all scripts on paper: which font prints a piece of text, and in which order its letters stand.

A PDF holds glyphs where they are drawn, from left to right; a browser's work on right-to-left text has to be done here.
This is the part of it that a line with names needs: the Unicode Bidirectional Algorithm (UAX 9) without explicit
embeddings, but with isolates, and the joined forms of Arabic letters as their presentation forms.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache

ISOLATE, END = "\u2068", "\u2069"  # first strong isolate … pop directional isolate
UNKNOWN = "?"
LEFT, RIGHT, NUMBER, NEUTRAL = "L", "R", "N", "-"
CLASSES = {"L": LEFT, "R": RIGHT, "AL": RIGHT, "EN": NUMBER, "AN": NUMBER}
MIRRORED = dict(zip("()[]{}<>«»", ")(][}{><»«", strict=True))
FORMS = ("isolated", "final", "initial", "medial")


def isolated(name: str) -> str:
    """A name for the middle of a line: its direction is its own and changes nothing around it."""
    return f"{ISOLATE}{name.replace(ISOLATE, '').replace(END, '')}{END}"


def in_print_order(text: str) -> str:
    """One line of text in the order in which its glyphs stand from left to right, Arabic letters joined."""
    text = "".join(
        UNKNOWN if unicodedata.category(sign) == "Co" else sign for sign in unicodedata.normalize("NFC", text)
    )
    pieces = re.split(f"{ISOLATE}([^{END}]*){END}", text)
    inner = [in_print_order(piece) for piece in pieces[1::2]]
    # An isolate stands as one neutral sign among the rest; private signs keep its place.
    outer = "".join(piece + (chr(0xE000 + place) if place < len(inner) else "")
                    for place, piece in enumerate(pieces[::2]))  # fmt: skip
    shown = "".join(_ordered(_clusters(join_arabic(outer))))
    for place, piece in enumerate(inner):
        shown = shown.replace(chr(0xE000 + place), piece)
    return "".join(sign for sign in shown if unicodedata.category(sign) != "Cf" and not _is_point(sign))


def _is_point(sign: str) -> bool:
    """A vowel point of Hebrew or Arabic: without shaping it would stand beside its letter, and names read without."""
    return "\u0591" <= sign <= "\u06ed" and unicodedata.combining(sign) > 0


def font_runs(text: str, font_of: Callable[[str], str | None], default: str) -> Iterator[tuple[str, str]]:
    """A line in print order as pieces (font, text); a sign that no font has is printed as a question mark."""
    font, run = default, ""
    for sign in in_print_order(text):
        # A mark on a letter comes out of the letter's font, so that it sits on it.
        wanted = font if run and unicodedata.combining(sign) else font_of(sign)
        if wanted is None:
            sign, wanted = UNKNOWN, default
        if wanted != font and run:
            yield font, run
            run = ""
        font, run = wanted, run + sign
    if run:
        yield font, run


def _clusters(text: str) -> list[str]:
    """Letters with the marks that stand on them."""
    found: list[str] = []
    for sign in text:
        if found and unicodedata.combining(sign):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def _ordered(clusters: list[str]) -> list[str]:
    """Clusters of a line in print order; the first strong letter gives the direction of the whole."""
    kinds = [CLASSES.get(unicodedata.bidirectional(cluster[0]), NEUTRAL) for cluster in clusters]
    base = 1 if next((kind for kind in kinds if kind in (LEFT, RIGHT)), LEFT) == RIGHT else 0
    if RIGHT not in kinds:
        return clusters
    levels = _levels(_resolved(clusters, kinds, RIGHT if base else LEFT), base)
    shown = [
        MIRRORED.get(cluster, cluster) if level % 2 else cluster
        for cluster, level in zip(clusters, levels, strict=True)
    ]
    places = list(range(len(shown)))
    for level in range(max(levels), 0, -1):
        places = _turned(places, levels, level)
    return [shown[place] for place in places]


def _resolved(clusters: list[str], kinds: list[str], base: str) -> list[str]:
    """Every kind as LEFT, RIGHT or NUMBER: numbers after a LEFT are LEFT, neutrals take what surrounds them."""
    kinds = list(kinds)
    for place in range(1, len(kinds) - 1):
        between = kinds[place - 1] == kinds[place + 1] == NUMBER
        if between and unicodedata.bidirectional(clusters[place][0]) in ("ES", "CS"):
            kinds[place] = NUMBER  # 3.5 and 10-12 stay together
    strong = base
    for place, kind in enumerate(kinds):
        if kind in (LEFT, RIGHT):
            strong = kind
        elif kind == NUMBER and strong == LEFT:
            kinds[place] = LEFT
    _pair_brackets(clusters, kinds, base)
    place = 0
    while place < len(kinds):
        end = place
        while end < len(kinds) and kinds[end] == NEUTRAL:
            end += 1
        before = _side(kinds[place - 1]) if place else base
        after = _side(kinds[end]) if end < len(kinds) else base
        kinds[place:end] = [before if before == after else base] * (end - place)
        place = end + 1
    return kinds


def _pair_brackets(clusters: list[str], kinds: list[str], base: str) -> None:
    """Give both brackets of a pair one direction (N0): the line's if it is inside, else what stands around them."""
    waiting: list[int] = []
    pairs = []
    for place, cluster in enumerate(clusters):
        if cluster in "([{":
            waiting.append(place)
        elif cluster in ")]}" and waiting and MIRRORED[cluster] == clusters[waiting[-1]]:
            pairs.append((waiting.pop(), place))
    for start, end in sorted(pairs):
        inside = {_side(kind) for kind in kinds[start + 1 : end] if kind != NEUTRAL}
        before = next((_side(kind) for kind in reversed(kinds[:start]) if kind != NEUTRAL), base)
        if inside:
            kinds[start] = kinds[end] = base if base in inside or before == base else before


def _side(kind: str) -> str:
    """Beside a neutral a number counts as right-to-left."""
    return LEFT if kind == LEFT else RIGHT


def _levels(kinds: list[str], base: int) -> list[int]:
    """Embedding levels: odd is right-to-left."""
    by_kind = {LEFT: 2 if base else 0, RIGHT: 1, NUMBER: 2}
    return [by_kind[kind] for kind in kinds]


def _turned(places: list[int], levels: list[int], level: int) -> list[int]:
    """The places with every longest run of at least this level turned round."""
    result: list[int] = []
    run: list[int] = []
    for place in places:
        if levels[place] >= level:
            run.append(place)
            continue
        result += [*reversed(run), place]
        run = []
    return result + run[::-1]


@lru_cache(maxsize=1)
def _arabic() -> dict[str, dict[str, str]]:
    """Arabic letters and the pair lam-alef: their presentation form by place in the word, as Unicode lists them."""
    found: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        form, *letters = unicodedata.decomposition(chr(code)).split()[:3] or [""]
        name, letter = form.strip("<>"), "".join(chr(int(one, 16)) for one in letters)
        if name in FORMS and (len(letter) == 1 or letter[0] == "\u0644"):
            found.setdefault(letter, {}).setdefault(name, chr(code))
    return found


def join_arabic(text: str) -> str:
    """Arabic letters as the forms they have beside their neighbours; all other text as it is."""
    table = _arabic()
    units = [unit for unit in re.split("(\u0644[\u0622\u0623\u0625\u0627])|(.)", text, flags=re.S) if unit]
    shown = []
    for place, unit in enumerate(units):
        forms = table.get(unit)
        if forms is None:
            shown.append(unit)
            continue
        before = _beside(units, place, -1)
        after = _beside(units, place, 1)
        joined = _reaches(table, before, "initial") and "final" in forms
        joins = _reaches(table, after, "final") and "initial" in forms
        form = FORMS[joined + 2 * joins]
        shown.append(forms.get(form, unit))
    return "".join(shown)


def _beside(units: list[str], place: int, step: int) -> str:
    """The next unit in this direction that is no mark; empty at the end."""
    place += step
    while 0 <= place < len(units) and unicodedata.combining(units[place][0]):
        place += step
    return units[place] if 0 <= place < len(units) else ""


def _reaches(table: dict[str, dict[str, str]], unit: str, form: str) -> bool:
    """Whether a neighbour joins towards us: it has that form, or is the stretching sign that joins on both sides."""
    return unit == "\u0640" or form in table.get(unit, {})
