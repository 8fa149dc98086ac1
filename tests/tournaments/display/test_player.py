"""A player's page: only what its owner shows, of finished tournaments alone, and others only by their own word."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from decks.lists.models import Deck
from decks.lists.services import deck_create, deck_save, owner_of
from ledger.commands import Actor
from ledger.errors import UserError
from rules_engine.drawing.season import Stop, season_svg
from tests.halls import kept
from tests.site.privacy.erasing import person_erase
from tests.tournaments.display.test_winner import finished
from tests.tournaments.hall import (
    approve,
    become_guest,
    make_tournament,
    make_user,
    organizer_of,
    running_tournament,
    staff_actor,
)
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_show
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_create
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_open_entry
from tournaments.judging.penalty_services import penalty_give
from tournaments.programme.ladder_services import ladders_sweep
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match
from x610z_site.privacy.choice_services import (
    guardian_confirm,
    guardian_give,
    page_choose,
    real_name_change,
)
from x610z_site.privacy.models import Choice

pytestmark = [pytest.mark.django_db]
ALL = ("results", "season", "opponents", "decks", "clan")


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Nothing made by another test."""
    cache.clear()


def opened(user: Any, *parts: str) -> str:
    """Where the page is that this person opens."""
    page_choose(actor=Actor(user, "person"), opened=True, parts=parts)
    return f"/players/{Choice.objects.get(user=user).page_code}/"


def read(address: str, client: Client | None = None, status: int = 200) -> str:
    """The page as somebody reads it who has no account."""
    answer = (client or Client()).get(address)
    assert answer.status_code == status
    return answer.content.decode().split("<main")[1]


def player_of(tournament: Tournament, number: int = 1) -> Any:
    """The person of an entry."""
    return Entry.objects.get(tournament=tournament, number=number).user


@kept
def over() -> Tournament:
    return finished()


def test_nobody_has_a_page_who_opened_none_and_every_part_is_shown_by_its_own_word_alone(
    over: Tournament,
) -> None:
    tournament = over
    user = player_of(tournament)
    assert "/players/" not in Client().get(f"/t/{tournament.slug}/standings/").content.decode()
    marks = {"results": 'id="results"', "season": 'id="chart-season"', "opponents": 'id="head-to-heads"'}
    for part, mark in marks.items():
        text = read(opened(user, part))
        assert [one for one in marks.values() if one in text] == [mark]
    assert not [one for one in marks.values() if one in read(opened(user))]


def test_a_place_is_that_of_the_standings_and_the_matches_are_counted(over: Tournament) -> None:
    tournament = over
    row = standings_rows(tournament)[0]
    user = player_of(tournament, int(row.id[1:]))
    text = " ".join(read(opened(user, "results", "season")).split())
    assert f"<strong>{row.rank}</strong> of 4" in text
    won, lost, drawn = (row.record[0], row.record[1], row.record[2])
    assert f'<td class="num">{won}–{lost}–{drawn}</td>' in text
    assert f"#e{Entry.objects.get(tournament=tournament, user=user).pk}" in text


def test_the_standings_lead_to_the_page_until_it_is_closed_and_a_new_page_has_a_new_address(
    over: Tournament,
) -> None:
    tournament = over
    user, anybody = player_of(tournament), Client()
    standings = f"/t/{tournament.slug}/standings/"
    first = opened(user, "results")
    assert first in anybody.get(standings).content.decode()
    page_choose(actor=Actor(user, "person"), opened=False, parts=ALL)
    assert "/players/" not in anybody.get(standings).content.decode()
    read(first, status=404)
    assert opened(user, "results") != first
    read(first, status=404)


def test_in_two_worlds_that_differ_in_what_is_hidden_everybody_reads_the_same_page(over: Tournament) -> None:
    tournament = over
    user = player_of(tournament)
    other = Entry.objects.filter(tournament=tournament).exclude(user=user)[0].user
    address = opened(user, *ALL)
    before = read(address)
    real_name_change(actor=Actor(user, "person"), real_name="Antonia Realname", shown=True)
    _hidden_things(user, other, tournament)
    cache.clear()
    after = read(address)
    assert after == before
    assert "Realname" not in after and "Canary" not in after


