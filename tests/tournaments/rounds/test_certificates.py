"""A round's certificate after a change by hand: a repair, an exchange, a late entry. The checker makes it anew."""

from itertools import product

import pytest
from django.test import Client

from tests.tournaments.hall import draft, organizer_of, play, publish, running_tournament
from tests.tournaments.mending.test_repair import apply, late_arrival
from tests.tournaments.rounds.test_pods import play_pods, pods
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seat
from tournaments.rounds.pairing_services import round_publish, round_swap

pytestmark = [pytest.mark.django_db]


def after_one_round(players: int) -> tuple[Tournament, Round]:
    """A tournament whose first round is played, and the draft of its second."""
    tournament = running_tournament(players)
    play(tournament)
    return tournament, draft(tournament, 2)


def entries_of(round_: Round) -> list[list[int]]:
    """The entries of every table in order, by the points they stand at."""
    tables: dict[int, list[int]] = {}
    for seat in Seat.objects.filter(round=round_).order_by("match__table", "position"):
        tables.setdefault(seat.match_id, []).append(seat.entry_id)
    return list(tables.values())


def swap(tournament: Tournament, round_: Round, first: int, second: int) -> Round:
    round_swap(
        actor=organizer_of(tournament),
        tournament=tournament,
        round_id=round_.pk,
        first=first,
        second=second,
        reason="asked for it",
    )
    round_.refresh_from_db()
    return round_


def test_an_exchange_that_widens_a_gap_loses_the_proof_and_says_who_could_have_met() -> None:
    tournament, round_ = after_one_round(8)
    assert round_.certificate["certified"]
    tables = [table for table in entries_of(round_) if len(table) == 2]
    changed = swap(tournament, round_, tables[0][0], tables[-1][0])
    assert not changed.certificate["certified"] and not changed.certificate["exact"]
    codes = [note["code"] for note in changed.certificate["relaxed"]]
    assert "gap_avoidable" in codes and "cost_above_bound" in codes
    client = Client()
    client.force_login(tournament.created_by)
    page = client.get(f"/t/{tournament.slug}/desk/rounds/2/").content.decode()
    assert "could have met" in page and "asked for it" in page
    assert "Proven best" not in page and "The best possible" not in page
    # Changed back, it is as good as before, and the page says both.
    back = swap(tournament, changed, tables[0][0], tables[-1][0])
    assert back.certificate["certified"] and back.certificate["relaxed"] == []
    page = client.get(f"/t/{tournament.slug}/desk/rounds/2/").content.decode()
    assert "Proven best" in page and "Changed by hand" in page


def test_a_bye_given_to_somebody_higher_by_hand_is_named() -> None:
    tournament, round_ = after_one_round(7)
    lone = next(table[0] for table in entries_of(round_) if len(table) == 1)
    leader = next(table[0] for table in entries_of(round_) if len(table) == 2)
    changed = swap(tournament, round_, leader, lone)
    codes = {note["code"] for note in changed.certificate["relaxed"]}
    assert "bye_not_lowest" in codes and not changed.certificate["certified"]
    # Everybody may read why; who could have had it is for the desk.
    publish_now(tournament, changed)
    entry = Entry.objects.get(pk=leader)
    page = Client().get(f"/t/{tournament.slug}/tables/2/why/{entry.number}/").content.decode()
    assert "asked for it" in page and "could have had it" not in page


def test_the_why_page_of_a_rematch_made_by_hand_opens() -> None:
    tournament, round_ = after_one_round(10)
    first = Round.objects.get(tournament=tournament, number=1)
    pair = entries_of(first)[0]
    table = next(table for table in entries_of(round_) if pair[0] in table)
    other = next(one for one in table if one != pair[0])
    changed = swap(tournament, round_, other, pair[1])
    assert changed.certificate["relaxed"][0]["code"] == "rematch_avoidable"
    publish_now(tournament, changed)
    entry = Entry.objects.get(pk=pair[0])
    answer = Client().get(f"/t/{tournament.slug}/tables/2/why/{entry.number}/")
    assert answer.status_code == 200
    assert "asked for it" in answer.content.decode()


def publish_now(tournament: Tournament, round_: Round) -> None:
    round_publish(actor=organizer_of(tournament), tournament=tournament, round_id=round_.pk)


def test_a_repair_after_a_late_entry_is_certified_for_the_field_that_plays() -> None:
    tournament = running_tournament(7)
    round_ = publish(tournament)
    assert round_.certificate["cost"] == 1  # the bye's one step
    late_arrival(tournament)
    apply(tournament, round_, "smallest")
    round_.refresh_from_db()
    assert round_.certificate["certified"] and round_.certificate["exact"]
    assert round_.certificate["cost"] == round_.certificate["lower_bound"] == 0
    assert round_.certificate["changed_by_hand"] == "came late"


def test_pods_changed_by_hand_are_judged_anew_and_say_what_would_be_cheaper() -> None:
    tournament = pods(8)
    play_pods(tournament, 1)
    round_ = draft(tournament, 2)
    assert round_.certificate["certified"]
    cost, (first, second) = round_.certificate["cost"], entries_of(round_)
    for one, two in product(first, second):
        changed = swap(tournament, round_, one, two)
        if changed.certificate["cost"] > cost:
            break
        changed = swap(tournament, round_, two, one)
    assert not changed.certificate["certified"] and changed.certificate["lower_bound"] == cost
    assert changed.certificate["cost"] > cost
    assert "pod_exchange" in {note["code"] for note in changed.certificate["relaxed"]}
    client = Client()
    client.force_login(tournament.created_by)
    page = client.get(f"/t/{tournament.slug}/desk/rounds/2/").content.decode()
    assert "could change tables" in page and "Proven best" not in page
    back = swap(tournament, changed, two, one)
    assert back.certificate["certified"] and back.certificate["cost"] == cost
