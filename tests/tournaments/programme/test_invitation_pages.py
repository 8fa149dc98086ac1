"""Pages of invitations: the organizer's, the sheet, one's own; each by its own number of queries, whatever its size."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import LedgerRow
from tests.tournaments.hall import make_user
from tests.tournaments.organizations.found import found
from tests.tournaments.programme.finals import Final, ended, some_final
from tests.tournaments.programme.test_invitations import BROUGHT, says
from tournaments.programme.invitation_models import Gift, Place

pytestmark = [pytest.mark.django_db]


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def finals(made: Final) -> str:
    return f"/o/{made.circuit.organization.slug}/c/{made.circuit.slug}/finals/"


def queries(client: Client, path: str) -> int:
    client.get(path)  # what is made once is made
    with CaptureQueriesContext(connection) as seen:
        assert client.get(path).status_code == 200
    return len(seen)


def test_an_organizer_says_what_the_end_gives_invites_and_withdraws_on_one_page() -> None:
    made = some_final(end=False)
    client, path = signed_in(made.organizer.user), finals(made)
    said = {"do": "add", "kind": "title", "first": "1", "last": "1", "title": "Champion"}
    client.post(path, said)
    assert "the title “Champion”" in client.get(path).content.decode()
    assert client.post(path, said | {"last": "0"}).status_code == 422
    client.post(path, {"do": "drop", "gift": Gift.objects.get(kind="title").pk})
    assert Gift.objects.count() == 1
    client.post(path, {"do": "send", "final": made.final.slug})
    assert made.states() == {}  # it has not ended
    ended(made)
    assert "Send the invitations" in client.get(path).content.decode()
    client.post(path, {"do": "send", "final": made.final.slug})
    assert made.states() == {0: "open", 1: "open"}
    gone = {"do": "withdraw", "final": made.final.slug, "place": made.place(1).pk}
    client.post(path, gone | {"reason": "You play in the other final"})
    own = signed_in(made.people[1]).get(f"/me/finals/{made.place(1).pk}/").content.decode()
    assert "You play in the other final" in own
    says(made, 0)
    page = client.get(path).content.decode()
    assert "1 of 2 places taken" in page and "Next in line" in page and "withdrawn" in page
    sheet = client.get(f"{path}{made.final.slug}/").content.decode()
    assert "Player 0" in sheet and "Player 1<" not in sheet and "1 invitation waits" in sheet
    assert client.get(f"{path}elsewhere/").status_code == 404


def test_my_invitation_says_why_since_when_until_when_and_what_happened() -> None:
    made = some_final(gifts=BROUGHT)
    made.send()
    user, place = made.people[0], made.place(0)
    client, path = signed_in(user), f"/me/finals/{place.pk}/"
    assert path in client.get("/me/").content.decode()
    page = client.get(path).content.decode()
    for words in (
        "rank 1",
        "Answer until",
        "awarded byes: rounds 1 to 2",
        "You were invited.",
        "Yes, I play",
    ):
        assert words in page, words
    assert signed_in(made.people[1]).get(path).status_code == 404
    assert signed_in(made.people[1]).post(path, {"answer": "yes"}).status_code == 404
    client.post(path, {"answer": "yes"})
    page = client.get(path).content.decode()
    assert "You said yes and were entered." in page and "Yes, I play" not in page
    assert path not in client.get("/me/").content.decode()
    signed_in(made.people[1]).post(f"/me/finals/{made.place(1).pk}/", {"answer": "no"})
    assert made.states() == {0: "accepted", 1: "declined", 2: "open"}


def test_no_page_needs_more_queries_for_more_places() -> None:
    few, many = some_final(people=6, places=2), some_final(people=30, places=12)
    seen = []
    for made in (few, many):
        made.send()
        organizer, player = signed_in(made.organizer.user), signed_in(made.people[0])
        pages = ((organizer, finals(made)), (organizer, f"{finals(made)}{made.final.slug}/"))
        own = (player, f"/me/finals/{made.place(0).pk}/")
        seen.append([queries(*one) for one in (*pages, own)])
    assert seen[0] == seen[1]
    assert seen[0] <= [18, 12, 4]


def test_the_organizer_of_another_organization_reads_and_changes_nothing() -> None:
    made = some_final()
    made.send()
    other = found("Curious Club")
    before = LedgerRow.objects.count()
    for user in (other.created_by, make_user(), made.people[0]):
        client = signed_in(user)
        for path in (finals(made), f"{finals(made)}{made.final.slug}/"):
            assert client.get(path).status_code == 403
        for do in ("add", "drop", "send", "withdraw"):
            said = {
                "do": do,
                "final": made.final.slug,
                "place": made.place(0).pk,
                "gift": Gift.objects.first().pk,
            }  # type: ignore[union-attr]
            assert client.post(finals(made), said).status_code == 403
        own = f"/o/{other.slug}/c/{made.circuit.slug}/finals/"
        assert client.post(own, {"do": "send", "final": made.final.slug}).status_code in (403, 404)
    assert LedgerRow.objects.count() == before and Place.objects.filter(state="open").count() == 2
