"""A player drops during a round, then it was a mistake (scenario 2)."""

import re

import pytest

from ledger.models import LedgerRow
from tests.halls import kept
from tests.tournaments.hall import (
    draft,
    of_table,
    organizer_of,
    play,
    publish,
    result_enter,
    running_tournament,
)
from tests.tournaments.scenarios.people import Person, in_turn, players, staff, tables
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.pairing_services import round_complete

pytestmark = [pytest.mark.django_db]


class RoundFive:
    """Given round 5 running, and A at table 3 of it."""

    def __init__(self) -> None:
        self.tournament: Tournament = running_tournament(12, changes={"rounds": 7})
        for number in range(1, 5):
            play(self.tournament, number)
        self.round: Round = publish(self.tournament, 5)
        self.match: Match = tables(self.round)[2]
        self.match.tournament = self.tournament
        self.a, self.b = players(self.match)
        self.desk = staff(self.tournament, "scorekeeper")

    @property
    def entry(self) -> Entry:
        return Entry.objects.get(tournament=self.tournament, user=self.a.user)

    def finish_round(self) -> None:
        """Everybody else plays to the end."""
        for match in tables(self.round):
            if match.state != "final":
                who = organizer_of(self.tournament)
                result_enter(actor=who, tournament=self.tournament, match_id=match.pk, said=(2, 0, 0))
        round_complete(
            actor=organizer_of(self.tournament), tournament=self.tournament, round_id=self.round.pk
        )

    def drop(self) -> None:
        """A finishes the match and drops."""
        self.a.reports(self.match, "0-2-0")
        self.b.reports(self.match, "2-0-0")
        self.a.does("leave/")
        assert (self.entry.state, self.entry.dropped_after) == ("dropped", 5)


@kept
def day() -> RoundFive:
    return RoundFive()


def seats_of(round_: Round) -> dict[int, list[int]]:
    """Who sits at which match of a round."""
    found: dict[int, list[int]] = {}
    for match, entry in Seat.objects.filter(round=round_).order_by("position").values_list("match", "entry"):
        found.setdefault(match, []).append(entry)
    return found


def the_match_is_unfinished_so_a_is_asked_to_finish_or_concede_now(day: RoundFive) -> None:
    page = day.a.does("leave/")
    assert day.entry.state == "checked_in"
    assert "Finish your match, or concede now?" in page
    # concede gives the opponent the win and marks A "dropped after round 5"
    said = {"won": 0, "lost": 0, "drawn": 0, "leave": "True"}
    day.a.does("me/concede/", **said, **of_table(day.match))
    day.match.refresh_from_db()
    assert (day.match.state, day.match.kind, day.match.outcome.winner) == ("final", "forfeit", 1)
    assert (day.entry.state, day.entry.dropped_after) == ("dropped", 5)
    assert "dropped" in day.a.reads()


def opponents_tie_breaks_keep_the_rounds_a_played_and_are_not_padded(day: RoundFive) -> None:
    day.drop()
    day.finish_round()
    publish(day.tournament, 6)
    opponent = Entry.objects.get(tournament=day.tournament, user=day.b.user)
    for match in tables(Round.objects.get(tournament=day.tournament, number=6)):
        who = organizer_of(day.tournament)
        result_enter(actor=who, tournament=day.tournament, match_id=match.pk, said=(2, 0, 0))
    day.desk.does("desk/round/do/complete/", number=6)
    page = Person(day.tournament).reads(f"standings/{opponent.pk}/omw/")
    # five rounds of three points for A, who dropped after round 5; six for those who played on
    parts = dict(re.findall(r"Round \d, (Player \d+): \d+ of (\d+)", page))
    assert parts.pop(day.entry.name) == "15"
    # (an odd number plays now: who had the bye has played a match less)
    lonely = Entry.objects.get(tournament=day.tournament, seats__round__number=6, seats__match__kind="bye")
    parts.pop(lonely.name, None)
    assert parts and set(parts.values()) == {"18"}


def while_round_six_is_a_draft_staff_reinstate_a_and_only_the_draft_changes(day: RoundFive) -> None:
    day.drop()
    day.finish_round()
    drafted = draft(day.tournament, 6)
    earlier = {
        number: seats_of(Round.objects.get(tournament=day.tournament, number=number))
        for number in range(1, 6)
    }
    assert not Seat.objects.filter(round=drafted, entry=day.entry).exists()
    page = day.desk.does("desk/entries/", action="check-in", entry=day.entry.pk)
    assert day.entry.state == "checked_in"
    # A is added to the draft
    assert f"{day.entry.name} is in the draft of the next round." in page
    assert day.entry.name in day.desk.reads("desk/rounds/6/")
    assert Seat.objects.filter(round__tournament=day.tournament, round__number=6, entry=day.entry).exists()
    # and only the draft changes.
    for number, seats in earlier.items():
        assert seats_of(Round.objects.get(tournament=day.tournament, number=number)) == seats


def two_minutes_after_round_six_is_published_the_panel_offers_the_plan_that_breaks_fewest(
    day: RoundFive,
) -> None:
    day.drop()
    day.finish_round()
    six = publish(day.tournament, 6)
    day.desk.does("desk/entries/", action="check-in", entry=day.entry.pk)
    page = day.desk.reads("desk/rounds/6/")
    assert "Repair this round" in page
    plans = format_of(six.stage).plans(day.tournament, six)
    assert len(plans) >= 3
    # default the one that breaks fewest matches without results (normally 1 to 3)
    answer = day.desk.client.get(day.desk.url("desk/rounds/6/repair/")).context["plans"]
    default = answer[0]
    assert default["plan"].kind == "smallest" and default["changes"]
    assert 1 <= len(default["broken"]) <= 3
    day.desk.does("desk/rounds/6/repair/", plan=default["value"], reason="A pressed drop by mistake")
    assert Seat.objects.filter(round=six, entry=day.entry).exists()
    # A's status, reason and the three plans are in the audit.
    rows = LedgerRow.objects.filter(
        chain_id=day.tournament.chain_key, action__in=("entry.check_in", "round.repair")
    )
    back, repaired = rows.order_by("-number")[:2][::-1]
    assert back.data["reinstated"] is True and back.data["entry"] == day.entry.pk
    assert repaired.note == "A pressed drop by mistake"
    assert [kind for kind, _broken, _unpaired in repaired.data["plans"]][:2] == ["leave", "smallest"]
    assert len(repaired.data["plans"]) >= 3


def test_s02_a_player_drops_during_a_round_and_it_was_a_mistake(day: RoundFive) -> None:
    in_turn(
        the_match_is_unfinished_so_a_is_asked_to_finish_or_concede_now,
        opponents_tie_breaks_keep_the_rounds_a_played_and_are_not_padded,
        while_round_six_is_a_draft_staff_reinstate_a_and_only_the_draft_changes,
        two_minutes_after_round_six_is_published_the_panel_offers_the_plan_that_breaks_fewest,
        given=(day,),
    )
