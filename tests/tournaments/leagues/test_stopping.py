"""Somebody stops in a league: what becomes of their matches, as the league chose, against the standings."""

from typing import Any

import pytest

from tests.tournaments.hall import organizer_of
from tests.tournaments.leagues.league import Clock, acts, code_of, league, reported, table, told
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.leagues import desk_services as desk
from tournaments.leagues.window_services import leagues_sweep
from tournaments.rounds.audit import results_audit, seating_audit
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match, ResultChange, Round

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def points(tournament: Tournament) -> dict[str, int]:
    return {row.id: int(row.values["match_points"] or 0) for row in standings_rows(tournament)}


def one_window_then_stop(
    clock: Clock, how: str, template: str = "league"
) -> tuple[Tournament, Entry, Entry, Entry]:
    """A league of four: the first seat of table 1 wins its first match and stops in the second window.

    Comes back with who stopped, whom they had beaten, and whom they were to play.
    """
    cup = league(4, template=template, changes={"stopping": how})
    _match, gone, beaten = table(cup)
    for number in (1, 2):
        reported(table(cup, number)[0])
    clock.on(days=8)
    now = Match.objects.get(round__number=2, seats__entry=gone)
    waiting = now.seats.exclude(entry=gone).get().entry
    other = next(number for number in (1, 2) if table(cup, number)[0].pk != now.pk)
    reported(table(cup, other)[0])
    for _again in range(2):
        assert desk.entry_stop(actor=acts(gone), tournament=cup, entry_id=gone.pk)["state"] == "dropped"
    return cup, gone, beaten, waiting


@pytest.mark.parametrize(
    ("how", "gone_has", "beaten_has", "waiting_gains", "last_gains"),
    [
        ("open", 3, 0, 3, 3),  # results stay, the open match and the coming one are won by the others
        ("forfeit", 0, 3, 3, 3),
        ("void", 0, 0, 0, 0),  # nobody has anything of it
    ],
)
def test_what_becomes_of_the_matches_of_who_stops(
    clock: Clock, how: str, gone_has: int, beaten_has: int, waiting_gains: int, last_gains: int
) -> None:
    cup, gone, beaten, waiting = one_window_then_stop(clock, how)
    kinds = {"open": ["played", "forfeit"], "forfeit": ["forfeit"] * 2, "void": ["void"] * 2}[how]
    mine = Match.objects.filter(seats__entry=gone).order_by("round__number")
    assert [match.kind for match in mine] == kinds
    had = {"open": 0, "forfeit": 3, "void": 0}[how]  # what the first window gave to whom they had beaten
    found = points(cup)
    assert found[gone.key] == gone_has
    first = {"open": 0, "forfeit": 0, "void": 0}[how]
    won = sum(
        match.outcome.letter(match.seats.get(entry=beaten).position) == "w"
        for match in Match.objects.filter(seats__entry=beaten, kind="played")
        if match.outcome is not None
    )
    assert found[beaten.key] == had + 3 * won + first == beaten_has + 3 * won
    in_first = Match.objects.get(round__number=1, seats__entry=waiting)
    assert in_first.outcome is not None
    won_first = in_first.outcome.letter(in_first.seats.get(entry=waiting).position) == "w"
    assert found[waiting.key] == 3 * won_first + waiting_gains
    assert ResultChange.objects.count() == (0 if how == "open" else 1)
    leagues_sweep()
    assert Round.objects.get(number=2).state == "published"  # it lasts its days
    clock.on(days=8)
    last = Match.objects.get(round__number=3, table=None).seats.get().entry
    assert points(cup)[last.key] - found[last.key] == last_gains
    assert list(results_audit(cup)) == list(seating_audit(cup)) == []


def test_who_stops_in_a_swiss_league_is_paired_no_more_and_twice_is_once(clock: Clock) -> None:
    cup, gone, _beaten, waiting = one_window_then_stop(clock, "void", "league-swiss")
    clock.on(days=8)
    assert not Match.objects.filter(round__number=3, seats__entry=gone).exists()
    assert told("result.changed")[-1] == [waiting.user_id]
    assert list(results_audit(cup)) == []


def test_who_may_not_stop_is_told_why(clock: Clock) -> None:
    cup = league(2)
    match, ann, _bob = table(cup)
    actor = organizer_of(cup)
    about: dict[str, Any] = {"actor": actor, "tournament": cup}
    assert code_of(lambda: desk.entry_stop(entry_id=0, **about)) == "no_entry"
    Match.objects.filter(pk=match.pk).update(state="disputed")
    assert code_of(lambda: desk.entry_stop(entry_id=ann.pk, **about)) == "disputed"
