"""What the search says about a query: errors in words, the query in pieces, the facets as links."""

from collections.abc import Mapping
from typing import TypedDict

from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .query import KEYS, MAX_LENGTH, MAX_TERMS, Parsed, QueryError, Test
from .search import FACETS
from .words import KINDS, RARITIES

MESSAGES = {
    "unknown_key": gettext_lazy("There is no search word “%(word)s:”."),
    "unknown_value": gettext_lazy("No card has “%(word)s” there."),
    "no_value": gettext_lazy("Something is missing after “%(word)s”."),
    "no_number": gettext_lazy("“%(word)s” is not a whole number."),
    "bad_operator": gettext_lazy("“%(word)s” only works with numbers."),
    "parenthesis": gettext_lazy("This “%(word)s” has no partner."),
    "too_long": gettext_lazy("Only the first %(length)s characters were read."),
    "too_many": gettext_lazy("Only the first %(terms)s words were read."),
    "too_deep": gettext_lazy("Too many brackets inside one another."),
}
FACET_LABELS = {
    "type": gettext_lazy("Type"),
    "class": gettext_lazy("Class"),
    "element": gettext_lazy("Element"),
    "crew": gettext_lazy("Crew"),
    "rarity": gettext_lazy("Rarity"),
    "set": gettext_lazy("Set"),
}
SORT_LABELS = {
    "": gettext_lazy("best match"),
    "number": gettext_lazy("number"),
    "name": gettext_lazy("name"),
    "cost": gettext_lazy("cheapest first"),
    "-cost": gettext_lazy("most expensive first"),
    "-attack": gettext_lazy("strongest first"),
}


def error_text(error: QueryError) -> str:
    """The error as a sentence, with what was perhaps meant."""
    words = {"word": error.word, "length": MAX_LENGTH, "terms": MAX_TERMS}
    text = str(MESSAGES[error.code]) % words
    if error.code == "bad_operator":
        return text + " " + _("Use a colon here.")
    if not error.near:
        return text
    return text + " " + _("Did you mean %(words)s?") % {"words": _(" or ").join(error.near)}


class Piece(TypedDict):
    """A piece of a query; ``wrong`` when it was not read."""

    text: str
    wrong: bool


def pieces(parsed: Parsed) -> list[Piece]:
    """The query in pieces, those that were not read with ``wrong``: for marking them."""
    found: list[Piece] = []
    at = 0
    for error in sorted(parsed.errors, key=lambda error: (error.start, error.end)):
        if error.end <= at:
            continue
        if error.start > at:
            found.append({"text": parsed.text[at : error.start], "wrong": False})
        found.append({"text": parsed.text[max(at, error.start) : error.end], "wrong": True})
        at = error.end
    if at < len(parsed.text):
        found.append({"text": parsed.text[at:], "wrong": False})
    return found


class FacetValue(TypedDict):
    """One value of a facet: how many cards have it, whether the query asks for it, the query with or without it."""

    label: str
    count: int
    on: bool
    url: str


class FacetGroup(TypedDict):
    """A facet and its values."""

    label: str
    values: list[FacetValue]


def facet_groups(parsed: Parsed, facets: Mapping[str, Mapping[str, int]], sort: str) -> list[FacetGroup]:
    """Each facet with its values: label, number of cards, and the query with this value added or taken away."""
    chosen = {
        (node.key, node.value): node
        for node in parsed.tree.nodes
        if isinstance(node, Test) and node.op in (":", "=")
    }
    groups: list[FacetGroup] = []
    for key in FACETS:
        values = sorted(facets.get(key, {}).items(), key=lambda pair: (-pair[1], pair[0]))
        rows: list[FacetValue] = []
        for value, number in values:
            node = chosen.get((key, value))
            query = (
                _without(parsed.text, node)
                if node
                else f"{parsed.text.strip()} {key}:{quoted(value)}".strip()
            )
            if len(query) <= MAX_LENGTH:
                rows.append(
                    {
                        "label": value_label(key, value),
                        "count": number,
                        "on": node is not None,
                        "url": address(query, sort),
                    }
                )
        if len(rows) > 1 or any(row["on"] for row in rows):
            groups.append({"label": str(FACET_LABELS[key]), "values": rows})
    return groups


def value_label(key: str, value: str) -> str:
    """A facet's value in the reader's language."""
    words: Mapping[str, object] = {"type": KINDS, "rarity": RARITIES}.get(key, {})
    return str(words.get(value, value))


def quoted(value: str) -> str:
    """A value as one writes it in a query."""
    return f'"{value}"' if " " in value else value


def address(query: str, sort: str = "", page: int = 1) -> str:
    """The part of an address after the question mark; "?" alone for everything."""
    values = {"q": query, "sort": sort, "page": str(page) if page > 1 else ""}
    return "?" + urlencode({name: value for name, value in values.items() if value})


def _without(text: str, node: Test) -> str:
    return " ".join((text[: node.start] + text[node.end :]).split())


class KeyRow(TypedDict):
    """A search word, its other spellings, and whether one can compare by it."""

    key: str
    also: str
    compares: bool


def key_rows() -> list[KeyRow]:
    """Every search word with its other spellings, for the page that explains the search."""
    return [
        {"key": key, "also": ", ".join(others), "compares": kind == "number" or key == "rarity"}
        for key, (kind, others) in KEYS.items()
    ]
