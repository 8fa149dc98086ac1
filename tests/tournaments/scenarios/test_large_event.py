"""226 players, 8 rounds, cut to 8 (scenario 1).

How long publishing to 226 open pages and 226 reports in a minute take is measured: ``benchmarks.live_fanout``,
``benchmarks.results`` and ``benchmarks.storm``; this is what must be true whatever the machine.
"""

from itertools import pairwise

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments.hall import organizer_of, running_tournament
from tests.tournaments.scenarios.people import Person, organizer, tables
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import EntryRule, Match, Round, Seat
from tournaments.rounds.outcomes import Games
from tournaments.rounds.rule_services import rule_add

pytestmark = [pytest.mark.django_db]
PLAYERS, ROUNDS = 226, 8
STORED = range(3, 8)
"""Rounds not drawn here; all eight drawn, one after the other: tests/tournaments/pairing/test_event_scenarios.py."""
FIXED = (7, 8, 30, 113)


def hall_of_226() -> Tournament:
    """A running tournament; everybody but the first is entered past the pages, for these are other tests' matter."""
    tournament = running_tournament(
        4,
        name="Large Cup",
        capacity=300,
        changes={
            "rounds": ROUNDS,
            "cut": True,
            "cut_size": 8,
            "clan_rounds": 2,
        },
    )
    users = get_user_model()
    people = users.objects.bulk_create(
        users(username=f"large-{number}", display_name=f"Large {number:03}")
        for number in range(5, PLAYERS + 1)
    )
    now = timezone.now()
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            user=user,
            number=number,
            name=user.display_name,
            sort_name=user.display_name.casefold(),
            state=Entry.State.CHECKED_IN,
            random=number * 7919 % 1_000_003,
            entered_at=now,
            checked_in_at=now,
            joined_round=1,
        )
        for number, user in enumerate(people, start=5)
    )
    Stage.objects.filter(tournament=tournament).update(cut=8)  # it was made for the first four
    entries = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    # 12 clans of up to 9 and the rest alone
    EntryRule.objects.bulk_create(
        EntryRule(tournament=tournament, entry=entry, kind="clan", group=f"Clan {place % 12}")
        for place, entry in enumerate(entries[: 12 * 9])
    )
    # 4 with fixed tables
    for entry, number in zip(entries[::60], FIXED, strict=True):
        rule_add(
            actor=organizer_of(tournament),
            tournament=tournament,
            kind="table",
            entry_id=entry.pk,
            number=number,
        )
    return tournament


def settle(round_: Round) -> None:
    """Every table has a result: the lower entry number wins, some drop a game, one in nine is a draw."""
    matches = tables(round_)
    for match in matches:
        lot = match.pk * 7919 % 9
        match.outcome = (
            Games((1, 1), 1) if lot == 0 else Games((2, lot % 2), 0) if lot < 6 else Games((0, 2), 0)
        )
        match.state, match.source, match.ended_at = "final", "staff", timezone.now()
    Match.objects.bulk_update(matches, ["outcome", "state", "source", "ended_at"])


def stored_round(tournament: Tournament, number: int) -> set[frozenset[int]]:
    """A whole round as if it had been paired and played: everybody against somebody new; who meets whom."""
    entries = list(
        Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True)
    )
    first, others = entries[0], entries[1:]
    turned = [first, *others[number * 17 :], *others[: number * 17]]
    pairs = list(zip(turned[: PLAYERS // 2], reversed(turned[PLAYERS // 2 :]), strict=True))
    now = timezone.now()
    round_ = Round.objects.create(
        tournament=tournament,
        stage=tournament.stages.get(),
        number=number,
        state=Round.State.COMPLETED,
        seed="stored:1",
        drafted_at=now,
        published_at=now,
        completed_at=now,
    )
    matches = Match.objects.bulk_create(
        Match(tournament=tournament, round=round_, table=table) for table in range(1, len(pairs) + 1)
    )
    Seat.objects.bulk_create(
        Seat(match=match, round=round_, entry_id=entry, position=position)
        for match, pair in zip(matches, pairs, strict=True)
        for position, entry in enumerate(pair)
    )
    settle(round_)
    return {frozenset(pair) for pair in pairs}


def queries(person: Person, path: str) -> int:
    """How many statements a page needs, with an empty cache."""
    cache.clear()
    with CaptureQueriesContext(connection) as found:
        assert person.asks(path) == 200
    return len(found)


def test_226_players_eight_rounds_cut_to_eight() -> None:
    tournament = hall_of_226()
    boss, visitor = organizer(tournament), Person(tournament)
    met: set[frozenset[int]] = set()
    clan = dict(EntryRule.objects.filter(tournament=tournament, kind="clan").values_list("entry", "group"))
    fixed = dict(EntryRule.objects.filter(tournament=tournament, kind="table").values_list("entry", "number"))
    needed = {}
    for number in range(1, ROUNDS + 1):
        if number in STORED:
            met |= stored_round(tournament, number)
            continue
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
        assert len(pairs) == 113 and len(at) == PLAYERS
        now = {frozenset(pair) for pair in pairs.values()}
        # no rematch in 8 rounds
        assert not now & met and len(now) == 113
        met |= now
        # fixed-table players sit at their table each round, and two of them paired together use the lower number
        for entry, table in fixed.items():
            (other,) = next(pair for pair in now if entry in pair) - {entry}
            assert at[entry] == min(table, fixed.get(other, table))
        # no same-clan pairing in rounds 1-2, and in later rounds only if the explanation says why
        mates = [pair for pair in now if len({clan.get(one, one) for one in pair}) == 1]
        if number <= 2:
            assert not mates
        for pair in mates[:2]:
            entry = Entry.objects.get(pk=min(pair))
            boss.presses("desk/round/do/publish/", number=number)
            assert "clan" in boss.reads(f"tables/{number}/why/{entry.number}/").casefold()
        boss.presses("desk/round/do/publish/", number=number)
        if number in (1, ROUNDS):
            needed[number] = queries(boss, f"desk/rounds/{number}/results/")
        settle(round_)
        boss.presses("desk/round/do/complete/", number=number)
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
