"""A closer look at one position: what was legal, why something was not, and what has been seen since.

The rules engine answers; nothing here is a ruling.
"""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.shapes import Context, Json
from rules_engine.kernel.errors import EngineGap, LogError, NeedAnswer, RulingNeeded, Violation
from rules_engine.x610z.castable import Castable, castable
from rules_engine.x610z.log import Action
from rules_engine.x610z.messages import text
from rules_engine.x610z.play import check
from rules_engine.x610z.spoken import spoken

from .opened_game import LogView

MOST = 60  # actions of one player that are listed
UNKNOWN = "?"
DOS = {
    "cast": gettext_lazy("cast a card"),
    "activate": gettext_lazy("activate a card"),
    "move": gettext_lazy("move a summon"),
    "attack": gettext_lazy("attack"),
    "end": gettext_lazy("end the action phase"),
}
_PAYMENT = ("crystals", "pay")
ASK = "gamelogs/_closer_ask.html"
"""The form in which the question is asked."""


def legal_here(opened: LogView, step: int) -> list[Context]:
    """Every player's legal actions at a position in words, and for each card in sight why it could not be used."""
    view = opened.view(step)
    names = opened.card_names(view)
    found = []
    for seat in view.get("seats", ()):
        number = seat["seat"]
        actions = [action.to_dict() for action in opened.cursor.legal(number)]
        said = list(dict.fromkeys(opened.action(action, names) for action in actions))
        held = {card["number"] for card in seat["hand"].get("cards", ())}
        offered = castable(opened.cursor.state, number) if actions and held else []
        found.append(
            {
                "seat": number,
                "name": seat["name"],
                "legal": said[:MOST],
                "more": max(len(said) - MOST, 0),
                "refused": [_row(opened, card) for card in offered if card.refused and card.card in held],
                "hidden": UNKNOWN in held,
                "unseen": [
                    card.name
                    for card in offered
                    if not card.refused and UNKNOWN in held and card.card not in held
                ],
            }
        )
    return found


def seen_since(opened: LogView, step: int) -> list[Context]:
    """What has come out behind a step, as sentences with their lines: it stays known if the game goes back."""
    number = max((one.n or 0 for one in opened.cursor.steps[:step]), default=0)
    return [
        {"line": one.line, "text": opened.named(one.text(opened.language), one.seat)}
        for one in opened.cursor.revealed_since(number)
    ]


def _row(opened: LogView, card: Castable) -> dict[str, str]:
    """A card in a hand that could not be cast, and why."""
    rule = card.refused.rule if card.refused is not None else ""
    return {
        "card": card.name,
        "rule": rule,
        "text": _worded(opened, card.refused) if card.refused is not None else "",
    }


def _worded(opened: LogView, violation: Violation) -> str:
    params = dict(violation.params)
    params |= spoken(opened.cursor.state, violation.seat, violation.params)
    return opened.named(text(violation.code, params, opened.language), violation.seat)


def why_not(opened: LogView, step: int, asked: Json) -> dict[str, str]:
    """The engine's answer to "why not this?": legal or not, in one sentence, with the rule.

    ``asked``: an action as in a log, payment left out. Never raises for a question that makes no sense.
    """
    opened.cursor.seek(step)
    try:
        if any(_same(asked, action.to_dict()) for action in opened.cursor.legal(asked["seat"])):
            return {"outcome": "legal", "text": _("That was legal here."), "rule": ""}
        violation = check(opened.cursor.state, Action(n=1, **asked))
    except (LogError, NeedAnswer, EngineGap, RulingNeeded) as error:
        code, params = getattr(error, "code", "answer_missing"), dict(getattr(error, "params", {}))
        said = opened.named(text(code, params, opened.language))
        return {"outcome": "unclear", "text": said, "rule": ""}
    except LookupError:
        return {"outcome": "unclear", "text": _("No game has started at this position."), "rule": ""}
    if violation is None:
        return {"outcome": "legal", "text": _("No rule forbids it here, if it can be paid for."), "rule": ""}
    return {"outcome": "violation", "text": _worded(opened, violation), "rule": violation.rule}


def _same(asked: Json, action: Json) -> bool:
    """Whether a legal action is the one asked about, whatever it is paid with."""
    return {name: value for name, value in action.items() if name not in _PAYMENT} == asked


def question(data: Any) -> Json | None:
    """The action a judge asks about, out of a form; None when nothing is asked."""
    do = data.get("do", "")
    seat = data.get("seat", "")
    if do not in DOS or not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        return None
    action: Json = {"do": do, "seat": int(seat)}
    if do == "end":
        return action
    action["card"] = data.get("card", "")[:60]
    if path := [dot for dot in data.get("path", "")[:200].split() if dot]:
        action["path"] = path
    if targets := [name for name in data.getlist("target")[:6] if name]:
        action["targets"] = [name[:12] for name in targets]
    return action


def choices(opened: LogView, step: int) -> Context:
    """What the form of the question offers: players, the cards in sight, and what can be aimed at."""
    view = opened.view(step)
    cards, targets = [], []
    for seat in view.get("seats", ()):
        targets.append((f"seat:{seat['seat']}", seat["name"]))
        held = {
            card["number"]: card["card"] for card in seat["hand"].get("cards", ()) if card["number"] != "?"
        }
        cards.append(
            {
                "name": seat["name"],
                "hand": sorted(held.items(), key=lambda item: item[1]),
                "play": [(card["oid"], card["card"]) for card in seat["play"]],
            }
        )
        targets += [(card["oid"], f"{card['card']} ({seat['name']})") for card in seat["play"]]
    return {
        "seats": opened.seat_names().items(),
        "cards": cards,
        "targets": targets,
        "dos": list(DOS.items()),
    }
