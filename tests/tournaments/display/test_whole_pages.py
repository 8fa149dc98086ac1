"""Public pages that leave as a whole: one for everybody, a token for each, nothing of anybody on the shelf."""

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
from tests.pages import flat
from tests.tournaments.hall import (
    make_tournament,
    organizer_of,
    play,
    publish,
    running_tournament,
    staff_actor,
)
from tournaments.display import shared_parts, standings_page
from tournaments.display.holes import TOKEN as HOLE
from tournaments.display.shelf import SHELF
from tournaments.display.whole_pages import Whole
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match
from tournaments.rounds.services import result_enter, result_report

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
PAGES = ("standings/", "standings/?round=1", "tables/", "tables/?by=table", "tables/1/")
TOKEN = re.compile(r'csrfmiddlewaretoken" value="([^"]*)"|X-CSRFToken": "([^"]*)"')


@kept
def tournament() -> Tournament:
    """Round 1 complete, round 2 being played."""
    cache.clear()
    made = running_tournament(4)
    play(made, 1)
    publish(made, 2)
    return made


def visitor(**headers: str) -> Client:
    """Somebody new, whose browser insists on tokens as real ones do."""
    return Client(enforce_csrf_checks=True, headers=headers)


def queries(client: Client, url: str, **more: Any) -> tuple[Any, list[str]]:
    with CaptureQueriesContext(connection) as found:
        answer = client.get(url, **more)
    return answer, [one["sql"] for one in found]


def without_own(answer: Any) -> str:
    """A page without what is filled in for its reader."""
    return re.sub(r'data-now="[^"]*"', "", TOKEN.sub("", answer.content.decode()))


def change_something(tournament: Tournament) -> None:
    match = Match.objects.filter(tournament=tournament, round__number=2).order_by("table")[0]
    result_enter(actor=organizer_of(tournament), tournament=tournament, match_id=match.pk, said=(2, 0, 0))


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_made_once_and_then_costs_one_query(tournament: Tournament, path: str) -> None:
    url = f"/t/{tournament.slug}/{path}"
    first = visitor().get(url)
    again, sent = queries(visitor(), url)
    assert len(sent) == 1
    assert without_own(again) == without_own(first)
    assert again.headers.keys() - {"Content-Length"} == first.headers.keys() - {"Content-Length"}
    for name in ("Content-Type", "Content-Language", "Content-Security-Policy", "X-Frame-Options", "ETag"):
        assert again.has_header(name), name


def test_a_page_that_is_not_kept_is_found_to_cost_more(tournament: Tournament, settings: Any) -> None:
    """The control: the shelf keeps nothing."""
    dummy = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    settings.CACHES = {**settings.CACHES, SHELF: dummy}
    with pytest.raises(AssertionError):
        test_a_page_is_made_once_and_then_costs_one_query(tournament, "standings/")


def test_each_reader_has_a_token_of_their_own_that_works(tournament: Tournament) -> None:
    url = f"/t/{tournament.slug}/standings/"
    tokens = []
    for _reader in range(3):
        client = visitor()
        page = client.get(url).content.decode()
        found = {one or other for one, other in TOKEN.findall(page)}
        assert len(found) == 1 and HOLE not in page
        tokens += found
        data = {"csrfmiddlewaretoken": found.pop(), "language": "nl", "next": url}
        assert client.post("/i18n/setlang/", data).status_code == 302
        assert client.post("/i18n/setlang/", {**data, "csrfmiddlewaretoken": "x" * 64}).status_code == 403
    assert len(set(tokens)) == 3


def test_nothing_on_the_shelf_is_anybodys(tournament: Tournament) -> None:
    """Anyone who comes first, with whatever cookies and headers: what is kept was made for nobody."""
    player = Match.objects.filter(round__number=2)[0].seats.all()[0].entry.user
    strange = {"user-agent": "MARK-agent", "referer": "https://MARK.example/", "x-forwarded-for": "MARK"}
    for path in PAGES:
        client = visitor(**strange)
        client.cookies["MARKname"] = "MARKvalue"
        client.cookies["known"] = "MARKknown"
        client.get(f"/t/{tournament.slug}/{path}")
        signed = visitor(**strange)
        signed.force_login(player)
        signed.get(f"/t/{tournament.slug}/{path}")
    kept = whole_pages()
    assert len(kept) == len(PAGES)
    for page in kept:
        text = b"".join(piece.text() for piece in page.page.pieces).decode() + str(page.headers)
        assert "MARK" not in text and player.username not in text
        assert not TOKEN.search(text) or not any(one or other for one, other in TOKEN.findall(text))
        assert "Set-Cookie" not in dict(page.headers)
        assert page.page.holes.count("token") == 3


