"""Byes and seeds awarded beforehand: shown, kept by every round of points, refused where they mean nothing."""

import pytest
from django.test import Client

from ledger.errors import UserError
from tests.tournaments.hall import (
    draft,
    enter,
    make_tournament,
    organizer_of,
    play,
    publish,
    running_tournament,
    staff_actor,
)
from tournaments.entries.award_services import entry_award
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.imports.exports import as_trf, results_of
from tournaments.rounds.field import played_matches, standings_rows
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.selectors import is_outdated

pytestmark = [pytest.mark.django_db]


def awarded(tournament: Tournament, entry: Entry, byes: int = 0, seed: int | None = None) -> None:
    actor = organizer_of(tournament)
    entry_award(actor=actor, tournament=tournament, entry_id=entry.pk, byes=byes, seed=seed)


def entries_of(tournament: Tournament) -> list[Entry]:
    return list(Entry.objects.filter(tournament=tournament).order_by("number"))


def opened(**params: str) -> Tournament:
    """A tournament that people may enter."""
    tournament = make_tournament(**params)
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    return Tournament.objects.get(pk=tournament.pk)


def resting(round_: Round) -> dict[int, str]:
    """By the number of the entry, which bye it has."""
    byes = Match.objects.filter(round=round_, kind="bye")
    return dict(byes.values_list("seats__entry__number", "source"))


def test_awarded_byes_are_kept_round_by_round_count_as_wins_and_are_seen_as_such() -> None:
    tournament = running_tournament(9)
    ann, bob, *_ = entries_of(tournament)
    awarded(tournament, ann, byes=2)
    awarded(tournament, bob, byes=1)
    first = play(tournament, 1)
    # Nine less two: an odd field, so one more rests, and that bye is none that was awarded.
    assert resting(first).pop(1) == resting(first).pop(2) == "awarded"
    assert sorted(resting(first).values()) == ["awarded", "awarded", "bye"]
    assert format_of(first.stage).recertify(tournament, first, "")[1] == []
    second = play(tournament, 2)
    assert resting(second) == {1: "awarded"}
    third = publish(tournament, 3)
    assert 1 not in resting(third) and 2 not in resting(third)
    kinds = {
        (one.round, one.players[0]): one.kind for one in played_matches(tournament) if one.players[1] is None
    }
    assert (
        kinds.keys() >= {(1, "E1"), (2, "E1"), (1, "E2")}
        and kinds[1, "E1"] == kinds[2, "E1"] == "awarded_bye"
    )
    row = next(row for row in standings_rows(tournament, through=2) if row.id == "E1")
    assert (row.points, row.byes, row.record) == (6, 2, (2, 0, 0))
    browser = Client()
    page = browser.get(f"/t/{tournament.slug}/tables/1/").content.decode()
    assert page.count("Awarded bye") >= 2
    why = browser.get(f"/t/{tournament.slug}/tables/1/why/1/").content.decode()
    assert "This bye was awarded before the tournament" in why and "Staff gave" not in why
    assert "awarded byes: rounds 1 to 2" in browser.get(f"/t/{tournament.slug}/").content.decode()
    assert " F" in as_trf(results_of(tournament, staff=False))


def test_an_award_after_the_draft_asks_for_a_new_one_and_after_the_round_it_is_too_late() -> None:
    tournament = running_tournament(8)
    ann, bob, *_ = entries_of(tournament)
    round_ = draft(tournament)
    awarded(tournament, ann, byes=1)
    assert is_outdated(tournament, round_)
    tournament.rounds.all().delete()  # type: ignore[attr-defined]  # reverse relation
    publish(tournament)
    awarded(tournament, ann, byes=1)  # the same once more is nothing new
    with pytest.raises(UserError, match="stay as they are"):
        awarded(tournament, bob, byes=1)


def test_who_comes_late_has_the_byes_of_the_rounds_that_are_left_and_who_leaves_has_none() -> None:
    tournament = opened()
    entries = enter(tournament, 8)
    Entry.objects.filter(pk=entries[0].pk).update(byes=2, state="no_show")
    Entry.objects.filter(pk=entries[1].pk).update(byes=2)
    tournament = started(tournament)
    play(tournament, 1)
    Entry.objects.filter(pk=entries[0].pk).update(state="checked_in", joined_round=2)
    Entry.objects.filter(pk=entries[1].pk).update(state="dropped", dropped_after=1)
    assert resting(play(tournament, 2))[1] == "awarded"
    assert not Seat.objects.filter(entry=entries[1], round__number=2).exists()


def started(tournament: Tournament) -> Tournament:
    """The same, begun with those who are entered."""
    Entry.objects.filter(tournament=tournament, state="entered").update(state="checked_in")
    stage = tournament.stages.get(number=1)
    stage.kind, stage.rounds = "swiss", 4
    stage.save()
    Tournament.objects.filter(pk=tournament.pk).update(state="running")
    return Tournament.objects.get(pk=tournament.pk)


def test_byes_that_would_leave_fewer_than_two_to_meet_lapse() -> None:
    tournament = running_tournament(5)
    for entry in entries_of(tournament)[:4]:
        awarded(tournament, entry, byes=1)
    assert Match.objects.filter(round=draft(tournament)).exclude(kind="bye").count() == 2


def test_seeds_say_who_meets_whom_before_any_result_does() -> None:
    tournament = running_tournament(8, changes={"method": "fold"})
    for seed, entry in enumerate(reversed(entries_of(tournament)), start=1):
        awarded(tournament, entry, seed=seed)
    matches = Match.objects.filter(round=draft(tournament)).order_by("table")
    pairs = [set(match.seats.values_list("entry__number", flat=True)) for match in matches]  # type: ignore[attr-defined]  # reverse relation
    assert pairs == [{8, 1}, {7, 2}, {6, 3}, {5, 4}]


def test_an_award_is_refused_where_it_means_nothing_or_is_none() -> None:
    robin = opened(template="constructed-round-robin")
    [entry] = enter(robin, 1)
    with pytest.raises(UserError, match="mean something only"):
        awarded(robin, entry, byes=1)
    tournament = opened()
    [entry, other] = enter(tournament, 2)
    for wrong in ({"byes": 6}, {"byes": -1}, {"seed": 0}):
        with pytest.raises(UserError):
            awarded(tournament, entry, **wrong)
    with pytest.raises(UserError, match="Choose a player"):
        entry_award(actor=organizer_of(tournament), tournament=robin, entry_id=other.pk, byes=1)


def test_the_desk_awards_by_its_page_and_everybody_reads_it_in_the_list() -> None:
    tournament = opened()
    [entry, _other] = enter(tournament, 2)
    staff = Client()
    staff.force_login(staff_actor(tournament, "scorekeeper").user)
    path = f"/t/{tournament.slug}/desk/rules/"
    staff.post(path, {"award": "yes", "entry": entry.pk, "byes": 1, "seed": 3})
    assert Entry.objects.filter(pk=entry.pk, byes=1, seed=3).exists()
    assert "seed 3" in staff.get(path).content.decode()
    assert staff.post(path, {"award": "yes", "entry": entry.pk, "byes": 9}).status_code == 422
