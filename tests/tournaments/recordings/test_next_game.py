"""The second game of a match: it proposes itself, and who lost the first chooses on their own phone who begins."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from ledger.commands import Actor
from ledger.selectors import live_version
from rules_engine import audit
from tests.tournaments.hall import play_out, publish
from tests.tournaments.recordings.table import BEGIN, FIRST, Phone, Table, client_of
from tournaments.entries.models import Entry
from tournaments.gamelogs.models import GameLog
from tournaments.recordings.models import Recording
from tournaments.recordings.results import next_game
from tournaments.rounds.models import Match, Round
from tournaments.rounds.services import result_report

pytestmark = [pytest.mark.django_db]


def lost(table: Table) -> None:
    """The second player gives the first game up, and both sign."""
    table.begin()
    table.phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    table.end()
    table.sign()


def second_game(table: Table) -> list[Phone]:
    address = f"/t/{table.tournament.slug}/matches/{table.match.pk}/recordings/"
    page = table.clients[0].get(address).content.decode()
    assert '<option value="2">' in page and '<option value="1">' not in page
    version = live_version(table.tournament.chain_key)
    opened, _again = (
        client.post(address, {"game_number": 2, "mode": "two_phones"}) for client in table.clients
    )
    assert live_version(table.tournament.chain_key) == version + 1, (
        "the other one's own match hears of it, once"
    )
    return [Phone(client, str(opened["Location"])) for client in table.clients]


def chosen(seat: int) -> dict[str, object]:
    return {"kind": "chance", "of": "first", "by": "loser", "seat": 1, "value": seat}


def test_the_second_game_proposes_itself_until_the_match_is_decided() -> None:
    table = Table()
    assert table.phones[0].state()["next_game"] is None
    lost(table)
    assert table.phones[0].state()["next_game"] == 2
    phones = second_game(table)
    phones[1].write(chosen(0))
    phones[0].write({"kind": "act", "do": "begin", "seat": 0})
    phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    phones[0].write({"kind": "end"})
    assert phones[0].state()["next_game"] is None, "two games of three are won"


def test_who_lost_chooses_who_begins_on_their_own_phone_as_long_as_it_is_there() -> None:
    table = Table()
    lost(table)
    phones = second_game(table)
    phones[1].client.post(f"{phones[1].url}heard.json", {"seq": 0, "signature": "", "key": ""})
    ack = phones[0].write(chosen(0))[0]
    assert (ack["status"], ack["error"]) == ("refused", "loser_chooses")
    assert phones[0].write(chosen(0), offline=True)[0]["error"] == "loser_chooses", "a claim, not obeyed"
    assert phones[1].write(chosen(0))[0]["status"] == "ok"
    assert Recording.objects.filter(match=table.match).count() == 2


def test_a_running_recording_is_one_large_button_for_the_other_player() -> None:
    table = Table()
    me, own = (
        f"/t/{table.tournament.slug}/{place}" for place in ("me/", f"matches/{table.match.pk}/recordings/")
    )
    theirs = table.clients[1].get(me).content.decode()
    assert "Join: game 1 is being recorded" in theirs
    assert "Recording of game 1" in table.clients[0].get(me).content.decode()
    page = table.clients[1].get(own).content.decode()
    assert page.count("button primary") == 1 and "Join game 1" in page and "Record another game" in page
    assert '<option value="1">' not in page, "a game that runs is joined, not begun again"
    lost(table)
    page = table.clients[1].get(own).content.decode()
    assert "Join game" not in page and page.count("button primary") == 1


def test_a_recorded_game_of_an_earlier_round_is_looked_at_again_from_my_match() -> None:
    table = Table()
    lost(table)
    play_out(table.tournament, Round.objects.get(pk=table.match.round_id))
    publish(table.tournament, 2)
    page = " ".join(table.clients[0].get(f"/t/{table.tournament.slug}/me/").content.decode().split())
    replay = f"/t/{table.tournament.slug}/boards/{table.recording.pk}/replay/"
    assert f'<a href="{replay}">Look at game 1 of round 1 again</a> · {table.players[0].name} won' in page
    assert "data-replay" in table.clients[0].get(replay).content.decode()
    other = Entry.objects.filter(tournament=table.tournament).exclude(
        pk__in=[one.pk for one in table.players]
    )[0]
    page = client_of(other.user).get(f"/t/{table.tournament.slug}/me/").content.decode()
    assert "<h2>My results</h2>" in page and "&lt;" not in page, "who recorded nothing has results as before"


def test_an_unfinished_game_comes_before_the_next_one_and_the_signed_page_leads_to_it() -> None:
    table = Table()
    table.begin()
    address = f"/t/{table.tournament.slug}/matches/{table.match.pk}/recordings/"
    url = str(table.clients[0].post(address, {"game_number": 2, "mode": "two_phones"})["Location"])
    table.phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    table.end()
    table.sign()
    state = table.phones[0].state()
    assert state["next_game"] is None
    assert state["unfinished"] == {"n": 2, "url": url}
    page = table.clients[0].get(f"{table.url}sign/").content.decode()
    assert f'href="{url}"' in page and "To my match" in page and "/replay/" in page
    own = table.clients[0].get(f"/t/{table.tournament.slug}/me/").content.decode()
    assert own.count("button wide primary") == 1 and "Time is over" not in own
    Round.objects.filter(pk=table.match.round_id).update(started_at=timezone.now() - timedelta(hours=9))
    own = table.clients[0].get(f"/t/{table.tournament.slug}/me/").content.decode()
    assert "Time is over." in own and "button wide primary" not in own, "nobody begins a game any more"


def test_once_time_is_over_what_is_recorded_lies_open_on_the_own_match() -> None:
    table = Table()
    lost(table)
    second_game(table)[0].write(FIRST)
    me = f"/t/{table.tournament.slug}/me/"
    assert "Time is over." not in table.clients[0].get(me).content.decode()
    Round.objects.filter(pk=table.match.round_id).update(started_at=timezone.now() - timedelta(hours=9))
    page = table.clients[0].get(me).content.decode()
    assert "Time is over. What you recorded is filled in below" in page
    assert re.search(r"<details open>\s*<summary>Another score", page)


def test_a_draw_is_told_in_words() -> None:
    table = Table()
    Round.objects.filter(pk=table.match.round_id).update(started_at=timezone.now() - timedelta(hours=9))
    said = {"tournament": table.tournament, "match_id": table.match.pk, "said": (0, 0, 1)}
    Recording.objects.filter(pk=table.recording.pk).update(
        state="signed", result={"winners": [], "losers": [], "draw": True, "rule": "106.1a"}
    )
    page = table.clients[0].get(f"/t/{table.tournament.slug}/me/").content.decode()
    assert "A draw · signed" in page
    scores = re.findall(r'class="([^"]*)"\s+name="score"', page)
    assert len(scores) >= 4 and set(scores) == {"button big"}, "none is filled in before one is chosen"
    assert 'name="drawn" value="1"' in page and 'name="first" value="0"' in page, (
        "what is recorded is filled in"
    )
    assert next_game(Match.objects.select_related("round").get(pk=table.match.pk)) is None, "time is up"
    for entry, told in zip(table.players, ("0–0–1 (a draw)", "A draw"), strict=True):
        result_report(actor=Actor(entry.user, "player"), **said)
        assert told in table.clients[0].get(f"/t/{table.tournament.slug}/me/").content.decode()


def test_who_keeps_a_first_hand_says_so_in_a_note_that_binds_nobody() -> None:
    table = Table(template="constructed-quick")
    first, other = table.phones
    keeps = {"kind": "note", "text": "", "seat": 1, "keeps": 7}

    def looking() -> object:
        return first.state()["screen"]["asked"]["looking"]

    assert first.write(FIRST)[0]["status"] == "ok" and looking() == [1]
    assert first.post(first.entry(keeps)).status_code == 403, "nobody says it for another"
    first.sent -= 1
    assert first.post(first.entry({**keeps, "seat": [1]})).status_code == 422
    first.sent -= 1
    assert other.write(keeps)[0]["status"] == "ok" and looking() == []
    said = first.state()["screen"]["lines"][-1]["text"]
    assert said == f"{table.players[1].name} keeps the first hand"
    fewer = next(row["line"] for row in other.state()["screen"]["actions"] if row["line"].get("x") == 6)
    assert other.write({**fewer, "answers": [None]})[0]["status"] == "ok" and looking() == [1], (
        "of another hand nothing is said yet"
    )
    assert first.write(BEGIN)[0]["status"] == "ok", "a paper log has no such line, and needs none"
    assert other.write({"kind": "act", "do": "concede", "seat": 1})[0]["status"] == "ok"
    table.end()
    log = bytes(GameLog.objects.get(match=table.match).original)
    assert b'"keeps":7' in log and audit(log).verdict in ("ok", "unverifiable")
