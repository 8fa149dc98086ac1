"""What public pages send besides their text: 304 when nothing changed, one fragment per language, nothing personal."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from ledger.commands import Actor
from ledger.selectors import live_version
from tests.halls import kept
from tests.tournaments.hall import make_tournament, of_table, organizer_of, play, publish, running_tournament
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.rounds.models import Match
from tournaments.rounds.outcomes import Games
from tournaments.rounds.services import result_enter, result_report

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@kept
def tournament() -> Tournament:
    """Round 1 complete, round 2 being played."""
    cache.clear()
    made = running_tournament(4)
    play(made, 1)
    publish(made, 2)
    return made


def open_match(tournament: Tournament) -> Match:
    return Match.objects.filter(tournament=tournament, round__number=2).order_by("table")[0]


def tagged(tournament: Tournament) -> list[str]:
    """Every address that sets an ETag."""
    slug = tournament.slug
    return [
        f"/t/{slug}/version/",
        f"/api/v1/tournaments/{slug}/rounds/2/",
        f"/api/v1/tournaments/{slug}/standings/",
    ]


def test_an_unchanged_answer_is_a_304_and_a_change_ends_it(tournament: Tournament, client: Client) -> None:
    etags = {}
    for url in tagged(tournament):
        first = client.get(url)
        assert first.status_code == 200 and first["Cache-Control"] == "no-cache"
        etags[url] = first["ETag"]
        again = client.get(url, headers={"if-none-match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    result_enter(
        actor=organizer_of(tournament),
        tournament=tournament,
        match_id=open_match(tournament).pk,
        said=(2, 0, 0),
    )
    for url, etag in etags.items():
        changed = client.get(url, headers={"if-none-match": etag})
        assert changed.status_code == 200 and changed["ETag"] != etag


def test_a_page_shows_a_change_at_once_although_it_is_cached(tournament: Tournament, client: Client) -> None:
    url = f"/t/{tournament.slug}/tables/?by=table"
    before = client.get(url).content
    assert client.get(url).content.count(b"match") == before.count(b"match")
    version = live_version(tournament.chain_key)
    result_enter(
        actor=organizer_of(tournament),
        tournament=tournament,
        match_id=open_match(tournament).pk,
        said=(2, 1, 0),
    )
    assert live_version(tournament.chain_key) == version + 1
    body = re.sub(r"\s+", " ", client.get(url).content.decode())
    assert str(version + 1) in body
    assert body != re.sub(r"\s+", " ", before.decode())


def fragments() -> list[str]:
    """The keys of the public fragments in the cache."""
    return [key for key in list(cache._cache) if "part:" in key]  # type: ignore[attr-defined]  # locmem


def part_of(answer: Any) -> str:
    """What everybody shares of a page, without the time of day."""
    text = answer.content.decode()
    return re.sub(
        r'data-now="[^"]*"', "", text[text.index("<main") : text.index("</main>")].split("</nav>", 1)[1]
    )


def test_cached_fragments_are_made_per_language(tournament: Tournament) -> None:
    for path in ("standings/", "tables/", "tables/?by=table"):
        url = f"/t/{tournament.slug}/{path}"
        english = Client(headers={"accept-language": "en"}).get(url)
        dutch = Client(headers={"accept-language": "nl"}).get(url)
        assert english.headers["Content-Language"] == "en" and dutch.headers["Content-Language"] == "nl"
        assert part_of(Client(headers={"accept-language": "en"}).get(url)) == part_of(english)
        assert part_of(dutch) != part_of(english)
    keys = fragments()
    assert keys and sum(key.endswith(".en") for key in keys) == sum(key.endswith(".nl") for key in keys)


def test_cached_fragments_hold_nothing_of_the_person_who_made_them(tournament: Tournament) -> None:
    """Anyone who comes first fills the cache for everybody: the same bytes for a player, staff and nobody."""
    match = open_match(tournament)
    people = {
        "player": match.seats.all()[0].entry.user,
        "organizer": organizer_of(tournament).user,
        "nobody": None,
    }
    for path in ("standings/", "tables/", "tables/?by=table"):
        made = {}
        for name, user in people.items():
            cache.clear()
            client = Client()
            if user is not None:
                client.force_login(user)
            made[name] = part_of(client.get(f"/t/{tournament.slug}/{path}"))
        assert made["player"] == made["organizer"] == made["nobody"]
        assert "csrf" not in made["player"] and "idempotency" not in made["player"]


def test_signed_in_pages_are_never_shared(tournament: Tournament) -> None:
    client = Client()
    client.force_login(open_match(tournament).seats.all()[0].entry.user)
    for path in ("", "tables/", "standings/", "me/"):
        answer = client.get(f"/t/{tournament.slug}/{path}")
        assert "Cookie" in answer["Vary"]
        assert "public" not in answer.headers.get("Cache-Control", "")
    assert "no-store" in client.get(f"/t/{tournament.slug}/me/")["Cache-Control"]


BAD_SCORES = [
    {"first": "3", "second": "0"},
    {"first": "2", "second": "2"},
    {"first": "1", "second": "1"},
    {"first": "0", "second": "0"},
    {"first": "2", "second": "1", "drawn": "1"},
    {"first": "-1", "second": "2"},
    {"first": "2"},
    {"first": "two", "second": "0"},
    {"score": "9-9-9"},
    {"score": "2-0-0-0"},
    {"first": "99999999999999999999", "second": "0"},
]


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("data", BAD_SCORES)
def test_an_impossible_score_comes_back_with_what_to_mend(
    tournament: Tournament, data: dict[str, str], language: str
) -> None:
    match = open_match(tournament)
    client = Client(headers={"accept-language": language})
    client.force_login(match.seats.all()[0].entry.user)
    answer = client.post(f"/t/{tournament.slug}/me/", data | of_table(match))
    assert answer.status_code == 422
    errors = [str(text) for texts in answer.context["form"].errors.values() for text in texts]
    assert errors and all(len(text) > 8 for text in errors)
    assert not match.reports.exists()
    match.refresh_from_db()
    assert (match.state, match.version) == ("open", 1)


def test_the_same_form_sent_twice_has_one_effect(tournament: Tournament) -> None:
    match = open_match(tournament)
    client = Client()
    client.force_login(match.seats.all()[0].entry.user)
    url = f"/t/{tournament.slug}/me/"
    key = re.search(r'name="idempotency_key" value="(\w+)"', client.get(url).content.decode())
    assert key
    data = {"first": "2", "second": "1", "idempotency_key": key[1]} | of_table(match)
    assert [client.post(url, data).status_code for _time in range(3)] == [302, 302, 302]
    match.refresh_from_db()
    assert (match.reports.count(), match.version) == (1, 2)
    other = client.post(url, data | {"first": "0", "second": "2"})
    assert other.status_code == 422 and match.reports.get().outcome == Games((2, 1))


def test_a_stale_desk_page_is_told_so_and_shows_the_present_result(tournament: Tournament) -> None:
    match = open_match(tournament)
    client = Client()
    client.force_login(organizer_of(tournament).user)
    url = f"/t/{tournament.slug}/desk/matches/{match.pk}/"
    stale = client.get(url).context["form"]["version"].value()
    player = Actor(match.seats.select_related("entry__user").all()[0].entry.user, "player")
    result_report(actor=player, tournament=tournament, match_id=match.pk, said=(2, 1, 0))
    data = {"first": "0", "second": "2", "drawn": "0", "kind": "played", "version": stale}
    answer = client.post(url, data)
    assert answer.status_code in (409, 422)
    assert "changed this match" in answer.content.decode()
    match.refresh_from_db()
    assert match.state == "reported"


@pytest.mark.parametrize(
    ("kind", "score", "stored"),
    [
        ("forfeit", ("2", "0"), [2, 0]),
        ("forfeit", ("9", "0"), None),
        ("forfeit", ("1", "1"), None),
        ("double_loss", ("2", "1"), [0, 0]),
        ("bye", ("2", "0"), None),
    ],
)
def test_a_forfeit_needs_a_winner_and_a_score_a_match_can_have(
    tournament: Tournament, kind: str, score: tuple[str, str], stored: list[int] | None
) -> None:
    match = open_match(tournament)
    client = Client()
    client.force_login(organizer_of(tournament).user)
    data = {"first": score[0], "second": score[1], "drawn": "0", "kind": kind, "version": "1"}
    answer = client.post(f"/t/{tournament.slug}/desk/matches/{match.pk}/", data)
    assert answer.status_code == (302 if stored else 422)
    match.refresh_from_db()
    assert [seat.games_won for seat in match.seats.all()] == (stored or [None, None])


def test_a_result_for_a_match_of_others_is_out_of_reach(tournament: Tournament) -> None:
    """The page of a player knows no match but their own; the desk's page knows no player."""
    match, other = Match.objects.filter(tournament=tournament, round__number=2).order_by("table")[:2]
    client = Client()
    client.force_login(other.seats.all()[0].entry.user)
    data = {"first": "2", "second": "0", "match": str(match.pk), "match_id": str(match.pk)}
    assert client.post(f"/t/{tournament.slug}/me/", data).status_code == 302
    assert not match.reports.exists() and not other.reports.exists()
    assert client.post(f"/t/{tournament.slug}/desk/matches/{match.pk}/", data).status_code == 403
    assert not match.reports.exists()


def test_the_page_of_a_tournament_to_come_links_its_calendar_for_anybody() -> None:
    tournament = make_tournament("Calendar Cup")
    actor = organizer_of(tournament)
    tournament_open_entry(actor=actor, tournament=tournament, casual=True)
    page = Client().get(f"/t/{tournament.slug}/").content.decode()
    address = f"/t/{tournament.slug}/calendar.ics"
    assert f'href="{address}"' in page and "Add to my calendar" in page
    assert "SUMMARY:Calendar Cup" in Client().get(address).content.decode()
    Tournament.objects.filter(pk=tournament.pk).update(state="finished")
    assert address not in Client().get(f"/t/{tournament.slug}/").content.decode()
