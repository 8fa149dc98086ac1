"""Pages of signed-in people: the frame is made for nobody, and holds what is theirs; nobody else's is in it."""

import gzip
import re
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.commands import Actor
from tests.halls import kept
from tests.tournaments.hall import (
    make_tournament,
    make_user,
    organizer_of,
    play,
    publish,
    running_tournament,
    staff_actor,
)
from tournaments.display import frames, shared_parts, views
from tournaments.display.holes import TOKEN
from tournaments.display.moulds import alone as unmoulded
from tournaments.display.own_screen import CALL_REASONS, TEMPLATE
from tournaments.display.shelf import SHELF, Kept
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_enter, result_report

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGES = ("me/", "standings/", "standings/?round=1", "tables/", "tables/?by=table", "tables/1/")
OWN = re.compile(
    r'csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken": "[^"]*"|idempotency_key"\s+value="[^"]*"|data-now="[^"]*"'
)


@kept
def tournament() -> Tournament:
    """Round 1 complete, round 2 being played."""
    cache.clear()
    caches[SHELF].clear()
    made = running_tournament(4)
    play(made, 1)
    publish(made, 2)
    return made


def players(tournament: Tournament) -> list[Any]:
    """The two at the first table of round 2."""
    match = Match.objects.filter(tournament=tournament, round__number=2).order_by("table")[0]
    return [seat.entry.user for seat in match.seats.select_related("entry__user").order_by("position")]


def signed_in(user: Any, **headers: str) -> Client:
    client = Client(enforce_csrf_checks=True, headers=headers)
    client.force_login(user)
    return client


def text_of(answer: Any) -> str:
    body = answer.content
    return (gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body).decode()


def comparable(answer: Any) -> str:
    """A page without what differs from one answer to the next, and without white space."""
    return re.sub(r"\s+", "", OWN.sub("", text_of(answer)))


def rendered_alone(screen: Any) -> str:
    """A player's screen as its template reads it, without a mould."""
    return unmoulded(TEMPLATE, {**vars(screen), "call_reasons": CALL_REASONS})


