"""What people read: every table and every opened cell of two small events, as approved by reading them.

`golden/approved.txt` was read and worked out by hand in samples. After a change of words on purpose, write it anew with
`python -m tests.tournaments.standings.test_approved` and read what changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.tournaments.standings.events import pod_event
from tournaments.standings import METRICS, PRESETS, Entrant, Match, compute, explain
from tournaments.standings.output import standings_text
from tournaments.standings.wording import text

GOLDEN = Path(__file__).parent / "golden" / "approved.txt"

ENTRANTS = [
    Entrant("ada", "ada", random=7),
    Entrant("ben", "ben", random=2),
    Entrant("cleo", "cleo", random=9, dropped_after=3),
    Entrant("dan", "dan", joined_round=3, random=1),
    Entrant("eva", "eva", random=5),
    Entrant("finn", "finn", random=4, disqualified=True),
    Entrant("gus", "gus", random=3),
    Entrant("hal", "hal", random=8),
]
ROUNDS = [
    [Match(1, ("ada", "ben"), (2, 1, 0)), Match(1, ("cleo", "eva"), (2, 0, 0)), Match(1, ("finn", "gus"), (1, 1, 1)),
     Match.bye(1, "hal")],
    [Match(2, ("ada", "cleo"), (1, 2, 0)), Match(2, ("hal", "finn"), (0, 2, 0)), Match.no_show(2, "ben", "gus"),
     Match.bye(2, "eva", "half_bye")],
    [Match(3, ("cleo", "finn"), (0, 0, 3)), Match(3, ("dan", "ada"), (1, 2, 0)), Match.double_loss(3, "ben", "hal"),
     Match(3, ("eva", "gus"), (2, 0, 0), "forfeit", ("w", "l"))],
    [Match(4, ("ada", "eva"), (1, 1, 0)), Match(4, ("ben", "finn"), (2, 1, 0)),
     Match(4, ("dan", "gus"), None, "played", ("w", "l")), Match.bye(4, "hal", "missed")],
    [Match(5, ("dan", "ben"), (2, 0, 0)), Match(5, ("ada", "hal"), (2, 0, 1)), Match(5, ("eva", "finn"), (0, 2, 0)),
     Match.bye(5, "gus", "awarded_bye")],
]  # fmt: skip
MATCHES = [match for round_ in ROUNDS for match in round_]
POLICIES = (*PRESETS.values(), PRESETS["fide"].but(key="fide_2009", unplayed_opponent="virtual"))


PEOPLE, PODS = pod_event(4, 9, 3)


def _tables() -> Iterator[tuple[str, str]]:
    for policy in POLICIES:
        for title, entrants, rows in (("duels", ENTRANTS, MATCHES), ("pods", PEOPLE, PODS)):
            for through in (None, 3) if title == "duels" else (None,):
                table = standings_text(compute(entrants, rows, policy, through), policy)
                yield f"table {title} {policy.key} {through or 'all'}", table


def _cells(key: str) -> Iterator[tuple[str, str]]:
    for policy in (PRESETS["x610z"], PRESETS["mtg"], PRESETS["pokemon"], PRESETS["fide"], POLICIES[-1]):
        for who in ("ada", "cleo", "dan", "hal"):
            opened = explain(ENTRANTS, MATCHES, policy, who, key)
            yield f"cell {key} {policy.key} {who}", "\n".join(text(opened, {"ben": "Ben B."})) + "\n"
    for who in ("P000", "P005"):
        opened = explain(PEOPLE, PODS, PRESETS["commander_pods"], who, key)
        yield f"cell {key} pods {who}", "\n".join(text(opened, {})) + "\n"


@cache
def approved() -> dict[str, str]:
    """The pages of the file by title."""
    pages = GOLDEN.read_text("utf-8").split("=== ")[1:]
    return {page.partition("\n")[0]: page.partition("\n")[2] for page in pages}


def _same(now: Iterator[tuple[str, str]], start: str) -> None:
    assert dict(now) == {title: page for title, page in approved().items() if title.startswith(start)}


def test_tables_read_as_approved() -> None:
    _same(_tables(), "table ")


@pytest.mark.parametrize("key", METRICS)
def test_opened_cells_read_as_approved(key: str) -> None:
    _same(_cells(key), f"cell {key} ")


if __name__ == "__main__":
    pages = [*_tables(), *(page for key in METRICS for page in _cells(key))]
    GOLDEN.write_text("".join(f"=== {title}\n{page}" for title, page in pages), "utf-8")
