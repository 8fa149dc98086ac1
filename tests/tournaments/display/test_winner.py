"""The page of honour, the picture of a link and the poster: who won, and of a deck only what is open."""

import io
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from decks.cards.pools import pool_for
from decks.registration.tiles import telling_order
from rules_engine.games import game_of
from tests.pages import flat
from tests.tournaments.hall import legal_deck, make_tournament, organizer_of, play, running_tournament
from tests.tournaments.rounds.test_stages import cut, cut_ready
from tournaments.display.title_image import TitleWords, title_svg, title_words
from tournaments.display.winner import podium_of
from tournaments.entries.models import Entry
from tournaments.events.models import Stage, Tournament
from tournaments.events.services import tournament_finish, tournament_open_entry
from tournaments.programme.outcome_services import outcomes_sweep
from tournaments.rounds.field import standings_rows
from tournaments.rounds.stages import stage_complete
from tournaments.submissions.rules import pool_of

pytestmark = [pytest.mark.django_db]


def finished(players: int = 4, rounds: int = 3, **params: Any) -> Tournament:
    """A small tournament played to its end."""
    tournament = running_tournament(players, **params)
    for number in range(1, rounds + 1):
        play(tournament, number)
    return finish(tournament)


def finish(tournament: Tournament) -> Tournament:
    """The same, closed by its organizer, its places counted as the relay does."""
    tournament_finish(actor=organizer_of(tournament), tournament=tournament)
    tournament.refresh_from_db()
    outcomes_sweep()
    return tournament


def page(tournament: Tournament, path: str = "winner/", status: int = 200) -> str:
    """What an anonymous visitor reads."""
    answer = Client().get(f"/t/{tournament.slug}/{path}")
    assert answer.status_code == status
    return answer.content.decode()


def test_before_the_end_nobody_is_the_winner() -> None:
    tournament = running_tournament(4)
    for number in (1, 2, 3):
        play(tournament, number)
    assert podium_of(tournament) == []
    page(tournament, status=404)
    assert "/winner/" not in page(tournament, "standings/") + page(tournament, "")


def test_the_first_of_the_standings_wins_and_the_pages_lead_there() -> None:
    tournament = finished()
    first = standings_rows(tournament)[0]
    entry = Entry.objects.get(tournament=tournament, number=int(first.id[1:]))
    text = page(tournament).split("<main")[1]
    assert entry.name in text.split("</h1>")[0]
    assert text.count("winner-score") == 3
    assert f"/t/{tournament.slug}/winner/" in page(tournament, "standings/")
    assert f"/t/{tournament.slug}/winner/" in page(tournament, "")


def test_the_champion_of_the_knock_out_wins_whoever_led_the_rounds() -> None:
    tournament = cut_ready()
    stage = cut(tournament)
    number = tournament.rounds.count()
    while not stage_complete(Stage.objects.get(pk=stage.pk)):
        number += 1
        play(tournament, number)
    finish(tournament)
    from tournaments.formats.knock_out import final_places

    champion = final_places(tournament)[0]
    assert podium_of(tournament)[0]["keys"] == [champion["key"]]
    assert champion["name"] in page(tournament).split("<main")[1].split("</h1>")[0]


def test_a_closed_deck_shows_no_card_and_an_open_one_shows_its_dearest_summon() -> None:
    tournament = finished(changes={"lists": "open"})
    entry = Entry.objects.get(tournament=tournament, number=int(standings_rows(tournament)[0].id[1:]))
    assert entry.registration is not None
    revision = entry.registration.current
    assert revision is not None
    numbers = legal_deck()
    pool = pool_of(entry.registration, revision)
    revision.main = {number: numbers.count(number) for number in dict.fromkeys(numbers)}
    revision.save()
    card = telling_order(game_of("x610z").pools, pool, revision.main)[0]
    assert card.is_summon
    assert card.cost.total == max(
        pool[number].cost.total for number in revision.main if pool[number].is_summon
    )
    assert card.name in page(tournament).split("<main")[1]
    Stage.objects.filter(tournament=tournament).update(lists_opened_at=None)
    closed = page(tournament).split("<main")[1]
    assert card.name not in closed
    assert "card-face" not in closed


def test_a_deck_of_nothing_tells_nothing() -> None:
    pools = game_of("x610z").pools
    assert telling_order(pools, pool_for("demo"), {}) == []
    assert telling_order(pools, pool_for("demo"), {"no-such-card": 3}) == []


def test_the_picture_of_a_link_is_drawn_once_for_its_words() -> None:
    tournament = running_tournament(4)
    client = Client()
    first = client.get(f"/t/{tournament.slug}/title.png")
    picture = Image.open(io.BytesIO(first.content))
    assert (first["Content-Type"], picture.size) == ("image/png", (1200, 630))
    again = client.get(f"/t/{tournament.slug}/title.png", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    Tournament.objects.filter(pk=tournament.pk).update(location="Elsewhere")
    assert client.get(f"/t/{tournament.slug}/title.png")["ETag"] != first["ETag"]
    assert f'content="http://testserver/t/{tournament.slug}/title.png"' in page(tournament, "")
    Tournament.objects.filter(pk=tournament.pk).update(name="Stored\ufffe long ago\uffff")
    assert client.get(f"/t/{tournament.slug}/title.png").status_code == 200


def test_a_name_in_the_picture_is_text_and_fits() -> None:
    for name in (
        "<b>&",
        "Ring and Orbit Cup of all the harbours between Rotterdam and Delfzijl " * 3,
        "x" * 120,
    ):
        svg = title_svg("seed", TitleWords("Winner", name, name))
        assert "<b>" not in svg
        assert svg.count("<text") <= 7
    assert title_svg("a", TitleWords("", "", "")) != title_svg("b", TitleWords("", "", ""))


def test_a_tournament_in_preparation_has_no_picture_and_no_poster() -> None:
    tournament = make_tournament()
    for path in ("title.png", "poster/", "course/", "winner/"):
        page(tournament, path, status=404)


def test_the_poster_carries_a_code_for_its_own_address() -> None:
    tournament = running_tournament(4, location="De Zaal")
    text = page(tournament, "poster/").split("<main")[1]
    assert f"http://testserver/t/{tournament.slug}/" in text
    assert "data:image/svg+xml" in text
    assert "De Zaal" in text


@pytest.mark.parametrize(("template", "game"), [("constructed-community", "X610Z"), ("zx-community", "Z/X")])
def test_whatever_announces_a_tournament_names_its_game(template: str, game: str) -> None:
    tournament = make_tournament(template=template)
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    assert title_words(tournament, []).eyebrow == f"{game} tournament"
    detail, poster = (flat(page(tournament, path)) for path in ("", "poster/"))
    assert f"<b>{game}</b>" in detail and f"<dt>Game</dt><dd>{game}</dd>" in detail
    assert f">{game} tournament</p>" in poster
    assert f"<span>{game}</span>" in flat(Client().get("/t/").content.decode())
