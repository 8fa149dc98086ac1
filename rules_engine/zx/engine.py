"""The engine of Z/X as :class:`rules_engine.kernel.games.Engine`."""

from collections.abc import Mapping

from rules_engine.kernel.games import Engine
from rules_engine.kernel.rulings import find_ruling

from .audit import audit
from .cards import ZxCard, ZxPool
from .cursor import Cursor
from .finding import Finding
from .log import FORMAT, GAME
from .messages import step_text, text
from .model import SEMANTICS
from .registered import compare_decks, known_cards
from .rulings import RULESET, chosen, rulings, rulings_hash


def _rulings_hash(ruleset: str, choices: Mapping[str, str]) -> str:
    if ruleset != RULESET:
        raise LookupError(ruleset)
    return rulings_hash(choices)


def _ruling_changes(ruleset: str, choices: Mapping[str, str]) -> dict[str, str]:
    if ruleset != RULESET:
        raise LookupError(ruleset)
    settled = chosen(choices)
    return {known.id: settled[known.id] for known in rulings().values() if settled[known.id] != known.default}


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
    rulings_hash=_rulings_hash,
    ruling_changes=_ruling_changes,
    ruling=lambda name: find_ruling(rulings(), name),
    rulings=rulings,
)
