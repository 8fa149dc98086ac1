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
from .registered import compare_decks
from .rulesets import load_ruleset


def _rulings_hash(ruleset: str, choices: Mapping[str, str]) -> str:
    return load_ruleset(ruleset, choices).rulings_sha256


ENGINE = Engine(
    key="x610z",
    formats=FORMATS,
    semantics=SEMANTICS,
    audit=audit,
    cursor=Cursor,
    compare_decks=compare_decks,
    pool=Pool,
    cards=tuple[CardRevision, ...],
    text=text,
    step_text=step_text,
    finding=Finding,
    rulings_hash=_rulings_hash,
)
