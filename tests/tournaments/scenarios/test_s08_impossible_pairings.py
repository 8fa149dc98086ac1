"""Pairing becomes impossible (scenario 8): the system never ends the event, crashes or leaves somebody out silently."""

import pytest

from tests.tournaments.hall import enter as enter_players
from tests.tournaments.hall import make_tournament, organizer_of, result_enter, running_tournament
from tests.tournaments.pairing import test_event_scenarios as pairing_alone
from tests.tournaments.scenarios.people import Person, in_turn, organizer, tables
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.rounds.models import Round, Seat
from tournaments.rounds.pairing_services import round_complete, round_publish

pytestmark = [pytest.mark.django_db]
ORDER = ("clan", "gap", "side", "rematch", "second bye")
"""The published order of relaxations: clan keep-apart, point distance, side balance, then a rematch oldest first, then
second bye."""


PROOFS = ("Proven best", "The best possible by the pairing rules", "Checked: every player exactly once")


def everybody_once(round_: Round) -> bool:
    """Whether all active players sit exactly once."""
    seated = sorted(Seat.objects.filter(round=round_).values_list("entry_id", flat=True))
    here = Entry.objects.filter(tournament=round_.tournament, state="checked_in").values_list("pk", flat=True)
    return seated == sorted(here)


def rematches(tournament: Tournament, number: int) -> list[frozenset[int]]:
    """The pairs of a round that have met in an earlier one."""
    pairs: dict[int, dict[int, set[int]]] = {}
    seats = Seat.objects.filter(round__tournament=tournament, match__kind="played")
    for round_number, match, entry in seats.values_list("round__number", "match", "entry"):
        pairs.setdefault(round_number, {}).setdefault(match, set()).add(entry)
    now = {frozenset(one) for one in pairs.pop(number).values()}
    before = {frozenset(one) for earlier in pairs.values() for one in earlier.values()}
    return sorted(now & before, key=sorted)


def pair_and_play(boss: Person, number: int) -> tuple[Round, str]:
    """Draft, read the draft, publish, play: the round and what the draft said."""
    boss.does("desk/round/do/draft/", number=number)
    page = boss.reads(f"desk/rounds/{number}/")
    tournament = boss.tournament
    round_ = Round.objects.get(tournament=tournament, number=number)
    actor = organizer_of(tournament)
    round_publish(actor=actor, tournament=tournament, round_id=round_.pk)
    for match in tables(round_):
        result_enter(actor=actor, tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    round_complete(actor=actor, tournament=tournament, round_id=round_.pk)
    return round_, page


def everybody_meets_everybody_and_nobody_is_left_out(players: int, rounds: int) -> None:
    tournament = running_tournament(players, changes={"rounds": rounds})
    boss = organizer(tournament)
    for number in range(1, rounds + 1):
        round_, page = pair_and_play(boss, number)
        # A checker confirms "all players exactly once".
        assert everybody_once(round_)
        assert any(words in page for words in PROOFS)
        if again := rematches(tournament, number):
            assert page.count("meet again") == len(again)
    assert Seat.objects.filter(round__tournament=tournament).count() == players * rounds


def two_clans_of_five_kept_apart_give_way_in_the_published_order_and_every_relaxation_is_named() -> None:
    tournament = running_tournament(10, changes={"rounds": 9, "clan_rounds": 9})
    boss = organizer(tournament)
    for number, entry in enumerate(Entry.objects.filter(tournament=tournament).order_by("number")):
        boss.does("desk/rules/", entry=entry.pk, kind="clan", group="Red" if number % 2 else "Blue")
    for number in range(1, 10):
        round_, page = pair_and_play(boss, number)
        assert everybody_once(round_)
        mates = _mates(round_)
        # It relaxes in the published order: clan mates meet only where nobody would be left to meet without a rematch
        # later (five rounds of five against five exist, and after them only rematches), and a rematch is the last.
        assert number > 1 or not mates
        assert "clan" in page.casefold() or not mates
        assert "meet again" in page or not rematches(tournament, number)
        # reports each relaxation before publishing
        for one, two in mates:
            assert one in page and two in page


def _mates(round_: Round) -> list[tuple[str, str]]:
    found = []
    for match in tables(round_):
        one, two = (seat.entry for seat in match.seats.select_related("entry"))
        if one.rules.get(kind="clan").group == two.rules.get(kind="clan").group:
            found.append((one.name, two.name))
    return found


def it_warns_at_set_up_time_when_rounds_exceed_what_the_field_can_carry() -> None:
    tournament = make_tournament("Long Cup", changes={"rounds": 9})
    actor = organizer_of(tournament)
    tournament_open_entry(actor=actor, tournament=tournament, casual=True)
    enter_players(tournament, 8)
    page = organizer(tournament).reads("desk/")
    assert "9 rounds are more than 8 players can play without meeting again: 7 at most." in page


def the_event_goes_on_past_the_last_round_without_a_rematch() -> None:
    tournament = running_tournament(4, changes={"rounds": 5, "min_competitors": 2})
    boss = organizer(tournament)
    for number in range(1, 6):
        round_, page = pair_and_play(boss, number)
        assert everybody_once(round_)
        if again := rematches(tournament, number):
            assert number > 3 and page.count("meet again") == len(again)
            # then a rematch oldest first
            first = {frozenset(pair) for pair in again}
            oldest = set(_pairs(tournament, number - 3))
            assert first == oldest


def _pairs(tournament: Tournament, number: int) -> list[frozenset[int]]:
    found: dict[int, set[int]] = {}
    for match, entry in Seat.objects.filter(
        round__tournament=tournament, round__number=number, match__kind="played"
    ).values_list("match", "entry"):
        found.setdefault(match, set()).add(entry)
    return [frozenset(one) for one in found.values()]


@pytest.mark.night(
    "fields in which everybody meets everybody",
    short="tests/tournaments/pairing/test_event_scenarios.py::test_rules_give_way_in_the_published_order_and_are_all_named",
)
def test_s08_pairing_becomes_impossible() -> None:
    in_turn(
        it_warns_at_set_up_time_when_rounds_exceed_what_the_field_can_carry,
        lambda: everybody_meets_everybody_and_nobody_is_left_out(8, 7),
        lambda: everybody_meets_everybody_and_nobody_is_left_out(6, 5),
        two_clans_of_five_kept_apart_give_way_in_the_published_order_and_every_relaxation_is_named,
        pairing_alone.test_rules_give_way_in_the_published_order_and_are_all_named,
        the_event_goes_on_past_the_last_round_without_a_rematch,
    )
