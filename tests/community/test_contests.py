"""Card contests: drafts, dates, cards that come in, what the engine refuses, and what a maker agrees to."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from community.contests.entry_services import entry_withdraw, licence_hash
from community.contests.models import HIDDEN_CHAIN, Contest, ContestEntry
from community.contests.services import (
    contest_cancel,
    contest_edit,
    contest_exclude,
    contest_move,
    contest_publish,
    values_token,
)
from ledger.commands import Actor
from ledger.errors import StaleError, UserError
from ledger.models import LedgerRow
from tests.community.contested import AGREED, DAY, WORDS, card, dates, draft, enter, host, juror, published
from tests.community.wanted import office
from tests.decks.catalogue import ZX_CARD
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import found, join
from x610z_site.privacy.choice_services import guardian_give

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
HOUR = timedelta(hours=1)


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def refused(call: Any) -> set[str]:
    """The codes of a refusal."""
    with pytest.raises(UserError) as error:
        call()
    return {one.code for one in error.value.problems}


def opened(time_machine: Any, **changes: Any) -> tuple[Contest, Actor]:
    """A contest of a club that takes cards now, and its host."""
    club = found()
    boss = host(club)
    contest = published(boss, club, **changes)
    time_machine.move_to(contest.entries_open_at + HOUR)
    return contest, boss


def test_a_draft_is_read_by_its_hosts_alone_and_a_published_contest_by_everybody() -> None:
    club = found()
    contest = draft(host(club), club)
    address = f"/contests/{contest.pk}/"
    for user in (join(club, "judge"), make_user(), office()):
        assert signed_in(user).get(address).status_code == 404
        assert signed_in(user).get(address + "edit/").status_code == 404
    assert signed_in(club.created_by).get(address).status_code == 200
    assert WORDS["title"] not in Client().get("/contests/").content.decode()
    contest_publish(actor=host(club), contest=contest, shown=values_token(contest))
    for page in (
        address,
        "/contests/",
        "/o/orbit-club/contests/",
        "/o/orbit-club/",
        "/contests/contests.atom",
    ):
        assert WORDS["title"] in Client().get(page).content.decode(), page
    assert WORDS["title"] not in Client().get("/").content.decode(), "nobody trusts this club yet"
    assert signed_in(join(club, "helper")).get(address + "edit/").status_code == 403


def test_words_stand_from_the_first_card_on_and_dates_move_only_with_a_notice(time_machine: Any) -> None:
    contest, boss = opened(time_machine)
    words: Any = WORDS | {"licence": "Something else"}
    same = dates(contest.entries_open_at)
    token = values_token(contest)
    assert refused(
        lambda: contest_edit(actor=boss, contest=contest, words=words, dates=same, shown=token)
    ) == {"begun"}
    later: Any = same | {"voting_close_at": same["voting_close_at"] + DAY}
    assert refused(
        lambda: contest_move(actor=boss, contest=contest, dates=later, notice=" ", shown=token)
    ) == {"reason_needed"}
    past: Any = later | {"entries_open_at": same["entries_open_at"] + DAY}
    assert refused(
        lambda: contest_move(actor=boss, contest=contest, dates=past, notice="x", shown=token)
    ) == {"past"}
    contest_move(actor=boss, contest=contest, dates=later, notice="The hall was flooded.", shown=token)
    assert "The hall was flooded." in Client().get(f"/contests/{contest.pk}/").content.decode()
    with pytest.raises(StaleError):
        contest_move(actor=boss, contest=contest, dates=later, notice="again", shown=token)


def test_a_cancelled_contest_says_why_and_the_office_may_cancel(time_machine: Any) -> None:
    contest, _boss = opened(time_machine)
    entry = enter(contest)
    boss = Actor(office(), "office")
    token = values_token(contest)
    assert refused(lambda: contest_cancel(actor=boss, contest=contest, reason="", shown=token))
    contest_cancel(actor=boss, contest=contest, reason="A hoax.", shown=token)
    page = Client().get(f"/contests/{contest.pk}/").content.decode()
    assert "A hoax." in page and entry.parts["name"] not in page
    contest.refresh_from_db()
    assert contest.network_key == ""


def test_one_card_of_a_person_changed_and_withdrawn_until_the_close(time_machine: Any) -> None:
    contest, _boss = opened(time_machine)
    maker = make_user()
    first = enter(contest, maker)
    again = enter(contest, maker, 1)
    assert (first.pk, first.code) == (again.pk, again.code) and first.sha256 != again.sha256
    assert again.licence_sha256 == licence_hash(contest)
    entry_withdraw(actor=Actor(maker, "maker"), contest=contest)
    entry_withdraw(actor=Actor(maker, "maker"), contest=contest)
    again.refresh_from_db()
    assert again.parts == {} and again.sha256 and again.withdrawn_at
    fresh = enter(contest, maker, 2)
    assert fresh.code != first.code and ContestEntry.objects.count() == 1
    time_machine.move_to(contest.entries_close_at)
    assert refused(lambda: enter(contest, maker, 3)) == {"closed"}
    assert refused(lambda: entry_withdraw(actor=Actor(maker, "maker"), contest=contest)) == {"closed"}
    rows = LedgerRow.objects.filter(action__startswith="contest_entry.")
    assert set(rows.values_list("chain_id", flat=True)) == {HIDDEN_CHAIN}
    assert not any(first.code in str(row.data) or fresh.code in str(row.data) for row in rows)


def test_a_card_the_engine_does_not_read_is_refused_in_words(time_machine: Any) -> None:
    contest, _boss = opened(time_machine)
    maker = make_user("Amelie of Utrecht")
    assert refused(lambda: enter(contest, maker, text="Bake a cookie for everybody.")) == {
        "text_unknown_word"
    }
    assert "name_taken" in refused(lambda: enter(contest, maker, name="Tunnel Beast"))
    assert "named" in refused(lambda: enter(contest, maker, flavor="By Amélie of Utrecht"))
    entry = enter(contest, maker, number=7, manual=True, illustrator="Me", legal="Me")
    assert (entry.parts["manual"], entry.parts["illustrator"], entry.parts["legal"]) == (False, "", "")
    assert card(7)["name"] == entry.parts["name"]


def test_who_is_12_to_15_asks_a_parent_or_guardian_first(time_machine: Any) -> None:
    contest, _boss = opened(time_machine)
    child, known = make_user(), make_user()
    guardian_give(actor=Actor(known, "player"), contact="0612345678")
    assert refused(lambda: enter(contest, child, agreed=AGREED | {"age": "12"})) == {"guardian"}
    assert refused(lambda: enter(contest, known)) == {"guardian"}, "16 is not said by who is younger"
    assert refused(lambda: enter(contest, child, agreed=AGREED | {"licence": False})) == {"licence"}
    assert refused(lambda: enter(contest, child, agreed=AGREED | {"age": ""})) == {"age"}
    assert enter(contest, child, agreed=AGREED | {"age": "12", "guardian": True}).guardian_yes


def test_a_juror_cannot_enter_and_who_entered_cannot_judge(time_machine: Any) -> None:
    contest, boss = opened(time_machine)
    on_jury = juror(contest, boss)
    assert refused(lambda: enter(contest, on_jury)) == {"jury"}
    maker = make_user()
    enter(contest, maker)
    assert refused(lambda: juror(contest, boss, maker)) == {"entered"}


def test_who_hosts_a_contest_cannot_enter_it(time_machine: Any) -> None:
    club = found()
    contest = published(host(club), club)
    time_machine.move_to(contest.entries_open_at + HOUR, tick=False)
    for user in (club.created_by, join(club, "organizer")):
        with pytest.raises(UserError, match="You host this contest"):
            enter(contest, user)
    enter(contest, join(club, "judge"))


def test_what_the_hosts_take_out_is_told_its_maker_alone(time_machine: Any) -> None:
    contest, boss = opened(time_machine)
    maker = make_user()
    entry = enter(contest, maker)
    time_machine.move_to(contest.entries_close_at + HOUR)
    assert refused(lambda: contest_exclude(actor=boss, contest=contest, code=entry.code, reason=""))
    contest_exclude(actor=boss, contest=contest, code=entry.code, reason="It insults somebody.")
    assert "It insults somebody." in signed_in(maker).get(f"/contests/{contest.pk}/my-card/").content.decode()
    assert signed_in(boss.user).get(f"/contests/{contest.pk}/cards/{entry.code}.svg").status_code == 404
    assert signed_in(maker).get(f"/contests/{contest.pk}/cards/{entry.code}.svg").status_code == 200


def test_a_card_is_made_on_its_page_in_dutch_alone(time_machine: Any) -> None:
    contest, _boss = opened(time_machine)
    maker = make_user()
    client, page = signed_in(maker), f"/contests/{contest.pk}/my-card/"
    typed = {
        "name_nl": "Regenwolk", "text_nl": "Trek 2 kaarten van je deck.",
        "type": "Effect Card", "cost": "C2", "restriction": "3",
        "licence": "on", "age": "12", "guardian": "on", "credited": "nobody",
    }  # fmt: skip
    tried = client.post(page, {**typed, "do": "try"}).content.decode()
    assert "Draw 2 cards from your deck." in tried and not ContestEntry.objects.exists()
    answer = client.post(page, {**typed, "do": "send"}, follow=True)
    assert answer.status_code == 200 and answer.redirect_chain, answer.content.decode()
    entry = ContestEntry.objects.get()
    assert (entry.parts["text"], entry.parts["name"], entry.credited) == (
        "Draw 2 cards from your deck.",
        "Regenwolk",
        False,
    )
    live = client.post(page + "read/", {**typed, "text_nl": "Trek een koekje."}).content.decode()
    assert "koekje" in live and "<html" not in live


def test_contests_are_held_with_every_game_that_people_can_make_cards_for(time_machine: Any) -> None:
    contest, _boss = opened(time_machine, game="zx", pool_key="zx-texts")
    maker = make_user()
    entry = enter(contest, maker, **{name: value for name, value in ZX_CARD.items() if name != "number"})
    assert entry.parts["number"] != ZX_CARD["number"] and entry.parts["name"] == ZX_CARD["name"]
    page = signed_in(maker).get(f"/contests/{contest.pk}/my-card/").content.decode()
    assert ZX_CARD["name"] in page and entry.parts["number"] not in page