def _hidden_things(user: Any, other: Any, tournament: Tournament) -> None:
    """A private deck and one for who has the link, a clan, a penalty, tournaments to come and in preparation."""
    for visibility in (Deck.Visibility.PRIVATE, Deck.Visibility.LINK):
        made = deck_create(
            actor=owner_of(user), name=f"Canary {visibility}", play="constructed", pool_key="demo"
        )
        Deck.objects.filter(public_id=made["public_id"]).update(visibility=visibility)
    clan_create(actor=Actor(user, "player"), name="Canary clan")
    entry = Entry.objects.get(tournament=tournament, user=user)
    penalty_give(
        actor=staff_actor(tournament, "head_judge"),
        tournament=tournament,
        entry_number=entry.number,
        code="T1",
        level="warning",
        reason="Canary",
        note="Canary",
    )
    coming = make_tournament("Canary to come")
    tournament_open_entry(actor=organizer_of(coming), tournament=coming, casual=True)
    entry_create(actor=Actor(user, "player"), tournament=coming)
    hidden = make_tournament("Canary in preparation")
    Entry.objects.create(
        tournament=hidden, user=user, number=1, name="x", sort_name="x", random=1, entered_at=timezone.now()
    )
    playing = running_tournament(4, name="Canary being played")
    Entry.objects.filter(tournament=playing, number=1).update(user=user)
    called_off = finished()
    Tournament.objects.filter(pk=called_off.pk).update(
        state=Tournament.State.CANCELLED, name="Canary called off"
    )
    Entry.objects.filter(tournament=called_off, number=1).update(user=user)
    type(other).objects.filter(pk=other.pk).update(display_name="Canary elsewhere")


def test_an_opponent_is_named_only_who_shows_head_to_heads_too(over: Tournament) -> None:
    tournament = over
    user, *others = [player_of(tournament, number) for number in (1, 2, 3, 4)]
    address = opened(user, "opponents")
    text = read(address)
    assert not [one for one in others if one.display_name in text]
    assert "Everybody else together" in text
    willing = opened(others[0], "opponents")
    opened(others[1], "results")
    text = read(address)
    assert willing in text and others[0].display_name in text
    assert others[1].display_name not in text
    page_choose(actor=Actor(others[0], "person"), opened=False, parts=())
    assert others[0].display_name not in read(address)


def test_the_score_against_somebody_is_the_other_side_of_theirs(over: Tournament) -> None:
    tournament = over
    users = [player_of(tournament, number) for number in (1, 2, 3, 4)]
    pages = [opened(user, "opponents") for user in users]
    texts = [" ".join(read(page).split()) for page in pages]
    for match in Match.objects.filter(tournament=tournament, kind="played"):
        one, two = (seat.entry for seat in match.seats.select_related("entry").order_by("position"))
        letters = [seat.result for seat in match.seats.select_related("match").order_by("position")]
        said = {"w": "1–0–0", "l": "0–1–0", "d": "0–0–1"}
        for own, other, letter in ((one, two, letters[0]), (two, one, letters[1])):
            row = texts[own.number - 1].split(f"<bdi>{other.name}</bdi>")[1].split("</tr>")[0]
            assert said[letter] in row


def test_decks_are_those_that_everybody_may_find_and_a_clan_needs_both_words() -> None:
    user = make_user("Anna")
    address = opened(user, "decks", "clan")
    made = deck_create(actor=owner_of(user), name="Small dragons", play="constructed", pool_key="demo")
    deck = Deck.objects.get(public_id=made["public_id"])
    base = deck.current.number if deck.current is not None else 0
    deck_save(actor=owner_of(user), deck_id=deck.pk, text="3 Hunter Dragon", base=base)
    assert "Small dragons" not in read(address)
    Deck.objects.filter(pk=deck.pk).update(visibility=Deck.Visibility.PUBLIC)
    text = read(address)
    assert "Small dragons" in text and "Hunter Dragon" in text and 'class="tile tall"' in text
    owner = Client()
    owner.force_login(user)
    for reader in (None, owner):
        tile = read(address, reader).split('class="tile tall"')[1].split("</li>")[0]
        assert "Not legal yet" not in tile and "everybody" not in tile and "/edit/" not in tile
    assert "Small dragons" not in read(opened(user, "clan"))
    clan = Clan.objects.get(pk=clan_create(actor=Actor(user, "player"), name="Nine Lanterns")["clan"])
    assert clan.name not in read(address)
    clan_show(actor=Actor(user, "player"), shown=True)
    assert clan.name in read(address)
    assert clan.name not in read(opened(user, "decks"))


def test_somebody_of_12_to_15_has_a_page_only_after_the_guardian_was_confirmed(over: Tournament) -> None:
    tournament = over
    user = player_of(tournament)
    me, address = Actor(user, "person"), opened(user, *ALL)
    guardian_give(actor=me, contact="06 1234 5678")
    read(address, status=404)
    assert "/players/" not in Client().get(f"/t/{tournament.slug}/standings/").content.decode()
    with pytest.raises(UserError) as refused:
        page_choose(actor=me, opened=True, parts=ALL)
    assert refused.value.code == "guardian"
    guardian_confirm(actor=organizer_of(tournament), tournament=approve(tournament), user_id=user.pk)
    read(address, status=404)  # nothing is switched on by itself
    address = opened(user, "results")
    read(address)
    guardian_give(actor=me, contact="06 8765 4321")
    read(address, status=404)


def test_who_is_forgotten_has_no_page_and_no_row_of_choices(over: Tournament) -> None:
    tournament = over
    user, mate = player_of(tournament), player_of(tournament, 2)
    address, mates = opened(user, *ALL), opened(mate, "opponents")
    name = user.display_name
    assert name in read(mates)
    person_erase(actor=Actor(user, "person"), user_id=user.pk)
    read(address, status=404)
    assert not Choice.objects.filter(user=user).exists()
    assert name not in read(mates)
    assert (
        "/players/" + address.split("/")[2]
        not in Client().get(f"/t/{tournament.slug}/standings/").content.decode()
    )


