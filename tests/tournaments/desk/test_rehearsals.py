"""A rehearsal: the day with invented players on the real pages, while nobody outside sees, hears or counts anything."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import Chain, OutboxMessage
from tests.halls import kept
from tests.tournaments.hall import (
    let_in,
    make_tournament,
    make_user,
    organizer_of,
    running_tournament,
    staff_actor,
)
from tournaments.entries.models import Entry
from tournaments.entries.rehearsal_services import MOST_REHEARSALS, close_rehearsals, tournament_rehearse
from tournaments.entries.services import entry_create
from tournaments.events.access import judges_somewhere
from tournaments.events.copy_services import tournament_copy
from tournaments.events.invitation_services import invitation_make
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry, tournament_request_approval
from tournaments.judging.precedent_services import precedent_publish
from tournaments.rounds.models import Match, Round
from x610z_site.reach.hook_services import hook_create
from x610z_site.reach.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
BANNER = "Rehearsal: nothing here counts"


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def rehearse(source: Tournament, players: int = 8) -> Tournament:
    answer = tournament_rehearse(actor=organizer_of(source), tournament=source, players=players)
    return Tournament.objects.get(pk=answer["id"])


def published(name: str = "Real Cup") -> Tournament:
    tournament = make_tournament(name)
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    return tournament


@kept
def source() -> Tournament:
    return published()


def test_one_person_rehearses_a_whole_day_on_the_real_pages(source: Tournament) -> None:
    desk = client_of(source.created_by)
    assert "Rehearse this tournament" in desk.get(f"/t/{source.slug}/desk/").content.decode()
    made = desk.post(reverse("tournaments:rehearse", args=[source.slug]), {"players": "8"})
    rehearsal = Tournament.objects.get(rehearsal_until__isnull=False)
    base = f"/t/{rehearsal.slug}/"
    assert made["Location"] == f"{base}desk/" and rehearsal.name == "Rehearsal of Real Cup"
    names = set(Entry.objects.filter(tournament=rehearsal).values_list("name", flat=True))
    assert names == {f"Player {number}" for number in range(1, 9)}
    desk.post(f"{base}desk/do/open_check_in/")
    entries = Entry.objects.filter(tournament=rehearsal).order_by("number").values_list("pk", flat=True)
    desk.post(f"{base}desk/door/", {"entry": list(entries), "many": "yes"})
    desk.post(f"{base}desk/round/do/start/")
    planned = rehearsal.stages.get().rounds
    for number in range(1, planned + 1):
        desk.post(f"{base}desk/round/do/draft/", {"number": number})
        desk.post(f"{base}desk/round/do/publish/", {"number": number})
        page = desk.get(f"{base}desk/").content.decode()
        assert "Enter a result at all other tables" in page and BANNER in page
        open_ = Match.objects.filter(tournament=rehearsal, round__number=number, state="open")
        if number == 1:
            desk.post(f"{base}desk/rehearse/", {"do": "disagree", "table": "2"})
            disputed = Match.objects.get(tournament=rehearsal, state="disputed")
            assert disputed.table == 2
            desk.post(f"{base}desk/rehearse/", {"do": "play", "table": "1"})
            assert [match.table for match in open_.all()] == [1], "one's own table waits for oneself"
            settled = {
                "first": "2",
                "second": "0",
                "drawn": "0",
                "kind": "played",
                "reason": "Both agree now",
            }
            desk.post(f"{base}desk/matches/{disputed.pk}/", settled)
        said = desk.post(f"{base}desk/rehearse/", {"do": "play", "table": ""}, follow=True)
        assert "Results entered: " in said.content.decode(), (
            number,
            said.content.decode().partition(BANNER)[0][-600:],
        )
        assert not open_.all().exists(), number
        desk.post(f"{base}desk/round/do/complete/", {"number": number})
    assert Round.objects.filter(tournament=rehearsal, state="completed").count() == planned
    desk.post(f"{base}desk/do/finish/")
    rehearsal.refresh_from_db()
    stages = rehearsal.stages.order_by("number").last()
    assert rehearsal.state == "finished" or (stages is not None and stages.cut), rehearsal.state


def test_every_page_print_and_wall_of_a_rehearsal_says_that_nothing_counts() -> None:
    tournament = running_tournament(4)
    Tournament.objects.filter(pk=tournament.pk).update(rehearsal_until=timezone.now() + timedelta(days=1))
    desk = client_of(tournament.created_by)
    entry = Entry.objects.filter(tournament=tournament).order_by("number")[0]
    entry.user.guest_of = tournament.chain_key
    entry.user.save()
    base = f"/t/{tournament.slug}/"
    pages = ["", "tables/", "standings/", "screen/", "schedule/", "poster/", "desk/", "desk/entries/"]
    pages += ["desk/staff/", "desk/door/", "desk/rehearse/", "desk/print/seats/", "desk/find/"]
    wrong = {
        path: answer.status_code
        for path in pages
        if BANNER not in (answer := desk.get(base + path)).content.decode()
    }
    assert wrong == {}
    phone = let_in(tournament, entry)
    for path in ("me/", "", "standings/"):
        assert BANNER in phone.get(base + path).content.decode(), path
    Tournament.objects.filter(pk=tournament.pk).update(rehearsal_until=None)
    assert all(BANNER not in desk.get(base + path).content.decode() for path in pages), "the control"


def test_nothing_that_anybody_outside_sees_changes_when_a_rehearsal_exists(source: Tournament) -> None:
    person = make_user("Visitor")
    judge = staff_actor(source, "judge").user
    paths = [
        "/",
        "/t/",
        "/api/v1/tournaments/",
        "/clans/",
        f"/t/{source.slug}/",
        f"/t/{source.slug}/version/",
    ]
    paths += [
        f"/t/{source.slug}/standings/",
        f"/api/v1/tournaments/{source.slug}/",
        f"/t/{source.slug}/calendar.ics",
    ]
    readers = {"nobody": Client(), "somebody": client_of(person), "judge": client_of(judge)}

    def seen() -> dict[tuple[str, str], Any]:
        found = {}
        for who, client in readers.items():
            for path in paths:
                answer = client.get(path)
                text = (
                    answer.content.decode().partition("<main")[2] if "html" in answer["Content-Type"] else ""
                )
                api = answer.content if "json" in answer["Content-Type"] else b""
                found[who, path] = (
                    answer.status_code,
                    names_in(text),
                    api,
                    answer.get("ETag") if who == "nobody" else "",
                )
        return found

    def names_in(text: str) -> tuple[int, ...]:
        return tuple(text.count(word) for word in ("Real Cup", "Rehears", "Player ", "<li", "<tr"))

    before, chain = seen(), Chain.objects.filter(key=source.chain_key).values().get()
    rehearsal = rehearse(source)
    assert seen() == before
    assert Chain.objects.filter(key=source.chain_key).values().get() == chain
    for client in readers.values():
        for path in ("", "version/", "standings/", "tables/", "screen/", "me/", "desk/", "calendar.ics"):
            assert client.get(f"/t/{rehearsal.slug}/{path}").status_code in (302, 404), path
        assert client.get(f"/api/v1/tournaments/{rehearsal.slug}/").status_code == 404
    assert readers["somebody"].get(f"/t/{rehearsal.slug}/").status_code == 404
    assert readers["nobody"].get(f"/t/{rehearsal.slug}/").status_code == 404
    organizer = client_of(source.created_by)
    assert rehearsal.name in organizer.get(reverse("accounts:profile")).content.decode(), "the control"


def test_a_rehearsal_refuses_what_would_reach_people_or_count(source: Tournament) -> None:
    rehearsal, organizer = rehearse(source), organizer_of(source)
    later = timezone.now() + timedelta(days=9)
    person = make_user("Somebody")
    refused = {
        "entry": lambda: entry_create(actor=Actor(source.created_by, "player"), tournament=rehearsal),
        "invitation": lambda: invitation_make(
            actor=organizer, tournament=rehearsal, username=person.username, kind="play"
        ),
        "webhook": lambda: hook_create(actor=organizer, tournament=rehearsal, url="https://example.org/hook"),
        "copy": lambda: tournament_copy(actor=organizer, tournament=rehearsal, name="Again", starts_at=later),
        "rehearsal": lambda: rehearse(rehearsal),
        "approval": lambda: tournament_request_approval(actor=organizer, tournament=rehearsal),
        "precedent": lambda: precedent_publish(
            actor=Actor(source.created_by, "head_judge"),
            tournament=rehearsal,
            number=1,
            question="x",
            answer="y",
        ),
    }
    codes = {}
    for name, attempt in refused.items():
        with pytest.raises(UserError) as error:
            attempt()
        codes[name] = error.value.code
    assert codes.pop("approval") == "wrong_state"
    assert set(codes.values()) == {"rehearsal"}
    assert not judges_somewhere(source.created_by), "a judge of a rehearsal alone reads no precedents"
    assert not Notice.objects.exists()
    players = get_user_model().objects.filter(guest_of=rehearsal.chain_key)
    assert players.count() == 8 and not any(
        player.has_usable_password() or player.email for player in players
    )


def test_too_many_players_crews_and_a_flood_of_rehearsals_are_refused() -> None:
    source = make_tournament("Small", capacity=8)
    for players in (3, 9):
        with pytest.raises(UserError):
            rehearse(source, players)
    for _number in range(MOST_REHEARSALS):
        rehearse(source, 4)
    with pytest.raises(UserError):
        rehearse(source, 4)
    assert client_of(make_user()).get(f"/t/{source.slug}/desk/rehearse/").status_code == 404


def test_playing_on_is_refused_in_a_real_tournament() -> None:
    tournament = running_tournament(4)
    desk, base = client_of(tournament.created_by), f"/t/{tournament.slug}/desk/"
    desk.post(f"{base}round/do/draft/", {"number": 1})
    desk.post(f"{base}round/do/publish/", {"number": 1})
    assert "Enter a result at all other tables" not in desk.get(base).content.decode()
    for do in ("play", "disagree"):
        desk.post(f"{base}rehearse/", {"do": do, "table": ""})
    assert set(Match.objects.filter(tournament=tournament).values_list("state", flat=True)) == {"open"}


def test_a_rehearsal_closes_itself_after_its_days_and_stays_hidden(source: Tournament) -> None:
    rehearsal = rehearse(source)
    assert close_rehearsals(timezone.now() + timedelta(days=6)) == 0
    told = OutboxMessage.objects.exclude(topic="live").count()
    assert close_rehearsals(timezone.now() + timedelta(days=8)) == 1
    rehearsal.refresh_from_db()
    source.refresh_from_db()
    assert (rehearsal.state, source.state) == ("cancelled", "entry")
    assert OutboxMessage.objects.exclude(topic="live").count() == told
    assert client_of(make_user()).get(f"/t/{rehearsal.slug}/").status_code == 404
    start = client_of(source.created_by).get(reverse("accounts:profile")).content.decode()
    assert rehearsal.name not in start and source.name in start
    assert close_rehearsals(timezone.now() + timedelta(days=9)) == 0
