"""What the buttons of a page of Z/X say of a way to do something: what is attacked, and what makes room for a card."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from ledger.shapes import Json
from rules_engine.zx.squares import NAMES, PLAYER_SQUARES

PUTS = ("play", "extra")
"""What puts a Z/X on a Square; one of one's own in Reboot State that stands there goes to Trash (B.place-5)."""
FREE = ("907.2e", "B.ignition-3")
"""The rules by which a card that was turned up is put on a Square in the same way."""


def in_words(view: Json, ways: Sequence[Json]) -> list[Json]:
    """The ways as their buttons say them; ``warned``: what goes to Trash by one."""
    return [_in_words(view, way) for way in ways]


def warning(view: Json, square: str, seat: int, pay: Collection[str] = ()) -> str:
    """What goes to Trash when this player puts a Z/X on a Square, "" for nothing; what is paid with is gone before."""
    names = [
        card["card"] for card in zx_on(view, square) if card["controller"] == seat and card["oid"] not in pay
    ]
    return _("%(card)s goes to Trash") % {"card": ", ".join(names)} if names else ""


def met_on(view: Json, square: str) -> str:
    """What an effect would meet on a Square, "" where no Z/X stands."""
    names = ", ".join(card["card"] for card in zx_on(view, square))
    return _("%(card)s stands there") % {"card": names} if names else ""


def zx_on(view: Json, square: str) -> list[Json]:
    """The Z/X on a Square whose face this viewer sees."""
    return [card for card in view["squares"][square] if "power" in card]


def aimed(line: Json) -> str:
    """The Square that an action puts something on or attacks."""
    if line["do"] == "attack_player":
        return NAMES[PLAYER_SQUARES[1 - line["seat"]]]
    return str(line.get("square", ""))


def _in_words(view: Json, way: Json) -> Json:
    line = way["line"]
    if line["do"] == "attack_player":
        values = {"card": view["seats"][1 - line["seat"]]["name"], "square": aimed(line)}
        return way | {"label": _("Attack %(card)s on Square %(square)s") % values}
    if line["do"] == "attack":
        there = [one["card"] for one in zx_on(view, line["square"]) if one["controller"] != line["seat"]]
        values = {"card": ", ".join(there), "square": line["square"]}
        return way | ({"label": _("Attack %(card)s on Square %(square)s") % values} if there else {})
    if line["do"] not in PUTS or not line.get("square"):
        return way
    warned = warning(view, line["square"], line["seat"], line.get("pay") or ())
    return way | {"label": f"{way['label']} · {warned}", "warned": warned} if warned else way
