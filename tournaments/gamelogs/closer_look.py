"""A closer look at one position: what was legal, why something was not, and what has been seen since.

The rules engine answers; nothing here is a ruling.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from ledger.shapes import Context, Json
from rules_engine.kernel.errors import EngineGap, LogError, NeedAnswer, RulingNeeded, Violation
from tournaments.games import half

from .opened_game import LogView

MOST = 60  # actions of one player that are listed
_PAYMENT = ("crystals", "pay")


class Closer:
    """What a judge can ask about a position. A game that takes questions has a class of its own (``closer``).

    ``ask`` is the template of the form in which the question is asked ("" where none is taken), ``dos`` the actions
    that can be asked about, in words.
    """

    ask = ""
    dos: Mapping[str, Any] = {}

    def legal_here(self, opened: LogView, step: int) -> list[Context]:
        """Every player's legal actions at a position in words."""
        view = opened.view(step)
        names = opened.card_names(view)
        found = []
        for seat in view.get("seats", ()):
            actions = [action.to_dict() for action in opened.cursor.legal(seat["seat"])]
            said = list(dict.fromkeys(opened.action(action, names) for action in actions))
            found.append(
                {
                    "seat": seat["seat"],
                    "name": seat["name"],
                    "legal": said[:MOST],
                    "more": max(len(said) - MOST, 0),
                    **self.not_cast(opened, seat, actions),
                }
            )
        return found

    def not_cast(self, opened: LogView, seat: Json, actions: Sequence[Json]) -> Context:
        """For a player's cards in sight, why they could not be used: ``refused``, ``hidden`` and ``unseen``."""
        return {}

    def question(self, data: Any) -> Json | None:
        """The action a judge asks about, out of a form; None when nothing is asked."""
        return None

    def choices(self, opened: LogView, step: int) -> Context:
        """What the form of the question offers."""
        return {}

    def check(self, opened: LogView, asked: Json) -> Violation | None:
        """What the engine says of an action at the position that is opened."""
        raise NotImplementedError

    def worded(self, opened: LogView, violation: Violation) -> str:
        """Why something was not legal, in one sentence."""
        params = {"who": opened.seat_name(violation.seat), **violation.params}
        return opened.why(violation.code, params, violation.seat)

    def why_not(self, opened: LogView, step: int, asked: Json) -> dict[str, str]:
        """The engine's answer to "why not this?": legal or not, in one sentence, with the rule.

        ``asked``: an action as in a log, payment left out. Never raises for a question that makes no sense.
        """
        opened.cursor.seek(step)
        try:
            if any(_same(asked, action.to_dict()) for action in opened.cursor.legal(asked["seat"])):
                return {"outcome": "legal", "text": _("That was legal here."), "rule": ""}
            violation = self.check(opened, asked)
        except (LogError, NeedAnswer, EngineGap, RulingNeeded) as error:
            code, params = getattr(error, "code", "answer_missing"), dict(getattr(error, "params", {}))
            return {"outcome": "unclear", "text": opened.why(code, params), "rule": ""}
        except LookupError:
            return {"outcome": "unclear", "text": _("No game has started at this position."), "rule": ""}
        if violation is None:
            words = _("No rule forbids it here, if it can be paid for.")
            return {"outcome": "legal", "text": words, "rule": ""}
        return {"outcome": "violation", "text": self.worded(opened, violation), "rule": violation.rule}


def closer_of(game: str) -> Closer:
    """How a judge looks closer at a game."""
    return half(game, "closer", Closer())


def seen_since(opened: LogView, step: int) -> list[Context]:
    """What has come out behind a step, as sentences with their lines: it stays known if the game goes back."""
    number = max((one.n or 0 for one in opened.cursor.steps[:step]), default=0)
    return [
        {"line": one.line, "text": opened.named(one.text(opened.language, opened.in_words), one.seat)}
        for one in opened.cursor.revealed_since(number)
    ]


def _same(asked: Json, action: Json) -> bool:
    """Whether a legal action is the one asked about, whatever it is paid with."""
    return {name: value for name, value in action.items() if name not in _PAYMENT} == asked
