"""Who reads which list at which moment: closed, open from the cut, open; on the pages and in the API."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.registration.models import DeckRevision, Registration
from tests.halls import kept
from tests.tournaments.hall import make_user, organizer_of, play, publish, running_tournament, staff_actor
from tests.tournaments.submissions.deck_hall import browser
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_enter
from tournaments.rounds.stage_services import stage_cut
from tournaments.submissions.access import open_lists

pytestmark = [pytest.mark.django_db]

CANARIES = ("D1.1/009", "Cinder Dragon", "Sinteldraak")


def give_list(entry: Entry, main: dict[str, int]) -> None:
    """Register these cards for an entry, whatever the rules say of them."""
    registration = entry.registration
    assert registration is not None
    number = DeckRevision.objects.filter(registration=registration).count() + 1
    revision = DeckRevision.objects.create(
        registration=registration,
        number=number,
        main=main,
        salt="0" * 32,
        sha256=f"{number:064d}",
        pool_sha256="0" * 64,
        at=timezone.now(),
        by=entry.user,
    )
    Registration.objects.filter(pk=registration.pk).update(current=revision, state="locked")


def secret_card() -> dict[str, int]:
    from rules_engine.x610z.cards import load_pool

    card = load_pool().named("Cinder Dragon")
    assert card is not None
    return {card.number: 3}


def hall(lists: str, players: int = 4, **params: Any) -> Tournament:
    tournament = running_tournament(players, changes={"lists": lists}, **params)
    for entry in Entry.objects.filter(tournament=tournament).select_related("registration"):
        give_list(entry, secret_card())
    return tournament


def answers(user: Any, tournament: Tournament, number: int) -> dict[str, Any]:
    """What a person gets from every address that could show the list of entry ``number``."""
    client = browser(user)
    # A new browser's token is drawn, and the ETag of a page with forms hangs on it.
    client.cookies["csrftoken"] = "k" * 32
    slug = tournament.slug
    got = {
        name: client.get(reverse(f"tournaments:{name}", args=args))
        for name, args in {
            "lists": [slug],
            "list_page": [slug, number],
            "deck_sheet": [slug, number],
            "standings": [slug],
            "detail": [slug],
            "pairings": [slug],
        }.items()
    }
    got["api:decks"] = client.get(f"/api/v1/tournaments/{slug}/decks/")
    got["api:deck"] = client.get(f"/api/v1/tournaments/{slug}/decks/{number}/")
    got["api:deck.csv"] = client.get(f"/api/v1/tournaments/{slug}/decks/{number}/?format=csv&search=Cinder")
    return got


def holds_a_canary(response: Any) -> bool:
    text = response.content.decode() + json.dumps(dict(response.headers))
    return any(canary in text for canary in CANARIES)


def entries_of(tournament: Tournament) -> list[Entry]:
    return list(Entry.objects.filter(tournament=tournament).select_related("user").order_by("number"))


# --- closed ----------------------------------------------------------------------------------------------------


@kept
def closed() -> Tournament:
    return hall("closed")


def test_closed_lists_are_read_by_no_opponent_and_no_visitor_at_any_address(closed: Tournament):
    tournament = closed
    first, second = entries_of(tournament)[:2]
    for user in (
        second.user,
        None,
        organizer_of(tournament).user,
        staff_actor(tournament, "scorekeeper").user,
    ):
        for name, response in answers(user, tournament, first.number).items():
            assert not holds_a_canary(response), (name, user)
        assert answers(user, tournament, first.number)["api:deck"].status_code == 404


def test_in_two_worlds_with_other_closed_lists_everybody_else_gets_the_same_bytes(closed: Tournament):
    tournament = closed
    first, second = entries_of(tournament)[:2]
    worlds = []
    for main in (secret_card(), {"another": 41, "list": 7}):
        give_list(first, main)
        seen = {}
        for user in (second.user, None):
            for name, response in answers(user, tournament, first.number).items():
                plain = re.sub(
                    rb'(csrf\w*"? ?(value)?[":= ]+|idempotency_key" value=")[\w-]+', b"", response.content
                )
                plain = re.sub(rb'X-CSRFToken": "[\w-]+', b"", plain)
                plain = re.sub(rb"\d{4}-\d\d-\d\dT[\w:.+-]+|\d\d:\d\d:\d\d", b"TIME", plain)
                seen[name, user and user.pk] = (response.status_code, plain, response.headers.get("ETag"))
        worlds.append(seen)
    assert worlds[0].keys() == worlds[1].keys()
    for key, answer in worlds[0].items():
        assert answer == worlds[1][key], key


def test_a_closed_list_answers_like_a_list_that_does_not_exist(closed: Tournament):
    tournament = closed
    first, second = entries_of(tournament)[:2]
    client = browser(second.user)
    for address in ("/api/v1/tournaments/{}/decks/{}/", "/t/{}/lists/{}/"):
        real, unreal = (client.get(address.format(tournament.slug, number)) for number in (first.number, 9))
        assert (real.status_code, len(real.content)) == (unreal.status_code, len(unreal.content))
        assert real.status_code == 404


# --- one's own list (M07) ----------------------------------------------------------------------------------------


def own(tournament: Tournament, entry: Entry) -> dict[str, int]:
    client = browser(entry.user)
    return {
        "deck": client.get(reverse("tournaments:deck", args=[tournament.slug])).status_code,
        "receipt": client.get(reverse("tournaments:deck_receipt", args=[tournament.slug])).status_code,
        "api": client.get(f"/api/v1/tournaments/{tournament.slug}/decks/{entry.number}/").status_code,
    }


def test_a_player_reads_their_own_list_between_matches_and_not_during_one_while_lists_are_closed(
    closed: Tournament,
):
    tournament = closed
    entry = entries_of(tournament)[0]
    assert own(tournament, entry) == {"deck": 200, "receipt": 200, "api": 200}
    round_ = publish(tournament, 1)
    assert own(tournament, entry) == {"deck": 403, "receipt": 403, "api": 403}
    for address in ("deck", "deck_receipt"):
        response = browser(entry.user).get(reverse(f"tournaments:{address}", args=[tournament.slug]))
        assert not holds_a_canary(response)
    match = Match.objects.get(round=round_, seats__entry=entry)
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    assert own(tournament, entry) == {"deck": 200, "receipt": 200, "api": 200}


def test_during_a_match_no_check_or_search_of_the_editor_answers_either(closed: Tournament):
    tournament = closed
    entry = entries_of(tournament)[0]
    publish(tournament, 1)
    client = browser(entry.user)
    for name in ("deck_check", "deck_submit", "deck"):
        response = client.post(
            reverse(f"tournaments:{name}", args=[tournament.slug]), {"text": "1 Life Base"}
        )
        assert response.status_code == 403, name


def test_with_open_lists_a_player_reads_their_own_list_at_any_time():
    tournament = hall("open")
    publish(tournament, 1)
    assert own(tournament, entries_of(tournament)[0]) == {"deck": 200, "receipt": 200, "api": 200}


# --- open and open from the cut ----------------------------------------------------------------------------------


def test_open_lists_open_for_all_at_the_one_moment_of_the_start():
    tournament = hall("open")
    stage = Stage.objects.get(tournament=tournament)
    assert stage.lists_opened_at is not None
    first, second = entries_of(tournament)[:2]
    for user in (second.user, None):
        got = answers(user, tournament, first.number)
        assert got["list_page"].status_code == 200 and holds_a_canary(got["list_page"])
        assert got["api:deck"].json()["main"] == secret_card()
        assert len(got["api:decks"].json()) == 4
        assert "no-store" in got["api:deck"]["Cache-Control"]
        assert not got["list_page"].has_header("ETag")
    Stage.objects.filter(tournament=tournament).update(lists_opened_at=None)
    got = answers(second.user, tournament, first.number)
    assert got["api:deck"].status_code == got["list_page"].status_code == 404
    assert not any(holds_a_canary(response) for response in got.values())


def test_lists_open_from_the_cut_open_for_all_of_the_cut_at_once_and_for_nobody_else():
    tournament = hall("cut", 9, template="constructed-championship")
    entries = entries_of(tournament)
    for number in range(1, tournament.stages.get().rounds + 1):
        assert open_lists(tournament) == []
        play(tournament, number)
    stage_cut(actor=organizer_of(tournament), tournament=tournament)
    stage = Stage.objects.get(tournament=tournament, number=2)
    assert stage.lists_opened_at is not None
    seeded = {int(key[1:]) for key in stage.seeds}
    assert {entry.number for entry in open_lists(tournament)} == seeded
    outside = next(entry for entry in entries if entry.number not in seeded)
    for entry in entries:
        status = Client().get(f"/api/v1/tournaments/{tournament.slug}/decks/{entry.number}/").status_code
        assert status == (200 if entry.number in seeded else 404)
    assert answers(None, tournament, outside.number)["list_page"].status_code == 404


def test_the_page_of_lists_says_that_none_is_open_yet_and_does_not_exist_where_lists_are_secret():
    tournament = hall("cut", 4)
    page = Client().get(f"/t/{tournament.slug}/lists/")
    assert page.status_code == 200 and "No list is open yet" in page.content.decode()
    assert Client().get(f"/t/{hall('closed', name='Closed Cup').slug}/lists/").status_code == 404


# --- judges -------------------------------------------------------------------------------------------------------


def test_a_judge_reads_every_list_but_not_in_a_tournament_they_play_in(closed: Tournament):
    tournament = closed
    first, second = entries_of(tournament)[:2]
    judge = staff_actor(tournament, "judge").user
    got = answers(judge, tournament, first.number)
    assert got["api:deck"].status_code == got["deck_sheet"].status_code == 200
    staff_actor(tournament, "judge", second.user)
    got = answers(second.user, tournament, first.number)
    assert got["api:deck"].status_code == got["deck_sheet"].status_code == 404
    assert not any(holds_a_canary(response) for response in got.values())
    address = reverse("tournaments:deck_revise", args=[tournament.slug, first.number])
    assert browser(second.user).post(address, {"text": "x", "reason": "because"}).status_code == 404
    Tournament.objects.filter(pk=tournament.pk).update(state="finished")
    assert answers(second.user, tournament, first.number)["deck_sheet"].status_code == 200


def test_a_judge_of_another_tournament_reads_nothing_here(closed: Tournament):
    tournament = closed
    other = running_tournament(2, name="Other Cup")
    judge = staff_actor(other, "head_judge").user
    got = answers(judge, tournament, entries_of(tournament)[0].number)
    assert got["api:deck"].status_code == got["deck_sheet"].status_code == 404
    assert answers(make_user(), tournament, 1)["api:deck"].status_code == 404
