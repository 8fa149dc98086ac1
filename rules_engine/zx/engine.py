"""The engine of Z/X as :class:`rules_engine.kernel.games.Engine`."""

from collections.abc import Mapping

from rules_engine.kernel.games import Engine

from .audit import audit
from .cards import ZxCard, ZxPool
from .cursor import Cursor
from .finding import Finding
from .log import FORMAT, GAME
from .messages import step_text, text
from .model import SEMANTICS
from .registered import compare_decks, known_cards
from .rulings import RULESET, answers


def _ruling_changes(ruleset: str, choices: Mapping[str, str]) -> dict[str, str]:
    if ruleset != RULESET:
        raise LookupError(ruleset)
    return answers().changes(choices)


ENGINE = Engine(
    key=GAME,
    formats=(FORMAT,),
    semantics=SEMANTICS,
    audit=audit,
    cursor=Cursor,
    compare_decks=compare_decks,
    known_cards=known_cards,
    pool=ZxPool,
    cards=tuple[ZxCard, ...],
    text=text,
    step_text=step_text,
    finding=Finding,
    ruleset=RULESET,
    ruling_changes=_ruling_changes,
    answers=answers,
)
