"""The engine of this game as :class:`rules_engine.kernel.games.Engine`."""

from collections.abc import Mapping

from rules_engine.kernel.games import Engine

from .audit import audit
from .cards import CardRevision, Pool
from .cursor import Cursor
from .finding import Finding
from .log import FORMATS
from .messages import step_text, text
from .model import SEMANTICS
from .registered import compare_decks, known_cards
from .rulesets import LATEST, answers, load_ruleset, ruling_changes


def _ruling_changes(ruleset: str, choices: Mapping[str, str]) -> dict[str, str]:
    return ruling_changes(load_ruleset(ruleset, choices))


ENGINE = Engine(
    key="x610z",
    formats=FORMATS,
    semantics=SEMANTICS,
    audit=audit,
    cursor=Cursor,
    compare_decks=compare_decks,
    known_cards=known_cards,
    pool=Pool,
    cards=tuple[CardRevision, ...],
    text=text,
    step_text=step_text,
    finding=Finding,
    ruleset=LATEST,
    ruling_changes=_ruling_changes,
    answers=answers,
)