def whole_pages() -> list[Whole]:
    """The pages that lie on the shelf for everybody."""
    shelf: Any = caches[SHELF]
    kept = [shelf.get(key.split(":", 2)[2]) for key in list(shelf._cache)]
    return [one.thing for one in kept if isinstance(getattr(one, "thing", None), Whole)]


def test_who_has_a_session_gets_a_page_of_their_own(tournament: Tournament) -> None:
    url = f"/t/{tournament.slug}/standings/"
    visitor().get(url)
    player = Match.objects.filter(round__number=2)[0].seats.all()[0].entry.user
    client = visitor()
    client.force_login(player)
    mine = client.get(url)
    assert player.get_short_name() in mine.content.decode() and not mine.has_header("ETag")
    assert "no-store" in mine["Cache-Control"]
    assert player.get_short_name() not in visitor().get(url).content.decode().split("<main")[0]


def test_language_and_colours_are_never_mixed_up(tournament: Tournament) -> None:
    url = f"/t/{tournament.slug}/standings/"
    for _twice in range(2):
        for language in ("en", "nl"):
            for theme in ("", "light", "dark", "purple"):
                client = visitor(**{"accept-language": language})
                client.cookies["theme"] = theme
                answer = client.get(url)
                page = answer.content.decode()
                assert answer["Content-Language"] == language and f'<html lang="{language}"' in page
                shown = theme if theme in ("light", "dark") else "system"
                assert f'data-theme="{shown}"' in page
                assert f"/standings/part/{language}/" in page


def test_an_unchanged_page_is_a_304_until_it_or_the_token_changes(tournament: Tournament) -> None:
    url = f"/t/{tournament.slug}/tables/"
    client = visitor()
    etag = client.get(url)["ETag"]
    again, sent = queries(client, url, headers={"if-none-match": etag})
    assert (again.status_code, again.content, len(sent)) == (304, b"", 1)
    assert again["ETag"] == etag and "private" in again["Cache-Control"]
    assert visitor().get(url, headers={"if-none-match": etag}).status_code == 200, (
        "another secret behind the token"
    )
    change_something(tournament)
    changed = client.get(url, headers={"if-none-match": etag})
    assert changed.status_code == 200 and changed["ETag"] != etag


def test_a_draft_has_no_public_page_and_no_part(client: Client) -> None:
    cache.clear()
    draft = make_tournament()
    assert draft.state == Tournament.State.DRAFT
    staff = Client()
    staff.force_login(organizer_of(draft).user)
    for path in ("standings/", "tables/", "version/"):
        assert client.get(f"/t/{draft.slug}/{path}").status_code == 404
        assert staff.get(f"/t/{draft.slug}/{path}").status_code == 200
        assert client.get(f"/t/{draft.slug}/{path}").status_code == 404
    for path in ("standings/part/en/", "tables/part/en/"):
        assert staff.get(f"/t/{draft.slug}/{path}").status_code == 404
    assert not whole_pages()


@pytest.mark.parametrize(
    "query", ["?next=/x", "?round=1&round=2", "?round=01234", "?by=colour", "?v=", "?round=1&x", "?%00"]
)
def test_an_address_that_no_page_links_is_not_kept(
    tournament: Tournament, client: Client, query: str
) -> None:
    assert client.get(f"/t/{tournament.slug}/standings/{query}").status_code == 200
    assert not whole_pages()


def test_a_part_is_the_same_for_everybody_and_kept_by_a_proxy_only_once_it_is_reached(
    tournament: Tournament,
) -> None:
    player = Client()
    player.force_login(Match.objects.filter(round__number=2)[0].seats.all()[0].entry.user)
    for path in ("standings/part/en/", "tables/part/nl/?by=table", "tables/1/part/en/"):
        url = f"/t/{tournament.slug}/{path}"
        join = "&" if "?" in path else "?"
        answers = [
            one.get(f"{url}{join}v=1") for one in (visitor(), player, visitor(**{"accept-language": "nl"}))
        ]
        assert len({answer.content for answer in answers}) == 1
        for answer in answers:
            assert answer["Cache-Control"] == "public, max-age=60"
            assert not answer.cookies and "Cookie" not in answer["Vary"]
            assert "csrf" not in answer.content.decode() and 'data-now="2' not in answer.content.decode()
        for ahead in (f"{url}{join}v=999999", url):
            assert player.get(ahead)["Cache-Control"] == "no-cache"
    assert player.get(f"/t/{tournament.slug}/standings/part/de/").status_code == 404


