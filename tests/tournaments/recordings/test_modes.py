"""A game that one person writes for the table, to its end: a scribe while it is played, a judge afterwards."""

import re

import pytest
from django.test import Client

from tests.halls import kept
from tests.tournaments.hall import staff_actor
from tests.tournaments.recordings.table import Phone, Table, client_of, other_deck, paper_game, register
from tournaments.entries.models import Entry
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.tasks import replay_log
from tournaments.recordings.models import Recording
from tournaments.recordings.results import proposal_of

pytestmark = [pytest.mark.django_db]
AT_ONCE = 8
"""Lines of one batch: so many are still checked while the game goes on."""


class Written(Table):
    """A table of which one person writes the whole game; players read and sign it on their own phones."""

    def __init__(self, mode: str) -> None:
        super().__init__(mode=mode, template="constructed-quick")
        self.judge = client_of(staff_actor(self.tournament, "judge").user)

    def to_the_end(self, writer: Client) -> None:
        """The whole game by one device, with its end line."""
        phone = Phone(writer, self.url, table=True)
        lines = [*paper_game(3), {"kind": "end"}]
        for at in range(0, len(lines), AT_ONCE):
            acks = phone.write(*lines[at : at + AT_ONCE])
            assert {ack["status"] for ack in acks} == {"ok"}, acks

    def sign_pages(self) -> None:
        """Both players sign on the page of the result."""
        for client in self.clients:
            page = client.get(f"{self.url}sign/").content.decode()
            sha256 = re.search(r'name="log_sha256" value="([0-9a-f]{64})"', page)
            assert sha256 is not None
            assert client.post(f"{self.url}sign/", {"log_sha256": sha256[1]}).status_code == 302

    def checked(self) -> tuple[GameLog, str, str]:
        """The log of the game, checked anew, with the judge's page of it and the line in the list of logs."""
        log = self.fresh().log
        assert log is not None
        GameLog.objects.filter(pk=log.pk).update(state=GameLog.State.QUEUED, attempts=0, lease_until=None)
        replay_log(log.pk)
        log.refresh_from_db()
        base = f"/t/{self.tournament.slug}/judge/"
        pages = [self.judge.get(url).content.decode() for url in (f"{base}logs/{log.pk}/", base)]
        return log, pages[0].partition("<main")[2], pages[1].partition("<main")[2]


@kept
def scribed() -> Written:
    """A game that a player wrote for both, over and signed by both."""
    table = Written("scribe")
    table.to_the_end(table.clients[0])
    table.sign_pages()
    assert table.fresh().state == Recording.State.SIGNED
    return table


def test_whoever_writes_for_the_table_signs_for_nobody_else(scribed: Written) -> None:
    """Each signature is of its own seat, and the browser of the scribe still is the table's."""
    state = scribed.clients[0].get(f"{scribed.url}state.json").json()
    assert [(one["seat"], one["by"]) for one in state["signed"]] == [(0, "device"), (1, "device")]
    signs = [entry for entry in state["entries"] if entry["kind"] == "sign"]
    writers = {entry["device"] for entry in state["entries"]} - {entry["device"] for entry in signs}
    assert {entry["by"] for entry in signs} == {0, 1} and writers == {state["me"]["device"]}
    stranger = client_of(staff_actor(scribed.tournament, "judge").user)
    sha256 = state["screen"]["log_sha256"]
    assert stranger.post(f"{scribed.url}sign/", {"log_sha256": sha256}).status_code == 403


def test_a_scribes_game_with_the_registered_cards_is_as_legal_as_paper_can_show(scribed: Written) -> None:
    """Players hear of a check without lists, which leaves the cards open; to a judge the lists answer that."""
    log, page, listing = scribed.checked()
    assert (log.verdict, log.report["binding"]) == ("unverifiable", [])
    assert (
        "Legal as far as a paper log can show" in page and "Legal as far as a paper log can show" in listing
    )
    assert "every card that became known is on the list its player submitted" in page
    assert "Evidence of class 1" in page and "cannot show that the top card was drawn" in page
    assert "Not checked" not in page and "as registered" in page and "not as registered" not in page


def test_the_same_game_with_a_card_that_is_on_no_list_is_not_called_legal(scribed: Written) -> None:
    register(scribed.players[0], other_deck())
    log, page, listing = scribed.checked()
    assert log.verdict == "unverifiable", "what players hear of is the same"
    for text in (page, listing):
        assert "the cards are not those registered" in text and "Legal as far" not in text
    assert "not as registered" in page and "not those of the registered lists" in page
    assert "every card that became known" not in page


def test_without_a_list_the_page_says_which_check_could_not_be_made(scribed: Written) -> None:
    registration = Entry.objects.get(pk=scribed.players[1].pk).registration
    assert registration is not None
    registration.current = None
    registration.save(update_fields=["current"])
    _log, page, listing = scribed.checked()
    for text in (page, listing):
        assert "No contradiction found; some facts are hidden" in text and "Legal as far" not in text
    assert "A card that was shown could not be compared with a registered deck (101.1a)" in page
    assert "Not every card that became known could be held against a list" in page


def test_a_judge_writes_a_game_up_afterwards_to_its_end_and_it_is_evidence_of_the_fourth_class() -> None:
    table = Written("judge")
    for client in table.clients:  # the players read it, and write nothing
        assert client.post(f"{table.url}device.json").status_code == 403
    table.to_the_end(table.judge)
    assert table.fresh().state == Recording.State.ENDED
    assert "I sign" not in table.clients[0].get(f"{table.url}sign/").content.decode(), "not by their own hand"
    table.match.refresh_from_db()
    found = proposal_of(table.match)
    assert found is not None and found.decided and not found.signed, (
        "nobody has signed it, so nobody reports it"
    )
    for seat in (0, 1):
        page = table.judge.get(f"{table.url}judge/").content.decode()
        sha256 = re.search(r'name="log_sha256" value="([0-9a-f]{64})"', page)
        assert sha256 is not None
        told = {"do": "sign", "seat": seat, "log_sha256": sha256[1], "reason": "told me so at the table"}
        assert table.judge.post(f"{table.url}judge/", told).status_code == 302
    assert table.fresh().state == Recording.State.SIGNED
    log, page, _listing = table.checked()
    assert log.evidence == "4" and "Evidence of class 4" in page
    assert "written up by a judge afterwards" in page.lower()
