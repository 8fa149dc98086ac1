"""News: drafts nobody else sees, plans that come true, pictures drawn anew, what is taken back."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from community.hosts import require_host
from community.news.models import News
from community.news.services import (
    news_edit,
    news_publish,
    news_remove_picture,
    news_sweep,
    news_withdraw,
    values_token,
)
from ledger.commands import Actor
from ledger.errors import StaleError, UserError
from ledger.models import LedgerRow, OutboxMessage
from tests.community.wanted import WORDS, office, photo, piece, publish, words
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import found, join

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def writer(organization: Any) -> Actor:
    return Actor(organization.created_by, "owner")


def test_a_draft_is_read_by_its_writers_alone_and_published_news_by_everybody() -> None:
    club, boss = found(), Actor(office(), "office")
    of_club, of_site = piece(writer(club), club), piece(boss, title="From the office")
    helper, stranger = join(club, "helper"), make_user("Stranger")
    for news, mine in ((of_club, club.created_by), (of_site, boss.user)):
        address = f"/news/{news.pk}/"
        assert signed_in(mine).get(address).status_code == 200
        for other in (helper, stranger):
            assert signed_in(other).get(address).status_code == 404
        assert Client().get(address).status_code == 404
        publish(Actor(mine, "owner"), news)
        assert WORDS["text"][:16] in Client().get(address).content.decode()
    listed = Client().get("/news/").content.decode()
    assert "A table in the sun" in listed and "From the office" in listed
    own = Client().get("/o/orbit-club/news/").content.decode()
    assert "A table in the sun" in own and "From the office" not in own
    assert "From the office" in Client().get("/").content.decode()
    assert "A table in the sun" in Client().get("/o/orbit-club/").content.decode()


def test_only_the_office_writes_for_the_site_and_only_owners_and_organizers_for_an_organization() -> None:
    club = found()
    require_host(join(club, "organizer"), club)
    for user in (join(club, "judge"), join(club, "helper"), make_user("Rival"), office()):
        with pytest.raises(PermissionDenied):
            require_host(user, club)
    with pytest.raises(PermissionDenied):
        require_host(club.created_by, None)
    elsewhere = found("Nova Shop")
    news = publish(writer(club), piece(writer(club), club))
    client = signed_in(elsewhere.created_by)
    for do in ("edit", "publish", "withdraw", "picture"):
        sent = {"do": do, "shown": values_token(news), "reason": "rival", **WORDS}
        assert client.post(f"/news/{news.pk}/edit/", sent).status_code == 403
    news.refresh_from_db()
    assert (news.state, news.title) == ("published", WORDS["title"])


def test_a_plan_appears_when_its_moment_comes_and_once(time_machine: Any) -> None:
    boss = Actor(office(), "office")
    now = timezone.now()
    news = publish(boss, piece(boss), now + timedelta(hours=2))
    given_up = publish(boss, piece(boss, title="Given up"), now + timedelta(hours=2))
    news_withdraw(actor=boss, news=given_up, reason="", shown=values_token(given_up))
    news_sweep()
    assert Client().get(f"/news/{news.pk}/").status_code == 404
    time_machine.move_to(now + timedelta(hours=2, seconds=1))
    news_sweep()
    news_sweep()
    assert Client().get(f"/news/{news.pk}/").status_code == 200
    assert LedgerRow.objects.filter(action="news.appear").count() == 1
    given_up.refresh_from_db()
    assert given_up.state == "draft"


def test_a_form_opened_at_other_words_changes_nothing() -> None:
    boss = Actor(office(), "office")
    news = piece(boss)
    shown = values_token(news)
    news_edit(actor=boss, news=news, words=words(title="Another title"), shown=shown)
    for refused in (
        lambda: news_edit(actor=boss, news=news, words=words(title="Too late"), shown=shown),
        lambda: news_publish(actor=boss, news=news, at=None, shown=shown),
        lambda: news_withdraw(actor=boss, news=news, reason="x", shown=shown),
    ):
        with pytest.raises(StaleError):
            refused()
    news.refresh_from_db()
    assert (news.title, news.state) == ("Another title", "draft")


def test_a_picture_is_drawn_anew_and_needs_words() -> None:
    boss = Actor(office(), "office")
    with pytest.raises(UserError):
        piece(boss, picture=photo())
    with pytest.raises(UserError) as refused:
        piece(boss, picture=b"<svg onload=alert(1)>", alt="A table")
    assert [problem.field for problem in refused.value.problems] == ["picture"]
    news = piece(boss, picture=photo(), alt="A table")
    address = f"/news/{news.pk}/{news.picture}-large.webp"
    assert Client().get(address).status_code == 404  # nobody sees the picture of a draft
    publish(boss, news)
    answer = Client().get(address)
    assert answer["Content-Type"] == "image/webp"
    assert b"canary" not in answer.content
    assert Client().get(f"/news/{news.pk}/{'0' * 32}-large.webp").status_code == 404
    assert 'alt="A table"' in Client().get(f"/news/{news.pk}/").content.decode()


def test_the_files_of_a_picture_go_when_it_is_replaced_or_removed(
    django_capture_on_commit_callbacks: Any,
) -> None:
    boss = Actor(office(), "office")
    news = publish(boss, piece(boss, picture=photo(), alt="A table"))
    first = f"/news/{news.pk}/{news.picture}-small.webp"
    with django_capture_on_commit_callbacks(execute=True):
        news_edit(
            actor=boss,
            news=news,
            words=words(alt="A chair"),
            picture=photo((300, 500)),
            shown=values_token(news),
        )
    news.refresh_from_db()
    second = f"/news/{news.pk}/{news.picture}-small.webp"
    assert (Client().get(first).status_code, Client().get(second).status_code) == (404, 200)
    with django_capture_on_commit_callbacks(execute=True):
        news_remove_picture(actor=boss, news=news, shown=values_token(news))
    assert Client().get(second).status_code == 404


def test_what_is_taken_back_is_a_page_that_does_not_exist_and_its_writers_read_why() -> None:
    club = found()
    news = publish(writer(club), piece(writer(club), club))
    with pytest.raises(UserError):
        news_withdraw(actor=writer(club), news=news, reason=" ", shown=values_token(news))
    news_withdraw(actor=writer(club), news=news, reason="Wrong day", shown=values_token(news))
    assert Client().get(f"/news/{news.pk}/").status_code == 404
    for page in ("/news/", "/o/orbit-club/news/", "/o/orbit-club/", "/news/news.atom"):
        assert WORDS["title"] not in Client().get(page).content.decode()
    assert "Wrong day" in signed_in(club.created_by).get(f"/news/{news.pk}/edit/").content.decode()
    news.refresh_from_db()
    publish(writer(club), news)
    assert Client().get(f"/news/{news.pk}/").status_code == 200


def test_what_the_office_withdraws_of_an_organization_comes_back_by_nobody_else() -> None:
    club, boss = found(), office()
    news = publish(writer(club), piece(writer(club), club))
    client = signed_in(boss)
    shown = values_token(news)
    refused = client.post(
        f"/news/{news.pk}/edit/", {"do": "edit", "shown": shown, **WORDS, "title": "Ours now"}
    )
    assert refused.status_code == 403
    client.post(f"/news/{news.pk}/edit/", {"do": "withdraw", "shown": shown, "reason": "Names a child"})
    news.refresh_from_db()
    assert (news.state, news.by_office, news.title) == ("withdrawn", True, WORDS["title"])
    with pytest.raises(UserError, match="office"):
        publish(writer(club), news)
    assert (
        signed_in(club.created_by)
        .post(f"/news/{news.pk}/edit/", {"do": "publish", "shown": values_token(news), "at": ""})
        .status_code
        == 403
    )
    told = OutboxMessage.objects.get(topic="notice").payload
    assert (told["name"], told["people"], told["about"]) == (
        "news.withdrawn",
        [club.created_by.pk],
        {"news": news.pk},
    )
    client.post(f"/news/{news.pk}/edit/", {"do": "publish", "shown": values_token(news), "at": ""})
    assert Client().get(f"/news/{news.pk}/").status_code == 200  # the office was wrong, and says so


def test_the_news_of_an_organization_that_has_ended_is_gone() -> None:
    from tournaments.organizations.services import organization_end

    club = found()
    news = publish(writer(club), piece(writer(club), club))
    organization_end(actor=writer(club), organization=club, typed="Orbit Club")
    assert Client().get(f"/news/{news.pk}/").status_code == 404
    assert WORDS["title"] not in Client().get("/news/").content.decode()


def test_words_are_never_markup_and_addresses_become_links() -> None:
    boss = Actor(office(), "office")
    news = publish(boss, piece(boss, title="<script>1</script>", text="<b>x</b> https://play.example/a"))
    body = Client().get(f"/news/{news.pk}/").content.decode()
    assert "<script>1" not in body and "&lt;b&gt;x" in body
    assert '<a href="https://play.example/a" rel="nofollow">' in body
    feed = Client().get("/news/news.atom").content.decode()
    assert "<script>" not in feed and "&lt;script&gt;" in feed


def test_a_writer_does_it_all_on_the_pages() -> None:
    club = found()
    client = signed_in(club.created_by)
    sent = {**WORDS, "by_mail": "", "alt": "A sunny table"}
    file = SimpleUploadedFile("table.jpg", photo(), "image/jpeg")
    answer = client.post("/o/orbit-club/news/write/", {**sent, "picture": file})
    news = News.objects.get()
    assert answer["Location"] == f"/news/{news.pk}/edit/"
    page = client.get(answer["Location"])
    shown = page.context["shown"]
    client.post(answer["Location"], {"do": "publish", "shown": shown, "at": ""})
    assert "A sunny table" in Client().get("/o/orbit-club/news/").content.decode()
    assert LedgerRow.objects.filter(chain_id=club.chain_key, action__startswith="news.").count() == 2
    told = str(list(LedgerRow.objects.filter(action__startswith="news.").values_list("data", flat=True)))
    assert "table" not in told and "sun" not in told
