"""The board's style sheet for readers of SVG that know no variables: every colour written out for one theme."""

import re
from collections.abc import Iterator

LIGHT, DARK = 0, 1
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_DEFINED = re.compile(r"(--[\w-]+):\s*([^;]+);")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*(?:\([^()]*\))?[^()]*))?\)")
_PAIR = re.compile(r"light-dark\(\s*([^,()]+)\s*,\s*([^,()]+)\s*\)")
_SEATS = re.compile(r"\.(seat-\d)")


def plain_css(css: str, theme: int = LIGHT) -> str:
    """Rules with plain values; rules that depend on the seat's colour are repeated for each seat.

    What plain SVG has no use for (fonts by name, sizes of the page) may stay in; nothing here is escaped, so only our
    own style sheet goes in.
    """
    rules = list(_rules(_COMMENT.sub("", css)))
    known = {
        name: value
        for selector, body in rules
        if selector == ".board"
        for name, value in _DEFINED.findall(body)
    }
    seats = {
        found[1]: dict(_DEFINED.findall(body))["--seat"]
        for selector, body in rules
        if (found := _SEATS.fullmatch(selector)) and "--seat" in body
    }
    out = []
    for selector, body in rules:
        plain = _DEFINED.sub("", body)
        if not plain.strip() or "theme" in selector or "@" in selector:
            continue
        for prefix, value in seats.items() if "var(--seat)" in plain else [("", "")]:
            written = _settled(plain, known | {"--seat": value}, theme)
            names = ",".join(
                _for_seat(one.strip(), prefix) for one in selector.split(",") if _fits(one, prefix)
            )
            if names:
                out.append(f"{names}{{{' '.join(written.split())}}}")
    return "".join(out)


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """Selectors with their bodies, those inside of layers too, in order."""
    for selector, body in re.findall(r"([^{};]+)\{([^{}]*)\}", css):
        yield selector.strip(), body


def _fits(selector: str, prefix: str) -> bool:
    """Whether a selector that names a seat itself is about this one."""
    named = _SEATS.search(selector)
    return not prefix or named is None or named[1] == prefix


def _for_seat(selector: str, prefix: str) -> str:
    return selector if not prefix or _SEATS.search(selector) else f".{prefix} {selector}"


def _settled(text: str, known: dict[str, str], theme: int) -> str:
    """The text without variables and pairs of colours; what is not known keeps its fallback, else a middle grey."""
    for _depth in range(4):
        text = _VARIABLE.sub(lambda found: known.get(found[1]) or (found[2] or "#808080").strip(), text)
    return _PAIR.sub(lambda found: found[1 + theme].strip(), text)
