"""Loading what comes with the engine into the catalogue: its cards, and a snapshot of every pool."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

import msgspec
from django.utils import timezone

from ledger.commands import SYSTEM, Command
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.cardtext import GRAMMAR_VERSION
from rules_engine.x610z.pool import POOLS, read_rows

from .models import Card, CardRevision, CatalogueState, PoolSnapshot
from .reading import FIELDS, Reading, digest_of, read_row
from .services import catalogue_command
from .writing import publish

REASON = "The packaged set changed."


@dataclass
class Loaded:
    """What a load did: numbers ``added`` and ``changed``, and those ``kept`` because a keeper had changed them."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


def packaged_rows() -> list[Mapping[str, object]]:
    """Every row of every packaged act file, each once."""
    acts = dict.fromkeys(act for names in POOLS.values() for act in names)
    return [row for act in acts for row in read_rows(act)]


def packaged_key() -> str:
    """A hash of what is packaged: the same key means there is nothing to load."""
    content = msgspec.json.encode([dict(row) for row in packaged_rows()])
    return hashlib.sha256(content + str(GRAMMAR_VERSION).encode()).hexdigest()


def cards_load_packaged() -> Loaded | None:
    """Bring the packaged cards into the catalogue; None when they are there already.

    A packaged card that changed gets a new revision, unless a keeper has changed it since: that one is kept and
    named. Nothing is ever taken away.
    """
    if CatalogueState.objects.filter(pk=1, packaged=packaged_key()).exists():
        return None
    return Loaded(**_load(actor=SYSTEM))


@catalogue_command("cards.load")
def _load(cmd: Command) -> dict[str, list[str]]:
    """Publish what is new or changed and freeze the pools of today; answers the parts of :class:`Loaded`."""
    found = Loaded()
    readings = [_reading(row) for row in packaged_rows()]
    known = {card.number: card.current for card in Card.objects.select_related("current") if card.current}
    todo = []
    for reading in readings:
        current = known.get(reading.number)
        if current is None:
            found.added.append(reading.number)
        elif current.sha256 == digest_of(reading.parts):
            continue
        elif current.origin == CardRevision.Origin.PACKAGED:
            found.changed.append(reading.number)
        else:
            found.kept.append(reading.number)
            continue
        todo.append(reading)
    _publish(todo, set(known), cmd)
    _freeze(cmd)
    CatalogueState.objects.filter(pk=1).update(packaged=packaged_key())
    return asdict(found)


def _publish(todo: list[Reading], known: set[str], cmd: Command) -> None:
    day = timezone.localdate(cmd.at)
    origin = CardRevision.Origin.PACKAGED
    new = [reading for reading in todo if reading.number not in known]
    old = [reading for reading in todo if reading.number in known]
    publish(new, by=None, at=cmd.at, reason="", effective_on=day, origin=origin)
    publish(old, by=None, at=cmd.at, reason=REASON, effective_on=day, origin=origin)


def _reading(row: Mapping[str, object]) -> Reading:
    reading = read_row({"ours": True, **{name: row[name] for name in FIELDS if name in row}})
    if reading.problems:
        raise ValueError(f"packaged card {row['name']}: {reading.problems[0].message}")
    return reading


def _freeze(cmd: Command) -> None:
    """Keep every packaged pool as it is today, so logs and lists of today stay readable."""
    for key in POOLS:
        pool = load_pool(key)
        PoolSnapshot.objects.get_or_create(
            key=key,
            sha256=pool.sha256,
            defaults={
                "size": len(pool),
                "cards": msgspec.json.encode(pool.cards).decode(),
                "at": cmd.at,
            },
        )
