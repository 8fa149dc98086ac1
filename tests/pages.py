"""Pages as their readers see them: what white space looks like in a template is the formatter's business."""

import re
from functools import lru_cache

BLOCKS = set()
for line in (
    "!doctype html head body title meta link script style template header footer nav main section article aside div p",
    "ul ol li dl dt dd table caption colgroup thead tbody tfoot tr th td h1 h2 h3 h4 h5 h6 form fieldset legend",
    "details summary figure figcaption dialog blockquote hr br select option optgroup noscript",
):
    BLOCKS |= set(line.split())
"""Beside and inside the edges of these nobody sees white space."""
BOXES = frozenset(("button", "svg"))
"""These stand in a line like a word, and begin a line of their own inside."""
INLINE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "code",
    "del",
    "em",
    "i",
    "ins",
    "kbd",
    "label",
    "mark",
    "output",
    "s",
    "small",
}
INLINE |= {"span", "strong", "time"}
TOKEN = re.compile(
    r"<!--.*?-->|(?P<raw><(?P<name>pre|textarea|script|style)\b.*?</(?P=name)\s*>)"
    r"""|(?P<tag></?(?P<what>!?[\w-]+)(?:"[^"]*"|'[^']*'|[^>"'])*>)|(?P<space>\s+)|[^\s<]+(?: [^\s<]+)*|<""",
    re.DOTALL | re.IGNORECASE,
)

SPACED = re.compile(r"[^\S ]|\s\s|\s/?>$")
"""Whatever must be looked at more closely: another space than one blank, or one before the end."""
OPENING = re.compile(r"""<(?:"[^"]*"|'[^']*'|[^>"'])*>""")


def flat(page: str) -> str:
    """The same page without the white space that nobody sees: one space between words, none at the edges of blocks."""
    out: list[str] = []
    at_edge, pending = True, -1
    for token in TOKEN.finditer(page):
        text, kind = token.group(), token.lastgroup
        if kind == "space":
            if not at_edge and pending < 0:
                pending = len(out)
                out.append(" ")
            continue
        edge: bool | None = False
        if kind == "tag":
            text, ends, edge = read_tag(text)
            if ends and pending >= 0:
                del out[pending]
        elif kind == "raw":
            start = OPENING.match(text)[0]
            text = one_line(start) + text[len(start) :]
        if edge is not None:
            pending, at_edge = -1, edge
        out.append(text)
    return "".join(out)


@lru_cache(maxsize=8192)
def read_tag(text: str) -> tuple[str, bool, bool | None]:
    """A tag on one line, whether it takes away the space before it, and whether that behind it is at an edge.

    Of what stands in a line like a letter, or is not there at all, the last is None: it changes nothing.
    """
    what, said = TOKEN.match(text)["what"].lower(), one_line(text)
    if what in BLOCKS:
        return said, True, True
    if what in BOXES:
        closing = said.startswith("</")
        return said, closing, not closing
    unseen = what == "input" and 'type="hidden"' in said
    return said, False, None if what in INLINE or unseen else False


@lru_cache(maxsize=8192)
def one_line(tag: str) -> str:
    """A tag with single spaces between its attributes; most tags stand on very many pages."""
    if not SPACED.search(tag):
        return tag
    parts = re.findall(r""""[^"]*"|'[^']*'|[^"']+""", tag)
    spaced = "".join(part if part[0] in "\"'" else re.sub(r"\s+", " ", part) for part in parts)
    return re.sub(r"\s+(/?>)$", r"\1", spaced)
