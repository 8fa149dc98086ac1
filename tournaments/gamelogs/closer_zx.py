"""A closer look at one position of a Z/X game: what was legal, and why a judge's question was not."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.shapes import Context, Json
from rules_engine.kernel.errors import EngineGap, LogError, NeedAnswer, RulingNeeded
from rules_engine.zx.log import Action
from rules_engine.zx.messages import text
from rules_engine.zx.play import FIELDS, check
from rules_engine.zx.squares import NAMES

from .opened_game import LogView
from .opened_zx import cards_in

MOST = 60  # actions of one player that are listed
ASK = "gamelogs/_zx_closer_ask.html"
"""The form in which the question is asked."""
DOS = {
    "play": gettext_lazy("play a card"),
    "boot": gettext_lazy("use a startup ability"),
    "attack": gettext_lazy("attack a Square"),
    "attack_player": gettext_lazy("attack the player"),
    "resource": gettext_lazy("put a card into Resource"),
    "ignite": gettext_lazy("use a card for Ignition"),
    "next": gettext_lazy("end the phase"),
    "pass": gettext_lazy("pass"),
}


def legal_here(opened: LogView, step: int) -> list[Context]:
    """Every player's legal actions at a position in words."""
    view = opened.view(step)
    found = []
    for seat in view.get("seats", ()):
        actions = [action.to_dict() for action in opened.cursor.legal(seat["seat"])]
        said = list(dict.fromkeys(opened.action(action, {}) for action in actions))
        found.append(
            {
                "seat": seat["seat"],
                "name": seat["name"],
                "legal": said[:MOST],
                "more": max(len(said) - MOST, 0),
            }
        )
    return found


def why_not(opened: LogView, step: int, asked: Json) -> dict[str, str]:
    """The engine's answer to "why not this?": legal or not, in one sentence, with the rule.

    ``asked``: an action as in a log, payment left out. Never raises for a question that makes no sense.
    """
    opened.cursor.seek(step)
    try:
        here = [action.to_dict() for action in opened.cursor.legal(asked["seat"])]
        if any({name: value for name, value in one.items() if name != "pay"} == asked for one in here):
            return {"outcome": "legal", "text": _("That was legal here."), "rule": ""}
        violation = check(opened.cursor.state.snapshot(), Action(n=1, **asked))
    except (LogError, NeedAnswer, EngineGap, RulingNeeded) as error:
        code, params = getattr(error, "code", "answer_missing"), dict(getattr(error, "params", {}))
        return {
            "outcome": "unclear",
            "text": opened.named(text(code, params, opened.language)),
            "rule": "",
        }
    except LookupError:
        return {"outcome": "unclear", "text": _("No game has started at this position."), "rule": ""}
    if violation is None:
        return {"outcome": "legal", "text": _("No rule forbids it here, if it can be paid for."), "rule": ""}
    params = {"who": opened.seat_name(violation.seat), **violation.params}
    said = opened.named(text(violation.code, params, opened.language), violation.seat)
    return {"outcome": "violation", "text": said, "rule": violation.rule}


def question(data: Any) -> Json | None:
    """The action a judge asks about, out of a form; None when nothing is asked."""
    do, seat = data.get("do", ""), data.get("seat", "")
    if do not in DOS or seat not in ("0", "1"):
        return None
    action: Json = {"do": do, "seat": int(seat)}
    if "card" in FIELDS[do]:
        action["card"] = data.get("card", "")[:60]
    if "square" in FIELDS[do] and data.get("square") in NAMES:
        action["square"] = data["square"]
    return action


def choices(opened: LogView, step: int) -> Context:
    """What the form of the question offers: players, actions, the cards in sight, the Squares."""
    view = opened.view(step)
    cards = []
    for seat in view.get("seats", ()):
        held = {card["number"]: card["card"] for card in seat["hand"].get("cards", ()) if "number" in card}
        lying = [
            (card["oid"], card["card"])
            for card in cards_in({"squares": view["squares"], "seats": ()})
            if card["owner"] == seat["seat"] and "oid" in card
        ]
        lying += [(card["oid"], card["card"]) for card in seat["charge"].get("cards", ()) if "oid" in card]
        cards.append(
            {"name": seat["name"], "hand": sorted(held.items(), key=lambda item: item[1]), "play": lying}
        )
    return {
        "seats": opened.seat_names().items(),
        "cards": cards,
        "dos": list(DOS.items()),
        "squares": NAMES,
    }