def test_a_part_is_what_its_page_shows(tournament: Tournament) -> None:
    for page, part in (
        ("standings/", "standings/part/en/"),
        ("tables/1/?by=table", "tables/1/part/en/?by=table"),
    ):
        alone = visitor().get(f"/t/{tournament.slug}/{part}").content.decode()
        assert alone.startswith("<div") and alone in re.sub(
            r'data-now="[^"]*"', 'data-now=""', visitor().get(f"/t/{tournament.slug}/{page}").content.decode()
        )


def test_reports_of_the_round_being_played_leave_the_standings_as_they_were_made(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    real = shared_parts.standings_table
    monkeypatch.setattr(shared_parts, "standings_table", lambda *said: made.append(1) or real(*said))
    url = f"/t/{tournament.slug}/standings/"
    visitor().get(url)
    match = Match.objects.filter(tournament=tournament, round__number=2).order_by("table")[0]
    before = visitor().get(url)["ETag"]
    seat = match.seats.select_related("entry__user").all()[0]
    actor = Actor(seat.entry.user, "player")
    result_report(actor=actor, tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    assert visitor().get(url)["ETag"] != before and made == [1]
    change_something(tournament)
    visitor().get(url)
    assert made == [1, 1]


def test_a_phone_that_takes_gzip_gets_the_same_page(tournament: Tournament) -> None:
    url = f"/t/{tournament.slug}/tables/"
    client = visitor()
    as_text = client.get(url)
    packed = client.get(url, headers={"accept-encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    unpacked = flat(gzip.decompress(packed.content).decode())
    assert without_own(as_text) == re.sub(r'data-now="[^"]*"', "", TOKEN.sub("", unpacked))


def test_long_standings_come_in_pages_and_every_player_is_on_one(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings_page, "ROWS", 3)
    url = f"/t/{tournament.slug}/standings/"
    first, second = (visitor().get(url + query).content.decode() for query in ("", "?round=1&rows=2"))
    assert [page.count('<tr id="e') for page in (first, second)] == [3, 1]
    assert "?round=1&amp;rows=2" in first and 'aria-label="Pages of the standings"' in second
    assert visitor().get(url + "?rows=99").content.decode().count('<tr id="e') == 1


def test_the_standings_for_programs_cost_as_little_and_are_made_again_with_the_rounds_alone(
    tournament: Tournament,
) -> None:
    url = f"/api/v1/tournaments/{tournament.slug}/standings/"
    first = Client().get(url)
    again, sent = queries(Client(), url)
    assert len(sent) == 1 and again.json() == first.json() and len(first.json()["rows"]) == 4
    assert again["Content-Type"] == "application/json" and "Accept-Language" in again["Vary"]
    assert Client().head(url)["ETag"] == again["ETag"]
    assert Client().get(url, headers={"if-none-match": again["ETag"]}).status_code == 304
    match = Match.objects.filter(tournament=tournament, round__number=2).order_by("table")[0]
    seat = match.seats.all()[0]
    result_report(actor=Actor(seat.entry.user), tournament=tournament, match_id=match.pk, said=(2, 0, 0))
    assert len(queries(Client(), url)[1]) == 2, (
        "a report changes nothing: its version and the newest other row"
    )
    change_something(tournament)
    _later, sent = queries(Client(), url)
    assert len(sent) > 5, "a result of staff may have changed one of before"
    for other in ("?format=json", "?rond=1", "?round=x"):
        assert len(queries(Client(), url + other)[1]) != 1, other
    assert Client().get(url, headers={"accept": "text/csv"}).status_code == 406


def test_staff_of_a_tournament_see_their_links_on_a_page_that_others_get_as_a_whole(
    tournament: Tournament,
) -> None:
    url = f"/t/{tournament.slug}/standings/"
    visitor().get(url)
    judge = Client()
    judge.force_login(staff_actor(tournament, "judge").user)
    assert f"/t/{tournament.slug}/judge/" in judge.get(url).content.decode()
    assert f"/t/{tournament.slug}/judge/" not in visitor().get(url).content.decode()
