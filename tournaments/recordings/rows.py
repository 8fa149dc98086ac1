"""The journal of a recording as plain rows, in the shape in which the engine, the pages and the hashes read it."""

from ledger.shapes import Json

from .models import Recording, RecordingEntry

Row = Json
STORED = (
    *("seq", "device", "device_seq", "base", "kind", "body", "by", "author", "status"),
    *("prev_hash", "hash", "signature", "voice", "received_at", "client_at"),
)
_NAMES = (*STORED[:-2], "received", "at")


def rows_of(recording: Recording, *, after: int = 0, until: int | None = None) -> list[Row]:
    """The journal in order: what came behind the number ``after``, as far as ``until``, or all of it."""
    stored = RecordingEntry.objects.filter(recording=recording, seq__gt=after)
    if until is not None:
        stored = stored.filter(seq__lte=until)
    rows = stored.order_by("seq").values_list(*STORED)
    return [dict(zip(_NAMES, values, strict=True)) for values in rows]


def as_stored(value: object) -> object:
    """The same JSON with the keys of every object in the order in which the database gives them back.

    A log is made of bytes, so it must not matter whether a line was just written or read again.
    """
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: (len(name.encode()), name.encode()))
        return {name: as_stored(value[name]) for name in names}
    return [as_stored(one) for one in value] if isinstance(value, list | tuple) else value
