"""226 players, 8 rounds, cut to 8 (scenario 1).

All eight rounds are paired by the desk. `make scenarios` lets every player report on their own page as well. How long
pairing, publishing to 226 open pages and 226 reports in a minute take is measured by ``benchmarks.large_day``, on a
site as it runs in production; this is what must be true whatever the machine.
"""

import os
from collections.abc import Collection
from datetime import timedelta
from itertools import pairwise

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.hall import organizer_of, running_tournament
from tests.tournaments.scenarios.people import Person, organizer, players, tables
from tournaments.desk.rule_services import rule_add
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import EntryRule, Match, Round, Seat
from tournaments.rounds.outcomes import Games

pytestmark = [pytest.mark.django_db]
PLAYERS, ROUNDS = 226, 8
LONG = os.environ.get("SCENARIOS") == "long"
FIXED = (7, 8, 30, 113)


def hall_of_226() -> Tournament:
    """226 checked-in players, 4 with fixed tables, 12 clans of up to 9 and the rest alone."""
    changes = {"rounds": ROUNDS, "cut": True, "cut_size": 8, "clan_rounds": 2}
    tournament = running_tournament(PLAYERS, name="Large Cup", capacity=300, changes=changes)
    entries = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    EntryRule.objects.bulk_create(
        EntryRule(tournament=tournament, entry=entry, kind="clan", group=f"Clan {place % 12}")
        for place, entry in enumerate(entries[: 12 * 9])
    )
    # Two of them in a clan of their own each, two alone: nothing but the order of play keeps them apart.
    for place, number in zip((3, 70, 140, 200), FIXED, strict=True):
        rule_add(
            actor=organizer_of(tournament),
            tournament=tournament,
            kind="table",
            entry_id=entries[place].pk,
            number=number,
        )
    return tournament


def scores(round_: Round, strong: Collection[int]) -> dict[Match, tuple[int, int, int]]:
    """How every table ends: who is strong wins, else the first seat does, or one in nine is a draw."""
    at: dict[int, list[int]] = {}
    for match, entry in Seat.objects.filter(round=round_).order_by("position").values_list("match", "entry"):
        at.setdefault(match, []).append(entry)
    found = {}
    for match in tables(round_):
        first, second = (entry in strong for entry in at[match.pk])
        lot = match.table * 7919 % 9
        if first or second:
            found[match] = (2, lot % 2, 0) if first else (lot % 2, 2, 0)
        else:
            found[match] = (1, 1, 1) if lot == 0 else (2, lot % 2, 0) if lot < 6 else (0, 2, 0)
    return found


def settle(round_: Round, strong: Collection[int] = ()) -> None:
    """Every table has its result: reported by both players on their phones, or (`./test`) stored at once."""
    ends = scores(round_, strong)
    if LONG:
        # A game counts as drawn only once time has run out, so those tables report last.
        for match, (won, lost, drawn) in sorted(ends.items(), key=lambda end: end[1][2]):
            if drawn:
                Round.objects.filter(pk=round_.pk).update(started_at=timezone.now() - timedelta(days=1))
            one, two = players(match)
            one.reports(match, f"{won}-{lost}-{drawn}")
            two.reports(match, f"{lost}-{won}-{drawn}")
        assert not Match.objects.filter(round=round_).exclude(state="final").exists()
        return
    for match, (won, lost, drawn) in ends.items():
        match.outcome = Games((won, lost), drawn)
        match.state, match.source, match.ended_at = "final", "staff", timezone.now()
    Match.objects.bulk_update(ends, ["outcome", "state", "source", "ended_at"])


def queries(person: Person, path: str) -> int:
    """How many statements a page needs, with an empty cache."""
    cache.clear()
    with CaptureQueriesContext(connection) as found:
        assert person.asks(path) == 200
    return len(found)


