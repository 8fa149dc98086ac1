"""An odd number and late arrivals while the clock runs (scenario 4)."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from decks.registration.models import Registration
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from tests.halls import kept
from tests.tournaments.api.programs import Program
from tests.tournaments.hall import hand_in_deck, organizer_of, publish, result_enter, running_tournament
from tests.tournaments.scenarios.people import Person, in_turn, organizer, players, staff, tables
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.recordings.journal_services import recording_open
from tournaments.rounds.models import Match, Round

pytestmark = [pytest.mark.django_db]


class Hall:
    """Given 27 players, round 1 published, P27 has the bye, and late entry until minute 10."""

    def __init__(self) -> None:
        self.tournament: Tournament = running_tournament(27, changes={"late_minutes": 10})
        self.desk = organizer(self.tournament)
        self.start: datetime = timezone.now()
        with self.at(0):
            self.desk.does("desk/round/do/draft/", number=1)
            self.desk.does("desk/round/do/publish/", number=1, start_clock="yes")
        self.round = Round.objects.get(tournament=self.tournament)
        self.lonely = Entry.objects.get(tournament=self.tournament, seats__match__kind="bye")

    def at(self, minutes: float) -> Any:
        """So many minutes on the clock."""
        return time_machine.travel(self.start + timedelta(minutes=minutes), tick=False)

    def arrives(self, name: str, *, deck: bool = True) -> Entry:
        """Somebody late comes to the desk."""
        self.desk.does("desk/entries/", action="add", name=name, later="on")
        entry = Entry.objects.select_related("registration").get(tournament=self.tournament, name=name)
        if deck:
            hand_in_deck(entry)
        return entry

    def plans(self) -> list[dict[str, Any]]:
        """What the system offers, in its order."""
        return list(self.desk.client.get(self.desk.url("desk/rounds/1/repair/")).context["plans"])

    def use(self, plan: dict[str, Any], who: Person | None = None) -> str:
        """Choose a plan."""
        person = who or self.desk
        return person.does("desk/rounds/1/repair/", plan=plan["value"], reason="came late")


@kept
def hall() -> Hall:
    return Hall()


def at_three_minutes_l1_and_the_bye_come_first_and_the_loss_second(hall: Hall) -> None:
    with hall.at(3):
        late = hall.arrives("L1")
        first, second, *_others = hall.plans()
        # "pair L1 with P27 (bye removed, ...)" first
        assert [set(table["names"]) for table in first["added"]] == [{"L1", hall.lonely.name}]
        assert [table["names"] for table in first["broken"]] == [[hall.lonely.name]]
        # "loss in round 1" second
        assert (second["unpaired"], second["changes"]) == (["L1"], False)
        assert "They lose this round and play from the next one." in hall.desk.reads("desk/rounds/1/repair/")
        hall.use(first)
    match = Match.objects.get(round=hall.round, seats__entry=late)
    assert not Match.objects.filter(round=hall.round, kind="bye").exists()
    # extension +3 to that table, and to no other
    assert (match.extension_minutes, match.kind) == (3, "played")
    others = Match.objects.filter(round=hall.round).exclude(pk=match.pk)
    assert set(others.values_list("extension_minutes", flat=True)) == {0}


def when_the_clock_is_past_ten_there_is_only_the_loss_and_l1_joins_round_two(hall: Hall) -> None:
    with hall.at(11):
        late = hall.arrives("L1")
        assert not any("L1" in table["names"] for plan in hall.plans() for table in plan["added"])
        page = hall.desk.reads("desk/rounds/1/repair/")
        assert "This round has been played for more than 10 minutes. Anyone without a table loses it" in page
    _finish(hall)
    hall.desk.does("desk/round/do/draft/", number=2)
    assert Match.objects.filter(
        round__number=2, round__tournament=hall.tournament, seats__entry=late
    ).exists()


def l1_without_a_deck_list_may_sit_cannot_start_and_the_judge_sees_deck_missing(hall: Hall) -> None:
    said = "Here without a submitted deck. They may sit down, and play only once their deck is registered: L1"
    judge = staff(hall.tournament, "judge")
    with hall.at(3):
        late = hall.arrives("L1", deck=False)
        hall.use(hall.plans()[0])
        assert Match.objects.filter(round=hall.round, seats__entry=late).exists()
        for page in (judge.reads("judge/"), hall.desk.reads("desk/"), hall.desk.reads("desk/rounds/1/")):
            assert said in page
        # Cannot start: nobody at the table reports, and no game of it is recorded; the page of the table says why.
        match = Match.objects.get(round=hall.round, seats__entry=late)
        match.tournament = hall.tournament
        why = "L1 has not submitted a deck yet, so this table cannot start. Ask at the desk."
        other = next(one for one in players(match) if one.user != late.user)
        rows = LedgerRow.objects.count()
        assert why in other.reports(match, "2-0-0")
        with pytest.raises(UserError) as refused:
            recording_open(actor=Actor(other.user, "player"), tournament=hall.tournament, match_id=match.pk)
        assert refused.value.code == "deck_missing"
        program = Program(other.user).post(
            f"tournaments/{hall.tournament.slug}/rounds/1/tables/{match.table}/report/", {"said": [2, 0]}
        )
        assert (program.status_code, program.json()["problems"][0]["code"]) == (409, "deck_missing")
        assert LedgerRow.objects.count() == rows and not match.reports.exists()
        assert "Without a submitted deck: L1. This table cannot start" in judge.reads(
            f"desk/matches/{match.pk}/"
        )
        # What a judge decides about it is entered all the same; other tables play on.
        free = tables(hall.round)[0]
        free.tournament = hall.tournament
        players(free)[0].reports(free, "2-0-0")
        assert free.reports.count() == 1
        # With the deck it can start.
        hand_in_deck(late)
        assert "without a submitted deck" not in judge.reads("judge/")
        assert "cannot start" not in judge.reads(f"desk/matches/{match.pk}/")
        other.reports(match, "2-0-0")
        assert match.reports.count() == 1


def a_table_that_could_not_start_is_the_desks_to_enter_and_without_lists_every_table_starts(
    hall: Hall,
) -> None:
    with hall.at(3):
        late = hall.arrives("L1", deck=False)
        hall.use(hall.plans()[0])
        match = Match.objects.get(round=hall.round, seats__entry=late)
        lost = (0, 2, 0) if match.seats.get(entry=late).position == 0 else (2, 0, 0)
        boss = organizer_of(hall.tournament)
        result_enter(actor=boss, tournament=hall.tournament, match_id=match.pk, said=lost, kind="forfeit")
        match.refresh_from_db()
        assert match.state == "final"
    other = running_tournament(4, changes={"deck_required": False})
    match = tables(publish(other))[0]
    match.tournament = other
    Registration.objects.filter(entry__in=match.seats.values("entry")).update(current=None)
    players(match)[0].reports(match, "2-0-0")
    assert match.reports.count() == 1


def l2_finds_no_bye_and_one_is_given_by_the_head_judge_alone(hall: Hall) -> None:
    head = staff(hall.tournament, "head_judge")
    with hall.at(3):
        hall.arrives("L1")
        hall.use(hall.plans()[0])
        late = hall.arrives("L2")
        loss, bye, *_others = hall.plans()
        # Byes are never given to a late player by default.
        assert (loss["unpaired"], loss["changes"], loss["late_bye"]) == (["L2"], False, False)
        assert bye["late_bye"] and bye["added"][0]["names"] == ["L2"]
        assert "Only the head judge gives a bye" in hall.use(bye)
        assert not Match.objects.filter(seats__entry=late).exists()
        hall.use(bye, head)
    assert Match.objects.get(seats__entry=late).kind == "bye"
    row = LedgerRow.objects.filter(chain_id=hall.tournament.chain_key, action="round.repair").latest("number")
    assert (row.role, row.note) == ("head_judge", "came late")


def _finish(hall: Hall, number: int = 1) -> None:
    """The first seat wins at every table; the round is completed."""
    for match in tables(Round.objects.get(tournament=hall.tournament, number=number)):
        desk = organizer_of(hall.tournament)
        result_enter(actor=desk, tournament=hall.tournament, match_id=match.pk, said=(2, 0, 0))
    hall.desk.presses("desk/round/do/complete/", number=number)


def missed_rounds_count_as_losses_in_points_and_make_nobody_an_opponent(hall: Hall) -> None:
    with hall.at(11):
        late = hall.arrives("L1")
    _finish(hall)
    hall.desk.does("desk/round/do/draft/", number=2)
    hall.desk.does("desk/round/do/publish/", number=2)
    match = Match.objects.get(round__number=2, round__tournament=hall.tournament, seats__entry=late)
    _finish(hall, 2)
    wins = 1 if match.seats.get(position=0).entry_id == late.pk else 0
    rows = Person(hall.tournament).reads("standings/")
    assert re.search(rf" L1 {3 * wins} .*? {wins}-{2 - wins}-0 ", rows)
    # Nobody was L1's opponent in the round that L1 missed. (That it counts in L1's own percentage, which opponents
    # average, is our documented choice: docs/standings.md, "late entry".)
    assert Match.objects.filter(round__tournament=hall.tournament, seats__entry=late).count() == 1


@pytest.mark.night(
    "a day of six sentences",
    short="tests/tournaments/scenarios/test_late_arrivals.py::test_a_player_without_a_deck_is_pointed_out_on_desk_draft_and_judges_page",
)
def test_s04_an_odd_number_and_late_arrivals(hall: Hall) -> None:
    in_turn(
        at_three_minutes_l1_and_the_bye_come_first_and_the_loss_second,
        when_the_clock_is_past_ten_there_is_only_the_loss_and_l1_joins_round_two,
        l1_without_a_deck_list_may_sit_cannot_start_and_the_judge_sees_deck_missing,
        a_table_that_could_not_start_is_the_desks_to_enter_and_without_lists_every_table_starts,
        l2_finds_no_bye_and_one_is_given_by_the_head_judge_alone,
        missed_rounds_count_as_losses_in_points_and_make_nobody_an_opponent,
        given=(hall,),
    )
