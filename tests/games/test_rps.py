"""A game is a folder: rock, paper, scissors is entered, registered, paired, recorded by taps, judged and shown.

Nothing outside ``tests/games/rps`` knows of it.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine import games
from rules_engine.games import engine_of
from rules_engine.kernel.games import Game

pytestmark = [pytest.mark.django_db]
SHOWS = [(0, "R-1"), (1, "P-1"), (0, "R-1"), (1, "R-1"), (1, "P-1"), (0, "P-1"), (0, "S-1"), (1, "S-1")]


@pytest.fixture
def rps() -> Iterator[Game]:
    yield games.register("tests.games.rps")
    games.unregister("rps")


@pytest.fixture(autouse=True)
def _registered(rps: Game) -> None:
    """The toy is there in every test of this file."""


def test_its_engine_replays_a_game_and_finds_a_planted_fault_with_its_rule(rps: Game) -> None:
    from rules_engine.recording import session_of
    from tests.games.rps.play import FORMAT, Header, SeatLine, codec

    opening = b"".join(
        codec.encode(line) + b"\n"
        for line in (
            Header(format=FORMAT, game="rps"),
            SeatLine(seat=0, player="E1"),
            SeatLine(seat=1, player="E2"),
        )
    )
    session = session_of(opening)
    entries: list[dict[str, Any]] = []

    def write(body: dict[str, Any]) -> None:
        number = len(entries) + 1
        entries.append({"seq": number, "kind": "line", "body": body, "status": "ok", "by": body.get("seat")})
        session.take(list(entries))

    write({"kind": "chance", "of": "first", "by": "dice", "value": 0})
    for seat, card in [*SHOWS[:2], (0, "S-1"), (1, "R-1")]:
        write({"kind": "act", "do": "show", "seat": seat, "card": card})
    assert session.result is not None and session.result.winners == (1,)
    write({"kind": "end"})
    log = session.log()
    report = engine_of("rps").audit(log)
    assert (report.verdict, report.result.rule) == ("ok", "rps.3")
    faulty = log.replace(b'"seat":1,"card":"P-1"', b'"seat":0,"card":"P-1"')
    found = engine_of("rps").audit(faulty).finding
    assert (found.rule, found.code, found.line) == ("rps.1", "once_a_round", 8)
    assert found.text("nl") == "E1 heeft deze ronde al een kaart laten zien."
