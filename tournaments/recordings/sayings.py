"""Who said each line of a recorded game, for pages and packets: which phone signed it, what waits for a word."""

from collections.abc import Mapping, Sequence

from ledger.shapes import Json
from rules_engine.recording import AnySession, journal

from .models import Recording, RecordingDevice
from .opening import seated
from .rows import Row
from .voices import Voice, voices_of

OWN, TABLE, JUDGE = "own", "table", "judge"
"""By the phone of the seat it speaks for; of the whole table; by a judge. Else as :mod:`.voices` has it."""


def persons_of(recording: Recording) -> dict[int, int]:
    """The seats of the people at a table."""
    players = seated(recording.match) if recording.match is not None else []
    return {one.user_id: seat for seat, one in enumerate(players) if one.user_id is not None}


def sayings(rows: Sequence[Row], session: AnySession, persons: Mapping[int, int]) -> list[Json]:
    """Every line that stands, in order: its number, for whom it speaks and how, who confirmed it, whether it is signed.

    A signature counts for the line of the seat whose phone made it: of words for somebody else it says who wrote them.
    """
    by_number, voices = {row["seq"]: row for row in rows}, voices_of(rows, persons)
    found = []
    for placed in session.played():
        row, voice = by_number[placed.n], voices.get(placed.n)
        found.append(
            {
                "n": placed.n,
                "by": row["by"],
                "how": voice.how if voice is not None else _how(row),
                "seats": sorted(voice.seats) if voice is not None else [],
                "said": sorted(voice.said) if voice is not None else [],
                "unsaid": sorted(voice.seats - voice.said) if voice is not None else [],
                "objected": sorted(voice.objected) if voice is not None else [],
                "signed": bool(row["signature"]),
            }
        )
    return found


def _how(row: Row) -> str:
    if row["by"] is None:
        return JUDGE if row["device"] is None else TABLE
    return OWN if row["kind"] == journal.LINE else TABLE


def summed(found: Sequence[Json]) -> Json:
    """The same in numbers of lines: how many there are, which carry no signature, which wait for somebody's word."""
    waiting = {
        how: [one["n"] for one in found if one["how"] == how and one["unsaid"]] for how in _hows(found)
    }
    objected = [one["n"] for one in found if one["objected"]]
    return {
        **({"objected": objected} if objected else {}),
        "lines": len(found),
        "unsigned": [one["n"] for one in found if not one["signed"] and one["how"] != JUDGE],
        "waiting": {how: numbers for how, numbers in waiting.items() if numbers},
    }


def _hows(found: Sequence[Json]) -> list[str]:
    return sorted({str(one["how"]) for one in found} - {OWN, TABLE, JUDGE})


def proof_of(recording: Recording, rows: Sequence[Row], session: AnySession) -> Json:
    """What proves who said what, for whoever checks it elsewhere: the keys of the phones, and every signed entry.

    A signature is over the canonical JSON of ``["recorder-line/1", recording, device, device_seq, base, heard, kind,
    body]``; ``heard`` is the hash of the entry ``base``, and that of the opening for 0.
    """
    phones = RecordingDevice.objects.filter(recording=recording).exclude(public_key="").order_by("pk")
    opening = rows[0]["prev_hash"] if rows else recording.head_hash
    heard = {0: opening} | {row["seq"]: row["hash"] for row in rows}
    names = ("seq", "device", "device_seq", "base", "kind", "body", "signature")
    return {
        "recording": recording.pk,
        "keys": [{"device": one.pk, "seat": one.seat, "key": one.public_key} for one in phones],
        "lines": sayings(rows, session, persons_of(recording)),
        "signed": [
            {name: row[name] for name in names} | {"heard": heard[row["base"]]}
            for row in rows
            if row["signature"]
        ],
    }


def written_for(found: Mapping[int, Voice], seat: int | None) -> list[int]:
    """The numbers of the lines that somebody else wrote for a seat, and that its player has not confirmed."""
    return [voice.n for voice in found.values() if seat in voice.seats - voice.said]