@pytest.mark.night(
    "226 players",
    short="tests/tournaments/scenarios/test_season.py::test_after_every_command_of_a_season_nothing_is_broken",
)
def test_s01_226_players_eight_rounds_and_a_cut_to_eight() -> None:
    tournament = hall_of_226()
    boss, visitor = organizer(tournament), Person(tournament)
    met: set[frozenset[int]] = set()
    clan = dict(EntryRule.objects.filter(tournament=tournament, kind="clan").values_list("entry", "group"))
    fixed = dict(EntryRule.objects.filter(tournament=tournament, kind="table").values_list("entry", "number"))
    needed, together = {}, 0
    for number in range(1, ROUNDS + 1):
        boss.presses("desk/round/do/draft/", number=number)
        round_ = Round.objects.get(tournament=tournament, number=number)
        # Pairing stays draft until published
        assert round_.state == "draft" and visitor.asks(f"tables/{number}/") == 404
        pairs: dict[int, list[int]] = {}
        at: dict[int, int] = {}
        for match, entry, table in Seat.objects.filter(round=round_).values_list(
            "match", "entry", "match__table"
        ):
            pairs.setdefault(match, []).append(entry)
            at[entry] = table
        # each round has exactly 113 matches, every active player once
        assert len(pairs) == 113 and len(at) == PLAYERS == sum(map(len, pairs.values()))
        now = {frozenset(pair) for pair in pairs.values()}
        # no rematch in 8 rounds
        assert not now & met and len(now) == 113
        met |= now
        # fixed-table players sit at their table each round, and two of them paired together use the lower number
        for entry, table in fixed.items():
            (other,) = next(pair for pair in now if entry in pair) - {entry}
            assert at[entry] == min(table, fixed.get(other, table))
            together += other in fixed
        boss.presses("desk/round/do/publish/", number=number)
        assert visitor.asks(f"tables/{number}/") == 200
        # no same-clan pairing in rounds 1-2, and in later rounds only if the explanation says why
        mates = [pair for pair in now if len({clan.get(one, one) for one in pair}) == 1]
        assert number > 2 or not mates
        for entry in Entry.objects.filter(pk__in=[min(pair) for pair in mates]).order_by("number"):
            assert "clan" in boss.reads(f"tables/{number}/why/{entry.number}/").casefold()
        if number in (1, ROUNDS):
            needed[number] = queries(boss, f"desk/rounds/{number}/results/")
        settle(round_, fixed)
        boss.presses("desk/round/do/complete/", number=number)
    assert together >= 2, "four who never lose to others meet one another before eight rounds are over"
    # Result page uses the same number of SQL queries in round 8 as in round 1
    assert needed[1] == needed[ROUNDS]
    _cut(tournament, boss, visitor)


def _cut(tournament: Tournament, boss: Person, visitor: Person) -> None:
    rows = standings_rows(tournament)
    eighth, ninth = rows[7], rows[8]
    names = {entry.key: entry for entry in Entry.objects.filter(tournament=tournament)}
    # a player who drops before the cut is replaced by the 9th and his Swiss place does not move anybody
    boss.does("desk/entries/", action="drop", entry=names[eighth.id].pk)
    assert [row.id for row in standings_rows(tournament)] == [row.id for row in rows]
    boss.presses("desk/round/do/cut/")
    stage = Stage.objects.get(tournament=tournament, number=2)
    assert stage.seeds == [row.id for row in rows[:7]] + [ninth.id]
    # standings frozen: what happens in the knock-out moves nobody in them
    frozen = [row.id for row in standings_rows(tournament)]
    boss.presses("desk/round/do/draft/", number=ROUNDS + 1)
    boss.presses("desk/round/do/publish/", number=ROUNDS + 1)
    settle(Round.objects.get(tournament=tournament, number=ROUNDS + 1))
    assert [row.id for row in standings_rows(tournament)] == frozen == [row.id for row in rows]
    # ties shown with the metric that broke them
    level = [two for one, two in pairwise(rows) if one.points == two.points and one.rank != two.rank]
    page = visitor.reads(f"standings/{names[level[0].id].pk}/{level[0].decided_by}/")
    assert level[0].decided_by != "match_points" and names[level[0].id].name in page
