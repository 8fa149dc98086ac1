"""Deck checks (M10, scenario 6): exactly this table gets its time, ticks are kept, and only judges see a card."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.registration.models import DeckRevision
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import LedgerRow
from rules_engine.x610z.cards import load_pool
from tests.halls import kept
from tests.tournaments.hall import logged, make_user, organizer_of, publish, running_tournament, staff_actor
from tests.tournaments.submissions.test_deck_visibility import give_list
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.judging.models import CheckedDeck, DeckCheck
from tournaments.judging.selectors import seen_in_logs
from tournaments.judging.services import (
    deck_check_close,
    deck_check_find,
    deck_check_start,
    deck_check_tick,
)
from tournaments.rounds.models import Match, Round
from tournaments.rounds.outcomes import Games

pytestmark = [pytest.mark.django_db]

POOL = load_pool()
DRAGON, BASE, MYSTIC = (
    card.number
    for card in (POOL.named("Cinder Dragon"), POOL.life_base, POOL.named("Mystic Energy Crystal"))
    if card
)
LIST = {BASE: 1, DRAGON: 2, MYSTIC: 48}
STATES = ("open", "closed")


@kept
def tournament() -> Tournament:
    """Twelve players in round 1, its clock started now, everybody with a list of 51 cards."""
    made = running_tournament(12)
    for entry in Entry.objects.filter(tournament=made).select_related("registration"):
        give_list(entry, LIST)
    publish(made, 1)
    return made


def table(tournament: Tournament, number: int) -> Match:
    return Match.objects.select_related("round").get(tournament=tournament, table=number)


def players(match: Match) -> list[Any]:
    return [seat.entry.user for seat in match.seats.select_related("entry__user")]


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def start_round(tournament: Tournament, at: Any) -> None:
    Round.objects.filter(tournament=tournament).update(started_at=at)


def checked(tournament: Tournament, judge: Actor, number: int, minutes: float, after: float = 4) -> DeckCheck:
    """A check of one table that began ``after`` minutes of the round and took ``minutes``."""
    start = timezone.now()
    start_round(tournament, start)
    with time_machine.travel(start + timedelta(minutes=after), tick=False):
        made = deck_check_start(actor=judge, tournament=tournament, match_id=table(tournament, number).pk)[
            "check"
        ]
    with time_machine.travel(start + timedelta(minutes=after + minutes), tick=False):
        deck_check_close(actor=judge, tournament=tournament, number=made)
    return DeckCheck.objects.get(tournament=tournament, number=made)


def test_scenario_6_table_5_gets_nine_minutes_and_no_other_table_changes(tournament: Tournament) -> None:
    judge = staff_actor(tournament, "judge")
    check = checked(tournament, judge, 5, minutes=6)
    assert (check.minutes, check.extension) == (6, 9)
    extended = {match.table: match.extension_minutes for match in Match.objects.filter(tournament=tournament)}
    assert extended == {1: 0, 2: 0, 3: 0, 4: 0, 5: 9, 6: 0}

    slug = tournament.slug
    wall = Client().get(f"/t/{slug}/screen/?size=S").content.decode()
    assert wall.count("<small>+9</small>") == 2  # both players of table 5
    for user in players(table(tournament, 5)):
        assert "plus 9 minutes for this table" in signed_in(user).get(f"/t/{slug}/me/").content.decode()
    for user in players(table(tournament, 4)):
        assert "minutes for this table" not in signed_in(user).get(f"/t/{slug}/me/").content.decode()


def test_scenario_6_a_deck_of_50_of_51_cards_is_linked_to_t4(tournament: Tournament) -> None:
    judge = staff_actor(tournament, "judge")
    check = checked(tournament, judge, 5, minutes=6)
    entry = table(tournament, 5).seats.all()[0].entry
    deck_check_find(
        actor=judge,
        tournament=tournament,
        number=check.number,
        entry_number=entry.number,
        findings={"finding": "missing", "presented": 50, "code": "T4"},
    )
    deck = CheckedDeck.objects.get(check_made=check, entry=entry)
    assert (deck.finding, deck.presented, deck.code) == ("missing", 50, "T4")
    assert deck.revision is not None and sum(deck.revision.main.values()) == 51
    row = LedgerRow.objects.filter(action="check.find").get()
    assert row.chain_id == f"j-{tournament.slug}"  # the desk reads the other chain
    assert row.data["code"] == "T4" and "note" not in row.data


def test_closing_twice_extends_once(tournament: Tournament) -> None:
    judge = staff_actor(tournament, "judge")
    check = checked(tournament, judge, 5, minutes=6)
    again = deck_check_close(actor=judge, tournament=tournament, number=check.number)
    assert again == {"minutes": 6, "extension": 9}
    assert table(tournament, 5).extension_minutes == 9


@pytest.mark.parametrize(("took", "extension"), [(0.5, 4), (5.01, 9), (0, 3)])
def test_a_started_minute_counts(tournament: Tournament, took: float, extension: int) -> None:
    assert checked(tournament, staff_actor(tournament, "judge"), 2, minutes=took).extension == extension


def test_near_the_end_a_table_gets_no_more_than_the_round_had_left(tournament: Tournament) -> None:
    check = checked(tournament, staff_actor(tournament, "judge"), 2, minutes=6, after=55)
    assert (check.minutes, check.extension) == (6, 5)


def test_a_match_that_ended_meanwhile_gets_nothing(tournament: Tournament) -> None:
    judge = staff_actor(tournament, "judge")
    match = table(tournament, 1)
    number = deck_check_start(actor=judge, tournament=tournament, match_id=match.pk)["check"]
    Match.objects.filter(pk=match.pk).update(state="final", outcome=Games((2, 0)))
    assert deck_check_close(actor=judge, tournament=tournament, number=number)["extension"] == 0
    with pytest.raises(UserError) as caught:
        deck_check_start(actor=judge, tournament=tournament, match_id=match.pk)
    assert caught.value.code == "match_over"


def test_the_lot_is_recorded_and_falls_on_tables_not_yet_checked(tournament: Tournament) -> None:
    judge = staff_actor(tournament, "judge")
    drawn = set()
    for _number in range(6):
        answer = deck_check_start(actor=judge, tournament=tournament)
        check = DeckCheck.objects.select_related("match").get(tournament=tournament, number=answer["check"])
        assert len(check.seed) == 64
        drawn.add(check.match.table)
    assert drawn == {1, 2, 3, 4, 5, 6}
    with pytest.raises(UserError) as caught:
        deck_check_start(actor=judge, tournament=tournament)
    assert caught.value.code == "no_table"


def test_two_checks_of_one_table_are_one(tournament: Tournament) -> None:
    match = table(tournament, 3)
    first, second = (
        deck_check_start(actor=staff_actor(tournament, role), tournament=tournament, match_id=match.pk)
        for role in ("judge", "head_judge")
    )
    assert first == second


def test_ticks_are_kept_per_card_and_end_with_the_check(tournament: Tournament) -> None:
    judge = staff_actor(tournament, "judge")
    match = table(tournament, 1)
    entry = match.seats.all()[0].entry
    number = deck_check_start(actor=judge, tournament=tournament, match_id=match.pk)["check"]
    params = {"actor": judge, "tournament": tournament, "number": number, "entry_number": entry.number}
    deck_check_tick(ticks={f"main:{DRAGON}": 2}, **params)
    deck_check_tick(ticks={f"main:{BASE}": 1, "main:no card": 5}, **params)
    deck = CheckedDeck.objects.get(check_made__number=number, entry=entry)
    assert deck.ticks == {f"main:{DRAGON}": 2, f"main:{BASE}": 1}
    deck_check_tick(ticks={f"main:{BASE}": None}, **params)
    deck_check_close(actor=judge, tournament=tournament, number=number)
    with pytest.raises(UserError) as caught:
        deck_check_tick(ticks={f"main:{BASE}": 1}, **params)
    assert caught.value.code == "check_closed"
    deck.refresh_from_db()
    assert deck.ticks == {f"main:{DRAGON}": 2}


@pytest.mark.parametrize(
    ("findings", "code"),
    [
        ({"finding": "nonsense"}, "finding"),
        ({"finding": "missing", "code": "X9"}, "code"),
        ({"finding": "fine", "code": "T4"}, "finding"),
        ({"finding": "extra", "presented": -1}, "presented"),
    ],
)
def test_a_finding_that_says_nothing_is_refused(
    tournament: Tournament, findings: dict[str, Any], code: str
) -> None:
    judge = staff_actor(tournament, "judge")
    match = table(tournament, 1)
    number = deck_check_start(actor=judge, tournament=tournament, match_id=match.pk)["check"]
    with pytest.raises(UserError) as caught:
        deck_check_find(
            actor=judge,
            tournament=tournament,
            number=number,
            entry_number=match.seats.all()[0].entry.number,
            findings=findings,
        )
    assert caught.value.code == code


def test_a_judge_checks_by_hand_from_start_to_end(tournament: Tournament) -> None:
    judge = staff_actor(tournament, "judge").user
    client = signed_in(judge)
    match = table(tournament, 5)
    entry = match.seats.all()[0].entry
    overview = reverse("tournaments:deck_checks", args=[tournament.slug])
    address = client.post(overview, {"match": match.pk})["Location"]
    page = client.get(address).content.decode()
    assert "Cinder Dragon" in page and "0 of 51 counted" in page
    assert client.post(address, {"entry": entry.number, "tick": f"main:{DRAGON}:2"}).status_code == 302
    assert "2 of 51 counted" in client.get(address).content.decode()
    assert client.post(address, {"entry": entry.number, "tick": f"main:{DRAGON}:"}).status_code == 302
    assert "2 of 51 counted" not in client.get(address).content.decode()
    client.post(
        address, {"entry": entry.number, "do": "find", "finding": "missing", "presented": "50", "code": "T4"}
    )
    client.post(address, {"do": "close"})
    assert "T4" in client.get(overview).content.decode()
    assert DeckCheck.objects.get(tournament=tournament).state == "closed"


def test_the_sheet_is_sorted_for_sorting_cards(tournament: Tournament) -> None:
    client = signed_in(staff_actor(tournament, "judge").user)
    address = client.post(
        reverse("tournaments:deck_checks", args=[tournament.slug]), {"match": table(tournament, 1).pk}
    )["Location"]
    names = ("Life Base", "Cinder Dragon", "Mystic Energy Crystal")

    def order(sort: str) -> list[str]:
        page = client.get(f"{address}sheet/?sort={sort}").content.decode()
        return sorted(names, key=page.index)

    assert order("name") == ["Cinder Dragon", "Life Base", "Mystic Energy Crystal"]
    assert order("type") == ["Life Base", "Cinder Dragon", "Mystic Energy Crystal"]
    assert order("cost") == ["Life Base", "Mystic Energy Crystal", "Cinder Dragon"]


def test_the_sheet_as_pdf_is_one_page_per_deck_whatever_the_names(tournament: Tournament) -> None:
    match = table(tournament, 1)
    Entry.objects.filter(seats__match=match).update(name="Ünïcode 🐉 שלום")
    client = signed_in(staff_actor(tournament, "judge").user)
    address = client.post(reverse("tournaments:deck_checks", args=[tournament.slug]), {"match": match.pk})[
        "Location"
    ]
    response = client.get(f"{address}sheet/?form=pdf")
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-") and response.content.rstrip().endswith(b"%%EOF")
    assert response.content.count(b"/Type /Page\n") == 2
    assert "no-store" in response["Cache-Control"]


def test_cards_seen_in_logged_games_are_held_against_the_list(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournaments.judging import selectors

    match = table(tournament, 1)
    entry = match.seats.all()[0].entry
    GameLog.objects.create(
        match=match,
        entry=entry,
        original=logged(match),
        size=1,
        sha256="1" * 64,
        submitted_at=timezone.now(),
        state="done",
        verdict="ok",
    )
    from tournaments.gamelogs.replay import cursor

    log = GameLog.objects.select_related("match__tournament").get()
    player = cursor(log).state.game.seats[0].player
    shown = selectors._shown(log, player)
    assert shown and BASE not in shown
    monkeypatch.setattr(Entry, "key", property(lambda self: player))
    assert seen_in_logs(entry, shown, {}) == []
    card, copies = next(iter(sorted(shown.items())))
    less = dict(shown) | {card: copies - 1}
    (seen,) = seen_in_logs(entry, less, {})
    assert (seen.card, seen.copies, seen.listed) == (card, copies, copies - 1)
    assert seen_in_logs(entry, less, {card: 1}) == []  # exchanged from the sideboard


@pytest.mark.parametrize("who", ["player", "scorekeeper", "organizer", "outsider", "playing judge"])
def test_a_check_does_not_exist_for_whoever_may_not_read_lists(tournament: Tournament, who: str) -> None:
    judge = staff_actor(tournament, "judge")
    match = table(tournament, 1)
    number = deck_check_start(actor=judge, tournament=tournament, match_id=match.pk)["check"]
    player = players(match)[0]
    user = {
        "player": lambda: player,
        "scorekeeper": lambda: staff_actor(tournament, "scorekeeper").user,
        "organizer": lambda: organizer_of(tournament).user,
        "outsider": make_user,
        "playing judge": lambda: staff_actor(tournament, "judge", player).user,
    }[who]()
    client = signed_in(user)
    for name, args in {
        "deck_checks": [tournament.slug],
        "check": [tournament.slug, number],
        "check_sheet": [tournament.slug, number],
    }.items():
        address = reverse(f"tournaments:{name}", args=args)
        real = client.get(address)
        assert real.status_code == 404
        if len(args) == 2:
            unreal = client.get(reverse(f"tournaments:{name}", args=[tournament.slug, 9]))
            assert (unreal.status_code, len(unreal.content)) == (404, len(real.content))
    assert (
        client.post(reverse("tournaments:check", args=[tournament.slug, number]), {"do": "close"}).status_code
        == 404
    )
    assert DeckCheck.objects.get(tournament=tournament).state == "open"


def test_the_check_keeps_the_list_it_was_held_against(tournament: Tournament) -> None:
    judge = staff_actor(tournament, "judge")
    match = table(tournament, 1)
    entry = match.seats.select_related("entry__registration", "entry__user").all()[0].entry
    number = deck_check_start(actor=judge, tournament=tournament, match_id=match.pk)["check"]
    give_list(entry, {BASE: 1})
    deck = CheckedDeck.objects.select_related("revision").get(check_made__number=number, entry=entry)
    assert deck.revision is not None and deck.revision.main == LIST
    assert DeckRevision.objects.filter(registration=entry.registration).count() == 3
