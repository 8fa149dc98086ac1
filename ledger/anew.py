"""An event made anew of its chains alone, and compared with the tables: all that :mod:`ledger.telling` tells of."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone

from .archive import brought_back
from .hashing import canonical
from .models import LedgerRow
from .shapes import Json
from .telling import ALL, ROWS, Tells, Told, chains_of, key_text, kind_of, kinds


@dataclass
class Standing:
    """A row as its chains leave it: what it says (None: it went), when it was told first, and whether as a row."""

    said: Json | None
    first: datetime
    as_row: bool = False


@dataclass
class Anew:
    """An event made of its chains: by kind and key how its rows stand.

    ``begun``: when its first row was written; ``since``: from when on rows are told, which is ``whole`` when it is the
    first one, or one that told them all. ``untold``: by kind, rows of the tables of which nothing is told because they
    are older than that.
    """

    rows: dict[str, dict[str, Standing]]
    count: int = 0
    begun: datetime | None = None
    since: datetime | None = None
    whole: bool = False
    untold: Counter[str] = field(default_factory=Counter)

    def standing(self, kind: str) -> int:
        """How many rows of a kind stand."""
        return sum(one.said is not None for one in self.rows[kind].values())


def made_anew(event: str, about: str = "event") -> Anew:
    """The event, or what else it is about, with this slug as its chains tell it, in the order they were written in."""
    chains = chains_of(event, about)
    with brought_back(chains):
        return _made_of(chains, {kind_of(model): model.tells for model in kinds(about)})


def _made_of(chains: Collection[str], models: Mapping[str, Tells]) -> Anew:
    made = Anew({kind: {} for kind in models})
    rows = LedgerRow.objects.filter(chain_id__in=chains).order_by("pk")
    for number, action, at, data in rows.values_list("number", "action", "at", "data").iterator():
        made.count += 1
        made.begun = made.begun or at
        if ROWS in data and not made.whole:
            made.whole = made.count == 1 == number or ALL in data
            made.since = at if made.whole or made.since is None else made.since
        for kind, tells in models.items():
            _told_before(made.rows[kind], kind, tells, action, at, data)
        for kind, told in data.get(ROWS, {}).items():
            for key, said in told.items():
                _say(made.rows.setdefault(kind, {}), key, said, at, as_row=True)
    return made


def differences(event: str, made: Anew, about: str = "event") -> Iterator[str]:
    """What the tables say of an event and its chains do not, or the other way round; fills ``made.untold``."""
    for model in kinds(about):
        kind, tells = kind_of(model), model.tells
        told, stored = made.rows[kind], _stored(model, event)
        for key in sorted({*told, *stored}, key=lambda one: (len(one), one)):
            there, here = told.get(key), stored.get(key)
            if (there is None and not made.whole) or (here is None and _older(made, tells, there)):
                made.untold[kind] += here is not None
            elif text := _difference(made, tells, there, here):
                yield f"{kind} {key}: {text}"


def _told_before(
    told: dict[str, Standing], kind: str, tells: Tells, action: str, at: datetime, data: Json
) -> None:
    """What rows said of a table before they told it as rows: a few values, among the others."""
    if not tells.before or not action.startswith(tells.action):
        return
    names = [kind] if tells.key == "pk" else [name.removesuffix("_id") for name in tells.key.split()]
    columns = tells.columns
    said = {
        name if name in columns else f"{name}_id": data[name] for name in tells.before.split() if name in data
    }
    if said and all(name in data for name in names):
        key = key_text(data[name] for name in names)
        before = told[key].said if key in told else None
        _say(told, key, {**(before or {}), **said}, at)


def _say(
    told: dict[str, Standing], key: str, said: Json | None, at: datetime, *, as_row: bool = False
) -> None:
    one = told.setdefault(key, Standing(said, at))
    one.said, one.as_row = said, one.as_row or as_row


def _stored(model: type[Told], event: str) -> dict[str, Json]:
    tells = model.tells
    keys = tells.key.split()
    rows = model._default_manager.filter(**{tells.event: event}).order_by()
    return {
        key_text(values[: len(keys)]): tells.say(values[len(keys) :])
        for values in rows.values_list(*keys, *tells.columns).iterator()
    }


def _older(made: Anew, tells: Tells, there: Standing | None) -> bool:
    """Whether a row may have gone without a word: it was told only as rows of before told some, and those went."""
    return not made.whole and not tells.stays and there is not None and not there.as_row


def _difference(made: Anew, tells: Tells, there: Standing | None, here: Json | None) -> str:
    if there is None:
        return "no row of the ledger tells of it"
    if here is None:
        gone = there.said is None or _past(there.first, tells)
        return "" if gone else "gone, and the ledger has it"
    if there.said is None:
        return "there, and the ledger says that it went"
    forgotten = _past(made.begun, tells)
    return "; ".join(
        f"{name} is {here[name]}, the ledger says {said}"
        for name, said in there.said.items()
        if name in here
        and canonical(here[name]) != canonical(said)
        and not (forgotten and here[name] == "" and name not in tells.fields.split())
    )


def _past(since: datetime | None, tells: Tells) -> bool:
    """Whether what is kept for a time has had it, counted from ``since``."""
    return bool(tells.kept and since and since <= timezone.now() - timedelta(days=tells.kept))
