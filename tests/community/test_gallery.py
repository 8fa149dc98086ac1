"""The gallery: looked at before it is shown, under which name, taken back, refused, appealed, at its card."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from community.gallery.models import Work
from community.gallery.review_services import (
    appeal_answer,
    proposal_answer,
    work_appeal,
    work_propose,
    work_refuse,
    work_show,
)
from community.gallery.services import decided_forget, values_token, work_change, work_withdraw
from community.safety.kinds import found
from community.safety.services import objection_decide, objection_make
from decks.cards.models import Card, CardPicture
from ledger.commands import Actor
from ledger.errors import StaleError, UserError
from ledger.models import LedgerRow, OutboxMessage
from tests.community.hung import (
    SAID,
    STORY,
    hang,
    kept_files,
    refuse,
    reviewer,
    said,
    send_picture,
    send_story,
)
from tests.community.wanted import decided, photo, reported
from tests.decks.catalogue import SUMMON, make_keeper, publish_rows
from tests.site.privacy.erasing import person_erase
from tests.tournaments.hall import make_user
from x610z_site.privacy.choice_services import guardian_give
from x610z_site.privacy.models import Guardian

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def file_of(work: Work, size: str = "large") -> str:
    return f"/gallery/{work.pk}/{work.picture}-{size}.webp"


def files_of(work: Work) -> list[str]:
    return [name for name in kept_files() if work.picture and work.picture in name]


def kettle() -> Card:
    publish_rows([SUMMON])
    return Card.objects.get(number=SUMMON["number"])


def test_what_waits_is_seen_by_its_artist_and_the_office_alone_and_then_by_everybody() -> None:
    artist, stranger = make_user("Painter"), make_user("Stranger")
    work = send_picture(artist)
    for address in (f"/gallery/{work.pk}/", file_of(work)):
        assert client_of(artist).get(address).status_code == 200
        assert client_of(reviewer().user).get(address).status_code == 200
        assert client_of(stranger).get(address).status_code == 404
        assert Client().get(address).status_code == 404
    nowhere = ("/gallery/", "/gallery/gallery.atom")
    assert not any(SAID["title"] in Client().get(page).content.decode() for page in nowhere)
    assert SAID["title"] in client_of(reviewer().user).get("/gallery/review/").content.decode()
    hang(work)
    for page in (*nowhere, f"/gallery/{work.pk}/"):
        assert SAID["title"] in Client().get(page).content.decode()
    answer = Client().get(file_of(work))
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/webp", "nosniff")
    assert b"canary" not in answer.content
    told = OutboxMessage.objects.get(topic="notice").payload
    assert (told["name"], told["people"]) == ("gallery.decided", [artist.pk])


def test_everything_that_is_missing_is_said_at_once_and_nothing_is_kept() -> None:
    artist = make_user("Painter")
    before = kept_files()
    with pytest.raises(UserError) as refused:
        send_picture(artist, title=" ", alt="\u200b", licence="mine", picture=b"<svg onload=alert(1)>")
    fields = [problem.field for problem in refused.value.problems]
    assert fields == ["title", "alt", "licence", "picture"]
    with pytest.raises(UserError):
        send_story(artist, text="Too short.")
    assert not Work.objects.exists() and kept_files() == before


def test_a_name_is_made_up_unless_its_artist_says_otherwise_and_never_the_real_one() -> None:
    artist = make_user("Painter")
    quiet, loud = hang(send_picture(artist)), hang(send_story(artist, named=True, title="By name"))
    assert quiet.tag == loud.tag
    assert f"Artist {quiet.tag}" in Client().get(f"/gallery/{quiet.pk}/").content.decode()
    assert "Painter" in Client().get(f"/gallery/{loud.pk}/").content.decode()
    type(artist).objects.filter(pk=artist.pk).update(real_name="PAINTER")
    for page in ("/gallery/", f"/gallery/{loud.pk}/", "/gallery/gallery.atom"):
        assert "Painter" not in Client().get(page).content.decode()


def test_of_a_child_nothing_is_shown_before_the_guardian_is_heard_and_never_by_name() -> None:
    child = make_user("Kid")
    guardian_give(actor=Actor(child, "person"), contact="06 12345678")
    work = hang(send_picture(child, named=True))
    assert "under 16" in client_of(child).get(f"/gallery/{work.pk}/").content.decode()
    for address in (f"/gallery/{work.pk}/", file_of(work)):
        assert Client().get(address).status_code == 404
    Guardian.objects.update(confirmed_at=timezone.now())
    page = Client().get(f"/gallery/{work.pk}/").content.decode()
    assert f"Artist {work.tag}" in page and "Kid" not in page
    guardian_give(actor=Actor(child, "person"), contact="06 87654321")  # another guardian: nobody was heard
    assert Client().get(f"/gallery/{work.pk}/").status_code == 404


def test_who_turns_out_to_be_a_child_hangs_at_no_card_and_is_named_at_none() -> None:
    card, artist, keeper = kettle(), make_user("Painter"), make_keeper()
    work = propose(hang(send_picture(artist, card, named=True)))
    yes = {"actor": Actor(keeper, "keeper"), "accept": True, "reason": ""}
    proposal_answer(**yes, work=work, shown=values_token(work))
    guardian_give(actor=Actor(artist, "person"), contact="06 12345678")
    page = Client().get(f"/cards/{card.short}/").content.decode()
    assert "Painter" not in page and work.title not in page
    assert not CardPicture.objects.filter(removed_at=None).exists()
    assert not CardPicture.objects.filter(credit__contains="Painter").exists()
    Guardian.objects.update(confirmed_at=timezone.now())
    work.refresh_from_db()
    work = propose(work)
    proposal_answer(**yes, work=work, shown=values_token(work))
    assert CardPicture.objects.get(removed_at=None).credit == f"Artist {work.tag}"


def test_what_is_taken_back_is_gone_with_its_files_in_whatever_state(
    django_capture_on_commit_callbacks: Any,
) -> None:
    artist = make_user("Painter")
    for make in (lambda one: one, hang, refuse, lambda one: refuse(hang(one))):
        work = make(send_picture(artist))
        with django_capture_on_commit_callbacks(execute=True):
            client_of(artist).post(f"/gallery/{work.pk}/do/", {"do": "withdraw"})
        assert not Work.objects.filter(pk=work.pk).exists()
        assert not files_of(work)
        with pytest.raises(UserError, match="taken it back"):
            work_withdraw(actor=Actor(artist, "artist"), work=work)


def test_a_change_is_looked_at_again() -> None:
    artist = make_user("Painter")
    work = hang(send_picture(artist))
    shown = values_token(work)
    changed = {"actor": Actor(artist, "artist"), "work": work, "card": None, "picture": None}
    work_change(**changed, words=said(title="Something else"), shown=shown)
    assert Client().get(f"/gallery/{work.pk}/").status_code == 404
    with pytest.raises(StaleError):
        work_change(**changed, words=said(), shown=shown)
    with pytest.raises(StaleError):  # a reviewer who looked at the words before
        work_show(actor=reviewer(), work=work, shown=shown)


def test_a_no_has_a_reason_which_its_artist_reads_and_nobody_else() -> None:
    artist = make_user("Painter")
    work = send_picture(artist)
    for why, reason in (("", "x"), ("ugly", "x"), ("other", " ")):
        with pytest.raises(UserError):
            work_refuse(actor=reviewer(), work=work, why=why, reason=reason, shown=values_token(work))
    refuse(work, why="other", reason="A brand on the umbrella")
    assert "A brand on the umbrella" in client_of(artist).get(f"/gallery/{work.pk}/").content.decode()
    assert Client().get(f"/gallery/{work.pk}/").status_code == 404
    rows = str(list(LedgerRow.objects.values_list("data", "note")))
    assert "umbrella" not in rows and "dragon" not in rows.lower()


def test_nobody_decides_about_their_own_work() -> None:
    office = reviewer()
    work = send_picture(office.user)
    with pytest.raises(UserError, match="Somebody else"):
        work_show(actor=office, work=work, shown=values_token(work))
    client = client_of(office.user)
    sent = {"do": "show", "shown": values_token(work)}
    assert client.post(f"/gallery/{work.pk}/do/", sent).status_code == 403
    assert SAID["title"] not in client.get("/gallery/review/").content.decode()


def appeal(work: Work) -> Work:
    actor = Actor(work.artist, "artist")
    work_appeal(actor=actor, work=work, appeal="It is my own dragon.", shown=values_token(work))
    work.refresh_from_db()
    return work


def test_an_appeal_is_made_once_and_answered_by_another_reviewer() -> None:
    artist, first, second = make_user("Painter"), reviewer(), reviewer("Second")
    work = appeal(refuse(hang(send_picture(artist)), by=first))
    with pytest.raises(UserError, match="no decision"):
        appeal(work)
    said_no = {"work": work, "overturn": False, "answer": "It is not.", "shown": values_token(work)}
    with pytest.raises(UserError, match="Somebody else"):
        appeal_answer(actor=first, **said_no)
    assert "uphold" not in client_of(first.user).get(f"/gallery/{work.pk}/").context["may"]
    with pytest.raises(UserError):
        appeal_answer(actor=second, **said_no | {"answer": " "})
    appeal_answer(actor=second, **said_no)
    page = client_of(artist).get(f"/gallery/{work.pk}/").content.decode()
    assert "It is not." in page and "The same person" not in page
    for late in (lambda: appeal(Work.objects.get()), lambda: appeal_answer(actor=second, **said_no)):
        with pytest.raises(UserError):
            late()
    other = appeal(refuse(send_story(artist), by=first))
    appeal_answer(actor=second, work=other, overturn=True, answer="", shown=values_token(other))
    assert Client().get(f"/gallery/{other.pk}/").status_code == 200


def test_where_there_is_one_reviewer_they_answer_themselves_and_the_artist_reads_that() -> None:
    artist, only = make_user("Painter"), reviewer()
    work = appeal(refuse(send_picture(artist), by=only))
    page = client_of(only.user).get(f"/gallery/{work.pk}/").content.decode()
    assert "Nobody else works at the office" in page
    appeal_answer(actor=only, work=work, overturn=False, answer="I looked again.", shown=values_token(work))
    page = client_of(artist).get(f"/gallery/{work.pk}/").content.decode()
    assert "The same person answered who had decided" in page


def test_it_is_shown_at_the_card_it_is_about() -> None:
    card, artist = kettle(), make_user("Painter")
    address = f"/cards/{card.short}/"
    assert "Nobody has drawn this card" in Client().get(address).content.decode()
    work = send_picture(artist, card)
    assert SAID["title"] not in Client().get(address).content.decode()
    hang(work)
    page = Client().get(address).content.decode()
    assert SAID["title"] in page and SAID["alt"] in page
    assert SAID["title"] in Client().get(f"/gallery/?card={card.short}").content.decode()
    refuse(work)
    assert SAID["title"] not in Client().get(address).content.decode()


def propose(work: Work) -> Work:
    work_propose(actor=Actor(work.artist, "artist"), work=work, shown=values_token(work))
    work.refresh_from_db()
    return work


def test_a_keeper_gives_a_card_a_proposed_picture_with_credit_and_its_artist_can_take_it_back(
    django_capture_on_commit_callbacks: Any,
) -> None:
    card, artist, keeper, before = kettle(), make_user("Painter"), make_keeper(), kept_files()
    work = propose(hang(send_picture(artist, card, named=True, licence="share")))
    client = client_of(keeper)
    assert "/gallery/proposals/" in client.get("/cards/keep/").content.decode()
    assert SAID["title"] in client.get("/gallery/proposals/").content.decode()
    client.post(f"/gallery/{work.pk}/do/", {"do": "accept_card", "shown": values_token(work)})
    card.refresh_from_db()
    assert card.picture is not None
    assert (card.picture.credit, card.picture.licence) == ("Painter", "CC BY-NC-ND 4.0")
    assert card.picture.name != work.picture
    assert LedgerRow.objects.filter(chain_id="catalogue", action="picture.add").count() == 1
    work.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        work_withdraw(actor=Actor(artist, "artist"), work=work)
    card.refresh_from_db()
    assert card.picture is None and kept_files() == before


def test_a_keeper_says_why_not_and_a_picture_is_proposed_once() -> None:
    card, artist, keeper = kettle(), make_user("Painter"), make_keeper()
    with pytest.raises(UserError):
        propose(hang(send_picture(artist)))  # of no card
    work = propose(hang(send_picture(artist, card)))
    answer = {"actor": Actor(keeper, "keeper"), "work": work, "accept": False, "shown": values_token(work)}
    with pytest.raises(UserError):
        proposal_answer(**answer, reason="")
    proposal_answer(**answer, reason="Too dark to print")
    assert "Too dark to print" in client_of(artist).get(f"/gallery/{work.pk}/").content.decode()
    assert "Too dark" not in Client().get(f"/gallery/{work.pk}/").content.decode()
    work.refresh_from_db()
    with pytest.raises(UserError):
        propose(work)


def test_what_a_reviewer_takes_out_is_taken_from_its_card_as_well() -> None:
    card, artist, keeper = kettle(), make_user("Painter"), make_keeper()
    work = propose(hang(send_picture(artist, card)))
    proposal_answer(
        actor=Actor(keeper, "keeper"), work=work, accept=True, reason="", shown=values_token(work)
    )
    work.refresh_from_db()
    refuse(work, why="rights")
    card.refresh_from_db()
    assert card.picture is None
    assert CardPicture.objects.get().removed_at is not None


def test_what_was_reported_goes_by_that_decision_and_comes_back_by_its_objection_alone() -> None:
    artist, ann, boss = make_user("Painter"), make_user("Ann"), reviewer().user
    work = hang(send_picture(artist))
    assert f"/report/gallery/{work.pk}/" in Client().get(f"/gallery/{work.pk}/").content.decode()
    waiting = send_picture(artist)
    assert found("gallery", str(waiting.pk), ann) is None
    matter = decided(boss, reported(ann, "gallery", work.pk), hide=True, answer="It shows a child.")
    assert Client().get(f"/gallery/{work.pk}/").status_code == 404
    page = client_of(artist).get(f"/gallery/{work.pk}/")
    assert "It shows a child." in page.content.decode() and "appeal" not in page.context["may"]
    work.refresh_from_db()
    with pytest.raises(UserError):
        appeal(work)
    objection_make(actor=Actor(artist, "person"), matter=matter, words="It is a doll.")
    objection_decide(actor=Actor(boss, "office"), matter=matter, changed=True, rule="", answer="So it is.")
    assert Client().get(f"/gallery/{work.pk}/").status_code == 200


def test_words_are_never_markup_and_a_story_has_no_links() -> None:
    work = hang(
        send_story(
            make_user("Writer"), title="<script>1</script>", text=f"<b>x</b>\n\n{STORY} https://a.example"
        )
    )
    body = Client().get(f"/gallery/{work.pk}/").content.decode()
    assert "<script>1" not in body and "&lt;b&gt;x" in body
    assert 'href="https://a.example' not in body
    feed = Client().get("/gallery/gallery.atom").content.decode()
    assert "<script>" not in feed and "&lt;script&gt;" in feed


def test_an_artist_does_it_all_on_the_pages() -> None:
    artist = make_user("Painter")
    client = client_of(artist)
    sent = SAID | {"card": "", "made_it": "on", "named": ""}
    nobody_made = client.post(
        "/gallery/send/picture/", sent | {"made_it": "", "picture": SimpleUploadedFile("a.jpg", photo())}
    )
    assert nobody_made.status_code != 302
    answer = client.post("/gallery/send/picture/", sent | {"picture": SimpleUploadedFile("a.jpg", photo())})
    work = Work.objects.get()
    assert answer["Location"] == f"/gallery/{work.pk}/"
    page = client.get(f"/gallery/{work.pk}/edit/")
    again = sent | {"title": "A dragon in the sun", "shown": page.context["shown"]}
    assert client.post(f"/gallery/{work.pk}/edit/", again).status_code == 302
    assert "A dragon in the sun" in client.get("/gallery/mine/").content.decode()
    unknown = client.post(f"/gallery/{work.pk}/edit/", again | {"card": "D9.9/999"})
    assert "no card with this number" in unknown.content.decode()
    assert client_of(make_user("Stranger")).get(f"/gallery/{work.pk}/edit/").status_code == 404


def test_what_was_refused_is_forgotten_in_time_but_not_under_an_appeal(
    django_capture_on_commit_callbacks: Any,
) -> None:
    artist = make_user("Painter")
    old, asks, hung = (
        refuse(send_picture(artist)),
        appeal(refuse(send_picture(artist))),
        hang(send_picture(artist)),
    )
    with django_capture_on_commit_callbacks(execute=True):
        assert decided_forget(timezone.now()) == 1
    assert set(Work.objects.values_list("pk", flat=True)) == {asks.pk, hung.pk}
    assert not files_of(old)


def test_an_erasure_takes_every_picture_and_the_name_at_its_card(
    django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.sql._truncate_journal", lambda: None)  # waits for a commit that no test has
    card, artist, keeper, before = kettle(), make_user("Painter"), make_keeper(), kept_files()
    work = propose(hang(send_picture(artist, card, named=True)))
    proposal_answer(
        actor=Actor(keeper, "keeper"), work=work, accept=True, reason="", shown=values_token(work)
    )
    send_story(artist)
    with django_capture_on_commit_callbacks(execute=True):
        person_erase(actor=Actor(artist, "person"), user_id=artist.pk)
    card.refresh_from_db()
    assert not Work.objects.exists() and card.picture is None and kept_files() == before
    assert not CardPicture.objects.filter(credit__icontains="Painter").exists()


def test_the_licence_is_kept_by_the_version_that_was_agreed_to() -> None:
    work = send_picture(make_user("Painter"), licence="share")
    assert (work.licence, work.licence_version) == ("share", 1)
    row = LedgerRow.objects.get(action="gallery.send")
    assert row.data["licence"] == "share 1"
    assert re.search("It stays yours", client_of(work.artist).get(f"/gallery/{work.pk}/").content.decode())