@pytest.mark.parametrize("path", PAGES)
def test_a_framed_page_reads_as_one_that_was_made_for_its_reader_alone(
    tournament: Tournament, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, [one, other] = f"/t/{tournament.slug}/{path}", players(tournament)
    organizer = organizer_of(tournament).user
    for reader in (one, other, organizer):
        if reader is organizer and path == "me/":
            continue
        framed = [comparable(signed_in(reader).get(url)) for _again in range(2)]
        packed = comparable(signed_in(reader, **{"accept-encoding": "gzip"}).get(url))
        with monkeypatch.context() as patch:
            patch.setattr(frames, "_frame_for", lambda *_args: None)
            patch.setattr(views, "screen_markup", rendered_alone)
            alone = comparable(signed_in(reader).get(url))
        assert framed == [alone, alone] and packed == alone
        assert reader.display_name.replace(" ", "") in alone


def test_nothing_of_a_reader_lies_on_the_shelf_and_all_who_may_the_same_share_a_frame(
    tournament: Tournament,
) -> None:
    one, other = players(tournament)
    for user, name in ((one, "MARK-one"), (other, "MARK-other")):
        user.display_name, user.real_name = name, f"{name}-real"
        user.save()
    kept = []
    for user in (one, other):
        for path in PAGES:
            client = signed_in(user, **{"user-agent": "MARK-agent"})
            client.cookies["MARKname"] = "MARKvalue"
            page = text_of(client.get(f"/t/{tournament.slug}/{path}"))
            assert f"{user.display_name}-real" in page
            assert not re.search("hole-[a-z0-9._]*-?[0-9a-f]{32}", page)
        kept.append(shelf())
    found = [{key for key in each if not key.startswith("mould.")} for each in kept]
    assert found[0] == found[1], "the second reader found all that the first had needed"
    frames_kept = [value for key, value in kept[0].items() if key.startswith("frame.")]
    assert len(frames_kept) == len(PAGES)
    assert not any("idempotency_key" in everything(value) for value in frames_kept)
    for value in kept[1].values():
        assert "MARK" not in everything(value)


def everything(value: Any) -> str:
    """All text of what lies in one place of the shelf."""
    pieces = getattr(getattr(value, "page", value), "pieces", None)
    return repr(value) if pieces is None else b"".join(piece.text() for piece in pieces).decode()


def shelf() -> dict[str, Any]:
    """All that lies on the shelf by its place."""
    store = caches[SHELF]
    keys = [key.split(":", 2)[2] for key in store._cache]  # type: ignore[attr-defined]  # locmem
    return {key: kept.thing for key in keys if isinstance(kept := store.get(key), Kept)}


def test_a_reader_with_other_rights_gets_another_frame(tournament: Tournament) -> None:
    player, judge = players(tournament)[0], staff_actor(tournament, "judge").user
    url = f"/t/{tournament.slug}/standings/"
    desk, own = f'href="/t/{tournament.slug}/desk/"', f'href="/t/{tournament.slug}/me/"'
    for _again in range(2):
        of_player, of_judge = (text_of(signed_in(user).get(url)) for user in (player, judge))
        assert own in of_player and desk not in of_player
        assert desk in of_judge and own not in of_judge


def test_a_name_is_text_in_a_frame(tournament: Tournament) -> None:
    player = players(tournament)[0]
    player.real_name = "<b>'\"&"
    player.save()
    for _again in range(2):
        page = text_of(signed_in(player).get(f"/t/{tournament.slug}/standings/"))
        assert "&lt;b&gt;&#x27;&quot;&amp;" in page and "<b>'" not in page


def test_what_the_tournament_is_called_now_stands_in_every_frame(tournament: Tournament) -> None:
    player, url = players(tournament)[0], f"/t/{tournament.slug}/me/"
    client = signed_in(player)
    assert tournament.name in text_of(client.get(url))
    Tournament.objects.filter(pk=tournament.pk).update(name="Another name")
    assert "Another name" in text_of(client.get(url))


def test_a_signed_in_reader_sees_each_change_at_once(tournament: Tournament) -> None:
    player = players(tournament)[0]
    tables, standings = (f"/t/{tournament.slug}/{path}" for path in ("tables/?by=table", "standings/"))
    client = signed_in(player)
    before = [comparable(client.get(url)) for url in (tables, standings)]
    match = Match.objects.filter(tournament=tournament, round__number=2).order_by("table")[1]
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    after = [comparable(client.get(url)) for url in (tables, standings)]
    assert before[0] != after[0]
    version = re.compile('data-version="([0-9]+)"')
    assert version.findall(before[1]) != version.findall(after[1])


def test_standings_are_not_made_again_for_a_players_report(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    original = shared_parts.standings_table
    monkeypatch.setattr(shared_parts, "standings_table", lambda *args: made.append(args) or original(*args))
    one, other = players(tournament)
    url = f"/t/{tournament.slug}/standings/"
    signed_in(one).get(url)
    match = Match.objects.filter(tournament=tournament, round__number=2).order_by("table")[0]
    result_report(actor=Actor(other, "player"), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    signed_in(one).get(url)
    assert len(made) == 1
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    signed_in(one).get(url)
    assert len(made) == 2


def test_a_page_of_somebody_signed_in_is_kept_by_nobody_else(tournament: Tournament) -> None:
    client = signed_in(players(tournament)[0], **{"accept-encoding": "gzip"})
    for path in PAGES:
        answer = client.get(f"/t/{tournament.slug}/{path}")
        assert "private" in answer["Cache-Control"] and "public" not in answer["Cache-Control"]
        assert "no-store" in answer["Cache-Control"]
        assert {"Cookie", "Accept-Encoding"} <= set(re.split(", *", answer["Vary"]))


def shown_for(page: str) -> dict[str, str]:
    """Which table the forms of a page are about: the same in all of them."""
    found = set(re.findall(r'name="match" value="([0-9]+)"', page))
    assert len(found) == 1
    return {"match": found.pop()}


def test_every_token_of_a_framed_page_works_and_a_wrong_one_does_not(tournament: Tournament) -> None:
    client, url = signed_in(players(tournament)[0]), f"/t/{tournament.slug}/me/"
    page = text_of(client.get(url))
    tokens = set(re.findall(r'csrfmiddlewaretoken" value="([^"]*)"', page))
    keys = re.findall(r'idempotency_key"\s+value="([^"]*)"', page)
    assert len(tokens) == 1 and len(keys) == 2 and len(set(keys)) == 2
    again = re.findall(r'idempotency_key"\s+value="([^"]*)"', text_of(client.get(url)))
    assert len(again) == 2 and not set(again) & set(keys), "no form has the key of another"
    wrong = {"csrfmiddlewaretoken": "x" * 64, "score": "2-0-0", "idempotency_key": keys[0]} | shown_for(page)
    assert client.post(url, wrong).status_code == 403
    right = wrong | {"csrfmiddlewaretoken": tokens.pop()}
    assert client.post(url, right).status_code == 302
    assert Match.objects.filter(state="reported").count() == 1


def test_no_hole_is_left_open_in_a_live_update_or_beside_a_message(tournament: Tournament) -> None:
    client, url = signed_in(players(tournament)[0]), f"/t/{tournament.slug}/me/"
    update = {"hx-request": "true", "hx-target": "me"}
    for _again in range(2):
        answer = client.get(url, headers=update)
        page = text_of(answer)
        assert "<html" not in page and TOKEN not in page and "hole-" not in page
        assert len(set(re.findall(r'csrfmiddlewaretoken" value="([^"]*)"', page))) == 1
        token = re.search(r'csrfmiddlewaretoken" value="([^"]*)"', page)
        assert token is not None
        refused = {"csrfmiddlewaretoken": token[1], "match": "0"}
        assert client.post(url, refused).status_code == 302
        page = text_of(client.get(url))
        assert "This is not your match." in page
        assert TOKEN not in page and "hole-" not in page
        sent = {"csrfmiddlewaretoken": token[1], "score": "9-9-9"} | shown_for(page)
        assert client.post(url, sent).status_code == 422


def test_a_refused_report_is_shown_with_what_was_typed(tournament: Tournament) -> None:
    client, url = signed_in(players(tournament)[0]), f"/t/{tournament.slug}/me/"
    page = text_of(client.get(url))
    token = re.search(r'csrfmiddlewaretoken" value="([^"]*)"', page)
    assert token is not None
    data = {"csrfmiddlewaretoken": token[1], "first": "1", "second": "1", "drawn": "0"} | shown_for(page)
    answer = client.post(url, data)
    assert answer.status_code == 422 and "106.1a" in text_of(answer)
    assert "106.1a" not in text_of(client.get(url)), "and nobody else is shown it"


def test_a_message_is_shown_once_and_to_whom_it_was_meant(tournament: Tournament) -> None:
    one, other = players(tournament)
    first, second = signed_in(one), signed_in(other)
    url, said = f"/t/{tournament.slug}/me/", "This is not your match."
    token = re.search(r'csrfmiddlewaretoken" value="([^"]*)"', text_of(first.get(url)))
    assert token is not None
    first.post(url, {"csrfmiddlewaretoken": token[1], "match": "0"})
    shown = [said in text_of(client.get(url)) for client in (second, first, first, second)]
    assert shown == [False, True, False, False]


def test_a_page_of_their_own_table_needs_four_messages_whatever_was_played(tournament: Tournament) -> None:
    client, url = signed_in(players(tournament)[0]), f"/t/{tournament.slug}/me/"
    client.get(url)
    with CaptureQueriesContext(connection) as sent:
        client.get(url)
    assert len(sent) == (4 if connection.vendor == "postgresql" else 6)


def test_an_unpublished_tournament_is_framed_for_its_staff_and_missing_for_others() -> None:
    hidden = make_tournament("Hidden Cup")
    url = f"/t/{hidden.slug}/standings/"
    assert signed_in(organizer_of(hidden).user).get(url).status_code == 200
    assert signed_in(make_user()).get(url).status_code == 404
    assert Client().get(url).status_code == 404
