"""The rules of a circuit as a form that a shop owner understands: tables to fill in, not a file to write.

Every input is named by where its value stands in the rules (``classes.0.bands.2.points``), so what the checker says of
a field stands at that field. Empty lines at the end of each list are for more of it; a line that is emptied goes.
"""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from django.utils.text import slugify

from ledger.errors import Problem
from ledger.shapes import Context, Json
from tournaments.organizations.models import Level
from tournaments.season_points.circuit import TIE_BREAKS

from .honours import KINDS
from .rules import MOST_BANDS, MOST_CLASSES, MOST_HONOURS, MOST_WINDOWS
from .words import TIES

BLANK_BANDS, BLANK_WINDOWS = 2, 2
HONOUR = ("key", "name", "kind", "class", "place", "times")
"""What the form asks of an honour; the key is made of the name."""
_PLACE = re.compile(r"\[(\d+)\]")


def rule_fields(rules: Json, by_level: Mapping[str, str], posted: Mapping[str, str] | None = None) -> Context:
    """What the template shows: each class with its table, limits, windows, tie-breaks, classes by size.

    ``posted``: what somebody typed, in place of what is stored.
    """
    rules = typed_rules(posted, rules) if posted is not None else rules
    by_level = typed_levels(posted) if posted is not None else by_level
    classes = [_class(number, one) for number, one in enumerate(rules["classes"])]
    if len(classes) < MOST_CLASSES:
        classes.append(_class(len(classes), {"key": "", "name": "", "bands": [], "new": True}))
    windows = [*rules["windows"], *[{}] * BLANK_WINDOWS][:MOST_WINDOWS]
    return {
        "classes": classes,
        "best": _text(rules["best"]),
        "months": _text(rules["months"]),
        "chosen_only": rules["only"] is not None,
        "clan_best": _text(rules["clan_best"]),
        "clan_members": _text(rules["clan_members"]),
        "windows": [{"at": number, **one} for number, one in enumerate(windows)],
        "honours": [{"at": number, **one} for number, one in enumerate(_with_blank(rules["honours"]))],
        "honour_kinds": list(KINDS.items()),
        "ties": [
            {"at": number, "chosen": (rules["tie_breaks"] + [""] * len(TIE_BREAKS))[number]}
            for number in range(len(TIE_BREAKS))
        ],
        "tie_choices": list(TIES.items()),
        "levels": [
            {"key": str(level.value), "label": level.label, "chosen": by_level.get(str(level.value), "")}
            for level in Level
        ],
        "class_choices": [(one["key"], one["name"]) for one in rules["classes"]],
    }


def _with_blank(honours: list[Json]) -> list[Json]:
    return [*honours, *[{}] * BLANK_WINDOWS][:MOST_HONOURS]


def _class(at: int, one: Json) -> Context:
    bands = [
        {
            "at": number,
            "to": _text(band.get("to")),
            "points": _text(band.get("points")),
            "field": band.get("field") or "",
        }
        for number, band in enumerate([*one["bands"], *[{}] * BLANK_BANDS][:MOST_BANDS])
    ]
    return {
        "at": at,
        "key": one["key"],
        "name": one["name"],
        "new": one.get("new", False),
        "taking_part": _text(one.get("taking_part") or ""),
        "best": _text(one.get("best")),
        "window_best": _text(one.get("window_best")),
        "bands": bands,
    }


def _text(value: object) -> str:
    return "" if value is None else str(value)


def typed_rules(posted: Mapping[str, str], before: Json) -> Json:
    """The rules as somebody typed them, unchecked; a form without honours leaves them as they were."""
    return {
        **before,
        "classes": _typed_classes(posted),
        "best": _whole(posted.get("best", "")),
        "months": _whole(posted.get("months", "")),
        "windows": _typed_windows(posted),
        "tie_breaks": [
            key for at in range(len(TIE_BREAKS)) if (key := posted.get(f"tie_breaks.{at}", "").strip()[:20])
        ],
        "clan_best": _whole(posted.get("clan_best", "")) or 0,
        "clan_members": _whole(posted.get("clan_members", "")) or 0,
        "only": [] if posted.get("chosen_only") else None,
        "honours": _typed_honours(posted) if "honours.0.name" in posted else before["honours"],
    }


