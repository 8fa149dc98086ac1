"""Reports: anybody may report, once; who decides tells both sides why; a wrong decision is turned round."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from community.safety import services
from community.safety.kinds import KINDS, found
from community.safety.models import Matter, Objection, Report
from community.safety.services import matter_decide, objection_decide, objection_make, report_make, token_of
from decks.lists.models import Deck
from decks.lists.services import deck_create, deck_describe, details_mark, owner_of
from ledger.commands import SYSTEM, Actor
from ledger.errors import StaleError, UserError
from ledger.models import LedgerRow, OutboxMessage
from tests.community.wanted import carry, decided, office, piece, publish, reported
from tests.tournaments.agenda.people import acts, befriend, proposed
from tests.tournaments.hall import approved_tournament, make_user
from tests.tournaments.organizations.found import found as club_of
from tests.tournaments.organizations.found import join
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create
from tournaments.events.models import Tournament
from x610z_site.privacy.choice_services import page_choose
from x610z_site.privacy.models import Choice
from x610z_site.privacy.retention import forget_all

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def browser(user: Any = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def told(name: str) -> list[int]:
    rows = OutboxMessage.objects.filter(topic="notice", payload__name=name)
    return [one for row in rows for one in row.payload["people"]]


def news_of(club: Any, text: str = "Kim is stupid") -> Any:
    writer = Actor(club.created_by, "owner")
    return publish(writer, piece(writer, club, text=text))


def test_a_report_hides_nothing_and_one_decision_tells_both_sides_why() -> None:
    club, ann, boss = club_of(), make_user("Ann"), office()
    news = news_of(club)
    page = f"/news/{news.pk}/"
    assert f"/report/news/{news.pk}/" in browser().get(page).content.decode()
    sent = browser(ann).post(f"/report/news/{news.pk}/", {"reason": "hurts", "words": "about my sister"})
    assert sent.status_code == 200 and "Thank you" in sent.content.decode()
    assert browser().get(page).status_code == 200, "a report decides nothing"
    matter = Matter.objects.get()
    assert "stupid" in matter.excerpt and not matter.with_office
    client = browser(boss)
    assert "A table in the sun" in client.get("/reports/office/").content.decode()
    shown = client.get(f"/reports/office/{matter.pk}/")
    assert "about my sister" in shown.content.decode() and "Ann" not in shown.content.decode()
    asked = {"do": "hide", "shown": shown.context["shown"], "rule": "hurts", "answer": "It insults a player."}
    assert client.post(f"/reports/office/{matter.pk}/", asked).status_code == 302
    assert browser().get(page).status_code == 404
    for reader in (ann, club.created_by):
        text = browser(reader).get(f"/reports/{matter.pk}/").content.decode()
        assert "It insults a player." in text and "It insults or threatens somebody" in text
        assert "sister" not in text
    assert "stupid" not in browser(ann).get(f"/reports/{matter.pk}/").content.decode()
    assert told("report.decided") == [ann.pk] and told("matter.hidden") == [club.created_by.pk]
    assert browser(make_user()).get(f"/reports/{matter.pk}/").status_code == 404
    said = str(
        list(
            LedgerRow.objects.filter(action__in=("report.make", "matter.decide")).values_list("data", "note")
        )
    )
    assert "sister" not in said and "insult" not in said and "sun" not in said


def test_who_made_it_objects_once_and_another_one_of_the_office_turns_it_round() -> None:
    club, boss, other = club_of(), office(), make_user("Second", is_office=True)
    news = news_of(club)
    matter = decided(boss, reported(make_user(), "news", news.pk), hide=True)
    writer = browser(club.created_by)
    assert writer.post(f"/reports/{matter.pk}/", {"words": "It is a quotation."}).status_code == 302
    assert writer.post(f"/reports/{matter.pk}/", {"words": "Again"}).status_code == 422
    assert Objection.objects.count() == 1
    assert "quotation" in browser(other).get(f"/reports/office/{matter.pk}/").content.decode()
    said = {"matter": matter, "changed": True, "rule": "", "answer": "You are right."}
    with pytest.raises(UserError, match="first time"):
        objection_decide(actor=Actor(boss, "office"), **said)
    objection_decide(actor=Actor(other, "office"), **said)
    assert browser().get(f"/news/{news.pk}/").status_code == 200
    text = writer.get(f"/reports/{matter.pk}/").content.decode()
    assert "You are right." in text and "was wrong" in text
    assert told("objection.decided") == [club.created_by.pk]
    with pytest.raises(StaleError):
        objection_decide(actor=Actor(other, "office"), **said)


def test_who_reported_it_objects_to_nothing_wrong_and_it_is_hidden_after_all() -> None:
    club, ann, boss = club_of(), make_user("Ann"), office()
    news = news_of(club)
    matter = decided(boss, reported(ann, "news", news.pk), hide=False, answer="A joke among friends.")
    assert "A joke" in browser(ann).get(f"/reports/{matter.pk}/").content.decode()
    assert browser(club.created_by).get(f"/reports/{matter.pk}/").status_code == 404, "nobody hears of it"
    objection_make(actor=acts(ann), matter=matter, words="Kim is twelve.")
    objection_decide(actor=Actor(boss, "office"), matter=matter, changed=True, rule="child", answer="Right.")
    assert browser().get(f"/news/{news.pk}/").status_code == 404
    assert told("matter.hidden") == [club.created_by.pk]


def test_an_organization_decides_first_about_what_is_its_own_and_not_about_itself() -> None:
    club, boss = club_of(), office()
    organizer = join(club, "organizer")
    news = news_of(club)
    matter = reported(make_user(), "news", news.pk)
    mine = browser(organizer)
    assert news.title in mine.get("/o/orbit-club/reports/").content.decode()
    shown = mine.get(f"/reports/office/{matter.pk}/").context["shown"]
    refused = {"do": "hide", "shown": shown, "rule": "hurts", "answer": "x"}
    assert browser(club.created_by).post(f"/reports/office/{matter.pk}/", refused).status_code == 422, (
        "its writer"
    )
    assert mine.post(f"/reports/office/{matter.pk}/", {"do": "hand_on", "shown": shown}).status_code == 302
    assert mine.get(f"/reports/office/{matter.pk}/").status_code == 404
    assert browser(boss).get(f"/reports/office/{matter.pk}/").status_code == 200
    of_itself = reported(make_user(), "organization", "orbit-club")
    assert of_itself.with_office and mine.get(f"/reports/office/{of_itself.pk}/").status_code == 404
    assert browser(make_user()).get("/reports/office/").status_code == 403
    assert browser(make_user()).get("/o/orbit-club/reports/").status_code == 403


def test_once_for_a_person_and_a_thing_and_what_was_found_fine_is_not_judged_again(time_machine: Any) -> None:
    club, ann, boss = club_of(), make_user("Ann"), office()
    news = news_of(club)
    assert reported(ann, "news", news.pk) == reported(ann, "news", news.pk)
    matter = reported(make_user("Bob"), "news", news.pk)
    assert Report.objects.count() == 2 and Matter.objects.count() == 1
    decided(boss, matter, hide=False, answer="Fine.")
    assert reported(make_user("Cy"), "news", news.pk) == matter
    matter.refresh_from_db()
    assert matter.state == "fine" and browser(boss).get("/reports/office/").context["rows"] == []
    type(news).objects.filter(pk=news.pk).update(text="Kim is very stupid")
    assert reported(make_user("Di"), "news", news.pk) != matter, "other words are another matter"


def test_a_flood_of_false_reports_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    club, ann, boss = club_of(), make_user("Ann"), office()
    for number in range(5):
        decided(boss, reported(ann, "news", news_of(club, f"Piece {number}").pk), hide=False)
    with pytest.raises(UserError) as caught:
        reported(ann, "news", news_of(club, "One more").pk)
    assert caught.value.code == "quota"
    monkeypatch.setattr(services, "MOST_ABOUT_ONE", 1)
    reported(None, "news", news_of(club, "Other").pk)
    one = Matter.objects.get(state="open")
    with pytest.raises(UserError, match="Many people"):
        reported(None, "news", one.key)
    monkeypatch.setattr(services, "MOST_OF_STRANGERS", 1)
    with pytest.raises(UserError, match="Sign in"):
        reported(None, "news", news_of(club, "Third").pk)
    reported(make_user("Bob"), "news", one.key)  # nobody with an account is stopped by them


def test_a_stranger_leaves_an_address_and_hears_that_it_came_and_what_was_decided(settings: Any) -> None:
    settings.MAIL_ON, settings.SITE_URL = True, "https://play.example"
    club, boss = club_of(), office()
    news = news_of(club)
    said = {"reason": "private", "words": "canary", "mail": "eve@post.example"}
    client = browser()
    client.cookies["django_language"] = "nl"
    assert client.post(f"/report/news/{news.pk}/", said).status_code == 200
    [came] = carry()
    assert came.to == ["eve@post.example"] and "canary" not in came.body and "stupid" not in came.body
    decided(boss, Matter.objects.get(), hide=True, answer="It is private.")
    [answer] = carry()
    assert "It is private." in answer.body and f"/report/news/{news.pk}/" in answer.body
    assert len(mail.outbox) == 2
    for number in range(4):  # somebody else's address gets no flood either
        report_make(
            actor=SYSTEM,
            kind="news",
            thing_key=str(news_of(club, f"Piece {number}").pk),
            reason="advert",
            words="",
            mail="eve@post.example",
            language="en",
        )
    assert len(carry()) == 2
    assert not LedgerRow.objects.filter(data__icontains="post.example").exists()


def test_too_many_reports_of_strangers_from_one_address_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    from x610z_site.accounts import answers, limits

    monkeypatch.setattr(answers, "REPORTS", limits.Limit("reports", 1, 60))
    club = club_of()
    first, second = (
        browser().post(f"/report/news/{news_of(club, text).pk}/", {"reason": "law"}) for text in "ab"
    )
    assert (first.status_code, second.status_code) == (200, 429)


def test_of_two_who_decide_the_second_reads_what_the_first_said() -> None:
    club, boss = club_of(), office()
    matter = reported(make_user(), "news", news_of(club).pk)
    shown = token_of(matter)
    decided(boss, matter, hide=False, answer="Fine.")
    with pytest.raises(StaleError):
        matter_decide(
            actor=Actor(make_user("Two", is_office=True), "office"),
            matter=matter,
            hide=True,
            rule="hurts",
            answer="No.",
            shown=shown,
        )


def test_each_kind_is_found_by_who_may_see_it_and_gone_once_it_is_hidden() -> None:
    """One thing of every kind: reported by a link on its page, hidden, and no word of it left for anybody."""
    boss, ann, bob = office(), make_user("Ann Loud"), make_user("Bob")
    club = club_of("Loud Club")
    club.about = "Loud words"
    club.save()
    clan = Clan.objects.get(pk=clan_create(actor=acts(ann), name="Loud Clan")["clan"])
    deck = Deck.objects.get(
        pk=deck_create(
            actor=owner_of(ann), key="", name="Loud Deck", play="constructed", pool_key="demo", notes="Loud"
        )["deck"]
    )
    Deck.objects.filter(pk=deck.pk).update(visibility="public")
    tournament = approved_tournament(2, name="Loud Cup")
    Tournament.objects.filter(pk=tournament.pk).update(description="Loud description")
    page_choose(actor=acts(ann), opened=True, parts=["results"])
    code = Choice.objects.get(user=ann).page_code
    befriend(ann, bob)
    game = proposed(ann, bob)
    type(game).objects.filter(pk=game.pk).update(place="Loud place")
    things = {
        "clan": (clan.pk, None),
        "organization": (club.slug, None),
        "event": (tournament.slug, None),
        "deck": (deck.public_id, None),
        "player": (code, None),
        "friendly": (game.pk, bob),
    }
    for kind, (key, reader) in things.items():
        thing = found(kind, str(key), reader or make_user())
        assert thing is not None, kind
        body = browser(reader).get(thing.url).content.decode()
        assert "Loud" in body and f"/report/{kind}/{key}/" in body, kind
        matter = decided(boss, reported(bob, kind, key), hide=True)
        assert matter.state == "hidden"
        assert "Loud" not in browser(reader).get(thing.url).content.decode(), kind
    assert browser(make_user()).get(f"/report/friendly/{game.pk}/").status_code == 404
    assert browser().get("/report/nothing/1/").status_code == 404
    deck.refresh_from_db()
    with pytest.raises(UserError, match="reported and hidden"):
        deck_describe(
            actor=owner_of(ann),
            deck_id=deck.pk,
            mark=details_mark(deck),
            name="x",
            play="constructed",
            pool_key="demo",
            visibility="public",
            notes="",
        )
    assert {"news", "card", "circuit", *things} <= set(KINDS)


def test_words_of_reports_are_forgotten_in_time_and_with_their_people() -> None:
    from tests.site.privacy.erasing import person_erase

    club, ann, boss = club_of(), make_user("Ann"), office()
    matter = decided(boss, reported(ann, "news", news_of(club).pk, words="canary"), hide=True)
    open_one = reported(ann, "news", news_of(club, "Other").pk, words="waits")
    now = timezone.now()
    forget_all(now + timedelta(days=179))
    assert Report.objects.filter(words="canary").exists()
    forget_all(now + timedelta(days=181))
    matter.refresh_from_db()
    assert matter.excerpt == matter.title == "" and matter.state == "hidden" and matter.answer
    assert set(Report.objects.values_list("words", flat=True)) == {"", "waits"}
    person_erase(actor=acts(ann), user_id=ann.pk)
    assert Report.objects.count() == 0 and Matter.objects.filter(pk=open_one.pk).exists()
    person_erase(actor=acts(club.created_by), user_id=club.created_by.pk)
    assert not Matter.objects.exclude(title="", excerpt="", answer="").exists()


def test_who_runs_an_organization_never_reads_in_its_chain_who_reports() -> None:
    club, ann, boss = club_of(), make_user("Ann"), office()
    matter = decided(boss, reported(ann, "news", news_of(club).pk), hide=False)
    objection_make(actor=acts(ann), matter=matter, words="It is not.")
    rows = LedgerRow.objects.filter(actor=ann).exclude(action="account.create")
    assert {row.chain_id.partition("/")[0] for row in rows} == {"site"} and rows.count() == 2
    assert LedgerRow.objects.filter(chain_id=club.chain_key, action="matter.decide").count() == 1


@pytest.mark.parametrize("key", ["%00", "01", "x" * 90, "0", "-1", "9" * 12, "١"])
def test_an_odd_key_is_nothing_that_could_be_reported(key: str) -> None:
    clan_create(actor=acts(make_user()), name="Blue Wave")
    for kind in KINDS:
        assert browser().get(f"/report/{kind}/{key}/").status_code == 404, kind


def test_a_name_taken_before_keeps_nothing_from_being_hidden() -> None:
    made = clan_create(actor=acts(make_user()), name="Loud")["clan"]
    clan_create(actor=acts(make_user()), name=f"Clan {made}")
    decided(office(), reported(make_user(), "clan", made), hide=True)
    assert "Loud" not in Clan.objects.get(pk=made).name