def test_a_guest_and_an_account_that_is_closed_have_no_page(over: Tournament) -> None:
    tournament = over
    user = player_of(tournament)
    address = opened(user, *ALL)
    type(user).objects.filter(pk=user.pk).update(is_active=False)
    read(address, status=404)
    entry = Entry.objects.get(tournament=tournament, number=2)
    become_guest(entry)
    with pytest.raises(PermissionDenied):
        page_choose(actor=Actor(entry.user, "person"), opened=True, parts=ALL)


def test_ones_own_data_has_the_choice_and_only_results_are_ticked_at_first() -> None:
    user, client = make_user(), Client()
    client.force_login(user)
    form = read("/me/data/", client).split('id="player-page"')[1].split("</form>")[0]
    ticked = [name for name in ("opened", *ALL) if f'name="{name}"' in form and _ticked(form, name)]
    assert ticked == ["results"]
    answer = client.post("/me/data/page/", {"opened": "on", "season": "on"})
    assert answer.status_code == 302
    chosen = Choice.objects.get(user=user)
    assert [part for part in ALL if getattr(chosen, f"shows_{part}")] == ["season"]
    assert f"/players/{chosen.page_code}/" in read("/me/data/", client)
    assert "This is your page" in read(f"/players/{chosen.page_code}/", client)
    assert "This is your page" not in read(f"/players/{chosen.page_code}/")
    client.post("/me/data/page/", {"season": "on"})
    chosen.refresh_from_db()
    assert (chosen.page_code, chosen.shows_season) == ("", False)


def _ticked(form: str, name: str) -> bool:
    field = form.split(f'name="{name}"')[1].split(">")[0]
    return "checked" in field


def test_no_search_engine_keeps_a_page_and_an_address_cannot_be_guessed() -> None:
    answer = Client().get(opened(make_user()))
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in answer["Cache-Control"]
    assert len(Choice.objects.get().page_code) >= 16
    for guess in ("1", "user1", "x" * 22, "x" * 300):
        assert Client().get(f"/players/{guess}/").status_code == 404


def test_the_number_of_queries_depends_on_neither_tournaments_nor_opponents() -> None:
    first = finished()
    user = player_of(first)
    address = opened(user, *ALL)
    few = _queries(address)
    for _number in range(2):
        more = finished(8)
        Entry.objects.filter(tournament=more, number=1).update(user=user)
        for number in (2, 3):
            opened(player_of(more, number), "opponents")
    assert _queries(address) == few
    assert few <= 9


def _queries(address: str) -> int:
    """How many the page asks when the places of its tournaments are known."""
    read(address)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        read(address)
    return len(asked)


def test_a_correction_after_the_end_changes_the_place() -> None:
    from tournaments.rounds.services import result_correct

    tournament = finished()
    rows = standings_rows(tournament)
    user = player_of(tournament, int(rows[0].id[1:]))
    address = opened(user, "results")
    assert f"<strong>{rows[0].rank}</strong>" in read(address)
    for match in Match.objects.filter(tournament=tournament, kind="played", seats__entry__user=user):
        seat = match.seats.get(entry__user=user)
        said = (0, 2, 0) if seat.position == 0 else (2, 0, 0)
        head_judge = organizer_of(tournament)
        result_correct(
            actor=head_judge,
            tournament=tournament,
            match_id=match.pk,
            said=said,
            reason="mixed up",
            version=match.version,
        )
    now = next(row for row in standings_rows(tournament) if row.id == rows[0].id)
    ladders_sweep()  # as the relay does
    assert now.rank != rows[0].rank
    assert f"<strong>{now.rank}</strong> of 4" in " ".join(read(address).split())


def test_years_stand_apart() -> None:
    old, new = finished(), finished()
    user = player_of(new)
    Entry.objects.filter(tournament=old, number=1).update(user=user)
    Tournament.objects.filter(pk=old.pk).update(
        starts_at=timezone.now() - timedelta(days=800), name="Long ago"
    )
    address = opened(user, "results", "season")
    assert "Long ago" not in read(address)
    year = Tournament.objects.get(pk=old.pk).starts_at.year
    assert "Long ago" in read(f"{address}?year={year}")
    for word in ("x", "0", "9" * 30, "²"):
        assert "Long ago" not in read(f"{address}?year={word}")


def test_the_picture_of_a_year_stays_inside_its_frame() -> None:
    for count in (1, 2, 12, 60):
        stops = [Stop(f"{day} Jan", 8 + day, (1 + day % 7, 1)) for day in range(count)]
        svg = season_svg(stops, "<b>")
        assert svg.count("<circle") == sum(len(set(stop.places)) for stop in stops)
        assert "<b>" not in svg
    assert "<circle" not in season_svg([], "nothing")