def _typed_classes(posted: Mapping[str, str]) -> list[Json]:
    """Every class with a name; one without a key gets it from its name."""
    found: list[Json] = []
    for at in range(MOST_CLASSES):
        name = posted.get(f"classes.{at}.name", "").strip()[:60]
        key = posted.get(f"classes.{at}.key", "").strip()[:40]
        if not name:
            continue
        taken = {one["key"] for one in found}
        base = key or slugify(name)[:30] or "class"
        key = base if base not in taken else f"{base}-{at + 1}"
        where = f"classes.{at}"
        found.append(
            {
                "key": key,
                "name": name,
                "bands": _typed_bands(posted, where),
                "taking_part": _points(posted.get(f"{where}.taking_part", "")) or 0,
                "best": _whole(posted.get(f"{where}.best", "")),
                "window_best": _whole(posted.get(f"{where}.window_best", "")),
            }
        )
    return found


def _typed_bands(posted: Mapping[str, str], where: str) -> list[Json]:
    found = []
    for at in range(MOST_BANDS):
        to, points = (posted.get(f"{where}.bands.{at}.{name}", "") for name in ("to", "points"))
        if to.strip() or points.strip():
            field = _whole(posted.get(f"{where}.bands.{at}.field", "")) or 0
            found.append({"to": _whole(to), "points": _points(points), "field": field})
    return found


def _typed_windows(posted: Mapping[str, str]) -> list[Json]:
    found = []
    for at in range(MOST_WINDOWS):
        key, starts, ends = (
            posted.get(f"windows.{at}.{name}", "").strip()[:40] for name in ("key", "starts", "ends")
        )
        if key or starts or ends:
            found.append({"key": key or str(at + 1), "starts": starts, "ends": ends})
    return found


def _typed_honours(posted: Mapping[str, str]) -> list[Json]:
    """Every honour with a name; one without a key gets it from its name."""
    found: list[Json] = []
    for at in range(MOST_HONOURS):
        said = {part: posted.get(f"honours.{at}.{part}", "").strip()[:60] for part in HONOUR}
        if not said["name"]:
            continue
        taken = {one["key"] for one in found}
        base = said["key"][:40] or slugify(said["name"])[:30] or "honour"
        numbers = {part: 1 if (value := _whole(said[part])) is None else value for part in ("place", "times")}
        key = base if base not in taken else f"{base}-{at + 1}"
        of = said["class"] if said["kind"] in ("finishes", "events") else ""
        found.append({"key": key, "name": said["name"], "kind": said["kind"], "class": of or None, **numbers})
    return found


def typed_levels(posted: Mapping[str, str]) -> dict[str, str]:
    """As which class own events count by their size; those without one are left out."""
    chosen = {str(level.value): posted.get(f"by_level.{level.value}", "")[:40] for level in Level}
    return {level: of for level, of in chosen.items() if of}


def _whole(text: str) -> object:
    """A whole number, nothing for an empty text; anything else stays as it is, for the checker to refuse."""
    text = text.strip()[:20]
    if not text:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else text


def _points(text: str) -> object:
    """Points as somebody writes them, with a comma or a point, or as a fraction."""
    text = text.strip()[:20].replace(",", ".")
    if not text:
        return None
    if "/" in text:
        return text
    try:
        value = Decimal(text)
    except InvalidOperation:
        return text
    return (
        int(value)
        if value.is_finite() and value == value.to_integral_value() and abs(value) < 10**12
        else value
    )


def field_of(problem: Problem, rules: Json) -> str:
    """The input at which a problem stands: the checker's ``rules.classes.evening.bands`` is ``classes.0.bands``."""
    where = _PLACE.sub(r".\1", (problem.field or "").removeprefix("rules.").removeprefix("circuit."))
    parts = where.split(".")
    for kind in ("classes", "windows", "honours"):
        if parts[0] == kind and len(parts) > 1 and not parts[1].isdigit():
            keys = [one["key"] for one in rules[kind]]
            parts[1] = str(keys.index(parts[1])) if parts[1] in keys else "0"
    return ".".join(parts)
