"""Logs that are made to harm whoever reads them: each field with values it must not have, and masses of everything.

Used by ``test_attacks`` and by ``python -m benchmarks.hostile``. None is a fault of the engine that is known; each has
to end in a verdict.
"""

import json
from functools import cache
from typing import Any

from rules_engine.kernel.log import MAX_ANSWERS, MAX_BYTES, MAX_CARDS, MAX_LINES
from rules_engine.kernel.stream import Stream
from rules_engine.testing import random_game
from rules_engine.x610z.random_games import random_decks

SENT = MAX_BYTES - 10_000
"""As many bytes as a form still takes."""
DEPTH = 5_000
VALUES: dict[str, str] = {
    "nested": "[" * DEPTH + "]" * DEPTH,
    "objects in objects": '{"a":' * DEPTH + "1" + "}" * DEPTH,
    "no number": "NaN",
    "too large for a float": "1e999",
    "five thousand digits": "9" * 5_000,
    "below zero": "-1",
    "a text of sixty thousand letters": '"' + "x" * 60_000 + '"',
    "a sign that no database keeps": '"\\u0000"',
    "half a character": '"\\ud800"',
    "nothing": "null",
    "sixty thousand letters backwards": '"' + "\\u202e" * 9_000 + '"',
    "a thousand cards": json.dumps(["D1.1/003/100-C"] * MAX_CARDS),
    "a card that there is not": '"D9.9/999/100-C"',
}
"""Written out, because Python would not write some of them."""


@cache
def lines() -> list[bytes]:
    """A game as its players played it."""
    return random_game(3).splitlines()


def _first(**wanted: Any) -> int:
    """Where the first line with these values stands."""
    return next(at for at, raw in enumerate(lines()) if wanted.items() <= dict(json.loads(raw)).items())


def _changed(at: int, name: str, value: str) -> bytes:
    """The game with one value of one line exchanged, whatever that makes of the line."""
    row = json.loads(lines()[at])
    rest = ",".join(f"{json.dumps(key)}:{json.dumps(one)}" for key, one in row.items() if key != name)
    bad = f"{{{rest},{json.dumps(name)}:{value}}}".encode()
    return b"\n".join([*lines()[:at], bad, *lines()[at + 1 :]])


def _behind(at: int, row: dict[str, Any]) -> bytes:
    """The game up to a line, then a row with rising numbers until the log is as long as it may be."""
    begun = b"\n".join(lines()[:at])
    start = json.dumps({name: one for name, one in row.items() if name != "n"}, separators=(",", ":"))[
        :-1
    ].encode()
    count = min((SENT - len(begun)) // (len(start) + 14), MAX_LINES - at - 1)
    return begun + b"".join(b'\n%s,"n":%d}' % (start, number) for number in range(1_000, 1_000 + count))


def one_value() -> dict[str, bytes]:
    """Every kind of line with every bad value in the field that matters most in it."""
    places = {
        "the format": (_first(kind="header"), "format"),
        "a seat": (_first(kind="seat"), "seat"),
        "a name": (_first(kind="seat"), "player"),
        "a deck": (_first(of="deck"), "value"),
        "an act's number": (_first(do="proceed"), "n"),
        "an act": (_first(do="cast"), "do"),
        "a card": (_first(do="cast"), "card"),
        "answers": (_first(do="resolve"), "answers"),
        "a path": (_first(do="move"), "path"),
        "what is paid": (_first(do="move"), "crystals"),
        "a position": (_first(kind="check"), "public"),
        "a claim": (_first(kind="end"), "claim"),
    }
    return {
        f"{what}: {kind}": _changed(at, name, value)
        for what, (at, name) in places.items()
        for kind, value in VALUES.items()
    }


def masses() -> dict[str, bytes]:
    """Logs as long as a form takes them: of every kind of line as many as fit."""
    begun = _first(do="begin") + 1
    cast, check = _first(do="cast"), json.loads(lines()[_first(kind="check")])
    cards = ["D1.1/003/100-C"] * MAX_CARDS
    rows: dict[str, dict[str, Any]] = {
        "notes": {"kind": "note", "text": "x"},
        "notes with unknown keys": {"kind": "note", **{f"k{number}": number for number in range(200)}},
        "notes of passes": {"kind": "note", "text": "", "passes": [0, 1] * (MAX_ANSWERS // 2)},
        "the same act": json.loads(lines()[cast]),
        "acts of nobody": {"kind": "act", "do": "proceed"},
        "casts with many answers": {**json.loads(lines()[cast]), "answers": [cards[:6]] * MAX_ANSWERS},
        "positions": check,
        "positions with another digest": {**check, "digest": "b2:" + "0" * 32},
        "corrections of nothing": {"kind": "judge", "do": "fix", "by": "J"},
        "corrections with full rows": {
            "kind": "judge",
            "do": "fix",
            "by": "J",
            "change": [["put", *[cards[:10]] * 7]] * 50,
        },
        "agreements": {"kind": "agree", "seats": [0, 1], "change": [["put", "#1", 1]] * 64},
        "ends": {"kind": "end", "claim": {"winners": [0]}},
    }
    made = {f"two megabytes of {what}": _behind(begun, row) for what, row in rows.items()}
    return {
        **made,
        "two megabytes in one line": b"\n".join([*lines()[:begun], b'{"kind":"note","text":"' + b"x" * SENT]),
        "two megabytes of brackets": lines()[0] + b"\n" + b"[" * (SENT - len(lines()[0])),
        "two megabytes of empty lines": lines()[0] + b"\n" * (SENT - len(lines()[0])),
        "two megabytes of half lines": lines()[0] + b"\n{" * ((SENT - len(lines()[0])) // 2),
    }


def long_games() -> dict[str, bytes]:
    """Games within the rules that cost as much to replay as such games can: many seats, huge decks."""
    made = {}
    for seats, size, level in ((2, 900, "full"), (6, 120, "compact"), (6, 900, "compact")):
        decks = random_decks(Stream(f"{seats}-{size}"), seats, size=size)
        made[f"{seats} seats with {size} cards each"] = random_game(
            5, seats, decks=decks, level=level, organized_play=False, checkpoint_every=5
        )
    return made


def attacks() -> dict[str, bytes]:
    """All of them by name."""
    return {**one_value(), **masses(), **long_games()}
